// Logs that a visitor can try at once. The build puts them into the page as text.
import taxi from "../../data/manhattan_taxi/transitions.csv";
import taxiStates from "../../data/manhattan_taxi/states.txt";
import sessions from "../../data/made_up/sessions.csv";

/** By the id of the button that loads it. */
export const EXAMPLES = {
  "example-taxi": {
    log: taxi,
    states: taxiStates,
    adjacency: "event",
    source: "the taxi trips of Manhattan",
    note: "These counts are public already. They stand for a log of yours that is not.",
  },
  "example-sessions": {
    log: sessions,
    states: [...new Set(sessions.trim().split("\n").slice(1).map((line) => line.split(",")[1]))].sort().join("\n"),
    adjacency: "visit",
    source: "the visits to a made-up ticket machine",
    note: "A short log: at ε = 1 much of what you will see is noise. Look at the error bars.",
  },
};

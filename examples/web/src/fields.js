// The numbers of the promise: read from their fields, checked beside them.
import { byId } from "./dom.js";

const DECIMAL = /^\s*[+]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;
const SMALLEST_DELTA = 2.3e-308;
const LARGEST_DELTA = 1 - 1.2e-16;

function decimal(text) {
  if (text.trim() === "") return { fault: "Give a number." };
  if (!DECIMAL.test(text)) return { fault: "This is no number. Write 1, 0.5 or 1e-9." };
  const value = Number(text);
  return Number.isFinite(value) ? { value } : { fault: "This number is too large." };
}

function between(text, low, high, says) {
  const read = decimal(text);
  if (read.fault) return read;
  return read.value >= low && read.value <= high ? read : { fault: says };
}

function whole(text, high, says) {
  if (!/^\s*\d{1,10}\s*$/.test(text)) return { fault: says };
  const value = Number(text);
  return value >= 1 && value <= high ? { value } : { fault: says };
}

const optional = (rule) => (text) => (text.trim() === "" ? { value: null } : rule(text));

const RULES = {
  epsilon: (text) => between(text, 0, 1e6, "ε goes from 0 to 1,000,000. Less is more private; 1 is common."),
  delta: (text) => {
    const read = between(text, 0, LARGEST_DELTA, "δ goes from 0 to below 1. Choose it far below one over the number of events.");
    return read.value > 0 && read.value < SMALLEST_DELTA ? { fault: "δ is 0, or at least 2.3e-308." } : read;
  },
  releases: (text) => whole(text, 4294967295, "A whole number from 1 to 4,294,967,295."),
  "row-total": (text) => between(text, 1, 1e15, "From 1 to 1e15 events."),
  "pseudo-count": optional((text) => between(text, 1e-6, 1e9, "From 1e-6 to 1e9 events, or empty: chosen for you.")),
  draws: optional((text) => whole(text, 2 ** 24, "A whole number from 1 to 16,777,216, or empty: chosen for you.")),
  floor: (text) => between(text, 0, 2 ** 20, "From 0 to 1,048,576 events."),
};

/** Shows or clears what is wrong with a field, beside it. */
export function showFault(id, fault) {
  const field = byId(id);
  const says = byId(`${id}-fault`);
  says.textContent = fault ?? "";
  says.hidden = !fault;
  field.setAttribute("aria-invalid", fault ? "true" : "false");
}

/** All of the options, or null and the first field that is wrong. */
export function readOptions() {
  const options = {
    adjacency: document.querySelector('input[name="adjacency"]:checked').value,
    mechanism: byId("mechanism").value,
  };
  let first = null;
  for (const [id, rule] of Object.entries(RULES)) {
    const field = byId(id);
    const { value, fault } = field.closest("[hidden]") ? { value: null } : rule(field.value);
    showFault(id, fault);
    if (fault) first ??= field;
    options[id] = value;
  }
  if (first) return { options: null, first };
  return {
    first: null,
    options: {
      adjacency: options.adjacency,
      mechanism: options.mechanism,
      epsilon: options.epsilon,
      delta: options.delta,
      releases: options.releases,
      expectedRowTotal: options["row-total"],
      pseudoCount: options["pseudo-count"],
      draws: options.draws,
      floor: options.floor ?? 0,
    },
  };
}

/** Fields that the chosen mechanism does not know are hidden. */
export function fitToMechanism() {
  const mechanism = byId("mechanism").value;
  byId("pseudo-count-part").hidden = !["polya", "dirichlet"].includes(mechanism);
  byId("draws-part").hidden = mechanism !== "polya";
  byId("floor-part").hidden = !["auto", "geometric", "gaussian"].includes(mechanism);
}

export const OPTION_FIELDS = Object.keys(RULES);

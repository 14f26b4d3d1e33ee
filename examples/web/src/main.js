// The page: what happens at which press. The log itself stays in the worker (worker/main.js); here are words, fields and what is public.
import { announce, byId } from "./dom.js";
import { Client } from "./client.js";
import { fitToMechanism, OPTION_FIELDS, readOptions } from "./fields.js";
import { Inputs } from "./inputs.js";
import { inequality, law, REASONS, sentence } from "./words.js";
import { Planner } from "./planner.js";
import { planTable } from "./tables.js";
import { Result } from "./result.js";
import { themeSwitch } from "./theme.js";

let client;
try {
  client = new Client();
} catch (error) {
  byId("broken").textContent = `This browser does not let the page start its worker (${error.message}). Nothing works without it.`;
  byId("broken").hidden = false;
  throw error;
}

const planner = new Planner();
const result = new Result(client);
const inputs = new Inputs(client, { onStates: statesChanged, onLog: logChanged });
let busy = false;
let pressed = 0;
let asked = 0;

themeSwitch(() => result.redraw());

// --- the promise, and what to expect ---

function promiseChanged() {
  fitToMechanism();
  const { options } = readOptions();
  byId("promise-preview").textContent = options ? `The promise: ${inequality(options)} ${sentence(options)}` : "";
  byId("adjacency-note").hidden = !(inputs.sessions && ["event", "destination", "add_remove"].includes(document.querySelector('input[name="adjacency"]:checked').value));
  plan(options);
  return options;
}

async function plan(options) {
  const status = byId("expect-status");
  const mine = ++asked;
  const states = inputs.count;
  status.classList.remove("busy");
  if (!options || !states) {
    byId("expect").hidden = true;
    status.textContent = options ? "Load a log or a list of states first." : "Some field above is not right yet.";
    return;
  }
  status.textContent = "Comparing the mechanisms …";
  status.classList.add("busy");
  await new Promise((resolve) => setTimeout(resolve, 250)); // while somebody types only the last one counts
  if (mine !== asked) return;
  try {
    const found = await planner.plan(options, states);
    if (mine !== asked) return;
    byId("expect").replaceChildren(planTable(found));
    byId("expect").hidden = false;
    status.textContent = found.fault
      ? `${found.mechanism} cannot keep this promise: ${found.fault}.`
      : [
          options.mechanism === "auto" ? `auto takes ${found.mechanism}: ${REASONS[found.reason]}.` : `You chose ${found.mechanism}.`,
          found.own ? "The errors are those of parameters that are chosen for you, not of yours." : `Noise: ${law(found.mechanism, found.parameters)}.`,
          `For ${states} states and ${options.expectedRowTotal.toLocaleString("en")} events in a row; from public numbers alone, not from this log.`,
        ].join(" ");
  } catch (error) {
    if (mine !== asked) return;
    byId("expect").hidden = true;
    status.textContent = error.message;
  }
  status.classList.remove("busy");
}

// --- the log and the list ---

function statesChanged() {
  promiseChanged();
  result.namesChanged(inputs.list);
}

function logChanged() {
  ready();
  promiseChanged();
}

function ready() {
  byId("release").disabled = !inputs.ready || busy;
  const status = byId("release-status");
  status.classList.toggle("busy", busy);
  status.textContent = busy ? "Making the release …" : inputs.ready ? "" : inputs.hasLog ? "The log and its list of states do not go together yet." : "Load a log first.";
}

// --- one press, one release ---

function fault(message) {
  byId("release-fault").textContent = message;
  byId("release-fault").hidden = !message;
}

async function press() {
  fault("");
  const { options, first } = readOptions();
  if (!options) {
    for (let part = first.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    fault("A field of the promise is not right yet.");
    first.focus();
    return;
  }
  if (!inputs.ready || busy) return;
  busy = true;
  ready();
  try {
    const states = inputs.count;
    const plan = needsPlan(options) ? await planner.plan(options, states) : { mechanism: options.mechanism, reason: null };
    const { warning } = await client.ask("before", { options, plan, states });
    if (warning && !(await confirmed(warning))) return back();
    const made = await client.ask("release"); // what was asked about, or a fault where the log is another by now
    counted(++pressed);
    result.show({ ...made, source: `Release ${made.press} of this log, made in this page.` }, true);
    announce("Released. The private chain is below.");
  } catch (error) {
    if (error.name === "AfterDraw") counted(++pressed);
    fault(error.message);
    return back();
  }
  busy = false;
  ready();
}

/** Nothing is shown: the button is there again, and the keyboard is where it was. */
function back() {
  busy = false;
  ready();
  byId("release").focus();
}

/** Where the parameters of the noise follow from the promise alone there is nothing to wait for. */
function needsPlan({ mechanism, pseudoCount, draws }) {
  if (mechanism === "dirichlet") return pseudoCount === null;
  return mechanism === "auto" || mechanism === "geometric" || (mechanism === "polya" && (pseudoCount === null || draws === null));
}

function counted(times) {
  byId("pressed").textContent = `${times === 1 ? "One release was" : `${times} releases were`} made in this page so far.`;
}

/** Asks before a release that the plan does not hold. */
function confirmed(text) {
  const dialog = byId("again");
  byId("again-text").textContent = text;
  dialog.returnValue = "";
  dialog.showModal();
  byId("again-no").focus();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

byId("again-no").addEventListener("click", () => byId("again").close("no"));
byId("again-yes").addEventListener("click", () => byId("again").close("yes"));
byId("release").addEventListener("click", press);
for (const id of OPTION_FIELDS) byId(id).addEventListener("input", promiseChanged);
byId("mechanism").addEventListener("change", promiseChanged);
for (const choice of document.querySelectorAll('input[name="adjacency"]')) choice.addEventListener("change", promiseChanged);

client.ask("version").then(
  ({ version }) => (byId("version").textContent = version),
  (error) => {
    byId("broken").textContent = `The library could not be started: ${error.message}`;
    byId("broken").hidden = false;
  },
);
promiseChanged();

// Only in the build of the tests (scripts/web_page.sh --test), never in the page: noise that can be repeated is no noise.
if (TEST_BUILD) globalThis.dpmarkovTest = { seed: (bytes, stream) => client.ask("seed", { bytes, stream }) };

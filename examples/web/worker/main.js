// The worker: it holds the log (SECRET) and the library. What it answers is public, or a message for the owner of the log.
import { load } from "../../../js/load.js";
import { toNumbers } from "../../../js/values.js";
import wasm from "../../../target/web/dpmarkov.wasm";
import { Fault } from "./fault.js";
import { History, identityOf } from "./history.js";
import { readLog } from "./log.js";
import { Public } from "./public.js";
import { chainOf, opened } from "./released.js";
import { readStates, stateTable } from "./states.js";
import { textOf } from "./text.js";

const ALL_TIME = [0, 0xffffffff];
const started = WebAssembly.compile(wasm).then(async (module) => ({
  dpm: await load(module),
  open: new Public(await WebAssembly.instantiate(module, {})),
}));
started.catch(() => {}); // told where it is awaited

const history = new History();
let text = null; // SECRET: the log as it came
let log = null; // SECRET: form, states, counts and identity
let prepared = null; // the release that was asked about, of this very log: nothing else is released
let fromLog = false;
let seed = null; // in the build of the tests alone

/** The mechanism that was planned, at its parameters or at those that the visitor chose: proved anew to meet the guarantee, or this throws. */
async function mechanismFor(options, { mechanism, parameters, fault }, states) {
  const { dpm } = await started;
  const guarantee = { adjacency: options.adjacency, epsilon: options.epsilon, delta: options.delta, releases: options.releases };
  const { pseudoCount, draws } = options;
  // the plan's rate, which is that of delta = 0 where this costs next to nothing: the same as the program takes
  if (mechanism === "geometric" && parameters) return dpm.geometric({ ...guarantee, rate: parameters });
  if (mechanism === "gaussian") return dpm.gaussian(guarantee);
  if (mechanism === "dirichlet" && pseudoCount !== null) return dpm.dirichlet({ ...guarantee, pseudoCount });
  if (mechanism === "polya" && pseudoCount !== null && draws !== null) return dpm.polya({ ...guarantee, states, pseudoCount, draws });
  if (!parameters) throw new Fault(`${mechanism} cannot keep this promise: ${fault}.`);
  if (mechanism === "dirichlet") return dpm.dirichlet({ ...guarantee, ...parameters });
  if (pseudoCount === null && draws === null) return dpm.polya({ ...guarantee, ...parameters });
  return dpm.polya({ ...guarantee, states, pseudoCount: pseudoCount ?? parameters.priorMass / parameters.eventMass, draws: draws ?? parameters.draws });
}

/** Whether the promise holds at these parameters with a delta of 0. */
async function isPure(made, guarantee) {
  const { dpm } = await started;
  const own = { geometric: { rate: made.parameters }, polya: made.parameters }[made.mechanism];
  try {
    if (own) dpm[made.mechanism]({ ...guarantee, delta: 0, ...own }).dispose();
    return own !== undefined;
  } catch {
    return false;
  }
}

const CHANGED = "The log changed meanwhile. Nothing was released: press again.";

/** Makes the mechanism and says what to ask before its release, if anything. */
async function before({ options, plan, states: planned }) {
  const at = log;
  const made = at && (await mechanismFor(options, plan, planned));
  const pure = at && (await isPure(made, made.guarantee));
  if (!at || at !== log || at.states.length !== planned) throw new Fault(CHANGED);
  prepared = { options, made, pure, reason: plan.reason };
  return { warning: history.warning(at.identity, options, made) };
}

async function release() {
  const { dpm, open } = await started;
  if (!log || !prepared) throw new Fault(CHANGED);
  const { options, made, pure, reason } = prepared;
  prepared = null;
  const { states, counts, identity } = log;
  const n = states.length;
  const floor = Math.round(options.floor * 1024);
  history.add(identity, options, made); // counted before anything is drawn
  let values;
  try {
    const given = TEST_BUILD && seed ? { generator: dpm.testGenerator(seed.bytes, seed.stream) } : {};
    if (made.mechanism === "dirichlet") values = made.releaseChain(counts, given);
    else if (made.mechanism === "polya") values = made.releaseTallies(counts, given);
    else values = made.releaseCounts(counts, given);
  } catch (error) {
    throw Object.assign(error, { name: "AfterDraw" });
  }
  let report = null;
  if (!fromLog) {
    const id = crypto.getRandomValues(new Uint8Array(16));
    report = made.report(values, { stateTable: stateTable(states), id, window: ALL_TIME, generation: 0n });
  }
  const noisy = made.mechanism === "geometric" || made.mechanism === "gaussian";
  const numbers = noisy ? toNumbers(values) : Float64Array.from(values);
  return {
    ...chainOf(dpm, open, { mechanism: made.mechanism, n, cells: numbers, support: null, floor: noisy ? floor : 0 }),
    origin: "release",
    names: states,
    statesFrom: fromLog ? "log" : "public",
    guarantee: made.guarantee,
    mechanism: made.mechanism,
    parameters: made.parameters,
    pure,
    expectedRowTotal: Math.round(options.expectedRowTotal),
    chosenBy: reason ?? "the options",
    floor: noisy ? floor / 1024 : undefined,
    standardError: noisy ? open.deviation(made.mechanism, made.parameters) : undefined,
    report,
    press: history.count(identity),
    version: dpm.version,
  };
}

/** Wipes the counts. */
function forget() {
  log?.counts.fill(0);
  log = prepared = null;
}

/** A list of states, its faults named as such. */
function listOf(given) {
  try {
    return readStates(given);
  } catch (error) {
    throw Object.assign(error, { name: "States" });
  }
}

const ANSWERS = {
  async version() {
    return { version: (await started).dpm.version };
  },
  async log({ bytes }) {
    forget();
    text = null;
    text = await textOf(bytes);
    return {};
  },
  read({ list, fromLog: own }) {
    forget();
    fromLog = own;
    const known = own || list === null ? null : listOf(list);
    if (text === null || (known === null && !own)) return { states: known?.length ?? 0, form: null };
    const read = readLog(text, known);
    log = { ...read, identity: identityOf(read) };
    return { states: log.states.length, form: log.form };
  },
  async plan({ options, states }) {
    return (await started).open.plan(options, states);
  },
  before,
  release,
  async report({ bytes, list }) {
    const { dpm, open } = await started;
    return opened(dpm, open, bytes, list);
  },
  async longRunIntervals(given) {
    return (await started).open.longRunIntervals(given);
  },
  async rowIntervals(given) {
    return (await started).open.rowIntervals(given);
  },
};
if (TEST_BUILD) {
  ANSWERS.seed = (given) => {
    seed = given;
    return {};
  };
}

/** The library's own words, as a sentence. */
function sentence(error) {
  const { message } = error;
  return error instanceof Fault ? message : `${message[0].toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}

self.addEventListener("message", async ({ data: { id, what, given } }) => {
  try {
    self.postMessage({ id, value: await ANSWERS[what](given) });
  } catch (error) {
    self.postMessage({ id, fault: { name: error.name, message: sentence(error), line: error.line ?? null } });
  }
});

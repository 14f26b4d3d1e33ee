// From what was released to the chain, its long run, and what a report tells. No count comes in here.
import { toNumbers } from "../../../js/values.js";
import { Fault } from "./fault.js";
import { MOST_STATES, readStates, stateTable } from "./states.js";

/**
 * The chain of released numbers.
 * @param cells    noisy counts, tallies or probabilities of the feasible cells, row by row
 * @param support  compressed rows, or null where every transition is feasible
 */
export function chainOf(dpm, open, { mechanism, n, cells, support, floor }) {
  const matrix = new Float64Array(n * n);
  const numbers = new Float64Array(n * n);
  const feasible = support ? new Uint8Array(n * n) : null;
  for (let i = 0; i < n; i++) {
    const [start, end] = support ? [support.starts[i], support.starts[i + 1]] : [i * n, (i + 1) * n];
    const part = cells.subarray(start, end);
    const row = mechanism === "dirichlet" ? part : open.row(part, floor);
    for (let k = 0; k < part.length; k++) {
      const cell = i * n + (support ? support.targets[start + k] : k);
      matrix[cell] = row[k];
      numbers[cell] = part[k];
      if (feasible) feasible[cell] = 1;
    }
  }
  const kind = { dirichlet: null, polya: "tallies", geometric: "noisy_counts", gaussian: "noisy_counts" }[mechanism];
  let stationary = null;
  let stationaryOmitted = null;
  try {
    stationary = dpm.stationary(matrix, n);
  } catch (error) {
    stationaryOmitted = `There are no long-run shares: ${error.message}.`;
  }
  return { n, matrix, feasible, values: kind && { kind, numbers }, stationary, stationaryOmitted };
}

const WHY = {
  DPM_ERR_REPORT_FORMAT: "This is no report, or not in the one form that is written.",
  DPM_ERR_REPORT_CHECKSUM: "This report is damaged: its checksum is another.",
  DPM_ERR_REPORT_VERSION: "This report is of a later version of the format.",
  DPM_ERR_GUARANTEE_NOT_MET: "Do not rely on this report: its parameters do not keep the promise that it states.",
};

function read(dpm, bytes) {
  try {
    const info = dpm.readReport(bytes);
    dpm.verifyReport(bytes);
    return info;
  } catch (error) {
    throw new Fault(WHY[error.name] ?? `This report cannot be read: ${error.message}.`);
  }
}

const same = (a, b) => a.every((byte, i) => byte === b[i]);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The names of a list, if the report is about it. */
function namesFor(info, list) {
  try {
    const names = list === null ? null : readStates(list);
    return names && same(stateTable(names), info.stateTable) && names.length === info.states ? names : null;
  } catch {
    return null;
  }
}

/** A report: read, checked, and its chain. */
export function opened(dpm, open, bytes, list) {
  if (bytes.length === 0) throw new Fault("This file is empty.");
  const info = read(dpm, bytes);
  if (info.states > MOST_STATES) throw new Fault(`This report has ${info.states} states; this page draws up to ${MOST_STATES}. dpmarkov inspect reads it.`);
  const names = namesFor(info, list);
  const noisy = info.noisyCounts && toNumbers(info.noisyCounts);
  const cells = noisy ?? info.probabilities ?? Float64Array.from(info.tallies);
  const about = [`${info.bits} bits a number`, info.id ? `id ${hex(info.id)}` : "no id"];
  if (info.window[0] !== 0 || info.window[1] !== 0xffffffff) about.push(`window ${info.window.join(" to ")}`);
  const checks = [
    "The report is whole (its checksum fits) and in the one form that is written.",
    "The mechanism at these parameters meets the guarantee: computed anew.",
    "That it was made by the mechanism from a log, once for each release, cannot be seen from it: trust whoever made it.",
  ];
  if (info.totals) {
    const { epsilon, delta } = info.whole;
    const together = Number.isFinite(epsilon) ? `rows and totals together keep ε = ${epsilon}, δ = ${delta}` : "what rows and totals keep together is out of range";
    checks.splice(2, 0, `It holds noisy row totals, too: ${together}.`);
  }
  if (info.saturated) checks.push(`${info.saturated} noisy counts did not fit and were cut off.`);
  return {
    ...chainOf(dpm, open, { mechanism: info.mechanism, n: info.states, cells, support: info.support, floor: 0 }),
    origin: "report",
    names,
    statesFrom: names ? "public" : "numbers",
    guarantee: { adjacency: info.adjacency, epsilon: info.epsilon, delta: info.delta, releases: info.releases },
    mechanism: info.mechanism,
    parameters: info.parameters,
    standardError: noisy ? open.deviation(info.mechanism, info.parameters) : undefined,
    about: about.join(", "),
    checks,
    version: dpm.version,
  };
}

// Reports: a release as bytes for a collector, and back. docs/report.md tells the format.
import { Resident } from "./object.js";
import { status, typeError } from "./errors.js";
import { ADJACENCIES, options, reals, releasedWides, squareSide, unsigned, whole, wide } from "./values.js";
import { supportOf } from "./support.js";

export const MECHANISMS = ["dirichlet", "polya", "geometric", "gaussian"];
const ABOUT_BYTES = 56;
const INFO_BYTES = 200;

/** A dpm_report_about as bytes. */
function about({ stateTable, id, generation = 0n, window }) {
  const bytes = new Uint8Array(ABOUT_BYTES);
  bytes.set(unsigned(stateTable, "stateTable", Uint8Array, 16));
  if (id !== undefined && id !== null) bytes.set(unsigned(id, "id", Uint8Array, 16), 16);
  const [first, last] = unsigned(window, "window", Uint32Array, 2, 219);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(32, wide(generation, "generation"), true);
  view.setUint32(40, first, true);
  view.setUint32(44, last, true);
  view.setInt32(48, id === undefined || id === null ? 0 : 1, true);
  return bytes;
}

const READ = { dirichlet: reals, polya: (values, what) => unsigned(values, what, Uint32Array), geometric: releasedWides, gaussian: releasedWides };

/** The report of released `values` as bytes. */
export function writeReport(memory, mechanism, values, given) {
  const { support, bits = 32, totals } = options(given, "report()");
  const kind = mechanism.mechanism;
  const released = READ[kind](values, "the released values");
  const feasible = supportOf(memory, support);
  const head = about(given);
  if (totals && kind !== "dirichlet" && kind !== "polya") throw typeError("noisy counts have no row totals beside them: they are their own");
  return memory.scratch((scratch) => {
    const cells = released.length;
    const { starts, targets, n } = feasible ? feasible.in(scratch) : { starts: 0, targets: 0, n: squareSide(cells, "the released values") };
    if (feasible && feasible.cells !== cells) throw status(303, "the released values must be those of the support's cells");
    const more = [];
    if (kind === "dirichlet" || kind === "polya") {
      if (totals) {
        const { mechanism: noise, values: noisy } = options(totals, "totals");
        Resident.address(noise, memory, "the totals' mechanism");
        if (noise.mechanism !== "geometric") throw typeError("the totals' mechanism must be geometric");
        const copy = scratch.copy(releasedWides(noisy, "the noisy row totals", n));
        more.push(Resident.address(noise, memory, "the totals' mechanism"), copy);
      } else more.push(0, 0);
    }
    whole(bits, "bits", 209);
    const list = [mechanism.address(), scratch.copy(head), starts, targets, n, cells, scratch.copy(released), ...more, bits];
    const capacity = memory.raw("dpm_report_len_bound", n, cells, bits, totals ? 1 : 0) >>> 0;
    if (capacity === 0xffffffff) memory.call(`dpm_report_write_${kind}`, ...list, 0, 0, 0);
    const [report, length] = [scratch.bytes(capacity), scratch.bytes(4)];
    memory.call(`dpm_report_write_${kind}`, ...list, report, capacity, length);
    return memory.read(Uint8Array, report, memory.view(Uint32Array, length, 1)[0]);
  });
}

/** dpm_release as an object with the members that count. */
export function release(view, at) {
  const mechanism = MECHANISMS[view.getInt32(at, true)];
  const u32 = (offset) => view.getUint32(at + offset, true);
  const fraction = { numerator: Number(view.getBigUint64(at + 24, true)), denominator: u32(32) };
  const parameters = {
    dirichlet: { weight: view.getFloat64(at + 8, true), pseudoCount: view.getFloat64(at + 16, true) },
    polya: { states: u32(36), eventMass: u32(40), priorMass: u32(44), drawMass: u32(48), draws: u32(52) },
    geometric: fraction,
    gaussian: fraction,
  }[mechanism];
  return { mechanism, parameters, releases: u32(4) };
}

export function readReport(memory, bytes) {
  const given = unsigned(bytes, "the report", Uint8Array);
  return memory.scratch((scratch) => {
    const report = [scratch.copy(given), given.length];
    const at = scratch.bytes(INFO_BYTES);
    memory.call("dpm_report_read", ...report, at);
    const view = new DataView(memory.read(Uint8Array, at, INFO_BYTES).buffer);
    const u32 = (offset) => view.getUint32(offset, true);
    const f64 = (offset) => view.getFloat64(offset, true);
    const array = (offset) => new Uint8Array(view.buffer.slice(offset, offset + 16));
    const [cells, n] = [u32(168), u32(176)];
    const kind = release(view, 56);
    const values = (name, type, length) => {
      const out = scratch.room(type, length);
      memory.call(name, ...report, length, out);
      return memory.read(type, out, length);
    };
    const info = {
      ...kind,
      adjacency: ADJACENCIES[u32(180)],
      epsilon: f64(112),
      delta: f64(120),
      whole: { epsilon: f64(128), delta: f64(136) },
      states: n,
      cells,
      bits: u32(184),
      saturated: u32(172),
      stateTable: array(0),
      id: u32(48) ? array(16) : null,
      generation: view.getBigUint64(32, true),
      window: [u32(40), u32(44)],
      support: null,
      totals: null,
    };
    if (u32(188)) {
      const [starts, targets] = [scratch.room(Uint32Array, n + 1), scratch.room(Uint16Array, cells)];
      memory.call("dpm_report_support", ...report, n, cells, starts, targets);
      info.support = { starts: memory.read(Uint32Array, starts, n + 1), targets: memory.read(Uint16Array, targets, cells) };
    }
    if (kind.mechanism === "dirichlet") info.probabilities = values("dpm_report_probabilities", Float64Array, cells);
    else if (kind.mechanism === "polya") info.tallies = values("dpm_report_tallies", Uint32Array, cells);
    else info.noisyCounts = values("dpm_report_noisy_counts", BigInt64Array, cells);
    if (u32(192)) {
      info.totals = {
        epsilon: f64(144),
        delta: f64(152),
        rate: { numerator: u32(160), denominator: u32(164) },
        values: values("dpm_report_row_totals", BigInt64Array, n),
      };
    }
    return info;
  });
}

/** Throws where the stated parameters do not keep the stated promise. */
export function verifyReport(memory, bytes) {
  const given = unsigned(bytes, "the report", Uint8Array);
  memory.scratch((scratch) => memory.call("dpm_report_verify", scratch.copy(given), given.length));
}

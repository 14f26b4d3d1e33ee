// Planning from public facts: which mechanism is the most accurate at a guarantee, and several releases together.
import { status, typeError } from "./errors.js";
import { PARAMETERS } from "./accounting.js";
import { MECHANISMS, release } from "./report.js";
import { adjacency, options, real, whole } from "./values.js";

const CANDIDATE_BYTES = 96;
const RELEASE_BYTES = 56;
const REASONS = ["only_one", "most_accurate", "integers", "pure", "simplest"];
const BOUNDS = ["line_integral", "renyi", "basic", "single"];

const facts = (given) => [
  adjacency(given.adjacency),
  real(given.epsilon, "epsilon"),
  real(given.delta, "delta"),
  whole(given.releases, "releases", 205),
  whole(given.states, "states", 301),
  real(given.expectedRowTotal, "expectedRowTotal"),
];

export function plan(memory) {
  return {
    /** The four mechanisms at one guarantee, and which one is recommended for what reason. */
    compare(given) {
      const list = facts(options(given, "compare()"));
      return memory.scratch((scratch) => {
        const [at, recommended, reason] = [scratch.bytes(4 * CANDIDATE_BYTES), scratch.bytes(4), scratch.bytes(4)];
        memory.call("dpm_plan_compare", ...list, at, recommended, reason);
        const view = new DataView(memory.read(Uint8Array, at, 4 * CANDIDATE_BYTES).buffer);
        const candidates = MECHANISMS.map((mechanism, i) => {
          const start = i * CANDIDATE_BYTES;
          const code = view.getInt32(start, true);
          if (code !== 0) return { mechanism, available: false, error: status(code, memory.message(code)) };
          return {
            available: true,
            ...release(view, start + 8),
            floor: view.getUint32(start + 4, true),
            pure: view.getInt32(start + 64, true) === 1,
            integers: view.getInt32(start + 68, true) === 1,
            totalVariation: view.getFloat64(start + 72, true),
            kl: view.getFloat64(start + 80, true),
            workBytes: Number(view.getBigUint64(start + 88, true)),
          };
        });
        return {
          candidates,
          recommended: MECHANISMS[memory.view(Int32Array, recommended, 1)[0]],
          reason: REASONS[memory.view(Int32Array, reason, 1)[0]],
        };
      });
    },

    /** Weight and pseudo-count of the Dirichlet mechanism for rows of about so many events. */
    dirichlet(given) {
      const list = facts(options(given, "dirichlet()"));
      return memory.scratch((scratch) => {
        const [weight, pseudoCount] = [scratch.bytes(8), scratch.bytes(8)];
        memory.call("dpm_plan_choose", ...list, weight, pseudoCount);
        return { weight: memory.view(Float64Array, weight, 1)[0], pseudoCount: memory.view(Float64Array, pseudoCount, 1)[0] };
      });
    },
  };
}

/** A dpm_release as bytes. */
function releaseBytes(item) {
  const { mechanism, parameters, releases } = options(item, "a release");
  const kind = MECHANISMS.indexOf(mechanism);
  if (kind < 0) throw status(220, `mechanism must be one of ${MECHANISMS.join(", ")}`);
  const values = PARAMETERS[MECHANISMS[kind]](options(parameters, "parameters"));
  const bytes = new Uint8Array(RELEASE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, kind, true);
  view.setUint32(4, whole(releases, "releases", 205), true);
  if (mechanism === "dirichlet") values.forEach((value, k) => view.setFloat64(8 + 8 * k, value, true));
  else if (mechanism === "polya") values.forEach((value, k) => view.setUint32(36 + 4 * k, value, true));
  else {
    view.setBigUint64(24, BigInt(values[0]), true);
    view.setUint32(32, values[1], true);
  }
  return bytes;
}

/** Several kinds of releases of the same log: `list` of { mechanism, parameters, releases }. `what` is "delta" or "epsilon". */
export function compose(memory, what, given) {
  const other = what === "delta" ? "epsilon" : "delta";
  const { list } = options(given, "compose");
  if (!Array.isArray(list)) throw typeError("list must be an array of { mechanism, parameters, releases }");
  const releases = Array.from([...list], releaseBytes);
  const head = adjacency(given.adjacency);
  const at = real(given[other], other);
  return memory.scratch((scratch) => {
    const start = scratch.bytes(RELEASE_BYTES * releases.length);
    releases.forEach((bytes, i) => memory.view(Uint8Array, start + RELEASE_BYTES * i, RELEASE_BYTES).set(bytes));
    const [out, bound] = [scratch.bytes(8), scratch.bytes(4)];
    memory.call(`dpm_compose_${what}`, head, start, releases.length, at, out, bound);
    return { [what]: memory.view(Float64Array, out, 1)[0], bound: BOUNDS[memory.view(Int32Array, bound, 1)[0]] };
  });
}

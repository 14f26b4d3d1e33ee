// What is computed from a chain, and how noisy counts and tallies become one. All of it is post-processing: of what was released it costs no privacy,
// of secret counts it is as secret as they are.
import { supportOf } from "./support.js";
import { options, reals, squareSide, unsigned, whole, wides } from "./values.js";

const TRANSIENT = 0xffffffff;

/** Runs `body` with a matrix in `scratch`. */
function withMatrix(memory, matrix, states, body) {
  const chain = reals(matrix, "the matrix");
  const n = squareSide(chain.length, "the matrix", states);
  return memory.scratch((scratch) => body(scratch, scratch.copy(chain), n));
}

const number = (memory, type, start) => memory.view(type, start, 1)[0];

export function chain(memory) {
  const vector = (matrix, states, name, workLength, ...before) =>
    withMatrix(memory, matrix, states, (scratch, at, n) => {
      const [out, work] = [scratch.room(Float64Array, n), workLength(n)];
      memory.call(name, at, n, ...before, scratch.room(Float64Array, work), work, out);
      return memory.read(Float64Array, out, n);
    });
  return {
    stationary: (matrix, states) => vector(matrix, states, "dpm_stationary_gth", (n) => n * n),

    ergodicity: (matrix, states) =>
      withMatrix(memory, matrix, states, (scratch, at, n) => {
        const tau = scratch.room(Float64Array, 1);
        memory.call("dpm_ergodicity_one", at, n, tau);
        return number(memory, Float64Array, tau);
      }),

    meanFirstPassage: (matrix, target, states) => vector(matrix, states, "dpm_mean_first_passage", (n) => n * (n + 3), whole(target, "target", 302)),

    predict: (matrix, start, steps) =>
      withMatrix(memory, matrix, undefined, (scratch, at, n) => {
        const work = n * (2 * n + 1);
        const from = scratch.copy(reals(start, "the start", n));
        const out = scratch.room(Float64Array, n);
        memory.call("dpm_predict", at, n, from, whole(steps, "steps", 209), scratch.room(Float64Array, work), work, out);
        return memory.read(Float64Array, out, n);
      }),

    isIrreducible: (matrix, states) =>
      withMatrix(memory, matrix, states, (scratch, at, n) => {
        const out = scratch.room(Int32Array, 1);
        memory.call("dpm_is_irreducible", at, n, scratch.room(Float64Array, 2 * n), 2 * n, out);
        return number(memory, Int32Array, out) === 1;
      }),

    /** The recurrent class of every state, null where a state is left for good. */
    recurrentClasses: (matrix, states) =>
      withMatrix(memory, matrix, states, (scratch, at, n) => {
        const [labels, count] = [scratch.room(Uint32Array, n), scratch.room(Uint32Array, 1)];
        memory.call("dpm_class_labels", at, n, scratch.room(Float64Array, 2 * n), 2 * n, labels, count);
        const list = Array.from(memory.view(Uint32Array, labels, n), (label) => (label === TRANSIENT ? null : label));
        return { labels: list, count: number(memory, Uint32Array, count) };
      }),
  };
}

/** The stochastic matrix of released noisy counts, as releaseChain() makes it. */
export function chainOfNoisyCounts(memory, noisy, given = {}) {
  const { floor = 0, support } = options(given, "chainOfNoisyCounts()");
  const feasible = supportOf(memory, support);
  const counts = wides(noisy, "the noisy counts", feasible?.cells);
  whole(floor, "floor", 217);
  return memory.scratch((scratch) => {
    const cells = counts.length;
    const [from, out] = [scratch.copy(counts), scratch.room(Float64Array, cells)];
    if (feasible) {
      const { starts, targets, n } = feasible.in(scratch);
      memory.call("dpm_noisy_counts_sparse", starts, targets, n, cells, from, floor, out);
    } else {
      const n = squareSide(cells, "the noisy counts");
      for (let i = 0; i < n; i++) memory.call("dpm_noisy_counts_row", from + 8 * n * i, n, floor, out + 8 * n * i);
    }
    return memory.read(Float64Array, out, cells);
  });
}

/** The stochastic matrix of released tallies, as releaseChain() makes it: noisy counts without noise. */
export function chainOfTallies(memory, tallies, given = {}) {
  const { support } = options(given, "chainOfTallies()");
  return chainOfNoisyCounts(memory, Array.from(unsigned(tallies, "the tallies", Uint32Array)), { support });
}

/** How far two distributions are from each other. */
export function distance(memory, name, p, q) {
  const first = reals(p, "the first distribution");
  const second = reals(q, "the second distribution", first.length);
  return memory.scratch((scratch) => {
    const out = scratch.room(Float64Array, 1);
    memory.call(name, scratch.copy(first), scratch.copy(second), first.length, out);
    return number(memory, Float64Array, out);
  });
}

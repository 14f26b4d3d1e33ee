// What is computed from a chain: its stationary distribution and how fast it forgets.
import { reals, squareSide } from "./values.js";

export function stationary(memory, matrix, states) {
  const chain = reals(matrix, "the matrix");
  const n = squareSide(chain.length, "the matrix", states);
  return memory.scratch((scratch) => {
    const pi = scratch.room(Float64Array, n);
    memory.call("dpm_stationary_gth", scratch.copy(chain), n, scratch.room(Float64Array, n * n), n * n, pi);
    return memory.read(Float64Array, pi, n);
  });
}

export function ergodicity(memory, matrix, states) {
  const chain = reals(matrix, "the matrix");
  const n = squareSide(chain.length, "the matrix", states);
  return memory.scratch((scratch) => {
    const tau = scratch.room(Float64Array, 1);
    memory.call("dpm_ergodicity_one", scratch.copy(chain), n, tau);
    return memory.view(Float64Array, tau, 1)[0];
  });
}

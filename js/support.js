// A support: the public set of feasible transitions. Whatever lies outside has the probability 0, before and after a release.
import { typeError } from "./errors.js";
import { options, reals, unsigned } from "./values.js";

/** Compressed rows: the feasible next states of state i, rising, are targets[starts[i]] to targets[starts[i + 1] - 1]. */
export class Support {
  #starts;
  #targets;

  constructor(memory, given) {
    const { starts, targets } = Array.isArray(given) ? compressed(given) : options(given, "support()");
    this.#starts = unsigned(starts, "starts", Uint32Array, undefined, 305);
    this.#targets = unsigned(targets, "targets", Uint16Array, undefined, 305);
    this.n = Math.max(0, this.#starts.length - 1);
    this.cells = this.#targets.length;
    memory.scratch((scratch) => {
      const at = this.in(scratch);
      memory.call("dpm_support_check", at.starts, at.targets, at.n, at.cells);
    });
    Object.freeze(this);
  }

  get starts() {
    return this.#starts.slice();
  }

  get targets() {
    return this.#targets.slice();
  }

  /** Feasible next states of a state. */
  rowLength(state) {
    return this.#starts[state + 1] - this.#starts[state];
  }

  equals(other) {
    const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);
    return same(this.#starts, other.#starts) && same(this.#targets, other.#targets);
  }

  /** Where starts and targets lie for a call. */
  in(scratch) {
    return { starts: scratch.copy(this.#starts), targets: scratch.copy(this.#targets), n: this.n, cells: this.cells };
  }
}

/** From the list of each state's next states. */
function compressed(rows) {
  const starts = [0];
  const targets = [];
  for (const row of rows) {
    for (const state of unsigned(row, "a row of next states", Uint16Array, undefined, 302).sort()) targets.push(state);
    starts.push(targets.length);
  }
  return { starts, targets };
}

/** `value` as a support of this module, or undefined where every transition is feasible. */
export function supportOf(memory, value) {
  if (value === undefined || value === null || value instanceof Support) return value ?? undefined;
  if (typeof value !== "object") throw typeError("support must come from support(), or be what it takes");
  return new Support(memory, value);
}

/** The values of a support's cells out into a matrix, n * n, zeros where no transition is feasible. */
export function expand(memory, given, values) {
  const support = supportOf(memory, given);
  if (!support) throw typeError("expand() takes a support and the values of its cells");
  const released = reals(values, "values", support.cells);
  return memory.scratch((scratch) => {
    const { starts, targets, n, cells } = support.in(scratch);
    const matrix = scratch.room(Float64Array, n * n);
    memory.call("dpm_sparse_expand", starts, targets, n, cells, scratch.copy(released), matrix);
    return memory.read(Float64Array, matrix, n * n);
  });
}

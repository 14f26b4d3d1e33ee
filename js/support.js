// A support: the public set of feasible transitions. Whatever lies outside has the probability 0, before and after a release.
import { options, unsigned } from "./values.js";

/** Compressed rows: the feasible next states of state i, rising, are targets[starts[i]] to targets[starts[i + 1] - 1]. */
export class Support {
  #starts;
  #targets;

  constructor(memory, given) {
    const { starts, targets } = Array.isArray(given) ? compressed(given) : options(given, "support()");
    this.#starts = unsigned(starts, "starts", Uint32Array, undefined, 305);
    this.#targets = unsigned(targets, "targets", Uint16Array, undefined, 305);
    this.n = this.#starts.length - 1;
    this.cells = this.#targets.length;
    memory.scratch((scratch) => {
      memory.call("dpm_support_check", scratch.copy(this.#starts), scratch.copy(this.#targets), this.n, this.cells);
    });
    Object.freeze(this);
  }

  get starts() {
    return this.#starts.slice();
  }

  get targets() {
    return this.#targets.slice();
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
    targets.push(...unsigned(row, "a row of next states", Uint16Array, undefined, 302).sort());
    starts.push(targets.length);
  }
  return { starts, targets };
}

/** The support of a call; zeros where every transition is feasible. */
export function supportFor(memory, scratch, support) {
  if (support === undefined || support === null) return { starts: 0, targets: 0 };
  const object = support instanceof Support ? support : new Support(memory, support);
  return object.in(scratch);
}

// The table of counts of transitions. Secret: no function of this package turns it into a report.
import { Resident } from "./object.js";
import { squareSide, unsigned, whole } from "./values.js";
import { status } from "./errors.js";

const NO_STATE = 0xffffffff;

export class Counts extends Resident {
  #memory;
  #current = NO_STATE;

  constructor(memory, n, values) {
    whole(n, "the number of states", 301);
    if (n < 2 || n > 65535) throw status(301, "the number of states must be from 2 to 65535");
    const given = values === undefined ? undefined : unsigned(values, "counts", Uint32Array, n * n);
    super(memory, 4 * n * n, (start) => {
      const table = memory.view(Uint32Array, start, n * n);
      if (given) table.set(given);
      else table.fill(0);
    });
    given?.fill(0);
    this.#memory = memory;
    this.n = n;
  }

  #here() {
    return Resident.address(this, this.#memory, "the counts");
  }

  record(from, to, count = 1) {
    this.#memory.call("dpm_counts_record", this.#here(), this.n, whole(from, "from", 302), whole(to, "to", 302), whole(count, "count", 501));
    return this;
  }

  recordSession(states) {
    const start = this.#here();
    const visits = unsigned(states, "states", Uint32Array, undefined, 302);
    this.#memory.scratch((scratch) => this.#memory.call("dpm_counts_record_session", start, this.n, scratch.copy(visits), visits.length));
    visits.fill(0);
    return this;
  }

  visit(state) {
    const start = this.#here();
    whole(state, "state", 302);
    this.#memory.scratch((scratch) => {
      const current = scratch.copy(Uint32Array.of(this.#current));
      this.#current = NO_STATE; // what an error leaves
      this.#memory.call("dpm_counts_visit", start, this.n, current, state);
      this.#current = this.#memory.view(Uint32Array, current, 1)[0];
    });
    return this;
  }

  endSession() {
    this.#current = NO_STATE;
    return this;
  }

  merge(other) {
    const from = Resident.address(other, this.#memory, "the counts to add");
    if (!(other instanceof Counts) || other.n !== this.n) throw status(303, "both counts must have the same number of states");
    this.#memory.call("dpm_counts_merge", this.#here(), from, this.n);
    return this;
  }

  clear() {
    this.#memory.call("dpm_counts_clear", this.#here(), this.n);
    this.#current = NO_STATE;
    return this;
  }

  /** A copy: as secret as the counts. */
  toArray() {
    return this.#memory.read(Uint32Array, this.#here(), this.n * this.n);
  }

  dispose() {
    this.#current = NO_STATE;
    super.dispose();
  }
}

/** Where counts are for a call, and for how many states: of an object, or copied into `scratch`. */
export function countsFor(memory, scratch, value) {
  if (value instanceof Counts) return { start: Resident.address(value, memory, "the counts"), n: value.n };
  const table = unsigned(value, "counts", Uint32Array);
  const n = squareSide(table.length, "counts");
  const start = scratch.copy(table);
  table.fill(0);
  return { start, n };
}

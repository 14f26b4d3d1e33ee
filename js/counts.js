// The table of counts of transitions. Secret: no function of this package turns it into a report.
import { DpmError, status } from "./errors.js";
import { Resident } from "./object.js";
import { Support } from "./support.js";
import { options, squareSide, unsigned, whole } from "./values.js";

const NO_STATE = 0xffffffff;
const OUTSIDE = { refuse: 0xffffffff, drop: 0xfffffffe };

/** Counts of all n * n transitions, or of those of a support alone, in the order of its cells. */
export class Counts extends Resident {
  #memory;
  #support; // { starts, targets, n, cells, outside } in the module's memory
  #current = NO_STATE;

  constructor(memory, shape, more = {}) {
    const { values, outside = "refuse" } = options(more, "counts()");
    const support = shape instanceof Support ? shape : undefined;
    const n = support ? support.n : whole(shape, "the number of states", 301);
    if (n < 2 || n > 65535) throw status(301, "the number of states must be from 2 to 65535");
    const cells = support ? support.cells : n * n;
    const code = Object.hasOwn(OUTSIDE, outside) ? OUTSIDE[outside] : whole(outside, "outside", 302);
    const given = values === undefined ? undefined : unsigned(values, "counts", Uint32Array, cells);
    const bytes = 4 * cells + (support ? 4 * (n + 1) + 2 * cells : 0);
    try {
      super(memory, bytes, (start) => {
        const table = memory.view(Uint32Array, start, cells);
        if (given) table.set(given);
        else table.fill(0);
        if (!support) return;
        memory.view(Uint32Array, start + 4 * cells, n + 1).set(support.starts);
        memory.view(Uint16Array, start + 4 * (cells + n + 1), cells).set(support.targets);
      });
    } finally {
      given?.fill(0);
    }
    this.#memory = memory;
    this.#support = support && { code, starts: 4 * cells, targets: 4 * (cells + n + 1) };
    this.n = n;
    this.cells = cells;
    this.support = support;
  }

  /** For this package alone: where counts, starts and targets lie. */
  address(memory = this.#memory) {
    const start = Resident.address(this, memory, "the counts");
    const { starts, targets } = this.#support ?? {};
    return { start, n: this.n, cells: this.cells, ...(this.#support && { starts: start + starts, targets: start + targets }) };
  }

  /** Calls a function that records: dpm_counts_... or dpm_sparse_.... */
  #record(what, ...more) {
    const { start, n, cells, starts, targets } = this.address();
    if (this.#support) this.#memory.call(`dpm_sparse_${what}`, start, starts, targets, n, cells, this.#support.code, ...more);
    else this.#memory.call(`dpm_counts_${what}`, start, n, ...more);
  }

  record(from, to, count = 1) {
    const transition = [whole(from, "from", 302), whole(to, "to", 302), whole(count, "count", 501)];
    this.#memory.scratch(() => this.#record("record", ...transition));
    return this;
  }

  recordSession(states) {
    const visits = unsigned(states, "states", Uint32Array, undefined, 302);
    try {
      this.#memory.scratch((scratch) => this.#record("record_session", scratch.copy(visits), visits.length));
    } finally {
      visits.fill(0);
    }
    return this;
  }

  visit(state) {
    whole(state, "state", 302);
    this.address();
    this.#memory.scratch((scratch) => {
      const current = scratch.copy(Uint32Array.of(this.#current));
      this.#current = NO_STATE; // what an error leaves: states are not joined that never followed each other
      try {
        this.#record("visit", current, state);
      } catch (error) {
        if (error.name !== "DPM_ERR_INFEASIBLE") throw error;
        this.#current = state; // not counted, and the session goes on where it is
        throw error;
      }
      this.#current = state;
    });
    return this;
  }

  endSession() {
    this.address();
    this.#current = NO_STATE;
    return this;
  }

  merge(other) {
    const own = this.address();
    if (!(other instanceof Counts)) throw new DpmError("DPM_JS_TYPE", 0, "the counts to add must come from counts()");
    const from = other.address(this.#memory);
    if (this.#support) {
      if (!other.support || !this.support.equals(other.support)) throw status(303, "both counts must be of the same support");
      this.#memory.scratch(() => this.#memory.call("dpm_sparse_merge", own.start, own.starts, own.targets, own.n, own.cells, from.start));
    } else {
      if (other.support || other.n !== this.n) throw status(303, "both counts must have the same number of states");
      this.#memory.scratch(() => this.#memory.call("dpm_counts_merge", own.start, from.start, own.n));
    }
    return this;
  }

  clear() {
    const { start, n, cells } = this.address();
    if (this.#support) this.#memory.call("dpm_sparse_clear", start, cells);
    else this.#memory.call("dpm_counts_clear", start, n);
    this.#current = NO_STATE;
    return this;
  }

  /** A copy: as secret as the counts. */
  toArray() {
    return this.#memory.read(Uint32Array, this.address().start, this.cells);
  }

  dispose() {
    this.#current = NO_STATE;
    super.dispose();
  }
}

/** The counts of a call: an object's, or copied into `scratch`. With starts and targets where there is a support. */
export function countsFor(memory, scratch, value, support) {
  if (value instanceof Counts) {
    if (support !== undefined) throw new DpmError("DPM_JS_TYPE", 0, "a Counts object brings its own support");
    return value.address(memory);
  }
  const table = unsigned(value, "counts", Uint32Array, support?.cells);
  try {
    const shape = support ? support.in(scratch) : { n: squareSide(table.length, "counts"), cells: table.length };
    return { start: scratch.copy(table), ...shape };
  } finally {
    table.fill(0);
  }
}

// Error bars after a release: from what was released, the mechanism's public parameters and, where the mechanism hides them, public row totals.
import { status, typeError } from "./errors.js";
import { chainOfNoisyCounts, chainOfTallies } from "./chain.js";
import { MECHANISMS } from "./report.js";
import { PARAMETERS } from "./accounting.js";
import { supportOf } from "./support.js";
import { options, real, reals, squareSide, unsigned, whole, wides } from "./values.js";

const LAW_BYTES = 40;
const TARGETS = { log: 0, process: 1 };

/** What is said of a release: a mechanism object or a report that was read, and the rows that were released. */
class Released {
  constructor(memory, source, given) {
    this.memory = memory;
    this.mechanism = options(source, "an interval").mechanism;
    if (!MECHANISMS.includes(this.mechanism)) throw typeError("the first argument must be a mechanism or a report that was read");
    const list = PARAMETERS[this.mechanism](options(source.parameters, "an interval"));
    this.parameters = this.mechanism === "polya" ? list.slice(1) : list; // an urn's row law has its own number of cells
    this.noisy = this.mechanism === "geometric" || this.mechanism === "gaussian";
    this.support = supportOf(memory, given.support ?? source.support);
    this.level = real(given.level ?? 0.95, "level");
    this.floor = whole(given.floor ?? 0, "floor", 217);
    const cells = this.support?.cells;
    if (this.noisy) this.counts = wides(given.noisyCounts ?? source.noisyCounts, "noisyCounts", cells);
    const { support } = this;
    const tallies = given.tallies ?? source.tallies;
    let values = given.chain ?? source.probabilities;
    if (values === undefined && this.noisy) values = chainOfNoisyCounts(memory, this.counts, { floor: this.floor, support });
    if (values === undefined && tallies !== undefined) values = chainOfTallies(memory, tallies, { support });
    this.values = reals(values, "chain", cells);
    this.n = this.support?.n ?? squareSide(this.values.length, "the released values");
    if (this.counts && this.counts.length !== this.values.length) throw status(303, "noisyCounts and chain must have the same length");
    const { rowTotals } = given;
    if (typeof rowTotals === "number") this.totals = new Float64Array(this.n).fill(rowTotals);
    else if (rowTotals !== undefined) this.totals = reals(rowTotals, "rowTotals", this.n);
    else if (!this.noisy) this.noisyTotals(given.totals ?? source.totals);
    this.starts = this.support?.starts;
  }

  /** The noisy row totals of a report, or those that go into one. */
  noisyTotals(totals) {
    if (!totals) throw typeError("rowTotals must say how many events a row holds: a public number, or one for each row");
    const rate = totals.rate ?? totals.mechanism?.parameters;
    this.fromNoise = { rate: PARAMETERS.geometric(options(rate, "totals")), values: wides(totals.values, "the noisy row totals", this.n) };
    this.totals = Float64Array.from(this.fromNoise.values, (value) => Math.max(1, Number(value)));
  }

  /** First cell and number of cells of a row. */
  row(i) {
    return this.starts ? [this.starts[i], this.starts[i + 1] - this.starts[i]] : [i * this.n, this.n];
  }

  /** The sum of a row's noisy counts. */
  sum(i) {
    const [first, length] = this.row(i);
    return this.counts.subarray(first, first + length).reduce((a, b) => a + b, 0n);
  }

  /** Laws of all rows in `scratch`; `total` says how many events a row holds. */
  laws(scratch, total, floor) {
    const { memory, n } = this;
    const laws = scratch.bytes(LAW_BYTES * n);
    for (let i = 0; i < n; i++) {
      const [, cells] = this.row(i);
      const list = [...this.parameters, ...(this.noisy ? [floor] : []), cells, total(i)];
      memory.call(`dpm_row_law_init_${this.mechanism}`, laws + LAW_BYTES * i, ...list);
    }
    return laws;
  }

  /** The released matrix in `scratch`, n * n. */
  matrix(scratch) {
    const { memory, support, n } = this;
    const values = scratch.copy(this.values);
    if (!support) return values;
    const out = scratch.room(Float64Array, n * n);
    const { starts, targets, cells } = support.in(scratch);
    memory.call("dpm_sparse_expand", starts, targets, n, cells, values, out);
    return out;
  }

  /** The rows without the mechanism's bias in `scratch`, n * n. */
  unbiased(scratch, matrix, laws) {
    const { memory, n } = this;
    const out = scratch.room(Float64Array, n * n);
    if (!this.noisy) {
      memory.call("dpm_debias_chain", matrix, n, laws, scratch.room(Float64Array, 10 * n), 10 * n, out);
      return out;
    }
    const [counts, shares] = [scratch.copy(this.counts), scratch.room(Float64Array, n)];
    const targets = this.support?.targets;
    for (let i = 0; i < n; i++) {
      const [first, length] = this.row(i);
      memory.call("dpm_debias_noisy_row", counts + 8 * first, length, shares);
      const from = memory.view(Float64Array, shares, length);
      const row = memory.view(Float64Array, out + 8 * n * i, n).fill(0);
      for (let j = 0; j < length; j++) row[targets ? targets[first + j] : j] = from[j];
    }
    return out;
  }

  /** How many events a row holds, for an estimate: as given, or the sum of its noisy counts. */
  estimated(i) {
    return this.totals ? this.totals[i] : Number(this.sum(i));
  }

  /** Whether row totals stand as they were given: else they come with noise. */
  get exact() {
    return this.totals !== undefined && this.fromNoise === undefined;
  }

  /** No row holds fewer events than this, with probability 1 - failure. */
  lower(scratch, i, failure) {
    if (this.exact) return this.totals[i];
    const out = scratch.room(Float64Array, 1);
    const { fromNoise } = this;
    if (fromNoise) this.memory.call("dpm_noisy_total_lower_geometric", fromNoise.values[i], 1, ...fromNoise.rate, failure, out);
    else this.memory.call(`dpm_noisy_total_lower_${this.mechanism}`, this.sum(i), this.row(i)[1], ...this.parameters, failure, out);
    return this.memory.view(Float64Array, out, 1)[0];
  }
}

const ends = (memory, start, n) => {
  const flat = memory.view(Float64Array, start, 2 * n);
  return { lower: Float64Array.from({ length: n }, (_, i) => flat[2 * i]), upper: Float64Array.from({ length: n }, (_, i) => flat[2 * i + 1]) };
};

/** The log's own stationary distribution, estimated without the mechanism's bias, and an interval for every state. */
export function stationaryIntervals(memory, source, given = {}) {
  const released = new Released(memory, source, options(given, "stationaryIntervals()"));
  const { n, level } = released;
  return memory.scratch((scratch) => {
    const laws = released.laws(scratch, (i) => released.estimated(i), 0);
    const matrix = released.matrix(scratch);
    const unbiased = released.unbiased(scratch, matrix, laws);
    const work = 2 * n * (2 * n + 11);
    const [pi, intervals] = [scratch.room(Float64Array, n), scratch.room(Float64Array, 2 * n)];
    memory.call("dpm_interval_stationary_chain", matrix, n, unbiased, laws, level, scratch.room(Float64Array, work), work, pi, intervals);
    return { stationary: memory.read(Float64Array, pi, n), ...ends(memory, intervals, n), level };
  });
}

/** How far the released chain's stationary distribution is from the true one: about, and at most. */
export function stationaryError(memory, source, given = {}) {
  const released = new Released(memory, source, options(given, "stationaryError()"));
  const { n, level } = released;
  return memory.scratch((scratch) => {
    const matrix = released.matrix(scratch);
    const [inverse, pi, out] = [scratch.room(Float64Array, n * n), scratch.room(Float64Array, n), scratch.room(Float64Array, 1)];
    const work = Math.max(2 * n * (n + 4), 13 * n);
    const room = scratch.room(Float64Array, work);
    const answer = () => memory.view(Float64Array, out, 1)[0];
    memory.call("dpm_group_inverse", matrix, n, room, work, inverse, pi);
    const laws = released.laws(scratch, (i) => released.estimated(i), released.floor);
    memory.call("dpm_stationary_estimate_after_release", matrix, n, pi, inverse, laws, room, work, out);
    const estimate = answer();
    const variances = scratch.room(Float64Array, n);
    memory.call("dpm_stationary_variances", matrix, n, pi, inverse, laws, room, work, variances);
    const result = {
      stationary: memory.read(Float64Array, pi, n),
      variances: memory.read(Float64Array, variances, n),
      estimate,
      bound: 1,
      level,
    };
    // Where the totals come with noise, half of what may fail goes to their lower limits, the other half to the bound.
    const half = released.exact ? level : levelOfEach(memory, level, 2);
    const lower = Array.from({ length: n }, (_, i) => released.lower(scratch, i, (1 - half) / n));
    if (lower.every((total) => total > 0 || !released.noisy || released.floor > 0)) {
      const from = released.laws(scratch, (i) => lower[i], released.floor);
      memory.call("dpm_group_inverse_tau_one", inverse, n, out);
      const tau = answer();
      memory.call("dpm_stationary_error_bound_after_release", matrix, n, tau, from, half, room, work, out);
      result.bound = answer();
    }
    return result;
  });
}

/** An interval for every transition probability, in the order of the released values. */
export function shareIntervals(memory, source, given = {}) {
  const released = new Released(memory, source, options(given, "shareIntervals()"));
  const { n, level, mechanism, parameters } = released;
  const wanted = given.target ?? "log";
  if (!Object.hasOwn(TARGETS, wanted)) throw typeError('target must be "log" or "process"');
  const target = TARGETS[wanted];
  const cells = released.values.length;
  return memory.scratch((scratch) => {
    const out = scratch.room(Float64Array, 2 * cells);
    const tally = scratch.room(Uint32Array, 1);
    const counts = released.noisy ? scratch.copy(released.counts) : 0;
    for (let i = 0; i < n; i++) {
      const [first, length] = released.row(i);
      const tail = [target, level];
      if (released.noisy) {
        memory.call(`dpm_interval_${mechanism}_row`, counts + 8 * first, length, released.totals?.[i] ?? 0, ...parameters, ...tail, out + 16 * first);
        continue;
      }
      for (let cell = first; cell < first + length; cell++) {
        const share = released.values[cell];
        if (mechanism === "dirichlet") {
          memory.call("dpm_interval_dirichlet", share, length, released.totals[i], ...parameters, ...tail, out + 16 * cell);
        } else {
          memory.call("dpm_polya_tally", share, length, ...parameters, tally);
          const times = memory.view(Uint32Array, tally, 1)[0];
          memory.call("dpm_interval_polya", times, length, released.totals[i], ...parameters, ...tail, out + 16 * cell);
        }
      }
    }
    return { ...ends(memory, out, cells), level };
  });
}

/** The level to ask for so that `intervals` intervals hold together. */
export function levelOfEach(memory, level, intervals) {
  real(level, "level");
  whole(intervals, "the number of intervals", 221);
  return memory.scratch((scratch) => {
    const out = scratch.room(Float64Array, 1);
    memory.call("dpm_interval_simultaneous", level, intervals, out);
    return memory.view(Float64Array, out, 1)[0];
  });
}

// What is computed from public numbers alone: plans, chains of noisy counts, error bars. It runs in an instance of the WebAssembly module of its own, which never
// holds a count.
import { Memory } from "../../../js/memory.js";
import { MECHANISMS, release } from "../../../js/report.js";
import { ADJACENCIES } from "../../../js/values.js";

const CANDIDATE = 96;
const LAW = 40;
const REASONS = ["only_one", "most_accurate", "integers", "pure", "simplest"];
const UNKNOWN_TOTAL = 0;
const OF_THE_LOG = 0;

export class Public {
  #memory;

  constructor(instance) {
    this.#memory = new Memory(instance);
  }

  /** Compares the four mechanisms; what `auto` takes, and why. */
  plan({ adjacency, epsilon, delta, releases, expectedRowTotal }, states) {
    const memory = this.#memory;
    return memory.scratch((scratch) => {
      const start = scratch.bytes(4 * CANDIDATE);
      const [recommended, reason] = [scratch.room(Int32Array, 1), scratch.room(Int32Array, 1)];
      memory.call("dpm_plan_compare", ADJACENCIES.indexOf(adjacency), epsilon, delta, releases, states, expectedRowTotal, start, recommended, reason);
      const view = new DataView(memory.read(Uint8Array, start, 4 * CANDIDATE).buffer);
      const candidates = MECHANISMS.map((mechanism, i) => {
        const at = i * CANDIDATE;
        const status = view.getInt32(at, true);
        if (status !== 0) return { mechanism, fault: memory.message(status) };
        return {
          mechanism,
          parameters: release(view, at + 8).parameters,
          pure: view.getInt32(at + 64, true) === 1,
          totalVariation: view.getFloat64(at + 72, true),
          kl: view.getFloat64(at + 80, true),
        };
      });
      return {
        candidates,
        recommended: MECHANISMS[memory.view(Int32Array, recommended, 1)[0]],
        reason: REASONS[memory.view(Int32Array, reason, 1)[0]],
      };
    });
  }

  /** The standard error of one noisy count, in events. */
  deviation(mechanism, { numerator, denominator }) {
    const value = mechanism === "gaussian" ? BigInt(numerator) : numerator;
    return this.#memory.raw(`dpm_${mechanism}_deviation`, value, denominator);
  }

  /** A stochastic row from a row of noisy counts or tallies. */
  row(values, floor) {
    const n = values.length;
    if (n === 1) return Float64Array.of(1);
    const memory = this.#memory;
    return memory.scratch((scratch) => {
      const out = scratch.room(Float64Array, n);
      memory.call("dpm_noisy_counts_row", scratch.copy(BigInt64Array.from(values, BigInt)), n, floor, out);
      return memory.read(Float64Array, out, n);
    });
  }

  #split(start, n) {
    const pairs = this.#memory.read(Float64Array, start, 2 * n);
    return { lower: pairs.filter((_, i) => i % 2 === 0), upper: pairs.filter((_, i) => i % 2 === 1) };
  }

  /** Intervals for the log's shares of one row of noisy counts, whose total nobody knows. */
  rowIntervals({ mechanism, parameters, counts, level }) {
    const memory = this.#memory;
    const n = counts.length;
    const numerator = mechanism === "gaussian" ? BigInt(parameters.numerator) : parameters.numerator;
    return memory.scratch((scratch) => {
      const out = scratch.room(Float64Array, 2 * n);
      memory.call(`dpm_interval_${mechanism}_row`, scratch.copy(BigInt64Array.from(counts, BigInt)), n, UNKNOWN_TOTAL, numerator, parameters.denominator, OF_THE_LOG, level, out);
      return this.#split(out, n);
    });
  }

  /**
   * Intervals for the log's own long-run shares, from noisy counts.
   * @param rows  for each state its feasible next states (`targets`) and their noisy counts (`counts`)
   */
  longRunIntervals({ mechanism, parameters, matrix, n, rows, level }) {
    const memory = this.#memory;
    const numerator = mechanism === "gaussian" ? BigInt(parameters.numerator) : parameters.numerator;
    return memory.scratch((scratch) => {
      const laws = scratch.bytes(n * LAW);
      const estimate = new Float64Array(n * n);
      rows.forEach(({ targets, counts }, i) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        memory.call(`dpm_row_law_init_${mechanism}`, laws + i * LAW, numerator, parameters.denominator, 0, counts.length, total);
        targets.forEach((j, k) => (estimate[i * n + j] = counts[k] / total));
      });
      const work = 2 * n * (2 * n + 11);
      const [pi, intervals] = [scratch.room(Float64Array, n), scratch.room(Float64Array, 2 * n)];
      const inputs = [scratch.copy(matrix), n, scratch.copy(estimate), laws, level];
      memory.call("dpm_interval_stationary_chain", ...inputs, scratch.room(Float64Array, work), work, pi, intervals);
      return this.#split(intervals, n);
    });
  }
}

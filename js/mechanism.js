// The mechanisms: an object holds public parameters that meet a guarantee; its release... methods are the only way from counts to what may leave.
import { accounting } from "./accounting.js";
import { Counts, countsFor } from "./counts.js";
import { generatorFor } from "./generator.js";
import { Resident } from "./object.js";
import { writeReport } from "./report.js";
import { supportOf } from "./support.js";
import { ADJACENCIES, adjacency, options, real, whole, wide } from "./values.js";

const BYTES = 96;

/** The four arguments that every guarantee has. */
function promise(given) {
  return [adjacency(given.adjacency), real(given.epsilon, "epsilon"), real(given.delta, "delta"), whole(given.releases, "releases", 205)];
}

class Mechanism extends Resident {
  #memory;
  #name;

  /** `types`: of the parameters that the library tells, in order; `named` makes an object of them. */
  constructor(memory, name, given, checked, rest, types, named) {
    const list = [...promise(given), ...rest];
    super(memory, BYTES, (start) => memory.call(`dpm_${name}_init${checked ? "_checked" : ""}`, start, ...list));
    this.#memory = memory;
    this.#name = name;
    this.parameters = Object.freeze(named(...this.#read("parameters", types)));
    const [code, epsilon, delta, releases] = this.#read("guarantee", [Int32Array, Float64Array, Float64Array, Uint32Array]);
    this.guarantee = Object.freeze({ adjacency: ADJACENCIES[code], epsilon, delta, releases });
  }

  /** Which one it is: "geometric", ... */
  get mechanism() {
    return this.#name;
  }

  /** For this package alone. */
  get memory() {
    return this.#memory;
  }

  #read(what, types) {
    const memory = this.#memory;
    return memory.scratch((scratch) => {
      const outputs = types.map((type) => scratch.room(type, 1));
      memory.call(`dpm_${this.#name}_${what}`, this.address(), ...outputs);
      return outputs.map((start, i) => memory.view(types[i], start, 1)[0]);
    });
  }

  /** For this package alone. */
  address(memory = this.#memory) {
    return Resident.address(this, memory, "the mechanism");
  }

  /** The delta that these parameters promise at an epsilon. */
  delta(epsilon) {
    return this.#account("delta", { epsilon });
  }

  /** The epsilon that they promise at a delta. */
  epsilon(delta) {
    return this.#account("epsilon", { delta });
  }

  #account(what, at) {
    this.address();
    return accounting(this.#memory)[this.#name][what]({ ...this.guarantee, ...this.parameters, ...at });
  }

  /** The report of what this mechanism released: bytes for a collector. */
  report(released, given) {
    return writeReport(this.#memory, this, released, given);
  }

  /** Runs a release: `body` gets the library's memory, a scratch, where mechanism and generator lie, and the counts. Wipes what it used. */
  run(counts, given, body) {
    const memory = this.#memory;
    this.address();
    const { generator, support } = given === undefined ? {} : options(given, "a release");
    const feasible = supportOf(memory, support);
    return memory.scratch((scratch) => {
      const table = countsFor(memory, scratch, counts, feasible);
      const rng = generatorFor(memory, scratch, generator);
      // Nothing of the caller's runs from here on. What ran before, a source of randomness for instance, may have disposed of either.
      if (counts instanceof Counts) counts.address(memory);
      return body(memory, scratch, [this.address(), rng], table);
    });
  }
}

/** A whole chain: `work` is the scratch, `floor` is for noisy counts alone. */
function releaseChain(mechanism, counts, given, extra) {
  return mechanism.run(counts, given, (memory, scratch, head, table) => {
    const { start, n, cells, starts, targets } = table;
    const out = scratch.room(Float64Array, cells);
    const more = extra(scratch, n);
    const name = `dpm_${mechanism.mechanism}_release`;
    if (starts !== undefined) memory.call(`${name}_sparse`, ...head, starts, targets, n, cells, start, ...more, out);
    else memory.call(`${name}_chain`, ...head, start, n, ...more, out);
    return memory.read(Float64Array, out, cells);
  });
}

/** Integers: `what` are counts or tallies, in elements of `type`. */
function releaseIntegers(mechanism, counts, given, what, type, extra) {
  return mechanism.run(counts, given, (memory, scratch, head, table) => {
    const { start, n, cells, starts, targets } = table;
    const out = scratch.room(type, cells);
    const more = extra(scratch, n);
    const name = `dpm_${mechanism.mechanism}_release`;
    if (starts !== undefined) memory.call(`${name}_sparse_${what}`, ...head, starts, targets, n, cells, start, ...more, out);
    else for (let i = 0; i < n; i++) memory.call(`${name}_${what}`, ...head, start + 4 * n * i, n, ...more, out + type.BYTES_PER_ELEMENT * n * i);
    return memory.read(type, out, cells);
  });
}

/** Noise on every count: what the two mechanisms of noisy counts share. */
class Noisy extends Mechanism {
  /** The standard deviation of the noise on one count, in events. */
  get deviation() {
    const { numerator, denominator } = this.parameters;
    return this.mechanism === "geometric"
      ? this.memory.raw("dpm_geometric_deviation", numerator, denominator)
      : this.memory.raw("dpm_gaussian_deviation", BigInt(numerator), denominator);
  }

  releaseCounts(counts, given) {
    return releaseIntegers(this, counts, given, "counts", BigInt64Array, () => []);
  }

  releaseChain(counts, given) {
    const floor = whole(given?.floor ?? 0, "floor", 217);
    return releaseChain(this, counts, given, (scratch, n) => [floor, scratch.room(BigInt64Array, n), n]);
  }
}

export class Geometric extends Noisy {
  constructor(memory, given) {
    const { rate } = options(given, "geometric()");
    const rest =
      rate === undefined
        ? []
        : [whole(options(rate, "rate").numerator, "the rate's numerator", 212), whole(rate.denominator, "the rate's denominator", 212)];
    super(memory, "geometric", given, rate !== undefined, rest, [Uint32Array, Uint32Array], (numerator, denominator) => ({ numerator, denominator }));
  }

  /** The events of every row with noise on them: a release of its own, for a report of another mechanism. */
  releaseTotals(counts, given) {
    return this.run(counts, given, (memory, scratch, head, { start, n, cells, starts }) => {
      const table = memory.view(Uint32Array, start, cells);
      const first = starts === undefined ? Uint32Array.from({ length: n + 1 }, (_, i) => n * i) : memory.view(Uint32Array, starts, n + 1);
      const sums = Float64Array.from({ length: n }, (_, i) => table.subarray(first[i], first[i + 1]).reduce((a, b) => a + b, 0));
      const [at, out] = [scratch.room(Uint32Array, n), scratch.room(BigInt64Array, n)];
      try {
        sums.forEach((sum) => whole(sum, "a row's total", 501));
        memory.view(Uint32Array, at, n).set(sums);
      } finally {
        sums.fill(0);
      }
      memory.call("dpm_geometric_release_counts", ...head, at, n, out);
      return memory.read(BigInt64Array, out, n);
    });
  }
}

export class Gaussian extends Noisy {
  constructor(memory, given) {
    const { variance } = options(given, "gaussian()");
    const rest =
      variance === undefined
        ? []
        : [
            wide(options(variance, "variance").numerator, "the variance's numerator", 213),
            whole(variance.denominator, "the variance's denominator", 213),
          ];
    // a numerator is at most 2^40
    super(memory, "gaussian", given, variance !== undefined, rest, [BigUint64Array, Uint32Array], (numerator, denominator) => ({
      numerator: Number(numerator),
      denominator,
    }));
  }
}

export class Polya extends Mechanism {
  constructor(memory, given) {
    const { states, pseudoCount, eventMass, priorMass, drawMass, draws } = options(given, "polya()");
    const checked = eventMass !== undefined;
    const parameters = checked ? [eventMass, priorMass, drawMass].map((mass) => whole(mass, "a mass", 214)) : [real(pseudoCount, "pseudoCount")];
    const rest = [whole(states, "states", 301), ...parameters, whole(draws, "draws", 215)];
    super(memory, "polya", given, checked, rest, Array(5).fill(Uint32Array), (n, event, prior, draw, number) => ({
      states: n,
      eventMass: event,
      priorMass: prior,
      drawMass: draw,
      draws: number,
    }));
  }

  /** Enough for n states and for the mechanism's own, so that a wrong number of states is told as such. */
  #work(scratch, n) {
    const length = 5 * Math.max(n, this.parameters.states);
    return [scratch.room(Uint32Array, length), length];
  }

  releaseTallies(counts, given) {
    return releaseIntegers(this, counts, given, "tallies", Uint32Array, (scratch, n) => this.#work(scratch, n));
  }

  releaseChain(counts, given) {
    return releaseChain(this, counts, given, (scratch, n) => this.#work(scratch, n));
  }
}

export class Dirichlet extends Mechanism {
  constructor(memory, given) {
    const { pseudoCount, weight } = options(given, "dirichlet()");
    const rest = weight === undefined ? [real(pseudoCount, "pseudoCount")] : [real(pseudoCount, "pseudoCount"), real(weight, "weight")];
    super(memory, "dirichlet", given, weight !== undefined, rest, [Float64Array, Float64Array], (found, pseudo) => ({
      weight: found,
      pseudoCount: pseudo,
    }));
  }

  releaseChain(counts, given) {
    return releaseChain(this, counts, given, () => []);
  }
}

// The mechanisms: an object holds public parameters that meet a guarantee; its release... methods are the only way from counts to what may leave.
import { Resident } from "./object.js";
import { ADJACENCIES, adjacency, options, real, whole, wide } from "./values.js";
import { countsFor } from "./counts.js";
import { writeReport } from "./report.js";
import { generatorFor } from "./generator.js";

const BYTES = 96;

/** The four arguments that every guarantee has. */
function promise(given) {
  return [adjacency(given.adjacency), real(given.epsilon, "epsilon"), real(given.delta, "delta"), whole(given.releases, "releases", 205)];
}

class Mechanism extends Resident {
  #memory;
  #kind;
  /** @param init called with the address, gives the library's name of the constructor and its arguments after the guarantee */
  constructor(memory, kind, given, checked, rest) {
    const arguments_ = [...promise(given), ...rest];
    super(memory, BYTES, (start) => memory.call(`dpm_${kind}_init${checked ? "_checked" : ""}`, start, ...arguments_));
    this.#memory = memory;
    this.#kind = kind;
    this.guarantee = Object.freeze(this.#guarantee());
  }

  get kind() {
    return this.#kind;
  }

  #guarantee() {
    const memory = this.#memory;
    return memory.scratch((scratch) => {
      const [code, releases] = [scratch.bytes(4), scratch.bytes(4)];
      const [epsilon, delta] = [scratch.bytes(8), scratch.bytes(8)];
      memory.call(`dpm_${this.#kind}_guarantee`, this.address(), code, epsilon, delta, releases);
      return {
        adjacency: ADJACENCIES[memory.view(Int32Array, code, 1)[0]],
        epsilon: memory.view(Float64Array, epsilon, 1)[0],
        delta: memory.view(Float64Array, delta, 1)[0],
        releases: memory.view(Uint32Array, releases, 1)[0],
      };
    });
  }

  /** For this package alone. */
  address() {
    return Resident.address(this, this.#memory, "the mechanism");
  }

  get memory() {
    return this.#memory;
  }

  /** What the library says of the parameters: `types` of its outputs, in order. */
  read(types) {
    const memory = this.#memory;
    return memory.scratch((scratch) => {
      const outputs = types.map((type) => scratch.room(type, 1));
      memory.call(`dpm_${this.#kind}_parameters`, this.address(), ...outputs);
      return outputs.map((start, i) => memory.view(types[i], start, 1)[0]);
    });
  }

  /** The report of what this mechanism released: bytes for a collector. */
  report(released, given) {
    return writeReport(this.#memory, this, released, given);
  }

  /** Runs a release: `body` gets what it draws with and the counts, and says where the output lies. */
  run(counts, given, body) {
    const start = this.address();
    const { generator } = given === undefined ? {} : options(given, "a release");
    return this.#memory.scratch((scratch) => {
      const table = countsFor(this.#memory, scratch, counts);
      const rng = generatorFor(this.#memory, scratch, generator);
      return body(scratch, start, rng, table.start, table.n);
    });
  }
}

/** Noise on every count: what the two mechanisms of noisy counts share. */
class Noisy extends Mechanism {
  releaseCounts(counts, given) {
    const { memory, kind } = this;
    return this.run(counts, given, (scratch, mechanism, rng, table, n) => {
      const noisy = scratch.room(BigInt64Array, n * n);
      for (let i = 0; i < n; i++) memory.call(`dpm_${kind}_release_counts`, mechanism, rng, table + 4 * n * i, n, noisy + 8 * n * i);
      return memory.read(BigInt64Array, noisy, n * n);
    });
  }

  releaseChain(counts, given) {
    const { memory, kind } = this;
    const floor = whole(given?.floor ?? 0, "floor", 217);
    return this.run(counts, given, (scratch, mechanism, rng, table, n) => {
      const matrix = scratch.room(Float64Array, n * n);
      memory.call(`dpm_${kind}_release_chain`, mechanism, rng, table, n, floor, scratch.room(BigInt64Array, n), n, matrix);
      return memory.read(Float64Array, matrix, n * n);
    });
  }
}

export class Geometric extends Noisy {
  constructor(memory, given) {
    const { rate } = options(given, "geometric()");
    super(memory, "geometric", given, rate, rate ? [whole(rate.numerator, "the rate's numerator", 212), whole(rate.denominator, "the rate's denominator", 212)] : []);
    const [numerator, denominator] = this.read([Uint32Array, Uint32Array]);
    this.parameters = Object.freeze({ numerator, denominator });
  }
}

export class Gaussian extends Noisy {
  constructor(memory, given) {
    const { variance } = options(given, "gaussian()");
    super(memory, "gaussian", given, variance, variance ? [wide(variance.numerator, "the variance's numerator", 213), whole(variance.denominator, "the variance's denominator", 213)] : []);
    const [numerator, denominator] = this.read([BigUint64Array, Uint32Array]);
    this.parameters = Object.freeze({ numerator: Number(numerator), denominator }); // at most 2^40
  }
}

export class Polya extends Mechanism {
  constructor(memory, given) {
    const { states, pseudoCount, eventMass, priorMass, drawMass, draws } = options(given, "polya()");
    const checked = eventMass !== undefined;
    const n = whole(states, "states", 301);
    const last = whole(draws, "draws", 215);
    const rest = checked ? [n, ...[eventMass, priorMass, drawMass].map((mass) => whole(mass, "a mass", 214)), last] : [n, real(pseudoCount, "pseudoCount"), last];
    super(memory, "polya", given, checked, rest);
    const types = Array(5).fill(Uint32Array);
    const [of, event, prior, draw, number] = this.read(types);
    this.parameters = Object.freeze({ states: of, eventMass: event, priorMass: prior, drawMass: draw, draws: number });
  }

  releaseTallies(counts, given) {
    const { memory } = this;
    return this.run(counts, given, (scratch, mechanism, rng, table, n) => {
      const tallies = scratch.room(Uint32Array, n * n);
      const work = scratch.room(Uint32Array, 5 * n);
      for (let i = 0; i < n; i++) memory.call("dpm_polya_release_tallies", mechanism, rng, table + 4 * n * i, n, work, 5 * n, tallies + 4 * n * i);
      return memory.read(Uint32Array, tallies, n * n);
    });
  }

  releaseChain(counts, given) {
    const { memory } = this;
    return this.run(counts, given, (scratch, mechanism, rng, table, n) => {
      const matrix = scratch.room(Float64Array, n * n);
      memory.call("dpm_polya_release_chain", mechanism, rng, table, n, scratch.room(Uint32Array, 5 * n), 5 * n, matrix);
      return memory.read(Float64Array, matrix, n * n);
    });
  }
}

export class Dirichlet extends Mechanism {
  constructor(memory, given) {
    const { pseudoCount, weight } = options(given, "dirichlet()");
    const rest = weight === undefined ? [real(pseudoCount, "pseudoCount")] : [real(pseudoCount, "pseudoCount"), real(weight, "weight")];
    super(memory, "dirichlet", given, weight !== undefined, rest);
    const [used, pseudo] = this.read([Float64Array, Float64Array]);
    this.parameters = Object.freeze({ weight: used, pseudoCount: pseudo });
  }

  releaseChain(counts, given) {
    const { memory } = this;
    return this.run(counts, given, (scratch, mechanism, rng, table, n) => {
      const matrix = scratch.room(Float64Array, n * n);
      memory.call("dpm_dirichlet_release_chain", mechanism, rng, table, n, matrix);
      return memory.read(Float64Array, matrix, n * n);
    });
  }
}

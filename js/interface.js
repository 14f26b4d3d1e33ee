// What load() gives: all functions over one instance of the WebAssembly module.
import { Memory } from "./memory.js";
import { Counts } from "./counts.js";
import { Generator } from "./generator.js";
import { Dirichlet, Gaussian, Geometric, Polya } from "./mechanism.js";
import { readReport, verifyReport } from "./report.js";
import { Support } from "./support.js";
import { accounting } from "./accounting.js";
import { special } from "./special.js";
import { ergodicity, stationary } from "./chain.js";

export class Dpmarkov {
  #memory;

  constructor(instance) {
    this.#memory = new Memory(instance);
    this.version = this.#memory.text(this.#memory.raw("dpm_version"));
    this.abiVersion = this.#memory.raw("dpm_abi_version");
    this.accounting = accounting(this.#memory);
    this.special = special(this.#memory);
    /** Whether this is the full file. */
    this.full = this.#memory.has("dpm_report_read");
  }

  counts(n, values) {
    return new Counts(this.#memory, n, values);
  }

  generator(stream = 0n) {
    return new Generator(this.#memory, stream);
  }

  testGenerator(seed, stream = 0n) {
    return new Generator(this.#memory, stream, seed ?? new Uint8Array(0));
  }

  geometric(given) {
    return new Geometric(this.#memory, given);
  }

  gaussian(given) {
    return new Gaussian(this.#memory, given);
  }

  polya(given) {
    return new Polya(this.#memory, given);
  }

  dirichlet(given) {
    return new Dirichlet(this.#memory, given);
  }

  stationary(matrix, n) {
    return stationary(this.#memory, matrix, n);
  }

  ergodicity(matrix, n) {
    return ergodicity(this.#memory, matrix, n);
  }

  support(given) {
    return new Support(this.#memory, given);
  }

  readReport(bytes) {
    return readReport(this.#memory, bytes);
  }

  verifyReport(bytes) {
    verifyReport(this.#memory, bytes);
  }

  /** Bytes of the module's memory: for tests of leaks. */
  get memorySize() {
    return this.#memory.size;
  }
}

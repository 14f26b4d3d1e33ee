// What load() gives: all functions over one instance of the WebAssembly module.
import { accounting } from "./accounting.js";
import { chain, chainOfNoisyCounts, chainOfTallies, distance } from "./chain.js";
import { Counts } from "./counts.js";
import { Generator } from "./generator.js";
import { levelOfEach, shareIntervals, stationaryError, stationaryIntervals } from "./intervals.js";
import { Dirichlet, Gaussian, Geometric, Polya } from "./mechanism.js";
import { Memory } from "./memory.js";
import { compose, plan } from "./plan.js";
import { readReport, verifyReport } from "./report.js";
import { special } from "./special.js";
import { Support, expand } from "./support.js";

/** The interface over an instance. Its members are told in dpmarkov.d.ts. */
export function dpmarkov(instance) {
  const memory = new Memory(instance);
  const account = accounting(memory);
  account.compose = { delta: (given) => compose(memory, "delta", given), epsilon: (given) => compose(memory, "epsilon", given) };
  return Object.freeze({
    version: memory.text(memory.raw("dpm_version")),
    abiVersion: memory.raw("dpm_abi_version"),
    full: memory.has("dpm_report_read"),

    counts: (shape, given) => new Counts(memory, shape, given),
    support: (given) => new Support(memory, given),
    expand: (support, values) => expand(memory, support, values),

    generator: (stream = 0n) => new Generator(memory, stream),
    testGenerator: (seed, stream = 0n) => new Generator(memory, stream, seed ?? []),

    geometric: (given) => new Geometric(memory, given),
    gaussian: (given) => new Gaussian(memory, given),
    polya: (given) => new Polya(memory, given),
    dirichlet: (given) => new Dirichlet(memory, given),

    chainOfNoisyCounts: (noisy, given) => chainOfNoisyCounts(memory, noisy, given),
    chainOfTallies: (tallies, given) => chainOfTallies(memory, tallies, given),
    ...chain(memory),
    totalVariation: (p, q) => distance(memory, "dpm_total_variation_distance", p, q),
    klDivergence: (p, q) => distance(memory, "dpm_kl_divergence", p, q),

    stationaryIntervals: (source, given) => stationaryIntervals(memory, source, given),
    stationaryError: (source, given) => stationaryError(memory, source, given),
    shareIntervals: (source, given) => shareIntervals(memory, source, given),
    levelOfEach: (level, intervals) => levelOfEach(memory, level, intervals),

    readReport: (bytes) => readReport(memory, bytes),
    verifyReport: (bytes) => verifyReport(memory, bytes),

    accounting: Object.freeze(account),
    plan: Object.freeze(plan(memory)),
    special: Object.freeze(special(memory)),

    /** Bytes of the module's memory, and the whole of it as a copy: for tests of leaks. */
    memory: Object.freeze({ size: () => memory.size, copy: () => memory.read(Uint8Array, 0, memory.size) }),
  });
}

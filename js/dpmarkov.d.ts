// Types of dpmarkov. Units: epsilon in nats; counts, pseudo-counts and row totals in events. States are numbered from 0 to n - 1.

/** Who is protected: what may differ between two logs that nobody is to tell apart. */
export type Adjacency =
  /** One event keeps its source and goes elsewhere; row totals are public. */
  | "destination"
  /** One event is present in one log only. */
  | "add_remove"
  /** One event is replaced by any other, its source included. */
  | "event"
  /** One visited state inside a session is replaced. */
  | "visit"
  /** One visited state is inserted into or dropped from a session. */
  | "visit_presence";

export type MechanismName = "dirichlet" | "polya" | "geometric" | "gaussian";

/**
 * Whatever goes wrong. `name` is the constant of the C interface, such as "DPM_ERR_EPSILON", and `status` its number. What this package itself finds has
 * the status 0: "DPM_JS_TYPE" (an argument of a wrong type), "DPM_JS_DISPOSED" (an object after its dispose()), "DPM_JS_MEMORY" (out of memory),
 * "DPM_JS_CORE" (the function is in dpmarkov.wasm alone), "DPM_JS_LOAD" (no WebAssembly file of this library, or of another version), "DPM_JS_RANGE" (no exact number),
 * "DPM_JS_CRYPTO" (no crypto.subtle), "DPM_JS_TRAP" (the module stopped; load it anew). No message holds a value that was passed in.
 */
export class DpmError extends Error {
  readonly name: string;
  readonly status: number;
}

/** Noisy counts as numbers. DPM_JS_RANGE where one is 2^53 or more in magnitude. */
export function toNumbers(values: BigInt64Array | BigUint64Array): Float64Array;

/**
 * What stands for the names of the states in a report, for `stateTable` of report(): 16 bytes of SHA-256, as docs/report.md says. By crypto.subtle: DPM_JS_CRYPTO where it
 * is absent, as on a page that came by plain http.
 */
export function stateTable(names: readonly string[]): Promise<Uint8Array>;

// Types of the platform, where the program has them: neither a browser's types nor Node's are needed.
type Platform<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer T } } ? T : never;
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T & object : never;

/** Where the WebAssembly is: a URL or its text, a Response, the bytes, or a WebAssembly.Module. */
export type Source = string | Platform<"URL"> | Platform<"Response"> | ArrayBuffer | ArrayBufferView | CompiledModule;

/** Loads the library: without an argument the file beside this module. DPM_JS_LOAD where it cannot be had, or is another file. */
export function load(source?: Source | Promise<Source>): Promise<Dpmarkov>;

/** Whole numbers. They are copied, and every one is checked; each is read once, so that what changes meanwhile is what was checked. */
export type Integers = Reals;
/** Numbers in an array or a typed array; a matrix row by row. They are copied. */
export type Reals =
  | readonly number[]
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
/** Released integers of 64 bits. */
export type WideIntegers = BigInt64Array | BigUint64Array | readonly bigint[] | Reals;
/** The same for a report, which takes no numbers: counts are numbers, and are kept out by that. */
export type ReleasedIntegers = BigInt64Array | BigUint64Array | readonly bigint[];

/** An object in the memory of the module. */
export interface Resident {
  /** Wipes it and gives its memory back; later uses are answered with DPM_JS_DISPOSED. An object that nobody holds is disposed of in time. */
  dispose(): void;
}

/**
 * A source of noise, seeded with 32 bytes from crypto.getRandomValues(). A release without one makes its own, which is what an application wants.
 * A failing or absent source is DPM_ERR_ENTROPY: there is no fallback.
 */
export interface Generator extends Resident {
  readonly kind: "generator";
}

/** A public set of feasible transitions (a map, a timetable, a state machine), known without the log. All others have the probability 0. */
export interface Support {
  readonly n: number;
  /** Feasible transitions. Counts and values of a support have one element for each, in the order of the rows. */
  readonly cells: number;
  /** A copy: where the rows begin, n + 1 elements. */
  readonly starts: Uint32Array;
  /** A copy: the feasible next states of all rows. */
  readonly targets: Uint16Array;
}

/** Rows as lists of next states, or compressed: next states of i are targets[starts[i]] to targets[starts[i + 1] - 1], rising. */
export type SupportLike = Support | ReadonlyArray<Integers> | { starts: Integers; targets: Integers };

/** Counts of transitions, in the memory of the module. SECRET: release them, and nothing else may leave. */
export interface Counts extends Resident {
  readonly n: number;
  /** Elements: n * n, or the support's cells. */
  readonly cells: number;
  readonly support: Support | undefined;
  /** Adds `count` events from one state to another. DPM_ERR_STATE_INDEX, DPM_ERR_COUNT_OVERFLOW, DPM_ERR_INFEASIBLE. */
  record(from: number, to: number, count?: number): this;
  /**
   * A whole session, its states in the order of the visits; all or nothing. Do not go on without a session that was refused: one visit could then take a
   * whole session out of the counts, which no guarantee covers.
   */
  recordSession(states: Integers): this;
  /** One more visit of the running session. After an error the session is at its end; with DPM_ERR_INFEASIBLE it goes on from `state`. */
  visit(state: number): this;
  /** The next visit() begins a session. */
  endSession(): this;
  /** Adds all of `other`, of the same shape; all or nothing. */
  merge(other: Counts): this;
  /** Sets all counts to 0: for the next window of time. */
  clear(): this;
  /** A copy, as secret as the counts; wipe it with fill(0) after use. */
  toArray(): Uint32Array;
}

/** What a mechanism promises. All of it must be public facts, never computed from the log. */
export interface Guarantee {
  adjacency: Adjacency;
  /** In nats, 0 to 1e6. */
  epsilon: number;
  /** 0 (where the mechanism promises something at it, else DPM_ERR_NOT_PURE) and 2.3e-308 to 1 - 1.2e-16. */
  delta: number;
  /** How many releases of the same log by one mechanism the promise holds for together, 1 to 4294967295. Of several mechanisms: accounting.compose. */
  releases: number;
}

/** A fraction: the rate of geometric noise (2^-30 to 64) or a variance of Gaussian noise. */
export interface Fraction {
  numerator: number;
  denominator: number;
}

export interface DirichletParameters {
  /** Event weight, 1e-9 to 1e9. */
  weight: number;
  /** Pseudo-count of every cell in events, 1e-6 to 1e9. */
  pseudoCount: number;
}

export interface PolyaParameters {
  states: number;
  eventMass: number;
  priorMass: number;
  drawMass: number;
  /** Draws a row, 1 to 2^24. */
  draws: number;
}

export interface ReleaseOptions {
  /** For an array of counts: their support. A Counts object brings its own. */
  support?: SupportLike;
  /** For tests alone; without it every release has a fresh generator from the operating system's randomness. */
  generator?: Generator;
}

export interface NoisyReleaseOptions extends ReleaseOptions {
  /** A public number in 1/1024 of an event that is added to every noisy count, 0 to 2^30; default 0. */
  floor?: number;
}

/** Counts to release: an object, or n * n numbers row by row (with a support: its cells). */
export type CountsLike = Counts | Integers;

/** What a report says beside what the mechanism knows. It leaves the device: nothing here may depend on the counts. */
export interface ReportOptions {
  /** 16 bytes that stand for the names of the states: docs/report.md says of which hash. */
  stateTable: Integers;
  /** First and last time bucket whose events were released, 32-bit numbers in the application's unit. */
  window: readonly [number, number];
  /** Bits a value: 32 (default), or 16. */
  bits?: 16 | 32;
  /** The support that the values were released on. */
  support?: SupportLike;
  /** The number of the ledger's permit; default 0, no ledger. */
  generation?: bigint | number;
  /** 16 random bytes for this one report, so that a collector sees one that it gets twice; never a number of the device. */
  id?: Integers | null;
  /** Dirichlet and Polya: noisy row totals, released by releaseTotals() of a geometric mechanism, a release of its own. */
  totals?: { mechanism: GeometricMechanism; values: ReleasedIntegers };
}

interface Mechanism<Parameters> extends Resident {
  readonly mechanism: MechanismName;
  readonly guarantee: Readonly<Guarantee>;
  readonly parameters: Readonly<Parameters>;
  /** The delta that these parameters promise at an epsilon, rounded up. */
  delta(epsilon: number): number;
  /** The epsilon that they promise at a delta, rounded up. */
  epsilon(delta: number): number;
  /**
   * The release as bytes for a collector (docs/report.md). `released` is what this mechanism released; never the counts themselves: of geometric and Gaussian
   * noise BigInts alone are taken, as its releases give them. Costs no privacy beyond the release.
   */
  report(released: Reals | ReleasedIntegers, options: ReportOptions): Uint8Array;
}

interface NoisyMechanism extends Mechanism<Fraction> {
  /** The standard deviation of the noise on one count, in events. Full file. */
  readonly deviation: number;
  /**
   * Releases the counts with noise on each: unbiased, below 0 where the noise is. EVERY CALL COUNTS AS A RELEASE: the promise holds for as many as
   * `releases` says, of this mechanism's releases of one log together.
   */
  releaseCounts(counts: CountsLike, options?: ReleaseOptions): BigInt64Array;
  /** Releases a stochastic matrix, made from noisy counts that are not kept: take releaseCounts() and chainOfNoisyCounts() to have both. EVERY CALL COUNTS AS A RELEASE. */
  releaseChain(counts: CountsLike, options?: NoisyReleaseOptions): Float64Array;
}

/** Two-sided geometric noise on every count. */
export interface GeometricMechanism extends NoisyMechanism {
  readonly mechanism: "geometric";
  /** Releases the number of events of every row with noise, for a report of another mechanism. EVERY CALL COUNTS AS A RELEASE, of the same log as that one. */
  releaseTotals(counts: Counts | Integers, options?: ReleaseOptions): BigInt64Array;
}

/** Discrete Gaussian noise on every count. */
export interface GaussianMechanism extends NoisyMechanism {
  readonly mechanism: "gaussian";
}

/** Polya's urn. */
export interface PolyaMechanism extends Mechanism<PolyaParameters> {
  readonly mechanism: "polya";
  /** Releases tallies, integers whose rows sum to `draws`. EVERY CALL COUNTS AS A RELEASE. */
  releaseTallies(counts: CountsLike, options?: ReleaseOptions): Uint32Array;
  /** Releases a stochastic matrix, that of tallies which are not kept: take releaseTallies() and chainOfTallies() to have both. EVERY CALL COUNTS AS A RELEASE. */
  releaseChain(counts: CountsLike, options?: ReleaseOptions): Float64Array;
}

/** The Dirichlet mechanism. */
export interface DirichletMechanism extends Mechanism<DirichletParameters> {
  readonly mechanism: "dirichlet";
  /** Releases a stochastic matrix. EVERY CALL COUNTS AS A RELEASE. */
  releaseChain(counts: CountsLike, options?: ReleaseOptions): Float64Array;
}

type Accounted<Parameters> = {
  /** An upper bound on delta at `epsilon` over all releases. */
  delta(given: Parameters & { adjacency: Adjacency; releases: number; epsilon: number }): number;
  /** An upper bound on epsilon at `delta` over all releases. */
  epsilon(given: Parameters & { adjacency: Adjacency; releases: number; delta: number }): number;
};

/** A kind of release of one log, and how often it happens: a mechanism's name and parameters. */
export type Release =
  | { mechanism: "dirichlet"; parameters: DirichletParameters; releases: number }
  | { mechanism: "polya"; parameters: PolyaParameters; releases: number }
  | { mechanism: "geometric" | "gaussian"; parameters: Fraction; releases: number };

export type Bound = "line_integral" | "renyi" | "basic" | "single";

export interface Accounting {
  readonly dirichlet: Accounted<DirichletParameters> & {
    /** The largest event weight that meets the guarantee. DPM_ERR_UNREACHABLE where none does. */
    weight(given: Guarantee & { pseudoCount: number }): number;
    /** The smallest pseudo-count at which some weight meets it. */
    smallestPseudoCount(given: Guarantee): number;
  };
  readonly polya: Accounted<PolyaParameters>;
  readonly geometric: Accounted<Fraction> & {
    /** The largest rate that meets the guarantee. */
    rate(given: Guarantee): Fraction;
  };
  readonly gaussian: Accounted<Fraction> & {
    /** The smallest variance that meets it. */
    variance(given: Guarantee): Fraction;
  };
  /** Several kinds of releases of one log together, up to 16; and which bound was the smallest. Full file. */
  readonly compose: {
    delta(given: { adjacency: Adjacency; list: readonly Release[]; epsilon: number }): { delta: number; bound: Bound };
    epsilon(given: { adjacency: Adjacency; list: readonly Release[]; delta: number }): { epsilon: number; bound: Bound };
  };
}

export type Candidate =
  | { mechanism: MechanismName; available: false; error: DpmError }
  | (Release & {
      available: true;
      /** The floor that its noisy counts get, in 1/1024 of an event. */
      floor: number;
      /** Whether it holds at these parameters with delta = 0. */
      pure: boolean;
      /** Whether it draws with integers alone. */
      integers: boolean;
      /** The expected total variation distance of a released row. */
      totalVariation: number;
      /** The expected Kullback-Leibler divergence, in nats. */
      kl: number;
      /** Bytes of scratch for one row. */
      workBytes: number;
    });

/** Planning from public facts; an expected row total that was computed from the log leaks. A search, which may take a second: in a page run it in a worker. Full file. */
export interface Plan {
  /** Compares the four mechanisms for rows of about so many events (1 to 1e15). DPM_ERR_UNREACHABLE where none meets the guarantee. */
  compare(given: Guarantee & { states: number; expectedRowTotal: number }): {
    /** In the order dirichlet, polya, geometric, gaussian. */
    candidates: Candidate[];
    recommended: MechanismName;
    reason: "only_one" | "most_accurate" | "integers" | "pure" | "simplest";
  };
  /** Weight and pseudo-count of the Dirichlet mechanism. */
  dirichlet(given: Guarantee & { states: number; expectedRowTotal: number }): DirichletParameters;
}

export interface Special {
  /** ln |Gamma(x)|. NaN where x is NaN. */
  lnGamma(x: number): number;
  /** The derivative of ln Gamma. NaN outside its domain. */
  digamma(x: number): number;
  /** ln B(a, b). NaN outside its domain. */
  lnBeta(a: number, b: number): number;
  /** I_x(a, b) and the rest to 1, each with its own relative accuracy. DPM_ERR_DOMAIN. */
  betaInc(a: number, b: number, x: number): { lower: number; upper: number };
  /** P(a, x) and Q(a, x). DPM_ERR_DOMAIN. */
  gammaInc(a: number, x: number): { lower: number; upper: number };
}

interface ReportBase {
  releases: number;
  adjacency: Adjacency;
  /** The device's promise for the rows, over all releases. */
  epsilon: number;
  delta: number;
  /** The promise for rows and row totals together; Infinity and 1 where that is out of range. */
  whole: { epsilon: number; delta: number };
  states: number;
  cells: number;
  bits: 16 | 32;
  /** Noisy counts that were cut off at the largest number. */
  saturated: number;
  stateTable: Uint8Array;
  id: Uint8Array | null;
  generation: bigint;
  window: [number, number];
  support: { starts: Uint32Array; targets: Uint16Array } | null;
  totals: { epsilon: number; delta: number; rate: Fraction; values: BigInt64Array } | null;
}

/** A report that was read and checked. */
export type Report = ReportBase &
  (
    | { mechanism: "dirichlet"; parameters: DirichletParameters; probabilities: Float64Array }
    | { mechanism: "polya"; parameters: PolyaParameters; tallies: Uint32Array }
    | { mechanism: "geometric" | "gaussian"; parameters: Fraction; noisyCounts: BigInt64Array }
  );

/** What error bars are computed from; all of it public. */
export interface ErrorOptions {
  /** The released chain (a support's cells); a report brings its own. For noisy counts it is made of them where it is not given. */
  chain?: Reals;
  /** What releaseCounts() gave, for the mechanisms of noisy counts. */
  noisyCounts?: WideIntegers;
  /** What releaseTallies() gave, for Polya's urn, in place of the chain. */
  tallies?: Integers;
  /**
   * How many events a row holds: one number, or one for each row. Needed for dirichlet and polya, and never the true number where that is secret (under
   * every adjacency but "destination"): a guess that was made without the log. Noisy counts bring their own.
   */
  rowTotals?: number | Reals;
  /** In place of rowTotals: noisy row totals as they go into a report; a report brings its own. */
  totals?: { mechanism: GeometricMechanism; values: WideIntegers };
  /** 0.5 to 0.999999, of each interval by itself; default 0.95. */
  level?: number;
  /** The floor that the chain of noisy counts was made with; default 0. */
  floor?: number;
  support?: SupportLike;
}

export interface Dpmarkov {
  /** Version of the library. */
  readonly version: string;
  readonly abiVersion: number;
  /** Whether this is dpmarkov.wasm; the smaller file answers what it lacks with DPM_JS_CORE. */
  readonly full: boolean;

  /** Counts of n states (2 to 65535), or of a support (full file), 0 or as given. */
  counts(n: number, given?: { values?: Integers }): Counts;
  /** `outside`: what becomes of a transition that is not feasible: refuse it (default), drop it, or count it as one into this state, which every row must hold. */
  counts(support: Support, given?: { values?: Integers; outside?: "refuse" | "drop" | number }): Counts;
  /** Checks a support. DPM_ERR_SUPPORT, DPM_ERR_STATES. Full file. */
  support(given: SupportLike): Support;
  /** Values of a support's cells as n * n, zeros where nothing is feasible. Full file. */
  expand(support: SupportLike, values: Reals): Float64Array;

  /** A generator from crypto.getRandomValues(). `stream`: any number, 0 by default; never twice with one seed, which fresh seeds rule out. */
  generator(stream?: bigint | number): Generator;
  /** FOR TESTS ALONE: the same noise every time, which protects nobody. 32 bytes of seed. */
  testGenerator(seed: Integers, stream?: bigint | number): Generator;

  /** Solves for the rate, or checks the one that is given: DPM_ERR_GUARANTEE_NOT_MET. */
  geometric(given: Guarantee & { rate?: Fraction }): GeometricMechanism;
  /** Solves for the variance, or checks the one that is given. */
  gaussian(given: Guarantee & { variance?: Fraction }): GaussianMechanism;
  /** Solves for the masses, or checks those that are given. */
  polya(given: Guarantee & ({ states: number; pseudoCount: number; draws: number } | PolyaParameters)): PolyaMechanism;
  /** Solves for the event weight, or checks the one that is given. */
  dirichlet(given: Guarantee & { pseudoCount: number; weight?: number }): DirichletMechanism;

  /** The stochastic matrix of released noisy counts: what releaseChain() makes of them, with the same bits. Costs no privacy. */
  chainOfNoisyCounts(noisy: WideIntegers, options?: { floor?: number; support?: SupportLike }): Float64Array;
  /** The same of released tallies. */
  chainOfTallies(tallies: Integers, options?: { support?: SupportLike }): Float64Array;

  /** The stationary distribution. DPM_ERR_NOT_STOCHASTIC; DPM_ERR_SEVERAL_CLASSES where it is not unique. */
  stationary(matrix: Reals, n?: number): Float64Array;
  /** The ergodicity coefficient tau_1 (Dobrushin), 0 to 1. */
  ergodicity(matrix: Reals, n?: number): number;
  /** Mean number of steps to `target` from every state; Infinity where it may never be reached. Full file. */
  meanFirstPassage(matrix: Reals, target: number): Float64Array;
  /** The distribution after so many steps. Full file. */
  predict(matrix: Reals, start: Reals, steps: number): Float64Array;
  /** Does every state lead to every other one? Full file. */
  isIrreducible(matrix: Reals): boolean;
  /** The recurrent class of every state; null for a state that is left for good. Full file. */
  recurrentClasses(matrix: Reals): { labels: (number | null)[]; count: number };
  /** Total variation distance of two distributions, 0 to 1. Full file. */
  totalVariation(p: Reals, q: Reals): number;
  /** Kullback-Leibler divergence in nats. Full file. */
  klDivergence(p: Reals, q: Reals): number;

  /**
   * The log's own stationary distribution, estimated without the mechanism's bias, with an interval for every state. First order, nothing is proved. DPM_ERR_ROW_TOTAL or
   * DPM_ERR_EMPTY_ROW where the noise hides a row. Full file.
   */
  stationaryIntervals(
    source: AnyMechanism | Report,
    options?: ErrorOptions,
  ): { stationary: Float64Array; lower: Float64Array; upper: Float64Array; level: number };
  /**
   * How far the released chain's stationary distribution is from the true one, in total variation distance: about (`estimate`), and at most with probability
   * `level` (`bound`, 1 where nothing is known); `variances` of its entries. Full file.
   */
  stationaryError(
    source: AnyMechanism | Report,
    options?: ErrorOptions,
  ): { stationary: Float64Array; variances: Float64Array; estimate: number; bound: number; level: number };
  /** An interval for every transition probability: of the log, or of the process that made it. Full file. */
  shareIntervals(
    source: AnyMechanism | Report,
    options?: ErrorOptions & { target?: "log" | "process" },
  ): { lower: Float64Array; upper: Float64Array; level: number };
  /** The level to ask for so that so many intervals hold together. */
  levelOfEach(level: number, intervals: number): number;

  /** Reads a report and checks all of it. DPM_ERR_REPORT_FORMAT, DPM_ERR_REPORT_CHECKSUM, DPM_ERR_REPORT_VERSION. Full file. */
  readReport(bytes: Integers): Report;
  /** Returns where the stated parameters keep the stated promise, else DPM_ERR_GUARANTEE_NOT_MET. Finds a wrong plan, not a device that lies. Full file. */
  verifyReport(bytes: Integers): void;

  readonly accounting: Accounting;
  readonly plan: Plan;
  readonly special: Special;
  /** The module's memory, in bytes and as a copy: for tests of leaks. The copy is secret. */
  readonly memory: { size(): number; copy(): Uint8Array };
}

export type AnyMechanism = GeometricMechanism | GaussianMechanism | PolyaMechanism | DirichletMechanism;

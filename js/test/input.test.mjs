// Bad input: every one is a named error, and nothing is changed by it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DpmError, load } from "../dpmarkov.js";
import { load as loadCore } from "../core.js";
import { load as loadFrom } from "../load.js";

const dpm = await load();
const GUARANTEE = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };
const ABOUT = { stateTable: new Uint8Array(16), window: [0, 0] };
const COUNTS = [1, 2, 3, 4];

/** A DpmError with this name, whose message holds nothing of what was passed in. */
function refuses(name, body) {
  assert.throws(body, (error) => {
    assert.ok(error instanceof DpmError, `${error.stack}`);
    assert.equal(error.name, name, error.message);
    assert.equal(typeof error.status, "number");
    assert.ok(error.message.length > 10);
    return true;
  });
}

const NO_NUMBER = [undefined, null, "1", 1n, {}, [], true, Symbol("x")];
const NO_WHOLE = [NaN, Infinity, -Infinity, -1, 0.5, 2 ** 32, -0.5];

function detached() {
  const gone = new Uint32Array(COUNTS);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  return gone;
}

function shrunken() {
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
  const view = new Uint32Array(buffer, 0, 4);
  buffer.resize(8);
  return view;
}

test("guarantees", () => {
  for (const make of [
    dpm.geometric,
    dpm.gaussian,
    (g) => dpm.polya({ ...g, states: 2, pseudoCount: 9, draws: 9 }),
    (g) => dpm.dirichlet({ ...g, pseudoCount: 9 }),
  ]) {
    for (const [member, name] of [
      ["epsilon", "DPM_ERR_EPSILON"],
      ["delta", "DPM_ERR_DELTA"],
    ]) {
      for (const bad of NO_NUMBER) refuses("DPM_JS_TYPE", () => make({ ...GUARANTEE, [member]: bad }));
      for (const bad of [NaN, -1, -Infinity, Infinity, 1e7]) refuses(name, () => make({ ...GUARANTEE, [member]: bad }));
    }
    for (const bad of NO_NUMBER) refuses("DPM_JS_TYPE", () => make({ ...GUARANTEE, releases: bad }));
    for (const bad of [0, ...NO_WHOLE]) refuses("DPM_ERR_RELEASES", () => make({ ...GUARANTEE, releases: bad }));
    for (const bad of [undefined, 2, "Event", "toString", null]) refuses("DPM_ERR_ADJACENCY", () => make({ ...GUARANTEE, adjacency: bad }));
  }
  for (const bad of [undefined, null, 1, "x"]) {
    for (const make of [dpm.geometric, dpm.gaussian, dpm.polya, dpm.dirichlet, dpm.plan.compare, dpm.accounting.geometric.delta])
      refuses("DPM_JS_TYPE", () => make(bad));
  }
});

test("parameters", () => {
  for (const bad of NO_WHOLE) {
    refuses("DPM_ERR_RATE", () => dpm.geometric({ ...GUARANTEE, rate: { numerator: bad, denominator: 1 } }));
    refuses("DPM_ERR_MASS", () => dpm.polya({ ...GUARANTEE, states: 2, draws: 5, eventMass: bad, priorMass: 1, drawMass: 1 }));
    refuses("DPM_ERR_DRAWS", () => dpm.polya({ ...GUARANTEE, states: 2, draws: bad, pseudoCount: 3 }));
    refuses("DPM_ERR_STATES", () => dpm.polya({ ...GUARANTEE, states: bad, draws: 5, pseudoCount: 3 }));
  }
  for (const bad of [null, 1, "x"]) {
    refuses("DPM_JS_TYPE", () => dpm.geometric({ ...GUARANTEE, rate: bad }));
    refuses("DPM_JS_TYPE", () => dpm.gaussian({ ...GUARANTEE, variance: bad }));
  }
  for (const bad of [-1n, 2n ** 64n, -1])
    refuses("DPM_ERR_VARIANCE", () => dpm.gaussian({ ...GUARANTEE, variance: { numerator: bad, denominator: 1 } }));
  for (const bad of [0.5, NaN, "1", 2 ** 53])
    refuses("DPM_JS_TYPE", () => dpm.gaussian({ ...GUARANTEE, variance: { numerator: bad, denominator: 1 } }));
  for (const bad of [NaN, -1, 0, 1e10]) {
    refuses("DPM_ERR_PSEUDO_COUNT", () => dpm.dirichlet({ ...GUARANTEE, pseudoCount: bad }));
    refuses("DPM_ERR_WEIGHT", () => dpm.dirichlet({ ...GUARANTEE, pseudoCount: 9, weight: bad }));
  }
});

test("counts", () => {
  for (const bad of [0, 1, 65536, ...NO_WHOLE]) refuses("DPM_ERR_STATES", () => dpm.counts(bad));
  for (const bad of NO_NUMBER) refuses("DPM_JS_TYPE", () => dpm.counts(bad));
  const counts = dpm.counts(2, { values: COUNTS });
  for (const bad of [2, ...NO_WHOLE]) {
    refuses("DPM_ERR_STATE_INDEX", () => counts.record(bad, 0));
    refuses("DPM_ERR_STATE_INDEX", () => counts.record(0, bad));
    refuses("DPM_ERR_STATE_INDEX", () => counts.recordSession([0, 1, bad]));
    refuses("DPM_ERR_STATE_INDEX", () => counts.visit(bad));
    refuses("DPM_ERR_STATE_INDEX", () => counts.recordSession(Float64Array.of(0, 1, bad)));
  }
  for (const bad of NO_WHOLE) refuses("DPM_ERR_COUNT_OVERFLOW", () => counts.record(0, 0, bad));
  for (const bad of NO_NUMBER.slice(1)) {
    refuses("DPM_JS_TYPE", () => counts.record(bad, 0));
    refuses("DPM_JS_TYPE", () => counts.recordSession([bad]));
    refuses("DPM_JS_TYPE", () => counts.merge(bad));
    refuses("DPM_JS_TYPE", () => counts.visit(bad));
  }
  refuses("DPM_ERR_COUNT_OVERFLOW", () => counts.record(0, 0, 2 ** 32 - 1));
  for (const gone of [detached(), shrunken()]) {
    refuses("DPM_JS_TYPE", () => counts.recordSession(gone));
    refuses("DPM_JS_TYPE", () => dpm.counts(2, { values: gone }));
  }
  for (const bad of ["0101", new Map(), new DataView(new ArrayBuffer(16)), new ArrayBuffer(16), null, 7])
    refuses("DPM_JS_TYPE", () => counts.recordSession(bad));
  for (const bad of [[1, 2, 3], [], [1, 2, 3, 4, 5]]) refuses("DPM_ERR_LENGTH", () => dpm.counts(2, { values: bad }));
  refuses("DPM_ERR_LENGTH", () => counts.merge(dpm.counts(3)));
  refuses("DPM_JS_MEMORY", () => dpm.counts(65535));
  counts.recordSession([]).recordSession([1]);
  assert.deepEqual([...counts.toArray()], COUNTS);
});

test("a shared buffer is read once", () => {
  const shared = new Uint32Array(new SharedArrayBuffer(16));
  shared.set(COUNTS);
  assert.deepEqual([...dpm.counts(2, { values: shared }).toArray()], COUNTS);
  assert.equal(dpm.geometric(GUARANTEE).releaseCounts(shared).length, 4);
  assert.deepEqual([...shared], COUNTS);
});

test("releases", () => {
  const mechanism = dpm.geometric(GUARANTEE);
  for (const bad of [[], [1], [1, 2, 3]]) assert.throws(() => mechanism.releaseCounts(bad), DpmError);
  for (const bad of [null, undefined, 4, "1234", {}]) refuses("DPM_JS_TYPE", () => mechanism.releaseCounts(bad));
  for (const bad of NO_WHOLE) {
    refuses("DPM_ERR_DOMAIN", () => mechanism.releaseCounts([1, 2, 3, bad]));
    refuses("DPM_ERR_FLOOR", () => mechanism.releaseChain(COUNTS, { floor: bad }));
  }
  refuses("DPM_ERR_FLOOR", () => mechanism.releaseChain(COUNTS, { floor: 2 ** 30 + 1 }));
  refuses("DPM_JS_TYPE", () => mechanism.releaseCounts(detached()));
  for (const bad of [null, 1]) refuses("DPM_JS_TYPE", () => mechanism.releaseCounts(COUNTS, bad));
  for (const bad of [null, {}, 7, mechanism, dpm.counts(2)]) refuses("DPM_JS_TYPE", () => mechanism.releaseCounts(COUNTS, { generator: bad }));
  refuses("DPM_ERR_LENGTH", () => dpm.polya({ ...GUARANTEE, states: 3, pseudoCount: 9, draws: 9 }).releaseTallies(COUNTS));
});

test("generators", () => {
  for (const bad of [[], new Uint8Array(31), new Uint8Array(33)]) refuses("DPM_ERR_LENGTH", () => dpm.testGenerator(bad));
  for (const bad of [NaN, 0.5, "1", null, 2 ** 53]) refuses("DPM_JS_TYPE", () => dpm.generator(bad));
  for (const bad of [-1n, 2n ** 64n]) refuses("DPM_ERR_DOMAIN", () => dpm.generator(bad));
});

test("no randomness is an error, and there is no fallback", () => {
  const mechanism = dpm.geometric(GUARANTEE);
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const broken = [
    undefined,
    {},
    {
      getRandomValues() {
        throw new Error("none");
      },
    },
    { getRandomValues: (bytes) => bytes }, // fills nothing
    { getRandomValues: (bytes) => bytes.fill(7) },
  ];
  try {
    for (const value of broken) {
      Object.defineProperty(globalThis, "crypto", { value, configurable: true });
      refuses("DPM_ERR_ENTROPY", () => dpm.generator());
      refuses("DPM_ERR_ENTROPY", () => mechanism.releaseCounts(COUNTS));
    }
  } finally {
    Object.defineProperty(globalThis, "crypto", real);
  }
  assert.equal(mechanism.releaseCounts(COUNTS).length, 4);
});

test("supports", () => {
  for (const bad of [
    [[0], []],
    [[0, 2], [1]],
    [[0, 0], [1]],
  ])
    refuses("DPM_ERR_SUPPORT", () => dpm.support(bad));
  for (const bad of [[], [[0]]]) assert.throws(() => dpm.support(bad), DpmError);
  refuses("DPM_ERR_LENGTH", () => dpm.support({ starts: [0, 1, 3], targets: [0, 1] }));
  refuses("DPM_ERR_SUPPORT", () => dpm.support({ starts: [0, 2 ** 32, 2], targets: [0, 1] }));
  for (const bad of [null, 3, "x"]) refuses("DPM_JS_TYPE", () => dpm.support(bad));
  const support = dpm.support([[0, 1], [1]]);
  for (const bad of ["keep", -1, 0.5]) assert.throws(() => dpm.counts(support, { outside: bad }), DpmError);
  refuses("DPM_ERR_LENGTH", () => dpm.counts(support, { values: COUNTS }));
  refuses("DPM_ERR_LENGTH", () => dpm.geometric(GUARANTEE).releaseCounts(COUNTS, { support }));
});

test("matrices", () => {
  const half = [0.5, 0.5, 0.5, 0.5];
  for (const bad of [NaN, Infinity, -0.5, 0.6, 1e308]) refuses("DPM_ERR_NOT_STOCHASTIC", () => dpm.stationary([bad, 0.5, 0.5, 0.5]));
  for (const bad of NO_NUMBER) refuses("DPM_JS_TYPE", () => dpm.stationary([bad, 0.5, 0.5, 0.5]));
  for (const bad of [[], [1]]) refuses("DPM_ERR_STATES", () => dpm.stationary(bad));
  for (const bad of [[1, 0, 1], new Float64Array(5)]) refuses("DPM_ERR_LENGTH", () => dpm.stationary(bad));
  refuses("DPM_ERR_LENGTH", () => dpm.stationary(half, 3));
  refuses("DPM_ERR_STATES", () => dpm.stationary(half, 2.5));
  for (const bad of [2, ...NO_WHOLE]) refuses("DPM_ERR_STATE_INDEX", () => dpm.meanFirstPassage(half, bad));
  refuses("DPM_ERR_LENGTH", () => dpm.predict(half, [1, 0, 0], 1));
  refuses("DPM_ERR_NOT_STOCHASTIC", () => dpm.predict(half, [0.5, 0.6], 1));
  refuses("DPM_ERR_LENGTH", () => dpm.totalVariation([1, 0], [1]));
});

test("reports", () => {
  const mechanism = dpm.geometric(GUARANTEE);
  const noisy = mechanism.releaseCounts(COUNTS);
  const bytes = mechanism.report(noisy, ABOUT);
  refuses("DPM_JS_TYPE", () => mechanism.report(noisy));
  refuses("DPM_ERR_LENGTH", () => mechanism.report(noisy, { ...ABOUT, stateTable: new Uint8Array(15) }));
  refuses("DPM_ERR_LENGTH", () => mechanism.report(noisy, { ...ABOUT, id: new Uint8Array(17) }));
  refuses("DPM_ERR_WINDOW", () => mechanism.report(noisy, { ...ABOUT, window: [2, 1] }));
  refuses("DPM_ERR_WINDOW", () => mechanism.report(noisy, { ...ABOUT, window: [0, 2 ** 32] }));
  refuses("DPM_JS_TYPE", () => mechanism.report(noisy, { ...ABOUT, window: undefined }));
  for (const bad of [8, 0, 64, NaN, 1.5]) refuses("DPM_ERR_DOMAIN", () => mechanism.report(noisy, { ...ABOUT, bits: bad }));
  refuses("DPM_JS_TYPE", () => mechanism.report([1.5, 1, 1, 1], ABOUT));
  refuses("DPM_ERR_DOMAIN", () => mechanism.report([2n ** 63n, 1n, 1n, 1n], ABOUT));
  refuses("DPM_ERR_LENGTH", () => mechanism.report([1n, 2n, 3n], ABOUT));
  const dirichlet = dpm.dirichlet({ ...GUARANTEE, pseudoCount: 20 });
  refuses("DPM_ERR_NOT_STOCHASTIC", () => dirichlet.report(COUNTS, ABOUT));
  const chain = dirichlet.releaseChain(COUNTS);
  refuses("DPM_JS_TYPE", () => dirichlet.report(chain, { ...ABOUT, totals: { mechanism: dirichlet, values: [1, 2] } }));
  refuses("DPM_JS_TYPE", () => dirichlet.report(chain, { ...ABOUT, totals: { mechanism: {}, values: [1, 2] } }));
  refuses("DPM_ERR_LENGTH", () => dirichlet.report(chain, { ...ABOUT, totals: { mechanism, values: [1n, 2n, 3n] } }));
  refuses("DPM_JS_TYPE", () => mechanism.report(noisy, { ...ABOUT, totals: { mechanism, values: [1, 2] } }));
  for (let length = 0; length < bytes.length; length++) assert.throws(() => dpm.readReport(bytes.subarray(0, length)), DpmError);
  for (let i = 0; i < 8 * bytes.length; i++) {
    const flipped = bytes.slice();
    flipped[i >> 3] ^= 1 << (i & 7);
    assert.throws(() => dpm.readReport(flipped), DpmError);
    assert.throws(() => dpm.verifyReport(flipped), DpmError);
  }
  for (const bad of [null, undefined, "d9d9f7", 7, new ArrayBuffer(9)]) refuses("DPM_JS_TYPE", () => dpm.readReport(bad));
  refuses("DPM_ERR_DOMAIN", () => dpm.readReport([217, 300]));
});

test("error bars", () => {
  const mechanism = dpm.geometric(GUARANTEE);
  const noisyCounts = [500n, 400n, 300n, 200n];
  for (const bad of [0, 0.4, 1, NaN, -1]) refuses("DPM_ERR_LEVEL", () => dpm.stationaryIntervals(mechanism, { noisyCounts, level: bad }));
  for (const bad of [undefined, null, {}, { mechanism: "laplace" }, { mechanism: "geometric" }])
    refuses("DPM_JS_TYPE", () => dpm.stationaryIntervals(bad, { noisyCounts }));
  refuses("DPM_JS_TYPE", () => dpm.stationaryIntervals(mechanism, {}));
  refuses(
    "DPM_ERR_EMPTY_ROW",
    () =>
      dpm.shareIntervals(mechanism, { noisyCounts, target: "log" }) &&
      dpm.stationaryIntervals(mechanism, { noisyCounts: [-1, 1, 5, 5], rowTotals: 5 }),
  );
  refuses("DPM_JS_TYPE", () => dpm.shareIntervals(mechanism, { noisyCounts, target: "both" }));
  const dirichlet = dpm.dirichlet({ ...GUARANTEE, pseudoCount: 20 });
  const chain = dirichlet.releaseChain(COUNTS);
  refuses("DPM_JS_TYPE", () => dpm.stationaryIntervals(dirichlet, { chain }));
  refuses("DPM_ERR_LENGTH", () => dpm.stationaryIntervals(dirichlet, { chain, rowTotals: [1, 2, 3] }));
  for (const bad of [NaN, -1, Infinity]) refuses("DPM_ERR_ROW_TOTAL", () => dpm.stationaryIntervals(dirichlet, { chain, rowTotals: bad }));
  refuses("DPM_ERR_LEVEL", () => dpm.levelOfEach(0.95, 0));
});

test("plans and special functions", () => {
  for (const bad of [NaN, 0, -1, 1e16])
    refuses("DPM_ERR_EXPECTED_ROW_TOTAL", () => dpm.plan.compare({ ...GUARANTEE, states: 4, expectedRowTotal: bad }));
  refuses("DPM_ERR_LENGTH", () => dpm.accounting.compose.delta({ adjacency: "event", epsilon: 1, list: [] }));
  refuses("DPM_ERR_MECHANISM", () => dpm.accounting.compose.delta({ adjacency: "event", epsilon: 1, list: [{ mechanism: "laplace" }] }));
  refuses("DPM_JS_TYPE", () => dpm.accounting.compose.delta({ adjacency: "event", epsilon: 1 }));
  assert.ok(Number.isNaN(dpm.special.lnGamma(NaN)));
  assert.ok(Number.isNaN(dpm.special.digamma(-1)));
  assert.ok(Number.isNaN(dpm.special.lnBeta(-1, 1)));
  for (const bad of [NaN, -1, 2]) refuses("DPM_ERR_DOMAIN", () => dpm.special.betaInc(1, 1, bad));
  for (const bad of NO_NUMBER) refuses("DPM_JS_TYPE", () => dpm.special.lnGamma(bad));
});

test("what was disposed of, or is of another module", async () => {
  const other = await load();
  const [counts, mechanism, generator] = [dpm.counts(2), dpm.geometric(GUARANTEE), dpm.testGenerator(new Uint8Array(32).fill(9))];
  refuses("DPM_JS_TYPE", () => other.geometric(GUARANTEE).releaseCounts(counts));
  refuses("DPM_JS_TYPE", () => other.counts(2).merge(counts));
  refuses("DPM_JS_TYPE", () => other.geometric(GUARANTEE).releaseCounts(COUNTS, { generator }));
  for (const object of [counts, mechanism, generator]) {
    object.dispose();
    object.dispose();
  }
  for (const use of [
    () => counts.record(0, 0),
    () => counts.visit(0),
    () => counts.endSession(),
    () => counts.clear(),
    () => counts.toArray(),
    () => counts.recordSession([0]),
  ])
    refuses("DPM_JS_DISPOSED", use);
  refuses("DPM_JS_DISPOSED", () => mechanism.releaseCounts(COUNTS));
  refuses("DPM_JS_DISPOSED", () => mechanism.delta(1));
  refuses("DPM_JS_DISPOSED", () => mechanism.report([1n, 2n, 3n, 4n], ABOUT));
  refuses("DPM_JS_DISPOSED", () => dpm.geometric(GUARANTEE).releaseCounts(counts));
  refuses("DPM_JS_DISPOSED", () => dpm.geometric(GUARANTEE).releaseCounts(COUNTS, { generator }));
});

test("the smaller file says what it lacks", async () => {
  const core = await loadCore();
  assert.equal(core.full, false);
  const mechanism = core.geometric(GUARANTEE);
  const noisyCounts = mechanism.releaseCounts(COUNTS);
  for (const use of [
    () => mechanism.report(noisyCounts, ABOUT),
    () => core.readReport([1]),
    () => core.support([[0, 1], [1]]),
    () => core.plan.compare({ ...GUARANTEE, states: 4, expectedRowTotal: 10 }),
    () => core.stationaryIntervals(mechanism, { noisyCounts: [100, 100, 100, 100] }),
    () => core.special.lnGamma(1),
    () => core.predict([1, 0, 0, 1], [1, 0], 1),
  ])
    refuses("DPM_JS_CORE", use);
});

test("what is no WebAssembly of this library", async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const answers = { name: "DPM_JS_LOAD", status: 0 };
  for (const bad of [
    undefined,
    null,
    7,
    {},
    new Uint8Array(0),
    new Uint8Array(9),
    empty,
    "file:///no/such/file.wasm",
    new URL("file:///no/such/file"),
    "no url",
  ]) {
    await assert.rejects(loadFrom(bad), answers);
  }
  await assert.rejects(loadFrom(Promise.reject(new Error("no"))), answers);
  await assert.rejects(loadFrom(new Response("", { status: 404 })), answers);
});

test("every way to load", async () => {
  const { readFile } = await import("node:fs/promises");
  const url = new URL("../dpmarkov-core.wasm", import.meta.url);
  const bytes = await readFile(url);
  for (const source of [
    url,
    url.href,
    bytes,
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    new WebAssembly.Module(bytes),
    new Response(bytes),
    Promise.resolve(bytes),
  ]) {
    assert.equal((await loadFrom(source)).version, dpm.version);
  }
});

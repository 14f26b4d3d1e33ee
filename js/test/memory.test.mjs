// The module's memory: nothing leaks, nothing secret stays, and a stack that is too small ends in an error.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load } from "../dpmarkov.js";
import { load as loadFrom } from "../load.js";
import { recompute } from "./golden.mjs";
import { withStack } from "./stack.mjs";

const file = readFileSync(new URL("../dpmarkov.wasm", import.meta.url));
const vectors = readFileSync(new URL("../../ffi-tests/golden/vectors.txt", import.meta.url), "utf8");
const GUARANTEE = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };
const ABOUT = { stateTable: new Uint8Array(16), window: [0, 0] };
const N = 5;
// No two neighbouring bytes are the same anywhere else.
const SECRET = Uint32Array.from({ length: N * N }, (_, i) => 0x1d5e0000 + 0x2c3 * i); // rows sum to less than 2^32
const SEED = Uint8Array.from({ length: 32 }, (_, i) => 0xa5 ^ (37 * i));

/** Whether eight neighbouring bytes of `needle` are somewhere in the module's memory. */
function holds(dpm, needle) {
  const memory = Buffer.from(dpm.memory.copy().buffer);
  const bytes = Buffer.from(needle.buffer, needle.byteOffset, needle.byteLength);
  for (let i = 0; i + 8 <= bytes.length; i++) if (memory.includes(bytes.subarray(i, i + 8))) return true;
  return false;
}

function each(dpm) {
  return [
    dpm.geometric(GUARANTEE),
    dpm.gaussian(GUARANTEE),
    dpm.polya({ ...GUARANTEE, states: N, pseudoCount: 20, draws: 200 }),
    dpm.dirichlet({ ...GUARANTEE, pseudoCount: 20 }),
  ];
}

test("nothing secret stays after a release", async () => {
  const dpm = await load();
  const counts = dpm.counts(N, { values: SECRET });
  assert.ok(holds(dpm, SECRET), "the search finds what is there");
  const generator = dpm.testGenerator(SEED);
  assert.ok(holds(dpm, SEED));
  for (const mechanism of each(dpm)) {
    for (const name of ["releaseCounts", "releaseTallies", "releaseChain", "releaseTotals"]) {
      if (!mechanism[name]) continue;
      mechanism[name](counts, { generator });
      mechanism[name](SECRET);
    }
  }
  const session = Uint32Array.of(271, 33, 190, 299, 58, 147, 262, 11);
  dpm.counts(300).recordSession(session).visit(271).visit(33);
  counts.dispose();
  generator.dispose();
  assert.ok(!holds(dpm, SECRET));
  assert.ok(!holds(dpm, SEED));
  assert.ok(!holds(dpm, session));
  dpm.geometric(GUARANTEE).releaseCounts(SECRET);
  assert.throws(() => dpm.geometric(GUARANTEE).releaseChain(SECRET, { floor: 2 ** 31 }));
  assert.throws(() => dpm.polya({ ...GUARANTEE, states: 3, pseudoCount: 20, draws: 200 }).releaseChain(SECRET));
  assert.throws(() => dpm.testGenerator(SEED, -1n));
  assert.ok(!holds(dpm, SECRET));
  assert.ok(!holds(dpm, SEED));
  // the whole stack is wiped
  assert.ok(
    dpm.memory
      .copy()
      .subarray(0, 16384)
      .every((byte) => byte === 0),
  );
});

test("the noise of a release does not stay either", async () => {
  const dpm = await load();
  const noisy = each(dpm)[0].releaseCounts(SECRET);
  assert.ok(!holds(dpm, noisy));
});

test("a source of randomness may call the library", async () => {
  const dpm = await load();
  const expected = each(dpm)[0].releaseCounts(SECRET, { generator: dpm.testGenerator(SEED) });
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const getRandomValues = (bytes) => {
    dpm.stationary([0.5, 0.5, 0.5, 0.5]);
    bytes.set(SEED);
    return bytes;
  };
  try {
    Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
    assert.deepEqual(each(dpm)[0].releaseCounts(SECRET), expected);
  } finally {
    Object.defineProperty(globalThis, "crypto", real);
  }
  assert.ok(
    dpm.memory
      .copy()
      .subarray(0, 16384)
      .every((byte) => byte === 0),
  );
});

test("ten thousand releases and what belongs to them take no more memory", async () => {
  const dpm = await load();
  let size;
  for (let i = 0; i < 10000; i++) {
    const counts = dpm.counts(N, { values: SECRET });
    const mechanism = dpm.geometric({ ...GUARANTEE, rate: { numerator: 1, denominator: 2 } });
    const noisyCounts = mechanism.releaseCounts(counts);
    if (i % 100 === 0) {
      dpm.readReport(mechanism.report(noisyCounts, ABOUT));
      dpm.stationaryIntervals(mechanism, { noisyCounts });
      assert.throws(() => dpm.counts(N, { values: [1] }));
      assert.throws(() => counts.record(N, 0));
    }
    counts.dispose();
    mechanism.dispose();
    if (i === 100) size = dpm.memory.size();
  }
  assert.equal(dpm.memory.size(), size);
});

test("what nobody holds is wiped and used again", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const dpm = await load();
  const make = () => {
    for (let i = 0; i < 200; i++) dpm.counts(64, { values: new Uint32Array(64 * 64).fill(0x3b7d91e5) });
  };
  make();
  const size = dpm.memory.size();
  for (let i = 0; i < 5; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(!holds(dpm, Uint32Array.of(0x3b7d91e5, 0x3b7d91e5)));
  make();
  assert.equal(dpm.memory.size(), size);
});

test("objects live on while the memory grows, and an error of it changes nothing", async () => {
  const dpm = await load();
  const counts = dpm.counts(N, { values: SECRET });
  const [mechanism] = each(dpm);
  const [one, two] = [dpm.testGenerator(SEED), dpm.testGenerator(SEED)];
  const before = mechanism.releaseCounts(counts, { generator: one });
  const size = dpm.memory.size();
  const large = dpm.counts(1000);
  assert.ok(dpm.memory.size() > size);
  assert.throws(() => dpm.counts(40000), { name: "DPM_JS_MEMORY" });
  assert.deepEqual(counts.toArray(), SECRET);
  assert.deepEqual(mechanism.releaseCounts(counts, { generator: two }), before);
  large.record(999, 999);
  assert.equal(large.toArray()[999999], 1);
});

test("what is handed out is no view of the module's memory", async () => {
  const dpm = await load();
  const noisy = each(dpm)[0].releaseCounts(SECRET);
  noisy.fill(0n);
  assert.equal(noisy.buffer.byteLength, 8 * N * N);
  const support = dpm.support([[0, 1], [1]]);
  support.targets.fill(9);
  assert.deepEqual([...support.targets], [0, 1, 1]);
});

test("half of the stack is enough for everything", async () => {
  const { bytes, had } = withStack(file, 8192);
  assert.equal(had, 16384);
  const dpm = await loadFrom(bytes);
  assert.equal(recompute(dpm, vectors).differ.length, 0);
  dpm.plan.compare({ ...GUARANTEE, states: N, expectedRowTotal: 1000 });
  const list = each(dpm).map(({ mechanism, parameters }) => ({ mechanism, parameters, releases: 3 }));
  dpm.accounting.compose.epsilon({ adjacency: "visit", delta: 1e-6, list });
  for (const mechanism of each(dpm)) {
    const given = mechanism.releaseCounts
      ? { noisyCounts: mechanism.releaseCounts(SECRET) }
      : { chain: mechanism.releaseChain(SECRET), rowTotals: 1e9 };
    dpm.stationaryIntervals(mechanism, given);
    dpm.stationaryError(mechanism, given);
    dpm.shareIntervals(mechanism, given);
    dpm.verifyReport(
      mechanism.report(given.noisyCounts ?? (mechanism.mechanism === "polya" ? mechanism.releaseTallies(SECRET) : given.chain), ABOUT),
    );
  }
});

test("a stack that is too small traps, writes over nothing, and the module says so ever after", async () => {
  const dpm = await loadFrom(withStack(file, 512).bytes);
  const counts = dpm.counts(N, { values: SECRET });
  const before = dpm.memory.copy().subarray(16384);
  assert.throws(() => dpm.dirichlet({ ...GUARANTEE, pseudoCount: 20 }), { name: "DPM_JS_TRAP", status: 0 });
  assert.deepEqual(dpm.memory.copy().subarray(16384), before);
  assert.throws(() => counts.record(0, 0), { name: "DPM_JS_TRAP" });
  counts.dispose();
  assert.ok(!holds(dpm, SECRET));
});

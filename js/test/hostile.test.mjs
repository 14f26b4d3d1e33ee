// Input that changes while it is read, that lies about what it is, or that calls back: no wrong answer, no read of another's memory, no error without a name.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DpmError, load } from "../dpmarkov.js";
import { load as loadFrom } from "../load.js";

const dpm = await load();
const GUARANTEE = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };
const ABOUT = { stateTable: new Uint8Array(16), window: [0, 0] };
const COUNTS = [500, 400, 300, 200];
const SEED = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1);
const seeded = () => ({ generator: dpm.testGenerator(SEED) });
const geometric = dpm.geometric(GUARANTEE);
const refuses = (name, use) => assert.throws(use, (error) => error instanceof DpmError && error.name === name);

/** An array whose length is another at every look. */
function lengths(values, ...list) {
  return new Proxy(values, { get: (target, key) => (key === "length" ? (list.length > 1 ? list.shift() : list[0]) : target[key]) });
}

/** An array whose first element is another at every look. */
function looks(values, ...list) {
  return new Proxy(values, { get: (target, key) => (key === "0" ? (list.length > 1 ? list.shift() : list[0]) : target[key]) });
}

/** Runs `body` with another source of randomness. */
function withCrypto(getRandomValues, body) {
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  try {
    Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
    return body();
  } finally {
    Object.defineProperty(globalThis, "crypto", real);
  }
}

test("a length that changes after it was looked at", () => {
  const support = dpm.support([
    [0, 1],
    [0, 1],
  ]);
  for (const then of [0, 1, 3, 2 ** 20]) {
    // the values that are read are as many as were checked, whatever the list says later
    const answer = (use) => {
      try {
        return use();
      } catch (error) {
        assert.ok(error instanceof DpmError, `${then}: ${error}`);
        return undefined;
      }
    };
    const counts = answer(() => dpm.counts(2, { values: lengths([1, 2, 3, 4], 4, then) }));
    if (counts) assert.deepEqual([...counts.toArray()], [1, 2, 3, 4]);
    const noisy = answer(() => geometric.releaseCounts(lengths([1, 2, 3, 4], 4, then), { ...seeded(), support }));
    if (noisy) assert.deepEqual(noisy, geometric.releaseCounts([1, 2, 3, 4], { ...seeded(), support }));
    const chain = answer(() => dpm.chainOfNoisyCounts(lengths([1n, 2n, 3n, 4n], 4, then), { support }));
    if (chain) assert.deepEqual(chain, dpm.chainOfNoisyCounts([1n, 2n, 3n, 4n], { support }));
    const whole = answer(() => dpm.expand(support, lengths([0.5, 0.5, 0.25, 0.75], 4, then)));
    if (whole) assert.deepEqual([...whole], [0.5, 0.5, 0.25, 0.75]);
    const distance = answer(() => dpm.totalVariation([0.5, 0.5], lengths([0.25, 0.75], 2, then)));
    if (distance !== undefined) assert.equal(distance, 0.25);
    answer(() => dpm.testGenerator(lengths(Array.from(SEED), 32, then)));
    answer(() => geometric.report([1n, 2n, 3n, 4n], { ...ABOUT, stateTable: lengths(Array(16).fill(0), 16, then) }));
    const item = { mechanism: "geometric", parameters: { numerator: 1, denominator: 2 }, releases: 1 };
    const before = dpm.memory.copy();
    answer(() => dpm.accounting.compose.delta({ adjacency: "event", epsilon: 1, list: lengths([item, item], 1, then) }));
    assert.deepEqual(dpm.memory.copy().subarray(0, before.length), before);
  }
  for (const bad of [-1, 1.5, NaN, "4", 2 ** 40, Infinity]) {
    assert.throws(() => dpm.readReport(lengths([1, 2], bad)), DpmError, String(bad));
    assert.throws(() => dpm.stationary(lengths([1, 0, 0, 1], bad)), DpmError, String(bad));
    assert.throws(() => dpm.chainOfNoisyCounts(lengths([1, 0, 0, 1], bad)), DpmError, String(bad));
  }
});

test("an element that changes after it was looked at", () => {
  const support = dpm.support([
    [0, 1],
    [0, 1],
  ]);
  for (const then of ["1", 1.5, -1, NaN, 7n, {}, null, undefined]) {
    const first = (use, expected) => {
      try {
        assert.deepEqual(use(), expected);
      } catch (error) {
        if (!(error instanceof DpmError)) throw error;
      }
    };
    first(() => [...dpm.counts(2, { values: looks([1, 2, 3, 4], 1, then) }).toArray()], [1, 2, 3, 4]);
    first(() => [...dpm.expand(support, looks([0.5, 0.5, 0.25, 0.75], 0.5, then))], [0.5, 0.5, 0.25, 0.75]);
    first(() => dpm.chainOfNoisyCounts(looks([1, 2, 3, 4], 1, then)), dpm.chainOfNoisyCounts([1, 2, 3, 4]));
  }
});

test("a list that says it is of another type", () => {
  const lie = (values) => Object.assign(values, { constructor: Uint32Array });
  for (const bad of [lie([1.5, 2, 3, 4]), lie(Float64Array.of(-1, 2, 3, 4)), lie(Float64Array.of(NaN, 2, 3, 4))]) {
    refuses("DPM_ERR_DOMAIN", () => dpm.counts(2, { values: bad }));
    refuses("DPM_ERR_DOMAIN", () => geometric.releaseCounts(bad));
  }
  refuses("DPM_JS_TYPE", () => dpm.counts(2, { values: lie(["1", 2, 3, 4]) }));
  const own = Object.assign(Uint32Array.of(1, 2, 3, 4), { slice: () => Uint32Array.of(9) });
  assert.deepEqual([...dpm.counts(2, { values: own }).toArray()], [1, 2, 3, 4]);
  class Other extends Uint32Array {
    static get [Symbol.species]() {
      return Float64Array;
    }
    slice() {
      return [9, 9, 9, 9];
    }
  }
  assert.deepEqual([...dpm.counts(2, { values: Other.of(1, 2, 3, 4) }).toArray()], [1, 2, 3, 4]);
});

test("a list that is gone, shared or resized", () => {
  const gone = Uint32Array.of(1, 2, 3, 4);
  structuredClone(gone, { transfer: [gone.buffer] });
  refuses("DPM_JS_TYPE", () => dpm.counts(2).recordSession(gone));
  refuses("DPM_JS_TYPE", () => geometric.releaseCounts(gone));
  const shared = new Uint32Array(new SharedArrayBuffer(16));
  shared.set([1, 2, 3, 4]);
  assert.deepEqual([...dpm.counts(2, { values: shared }).toArray()], [1, 2, 3, 4]);
  const buffer = new ArrayBuffer(16, { maxByteLength: 32 });
  const tracking = new Uint32Array(buffer);
  const [outside] = [new Uint32Array(buffer, 8)];
  buffer.resize(4);
  refuses("DPM_JS_TYPE", () => geometric.releaseCounts(outside));
  assert.throws(() => geometric.releaseCounts(tracking), DpmError);
});

test("an option that is read calls back", () => {
  // a mechanism that is disposed of while its options are read, and memory that grows while a report is put together
  for (const name of ["generator", "support", "floor"]) {
    const mechanism = dpm.geometric(GUARANTEE);
    const counts = dpm.counts(2, { values: COUNTS });
    const given = {
      get [name]() {
        mechanism.dispose();
        return undefined;
      },
    };
    refuses("DPM_JS_DISPOSED", () => mechanism.releaseChain(counts, given));
    const other = dpm.geometric(GUARANTEE);
    refuses("DPM_JS_DISPOSED", () =>
      other.releaseChain(counts, {
        get [name]() {
          counts.dispose();
          return undefined;
        },
      }),
    );
  }
  for (const name of ["stateTable", "id", "generation", "window", "bits", "totals", "support"]) {
    const noisy = [1n, 2n, 3n, 4n];
    const plain = { ...ABOUT, bits: 32 };
    const given = {
      ...plain,
      get [name]() {
        dpm.counts(900).dispose();
        return plain[name];
      },
    };
    assert.deepEqual(geometric.report(noisy, given), geometric.report(noisy, plain), name);
  }
  const table = looks(Array(16).fill(0), 0);
  const growing = new Proxy(table, {
    get(target, key) {
      if (key === "3") growing.kept = dpm.counts(1500);
      return target[key];
    },
  });
  assert.deepEqual(geometric.report([1n, 2n, 3n, 4n], { ...ABOUT, stateTable: growing }), geometric.report([1n, 2n, 3n, 4n], ABOUT));
});

test("a source of randomness that disposes of what is released", () => {
  for (const victim of ["mechanism", "counts"]) {
    const objects = { mechanism: dpm.geometric(GUARANTEE), counts: dpm.counts(2, { values: COUNTS }) };
    const real = globalThis.crypto;
    const release = () =>
      withCrypto(
        (bytes) => {
          objects[victim].dispose();
          return real.getRandomValues(bytes);
        },
        () => objects.mechanism.releaseCounts(objects.counts),
      );
    refuses("DPM_JS_DISPOSED", release);
  }
});

test("a source of randomness that gives nothing, or less", () => {
  const real = globalThis.crypto;
  const bad = {
    nothing: (bytes) => bytes,
    "half of it": (bytes) => real.getRandomValues(bytes.subarray(0, 16)),
    "what is lost while memory grows": (bytes) => {
      dpm.counts(2000);
      for (let i = 0; i < bytes.length; i++) bytes[i] = 7; // of a view that is gone: without effect, without an error
      return bytes;
    },
    "an error": () => {
      throw new Error("no");
    },
  };
  for (const [name, source] of Object.entries(bad)) {
    assert.throws(() => withCrypto(source, () => geometric.releaseCounts(COUNTS)), { name: "DPM_ERR_ENTROPY" }, name);
    assert.throws(() => withCrypto(source, () => dpm.generator()), { name: "DPM_ERR_ENTROPY" }, name);
  }
});

test("names that every object has are no choices", () => {
  const noisyCounts = COUNTS.map(BigInt);
  for (const bad of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    refuses("DPM_JS_TYPE", () => dpm.shareIntervals(geometric, { noisyCounts, target: bad }));
    refuses("DPM_ERR_ADJACENCY", () => dpm.geometric({ ...GUARANTEE, adjacency: bad }));
    refuses("DPM_JS_TYPE", () => dpm.stationaryIntervals({ mechanism: bad, parameters: {} }, { noisyCounts }));
    assert.throws(() => dpm.counts(dpm.support([[0, 1], [1]]), { outside: bad }), DpmError);
  }
});

test("counts are no release: they do not go into a report", () => {
  const counts = dpm.counts(2, { values: COUNTS });
  refuses("DPM_JS_TYPE", () => geometric.report(counts, ABOUT));
  refuses("DPM_JS_TYPE", () => geometric.report(counts.toArray(), ABOUT));
  refuses("DPM_JS_TYPE", () => dpm.gaussian(GUARANTEE).report(counts.toArray(), ABOUT));
  for (const own of [COUNTS, Float64Array.from(COUNTS), Int32Array.from(COUNTS)]) refuses("DPM_JS_TYPE", () => geometric.report(own, ABOUT));
  const dirichlet = dpm.dirichlet({ ...GUARANTEE, delta: 1e-6, pseudoCount: 20 });
  const chain = dirichlet.releaseChain(COUNTS);
  const totals = { mechanism: dpm.geometric({ ...GUARANTEE, delta: 1e-6 }), values: [COUNTS[0] + COUNTS[1], COUNTS[2] + COUNTS[3]] };
  refuses("DPM_JS_TYPE", () => dirichlet.report(chain, { ...ABOUT, totals }));
  dpm.verifyReport(dirichlet.report(chain, { ...ABOUT, totals: { ...totals, values: totals.mechanism.releaseTotals(COUNTS) } }));
});

test("a WebAssembly file of another interface is refused", async () => {
  const bytes = Uint8Array.from(readFileSync(new URL("../dpmarkov.wasm", import.meta.url)));
  const module = await WebAssembly.compile(bytes);
  const { exports } = await WebAssembly.instantiate(module, {});
  assert.equal(exports.dpm_abi_version(), dpm.abiVersion);
  // (module (func (export "dpm_version") (result i32) i32.const 0) (func (export "dpm_abi_version") (result i32) i32.const 99))
  const other = Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5, 1, 0x60, 0, 1, 0x7f],
    ...[3, 3, 2, 0, 0],
    ...[7, 33, 2, 11, ...Buffer.from("dpm_version"), 0, 0, 15, ...Buffer.from("dpm_abi_version"), 0, 1],
    ...[10, 12, 2, 4, 0, 0x41, 0, 0x0b, 5, 0, 0x41, 0xe3, 0, 0x0b],
  ]);
  await assert.rejects(loadFrom(other), { name: "DPM_JS_LOAD", status: 0 });
});

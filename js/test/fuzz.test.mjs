// Random calls with random arguments, from a fixed seed: whatever is passed, the answer is a value or a DpmError, the memory does not grow,
// and the module works as before.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DpmError, load } from "../dpmarkov.js";
import { recompute } from "./golden.mjs";

const vectors = readFileSync(new URL("../../ffi-tests/golden/vectors.txt", import.meta.url), "utf8");
const dpm = await load();

let state = BigInt(process.env.FUZZ_SEED ?? 1);
const CALLS = Number(process.env.FUZZ_CALLS ?? 6000);
/** A whole number below `bound`: the upper bits of Knuth's linear congruential generator. */
function below(bound) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(bound));
}
const one = (list) => list[below(list.length)];

const GUARANTEE = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };
const counts = dpm.counts(2, { values: [50, 60, 70, 80] });
const support = dpm.support([[0, 1], [1]]);
const made = {
  geometric: dpm.geometric(GUARANTEE),
  gaussian: dpm.gaussian(GUARANTEE),
  polya: dpm.polya({ ...GUARANTEE, states: 2, pseudoCount: 20, draws: 50 }),
  dirichlet: dpm.dirichlet({ ...GUARANTEE, pseudoCount: 20 }),
};
const about = { stateTable: new Uint8Array(16), window: [0, 1] };
const bytes = made.geometric.report([1n, 2n, 3n, 4n], about);

const SCALARS = [
  undefined,
  null,
  0,
  1,
  2,
  3,
  16,
  32,
  -1,
  -0,
  0.5,
  1e-300,
  NaN,
  Infinity,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e308,
  0n,
  1n,
  -1n,
  2n ** 64n,
  "",
  "2",
  "event",
  "visit",
  "drop",
  true,
  Symbol("s"),
  () => 1,
];
const LISTS = () => [
  [],
  [0],
  [0, 1],
  [1, 2, 3, 4],
  [0.5, 0.5, 0.5, 0.5],
  [NaN, 1, 1, 1],
  [1n, 2n, 3n, 4n],
  ["a", "b"],
  [[0, 1], [1]],
  [[]],
  [, ,],
  Array(9).fill(1 / 3),
  new Uint8Array(16),
  new Uint32Array(4),
  new Float64Array(4).fill(0.5),
  BigInt64Array.of(90n, 80n, 70n, 60n),
  new Float32Array(3),
  new Int8Array([-1, -2, 3, 4]),
  new BigUint64Array(4),
  bytes,
  bytes.subarray(5),
  new ArrayBuffer(8),
  new DataView(new ArrayBuffer(8)),
  new Map(),
  new Date(0),
  /x/,
  { length: 4 },
  { length: -1, 0: 1 },
];
const NAMES = [
  "adjacency",
  "epsilon",
  "delta",
  "releases",
  "rate",
  "variance",
  "states",
  "pseudoCount",
  "weight",
  "draws",
  "eventMass",
  "priorMass",
  "drawMass",
  "numerator",
  "denominator",
  "values",
  "outside",
  "support",
  "generator",
  "floor",
  "bits",
  "window",
  "stateTable",
  "id",
  "generation",
  "totals",
  "mechanism",
  "parameters",
  "list",
  "level",
  "rowTotals",
  "noisyCounts",
  "tallies",
  "chain",
  "target",
  "expectedRowTotal",
  "starts",
  "targets",
  "probabilities",
];

function value(depth = 0) {
  const kind = below(depth > 2 ? 6 : 9);
  if (kind < 3) return one(SCALARS);
  if (kind < 5) return one(LISTS());
  if (kind === 5) return one([counts, support, ...Object.values(made), dpm]);
  const object = one([
    {},
    { ...GUARANTEE },
    { ...about },
    { ...GUARANTEE, states: 2, pseudoCount: 9, draws: 9, expectedRowTotal: 100 },
    { mechanism: "geometric", parameters: made.geometric.parameters, noisyCounts: [9n, 8n, 7n, 6n] },
  ]);
  for (let i = below(4); i > 0; i--) object[one(NAMES)] = value(depth + 1);
  return object;
}

function functions(object, path = []) {
  const names = new Set();
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    Object.getOwnPropertyNames(at).forEach((name) => names.add(name));
  // not what is the package's own, nor what disposes of the objects that are used on
  for (const name of ["constructor", "dispose", "address", "run", "memory", "in"]) names.delete(name);
  return [...names].flatMap((name) =>
    typeof object[name] === "function"
      ? [[object, name]]
      : object[name]?.constructor === Object && path.length < 2
        ? functions(object[name], [...path, name])
        : [],
  );
}

test("random calls end in a value or a DpmError", () => {
  const all = [dpm, counts, ...Object.values(made)].flatMap((object) => functions(object));
  assert.ok(all.length > 60, `${all.length}`);
  const warm = () => {
    for (let i = 0; i < CALLS; i++) {
      const [object, name] = one(all);
      const list = Array.from({ length: below(4) }, () => value());
      // the size of the memory is not what is tested here
      if (name === "counts" && typeof list[0] === "number" && list[0] > 100) continue;
      try {
        const result = object[name](...list);
        if (typeof result?.dispose === "function" && result !== counts) result.dispose();
      } catch (error) {
        assert.ok(error instanceof DpmError, `${name}: ${error?.stack}`);
        assert.notEqual(error.name, "DPM_JS_TRAP", name);
        assert.ok(/^DPM_[A-Z_]+$/.test(error.name), error.name);
      }
    }
    return dpm.memory.size();
  };
  const size = warm();
  assert.equal(warm(), size);
  assert.equal(recompute(dpm, vectors).differ.length, 0);
});

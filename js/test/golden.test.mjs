// The golden vectors in Node, with both files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../dpmarkov.js";
import { load as loadCore } from "../core.js";
import { recompute } from "./golden.mjs";

const vectors = readFileSync(new URL("../../ffi-tests/golden/vectors.txt", import.meta.url), "utf8");

test("the full file recomputes every golden vector", async () => {
  const result = recompute(await load(), vectors);
  assert.deepEqual(result, { computed: 43, lacking: 0, differ: [] });
});

test("the core file recomputes all it has", async () => {
  const result = recompute(await loadCore(), vectors);
  assert.deepEqual(result, { computed: 20, lacking: 23, differ: [] });
});

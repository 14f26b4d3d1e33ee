// What the browser's test does on its page: both files over the golden vectors, and a release with the browser's own randomness; here and in a worker.
import { load } from "/js/dpmarkov.js";
import { load as loadCore } from "/js/core.js";
import { recompute } from "/js/test/golden.mjs";

const GUARANTEE = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };

async function run() {
  const dpm = await load();
  const vectors = await (await fetch("/ffi-tests/golden/vectors.txt")).text();
  const mechanism = dpm.geometric(GUARANTEE);
  const large = dpm.counts(60).record(1, 2, 3000000000);
  const releases = [0, 1].map(() => mechanism.releaseCounts(large).join());
  const report = dpm.readReport(mechanism.report(mechanism.releaseCounts([90, 5, 6, 70]), { stateTable: new Uint8Array(16), window: [0, 0] }));
  const worker = new Worker("/js/test/browser/worker.mjs", { type: "module" });
  const fromWorker = await new Promise((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = reject;
  });
  return {
    full: recompute(dpm, vectors),
    core: recompute(await loadCore(), vectors),
    different: releases[0] !== releases[1],
    released: releases[0].split(",").length,
    report: report.mechanism,
    fromWorker,
  };
}

window.result = run().catch((error) => ({ error: `${error.stack}` }));

// A user of the packed package, in a folder of its own: recomputes the golden vectors, and checks that a release is noise.
//
//     node consumer.mjs vectors.txt
import { readFileSync } from "node:fs";
import { load } from "dpmarkov";
import { load as loadCore } from "dpmarkov/core";
import { recompute } from "./golden.mjs";

const vectors = readFileSync(process.argv[2], "utf8");
const dpm = await load();
const [full, core] = [recompute(dpm, vectors), recompute(await loadCore(), vectors)];
console.log(
  `${full.computed} golden vectors, dpmarkov ${dpm.version}: ${full.differ.length} differ; by the smaller file ${core.computed}: ${core.differ.length} differ`,
);
const release = () => dpm.geometric({ adjacency: "event", epsilon: 1, delta: 0, releases: 1 }).releaseCounts(new Uint32Array(100)).join();
if (full.computed === 0 || full.differ.length || full.lacking || core.computed === 0 || core.differ.length || release() === release())
  process.exit(1);

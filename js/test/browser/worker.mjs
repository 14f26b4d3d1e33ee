import { load } from "/js/core.js";

const dpm = await load();
const mechanism = dpm.geometric({ adjacency: "event", epsilon: 1, delta: 0, releases: 1 });
postMessage(mechanism.releaseCounts([90, 5, 6, 70]).length);

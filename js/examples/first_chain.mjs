// From a log to a private chain and what to know of it: counts -> mechanism -> release -> chain, error bars, report.
import { load, stateTable } from "dpmarkov";

const dpm = await load();
const session = [0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 1, 2, 0, 0]; // states, in the order of the visits

const counts = dpm.counts(3); // secret
for (let i = 0; i < 100; i++) counts.recordSession(session);

// What is promised: which state one visit was to stays a guess (the odds change by a factor of e at most). epsilon 1, delta 0, for one release of this log.
const mechanism = dpm.geometric({ adjacency: "visit", epsilon: 1, delta: 0, releases: 1 });
const noisyCounts = mechanism.releaseCounts(counts); // the release: public from here on
counts.dispose(); // wiped

const chain = dpm.chainOfNoisyCounts(noisyCounts, { floor: 1024 }); // an event for every cell, so that none is 0
for (let i = 0; i < 3; i++) console.log(Array.from(chain.subarray(3 * i, 3 * i + 3), (p) => p.toFixed(4)).join(" "));

const { stationary, lower, upper } = dpm.stationaryIntervals(mechanism, { noisyCounts, level: 0.95 });
stationary.forEach((share, i) => console.log(`state ${i}: ${share.toFixed(3)}, ${lower[i].toFixed(3)} to ${upper[i].toFixed(3)}`));

const report = mechanism.report(noisyCounts, {
  stateTable: await stateTable(["home", "list", "item"]),
  window: [0, 0],
  id: crypto.getRandomValues(new Uint8Array(16)),
});
console.log(`${report.length} bytes for a collector`);

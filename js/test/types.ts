// Uses the types as a program does; it is checked and never run.
import { DpmError, load, stateTable, toNumbers, type Adjacency, type AnyMechanism, type Dpmarkov, type Report } from "dpmarkov";
import { load as loadCore } from "dpmarkov/core";
import { load as loadFrom } from "dpmarkov/load";

const dpm: Dpmarkov = await load();
await load(new URL("https://example.org/dpmarkov.wasm"));
await load(fetch("/dpmarkov.wasm"));
await loadCore();
await loadFrom(new Uint8Array(8));
// @ts-expect-error: neither bytes nor a place
await load(7);
await load(await WebAssembly.compile(new Uint8Array(8)));
// @ts-expect-error: this one has nothing beside it
await loadFrom();

const adjacency: Adjacency = "event";
const guarantee = { adjacency, epsilon: 1, delta: 1e-6, releases: 1 };
const counts = dpm
  .counts(4, { values: new Uint32Array(16) })
  .record(0, 1)
  .recordSession([0, 1, 2])
  .visit(1)
  .endSession();
const support = dpm.support([[0, 1], [1]]);
dpm.counts(support, { outside: "drop" }).merge(counts).clear().dispose();
dpm.counts(support, { outside: 1 });

const geometric = dpm.geometric(guarantee);
const noisyCounts: BigInt64Array = geometric.releaseCounts(counts, { generator: dpm.generator() });
const numbers: Float64Array = toNumbers(noisyCounts);
const matrix: Float64Array = geometric.releaseChain([1, 2, 3, 4], { floor: 1024 });
const polya = dpm.polya({ ...guarantee, states: 4, pseudoCount: 20, draws: 100 });
const tallies: Uint32Array = polya.releaseTallies(counts);
const again = dpm.polya({ ...guarantee, ...polya.parameters });
const dirichlet = dpm.dirichlet({ ...guarantee, pseudoCount: 20, weight: 0.2 });
const gaussian = dpm.gaussian({ ...guarantee, variance: { numerator: 8, denominator: 1 } });
const all: AnyMechanism[] = [geometric, polya, again, dirichlet, gaussian];
for (const mechanism of all) mechanism.delta(mechanism.epsilon(1e-6));

const totals = { mechanism: geometric, values: geometric.releaseTotals(counts) };
const bytes: Uint8Array = dirichlet.report(dirichlet.releaseChain(counts), {
  stateTable: await stateTable(["a", "b"]),
  window: [0, 1],
  bits: 16,
  totals,
});
const report: Report = dpm.readReport(bytes);
if (report.mechanism === "dirichlet") report.probabilities.at(0)?.toFixed(report.parameters.weight);
else if (report.mechanism === "polya") report.tallies.at(0)?.toFixed(report.parameters.draws);
else report.noisyCounts.at(0)?.toString(report.parameters.numerator);
dpm.stationaryIntervals(report, { rowTotals: 1000 }).lower.at(0)?.toFixed();
dpm.stationaryError(geometric, { noisyCounts }).bound.toFixed();
dpm.shareIntervals(polya, { tallies, rowTotals: [1, 2, 3, 4], target: "process", level: 0.9 });

const plan = dpm.plan.compare({ ...guarantee, states: 4, expectedRowTotal: 1000 });
for (const candidate of plan.candidates) {
  if (!candidate.available) candidate.error.status.toFixed();
  else if (candidate.mechanism === "polya") dpm.polya({ ...guarantee, ...candidate.parameters });
}
dpm.accounting.compose
  .epsilon({ adjacency, delta: 1e-6, list: [{ mechanism: "geometric", parameters: geometric.parameters, releases: 2 }] })
  .epsilon.toFixed();
const beta: { lower: number; upper: number } = dpm.special.betaInc(1, 2, 0.5);

// @ts-expect-error: no such adjacency
dpm.geometric({ ...guarantee, adjacency: "user" });
// @ts-expect-error: an epsilon is needed
dpm.geometric({ adjacency, delta: 0, releases: 1 });
// @ts-expect-error: tallies are the urn's
geometric.releaseTallies(counts);
// @ts-expect-error: a report needs its window
dirichlet.report(matrix, { stateTable: new Uint8Array(16) });
// @ts-expect-error: an object of the module, not bytes
geometric.releaseCounts(counts, { generator: new Uint8Array(32) });
// @ts-expect-error: has a length and elements, and is no array
dpm.stationary({ length: 4, 0: 1, 1: 0, 2: 1, 3: 0 });
dpm.stationary(Float32Array.of(0.5, 0.5, 0.5, 0.5), 2);

try {
  dpm.stationary(matrix, 4);
} catch (error) {
  if (error instanceof DpmError) console.log(error.name, error.status, numbers, beta);
}

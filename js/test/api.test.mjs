// The interface: what each part gives, and that the parts agree with each other.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { load, stateTable, toNumbers } from "../dpmarkov.js";

const dpm = await load();
const N = 4;
const VALUES = [900, 50, 30, 20, 100, 600, 200, 100, 10, 300, 400, 300, 70, 10, 20, 930];
const SEED = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 1);
const GUARANTEE = { adjacency: "event", epsilon: 1, delta: 1e-6, releases: 1 };
const ABOUT = { stateTable: new Uint8Array(16), window: [3, 9] };
const seeded = (stream = 0n) => ({ generator: dpm.testGenerator(SEED, stream) });
const mechanisms = () => ({
  geometric: dpm.geometric(GUARANTEE),
  gaussian: dpm.gaussian(GUARANTEE),
  polya: dpm.polya({ ...GUARANTEE, states: N, pseudoCount: 20, draws: 200 }),
  dirichlet: dpm.dirichlet({ ...GUARANTEE, pseudoCount: 20 }),
});

function stochastic(matrix, n) {
  for (let i = 0; i < matrix.length; i += n)
    assert.equal(
      matrix.slice(i, i + n).reduce((a, b) => a + b),
      1,
    );
}

test("events, sessions and visits are counted alike", () => {
  const session = [0, 1, 1, 2, 3, 0];
  const whole = dpm.counts(N).recordSession(session);
  const visited = dpm.counts(N);
  for (const state of session) visited.visit(state);
  visited.endSession().visit(2);
  const events = dpm.counts(N);
  for (let i = 1; i < session.length; i++) events.record(session[i - 1], session[i]);
  assert.deepEqual(visited.toArray(), whole.toArray());
  assert.deepEqual(events.toArray(), whole.toArray());
  assert.deepEqual(
    events.merge(whole).toArray(),
    whole.toArray().map((x) => 2 * x),
  );
  assert.ok(
    events
      .clear()
      .toArray()
      .every((x) => x === 0),
  );
});

test("a support counts and releases its own cells alone", () => {
  const support = dpm.support([[1, 0], [1, 2], [3], [0, 3]]);
  assert.deepEqual([...support.targets], [0, 1, 1, 2, 3, 0, 3]);
  const counts = dpm.counts(support);
  counts.recordSession([0, 1, 2, 3, 0, 0]);
  assert.deepEqual([...counts.toArray()], [1, 1, 0, 1, 1, 1, 0]);
  assert.throws(() => counts.record(0, 3), { name: "DPM_ERR_INFEASIBLE" });
  counts.visit(0);
  assert.throws(() => counts.visit(3), { name: "DPM_ERR_INFEASIBLE" });
  counts.visit(0); // from 3, where the session is
  assert.deepEqual([...counts.toArray()], [1, 1, 0, 1, 1, 2, 0]);
  assert.deepEqual([...dpm.counts(support, { outside: "drop" }).record(0, 3).toArray()], [0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(
    [
      ...dpm
        .counts(
          dpm.support([
            [0, 1],
            [0, 1],
          ]),
          { values: [1, 2, 3, 4] },
        )
        .merge(
          dpm.counts(
            dpm.support([
              [0, 1],
              [0, 1],
            ]),
            { values: [1, 1, 1, 1] },
          ),
        )
        .toArray(),
    ],
    [2, 3, 4, 5],
  );
  assert.throws(() => counts.merge(dpm.counts(4)), { name: "DPM_ERR_LENGTH" });
  assert.throws(() => mechanisms().polya.releaseChain(counts), { name: "DPM_ERR_GUARANTEE_NOT_MET" }); // made for rows of four cells
  const polya = dpm.polya({ ...GUARANTEE, states: 2, pseudoCount: 20, draws: 200 });
  for (const mechanism of Object.values({ ...mechanisms(), polya })) {
    const chain = mechanism.releaseChain(counts, seeded());
    assert.equal(chain.length, 7);
    assert.deepEqual(mechanism.releaseChain(counts.toArray(), { ...seeded(), support }), chain);
    const matrix = dpm.expand(support, chain);
    stochastic(matrix, N);
    assert.equal(matrix[2], 0);
  }
});

test("integers and the chain made of them are one release, bit for bit", () => {
  const counts = dpm.counts(N, { values: VALUES });
  const { geometric, gaussian, polya } = mechanisms();
  for (const mechanism of [geometric, gaussian]) {
    for (const floor of [0, 1, 5000]) {
      const noisy = mechanism.releaseCounts(counts, seeded());
      assert.deepEqual(dpm.chainOfNoisyCounts(noisy, { floor }), mechanism.releaseChain(counts, { ...seeded(), floor }));
    }
  }
  for (let stream = 0n; stream < 200n; stream++) {
    const draws = 1 + Number(stream) * 7;
    const urn = dpm.polya({ ...GUARANTEE, epsilon: 5, states: N, pseudoCount: 20, draws });
    assert.deepEqual(dpm.chainOfTallies(urn.releaseTallies(counts, seeded(stream))), urn.releaseChain(counts, seeded(stream)));
    urn.dispose();
  }
  stochastic(polya.releaseChain(counts), N);
});

test("a release without a generator is another one every time", () => {
  const { geometric } = mechanisms();
  const list = Array.from({ length: 20 }, () => geometric.releaseCounts(VALUES).join());
  assert.equal(new Set(list).size, 20);
  const generator = dpm.generator();
  assert.notDeepEqual(geometric.releaseCounts(VALUES, { generator }), geometric.releaseCounts(VALUES, { generator }));
});

test("parameters that are found are accepted, worse ones are not", () => {
  const { geometric, gaussian, polya, dirichlet } = mechanisms();
  const again = [
    dpm.geometric({ ...GUARANTEE, rate: geometric.parameters }),
    dpm.gaussian({ ...GUARANTEE, variance: gaussian.parameters }),
    dpm.polya({ ...GUARANTEE, ...polya.parameters }),
    dpm.dirichlet({ ...GUARANTEE, ...dirichlet.parameters }),
  ];
  for (const mechanism of again) {
    assert.deepEqual(mechanism.guarantee, GUARANTEE);
    assert.ok(mechanism.delta(1) <= 1e-6);
    assert.ok(mechanism.epsilon(1e-6) <= 1 + 1e-12);
    const account = dpm.accounting[mechanism.mechanism];
    assert.equal(mechanism.delta(0.5), account.delta({ adjacency: "event", releases: 1, ...mechanism.parameters, epsilon: 0.5 }));
  }
  assert.ok(Math.abs(dpm.geometric({ ...GUARANTEE, delta: 0 }).deviation - 2.8) < 0.1);
  assert.ok(Math.abs(gaussian.deviation ** 2 - gaussian.parameters.numerator / gaussian.parameters.denominator) < 1e-6);
  assert.deepEqual(dpm.accounting.geometric.rate(GUARANTEE), { ...geometric.parameters });
  assert.deepEqual(dpm.accounting.gaussian.variance(GUARANTEE), { ...gaussian.parameters });
  assert.equal(dpm.accounting.dirichlet.weight({ ...GUARANTEE, pseudoCount: 20 }), dirichlet.parameters.weight);
  assert.ok(dpm.accounting.dirichlet.smallestPseudoCount(GUARANTEE) > 0);
  assert.throws(() => dpm.geometric({ ...GUARANTEE, delta: 0, rate: { numerator: 2, denominator: 1 } }), {
    name: "DPM_ERR_GUARANTEE_NOT_MET",
    status: 402,
  });
  assert.throws(() => dpm.dirichlet({ ...GUARANTEE, delta: 0, pseudoCount: 20 }), { name: "DPM_ERR_NOT_PURE" });
});

test("releases of several kinds compose", () => {
  const list = Object.values(mechanisms()).map(({ mechanism, parameters }) => ({ mechanism, parameters, releases: 1 }));
  const { epsilon, bound } = dpm.accounting.compose.epsilon({ adjacency: "event", delta: 1e-5, list });
  assert.ok(epsilon > 1 && epsilon < 4);
  assert.equal(bound, "line_integral");
  assert.ok(dpm.accounting.compose.delta({ adjacency: "event", epsilon, list }).delta <= 1.01e-5);
});

test("a report tells what was released", () => {
  const totals = dpm.geometric({ ...GUARANTEE, delta: 0 });
  for (const [name, mechanism] of Object.entries(mechanisms())) {
    const integers = { geometric: "releaseCounts", gaussian: "releaseCounts", polya: "releaseTallies", dirichlet: "releaseChain" }[name];
    const released = mechanism[integers](VALUES);
    const rows = name === "polya" || name === "dirichlet" ? { mechanism: totals, values: totals.releaseTotals(VALUES) } : undefined;
    const id = crypto.getRandomValues(new Uint8Array(16));
    const bytes = mechanism.report(released, { ...ABOUT, id, generation: 2n ** 60n, totals: rows });
    dpm.verifyReport(bytes);
    const report = dpm.readReport(bytes);
    assert.equal(report.mechanism, name);
    assert.deepEqual(report.parameters, { ...mechanism.parameters });
    assert.deepEqual([report.adjacency, report.epsilon, report.delta, report.releases], Object.values(GUARANTEE));
    assert.deepEqual([report.states, report.cells, report.bits, report.saturated, report.support], [4, 16, 32, 0, null]);
    assert.deepEqual([report.window, report.generation, report.id], [[3, 9], 2n ** 60n, id]);
    assert.deepEqual(report.noisyCounts ?? report.tallies ?? report.probabilities, released);
    assert.deepEqual(report.totals?.values, rows?.values);
    if (rows) assert.deepEqual(report.totals.rate, { ...totals.parameters });
    assert.ok(report.whole.epsilon >= report.epsilon);
    const own = mechanism.report(released, { ...ABOUT, bits: name === "polya" ? 16 : 32 });
    assert.equal(dpm.readReport(own).id, null);
    assert.equal(dpm.readReport(own).totals, null);
    bytes[40] ^= 1;
    assert.throws(() => dpm.readReport(bytes), { name: "DPM_ERR_REPORT_CHECKSUM" });
  }
  const support = dpm.support([[0, 1], [1, 2], [3], [0, 3]]);
  const noisy = totals.releaseCounts([5, 6, 7, 8, 9, 10, 11], { support });
  assert.deepEqual(dpm.readReport(totals.report(noisy, { ...ABOUT, support })).support, { starts: support.starts, targets: support.targets });
});

test("the reports of devices are read, and their state table is that of the names", async () => {
  const folder = new URL("../../examples/data/reports/", import.meta.url);
  const names = readFileSync(new URL("states.txt", folder), "utf8").trimEnd().split("\n");
  const table = await stateTable(names);
  const reports = readdirSync(folder).filter((name) => name.endsWith(".cbor"));
  assert.ok(reports.length > 0);
  for (const name of reports) {
    const report = dpm.readReport(readFileSync(new URL(name, folder)));
    assert.deepEqual(report.stateTable, table);
    assert.equal(report.states, names.length);
  }
  assert.notDeepEqual(await stateTable(["ab", "c"]), await stateTable(["a", "bc"]));
  for (const bad of [undefined, "ab", [1], ["\ud800"]]) await assert.rejects(stateTable(bad), { name: "DPM_JS_TYPE" });
});

test("plans recommend one of four", () => {
  const { candidates, recommended, reason } = dpm.plan.compare({ ...GUARANTEE, states: 4, expectedRowTotal: 1000 });
  assert.deepEqual(
    candidates.map((c) => c.mechanism),
    ["dirichlet", "polya", "geometric", "gaussian"],
  );
  assert.equal(recommended, "geometric");
  assert.equal(reason, "most_accurate");
  const best = candidates.find((c) => c.mechanism === recommended);
  assert.ok(candidates.every((c) => c.totalVariation >= best.totalVariation && c.kl > 0));
  const pure = dpm.plan.compare({ ...GUARANTEE, delta: 0, states: 4, expectedRowTotal: 1000 }).candidates;
  assert.equal(pure[3].available, false);
  assert.equal(pure[3].error.name, "DPM_ERR_NOT_PURE");
  const { weight, pseudoCount } = dpm.plan.dirichlet({ ...GUARANTEE, states: 4, expectedRowTotal: 1000 });
  assert.deepEqual(dpm.dirichlet({ ...GUARANTEE, weight, pseudoCount }).parameters, candidates[0].parameters);
});

test("error bars hold the truth about as often as they say", () => {
  const totals = [0, 1, 2, 3].map((i) => VALUES.slice(4 * i, 4 * i + 4).reduce((a, b) => a + b));
  const chain = VALUES.map((x, i) => x / totals[i >> 2]);
  const pi = dpm.stationary(chain);
  for (const mechanism of Object.values(mechanisms())) {
    const [held, within] = [
      { pi: 0, share: 0 },
      { pi: 4 * 200, share: 16 * 200 },
    ];
    for (let stream = 0n; stream < 200n; stream++) {
      const noise = seeded(stream);
      const given = mechanism.releaseCounts
        ? { noisyCounts: mechanism.releaseCounts(VALUES, noise) }
        : mechanism.releaseTallies
          ? { tallies: mechanism.releaseTallies(VALUES, noise), rowTotals: totals }
          : { chain: mechanism.releaseChain(VALUES, noise), rowTotals: totals };
      const run = dpm.stationaryIntervals(mechanism, given);
      pi.forEach((x, i) => (held.pi += run.lower[i] <= x && x <= run.upper[i]));
      const shares = dpm.shareIntervals(mechanism, given);
      chain.forEach((x, i) => (held.share += shares.lower[i] <= x && x <= shares.upper[i]));
      noise.generator.dispose();
    }
    for (const kind of ["pi", "share"]) assert.ok(held[kind] / within[kind] > 0.9, `${mechanism.mechanism} ${kind} ${held[kind] / within[kind]}`);
  }
});

test("a collector has the same error bars from the report", () => {
  for (const mechanism of Object.values(mechanisms())) {
    const noisyCounts = mechanism.releaseCounts?.(VALUES, seeded());
    const tallies = mechanism.releaseTallies?.(VALUES, seeded());
    const chain = noisyCounts || tallies ? undefined : mechanism.releaseChain(VALUES, seeded());
    const given = { noisyCounts, tallies, chain, rowTotals: noisyCounts ? undefined : 1000 };
    const report = dpm.readReport(mechanism.report(noisyCounts ?? tallies ?? chain, ABOUT));
    const { rowTotals } = given;
    assert.deepEqual(dpm.stationaryIntervals(report, { rowTotals }), dpm.stationaryIntervals(mechanism, given));
    assert.deepEqual(dpm.shareIntervals(report, { rowTotals, target: "process" }), dpm.shareIntervals(mechanism, { ...given, target: "process" }));
    const error = dpm.stationaryError(report, { rowTotals });
    assert.deepEqual(error, dpm.stationaryError(mechanism, given));
    assert.ok(error.estimate > 0 && error.estimate <= error.bound && error.bound <= 1);
    assert.ok(error.variances.every((x) => x > 0));
  }
  assert.equal(dpm.levelOfEach(0.95, 5), 0.99);

  const { dirichlet, geometric } = mechanisms();
  const [chain, totals] = [dirichlet.releaseChain(VALUES, seeded()), { mechanism: geometric, values: geometric.releaseTotals(VALUES, seeded(1n)) }];
  const report = dpm.readReport(dirichlet.report(chain, { ...ABOUT, totals }));
  const error = dpm.stationaryError(report);
  assert.deepEqual(error, dpm.stationaryError(dirichlet, { chain, totals }));
  const rowTotals = Array.from(totals.values, Number);
  assert.equal(error.estimate, dpm.stationaryError(dirichlet, { chain, rowTotals }).estimate);
  assert.ok(error.bound > dpm.stationaryError(dirichlet, { chain, rowTotals }).bound);
});

test("a chain is looked at", () => {
  const chain = [0.5, 0.5, 0, 0.25, 0.5, 0.25, 0, 0.5, 0.5];
  assert.deepEqual([...dpm.stationary(chain)], [0.25, 0.5, 0.25]);
  assert.equal(dpm.ergodicity(chain), 0.5);
  assert.equal(dpm.isIrreducible(chain), true);
  assert.deepEqual(dpm.recurrentClasses([1, 0, 0, 0.5, 0, 0.5, 0, 0, 1]), { labels: [0, null, 1], count: 2 });
  assert.throws(() => dpm.stationary([1, 0, 0, 1]), { name: "DPM_ERR_SEVERAL_CLASSES" });
  assert.deepEqual([...dpm.predict(chain, [1, 0, 0], 2)], [0.375, 0.5, 0.125]);
  assert.equal(dpm.meanFirstPassage(chain, 0)[1], 6);
  assert.equal(dpm.totalVariation([0.5, 0.5], [0.25, 0.75]), 0.25);
  assert.ok(Math.abs(dpm.klDivergence([0.5, 0.5], [0.25, 0.75]) - 0.5 * Math.log(4 / 3)) < 1e-15);
});

test("noisy counts become numbers, or an error", () => {
  assert.deepEqual([...toNumbers(BigInt64Array.of(-3n, 2n ** 53n - 1n))], [-3, 2 ** 53 - 1]);
  assert.throws(() => toNumbers(BigInt64Array.of(2n ** 53n)), { name: "DPM_JS_RANGE" });
});

test("the version is the package's", async () => {
  const { version } = (await import("../package.json", { with: { type: "json" } })).default;
  assert.equal(dpm.version, version);
  assert.equal(dpm.abiVersion, 1);
  assert.equal(dpm.full, true);
});

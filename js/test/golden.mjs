// Recomputes lines of ffi-tests/golden/vectors.txt: in Node and in the browser, bit for bit. The file explains its form.

const view = new DataView(new ArrayBuffer(8));

function real(word) {
  view.setBigUint64(0, BigInt(`0x${word}`));
  return view.getFloat64(0);
}

function bits(x) {
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

const bytes = (word) => Uint8Array.from(word.match(/../g), (digits) => parseInt(digits, 16));
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const ADJACENCIES = ["destination", "add_remove", "event", "visit", "visit_presence"];

function accounting(dpm, name, words) {
  const of = dpm.accounting.dirichlet;
  const adjacency = ADJACENCIES[words[0]];
  if (name === "weight") {
    return of.weight({ adjacency, pseudoCount: real(words[1]), releases: +words[2], epsilon: real(words[3]), delta: real(words[4]) });
  }
  const given = { adjacency, weight: real(words[1]), pseudoCount: real(words[2]), releases: +words[3] };
  return name === "delta" ? of.delta({ ...given, epsilon: real(words[4]) }) : of.epsilon({ ...given, delta: real(words[4]) });
}

function release(dpm, name, words) {
  const [seed, stream, adjacency, epsilon, delta, releases] = words.splice(0, 6);
  const guarantee = { adjacency: ADJACENCIES[adjacency], epsilon: real(epsilon), delta: real(delta), releases: +releases };
  if (name === "polya") Object.assign(guarantee, { pseudoCount: real(words.shift()), draws: +words.shift() });
  if (name === "dirichlet") guarantee.pseudoCount = real(words.shift());
  const n = +words.shift();
  if (name === "polya") guarantee.states = n;
  const mechanism = dpm[name](guarantee);
  const counts = dpm.counts(n, { values: Uint32Array.from(words, Number) });
  const generator = dpm.testGenerator(bytes(seed), BigInt(stream));
  const p = mechanism.parameters;
  const [said, released] = {
    geometric: () => [[p.numerator, p.denominator], mechanism.releaseCounts(counts, { generator })],
    gaussian: () => [[p.numerator, p.denominator], mechanism.releaseCounts(counts, { generator })],
    polya: () => [[p.eventMass, p.priorMass, p.drawMass], mechanism.releaseTallies(counts, { generator })],
    dirichlet: () => [[bits(p.weight)], mechanism.releaseChain(counts, { generator })],
  }[name]();
  const report = dpm.full ? [hex(mechanism.report(released, { stateTable: new Uint8Array(16), window: [0, 0], bits: 32 }))] : [];
  for (const object of [mechanism, counts, generator]) object.dispose();
  return [...said, ...Array.from(released, (x) => (name === "dirichlet" ? bits(x) : x)), ...report].join(" ");
}

/** What this library gives for the inputs of a line; undefined where the smaller file has not the function. */
export function compute(dpm, line) {
  const [name, ...words] = line.split(" = ")[0].split(" ");
  if (name.startsWith("release_")) return release(dpm, name.slice(8), words);
  if (name.startsWith("dirichlet_")) return bits(accounting(dpm, name.slice(10), words));
  if (name === "stationary") return Array.from(dpm.stationary(words.slice(1).map(real), +words[0]), bits).join(" ");
  if (name === "tau_one") return bits(dpm.ergodicity(words.slice(1).map(real), +words[0]));
  if (!dpm.full) return undefined;
  const x = words.map(real);
  const special = dpm.special;
  if (name === "ln_gamma") return bits(special.lnGamma(...x));
  if (name === "digamma") return bits(special.digamma(...x));
  if (name === "ln_beta") return bits(special.lnBeta(...x));
  const { lower, upper } = name === "beta_inc" ? special.betaInc(...x) : special.gammaInc(...x);
  return `${bits(lower)} ${bits(upper)}`;
}

/** All lines of the file: how many were computed, how many the smaller file lacks, and those that differ. The smaller file writes no reports. */
export function recompute(dpm, text) {
  const result = { computed: 0, lacking: 0, differ: [] };
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const expected = line.split(" = ")[1];
    const got = compute(dpm, line);
    if (got === undefined) {
      result.lacking += 1;
      continue;
    }
    result.computed += 1;
    const wanted = !dpm.full && line.startsWith("release_") ? expected.slice(0, expected.lastIndexOf(" ")) : expected;
    if (got !== wanted) result.differ.push({ line, got });
  }
  return result;
}

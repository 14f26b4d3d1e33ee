// Reads a dpmarkov report with a stock CBOR library: everything that is in it, as JSON.
//
//     npm install --prefix scripts/readers --omit=optional
//     node scripts/readers/read_report.mjs REPORT.cbor
//
// The keys are those of docs/report.md. Only what a reader needs: that the report is whole (its checksum) and is one of this version. Whether its
// guarantee holds is for `dpmarkov inspect` and `dpmarkov merge` to say. Node 20.15 or later (zlib.crc32).
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { Decoder } from "cbor-x";

const MECHANISMS = ["dirichlet", "polya", "geometric", "gaussian"];
const ADJACENCIES = ["destination", "add_remove", "event", "visit", "visit_presence"];
const PARAMETERS = {
  dirichlet: ["weight", "pseudo_count"],
  polya: ["event_mass", "prior_mass", "draw_mass", "draws", "row_cells"],
  geometric: ["rate_numerator", "rate_denominator"],
  gaussian: ["variance_numerator", "variance_denominator"],
};

const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** The values row by row. */
function split(values, lengths) {
  let start = 0;
  return Array.from(lengths, (length) => Array.from(values.subarray(start, (start += length))));
}

export function read(data) {
  if (hex(data.subarray(0, 3)) !== "d9d9f7") {
    throw new Error("no report: it does not begin as self-described CBOR does");
  }
  if (crc32(data.subarray(0, -4)) !== data.readUInt32LE(data.length - 4)) {
    throw new Error("damaged: the checksum is another");
  }
  // Typed arrays (RFC 8746) come as Uint16Array, Int32Array, ...; integers beyond 2^53 as BigInt.
  const items = new Decoder({ mapsAsObjects: false }).decode(data);
  if (items.get(0) !== 1) {
    throw new Error(`version ${items.get(0)}: this program reads version 1`);
  }
  const n = items.get(7);
  const mechanism = MECHANISMS[items.get(1)];
  const [lengths, targets] = items.get(12) ?? [Array(n).fill(n), null];
  const rows = split(items.get(13), lengths);
  const [name, values] = {
    dirichlet: ["units", rows.map((row) => row.map((v) => v + 1))],
    polya: ["tallies", rows],
  }[mechanism] ?? ["noisy_counts", rows];
  let totals = null;
  if (items.has(14)) {
    const [epsilon, delta, releases, rate_numerator, rate_denominator, noisy] = items.get(14);
    totals = { epsilon, delta, releases, rate_numerator, rate_denominator, noisy: Array.from(noisy) };
  }
  return {
    format: items.get(0),
    mechanism,
    parameters: Object.fromEntries(PARAMETERS[mechanism].map((key, i) => [key, items.get(6)[i]])),
    adjacency: ADJACENCIES[items.get(2)],
    epsilon: items.get(3),
    delta: items.get(4),
    releases: items.get(5),
    states: n,
    state_table: hex(items.get(8)),
    window: items.get(9),
    generation: items.get(10),
    id: items.has(11) ? hex(items.get(11)) : null,
    targets: targets && split(targets, lengths),
    bits: 8 * items.get(13).BYTES_PER_ELEMENT,
    [name]: values,
    row_totals: totals,
  };
}

/** JSON with whole numbers of any size. */
function json(value) {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${json(item)}`);
  return `{${entries.join(", ")}}`;
}

if (process.argv[1] === import.meta.filename) {
  console.log(json(read(readFileSync(process.argv[2]))));
}

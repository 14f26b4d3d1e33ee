// What may be taken away: computed from the release and from public numbers alone.
import { REASONS } from "./words.js";

/** Hands a file to the visitor. */
export function save(bytes, type, filename) {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const field = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** `from,to,probability`, one line for each feasible cell. */
export function chainCsv({ n, labels, matrix, feasible }) {
  const lines = ["from,to,probability"];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (!feasible || feasible[i * n + j]) lines.push(`${field(labels[i])},${field(labels[j])},${matrix[i * n + j]}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

const rows = (values, n) => Array.from({ length: n }, (_, i) => Array.from(values.subarray(i * n, (i + 1) * n)));

/** The keys are those of `dpmarkov release --format json`, as far as they apply: `dpmarkov inspect` reads it. */
export function chainJson(result) {
  const { n, labels, mechanism, parameters, guarantee } = result;
  const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const prefix = { geometric: "rate_", gaussian: "variance_" }[mechanism] ?? "";
  const out = {
    version: result.version,
    states: labels,
    states_from: { public: "file", log: "log", numbers: "numbers" }[result.statesFrom],
    mechanism,
    adjacency: guarantee.adjacency,
    epsilon: guarantee.epsilon,
    delta: guarantee.delta,
    releases: guarantee.releases,
    pure: result.pure,
    expected_row_total: result.expectedRowTotal,
    chosen_by: REASONS[result.chosenBy] ?? result.chosenBy,
    floor: result.floor,
    standard_error: result.standardError,
    matrix: rows(result.matrix, n),
    stationary: result.stationary && Array.from(result.stationary),
  };
  for (const [key, value] of Object.entries(parameters)) if (key !== "states") out[prefix + snake(key)] = value;
  if (result.feasible) out.feasible = rows(result.feasible, n);
  if (result.values) out[result.values.kind] = rows(result.values.numbers, n);
  for (const key of Object.keys(out)) if (out[key] === undefined) delete out[key];
  // one row of numbers a line; a line break is in no string, so that no name is taken for numbers
  return `${JSON.stringify(out, null, 1).replace(/\[\n\s+(-?[\d.e+-]+(?:,\n\s+-?[\d.e+-]+)*)\n\s+\]/g, (whole, list) => `[${list.replace(/\n\s+/g, " ")}]`)}\n`;
}

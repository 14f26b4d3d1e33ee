// The releases among the golden vectors (ffi-tests/golden/vectors.txt): what every language must give from the seed of a test.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./browser.mjs";

const ADJACENCIES = ["destination", "add_remove", "event", "visit", "visit_presence"];

function real(hex) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

const EXTRA = { geometric: 0, gaussian: 0, polya: 2, dirichlet: 1 };
const PARAMETERS = { geometric: 2, gaussian: 2, polya: 3, dirichlet: 1 };

export function golden() {
  const lines = readFileSync(join(ROOT, "ffi-tests/golden/vectors.txt"), "utf8").split("\n").filter((line) => line.startsWith("release_"));
  return lines.map((line) => {
    const [left, right] = line.split(" = ").map((part) => part.split(" "));
    const mechanism = left[0].slice("release_".length);
    const [seed, stream, adjacency, epsilon, delta, releases, ...rest] = left.slice(1);
    const extra = rest.splice(0, EXTRA[mechanism]);
    const [n, ...counts] = rest.map(Number);
    const parameters = right.splice(0, PARAMETERS[mechanism]);
    const values = right.slice(0, n * n);
    const floating = mechanism === "dirichlet";
    return {
      mechanism,
      seed: Buffer.from(seed, "hex"),
      stream: BigInt(stream),
      adjacency: ADJACENCIES[adjacency],
      epsilon: real(epsilon),
      delta: real(delta),
      releases: Number(releases),
      pseudoCount: extra[0] === undefined ? undefined : real(extra[0]),
      draws: extra[1] === undefined ? undefined : Number(extra[1]),
      n,
      counts,
      parameters: parameters.map(floating ? real : Number),
      values: values.map(floating ? real : Number),
    };
  });
}

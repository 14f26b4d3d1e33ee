// What parameters promise: delta at an epsilon, epsilon at a delta, and the parameters that meet both. Public numbers alone.
import { adjacency, options, real, whole, wide } from "./values.js";

const rate = (given) => [whole(given.numerator, "the rate's numerator", 212), whole(given.denominator, "the rate's denominator", 212)];
const variance = (given) => [wide(given.numerator, "the variance's numerator", 213), whole(given.denominator, "the variance's denominator", 213)];
const masses = (given) => [
  whole(given.states, "states", 301),
  ...["eventMass", "priorMass", "drawMass"].map((name) => whole(given[name], name, 214)),
  whole(given.draws, "draws", 215),
];
const weights = (given) => [real(given.weight, "weight"), real(given.pseudoCount, "pseudoCount")];

/** How each mechanism's parameters stand in its functions. */
export const PARAMETERS = { dirichlet: weights, polya: masses, geometric: rate, gaussian: variance };

function outputs(memory, types, call) {
  return memory.scratch((scratch) => {
    const starts = types.map((type) => scratch.room(type, 1));
    call(starts);
    return starts.map((start, i) => memory.view(types[i], start, 1)[0]);
  });
}

/** `what` is "delta" or "epsilon": the one that is asked for. */
function promised(memory, kind, what, given) {
  options(given, `${what}()`);
  const other = what === "delta" ? "epsilon" : "delta";
  const list = [adjacency(given.adjacency), ...PARAMETERS[kind](given), whole(given.releases, "releases", 205), real(given[other], other)];
  return outputs(memory, [Float64Array], ([out]) => memory.call(`dpm_${kind}_${what}`, ...list, out))[0];
}

function solve(memory, name, given, more, types) {
  options(given, "solving");
  const list = [
    adjacency(given.adjacency),
    ...more,
    whole(given.releases, "releases", 205),
    real(given.epsilon, "epsilon"),
    real(given.delta, "delta"),
  ];
  return outputs(memory, types, (starts) => memory.call(name, ...list, ...starts));
}

export function accounting(memory) {
  const of = (kind) => ({ delta: (given) => promised(memory, kind, "delta", given), epsilon: (given) => promised(memory, kind, "epsilon", given) });
  return {
    dirichlet: {
      ...of("dirichlet"),
      weight: (given) =>
        solve(memory, "dpm_dirichlet_solve_weight", given, [real(options(given, "weight()").pseudoCount, "pseudoCount")], [Float64Array])[0],
      smallestPseudoCount(given) {
        options(given, "smallestPseudoCount()");
        const list = [adjacency(given.adjacency), real(given.epsilon, "epsilon"), real(given.delta, "delta"), whole(given.releases, "releases", 205)];
        return outputs(memory, [Float64Array], ([out]) => memory.call("dpm_smallest_pseudo_count", ...list, out))[0];
      },
    },
    polya: of("polya"),
    geometric: {
      ...of("geometric"),
      rate(given) {
        const [numerator, denominator] = solve(memory, "dpm_geometric_solve_rate", given, [], [Uint32Array, Uint32Array]);
        return { numerator, denominator };
      },
    },
    gaussian: {
      ...of("gaussian"),
      variance(given) {
        const [numerator, denominator] = solve(memory, "dpm_gaussian_solve_variance", given, [], [BigUint64Array, Uint32Array]);
        return { numerator: Number(numerator), denominator };
      },
    },
  };
}

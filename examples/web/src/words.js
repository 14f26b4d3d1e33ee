// The promise in words: the same inequality and the same sentences as the program's.

export const NEIGHBOURS = {
  event: "one event is replaced by any other",
  destination: "one event keeps its source and goes elsewhere (row totals are public)",
  add_remove: "one event is present in one of them only",
  visit: "one visited state of a session is replaced by any other",
  visit_presence: "one visited state of a session is inserted or dropped",
};

export const REASONS = {
  only_one: "no other mechanism meets this guarantee",
  most_accurate: "the smallest expected total variation, averaged over the three rows",
  integers: "within 3 % of the smallest expected total variation, and drawn with integers alone",
  pure: "within 3 % of the smallest expected total variation, and its delta is 0",
  simplest: "within 3 % of the smallest expected total variation, and the simplest",
};

const MOST = 16;
const scientific = (x) => x.toExponential().replace("e+", "e");

/** x > 0 to six digits and not below it. */
function sixDigitsUp(x) {
  const rounded = x.toExponential(5);
  if (Number(rounded) >= x) return Number(rounded);
  const [mantissa, exponent] = rounded.split("e");
  const up = Number(`${Number(mantissa.replace(".", "")) + 1}e${Number(exponent) - 5}`);
  return Math.max(up, x);
}

/** A number of a promise as people read it, never less than it is. */
export function number(x) {
  const value = scientific(x).length <= MOST ? x : sixDigitsUp(x);
  const digits = String(value);
  return value === 0 || (value >= 1e-3 && digits.length <= MOST && !digits.includes("e")) ? digits : scientific(value);
}

/** The one inequality that is promised, as plain text. */
export function inequality({ epsilon, delta }) {
  const power = number(epsilon).includes("e") ? `e^(${number(epsilon)})` : `e^${number(epsilon)}`;
  return delta === 0 ? `P(S) <= ${power} P'(S)` : `P(S) <= ${power} P'(S) + ${number(delta)}`;
}

/** What the inequality is about. */
export function sentence({ releases, adjacency }) {
  const scope = releases === 1 ? "for every set S of released chains" : `for every set S of what all ${releases} releases together show`;
  return `${scope}, P and P' from any two logs in which ${NEIGHBOURS[adjacency]}.`;
}

function divisor(a, b) {
  return b === 0n ? a : divisor(b, a % b);
}

/** p/q in lowest terms, or to six digits where those are long. */
export function fraction(numerator, denominator) {
  const [p, q] = [BigInt(numerator), BigInt(denominator)];
  const d = divisor(p, q) || 1n;
  if (q / d === 1n) return String(p / d);
  if (p / d < 100_000n && q / d < 100_000n) return `${p / d}/${q / d}`;
  return about(Number(p) / Number(q));
}

/** To six decimal places; below 0.001 to six digits. */
export function about(x) {
  return x < 1e-3 ? x.toExponential(5).replace("e+", "e") : x.toFixed(6);
}

/** What is drawn, with its numbers. `parameters` is a mechanism's public ones. */
export function law(mechanism, p) {
  switch (mechanism) {
    case "geometric":
      return `every count + k, P(k) ~ e^(-r |k|), r = ${fraction(p.numerator, p.denominator)}`;
    case "gaussian":
      return `every count + k, P(k) ~ e^(-k^2/(2 v)), v = ${fraction(p.numerator, p.denominator)}`;
    case "polya":
      return `${p.draws} ${p.draws === 1 ? "draw" : "draws"} a row from an urn of ${p.eventMass} count + ${p.priorMass}, +${p.drawMass} a draw`;
    default:
      return `a row is drawn from Dir(w (counts + a)), w = ${about(p.weight)}, a = ${about(p.pseudoCount)}`;
  }
}

/** A probability as a percentage, with as many digits as its size asks for. */
export function percent(p) {
  const x = 100 * p;
  if (p > 0 && x < 0.00005) return "< 0.0001 %";
  return `${x.toFixed(x >= 9.95 || x === 0 ? 1 : x >= 0.0995 ? 2 : 4)} %`;
}

/** The same, no longer than it need be: for marks on a scale. */
export function mark(p) {
  return percent(p).replace(/\.?0+ %$/, " %");
}

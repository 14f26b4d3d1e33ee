// The special functions. NaN outside the domain where a number comes back; an error where there are two.
import { real } from "./values.js";

export function special(memory) {
  const one = (name) => (x) => memory.raw(name, real(x, "x"));
  const pair = (name, list) =>
    memory.scratch((scratch) => {
      const [lower, upper] = [scratch.room(Float64Array, 1), scratch.room(Float64Array, 1)];
      memory.call(name, ...list, lower, upper);
      return { lower: memory.view(Float64Array, lower, 1)[0], upper: memory.view(Float64Array, upper, 1)[0] };
    });
  return {
    lnGamma: one("dpm_ln_gamma"),
    digamma: one("dpm_digamma"),
    lnBeta: (a, b) => memory.raw("dpm_ln_beta", real(a, "a"), real(b, "b")),
    betaInc: (a, b, x) => pair("dpm_beta_inc", [real(a, "a"), real(b, "b"), real(x, "x")]),
    gammaInc: (a, x) => pair("dpm_gamma_inc", [real(a, "a"), real(x, "x")]),
  };
}

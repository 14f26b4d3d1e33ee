//! delta(epsilon) as a difference of two tails.
//!
//! ```text
//! moved event   delta(eps) = I_s(b, b+w) - e^eps I_s(b+w, b),     s = 1/(1 + e^(eps/w))
//! added event   delta(eps) = Q(b+w, g) - e^eps Q(b, g),           ln g = (  eps + ln Gamma(b+w) - ln Gamma(b) ) / w
//! removed event delta(eps) = P(b, g) - e^eps P(b+w, g),           ln g = ( -eps + ln Gamma(b+w) - ln Gamma(b) ) / w
//! ```
//!
//! (P and Q the regularised incomplete gamma functions.) In logarithms throughout: s itself underflows once eps/w passes
//! 745, and delta would become 0. The difference loses digits like 1 + a where delta is small, which the error bound counts;
//! near delta = 1 it loses none, and there nothing else is needed.
use super::pair::{Change, Crossing, LnDelta};
use crate::special::float::{exp, exp_m1, ln};
use crate::special::{ln_beta_inc_logit, ln_gamma_inc_ln};

/// Bound of each tail's relative error, at shapes up to [`MEASURED`]: this much, and the second for every unit of |ln tail| (measured over
/// `tests/data/profile_closed.csv`: a tenth of it).
const TAIL_ERROR: (f64, f64) = (1e-13, 2e-15);
/// Beyond these shapes the incomplete functions are not measured.
const MEASURED: f64 = 1e6;

/// ln delta by the closed form; NaN where a tail is.
pub(crate) fn ln_delta(x: &Crossing) -> LnDelta {
    let (b, w) = (x.b, x.w);
    let (first, second) = match x.change {
        Change::Moved => (ln_beta_inc_logit(b, b + w, -x.t).ln_lower, ln_beta_inc_logit(b + w, b, -x.t).ln_lower),
        Change::Added => {
            let ln_g = x.ln_ratio + ln(b + w);
            (ln_gamma_inc_ln(b + w, ln_g).ln_upper, ln_gamma_inc_ln(b, ln_g).ln_upper)
        }
        Change::Removed => {
            let ln_g = x.ln_ratio + ln(b);
            (ln_gamma_inc_ln(b, ln_g).ln_lower, ln_gamma_inc_ln(b + w, ln_g).ln_lower)
        }
    };
    let log_ratio = x.epsilon + second - first;
    // 1 - e^log_ratio is what is left of the first tail
    let left = -exp_m1(log_ratio);
    let far = if b + w > MEASURED { 1e4 } else { 1.0 };
    let error = x.error + 2.0 * far * (TAIL_ERROR.0 + TAIL_ERROR.1 * first.abs()) / left;
    LnDelta { ln: first + ln(left), error, slope: -exp(log_ratio) / left }
}

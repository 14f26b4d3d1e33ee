//! The pure guarantee of an urn: how large the privacy loss can be at all.
use crate::domain::PolyaParameters;
use crate::privacy::Adjacency;
use crate::special::double_double::DoubleDouble;
use crate::special::float::ln_1p;
use crate::special::ln_gamma_ratio;

/// Half an ulp of 1.
const U: f64 = f64::EPSILON / 2.0;
/// Up to so many factors of a rising factorial are added one by one.
const TERMS: i64 = 1 << 13;

/// ln[(x + w)_k / (x)_k] with x = base/draw, w = event/draw, and a bound on its error.
///
/// ```text
/// sum over i < k of ln(1 + event/(base + i draw)) = ln Gamma(x+k+w)/Gamma(x+k) - ln Gamma(x+w)/Gamma(x)
/// ```
///
/// The sum, of positive terms with a relative error of at most 4 units each, up to 8,192 of them; beyond, the log-gammas, whose measured error
/// of 18 units (|w| (1 + ln x) + 1) is multiplied by seven.
pub(super) fn ln_rising_ratio(base: i64, event: i64, draw: i64, k: i64) -> (f64, f64) {
    let (e, d, b) = (event as f64, draw as f64, base as f64);
    if k <= TERMS {
        let mut sum = DoubleDouble::from(0.0);
        // base + i draw < 2^48: exact
        for i in 0..k {
            sum = sum + ln_1p(e / (b + i as f64 * d));
        }
        let sum = sum.value();
        return (sum, 8.0 * U * sum);
    }
    let (x, w) = (b / d, e / d);
    let one = |x: f64| ln_gamma_ratio(x, w, 0.0).0;
    let (top, bottom) = (one(x + k as f64), one(x));
    (
        top - bottom,
        128.0 * U * (top.abs() + bottom.abs() + w + 1.0),
    )
}

/// ln[(x + w)_M / (x)_M], x = base/draw_mass, rounded up: the largest loss that a cell of mass `base` can show by losing an event.
pub(super) fn ln_rising_ratio_upper(base: u64, urn: &PolyaParameters) -> f64 {
    let (sum, error) = ln_rising_ratio(
        base.min(1 << 48) as i64,
        i64::from(urn.event_mass()),
        i64::from(urn.draw_mass()),
        i64::from(urn.draws()),
    );
    sum + error
}

/// What one release can tell at most, in nats: a bound on the privacy loss over all neighbouring logs and outputs.
///
/// The law of a row's tallies is prod (alpha_i)_(m_i) / (alpha_0)_M up to a factor that no count touches. With f = ln[(b+w)_M/(b)_M] and
/// h = ln[(nb+w)_M/(nb)_M], x |-> (x+w)_k/(x)_k falling in x and rising in k:
///
/// - a cell that has one event more under the first log adds at most f, one that has one more under the second at most 0;
/// - a row that has one event more under the second log adds at most h, since alpha_0 >= nb; more under the first at most 0;
/// - a cell that has two events more adds at most ln[(b+2w)_M/(b)_M] <= 2 f, factor by factor.
///
/// Counted row by row, and in either order of the logs:
///
/// | adjacency | cells that lose | rows that gain | bound |
/// |---|---|---|---|
/// | `Destination` | 1 | 0 | f |
/// | `AddRemove` | 1, or 0 | 0, or 1 | f (h <= f) |
/// | `Event` | 1 | 1 | f + h |
/// | `Visit`: (i,s), (s,j) become (i,t), (t,j) | 2 | 1: row i keeps its total, row s loses, row t gains | 2 f + h |
/// | `VisitPresence`: (i,j) becomes (i,x), (x,j) | 1, or 2 the other way round | 1 (row x), or 0 | max(f + h, 2 f) = 2 f |
///
/// Where some of these cells or rows coincide, fewer terms are left.
///
/// On a support rows have different numbers of cells n_i. h falls with n, so `states` is the smallest n_i of any row of two or more cells; a row of one
/// cell releases a constant and adds no term. Events that count as one into another state stay in their row, and fewer cells change. Events that
/// are dropped leave only some of the terms, but may turn a row that kept its total into one that gains: each such h <= f stands in place of the
/// f of the cell whose loss was dropped, so `Visit` has at most f + 2 h <= 2 f + h, `VisitPresence` f + h or 2 h <= 2 f, `Event` f + h, and
/// `Destination` h <= f. (`tests/support_urn.rs` enumerates them.)
pub(super) fn ln_ratio_upper(adjacency: Adjacency, urn: &PolyaParameters, states: usize) -> f64 {
    let prior = u64::from(urn.prior_mass());
    let cell = ln_rising_ratio_upper(prior, urn);
    let row = || ln_rising_ratio_upper(prior.saturating_mul(states as u64), urn);
    let sum = match adjacency {
        Adjacency::Destination | Adjacency::AddRemove => cell,
        Adjacency::Event => cell + row(),
        Adjacency::Visit => 2.0 * cell + row(),
        Adjacency::VisitPresence => 2.0 * cell,
    };
    sum * (1.0 + 4.0 * U)
}

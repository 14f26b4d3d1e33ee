//! Intervals from tallies of Polya's urn.
use super::{Interval, Target, check_cells, dirichlet::with_sampling, half, invert};
use crate::domain::{ExpectedRowTotal, Level, PolyaParameters};
use crate::error::{Error, Result};

/// The interval for a share from one tally of a row that [`Polya`](crate::mechanism::Polya) released.
///
/// ```text
/// m ~ BetaBinomial(M; p, q), p = w N C + b, q = w N (1 - C) + (n - 1) b, w = event_mass/draw_mass, b = prior_mass/draw_mass:
/// every C in [0, 1] with P(X > m) + 3/4 P(X = m) >= (1 - level)/2 and P(X < m) + 3/4 P(X = m) >= (1 - level)/2
/// ```
///
/// - **Domain**: `cells` = n, the feasible cells, 1 to 65,535; `row_total` = N: see [`dirichlet`](super::dirichlet()). From a released row the tally is
///   [`debias::polya_tally`](crate::utility::debias::polya_tally).
/// - **Why three quarters**: tallies are whole, so no interval covers with exactly `level`. Counted in full, the atom makes intervals too wide; by half
///   (mid-p) they are right on average and can cover with 1 - 2 (1 - level). By three quarters the floor below is proved.
/// - **Guarantee** ([`Target::Log`]): C is contained with probability above 1 - (4/3)(1 - level), 0.933 at 0.95, and at 0 and 1 above
///   1 - (2/3)(1 - level). Proof: a tally m that excludes C from above has (3/4) P(X >= m) <= P(X > m) + (3/4) P(X = m) < (1 - level)/2; the tallies that do are all
///   above some m, so that their probability is below (4/3)(1 - level)/2. The same from below. X rises stochastically with C, as a
///   mixture of binomial laws over a Beta law that does ([`dirichlet`](super::dirichlet())), so the C of either test are an interval. QED. Where 25 draws or more are
///   expected in the cell: 0.93 to 0.97; with fewer, up to 1.
/// - **Guarantee** ([`Target::Process`]): approximate, as [`dirichlet`](super::dirichlet()).
/// - **Special values**: [1, 1] for n = 1.
/// - **Accuracy**: an end is outside the exact one by 1e-13, or a relative error of the tails of M 2^-52.
/// - **Cost**: about 25 sums over the tallies that are likely, at most M divisions each; no scratch.
///
/// # Errors
/// [`Error::States`]; [`Error::Domain`] for a tally above M, or for n = 1 other than M.
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, Level, PolyaParameters}, utility::interval::{Target, polya}};
/// // w = 1, a = 1: m ~ BetaBinomial(50; c + 1, 101 - c)
/// let urn = PolyaParameters::new(1, 1, 1, 50)?;
/// let i = polya(20, 2, ExpectedRowTotal::new(100.0)?, &urn, Target::Log, Level::new(0.95)?)?;
/// assert!(i.contains(0.4) && (i.width() - 0.33).abs() < 0.02);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn polya(
    tally: u32,
    cells: usize,
    row_total: ExpectedRowTotal,
    urn: &PolyaParameters,
    target: Target,
    level: Level,
) -> Result<Interval> {
    let (n, total) = (check_cells(cells)?, row_total.get());
    if tally > urn.draws() || (cells == 1 && tally != urn.draws()) {
        return Err(Error::Domain);
    }
    if cells == 1 {
        return Ok(Interval::ONE);
    }
    let draw = f64::from(urn.draw_mass());
    let (w, b) = (
        f64::from(urn.event_mass()) / draw,
        f64::from(urn.prior_mass()) / draw,
    );
    let a = f64::from(urn.prior_mass()) / f64::from(urn.event_mass());
    let tails = |c: f64| {
        let shape = (w * (total * c) + b, w * (total * (1.0 - c)) + (n - 1.0) * b);
        let (p, q) = match target {
            Target::Log => shape,
            Target::Process => with_sampling(shape, c, total, total / (total + n * a)),
        };
        tails(f64::from(tally), f64::from(urn.draws()), p, q)
    };
    Ok(invert(half(level), |c| tails(c).1, |c| tails(c).0))
}

/// P(X < m) + P(X = m)/2 and P(X > m) + P(X = m)/2 of X ~ BetaBinomial(M; p, q).
fn tails(m: f64, draws: f64, p: f64, q: f64) -> (f64, f64) {
    // P(j+1)/P(j)
    let quotient = |j: f64| (draws - j) * (p + j) / ((j + 1.0) * (q + (draws - j - 1.0)));
    let (mut above, mut term, mut j) = (ATOM, 1.0, m);
    while j < draws {
        term *= quotient(j);
        j += 1.0;
        above += term;
        if above > HUGE {
            above = f64::INFINITY;
            break;
        }
        if term < 1e-17 * above && q >= 1.0 && quotient(j) < 1.0 {
            break;
        }
    }
    let mut below = ATOM;
    (term, j) = (1.0, m);
    while j > 0.0 {
        j -= 1.0;
        term /= quotient(j);
        below += term;
        if below > HUGE {
            below = f64::INFINITY;
            break;
        }
        if term < 1e-17 * below && p >= 1.0 && quotient(j) > 1.0 {
            break;
        }
    }
    // one of both may be infinite, far out in a tail; all = below + above - 2 ATOM + 1
    let part = |x: f64, other: f64| {
        if x == f64::INFINITY {
            1.0
        } else {
            x / (x + other + (1.0 - 2.0 * ATOM))
        }
    };
    (part(below, above), part(above, below))
}

/// In terms of P(X = m): the tail on this side is all there is.
const HUGE: f64 = 1e40;
/// How much of P(X = m) is counted to either tail.
const ATOM: f64 = 0.75;

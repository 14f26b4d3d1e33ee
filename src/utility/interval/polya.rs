//! Intervals from tallies of Polya's urn.
use super::{Interval, Target, check_cells, dirichlet::with_sampling, half, invert};
use crate::domain::{ExpectedRowTotal, Level, PolyaParameters};
use crate::error::{Error, Result};

/// The interval for a share from one tally of a row that [`Polya`](crate::mechanism::Polya) released.
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
    invert(half(level), |c| tails(c).1, |c| tails(c).0)
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

//! The rule that chooses an urn.
use super::choose;
use crate::domain::{
    DRAWS, Delta, ExpectedRowTotal, PSEUDO_COUNT, PolyaParameters, PseudoCount, Releases, STATES,
};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, DirichletParameters, Guarantee, urn};
use crate::special::float::Within;
use crate::special::float::{ceil, exp, ln, ln_1p, sqrt};

/// The urn that meets `guarantee` and makes the expected error of a row small: pseudo-count, weight and number of draws.
///
/// The measure is [`super::proxy`] with the variance of tallies in place of the Dirichlet mechanism's,
///
/// ```text
/// (n-1) a/(N + n a) + sqrt(2 (n-1) v / pi) / 2,   v = (1 + alpha_0/M) / (alpha_0 + 1),   alpha_0 = w (N + n a)
/// ```
///
/// and the weight is the largest that meets the guarantee. Three kinds of urn are compared:
///
/// - pure ones (delta = 0): the privacy loss grows like w ln(1 + M/b), so that M has a best value for each pseudo-count;
/// - for delta > 0 the pseudo-count of [`super::choose`] and M = 32 alpha_0 draws, whose own noise adds 1.6 % to a row's error;
/// - for one release under `Destination`, `AddRemove` and `Event`, where the guarantee of few draws is known exactly, what a search over both a and M
///   finds from the better of the two, if that has at most 8,192 draws.
///
/// No more than 2^20 draws a row are proposed; who wants more asks [`urn::solve`].
///
/// Nothing here depends on the private counts. With few draws the pseudo-count need not reach the floor that delta sets the Dirichlet mechanism
/// ([`crate::privacy::smallest_pseudo_count`]), so the bias is far smaller where rows are uneven.
///
/// **Guarantee.** [`urn::delta_upper`] at the result is at most the guarantee's delta.
///
/// **Errors.** [`Error::States`]; [`Error::Unreachable`] where no urn that was tried meets the guarantee.
///
/// **Cost.** [`super::choose`], about 50 runs of [`urn::solve`] for pure urns, and up to 60 to a tolerance of 0.3 % in the search.
///
/// ```
/// use dpmarkov::domain::{ExpectedRowTotal, Releases};
/// use dpmarkov::plan::choose_polya;
/// use dpmarkov::privacy::{Adjacency, Guarantee, urn};
/// let pure = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?;
/// let chosen = choose_polya(&pure, 20, ExpectedRowTotal::new(1000.0)?)?;
/// let delta = urn::delta_upper(Adjacency::Event, &chosen, 20, Releases::ONE, pure.epsilon)?;
/// assert_eq!(delta, 0.0);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn choose_polya(
    guarantee: &Guarantee,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<PolyaParameters> {
    let dirichlet = if guarantee.delta.get() > 0.0 {
        choose(guarantee, states, expected_row_total)
    } else {
        Err(Error::NotPure)
    };
    choose_polya_near(guarantee, states, expected_row_total, dirichlet)
}

/// [`choose_polya`] where the Dirichlet mechanism's choice is known already.
pub(super) fn choose_polya_near(
    guarantee: &Guarantee,
    states: usize,
    expected_row_total: ExpectedRowTotal,
    dirichlet: Result<DirichletParameters>,
) -> Result<PolyaParameters> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let task = Task {
        guarantee,
        states,
        n: states as f64,
        total: expected_row_total.get(),
    };
    let mut best = task.best_pure();
    if guarantee.delta.get() > 0.0 {
        if let Ok(p) = dirichlet {
            let (w, a) = (p.weight.get(), p.pseudo_count.get());
            let draws = 32.0 * w * task.mass(a);
            best = task.better(best, task.solved(guarantee, a, draws, w, 1e-9));
        }
        let exact = matches!(
            guarantee.adjacency,
            Adjacency::Destination | Adjacency::AddRemove | Adjacency::Event
        );
        if exact && guarantee.releases == Releases::ONE {
            best = task.search(best);
        }
    }
    best.ok_or(Error::Unreachable)
}

/// What is asked for.
struct Task<'a> {
    guarantee: &'a Guarantee,
    states: usize,
    n: f64,
    total: f64,
}

impl Task<'_> {
    /// N + n a: the events of a row, those of the prior included.
    fn mass(&self, a: f64) -> f64 {
        self.total + self.n * a
    }

    fn proxy(&self, urn: &PolyaParameters) -> f64 {
        let (w, a) = weight_and_pseudo_count(urn);
        let alpha_0 = w * self.mass(a);
        let variance = (1.0 + alpha_0 / f64::from(urn.draws())) / (alpha_0 + 1.0);
        let others = self.n - 1.0;
        others * a / self.mass(a) + 0.5 * sqrt(2.0 * others / core::f64::consts::PI * variance)
    }

    fn better(
        &self,
        one: Option<PolyaParameters>,
        other: Option<PolyaParameters>,
    ) -> Option<PolyaParameters> {
        match (one, other) {
            (Some(x), Some(y)) if self.proxy(&y) < self.proxy(&x) => Some(y),
            (Some(x), _) => Some(x),
            (None, y) => y,
        }
    }

    /// The largest weight at this pseudo-count and number of draws.
    fn solved(
        &self,
        guarantee: &Guarantee,
        a: f64,
        draws: f64,
        guess: f64,
        tolerance: f64,
    ) -> Option<PolyaParameters> {
        let a = PseudoCount::new(a.within(*PSEUDO_COUNT.start(), *PSEUDO_COUNT.end())).ok()?;
        let draws = draws_of(draws);
        urn::solve_near(guarantee, self.states, a, draws, guess, tolerance).ok()
    }

    /// Steps in ln a and ln M that get smaller, each to the best of four neighbours, from `best` on.
    fn search(&self, best: Option<PolyaParameters>) -> Option<PolyaParameters> {
        let mut best = best?;
        if best.draws() > FEW_DRAWS {
            return Some(best);
        }
        let mut step = 1.0;
        for _ in 0..15 {
            let (w, a) = weight_and_pseudo_count(&best);
            let draws = f64::from(best.draws());
            let mut next = best;
            let (up, down) = (exp(step), exp(-step));
            for (by_a, by_draws) in [(up, 1.0), (down, 1.0), (1.0, up), (1.0, down)] {
                let draws = draws * by_draws;
                if draws > f64::from(FEW_DRAWS) {
                    continue;
                }
                let urn = self.solved(self.guarantee, a * by_a, draws, w, 3e-3);
                if let Some(urn) = urn
                    && self.proxy(&urn) < self.proxy(&next)
                {
                    next = urn;
                }
            }
            if next == best {
                step *= 0.5;
                if step < 0.1 {
                    break;
                }
            }
            best = next;
        }
        let (w, a) = weight_and_pseudo_count(&best);
        let draws = f64::from(best.draws());
        self.better(Some(best), self.solved(self.guarantee, a, draws, w, 1e-9))
    }

    /// The best pure urn: over ln a in steps of a half, then of an eighth around the best.
    fn best_pure(&self) -> Option<PolyaParameters> {
        let mut best: Option<(f64, PolyaParameters, f64)> = None;
        let mut visit = |ln_a: f64| {
            if let Some(urn) = self.pure_at(exp(ln_a)) {
                let value = self.proxy(&urn);
                if best.is_none_or(|(least, ..)| value < least) {
                    best = Some((value, urn, ln_a));
                }
            }
            best.map(|(.., at)| at)
        };
        let mut centre = None;
        for i in 0..=40 {
            centre = visit(ln(FEWEST) + 0.5 * f64::from(i));
        }
        let centre = centre?;
        for i in [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0] {
            visit(centre + 0.125 * i);
        }
        best.map(|(_, urn, _)| urn)
    }

    /// The pure urn with pseudo-count a and about the best number of draws.
    ///
    /// With x = M/b the pure bound is nearly T w (k ln(1 + x) + l ln(1 + x/n)), k and l the multiples of f and h in
    /// [`urn::pure_epsilon_upper`]; it gives w, and 1/alpha_0 + 1/M = (1/(N + n a) + 1/(a x))/w is least at some x.
    fn pure_at(&self, a: f64) -> Option<PolyaParameters> {
        let (k, l) = match self.guarantee.adjacency {
            Adjacency::Destination | Adjacency::AddRemove => (1.0, 0.0),
            Adjacency::Event => (1.0, 1.0),
            Adjacency::Visit => (2.0, 1.0),
            Adjacency::VisitPresence => (2.0, 0.0),
        };
        let budget = self.guarantee.epsilon.get() / f64::from(self.guarantee.releases.get());
        let weight = |x: f64| budget / (k * ln_1p(x) + l * ln_1p(x / self.n));
        let (mut least, mut draws, mut guess) = (f64::INFINITY, 1.0, 0.1);
        for i in 0..160 {
            let x = exp(0.25 * f64::from(i) - 10.0);
            let w = weight(x);
            let noise = (1.0 / self.mass(a) + 1.0 / (a * x)) / w;
            if noise < least {
                (least, draws, guess) = (noise, w * a * x, w);
            }
        }
        let pure = Guarantee {
            delta: Delta::new(0.0).ok()?,
            ..*self.guarantee
        };
        self.solved(&pure, a, draws, guess, 1e-9)
    }
}

/// (w, a).
fn weight_and_pseudo_count(urn: &PolyaParameters) -> (f64, f64) {
    let event = f64::from(urn.event_mass());
    (
        event / f64::from(urn.draw_mass()),
        f64::from(urn.prior_mass()) / event,
    )
}

/// With more draws than this the guarantee is all but the Dirichlet mechanism's, and a search would take seconds.
const FEW_DRAWS: u32 = 1 << 13;

/// The smallest pseudo-count that is tried for pure urns; the largest is e^20 times that.
const FEWEST: f64 = 1e-3;

/// More draws than this are not proposed: a row of them takes some 20 ms (x86-64), and where the proxy asks for more it gains next to nothing, as the
/// prior drowns the events.
const MOST_DRAWS: u32 = 1 << 20;

/// A number of draws in range.
fn draws_of(draws: f64) -> u32 {
    let (least, most) = (f64::from(*DRAWS.start()), f64::from(MOST_DRAWS));
    ceil(draws).within(least, most) as u32
}

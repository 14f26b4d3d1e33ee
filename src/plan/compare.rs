//! The four mechanisms side by side, and which one to take.
use super::choose;
use super::offer::Offer;
use super::polya::choose_polya_near;
use super::recommend::{Reason, TIE, recommend};
use crate::domain::{Delta, ExpectedRowTotal, Floor, STATES};
use crate::error::{Error, Result};
use crate::privacy::{
    DirichletParameters, Guarantee, MechanismParameters, gaussian, geometric, urn,
};

/// The four, in the order of [`Comparison::candidates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`crate::mechanism::Dirichlet`].
    Dirichlet,
    /// [`crate::mechanism::Polya`].
    Polya,
    /// [`crate::mechanism::Geometric`].
    Geometric,
    /// [`crate::mechanism::Gaussian`].
    Gaussian,
}

impl Kind {
    /// All four.
    pub const ALL: [Kind; 4] = [
        Kind::Dirichlet,
        Kind::Polya,
        Kind::Geometric,
        Kind::Gaussian,
    ];

    /// The name used on the command line and in reports, as [`MechanismParameters::name`].
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Dirichlet => "dirichlet",
            Kind::Polya => "polya",
            Kind::Geometric => "geometric",
            Kind::Gaussian => "gaussian",
        }
    }
}

/// One mechanism, and what it offers or why it cannot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Which.
    pub kind: Kind,
    /// [`Error::Unreachable`] where no parameters meet the guarantee, [`Error::NotPure`] where the guarantee has delta = 0 and the mechanism none.
    pub offer: Result<Offer>,
}

/// The four mechanisms at one guarantee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// What is promised; every offer meets it.
    pub guarantee: Guarantee,
    /// Number of states n.
    pub states: usize,
    /// Expected row total, public.
    pub expected_row_total: ExpectedRowTotal,
    /// The four, in the order of [`Kind::ALL`].
    pub candidates: [Candidate; 4],
    /// The one to take.
    pub recommended: Kind,
    /// What it offers.
    pub offer: Offer,
    /// Why.
    pub reason: Reason,
}

/// Solves every mechanism for `guarantee` and compares the errors to expect.
///
/// ```text
/// recommended = the smallest mean of E TV over the reference rows; among those within 3 % of it:
///               integers before floating point, delta = 0 before delta > 0, then geometric, gaussian, polya, dirichlet
/// ```
///
/// Total variation and not KL decides: where a released entry is 0 but for a floor, KL tells of the floor. Nothing here depends on the private counts, and the choice may be
/// published: it is a function of the guarantee, n and the expected row total.
///
/// **Guarantee.** Every offer's parameters meet `guarantee`, and with delta = 0 too where `pure` says so.
///
/// **Special values.** delta = 0: the Dirichlet and Gaussian mechanisms answer [`Error::NotPure`]. Where the geometric rate of delta = 0 is within 3 % ([`super::TIE`]) of the one
/// that delta > 0 allows, it is offered.
///
/// **Errors.** [`Error::States`]; [`Error::Unreachable`] where none of the four meets the guarantee.
///
/// **Cost.** That of [`choose`] and of the other three solvers: a search on a desk or at a start, not in a loop.
///
/// ```
/// use dpmarkov::domain::ExpectedRowTotal;
/// use dpmarkov::plan::{Kind, compare};
/// use dpmarkov::privacy::{Adjacency, Guarantee};
/// let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-9, 1)?;
/// let comparison = compare(&guarantee, 59, ExpectedRowTotal::new(4468.0)?)?;
/// assert_eq!(comparison.recommended, Kind::Geometric);
/// assert!(comparison.offer.mean().total_variation < 0.02);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn compare(
    guarantee: &Guarantee,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<Comparison> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let task = Task {
        guarantee,
        states,
        expected_row_total,
    };
    let dirichlet = task.dirichlet();
    let candidates = Kind::ALL.map(|kind| Candidate {
        kind,
        offer: task.offer(kind, dirichlet),
    });
    let (recommended, offer, reason) = recommend(&candidates).ok_or(Error::Unreachable)?;
    Ok(Comparison {
        guarantee: *guarantee,
        states,
        expected_row_total,
        candidates,
        recommended,
        offer,
        reason,
    })
}

/// The best that one mechanism offers at `guarantee`.
///
/// **Errors.** [`Error::States`], [`Error::Unreachable`], [`Error::NotPure`].
pub fn offer(
    kind: Kind,
    guarantee: &Guarantee,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<Offer> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let task = Task {
        guarantee,
        states,
        expected_row_total,
    };
    let dirichlet = match kind {
        Kind::Dirichlet | Kind::Polya => task.dirichlet(),
        Kind::Geometric | Kind::Gaussian => Err(Error::Unreachable),
    };
    task.offer(kind, dirichlet)
}

/// What is asked for; n is in range.
struct Task<'a> {
    guarantee: &'a Guarantee,
    states: usize,
    expected_row_total: ExpectedRowTotal,
}

impl Task<'_> {
    fn dirichlet(&self) -> Result<DirichletParameters> {
        self.guarantee.delta.above_zero()?;
        choose(self.guarantee, self.states, self.expected_row_total)
    }

    /// `dirichlet` is the choice of [`Task::dirichlet`], from which an urn is searched too.
    fn offer(&self, kind: Kind, dirichlet: Result<DirichletParameters>) -> Result<Offer> {
        let (guarantee, states) = (self.guarantee, self.states);
        match kind {
            Kind::Dirichlet => self.of(MechanismParameters::Dirichlet(dirichlet?), false),
            Kind::Polya => {
                let chosen =
                    choose_polya_near(guarantee, states, self.expected_row_total, dirichlet)?;
                let (adjacency, releases) = (guarantee.adjacency, guarantee.releases);
                let pure = urn::pure_epsilon_upper(adjacency, &chosen, states, releases)?
                    <= guarantee.epsilon.get();
                self.of(MechanismParameters::Polya(chosen, states), pure)
            }
            Kind::Geometric => {
                let without_delta = Guarantee {
                    delta: Delta::new(0.0)?,
                    ..*guarantee
                };
                // the noise is in proportion to 1/rate
                let pure = geometric::solve_rate(&without_delta);
                let (rate, is_pure) = match (geometric::solve_rate(guarantee), pure) {
                    (Ok(rate), Ok(pure)) if rate.get() <= pure.get() * (1.0 + TIE) => (pure, true),
                    (Ok(rate), _) => (rate, false),
                    (Err(_), Ok(pure)) => (pure, true),
                    (Err(error), Err(_)) => return Err(error),
                };
                self.of(MechanismParameters::Geometric(rate), is_pure)
            }
            Kind::Gaussian => {
                guarantee.delta.above_zero()?;
                let variance = gaussian::solve_variance(guarantee)?;
                self.of(MechanismParameters::Gaussian(variance), false)
            }
        }
    }

    fn of(&self, parameters: MechanismParameters, pure: bool) -> Result<Offer> {
        Offer::new(
            parameters,
            Floor::NONE,
            pure,
            self.states,
            self.expected_row_total,
        )
    }
}

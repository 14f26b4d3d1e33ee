//! The rule that recommends one of the four mechanisms.
use super::compare::{Candidate, Kind};
use super::offer::Offer;

/// Why a mechanism is recommended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No other meets the guarantee.
    OnlyOne,
    /// No other comes within [`TIE`] of its error.
    MostAccurate,
    /// Others are as accurate within [`TIE`], but draw in floating point.
    Integers,
    /// Others are as accurate within [`TIE`], but need a delta above 0.
    Pure,
    /// Others are as accurate within [`TIE`] and as safe; it is the simplest.
    Simplest,
}

impl Reason {
    /// One line of plain ASCII, to follow the mechanism's name.
    pub const fn message(self) -> &'static str {
        match self {
            Reason::OnlyOne => "no other mechanism meets this guarantee",
            Reason::MostAccurate => {
                "the smallest expected total variation, averaged over the three rows"
            }
            Reason::Integers => {
                "within 3 % of the smallest expected total variation, and drawn with integers alone"
            }
            Reason::Pure => {
                "within 3 % of the smallest expected total variation, and its delta is 0"
            }
            Reason::Simplest => {
                "within 3 % of the smallest expected total variation, and the simplest"
            }
        }
    }
}

/// Two errors that differ by less than this part are the same for the purpose: the reference rows are no closer to the real ones.
pub const TIE: f64 = 0.03;

/// Whether an offer is as good as one of this error.
fn is_tied(offer: &Offer, least: f64) -> bool {
    offer.mean().total_variation <= least * (1.0 + TIE)
}

/// The rule of [`super::compare`].
pub(super) fn recommend(candidates: &[Candidate; 4]) -> Option<(Kind, Offer, Reason)> {
    let offers = || {
        candidates
            .iter()
            .filter_map(|c| Some((c.kind, c.offer.ok()?)))
    };
    let least = offers()
        .map(|(_, offer)| offer.mean().total_variation)
        .reduce(f64::min)?;
    let tied = || offers().filter(|(_, offer)| is_tied(offer, least));
    // false sorts before true
    let rank = |(kind, offer): &(Kind, Offer)| (!offer.draws_integers(), !offer.pure, order(*kind));
    let (kind, offer) = tied().min_by_key(rank)?;
    let reason = if offers().count() == 1 {
        Reason::OnlyOne
    } else if tied().count() == 1 {
        Reason::MostAccurate
    } else if tied().all(|(k, o)| k == kind || !o.draws_integers()) && offer.draws_integers() {
        Reason::Integers
    } else if tied().all(|(k, o)| k == kind || !o.pure || !o.draws_integers()) && offer.pure {
        Reason::Pure
    } else {
        Reason::Simplest
    };
    Some((kind, offer, reason))
}

/// From the simplest on: one draw a cell; an urn; a search for two parameters and Gamma variates.
const fn order(kind: Kind) -> u8 {
    match kind {
        Kind::Geometric => 0,
        Kind::Gaussian => 1,
        Kind::Polya => 2,
        Kind::Dirichlet => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ExpectedRowTotal, Floor};
    use crate::domain::{GeometricRate, PolyaParameters, Variance};
    use crate::error::Error;
    use crate::plan::ExpectedError;
    use crate::privacy::{DirichletParameters, MechanismParameters};

    /// The four with these errors, as pure as these flags say; a negative error is a refusal.
    fn candidates(errors: [f64; 4], pure: [bool; 4]) -> [Candidate; 4] {
        let parameters = [
            MechanismParameters::Dirichlet(DirichletParameters::new(1.0, 1.0).unwrap()),
            MechanismParameters::Polya(PolyaParameters::new(1, 1, 1, 1).unwrap(), 2),
            MechanismParameters::Geometric(GeometricRate::new(1, 1).unwrap()),
            MechanismParameters::Gaussian(Variance::new(1, 1).unwrap()),
        ];
        let total = ExpectedRowTotal::new(1.0).unwrap();
        core::array::from_fn(|i| {
            let error = ExpectedError {
                total_variation: errors[i],
                kl: 0.0,
            };
            let mut offer = Offer::new(parameters[i], Floor::NONE, pure[i], 2, total).unwrap();
            (offer.uniform, offer.halving, offer.one_hot) = (error, error, error);
            Candidate {
                kind: Kind::ALL[i],
                offer: if errors[i] < 0.0 {
                    Err(Error::Unreachable)
                } else {
                    Ok(offer)
                },
            }
        })
    }

    #[test]
    fn the_rule() {
        use Kind::*;
        let (some, none) = ([false, true, true, false], [false; 4]);
        for (errors, pure, kind, reason) in [
            ([0.1, 0.2, 0.3, 0.4], some, Dirichlet, Reason::MostAccurate),
            ([0.4, 0.3, 0.2, 0.1], some, Gaussian, Reason::MostAccurate),
            (
                [0.4, 0.3, 0.1, 0.1031],
                some,
                Geometric,
                Reason::MostAccurate,
            ),
            ([0.1, 0.102, 0.3, 0.3], none, Polya, Reason::Integers),
            ([0.1, 0.102, 0.3, 0.3], some, Polya, Reason::Integers),
            ([0.1, 0.3, 0.102, 0.101], none, Geometric, Reason::Simplest),
            ([0.1, 0.3, 0.102, 0.101], some, Geometric, Reason::Pure),
            ([0.3, 0.102, 0.3, 0.1], some, Polya, Reason::Pure),
            ([0.3, 0.1, 0.102, 0.3], some, Geometric, Reason::Simplest),
            ([0.3, 0.102, 0.3, 0.1], none, Gaussian, Reason::Simplest),
            ([0.0, 0.0, 0.0, 0.0], none, Geometric, Reason::Simplest),
            ([0.5, -1.0, -1.0, -1.0], none, Dirichlet, Reason::OnlyOne),
            ([-1.0, -1.0, 0.9, -1.0], some, Geometric, Reason::OnlyOne),
            ([-1.0, 0.1, 0.9, -1.0], some, Polya, Reason::MostAccurate),
        ] {
            let found = recommend(&candidates(errors, pure)).unwrap();
            assert_eq!((found.0, found.2), (kind, reason), "{errors:?} {pure:?}");
        }
        assert!(recommend(&candidates([-1.0; 4], none)).is_none());
    }
}

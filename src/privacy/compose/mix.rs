//! The privacy loss of a list of releases: its moment function is the product of theirs.
use super::Stated;
use super::part;
use crate::domain::{PolyaParameters, Releases};
use crate::privacy::cells::{Change, GammaCell, Pattern};
use crate::privacy::engine::{LnMoment, PrivacyLoss};
use crate::privacy::{DirichletParameters, MechanismParameters};
use crate::special::complex::Complex;

/// All releases under one pattern of an adjacency.
#[derive(Clone, Copy)]
pub(super) struct Mix<'a> {
    pub(super) pattern: &'a Pattern,
    pub(super) releases: &'a [(MechanismParameters, Releases)],
    pub(super) stated: &'a [(Stated, Releases)],
    reversed: bool,
    /// The variance of the fictitious Gaussian loss.
    smoothing: f64,
}

/// What one release of a list contributes.
#[derive(Clone, Copy)]
enum Part {
    Gamma(GammaCell),
    Geometric(f64, u8),
    DiscreteGaussian(f64, u8),
    Gaussian(f64),
}

impl<'a> Mix<'a> {
    pub(super) fn new(
        pattern: &'a Pattern,
        releases: &'a [(MechanismParameters, Releases)],
        stated: &'a [(Stated, Releases)],
    ) -> Self {
        Mix {
            pattern,
            releases,
            stated,
            reversed: false,
            smoothing: 0.0,
        }
    }

    /// Every part and the number of its copies.
    fn for_each(self, mut visit: impl FnMut(Part, f64)) {
        let (lost, gained) = (self.pattern.lost, self.pattern.gained);
        let sides: [(&[Change], bool); 2] = [(lost, !self.reversed), (gained, self.reversed)];
        for (mechanism, releases) in self.releases {
            let releases = f64::from(releases.get());
            for (changes, loses) in sides {
                for change in changes {
                    let part = match mechanism {
                        MechanismParameters::Dirichlet(p) => {
                            let (base, weight) = base_and_weight(p);
                            gamma(base, weight, change.events, loses)
                        }
                        MechanismParameters::Polya(p, _) => {
                            let (base, weight) = base_and_weight_of_urn(p);
                            gamma(base, weight, change.events, loses)
                        }
                        MechanismParameters::Geometric(rate) => {
                            Part::Geometric(rate.get() * (1.0 + f64::EPSILON), change.events)
                        }
                        MechanismParameters::Gaussian(variance) => {
                            Part::DiscreteGaussian(variance.get(), change.events)
                        }
                    };
                    visit(part, releases * f64::from(change.copies));
                }
            }
        }
        for (stated, releases) in self.stated {
            let releases = f64::from(releases.get());
            match stated {
                Stated::Approximate { epsilon, .. } => {
                    if epsilon.get() > 0.0 {
                        visit(Part::Geometric(epsilon.get(), 1), releases);
                    }
                }
                Stated::Gaussian { mu } => {
                    let mu = mu.get();
                    if mu > 0.0 {
                        visit(
                            Part::Gaussian(mu * mu * (1.0 + 2.0 * f64::EPSILON)),
                            releases,
                        );
                    }
                }
            }
        }
        if self.smoothing > 0.0 {
            visit(Part::Gaussian(self.smoothing), 1.0);
        }
    }
}

fn gamma(base: f64, weight: f64, events: u8, loses: bool) -> Part {
    Part::Gamma(if loses {
        GammaCell::lost(base, weight, events, 1)
    } else {
        GammaCell::gained(base, weight, events, 1)
    })
}

/// (w a, w), the base rounded down: a smaller base dominates.
fn base_and_weight(p: &DirichletParameters) -> (f64, f64) {
    let weight = p.weight.get();
    (weight * p.pseudo_count.get() * (1.0 - f64::EPSILON), weight)
}

/// An urn's tallies are post-processing of the Dirichlet draw with w = event_mass/draw_mass and b = prior_mass/draw_mass. The base is rounded
/// down and the weight up: (b, w') dominates (b, w) for w' > w, as the pseudo-count b/w' is the smaller one then.
fn base_and_weight_of_urn(p: &PolyaParameters) -> (f64, f64) {
    let draw = f64::from(p.draw_mass());
    (
        f64::from(p.prior_mass()) / draw * (1.0 - f64::EPSILON),
        f64::from(p.event_mass()) / draw * (1.0 + f64::EPSILON),
    )
}

impl PrivacyLoss for Mix<'_> {
    const SMOOTHS: bool = true;

    fn is_empty(self) -> bool {
        let mut empty = true;
        self.for_each(|_, _| empty = false);
        empty
    }

    /// Noise and stated guarantees look the same from either side.
    fn reverse(self) -> Self {
        Mix {
            reversed: !self.reversed,
            ..self
        }
    }

    fn order_end(self) -> f64 {
        let mut end = f64::INFINITY;
        self.for_each(|part, _| {
            if let Part::Gamma(cell) = part {
                end = end.min(cell.order_end());
            }
        });
        end
    }

    fn ln_moment(self, s: Complex) -> LnMoment {
        let mut sum = LnMoment {
            value: Complex::ZERO,
            error: 0.0,
            flat: 0.0,
            flat_error: 0.0,
        };
        self.for_each(|part, copies| {
            let m = match part {
                Part::Gamma(cell) => {
                    let (value, error) = cell.ln_moment(s);
                    LnMoment {
                        value,
                        error,
                        flat: 0.0,
                        flat_error: 0.0,
                    }
                }
                Part::Geometric(rate, events) => part::geometric(s, rate, events),
                Part::DiscreteGaussian(variance, events) => {
                    part::discrete_gaussian(s, variance, events)
                }
                Part::Gaussian(variance) => part::gaussian(s, variance),
            };
            sum.value = sum.value + m.value.scale(copies);
            sum.error += copies * m.error;
            sum.flat += copies * m.flat;
            sum.flat_error += copies * m.flat_error;
        });
        sum
    }

    fn decay(self, c: f64, y: f64) -> f64 {
        let mut sum = 1.0;
        self.for_each(|part, copies| {
            sum += copies
                * match part {
                    Part::Gamma(cell) => cell.decay(c, y),
                    Part::Gaussian(variance) => variance * y * y,
                    Part::Geometric(..) | Part::DiscreteGaussian(..) => 0.0,
                }
        });
        sum
    }

    fn smoothed(self, variance: f64) -> Self {
        Mix {
            smoothing: variance,
            ..self
        }
    }
}

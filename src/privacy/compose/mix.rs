//! The privacy loss of a list of releases: its moment function is the product of theirs.
use super::{Composition, Stated};
use crate::domain::PolyaParameters;
use crate::privacy::cells::{Change, GammaCell, Pattern};
use crate::privacy::engine::{LnMoment, PrivacyLoss};
use crate::privacy::lattice::moments::Noise;
use crate::privacy::urn::moments::{MOST_DRAWS, ln_moment as ln_moment_of_urn};
use crate::privacy::{Adjacency, DirichletParameters, MechanismParameters};
use crate::special::complex::Complex;
use crate::special::second_difference::ROUNDING;

/// All releases under one pattern of an adjacency. Small: the engine passes it by value.
#[derive(Clone, Copy)]
pub(super) struct Mix<'a> {
    composition: &'a Composition<'a>,
    pattern: &'static Pattern,
    reversed: bool,
    /// The variance of the fictitious Gaussian loss.
    smoothing: f64,
}

/// What one release of a list contributes.
#[derive(Clone, Copy)]
enum Part<'a> {
    Gamma(GammaCell),
    /// A cell that changes by so many events.
    Noise(Noise, u8),
    /// At most [`MOST_DRAWS`] draws, one moved event.
    Urn(&'a PolyaParameters),
    /// A continuous Gaussian loss of this variance: ln M(s) = s (s+1) variance/2.
    Gaussian(f64),
}

impl Part<'_> {
    /// Not inlined, nor is what it calls: so their stack is one after the other's, not one beside the other's.
    #[inline(never)]
    fn ln_moment(&self, s: Complex) -> LnMoment {
        match *self {
            Part::Gamma(cell) => {
                let (value, error) = cell.ln_moment(s);
                falling(value, error)
            }
            Part::Noise(noise, events) => {
                let m = noise.cell(events, s);
                flat(m.value, m.error)
            }
            Part::Urn(urn) => match ln_moment_of_urn(urn, s) {
                Some((value, error)) => flat(value, error),
                None => flat(Complex::new(f64::NAN, 0.0), 0.0), // no bound: Gamma cells are used instead
            },
            Part::Gaussian(variance) => {
                let value = (s * Complex::new(1.0 + s.re, s.im)).scale(0.5 * variance);
                let size = 0.5 * variance * s.abs() * (1.0 + s.abs());
                falling(value, 8.0 * ROUNDING * size)
            }
        }
    }
}

fn falling(value: Complex, error: f64) -> LnMoment {
    LnMoment {
        value,
        error,
        flat: 0.0,
        flat_error: 0.0,
    }
}

/// |M| does not fall along a vertical line, but never exceeds its value on the real axis.
fn flat(value: Complex, error: f64) -> LnMoment {
    LnMoment {
        value,
        error,
        flat: value.re,
        flat_error: error,
    }
}

impl<'a> Mix<'a> {
    pub(super) fn new(composition: &'a Composition<'a>, pattern: &'static Pattern) -> Self {
        Mix {
            composition,
            pattern,
            reversed: false,
            smoothing: 0.0,
        }
    }

    /// Every part and the number of its copies.
    #[inline(never)]
    fn for_each(self, visit: &mut dyn FnMut(&Part, f64)) {
        for (mechanism, releases) in self.composition.releases {
            let releases = f64::from(releases.get());
            if let Some(part) = self.urn(mechanism) {
                visit(&part, releases);
                continue;
            }
            for (changes, loses) in [
                (self.pattern.lost, !self.reversed),
                (self.pattern.gained, self.reversed),
            ] {
                for change in changes {
                    visit(
                        &self.part_of(mechanism, change, loses),
                        releases * f64::from(change.copies),
                    );
                }
            }
        }
        for (stated, releases) in self.composition.stated {
            let part = match stated {
                // nothing is told
                Stated::Approximate { epsilon: e, .. } | Stated::Gaussian { mu: e }
                    if e.get() == 0.0 =>
                {
                    continue;
                }
                Stated::Approximate { epsilon, .. } => {
                    Part::Noise(Noise::Geometric(epsilon.get()), 1)
                }
                Stated::Gaussian { mu } => {
                    let variance = mu.get() * mu.get() * (1.0 + 2.0 * f64::EPSILON);
                    Part::Gaussian(variance.max(f64::MIN_POSITIVE))
                }
            };
            visit(&part, f64::from(releases.get()));
        }
        if self.smoothing > 0.0 {
            visit(&Part::Gaussian(self.smoothing), 1.0);
        }
    }

    /// A cell that changes by `change.events`, one copy.
    fn part_of(self, mechanism: &'a MechanismParameters, change: &Change, loses: bool) -> Part<'a> {
        let events = change.events;
        match mechanism {
            MechanismParameters::Dirichlet(p) => gamma(base_and_weight(p), events, loses),
            MechanismParameters::Polya(p, _) => gamma(base_and_weight_of_urn(p), events, loses),
            // a larger rate dominates: noise of rate e0 is that of a larger rate plus an independent part
            MechanismParameters::Geometric(rate) => {
                Part::Noise(Noise::Geometric(rate.get() * (1.0 + f64::EPSILON)), events)
            }
            MechanismParameters::Gaussian(variance) => Part::Noise(Noise::from(*variance), events),
        }
    }

    /// The urn's own finite sum holds for one moved event of a row with a public total.
    fn urn(self, mechanism: &'a MechanismParameters) -> Option<Part<'a>> {
        match mechanism {
            MechanismParameters::Polya(urn, _)
                if self.composition.adjacency == Adjacency::Destination
                    && urn.draws() <= MOST_DRAWS =>
            {
                Some(Part::Urn(urn))
            }
            _ => None,
        }
    }
}

fn gamma<'a>((base, weight): (f64, f64), events: u8, loses: bool) -> Part<'a> {
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
        self.for_each(&mut |_, _| empty = false);
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
        self.for_each(&mut |part, _| {
            if let Part::Gamma(cell) = part {
                end = end.min(cell.order_end());
            }
        });
        end
    }

    #[inline(never)]
    fn ln_moment(self, s: Complex) -> LnMoment {
        let mut sum = LnMoment {
            value: Complex::ZERO,
            error: 0.0,
            flat: 0.0,
            flat_error: 0.0,
        };
        self.for_each(&mut |part, copies| {
            let m = part.ln_moment(s);
            sum.value = sum.value + m.value.scale(copies);
            sum.error += copies * m.error;
            sum.flat += copies * m.flat;
            sum.flat_error += copies * m.flat_error;
        });
        sum
    }

    fn decay(self, c: f64, y: f64) -> f64 {
        let mut sum = 1.0;
        self.for_each(&mut |part, copies| {
            sum += copies
                * match part {
                    Part::Gamma(cell) => cell.decay(c, y),
                    Part::Gaussian(variance) => variance * y * y,
                    Part::Noise(..) | Part::Urn(_) => 0.0,
                }
        });
        sum
    }

    /// An urn's point is a sum of up to [`MOST_DRAWS`]/2 terms.
    fn most_points(self) -> u32 {
        if self
            .composition
            .releases
            .iter()
            .any(|(m, _)| self.urn(m).is_some())
        {
            1024
        } else {
            4096
        }
    }

    fn smoothed(self, variance: f64) -> Self {
        Mix {
            smoothing: variance,
            ..self
        }
    }
}

//! The privacy loss of a list of releases: its moment function is the product of theirs.
use super::{Composition, Stated};
use crate::domain::PolyaParameters;
use crate::privacy::cells::{Change, GammaCell, Pattern, patterns};
use crate::privacy::engine::{Form, LnMoment, PrivacyLoss};
use crate::privacy::lattice::moments::Noise;
use crate::privacy::urn::moments::{MOST_DRAWS, ln_moment as ln_moment_of_urn};
use crate::privacy::{Adjacency, DirichletParameters, MechanismParameters};
use crate::special::angle::{cos, sin};
use crate::special::complex::Complex;
use crate::special::float::exp;
use crate::special::second_difference::ROUNDING;

/// All releases under one pattern of an adjacency.
#[derive(Clone, Copy)]
pub(super) struct Mix<'a> {
    composition: &'a Composition<'a>,
    /// The pattern's place in the adjacency's list.
    pattern: u8,
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

/// No pattern is missing: the place comes from the list.
const NO_CHANGE: Pattern = Pattern {
    name: "no event",
    lost: &[],
    gained: &[],
};

impl<'a> Mix<'a> {
    pub(super) fn new(composition: &'a Composition<'a>, pattern: u8) -> Self {
        Mix {
            composition,
            pattern,
        }
    }

    fn pattern(self) -> &'static Pattern {
        let all = patterns(self.composition.adjacency);
        all.get(usize::from(self.pattern)).unwrap_or(&NO_CHANGE)
    }

    /// Every part and the number of its copies.
    fn parts(self, form: Form) -> Parts<'a> {
        Parts {
            mix: self,
            form,
            entry: 0,
            change: 0,
        }
    }

    /// A cell that changes by `change.events`, one copy.
    #[inline(never)]
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

/// Walks through the list without a closure: its frame is part of the caller's.
struct Parts<'a> {
    mix: Mix<'a>,
    form: Form,
    /// The place in both lists, one after the other.
    entry: usize,
    /// The place in the pattern's changes, lost and gained.
    change: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = (Part<'a>, f64);

    fn next(&mut self) -> Option<(Part<'a>, f64)> {
        let mix = self.mix;
        while let Some((mechanism, releases)) = mix.composition.releases.get(self.entry) {
            let releases = f64::from(releases.get());
            if let Some(part) = mix.urn(mechanism) {
                self.entry += 1;
                return Some((part, releases));
            }
            let lost = mix.pattern().lost.get(self.change);
            let gained = || {
                let i = self.change.checked_sub(mix.pattern().lost.len())?;
                mix.pattern().gained.get(i)
            };
            if let Some(change) = lost.or_else(gained) {
                self.change += 1;
                let part = mix.part_of(mechanism, change, lost.is_some() != self.form.reversed);
                return Some((part, releases * f64::from(change.copies)));
            }
            self.entry += 1;
            self.change = 0;
        }
        let stated = mix.composition.stated;
        let first = mix.composition.releases.len();
        while let Some((stated, releases)) = stated.get(self.entry.saturating_sub(first)) {
            self.entry += 1;
            if let Some(part) = part_of_stated(stated) {
                return Some((part, f64::from(releases.get())));
            }
        }
        let smoothing = core::mem::take(&mut self.form.smoothing);
        if smoothing > 0 {
            let variance = f64::from_bits(u64::from(smoothing) << 32);
            return Some((Part::Gaussian(variance), 1.0));
        }
        None
    }
}

/// `None` where nothing is told.
fn part_of_stated<'a>(stated: &Stated) -> Option<Part<'a>> {
    match stated {
        Stated::Approximate { epsilon, .. } => {
            (epsilon.get() > 0.0).then(|| Part::Noise(Noise::Geometric(epsilon.get()), 1))
        }
        Stated::Gaussian { mu } => (mu.get() > 0.0).then(|| {
            let variance = mu.get() * mu.get() * (1.0 + 2.0 * f64::EPSILON);
            Part::Gaussian(variance.max(f64::MIN_POSITIVE))
        }),
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
    fn smooths(&self) -> bool {
        true
    }

    fn is_empty(&self) -> bool {
        let plain = Form {
            reversed: false,
            smoothing: 0,
        };
        self.parts(plain).next().is_none()
    }

    /// Noise and stated guarantees look the same from either side.
    fn order_end(&self, form: Form) -> f64 {
        let mut end = f64::INFINITY;
        for (part, _) in self.parts(form) {
            if let Part::Gamma(cell) = part {
                end = end.min(cell.order_end());
            }
        }
        end
    }

    fn ln_moment(&self, form: Form, s: Complex) -> LnMoment {
        let mut sum = falling(Complex::ZERO, 0.0);
        for (part, copies) in self.parts(form) {
            let m = part.ln_moment(s);
            let value = m.value.scale(copies);
            sum.value = sum.value + value;
            // the product and the sum round
            let pieces = value.re.abs() + value.im.abs() + sum.value.re.abs() + sum.value.im.abs();
            let rounding = 2.0 * ROUNDING * pieces;
            sum.error += copies * m.error + rounding;
            sum.flat += copies * m.flat;
            sum.flat_error += copies * m.flat_error;
        }
        sum
    }

    fn decay(&self, form: Form, c: f64, y: f64) -> f64 {
        let mut sum = 1.0;
        for (part, copies) in self.parts(form) {
            sum += copies
                * match part {
                    Part::Gamma(cell) => cell.decay(c, y),
                    Part::Gaussian(variance) => variance * y * y,
                    Part::Noise(..) | Part::Urn(_) => 0.0,
                };
        }
        sum
    }

    fn exp(&self, z: Complex) -> Complex {
        let size = exp(z.re);
        Complex::new(size * cos(z.im), size * sin(z.im))
    }

    /// An urn's point is a sum of up to [`MOST_DRAWS`]/2 terms.
    fn most_points(&self) -> u32 {
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
}

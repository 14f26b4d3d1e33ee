//! Checked parameters: a mechanism is made from a [`Guarantee`], not from four loose floats.
use super::Adjacency;
use crate::domain::{
    Delta, Epsilon, GeometricRate, PolyaParameters, PseudoCount, Releases, Variance, Weight,
};
use crate::error::Result;

/// (epsilon, delta) for one adjacency over all `releases` of the same log together.
///
/// Nothing counts the releases: a mechanism is a value without memory, and releases as often as it is called. The promise holds for
/// the first `releases` of one log and is void from the next one on; to keep the count, across restarts and copies, is the application's part.
/// They are releases of one mechanism: two that were made for one guarantee keep less together ([`compose`](super::compose)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guarantee {
    /// Who is protected.
    pub adjacency: Adjacency,
    /// Epsilon, in nats.
    pub epsilon: Epsilon,
    /// Delta.
    pub delta: Delta,
    /// How often the same log is released.
    pub releases: Releases,
}

impl Guarantee {
    /// Checks each range.
    ///
    /// **Errors.** [`Error::Epsilon`](crate::Error::Epsilon), [`Error::Delta`](crate::Error::Delta), [`Error::Releases`](crate::Error::Releases).
    ///
    /// ```
    /// use dpmarkov::{Error, privacy::{Adjacency, Guarantee}};
    /// let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
    /// assert_eq!(guarantee.delta.get(), 1e-6);
    /// assert_eq!(Guarantee::new(Adjacency::Event, f64::NAN, 1e-6, 1), Err(Error::Epsilon));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(adjacency: Adjacency, epsilon: f64, delta: f64, releases: u32) -> Result<Self> {
        Ok(Guarantee {
            adjacency,
            epsilon: Epsilon::new(epsilon)?,
            delta: Delta::new(delta)?,
            releases: Releases::new(releases)?,
        })
    }

    /// What [`Guarantee::new`] accepted before, epsilon and delta by their bits, without an operation on floats: for the C interface, which keeps
    /// a mechanism in the caller's storage between two calls, under a seal.
    #[cfg(feature = "capi")]
    pub(crate) fn accepted_before(
        adjacency: Adjacency,
        epsilon: u64,
        delta: u64,
        releases: u32,
    ) -> Result<Self> {
        Ok(Guarantee {
            adjacency,
            epsilon: Epsilon::accepted_before(epsilon),
            delta: Delta::accepted_before(delta),
            releases: Releases::new(releases)?,
        })
    }
}

/// What a mechanism's privacy depends on: all public, and not computed from the counts.
///
/// | mechanism | what it releases of a count c_i |
/// |---|---|
/// | `Dirichlet` | x ~ Dir(w (c + a)) |
/// | `Polya` | the tallies of an urn, Dirichlet-multinomial with alpha_i = (event_mass c_i + prior_mass)/draw_mass |
/// | `Geometric` | c_i + k, P(k) proportional to e^(-e0 \|k\|), on every cell |
/// | `Gaussian` | c_i + k, P(k) proportional to e^(-k^2/(2 sigma^2)), on every cell |
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MechanismParameters {
    /// The smoothed Dirichlet mechanism.
    Dirichlet(DirichletParameters),
    /// Polya's urn, and the number of states n of the chain.
    Polya(PolyaParameters, usize),
    /// Two-sided geometric noise.
    Geometric(GeometricRate),
    /// Discrete Gaussian noise.
    Gaussian(Variance),
}

impl MechanismParameters {
    /// The name used on the command line and in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            MechanismParameters::Dirichlet(_) => "dirichlet",
            MechanismParameters::Polya(..) => "polya",
            MechanismParameters::Geometric(_) => "geometric",
            MechanismParameters::Gaussian(_) => "gaussian",
        }
    }
}

/// The smoothed Dirichlet mechanism's two numbers: alpha_i = w (c_i + a). Public, and not computed from the counts.
///
/// **Units.** w: shape per event; a: events.
#[repr(C)] // the C interface reads rows of them in place
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DirichletParameters {
    /// The event weight w.
    pub weight: Weight,
    /// The pseudo-count a.
    pub pseudo_count: PseudoCount,
}

impl DirichletParameters {
    /// Checks each range.
    ///
    /// **Errors.** [`Error::Weight`](crate::Error::Weight), [`Error::PseudoCount`](crate::Error::PseudoCount).
    pub fn new(weight: f64, pseudo_count: f64) -> Result<Self> {
        Ok(DirichletParameters {
            weight: Weight::new(weight)?,
            pseudo_count: PseudoCount::new(pseudo_count)?,
        })
    }
}

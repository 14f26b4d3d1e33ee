//! Beta variates at every shape.
use super::{Generator, dirichlet};
use crate::error::Result;

/// One Beta(a, b) variate, and one minus it: density x^(a-1) (1-x)^(b-1) / B(a, b).
///
/// - **Domain**: a and b in [`crate::domain::SHAPE`].
/// - **Special values**: both shapes tiny: 1 with probability a/(a+b), else 0. Beta(1e-4, 1e-6) gives 1 with
///   probability 100/101.
/// - **Accuracy**: x and 1 - x each have their own relative accuracy: near 1 it is the second that counts.
/// - **Method**: the Dirichlet law of two entries.
/// - **Errors**: [`crate::Error::Shape`], [`crate::Error::StreamExhausted`].
/// - **Cost**: two Gamma variates.
///
/// ```
/// let mut g = dpmarkov::random::Generator::from_seed_for_tests([7; 32], 0);
/// let [x, y] = dpmarkov::random::beta::sample(&mut g, 2.0, 3.0)?;
/// assert!(x > 0.0 && y > 0.0 && (x + y - 1.0).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn sample(rng: &mut Generator, a: f64, b: f64) -> Result<[f64; 2]> {
    let mut x = [0.0; 2];
    dirichlet::sample(rng, &[a, b], &mut x)?;
    Ok(x)
}

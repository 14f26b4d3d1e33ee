//! The Dirichlet mechanism, smoothed form: x ~ Dir(w (c + a)).
use super::quantise::quantise;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::InParts;
use crate::domain::{self, PseudoCount, STATES};
use crate::error::{Error, Result};
use crate::privacy::{DirichletParameters, Guarantee, delta_upper, solve_weight};
use crate::random::{Generator, dirichlet};

/// The smoothed Dirichlet mechanism: a row of counts c becomes x ~ Dir(alpha), alpha_i = w (c_i + a), rounded
/// to multiples of 2^-32. Its parameters (w, a) were checked to meet its guarantee.
///
/// - **Domain**: every count vector, zeros included; 2 to 65,535 states. For w in [`domain::WEIGHT`], a in
///   [`domain::PSEUDO_COUNT`] and c up to 2^32 - 1 every alpha_i lies between 1e-15 and 5.3e18, inside
///   [`domain::SHAPE`]: no accepted input is refused by the sampler.
/// - **Units**: w is dimensionless (shape per event), a in events.
/// - **Guarantee**: for all neighbouring logs c ~ c' (see [`crate::privacy::Adjacency`]) and every set S of
///   outputs, P(M(c) in S) <= e^epsilon P(M(c') in S) + delta, over all `releases` together. Rounding is
///   post-processing and costs nothing. A released entry is at least 2^-32, a row sums to exactly 1.
/// - **Not counted**: the object has no memory of what it released. `releases` is the application's promise to stop after so many releases
///   of one log (a row released once more is one release more); nothing here refuses the next one, and with it the guarantee is void.
/// - **Public**: n, w, a, epsilon and delta must not be computed from the counts.
/// - **Method**: [A, Definition 5 and Algorithms 1 and 2] with w (c + a) in place of k C; the guarantee is
///   the exact one of [`delta_upper`].
///
/// # What is and is not proved about floating point
///
/// *Proved*: the guarantee, for the real-valued law Dir(alpha), perfect random bits and rounding as above.
/// Every released row is a multiple of 2^-32 that sums to exactly 1, so nothing finer than 2^-32 of the
/// sampler is ever seen: the attack that reads counts out of the low bits of a noisy `f64` (Mironov 2012,
/// DOI 10.1145/2382196.2382264) finds no low bits here. An error in the middle of a row shifts at most the
/// edges of one unit.
///
/// *Not proved*: that the law of the released multiples, as this program draws it with `f64` arithmetic and
/// a pseudorandom generator, satisfies the inequality with the very same epsilon and delta. The law drawn
/// differs from the true one by rounding of the Gamma variates (a few parts in 2^53 of each) and by the
/// spacing of their inputs (2^-52 of a ziggurat layer). An edge moves by one unit with a probability of
/// about 2^32 n 2^-52 a row at most, and in which rows it does may depend on the counts. We know no attack on that,
/// and no proof against one either. Timing is not constant: the number of rejected proposals, and with it the
/// time and the words drawn, depend on the counts. Where a proof down to the bit is needed, use a
/// mechanism that draws with integers only.
///
/// ```
/// use dpmarkov::{mechanism::Dirichlet, privacy::{Adjacency, Guarantee}, domain::PseudoCount, random::Generator};
/// let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
/// let mechanism = Dirichlet::new(guarantee, PseudoCount::new(15.8)?)?;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut row = [0.0; 3];
/// mechanism.release_row(&mut rng, &[90, 0, 10], &mut row)?;
/// assert_eq!(row.iter().sum::<f64>(), 1.0);
/// assert!(row.iter().all(|x| *x >= 1.0 / 4294967296.0));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dirichlet {
    guarantee: Guarantee,
    parameters: DirichletParameters,
}

impl Dirichlet {
    /// Solves for the largest weight that meets `guarantee`; errors of [`solve_weight`].
    pub fn new(guarantee: Guarantee, pseudo_count: PseudoCount) -> Result<Self> {
        let weight = solve_weight(&guarantee, pseudo_count)?;
        Ok(Dirichlet {
            guarantee,
            parameters: DirichletParameters {
                weight,
                pseudo_count,
            },
        })
    }
    /// Takes planned parameters and verifies that they meet `guarantee`: [`Error::GuaranteeNotMet`] if not.
    pub fn checked(guarantee: Guarantee, parameters: DirichletParameters) -> Result<Self> {
        if delta_upper(
            guarantee.adjacency,
            &parameters,
            guarantee.releases,
            guarantee.epsilon,
        )? <= guarantee.delta.get()
        {
            Ok(Dirichlet {
                guarantee,
                parameters,
            })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }
    /// From parameters that [`Dirichlet::new`] or [`Dirichlet::checked`] accepted before: the C ABI keeps them in the
    /// caller's storage between two calls, under a seal.
    #[cfg(feature = "capi")]
    pub(crate) const fn accepted_before(
        guarantee: Guarantee,
        parameters: DirichletParameters,
    ) -> Self {
        Dirichlet {
            guarantee,
            parameters,
        }
    }
    /// What it promises.
    pub fn guarantee(&self) -> &Guarantee {
        &self.guarantee
    }
    /// Its parameters; public.
    pub fn parameters(&self) -> &DirichletParameters {
        &self.parameters
    }
    /// Releases one row [A, Algorithm 1].
    ///
    /// A chain that is released row by row, every row once and in order from one generator, is the release
    /// of [`Dirichlet::release_chain`], bit for bit, without its n x n output.
    ///
    /// Take one mechanism for all rows of a chain. With a mechanism of its own for each row the guarantee holds for `Destination` and
    /// `AddRemove` alone: an event that moves to another row touches two ([`super::DirichletRows`] accounts for that).
    ///
    /// Errors: [`Error::States`], [`Error::Length`], [`Error::StreamExhausted`]; `row` is untouched then.
    pub fn release_row(&self, rng: &mut Generator, counts: &[u32], row: &mut [f64]) -> Result<()> {
        if !STATES.contains(&counts.len()) {
            return Err(Error::States);
        }
        if counts.len() != row.len() {
            return Err(Error::Length);
        }
        rng.ready()?;
        draw_row(rng, &self.parameters, counts, row);
        Ok(())
    }
    /// Releases every row [A, Algorithm 2] with one common (w, a).
    ///
    /// Errors: [`Error::Length`], [`Error::StreamExhausted`]; `matrix` (n * n) is untouched then.
    pub fn release_chain<'m>(
        &self,
        rng: &mut Generator,
        counts: Counts<'_>,
        matrix: &'m mut [f64],
    ) -> Result<StochasticMatrix<'m>> {
        release_rows(rng, core::iter::repeat(&self.parameters), counts, matrix)
    }
}

/// Releases every row with its own parameters: [A, Algorithm 2] in full. The iterator yields at least n.
///
/// For mechanisms that checked what the rows' parameters promise together; this only draws. `matrix` is
/// untouched on an error.
pub(super) fn release_rows<'m, 'p>(
    rng: &mut Generator,
    parameters: impl Iterator<Item = &'p DirichletParameters>,
    counts: Counts<'_>,
    matrix: &'m mut [f64],
) -> Result<StochasticMatrix<'m>> {
    let n = counts.states();
    if domain::cells(n)? != matrix.len() {
        return Err(Error::Length);
    }
    rng.ready()?;
    for ((c, p), row) in counts.rows().zip(parameters).zip(matrix.parts_mut(n)) {
        draw_row(rng, p, c, row);
    }
    StochasticMatrix::new(matrix, n)
}

/// All checks are done: draws and rounds one row.
pub(super) fn draw_row(
    rng: &mut Generator,
    parameters: &DirichletParameters,
    counts: &[u32],
    row: &mut [f64],
) {
    let (w, a) = (parameters.weight.get(), parameters.pseudo_count.get());
    draw(rng, counts.iter().map(|c| w * (f64::from(*c) + a)), row);
}

/// Draws and rounds one row with these Dirichlet parameters, all in [`domain::SHAPE`].
pub(super) fn draw(rng: &mut Generator, alpha: impl Iterator<Item = f64>, row: &mut [f64]) {
    let total = dirichlet::weights_with(rng, alpha, row);
    quantise(row, total);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{PSEUDO_COUNT, SHAPE, WEIGHT};

    #[test]
    fn every_accepted_shape_is_in_the_samplers_range() {
        // w (c + a) rises in all three, so the corners are the extremes.
        let least = WEIGHT.start() * (0.0 + PSEUDO_COUNT.start());
        let most = WEIGHT.end() * (f64::from(u32::MAX) + PSEUDO_COUNT.end());
        assert!(SHAPE.contains(&least) && SHAPE.contains(&most));
        assert!(least >= 0.999e-15 && most <= 5.3e18);
    }

    #[test]
    fn rows_with_their_own_parameters_are_the_rows_of_one_stream() {
        let parameters = [
            DirichletParameters::new(0.3, 15.8).unwrap(),
            DirichletParameters::new(2.0, 1.0).unwrap(),
        ];
        let counts = [5, 0, 7, 1];
        let (mut together, mut apart) = ([0.0; 4], [0.0; 4]);
        let mut rng = Generator::from_seed_for_tests([3; 32], 9);
        release_rows(
            &mut rng,
            parameters.iter(),
            Counts::new(&counts, 2).unwrap(),
            &mut together,
        )
        .unwrap();
        let mut again = Generator::from_seed_for_tests([3; 32], 9);
        for ((p, c), row) in parameters
            .iter()
            .zip(counts.chunks(2))
            .zip(apart.chunks_mut(2))
        {
            draw_row(&mut again, p, c, row);
        }
        assert_eq!(together.map(f64::to_bits), apart.map(f64::to_bits));
        assert_eq!(rng.position(), again.position());
    }

    #[test]
    fn releases_at_the_corners_of_the_parameters() {
        for (w, a) in [
            (1e-9, 1e-6),
            (1e-9, 1e9),
            (1e9, 1e-6),
            (1e9, 1e9),
            (1.0, 1.0),
        ] {
            let p = DirichletParameters::new(w, a).unwrap();
            for counts in [[0, 0, 0], [u32::MAX; 3], [0, 1, u32::MAX]] {
                for stream in 0..50 {
                    let mut row = [0.0; 3];
                    draw_row(
                        &mut Generator::from_seed_for_tests([1; 32], stream),
                        &p,
                        &counts,
                        &mut row,
                    );
                    assert!(row.iter().all(|x| *x * 4_294_967_296.0 >= 1.0));
                    assert_eq!(row.iter().sum::<f64>(), 1.0);
                }
            }
            let (counts, mut row) = (std::vec![0; 65_535], std::vec![0.0; 65_535]);
            draw_row(
                &mut Generator::from_seed_for_tests([2; 32], 0),
                &p,
                &counts,
                &mut row,
            );
            assert_eq!(row.iter().sum::<f64>(), 1.0);
        }
    }
}

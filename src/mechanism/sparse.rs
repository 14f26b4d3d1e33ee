//! Releases on a support: noise and probability for the feasible cells alone.
//!
//! # Why every guarantee holds on a support
//!
//! The support is public, and the map of the log's events to its cells keeps neighbours neighbours: what changes between two neighbouring
//! logs is a pattern of [`crate::privacy::cells`] with some cells left out (proof: [`crate::counts::SparseCountsMut`]; enumeration:
//! `tests/support_neighbours.rs`). To leave cells out is post-processing wherever cells are independent, so it costs nothing:
//!
//! - **Dirichlet** (one (w, a), or one a row). Before its row is normalised every cell is an independent Gamma variate, whose dominating pair depends on
//!   (w, a) and neither on the number n_i of cells of its row nor on the other counts.
//! - **Geometric, Gaussian**. Every feasible cell has noise of its own, the same for every n_i.
//! - **Polya's urn**. Its Dirichlet bound is as above. Its finite sums and its pure bound take the number of states n: through the mass n b or (n - 1) b
//!   of a row at its least. Each of them falls with n (a larger mass is simulated from a smaller one, `src/privacy/urn`), and rows of
//!   different n_i are dominated one by one. So the bound at the smallest n_i of any row of two or more cells holds for the chain: [`Polya`]'s
//!   `states` is that number, and a support with a smaller row is refused. With events left out a moved event may only add or only remove, and the
//!   pair of the moved event dominates both; the pure bound counts f for each cell that loses and h <= f for each row that
//!   gains, and with events left out no sum is larger than in its table: at worst `Visit`'s becomes f + 2 h <= 2 f + h, `VisitPresence`'s f + h or 2 h <= 2 f.
//! - **Rows of one cell** release 1, whatever they hold. Nothing is drawn for them, and they tell nothing.
//! - **The published form** takes its own n_i >= 3, eta_i and public N_i for each row. N_i is the number of events counted in the row. Under
//!   [`crate::counts::Outside::Drop`] an event that moves off the support changes it, so that of two `Destination` neighbours at most one is
//!   released at all: take [`crate::counts::Outside::Other`], which keeps row totals, or another mechanism.
//!
//! A chain on the full support is the chain that `release_chain` makes of the same generator, bit for bit.
use super::quantise::quantise_integers;
use super::{Dirichlet, DirichletRows, Gaussian, Geometric, Polya, PublishedDirichlet};
use super::{dirichlet, noisy};
use crate::chain::SparseMatrix;
use crate::counts::{SparseCounts, Support};
use crate::domain::Floor;
use crate::error::{Error, Result};
use crate::random::{Generator, polya};

/// The row loop of every mechanism: `draw` fills each row of two or more cells (its number, counts and output), rows of one cell are `one`.
///
/// `out` is untouched on an error before the first row, and `T::default()`, zero, on one of `draw`.
fn each_row<T: Clone + Default>(
    rng: &mut Generator,
    counts: SparseCounts<'_, '_>,
    out: &mut [T],
    one: T,
    mut draw: impl FnMut(&mut Generator, usize, &[u32], &mut [T]) -> Result<()>,
) -> Result<()> {
    if out.len() != counts.support().cells() {
        return Err(Error::Length);
    }
    rng.ready()?;
    let mut done = Ok(());
    let mut rest = &mut *out;
    for (from, c) in counts.rows().enumerate() {
        let Some((row, after)) = rest.split_at_mut_checked(c.len()) else {
            break; // not so: as many as cells
        };
        rest = after;
        done = match row {
            [only] => {
                only.clone_from(&one);
                Ok(())
            }
            row => draw(rng, from, c, row),
        };
        if done.is_err() {
            break;
        }
    }
    if done.is_err() {
        out.fill(T::default());
    }
    done
}

/// [`each_row`] of a chain: rows of one cell are 1.
fn release<'m>(
    rng: &mut Generator,
    counts: SparseCounts<'m, '_>,
    values: &'m mut [f64],
    draw: impl FnMut(&mut Generator, usize, &[u32], &mut [f64]) -> Result<()>,
) -> Result<SparseMatrix<'m>> {
    each_row(rng, counts, values, 1.0, draw)?;
    SparseMatrix::new(counts.support(), values)
}

impl Dirichlet {
    /// Releases the feasible cells of every row [A, Algorithm 2] with one common (w, a), into one value for each feasible cell. A row of one cell is 1.
    ///
    /// **Guarantee.** That of [`Dirichlet`], with the same (w, a) and whatever the support: the dominating pair of a cell does not depend on the number
    /// of cells of its row.
    ///
    /// Errors: [`Error::Length`], [`Error::StreamExhausted`]; `values` is untouched then.
    ///
    /// ```
    /// use dpmarkov::counts::{Outside, SparseCountsMut, Support};
    /// use dpmarkov::{mechanism::Dirichlet, privacy::{Adjacency, Guarantee}, domain::PseudoCount, random::Generator};
    /// let support = Support::from_csr(&[0, 2, 4, 5], &[0, 1, 1, 2, 0], 3)?;
    /// let mut cells = [0; 5];
    /// let mut counts = SparseCountsMut::new(support, Outside::Refuse, &mut cells)?;
    /// counts.record_session(&[0, 0, 1, 2, 0, 1])?;
    /// let mechanism = Dirichlet::new(Guarantee::new(Adjacency::Visit, 1.0, 1e-6, 1)?, PseudoCount::new(25.0)?)?;
    /// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
    /// let mut values = [0.0; 5];
    /// let chain = mechanism.release_sparse(&mut rng, counts.as_counts(), &mut values)?;
    /// counts.wipe();
    /// assert_eq!(chain.row(2), Some(&[1.0][..]));
    /// assert_eq!(chain.row(0).unwrap().iter().sum::<f64>(), 1.0);
    /// # Ok::<(), dpmarkov::Error>(())
    /// ```
    pub fn release_sparse<'m>(
        &self,
        rng: &mut Generator,
        counts: SparseCounts<'m, '_>,
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        let parameters = self.parameters();
        release(rng, counts, values, |rng, _, c, row| {
            dirichlet::draw_row(rng, parameters, c, row);
            Ok(())
        })
    }
}

impl DirichletRows<'_> {
    /// Releases the feasible cells of every row with its own (w, a). A row of one cell is 1; its parameters count in the guarantee all the same.
    ///
    /// Errors: [`Error::Length`], [`Error::StreamExhausted`]; `values` is untouched then.
    pub fn release_sparse<'m>(
        &self,
        rng: &mut Generator,
        counts: SparseCounts<'m, '_>,
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        let rows = self.parameters().as_slice();
        if rows.len() != counts.support().states() {
            return Err(Error::Length);
        }
        release(rng, counts, values, |rng, from, c, row| {
            let own = rows.get(from).ok_or(Error::Length)?; // as many as rows
            dirichlet::draw_row(rng, own, c, row);
            Ok(())
        })
    }
}

impl PublishedDirichlet {
    /// Releases the feasible cells of every row by its own mechanism [A, Algorithm 2], made for its own number of cells n_i, border eta_i and
    /// public total N_i. `rows`: one for each row of two or more cells, in order; a row of one cell is 1 and has none.
    ///
    /// **Errors.** [`Error::PublishedStates`] where a row has two cells: Theorem 1 is no bound there (give that row a third feasible target, or
    /// take the smoothed form, [`Dirichlet`]). [`Error::Length`] unless `rows` has a mechanism for each row, made for its number of cells; [`Error::RowTotal`],
    /// [`Error::BelowBorder`], which are not protected; [`Error::StreamExhausted`]. `values` is untouched then.
    ///
    /// ```
    /// use dpmarkov::counts::{SparseCounts, Support};
    /// use dpmarkov::{mechanism::PublishedDirichlet, random::Generator};
    /// // 0 -> 0, 1, 2;  1 -> 2;  2 -> 0, 1, 2
    /// let support = Support::from_csr(&[0, 3, 4, 7], &[0, 1, 2, 2, 0, 1, 2], 3)?;
    /// let counts = SparseCounts::new(support, &[40, 30, 30, 17, 20, 20, 40])?;
    /// let rows = [PublishedDirichlet::new(25.0, 0.1, 100, 3)?, PublishedDirichlet::new(15.0, 0.2, 80, 3)?];
    /// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
    /// let mut values = [0.0; 7];
    /// let chain = PublishedDirichlet::release_sparse(&rows, &mut rng, counts, &mut values)?;
    /// assert_eq!(chain.row(1), Some(&[1.0][..]));
    /// # Ok::<(), dpmarkov::Error>(())
    /// ```
    pub fn release_sparse<'m>(
        rows: &[Self],
        rng: &mut Generator,
        counts: SparseCounts<'m, '_>,
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        Self::release_sparse_of(rows.iter().copied(), rng, counts, values)
    }

    /// The same, of mechanisms that come one by one.
    pub(crate) fn release_sparse_of<'m>(
        rows: impl Iterator<Item = Self> + Clone,
        rng: &mut Generator,
        counts: SparseCounts<'m, '_>,
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        if counts.rows().any(|row| row.len() == 2) {
            return Err(Error::PublishedStates);
        }
        let mut own = rows.clone();
        for row in counts.rows().filter(|row| row.len() > 1) {
            own.next().ok_or(Error::Length)?.check(row)?;
        }
        if own.next().is_some() {
            return Err(Error::Length);
        }
        let mut own = rows;
        release(rng, counts, values, |rng, _, c, row| {
            own.next().ok_or(Error::Length)?.draw(rng, c, row);
            Ok(())
        })
    }
}

macro_rules! noisy_mechanism {
    ($name:ident) => {
        impl $name {
            /// The feasible cells of every row, one row after the other. A row of one cell is 1. `work`: [`Support::most_cells`] integers at least.
            ///
            /// **Guarantee.** That of the dense release, with the same noise on every feasible cell; none is added up from infeasible ones.
            ///
            /// Errors: [`Error::Length`], [`Error::WorkLength`], [`Error::StreamExhausted`]: `values` is untouched then. [`Error::Trials`] in the
            /// middle (probability below 2^-100): `values` is zeroed.
            pub fn release_sparse<'m>(
                &self,
                rng: &mut Generator,
                counts: SparseCounts<'m, '_>,
                floor: Floor,
                work: &mut [i64],
                values: &'m mut [f64],
            ) -> Result<SparseMatrix<'m>> {
                if work.len() < counts.support().most_cells() {
                    return Err(Error::WorkLength);
                }
                let mut draw = self.draw();
                release(rng, counts, values, |rng, _, c, row| {
                    noisy::release_row(rng, c, floor, work, row, &mut draw)
                })
            }
            /// The feasible counts with noise, rows of one cell included: unbiased, integers, below 0 where the noise is. `noisy`: one for each
            /// feasible cell, of which there may be more than 65,535.
            ///
            /// Errors: [`Error::Length`], [`Error::StreamExhausted`]: `noisy` is untouched then. [`Error::Trials`] (probability below 2^-100):
            /// `noisy` is zeroed.
            pub fn release_sparse_counts(
                &self,
                rng: &mut Generator,
                counts: SparseCounts<'_, '_>,
                noisy: &mut [i64],
            ) -> Result<()> {
                if noisy.len() != counts.support().cells() {
                    return Err(Error::Length);
                }
                rng.ready()?;
                noisy::add_noise(rng, counts.as_slice(), noisy, self.draw())
            }
        }
    };
}
noisy_mechanism!(Geometric);
noisy_mechanism!(Gaussian);

impl Polya {
    /// Releases the feasible cells of every row with one common urn, m_i/M rounded to multiples of 2^-32. A row of one cell is 1. `work`:
    /// [`super::polya_work_len`]`(`[`Support::most_cells`]`)` words at least.
    ///
    /// **Guarantee.** That of this mechanism where its number of states is at most that of the cells of any row of two or more: its bound falls with
    /// the number of states. Make it with [`Support::fewest_cells`]`(2)` states.
    ///
    /// Errors: [`Error::GuaranteeNotMet`] where a row of two or more cells has fewer than [`Polya::states`]; [`Error::Length`],
    /// [`Error::WorkLength`], [`Error::StreamExhausted`]: `values` is untouched then. [`Error::Trials`] in the middle (probability at most
    /// n M 2^-128): `values` is zeroed.
    ///
    /// ```
    /// use dpmarkov::counts::{SparseCounts, Support};
    /// use dpmarkov::{Error, domain::PseudoCount, mechanism::{Polya, polya_work_len}, random::Generator};
    /// use dpmarkov::privacy::{Adjacency, Guarantee};
    /// let support = Support::from_csr(&[0, 3, 4, 6], &[0, 1, 2, 2, 0, 1], 3)?;
    /// let counts = SparseCounts::new(support, &[90, 0, 10, 4, 0, 7])?;
    /// let guarantee = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?;
    /// let mechanism = |states| Polya::new(guarantee, states, PseudoCount::new(30.0)?, 50);
    /// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
    /// let (mut work, mut values) = ([0; polya_work_len(3)], [0.0; 6]);
    /// // the last row has two cells: a bound at three says too little
    /// let refused = mechanism(3)?.release_sparse(&mut rng, counts, &mut work, &mut values);
    /// assert_eq!(refused.err(), Some(Error::GuaranteeNotMet));
    /// let chain = mechanism(2)?.release_sparse(&mut rng, counts, &mut work, &mut values)?;
    /// assert_eq!(chain.row(1), Some(&[1.0][..]));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn release_sparse<'m>(
        &self,
        rng: &mut Generator,
        counts: SparseCounts<'m, '_>,
        work: &mut [u32],
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        let support = counts.support();
        self.covers(&support)?;
        if work.len() < super::polya_work_len(support.most_cells()) {
            return Err(Error::WorkLength);
        }
        let total = u64::from(self.parameters().draws());
        release(rng, counts, values, |rng, _, c, row| {
            let (tallies, work) = work
                .split_at_mut_checked(c.len())
                .ok_or(Error::WorkLength)?;
            polya::tallies(rng, c, self.parameters(), work, tallies)?;
            quantise_integers(tallies.iter().map(|m| u64::from(*m)), total, row);
            Ok(())
        })
    }

    /// Releases the tallies of the feasible cells, each row's with the sum M; the cell of a row of one cell has M without a draw. No floating
    /// point, no rounding. The rows that [`Polya::release_sparse`] makes of the same generator are those of [`Polya::sparse_of_tallies`].
    ///
    /// Guarantee and errors: as [`Polya::release_sparse`], with `tallies` in place of `values`; `work`: 4 [`Support::most_cells`] words at least.
    pub fn release_sparse_tallies(
        &self,
        rng: &mut Generator,
        counts: SparseCounts<'_, '_>,
        work: &mut [u32],
        tallies: &mut [u32],
    ) -> Result<()> {
        let support = counts.support();
        self.covers(&support)?;
        if work.len() < polya::work_len(support.most_cells()) {
            return Err(Error::WorkLength);
        }
        let draws = self.parameters().draws();
        each_row(rng, counts, tallies, draws, |rng, _, c, row| {
            polya::tallies(rng, c, self.parameters(), work, row)
        })
    }

    /// The chain of the tallies that [`Polya::release_sparse_tallies`] released: tally/M, as [`Polya::row_of_tallies`] rounds it. Post-processing
    /// of what is public.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many tallies and values as feasible cells; [`Error::Domain`] unless every row's tallies sum to
    /// the number of draws. `values` is untouched then.
    pub fn sparse_of_tallies<'m>(
        &self,
        support: Support<'m>,
        tallies: &[u32],
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        // tallies have the shape of counts
        let tallies = SparseCounts::new(support, tallies)?;
        if values.len() != support.cells() {
            return Err(Error::Length);
        }
        let total = u64::from(self.parameters().draws());
        let sum = |row: &[u32]| row.iter().map(|m| u64::from(*m)).sum::<u64>();
        if tallies.rows().any(|row| sum(row) != total) {
            return Err(Error::Domain);
        }
        let mut rest = &mut *values;
        for m in tallies.rows() {
            let Some((row, after)) = rest.split_at_mut_checked(m.len()) else {
                break; // not so: as many as cells
            };
            rest = after;
            quantise_integers(m.iter().map(|m| u64::from(*m)), total, row);
        }
        SparseMatrix::new(support, values)
    }

    /// Does the guarantee cover this support? [`Error::GuaranteeNotMet`] where a row of two or more cells has fewer than [`Polya::states`].
    pub fn covers(&self, support: &Support<'_>) -> Result<()> {
        match support.fewest_cells(2) {
            Some(fewest) if fewest < self.states() => Err(Error::GuaranteeNotMet),
            _ => Ok(()), // no row of two cells: every row is 1
        }
    }
}

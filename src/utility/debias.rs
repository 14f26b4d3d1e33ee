//! Unbiased estimates of shares, from a release and its public parameters alone: post-processing, free to publish.
//!
//! A row that is smoothed (Dirichlet, Polya) is drawn towards uniform. Undoing that leaves an estimate whose mean is the share itself; it can lie below 0.
use crate::chain::StochasticMatrix;
use crate::domain::{ExpectedRowTotal, PolyaParameters, STATES};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::float::floor;
use crate::utility::row_error::RowLaw;

/// x (N + n a)/N - a/N: the unbiased estimate of a share from the entry x = `share` of a row of the Dirichlet mechanism.
pub fn dirichlet(
    share: f64,
    cells: usize,
    row_total: ExpectedRowTotal,
    parameters: &DirichletParameters,
) -> Result<f64> {
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Domain);
    }
    unshrunk(share, cells, row_total.get(), parameters.pseudo_count.get())
}

/// The same from a tally m of M draws: x = m/M, a = prior_mass/event_mass.
pub fn polya(
    tally: u32,
    cells: usize,
    row_total: ExpectedRowTotal,
    urn: &PolyaParameters,
) -> Result<f64> {
    if tally > urn.draws() {
        return Err(Error::Domain);
    }
    unshrunk(
        f64::from(tally) / f64::from(urn.draws()),
        cells,
        row_total.get(),
        f64::from(urn.prior_mass()) / f64::from(urn.event_mass()),
    )
}

/// The unbiased estimate of a share from one noisy count and the sum of its row's, the row's true total N public:
/// (y - (S - N)/n)/N, which takes off the mean of all noise of the row.
pub fn noisy_of_total(
    count: i64,
    sum: i64,
    cells: usize,
    row_total: ExpectedRowTotal,
) -> Result<f64> {
    if cells == 0 || cells > *STATES.end() {
        return Err(Error::States);
    }
    let total = row_total.get();
    Ok((count as f64 - (sum as f64 - total) / cells as f64) / total)
}

/// The tally of which a released row made `share`: exact for every entry of [`Polya::row_of_tallies`](crate::mechanism::Polya::row_of_tallies).
pub fn polya_tally(share: f64, cells: usize, urn: &PolyaParameters) -> Result<u32> {
    if cells == 0 || cells > *STATES.end() {
        return Err(Error::States);
    }
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Domain);
    }
    let draws = f64::from(urn.draws());
    let units = share * TWO_32 - 1.0;
    let tally = floor(units * draws / (TWO_32 - cells as f64) + 0.5);
    Ok(tally.clamp(0.0, draws) as u32)
}

const TWO_32: f64 = 4_294_967_296.0;

fn unshrunk(share: f64, cells: usize, total: f64, pseudo_count: f64) -> Result<f64> {
    if cells == 0 || cells > *STATES.end() {
        return Err(Error::States);
    }
    // x + (n x - 1) a/N: the correction is small where a is
    Ok(share + (cells as f64 * share - 1.0) * (pseudo_count / total))
}

/// The unbiased estimate of every row of a chain whose mean is drawn towards uniform: (x - s/n)/(1 - s) on the positive entries of each row, s and n of its law.
///
/// Rows sum to 1; entries can be negative, so it is no chain. For [`interval::stationary_chain`](super::interval::stationary_chain).
///
/// **Errors.** [`Error::Length`] for another number of laws or cells of `unbiased`; [`Error::EmptyRow`] where s = 1: a row without events says nothing.
pub fn chain(released: StochasticMatrix<'_>, laws: &[RowLaw], unbiased: &mut [f64]) -> Result<()> {
    let n = released.states();
    if laws.len() != n || unbiased.len() != released.as_slice().len() {
        return Err(Error::Length);
    }
    if !laws.iter().all(|law| law.shrink() < 1.0) {
        return Err(Error::EmptyRow);
    }
    let rows = released.rows().zip(unbiased.chunks_exact_mut(n.max(1)));
    for ((row, out), law) in rows.zip(laws) {
        // x + s/(1 - s) (x - 1/n)
        let odds = law.shrink() / (1.0 - law.shrink());
        let uniform = 1.0 / law.cells() as f64;
        for (x, out) in row.iter().zip(out) {
            *out = if *x > 0.0 {
                x + odds * (x - uniform)
            } else {
                0.0
            };
        }
    }
    Ok(())
}

/// The shares y/S of a row of noisy counts, S their sum: they sum to 1; entries can be negative.
///
/// **Errors.** [`Error::Length`]; [`Error::EmptyRow`] where S <= 0. `shares` is untouched then.
pub fn noisy_row(counts: &[i64], shares: &mut [f64]) -> Result<()> {
    if counts.len() != shares.len() {
        return Err(Error::Length);
    }
    let sum = counts.iter().fold(0i64, |sum, y| sum.saturating_add(*y));
    if sum <= 0 {
        return Err(Error::EmptyRow);
    }
    for (y, share) in counts.iter().zip(shares) {
        *share = *y as f64 / sum as f64;
    }
    Ok(())
}

//! Unbiased estimates of shares, from a release and its public parameters alone: post-processing, free to publish.
//!
//! A row that is smoothed (Dirichlet, Polya) is drawn towards uniform. Undoing that leaves an estimate whose mean is the share itself; it can lie below 0.
use crate::domain::{ExpectedRowTotal, PolyaParameters, STATES};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::float::floor;

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

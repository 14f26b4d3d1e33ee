//! A whole report in one call, into the caller's buffer.
//!
//! Every function checks everything first: `out` is untouched on an error. The length is returned; the rest of `out` stays as it was.
//!
//! What goes in is what a mechanism released. Counts are of another type, so that they are not passed by mistake:
//!
//! ```compile_fail
//! use dpmarkov::{counts::{Counts, Support}, mechanism::Geometric, report::{About, Width, encode}};
//! fn leak(about: &About, mechanism: &Geometric, support: &Support, counts: Counts, out: &mut [u8]) {
//!     encode::geometric(about, mechanism, support, counts, Width::Bits32, out); // not noisy counts
//! }
//! ```
//!
//! ```compile_fail
//! use dpmarkov::{counts::Support, mechanism::Geometric, report::{About, Width, encode}};
//! fn leak(about: &About, mechanism: &Geometric, support: &Support, counts: &[u32], out: &mut [u8]) {
//!     encode::geometric(about, mechanism, support, counts, Width::Bits32, out); // counts are u32, noisy counts i64
//! }
//! ```
use super::about::{About, Mechanism, Width};
use super::head::{Head, row_len};
use super::len::len_of;
use super::stream::{Encoder, check_probabilities, check_tallies, head_of};
use super::totals::Totals;
use crate::counts::Support;
use crate::error::{Error, Result};
use crate::mechanism::{Dirichlet, Gaussian, Geometric, Polya};

/// Gives `each` the rows of as many cells as the support has.
fn rows<'c, T>(
    support: &Support<'_>,
    cells: &'c [T],
    mut each: impl FnMut(&'c [T]) -> Result<()>,
) -> Result<()> {
    let mut rest = cells;
    for from in 0..support.states() {
        let (row, after) = row_len(support, from)
            .and_then(|len| rest.split_at_checked(len))
            .ok_or(Error::Length)?; // as many as cells
        rest = after;
        each(row)?;
    }
    Ok(())
}

/// The part of `out` that the report fills.
fn place<'o>(head: &Head, out: &'o mut [u8]) -> Result<&'o mut [u8]> {
    out.get_mut(..len_of(head)?).ok_or(Error::ReportCapacity)
}

/// Writes what was checked.
fn write(
    head: Head,
    support: &Support<'_>,
    out: &mut [u8],
    totals: Option<&[i64]>,
    mut each: impl FnMut(&mut Encoder<'_>) -> Result<()>,
) -> Result<usize> {
    let mut rest = out;
    let mut sink = |piece: &[u8]| {
        let (place, after) = core::mem::take(&mut rest)
            .split_at_mut_checked(piece.len())
            .ok_or(Error::ReportCapacity)?;
        place
            .iter_mut()
            .zip(piece)
            .for_each(|(to, from)| *to = *from);
        rest = after;
        Ok(())
    };
    let mut encoder = Encoder::of(head, support, &mut sink)?;
    each(&mut encoder)?;
    encoder.finish(totals)
}

/// Noisy counts that [`Geometric::release_counts`] or [`Geometric::release_sparse_counts`] released: one for each feasible transition, row by row; beyond
/// +-[`Width::saturation`] they are cut off.
///
/// # Errors
/// [`Error::Length`] unless `noisy` has as many elements as the support cells; [`Error::ReportCapacity`].
pub fn geometric(
    about: &About,
    mechanism: &Geometric,
    support: &Support<'_>,
    noisy: &[i64],
    width: Width,
    out: &mut [u8],
) -> Result<usize> {
    noisy_counts(
        about,
        Mechanism::Geometric(mechanism),
        support,
        noisy,
        width,
        out,
    )
}

/// Noisy counts that [`Gaussian::release_counts`] or [`Gaussian::release_sparse_counts`] released: as [`geometric`].
pub fn gaussian(
    about: &About,
    mechanism: &Gaussian,
    support: &Support<'_>,
    noisy: &[i64],
    width: Width,
    out: &mut [u8],
) -> Result<usize> {
    noisy_counts(
        about,
        Mechanism::Gaussian(mechanism),
        support,
        noisy,
        width,
        out,
    )
}

fn noisy_counts(
    about: &About,
    mechanism: Mechanism<'_>,
    support: &Support<'_>,
    noisy: &[i64],
    width: Width,
    out: &mut [u8],
) -> Result<usize> {
    let head = head_of(about, mechanism, support, width, None)?;
    if noisy.len() != head.cells {
        return Err(Error::Length);
    }
    let out = place(&head, out)?;
    write(head, support, out, None, |encoder| {
        encoder.all_noisy_counts(noisy)
    })
}

/// Tallies that [`Polya::release_tallies`] or [`Polya::release_sparse_tallies`] released: one for each feasible transition, row by row.
///
/// # Errors
/// [`Error::Length`]; [`Error::Domain`] unless every row sums to the number of draws; [`Error::ReportCapacity`]; those of [`Encoder::begin`].
pub fn polya(
    about: &About,
    mechanism: &Polya,
    support: &Support<'_>,
    tallies: &[u32],
    width: Width,
    totals: Option<Totals<'_>>,
    out: &mut [u8],
) -> Result<usize> {
    let noise = totals.map(|t| t.mechanism);
    let head = head_of(about, Mechanism::Polya(mechanism), support, width, noise)?;
    check(&head, tallies.len(), &totals)?;
    rows(support, tallies, |row| check_tallies(&head, row))?;
    let out = place(&head, out)?;
    write(head, support, out, totals.map(|t| t.noisy), |encoder| {
        rows(support, tallies, |row| encoder.tallies(row))
    })
}

/// Probabilities that [`Dirichlet::release_chain`], [`Dirichlet::release_row`] or [`Dirichlet::release_sparse`] released: one for each feasible transition, row by row.
///
/// # Errors
/// [`Error::Length`]; [`Error::NotStochastic`] unless every row is of positive multiples of 2^-32 that sum to exactly 1; [`Error::ReportCapacity`]; those of [`Encoder::begin`].
pub fn dirichlet(
    about: &About,
    mechanism: &Dirichlet,
    support: &Support<'_>,
    probabilities: &[f64],
    width: Width,
    totals: Option<Totals<'_>>,
    out: &mut [u8],
) -> Result<usize> {
    let noise = totals.map(|t| t.mechanism);
    let mechanism = Mechanism::Dirichlet(mechanism);
    let head = head_of(about, mechanism, support, width, noise)?;
    check(&head, probabilities.len(), &totals)?;
    rows(support, probabilities, check_probabilities)?;
    let out = place(&head, out)?;
    write(head, support, out, totals.map(|t| t.noisy), |encoder| {
        rows(support, probabilities, |row| encoder.probabilities(row))
    })
}

fn check(head: &Head, cells: usize, totals: &Option<Totals<'_>>) -> Result<()> {
    let fits = |t: &Totals<'_>| t.noisy.len() == head.states;
    if cells == head.cells && totals.as_ref().is_none_or(fits) {
        Ok(())
    } else {
        Err(Error::Length)
    }
}

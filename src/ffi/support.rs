//! Supports: the public set of feasible transitions, as compressed rows in the caller's arrays.
use super::guard::{Checked, Extent, Input, Output, disjoint, status};
use super::status::dpm_status;
use crate::counts::Support;
use crate::domain;
use crate::error::Error;

/// The compressed rows of a support: starts[n + 1], targets[cells].
pub(super) struct Rows {
    starts: Input<u32>,
    targets: Input<u16>,
    n: usize,
}

impl Rows {
    pub fn new(starts: *const u32, targets: *const u16, n: usize, cells: usize) -> Checked<Self> {
        domain::cells(n)?;
        Ok(Rows {
            starts: Input::new(starts, n.saturating_add(1))?, // n is at most 65,535
            targets: Input::new(targets, cells)?,
            n,
        })
    }

    /// The bytes that the two arrays cover.
    pub fn extents(&self) -> [Extent; 2] {
        [self.starts.extent, self.targets.extent]
    }

    /// The support, every cell of it checked.
    ///
    /// # Safety
    /// As [`Input::elements`], for both arrays; they may be read before [`disjoint`] is asked, while no output exists yet.
    pub unsafe fn checked<'a>(&self) -> Checked<Support<'a>> {
        // SAFETY: promised by this function's caller.
        let (starts, targets) = unsafe { (self.starts.elements(), self.targets.elements()) };
        Ok(Support::from_csr(starts, targets, self.n)?)
    }

    /// The support, its sizes checked and no cell: for calls per event.
    ///
    /// # Safety
    /// As [`Rows::checked`].
    pub unsafe fn trusted<'a>(&self) -> Checked<Support<'a>> {
        // SAFETY: promised by this function's caller.
        let (starts, targets) = unsafe { (self.starts.elements(), self.targets.elements()) };
        Ok(Support::accepted_before(starts, targets, self.n)?)
    }
}

/// Checks a support: a public set of feasible transitions, known without the log (a map, a timetable, a state machine; one that was read off the log
/// tells which transitions occurred, and no guarantee covers that). Every other transition has the probability 0, before and after a release.
/// It is passed to each call as compressed rows: the feasible next states of state i, strictly rising, are targets[starts[i]] to
/// targets[starts[i + 1] - 1]; starts, of n + 1 elements, begins with 0 and ends with `cells`, the length of targets[cells]. Every row has at least one.
/// Feasible cells are numbered in this order, row by row: the order of all counts[cells] and values[cells]. n is 2 to 65535.
/// DPM_ERR_LENGTH where starts[n] is not `cells`; DPM_ERR_SUPPORT for anything else. Work: one look at each cell; dpm_sparse_record() and
/// dpm_sparse_visit(), which are called per event, leave it out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_support_check(
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
) -> dpm_status {
    // SAFETY: the caller of the C function promises n + 1 and `cells` readable elements; nothing is written.
    status(|| unsafe { Rows::new(starts, targets, n, cells)?.checked().map(drop) })
}

/// Words of the bit mask of n states, n ceil(n/32): DPM_SUPPORT_MASK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_support_mask_len(n: usize) -> usize {
    Support::mask_len(n)
}

/// The mask of n states.
fn mask_of(mask: *const u32, n: usize) -> Checked<Input<u32>> {
    domain::cells(n)?;
    Input::new(mask, Support::mask_len(n))
}

/// The number of feasible cells of a bit mask into `*cells`: the length that dpm_support_from_mask() needs of `targets`. The mask is as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_support_mask_cells(
    mask: *const u32,
    n: usize,
    cells: *mut usize,
) -> dpm_status {
    status(|| {
        let (mask, cells) = (mask_of(mask, n)?, Output::new(cells, 1)?);
        disjoint(&[cells.extent], &[mask.extent])?;
        // SAFETY: checked above; the caller promises the words of the mask and one writable size_t.
        unsafe { cells.write(Support::from_mask(mask.elements(), n)?.cells()) };
        Ok(())
    })
}

/// The compressed rows of a bit mask, mask[DPM_SUPPORT_MASK_LEN(n)]: row i is the words from i ceil(n/32) on, and its state j is bit j % 32 of its word j / 32. Into
/// starts[n + 1] and the first elements of targets[cells_capacity], their number into `*cells`. DPM_ERR_SUPPORT for a row without any bit or a bit beyond
/// state n - 1; DPM_ERR_LENGTH where the cells are more than `cells_capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_support_from_mask(
    mask: *const u32,
    n: usize,
    starts: *mut u32,
    targets: *mut u16,
    cells_capacity: usize,
    cells: *mut usize,
) -> dpm_status {
    status(|| {
        let (mask, starts) = (
            mask_of(mask, n)?,
            Output::new(starts, n.saturating_add(1))?, // n is at most 65,535
        );
        let (targets, cells) = (
            Output::new(targets, cells_capacity)?,
            Output::new(cells, 1)?,
        );
        disjoint(
            &[starts.extent, targets.extent, cells.extent],
            &[mask.extent],
        )?;
        // SAFETY: checked above; the caller promises the words of the mask, n + 1 and `cells_capacity` writable elements.
        let (mask, starts, targets) =
            unsafe { (mask.elements(), starts.elements(), targets.elements()) };
        let support = Support::from_mask(mask, n)?;
        let targets = targets.get_mut(..support.cells()).ok_or(Error::Length)?;
        support.write_csr(starts, targets)?;
        // SAFETY: checked above; the caller promises one writable size_t.
        unsafe { cells.write(support.cells()) };
        Ok(())
    })
}

/// How long the rows of a support are: the fewest feasible next states among the states that have two or more into `*fewest` (the number of states to
/// make a dpm_polya for this support with; 0 where none has: any number from 2 will do), and the most into `*most` (what the scratch of a release is for). The support is checked as by
/// dpm_support_check().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_support_row_lens(
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    fewest: *mut usize,
    most: *mut usize,
) -> dpm_status {
    status(|| {
        let rows = Rows::new(starts, targets, n, cells)?;
        let (fewest, most) = (Output::new(fewest, 1)?, Output::new(most, 1)?);
        disjoint(&[fewest.extent, most.extent], &rows.extents())?;
        // SAFETY: checked above; the caller promises n + 1 and `cells` readable elements and two writable size_t.
        unsafe {
            let support = rows.checked()?;
            fewest.write(support.fewest_cells(2).unwrap_or(0));
            most.write(support.most_cells());
        }
        Ok(())
    })
}

/// The number of the cell `from` -> `to` among the feasible cells into `*cell`: where counts[cells] or values[cells] hold it. DPM_ERR_INFEASIBLE where it is none of
/// them (its probability is 0). Work: a binary search in one row; the support is not checked, as in dpm_sparse_record(), and `*cell` is below `cells` whatever the
/// arrays hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_support_cell(
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    from: usize,
    to: usize,
    cell: *mut usize,
) -> dpm_status {
    status(|| {
        let (rows, cell) = (Rows::new(starts, targets, n, cells)?, Output::new(cell, 1)?);
        disjoint(&[cell.extent], &rows.extents())?;
        // SAFETY: checked above; the caller promises n + 1 and `cells` readable elements.
        let support = unsafe { rows.trusted()? };
        if from >= n || to >= n {
            return Err(Error::StateIndex.into());
        }
        let position = support.position(from, to).ok_or(Error::Infeasible)?;
        // SAFETY: checked above; the caller promises one writable size_t.
        unsafe { cell.write(position) };
        Ok(())
    })
}

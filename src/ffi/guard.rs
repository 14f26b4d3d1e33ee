//! What a C caller hands in is checked before a Rust reference to it exists: NULL, alignment, size, overlap.
use super::status::{
    DPM_ERR_DOMAIN, DPM_ERR_MISALIGNED, DPM_ERR_NULL, DPM_ERR_OVERLAP, DPM_ERR_SIZE, DPM_OK,
    Status, dpm_status,
};
use crate::error::Error;
use core::ptr::NonNull;

/// The outcome of one step of a call.
pub(super) type Checked<T> = Result<T, Status>;

/// Runs the body of an exported function and turns its outcome into a `dpm_status`.
pub(super) fn status(body: impl FnOnce() -> Checked<()>) -> dpm_status {
    match body() {
        Ok(()) => DPM_OK,
        Err(Status(code)) => code,
    }
}

/// A number that may leave the library: anything but NaN.
pub(super) fn number(value: f64) -> Checked<f64> {
    if value.is_nan() {
        Err(Status(DPM_ERR_DOMAIN))
    } else {
        Ok(value)
    }
}

/// The bytes that an argument covers: `start..end`.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    start: usize,
    end: usize,
}

impl Extent {
    /// No byte: where an argument is left out.
    pub const EMPTY: Extent = Extent { start: 0, end: 0 };

    fn overlaps(self, other: Extent) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// Refuses memory that an output shares with an input or with another output. Inputs may share memory.
pub(super) fn disjoint(outputs: &[Extent], inputs: &[Extent]) -> Checked<()> {
    let mut rest = outputs;
    while let Some((output, others)) = rest.split_first() {
        if others
            .iter()
            .chain(inputs)
            .any(|other| output.overlaps(*other))
        {
            return Err(Status(DPM_ERR_OVERLAP));
        }
        rest = others;
    }
    Ok(())
}

/// Checks one pointer to `len` elements: not NULL, aligned, and not reaching past the end of the address space.
fn checked<T>(pointer: *const T, len: usize) -> Checked<(NonNull<T>, Extent)> {
    let pointer = NonNull::new(pointer.cast_mut()).ok_or(Status(DPM_ERR_NULL))?;
    if !pointer.is_aligned() {
        return Err(Status(DPM_ERR_MISALIGNED));
    }
    let bytes = len
        .checked_mul(size_of::<T>())
        .filter(|bytes| isize::try_from(*bytes).is_ok());
    let start = pointer.addr().get();
    let end = bytes
        .and_then(|bytes| start.checked_add(bytes))
        .ok_or(Status(DPM_ERR_SIZE))?;
    Ok((pointer, Extent { start, end }))
}

/// An array that is only read.
pub(super) struct Input<T> {
    pointer: NonNull<T>,
    len: usize,
    /// The bytes that it covers.
    pub extent: Extent,
}

impl<T> Input<T> {
    pub fn new(pointer: *const T, len: usize) -> Checked<Self> {
        let (pointer, extent) = checked(pointer, len)?;
        Ok(Input {
            pointer,
            len,
            extent,
        })
    }

    /// The elements.
    ///
    /// # Safety
    /// The caller of the C function keeps its promise that `len` elements can be read, and no [`Output`] of the same
    /// call shares memory with this one ([`disjoint`] was asked).
    pub unsafe fn elements<'a>(&self) -> &'a [T] {
        // SAFETY: not NULL, aligned, at most isize::MAX bytes (checked in `new`); readable, and not written during the
        // call (promised by this function's caller).
        unsafe { core::slice::from_raw_parts(self.pointer.as_ptr(), self.len) }
    }
}

/// An array, scalar or object that is written (and perhaps read before).
pub(super) struct Output<T> {
    pointer: NonNull<T>,
    len: usize,
    /// The bytes that it covers.
    pub extent: Extent,
}

impl<T> Output<T> {
    pub fn new(pointer: *mut T, len: usize) -> Checked<Self> {
        let (pointer, extent) = checked(pointer, len)?;
        Ok(Output {
            pointer,
            len,
            extent,
        })
    }

    /// The elements, exclusively.
    ///
    /// # Safety
    /// The caller of the C function keeps its promise that `len` elements can be read and written, nothing else of the
    /// same call shares memory with them ([`disjoint`] was asked), and this is asked for once.
    pub unsafe fn elements<'a>(&self) -> &'a mut [T] {
        // SAFETY: not NULL, aligned, at most isize::MAX bytes (checked in `new`); readable, writable and exclusive
        // (promised by this function's caller). T is a plain integer or float type, or a struct of such: every bit
        // pattern is a value.
        unsafe { core::slice::from_raw_parts_mut(self.pointer.as_ptr(), self.len) }
    }

    /// Writes the first element: for outputs that are one number.
    ///
    /// # Safety
    /// As [`Output::elements`], with at least one element.
    pub unsafe fn write(&self, value: T) {
        // SAFETY: not NULL and aligned (checked in `new`), writable (promised by this function's caller).
        unsafe { self.pointer.write(value) }
    }

    /// The one object, exclusively.
    ///
    /// # Safety
    /// As [`Output::elements`], with at least one element.
    pub unsafe fn object<'a>(&self) -> &'a mut T {
        // SAFETY: as in `elements`.
        unsafe { &mut *self.pointer.as_ptr() }
    }
}

impl<T> Input<T> {
    /// The one object.
    ///
    /// # Safety
    /// As [`Input::elements`], with at least one element.
    pub unsafe fn object<'a>(&self) -> &'a T {
        // SAFETY: as in `elements`.
        unsafe { &*self.pointer.as_ptr() }
    }
}

/// The part of the scratch space that is used.
pub(super) fn scratch<T>(work: *mut T, work_len: usize, needed: usize) -> Checked<Output<T>> {
    if work_len < needed {
        return Err(Error::WorkLength.into());
    }
    Output::new(work, needed)
}

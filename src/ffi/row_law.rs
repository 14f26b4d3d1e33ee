//! The law of one released row in the caller's storage: mechanism, parameters, feasible cells, row total, behind a seal.
use super::guard::{Checked, Extent, Input, Output, scratch, status};
use super::object::{halves, pair};
use super::opaque::{check_seal, seal};
use super::status::{DPM_ERR_OBJECT, DPM_ERR_SIZE, Status, dpm_status};
use crate::domain::{Floor, GeometricRate, PolyaParameters, Variance};
use crate::error::Error;
use crate::privacy::DirichletParameters;
use crate::utility::row_error::RowLaw;
use core::mem::MaybeUninit;

/// Size of a `dpm_row_law`, in bytes.
pub const DPM_ROW_LAW_SIZE: usize = 40;

/// What a release does to one row: its mechanism and parameters, the number of its feasible next states and its row total, in your storage. Initialise
/// it where it stays: a copy is refused. It holds nothing secret, as long as it was made from public numbers.
#[repr(C)]
pub struct dpm_row_law {
    /// Private: seal, mechanism and cells, parameters, row total.
    pub opaque: [u64; 5],
}

const _: () = assert!(size_of::<dpm_row_law>() == DPM_ROW_LAW_SIZE);

const KIND: u64 = 0x726f_775f_6c61_7721; // "row_law!"

const DIRICHLET: u32 = 0;
const PUBLISHED: u32 = 1;
const POLYA: u32 = 2;
const GEOMETRIC: u32 = 3;
const GAUSSIAN: u32 = 4;

/// The law that these words stand for.
fn law_of([head, a, b, total]: [u64; 4]) -> Checked<RowLaw> {
    let (kind, cells) = halves(head);
    let (cells, total) = (cells as usize, f64::from_bits(total));
    Ok(match kind {
        DIRICHLET => {
            let parameters = DirichletParameters::new(f64::from_bits(a), f64::from_bits(b))?;
            RowLaw::dirichlet(&parameters, cells, total)?
        }
        PUBLISHED => RowLaw::published(f64::from_bits(a), cells)?,
        POLYA => {
            let ((event_mass, prior_mass), (draw_mass, draws)) = (halves(a), halves(b));
            let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
            RowLaw::polya(&urn, cells, total)?
        }
        GEOMETRIC => {
            let ((numerator, denominator), (floor, _)) = (halves(a), halves(b));
            let rate = GeometricRate::new(numerator, denominator)?;
            RowLaw::geometric(rate, Floor::new(floor)?, cells, total)?
        }
        GAUSSIAN => {
            let (floor, denominator) = halves(b);
            let variance = Variance::new(a, denominator)?;
            RowLaw::gaussian(variance, Floor::new(floor)?, cells, total)?
        }
        _ => return Err(Status(DPM_ERR_OBJECT)),
    })
}

impl dpm_row_law {
    /// The law.
    pub(super) fn open(&self) -> Checked<RowLaw> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        law_of(*rest)
    }
}

/// The body of every `dpm_row_law_init_...`: stores what the library accepts.
///
/// # Safety
/// A pointer that is not NULL and is aligned can be written (one object).
unsafe fn init(
    law: *mut dpm_row_law,
    kind: u32,
    cells: usize,
    [a, b]: [u64; 2],
    row_total: f64,
) -> dpm_status {
    status(|| {
        let out = Output::new(law, 1)?;
        let cells = u32::try_from(cells).map_err(|_| Error::States)?;
        let words @ [head, a, b, total] = [pair(kind, cells), a, b, row_total.to_bits()];
        law_of(words)?;
        // SAFETY: checked above; promised by this function's caller.
        let law = unsafe { out.object() };
        law.opaque = [0, head, a, b, total];
        let address: *const dpm_row_law = law;
        let [first, rest @ ..] = &mut law.opaque;
        *first = seal(KIND, address, rest);
        Ok(())
    })
}

/// Size of a `dpm_row_law`, in bytes: DPM_ROW_LAW_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_row_law_size() -> usize {
    DPM_ROW_LAW_SIZE
}

/// The law of a row that dpm_dirichlet_release_row() releases with this event weight and pseudo-count: `cells` feasible next states (1 to 65535, else
/// DPM_ERR_STATES; n where all are) and `row_total` events (0 and above, else DPM_ERR_ROW_TOTAL). Where the row total is private, take a lower bound of
/// it that was not computed from the log: every bound on a row falls as it grows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_init_dirichlet(
    law: *mut dpm_row_law,
    weight: f64,
    pseudo_count: f64,
    cells: usize,
    row_total: f64,
) -> dpm_status {
    let parameters = [weight.to_bits(), pseudo_count.to_bits()];
    // SAFETY: the caller of the C function promises one writable object.
    unsafe { init(law, DIRICHLET, cells, parameters, row_total) }
}

/// The law of a row that the published mechanism releases with concentration `k` (> 0, else DPM_ERR_ASSUMPTION_CONCENTRATION). `cells` as above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_init_published(
    law: *mut dpm_row_law,
    k: f64,
    cells: usize,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one writable object.
    unsafe { init(law, PUBLISHED, cells, [k.to_bits(), 0], 0.0) }
}

/// The law of a row that Polya's urn releases with these masses and draws (dpm_polya_parameters()). `cells` and `row_total` as in
/// dpm_row_law_init_dirichlet().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_init_polya(
    law: *mut dpm_row_law,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    cells: usize,
    row_total: f64,
) -> dpm_status {
    let parameters = [pair(event_mass, prior_mass), pair(draw_mass, draws)];
    // SAFETY: the caller of the C function promises one writable object.
    unsafe { init(law, POLYA, cells, parameters, row_total) }
}

/// The law of a row that dpm_geometric_release_row() releases at the rate numerator/denominator, `floor` as there. `cells` and `row_total` as in
/// dpm_row_law_init_dirichlet(); without a floor the total must be above 0 (DPM_ERR_ROW_TOTAL).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_init_geometric(
    law: *mut dpm_row_law,
    numerator: u32,
    denominator: u32,
    floor: u32,
    cells: usize,
    row_total: f64,
) -> dpm_status {
    let parameters = [pair(numerator, denominator), pair(floor, 0)];
    // SAFETY: the caller of the C function promises one writable object.
    unsafe { init(law, GEOMETRIC, cells, parameters, row_total) }
}

/// dpm_row_law_init_geometric() for dpm_gaussian_release_row() with the variance numerator/denominator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_init_gaussian(
    law: *mut dpm_row_law,
    numerator: u64,
    denominator: u32,
    floor: u32,
    cells: usize,
    row_total: f64,
) -> dpm_status {
    let parameters = [numerator, pair(floor, denominator)];
    // SAFETY: the caller of the C function promises one writable object.
    unsafe { init(law, GAUSSIAN, cells, parameters, row_total) }
}

/// Doubles of scratch that one opened law takes: the macros of cbindgen.toml say the same.
pub(super) const LAW_LEN: usize = 10;

/// The laws of a chain's rows, opened in the first doubles of the scratch, and the rest of it.
pub(super) struct Laws {
    laws: Input<dpm_row_law>,
    opened: Output<MaybeUninit<RowLaw>>,
    rest: Output<f64>,
    /// The bytes of the sealed laws.
    pub input: Extent,
    /// The bytes of all scratch that is used.
    pub scratch: Extent,
}

/// Scratch doubles of a function with n laws and `rest` doubles of its own.
pub(super) const fn laws_work_len(n: usize, rest: usize) -> usize {
    n.saturating_mul(LAW_LEN).saturating_add(rest)
}

impl Laws {
    // An opened law fits its place, which is aligned for it.
    const FITS: () = assert!(
        size_of::<RowLaw>() <= LAW_LEN * size_of::<f64>()
            && align_of::<RowLaw>() <= align_of::<f64>()
    );

    pub fn new(
        laws: *const dpm_row_law,
        n: usize,
        (work, work_len): (*mut f64, usize),
        rest: usize,
    ) -> Checked<Self> {
        let () = Self::FITS;
        let laws = Input::new(laws, n)?;
        let scratch = scratch(work, work_len, laws_work_len(n, rest))?.extent;
        // n * LAW_LEN + rest doubles from `work` on do not reach past the end of the address space: `scratch` was asked
        let first = n.checked_mul(LAW_LEN).ok_or(Status(DPM_ERR_SIZE))?;
        Ok(Laws {
            input: laws.extent,
            laws,
            opened: Output::new(work.cast(), n)?,
            rest: Output::new(work.wrapping_add(first), rest)?,
            scratch,
        })
    }

    /// Opens every law.
    ///
    /// # Safety
    /// As [`Input::elements`] and [`Output::elements`] for the laws and the scratch, whose extents were given to `disjoint`; asked for once.
    pub unsafe fn open<'a>(&self) -> Checked<(&'a [RowLaw], &'a mut [f64])> {
        // SAFETY: promised by this function's caller; `opened` and `rest` are two parts of the scratch that do not overlap (`FITS`), and every
        // bit pattern is a MaybeUninit.
        let (laws, opened, rest) = unsafe {
            (
                self.laws.elements(),
                self.opened.elements(),
                self.rest.elements(),
            )
        };
        for (law, place) in laws.iter().zip(opened.iter_mut()) {
            place.write(law.open()?);
        }
        // SAFETY: both have n elements, and all were written in the loop.
        let opened = unsafe { core::slice::from_raw_parts(opened.as_ptr().cast(), opened.len()) };
        Ok((opened, rest))
    }
}

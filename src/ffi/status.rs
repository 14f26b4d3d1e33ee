//! Status codes in families, their messages, and the version.
use crate::error::Error;
use core::ffi::{c_char, c_int};

/// What a function that can fail returns: `DPM_OK` or one of the codes below. Numbers are never reused.
pub type dpm_status = c_int;

/// Version of this interface; it changes with every incompatible change of this header.
pub const DPM_ABI_VERSION: c_int = 1;

/// Done; the outputs are written.
pub const DPM_OK: dpm_status = 0;

// Pointers and objects.

/// A pointer is NULL.
pub const DPM_ERR_NULL: dpm_status = 101;
/// A pointer is not aligned for its type.
pub const DPM_ERR_MISALIGNED: dpm_status = 102;
/// An output shares memory with an input, the scratch space or another output.
pub const DPM_ERR_OVERLAP: dpm_status = 103;
/// An array of this size would not fit the address space.
pub const DPM_ERR_SIZE: dpm_status = 104;
/// The object was not initialised, was copied or moved, was cleared, is of another kind or is damaged.
pub const DPM_ERR_OBJECT: dpm_status = 105;

// Parameters.

/// epsilon is out of range, or NaN.
pub const DPM_ERR_EPSILON: dpm_status = 201;
/// delta is out of range, or NaN.
pub const DPM_ERR_DELTA: dpm_status = 202;
/// The event weight is out of range, or NaN.
pub const DPM_ERR_WEIGHT: dpm_status = 203;
/// The pseudo-count is out of range, or NaN.
pub const DPM_ERR_PSEUDO_COUNT: dpm_status = 204;
/// The number of releases is 0.
pub const DPM_ERR_RELEASES: dpm_status = 205;
/// The adjacency is none of the `DPM_ADJACENCY_...` codes.
pub const DPM_ERR_ADJACENCY: dpm_status = 206;
/// The expected row total is out of range, or NaN.
pub const DPM_ERR_EXPECTED_ROW_TOTAL: dpm_status = 207;
/// A shape or a Dirichlet parameter is out of range, or NaN.
pub const DPM_ERR_SHAPE: dpm_status = 208;
/// An argument is outside the domain of the function.
pub const DPM_ERR_DOMAIN: dpm_status = 209;
/// The tolerance does not lie strictly between 0 and 1.
pub const DPM_ERR_TOLERANCE: dpm_status = 210;
/// The number of iterations is 0.
pub const DPM_ERR_ITERATIONS: dpm_status = 211;
/// The rate of geometric noise is not a fraction from 2^-30 to 64 with parts from 1 to 2^30.
pub const DPM_ERR_RATE: dpm_status = 212;
/// The variance is not a fraction with a numerator from 1 to 2^40 and a denominator from 1 to 1024.
pub const DPM_ERR_VARIANCE: dpm_status = 213;
/// A mass of an urn is out of range.
pub const DPM_ERR_MASS: dpm_status = 214;
/// The number of draws is out of range.
pub const DPM_ERR_DRAWS: dpm_status = 215;
/// A fraction has the denominator 0 or is out of range.
pub const DPM_ERR_FRACTION: dpm_status = 216;
/// The public floor is out of range.
pub const DPM_ERR_FLOOR: dpm_status = 217;
/// The cost of a release is out of range.
pub const DPM_ERR_COST: dpm_status = 218;
/// A window ends before it begins.
pub const DPM_ERR_WINDOW: dpm_status = 219;
/// The mechanism is none of the `DPM_MECHANISM_...` codes.
pub const DPM_ERR_MECHANISM: dpm_status = 220;
/// The confidence level is not from 0.5 to 0.999999.
pub const DPM_ERR_LEVEL: dpm_status = 221;
/// The base learner is none of the `DPM_LEARNER_...` codes.
pub const DPM_ERR_LEARNER: dpm_status = 222;
/// The coupling is none of the `DPM_COUPLING_...` codes.
pub const DPM_ERR_COUPLING: dpm_status = 223;

// Sizes.

/// The number of states is not from 2 to 65535, or the number of a row's feasible cells not from 1 to 65535.
pub const DPM_ERR_STATES: dpm_status = 301;
/// A state is not below the number of states.
pub const DPM_ERR_STATE_INDEX: dpm_status = 302;
/// An array does not have the length that the number of states asks for, or that of a support's cells; nothing to clear.
pub const DPM_ERR_LENGTH: dpm_status = 303;
/// The scratch space is too short: see the `..._work_len` functions and `DPM_..._WORK_LEN` macros.
pub const DPM_ERR_WORK_LEN: dpm_status = 304;
/// A set of feasible transitions is not one: a row without any, columns that do not rise, or bits beyond the last state.
pub const DPM_ERR_SUPPORT: dpm_status = 305;
/// The number of symbols is not from 2 to 16777216.
pub const DPM_ERR_ALPHABET: dpm_status = 306;
/// A symbol is not below the number of symbols.
pub const DPM_ERR_SYMBOL: dpm_status = 307;
/// The length of a synthetic sequence is not from 1 to 65536.
pub const DPM_ERR_SEQUENCE: dpm_status = 308;
/// The number of votes, blocks or runs is not from 1 to 16777216.
pub const DPM_ERR_VOTES: dpm_status = 309;
/// The number of hypotheses of a class is not from 1 to 4096.
pub const DPM_ERR_HYPOTHESES: dpm_status = 310;

// Guarantees.

/// No parameters of this mechanism meet this epsilon and delta; where there is a pseudo-count, a larger one may.
pub const DPM_ERR_UNREACHABLE: dpm_status = 401;
/// The parameters do not meet the guarantee.
pub const DPM_ERR_GUARANTEE_NOT_MET: dpm_status = 402;
/// No epsilon up to 1e6 meets this delta at these parameters.
pub const DPM_ERR_NO_EPSILON: dpm_status = 403;
/// This mechanism promises nothing at delta = 0.
pub const DPM_ERR_NOT_PURE: dpm_status = 404;
/// Assumption 2 of the published theorem does not hold (gamma).
pub const DPM_ERR_ASSUMPTION_GAMMA: dpm_status = 411;
/// Assumption 3 of the published theorem does not hold (eta).
pub const DPM_ERR_ASSUMPTION_BORDER: dpm_status = 412;
/// Assumption 4 of the published theorem does not hold (k).
pub const DPM_ERR_ASSUMPTION_CONCENTRATION: dpm_status = 413;
/// The published theorem needs at least 3 states.
pub const DPM_ERR_PUBLISHED_STATES: dpm_status = 414;
/// The public row total is 0, is not the sum of the counts, or leaves no room for one more event above the border; a law's row total is negative, not
/// finite, or 0 where noisy counts have no floor; fewer events than cells.
pub const DPM_ERR_ROW_TOTAL: dpm_status = 415;
/// A count is below eta times the row total.
pub const DPM_ERR_BELOW_BORDER: dpm_status = 416;

// Counts.

/// A count would exceed 4294967295.
pub const DPM_ERR_COUNT_OVERFLOW: dpm_status = 501;
/// The row has no event.
pub const DPM_ERR_EMPTY_ROW: dpm_status = 502;
/// The transition is outside the public support of its row, a row has a positive entry outside it, or a law has another number of cells than its row.
pub const DPM_ERR_INFEASIBLE: dpm_status = 503;

// Chains.

/// The matrix is not stochastic: an entry is NaN or outside [0, 1], or a row does not sum to 1.
pub const DPM_ERR_NOT_STOCHASTIC: dpm_status = 601;
/// The chain has several recurrent classes: its stationary distribution is not unique.
pub const DPM_ERR_SEVERAL_CLASSES: dpm_status = 602;
/// The transition probabilities span so many orders of magnitude that a product of them underflows.
pub const DPM_ERR_UNDERFLOW: dpm_status = 603;

// Randomness.

/// The entropy source failed, or did not fill the buffer.
pub const DPM_ERR_ENTROPY: dpm_status = 701;
/// The random stream is used up: make a new generator.
pub const DPM_ERR_STREAM_EXHAUSTED: dpm_status = 702;
/// A sampler was rejected more often than a working generator ever is.
pub const DPM_ERR_TRIALS: dpm_status = 703;

// The ledger.

/// The release would pass the budget.
pub const DPM_ERR_BUDGET_EXCEEDED: dpm_status = 801;
/// The ledger has no room for another kind of release.
pub const DPM_ERR_LEDGER_FULL: dpm_status = 802;
/// No stored copy of the ledger is whole.
pub const DPM_ERR_LEDGER_CORRUPT: dpm_status = 803;
/// The stored ledger is older than the monotonic counter.
pub const DPM_ERR_LEDGER_ROLLBACK: dpm_status = 804;
/// A charge is prepared and not yet committed, or none is.
pub const DPM_ERR_LEDGER_PENDING: dpm_status = 805;
/// The store does not hold what was prepared.
pub const DPM_ERR_LEDGER_NOT_STORED: dpm_status = 806;

// The private learner.

/// The votes do not agree well enough for a private answer. This counts as a release: the guarantee covers it and the budget is spent.
pub const DPM_ERR_NOT_STABLE: dpm_status = 901;
/// So few votes that even a unanimous one would be answered less than half of the time; nothing was drawn.
pub const DPM_ERR_TOO_FEW_VOTES: dpm_status = 902;
/// A law has no weight, or laws that are coupled by their mixture have different totals.
pub const DPM_ERR_LAWS: dpm_status = 903;

// Reports.

/// The bytes are not a report, or not the one encoding that the format allows.
pub const DPM_ERR_REPORT_FORMAT: dpm_status = 1001;
/// The report is of a later version of the format.
pub const DPM_ERR_REPORT_VERSION: dpm_status = 1002;
/// The checksum does not fit the bytes.
pub const DPM_ERR_REPORT_CHECKSUM: dpm_status = 1003;
/// The buffer is too short for the report.
pub const DPM_ERR_REPORT_CAPACITY: dpm_status = 1004;
/// Reports of different state tables, states, supports or adjacencies are not merged.
pub const DPM_ERR_REPORT_MISMATCH: dpm_status = 1005;
/// The report holds no noisy row totals, and none is known publicly.
pub const DPM_ERR_REPORT_TOTALS: dpm_status = 1006;
/// The sums of a merge are full.
pub const DPM_ERR_MERGE_FULL: dpm_status = 1007;

/// The sink of a report took no more bytes. The report is lost, and its writer void.
pub const DPM_ERR_REPORT_SINK: dpm_status = 1008;

/// A code on its way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status(pub dpm_status);

/// A message with its terminating zero, made at compile time.
const fn terminated<const N: usize>(text: &str) -> [u8; N] {
    let (mut out, text) = ([0; N], text.as_bytes());
    let mut i = 0;
    while i < text.len() && i + 1 < N {
        out[i] = text[i];
        i += 1;
    }
    out
}

macro_rules! message {
    ($text:expr) => {{
        const TEXT: &str = $text;
        static BYTES: [u8; TEXT.len() + 1] = terminated(TEXT);
        BYTES.as_ptr().cast::<c_char>()
    }};
}

/// One table for both directions; the match is exhaustive, so that a new error cannot be without its code.
macro_rules! codes {
    ($($variant:ident => $code:ident,)*) => {
        impl From<Error> for Status {
            fn from(error: Error) -> Status {
                Status(match error { $(Error::$variant => $code,)* })
            }
        }

        fn message(status: dpm_status) -> *const c_char {
            match status {
                DPM_OK => message!("done"),
                DPM_ERR_NULL => message!("a pointer is NULL"),
                DPM_ERR_MISALIGNED => message!("a pointer is not aligned for its type"),
                DPM_ERR_OVERLAP => message!("an output shares memory with another argument"),
                DPM_ERR_SIZE => message!("an array of this size would not fit the address space"),
                DPM_ERR_OBJECT => message!("the object was not initialised, was copied, moved or cleared, or is damaged: initialise it where it is used"),
                DPM_ERR_MECHANISM => message!("the mechanism is none of the four: see DPM_MECHANISM_DIRICHLET"),
                DPM_ERR_LEARNER => message!("the base learner is none of the three: see DPM_LEARNER_EMPIRICAL"),
                DPM_ERR_COUPLING => message!("the coupling is none of the three: see DPM_COUPLING_RACE"),
                DPM_ERR_REPORT_SINK => message!("the sink of a report took no more bytes: the report is lost, begin it again"),
                $($code => message!(Error::$variant.message()),)*
                _ => message!("unknown status"),
            }
        }
    };
}

codes! {
    Epsilon => DPM_ERR_EPSILON,
    Delta => DPM_ERR_DELTA,
    Weight => DPM_ERR_WEIGHT,
    PseudoCount => DPM_ERR_PSEUDO_COUNT,
    Releases => DPM_ERR_RELEASES,
    Adjacency => DPM_ERR_ADJACENCY,
    ExpectedRowTotal => DPM_ERR_EXPECTED_ROW_TOTAL,
    Shape => DPM_ERR_SHAPE,
    Domain => DPM_ERR_DOMAIN,
    Tolerance => DPM_ERR_TOLERANCE,
    Iterations => DPM_ERR_ITERATIONS,
    Rate => DPM_ERR_RATE,
    Variance => DPM_ERR_VARIANCE,
    Mass => DPM_ERR_MASS,
    Draws => DPM_ERR_DRAWS,
    Fraction => DPM_ERR_FRACTION,
    Floor => DPM_ERR_FLOOR,
    Cost => DPM_ERR_COST,
    Window => DPM_ERR_WINDOW,
    Level => DPM_ERR_LEVEL,
    States => DPM_ERR_STATES,
    StateIndex => DPM_ERR_STATE_INDEX,
    Length => DPM_ERR_LENGTH,
    WorkLength => DPM_ERR_WORK_LEN,
    Support => DPM_ERR_SUPPORT,
    Alphabet => DPM_ERR_ALPHABET,
    Symbol => DPM_ERR_SYMBOL,
    Sequence => DPM_ERR_SEQUENCE,
    Votes => DPM_ERR_VOTES,
    Hypotheses => DPM_ERR_HYPOTHESES,
    Unreachable => DPM_ERR_UNREACHABLE,
    GuaranteeNotMet => DPM_ERR_GUARANTEE_NOT_MET,
    NoEpsilon => DPM_ERR_NO_EPSILON,
    NotPure => DPM_ERR_NOT_PURE,
    AssumptionGamma => DPM_ERR_ASSUMPTION_GAMMA,
    AssumptionBorder => DPM_ERR_ASSUMPTION_BORDER,
    AssumptionConcentration => DPM_ERR_ASSUMPTION_CONCENTRATION,
    PublishedStates => DPM_ERR_PUBLISHED_STATES,
    RowTotal => DPM_ERR_ROW_TOTAL,
    BelowBorder => DPM_ERR_BELOW_BORDER,
    CountOverflow => DPM_ERR_COUNT_OVERFLOW,
    EmptyRow => DPM_ERR_EMPTY_ROW,
    Infeasible => DPM_ERR_INFEASIBLE,
    NotStochastic => DPM_ERR_NOT_STOCHASTIC,
    SeveralClasses => DPM_ERR_SEVERAL_CLASSES,
    Underflow => DPM_ERR_UNDERFLOW,
    Entropy => DPM_ERR_ENTROPY,
    StreamExhausted => DPM_ERR_STREAM_EXHAUSTED,
    Trials => DPM_ERR_TRIALS,
    BudgetExceeded => DPM_ERR_BUDGET_EXCEEDED,
    LedgerFull => DPM_ERR_LEDGER_FULL,
    LedgerCorrupt => DPM_ERR_LEDGER_CORRUPT,
    LedgerRollback => DPM_ERR_LEDGER_ROLLBACK,
    LedgerPending => DPM_ERR_LEDGER_PENDING,
    LedgerNotStored => DPM_ERR_LEDGER_NOT_STORED,
    NotStable => DPM_ERR_NOT_STABLE,
    TooFewVotes => DPM_ERR_TOO_FEW_VOTES,
    Laws => DPM_ERR_LAWS,
    ReportFormat => DPM_ERR_REPORT_FORMAT,
    ReportVersion => DPM_ERR_REPORT_VERSION,
    ReportChecksum => DPM_ERR_REPORT_CHECKSUM,
    ReportCapacity => DPM_ERR_REPORT_CAPACITY,
    ReportMismatch => DPM_ERR_REPORT_MISMATCH,
    ReportTotals => DPM_ERR_REPORT_TOTALS,
    MergeFull => DPM_ERR_MERGE_FULL,
}

/// What was wrong, what is accepted and what to do: one line of ASCII, for every code of this header. Any other number gives
/// "unknown status". The string is constant and never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_status_message(status: dpm_status) -> *const c_char {
    message(status)
}

/// The version of the library, for example "0.1.0"; equal to `DPM_VERSION` where header and library belong together.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_version() -> *const c_char {
    message!(env!("CARGO_PKG_VERSION"))
}

/// The version of the interface that the library was built with: compare it with `DPM_ABI_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_abi_version() -> c_int {
    DPM_ABI_VERSION
}

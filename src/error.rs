//! Everything that can go wrong, as one fieldless enumeration.
//!
//! ```
//! use dpmarkov::Error;
//! use dpmarkov::privacy::{Adjacency, Guarantee};
//! let error = Guarantee::new(Adjacency::Event, -1.0, 0.0, 1).unwrap_err();
//! assert_eq!(error, Error::Epsilon);
//! assert!(error.message().contains("epsilon"));
//! # Ok::<(), dpmarkov::Error>(())
//! ```

/// What was wrong. No variant carries data: an error must not be able to leak a count.
///
/// The families: bad parameters, bad sizes, guarantees that cannot be met, the assumptions of the
/// published theorem, counts, chains, randomness, the ledger, the private learner, reports. [`Error::message`] says what was wrong, what is
/// accepted and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    // -- parameters
    /// epsilon is not in [`crate::domain::EPSILON`].
    Epsilon,
    /// delta is not in [`crate::domain::DELTA`].
    Delta,
    /// The event weight w is not in [`crate::domain::WEIGHT`].
    Weight,
    /// The pseudo-count a is not in [`crate::domain::PSEUDO_COUNT`].
    PseudoCount,
    /// The number of releases is zero.
    Releases,
    /// The adjacency code is none of the five.
    Adjacency,
    /// The expected row total is not a finite number in [`crate::domain::EXPECTED_ROW_TOTAL`].
    ExpectedRowTotal,
    /// A shape or Dirichlet parameter is not in [`crate::domain::SHAPE`].
    Shape,
    /// An argument of a special function is outside its domain.
    Domain,
    /// The tolerance is not in (0, 1).
    Tolerance,
    /// The number of iterations is zero.
    Iterations,
    /// The rate of geometric noise is not in the ranges of [`crate::domain::GeometricRate`].
    Rate,
    /// The variance of Gaussian noise is not in the ranges of [`crate::domain::Variance`].
    Variance,
    /// A mass of an urn is not in [`crate::domain::MASS`] or [`crate::domain::PRIOR_MASS`].
    Mass,
    /// The number of draws is not in [`crate::domain::DRAWS`].
    Draws,
    /// A fraction has the denominator 0, or is not in the range that the function asks for.
    Fraction,
    /// The public floor is out of range.
    Floor,
    /// The cost of a release is not a fraction in the accepted range.
    Cost,
    /// A window ends before it begins, or begins in closed time.
    Window,
    /// The confidence level is not in [`crate::domain::LEVEL`].
    Level,
    // -- sizes
    /// The number of states is not in [`crate::domain::STATES`].
    States,
    /// A state index is not below the number of states.
    StateIndex,
    /// A slice does not have the length that the number of states asks for.
    Length,
    /// The scratch space is too short.
    WorkLength,
    /// A set of feasible transitions is not one: a row without any, columns that do not rise, or bits beyond the last state.
    Support,
    /// The number of symbols is not in [`crate::domain::ALPHABET`].
    Alphabet,
    /// A symbol is not below the number of symbols.
    Symbol,
    /// The length of a synthetic sequence is not in [`crate::domain::SEQUENCE`].
    Sequence,
    /// The number of votes, blocks or runs is not in [`crate::domain::VOTES`].
    Votes,
    /// The number of hypotheses of a class is not in [`crate::domain::HYPOTHESES`].
    Hypotheses,
    // -- guarantees
    /// No parameters of this mechanism meet (epsilon, delta); for the Dirichlet mechanism and the urn: none at this pseudo-count, where a larger one does.
    Unreachable,
    /// No epsilon in [`crate::domain::EPSILON`] meets this delta at these parameters.
    NoEpsilon,
    /// The given parameters do not meet the guarantee they were checked against.
    GuaranteeNotMet,
    /// This mechanism promises nothing at delta = 0.
    NotPure,
    // -- the published theorem
    /// [A, Assumption 2]: gamma in (0, 1/n), at most 1/(n-1).
    AssumptionGamma,
    /// [A, Assumption 3]: eta in (0, 1/4) and n eta <= 1.
    AssumptionBorder,
    /// [A, Assumption 4]: k >= 3/(2 eta), and at most [`crate::domain::CONCENTRATION_MAX`].
    AssumptionConcentration,
    /// The published theorem needs n >= 3: at n = 2 its formula is not an upper bound.
    PublishedStates,
    /// The public row total is zero, is not the sum of the counts, or leaves no room: eta + 1/N is outside the bordered simplex.
    RowTotal,
    /// A count is below eta N: the row is outside the bordered simplex.
    BelowBorder,
    // -- counts
    /// A count would pass `u32::MAX`.
    CountOverflow,
    /// The transition is outside the public support of its row.
    Infeasible,
    /// The row has no event, so its empirical distribution does not exist.
    EmptyRow,
    // -- chains
    /// The matrix is not stochastic: an entry is NaN, negative or above 1, or a row does not sum to 1.
    NotStochastic,
    /// The chain has several recurrent classes, so the stationary distribution is not unique.
    SeveralClasses,
    /// The transition probabilities span so many orders of magnitude that a product of them underflows.
    Underflow,
    // -- randomness
    /// The entropy source failed; nothing was released.
    Entropy,
    /// The random stream is used up.
    StreamExhausted,
    /// A sampler was rejected more often than a working generator ever is (fewer than once in 2^120 draws).
    Trials,
    // -- the ledger
    /// The release would pass the budget.
    BudgetExceeded,
    /// The ledger has no room for another kind of release.
    LedgerFull,
    /// No stored slot is whole: the ledger fails closed.
    LedgerCorrupt,
    /// The stored ledger is older than the monotonic counter.
    LedgerRollback,
    /// A charge is already prepared, or none is.
    LedgerPending,
    /// What the store holds is not what was prepared.
    LedgerNotStored,
    // -- the private learner
    /// The votes do not agree well enough for a private answer. This is itself an answer of the mechanism: it is covered by the guarantee,
    /// and the budget is spent.
    NotStable,
    /// So few votes that even a unanimous one would be answered less than half of the time. Nothing was drawn, and no budget is spent.
    TooFewVotes,
    /// A law has no weight, or laws that are coupled by their mixture have different totals.
    Laws,
    // -- reports
    /// The bytes are not a report, or not the one encoding that the format allows.
    ReportFormat,
    /// The report is of a later version of the format.
    ReportVersion,
    /// The checksum does not fit the bytes: the report was damaged or cut off.
    ReportChecksum,
    /// The buffer is too short for the report.
    ReportCapacity,
    /// Reports of different state tables, states, supports or adjacencies are not merged.
    ReportMismatch,
    /// The report holds no noisy row totals, and none is known publicly: its shares cannot be turned into counts.
    ReportTotals,
    /// The sums are full: too many reports, or counts beyond what devices log.
    MergeFull,
}

/// `core::result::Result` with this crate's [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    /// What was wrong, what is accepted, what to do; one line of plain ASCII.
    pub const fn message(self) -> &'static str {
        match self {
            Error::Epsilon => "epsilon must be a number from 0 to 1e6 (nats)",
            Error::Delta => "delta must be 0 or a number from 2.3e-308 to below 1",
            Error::Weight => "the event weight must be a number from 1e-9 to 1e9",
            Error::PseudoCount => "the pseudo-count must be a number from 1e-6 to 1e9",
            Error::Releases => "the number of releases must be at least 1",
            Error::Adjacency => {
                "the adjacency must be one of destination, add_remove, event, visit, visit_presence"
            }
            Error::ExpectedRowTotal => "the expected row total must be a number from 1 to 1e15",
            Error::Shape => "a shape must be a number from 1e-300 to 1e308",
            Error::Domain => "the argument is outside the function's domain",
            Error::Tolerance => "the tolerance must lie strictly between 0 and 1",
            Error::Iterations => "at least one iteration is needed",
            Error::Rate => {
                "the rate of geometric noise must be a fraction from 2^-30 to 64, its parts from 1 to 1073741824"
            }
            Error::Variance => {
                "the variance must be a fraction with a numerator from 1 to 1099511627776 and a denominator from 1 to 1024"
            }
            Error::Mass => {
                "event and draw mass must be from 1 to 32768, the prior mass from 1 to 2147483648"
            }
            Error::Draws => "the number of draws must be from 1 to 16777216",
            Error::Fraction => "the fraction has the denominator 0 or is out of range",
            Error::Floor => "the floor is out of range",
            Error::Cost => "the cost of a release must be a fraction in the accepted range",
            Error::Window => {
                "a window must not end before it begins, nor begin in time that was closed"
            }
            Error::Level => "the confidence level must be from 0.5 to 0.999999",
            Error::States => "the number of states must be from 2 to 65535",
            Error::StateIndex => "a state index must be below the number of states",
            Error::Length => "an array does not have the length that the number of states asks for",
            Error::WorkLength => "the scratch space is too short: see the ..._work_len functions",
            Error::Support => {
                "every row of a support must name at least one state, in rising order, each below the number of states"
            }
            Error::Alphabet => "the number of symbols must be from 2 to 16777216",
            Error::Symbol => "a symbol must be below the number of symbols",
            Error::Sequence => "the length of a synthetic sequence must be from 1 to 65536",
            Error::Votes => "the number of votes, blocks or runs must be from 1 to 16777216",
            Error::Hypotheses => "a class must hold from 1 to 4096 hypotheses",
            Error::Unreachable => {
                "no parameters of this mechanism meet this epsilon and delta: allow more of them, or take a larger pseudo-count where there is one"
            }
            Error::NoEpsilon => {
                "no epsilon up to 1e6 meets this delta at these parameters: take more noise"
            }
            Error::GuaranteeNotMet => {
                "these parameters do not meet the guarantee: take more noise (a smaller weight or rate, a larger pseudo-count or variance)"
            }
            Error::NotPure => {
                "this mechanism promises nothing at delta 0: take a delta above 0, or the geometric mechanism"
            }
            Error::AssumptionGamma => {
                "gamma must be above 0, at most 1/(n-1), and n gamma at most 1 (Assumption 2)"
            }
            Error::AssumptionBorder => {
                "eta must lie between 0 and 1/4 with n eta at most 1 (Assumption 3)"
            }
            Error::AssumptionConcentration => {
                "k must be at least 3/(2 eta) (Assumption 4) and at most 1e12"
            }
            Error::PublishedStates => "the published theorem needs at least 3 states",
            Error::RowTotal => {
                "the public row total must be positive, be the sum of the counts, and leave room for one more event above the border"
            }
            Error::BelowBorder => "a count is below eta times the row total",
            Error::CountOverflow => "a count would exceed 4294967295",
            Error::Infeasible => "the transition is not in the public support of its row",
            Error::EmptyRow => "the row has no event, so its empirical distribution does not exist",
            Error::NotStochastic => {
                "the matrix is not stochastic: entries must lie in [0, 1] and each row must sum to 1"
            }
            Error::SeveralClasses => {
                "the chain has several recurrent classes: its stationary distribution is not unique"
            }
            Error::Underflow => {
                "the transition probabilities span too many orders of magnitude: a product of them is below 2.3e-308"
            }
            Error::Entropy => "the entropy source failed; nothing was released",
            Error::StreamExhausted => {
                "the random stream is used up: make a new generator with a new stream number"
            }
            Error::Trials => {
                "a sampler was rejected more often than a working generator ever is: nothing was released"
            }
            Error::BudgetExceeded => "this release would pass the budget",
            Error::LedgerFull => "the ledger has no room for another kind of release",
            Error::LedgerCorrupt => {
                "no stored copy of the ledger is whole: nothing may be released"
            }
            Error::LedgerRollback => {
                "the stored ledger is older than the monotonic counter: nothing may be released"
            }
            Error::LedgerPending => "a charge is prepared and not yet committed, or none is",
            Error::LedgerNotStored => {
                "the store does not hold what was prepared: nothing may be released"
            }
            Error::NotStable => {
                "the votes do not agree well enough for a private answer: take more users, or fewer synthetic symbols; this answer counts as a release"
            }
            Error::TooFewVotes => {
                "too few votes: even if all agreed there would be an answer less than half of the time; nothing was released"
            }
            Error::Laws => {
                "a law must have a positive total, and laws coupled by their mixture must have the same total"
            }
            Error::ReportFormat => "the bytes are not a report of this library",
            Error::ReportVersion => {
                "the report is of a later version of the format: read it with a later version of this library"
            }
            Error::ReportChecksum => {
                "the report's checksum does not fit its bytes: it was damaged or cut off"
            }
            Error::ReportCapacity => "the buffer is too short for the report",
            Error::ReportMismatch => {
                "reports are merged only where state table, states, support and adjacency are the same"
            }
            Error::ReportTotals => {
                "shares become counts by row totals: the report has no noisy ones, and no public one was given"
            }
            Error::MergeFull => {
                "no room for this report: at most 536870912 reports, and fewer than 8589934592 events in a row of one"
            }
        }
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Error {}

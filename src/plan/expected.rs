//! The expected error of a row, from public facts.
use crate::domain::{ExpectedRowTotal, Floor, STATES};
use crate::error::{Error, Result};
use crate::privacy::{DirichletParameters, MechanismParameters};
use crate::special::float::Within;
use crate::utility::noisy::{self, CellNoise};
use crate::utility::{errors_of_entry, polya_errors_of_entry};

/// A row to measure by: its shares C, public by construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceRow {
    /// C = (1/n, .., 1/n).
    Uniform,
    /// C proportional to 1, 1/2, 1/4, ..
    Halving,
    /// C = (1, 0, .., 0): the pseudo-counts bias it most.
    OneHot,
}

impl ReferenceRow {
    /// All of them.
    pub const ALL: [ReferenceRow; 3] = [
        ReferenceRow::Uniform,
        ReferenceRow::Halving,
        ReferenceRow::OneHot,
    ];

    /// The shares C_1 .. C_n; they sum to 1.
    ///
    /// ```
    /// use dpmarkov::plan::ReferenceRow;
    /// assert!(ReferenceRow::Halving.shares(4).eq([0.5, 0.25, 0.125, 0.125]));
    /// ```
    pub fn shares(self, states: usize) -> impl Iterator<Item = f64> + Clone {
        let whole = states.min(HALVINGS);
        (1..=states).map(move |i| match self {
            ReferenceRow::Uniform => 1.0 / states as f64,
            ReferenceRow::OneHot => f64::from(u8::from(i == 1)),
            ReferenceRow::Halving if i > whole => 0.0,
            ReferenceRow::Halving => {
                // the last two are the same; at most 2^59
                let halvings = i.min(whole.saturating_sub(1)) as u32;
                1.0 / 1u64.checked_shl(halvings).unwrap_or(u64::MAX) as f64
            }
        })
    }

    /// The shares C_1 .. C_n as runs of equal ones, (share, number of entries); at most 61 runs.
    pub(crate) fn runs(self, states: usize) -> impl Iterator<Item = (f64, u32)> + Clone {
        let single = match self {
            ReferenceRow::Uniform => 0,
            ReferenceRow::OneHot => 1,
            ReferenceRow::Halving => states.min(HALVINGS),
        };
        let share = if single == 0 {
            1.0 / states as f64
        } else {
            0.0
        };
        // at most 65,535 states
        let rest = (share, states.saturating_sub(single) as u32);
        let singles = self.shares(states).take(single).map(|share| (share, 1));
        singles.chain([rest].into_iter().filter(|(_, times)| *times > 0))
    }

    /// The sum of a pair of numbers over the entries, each a function of its share C; at most 61 calls, whatever n is.
    pub(crate) fn sum(
        self,
        states: usize,
        mut of_share: impl FnMut(f64) -> (f64, f64),
    ) -> (f64, f64) {
        let n = states as f64;
        let mut sum = (0.0, 0.0);
        // the entries of one share, counted `times` times
        let mut add = |share: f64, times: f64| {
            if times > 0.0 {
                let (x, y) = of_share(share);
                sum = (sum.0 + times * x, sum.1 + times * y);
            }
        };
        match self {
            ReferenceRow::Uniform => add(1.0 / n, n),
            ReferenceRow::OneHot => {
                add(1.0, 1.0);
                add(0.0, n - 1.0);
            }
            ReferenceRow::Halving => {
                // beyond 60 entries the shares are below 1e-18: as good as 0
                let whole = states.min(HALVINGS);
                add(0.0, n - whole as f64);
                let mut share = 0.5;
                for i in 1..=whole {
                    add(share, 1.0);
                    // the last two share what is left, so that the shares sum to 1
                    if i.saturating_add(1) < whole {
                        share *= 0.5;
                    }
                }
            }
        }
        sum
    }
}

/// The entries of [`ReferenceRow::Halving`] that are not 0.
const HALVINGS: usize = 60;

/// How far a released row is expected to lie from the true one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedError {
    /// E of the total variation, half the sum of |x_i - C_i|; in [0, 1].
    pub total_variation: f64,
    /// E KL(C || x), in nats.
    pub kl: f64,
}

/// The expected error of x ~ Dir(w (N C + a)) against C, exact, bias included.
///
/// The sums of [`crate::utility::expected_total_variation`] and [`crate::utility::expected_kl`] [A, Theorem 2], without an array of shares.
/// Here N is the public expectation, not the private total, and N C need not be whole.
///
/// **Errors.** [`Error::States`].
///
/// **Cost.** At most 64 incomplete beta functions, whatever n is.
///
/// ```
/// use dpmarkov::domain::ExpectedRowTotal;
/// use dpmarkov::plan::{ReferenceRow, expected_error};
/// use dpmarkov::privacy::DirichletParameters;
/// // [A, Section 6.1]: k = 20.6 over a uniform row of 5 grades is Dir(4.12, .., 4.12)
/// let parameters = DirichletParameters::new(20.6 / 98.0, 1e-6)?;
/// let e = expected_error(ReferenceRow::Uniform, &parameters, 5, ExpectedRowTotal::new(98.0)?)?;
/// assert!((e.kl - 0.1018).abs() < 1e-4);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn expected_error(
    row: ReferenceRow,
    parameters: &DirichletParameters,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<ExpectedError> {
    expected_error_of(
        row,
        &MechanismParameters::Dirichlet(*parameters),
        Floor::NONE,
        states,
        expected_row_total,
    )
}

/// [`expected_error`] for any mechanism: the sum over the entries of the row.
///
/// **Accuracy.** Exact for the Dirichlet mechanism and the urn; for noisy counts within 5 % of simulation, see [`crate::utility`].
///
/// **Errors.** [`Error::States`].
pub fn expected_error_of(
    row: ReferenceRow,
    parameters: &MechanismParameters,
    floor: Floor,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<ExpectedError> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let n = expected_row_total;
    let sum = match parameters {
        MechanismParameters::Dirichlet(p) => {
            row.sum(states, |share| errors_of_entry(share, states, n, p))
        }
        MechanismParameters::Polya(urn, _) => {
            row.sum(states, |share| polya_errors_of_entry(share, states, n, urn))
        }
        MechanismParameters::Geometric(rate) => {
            return noise(row, CellNoise::Geometric(*rate), floor, states, n);
        }
        MechanismParameters::Gaussian(variance) => {
            return noise(row, CellNoise::Gaussian(*variance), floor, states, n);
        }
    };
    Ok(ExpectedError {
        total_variation: (0.5 * sum.0).within(0.0, 1.0),
        kl: sum.1.max(0.0),
    })
}

/// Noisy counts: the entries of a row hang together by its noisy total, so the row is measured as a whole.
fn noise(
    row: ReferenceRow,
    noise: CellNoise,
    floor: Floor,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<ExpectedError> {
    let runs = row.runs(states);
    let error = noisy::expected_error_of_runs(runs, states, expected_row_total, noise, floor)?;
    Ok(ExpectedError {
        total_variation: error.total_variation,
        kl: error.kl,
    })
}

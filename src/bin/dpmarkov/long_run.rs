//! The long-run shares of the states, computed from what was released, as far as there are any and memory allows.
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::states::MOST_STATES;
use dpmarkov::Error;
use dpmarkov::chain::{SparseMatrix, StochasticMatrix, stationary};
use dpmarkov::counts::Support;

/// How the shares came about, or why there are none. A function of the released chain and of public numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRun {
    /// Elimination (GTH): accurate in every entry.
    Elimination,
    /// The support lets the chain end in one of several groups of states: no distribution is the only one.
    SeveralClasses,
    /// The probabilities span too many orders of magnitude.
    Underflow,
    /// More states than the elimination has memory for.
    TooManyStates,
}

impl LongRun {
    /// Why there are no shares.
    pub fn omitted(self) -> Option<&'static str> {
        match self {
            LongRun::Elimination => None,
            LongRun::SeveralClasses => Some(
                "the support has several recurrent classes: the long-run shares depend on where the chain begins",
            ),
            LongRun::Underflow => Some(Error::Underflow.message()),
            LongRun::TooManyStates => {
                Some("more than 4096 states: the elimination would take too much memory")
            }
        }
    }
}

/// Memory that is taken before anything is drawn.
pub struct Room {
    dense: Vec<f64>,
    work: Vec<f64>,
    shares: Vec<f64>,
}

impl Room {
    pub fn on(support: &Support<'_>) -> Result<Self, Failure> {
        let n = support.states();
        if n > MOST_STATES {
            return Ok(Room {
                dense: Vec::new(),
                work: Vec::new(),
                shares: Vec::new(),
            });
        }
        Ok(Room {
            // where every transition is feasible the values are the matrix
            dense: match support.is_full() {
                true => Vec::new(),
                false => zeros(n.saturating_mul(n))?,
            },
            work: zeros(stationary::gth_work_len(n))?,
            shares: zeros(n)?,
        })
    }

    /// The shares, none where they are omitted.
    pub fn compute(mut self, chain: SparseMatrix<'_>) -> Result<(Vec<f64>, LongRun), Failure> {
        if self.shares.is_empty() {
            return Ok((Vec::new(), LongRun::TooManyStates));
        }
        let matrix = match chain.support().is_full() {
            true => StochasticMatrix::new(chain.as_slice(), chain.states())?,
            false => chain.expand(&mut self.dense)?,
        };
        match stationary::gth(matrix, &mut self.work, &mut self.shares) {
            Ok(()) => Ok((self.shares, LongRun::Elimination)),
            Err(Error::SeveralClasses) => Ok((Vec::new(), LongRun::SeveralClasses)),
            Err(Error::Underflow) => Ok((Vec::new(), LongRun::Underflow)),
            Err(other) => Err(other.into()),
        }
    }
}

//! The long run of the log, and how far that of the released chain may lie from it.
use super::analysis::{MOST_SQUARED, MOST_STATES};
use super::totals::{Source, Totals, law_from_below, law_from_report, noisy_sum};
use crate::chosen::Integers;
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::release::Released;
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, group_inverse};
use dpmarkov::counts::Support;
use dpmarkov::domain::Level;
use dpmarkov::utility::debias;
use dpmarkov::utility::interval::{self, Interval};
use dpmarkov::utility::row_error::RowLaw;
use dpmarkov::utility::stationary_error;

/// How far the long run of the released chain may lie from that of the log.
///
/// One set of laws serves both: the bound needs the floor of noisy counts, and to the intervals it makes no difference.
pub struct LongRun {
    /// The log's own long run, estimated: the pull of a pseudo-count towards equal shares is taken out.
    pub shares: Vec<f64>,
    /// Its intervals, one for each state.
    pub intervals: Vec<Interval>,
    /// The largest pull of a row towards equal shares, from 0 to 1.
    pub shrink: f64,
    /// What that total variation does not exceed, at the level of the intervals; 1 where nothing is known. Under [`Source::Given`] and
    /// [`Source::Expected`] only if no row holds fewer events than that.
    pub bound: f64,
}

/// Why nothing is told of the log's long run.
#[derive(Clone, Copy, Debug)]
pub enum Missing {
    /// The released chain has no one long run: the release says why.
    Released,
    TooManyStates,
    /// The row and what its noisy counts sum to.
    NoisySum(usize, i64),
    EmptyRow(usize),
    LooselyJoined,
    NoEstimate,
    /// Nobody says how many events a row holds.
    NoTotals,
    /// The state that would be left without any share.
    NoShare(usize),
}

/// Intervals of the long-run shares, and how far they may be off together.
pub fn long_run(
    released: &Released,
    support: &Support<'_>,
    chain: StochasticMatrix<'_>,
    totals: &Totals,
    level: Level,
) -> Result<Result<LongRun, Missing>, Failure> {
    let n = chain.states();
    if released.stationary.is_empty() {
        return Ok(Err(Missing::Released));
    }
    if n > MOST_STATES {
        return Ok(Err(Missing::TooManyStates));
    }
    if totals.source == Source::Unknown {
        return Ok(Err(Missing::NoTotals));
    }
    let cells = |i: usize| support.row_len(i).unwrap_or(0);
    let mut laws = Vec::with_capacity(n);
    for i in 0..n {
        match totals.law(released, i, cells(i)) {
            Err(Error::RowTotal) => return Ok(Err(Missing::EmptyRow(i))),
            law => laws.push(law?),
        }
    }
    if let Some(i) = laws.iter().position(|law| law.shrink() >= 1.0) {
        return Ok(Err(Missing::EmptyRow(i)));
    }
    for i in 0..n {
        if let Some(sum) = sum_of(released, support, i).filter(|sum| *sum <= 0) {
            return Ok(Err(Missing::NoisySum(i, sum)));
        }
    }
    let shrink = laws.iter().map(RowLaw::shrink).fold(0.0, f64::max);
    let mut unbiased = zeros::<f64>(n * n)?;
    let mut work = zeros::<f64>(interval::stationary_chain_work_len(n))?;
    let mut pi = zeros::<f64>(n)?;
    let mut intervals = vec![Interval::ALL; n];
    let done = without_bias(released, support, chain, &laws, &mut unbiased).and_then(|()| {
        interval::stationary_chain(
            chain,
            &unbiased,
            &laws,
            level,
            &mut work,
            &mut pi,
            &mut intervals,
        )
    });
    match done {
        Err(Error::Underflow | Error::SeveralClasses) => return Ok(Err(Missing::LooselyJoined)),
        Err(Error::EmptyRow | Error::Domain | Error::NotStochastic) => {
            return Ok(Err(Missing::NoEstimate));
        }
        done => done?,
    }
    // The pull that was taken out is larger than what the release shows of some state: the assumed row totals do not fit, and an
    // interval that is the point 0 would say too much.
    if let Some(i) = intervals.iter().position(|interval| interval.upper <= 0.0) {
        return Ok(Err(Missing::NoShare(i)));
    }
    Ok(Ok(LongRun {
        shares: pi,
        intervals,
        shrink,
        bound: match from_below(released, support, totals, laws, level)? {
            Some((laws, level)) => bound(chain, &laws, level, &mut unbiased, &mut work)?,
            None => 1.0,
        },
    }))
}

/// Laws of rows that hold no fewer events than they say, and the level that is left for the bound.
///
/// The bound falls as a row's total grows: a total that is too large makes it false. A sum of noisy counts is no total, but it has a lower confidence
/// limit: half of what may fail goes to those limits, the other half to the bound. Totals that are given or expected stay as they are; whoever
/// reads the bound is told on what it rests.
fn from_below(
    released: &Released,
    support: &Support<'_>,
    totals: &Totals,
    laws: Vec<RowLaw>,
    level: Level,
) -> Result<Option<(Vec<RowLaw>, Level)>, Failure> {
    if !matches!(totals.source, Source::Noisy | Source::Report) {
        return Ok(Some((laws, level)));
    }
    let Ok(half) = interval::simultaneous(level, 2) else {
        return Ok(None); // a level next to the highest that there is
    };
    let n = support.states();
    let failure = (1.0 - half.get()) / n as f64;
    let mut lower = Vec::with_capacity(n);
    for i in 0..n {
        let cells = support.row_len(i).unwrap_or(0);
        let sum = sum_of(released, support, i).unwrap_or(0);
        let law = match &released.noisy_totals {
            Some(noisy) => law_from_report(released, noisy, i, cells, failure),
            None => law_from_below(released, sum, cells, failure),
        };
        match law {
            // a row that may hold nothing may have any shares
            Err(Error::RowTotal) => return Ok(None),
            law => lower.push(law?),
        }
    }
    Ok(Some((lower, half)))
}

/// At least the total variation, with probability `level`.
fn bound(
    chain: StochasticMatrix<'_>,
    laws: &[RowLaw],
    level: Level,
    inverse: &mut [f64],
    work: &mut [f64],
) -> Result<f64, Failure> {
    let n = chain.states();
    let mut pi = zeros::<f64>(n)?;
    group_inverse::group_inverse(chain, work, inverse, &mut pi)?;
    if n > MOST_SQUARED {
        let tau = group_inverse::tau_one(inverse, n)?;
        return Ok(stationary_error::after_release_bound(
            chain, tau, laws, level,
        )?);
    }
    // the less of two bounds that hold on one and the same event: nothing is lost by taking both
    Ok(
        stationary_error::after_release_weighted_bound(chain, &pi, inverse, laws, level, work)?
            .min(1.0),
    )
}

/// What the noisy counts of row `i` sum to, where there are any.
fn sum_of(released: &Released, support: &Support<'_>, i: usize) -> Option<i64> {
    let Integers::NoisyCounts(counts) = &released.integers else {
        return None;
    };
    counts.get(support.row_range(i)?).map(noisy_sum)
}

/// The rows without the mechanism's bias; entries can be negative.
fn without_bias(
    released: &Released,
    support: &Support<'_>,
    chain: StochasticMatrix<'_>,
    laws: &[RowLaw],
    unbiased: &mut [f64],
) -> dpmarkov::Result<()> {
    let Integers::NoisyCounts(counts) = &released.integers else {
        return debias::chain(chain, laws, unbiased);
    };
    let mut shares = vec![0.0; support.most_cells()];
    for (from, row) in unbiased.chunks_exact_mut(chain.states()).enumerate() {
        let counts = counts
            .get(support.row_range(from).unwrap_or_default())
            .unwrap_or_default();
        let shares = shares.get_mut(..counts.len()).unwrap_or_default();
        debias::noisy_row(counts, shares)?;
        for (to, share) in support.row(from).into_iter().flatten().zip(shares) {
            if let Some(cell) = row.get_mut(to) {
                *cell = *share;
            }
        }
    }
    Ok(())
}

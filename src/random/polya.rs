//! Polya's urn: Dirichlet-multinomial tallies, exactly.
use super::uniform_below;
use super::words::Words;
use crate::domain::{DRAWS, MASS, PRIOR_MASS, PolyaParameters, STATES};
use crate::error::{Error, Result};
use core::num::NonZeroU64;

/// Words (`u32`) of scratch that [`tallies`] needs for n states, whatever the number of draws: 4 n.
///
/// ```
/// assert_eq!(dpmarkov::random::polya::work_len(59), 236);
/// ```
pub const fn work_len(n: usize) -> usize {
    n.saturating_mul(4)
}

/// The tallies of M draws from Polya's urn: Dirichlet-multinomial with alpha_i = (event_mass c_i + prior_mass)/draw_mass.
///
/// P(m) = M!/prod m_i! prod (alpha_i)_(m_i) / (alpha_0)_M, (x)_k = x (x+1) .. (x+k-1), alpha_0 = sum alpha_i: the law of the tallies of
/// M independent draws from one x ~ Dir(alpha), without x ever being computed.
///
/// - **Domain**: 2 to 65,535 states, any counts; parameters in the ranges of [`PolyaParameters`]. `tallies` gets n numbers with the
///   sum M. `work` needs [`work_len`]`(n)` words; afterwards it holds sums of the private counts.
/// - **No overflow**: the start weights total at most 65,535 (2^15 (2^32 - 1) + 2^31) < 2^63, all draws add at most 2^24 2^15: the urn
///   stays below 2^64.
/// - **Method**: the urn draws number k = 0, 1, .. from its start weights with probability alpha_0/(alpha_0 + k), and otherwise copies one
///   of its k earlier draws. Here it is always the latest that is copied, as in the Feller coupling (Arratia, Barbour & Tavare 1992, Annals
///   of Applied Probability 2, 519): the draws come in another order, their tallies have the same law, and nothing is stored for a
///   draw. One uniform integer below the urn's total decides whether the start weights are hit, and where.
/// - **Proof**: let the law hold for fewer than M draws. The draws since the start weights were last hit, l of them, have that length
///   with probability alpha_0/(alpha_0 + M - l) (M-1)!/(M-l)! Gamma(alpha_0 + M - l + 1)/Gamma(alpha_0 + M), are of state i with
///   probability alpha_i/alpha_0, and the draws before them have the tallies m - l e_i by the law for M - l. In the product
///   Gamma(alpha_0 + M - l) and (M-l)! cancel, and P(m)/M m_i!/(alpha_i)_(m_i) alpha_i (alpha_i)_(m_i - l)/(m_i - l)! is left. The sum
///   of (a)_j/j! over j < m is (a+1)_(m-1)/(m-1)!: summing over l gives P(m) m_i/M, and over i P(m).
/// - **Cost**: one word and O(1) operations a draw (below 2 words at a total near 2^63, [`uniform_below`]), O(n) before the first. A hit on
///   the start weights is looked up in cumulative sums from a guide table (Chen & Asau 1974, DOI 10.1080/05695557408974949): the
///   line is cut into between n/2 and n cells of equal width, and the search begins at the first state that reaches into the cell that
///   was hit. Each cell is hit with probability at most 2/n and all together hold n edges: 3 comparisons on average at most, whatever
///   the weights. No division.
/// - **Errors**: [`Error::States`], [`Error::Length`] (`counts`, `tallies`), [`Error::WorkLength`], [`Error::StreamExhausted`];
///   [`Error::Trials`] with probability at most M 2^-128. `tallies` is untouched then.
///
/// ```
/// use dpmarkov::{domain::PolyaParameters, random::{Generator, polya}};
/// let mut g = Generator::from_seed_for_tests([7; 32], 0);
/// let urn = PolyaParameters::new(1, 16, 3, 100)?; // w = 1/3, a = 16, M = 100
/// let (mut work, mut tallies) = ([0; polya::work_len(3)], [0; 3]);
/// polya::tallies(&mut g, &[900, 100, 0], &urn, &mut work, &mut tallies)?;
/// assert_eq!(tallies, [80, 17, 3]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn tallies(
    rng: &mut impl Words,
    counts: &[u32],
    parameters: &PolyaParameters,
    work: &mut [u32],
    tallies: &mut [u32],
) -> Result<()> {
    let n = counts.len();
    if !STATES.contains(&n) {
        return Err(Error::States);
    }
    if tallies.len() != n {
        return Err(Error::Length);
    }
    let (drawn, work) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let start = Start::new(counts, parameters, work).ok_or(Error::WorkLength)?;
    rng.ready()?;
    drawn.fill(0);
    let (mut total, mut state) = (start.total, 0);
    for _ in 0..parameters.draws() {
        let point = uniform_below::draw(rng, total)?;
        // Otherwise the latest draw again; the first draw has nothing but the start weights.
        if point < start.total.get() {
            state = start.state_at(point);
        }
        if let Some(tally) = drawn.get_mut(state) {
            // At most 2^24 draws.
            *tally = tally.saturating_add(1);
        }
        // Below 2^64, see above.
        total = total.saturating_add(u64::from(parameters.draw_mass()));
    }
    for (tally, drawn) in tallies.iter_mut().zip(drawn) {
        *tally = *drawn;
    }
    Ok(())
}

/// The start weights.
struct Start<'a> {
    /// Their sums up to and with each state: low and high word.
    cumulative: &'a [[u32; 2]],
    /// The first state that reaches into each cell.
    guide: &'a [u32],
    /// A cell has the width 2^shift.
    shift: u32,
    total: NonZeroU64,
}

fn join([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

impl<'a> Start<'a> {
    /// `None` where `work` is too short.
    fn new(counts: &[u32], parameters: &PolyaParameters, work: &'a mut [u32]) -> Option<Self> {
        let n = counts.len();
        let (guide, work) = work.split_at_mut_checked(n)?;
        let (cumulative, _) = work.as_chunks_mut();
        let cumulative = cumulative.get_mut(..n)?;
        let mut sum = 0u64;
        for (edge, count) in cumulative.iter_mut().zip(counts) {
            // Below 2^64, see `tallies`.
            let weight = u64::from(parameters.event_mass()) * u64::from(*count)
                + u64::from(parameters.prior_mass());
            sum = sum.saturating_add(weight);
            *edge = [sum as u32, (sum >> 32) as u32];
        }
        // Every prior mass is at least 1.
        let total = NonZeroU64::new(sum)?;
        // The least shift with which the last point falls into one of n cells.
        let last = sum - 1;
        let mut shift = 0;
        while shift < 63 && last >> shift >= n as u64 {
            shift += 1;
        }
        // One pass: a state begins every cell that begins below its edge and not below an earlier one. The shift loses no bit: the
        // begin of a cell is at most the last point.
        let cells = guide.iter_mut().zip(0..=last >> shift);
        let mut edges = cumulative.iter().zip(0u32..);
        let mut first = edges.next();
        for (state, cell) in cells {
            while let Some((edge, _)) = first
                && join(*edge) <= cell << shift
            {
                first = edges.next();
            }
            *state = first.map_or(0, |(_, i)| i);
        }
        Some(Start {
            cumulative,
            guide,
            shift,
            total,
        })
    }
    /// The state on whose weight `point` falls, for a point below the total.
    #[inline]
    fn state_at(&self, point: u64) -> usize {
        // A cell number is below n.
        let first = self.guide.get((point >> self.shift) as usize);
        let first = first.map_or(0, |i| *i as usize);
        let edges = self.cumulative.get(first..).unwrap_or(&[]);
        // The last edge is above every point, so the sum is below n.
        first.saturating_add(
            edges
                .iter()
                .take_while(|edge| join(**edge) <= point)
                .count(),
        )
    }
}

/// The mass of the largest urn: 65,535 (2^15 (2^32 - 1) + 2^31) + 2^24 2^15.
const LARGEST: u128 = {
    let (cells, draws) = (*STATES.end() as u128, *DRAWS.end() as u128);
    let (mass, prior) = (*MASS.end() as u128, *PRIOR_MASS.end() as u128);
    cells * (mass * u32::MAX as u128 + prior) + draws * mass
};
const _: () = assert!(LARGEST < 1 << 64);

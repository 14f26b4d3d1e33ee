//! Polya's urn: Dirichlet-multinomial tallies, exactly.
use super::uniform_below;
use super::words::Words;
use crate::domain::{DRAWS, MASS, PRIOR_MASS, PolyaParameters, STATES};
use crate::error::{Error, Result};
use core::num::NonZeroU64;

/// Words (`u32`) of scratch that [`tallies`] needs for n states and M draws: 2.5 n + 0.5 M, rounded up.
///
/// ```
/// assert_eq!(dpmarkov::random::polya::work_len(59, 4468), 118 + 30 + 2234);
/// ```
pub const fn work_len(n: usize, draws: u32) -> usize {
    n.saturating_mul(2)
        .saturating_add(n.div_ceil(2))
        .saturating_add(draws.div_ceil(2) as usize)
}

/// The tallies of M draws from Polya's urn: Dirichlet-multinomial with alpha_i = (event_mass c_i + prior_mass)/draw_mass.
///
/// P(m) = M!/prod m_i! prod (alpha_i)_(m_i) / (alpha_0)_M, (x)_k the rising factorial: the law of the tallies of M independent draws
/// from one x ~ Dir(alpha), without x ever being computed.
///
/// - **Domain**: 2 to 65,535 states, any counts; parameters in the ranges of [`PolyaParameters`]. `tallies` gets n numbers with the
///   sum M. `work` needs [`work_len`]`(n, M)` words; afterwards it holds sums of the private counts.
/// - **No overflow**: the start weights total at most 65,535 (2^15 (2^32 - 1) + 2^31) < 2^63 + 2^48, all draws add at most 2^24 2^15: the
///   urn stays below 2^64.
/// - **Method**: draw i with probability weight_i/total and add draw_mass to weight_i. The added masses are equal, so a draw that falls
///   on them is a copy of a uniformly chosen earlier draw; otherwise it falls on the start weights. One uniform integer below the total
///   decides both.
/// - **Cost**: one word a draw (below 2 at a total near 2^63, [`uniform_below`]) and O(1) operations, O(n) before the first draw. The start
///   weights are looked up in cumulative sums from a guide table (Chen & Asau 1974, DOI 10.1080/05695557408974949): the line 0..total is cut
///   into between n/2 and n equal cells (the last may be shorter), and the search begins at the first state of the cell that was hit. A cell
///   is hit with probability at most 2/n, and all cells together hold n edges: 3 comparisons on average at most, whatever the weights.
///   An earlier draw costs a division by draw_mass.
/// - **Errors**: [`Error::States`], [`Error::Length`] (`counts`, `tallies`), [`Error::WorkLength`], [`Error::StreamExhausted`];
///   [`Error::Trials`] with probability at most M 2^-128. `tallies` is untouched then.
///
/// ```
/// use dpmarkov::{domain::PolyaParameters, random::{Generator, polya}};
/// let mut g = Generator::from_seed_for_tests([7; 32], 0);
/// let urn = PolyaParameters::new(1, 16, 3, 100)?; // w = 1/3, a = 16, M = 100
/// let (mut work, mut tallies) = ([0; polya::work_len(3, 100)], [0; 3]);
/// polya::tallies(&mut g, &[900, 100, 0], &urn, &mut work, &mut tallies)?;
/// assert_eq!(tallies, [79, 17, 4]);
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
    let draws = parameters.draws();
    let mut urn = Urn::new(counts, parameters, work).ok_or(Error::WorkLength)?;
    rng.ready()?;
    for number in 0..draws {
        urn.draw(rng, number)?;
    }
    tallies.fill(0);
    for i in urn.drawn.first(draws as usize) {
        if let Some(tally) = tallies.get_mut(usize::from(i)) {
            // At most 2^24 draws.
            *tally = tally.saturating_add(1);
        }
    }
    Ok(())
}

/// Two 16-bit numbers in every word: state indices are below 65,535.
struct Halves<'a>(&'a mut [u32]);

impl Halves<'_> {
    fn get(&self, i: usize) -> u16 {
        let word = self.0.get(i / 2).copied().unwrap_or(0);
        // Keeps the half that it names.
        (word >> (16 * (i % 2))) as u16
    }
    fn set(&mut self, i: usize, value: u16) {
        if let Some(word) = self.0.get_mut(i / 2) {
            let shift = 16 * (i % 2);
            *word = (*word & !(0xFFFF << shift)) | u32::from(value) << shift;
        }
    }
    fn first(&self, n: usize) -> impl Iterator<Item = u16> {
        self.0
            .iter()
            .flat_map(|word| [*word as u16, (*word >> 16) as u16])
            .take(n)
    }
}

struct Urn<'a> {
    /// Sums of the start weights up to and with each state: low and high word.
    cumulative: &'a mut [[u32; 2]],
    /// The first state that reaches into each cell.
    guide: Halves<'a>,
    /// A cell has the width 2^shift.
    shift: u32,
    /// The sum of the start weights.
    start: NonZeroU64,
    /// The state of each earlier draw.
    drawn: Halves<'a>,
    draw_mass: NonZeroU64,
}

fn join([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

impl<'a> Urn<'a> {
    /// `None` where `work` is too short.
    fn new(counts: &[u32], parameters: &PolyaParameters, work: &'a mut [u32]) -> Option<Self> {
        let n = counts.len();
        let (cumulative, work) = work.split_at_mut_checked(2 * n)?;
        let (guide, work) = work.split_at_mut_checked(n.div_ceil(2))?;
        let (drawn, _) = work.split_at_mut_checked(parameters.draws().div_ceil(2) as usize)?;
        let (cumulative, _) = cumulative.as_chunks_mut();
        let mut sum = 0u64;
        for (edge, count) in cumulative.iter_mut().zip(counts) {
            // Below 2^64: see `tallies`.
            let weight = u64::from(parameters.event_mass()) * u64::from(*count)
                + u64::from(parameters.prior_mass());
            sum = sum.saturating_add(weight);
            *edge = [sum as u32, (sum >> 32) as u32];
        }
        // The least shift with which the last point, sum - 1, falls into one of n cells. Every prior mass is at least 1.
        let start = NonZeroU64::new(sum)?;
        let last = start.get() - 1;
        let mut shift = 0;
        while shift < 63 && last >> shift >= n as u64 {
            shift += 1;
        }
        let mut guide = Halves(guide);
        // One pass: a state covers the cells that begin before its edge and not before the one below.
        let mut cell = 0;
        for (i, edge) in cumulative.iter().enumerate() {
            while cell < n && (cell as u64) <= last >> shift && (cell as u64) << shift < join(*edge)
            {
                guide.set(cell, i as u16);
                cell += 1;
            }
        }
        Some(Urn {
            cumulative,
            guide,
            shift,
            start,
            drawn: Halves(drawn),
            draw_mass: NonZeroU64::new(u64::from(parameters.draw_mass()))?,
        })
    }
    /// Draws number `number`, counted from 0.
    #[inline]
    fn draw(&mut self, rng: &mut impl Words, number: u32) -> Result<()> {
        // At most 2^24 2^15 more than the start: below 2^64, see `tallies`.
        let added = u64::from(number) * self.draw_mass.get();
        let point = uniform_below::draw(rng, self.start.saturating_add(added))?;
        let state = match point.checked_sub(self.start.get()) {
            None => self.state_at(point),
            // Below `number`.
            Some(above) => self.drawn.get((above / self.draw_mass) as usize),
        };
        self.drawn.set(number as usize, state);
        Ok(())
    }
    /// The state on whose start weight `point` falls.
    #[inline]
    fn state_at(&self, point: u64) -> u16 {
        let first = self.guide.get((point >> self.shift) as usize);
        let edges = self.cumulative.get(usize::from(first)..).unwrap_or(&[]);
        let passed = edges.iter().take_while(|edge| join(**edge) <= point);
        // The last edge is above every point, so this is below n <= 65,535.
        first.wrapping_add(passed.count() as u16)
    }
}

/// The mass of the largest urn: 65,535 (2^15 (2^32 - 1) + 2^31) + 2^24 2^15.
const LARGEST: u128 = {
    let (cells, draws) = (*STATES.end() as u128, *DRAWS.end() as u128);
    let (mass, prior) = (*MASS.end() as u128, *PRIOR_MASS.end() as u128);
    cells * (mass * u32::MAX as u128 + prior) + draws * mass
};
const _: () = assert!(LARGEST < 1 << 64);

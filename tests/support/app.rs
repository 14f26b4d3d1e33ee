//! A telephone app of 17 screens, as the tests of the private learner simulate it.
use super::chains::gth;
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::learner::transitions::law_of_chain;

pub const STATES: usize = 17;
pub const PAIRS: usize = STATES * STATES;

/// SplitMix64: the simulated world has a generator of its own.
pub struct World(pub u64);
impl World {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Below 2^53, as a fraction.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / 9_007_199_254_740_992.0
    }
}

/// The transition matrix: from every screen two or three favourite next screens, one of them the home screen 0 for most, the others rare but never
/// impossible. `skew` is the power of Zipf's law of each row (1.6 for the app itself).
pub fn chain(seed: u64, skew: f64) -> Vec<f64> {
    let mut world = World(seed);
    let mut cells = vec![0.0; PAIRS];
    for (from, row) in cells.chunks_exact_mut(STATES).enumerate() {
        let mut order: Vec<usize> = (0..STATES).collect();
        for i in (1..STATES).rev() {
            order.swap(i, (world.next() % (i as u64 + 1)) as usize);
        }
        // The way home is among the first, but for the home screen itself.
        if from != 0 && world.unit() < 0.7 {
            let home = order.iter().position(|to| *to == 0).expect("home");
            order.swap(home, (world.next() % 2) as usize);
        }
        for (rank, to) in order.iter().enumerate() {
            row[*to] = (0.7 + 0.6 * world.unit()) / ((rank + 1) as f64).powf(skew);
        }
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    cells
}

/// The total of [`pair_law`].
pub const TOTAL: u32 = 1 << 26;

/// The law of its pairs in whole weights, of the total 2^26 exactly.
pub fn pair_law(cells: &[f64]) -> Vec<u32> {
    let pi = gth(cells, STATES).expect("irreducible");
    let mut weights = vec![0; PAIRS];
    let chain = StochasticMatrix::new(cells, STATES).expect("a chain");
    law_of_chain(chain, &pi, TOTAL, &mut weights).expect("a law");
    let largest = weights.iter_mut().max().expect("a weight");
    let off = i64::from(TOTAL) - i64::from(*largest);
    *largest = 0;
    let rest: i64 = weights.iter().map(|w| i64::from(*w)).sum();
    let at = weights.iter().position(|w| *w == 0).expect("the largest");
    weights[at] = (i64::from(TOTAL) - rest) as u32;
    assert!((i64::from(TOTAL) - off - i64::from(weights[at])).abs() < 200);
    weights
}

/// Draws of indices: the alias method on doubles, one word a draw.
pub struct Draw(Vec<(f64, usize)>);
impl Draw {
    pub fn new(weights: &[f64]) -> Self {
        let (n, sum) = (weights.len(), weights.iter().sum::<f64>());
        let mut columns: Vec<(f64, usize)> =
            (0..n).map(|i| (weights[i] / sum * n as f64, i)).collect();
        let (mut short, mut long): (Vec<_>, Vec<_>) = (0..n).partition(|i| columns[*i].0 < 1.0);
        while let (Some(s), Some(l)) = (short.pop(), long.last().copied()) {
            columns[s].1 = l;
            columns[l].0 -= 1.0 - columns[s].0;
            if columns[l].0 < 1.0 {
                short.extend(long.pop());
            }
        }
        Draw(columns)
    }
    pub fn of(weights: &[u32]) -> Self {
        Draw::new(&weights.iter().map(|w| f64::from(*w)).collect::<Vec<_>>())
    }
    #[inline]
    pub fn draw(&self, world: &mut World) -> usize {
        let x = u128::from(world.next()) * self.0.len() as u128;
        let (column, height) = (
            (x >> 64) as usize,
            (x as u64) as f64 / 18_446_744_073_709_551_616.0,
        );
        let (threshold, alias) = self.0[column];
        if height < threshold { column } else { alias }
    }
}

//! Simulated releases of the private learner beside the ghost sample of the proofs.
use super::fit;
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::coupling::{Scheme, poisson, race};
use dpmarkov::learner::{Law, SharedSeed, StableMode};
use dpmarkov::random::Generator;
use dpmarkov::{Error, Result};
use rand_chacha::ChaCha20Rng;
use rand_distr::{Binomial, Distribution};

pub fn mode(epsilon: f64, delta: f64) -> StableMode {
    let (epsilon, delta) = (Epsilon::new(epsilon), Delta::new(delta));
    StableMode::new(epsilon.expect("in range"), delta.expect("in range")).expect("a mode")
}

/// TV of two laws in weights.
pub fn tv(p: &[u32], q: &[u32]) -> f64 {
    let total = |w: &[u32]| w.iter().map(|w| f64::from(*w)).sum::<f64>();
    let (p_total, q_total) = (total(p), total(q));
    let apart = |(p, q): (&u32, &u32)| (f64::from(*p) / p_total - f64::from(*q) / q_total).abs();
    0.5 * p.iter().zip(q).map(apart).sum::<f64>()
}

/// A histogram of `records` independent draws from a law.
pub fn multinomial(rng: &mut ChaCha20Rng, law: &[u32], records: u64, histogram: &mut [u32]) {
    let mut left = records;
    let mut weight: f64 = law.iter().map(|w| f64::from(*w)).sum();
    for (w, count) in law.iter().zip(histogram) {
        let share = (f64::from(*w) / weight).clamp(0.0, 1.0);
        let here = match share {
            1.0 => left,
            share => Binomial::new(left, share).expect("a share").sample(rng),
        };
        *count = u32::try_from(here).expect("small");
        (left, weight) = (left - here, (weight - f64::from(*w)).max(1e-9));
    }
}

/// `records` independent draws from a law of a small total.
pub fn draws(rng: &mut Generator, law: &[u32], records: &mut [u32]) {
    let cells: Vec<u32> = (0..)
        .zip(law)
        .flat_map(|(y, w)| std::iter::repeat_n(y, *w as usize))
        .collect();
    let bound = std::num::NonZeroU64::new(cells.len() as u64).expect("a total");
    for record in records {
        let cell = dpmarkov::random::uniform_below::uniform_below(rng, bound);
        *record = cells[cell.expect("a word") as usize];
    }
}

/// What many releases gave, each beside the ghost sample that was drawn from p with the same shared seed.
pub struct Ghosts {
    law: Vec<u32>,
    length: usize,
    released: Vec<u64>,
    ghosts: Vec<u64>,
    pub answers: usize,
    pub mismatches: usize,
    pub runs: usize,
}

impl Ghosts {
    pub fn new(law: &[u32], length: usize) -> Self {
        // One more for "not stable".
        let cells = law.len().pow(length as u32) + 1;
        Ghosts {
            law: law.to_vec(),
            length,
            released: vec![0; cells],
            ghosts: vec![0; cells],
            answers: 0,
            mismatches: 0,
            runs: 0,
        }
    }
    fn cell(&self, sequence: &[u32]) -> usize {
        let digits = sequence.iter().map(|y| *y as usize);
        digits.fold(0, |cell, y| cell * self.law.len() + y)
    }
    /// One release; `next` is a generator at the word where the release draws its shared seed.
    pub fn add(
        &mut self,
        scheme: Scheme,
        next: &mut Generator,
        release: impl FnOnce(&mut [u32]) -> Result<u32>,
    ) {
        let seed = SharedSeed::draw(next).expect("a seed");
        let (mut out, mut ghost) = (vec![0; self.length], vec![0; self.length]);
        let law = Law::new(&self.law).expect("a law");
        let drawn = match scheme {
            Scheme::Poisson => poisson::vote(&seed, 0, law, &mut ghost),
            _ => race::vote(&seed, 0, law, &mut ghost),
        };
        drawn.expect("a vote");
        let released = match release(&mut out) {
            Ok(_) => self.cell(&out),
            Err(error) => {
                assert_eq!(error, Error::NotStable);
                self.released.len() - 1
            }
        };
        let ghost = self.cell(&ghost);
        self.released[released] += 1;
        self.ghosts[ghost] += 1;
        self.runs += 1;
        self.answers += usize::from(released + 1 < self.released.len());
        self.mismatches += usize::from(released != ghost);
    }
    fn power(&self) -> Vec<f64> {
        let total: f64 = self.law.iter().map(|w| f64::from(*w)).sum();
        let mut power = vec![1.0];
        for _ in 0..self.length {
            let next = power
                .iter()
                .flat_map(|p| self.law.iter().map(move |w| p * f64::from(*w) / total));
            power = next.collect();
        }
        power.push(0.0);
        power
    }
    /// Half the l1 distance of the released sequences' frequencies and p^l, where "not stable" counts in full.
    pub fn observed_tv(&self) -> f64 {
        let runs = self.runs as f64;
        let apart = |(o, p): (&u64, &f64)| (*o as f64 / runs - p).abs();
        0.5 * self
            .released
            .iter()
            .zip(&self.power())
            .map(apart)
            .sum::<f64>()
    }
    /// How far frequencies may be off their own law with probability 1 - 1e-9: see the empirical learner.
    pub fn resolution(&self) -> f64 {
        let cells = self.released.len() as f64;
        (0.5 * cells.sqrt() + (0.5 * 1e9_f64.ln()).sqrt()) / (self.runs as f64).sqrt()
    }
    pub fn mismatch(&self) -> f64 {
        self.mismatches as f64 / self.runs as f64
    }
    /// The ghosts are draws from p^l, the mismatches at most `bound`, and the released law no further from p^l than they say.
    pub fn check(&self, bound: f64) {
        fit::categories(&self.ghosts[..self.ghosts.len() - 1], &{
            let mut power = self.power();
            power.pop();
            power
        })
        .expect("the ghost sample is of p^l");
        let mismatch = self.mismatch();
        assert!(mismatch <= bound, "{mismatch} above {bound}");
        let off = self.observed_tv();
        assert!(off <= mismatch + self.resolution(), "{off} at {mismatch}");
    }
}

/// Another generator that stands where this one does.
pub fn beside(seed: u8, rng: &Generator) -> Generator {
    Generator::from_parts(&[seed; 32], rng.stream(), rng.position()).expect("a position")
}

//! Many privatised forms on all cores, the same ones on any number of them.
use crate::failure::Failure;
use dpmarkov::Error;
use dpmarkov::random::Generator;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// Runs of one block: they share one stream of random numbers, which no other block reads.
const BLOCK: u32 = 25;

/// What is simulated; each number has streams of its own.
#[derive(Clone, Copy)]
pub struct Experiment {
    pub number: u8,
    /// For who watches.
    pub label: &'static str,
}

/// How much is simulated, and from which seed.
#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    pub runs: u32,
}

impl Plan {
    /// `runs` results of `one` at each of `settings` settings, in order.
    ///
    /// The stream of a block depends on the experiment, the setting and the block's number alone, and the results are put together in the order
    /// of the blocks: which core drew what does not matter. `scratch` makes the memory that the runs of a block share.
    ///
    /// The known seed is what makes it a simulation: it draws from data that is public already, and releases nothing.
    pub fn simulate<S, T: Send>(
        &self,
        experiment: Experiment,
        settings: usize,
        scratch: impl Fn() -> S + Sync,
        one: impl Fn(usize, &mut Generator, &mut S) -> Result<T, Error> + Sync,
    ) -> Result<Vec<Vec<T>>, Failure> {
        let blocks = self.runs.div_ceil(BLOCK);
        let tasks: Vec<(usize, u32)> = (0..settings)
            .flat_map(|setting| (0..blocks).map(move |block| (setting, block)))
            .collect();
        let bar = progress(experiment.label, settings as u64 * u64::from(self.runs));
        let done: Vec<Vec<T>> = tasks
            .into_par_iter()
            .map(|(setting, block)| {
                let stream = (setting as u64) << 32 | u64::from(block);
                let mut rng = Generator::from_seed_for_tests(self.seed_of(experiment), stream);
                let mut scratch = scratch();
                let runs = BLOCK.min(self.runs - block * BLOCK);
                let results = (0..runs)
                    .map(|_| one(setting, &mut rng, &mut scratch))
                    .collect::<Result<Vec<T>, Error>>();
                bar.inc(u64::from(runs));
                results
            })
            .collect::<Result<_, Error>>()?;
        bar.finish_and_clear();
        let mut done = done.into_iter();
        Ok((0..settings)
            .map(|_| done.by_ref().take(blocks as usize).flatten().collect())
            .collect())
    }

    fn seed_of(&self, experiment: Experiment) -> [u8; 32] {
        let mut seed = *b"________dpmarkov reproduce _____";
        for (place, byte) in seed.iter_mut().zip(self.seed.to_le_bytes()) {
            *place = byte;
        }
        if let Some(last) = seed.last_mut() {
            *last = experiment.number;
        }
        seed
    }
}

/// A bar on standard error, hidden where that is no terminal.
fn progress(label: &'static str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    bar.with_message(label)
}

/// A mean of independent runs and how far it is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    pub value: f64,
    /// Monte-Carlo standard error of `value`.
    pub standard_error: f64,
}

impl Mean {
    /// Of two runs or more.
    pub fn of(runs: &[f64]) -> Self {
        let count = runs.len() as f64;
        let value = runs.iter().sum::<f64>() / count;
        let squares: f64 = runs.iter().map(|x| (x - value) * (x - value)).sum();
        Mean {
            value,
            standard_error: (squares / (count - 1.0) / count).sqrt(),
        }
    }
}

/// The middle 95 % of the runs: the order statistics at both ends, `runs` in any order.
pub fn middle_95(runs: &mut [f64]) -> (f64, f64) {
    runs.sort_unstable_by(f64::total_cmp);
    let cut = runs.len() / 40;
    let low = runs.get(cut).copied().unwrap_or(f64::NAN);
    let high = runs.get(runs.len() - 1 - cut).copied().unwrap_or(f64::NAN);
    (low, high)
}

//! Privacy audits of the private learner: runs on neighbouring data must not tell more than is claimed, and planted bugs must be caught.
mod support;

use dpmarkov::learner::coupling::{Scheme, race};
use dpmarkov::learner::{
    AddConstant, Agnostic, BlackBox, Boosted, Empirical, FiniteClass, Law, Learner, Sampler,
    SharedSeed, StableMode, aggregate, tally,
};
use dpmarkov::random::Generator;
use dpmarkov::{Error, Result};
use support::audit::{RUNS, both_ways, event_delta, outputs};
use support::learning::mode;

/// As few as the mode takes: the noise is as wide as the votes, so that every case of the proof happens.
const BLOCKS: usize = 5;
const EPSILON: f64 = 1.0;

/// The mechanism under audit: noise from -2 to 2.
fn claimed() -> StableMode {
    let mode = mode(EPSILON, 0.1);
    assert_eq!((mode.half_width(), mode.votes_needed()), (2, 5));
    mode
}

/// What is published, as one number: the symbols and what was returned beside them, or that there was no answer.
fn published(released: Result<u32>, out: &[u32]) -> u64 {
    match released {
        Ok(number) => out
            .iter()
            .fold(u64::from(number), |code, y| code * 1_000 + u64::from(*y)),
        Err(error) => {
            assert_eq!(error, Error::NotStable);
            u64::MAX
        }
    }
}

/// The largest lower bound on delta(1) that a million runs of each show.
fn shown(
    mut first: impl FnMut(&mut Generator) -> u64,
    mut second: impl FnMut(&mut Generator) -> u64,
) -> f64 {
    let (first, second) = (outputs(1, &mut first), outputs(2, &mut second));
    both_ways(&first, &second, |p, q| event_delta(p, q, EPSILON))
}

/// The same from a tenth of the runs, which is enough to catch what is planted.
fn shown_soon(
    first: impl FnMut(&mut Generator) -> u64,
    second: impl FnMut(&mut Generator) -> u64,
) -> f64 {
    fn runs(seed: u8, run: impl FnMut(&mut Generator) -> u64) -> Vec<u64> {
        let (mut run, mut rng) = (run, Generator::from_seed_for_tests([seed; 32], 1));
        (0..RUNS / 10).map(|_| run(&mut rng)).collect()
    }
    let (first, second) = (runs(1, first), runs(2, second));
    both_ways(&first, &second, |p, q| event_delta(p, q, EPSILON))
}

fn sampler<L: Learner>(learner: &L, scheme: Scheme, block: usize) -> Sampler<'_, L> {
    Sampler {
        learner,
        mode: claimed(),
        scheme,
        blocks: BLOCKS,
        block,
    }
}

/// The sampler on records.
fn from_records<'a, L: Learner>(
    sampler: Sampler<'a, L>,
    records: &'a [u32],
) -> impl FnMut(&mut Generator) -> u64 + use<'a, L> {
    let mut work = vec![0; sampler.work_len(1).expect("sizes")];
    move |rng| {
        let mut out = [0];
        let released = sampler.release(rng, records, &mut work, &mut out);
        published(released, &out)
    }
}

/// The sampler on whole blocks.
fn from_blocks<'a, L: Learner>(
    sampler: Sampler<'a, L>,
    histograms: &'a [u32],
) -> impl FnMut(&mut Generator) -> u64 + use<'a, L> {
    let mut work = vec![0; sampler.blocks_work_len(1).expect("sizes")];
    move |rng| {
        let mut out = [0];
        let released = sampler.release_blocks(rng, histograms, &mut work, &mut out);
        published(released, &out)
    }
}

/// The worst case of the proof: one record decides the mode. The audit sees nearly all of the delta that is claimed, and no more.
#[test]
fn the_sampler_where_one_record_decides_the_mode() -> Result<()> {
    let (learner, claim) = (Empirical::new(2)?, claimed().delta_upper());
    let (first, second) = ([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]);
    let one = sampler(&learner, Scheme::Race, 1);
    let delta = shown(from_records(one, &first), from_records(one, &second));
    assert!(
        delta <= claim && delta > 0.9 * claim,
        "{delta}, claimed {claim}"
    );
    Ok(())
}

/// One record of ten: a block of two votes otherwise with probability 1/2.
fn one_record(scheme: Scheme) -> Result<()> {
    let (learner, claim) = (AddConstant::new(2, 1, 2)?, claimed().delta_upper());
    let two = sampler(&learner, scheme, 2);
    let (first, mut second) = ([0; 10], [0; 10]);
    second[5] = 1;
    let delta = shown(from_records(two, &first), from_records(two, &second));
    assert!(delta <= claim, "{scheme:?}: {delta}, claimed {claim}");
    Ok(())
}

#[test]
fn the_sampler_by_the_race_under_one_record() -> Result<()> {
    one_record(Scheme::Race)
}
#[test]
fn the_sampler_by_the_mixture_under_one_record() -> Result<()> {
    one_record(Scheme::Mixture)
}

/// Everything that one person did becomes something else.
#[test]
fn the_sampler_under_one_whole_block() -> Result<()> {
    let (learner, claim) = (Empirical::new(2)?, claimed().delta_upper());
    let first = [50, 0, 9, 1, 5, 5, 0, 50, 1, 1];
    let mut second = first;
    second[..2].copy_from_slice(&[0, 5_000]);
    let whole = sampler(&learner, Scheme::Race, 1);
    let delta = shown(from_blocks(whole, &first), from_blocks(whole, &second));
    assert!(delta <= claim, "{delta}, claimed {claim}");
    Ok(())
}

/// The same for the estimate.
#[test]
fn the_black_box_under_one_whole_block() -> Result<()> {
    let (learner, claim) = (Empirical::new(2)?, claimed().delta_upper());
    let black_box = BlackBox {
        sampler: sampler(&learner, Scheme::Race, 1),
        length: 1,
    };
    let run = |histograms: [u32; 2 * BLOCKS]| {
        let mut work = vec![0; black_box.blocks_work_len().expect("sizes")];
        move |rng: &mut Generator| {
            let mut law = [0; 2];
            let released = black_box.release_blocks(rng, &histograms, &mut work, &mut law);
            published(released, &law)
        }
    };
    let first = [50, 0, 9, 1, 5, 5, 0, 50, 1, 1];
    let mut second = first;
    second[..2].copy_from_slice(&[0, 5_000]);
    let delta = shown(run(first), run(second));
    assert!(delta <= claim, "{delta}, claimed {claim}");
    Ok(())
}

/// One law of five is replaced. Under the mixture the other votes depend on it, and only the secrecy of the seed protects.
fn one_law(scheme: Scheme) {
    let claim = claimed().delta_upper();
    let first = [5, 5, 7, 3, 7, 3, 9, 1, 10, 0];
    let mut second = first;
    second[8..].copy_from_slice(&[0, 10]);
    let run = |laws: [u32; 10]| {
        let mut work = vec![0; aggregate::work_len(BLOCKS, 2, 1).expect("sizes")];
        let mode = claimed();
        move |rng: &mut Generator| {
            let mut out = [0];
            let released = aggregate::release(&mode, scheme, rng, &laws, 2, &mut work, &mut out);
            published(released, &out)
        }
    };
    let delta = shown(run(first), run(second));
    assert!(delta <= claim, "{scheme:?}: {delta}, claimed {claim}");
}

#[test]
fn aggregate_by_the_race() {
    one_law(Scheme::Race);
}
#[test]
fn aggregate_by_poisson_points() {
    one_law(Scheme::Poisson);
}
#[test]
fn aggregate_by_the_mixture() {
    one_law(Scheme::Mixture);
}

#[test]
fn the_black_box() -> Result<()> {
    let laws = [9, 1, 1, 9];
    let (learner, claim) = (FiniteClass::new(&laws, 2)?, claimed().delta_upper());
    let run = |records: [u32; BLOCKS]| {
        let black_box = BlackBox {
            sampler: sampler(&learner, Scheme::Race, 1),
            length: 1,
        };
        let mut work = vec![0; black_box.work_len().expect("sizes")];
        move |rng: &mut Generator| {
            let mut law = [0; 2];
            let released = black_box.release(rng, &records, &mut work, &mut law);
            published(released, &law)
        }
    };
    let delta = shown(run([0, 0, 0, 1, 1]), run([0, 0, 1, 1, 1]));
    assert!(delta <= claim, "{delta}, claimed {claim}");
    Ok(())
}

/// Two runs on disjoint records cost no more than one: parallel composition.
#[test]
fn boosted_and_agnostic_cost_no_more_than_one_run() -> Result<()> {
    let (learner, claim) = (Empirical::new(2)?, claimed().delta_upper());
    let run = |boosted: bool, records: [u32; 2 * BLOCKS]| {
        let one = sampler(&learner, Scheme::Race, 1);
        let many = Boosted {
            black_box: BlackBox {
                sampler: one,
                length: 1,
            },
            runs: 2,
            alpha: 0.5,
        };
        let agnostic = Agnostic {
            sampler: one,
            runs: 2,
        };
        let (a, b) = (many.work_len(), agnostic.work_len());
        let mut work = vec![0; a.expect("sizes").max(b.expect("sizes"))];
        move |rng: &mut Generator| {
            let mut law = [0; 2];
            let released = if boosted {
                many.release(rng, &records, &mut work, &mut law)
            } else {
                agnostic.release(rng, &records, &mut work, &mut law)
            };
            published(released, &law)
        }
    };
    let first = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1];
    let mut second = first;
    second[0] = 1;
    let delta = shown(run(true, first), run(true, second));
    assert!(delta <= claim, "{delta}, claimed {claim}");
    let delta = shown(run(false, first), run(false, second));
    assert!(delta <= claim, "{delta}, claimed {claim}");
    Ok(())
}

/// A planted bug: noise of half the scale.
#[test]
fn noise_of_half_the_scale_is_caught() -> Result<()> {
    let (learner, claim) = (Empirical::new(2)?, claimed().delta_upper());
    let wrong = Sampler {
        mode: mode(2.0 * EPSILON, 0.1),
        ..sampler(&learner, Scheme::Race, 1)
    };
    let (first, second) = ([0; BLOCKS], [0, 0, 0, 0, 1]);
    let delta = shown_soon(from_records(wrong, &first), from_records(wrong, &second));
    assert!(delta > 5.0 * claim, "{delta}");
    // As it is, the same data tell no more than is claimed.
    let right = sampler(&learner, Scheme::Race, 1);
    let delta = shown_soon(from_records(right, &first), from_records(right, &second));
    assert!(delta <= claim, "{delta}");
    Ok(())
}

/// Votes for the parity of the smallest symbol of the block.
struct Parity;

impl Learner for Parity {
    fn symbols(&self) -> usize {
        16
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        let least = histogram.iter().position(|c| *c > 0).unwrap_or(0);
        law.fill(0);
        law[least % 2] = 1;
        Ok(())
    }
    fn samples(&self, _: f64, _: f64) -> Result<u64> {
        Err(Error::Unreachable)
    }
}

/// A planted bug: the order depends on the data. Records that are sorted all move by one place when the smallest becomes the largest.
#[test]
fn an_order_that_depends_on_the_data_is_caught() {
    let claim = claimed().delta_upper();
    let first: Vec<u32> = (0..10).collect();
    let mut second = first.clone();
    second[0] = 10;
    let histograms = |records: &[u32]| {
        let mut sorted = records.to_vec();
        sorted.sort();
        let mut histograms = vec![0; 16 * BLOCKS];
        for (i, y) in sorted.iter().enumerate() {
            histograms[i / 2 * 16 + *y as usize] += 1;
        }
        histograms
    };
    let two = sampler(&Parity, Scheme::Race, 2);
    let (wrong, also) = (histograms(&first), histograms(&second));
    let delta = shown_soon(from_blocks(two, &wrong), from_blocks(two, &also));
    assert!(delta > 5.0 * claim, "{delta}");
    let delta = shown_soon(from_records(two, &first), from_records(two, &second));
    assert!(delta <= claim, "{delta}, claimed {claim}");
}

/// A planted bug: the vote of a block depends on the next block too, so that one person changes two votes.
#[test]
fn a_vote_that_depends_on_another_block_is_caught() {
    let claim = claimed().delta_upper();
    let run = |wrong: bool, people: [u32; BLOCKS]| {
        let (mode, mut work) = (claimed(), vec![0; tally::work_len(BLOCKS)]);
        move |rng: &mut Generator| {
            let seed = SharedSeed::draw(rng).expect("a seed");
            let mut votes = [0; BLOCKS];
            for (i, vote) in votes.chunks_exact_mut(1).enumerate() {
                let seen = people[i] | if wrong { people[(i + 1) % BLOCKS] } else { 0 };
                let law = if seen == 1 { [0, 1] } else { [1, 0] };
                let law = Law::new(&law).expect("a law");
                race::vote(&seed, 0, law, vote).expect("a vote");
            }
            let mut out = [0];
            let released = mode.release(rng, &votes, 1, &mut work, &mut out);
            published(released, &out)
        }
    };
    let (first, second) = ([0; BLOCKS], [0, 0, 0, 1, 0]);
    let delta = shown_soon(run(true, first), run(true, second));
    assert!(delta > 2.0 * claim, "{delta}");
    let delta = shown_soon(run(false, first), run(false, second));
    assert!(delta <= claim, "{delta}");
}

/// A planted bug: the mode's noise comes from the seed that everybody knows, and who knows it takes it off again.
#[test]
fn noise_from_the_shared_seed_is_caught() {
    let claim = claimed().delta_upper();
    let run = |wrong: bool, people: [u32; BLOCKS]| {
        let (mode, mut work) = (claimed(), vec![0; tally::work_len(BLOCKS)]);
        move |rng: &mut Generator| {
            let seed = SharedSeed::draw(rng).expect("a seed");
            let public = || Generator::from_parts(seed.bytes(), 1, 0).expect("a generator");
            let mut votes = [0; BLOCKS];
            for (y, vote) in people.iter().zip(votes.chunks_exact_mut(1)) {
                let law = [1 - y, *y];
                let law = Law::new(&law).expect("a law");
                race::vote(&seed, 0, law, vote).expect("a vote");
            }
            let mut out = [0];
            let released = if wrong {
                mode.release(&mut public(), &votes, 1, &mut work, &mut out)
            } else {
                mode.release(rng, &votes, 1, &mut work, &mut out)
            };
            // What the adversary makes of the answer: the distance itself, if the noise is what the public seed gives.
            let noise = mode.noise().sample(&mut public()).expect("noise");
            let guess = released.map(|noisy| (i64::from(noisy) - noise + 100) as u32);
            published(guess, &out)
        }
    };
    let (first, second) = ([0; BLOCKS], [0, 0, 0, 1, 0]);
    let delta = shown_soon(run(true, first), run(true, second));
    assert!(delta > 5.0 * claim, "{delta}");
    let delta = shown_soon(run(false, first), run(false, second));
    assert!(delta <= claim, "{delta}");
}

/// Votes for 1 where the block holds nothing but ones.
struct AllOnes;

impl Learner for AllOnes {
    fn symbols(&self) -> usize {
        2
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        law.copy_from_slice(if histogram[0] == 0 { &[0, 1] } else { &[1, 0] });
        Ok(())
    }
    fn samples(&self, _: f64, _: f64) -> Result<u64> {
        Err(Error::Unreachable)
    }
}

/// A planted bug: one order for two releases. It costs no privacy (each release is private for every order), but the two answers are no
/// longer independent, which the proofs of the learners that run several samplers rest on.
#[test]
fn an_order_that_is_used_twice_is_caught() {
    let one = sampler(&AllOnes, Scheme::Race, 2);
    let records: Vec<u32> = (0..10).map(|i| i % 2).collect();
    let covariance = |reuse: bool| {
        let mut work = vec![0; one.work_len(1).expect("sizes")];
        let mut rng = Generator::from_seed_for_tests([3; 32], 1);
        let (mut single, mut both) = (0.0, 0.0);
        let runs = RUNS / 10;
        for _ in 0..runs {
            let start = rng.position();
            let mut out = [0];
            let mut answer = |rng: &mut Generator| {
                let released = one.release(rng, &records, &mut work, &mut out);
                f64::from(u8::from(released.is_ok()))
            };
            let first = answer(&mut rng);
            let second = if reuse {
                // The 9 words of the order again, then the stream goes on: here by a histogram cut in the same order.
                let order = order_of(start);
                let histograms = cut(&records, &order);
                let mut work = vec![0; one.blocks_work_len(1).expect("sizes")];
                let released = one.release_blocks(&mut rng, &histograms, &mut work, &mut [0]);
                f64::from(u8::from(released.is_ok()))
            } else {
                answer(&mut rng)
            };
            single += first + second;
            both += first * second;
        }
        let mean = single / (2.0 * runs as f64);
        // In standard deviations of independent answers.
        (both / runs as f64 - mean * mean) / (mean * (1.0 - mean)) * (runs as f64).sqrt()
    };
    let (right, wrong) = (covariance(false), covariance(true));
    assert!(right.abs() < 6.1, "{right}");
    assert!(wrong > 20.0, "{wrong}");
}

/// The order that the words from `position` on give.
fn order_of(position: u64) -> Vec<usize> {
    let mut rng = Generator::from_parts(&[3; 32], 1, position).expect("a position");
    let mut order: Vec<usize> = (0..10).collect();
    for i in 1..10 {
        let among = std::num::NonZeroU64::new(i as u64 + 1).expect("not 0");
        let j = dpmarkov::random::uniform_below::uniform_below(&mut rng, among);
        order.swap(i, j.expect("a word") as usize);
    }
    order
}

fn cut(records: &[u32], order: &[usize]) -> Vec<u32> {
    let mut histograms = vec![0; 2 * BLOCKS];
    for (place, index) in order.iter().enumerate() {
        histograms[place / 2 * 2 + records[*index] as usize] += 1;
    }
    histograms
}

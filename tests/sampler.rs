//! Aggregate and Sampler [B, Algorithms 1 and 2]: the law of what is released, against the theorems.
mod support;

use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::coupling::Scheme;
use dpmarkov::learner::{
    AddConstant, Empirical, FiniteClass, Learner, Sampler, StableMode, aggregate, plan,
};
use dpmarkov::random::Generator;
use dpmarkov::random::uniform_below::uniform_below;
use dpmarkov::{Error, Result};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use std::num::NonZeroU64;
use support::fit;
use support::learning::{Ghosts, beside, draws, mode, multinomial, tv};

/// Releases of Aggregate on fixed laws, each beside its ghost.
fn aggregated(
    scheme: Scheme,
    mode: &StableMode,
    laws: &[u32],
    p: &[u32],
    length: usize,
    runs: usize,
) -> Ghosts {
    let k = laws.len() / p.len();
    let mut work = vec![0; aggregate::work_len(k, p.len(), length).expect("sizes")];
    let mut rng = Generator::from_seed_for_tests([41; 32], 7);
    let mut seen = Ghosts::new(p, length);
    for _ in 0..runs {
        let mut next = beside(41, &rng);
        seen.add(scheme, &mut next, |out| {
            aggregate::release(mode, scheme, &mut rng, laws, p.len(), &mut work, out)
        });
    }
    seen
}

/// `good` laws at total variation eta from p, or nearer, and adversarial ones up to k: all on one symbol.
fn tuple(p: &[u32], eta: f64, good: usize, k: usize) -> Vec<u32> {
    let total: u32 = p.iter().sum();
    let step = (eta * f64::from(total)) as u32;
    let mut laws = Vec::new();
    for i in 0..k {
        let mut law = p.to_vec();
        if i < good {
            // From one symbol to another, a different pair each time.
            let (from, to) = (i % p.len(), (i + 1 + i / p.len() % (p.len() - 1)) % p.len());
            law[from] -= step;
            law[to] += step;
        } else {
            law.fill(0);
            law[p.len() - 1] = total;
        }
        laws.extend(law);
    }
    laws
}

/// Three classes: all laws on three symbols; a finite class, learnt exactly or not at all; laws smoothed by a constant.
fn three_classes() -> Result<Vec<(Vec<u32>, Vec<u32>)>> {
    let p = vec![5_000, 3_000, 2_000];
    let (mut finite, other) = (vec![], [1_000, 1_000, 8_000]);
    (0..100).for_each(|i| finite.extend(if i < 95 { &p[..] } else { &other }));
    let learner = AddConstant::new(3, 1, 2)?;
    let mut rng = ChaCha20Rng::from_seed([8; 32]);
    let (mut smoothed, mut histogram, mut law) = (vec![], [0; 3], [0; 3]);
    while smoothed.len() < 300 {
        multinomial(&mut rng, &p, 40_000, &mut histogram);
        learner.learn(&histogram, &mut law)?;
        if tv(&law, &p) <= 0.01 {
            smoothed.extend(law);
        }
    }
    Ok(vec![
        (p.clone(), tuple(&p, 0.01, 95, 100)),
        (p.clone(), finite),
        (p, smoothed),
    ])
}

#[test]
fn proposition_b_2_utility_of_aggregate() -> Result<()> {
    let mode = mode(1.0, 0.01);
    // eta = 0.01, J = 95 of k = 100, c = 1/4: 2 (1 - c) J - k = 42.5.
    assert!(mode.gap_for_success() <= 42);
    let bound = 2.0 * 2.0 * 0.01 / 0.25 + 0.01;
    for (p, laws) in three_classes()? {
        for scheme in [Scheme::Race, Scheme::Poisson] {
            aggregated(scheme, &mode, &laws, &p, 2, 2_500).check(bound);
        }
    }
    // Nothing is vacuous: with laws that are all near, but not near enough, the ghost is missed more often than that.
    let p = [5_000, 3_000, 2_000];
    let far = aggregated(Scheme::Race, &mode, &tuple(&p, 0.15, 100, 100), &p, 2, 500);
    assert!(far.mismatch() > bound);
    Ok(())
}

/// Aggregate draws jointly, and releases the stable mode: on laws that are all equal it is the mode's own success.
#[test]
fn algorithm_1_aggregate_on_equal_laws_is_a_draw_from_the_law() -> Result<()> {
    let mode = mode(1.0, 0.01);
    let p = [6, 3, 1];
    let laws = p.repeat(30);
    for scheme in [Scheme::Race, Scheme::Poisson, Scheme::Mixture] {
        let mut work = vec![0; aggregate::work_len(30, 3, 2)?];
        let mut rng = Generator::from_seed_for_tests([13; 32], 0);
        let mut cells = [0_u64; 9];
        for _ in 0..4_000 {
            let mut out = [9; 2];
            let d = aggregate::release(&mode, scheme, &mut rng, &laws, 3, &mut work, &mut out)?;
            // 15 votes of 30 would have to change, with noise from -4 to 4.
            assert!((11..=19).contains(&d) && mode.half_width() == 4);
            cells[(3 * out[0] + out[1]) as usize] += 1;
        }
        let power: Vec<f64> = p
            .iter()
            .flat_map(|a| p.iter().map(move |b| f64::from(a * b) / 100.0))
            .collect();
        fit::categories(&cells, &power).unwrap_or_else(|e| panic!("{scheme:?}: {e}"));
    }
    Ok(())
}

/// The mixture's seed is secret, so there is no ghost to compare with; what is released is compared with p^l itself.
#[test]
fn algorithm_1_aggregate_by_the_mixture_is_near_the_law() -> Result<()> {
    let mode = mode(1.0, 0.01);
    for (p, laws) in three_classes()?.into_iter().take(2) {
        let mut work = vec![0; aggregate::work_len(100, 3, 1)?];
        let mut rng = Generator::from_seed_for_tests([14; 32], 0);
        let mut seen = Ghosts::new(&p, 1);
        for _ in 0..1_500 {
            let mut any = Generator::from_seed_for_tests([15; 32], 0);
            seen.add(Scheme::Race, &mut any, |out| {
                aggregate::release(&mode, Scheme::Mixture, &mut rng, &laws, 3, &mut work, out)
            });
        }
        let bound = 2.0 * 0.01 / 0.25 + 0.01;
        assert!(seen.observed_tv() <= bound + seen.resolution());
    }
    Ok(())
}

#[test]
fn corollary_b_4_seven_eighths_of_the_laws_near() -> Result<()> {
    let (beta, epsilon, delta, length) = (0.5, 1.0, 1e-3, 2_usize);
    let eta = beta / (64.0 * length as f64);
    let k = (8.0 * ((4.0_f64 / beta).ln() + (1.0_f64 / delta).ln()) / epsilon).ceil() as usize;
    let mode = mode(epsilon, f64::min(delta, beta / 4.0));
    for p in [
        &[40_000, 60_000][..],
        &[50_000, 30_000, 20_000],
        &[25_000; 4],
    ] {
        let laws = tuple(p, eta, (7 * k).div_ceil(8), k);
        let seen = aggregated(Scheme::Race, &mode, &laws, p, length, 2_500);
        seen.check(beta / 2.0);
        // The stable mode adds no failure of its own here: nearly all misses are votes that differ.
        assert!(seen.answers as f64 > 0.9 * seen.runs as f64);
    }
    Ok(())
}

/// [B, Corollary B.7] at the paper's sizes. Records that are independent may be drawn block by block as histograms: the order is then of no
/// consequence. Blocks of 58,000 records and more, 267 of them.
fn at_the_papers_sizes(learner: &impl Learner, p: &[u32], length: usize) -> Result<Ghosts> {
    let (beta, epsilon, delta) = (0.5, Epsilon::new(1.0)?, Delta::new(1e-6)?);
    let sizes = plan::sampler(learner, length as u64, beta, epsilon, delta)?;
    let sampler = Sampler {
        learner,
        mode: mode(1.0, sizes.mode_delta),
        scheme: Scheme::Race,
        blocks: sizes.blocks as usize,
        block: sizes.block as usize,
    };
    let n = learner.symbols();
    let mut work = vec![0; sampler.blocks_work_len(length)?];
    let mut histograms = vec![0; sampler.blocks * n];
    let mut nature = ChaCha20Rng::from_seed([17; 32]);
    let mut rng = Generator::from_seed_for_tests([18; 32], 0);
    let mut seen = Ghosts::new(p, length);
    for _ in 0..400 {
        for histogram in histograms.chunks_exact_mut(n) {
            multinomial(&mut nature, p, sizes.block, histogram);
        }
        let mut next = beside(18, &rng);
        seen.add(sampler.scheme, &mut next, |out| {
            sampler.release_blocks(&mut rng, &histograms, &mut work, out)
        });
    }
    seen.check(sizes.target_tv);
    Ok(seen)
}

#[test]
fn corollary_b_7_sampler_for_all_laws() -> Result<()> {
    for p in [&[4_u32, 6][..], &[5, 3, 2], &[98, 1, 1]] {
        at_the_papers_sizes(&Empirical::new(p.len())?, p, 2)?;
    }
    Ok(())
}

#[test]
fn corollary_b_7_sampler_for_smoothed_laws() -> Result<()> {
    for p in [&[4_u32, 6][..], &[5, 3, 2], &[98, 1, 1]] {
        at_the_papers_sizes(&AddConstant::new(p.len(), 3, 2)?, p, 2)?;
    }
    Ok(())
}

#[test]
fn corollary_b_7_sampler_for_finite_classes() -> Result<()> {
    for (laws, n) in [
        (&[9, 1, 1, 9][..], 2),
        (&[8, 1, 1, 1, 8, 1, 1, 1, 8], 3),
        (&[12, 9, 9, 24, 3, 3, 0, 15, 15], 3),
    ] {
        let class = FiniteClass::new(laws, n)?;
        for p in laws.chunks_exact(n) {
            let seen = at_the_papers_sizes(&class, p, 2)?;
            // Of all the blocks next to none is learnt wrong, so next to nothing is off.
            assert!(seen.mismatch() < 0.03);
        }
    }
    Ok(())
}

/// The whole way from records: the order is drawn, the blocks are cut from it, and then the seed is drawn.
#[test]
fn algorithm_2_sampler_from_records() -> Result<()> {
    let laws = [9, 1, 1, 9];
    let (finite, all, smooth) = (
        FiniteClass::new(&laws, 2)?,
        Empirical::new(2)?,
        AddConstant::new(2, 1, 1)?,
    );
    // A bound on the mean disagreement of one vote, and Markov's inequality on the gap.
    fn run(learner: &impl Learner, scheme: Scheme, block: usize, bound: f64) -> Result<()> {
        let (p, k) = ([9, 1], 60);
        let sampler = Sampler {
            learner,
            mode: mode(1.0, 0.01),
            scheme,
            blocks: k,
            block,
        };
        let mut work = vec![0; sampler.work_len(2)?];
        let mut records = vec![0; sampler.records()?];
        let mut nature = Generator::from_seed_for_tests([21; 32], 0);
        let mut rng = Generator::from_seed_for_tests([22; 32], 0);
        let mut seen = Ghosts::new(&p, 2);
        for _ in 0..500 {
            draws(&mut nature, &p, &mut records);
            let mut next = beside(22, &rng);
            for i in 1..records.len() as u64 {
                uniform_below(&mut next, NonZeroU64::MIN.saturating_add(i))?;
            }
            seen.add(scheme, &mut next, |out| {
                sampler.release(&mut rng, &records, &mut work, out)
            });
        }
        seen.check(bound);
        Ok(())
    }
    let gap = f64::from(mode(1.0, 0.01).gap_for_success());
    for scheme in [Scheme::Race, Scheme::Poisson] {
        // 60 blocks of 20 records: the other law is chosen with probability 1e-6.
        run(&finite, scheme, 20, 0.03)?;
        for block in [400, 900] {
            // E TV = E|X/b - 0.9| <= sqrt(0.09/b); a vote differs with probability at most 2 l E TV. The gap is too small only if more than
            // (1 - gap/k)/2 of the votes differ.
            let differs = 2.0 * 2.0 * (0.09 / block as f64).sqrt();
            let bound = differs / (0.5 * (1.0 - gap / 60.0)) + 0.01;
            assert!(bound < 0.2 * 20.0 / (block as f64).sqrt() + 0.01);
            run(&all, scheme, block, bound)?;
            // The bias of the constant: at most a (n - 1)/b more in TV.
            run(&smooth, scheme, block, bound + 10.0 / block as f64)?;
        }
    }
    Ok(())
}

#[test]
fn bad_input_is_named_before_anything_is_drawn() -> Result<()> {
    let learner = Empirical::new(3)?;
    let sampler = Sampler {
        learner: &learner,
        mode: mode(1.0, 0.1),
        scheme: Scheme::Race,
        blocks: 9,
        block: 2,
    };
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let records = [1; 18];
    let needed = sampler.work_len(2)?;
    let mut work = vec![0; needed + 3];
    let mut refused = |sampler: &Sampler<Empirical>, records: &[u32], work: &mut [u32], l| {
        let mut out = vec![77; l];
        let error = sampler.release(&mut rng, records, work, &mut out).err();
        assert!(out.iter().all(|y| *y == 77));
        assert_eq!(rng.position(), 0);
        error
    };
    let with = |blocks, block| Sampler {
        blocks,
        block,
        ..sampler
    };
    for (error, sampler, records, l) in [
        (Error::Length, sampler, &records[..17], 2),
        (Error::Symbol, sampler, &[3; 18], 2),
        (Error::Symbol, sampler, &[u32::MAX; 18], 2),
        (Error::Sequence, sampler, &records, 0),
        (Error::Sequence, sampler, &records, (1 << 16) + 1),
        (Error::Votes, with(0, 2), &records, 2),
        (Error::Votes, with((1 << 24) + 1, 2), &records, 2),
        (Error::Length, with(9, 0), &[], 2),
        (Error::Length, with(1 << 20, 1 << 20), &records, 2),
        (Error::Length, with(1 << 20, usize::MAX), &records, 2),
        (Error::TooFewVotes, with(4, 2), &records[..8], 2),
    ] {
        assert_eq!(refused(&sampler, records, &mut work, l), Some(error));
    }
    let short = refused(&sampler, &records, &mut work[..needed - 1], 2);
    assert_eq!(short, Some(Error::WorkLength));
    // The scratch that is asked for is enough, whatever it holds.
    for scheme in [Scheme::Race, Scheme::Poisson, Scheme::Mixture] {
        let sampler = Sampler { scheme, ..sampler };
        let mut work = vec![u32::MAX; sampler.work_len(2)?];
        let mut out = [77; 2];
        let released = sampler.release(&mut rng, &records, &mut work, &mut out);
        assert!(released.is_ok() && out == [1; 2]);
    }
    // Whole blocks: the mixture would need laws of one total, and their number is not the people's to choose.
    let people = [1; 27];
    let mut work = vec![0; sampler.blocks_work_len(1)?];
    let mixture = Sampler {
        scheme: Scheme::Mixture,
        ..sampler
    };
    let mut more = vec![0; mixture.blocks_work_len(1)?];
    assert_eq!(
        mixture.release_blocks(&mut rng, &people, &mut more, &mut [0]),
        Err(Error::Laws)
    );
    assert_eq!(
        sampler.release_blocks(&mut rng, &people[..26], &mut work, &mut [0]),
        Err(Error::Length)
    );
    assert_eq!(
        with(4, 2).release_blocks(&mut rng, &people[..12], &mut work, &mut [0]),
        Err(Error::TooFewVotes)
    );
    Ok(())
}

/// A smoothed law of so many records that its weights are rounded has no common total: refused by its public size, not found out later.
#[test]
fn the_mixture_is_refused_by_public_sizes_alone() -> Result<()> {
    let learner = AddConstant::new(2, 1, 1 << 31)?;
    let sampler = Sampler {
        learner: &learner,
        mode: mode(1.0, 0.1),
        scheme: Scheme::Mixture,
        blocks: 9,
        block: 2,
    };
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut work = vec![0; sampler.work_len(1)?];
    let released = sampler.release(&mut rng, &[0; 18], &mut work, &mut [0]);
    assert_eq!((released, rng.position()), (Err(Error::Laws), 0));
    let race = Sampler {
        scheme: Scheme::Race,
        ..sampler
    };
    assert!(
        race.release(&mut rng, &[0; 18], &mut work, &mut [0])
            .is_ok()
    );
    Ok(())
}

/// A learner that fails where the block holds a 1.
struct Failing;

impl Learner for Failing {
    fn symbols(&self) -> usize {
        2
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        law.copy_from_slice(if histogram[1] > 0 { &[0, 0] } else { &[5, 0] });
        if histogram[1] > 1 {
            Err(Error::EmptyRow)
        } else {
            Ok(())
        }
    }
    fn common_total(&self, _: u64) -> Option<u64> {
        Some(5)
    }
    fn samples(&self, _: f64, _: f64) -> Result<u64> {
        Err(Error::Unreachable)
    }
}

#[test]
fn the_failure_of_a_learner_is_one_vote_and_no_error() -> Result<()> {
    for scheme in [Scheme::Race, Scheme::Poisson, Scheme::Mixture] {
        let sampler = Sampler {
            learner: &Failing,
            mode: mode(1.0, 0.1),
            scheme,
            blocks: 30,
            block: 1,
        };
        let mut records = [0; 30];
        let mut rng = Generator::from_seed_for_tests([5; 32], 0);
        let mut work = vec![0; sampler.work_len(1)?];
        let mut out = [9];
        records[..4].fill(1);
        sampler.release(&mut rng, &records, &mut work, &mut out)?;
        assert_eq!(out, [0]);
        // All fail: all vote with one uniform law, and agree under a shared seed.
        records.fill(1);
        let mut ones = 0;
        for _ in 0..1_000 {
            let released = sampler.release(&mut rng, &records, &mut work, &mut out);
            assert!(released.is_ok());
            ones += out[0] as usize;
        }
        // The mixture's total 5 is split into 3 and 2.
        let p = if scheme == Scheme::Mixture { 0.4 } else { 0.5 };
        fit::rate(ones, 1_000, p).unwrap_or_else(|e| panic!("{scheme:?}: {e}"));
    }
    Ok(())
}

/// A learner that writes what it has seen and leaves the rest as it is.
struct Sparse;

impl Learner for Sparse {
    fn symbols(&self) -> usize {
        3
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        for (weight, count) in law.iter_mut().zip(histogram) {
            if *count > 0 {
                *weight = *count;
            }
        }
        Ok(())
    }
    fn common_total(&self, records: u64) -> Option<u64> {
        Some(records)
    }
    fn samples(&self, _: f64, _: f64) -> Result<u64> {
        Err(Error::Unreachable)
    }
}

/// What one person did must not stay in the scratch for the next: 39 people agree, and the one who comes first changes nobody else's vote.
#[test]
fn an_entry_that_a_learner_leaves_is_not_another_persons() -> Result<()> {
    for (scheme, whole) in [
        (Scheme::Race, true),
        (Scheme::Race, false),
        (Scheme::Poisson, true),
        (Scheme::Mixture, false),
    ] {
        let sampler = Sampler {
            learner: &Sparse,
            mode: mode(1.0, 0.01),
            scheme,
            blocks: 40,
            block: 1,
        };
        let mut histograms = [[0, 2, 0]; 40];
        histograms[0] = [u32::MAX, 0, 0];
        // Raw data of an earlier release, too.
        let mut work = vec![u32::MAX; sampler.work_len(1)?];
        let mut rng = Generator::from_seed_for_tests([6; 32], 0);
        let mut out = [9];
        let released = if whole {
            sampler.release_blocks(&mut rng, histograms.as_flattened(), &mut work, &mut out)
        } else {
            let mut records = [1; 40];
            records[0] = 0;
            sampler.release(&mut rng, &records, &mut work, &mut out)
        };
        assert!(released.is_ok(), "{scheme:?} {whole}");
        assert_eq!(out, [1], "{scheme:?} {whole}");
    }
    Ok(())
}

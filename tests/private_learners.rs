//! The private learners [B, Algorithms 3, 4 and 7]: the error of what is released, against the theorems.
mod support;

use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::coupling::Scheme;
use dpmarkov::learner::{
    AddConstant, Agnostic, BlackBox, Boosted, Empirical, FiniteClass, Learner, Sampler, plan,
};
use dpmarkov::random::Generator;
use dpmarkov::{Error, Result};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use support::audit::chernoff;
use support::learning::{draws, mode, multinomial, tv};

/// The finite classes: two laws well apart, three on three symbols, three of which two are near.
fn classes() -> [(&'static [u32], usize); 3] {
    [
        (&[9, 1, 1, 9], 2),
        (&[8, 1, 1, 1, 8, 1, 1, 1, 8], 3),
        (&[12, 9, 9, 24, 3, 3, 0, 15, 15], 3),
    ]
}

/// How often the black box fails in `runs` at the paper's sizes. Records that are independent may be drawn block by block.
fn failures(learner: &impl Learner, p: &[u32], alpha: f64, beta: f64, runs: usize) -> Result<f64> {
    let (epsilon, delta) = (Epsilon::new(1.0)?, Delta::new(1e-6)?);
    let sizes = plan::black_box(learner, alpha, beta, epsilon, delta)?;
    let sampler = Sampler {
        learner,
        mode: mode(1.0, sizes.mode_delta),
        scheme: Scheme::Race,
        blocks: sizes.blocks as usize,
        block: sizes.block as usize,
    };
    let learner = BlackBox {
        sampler,
        length: sizes.length as usize,
    };
    let n = p.len();
    let mut work = vec![0; learner.blocks_work_len()?];
    let mut histograms = vec![0; sizes.blocks as usize * n];
    let mut nature = ChaCha20Rng::from_seed([27; 32]);
    let mut rng = Generator::from_seed_for_tests([28; 32], 0);
    let mut failed = 0;
    for _ in 0..runs {
        for histogram in histograms.chunks_exact_mut(n) {
            multinomial(&mut nature, p, sizes.block, histogram);
        }
        let mut law = vec![0; n];
        let released = learner.release_blocks(&mut rng, &histograms, &mut work, &mut law);
        failed += match released {
            Ok(_) => usize::from(tv(&law, p) >= alpha),
            Err(error) => {
                assert_eq!(error, Error::NotStable);
                assert!(law.iter().all(|w| *w == 0));
                1
            }
        };
    }
    // The theorem holds unless this many failures would be a coincidence of 1e-7; it is far from that.
    assert!(chernoff(failed, runs, false) <= beta);
    Ok(failed as f64 / runs as f64)
}

#[test]
fn theorem_5_1_black_box_for_all_laws() -> Result<()> {
    // Blocks of 67 million records, some 270 of them; l = 35 of 0.3.
    for p in [&[4_u32, 6][..], &[19, 1], &[5, 3, 2]] {
        let learner = Empirical::new(p.len())?;
        let failed = failures(&learner, p, 0.3, 0.5, 100)?;
        assert!(failed <= 0.5, "{p:?}: {failed}");
    }
    Ok(())
}

#[test]
fn theorem_5_1_black_box_for_smoothed_laws() -> Result<()> {
    for p in [&[4_u32, 6][..], &[19, 1], &[5, 3, 2]] {
        let learner = AddConstant::new(p.len(), 1, 2)?;
        let failed = failures(&learner, p, 0.3, 0.5, 100)?;
        assert!(failed <= 0.5, "{p:?}: {failed}");
    }
    Ok(())
}

#[test]
fn theorem_5_1_black_box_for_finite_classes() -> Result<()> {
    for (laws, n) in classes() {
        let class = FiniteClass::new(laws, n)?;
        for p in laws.chunks_exact(n) {
            let failed = failures(&class, p, 0.1, 0.2, 60)?;
            assert!(failed <= 0.2, "{p:?}: {failed}");
        }
    }
    Ok(())
}

/// One black box from its records: l = 9, 60 blocks of 20 records. It is right more often than not, and not always.
fn small<'a, L: Learner>(learner: &'a L, blocks: usize, block: usize) -> BlackBox<'a, L> {
    BlackBox {
        sampler: Sampler {
            learner,
            mode: mode(1.0, 0.01),
            scheme: Scheme::Race,
            blocks,
            block,
        },
        length: 9,
    }
}

/// The released law is what the base learner makes of the released sequence: the same words, through the sampler alone.
#[test]
fn algorithm_3_black_box_is_the_learner_after_the_sampler() -> Result<()> {
    let learner = AddConstant::new(3, 1, 2)?;
    let black_box = small(&learner, 40, 200);
    let mut records = vec![0; black_box.records()?];
    let mut nature = Generator::from_seed_for_tests([31; 32], 0);
    let mut work = vec![u32::MAX; black_box.work_len()?];
    let mut answers = 0;
    for run in 0..40 {
        draws(&mut nature, &[17, 2, 1], &mut records);
        let at = || Generator::from_seed_for_tests([32; 32], run);
        let (mut sequence, mut law) = ([0; 9], [7; 3]);
        let released = black_box.release(&mut at(), &records, &mut work, &mut law);
        let sampled = black_box
            .sampler
            .release(&mut at(), &records, &mut work, &mut sequence);
        assert_eq!(released, sampled);
        let mut expected = [7; 3];
        if released.is_ok() {
            answers += 1;
            let mut histogram = [0; 3];
            sequence.iter().for_each(|y| histogram[*y as usize] += 1);
            learner.learn(&histogram, &mut expected)?;
        }
        assert_eq!(law, expected);
    }
    assert!((5..40).contains(&answers), "{answers}");
    Ok(())
}

/// T runs fail together far less often than one: the failure of one run is measured, and the bound of the theorem computed from it.
fn boosting<L: Learner>(black_box: BlackBox<L>, p: &[u32], alpha: f64) -> Result<()> {
    let n = p.len();
    let mut nature = Generator::from_seed_for_tests([33; 32], 0);
    let mut rng = Generator::from_seed_for_tests([34; 32], 0);
    let mut law = vec![0; n];
    // One run, at a third of alpha.
    let mut records = vec![0; black_box.records()?];
    let mut work = vec![0; black_box.work_len()?];
    let (mut failed, singles) = (0, 600);
    for _ in 0..singles {
        draws(&mut nature, p, &mut records);
        let released = black_box.release(&mut rng, &records, &mut work, &mut law);
        failed += usize::from(released.is_err() || tv(&law, p) >= alpha / 3.0);
    }
    let one = chernoff(failed, singles, true);
    assert!(failed > 10 && one < 0.4, "{failed} of {singles}: {one}");
    let runs = 25;
    let bound = (-2.0 * runs as f64 * (0.5 - one) * (0.5 - one)).exp();
    let boosted = Boosted {
        black_box,
        runs,
        alpha,
    };
    let mut records = vec![0; boosted.records()?];
    let mut work = vec![u32::MAX; boosted.work_len()?];
    let (mut failed, mut near, times) = (0, 0, 40);
    for _ in 0..times {
        draws(&mut nature, p, &mut records);
        match boosted.release(&mut rng, &records, &mut work, &mut law) {
            Ok(number) => {
                failed += usize::from(tv(&law, p) >= alpha);
                near += number;
            }
            Err(_) => failed += 1,
        }
    }
    assert!(failed as f64 <= bound * times as f64, "{failed}, {bound}");
    // Most runs that have an answer are near it.
    assert!(near as usize > times * runs / 2);
    Ok(())
}

#[test]
fn theorem_6_1_boosted_for_a_finite_class() -> Result<()> {
    let class = FiniteClass::new(&[8, 2, 2, 8], 2)?;
    // 8 records decide on a law wrongly now and then, and more than a few such votes of 60 leave no stable answer.
    boosting(small(&class, 60, 8), &[8, 2], 0.3)
}

#[test]
fn theorem_6_1_boosted_for_three_laws() -> Result<()> {
    let class = FiniteClass::new(&[8, 1, 1, 1, 8, 1, 1, 1, 8], 3)?;
    boosting(small(&class, 60, 4), &[1, 8, 1], 0.3)
}

#[test]
fn theorem_6_1_boosted_for_all_laws() -> Result<()> {
    // A run of 45 symbols is off by 0.16/3 where five of them or more are the rare one.
    let learner = Empirical::new(2)?;
    let black_box = BlackBox {
        length: 45,
        ..small(&learner, 60, 2_000)
    };
    boosting(black_box, &[19, 1], 0.16)
}

/// [B, Algorithm 4] at the paper's own T and sizes, for a class that needs few records.
#[test]
fn algorithm_4_boosted_at_the_papers_sizes() -> Result<()> {
    let class = FiniteClass::new(&[19, 1, 1, 19], 2)?;
    let (epsilon, delta) = (Epsilon::new(1.0)?, Delta::new(1e-6)?);
    let sizes = plan::boosted(&class, 0.3, 0.3, epsilon, delta)?;
    let sampler = Sampler {
        learner: &class,
        mode: mode(1.0, sizes.mode_delta),
        scheme: Scheme::Race,
        blocks: sizes.blocks as usize,
        block: sizes.block as usize,
    };
    let boosted = Boosted {
        black_box: BlackBox {
            sampler,
            length: sizes.length as usize,
        },
        runs: sizes.runs as usize,
        alpha: 0.3,
    };
    assert_eq!(boosted.records()? as u64, sizes.records);
    let mut records = vec![0; boosted.records()?];
    let mut work = vec![0; boosted.work_len()?];
    let mut nature = Generator::from_seed_for_tests([35; 32], 0);
    let mut rng = Generator::from_seed_for_tests([36; 32], 0);
    for p in [[19, 1], [1, 19]] {
        draws(&mut nature, &p, &mut records);
        let mut law = [0; 2];
        let near = boosted.release(&mut rng, &records, &mut work, &mut law)?;
        assert_eq!(law, p);
        assert!(f64::from(near) > 0.9 * sizes.runs as f64, "{near}");
    }
    Ok(())
}

/// The chain of inequalities of [B, Theorem C.2] at sizes that can be run: R, the law of one private symbol, is measured; then
/// TV(q, p) <= C OPT + (C + 1) TV(R, p) + a but for beta, with T = m(a, beta), C = 3.
#[test]
fn theorem_c_2_agnostic_for_laws_outside_the_class() -> Result<()> {
    for (laws, n, p) in [
        (&[9, 1, 1, 9][..], 2, &[88_u32, 12][..]),
        (&[18, 1, 1, 1, 18, 1, 1, 1, 18], 3, &[7, 88, 5]),
        (&[18, 1, 1, 9, 9, 2, 1, 1, 18], 3, &[43, 47, 10]),
    ] {
        let class = FiniteClass::new(laws, n)?;
        let (a, beta) = (0.25, 0.1);
        let runs = class.samples_agnostic(a, beta)? as usize;
        let agnostic = Agnostic {
            sampler: Sampler {
                learner: &class,
                mode: mode(1.0, 0.01),
                scheme: Scheme::Race,
                blocks: 40,
                block: 40,
            },
            runs,
        };
        let opt = laws.chunks_exact(n).map(|q| tv(q, p)).fold(1.0, f64::min);
        assert!(opt > 0.015);
        let mut nature = Generator::from_seed_for_tests([37; 32], 0);
        let mut rng = Generator::from_seed_for_tests([38; 32], 0);
        // R: where a run is not stable its symbol is uniform.
        let (singles, mut r) = (6_000, vec![0.0; n]);
        let sampler = &agnostic.sampler;
        let mut records = vec![0; sampler.records()?];
        let mut work = vec![0; sampler.work_len(1)?];
        for _ in 0..singles {
            draws(&mut nature, p, &mut records);
            let mut symbol = [0];
            match sampler.release(&mut rng, &records, &mut work, &mut symbol) {
                Ok(_) => r[symbol[0] as usize] += 1.0,
                Err(_) => r.iter_mut().for_each(|r| *r += 1.0 / n as f64),
            }
        }
        let r: Vec<u32> = r.iter().map(|x| (x * 1000.0) as u32).collect();
        let resolution = 3.0 / f64::from(singles).sqrt();
        let bound = 3.0 * opt + 4.0 * (tv(&r, p) + resolution) + a;
        // A wrong law of the class fails.
        let worst = laws.chunks_exact(n).map(|q| tv(q, p)).fold(0.0, f64::max);
        assert!(bound < worst, "vacuous: {bound}, at most {worst}");
        let mut records = vec![0; agnostic.records()?];
        let mut work = vec![u32::MAX; agnostic.work_len()?];
        let (mut failed, times) = (0, 60);
        for _ in 0..times {
            draws(&mut nature, p, &mut records);
            let mut law = vec![0; n];
            let answers = agnostic.release(&mut rng, &records, &mut work, &mut law)?;
            assert!(answers as usize > runs / 2);
            // The reduction is proper.
            assert!(laws.chunks_exact(n).any(|q| q == law));
            failed += usize::from(tv(&law, p) > bound);
        }
        assert!(failed as f64 <= beta * f64::from(times), "{failed}");
    }
    Ok(())
}

/// [B, Algorithm 7] at the paper's own sizes: 66 runs of 420 blocks of 79,000 records, some 2e9 records, drawn as histograms. The race stands
/// in for the paper's mixture: it is a grand coupling of all laws on a finite alphabet too.
#[test]
fn algorithm_7_agnostic_at_the_papers_sizes() -> Result<()> {
    let class = FiniteClass::new(&[9, 1, 1, 9], 2)?;
    let (alpha, beta) = (0.9, 0.1);
    let (epsilon, delta) = (Epsilon::new(1.0)?, Delta::new(1e-6)?);
    let sizes = plan::agnostic(
        |alpha, beta| class.samples_agnostic(alpha, beta),
        3.0,
        alpha,
        beta,
        epsilon,
        delta,
    )?;
    let sampler = Sampler {
        learner: &class,
        mode: mode(1.0, sizes.mode_delta),
        scheme: Scheme::Race,
        blocks: sizes.blocks as usize,
        block: sizes.block as usize,
    };
    let mut work = vec![0; sampler.blocks_work_len(1)?];
    let mut histograms = vec![0; sampler.blocks * 2];
    let mut nature = ChaCha20Rng::from_seed([39; 32]);
    let mut rng = Generator::from_seed_for_tests([40; 32], 0);
    for p in [[9, 1], [1, 9], [9, 1]] {
        let mut histogram = [0; 2];
        for _ in 0..sizes.runs {
            for block in histograms.chunks_exact_mut(2) {
                multinomial(&mut nature, &p, sizes.block, block);
            }
            let mut symbol = [0];
            // Not stable: any fixed symbol.
            let _ = sampler.release_blocks(&mut rng, &histograms, &mut work, &mut symbol);
            histogram[symbol[0] as usize] += 1;
        }
        let mut law = [0; 2];
        class.learn(&histogram, &mut law)?;
        assert_eq!(law, p);
    }
    Ok(())
}

#[test]
fn no_answer_at_all_is_said_and_nothing_is_written() -> Result<()> {
    let learner = Empirical::new(2)?;
    // Half zeros and half ones in blocks of one record: a fair vote, at distance 1 or little more.
    let mut records: Vec<u32> = (0..3 * 40).map(|i| i % 2).collect();
    let black_box = BlackBox {
        sampler: Sampler {
            learner: &learner,
            mode: mode(1.0, 1e-9),
            scheme: Scheme::Race,
            blocks: 40,
            block: 1,
        },
        length: 1,
    };
    let mut rng = Generator::from_seed_for_tests([6; 32], 0);
    let mut law = [5; 2];
    // 40 votes are too few at delta = 1e-9 even if all agree: 41 are needed.
    let mut work = vec![0; 1_000];
    let few = black_box.release(&mut rng, &records[..40], &mut work, &mut law);
    assert_eq!((few, rng.position()), (Err(Error::TooFewVotes), 0));
    let with = |delta| BlackBox {
        sampler: Sampler {
            mode: mode(1.0, delta),
            ..black_box.sampler
        },
        ..black_box
    };
    let boosted = Boosted {
        black_box: with(1e-8),
        runs: 3,
        alpha: 0.5,
    };
    let agnostic = Agnostic {
        sampler: with(1e-8).sampler,
        runs: 3,
    };
    for _ in 0..50 {
        let released = boosted.release(&mut rng, &records, &mut work, &mut law);
        assert_eq!(released, Err(Error::NotStable));
        let released = agnostic.release(&mut rng, &records, &mut work, &mut law);
        assert_eq!(released, Err(Error::NotStable));
    }
    assert_eq!(law, [5; 2]);
    // Named before anything is drawn.
    let position = rng.position();
    let (needed, also) = (boosted.work_len()?, agnostic.work_len()?);
    for alpha in [0.0, 1.0, -0.5, f64::NAN] {
        let wrong = Boosted { alpha, ..boosted };
        let released = wrong.release(&mut rng, &records, &mut work, &mut law);
        assert_eq!(released, Err(Error::Domain));
    }
    for runs in [0, (1 << 24) + 1] {
        let (wrong, other) = (Boosted { runs, ..boosted }, Agnostic { runs, ..agnostic });
        let released = wrong.release(&mut rng, &records, &mut work, &mut law);
        assert_eq!(released, Err(Error::Votes));
        let released = other.release(&mut rng, &records, &mut work, &mut law);
        assert_eq!(released, Err(Error::Votes));
    }
    for (records, work_lens, law_len, error) in [
        (&records[1..], (needed, also), 2, Error::Length),
        (&records[..], (needed, also), 1, Error::Length),
        (&records[..], (needed - 1, also - 1), 2, Error::WorkLength),
    ] {
        let law = &mut law[..law_len];
        let released = boosted.release(&mut rng, records, &mut work[..work_lens.0], law);
        assert_eq!(released, Err(error));
        let released = agnostic.release(&mut rng, records, &mut work[..work_lens.1], law);
        assert_eq!(released, Err(error));
    }
    records[77] = 2;
    let released = boosted.release(&mut rng, &records, &mut work, &mut law);
    assert_eq!(released, Err(Error::Symbol));
    let released = agnostic.release(&mut rng, &records, &mut work, &mut law);
    assert_eq!(released, Err(Error::Symbol));
    assert_eq!((law, rng.position()), ([5; 2], position));
    Ok(())
}

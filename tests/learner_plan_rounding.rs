//! Roundings of a plan are to its safe side: where numbers lose their digits, are subnormal, or stand at the edge of a method.
use dpmarkov::Error;
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::coupling::Scheme;
use dpmarkov::learner::plan::{Sizes, boosted, guess_mean_tv, per_round, sampler};
use dpmarkov::learner::{BlackBox, Boosted, Empirical, Law, Sampler, StableMode};

fn at(epsilon: f64, delta: f64) -> (Epsilon, Delta) {
    (
        Epsilon::new(epsilon).expect("an epsilon"),
        Delta::new(delta).expect("a delta"),
    )
}

/// Where 1 - p loses its digits in f64, where the closed form changes its method, and with many records: the bound is above, and near.
#[test]
fn the_mean_distance_at_a_guess_is_bounded_from_above() {
    // mpmath, de Moivre's sum.
    for (weights, b, reference) in [
        (&[4_294_966_273, 1][..], 1, 4.656_613_980_048_073e-10),
        (&[u32::MAX, 1], 1_000_000_000, 3.689_377_294_380_084_6e-10),
        (
            &[u32::MAX, 1],
            1_000_000_000_000,
            1.217_407_440_893_471_3e-11,
        ),
        (&[u32::MAX, u32::MAX, 1], 3, 0.250_000_000_116_415_3),
        (&[999, 1], 32_000, 1.406_102_164_892_29e-4),
        (&[999, 1], 32_500, 1.400_682_017_632_746e-4),
        (&[999, 1], 10_000_000, 7.974_788_730_453_79e-6),
        (&[1, 1], 66, 0.048_920_749_951_650_37),
        (&[1, 3], 1_000_000_000_000_000, 1.092_548_430_592_078_7e-8),
    ] {
        let value = guess_mean_tv(Law::new(weights).expect("a law"), b).expect("a mean");
        assert!(
            value >= reference && value < reference * (1.0 + 1e-6),
            "{weights:?} {b}: {value:e} {reference:e}"
        );
    }
}

/// R rounds together cost no more than the whole: the sign of R x - whole is exact in a fused multiplication.
#[test]
fn rounds_never_cost_more_than_the_whole() {
    let mut state = 1u64;
    let mut fraction = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / 9_007_199_254_740_992.0
    };
    for i in 0..20_000u32 {
        let rounds = if i % 2 == 0 {
            u64::from(i % 500) + 1
        } else {
            (fraction() * 1e15) as u64 + 1
        };
        // Subnormal numbers of few digits, too.
        let epsilon = match i % 3 {
            0 => f64::from_bits((fraction() * 1e4) as u64),
            1 => fraction(),
            _ => fraction() * 1e5,
        };
        let delta = fraction() * 1e-9 + 1e-12;
        let whole = at(epsilon, delta);
        let (e, d) = per_round(whole.0, whole.1, rounds).expect("a share");
        let r = rounds as f64;
        assert!(e.get().mul_add(r, -epsilon) <= 0.0, "{epsilon:e} {rounds}");
        assert!(d.get().mul_add(r, -delta) <= 0.0, "{delta:e} {rounds}");
        // And not much is given away.
        assert!(d.get() * r > delta * (1.0 - 1e-15));
        assert!(rounds > 1 || (e, d) == whole);
    }
    let (epsilon, delta) = at(1.0, 1e-9);
    assert_eq!(per_round(epsilon, delta, 0), Err(Error::Sequence));
    assert_eq!(per_round(epsilon, delta, 1 << 53), Err(Error::Sequence));
}

/// What a plan says that this library runs is not refused by it, and the other way round.
#[test]
fn a_plan_that_runs_here_is_one_whose_records_are_taken() {
    let (epsilon, delta) = at(1.0, 1e-9);
    let taken = |learner: &Empirical, sizes: &Sizes| {
        let sampler = Sampler {
            learner,
            mode: StableMode::new(epsilon, delta).expect("a mode"),
            scheme: Scheme::Race,
            blocks: sizes.blocks as usize,
            block: sizes.block as usize,
        };
        if sizes.runs == 1 {
            return sampler.blocks_work_len(sizes.length as usize).is_ok();
        }
        let black_box = BlackBox {
            sampler,
            length: sizes.length as usize,
        };
        let runs = sizes.runs as usize;
        let alpha = 0.3;
        let boosted = Boosted {
            black_box,
            runs,
            alpha,
        };
        boosted.work_len().is_ok()
    };
    let mut seen = [0; 2];
    for n in [2, 17, 289] {
        let learner = Empirical::new(n).expect("a learner");
        for alpha in [0.9, 0.3] {
            let Ok(sizes) = boosted(&learner, alpha, 0.1, epsilon, delta) else {
                assert_eq!(n, 289, "above 2^64 records");
                continue;
            };
            for block in [sizes.block, 9] {
                let records = block * sizes.blocks * sizes.runs;
                let sizes = Sizes {
                    block,
                    records,
                    ..sizes
                };
                assert_eq!(sizes.runs_here(), taken(&learner, &sizes), "{sizes:?}");
                seen[usize::from(sizes.runs_here())] += 1;
            }
        }
        // One person a block, with a histogram of 32 bits a count.
        let sizes = sampler(&learner, 3, 0.1, epsilon, delta).expect("sizes");
        assert!(sizes.runs_here() && taken(&learner, &sizes), "{sizes:?}");
        let sizes = sampler(&learner, 3, 0.001, epsilon, delta).expect("sizes");
        assert!(!sizes.runs_here(), "{sizes:?}");
    }
    // Some hundred thousand million records of the boosted learner were said to run here.
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

//! Sizes of the private learner: the paper's formulas against values by mpmath, its constants against their proofs, and the direct sizes
//! against exact sums and adversarial laws.
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::plan::{
    self, Sizes, direct, direct_block, direct_empirical, direct_guess, direct_runs,
    empirical_mean_tv, guess_mean_tv, mean_disagreement, proved_tv,
};
use dpmarkov::learner::{Law, Learner, StableMode};
use dpmarkov::{Error, Result};

/// The empirical law on n symbols, with the m of its tail bound.
struct Empirical(usize);
impl Learner for Empirical {
    fn symbols(&self) -> usize {
        self.0
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        law.copy_from_slice(histogram);
        Ok(())
    }
    fn samples(&self, alpha: f64, beta: f64) -> Result<u64> {
        if !(alpha > 0.0 && alpha < 1.0 && beta > 0.0 && beta < 1.0) {
            return Err(Error::Domain);
        }
        let root = (self.0 as f64).sqrt() / 2.0 + ((1.0 / beta).ln() / 2.0).sqrt();
        let m = (root / alpha).powi(2).ceil();
        if m < 2f64.powi(53) {
            Ok(m as u64)
        } else {
            Err(Error::Unreachable)
        }
    }
}

/// A class of one law.
struct Certain;
impl Learner for Certain {
    fn symbols(&self) -> usize {
        2
    }
    fn learn(&self, _: &[u32], law: &mut [u32]) -> Result<()> {
        law.fill(1);
        Ok(())
    }
    fn samples(&self, _: f64, _: f64) -> Result<u64> {
        Ok(1)
    }
}

fn at(epsilon: f64, delta: f64) -> (Epsilon, Delta) {
    (
        Epsilon::new(epsilon).expect("an epsilon"),
        Delta::new(delta).expect("a delta"),
    )
}
fn mode(epsilon: f64, delta: f64) -> StableMode {
    let (epsilon, delta) = at(epsilon, delta);
    StableMode::new(epsilon, delta).expect("a mode")
}
/// Within the slack of 1e-14 and the rounding of the reference's f64 arguments.
fn near(x: u64, reference: f64) {
    assert!(
        (x as f64 / reference - 1.0).abs() < 1e-11,
        "{x} {reference}"
    );
}

// Values of mpmath at 40 digits.
#[test]
fn corollary_b7_the_sampler() {
    for (n, l, beta, epsilon, delta, b, k) in [
        (289, 3, 0.1, 1.0, 1e-9, 345_239_709.0, 473),
        (17, 1, 0.05, 0.1, 1e-6, 17_188_259.0, 1456),
        // epsilon above 1, which the paper does not take
        (2, 7, 0.5, 10.0, 1e-12, 2_851_124.0, 267),
    ] {
        let (epsilon, delta) = at(epsilon, delta);
        let s = plan::sampler(&Empirical(n), l, beta, epsilon, delta).expect("sizes");
        near(s.block, b);
        assert_eq!((s.blocks, s.runs, s.length), (k, 1, l));
        assert_eq!(s.records, s.block * s.blocks);
        assert_eq!(s.mode_delta, delta.get().min(beta / 4.0));
        assert!(s.accuracy <= beta / (64.0 * l as f64) && s.target_tv == 0.75 * beta);
    }
}

#[test]
fn theorem_5_1_the_black_box() {
    let (epsilon, delta) = at(1.0, 1e-9);
    let s = plan::black_box(&Empirical(17), 0.2, 0.1, epsilon, delta).expect("sizes");
    near(s.block, 368_898_694_539.0);
    assert_eq!((s.length, s.blocks, s.runs), (293, 473, 1));
}

#[test]
fn theorem_6_1_the_boosted_learner() {
    let (epsilon, delta) = at(1.0, 1e-9);
    let s = plan::boosted(&Empirical(17), 0.3, 0.01, epsilon, delta).expect("sizes");
    // Of the target 0.1 - 1e-15 the reference's m = 1142 may be one more.
    assert_eq!((s.length, s.blocks, s.runs), (1142, 444, 590));
    near(s.block, 3_586_609_210_603.0);
    near(s.records, 939_548_148_809_561_880.0);
    assert_eq!(direct_runs(0.01), Ok(17));
    // Both numbers of runs against the exact binomial law of runs that succeed 7 times in 8.
    for beta in [0.5, 0.1, 0.01, 1e-6, 1e-12] {
        let t = direct_runs(beta).expect("runs");
        assert!(failure_of_half(t) <= beta, "{beta} {t}");
        let paper = plan::boosted(&Empirical(2), 0.3, beta, epsilon, delta).expect("sizes");
        assert!(paper.runs >= 29 * t && failure_of_half(paper.runs) <= beta);
    }
}
/// P(binomial (t, 7/8) <= t/2).
fn failure_of_half(t: u64) -> f64 {
    let (mut p, mut sum) = (0.125_f64.powi(t as i32), 0.0);
    for i in 0..=t / 2 {
        sum += p;
        p *= (t - i) as f64 / (i + 1) as f64 * 7.0;
    }
    sum
}

#[test]
fn theorem_c2_the_agnostic_learner() {
    let (epsilon, delta) = at(1.0, 1e-9);
    let m = |a, b| Empirical(17).samples(a, b);
    let s = plan::agnostic(m, 3.0, 0.3, 0.05, epsilon, delta).expect("sizes");
    near(s.block, 1_074_267.0);
    assert_eq!((s.blocks, s.runs, s.length), (561, 1080, 1));
    near(s.records, 650_876_889_960.0);
    for factor in [0.5, f64::NAN, f64::INFINITY] {
        let refused = plan::agnostic(m, factor, 0.3, 0.05, epsilon, delta);
        assert_eq!(refused, Err(Error::Domain));
    }
}

/// The paper's k is enough for this library's mode, at every epsilon: it is never raised, and the gaps of the proofs are reached.
#[test]
fn the_papers_constants_hold_for_the_true_width() {
    let mut settings = 0;
    for e in -16..=24 {
        let epsilon = 2f64.powf(f64::from(e) / 4.0);
        for delta in [1e-300, 1e-12, 1e-6, 1e-3, 0.05, 0.2, 0.5, 0.9, 0.999_999] {
            for beta in [1e-9, 1e-3, 0.05, 0.3, 0.7, 0.999_999] {
                let (e, d) = at(epsilon, delta);
                let s = plan::sampler(&Certain, 1, beta, e, d).expect("sizes");
                let mode = mode(epsilon, s.mode_delta);
                let k = (8.0 / epsilon * ((4.0 / beta).ln() - delta.ln()))
                    .max(128.0 * (4.0 / beta).ln());
                assert_eq!(s.blocks, k.ceil() as u64, "{epsilon} {delta} {beta}");
                let gap = u64::from(mode.gap_for_success());
                assert!(17 * s.blocks >= 32 * gap, "{epsilon} {delta} {beta}");
                // Fact B.3 itself: at its gap the mode answers with probability 1 - delta_0.
                let fact = (4.0 * -s.mode_delta.ln() / epsilon).floor() as u64 + 1;
                let distance = u32::try_from(fact.div_ceil(2)).expect("a distance");
                if epsilon < 1.0 {
                    assert!(
                        mode.success(distance) >= 1.0 - s.mode_delta - 1e-12,
                        "{epsilon} {delta} {beta}"
                    );
                }
                let a =
                    plan::agnostic(|_, _| Ok(1), 1.0, beta.min(0.99), 0.5, e, d).expect("sizes");
                let mode = self::mode(epsilon, a.mode_delta);
                assert!(5 * a.blocks >= 16 * u64::from(mode.gap_for_success()));
                settings += 1;
            }
        }
    }
    assert_eq!(settings, 41 * 54);
}

/// P(not printed | N votes differ), by the sum over the noise, and its own width.
struct Exact {
    x: f64,
    k: i64,
}
impl Exact {
    fn new(epsilon: f64, delta: f64) -> Self {
        let x = (-epsilon).exp();
        let k = ((1.0 - x + 2.0 * delta * x) / (delta * (1.0 + x))).ln() / epsilon;
        Exact {
            x,
            k: k.ceil() as i64,
        }
    }
    fn failure(&self, blocks: i64, differ: i64) -> f64 {
        let d = (blocks + 1) / 2 - differ;
        let p = |z: i64| self.x.powi(z.unsigned_abs() as i32);
        let all: f64 = (-self.k..=self.k).map(p).sum();
        let fails = (-self.k..=self.k).filter(|z| d <= 0 || d + z < self.k + 1);
        fails.map(p).sum::<f64>() / all
    }
}

/// No law of N with the mean k mu fails more often, and the worst law of two points comes within a thousandth.
#[test]
fn the_proved_distance_holds_for_every_law_of_the_mismatches() {
    // The first three by mpmath.
    for (mu, k, epsilon, delta, reference) in [
        (0.05, 200, 1.0, 1e-9, 0.118_868_698_265_877_88),
        (0.05, 60, 1.0, 1e-9, 0.245_768_314_323_655_98),
        (0.01, 2000, 0.25, 1e-6, 0.020_498_261_574_495_155),
        (0.05, 30, 1.0, 1e-9, 0.999_906_098_375_325_4),
        (0.2, 101, 1.0, 1e-9, f64::NAN),
        (1e-4, 44, 1.0, 1e-9, f64::NAN),
    ] {
        let bound = proved_tv(mu, k, &mode(epsilon, delta)).expect("a bound");
        if !reference.is_nan() {
            assert!(
                bound >= reference * (1.0 - 1e-6) && bound < reference * 1.01,
                "{bound} {reference}"
            );
        }
        let (exact, blocks) = (Exact::new(epsilon, delta), k as i64);
        let mean = mu * k as f64;
        let g: Vec<f64> = (0..=blocks).map(|n| exact.failure(blocks, n)).collect();
        let mut worst: f64 = 0.0;
        for low in 0..=mean as usize {
            for high in mean.ceil() as usize..=k as usize {
                if high == low {
                    continue;
                }
                let share = (mean - low as f64) / (high - low) as f64;
                worst = worst.max(g[low] + share * (g[high] - g[low]));
            }
        }
        assert!(
            worst <= bound + 1e-12,
            "{mu} {k} {epsilon} {delta}: {worst} {bound}"
        );
        // The line starts at N = 0; a concave majorant touches g there where the mode is sure.
        assert!(
            bound <= worst * 1.001 || k < 60,
            "{mu} {k}: {worst} {bound}"
        );
    }
    // Pieces: K = 21,000.
    let wide = mode(1e-3, 1e-9);
    let (fine, coarse) = (
        proved_tv(1e-3, 1_000_000, &wide),
        proved_tv(1e-3, 400_000, &wide),
    );
    assert!(fine.expect("a bound") < coarse.expect("a bound"));
}

#[test]
fn the_mean_distance_of_the_empirical_law() {
    // mpmath, the sum over the binomial law.
    for (weights, b, reference) in [
        (&[3, 0, 1][..], 1, 0.375),
        (&[3, 0, 1], 10, 0.112_627_029_418_945_31),
        (&[5, 4, 3, 2, 1], 50, 0.107_660_893_138_746_5),
        (&[1000, 100, 10, 1], 200, 0.019_882_885_374_551_54),
    ] {
        let value = guess_mean_tv(Law::new(weights).expect("a law"), b).expect("a mean");
        assert!(
            value >= reference && value < reference * (1.0 + 2e-9),
            "{value} {reference}"
        );
        assert!(value <= empirical_mean_tv(weights.len(), b).expect("a bound"));
    }
    let law = Law::new(&[7; 289]).expect("a law");
    let mut last = 1.0;
    for b in [1, 10, 289, 290, 1000, 1 << 20, 1 << 40, 1 << 52] {
        let value = guess_mean_tv(law, b).expect("a mean");
        assert!(
            value <= last * (1.0 + 1e-9) && value <= empirical_mean_tv(289, b).expect("a bound"),
            "{b}: {value:e} {last:e}"
        );
        last = value;
    }
    assert!(last > 0.0);
    // The uniform law of many records: sqrt(2/pi) of the bound.
    let ratio = guess_mean_tv(law, 1 << 40).expect("a mean")
        / empirical_mean_tv(289, 1 << 40).expect("a bound");
    assert!(
        (ratio - (2.0 / std::f64::consts::PI).sqrt()).abs() < 1e-3,
        "{ratio}"
    );
    assert_eq!(guess_mean_tv(law, 0), Err(Error::Domain));
    assert_eq!(guess_mean_tv(law, u64::MAX), Err(Error::Domain));
    assert_eq!(empirical_mean_tv(1, 9), Err(Error::Alphabet));
    assert_eq!(empirical_mean_tv(2, 0), Err(Error::Domain));
}

/// The race's exact probability of a collision (its closed form), averaged over all samples of a block, against the bound.
#[test]
fn the_mean_disagreement_bounds_that_of_the_race() {
    let p = [0.5, 0.3, 0.2];
    for b in [1_i32, 4, 12, 40] {
        let (mut tv, mut disagree) = (0.0, [0.0; 4]);
        let lengths = [1, 3, 10, 100];
        for i in 0..=b {
            for j in 0..=b - i {
                let counts = [i, j, b - i - j];
                let probability: f64 = multinomial(&counts, &p);
                let q = counts.map(|c| f64::from(c) / f64::from(b));
                tv += probability * 0.5 * q.iter().zip(&p).map(|(a, b)| (a - b).abs()).sum::<f64>();
                let agree: f64 = (0..3)
                    .filter(|y| q[*y] > 0.0)
                    .map(|y| {
                        1.0 / (0..3)
                            .map(|z| f64::max(p[z] / p[y], q[z] / q[y]))
                            .sum::<f64>()
                    })
                    .sum();
                for (d, l) in disagree.iter_mut().zip(lengths) {
                    *d += probability * (1.0 - agree.powi(l));
                }
            }
        }
        assert!(tv <= empirical_mean_tv(3, b as u64).expect("a bound"));
        for (d, l) in disagree.iter().zip(lengths) {
            let bound = mean_disagreement(tv.min(1.0), l as u64).expect("a bound");
            assert!(*d <= bound, "{b} {l}: {d} {bound}");
            assert!(
                bound < 2.0 * f64::from(l) * tv,
                "sharper than the paper's 2 l TV"
            );
        }
    }
    assert_eq!(mean_disagreement(0.0, 5), Ok(0.0));
    assert_eq!(mean_disagreement(1.0, 5), Ok(1.0));
    assert_eq!(mean_disagreement(f64::NAN, 5), Err(Error::Domain));
    assert_eq!(mean_disagreement(0.1, 0), Err(Error::Sequence));
}
fn multinomial(counts: &[i32; 3], p: &[f64; 3]) -> f64 {
    let ln_factorial = |n: i32| (1..=n).map(|i| f64::from(i).ln()).sum::<f64>();
    let total = ln_factorial(counts.iter().sum());
    let each = counts
        .iter()
        .zip(p)
        .map(|(c, p)| f64::from(*c) * p.ln() - ln_factorial(*c));
    (total + each.sum::<f64>()).exp()
}

/// The direct sizes keep the promise by `proved_tv`, and the gain over the paper's.
#[test]
fn the_direct_sizes_keep_the_same_promise_with_fewer_records() {
    for (n, l, beta, epsilon, delta, at_least) in [
        (289, 3, 0.1, 1.0, 1e-9, 190.0),
        (289, 3, 0.1, 0.1, 1e-9, 70.0),
        (17, 100, 0.5, 1.0, 1e-6, 100.0),
        (2, 1, 0.9, 5.0, 0.3, 50.0),
    ] {
        let (e, d) = at(epsilon, delta);
        let paper = plan::sampler(&Empirical(n), l, beta, e, d).expect("sizes");
        let ours = direct_empirical(n, l, beta, e, d).expect("sizes");
        let mode = mode(epsilon, ours.mode_delta);
        assert_eq!(ours.mode_delta, delta);
        let promise = |s: &Sizes| {
            let tv = empirical_mean_tv(n, s.block).expect("a mean");
            let mu = mean_disagreement(tv, s.length).expect("a disagreement");
            proved_tv(mu, s.blocks, &mode).expect("a bound")
        };
        assert!(promise(&ours) <= 0.75 * beta, "{}", promise(&ours));
        // One record less a block would break it.
        let less = Sizes {
            block: ours.block - 1,
            ..ours
        };
        assert!(
            promise(&less) > 0.75 * beta * (1.0 - 1e-9),
            "{} {}",
            promise(&less),
            ours.block
        );
        let gain = paper.records as f64 / ours.records as f64;
        println!(
            "n = {n}, l = {l}, beta = {beta}, epsilon = {epsilon}, delta = {delta}: paper k = {} b = {}, direct k = {} b = {}: {gain:.0} times fewer",
            paper.blocks, paper.block, ours.blocks, ours.block
        );
        assert!(gain > at_least, "{gain}");
        // For any learner, by its m alone.
        let generic = direct(&Empirical(n), l, beta, e, d).expect("sizes");
        println!(
            "    by m alone: k = {} b = {}: {:.0} times fewer",
            generic.blocks,
            generic.block,
            paper.records as f64 / generic.records as f64
        );
        assert!(generic.records >= ours.records && generic.records < paper.records / 4);
        // For a given number of blocks: the same at the best one, fewer records a block with more blocks.
        let same = direct_block(n, ours.blocks, l, beta, e, d).expect("sizes");
        assert_eq!((same.block, same.blocks), (ours.block, ours.blocks));
        let more = direct_block(n, 50 * ours.blocks, l, beta, e, d).expect("sizes");
        assert!(more.block < ours.block && promise(&more) <= 0.75 * beta);
    }
    // A law that is known beforehand and far from uniform: fewer still.
    let mut weights = [1; 289];
    weights[..4].copy_from_slice(&[40_000, 20_000, 10_000, 5_000]);
    let law = Law::new(&weights).expect("a law");
    let (e, d) = at(1.0, 1e-9);
    let any = direct_empirical(289, 3, 0.1, e, d).expect("sizes");
    let known = direct_guess(law, 3, 0.1, e, d).expect("sizes");
    println!(
        "a known law: {:.0} times fewer again",
        any.records as f64 / known.records as f64
    );
    assert!(known.records < any.records / 20);
    assert!(guess_mean_tv(law, known.block).expect("a mean") <= known.accuracy);
    assert!(guess_mean_tv(law, known.block - 1).expect("a mean") > known.accuracy);
}

#[test]
fn sizes_are_monotone() {
    let sizes = |l, beta, epsilon, delta| {
        let (e, d) = at(epsilon, delta);
        let paper = plan::sampler(&Empirical(50), l, beta, e, d).expect("sizes");
        let ours = direct_empirical(50, l, beta, e, d).expect("sizes");
        [paper.records, ours.records]
    };
    let base = sizes(3, 0.1, 1.0, 1e-9);
    for other in [
        sizes(4, 0.1, 1.0, 1e-9),
        sizes(3, 0.05, 1.0, 1e-9),
        sizes(3, 0.1, 0.2, 1e-9),
        sizes(3, 0.1, 0.2, 1e-12),
    ] {
        assert!(other[0] > base[0] && other[1] > base[1]);
    }
}

#[test]
fn what_is_refused() {
    let (e, d) = at(1.0, 1e-9);
    let one = Empirical(2);
    for bad in [0.0, 1.0, -0.1, 1.5, f64::NAN, f64::INFINITY] {
        assert_eq!(plan::sampler(&one, 1, bad, e, d), Err(Error::Domain));
        assert_eq!(plan::black_box(&one, bad, 0.1, e, d), Err(Error::Domain));
        assert_eq!(plan::black_box(&one, 0.1, bad, e, d), Err(Error::Domain));
        assert_eq!(plan::boosted(&one, bad, 0.1, e, d), Err(Error::Domain));
        assert_eq!(plan::boosted(&one, 0.1, bad, e, d), Err(Error::Domain));
        assert_eq!(direct(&one, 1, bad, e, d), Err(Error::Domain));
        assert_eq!(direct_empirical(2, 1, bad, e, d), Err(Error::Domain));
        assert_eq!(direct_block(2, 100, 1, bad, e, d), Err(Error::Domain));
        assert_eq!(direct_runs(bad), Err(Error::Domain));
    }
    assert_eq!(plan::sampler(&one, 0, 0.1, e, d), Err(Error::Sequence));
    assert_eq!(direct(&one, 0, 0.1, e, d), Err(Error::Sequence));
    assert_eq!(direct_block(2, 9, 0, 0.1, e, d), Err(Error::Sequence));
    // As many votes as the width of the noise asks for, and no more: no block is large enough.
    assert_eq!(direct_block(2, 20, 1, 0.1, e, d), Err(Error::TooFewVotes));
    assert_eq!(direct_empirical(1, 1, 0.1, e, d), Err(Error::Alphabet));
    let pure = Delta::new(0.0).expect("a delta");
    assert_eq!(plan::sampler(&one, 1, 0.1, e, pure), Err(Error::NotPure));
    assert_eq!(direct(&one, 1, 0.1, e, pure), Err(Error::NotPure));
    let none = Epsilon::new(0.0).expect("an epsilon");
    assert_eq!(
        plan::sampler(&one, 1, 0.1, none, d),
        Err(Error::Unreachable)
    );
    assert!(direct(&one, 1, 0.1, none, d).is_err());
    // Too long, too exact: the numbers leave the integers, never wrap.
    assert_eq!(
        plan::sampler(&one, u64::MAX, 0.1, e, d),
        Err(Error::Unreachable)
    );
    assert_eq!(direct(&one, u64::MAX, 0.1, e, d), Err(Error::Unreachable));
    assert_eq!(
        plan::black_box(&one, 1e-12, 0.1, e, d),
        Err(Error::Unreachable)
    );
    for bad in [-0.1, 1.1, f64::NAN] {
        assert_eq!(proved_tv(bad, 100, &mode(1.0, 1e-9)), Err(Error::Domain));
    }
    assert_eq!(proved_tv(0.1, 0, &mode(1.0, 1e-9)), Err(Error::Votes));
    // One vote: it is printed with the probability delta, and that is what is said.
    assert!(proved_tv(0.0, 1, &mode(1.0, 1e-9)).expect("a bound") > 1.0 - 1.1e-9);
    assert_eq!(proved_tv(1.0, 1 << 52, &mode(1.0, 1e-9)), Ok(1.0));
    let long = plan::sampler(&one, 70_000, 0.9, e, d).expect("sizes");
    assert!(
        !long.runs_here()
            && plan::sampler(&one, 7, 0.9, e, d)
                .expect("sizes")
                .runs_here()
    );
}

/// The figures of the header and of [`direct`]'s page.
#[test]
fn the_documented_gains() {
    for (epsilon, by_m, by_mean) in [(1.0, 253.0, 409.0), (0.1, 122.0, 197.0)] {
        let (e, d) = at(epsilon, 1e-9);
        let paper = plan::sampler(&Empirical(289), 3, 0.1, e, d).expect("sizes");
        let gain = |s: Sizes| (paper.records as f64 / s.records as f64).round();
        let direct = direct(&Empirical(289), 3, 0.1, e, d).expect("sizes");
        let mean = direct_empirical(289, 3, 0.1, e, d).expect("sizes");
        assert_eq!((gain(direct), gain(mean)), (by_m, by_mean));
    }
}

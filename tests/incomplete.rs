//! The incomplete beta and gamma functions: inputs that broke other libraries, identities, order across the seams between methods, the ends of
//! the domain. Their accuracy is in `tests/accuracy`.
// Reference values keep the digits of their source.
#![allow(clippy::excessive_precision)]
use dpmarkov::special::{LnTails, Tails, beta_inc, gamma_inc, ln_beta_inc_logit, ln_gamma_inc_ln};

fn check(what: &str, got: f64, want: f64, bound: f64) {
    assert!(
        (got / want - 1.0).abs() <= bound || got == want,
        "{what}: {got:e}, not {want:e}"
    );
}

/// stan, scipy, statrs, SpecialFunctions.jl, sympy: golden inputs of their bug reports.
#[test]
fn beta_inc_where_other_libraries_broke() {
    for s in [1e-300, 1e-3, 0.7, 1.0, 37.0, 1e6, 1e8, 1e15, 1e300] {
        let t = beta_inc(s, s, 0.5);
        assert_eq!((t.lower, t.upper), (0.5, 0.5), "{s}"); // statrs #434
        let t = ln_beta_inc_logit(s, s, 0.0);
        check("ln", t.ln_lower, -core::f64::consts::LN_2, 1e-15);
        check("ln", t.ln_upper, -core::f64::consts::LN_2, 1e-15);
    }
    // scipy #24566: NaN there.
    let x = 0.010000000000005001f64;
    let around: Vec<f64> = (-20..=20i64)
        .map(|k| {
            beta_inc(
                3.1622776601699636e16,
                3.130654883566682e18,
                f64::from_bits((x.to_bits() as i64 + k) as u64),
            )
            .lower
        })
        .collect();
    assert!(around.is_sorted_by(|u, v| u < v), "{around:?}");
    let t = beta_inc(0.1, 4000.0, 0.2); // SpecialFunctions.jl #334
    assert_eq!(t.lower, 1.0);
    let t = beta_inc(128.0, 1048704.0, 0.5); // sympy #24186
    assert_eq!(t.lower, 1.0);
    check(
        "1e4",
        beta_inc(1e4, 1e4, 0.4).lower,
        7.2639106225375572514e-180,
        1e-15,
    );
    check(
        "500",
        beta_inc(500.0, 500.0, 0.3).lower,
        4.3265132071690848714e-40,
        1e-15,
    );
    check(
        "1e5",
        beta_inc(1e5, 10.0, 0.9999).lower,
        0.45781085958512582618,
        1e-15,
    );
}

/// puruspe #4: 271.
#[test]
fn gamma_inc_where_other_libraries_broke() {
    let t = gamma_inc(100.0, 75.0);
    check("P(100, 75)", t.lower, 0.0033524414981869918897, 1e-15);
    check("Q(100, 75)", t.upper, 1.0 - 0.0033524414981869918897, 1e-15);
}

/// A fixed sequence of uniforms: the points are the same on every run.
fn uniforms() -> impl FnMut() -> f64 {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Parameters from 1e-300 to 1e300, points at, near and far from the mean: always two tails that sum to 1.
#[test]
fn every_finite_input_has_an_answer() {
    let mut u = uniforms();
    for i in 0..60_000 {
        let span = [300.0, 30.0, 8.0][i % 3];
        let a = 10f64.powf(span * (2.0 * u() - 1.0));
        let b = if u() < 0.6 {
            10f64.powf(span * (2.0 * u() - 1.0))
        } else {
            a * 10f64.powf(4.0 * u() - 2.0)
        };
        let mean = a / (a + b);
        let near = 1.0 + (u() - 0.5) * 10.0 / a.min(b).sqrt();
        let x = [
            mean,
            mean * near,
            u(),
            10f64.powf(-span * u()),
            1.0 - 10f64.powf(-16.0 * u()),
        ][i % 5]
            .clamp(0.0, 1.0);
        let logit = [
            (a / b).ln() * near,
            10f64.powf(8.0 * u() - 2.0),
            -(10f64.powf(8.0 * u() - 2.0)),
        ][i % 3];
        let proper = |t: Tails| {
            t.lower >= 0.0 && t.upper >= 0.0 && (t.lower + t.upper - 1.0).abs() <= f64::EPSILON
        };
        let proper_ln = |t: LnTails| {
            t.ln_lower <= 0.0
                && t.ln_upper <= 0.0
                && (t.ln_lower.exp() + t.ln_upper.exp() - 1.0).abs() < 1e-14
        };
        let t = beta_inc(a, b, x);
        assert!(proper(t), "beta_inc({a:e}, {b:e}, {x:e}) = {t:?}");
        let t = gamma_inc(a, if i % 2 == 0 { b } else { a * near.abs() });
        assert!(
            proper(t),
            "gamma_inc({a:e}, {b:e} or {:e}) = {t:?}",
            a * near.abs()
        );
        if logit.is_finite() {
            let t = ln_beta_inc_logit(a, b, logit);
            assert!(
                proper_ln(t),
                "ln_beta_inc_logit({a:e}, {b:e}, {logit:e}) = {t:?}"
            );
            let t = ln_gamma_inc_ln(a, logit);
            assert!(proper_ln(t), "ln_gamma_inc_ln({a:e}, {logit:e}) = {t:?}");
        }
    }
}

/// I_x(a, b) = 1 - I_(1-x)(b, a), where 1 - x is exact; bit for bit, since one tail is computed either way. And the logit's own symmetry.
#[test]
fn symmetry() {
    let mut u = uniforms();
    for _ in 0..20_000 {
        let (a, b) = (10f64.powf(8.0 * u() - 3.0), 10f64.powf(8.0 * u() - 3.0));
        let x = (1.0 + (u() * 1022.0).floor()) / 1024.0;
        let (t, m) = (beta_inc(a, b, x), beta_inc(b, a, 1.0 - x));
        if x != 0.5 || a.max(b) > 1.0 {
            assert_eq!(
                (t.lower.to_bits(), t.upper.to_bits()),
                (m.upper.to_bits(), m.lower.to_bits()),
                "{a:e} {b:e} {x}"
            );
        }
        let logit = (a / b).ln() + 6.0 * u() - 3.0;
        let (t, m) = (
            ln_beta_inc_logit(a, b, logit),
            ln_beta_inc_logit(b, a, -logit),
        );
        assert_eq!(
            (t.ln_lower.to_bits(), t.ln_upper.to_bits()),
            (m.ln_upper.to_bits(), m.ln_lower.to_bits()),
            "{a:e} {b:e} {logit}"
        );
    }
}

/// The logarithms are those of the plain tails.
#[test]
fn logarithms_and_tails_agree() {
    let mut u = uniforms();
    for _ in 0..20_000 {
        let (a, b) = (10f64.powf(5.0 * u() - 2.0), 10f64.powf(5.0 * u() - 2.0));
        let x = (a / (a + b) * 4.0 * u()).min(0.5);
        // The logit of x to one rounding: the tails move by (a + b) units in the last place at most.
        let (t, l) = (
            beta_inc(a, b, x),
            ln_beta_inc_logit(a, b, x.ln() - (-x).ln_1p()),
        );
        let slack = 1e-14 + 1e-15 * (a + b) * (1.0 - x.ln());
        if t.lower > 1e-290 && t.upper > 1e-290 {
            assert!(
                (t.lower.ln() - l.ln_lower).abs() <= slack,
                "{a:e} {b:e} {x:e}: {t:?} {l:?}"
            );
            assert!(
                (t.upper.ln() - l.ln_upper).abs() <= slack,
                "{a:e} {b:e} {x:e}: {t:?} {l:?}"
            );
        }
        let x = a * 3.0 * u();
        let (t, l) = (gamma_inc(a, x), ln_gamma_inc_ln(a, x.ln()));
        let slack = 1e-14 + 1e-15 * (a + x) * (1.0 + x.ln().abs());
        if t.lower > 1e-290 && t.upper > 1e-290 {
            assert!(
                (t.lower.ln() - l.ln_lower).abs() <= slack,
                "{a:e} {x:e}: {t:?} {l:?}"
            );
            assert!(
                (t.upper.ln() - l.ln_upper).abs() <= slack,
                "{a:e} {x:e}: {t:?} {l:?}"
            );
        }
    }
}

/// In steps well above rounding, through every change of method: the lower tail never falls and the upper never rises.
#[test]
fn order_in_x() {
    let mut u = uniforms();
    for i in 0..400 {
        let a = [1.0, 10.0, 20.0, 10f64.powf(9.0 * u() - 2.0)][i % 4] * (1.0 + 1e-9 * u());
        let b = [1.0, 10.0, 20.0, 10f64.powf(9.0 * u() - 2.0)][i / 4 % 4] * (1.0 + 1e-9 * u());
        let mut before = (-1.0, 2.0);
        for k in 1..400 {
            let t = beta_inc(a, b, k as f64 / 400.0);
            let slack = 1.0 + 1e-14;
            assert!(
                t.lower * slack >= before.0 && t.upper <= before.1 * slack,
                "{a:e} {b:e} {k}/400: {t:?} after {before:?}"
            );
            before = (t.lower, t.upper);
        }
        let mut before = (-1.0, 2.0);
        for k in 1..400 {
            let t = gamma_inc(a, a * k as f64 / 100.0);
            let slack = 1.0 + 1e-14;
            assert!(
                t.lower * slack >= before.0 && t.upper <= before.1 * slack,
                "{a:e} {k}/100: {t:?} after {before:?}"
            );
            before = (t.lower, t.upper);
        }
    }
}

#[test]
fn ends_of_the_domain() {
    let nan = f64::NAN;
    for (a, b, x) in [
        (0.0, 1.0, 0.5),
        (1.0, 0.0, 0.5),
        (-1.0, 1.0, 0.5),
        (1.0, 1.0, -1e-9),
        (1.0, 1.0, 1.1),
        (nan, 1.0, 0.5),
        (1.0, nan, 0.5),
        (1.0, 1.0, nan),
        (f64::INFINITY, 1.0, 0.5),
    ] {
        let t = beta_inc(a, b, x);
        assert!(t.lower.is_nan() && t.upper.is_nan(), "{a} {b} {x}");
    }
    for (a, x) in [
        (0.0, 1.0),
        (-1.0, 1.0),
        (1.0, -1e-9),
        (nan, 1.0),
        (1.0, nan),
        (f64::INFINITY, 1.0),
    ] {
        let t = gamma_inc(a, x);
        assert!(t.lower.is_nan() && t.upper.is_nan(), "{a} {x}");
    }
    for (a, b, t) in [
        (0.0, 1.0, 0.0),
        (1.0, nan, 0.0),
        (1.0, 1.0, nan),
        (1.0, 1.0, f64::INFINITY),
    ] {
        assert!(ln_beta_inc_logit(a, b, t).ln_lower.is_nan(), "{a} {b} {t}");
        assert!(
            a == 1.0 && b == 1.0
                || ln_gamma_inc_ln(if b.is_nan() { b } else { a }, t)
                    .ln_lower
                    .is_nan()
        );
    }
    assert_eq!(
        beta_inc(2.0, 3.0, 0.0),
        Tails {
            lower: 0.0,
            upper: 1.0
        }
    );
    assert_eq!(
        beta_inc(2.0, 3.0, 1.0),
        Tails {
            lower: 1.0,
            upper: 0.0
        }
    );
    assert_eq!(
        gamma_inc(2.0, 0.0),
        Tails {
            lower: 0.0,
            upper: 1.0
        }
    );
    assert_eq!(
        gamma_inc(2.0, f64::INFINITY),
        Tails {
            lower: 1.0,
            upper: 0.0
        }
    );
    // I_x(1, b) = 1 - (1-x)^b and Q(1, x) = e^-x at the ends of the range.
    check(
        "I_x(1, 1e300)",
        beta_inc(1.0, 1e300, 1e-300).upper,
        (-1f64).exp(),
        1e-15,
    );
    check(
        "Q(1, 700)",
        gamma_inc(1.0, 700.0).upper,
        (-700f64).exp(),
        1e-15,
    );
    check(
        "ln Q(1, e^700)",
        ln_gamma_inc_ln(1.0, 700.0).ln_upper,
        -(700f64.exp()),
        1e-13,
    );
    check(
        "ln I(1, 1)",
        ln_beta_inc_logit(1.0, 1.0, -1e300).ln_lower,
        -1e300,
        0.0,
    );
    check(
        "ln I(1e-300, 1)",
        ln_beta_inc_logit(1e-300, 1.0, -1e300).ln_lower,
        -1.0,
        1e-15,
    );
}

/// The largest parameters and logits: a product that leaves the range on the way once made both logarithms 0, that is, both tails 1.
#[test]
fn logarithms_at_the_ends_of_the_range() {
    let near = |got: f64, want: f64| (got / want - 1.0).abs() < 2e-15;
    // Values to 20 digits: b ln(4 x (1-x)) at a = b (the rest is below the last place); the incomplete gamma limit; a logit.
    let t = ln_beta_inc_logit(1.7e308, 1.7e308, 2.0);
    assert!(near(t.ln_upper, -1.474_854_823_642_292_4e308), "{t:?}");
    let t = ln_beta_inc_logit(1.7e308, 1e4, 709.9);
    assert!(near(t.ln_upper, -83_841.399_820_867_34), "{t:?}");
    let t = ln_beta_inc_logit(1e-17, 1e4, -1e308);
    assert!(near(t.ln_lower, -1e291) && t.ln_upper == 0.0, "{t:?}");
    let t = ln_beta_inc_logit(5e-324, 5e-324, 1.7e308);
    let half = -core::f64::consts::LN_2;
    assert!(near(t.ln_lower, half) && near(t.ln_upper, half), "{t:?}");
    // Below the range.
    assert_eq!(
        ln_beta_inc_logit(10.0, 0.5, -1e308).ln_lower,
        f64::NEG_INFINITY
    );
    assert_eq!(
        ln_beta_inc_logit(10.0, 1e300, 1e99).ln_upper,
        f64::NEG_INFINITY
    );
    assert_eq!(ln_gamma_inc_ln(1e17, -1e300).ln_lower, f64::NEG_INFINITY);

    // Whatever the point, the tails add up to 1.
    let sizes = [
        5e-324, 1e-300, 1e-17, 0.5, 1.0, 2.0, 10.0, 20.0, 1e4, 1e17, 1e100, 1e200, 1e300, 1.7e308,
    ];
    let logits = [1e-300, 0.5, 2.0, 700.0, 709.9, 745.2, 1e6, 1e99, 1.7e308];
    for a in sizes {
        for logit in logits.into_iter().flat_map(|t| [-t, t]) {
            for b in sizes {
                let t = ln_beta_inc_logit(a, b, logit);
                let total = t.ln_lower.exp() + t.ln_upper.exp();
                assert!((total - 1.0).abs() < 1e-13, "{a:e} {b:e} {logit:e}: {t:?}");
            }
            let t = ln_gamma_inc_ln(a, logit);
            let total = t.ln_lower.exp() + t.ln_upper.exp();
            assert!((total - 1.0).abs() < 1e-13, "{a:e} {logit:e}: {t:?}");
        }
    }
}

//! ln_gamma, digamma and ln_beta at inputs that broke other libraries, and at the ends of their domains.
use dpmarkov::special::{digamma, ln_beta, ln_gamma};

const INF: f64 = f64::INFINITY;
const TINY: f64 = 5e-324;

/// Equal to the last bits: at most `ulps` representable numbers apart.
#[track_caller]
fn near(got: f64, want: f64, ulps: i64) {
    let apart = (got.to_bits() as i64)
        .wrapping_sub(want.to_bits() as i64)
        .abs();
    assert!(
        apart <= ulps,
        "got {got:e}, want {want:e}, {apart} ulp apart"
    );
}

#[test]
fn ln_gamma_next_to_its_zeros() {
    // Most libraries: 0, or no digit right.
    near(
        ln_gamma(1.0 + 2f64.powi(-52)),
        -1.281_676_242_696_000_840_3e-16,
        0,
    );
    near(
        ln_gamma(2.0 - 2f64.powi(-52)),
        -9.387_698_065_543_116_760_9e-17,
        0,
    );
    assert_eq!(ln_gamma(1.0).to_bits(), 0.0f64.to_bits());
    assert_eq!(ln_gamma(2.0).to_bits(), 0.0f64.to_bits());
}

#[test]
fn digamma_at_its_root_and_near_two() {
    // Most libraries: -1.4e-15 (SpecialFunctions.jl #450).
    near(
        digamma(1.461_632_144_968_362_2),
        -9.241_265_521_729_427_516_8e-17,
        1,
    );
    near(
        digamma(1.461_632_144_968_362_2_f64.next_up()),
        1.224_537_462_200_406_903_1e-16,
        1,
    );
    // mpmath #396: an infinity; scirs #36: five digits.
    near(digamma(1e-30), -9.999_999_999_999_999_166_6e29, 0);
    near(
        digamma(1.999_999_821_097_463_9),
        0.422_784_219_718_120_483_81,
        1,
    );
}

#[test]
fn ln_beta_of_unequal_arguments() {
    // The difference of three log-gammas is 0 (stan math #1611), or loses half the digits (scipy #370, #19473).
    near(ln_beta(1e20, 3.0), -137.461_958_399_082_795_73, 1);
    near(ln_beta(9_999_991.0, 11.0), -162.194_635_187_464_572_37, 1);
    near(ln_beta(1e15, 0.5), -16.697_023_254_530_642_418, 1);
    for (a, b) in [
        (1e20, 3.0),
        (0.25, 9e9),
        (7.9, 8.1),
        (1e-300, 5.0),
        (1e300, 1e-300),
    ] {
        assert_eq!(ln_beta(a, b).to_bits(), ln_beta(b, a).to_bits());
    }
    // B(1, b) = 1/b.
    for b in [1e-300, 1e-5, 0.3, 1.0, 7.0, 8.0, 1e3, 1e10, 1e300] {
        let want = -libm_ln(b);
        assert!(
            (ln_beta(1.0, b) - want).abs() <= 3e-16 * want.abs() + 1e-16,
            "{b}"
        );
    }
}

/// The logarithm of the standard library: the tests run on hosts.
fn libm_ln(x: f64) -> f64 {
    x.ln()
}

#[test]
fn ln_gamma_at_the_ends() {
    for x in [
        0.0,
        -0.0,
        -1.0,
        -2.0,
        -1e15,
        -1e300,
        INF,
        -INF,
        f64::MAX,
        2.6e305,
    ] {
        assert_eq!(ln_gamma(x), INF, "{x:e}");
    }
    assert!(ln_gamma(f64::NAN).is_nan());
    near(ln_gamma(TINY), 744.440_071_921_381_262_3, 0);
    near(ln_gamma(-TINY), 744.440_071_921_381_262_3, 0);
    near(ln_gamma(f64::MIN_POSITIVE), 708.396_418_532_264_106_2, 0);
    near(ln_gamma(2.5e305), 1.755_511_860_237_645_3e308, 1);
    // Not only finite: monotone across every change of method.
    for at in [0.25, 0.72, 0.9, 1.22, 1.72, 2.35, 8.0f64] {
        let values: Vec<f64> = (-40i32..=40)
            .map(|k| ln_gamma(at + f64::from(k) * 1e-3 * at))
            .collect();
        let falling = at < 1.4;
        assert!(values.windows(2).all(|w| (w[0] > w[1]) == falling), "{at}");
    }
}

#[test]
fn digamma_at_the_ends() {
    for x in [0.0, -0.0, -1.0, -7.0, -1e300, -INF, f64::NAN] {
        assert!(digamma(x).is_nan(), "{x:e}");
    }
    assert_eq!(digamma(INF), INF);
    assert_eq!(digamma(TINY), -INF);
    assert_eq!(digamma(-TINY), INF);
    near(digamma(f64::MIN_POSITIVE), -4.494_232_837_155_789_8e307, 0);
    near(digamma(f64::MAX), 709.782_712_893_383_996_8, 0);
    near(digamma(-0.5), 0.036_489_973_978_576_520_56, 64);
}

#[test]
fn ln_beta_at_the_ends() {
    for (a, b) in [
        (f64::NAN, 1.0),
        (1.0, f64::NAN),
        (-1.0, 1.0),
        (1.0, -TINY),
        (0.0, INF),
        (INF, 0.0),
        (-INF, 1.0),
    ] {
        assert!(ln_beta(a, b).is_nan(), "{a:e} {b:e}");
    }
    assert_eq!(ln_beta(0.0, 1.0), INF);
    assert_eq!(ln_beta(-0.0, TINY), INF);
    assert_eq!(ln_beta(INF, INF), -INF);
    assert_eq!(ln_beta(TINY, INF), -INF);
    assert_eq!(ln_beta(f64::MAX, f64::MAX), -INF);
    // a + b overflows, the value does not: -2e308 ln 2.
    near(ln_beta(1e308, 1e308), -1.386_294_361_119_890_6e308, 2);
    near(ln_beta(TINY, TINY), 745.133_219_101_941_207_6, 1);
    near(ln_beta(TINY, f64::MAX), 744.440_071_921_381_262_3, 0);
    for a in [
        TINY, 1e-310, 1e-200, 1e-3, 0.5, 1.0, 7.999, 8.0, 1e10, 1e200, 1e308,
    ] {
        for b in [
            TINY, 1e-310, 1e-200, 1e-3, 0.5, 1.0, 7.999, 8.0, 1e10, 1e200, 1e308,
        ] {
            assert!(!ln_beta(a, b).is_nan(), "{a:e} {b:e}");
        }
    }
}

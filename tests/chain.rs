//! Chains: validation, recurrent classes, stationary distributions, ergodicity coefficients.
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, TransitionMatrix, classes, ergodicity, stationary};
use support::chains::{gth, power, reference_chain, references, total_variation};

mod support;

#[track_caller]
fn assert_close(got: &[f64], want: &[f64], relative: f64) {
    assert_eq!(got.len(), want.len());
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        assert!(
            (g - w).abs() <= relative * w.abs(),
            "state {i}: {g:e}, expected {w:e}"
        );
    }
}

#[test]
fn every_entry_agrees_with_seventy_digits() {
    let mut worst = 0.0_f64;
    for (kind, n, want) in references() {
        let got = gth(&reference_chain(&kind, n), n).unwrap();
        let error = got
            .iter()
            .zip(&want)
            .map(|(g, w)| ((g - w) / w).abs())
            .fold(0.0, f64::max);
        println!(
            "{kind} {n}: {error:e}, smallest entry {:e}",
            want.iter().fold(1.0_f64, |m, x| m.min(*x))
        );
        worst = worst.max(error);
    }
    assert!(worst <= 3e-15, "{worst:e}");
    assert!(
        worst >= 2e-16,
        "the documented bound is far too generous: {worst:e}"
    );
}

#[test]
fn power_never_claims_more_than_it_has() {
    for (kind, n, want) in references() {
        let cells = reference_chain(&kind, n);
        for (tolerance, iterations) in [(1e-3, 10), (1e-6, 1000), (1e-12, 5000)] {
            let (got, bound) = power(&cells, n, tolerance, iterations).unwrap();
            let error = total_variation(&got, &want);
            println!("{kind} {n} {tolerance:e} {iterations}: error {error:e} bound {bound:e}");
            assert!(error <= bound && bound <= 1.0);
        }
    }
    // Slow but well connected: certified after enough steps.
    for (n, bound_wanted) in [(5, 1e-12), (64, 1e-12), (260, 1e-11)] {
        let bound = power(&reference_chain("dense", n), n, 1e-12, 50_000)
            .unwrap()
            .1;
        assert!(bound <= bound_wanted, "{n}: {bound:e}");
    }
}

// The inputs that broke other libraries (tests/data/README.md).

#[test]
fn small_textbook_chains() {
    let oz = [0.5, 0.25, 0.25, 0.5, 0.0, 0.5, 0.25, 0.25, 0.5];
    assert_close(&gth(&oz, 3).unwrap(), &[0.4, 0.2, 0.4], 1e-15);
    assert_close(
        &gth(&[0.5, 0.5, 0.6, 0.4], 2).unwrap(),
        &[6.0 / 11.0, 5.0 / 11.0],
        1e-15,
    );
    let (pi, bound) = power(&oz, 3, 1e-13, 1000).unwrap();
    assert!(
        total_variation(&pi, &[0.4, 0.2, 0.4]) <= bound && bound <= 1e-13,
        "{bound:e}"
    );
}

#[test]
fn nearly_absorbing_states_are_no_special_case() {
    let (p, q) = (1e-17, 3e-17);
    let cells = [1.0 - p, p, q, 1.0 - q];
    assert_close(&gth(&cells, 2).unwrap(), &[0.75, 0.25], 1e-15);
    // Iteration cannot see these flows; it must say so.
    assert_eq!(power(&cells, 2, 1e-6, 100_000).unwrap().1, 1.0);
}

#[test]
fn a_large_matrix_within_n_ulp_is_valid() {
    let n = 1000;
    let mut cells = vec![1.0 / n as f64; n * n];
    cells[0] += (n as f64) * f64::EPSILON;
    cells[n] -= (n as f64) * f64::EPSILON;
    assert!(StochasticMatrix::new(&cells, n).is_ok());
    cells[0] += 1e-11;
    assert_eq!(
        StochasticMatrix::new(&cells, n).err(),
        Some(Error::NotStochastic)
    );
}

#[test]
fn several_classes_are_an_error_that_can_be_asked_about() {
    let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    assert_eq!(gth(&identity, 3), Err(Error::SeveralClasses));
    assert_eq!(
        power(&identity, 3, 1e-6, 10).err(),
        Some(Error::SeveralClasses)
    );
    let m = StochasticMatrix::new(&identity, 3).unwrap();
    assert_eq!(classes::recurrent_classes(m, &mut [0.0; 6]), Ok(3));
    for state in 0..3 {
        let mut pi = [7.0; 3];
        stationary::gth_from(m, state, &mut [0.0; 9], &mut pi).unwrap();
        let mut want = [0.0; 3];
        want[state] = 1.0;
        assert_eq!(pi, want);
    }
    // From state 1 chance decides between 0 and 2.
    let drunkard = [1.0, 0.0, 0.0, 0.5, 0.0, 0.5, 0.0, 0.0, 1.0];
    let m = StochasticMatrix::new(&drunkard, 3).unwrap();
    let mut pi = [7.0; 3];
    assert_eq!(
        stationary::gth_from(m, 1, &mut [0.0; 9], &mut pi),
        Err(Error::SeveralClasses)
    );
    assert_eq!(
        stationary::gth_from(m, 3, &mut [0.0; 9], &mut pi),
        Err(Error::StateIndex)
    );
    assert_eq!(pi, [7.0; 3]);
}

#[test]
fn a_periodic_chain() {
    assert_eq!(gth(&[0.0, 1.0, 1.0, 0.0], 2).unwrap(), [0.5, 0.5]);
    let (pi, bound) = power(&[0.0, 1.0, 1.0, 0.0], 2, 1e-9, 100).unwrap();
    assert!(pi == [0.5, 0.5] && bound <= 1e-9, "{pi:?} {bound}");
    // Period 3, and not from its own stationary distribution: 0 -> {1, 2} -> 3 -> 0.
    let cells = [
        0.0, 0.25, 0.75, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0,
    ];
    let want = [1.0 / 3.0, 0.25 / 3.0, 0.25, 1.0 / 3.0];
    assert_close(&gth(&cells, 4).unwrap(), &want, 1e-15);
    let (pi, bound) = power(&cells, 4, 1e-12, 1000).unwrap();
    assert!(
        total_variation(&pi, &want) <= bound && bound <= 1e-12,
        "{bound:e}"
    );
}

#[test]
#[allow(clippy::excessive_precision)] // the references as their source gives them
fn a_nearly_decomposable_chain() {
    let e = 1e-14;
    let cells = [
        0.5,
        0.5 - e,
        e,
        0.0,
        0.3,
        0.7,
        0.0,
        0.0,
        0.0,
        0.0,
        0.2,
        0.8,
        2e-14,
        0.0,
        0.6 - 2e-14,
        0.4,
    ];
    let want = [
        0.282_352_941_176_473_24,
        0.470_588_235_294_112_68,
        0.105_882_352_941_177_46,
        0.141_176_470_588_236_62,
    ];
    assert_close(&gth(&cells, 4).unwrap(), &want, 1e-15);
    // A residual alone would call the iterate converged.
    let (pi, bound) = power(&cells, 4, 1e-6, 10_000).unwrap();
    assert!(total_variation(&pi, &want) <= bound, "{bound}");
}

#[test]
fn bad_matrices_are_named_errors() {
    for n in [0, 1, 65_536, usize::MAX] {
        assert_eq!(
            StochasticMatrix::new(&[1.0; 4], n).err(),
            Some(Error::States),
            "{n}"
        );
    }
    for cells in [&[][..], &[1.0; 3], &[1.0; 5]] {
        assert_eq!(StochasticMatrix::new(cells, 2).err(), Some(Error::Length));
    }
    for bad in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.5,
        -5e-324,
        1.5,
        0.4,
    ] {
        assert_eq!(
            StochasticMatrix::new(&[0.5, 0.5, bad, 0.5], 2).err(),
            Some(Error::NotStochastic),
            "{bad}"
        );
        assert_eq!(
            StochasticMatrix::new(&[0.5, 0.5, 0.5, bad], 2).err(),
            Some(Error::NotStochastic),
            "{bad}"
        );
    }
    assert_eq!(TransitionMatrix::new([[1.0]]).err(), Some(Error::States));
    assert!(
        StochasticMatrix::new(&[1.0, -0.0, 0.0, 1.0], 2).is_ok(),
        "minus zero is zero"
    );
}

#[test]
fn wrong_lengths_and_parameters() {
    let cells = [0.5; 4];
    let m = StochasticMatrix::new(&cells, 2).unwrap();
    let mut pi = [7.0; 2];
    assert_eq!(
        stationary::gth(m, &mut [0.0; 3], &mut pi),
        Err(Error::WorkLength)
    );
    assert_eq!(
        stationary::gth(m, &mut [0.0; 4], &mut pi[..1]),
        Err(Error::Length)
    );
    assert_eq!(
        stationary::power(m, 1e-6, 10, &mut [0.0; 3], &mut pi),
        Err(Error::WorkLength)
    );
    assert_eq!(
        stationary::power(m, 1e-6, 10, &mut [0.0; 4], &mut pi[..1]),
        Err(Error::Length)
    );
    assert_eq!(
        stationary::power(m, 1e-6, 0, &mut [0.0; 4], &mut pi),
        Err(Error::Iterations)
    );
    for tolerance in [0.0, -1.0, 1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            stationary::power(m, tolerance, 10, &mut [0.0; 4], &mut pi),
            Err(Error::Tolerance)
        );
    }
    assert_eq!(pi, [7.0; 2]);
    assert_eq!(
        ergodicity::tau_inf(m, &mut [0.0; 1]),
        Err(Error::WorkLength)
    );
    assert_eq!(
        classes::recurrent_classes(m, &mut [0.0; 3]),
        Err(Error::WorkLength)
    );
    assert_eq!(
        classes::recurrent_class_of(m, 0, &mut [0.0; 4], &mut [false; 3]),
        Err(Error::Length)
    );
    assert_eq!(
        classes::recurrent_class_of(m, 2, &mut [0.0; 4], &mut [false; 2]),
        Err(Error::StateIndex)
    );
}

#[test]
fn transient_states_get_zero() {
    // 0 -> 1 -> 2 <-> 3; 4 -> 0.
    let mut cells = [0.0; 25];
    for (i, j, p) in [
        (0, 0, 0.5),
        (0, 1, 0.5),
        (1, 2, 1.0),
        (2, 3, 1.0),
        (3, 2, 0.25),
        (3, 3, 0.75),
        (4, 0, 1.0),
    ] {
        cells[i * 5 + j] = p;
    }
    let want = [0.0, 0.0, 0.2, 0.8, 0.0];
    assert_eq!(gth(&cells, 5).unwrap(), want);
    let (pi, bound) = power(&cells, 5, 1e-9, 1000).unwrap();
    assert!(
        pi[0] == 0.0
            && pi[1] == 0.0
            && pi[4] == 0.0
            && total_variation(&pi, &want) <= bound
            && bound <= 1e-9
    );
    // One absorbing state.
    let absorbing = [1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.3, 0.7];
    assert_eq!(gth(&absorbing, 3).unwrap(), [1.0, 0.0, 0.0]);
    assert_eq!(
        power(&absorbing, 3, 1e-9, 10).unwrap(),
        (vec![1.0, 0.0, 0.0], 0.0)
    );
}

#[test]
fn subnormal_probabilities() {
    let (p, q) = (1e-310, 3e-310);
    assert_close(&gth(&[1.0, p, q, 1.0], 2).unwrap(), &[0.75, 0.25], 1e-13);
    assert_close(
        &gth(&[1.0, 5e-324, 5e-324, 1.0], 2).unwrap(),
        &[0.5, 0.5],
        0.0,
    );
    // The entry's true value is 2e-310: subnormal, but not lost and not NaN.
    assert_close(&gth(&[1.0, p, 0.5, 0.5], 2).unwrap(), &[1.0, 2e-310], 1e-13);
}

#[test]
fn a_product_that_underflows_is_refused_and_not_guessed() {
    // 0 leads to 1 through 2, and back through 3, each with two steps of 1e-200.
    let t = 1e-200;
    let cells = [
        1.0, 0.0, t, 0.0, //
        0.0, 1.0, 0.0, t, //
        1.0, t, 0.0, 0.0, //
        t, 1.0, 0.0, 0.0,
    ];
    // The scaling of the rows saves this one.
    assert_close(
        &gth(&cells, 4).unwrap(),
        &[0.5, 0.5, t / 2.0, t / 2.0],
        1e-14,
    );
    // With other exits from 0 and 1 no scaling does: the coupling is 1e-400 of the rest.
    let mut cells = [0.0; 36];
    for (i, j, p) in [
        (0, 0, 0.5),
        (0, 2, t),
        (0, 4, 0.5),
        (1, 1, 0.5),
        (1, 3, t),
        (1, 5, 0.5),
        (2, 0, 1.0),
        (2, 1, t),
        (3, 1, 1.0),
        (3, 0, t),
        (4, 0, 1.0),
        (5, 1, 1.0),
    ] {
        cells[i * 6 + j] = p;
    }
    assert_eq!(gth(&cells, 6), Err(Error::Underflow));
    // An underflow that does not matter is none: 0 and 1 are coupled directly too.
    (cells[0], cells[1], cells[6], cells[7]) = (0.25, 0.25, 0.25, 0.25);
    assert_close(
        &gth(&cells, 6).unwrap(),
        &[1.0 / 3.0, 1.0 / 3.0, t / 3.0, t / 3.0, 1.0 / 6.0, 1.0 / 6.0],
        1e-14,
    );
}

#[test]
fn classes_of_a_mixed_chain() {
    // Classes {1, 4}, {2}; 0 leads to both, 3 to {1, 4} only.
    let mut cells = [0.0; 25];
    for (i, j, p) in [
        (0, 3, 0.5),
        (0, 2, 0.5),
        (1, 4, 1.0),
        (4, 1, 1.0),
        (2, 2, 1.0),
        (3, 1, 0.1),
        (3, 3, 0.9),
    ] {
        cells[i * 5 + j] = p;
    }
    let m = StochasticMatrix::new(&cells, 5).unwrap();
    let mut work = [f64::NAN; 10];
    assert_eq!(classes::recurrent_classes(m, &mut work), Ok(2));
    let mut members = [true; 5];
    assert_eq!(
        classes::recurrent_class_of(m, 3, &mut work, &mut members),
        Ok(2)
    );
    assert_eq!(members, [false, true, false, false, true]);
    assert_eq!(
        classes::recurrent_class_of(m, 0, &mut work, &mut members),
        Err(Error::SeveralClasses)
    );
    assert_eq!(members, [false, true, false, false, true]);
    let mut pi = [0.0; 5];
    stationary::gth_from(m, 3, &mut [f64::NAN; 25], &mut pi).unwrap();
    assert_eq!(pi, [0.0, 0.5, 0.0, 0.0, 0.5]);
}

#[test]
fn tau_inf_can_exceed_one_and_says_nothing_then() {
    // Half of the rows go to state 0, half to state 1: |lambda_2| <= 1 and tau_inf = 2.
    let mut cells = [0.0; 16];
    for (i, j) in [(0, 0), (1, 0), (2, 1), (3, 1)] {
        cells[i * 4 + j] = 1.0;
    }
    let m = StochasticMatrix::new(&cells, 4).unwrap();
    assert_eq!(ergodicity::tau_inf(m, &mut [0.0; 4]), Ok(2.0));
    assert_eq!(ergodicity::tau_one(m), 1.0);
}

/// One result on every processor.
#[test]
fn the_bits_are_fixed() {
    let pi = gth(&reference_chain("dense", 5), 5).unwrap();
    let bits: Vec<u64> = pi.iter().map(|p| p.to_bits()).collect();
    assert_eq!(
        bits,
        [
            0x3fc9_465a_1417_6733,
            0x3fbf_cf99_4cab_aa66,
            0x3fc7_d225_347a_d61d,
            0x3fcf_790f_dba2_3254,
            0x3fcf_86a4_3575_bb2d
        ]
    );
}

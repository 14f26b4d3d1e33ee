//! Attacks on the single error terms: each must be needed, and each must suffice.
use super::line::line_sum;
use super::saddle::saddle;
use super::step::Aliases;
use super::*;
use crate::special::complex::Complex;
use crate::special::float::sqrt;
use std::{vec, vec::Vec};

/// Lists of cells with their releases and epsilon, from one moved event to many releases of `Visit`.
fn cases() -> Vec<(Vec<GammaCell>, u32, f64)> {
    let lost = |w: f64, a: f64, m, k| GammaCell::lost(w * a, w, m, k);
    let gained = |w: f64, a: f64, m, k| GammaCell::gained(w * a, w, m, k);
    vec![
        (
            vec![lost(0.3188, 15.8, 1, 1), gained(0.3188, 15.8, 1, 1)],
            1,
            1.0,
        ),
        (
            vec![lost(0.3188, 15.8, 1, 1), gained(0.3188, 15.8, 1, 1)],
            365,
            20.0,
        ),
        (
            vec![lost(0.3188, 15.8, 1, 2), gained(0.3188, 15.8, 2, 1)],
            1,
            1.0,
        ),
        (
            vec![lost(2.5, 40.0, 2, 1), gained(2.5, 40.0, 1, 2)],
            10,
            3.0,
        ),
        (vec![lost(1.0, 1.0, 1, 1)], 3, 2.0),
        (vec![gained(1.0, 3.0, 1, 1)], 3, 2.0),
    ]
}

/// A coarse step: the sum is far above delta, never below; without the alias term the lower bound would be wrong.
#[test]
fn aliases_raise_the_sum_and_are_bounded() {
    let mut raised = 0;
    for (cells, releases, epsilon) in cases() {
        let losses = Losses::new(&cells, releases);
        let losses = Loss::of(&losses);
        let truth = evaluate(losses, epsilon, 1.0).bounds;
        assert!(truth.ln_upper - truth.ln_lower < 1e-9, "{truth:?}");
        let s = saddle(losses, epsilon, 1.0);
        let aliases = Aliases::new(losses, epsilon, s.c, 1.0 / sqrt(s.curvature));
        for ln_limit in [-8.0, -4.0, -2.0, 0.0, 2.0] {
            let step = aliases.step(s.ln_estimate() + ln_limit);
            let line = line_sum(losses, s.c, step, epsilon, 1e-13, 0.0);
            let added = exp(aliases.ln_total(step) - line.ln_scale);
            let upper = line.ln_scale + ln(line.sum + line.tail + line.rounding);
            let lower = line.ln_scale + ln(line.sum - line.tail - line.rounding - added);
            assert!(
                upper >= truth.ln_lower,
                "{cells:?} {ln_limit}: {upper} {truth:?}"
            );
            assert!(
                !(lower > truth.ln_upper),
                "{cells:?} {ln_limit}: {lower} {truth:?}"
            );
            // the planted bug: aliases forgotten, or taken off the upper bound
            let forgotten = line.ln_scale + ln(line.sum - line.tail - line.rounding);
            raised += u32::from(forgotten > truth.ln_upper);
        }
    }
    assert!(raised > 10, "the alias term is never needed: {raised}");
}

/// Cut short: the partial sum alone can undercut delta; with the tail it never does.
#[test]
fn tail_is_needed_and_suffices() {
    let mut short = 0;
    for (cells, releases, epsilon) in cases() {
        let losses = Losses::new(&cells, releases);
        let losses = Loss::of(&losses);
        let truth = evaluate(losses, epsilon, 1.0).bounds;
        let s = saddle(losses, epsilon, 1.0);
        let aliases = Aliases::new(losses, epsilon, s.c, 1.0 / sqrt(s.curvature));
        let step = aliases.step(s.ln_estimate() - 28.0);
        for relative in [10.0, 1.0, 0.1, 0.01, 1e-3, 1e-5] {
            let line = line_sum(losses, s.c, step, epsilon, relative, 0.0);
            let upper = line.ln_scale + ln(line.sum + line.tail + line.rounding);
            assert!(
                upper >= truth.ln_lower,
                "{cells:?} {relative}: {upper} {truth:?}"
            );
            let lower = line.ln_scale + ln(line.sum - line.tail - line.rounding);
            assert!(
                !(lower > truth.ln_upper + 1e-10),
                "{cells:?} {relative}: {lower} {truth:?}"
            );
            short += u32::from(line.ln_scale + ln(line.sum) < truth.ln_lower);
        }
    }
    assert!(short > 5, "the tail is never needed: {short}");
}

/// The tail's bound against the sum that it stands for, at every cut.
#[test]
fn tail_bounds_what_follows() {
    for (cells, releases, epsilon) in cases() {
        let losses = Losses::new(&cells, releases);
        let losses = Loss::of(&losses);
        let s = saddle(losses, epsilon, 1.0);
        let step = 0.25 / sqrt(s.curvature);
        let scale = losses.ln_moment(Complex::new(s.c, 0.0)).value.re;
        let size = |y: f64| {
            let at = Complex::new(s.c, y);
            let pole = at * Complex::new(1.0 + s.c, y);
            exp(losses.ln_moment(at).value.re - scale) / pole.abs()
        };
        for first in [1, 4, 16, 50] {
            let y = f64::from(first) * step;
            let rest: f64 = (first + 1..first + 6000)
                .map(|j| size(f64::from(j) * step))
                .sum();
            let bound = exp(losses.ln_moment(Complex::new(s.c, y)).value.re - scale)
                / (core::f64::consts::PI * y * losses.decay(s.c, y));
            let rest = rest * step / core::f64::consts::PI;
            assert!(
                rest <= bound * (1.0 + 1e-9),
                "{cells:?} {first}: {rest:e} {bound:e}"
            );
        }
    }
}

/// What was rounded is within what is claimed: the sum with its exponents pushed by the claimed error moves by less than the claim.
#[test]
fn rounding_claim_covers_the_exponents() {
    for (cells, releases, epsilon) in cases() {
        let losses = Losses::new(&cells, releases);
        let losses = Loss::of(&losses);
        let s = saddle(losses, epsilon, 1.0);
        let line = line_sum(losses, s.c, 0.25 / sqrt(s.curvature), epsilon, 1e-13, 0.0);
        let first = losses.ln_moment(Complex::new(s.c, 0.0)).error;
        assert!(
            line.rounding > line.sum * first * 0.1 && line.rounding < 1e-10 * line.sum,
            "{cells:?} {:e}",
            line.rounding
        );
        // two contours with nothing in common agree within their claims
        let other = line_sum(
            losses,
            0.9 * s.c,
            0.2 / sqrt(s.curvature),
            epsilon,
            1e-13,
            0.0,
        );
        let (a, b) = (line.ln_scale + ln(line.sum), other.ln_scale + ln(other.sum));
        assert!((a - b).abs() < 1e-8, "{cells:?}: {a} {b}");
    }
}

/// Few points where few suffice; never more than the cap.
#[test]
fn points() {
    for ((cells, releases, epsilon), most) in cases().into_iter().zip([400, 40, 400, 60, 700, 700])
    {
        let e = evaluate(Loss::of(&Losses::new(&cells, releases)), epsilon, 1.0);
        assert!(
            e.points > 0 && e.points <= most,
            "{cells:?} {releases}: {}",
            e.points
        );
    }
    // far beyond the cap: still a bound, by Chernoff or a coarse sum
    let cells = [
        GammaCell::lost(1e-5, 1e-4, 1, 1),
        GammaCell::gained(1e-5, 1e-4, 1, 1),
    ];
    let e = evaluate(Loss::of(&Losses::new(&cells, 1)), 1.0, 1.0);
    assert!(e.points <= 2 * line::MAX_POINTS && e.bounds.ln_upper <= 0.0);
    // floor of maths: delta >= e^(-a eps)/(2a+1) for every w
    assert!(e.bounds.ln_upper >= -0.1 - ln(1.2) - 1e-9, "{:?}", e.bounds);
}

/// The lines on either side of the pole at 0 agree where both are usable.
#[test]
fn complement_agrees() {
    for (cells, releases, epsilon) in cases() {
        let losses = Losses::new(&cells, releases);
        let losses = Loss::of(&losses);
        let epsilon = 0.1 * epsilon;
        let s = saddle(losses, epsilon, 1.0);
        let (a, b) = (
            main_line(losses, epsilon, s).bounds,
            complement::evaluate(losses, epsilon, s.c).bounds,
        );
        assert!(
            a.ln_lower <= b.ln_upper && b.ln_lower <= a.ln_upper,
            "{cells:?} {a:?} {b:?}"
        );
        assert!(b.ln_upper - b.ln_lower < 1e-9, "{b:?}");
    }
}

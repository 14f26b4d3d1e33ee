//! How a Dirichlet row, or the tallies of an urn, concentrates about its mean.
//!
//! **Theorem.** Let x ~ Dir(alpha) or x = tallies/M of Polya's urn, e = x - m, f the factor of its covariance f (diag(m) - m m^T), S = f/(1 - f/2), and
//! b >= sum sqrt(Var x_l). Then for every u > 0
//!
//! ```text
//! P(||e||_1 >= E ||e||_1 + u) <= e^(-u^2/(2 S)),   E ||e||_1 <= b                          (1)
//! P(||e||_1 >= u) <= (2^n - 2) e^(-u^2/(2 S))                                             (2)
//! P(||e||_1 >= u) <= b^2/u^2                                                              (3)
//! ```
//!
//! Proof of (1). Draw from the urn one ball after the other; x is the limit of the shares, or the shares after M draws. Doob's martingale of a function g with
//! |g(x) - g(y)| <= ||x - y||_1: after t draws the urn's mass is alpha_0 + t; let the next ball be of colour i or of colour j, and couple all later draws but
//! those that copy this ball or a copy of it. Such balls are 1 + R/(alpha_0 + t + 1) of R = M - t - 1 later draws in the mean, including the ball itself: a
//! share of (alpha_0 + M)/(M (alpha_0 + t + 1)) of all M, and 1/(alpha_0 + t + 1) in the limit. So the two conditional means of g differ by at most
//! d_t = 2 (alpha_0 + M)/(M (alpha_0 + t + 1)). By Hoeffding's lemma the exponent's variance is at most sum d_t^2/4, and by convexity
//! sum_{0 <= t < M} 1/(alpha_0 + t + 1)^2 <= integral of du/u^2 from alpha_0 + 1/2 to alpha_0 + M + 1/2 = M/((alpha_0 + 1/2) (alpha_0 + M + 1/2)): together at
//! most (alpha_0 + M)/(M (alpha_0 + 1/2)) = f (alpha_0 + 1)/(alpha_0 + 1/2) <= f/(1 - f/2), as 1/(alpha_0 + 1) <= f. Jensen: E |e_l| <= sqrt(Var x_l).
//!
//! Proof of (2). ||e||_1 = max over sets A of 2 e(A), e(A) = sum over A of e_l, as e sums to 0; the empty set and the full one have e(A) = 0. For one A the
//! differences of g = 2 e(A) are bounded as above. Dirichlet: x(A) is a Beta variate, sub-Gaussian with 1/(4 (alpha_0 + 1)) [Marchal & Arbel 2017,
//! doi:10.1214/17-ECP92], so S = f may be taken. (For the multinomial law: Weissman et al. 2003.)
//!
//! Proof of (3). E ||e||_1^2 = sum E |e_l| |e_k| <= (sum sqrt(Var x_l))^2, and Chebyshev's inequality. QED.
use crate::special::float::{exp, ln_1p, sqrt};

/// u with P(||e||_1 >= u) <= e^-depth: the least of the three.
pub(super) fn l1(cells: usize, factor: f64, of_a_set: f64, b: f64, depth: f64) -> f64 {
    let n = cells as f64;
    let about_mean = b + spread(factor, depth);
    // ln(2^n - 2), n >= 2
    let sets = n * core::f64::consts::LN_2 + ln_1p(-exp((1.0 - n) * core::f64::consts::LN_2));
    let by_sets = sqrt(2.0 * of_a_set * (sets + depth));
    let by_variance = b * exp(0.5 * depth);
    about_mean.min(by_sets).min(by_variance)
}

/// sqrt(2 S depth): what a function that changes by at most ||x - y||_1 exceeds its mean by, with probability e^-depth.
pub(super) fn spread(factor: f64, depth: f64) -> f64 {
    sqrt(2.0 * (factor / (1.0 - 0.5 * factor)) * depth)
}

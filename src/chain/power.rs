//! Iteration of the lazy chain and its certificate, the arithmetic of
//! [`stationary::power`](super::stationary::power), where the bound is proved.
use super::StochasticMatrix;
use super::classes::class_list;
use super::matrix::row_sum_tolerance;
use super::stationary::power_work_len;
use crate::error::{Error, Result};

pub(super) fn solve(
    matrix: StochasticMatrix<'_>,
    tolerance: f64,
    max_iterations: u32,
    work: &mut [f64],
    pi: &mut [f64],
) -> Result<f64> {
    let n = matrix.states();
    if pi.len() != n {
        return Err(Error::Length);
    }
    if !(tolerance > 0.0 && tolerance < 1.0) {
        return Err(Error::Tolerance);
    }
    if max_iterations == 0 {
        return Err(Error::Iterations);
    }
    let work = work.get_mut(..power_work_len(n)).ok_or(Error::WorkLength)?;
    let class = class_list(matrix, None, work)?;

    // Nothing fails from here on: `pi` may be written. Start from the uniform law of the class.
    pi.iter_mut().for_each(|p| *p = 0.0);
    for i in class.iter() {
        if let Some(p) = pi.get_mut(*i as usize) {
            *p = 1.0 / class.len() as f64;
        }
    }
    if class.len() == 1 {
        return Ok(0.0);
    }
    let (mut x, mut y) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let condition = {
        let doeblin = doeblin(matrix, pi, x);
        let hitting = hitting(matrix, pi, max_iterations, x, y);
        if doeblin < hitting { doeblin } else { hitting }
    };
    let target = if condition < f64::INFINITY {
        0.5 * tolerance / condition
    } else {
        tolerance
    };
    assign(x, pi);
    for _ in 0..max_iterations {
        let change = lazy_step(matrix, x, y);
        core::mem::swap(&mut x, &mut y);
        // abs(x P - x) is twice the lazy chain's change. Below 2^-51 only rounding is left.
        if 2.0 * change <= target || change <= 2.0 * f64::EPSILON {
            break;
        }
    }
    let total: f64 = x.iter().sum();
    for (p, x) in pi.iter_mut().zip(x.iter()) {
        *p = *x / total;
    }
    if !(condition < f64::INFINITY) {
        return Ok(1.0);
    }
    let unit = n as f64 * f64::EPSILON;
    // The last term: pi sums to 1 up to rounding only.
    let bound = condition * residual(matrix, pi, y) * (1.0 + 4.0 * unit) + unit;
    Ok(if bound < 1.0 { bound } else { 1.0 })
}

fn assign(to: &mut [f64], from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// y = x (I + P)/2; returns sum abs(y - x).
fn lazy_step(matrix: StochasticMatrix<'_>, x: &[f64], y: &mut [f64]) -> f64 {
    for (y, x) in y.iter_mut().zip(x) {
        *y = 0.5 * x;
    }
    for (row, x) in matrix.rows().zip(x).filter(|(_, x)| **x > 0.0) {
        let half = 0.5 * x;
        for (y, p) in y.iter_mut().zip(row) {
            *y += half * p;
        }
    }
    x.iter().zip(y.iter()).map(|(x, y)| (x - y).abs()).sum()
}

/// 1 / (2 beta), beta = sum_j min_i P_ij over the class (where `member` is positive), rounded up;
/// infinite where beta is not certainly positive. tau_1(P) <= 1 - beta [Doeblin].
fn doeblin(matrix: StochasticMatrix<'_>, member: &[f64], least: &mut [f64]) -> f64 {
    least.iter_mut().for_each(|m| *m = 1.0);
    for (row, _) in matrix.rows().zip(member).filter(|(_, m)| **m > 0.0) {
        for (least, p) in least.iter_mut().zip(row) {
            if *p < *least {
                *least = *p;
            }
        }
    }
    let n = matrix.states() as f64;
    // A diagonal entry may be wrong by a row sum's tolerance, and the sum rounds.
    let beta = least.iter().sum::<f64>() * (1.0 - n * f64::EPSILON)
        - n * row_sum_tolerance(matrix.states());
    if beta > 0.0 {
        (0.5 / beta) * (1.0 + 4.0 * f64::EPSILON)
    } else {
        f64::INFINITY
    }
}

/// An upper bound on the expected steps from any state of the class to its most entered state;
/// infinite where `steps` steps certify none.
fn hitting(
    matrix: StochasticMatrix<'_>,
    member: &[f64],
    steps: u32,
    u: &mut [f64],
    next: &mut [f64],
) -> f64 {
    u.iter_mut().for_each(|t| *t = 0.0);
    for (row, _) in matrix.rows().zip(member).filter(|(_, m)| **m > 0.0) {
        for (sum, p) in u.iter_mut().zip(row) {
            *sum += p;
        }
    }
    let (mut target, mut most) = (0, -1.0);
    for (j, (sum, m)) in u.iter().zip(member).enumerate() {
        if *m > 0.0 && *sum > most {
            (target, most) = (j, *sum);
        }
    }
    // u_i = Pr_i(target not reached yet), rounded up.
    for (i, (u, m)) in u.iter_mut().zip(member).enumerate() {
        *u = if *m > 0.0 && i != target { 1.0 } else { 0.0 };
    }
    let n = matrix.states();
    let up = 1.0 + 2.0 * (n as f64 + 2.0) * f64::EPSILON;
    let (mut u, mut next) = (u, next);
    let (mut expected, mut largest) = (0.0, 1.0);
    let (mut best, mut best_before) = (f64::INFINITY, f64::INFINITY);
    for step in 1..=steps {
        expected = (expected + largest) * (1.0 + f64::EPSILON);
        largest = 0.0;
        for (i, ((row, m), next)) in matrix.rows().zip(member).zip(next.iter_mut()).enumerate() {
            *next = 0.0;
            if *m > 0.0 && i != target {
                let own = u.get(i).copied().unwrap_or(0.0);
                let reached: f64 = row.iter().zip(u.iter()).map(|(p, u)| p * u).sum();
                *next = (reached + row_sum_tolerance(n) * own) * up;
                if *next > largest {
                    largest = *next;
                }
            }
        }
        core::mem::swap(&mut u, &mut next);
        let bound = if largest < 1.0 {
            expected / (1.0 - largest) * (1.0 + 4.0 * f64::EPSILON)
        } else {
            f64::INFINITY
        };
        if bound < best {
            best = bound;
        }
        if largest < 0.25 {
            break;
        }
        if step.is_power_of_two() {
            if best < f64::INFINITY && best > 0.8 * best_before {
                break; // twice the steps gained less than a fifth
            }
            best_before = best;
        }
    }
    best
}

/// sum over i of abs(flow into i - flow out of i) through off-diagonal entries, rounded up.
fn residual(matrix: StochasticMatrix<'_>, pi: &[f64], net: &mut [f64]) -> f64 {
    net.iter_mut().for_each(|f| *f = 0.0);
    let mut flow = 0.0;
    for (i, (row, x)) in matrix
        .rows()
        .zip(pi)
        .enumerate()
        .filter(|(_, (_, x))| **x > 0.0)
    {
        let (Some((left, [_, right @ ..])), Some((net_left, [own, net_right @ ..]))) =
            (row.split_at_checked(i), net.split_at_mut_checked(i))
        else {
            continue;
        };
        let mut exit = 0.0;
        for (net, p) in net_left
            .iter_mut()
            .zip(left)
            .chain(net_right.iter_mut().zip(right))
        {
            *net += x * p;
            exit += p;
        }
        *own -= x * exit;
        flow += x * exit;
    }
    let n = matrix.states() as f64;
    // Each of the numbers added has passed at most n + 3 roundings; together they are twice the flow.
    let rounding = 2.0 * flow * (n + 3.0) * f64::EPSILON;
    net.iter().map(|f| f.abs()).sum::<f64>() * (1.0 + n * f64::EPSILON)
        + rounding
        + f64::MIN_POSITIVE * n
}

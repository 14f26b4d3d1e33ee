//! The residual x P - x in more than double precision, the arithmetic of
//! [`stationary::error_bound`](super::stationary::error_bound).
use super::StochasticMatrix;
use super::double_rows::DoubleRowMut;
use super::stationary::error_bound_work_len;
use crate::error::{Error, Result};
use crate::special::double_double::{DoubleDouble, two_prod};

/// Relative rounding of one operation on pairs of doubles, several times what it is.
const UNIT: f64 = f64::EPSILON * f64::EPSILON * 16.0;

/// What tau_1(A#) is not below, and a little less for what rounding does to one that is computed: 0.499.
///
/// tau_1(A#) >= 1/2 for every chain of two states and more. Proof. A# (I - P) = I - 1 pi, so v = (v A#)(I - P) for every v of sum 0, and
/// ||w (I - P)||_1 <= ||w||_1 + ||w P||_1 <= 2 ||w||_1; so ||v||_1 <= 2 ||v A#||_1 <= 2 tau_1(A#) ||v||_1, v the difference of two unit vectors. QED. A number below
/// is no coefficient: scratch that was never filled would make every bound 0.
pub(crate) const LEAST_TAU_ONE: f64 = 0.499;

pub(super) fn error_bound(
    matrix: StochasticMatrix<'_>,
    x: &[f64],
    tau: f64,
    work: &mut [f64],
) -> Result<f64> {
    let n = matrix.states();
    if x.len() != n {
        return Err(Error::Length);
    }
    if !x.iter().all(|x| *x >= 0.0 && *x <= 2.0) {
        return Err(Error::NotStochastic);
    }
    if !(tau >= LEAST_TAU_ONE) {
        return Err(Error::Domain);
    }
    let work = work
        .get_mut(..error_bound_work_len(n))
        .ok_or(Error::WorkLength)?;
    let (hi, lo) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let mut net = DoubleRowMut { hi, lo };
    net.each(|_| DoubleDouble::from(0.0));
    let mut flow = 0.0;
    for (i, (row, x)) in matrix.rows().zip(x).enumerate() {
        if *x == 0.0 {
            continue;
        }
        // What stays is neither inflow nor outflow: the row without its diagonal entry.
        let own = net.get(i);
        net.add_numbers(*x, row);
        net.set(i, own);
        let mut exits = DoubleDouble::from(0.0);
        for (_, p) in row.iter().enumerate().filter(|(j, _)| *j != i) {
            exits = exits + *p;
        }
        let out = exits * *x;
        net.set(i, own - out);
        flow += out.hi;
    }
    let up = 1.0 + 2.0 * (n as f64 + 4.0) * f64::EPSILON;
    // Each of the numbers added passed at most n + 8 roundings; together they are twice the flow.
    let rounding = 2.0 * flow * (n as f64 + 8.0) * UNIT;
    let residual: f64 = net.shared().iter().map(|f| f.value().abs()).sum();
    let lost = f64::MIN_POSITIVE * n as f64 * n as f64 * 4.0; // by underflow
    let residual = (residual + rounding) * up + lost;

    let total = x.iter().fold(DoubleDouble::from(0.0), |s, x| s + *x);
    let excess = (total - DoubleDouble::from(1.0)).value().abs() * up + n as f64 * UNIT;
    let bound = (0.5 * tau * residual + 0.5 * excess) * (1.0 + 8.0 * f64::EPSILON);
    // TV <= 0.5 (sum x + 1), rounded up
    let most = if (total - DoubleDouble::from(1.0)).value() > 0.0 {
        (1.0 + excess) * (1.0 + f64::EPSILON)
    } else {
        1.0
    };
    // 0 * infinity is NaN: nothing is known then either.
    Ok(if bound < most { bound } else { most })
}

impl DoubleRowMut<'_> {
    /// self_j += factor x_j for plain numbers.
    fn add_numbers(&mut self, factor: f64, x: &[f64]) {
        let own = self.hi.iter_mut().zip(self.lo.iter_mut());
        for ((y, y_lo), x) in own.zip(x) {
            let (p, e) = two_prod(factor, *x);
            let sum = DoubleDouble { hi: *y, lo: *y_lo } + DoubleDouble { hi: p, lo: e };
            (*y, *y_lo) = (sum.hi, sum.lo);
        }
    }
}

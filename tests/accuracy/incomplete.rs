use super::Point;
use super::support::golden::{self, Reference};
use dpmarkov::special::{LnTails, Tails, beta_inc, gamma_inc, ln_beta_inc_logit, ln_gamma_inc_ln};

/// Both tails as two points, those below 1e-300 left out.
fn pair(input: &[f64], got: [f64; 2], want: [Reference; 2]) -> Vec<Point> {
    let points =
        [0, 1].map(|i| (want[i].high.abs() >= 1e-300).then(|| Point::at(input, got[i], want[i])));
    points.into_iter().flatten().collect()
}

fn beta() -> Vec<Point> {
    let table = golden::lines("betainc.csv");
    let table = table.iter().map(|l| {
        (
            [l.input("a"), l.input("b"), l.input("x")],
            [l.reference("I"), l.reference("one_minus_I")],
        )
    });
    let extra = extra("beta_inc")
        .into_iter()
        .map(|(i, want)| ([i[0], i[1], i[2]], want));
    let tails = |[a, b, x]: [f64; 3]| {
        let Tails { lower, upper } = beta_inc(a, b, x);
        [lower, upper]
    };
    table
        .chain(extra)
        .flat_map(|(i, want)| pair(&i, tails(i), want))
        .collect()
}

fn gamma() -> Vec<Point> {
    let table = golden::lines("gammainc.csv");
    let table = table.iter().map(|l| {
        (
            [l.input("a"), l.input("x")],
            [l.reference("P"), l.reference("Q")],
        )
    });
    let extra = extra("gamma_inc")
        .into_iter()
        .map(|(i, want)| ([i[0], i[1]], want));
    let tails = |[a, x]: [f64; 2]| {
        let Tails { lower, upper } = gamma_inc(a, x);
        [lower, upper]
    };
    table
        .chain(extra)
        .flat_map(|(i, want)| pair(&i, tails(i), want))
        .collect()
}

/// The rows of `incomplete.csv` for one function.
fn extra(function: &str) -> Vec<(Vec<f64>, [Reference; 2])> {
    let text = include_str!("../data/incomplete.csv");
    let rows = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .skip(1)
        .map(|l| l.split(',').collect::<Vec<_>>());
    rows.filter(|r| r[0] == function)
        .map(|r| {
            let input = r[2..5]
                .iter()
                .filter(|v| !v.is_empty())
                .map(|v| golden::hex(v))
                .collect();
            (input, [Reference::parse(r[5]), Reference::parse(r[6])])
        })
        .collect()
}

fn among(points: Vec<Point>, keep: impl Fn(f64, f64) -> bool) -> Vec<Point> {
    let largest = |p: &Point| {
        let all: Vec<f64> = p.input.split(", ").map(|v| v.parse().unwrap()).collect();
        all[..all.len() - 1].iter().fold(0.0f64, |m, v| m.max(*v))
    };
    points
        .into_iter()
        .filter(|p| keep(largest(p), p.want.high))
        .collect()
}

pub fn beta_moderate() -> Vec<Point> {
    among(beta(), |p, v| p <= 1e4 && v >= 1e-50)
}

pub fn beta_large() -> Vec<Point> {
    among(beta(), |p, v| p > 1e4 && v >= 1e-50)
}

pub fn beta_deep() -> Vec<Point> {
    among(beta(), |_, v| v < 1e-50)
}

pub fn gamma_body() -> Vec<Point> {
    among(gamma(), |_, v| v >= 1e-50)
}

pub fn gamma_deep() -> Vec<Point> {
    among(gamma(), |_, v| v < 1e-50)
}

pub fn ln_beta_inc() -> Vec<Point> {
    let tails = |i: &[f64]| {
        let LnTails { ln_lower, ln_upper } = ln_beta_inc_logit(i[0], i[1], i[2]);
        [ln_lower, ln_upper]
    };
    extra("ln_beta_inc_logit")
        .into_iter()
        .flat_map(|(i, want)| pair(&i, tails(&i), want))
        .collect()
}

pub fn ln_gamma_inc() -> Vec<Point> {
    let tails = |i: &[f64]| {
        let LnTails { ln_lower, ln_upper } = ln_gamma_inc_ln(i[0], i[1]);
        [ln_lower, ln_upper]
    };
    extra("ln_gamma_inc_ln")
        .into_iter()
        .flat_map(|(i, want)| pair(&i, tails(&i), want))
        .collect()
}

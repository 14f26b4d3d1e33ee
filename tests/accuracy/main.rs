//! The accuracy table: what each special function promises, by region, over `tests/data/*.csv`.
//!
//! The test holds both ways. Measured above the bound: the function got worse. Bound above three times the measured error, or another worst input:
//! the row is stale, and so is the doc comment that quotes it.
//!
//! `cargo test --test accuracy -- --nocapture` prints the table.
#[path = "../support/mod.rs"]
mod support;

mod digamma;
mod incomplete;
mod ln_beta;
mod ln_gamma;

use support::golden::Reference;

/// What the error is counted in.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// Units in the last place of the true value.
    Ulp,
    /// Error over the true value.
    Relative,
    /// The error itself: near a zero that no double hits.
    Absolute,
}

/// One computed value beside its reference.
pub struct Point {
    /// The arguments, as the table prints them: `Point::at`.
    pub input: String,
    pub got: f64,
    pub want: Reference,
}

impl Point {
    /// A point named by its arguments, each in the shortest decimal that reads back to it.
    pub fn at(arguments: &[f64], got: f64, want: Reference) -> Self {
        let input = arguments
            .iter()
            .map(|x| format!("{x:?}"))
            .collect::<Vec<_>>()
            .join(", ");
        Self { input, got, want }
    }
}

/// One row of the table.
pub struct Row {
    pub function: &'static str,
    pub region: &'static str,
    pub unit: Unit,
    /// The promise.
    pub bound: f64,
    /// The input with the largest error, as `Point::at` prints it.
    pub worst: &'static str,
    pub points: fn() -> Vec<Point>,
}

/// The promises. Doc comments of the functions quote these rows.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    Row { function: "ln_gamma", region: "x > 0",                  unit: Unit::Ulp,      bound: 1.1,   worst: "1.2200000025745168", points: ln_gamma::positive },
    Row { function: "ln_gamma", region: "x < 0, |ln_gamma| >= 1", unit: Unit::Ulp,      bound: 0.6,   worst: "-18.00000031809886", points: ln_gamma::negative },
    Row { function: "ln_gamma", region: "x < 0, |ln_gamma| < 1",  unit: Unit::Ulp,      bound: 4.5, worst: "-2.7486826467274126", points: ln_gamma::negative_near_zero },
    Row { function: "digamma",  region: "x > 0",                  unit: Unit::Ulp,      bound: 1.4,   worst: "2.000000417759243", points: digamma::positive },
    Row { function: "digamma",  region: "x < 0, |psi| >= 1",      unit: Unit::Ulp,      bound: 4.5,   worst: "-12.79147946469849", points: digamma::negative },
    Row { function: "digamma",  region: "x < 0, |psi| < 1",       unit: Unit::Absolute, bound: 1e-15, worst: "-19.76074087128291", points: digamma::negative_near_zero },
    Row { function: "ln_beta",  region: "|ln B| > 0.5",           unit: Unit::Ulp,      bound: 1.2,   worst: "69350.12263686929, 9424.43183050355", points: ln_beta::away_from_one },
    Row { function: "ln_beta",  region: "1e-12 <= |ln B| <= 0.5", unit: Unit::Ulp,      bound: 25.0,   worst: "0.26341585791932287, 108.14576674238018", points: ln_beta::near_one },
    Row { function: "ln_beta",  region: "|ln B| < 1e-12",         unit: Unit::Absolute, bound: 1e-26, worst: "0.2411861122357485, 244.50607516035927", points: ln_beta::at_one },
    Row { function: "beta_inc", region: "a, b <= 1e4, tail >= 1e-50", unit: Unit::Relative, bound: 2e-15, worst: "0.030521633572758534, 8286.882233707736, 0.00011284678916950252", points: incomplete::beta_moderate },
    Row { function: "beta_inc", region: "a or b > 1e4, tail >= 1e-50",  unit: Unit::Relative, bound: 2e-15, worst: "100000.0, 0.1, 0.99999", points: incomplete::beta_large },
    Row { function: "beta_inc", region: "tail < 1e-50",               unit: Unit::Relative, bound: 1e-15, worst: "107.26742254393059, 23.58307812129888, 0.03056824973815986", points: incomplete::beta_deep },
    Row { function: "ln_beta_inc_logit", region: "all",               unit: Unit::Relative, bound: 2e-15, worst: "1.519625384582955, 0.22560615553927268, 6.38377257089092e-5", points: incomplete::ln_beta_inc },
    Row { function: "gamma_inc", region: "tail >= 1e-50",             unit: Unit::Relative, bound: 1.5e-15, worst: "0.1891601439889898, 0.880518493682185", points: incomplete::gamma_body },
    Row { function: "gamma_inc", region: "tail < 1e-50",              unit: Unit::Relative, bound: 7e-16, worst: "33.0, 330.0", points: incomplete::gamma_deep },
    Row { function: "ln_gamma_inc_ln", region: "all",                 unit: Unit::Relative, bound: 7e-16, worst: "85.58597444115561, 6.298845747477967", points: incomplete::ln_gamma_inc },
];

#[test]
fn every_function_keeps_its_row() {
    let mut faults = Vec::new();
    println!(
        "{:<18} {:<28} {:>8} {:>10} {:>10} {:<4} worst input",
        "function", "region", "points", "measured", "bound", "unit"
    );
    for row in TABLE {
        let points = (row.points)();
        assert!(
            !points.is_empty(),
            "{} {}: no points",
            row.function,
            row.region
        );
        let error = |p: &Point| match row.unit {
            Unit::Ulp => p.want.ulps(p.got),
            Unit::Relative => p.want.relative(p.got),
            Unit::Absolute => p.want.absolute(p.got),
        };
        let worst = points
            .iter()
            .max_by(|a, b| error(a).total_cmp(&error(b)))
            .expect("not empty");
        let measured = error(worst);
        let unit = match row.unit {
            Unit::Ulp => "ulp",
            Unit::Relative => "rel",
            Unit::Absolute => "abs",
        };
        println!(
            "{:<18} {:<28} {:>8} {:>10.4e} {:>10.4e} {:<4} {}",
            row.function,
            row.region,
            points.len(),
            measured,
            row.bound,
            unit,
            worst.input
        );
        let name = format!("{} ({})", row.function, row.region);
        if measured.is_nan() || measured > row.bound {
            faults.push(format!(
                "{name}: {measured:e} {unit} at {} (got {:e}, want {:e}) exceeds the bound {:e}",
                worst.input, worst.got, worst.want.high, row.bound
            ));
        }
        if row.bound > 3.0 * measured {
            faults.push(format!("{name}: the bound {:e} is more than three times the measured {measured:e}: tighten it", row.bound));
        }
        if row.worst != worst.input {
            faults.push(format!(
                "{name}: the worst input is now {}, the table says {}",
                worst.input, row.worst
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

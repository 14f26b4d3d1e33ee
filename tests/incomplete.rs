//! The incomplete beta and gamma functions against the reference tables of tests/data, and the inputs that broke other libraries.
use dpmarkov::special::{beta_inc, gamma_inc, ln_beta_inc_logit, ln_gamma_inc_ln};

fn hex(s: &str) -> f64 {
    let (mantissa, exponent) = s.strip_prefix("0x").unwrap().split_once('p').unwrap();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).unwrap();
    let e: i32 = exponent.parse::<i32>().unwrap() - 4 * fraction.len() as i32;
    // In two steps, so that a subnormal result is reached by one rounding-free product.
    digits as f64 * 2f64.powi(e / 2) * 2f64.powi(e - e / 2)
}

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split(',').collect())
}

fn relative(got: f64, want: &str) -> f64 {
    let want: f64 = want.parse().unwrap();
    if got == want { 0.0 } else { (got / want - 1.0).abs() }
}

#[derive(Default)]
struct Worst(std::collections::BTreeMap<String, (f64, String)>);
impl Worst {
    fn see(&mut self, region: String, error: f64, input: String) {
        let e = self.0.entry(region).or_insert((0.0, String::new()));
        if !(error <= e.0) {
            *e = (error, input);
        }
    }
    fn show(&self) {
        for (k, v) in &self.0 {
            println!("{k}: {:.2e} at {}", v.0, v.1);
        }
    }
}

#[test]
fn beta_inc_against_the_table() {
    let mut worst = Worst::default();
    for r in rows(include_str!("data/betainc.csv")) {
        let (a, b, x) = (hex(r[1]), hex(r[2]), hex(r[3]));
        let t = beta_inc(a, b, x);
        for (side, got, want) in [("lower", t.lower, r[7]), ("upper", t.upper, r[8])] {
            let v: f64 = want.parse().unwrap();
            if v < 1e-300 {
                continue;
            }
            let size = if a.max(b) <= 1e4 { "1e4" } else { "1e6" };
            let depth = if v >= 1e-50 { "body" } else { "tail" };
            worst.see(format!("{size} {depth} {side}"), relative(got, want), format!("{r:?} got {got:e}"));
        }
    }
    worst.show();
}

#[test]
fn gamma_inc_against_the_table() {
    let mut worst = Worst::default();
    for r in rows(include_str!("data/gammainc.csv")) {
        let (a, x) = (hex(r[1]), hex(r[2]));
        let t = gamma_inc(a, x);
        for (side, got, want) in [("P", t.lower, r[5]), ("Q", t.upper, r[6])] {
            let v: f64 = want.parse().unwrap();
            if v < 1e-300 {
                continue;
            }
            let depth = if v >= 1e-50 { "body" } else { "tail" };
            worst.see(format!("{depth} {side}"), relative(got, want), format!("{r:?} got {got:e}"));
        }
    }
    worst.show();
}

#[test]
fn field_cases() {
    for s in [1e6, 1e8, 1e15, 1e300] {
        println!("{:?}", beta_inc(s, s, 0.5));
    }
    let b: Vec<f64> = [-2i64, -1, 0, 1, 2]
        .map(|k| beta_inc(3.1622776601699636e16, 3.130654883566682e18, f64::from_bits((0.010000000000005001f64.to_bits() as i64 + k) as u64)).lower)
        .into();
    println!("{b:?}");
    println!("{:?} {:?}", beta_inc(0.1, 4000.0, 0.2), beta_inc(128.0, 1048704.0, 0.5));
    println!("{:?} {:?} {:?}", beta_inc(1e4, 1e4, 0.4), beta_inc(500.0, 500.0, 0.3), beta_inc(1e5, 10.0, 0.9999));
    println!("{:?} {:?} {:?}", gamma_inc(100.0, 75.0), ln_beta_inc_logit(2.0, 3.0, -1e5), ln_gamma_inc_ln(2.0, -1e5));
}

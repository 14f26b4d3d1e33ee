use super::Point;
use super::support::golden;
use dpmarkov::special::ln_gamma;

fn points(keep: fn(f64, f64) -> bool) -> Vec<Point> {
    let mut lines = golden::lines("lgamma.csv");
    lines.extend(golden::lines("adversarial_lgamma.csv"));
    let inputs = lines.iter().map(|l| (l.input("x"), l.reference("lgamma")));
    inputs
        .filter(|(x, want)| keep(*x, want.high))
        .map(|(x, want)| Point::at(&[x], ln_gamma(x), want))
        .collect()
}

pub fn positive() -> Vec<Point> {
    points(|x, _| x > 0.0)
}

pub fn negative() -> Vec<Point> {
    points(|x, want| x < 0.0 && want.abs() >= 1.0)
}

pub fn negative_near_zero() -> Vec<Point> {
    points(|x, want| x < 0.0 && want.abs() < 1.0)
}

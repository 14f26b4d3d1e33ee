use super::Point;
use super::support::golden::{self, Reference};
use dpmarkov::special::ln_beta;

fn points(keep: fn(Reference) -> bool) -> Vec<Point> {
    let mut lines = golden::lines("lnbeta.csv");
    lines.extend(golden::lines("adversarial_lnbeta.csv"));
    let inputs = lines
        .iter()
        .map(|l| (l.input("a"), l.input("b"), l.reference("lnbeta")));
    inputs
        .filter(|(_, _, want)| keep(*want))
        .map(|(a, b, want)| Point::at(&[a, b], ln_beta(a, b), want))
        .collect()
}

pub fn away_from_one() -> Vec<Point> {
    points(|want| want.high.abs() > 0.5)
}

pub fn near_one() -> Vec<Point> {
    points(|want| (1e-12..=0.5).contains(&want.high.abs()))
}

pub fn at_one() -> Vec<Point> {
    points(|want| want.high.abs() < 1e-12)
}

use super::Point;
use super::support::golden;
use dpmarkov::special::ln_gamma;

fn points(keep: fn(f64) -> bool) -> Vec<Point> {
    let lines = golden::lines("lgamma.csv");
    let inputs = lines.iter().map(|l| (l.input("x"), l.reference("lgamma")));
    inputs
        .filter(|(x, _)| keep(*x))
        .map(|(x, want)| Point::at(&[x], ln_gamma(x), want))
        .collect()
}

pub fn positive() -> Vec<Point> {
    points(|x| x > 0.0)
}

pub fn negative() -> Vec<Point> {
    points(|x| x < 0.0)
}

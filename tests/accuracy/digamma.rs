use super::Point;
use super::support::golden;
use dpmarkov::special::digamma;

fn points(keep: fn(f64) -> bool) -> Vec<Point> {
    let lines = golden::lines("digamma.csv");
    let inputs = lines.iter().map(|l| (l.input("x"), l.reference("digamma")));
    inputs
        .filter(|(x, _)| keep(*x))
        .map(|(x, want)| Point::at(&[x], digamma(x), want))
        .collect()
}

pub fn positive() -> Vec<Point> {
    points(|x| x > 0.0)
}

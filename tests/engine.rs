//! The accounting engine against the golden profile, a second engine and closed forms.
use dpmarkov::domain::Releases;
use dpmarkov::privacy::cells::patterns;
use dpmarkov::privacy::engine::{
    Bounds, adjacency_epsilon_upper, adjacency_ln_delta_upper, delta_bounds,
};
use dpmarkov::privacy::{Adjacency, DirichletParameters};
use std::fs;

fn adjacency(name: &str) -> Adjacency {
    Adjacency::ALL
        .into_iter()
        .find(|a| a.name() == name)
        .unwrap()
}

fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

/// The worst pattern's bracket, base and weight as they stand.
fn bracket(adjacency: Adjacency, w: f64, a: f64, releases: u32, epsilon: f64) -> Bounds {
    let mut worst = Bounds {
        ln_lower: f64::NEG_INFINITY,
        ln_upper: f64::MIN,
    };
    for pattern in patterns(adjacency) {
        let cells = pattern.cells(w * a, w);
        let b = delta_bounds(cells.as_slice(), Releases::new(releases).unwrap(), epsilon);
        worst.ln_lower = worst.ln_lower.max(b.ln_lower);
        worst.ln_upper = worst.ln_upper.max(b.ln_upper);
    }
    worst
}

#[test]
fn golden_profile() {
    let mut widest: f64 = 0.0;
    for row in rows("profile.csv") {
        let [name, w, a, epsilon, releases, delta] = &row[..] else {
            panic!()
        };
        let (w, a, epsilon, truth) = (number(w), number(a), number(epsilon), number(delta).ln());
        let releases: u32 = releases.parse().unwrap();
        let b = bracket(adjacency(name), w, a, releases, epsilon);
        println!(
            "{row:?} {:.2e} {:.2e}",
            b.ln_upper - truth,
            truth - b.ln_lower
        );
        widest = widest.max(b.ln_upper - truth);
    }
    println!("{widest:e}");
}

#[test]
fn acceptance() {
    let p = DirichletParameters::new(0.3188, 15.8).unwrap();
    for (t, want) in [(1, 1.0000333), (10, 3.1071982), (365, 26.1102637)] {
        let t0 = std::time::Instant::now();
        let e = adjacency_epsilon_upper(
            Adjacency::Event,
            &p,
            Releases::new(t).unwrap(),
            1e-6f64.ln(),
        );
        println!("{t} {e} {want} {:?}", t0.elapsed());
    }
    for pat in patterns(Adjacency::Visit) {
        println!(
            "{} {:?}",
            pat.name,
            delta_bounds(
                pat.cells(0.3188 * 15.8, 0.3188).as_slice(),
                Releases::ONE,
                1.0
            )
            .ln_upper
            .exp()
        );
    }
    println!(
        "{}",
        adjacency_ln_delta_upper(Adjacency::Visit, &p, Releases::ONE, 1.0).exp()
    );
}

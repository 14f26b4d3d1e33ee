//! From a log to a private chain: counts -> mechanism -> release -> print.
use dpmarkov::counts::{Session, TransitionCounts};
use dpmarkov::domain::Floor;
use dpmarkov::mechanism::Geometric;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::{Generator, entropy::OsEntropy};

fn main() -> dpmarkov::Result<()> {
    let mut counts = TransitionCounts::<3>::new(); // secret
    for _ in 0..100 {
        let mut session = Session::new();
        for state in [0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 1, 2, 0, 0] {
            session.visit(&mut counts.as_counts_mut(), state)?;
        }
    }
    let guarantee = Guarantee::new(Adjacency::Visit, 1.0, 0.0, 1)?; // epsilon 1, delta 0, one release
    let mechanism = Geometric::new(guarantee)?; // the least noise that meets it
    let mut rng = Generator::from_entropy(&mut OsEntropy, 1)?; // 1: the number of this release, never used again
    let floor = Floor::new(Floor::PER_EVENT)?; // an event for every cell, so that none is 0
    let (mut noisy, mut matrix) = ([0; 3], [0.0; 9]); // scratch; public, once released
    for row in mechanism
        .release_chain(&mut rng, counts.as_counts(), floor, &mut noisy, &mut matrix)?
        .rows()
    {
        println!("{:.4} {:.4} {:.4}", row[0], row[1], row[2]);
    }
    Ok(())
}

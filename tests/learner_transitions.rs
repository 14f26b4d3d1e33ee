//! Transitions as symbols: there and back again.
mod support;
use dpmarkov::Error;
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::counts::{Counts, CountsMut, SparseCounts, Support};
use dpmarkov::learner::Law;
use dpmarkov::learner::transitions::{
    add, chain_of_law, feasible_pair, feasible_pairs, law_of_chain, next_states, pair,
    pair_symbols, pairs, symbol,
};
use support::chains::{gth, reference_chain};

#[test]
fn symbols_and_pairs() {
    for n in [2, 3, 17, 100] {
        let symbols = pair_symbols(n).expect("symbols");
        for s in 0..symbols as u32 {
            let (from, to) = pair(s, n).expect("a pair");
            assert_eq!(symbol(from, to, n), Ok(s));
        }
        assert_eq!(pair(symbols as u32, n), Err(Error::Symbol));
        assert_eq!(symbol(n, 0, n), Err(Error::StateIndex));
        assert_eq!(symbol(0, n, n), Err(Error::StateIndex));
    }
    assert_eq!(symbol(4095, 4095, 4096), Ok((1 << 24) - 1));
    assert_eq!(pair_symbols(4097), Err(Error::Alphabet));
    assert_eq!(pair_symbols(1), Err(Error::States));
    assert_eq!(pair(u32::MAX, 4096), Err(Error::Symbol));
}

#[test]
fn histograms_are_the_counts() {
    let mut cells = [0; 9];
    let mut counts = CountsMut::new(&mut cells, 3).expect("counts");
    counts
        .record_session(&[0, 2, 2, 1, 0, 2])
        .expect("a session");
    let counts = Counts::new(&cells, 3).expect("counts");
    let mut histogram = [9; 9];
    pairs(counts, &mut histogram).expect("a histogram");
    assert_eq!(histogram, cells);
    let s = symbol(0, 2, 3).expect("a symbol") as usize;
    assert_eq!(histogram[s], 2);
    let mut row = [9; 3];
    next_states(counts, 2, &mut row).expect("a row");
    assert_eq!(row, [0, 1, 1]);
    assert_eq!(pairs(counts, &mut [0; 8]), Err(Error::Length));
    assert_eq!(next_states(counts, 3, &mut row), Err(Error::StateIndex));
    assert_eq!(next_states(counts, 0, &mut [0; 4]), Err(Error::Length));
}

#[test]
fn feasible_pairs_are_the_cells_of_the_support() {
    let support = Support::from_csr(&[0, 2, 2, 5], &[0, 2, 0, 1, 2], 3);
    let support = support.or_else(|_| Support::from_csr(&[0, 2, 3, 6], &[0, 2, 1, 0, 1, 2], 3));
    let support = support.expect("a support");
    let cells: Vec<u32> = (1..).take(support.cells()).collect();
    let counts = SparseCounts::new(support, &cells).expect("counts");
    let mut histogram = vec![0; cells.len()];
    feasible_pairs(counts, &mut histogram).expect("a histogram");
    assert_eq!(histogram, cells);
    for s in 0..cells.len() {
        let (from, to) = feasible_pair(s as u32, support).expect("a pair");
        assert_eq!(support.position(from, to), Some(s));
    }
    let end = cells.len() as u32;
    assert_eq!(feasible_pair(end, support), Err(Error::Symbol));
    assert_eq!(feasible_pairs(counts, &mut [0; 2]), Err(Error::Length));
}

#[test]
fn a_release_becomes_counts_or_nothing_does() {
    let mut histogram = [0, u32::MAX - 1, 5];
    assert_eq!(add(&[2, 1, 0], &mut histogram), Ok(()));
    assert_eq!(histogram, [1, u32::MAX, 6]);
    assert_eq!(add(&[0, 2, 1], &mut histogram), Err(Error::CountOverflow));
    assert_eq!(add(&[0, 2, 3], &mut histogram), Err(Error::Symbol));
    assert_eq!(histogram, [1, u32::MAX, 6]);
}

#[test]
fn a_chain_and_its_law_of_pairs() {
    let n = 17;
    let cells = reference_chain("dense", n);
    let pi = gth(&cells, n).expect("a stationary law");
    let chain = StochasticMatrix::new(&cells, n).expect("a chain");
    let mut weights = vec![0; n * n];
    law_of_chain(chain, &pi, 1 << 30, &mut weights).expect("a law");
    let law = Law::new(&weights).expect("a law");
    assert!((law.total() as f64 / f64::powi(2.0, 30) - 1.0).abs() < 1e-6);
    let mut back = vec![0.0; n * n];
    let matrix = chain_of_law(law, n, &mut back).expect("a chain");
    for (x, y) in matrix.as_slice().iter().zip(&cells) {
        assert!((x - y).abs() < 1e-6, "{x} {y}");
    }
    // What is positive stays so; what is 0 stays 0.
    law_of_chain(chain, &pi, 1, &mut weights).expect("a law");
    assert!(
        weights
            .iter()
            .zip(&cells)
            .all(|(w, p)| (*w > 0) == (*p > 0.0))
    );
    let before = weights.clone();
    let mut bad = pi.clone();
    bad[3] = f64::NAN;
    assert_eq!(
        law_of_chain(chain, &bad, 9, &mut weights),
        Err(Error::Domain)
    );
    assert_eq!(
        law_of_chain(chain, &pi, 0, &mut weights),
        Err(Error::Domain)
    );
    assert_eq!(
        law_of_chain(chain, &pi[1..], 9, &mut weights),
        Err(Error::Length)
    );
    assert_eq!(weights, before);
    weights[..n].fill(0);
    let gone = Law::new(&weights).expect("a law");
    let untouched = back.clone();
    assert_eq!(
        chain_of_law(gone, n, &mut back).err(),
        Some(Error::EmptyRow)
    );
    assert_eq!(
        chain_of_law(gone, n + 1, &mut back).err(),
        Some(Error::Length)
    );
    assert_eq!(back, untouched);
}

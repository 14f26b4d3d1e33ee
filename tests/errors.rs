//! Every error can happen, and what its message says about ranges is what `domain` says.
use dpmarkov::chain::{StochasticMatrix, stationary};
use dpmarkov::counts::{Counts, CountsMut, Outside, SparseCountsMut, Support};
use dpmarkov::domain::{
    self, ALPHABET, CONCENTRATION_MAX, DELTA, Delta, EPSILON, EXPECTED_ROW_TOTAL, Epsilon,
    ExpectedRowTotal, Floor, GeometricRate, HYPOTHESES, LEVEL, Level, PSEUDO_COUNT,
    PolyaParameters, PseudoCount, Releases, SEQUENCE, SHAPE, STATES, VOTES, Variance, WEIGHT,
    Weight,
};
use dpmarkov::learner::coupling::{Scheme, mixture};
use dpmarkov::learner::{Empirical, FiniteClass, Law, Sampler, SecretSeed, StableMode, tally};
use dpmarkov::mechanism::{Dirichlet, Geometric, PublishedDirichlet};
use dpmarkov::privacy::ledger::{Budget, Charge, Cost, Ledger, Window};
use dpmarkov::privacy::{
    Adjacency, DirichletParameters, Guarantee, epsilon_upper, published, renyi, solve_weight,
};
use dpmarkov::random::{
    EntropySource, Generator, Words, bernoulli::bernoulli, gamma, generator::POSITION_END,
    uniform_below::uniform_below,
};
use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, REPORTS_MAX, RowSums};
use dpmarkov::report::{About, Report, StateTable, Width, encode};
use dpmarkov::utility::expected_kl;
use dpmarkov::{Error, Result};
use std::collections::BTreeSet;
use std::num::NonZeroU64;

struct Broken;

impl EntropySource for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<()> {
        Err(Error::Entropy)
    }
}

fn power(tolerance: f64, iterations: u32) -> Result<f64> {
    let matrix = StochasticMatrix::new(&[0.5; 4], 2)?;
    stationary::power(matrix, tolerance, iterations, &mut [0.0; 2], &mut [0.0; 2])
}

fn gth(cells: &[f64], n: usize) -> Result<()> {
    let mut work = vec![0.0; stationary::gth_work_len(n)];
    let matrix = StochasticMatrix::new(cells, n)?;
    stationary::gth(matrix, &mut work, &mut vec![0.0; n])
}

/// Two groups of states that are coupled by a product of 1e-400 alone.
fn hardly_coupled() -> Vec<f64> {
    let mut cells = vec![0.0; 36];
    for (group, other) in [(0, 1), (1, 0)] {
        let (near, far, stay) = (group, group + 2, group + 4);
        cells[near * 6 + near] = 0.5;
        cells[near * 6 + far] = 1e-200;
        cells[near * 6 + stay] = 0.5;
        cells[far * 6 + near] = 1.0;
        cells[far * 6 + other] = 1e-200;
        cells[stay * 6 + near] = 1.0;
    }
    cells
}

/// A generator that is broken: every word is 0.
struct Zeros;

impl Words for Zeros {
    fn next_word(&mut self) -> u64 {
        0
    }
}

fn ledger_errors() -> Result<Vec<(Error, Option<Error>)>> {
    type Book = Ledger<1>;
    let (mut a, mut b) = ([0; Book::SLOT_LEN], [0; Book::SLOT_LEN]);
    Book::create(Adjacency::Event, Budget::new(1, 0)?, 5, &mut a)?;
    let mut ledger = Book::load(&a, &a, 5)?;
    let charge = |amount, parts| Ok(Charge::stated(Cost::new(amount, 0, parts)?, Window::ALL));
    let mut seen = vec![
        (Error::Cost, Cost::new(0, 0, 1).err()),
        (Error::Window, Window::new(1, 0).err()),
        (Error::LedgerCorrupt, Book::load(&b, &b, 0).err()),
        (Error::LedgerRollback, Book::load(&a, &a, 6).err()),
        (Error::LedgerPending, ledger.commit(&a).err()),
        (
            Error::BudgetExceeded,
            ledger.prepare(charge(2, 1)?, &mut b).err(),
        ),
    ];
    let _ = ledger.prepare(charge(1, 2)?, &mut b)?;
    seen.push((Error::LedgerNotStored, ledger.commit(&a).err()));
    let _ = ledger.commit(&b)?;
    seen.push((
        Error::LedgerFull,
        ledger.prepare(charge(1, 3)?, &mut b).err(),
    ));
    Ok(seen)
}

fn vote_errors() -> Result<Vec<(Error, Option<Error>)>> {
    let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(0.01)?)?;
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut release = |votes: &[u32]| {
        let mut work = vec![0; tally::work_len(votes.len())];
        let released = mode.release(&mut rng, votes, 1, &mut work, &mut [0]);
        released.err()
    };
    let all_different: Vec<u32> = (0..999).collect();
    // At distance 1 a mode is printed once in a hundred releases or less.
    let often: Vec<_> = (0..40).map(|_| release(&all_different)).collect();
    let not_stable = often.into_iter().find(Option::is_some).flatten();
    Ok(vec![
        (Error::NotStable, not_stable),
        (Error::TooFewVotes, release(&[3, 3])),
        (Error::Votes, release(&[])),
        (Error::Sequence, tally::tally(&[1, 2], 0, &mut [0; 4]).err()),
    ])
}

fn coupling_errors() -> Result<Vec<(Error, Option<Error>)>> {
    let secret = SecretSeed::draw(&mut Generator::from_seed_for_tests([1; 32], 0))?;
    let unlike = mixture::couple(secret, &[1, 1, 2, 1], 2, &mut [0; 2], &mut [0; 2]);
    Ok(vec![
        (Error::Alphabet, Law::new(&[1]).err()),
        (Error::Laws, unlike.err()),
    ])
}

fn report_errors() -> Result<Vec<(Error, Option<Error>)>> {
    let mechanism = Geometric::new(Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?)?;
    let about = About {
        state_table: StateTable([0; 16]),
        window: Window::ALL,
        generation: 0,
        id: None,
    };
    let (full, noisy) = (Support::full(2)?, [1, -2, 3, 4]);
    let write = |bytes: &mut [u8]| {
        encode::geometric(&about, &mechanism, &full, &noisy, Width::Bits16, bytes)
    };
    let mut bytes = [0; 256];
    let len = write(&mut bytes)?;
    let changed = |at: usize, to: u8| {
        let mut other = bytes;
        other[at] = to;
        Report::decode(&other[..len]).err()
    };
    Ok(vec![
        (Error::ReportFormat, changed(0, 0)),
        (Error::ReportVersion, changed(5, 2)), // after the tag, the map and the key
        (Error::ReportChecksum, changed(len - 5, 0)),
        (Error::ReportCapacity, write(&mut [0; 60]).err()),
    ])
}

fn merge_errors() -> Result<Vec<(Error, Option<Error>)>> {
    let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
    let mechanism = Dirichlet::new(guarantee, PseudoCount::new(15.8)?)?;
    let about = |table| About {
        state_table: StateTable([table; 16]),
        window: Window::ALL,
        generation: 0,
        id: None,
    };
    let (full, mut bytes) = (Support::full(2)?, [0; 256]);
    let mut report = |table| -> Result<Vec<u8>> {
        let shares = [0.5; 4];
        let about = about(table);
        let width = Width::Bits32;
        let len = encode::dirichlet(&about, &mechanism, &full, &shares, width, None, &mut bytes)?;
        Ok(bytes[..len].to_vec())
    };
    let (own, other) = (report(1)?, report(2)?);
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let table = StateTable([1; 16]);
    let mut merge = Merge::new(full, Adjacency::Event, table, &mut cells, &mut rows)?;
    let mut add = |bytes: &[u8], known| {
        let report = Report::decode(bytes);
        report.and_then(|report| merge.add(&report, known)).err()
    };
    let beyond = KnownTotals::EveryRow(ExpectedRowTotal::new(8_589_934_592.0)?);
    Ok(vec![
        (Error::ReportMismatch, add(&other, KnownTotals::None)),
        (Error::ReportTotals, add(&own, KnownTotals::None)),
        (Error::MergeFull, add(&own, beyond)),
    ])
}

fn sampler_errors() -> Result<Vec<(Error, Option<Error>)>> {
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let sampler = Sampler {
        learner: &Empirical::new(2)?,
        mode: StableMode::new(Epsilon::new(1.0)?, Delta::new(0.1)?)?,
        scheme: Scheme::Race,
        blocks: 9,
        block: 1,
    };
    let mut work = vec![0; sampler.work_len(1)?];
    let beyond = sampler.release(&mut rng, &[2; 9], &mut work, &mut [0]);
    let none = FiniteClass::new(&[], 2);
    Ok(vec![
        (Error::Symbol, beyond.err()),
        (Error::Hypotheses, none.err()),
    ])
}

fn every_error() -> Result<Vec<(Error, Option<Error>)>> {
    let event = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
    let loud = DirichletParameters::new(1e9, 1e-6)?;
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let even = StochasticMatrix::new(&[0.5; 4], 2)?;
    let bordered = PublishedDirichlet::new(25.0, 0.1, 100, 3)?;
    let mut full = [u32::MAX, 0, 0, 0];
    let mut full = CountsMut::new(&mut full, 2)?;
    let support = Support::from_mask(&[0b11, 0b01], 2)?;
    let mut cells = [0; 3];
    let mut sparse = SparseCountsMut::new(support, Outside::Refuse, &mut cells)?;
    let mut errors = vec![
        (Error::Epsilon, Epsilon::new(-1.0).err()),
        (Error::Delta, Delta::new(1.0).err()),
        (Error::Weight, Weight::new(f64::NAN).err()),
        (Error::PseudoCount, PseudoCount::new(0.0).err()),
        (Error::Releases, Releases::new(0).err()),
        (Error::Level, Level::new(1.0).err()),
        (Error::Adjacency, Adjacency::from_code(5).err()),
        (Error::ExpectedRowTotal, ExpectedRowTotal::new(0.5).err()),
        (Error::Shape, gamma::sample(&mut rng, 0.0).err()),
        (
            Error::Domain,
            renyi::renyi_divergence_upper(Adjacency::Event, &loud, Releases::ONE, 1.0).err(),
        ),
        (Error::Tolerance, power(1.0, 9).err()),
        (Error::Iterations, power(0.1, 0).err()),
        (Error::States, domain::cells(1).err()),
        (Error::StateIndex, full.record(0, 2, 1).err()),
        (Error::Length, Counts::new(&[0; 3], 2).err()),
        (
            Error::WorkLength,
            stationary::gth(even, &mut [], &mut [0.0; 2]).err(),
        ),
        (
            Error::Unreachable,
            solve_weight(&event, PseudoCount::new(1.0)?).err(),
        ),
        (
            Error::NoEpsilon,
            epsilon_upper(
                Adjacency::Destination,
                &loud,
                Releases::ONE,
                Delta::new(1e-300)?,
            )
            .err(),
        ),
        (
            Error::NotPure,
            solve_weight(
                &Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?,
                PseudoCount::new(1.0)?,
            )
            .err(),
        ),
        (Error::Rate, GeometricRate::new(1, 0).err()),
        (Error::Variance, Variance::new(0, 1).err()),
        (Error::Mass, PolyaParameters::new(0, 1, 1, 1).err()),
        (Error::Draws, PolyaParameters::new(1, 1, 1, 0).err()),
        (Error::Floor, Floor::new(u32::MAX).err()),
        (
            Error::GuaranteeNotMet,
            Dirichlet::checked(event, loud).err(),
        ),
        (
            Error::AssumptionGamma,
            published::epsilon(25.0, 0.1, 100, 3, 0.6).err(),
        ),
        (
            Error::AssumptionBorder,
            published::epsilon(25.0, 0.25, 100, 3, 1e-3).err(),
        ),
        (
            Error::AssumptionConcentration,
            published::epsilon(14.9, 0.1, 100, 3, 1e-3).err(),
        ),
        (
            Error::PublishedStates,
            published::epsilon(25.0, 0.1, 100, 2, 1e-3).err(),
        ),
        (
            Error::RowTotal,
            published::epsilon(25.0, 0.1, 1, 3, 1e-3).err(),
        ),
        (
            Error::BelowBorder,
            bordered
                .release_row(&mut rng, &[9, 50, 41], &mut [0.0; 3])
                .err(),
        ),
        (Error::CountOverflow, full.record(0, 0, 1).err()),
        (Error::Support, Support::from_mask(&[0b01, 0b00], 2).err()),
        (Error::Infeasible, sparse.record(1, 1, 1).err()),
        (Error::EmptyRow, expected_kl(&[0, 0], &loud).err()),
        (Error::NotStochastic, gth(&[1.0, 0.0, 0.5, 0.6], 2).err()),
        (Error::SeveralClasses, gth(&[1.0, 0.0, 0.0, 1.0], 2).err()),
        (Error::Underflow, gth(&hardly_coupled(), 6).err()),
        (
            Error::Entropy,
            Generator::from_entropy(&mut Broken, 0).err(),
        ),
        (
            Error::StreamExhausted,
            Generator::from_parts(&[1; 32], 0, POSITION_END).err(),
        ),
        (
            Error::Trials,
            uniform_below(&mut Zeros, NonZeroU64::new(3).expect("three")).err(),
        ),
        (
            Error::Fraction,
            bernoulli(&mut rng, 2, NonZeroU64::new(1).expect("one")).err(),
        ),
    ];
    errors.extend(coupling_errors()?);
    errors.extend(sampler_errors()?);
    errors.extend(merge_errors()?);
    errors.extend(ledger_errors()?);
    errors.extend(report_errors()?);
    errors.extend(vote_errors()?);
    Ok(errors)
}

#[test]
fn every_error_can_happen() {
    let mut seen = BTreeSet::new();
    for (expected, got) in every_error().expect("valid preparations") {
        assert_eq!(got, Some(expected));
        seen.insert(format!("{expected:?}"));
    }
    // Against the enumeration itself, which a match outside the crate cannot exhaust.
    let source = include_str!("../src/error.rs");
    let (_, body) = source.split_once("pub enum Error {").expect("the enum");
    let (body, _) = body.split_once("\n}").expect("its end");
    let all: BTreeSet<String> = body
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.strip_suffix(','))
        .map(str::to_owned)
        .collect();
    assert_eq!(all, seen);
}

/// The numbers of a message, in order.
fn numbers(error: Error) -> Vec<f64> {
    error
        .message()
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[test]
fn messages_name_the_accepted_ranges() {
    for (error, range) in [
        (Error::Epsilon, EPSILON),
        (Error::Weight, WEIGHT),
        (Error::PseudoCount, PSEUDO_COUNT),
        (Error::ExpectedRowTotal, EXPECTED_ROW_TOTAL),
        (Error::Level, LEVEL),
        (Error::Shape, SHAPE),
        (Error::States, *STATES.start() as f64..=*STATES.end() as f64),
        (
            Error::Alphabet,
            *ALPHABET.start() as f64..=*ALPHABET.end() as f64,
        ),
        (
            Error::Sequence,
            *SEQUENCE.start() as f64..=*SEQUENCE.end() as f64,
        ),
        (Error::Votes, *VOTES.start() as f64..=*VOTES.end() as f64),
        (
            Error::Hypotheses,
            *HYPOTHESES.start() as f64..=*HYPOTHESES.end() as f64,
        ),
    ] {
        assert_eq!(numbers(error), [*range.start(), *range.end()], "{error:?}");
    }
    // 0, or from the smallest normal double in two digits, rounded into the range.
    let delta = numbers(Error::Delta);
    assert_eq!(delta[0], *DELTA.start());
    assert!(Delta::new(delta[1]).is_ok() && Delta::new(delta[1] / 1.05).is_err());
    assert_eq!(delta[2], DELTA.end().next_up());
    assert_eq!(numbers(Error::NoEpsilon), [*EPSILON.end()]);
    assert_eq!(
        numbers(Error::MergeFull),
        [f64::from(REPORTS_MAX), 8_589_934_592.0]
    );
    assert_eq!(numbers(Error::CountOverflow), [f64::from(u32::MAX)]);
    assert!(numbers(Error::AssumptionConcentration).contains(&CONCENTRATION_MAX));
}

#[test]
fn messages_are_one_line_of_ascii() {
    for (error, _) in every_error().expect("valid preparations") {
        let text = error.message();
        assert!(
            text.is_ascii() && !text.contains('\n') && text.len() > 20,
            "{error:?}"
        );
        assert_eq!(error.to_string(), text);
    }
}

//! Few reports, and devices that differ a lot: the devices are the clusters, and intervals still cover.
mod support;
use dpmarkov::counts::Support;
use dpmarkov::domain::Level;
use dpmarkov::mechanism::Geometric;
use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
use dpmarkov::random::{Generator, beta};
use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, RowSums};
use dpmarkov::report::{About, Report, StateTable, Width, encode};

/// The population's probability of 0 -> 1.
const P: f64 = 0.2;

/// A device with a chain of its own, Beta(5 P, 5 (1 - P)), and 20 to 2,000 events.
fn device(rng: &mut Generator) -> [u32; 4] {
    let [own, _] = beta::sample(rng, 5.0 * P, 5.0 * (1.0 - P)).expect("shapes");
    let events = (20.0 * 100f64.powf(rng.uniform())) as u32;
    let moves = (0..events).filter(|_| rng.uniform() < own).count() as u32;
    [events - moves, moves, 7, 7]
}

/// Releases, writes, reads and adds.
fn add(
    mechanism: &Geometric,
    full: &Support<'_>,
    rng: &mut Generator,
    counts: &[u32; 4],
    merge: &mut Merge<'_>,
) {
    let about = About {
        state_table: StateTable([1; 16]),
        window: Window::new(0, 0).unwrap(),
        generation: 0,
        id: None,
    };
    let (mut noisy, mut out) = ([0; 4], [0; 256]);
    mechanism.release_counts(rng, counts, &mut noisy).unwrap();
    let len = encode::geometric(&about, mechanism, full, &noisy, Width::Bits16, &mut out);
    let report = Report::decode(&out[..len.unwrap()]).unwrap();
    merge.add(&report, KnownTotals::None).unwrap();
}

/// What is measured over many fleets.
struct Measured {
    /// How often the interval covers, of the fleets that have one.
    covered: f64,
    /// How often one does that takes all events as independent.
    naive: f64,
    /// The mean error of the estimate over its standard deviation.
    bias: f64,
    /// The bound on that: the total's standard deviation over its mean.
    bound: f64,
    /// Fleets without an interval.
    none: f64,
}

fn measure(devices: usize, fleets: u64) -> Measured {
    let adjacency = Adjacency::Event;
    let mechanism = Geometric::new(Guarantee::new(adjacency, 2.0, 0.0, 1).unwrap()).unwrap();
    let full = Support::full(2).unwrap();
    let (mut covered, mut naive, mut none) = (0.0, 0.0, 0.0);
    let (mut shares, mut totals) = (Vec::new(), Vec::new());
    for stream in 0..fleets {
        let mut rng = Generator::from_seed_for_tests([33; 32], stream);
        let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
        let mut merge =
            Merge::new(full, adjacency, StateTable([1; 16]), &mut cells, &mut rows).unwrap();
        for _ in 0..devices {
            let counts = device(&mut rng);
            add(&mechanism, &full, &mut rng, &counts, &mut merge);
        }
        let confidence = merge.confidence(Level::new(0.95).unwrap()).unwrap();
        let row = merge.row(0).unwrap();
        let cell = row.cell(1).unwrap();
        let share = cell.share().unwrap();
        shares.push(share.share);
        totals.push(row.total().events);
        let multinomial = (P * (1.0 - P) / row.total().events).sqrt();
        naive += f64::from((share.share - P).abs() <= 1.96 * multinomial);
        match cell.share_interval(&confidence) {
            Some(interval) => covered += f64::from(interval.contains(P)),
            None => none += 1.0,
        }
    }
    let of = fleets as f64;
    let moments = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / of;
        let squares = values.iter().map(|x| (x - mean) * (x - mean));
        (mean, (squares.sum::<f64>() / of).sqrt())
    };
    let ((share, deviation), (total, spread)) = (moments(&shares), moments(&totals));
    Measured {
        covered: covered / (of - none),
        naive: naive / of,
        bias: (share - P) / deviation,
        bound: spread / total,
        none: none / of,
    }
}

#[test]
fn intervals_cover_whatever_differs_between_devices() {
    println!("| devices | covers | events as independent | bias/sd | bound | no interval |");
    for (devices, fleets) in [(5, 2000), (10, 2000), (30, 2000), (100, 1000), (500, 300)] {
        let m = measure(devices, fleets);
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        println!(
            "| {devices} | {} | {} | {:.2} | {:.2} | {} |",
            percent(m.covered),
            percent(m.naive),
            m.bias,
            m.bound,
            percent(m.none)
        );
        // 300 to 2,000 intervals: standard errors of 1.3 % to 0.5 %
        assert!(
            (0.92..=0.98).contains(&m.covered),
            "{devices}: {}",
            m.covered
        );
        assert!(m.naive < 0.25);
        // 4 standard errors of a mean of so many
        assert!(m.bias.abs() <= m.bound + 4.0 / (fleets as f64).sqrt());
        assert!(devices < 30 || m.none == 0.0);
    }
}

/// Rows whose total is hardly above its noise. An interval is given where the total came out well, and of those that are given fewer cover than 95 %; but of all fleets no
/// more than one in twenty gets one that does not.
#[test]
fn totals_hardly_above_their_noise() {
    let adjacency = Adjacency::Event;
    let mechanism = Geometric::new(Guarantee::new(adjacency, 1.0, 0.0, 1).unwrap()).unwrap();
    let full = Support::full(2).unwrap();
    // noise of deviation 2.8 on two cells: 40 for the total of 100 devices
    let (fleets, devices) = (500, 100);
    println!("| total/standard error | has an interval | which covers |\n|---|---|---|");
    for sizes in [0u32, 1, 2, 3, 4, 6, 10] {
        let (mut given, mut covered) = (0.0, 0.0);
        for stream in 0..fleets {
            let mut rng = Generator::from_seed_for_tests([34; 32], stream);
            let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
            let table = StateTable([1; 16]);
            let mut merge = Merge::new(full, adjacency, table, &mut cells, &mut rows).unwrap();
            for _ in 0..devices {
                // 0.4 events for each standard error
                let events = (0.4 * f64::from(sizes) + rng.uniform()) as u32;
                let moves = (0..events).filter(|_| rng.uniform() < P).count() as u32;
                let counts = [events - moves, moves, 0, 0];
                add(&mechanism, &full, &mut rng, &counts, &mut merge);
            }
            let confidence = merge.confidence(Level::new(0.95).unwrap()).unwrap();
            let cell = merge.row(0).unwrap().cell(1).unwrap();
            if let Some(interval) = cell.share_interval(&confidence) {
                given += 1.0;
                covered += f64::from(interval.contains(P));
            }
        }
        let (of, share) = (fleets as f64, 100.0 * covered / f64::max(given, 1.0));
        println!("| {sizes} | {:.1} % | {share:.0} % |", 100.0 * given / of);
        // four standard errors of 1 %
        assert!((given - covered) / of < 0.05 + 0.04, "{sizes}");
        assert!(sizes > 0 || given / of < 0.01);
        assert!(sizes < 6 || given / of > 0.98);
    }
}

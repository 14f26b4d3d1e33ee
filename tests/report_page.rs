//! `docs/report.md` shows what the library writes, and Python's reader is compared with what it reads.
use dpmarkov::counts::Support;
use dpmarkov::domain::GeometricRate;
use dpmarkov::mechanism::Geometric;
use dpmarkov::privacy::ledger::Window;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::report::{About, Report, StateTable, Width, encode};
use support::reports::small;

mod support;

fn example() -> Vec<u8> {
    let guarantee = Guarantee::new(Adjacency::Visit, 1.0, 0.0, 1).unwrap();
    let rate = GeometricRate::new(1, 4).unwrap();
    let mechanism = Geometric::checked(guarantee, rate).unwrap();
    let about = About {
        state_table: StateTable([7; 16]),
        window: Window::new(3, 3).unwrap(),
        generation: 1,
        id: None,
    };
    let (support, noisy) = (Support::full(2).unwrap(), [93, -1, 4, 40_000]);
    let mut bytes = vec![0; 256];
    let width = Width::Bits16;
    let len = encode::geometric(&about, &mechanism, &support, &noisy, width, &mut bytes);
    bytes.truncate(len.unwrap());
    bytes
}

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.md");
    std::fs::read_to_string(path).unwrap()
}

fn block(page: &str, language: &str) -> String {
    let start = format!("```{language}\n");
    let (_, rest) = page.split_once(&start).expect("the block");
    rest.split_once("```").expect("its end").0.to_owned()
}

/// What the page's program prints of a report.
fn line(bytes: &[u8]) -> String {
    let report = Report::decode(bytes).unwrap();
    let rows = report.rows().map(|row| {
        let cells = row.targets().zip(row.values());
        let cells: Vec<String> = cells.map(|(to, v)| format!("\"{to}\":{v}")).collect();
        format!("{{{}}}", cells.join(","))
    });
    let rows: Vec<String> = rows.collect();
    let totals = report.totals().map(|t| t.values().collect::<Vec<_>>());
    let totals: Vec<String> = totals.iter().flatten().map(i64::to_string).collect();
    let (name, n) = (report.parameters().name(), report.states());
    format!(
        "[\"{name}\",{n},[{}],[{}]]\n",
        rows.join(","),
        totals.join(",")
    )
}

#[test]
fn the_example_is_what_is_written() {
    let bytes = example();
    let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
    let lines: Vec<String> = hex.chunks(32).map(|line| line.join(" ")).collect();
    assert_eq!(block(&page(), "hex").trim_end(), lines.join("\n"));
    assert_eq!(block(&page(), "json"), line(&bytes));
}

/// `scripts/report_page.sh` compares Python with this file. `UPDATE_SEEDS=1 cargo test --test report_page` writes it anew.
#[test]
fn the_values_that_other_readers_are_held_to() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/report_values.txt");
    let lines: String = small().iter().map(|bytes| line(bytes)).collect();
    if std::env::var_os("UPDATE_SEEDS").is_some() {
        std::fs::write(path, &lines).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), lines);
}

//! Reports that anyone may have made: from a file, checked, and as JSON.
use crate::failure::{Failure, InputFault, printable};
use crate::log_reader::zeros;
use crate::output::parameters;
use crate::source::{self, Source};
use crate::state_table;
use crate::support_file::Feasible;
use dpmarkov::Error;
use dpmarkov::report::{Content, Report};
use serde_json::{Map, Value, json};
use std::io::Read;
use std::path::Path;

/// What a report is, for messages.
pub const REPORT: &str =
    "a report: the CBOR that `dpmarkov release --report` or a device writes, plain or gzip";
/// Its first bytes: self-described CBOR.
pub const MAGIC: [u8; 3] = [0xd9, 0xd9, 0xf7];
/// More than the longest report that is worth merging.
const MOST_BYTES: u64 = 1 << 30;

/// The bytes of the file `path`, and its name for messages.
pub fn bytes(path: &Path) -> Result<(Vec<u8>, String), Failure> {
    let source = source::open_as(path, REPORT)?;
    let name = source.name.clone();
    Ok((rest(source)?, name))
}

/// The bytes of what is open.
pub fn rest(source: Source) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = source.text.take(MOST_BYTES).read_to_end(&mut bytes);
    read.map_err(|e| match source.gzip {
        true => source::gzip_fault(&source.name, None),
        false => Failure::io("read it", &source.name, &e),
    })?;
    Ok(bytes)
}

/// The report, or what is wrong with its bytes.
pub fn decode<'b>(bytes: &'b [u8], name: &str) -> Result<Report<'b>, InputFault> {
    Report::decode(bytes).map_err(|error| match error {
        Error::ReportVersion => fault(
            name,
            "a report of a later version of the format",
            "version 1, which this program reads; a newer one may read it",
        ),
        Error::ReportChecksum => fault(
            name,
            "the checksum does not fit: this report is damaged or cut short",
            "the bytes as they were sent",
        ),
        _ if !bytes.starts_with(&MAGIC) => fault(name, "this is no report", REPORT),
        _ => fault(name, "this report is not as any device writes it", REPORT),
    })
}

/// Whether its parameters meet the guarantee that it states.
pub fn verify(report: &Report<'_>, name: &str) -> Result<(), InputFault> {
    report.verify().map_err(|error| {
        let guarantee = report.guarantee();
        let found = format!(
            "its {} parameters do not meet the guarantee that it states (epsilon {}, delta {}, adjacency {}, {} release(s)): {}",
            report.parameters().name(),
            guarantee.epsilon.get(),
            guarantee.delta.get(),
            guarantee.adjacency.name(),
            guarantee.releases.get(),
            error.message()
        );
        fault(name, &found, "parameters that were planned for that guarantee")
    })
}

pub fn fault(name: &str, found: &str, expected: &str) -> InputFault {
    InputFault {
        file: name.to_string(),
        line: None,
        found: found.to_string(),
        expected: expected.to_string(),
    }
}

/// The feasible transitions, owned.
pub fn feasible(report: &Report<'_>) -> Result<Feasible, Failure> {
    let n = report.states();
    if report.is_full() {
        return Ok(Feasible::all(n));
    }
    let mut starts = zeros::<u32>(n + 1)?;
    let mut end = 0u32;
    for (start, len) in starts.iter_mut().skip(1).zip(report.row_lens()) {
        end += len as u32; // at most 2^32 - 1 bytes hold them
        *start = end;
    }
    let mut targets = zeros::<u16>(report.cells())?;
    let all = report.rows().flat_map(|row| row.targets());
    for (place, to) in targets.iter_mut().zip(all) {
        *place = to as u16; // below 65,535
    }
    let feasible = Feasible::of_rows(n, starts, targets);
    feasible.view()?;
    Ok(feasible)
}

/// The names of the states: those of the list if it is the report's, else numbers, as firmware counts them.
pub fn names(
    report: &Report<'_>,
    name: &str,
    list: Option<(&Path, &[String])>,
) -> Result<Vec<String>, Failure> {
    let Some((path, states)) = list else {
        return Ok((0..report.states()).map(|i| format!("state {i}")).collect());
    };
    let (own, listed) = (report.about().state_table.0, state_table::hash(states));
    if own == listed && states.len() == report.states() {
        return Ok(states.to_vec());
    }
    let found = format!(
        "its {} states have the table {}",
        report.states(),
        state_table::hex(&own)
    );
    let expected = format!(
        "the {} states of {}, whose table is {}: other names, another order or another file",
        states.len(),
        printable(&path.to_string_lossy()),
        state_table::hex(&listed)
    );
    Err(fault(name, &found, &expected).into())
}

/// Everything that stands in a report, as it stands there. scripts/readers/ print the same.
pub fn json(report: &Report<'_>) -> Value {
    let (guarantee, about) = (report.guarantee(), report.about());
    let parameters = report.parameters();
    let mut constants: Map<String, Value> = parameters::constants(&parameters)
        .into_iter()
        .map(|(key, number)| (key.to_string(), number.json()))
        .collect();
    if let dpmarkov::privacy::MechanismParameters::Polya(_, cells) = parameters {
        constants.insert("row_cells".to_string(), json!(cells));
    }
    let content = match report.content() {
        Content::Units => "units",
        Content::Tallies => "tallies",
        Content::NoisyCounts => "noisy_counts",
    };
    let rows: Vec<Vec<i64>> = report.rows().map(|row| row.values().collect()).collect();
    let targets: Option<Vec<Vec<usize>>> =
        (!report.is_full()).then(|| report.rows().map(|row| row.targets().collect()).collect());
    let totals = report.totals().map(|totals| {
        let guarantee = totals.guarantee();
        json!({
            "epsilon": guarantee.epsilon.get(),
            "delta": guarantee.delta.get(),
            "releases": guarantee.releases.get(),
            "rate_numerator": totals.rate().numerator(),
            "rate_denominator": totals.rate().denominator(),
            "noisy": totals.values().collect::<Vec<i64>>(),
        })
    });
    let mut value = json!({
        "format": 1,
        "mechanism": parameters.name(),
        "parameters": constants,
        "adjacency": guarantee.adjacency.name(),
        "epsilon": guarantee.epsilon.get(),
        "delta": guarantee.delta.get(),
        "releases": guarantee.releases.get(),
        "states": report.states(),
        "state_table": state_table::hex(&about.state_table.0),
        "window": [about.window.first(), about.window.last()],
        "generation": about.generation,
        "id": about.id.map(|id| state_table::hex(&id)),
        "targets": targets,
        "bits": report.width().bits(),
        "row_totals": totals,
    });
    if let Some(map) = value.as_object_mut() {
        map.insert(content.to_string(), json!(rows));
    }
    value
}

//! Reads a log into counts.
pub mod by_user;

use crate::failure::{Failure, InputFault, shown};
use crate::record_lines::{RecordLines, Seen};
use crate::source::{Source, gzip_fault};
use crate::states::{MOST_STATES, MOST_STATES_ON_SUPPORT, States, too_many};
use crate::support_file::{Feasible, OutsideChoice};
use csv::ByteRecord;
use dpmarkov::counts::{Outside, SparseCountsMut, Support};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Read;
use std::rc::Rc;

/// The three forms of a log; the header tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `from,to`: one event a line.
    Pairs,
    /// `from,to,count`.
    CountedPairs,
    /// `session,state`: consecutive states of one session are events.
    Sessions,
}

/// A log as counts: SECRET. Only a mechanism may look inside.
pub struct Log {
    /// The states' names, in the order of rows and columns.
    pub states: Vec<String>,
    /// The feasible transitions; public.
    pub feasible: Feasible,
    /// One count for each feasible cell, row by row.
    pub counts: Vec<u32>,
    /// Events outside the support, dropped or counted elsewhere: as secret as the counts.
    pub outside: u64,
    /// The form in which it came.
    pub form: Form,
}

const FORMS: [(Form, &[&str]); 3] = [
    (Form::Pairs, &["from", "to"]),
    (Form::CountedPairs, &["from", "to", "count"]),
    (Form::Sessions, &["session", "state"]),
];
const HEADERS: &str = "the header from,to or from,to,count or session,state";

/// Whose states a log's are, and which transitions are feasible.
#[derive(Default)]
pub enum Public {
    /// Nothing is known: the states are the log's, every transition is feasible.
    #[default]
    Nothing,
    /// The list of states; every transition is feasible.
    States(States),
    /// The list of states, and the feasible transitions.
    Support(States, Feasible, OutsideChoice),
}

/// Reads the whole log; with `known` states every other is refused.
pub fn read(source: Source, public: Public) -> Result<Log, Failure> {
    let (known, support) = match public {
        Public::Nothing => (None, None),
        Public::States(known) => (Some(known), None),
        Public::Support(known, feasible, outside) => (Some(known), Some((feasible, outside))),
    };
    let mut reader = open(source, MOST_STATES, HEADERS)?;
    let (form, columns) = reader.header(&FORMS, HEADERS)?;
    let mut tally = Tally {
        names: Names::new(known),
        cells: HashMap::new(),
        current: HashMap::new(),
        outside: 0,
    };
    // by number: at most one pass over the support, before the log is read
    let mapped = match &support {
        None => None,
        Some((feasible, outside)) => {
            let view = feasible.view()?;
            Some((view, outside.among(&tally.names.states, &view)?))
        }
    };
    while reader.next()? {
        match form {
            Form::Sessions => {
                let (session, state) = (
                    reader.field(&columns, 0)?.to_string(),
                    reader.state(&columns, 1, &mut tally.names)?,
                );
                // from the state really visited, whatever became of the event into it
                if let Some(from) = tally.current.insert(session, state) {
                    reader.add(&mut tally, mapped, from, state, 1)?;
                }
            }
            Form::Pairs | Form::CountedPairs => {
                let count = if form == Form::Pairs {
                    1
                } else {
                    reader.count(&columns, 2)?
                };
                let from = reader.state(&columns, 0, &mut tally.names)?;
                let to = reader.state(&columns, 1, &mut tally.names)?;
                reader.add(&mut tally, mapped, from, to, count)?;
            }
        }
    }
    reader.at_least_two(&tally.names.states, "in the log")?;
    tally.into_log(form, support.map(|(feasible, _)| feasible))
}

/// A pair of a support: from, to, and its line.
pub type Pair = (u32, u32, u64);

/// Reads pairs from,to. Names that are not `known`, where some are, are refused; else the list is theirs, sorted.
pub fn read_pairs(source: Source, known: Option<States>) -> Result<(States, Vec<Pair>), Failure> {
    let header = "the header from,to";
    let mut reader = open(source, MOST_STATES_ON_SUPPORT, header)?;
    let (_, columns) = reader.header(&FORMS[..1], header)?;
    let mut names = Names::new(known);
    let mut pairs = Vec::new();
    while reader.next()? {
        let from = reader.state(&columns, 0, &mut names)?;
        let to = reader.state(&columns, 1, &mut names)?;
        pairs
            .try_reserve(1)
            .map_err(|_| Failure::System("no memory for the support".to_string()))?;
        pairs.push((from, to, reader.line));
    }
    reader.at_least_two(&names.states, "in the support")?;
    let (states, renumbered) = names.in_order();
    let number = |old: &u32| renumbered.get(*old as usize).copied().unwrap_or_default();
    for (from, to, _) in &mut pairs {
        (*from, *to) = (number(from), number(to));
    }
    Ok((states, pairs))
}

/// The first record of `source` is read.
fn open(
    source: Source,
    most_states: usize,
    header: &str,
) -> Result<Reader<RecordLines<Box<dyn Read>>>, Failure> {
    let (lines, seen) = RecordLines::new(source.text);
    let records = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(1 << 16)
        .from_reader(lines);
    let mut reader = Reader {
        records,
        seen,
        file: source.name,
        gzip: source.gzip,
        record: ByteRecord::new(),
        line: 1,
        most_states,
    };
    if !reader.next()? {
        return Err(reader.fault(None, "the file is empty", header));
    }
    Ok(reader)
}

/// Where the fields of each form stand.
struct Columns {
    places: [usize; 4],
    width: usize,
}

/// The states while they are still being found, or as they are known.
struct Names {
    fixed: bool,
    states: States,
}

impl Names {
    fn new(known: Option<States>) -> Self {
        Names {
            fixed: known.is_some(),
            states: known.unwrap_or_default(),
        }
    }

    /// As known, or sorted; with the new number of each old one.
    fn in_order(self) -> (States, Vec<u32>) {
        if self.fixed {
            let same = (0..self.states.len() as u32).collect();
            return (self.states, same);
        }
        self.states.sorted()
    }
}

/// Counts while the states are still being found.
struct Tally {
    names: Names,
    cells: HashMap<(u32, u32), u32>,
    current: HashMap<String, u32>,
    outside: u64,
}

struct Reader<R> {
    records: csv::Reader<R>,
    seen: Rc<RefCell<Seen>>,
    file: String,
    gzip: bool,
    record: ByteRecord,
    /// The physical line on which the record begins.
    line: u64,
    /// More are refused where the names are the file's own.
    most_states: usize,
}

impl<R: std::io::Read> Reader<R> {
    /// Moves to the next record; false at the end.
    fn next(&mut self) -> Result<bool, Failure> {
        let record = self.records.read_byte_record(&mut self.record);
        let mut seen = self.seen.borrow_mut();
        let more = match record {
            Ok(more) => more,
            Err(_) if self.gzip => return Err(gzip_fault(&self.file, Some(seen.line()))),
            Err(e) => {
                return Err(Failure::System(format!(
                    "{}: cannot read it: {e}",
                    self.file
                )));
            }
        };
        if more {
            self.line = seen.next_record_line();
        }
        match seen.breach() {
            Some(breach) if !more || self.line >= breach.record_line => {
                Err(Failure::Input(InputFault {
                    file: self.file.clone(),
                    line: Some(breach.line),
                    found: breach.found.to_string(),
                    expected: breach.expected.to_string(),
                }))
            }
            _ => Ok(more),
        }
    }

    fn at_least_two(&self, states: &States, place: &str) -> Result<(), Failure> {
        if states.len() >= 2 {
            return Ok(());
        }
        let number = if states.len() == 1 {
            "one state"
        } else {
            "no event"
        };
        Err(self.fault(
            None,
            &format!("{number} {place}"),
            match place {
                "in the support" => "at least two states",
                _ => "at least two states (or a public list of them: --states FILE)",
            },
        ))
    }

    fn fault(&self, line: Option<u64>, found: &str, expected: &str) -> Failure {
        Failure::Input(InputFault {
            file: self.file.clone(),
            line,
            found: found.to_string(),
            expected: expected.to_string(),
        })
    }

    /// Which form the header announces.
    fn header<F: Copy>(
        &self,
        forms: &[(F, &[&str])],
        expected_header: &str,
    ) -> Result<(F, Columns), Failure> {
        let names: Vec<String> = self
            .record
            .iter()
            .map(|f| String::from_utf8_lossy(f).trim().to_ascii_lowercase())
            .collect();
        for (form, wanted) in forms {
            let places: Vec<usize> = wanted
                .iter()
                .filter_map(|w| names.iter().position(|n| n == w))
                .collect();
            if places.len() == names.len() && places.len() == wanted.len() {
                let place = |i: usize| places.get(i).copied().unwrap_or_default();
                let columns = Columns {
                    places: [place(0), place(1), place(2), place(3)],
                    width: wanted.len(),
                };
                return Ok((*form, columns));
            }
        }
        let line = self.record.as_slice();
        if std::str::from_utf8(line).is_err() {
            return Err(self.fault(
                Some(self.line),
                &format!("{} is not UTF-8", shown(line)),
                expected_header,
            ));
        }
        let hint = if names.len() == 1 && line.iter().any(|b| matches!(b, b';' | b'\t')) {
            ", its fields separated by commas"
        } else {
            ""
        };
        let found: Vec<String> = self.record.iter().take(5).map(shown).collect();
        Err(self.fault(
            Some(self.line),
            &format!("the header has {}", found.join(", ")),
            &format!("{expected_header}{hint}"),
        ))
    }

    /// A field as text; the physical line of a fault counts the newlines inside the fields before it.
    fn field(&self, columns: &Columns, which: usize) -> Result<&str, Failure> {
        if self.record.len() != columns.width {
            let found = match self.record.len() {
                1 => "1 field".to_string(),
                fields => format!("{fields} fields"),
            };
            let expected = format!("{}, as in the header", columns.width);
            return Err(self.fault(Some(self.line), &found, &expected));
        }
        let raw = self.raw(columns, which);
        let line = Some(self.line_of(columns, which));
        match std::str::from_utf8(raw) {
            Err(_) => Err(self.fault(
                line,
                &format!("{} is not UTF-8", shown(raw)),
                "text in UTF-8",
            )),
            Ok("") => Err(self.fault(line, "an empty field", "something in every field")),
            Ok(text) => Ok(text),
        }
    }

    fn raw(&self, columns: &Columns, which: usize) -> &[u8] {
        columns
            .places
            .get(which)
            .and_then(|p| self.record.get(*p))
            .unwrap_or_default()
    }

    fn line_of(&self, columns: &Columns, which: usize) -> u64 {
        let place = columns.places.get(which).copied().unwrap_or_default();
        let before = self.record.iter().take(place).map(line_ends).sum::<u64>();
        self.line + before
    }

    /// The number of the state in this field.
    fn state(&self, columns: &Columns, which: usize, names: &mut Names) -> Result<u32, Failure> {
        let name = self.field(columns, which)?;
        let line = Some(self.line_of(columns, which));
        if names.fixed {
            return names.states.number(name).ok_or_else(|| {
                self.fault(
                    line,
                    &format!("the state {} is not in the list", shown(name.as_bytes())),
                    "a state that --states names, or --support without it",
                )
            });
        }
        let number = names.states.number_or_add(name);
        let most = self.most_states;
        if names.states.len() > most {
            let found = format!("more than {most} states");
            return Err(self.fault(line, &found, too_many(most)));
        }
        Ok(number)
    }

    /// A count: digits only.
    fn count(&self, columns: &Columns, which: usize) -> Result<u32, Failure> {
        let text = self.field(columns, which)?;
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(count) if digits => Ok(count),
            _ => Err(self.fault(
                Some(self.line_of(columns, which)),
                &format!("the count {}", shown(text.as_bytes())),
                "a whole number from 0 to 4294967295, in digits",
            )),
        }
    }

    /// Counts an event, or what the support and `Outside` make of it: each event on its own, its source kept, as the library does it.
    fn add(
        &self,
        tally: &mut Tally,
        support: Option<(Support<'_>, Outside)>,
        from: u32,
        mut to: u32,
        count: u32,
    ) -> Result<(), Failure> {
        if let Some((support, outside)) = support
            && !support.contains(from as usize, to as usize)
        {
            tally.outside = tally.outside.saturating_add(count.into());
            match outside {
                Outside::Drop => return Ok(()),
                Outside::Other(other) => to = other as u32,
                Outside::Refuse => {
                    let name = |i: u32| {
                        shown(tally.names.states.name(i as usize).unwrap_or("").as_bytes())
                    };
                    let found = format!(
                        "the transition from {} to {} is not in the support",
                        name(from),
                        name(to)
                    );
                    let expected =
                        "a feasible transition (or --outside drop, or --outside other:STATE)";
                    return Err(self.fault(Some(self.line), &found, expected));
                }
            }
        }
        self.sum(tally.cells.entry((from, to)).or_insert(0), count)
    }

    /// Adds to one transition's count.
    fn sum(&self, cell: &mut u32, count: u32) -> Result<(), Failure> {
        *cell = cell.checked_add(count).ok_or_else(|| {
            self.fault(
                Some(self.line),
                "with this event the count of one transition passes 4294967295",
                "at most 4294967295 events of one transition",
            )
        })?;
        Ok(())
    }
}

/// Line ends inside a field: LF, CRLF or a lone CR.
fn line_ends(field: &[u8]) -> u64 {
    let mut ends = 0;
    let mut after_return = false;
    for byte in field {
        ends += u64::from(*byte == b'\r' || (*byte == b'\n' && !after_return));
        after_return = *byte == b'\r';
    }
    ends
}

impl Tally {
    fn into_log(self, form: Form, feasible: Option<Feasible>) -> Result<Log, Failure> {
        let n = self.names.states.len();
        let (states, renumbered) = self.names.in_order();
        let feasible = feasible.unwrap_or_else(|| Feasible::all(n));
        let support = feasible.view()?;
        let mut counts = zeros::<u32>(support.cells())?;
        // every event is in its place already
        let mut view = SparseCountsMut::new(support, Outside::Refuse, &mut counts)?;
        for ((from, to), count) in self.cells {
            let place = |i: u32| renumbered.get(i as usize).map_or(n, |j| *j as usize);
            view.record(place(from), place(to), count)?;
        }
        Ok(Log {
            states: states.into_names(),
            feasible,
            counts,
            outside: self.outside,
            form,
        })
    }
}

/// `length` zeros, or a failure that says what was asked for.
pub fn zeros<T: Clone + Default>(length: usize) -> Result<Vec<T>, Failure> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(length).map_err(|_| {
        Failure::System(format!(
            "no memory for {} bytes",
            length.saturating_mul(size_of::<T>())
        ))
    })?;
    cells.resize(length, T::default());
    Ok(cells)
}

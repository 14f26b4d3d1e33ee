//! What is let into a merge: sound reports, each once.
use crate::failure::{Failure, InputFault};
use crate::report::read;
use dpmarkov::domain::GeometricRate;
use dpmarkov::privacy::{Guarantee, MechanismParameters};
use dpmarkov::report::Report;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Faults that are kept to be told.
const KEPT: usize = 3;

/// Reports of one mechanism, one promise and one set of parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kind {
    pub guarantee: Guarantee,
    pub parameters: MechanismParameters,
    /// Promise and rate of the noisy row totals.
    pub totals: Option<(Guarantee, GeometricRate)>,
    /// Chain and totals together.
    pub whole: Guarantee,
    /// How many of them were merged.
    pub reports: u64,
}

/// Reports that were left out.
#[derive(Debug, Default)]
pub struct LeftOut {
    pub count: u64,
    /// The first few, in words.
    pub first: Vec<String>,
}

impl LeftOut {
    fn add(&mut self, what: String) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(what);
        }
    }
}

/// Who is let in, and who was not.
pub struct Gate {
    skip_damaged: bool,
    skip_duplicates: bool,
    kinds: Vec<Kind>,
    /// Where a kind stands in `kinds`, by all that makes it; what is here was verified.
    known: BTreeMap<String, usize>,
    /// The file that each id came from.
    ids: BTreeMap<[u8; 16], PathBuf>,
    pub damaged: LeftOut,
    pub duplicates: LeftOut,
    /// Merged reports without an id: nobody would see them twice.
    pub without_id: u64,
}

impl Gate {
    pub fn new(skip_damaged: bool, skip_duplicates: bool) -> Self {
        Gate {
            skip_damaged,
            skip_duplicates,
            kinds: Vec::new(),
            known: BTreeMap::new(),
            ids: BTreeMap::new(),
            damaged: LeftOut::default(),
            duplicates: LeftOut::default(),
            without_id: 0,
        }
    }

    /// The kinds that were merged, the most frequent first; in one order, whatever that of the files was.
    pub fn kinds(&self) -> Vec<Kind> {
        let in_order = self.known.values().filter_map(|at| self.kinds.get(*at));
        let mut kinds: Vec<Kind> = in_order.filter(|k| k.reports > 0).copied().collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.reports));
        kinds
    }

    /// The bytes of the file and its name for messages; nothing where they are damaged, and to be skipped.
    pub fn bytes(&mut self, file: &Path) -> Result<Option<(Vec<u8>, String)>, Failure> {
        match read::bytes(file) {
            Ok(read) => Ok(Some(read)),
            Err(Failure::Input(fault)) => self.refused(fault).map(|()| None),
            Err(other) => Err(other),
        }
    }

    /// Counts a report that is damaged, or fails.
    fn refused(&mut self, fault: InputFault) -> Result<(), Failure> {
        if !self.skip_damaged {
            return Err(hint(fault, "--skip-damaged leaves such reports out").into());
        }
        self.damaged.add(fault.to_string());
        Ok(())
    }

    /// The report, if its bytes are one and its parameters meet its guarantee; nothing where it is to be skipped.
    pub fn sound<'b>(
        &mut self,
        bytes: &'b [u8],
        name: &str,
    ) -> Result<Option<Report<'b>>, Failure> {
        let read = read::decode(bytes, name).and_then(|report| {
            self.meets_its_guarantee(&report, name)?;
            Ok(report)
        });
        match read {
            Ok(report) => Ok(Some(report)),
            Err(fault) => self.refused(fault).map(|()| None),
        }
    }

    /// Every distinct set of parameters is verified once.
    fn meets_its_guarantee(&mut self, report: &Report<'_>, name: &str) -> Result<(), InputFault> {
        let key = key(report);
        if self.known.contains_key(&key) {
            return Ok(());
        }
        read::verify(report, name)?;
        let whole = report
            .whole_guarantee()
            .map_err(|error| read::fault(name, "rows and totals together", error.message()))?;
        self.known.insert(key, self.kinds.len());
        self.kinds.push(Kind {
            guarantee: report.guarantee(),
            parameters: report.parameters(),
            totals: totals(report),
            whole,
            reports: 0,
        });
        Ok(())
    }

    /// Whether it was not there before; a failure, or false where such reports are to be skipped.
    pub fn is_new(&mut self, report: &Report<'_>, name: &str) -> Result<bool, Failure> {
        let Some(before) = report.about().id.and_then(|id| self.ids.get(&id)) else {
            return Ok(true);
        };
        let before = crate::failure::printable(&before.to_string_lossy());
        let fault = read::fault(
            name,
            &format!("a report of this id came with {before} already"),
            "each report once: sent twice, it would count twice",
        );
        if self.skip_duplicates {
            self.duplicates.add(fault.to_string());
            return Ok(false);
        }
        Err(hint(fault, "--skip-duplicates leaves it out").into())
    }

    /// Counts a report that was added.
    pub fn added(&mut self, report: &Report<'_>, file: &Path) {
        let place = self.known.get(&key(report));
        if let Some(kind) = place.and_then(|place| self.kinds.get_mut(*place)) {
            kind.reports += 1;
        }
        match report.about().id {
            Some(id) => {
                self.ids.insert(id, file.to_path_buf());
            }
            None => self.without_id += 1,
        }
    }
}

/// All that makes a kind: f64 are shown so that no two are the same.
fn key(report: &Report<'_>) -> String {
    let (guarantee, parameters) = (report.guarantee(), report.parameters());
    format!("{guarantee:?} {parameters:?} {:?}", totals(report))
}

fn totals(report: &Report<'_>) -> Option<(Guarantee, GeometricRate)> {
    let totals = report.totals()?;
    Some((totals.guarantee(), totals.rate()))
}

/// What can be done about it.
fn hint(fault: InputFault, option: &str) -> InputFault {
    InputFault {
        expected: format!("{} ({option})", fault.expected),
        ..fault
    }
}

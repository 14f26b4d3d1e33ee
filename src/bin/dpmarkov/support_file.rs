//! The public support of a release: which transitions are feasible at all.
use crate::failure::{Failure, InputFault, shown};
use crate::log_reader::{self, zeros};
use crate::source;
use crate::states::States;
use dpmarkov::counts::{Outside, Support};
use std::path::Path;

/// The feasible transitions, owned. Every one of n states, or compressed rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Feasible {
    n: usize,
    rows: Option<(Vec<u32>, Vec<u16>)>,
}

/// Numbers of feasible cells that may be published: the support is public.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowCells {
    pub fewest: usize,
    pub mean: f64,
    pub most: usize,
}

impl Feasible {
    /// Every transition.
    pub fn all(n: usize) -> Self {
        Feasible { n, rows: None }
    }

    /// Compressed rows; whoever makes them has checked that [`Feasible::view`] takes them.
    pub fn of_rows(n: usize, starts: Vec<u32>, targets: Vec<u16>) -> Self {
        Feasible {
            n,
            rows: Some((starts, targets)),
        }
    }

    /// Was it given (and is not simply every transition)?
    pub fn is_given(&self) -> bool {
        self.rows.is_some()
    }

    pub fn view(&self) -> Result<Support<'_>, Failure> {
        Ok(match &self.rows {
            None => Support::full(self.n)?,
            Some((starts, targets)) => Support::from_csr(starts, targets, self.n)?,
        })
    }

    /// The numbers of cells of the rows that have two or more; `None` where every row has one.
    pub fn row_cells(&self) -> Result<Option<RowCells>, Failure> {
        let support = self.view()?;
        let lens = || support.rows().map(|row| row.len()).filter(|len| *len > 1);
        let rows = lens().count();
        Ok(support.fewest_cells(2).map(|fewest| RowCells {
            fewest,
            mean: lens().sum::<usize>() as f64 / rows.max(1) as f64,
            most: support.most_cells(),
        }))
    }
}

/// What the options say of transitions outside the support: by name, then by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutsideChoice {
    Refuse,
    Drop,
    Other(String),
}

impl std::str::FromStr for OutsideChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "refuse" => Ok(OutsideChoice::Refuse),
            "drop" => Ok(OutsideChoice::Drop),
            _ => match text.strip_prefix("other:") {
                Some(name) if !name.is_empty() => Ok(OutsideChoice::Other(name.to_string())),
                _ => Err("expected refuse, drop, or other: and the name of a state".to_string()),
            },
        }
    }
}

impl std::fmt::Display for OutsideChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OutsideChoice::Refuse => write!(f, "refuse"),
            OutsideChoice::Drop => write!(f, "drop"),
            OutsideChoice::Other(name) => write!(f, "other:{name}"),
        }
    }
}

impl OutsideChoice {
    /// By number; a state that is not in every row is refused.
    pub fn among(&self, states: &States, support: &Support<'_>) -> Result<Outside, Failure> {
        let name = match self {
            OutsideChoice::Refuse => return Ok(Outside::Refuse),
            OutsideChoice::Drop => return Ok(Outside::Drop),
            OutsideChoice::Other(name) => name,
        };
        let shown = shown(name.as_bytes());
        let Some(other) = states.number(name) else {
            return Err(Failure::Usage(format!(
                "--outside other:STATE names {shown}, which is no state: expected one of the list"
            )));
        };
        let missing = (0..support.states()).find(|from| !support.contains(*from, other as usize));
        match missing.and_then(|from| states.name(from)) {
            Some(from) => Err(Failure::Usage(format!(
                "--outside other:STATE names {shown}, which the support does not have from {}: expected a state that every state can reach",
                crate::failure::shown(from.as_bytes())
            ))),
            None => Ok(Outside::Other(other as usize)),
        }
    }
}

/// Reads the support: CSV with the header from,to, each feasible transition once. Without a list of states its own names are the list.
pub fn read(path: &Path, known: Option<States>) -> Result<(States, Feasible), Failure> {
    let source = source::open(path)?;
    let file = source.name.clone();
    let (states, mut pairs) = log_reader::read_pairs(source, known)?;
    let n = states.len();
    let fault = |line: Option<u64>, found: String, expected: &str| {
        Failure::Input(InputFault {
            file: file.clone(),
            line,
            found,
            expected: expected.to_string(),
        })
    };
    pairs.sort_unstable();
    let twice = pairs.windows(2).find_map(|pair| match pair {
        [(from, to, _), (again, there, line)] if (from, to) == (again, there) => Some(*line),
        _ => None,
    });
    if let Some(line) = twice {
        let found = "the transition stands here again".to_string();
        return Err(fault(Some(line), found, "each feasible transition once"));
    }
    let mut starts = zeros::<u32>(n + 1)?;
    let mut targets = zeros::<u16>(pairs.len())?;
    for (place, (from, to, _)) in targets.iter_mut().zip(&pairs) {
        *place = *to as u16; // at most 65,535 states
        if let Some(end) = starts.get_mut(*from as usize + 1) {
            *end += 1;
        }
    }
    let mut end = 0;
    for (row, start) in starts.iter_mut().enumerate() {
        if row > 0 && *start == 0 {
            let name = states.name(row - 1).unwrap_or_default();
            return Err(fault(
                None,
                format!(
                    "the state {} has no feasible transition",
                    shown(name.as_bytes())
                ),
                "at least one transition from every state",
            ));
        }
        end += *start;
        *start = end;
    }
    let feasible = Feasible {
        n,
        rows: Some((starts, targets)),
    };
    feasible.view()?;
    Ok((states, feasible))
}

//! The list of states: public, from a file of its own, or taken from the log and then sorted.
use crate::failure::{Failure, InputFault, shown};
use crate::source;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// The most states that the program takes where every transition is feasible: beyond it the dense matrices would pass 350 MB.
pub const MOST_STATES: usize = 4096;
/// The most states with a support: what the library takes.
pub const MOST_STATES_ON_SUPPORT: usize = 65_535;

/// Names and their numbers.
#[derive(Debug, Default, Clone)]
pub struct States {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl States {
    /// The number of `name`, which is added where it is new.
    pub fn number_or_add(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }

    /// The number of `name`.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The name of state `number`.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(String::as_str)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The names in their order.
    pub fn into_names(self) -> Vec<String> {
        self.names
    }

    /// Sorted by the names' bytes, with the new number of each old one. The order of first appearance
    /// would say which event came first.
    pub fn sorted(self) -> (States, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        order.sort_unstable_by_key(|i| self.names.get(*i as usize));
        let mut sorted = States::default();
        let mut renumbered = vec![0; order.len()];
        for old in order {
            let (Some(name), Some(new)) = (
                self.names.get(old as usize),
                renumbered.get_mut(old as usize),
            ) else {
                continue;
            };
            *new = sorted.number_or_add(name);
        }
        (sorted, renumbered)
    }
}

/// Reads a list of at most `most` states: one a line, UTF-8; LF, CRLF or CR, as in a log.
pub fn read(path: &Path, most: usize) -> Result<States, Failure> {
    let mut source = source::open(path)?;
    let mut bytes = Vec::new();
    // 4096 names of at most 1 MiB would be absurd; 64 MiB is far above any real list.
    source
        .text
        .by_ref()
        .take(64 << 20)
        .read_to_end(&mut bytes)
        .map_err(|e| {
            if source.gzip {
                source::gzip_fault(&source.name, None)
            } else {
                Failure::io("read it", &source.name, &e)
            }
        })?;
    parse(&bytes, &source.name, most)
}

/// Parses a list of states.
pub fn parse(bytes: &[u8], file: &str, most: usize) -> Result<States, Failure> {
    let fault = |line: Option<u64>, found: String, expected: &str| {
        Failure::Input(InputFault {
            file: file.to_string(),
            line,
            found,
            expected: expected.to_string(),
        })
    };
    let mut states = States::default();
    for (line, raw) in (1..).zip(lines(bytes)) {
        let Ok(name) = std::str::from_utf8(raw) else {
            return Err(fault(
                Some(line),
                format!("{} is not UTF-8", shown(raw)),
                "one state a line, in UTF-8",
            ));
        };
        if name.is_empty() {
            return Err(fault(
                Some(line),
                "the line is empty".to_string(),
                "one state a line",
            ));
        }
        if name.contains('\0') {
            return Err(fault(
                Some(line),
                "a NUL byte: this is not a text file".to_string(),
                "one state a line",
            ));
        }
        if states.number(name).is_some() {
            return Err(fault(
                Some(line),
                format!("the state {} stands here again", shown(raw)),
                "each state once",
            ));
        }
        states.number_or_add(name);
        if states.len() > most {
            return Err(fault(
                Some(line),
                format!("more than {most} states"),
                too_many(most),
            ));
        }
    }
    if states.len() < 2 {
        return Err(fault(
            None,
            format!("{} state", states.len()),
            "at least 2 states, one a line",
        ));
    }
    Ok(states)
}

/// The lines of a text, without their ends; at least one.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let (line, after) = text.split_at(end.unwrap_or(text.len()));
        let after = after
            .strip_prefix(b"\r\n")
            .or_else(|| after.strip_prefix(b"\n"))
            .or_else(|| after.strip_prefix(b"\r"))
            .unwrap_or_default();
        rest = Some(after).filter(|after| !after.is_empty());
        Some(line)
    })
}

/// What is expected where there are more than `most` states.
pub fn too_many(most: usize) -> &'static str {
    if most == MOST_STATES {
        "from 2 to 4096 states (65535 with --support; the library itself releases row by row and takes 65535)"
    } else {
        "from 2 to 65535 states"
    }
}

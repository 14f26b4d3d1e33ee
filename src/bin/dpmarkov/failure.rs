//! What can go wrong in the program, each with its exit code.
use std::fmt;
use std::io;

/// Why the program stopped; nothing was written where one of these is reported.
#[derive(Debug)]
pub enum Failure {
    /// An option's value cannot be used.
    Usage(String),
    /// The log or the list of states is not what it should be.
    Input(InputFault),
    /// No parameters meet the guarantee.
    Unreachable(String),
    /// A file could not be read or written, or the system gave no memory or entropy.
    System(String),
    /// The ledger refuses: nothing may be released, or the charge does not fit.
    Spent(String),
    /// The ledger's file is damaged, or older than it should be: it fails closed.
    Ledger(String),
    /// So few users that there would hardly ever be an answer; nothing was drawn or charged.
    TooFewUsers(String),
    /// No stable answer: this is what the mechanism gave, and it counts as a release.
    NotStable(String),
    /// The program itself is wrong.
    Internal(String),
}

/// What is wrong with an input file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFault {
    /// The file's name as it was given.
    pub file: String,
    /// The physical line, counted from 1.
    pub line: Option<u64>,
    /// What was found.
    pub found: String,
    /// What was expected instead.
    pub expected: String,
}

impl Failure {
    /// A file that could not be read or written.
    pub fn io(what: &str, name: &str, error: &io::Error) -> Self {
        Failure::System(format!("{name}: cannot {what}: {error}"))
    }

    /// The process's exit code; `docs/cli.md` lists them.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Input(_) => 3,
            Failure::Unreachable(_) => 4,
            Failure::System(_) => 5,
            Failure::Spent(_) => 6,
            Failure::Ledger(_) => 7,
            Failure::TooFewUsers(_) => 8,
            Failure::NotStable(_) => 9,
            Failure::Internal(_) => 70,
        }
    }
}

impl From<InputFault> for Failure {
    fn from(fault: InputFault) -> Self {
        Failure::Input(fault)
    }
}

impl From<dpmarkov::Error> for Failure {
    fn from(error: dpmarkov::Error) -> Self {
        use dpmarkov::Error;
        let message = error.message().to_string();
        match error {
            Error::Epsilon
            | Error::Delta
            | Error::Weight
            | Error::PseudoCount
            | Error::Releases
            | Error::Adjacency
            | Error::ExpectedRowTotal
            | Error::Draws
            | Error::Mass
            | Error::Cost
            | Error::Window
            | Error::States => Failure::Usage(message),
            Error::Unreachable | Error::GuaranteeNotMet | Error::NotPure => {
                Failure::Unreachable(message)
            }
            Error::BudgetExceeded | Error::LedgerFull => Failure::Spent(message),
            Error::LedgerCorrupt | Error::LedgerRollback | Error::LedgerNotStored => {
                Failure::Ledger(message)
            }
            Error::TooFewVotes => Failure::TooFewUsers(message),
            Error::NotStable => Failure::NotStable(message),
            Error::Entropy | Error::Trials => Failure::System(message),
            _ => Failure::Internal(message),
        }
    }
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(fault) => write!(f, "{fault}"),
            Failure::Usage(message)
            | Failure::Unreachable(message)
            | Failure::System(message)
            | Failure::Spent(message)
            | Failure::Ledger(message)
            | Failure::TooFewUsers(message)
            | Failure::NotStable(message) => write!(f, "{message}"),
            Failure::Internal(message) => {
                write!(
                    f,
                    "{message}\nThis is a fault of dpmarkov, not of its input: please report it."
                )
            }
        }
    }
}

/// Text from a file as it may be shown on a terminal: control characters escaped, at most 40 characters.
pub fn shown(text: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(text);
    let mut out = printable(&text.chars().take(MOST).collect::<String>());
    if text.chars().nth(MOST).is_some() {
        out.push_str("...");
    }
    format!("\"{out}\"")
}

/// `text` with its control characters escaped, so that a state's name cannot steer the terminal.
pub fn printable(text: &str) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}' | '\u{feff}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .flat_map(|c| {
            if steers(c) {
                c.escape_default().collect()
            } else {
                vec![c]
            }
        })
        .collect()
}

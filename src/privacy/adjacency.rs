//! Who is protected.
use crate::error::{Error, Result};

/// When two logs are neighbours.
///
/// ```
/// use dpmarkov::{Error, privacy::Adjacency};
/// assert_eq!(Adjacency::from_code(3)?.name(), "visit");
/// assert_eq!(Adjacency::from_code(5), Err(Error::Adjacency));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// One event keeps its source and goes elsewhere; row totals are public [A, Def. 3].
    Destination = 0,
    /// One event is present in one log only.
    AddRemove = 1,
    /// One event is replaced by any other, its source included.
    Event = 2,
    /// One visited state inside a session is replaced.
    Visit = 3,
    /// One visited state is inserted into or dropped from a session.
    VisitPresence = 4,
}

impl Adjacency {
    /// All five, by code.
    pub const ALL: [Adjacency; 5] = [
        Adjacency::Destination,
        Adjacency::AddRemove,
        Adjacency::Event,
        Adjacency::Visit,
        Adjacency::VisitPresence,
    ];
    /// From the code of the C ABI; [`Error::Adjacency`] for any other number.
    pub fn from_code(code: i32) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|a| *a as i32 == code)
            .ok_or(Error::Adjacency)
    }
    /// The name used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Adjacency::Destination => "destination",
            Adjacency::AddRemove => "add_remove",
            Adjacency::Event => "event",
            Adjacency::Visit => "visit",
            Adjacency::VisitPresence => "visit_presence",
        }
    }
}

//! What leaves the device: the wire format of a release, and the merge of a fleet's reports into counts.
//!
//! Everything in a report is public: what a mechanism released, and what the device has from its makers.
//!
//! A report is one CBOR item (RFC 8949) in deterministic encoding, a map with integer keys: `docs/report.md` has the table of keys, for those who read it
//! in another language. [`encode`] writes it, [`Encoder`] row by row without a buffer, [`Report::decode`] reads it back out of bytes that anyone
//! may have made.
//!
//! - **What it never holds.** A count, a total or any other value that was computed from the log without noise. Cells come in as noisy counts (`i64`), as
//!   tallies whose rows sum to the number of draws, or as multiples of 2^-32 whose rows sum to 1, from a mechanism that is named with its guarantee. State table, support, window, generation and id come from the caller, and must be public.
//! - **What its length tells.** Nothing of the log: the released values have a fixed width, so length and keys are a function of the arguments of [`len`] alone.
//! - **One encoding.** [`Report::decode`] accepts the bytes that [`encode`] writes and no others.
//!
//! ```
//! use dpmarkov::counts::Support;
//! use dpmarkov::mechanism::Geometric;
//! use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
//! use dpmarkov::report::{About, Report, StateTable, Width, encode};
//! let mechanism = Geometric::new(Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?)?;
//! let about = About {
//!     state_table: StateTable([7; 16]), // the hash of the names: `dpmarkov states`
//!     window: Window::new(3, 9)?,
//!     generation: 1, // the permit's number
//!     id: None,
//! };
//! let noisy = [93, -1, 4, 310]; // what the mechanism released
//! let mut bytes = [0; 256];
//! let len = encode::geometric(&about, &mechanism, &Support::full(2)?, &noisy, Width::Bits16, &mut bytes)?;
//! let report = Report::decode(&bytes[..len])?; // at the collector: bytes that anyone may have made
//! report.verify()?;
//! assert!(report.values().eq(noisy));
//! bytes[len - 9] ^= 1;
//! assert!(Report::decode(&bytes[..len]).is_err());
//! # Ok::<(), dpmarkov::Error>(())
//! ```
mod about;
mod decode;
pub mod encode;
mod head;
mod len;
pub mod merge;
mod output;
mod parse;
mod quantise;
mod stream;
mod totals;
mod values;
mod verify;
pub use about::{About, Mechanism, StateTable, Width};
pub use decode::Report;
pub use len::{len, len_bound};
pub use stream::Encoder;
#[cfg(feature = "capi")]
pub(crate) use stream::parked::WORDS as ENCODER_WORDS;
pub use totals::{NoisyTotals, Totals};
pub use values::{Content, Row, RowTargets, Rows, Values};

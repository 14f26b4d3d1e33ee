//! `dpmarkov inspect`: what a released chain says, and how far to trust it.
pub mod analysis;
mod bounded;
mod check;
mod file;
pub mod long_run;
pub mod totals;

pub use analysis::{Analysis, analyse};
pub use check::Checked;

use crate::failure::Failure;
use std::path::Path;

/// Reads a release and checks that it agrees with itself.
pub fn read(path: &Path) -> Result<Checked, Failure> {
    let (file, name) = file::read(path)?;
    check::check(file, &name)
}

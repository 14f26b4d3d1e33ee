//! Reports: a release as it leaves a device. Written beside the release, read by `inspect` and `merge`.
pub mod read;
pub mod write;

use crate::args::Bits;
use dpmarkov::report::Width;

impl From<Bits> for Width {
    fn from(bits: Bits) -> Self {
        match bits {
            Bits::Bits16 => Width::Bits16,
            Bits::Bits32 => Width::Bits32,
        }
    }
}

//! Objects in the caller's storage: a seal in their first word tells a live object from anything else.
use super::status::{DPM_ABI_VERSION, DPM_ERR_OBJECT, Status};

/// The seal of an object: its kind, the ABI version, its address and all its words, mixed. A zeroed object, a copy at
/// another address, an object of another kind or of another version of the library and a damaged one do not carry it.
pub(super) fn seal<T>(kind: u64, object: *const T, words: &[u64]) -> u64 {
    seal_at(kind, object.addr() as u64, words)
}

/// One piece of code for all kinds of objects.
#[inline(never)]
fn seal_at(kind: u64, address: u64, words: &[u64]) -> u64 {
    let start = mix(kind ^ u64::from(DPM_ABI_VERSION.unsigned_abs()));
    let start = mix(start ^ address);
    words.iter().fold(start, |state, word| mix(state ^ *word))
}

/// Refuses an object whose seal is not its own.
pub(super) fn check_seal<T>(
    kind: u64,
    object: *const T,
    found: u64,
    words: &[u64],
) -> Result<(), Status> {
    if found == seal(kind, object, words) {
        Ok(())
    } else {
        Err(Status(DPM_ERR_OBJECT))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014, doi:10.1145/2660193.2660195) after adding its increment, so that
/// zeros do not stay zero.
const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

//! The forms of the output. Nothing here sees a count.
pub mod c_header;
pub mod destination;
pub mod every_state;
pub mod inspect_json;
pub mod inspect_text;
pub mod json;
pub mod learn;
pub mod learn_plan;
pub mod ledger;
pub mod matrix_csv;
pub mod merge_csv;
pub mod merge_json;
pub mod merge_text;
pub mod parameters;
pub mod plan_text;
pub mod promise;
pub mod release_text;
mod staged;
pub mod states;
pub mod trust;

/// Why a mechanism is not among those to compare.
pub fn refused(error: dpmarkov::Error) -> &'static str {
    match error {
        dpmarkov::Error::NotPure => "promises nothing at delta 0",
        dpmarkov::Error::Unreachable => "no parameters meet this promise",
        other => other.message(),
    }
}

//! The forms of the output. Nothing here sees a count.
pub mod c_header;
pub mod destination;
pub mod every_state;
pub mod json;
pub mod matrix_csv;
pub mod plan_text;
pub mod promise;
pub mod release_text;

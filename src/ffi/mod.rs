//! The C ABI: a thin shell, and the only home of unsafe code. No formula lives here.
//!
//! Every function does the same four things: check the sizes, check the pointers (`guard.rs`), call the layer, and
//! write the outputs. The doc comments are written for a C reader, since `include/dpmarkov.h` copies them as they stand.
//!
//! What holds for all of them (the header's first comment says it to the C reader):
//!
//! - outputs are written only with `DPM_OK`, and `DPM_OK` never comes with a NaN;
//! - nothing is allocated, no global is touched, no pointer is kept, nothing panics (proved at link time);
//! - distinct objects may be used by distinct threads at once.
#![allow(non_camel_case_types)]
// The contract of every function is written for the C reader, once, in the header's first comment (cbindgen.toml).
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]
// To the C reader `work[work_len]` is an array, not a link.
#![allow(rustdoc::broken_intra_doc_links)]
#![deny(unsafe_op_in_unsafe_fn)]
#![warn(clippy::undocumented_unsafe_blocks)]

pub mod after_release;
pub mod amounts;
pub mod chain;
pub mod compose;
pub mod counts;
pub mod debias;
pub mod distance;
pub mod gaussian;
pub mod geometric;
pub mod group_inverse;
mod guard;
pub mod integers;
pub mod interval;
mod law_chain;
pub mod learner_base;
pub mod learner_choice;
pub mod learner_couple;
pub mod learner_estimates;
pub mod learner_expect;
pub mod learner_mode;
pub mod learner_plan;
pub mod learner_sampler;
pub mod learner_transitions;
pub mod learner_vote;
pub mod ledger;
pub mod mechanism;
pub mod merge;
pub mod merge_estimates;
pub mod noisy;
pub mod noisy_total;
mod object;
mod opaque;
mod panic_handler;
pub mod passage;
pub mod permit;
pub mod plan;
pub mod polya;
pub mod privacy;
pub mod published;
pub mod published_error;
pub mod random;
pub mod report;
pub mod report_read;
pub mod report_stream;
pub mod row_error;
pub mod row_law;
pub mod rows;
pub mod sparse;
pub mod sparse_noise;
pub mod sparse_releases;
pub mod special;
pub mod stationary_error;
pub mod stationary_estimate;
pub mod stationary_interval;
pub mod status;
pub mod structure;
pub mod support;
pub mod urn;
pub mod utility;
pub mod weighted_bound;

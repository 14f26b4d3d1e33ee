//! What several test programs share.
#![allow(dead_code)]
pub mod app;
pub mod audit;
pub mod chains;
pub mod coupled;
pub mod coverage;
pub mod fit;
pub mod fleet;
pub mod golden;
pub mod learning;
pub mod releases;
pub mod reports;
pub mod rewrite;
pub mod supports;
pub mod urn_law;

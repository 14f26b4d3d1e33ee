//! The stable mode: an object made from a guarantee, and the tally that it releases.
use super::guard::{Checked, Input, Output, disjoint, number, scratch, status};
use super::opaque::{check_seal, seal};
use super::random::dpm_rng;
use super::status::{DPM_ERR_SIZE, Status, dpm_status};
use crate::domain::{Delta, Epsilon, SEQUENCE, VOTES};
use crate::error::Error;
use crate::learner::stable_mode::StableMode;
use crate::learner::tally;

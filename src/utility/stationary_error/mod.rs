//! How far the stationary distribution of a released chain lies from the true one.
mod delta_method;
pub use delta_method::{variances, variances_work_len};

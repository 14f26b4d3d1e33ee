//! What the incomplete beta and gamma functions share: the gamma function is the beta function's limit
//! I_{x/b}(a, b) -> P(a, x), b -> infinity, so one uniform expansion and one set of logarithms serve both.
pub(crate) mod constants;
pub(crate) mod elementary;
pub(crate) mod erfcx;
pub(crate) mod scaled;
pub(crate) mod stirling;
pub(crate) mod temme;
pub(crate) mod twofold;

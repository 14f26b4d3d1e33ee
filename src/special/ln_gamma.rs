//! ln |Gamma(x)|.
/// ln |Gamma(x)|.
pub fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

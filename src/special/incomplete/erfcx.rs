//! The scaled complementary error function e^(z^2) erfc(z), z >= 0.
use super::constants::ERFCX;
use super::stirling::polynomial;

/// e^(z^2) erfc(z), z >= 0; about two units in the last place.
///
/// (1 + 2 z) e^(z^2) erfc(z) is smooth in t = (z - 4)/(z + 4) on [0, infinity):
/// M. M. Shepherd and J. G. Laframboise, Math. Comp. 36 (1981), doi:10.1090/S0025-5718-1981-0595058-X.
/// The coefficients are this project's own.
pub(crate) fn erfcx(z: f64) -> f64 {
    polynomial(&ERFCX, (z - 4.0) / (z + 4.0)) / (1.0 + 2.0 * z)
}

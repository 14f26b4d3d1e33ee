//! Special functions.
use super::guard::{Checked, Output, disjoint, number, status};
use super::status::dpm_status;
use crate::special;

/// ln |Gamma(x)|. NaN where x is NaN; infinity at 0 and at the negative integers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_ln_gamma(x: f64) -> f64 {
    special::ln_gamma(x)
}

/// The digamma function psi(x), the derivative of ln Gamma(x). NaN outside its domain.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_digamma(x: f64) -> f64 {
    special::digamma(x)
}

/// ln B(a, b), the logarithm of the beta function, a > 0 and b > 0. NaN outside its domain.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_ln_beta(a: f64, b: f64) -> f64 {
    special::ln_beta(a, b)
}

/// The regularised incomplete beta function: `*lower` = I_x(a, b) and `*upper` = 1 - I_x(a, b), each with its own
/// relative accuracy. a > 0, b > 0, 0 <= x <= 1, else DPM_ERR_DOMAIN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_beta_inc(
    a: f64,
    b: f64,
    x: f64,
    lower: *mut f64,
    upper: *mut f64,
) -> dpm_status {
    status(|| {
        let tails = special::beta_inc(a, b, x);
        // SAFETY: the caller of the C function promises two writable doubles.
        unsafe { pair(tails.lower, tails.upper, lower, upper) }
    })
}

/// The logarithms of both tails of the regularised incomplete beta function at x = 1/(1 + exp(-logit)): `*ln_lower` =
/// ln I_x(a, b) and `*ln_upper` = ln(1 - I_x(a, b)), also where the tails are far below the smallest double. a > 0, b > 0,
/// any finite logit, else DPM_ERR_DOMAIN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ln_beta_inc_logit(
    a: f64,
    b: f64,
    logit: f64,
    ln_lower: *mut f64,
    ln_upper: *mut f64,
) -> dpm_status {
    status(|| {
        let tails = special::ln_beta_inc_logit(a, b, logit);
        // SAFETY: the caller of the C function promises two writable doubles.
        unsafe { pair(tails.ln_lower, tails.ln_upper, ln_lower, ln_upper) }
    })
}

/// The regularised incomplete gamma functions: `*lower` = P(a, x) and `*upper` = Q(a, x) = 1 - P(a, x), each with its own
/// relative accuracy. a > 0, x >= 0, else DPM_ERR_DOMAIN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gamma_inc(
    a: f64,
    x: f64,
    lower: *mut f64,
    upper: *mut f64,
) -> dpm_status {
    status(|| {
        let tails = special::gamma_inc(a, x);
        // SAFETY: the caller of the C function promises two writable doubles.
        unsafe { pair(tails.lower, tails.upper, lower, upper) }
    })
}

/// The logarithms of both regularised incomplete gamma functions at x = exp(ln_x): `*ln_lower` = ln P(a, x) and
/// `*ln_upper` = ln Q(a, x), also where they are far below the smallest double. a > 0, any finite ln_x, else
/// DPM_ERR_DOMAIN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ln_gamma_inc_ln(
    a: f64,
    ln_x: f64,
    ln_lower: *mut f64,
    ln_upper: *mut f64,
) -> dpm_status {
    status(|| {
        let tails = special::ln_gamma_inc_ln(a, ln_x);
        // SAFETY: the caller of the C function promises two writable doubles.
        unsafe { pair(tails.ln_lower, tails.ln_upper, ln_lower, ln_upper) }
    })
}

/// ln Gamma(p + z) - ln Gamma(p) at the complex z = re + i im, on the branch that is continuous and 0 at z = 0, without the
/// cancellation of two logarithms: `*out_re` and `*out_im`. p > 0, p + re > 0, all finite, else DPM_ERR_DOMAIN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ln_gamma_ratio(
    p: f64,
    re: f64,
    im: f64,
    out_re: *mut f64,
    out_im: *mut f64,
) -> dpm_status {
    status(|| {
        let (value_re, value_im) = special::ln_gamma_ratio(p, re, im);
        // SAFETY: the caller of the C function promises two writable doubles.
        unsafe { pair(value_re, value_im, out_re, out_im) }
    })
}

/// Writes both or none.
///
/// # Safety
/// Each pointer that is not NULL and is aligned can be written.
unsafe fn pair(a: f64, b: f64, out_a: *mut f64, out_b: *mut f64) -> Checked<()> {
    let (out_a, out_b) = (Output::new(out_a, 1)?, Output::new(out_b, 1)?);
    disjoint(&[out_a.extent, out_b.extent], &[])?;
    let (a, b) = (number(a)?, number(b)?);
    // SAFETY: checked above; promised by this function's caller.
    unsafe {
        out_a.write(a);
        out_b.write(b);
    }
    Ok(())
}

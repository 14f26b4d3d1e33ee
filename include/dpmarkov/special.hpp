// dpmarkov.hpp: the special functions that the guarantees rest on.
#ifndef DPMARKOV_SPECIAL_HPP
#define DPMARKOV_SPECIAL_HPP

#include "base.hpp"

DPMARKOV_DETAIL_BEGIN

/// ln |Gamma(x)|; infinity at 0 and the negative integers.
inline double ln_gamma(double x) noexcept { return dpm_ln_gamma(x); }
/// The digamma function; NaN outside its domain.
inline double digamma(double x) noexcept { return dpm_digamma(x); }
/// ln B(a, b), a and b above 0; NaN outside its domain.
inline double ln_beta(double a, double b) noexcept { return dpm_ln_beta(a, b); }

/// Both tails of a distribution, each with its own relative accuracy.
struct Tails {
    double lower; ///< Of what is below.
    double upper; ///< 1 - lower, not computed as that.
};

/// The regularised incomplete beta function I_x(a, b) and 1 - I_x(a, b): a and b above 0, x from 0 to 1, else DPM_ERR_DOMAIN.
inline Returns<Tails> beta_inc(double a, double b, double x) DPMARKOV_DETAIL_NOEXCEPT {
    Tails it{};
    const dpm_status code = dpm_beta_inc(a, b, x, &it.lower, &it.upper);
    return detail::answer(code, it);
}

/// The regularised incomplete gamma functions P(a, x) and Q(a, x): a above 0, x from 0 on, else DPM_ERR_DOMAIN.
inline Returns<Tails> gamma_inc(double a, double x) DPMARKOV_DETAIL_NOEXCEPT {
    Tails it{};
    const dpm_status code = dpm_gamma_inc(a, x, &it.lower, &it.upper);
    return detail::answer(code, it);
}

DPMARKOV_DETAIL_END

#endif

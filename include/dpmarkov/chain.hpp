// dpmarkov.hpp: what a chain says: its stationary distribution and its coefficients of ergodicity.
#ifndef DPMARKOV_CHAIN_HPP
#define DPMARKOV_CHAIN_HPP

#include "base.hpp"

DPMARKOV_DETAIL_BEGIN

/// Scratch of stationary() and stationary_of_state(): n * n.
constexpr std::size_t stationary_work_len(std::size_t n) noexcept { return n * n; }

/// The stationary distribution (pi P = pi) of the chain matrix[n * n] into pi[n]. DPM_ERR_SEVERAL_CLASSES where it is not unique.
inline Returns<void> stationary(span<const double> matrix, std::size_t n, span<double> work, span<double> pi) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_gth(matrix.data(), n, work.data(), work.size(), pi.data());
    return detail::done(code);
}

DPMARKOV_DETAIL_END

#endif

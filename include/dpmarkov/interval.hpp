// dpmarkov.hpp: intervals and unbiased estimates for what was released. Public, as long as all arguments are.
#ifndef DPMARKOV_INTERVAL_HPP
#define DPMARKOV_INTERVAL_HPP

#include "accuracy.hpp"

DPMARKOV_DETAIL_BEGIN

/// 0 <= lower <= upper <= 1.
using Interval = dpm_interval;

/// What an interval is for.
enum class Target : int {
    log = DPM_TARGET_LOG,         ///< The share of the log itself: what the noise hides.
    process = DPM_TARGET_PROCESS, ///< The probability of the process that made the log, every event drawn by itself.
};

/// A row total that is not public: what the intervals from noisy counts take in its place.
constexpr double total_unknown = DPM_TOTAL_UNKNOWN;

/// The intervals of a whole row of noisy counts that the mechanism released, into `intervals`, as long. `row_total`: public, 1 to 1e15, or total_unknown.
/// `level` (0.5 to 0.999999) is approximate: from 0.93 at 0.95. Each interval by itself: interval_simultaneous().
inline Returns<void> interval_row(const Geometric &mechanism, span<const std::int64_t> noisy, double row_total, Target target, double level,
                                  span<Interval> intervals) DPMARKOV_DETAIL_NOEXCEPT {
    std::uint32_t numerator = 0, denominator = 0;
    dpm_status code = detail::lengths({{intervals.size(), noisy.size()}});
    if (code == DPM_OK) code = dpm_geometric_parameters(mechanism.get(), &numerator, &denominator);
    if (code == DPM_OK)
        code = dpm_interval_geometric_row(noisy.data(), noisy.size(), row_total, numerator, denominator, static_cast<int>(target), level,
                                          intervals.data());
    return detail::done(code);
}
/// The same for Gaussian noise.
inline Returns<void> interval_row(const Gaussian &mechanism, span<const std::int64_t> noisy, double row_total, Target target, double level,
                                  span<Interval> intervals) DPMARKOV_DETAIL_NOEXCEPT {
    std::uint64_t numerator = 0;
    std::uint32_t denominator = 0;
    dpm_status code = detail::lengths({{intervals.size(), noisy.size()}});
    if (code == DPM_OK) code = dpm_gaussian_parameters(mechanism.get(), &numerator, &denominator);
    if (code == DPM_OK)
        code = dpm_interval_gaussian_row(noisy.data(), noisy.size(), row_total, numerator, denominator, static_cast<int>(target), level,
                                         intervals.data());
    return detail::done(code);
}
/// The interval of one tally (0 to the draws) in a row of `cells` cells and of the public total `row_total`.
inline Returns<Interval> interval(const Polya &mechanism, std::uint32_t tally, std::size_t cells, double row_total, Target target,
                                  double level) DPMARKOV_DETAIL_NOEXCEPT {
    PolyaParameters urn{};
    Interval it{};
    dpm_status code = dpm_polya_parameters(mechanism.get(), &urn.states, &urn.event_mass, &urn.prior_mass, &urn.draw_mass, &urn.draws);
    if (code == DPM_OK)
        code = dpm_interval_polya(tally, cells, row_total, urn.event_mass, urn.prior_mass, urn.draw_mass, urn.draws, static_cast<int>(target), level,
                                  &it);
    return detail::answer(code, it);
}
/// The interval of one released probability of the Dirichlet mechanism in such a row.
inline Returns<Interval> interval(const Dirichlet &mechanism, double share, std::size_t cells, double row_total, Target target,
                                  double level) DPMARKOV_DETAIL_NOEXCEPT {
    DirichletParameters rows{};
    Interval it{};
    dpm_status code = dpm_dirichlet_parameters(mechanism.get(), &rows.weight, &rows.pseudo_count);
    if (code == DPM_OK)
        code = dpm_interval_dirichlet(share, cells, row_total, rows.weight, rows.pseudo_count, static_cast<int>(target), level, &it);
    return detail::answer(code, it);
}
/// The level to ask each of `intervals` intervals for, so that all hold together at `level` (Bonferroni).
inline Returns<double> interval_simultaneous(double level, std::uint32_t intervals) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_interval_simultaneous(level, intervals, &it);
    return detail::answer(code, it);
}
/// The interval of one entry of the stationary distribution from its estimate and its variance (stationary_variances()). First order, not debiased.
inline Returns<Interval> interval_stationary(double pi, double variance, double level) DPMARKOV_DETAIL_NOEXCEPT {
    Interval it{};
    const dpm_status code = dpm_interval_stationary(pi, variance, level, &it);
    return detail::answer(code, it);
}

/// Scratch of interval_stationary_chain().
constexpr std::size_t interval_stationary_chain_work_len(std::size_t n) noexcept { return 2 * n * (2 * n + 11); }

/// The stationary distribution of the log's own chain without the mechanism's bias, into pi[n], and its intervals at `level`, into intervals[n]: from the
/// released chain, its unbiased rows (debias_chain(), debias_noisy_row()) and the laws. First order, nothing is proved.
inline Returns<void> interval_stationary_chain(span<const double> released, std::size_t n, span<const double> estimate, span<const RowLaw> laws,
                                               double level, span<double> work, span<double> pi, span<Interval> intervals) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code =
        detail::lengths_of(n, {{released.size(), n * n}, {estimate.size(), n * n}, {laws.size(), n}, {pi.size(), n}, {intervals.size(), n}});
    if (code == DPM_OK)
        code = dpm_interval_stationary_chain(released.data(), n, estimate.data(), laws.data(), level, work.data(), work.size(), pi.data(),
                                             intervals.data());
    return detail::done(code);
}

/// A lower confidence limit of a row's number of events from the sum of its `cells` noisy counts: wrong with probability `failure` at most. What
/// init_row_law() may take where the total is private.
inline Returns<double> noisy_total_lower(const Geometric &mechanism, std::int64_t sum, std::size_t cells, double failure) DPMARKOV_DETAIL_NOEXCEPT {
    std::uint32_t numerator = 0, denominator = 0;
    double it = 0;
    dpm_status code = dpm_geometric_parameters(mechanism.get(), &numerator, &denominator);
    if (code == DPM_OK) code = dpm_noisy_total_lower_geometric(sum, cells, numerator, denominator, failure, &it);
    return detail::answer(code, it);
}
/// The same for Gaussian noise.
inline Returns<double> noisy_total_lower(const Gaussian &mechanism, std::int64_t sum, std::size_t cells, double failure) DPMARKOV_DETAIL_NOEXCEPT {
    std::uint64_t numerator = 0;
    std::uint32_t denominator = 0;
    double it = 0;
    dpm_status code = dpm_gaussian_parameters(mechanism.get(), &numerator, &denominator);
    if (code == DPM_OK) code = dpm_noisy_total_lower_gaussian(sum, cells, numerator, denominator, failure, &it);
    return detail::answer(code, it);
}

/// The shares of a row of noisy counts, into `shares`, as long: they sum to 1 and can be negative. DPM_ERR_EMPTY_ROW where the sum is not above 0.
inline Returns<void> debias_noisy_row(span<const std::int64_t> noisy, span<double> shares) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths({{shares.size(), noisy.size()}});
    if (code == DPM_OK) code = dpm_debias_noisy_row(noisy.data(), noisy.size(), shares.data());
    return detail::done(code);
}
/// The unbiased estimate of every row of a released chain of Dirichlet or Polya, into estimate[n * n]; entries can be negative. Scratch: laws_work_len().
inline Returns<void> debias_chain(span<const double> released, std::size_t n, span<const RowLaw> laws, span<double> work,
                                  span<double> estimate) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{released.size(), n * n}, {laws.size(), n}, {estimate.size(), n * n}});
    if (code == DPM_OK) code = dpm_debias_chain(released.data(), n, laws.data(), work.data(), work.size(), estimate.data());
    return detail::done(code);
}

DPMARKOV_DETAIL_END

#endif

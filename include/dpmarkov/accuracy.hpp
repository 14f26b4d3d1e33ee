// dpmarkov.hpp: how far a release may be from the truth: the law of each row, and what follows for rows and for the stationary distribution.
//
// Laws are in your storage: an array of dpm_row_law, one for each row, which stays where it was initialised (a copy is DPM_ERR_OBJECT). Made from public
// numbers they hold nothing secret. Functions that end in _after_release are public; those that take the true chain give what is as secret as it.
#ifndef DPMARKOV_ACCURACY_HPP
#define DPMARKOV_ACCURACY_HPP

#include "chain.hpp"
#include "dirichlet.hpp"
#include "noise.hpp"
#include "polya.hpp"

DPMARKOV_DETAIL_BEGIN

/// What a release does to one row.
using RowLaw = dpm_row_law;

/// Scratch of the functions of this header that name no other.
constexpr std::size_t laws_work_len(std::size_t n) noexcept { return 10 * n; }
/// Scratch of ergodicity_inf_change_bound().
constexpr std::size_t ergodicity_inf_change_work_len(std::size_t n) noexcept { return 11 * n; }
/// Scratch of stationary_variances(), stationary_bias_effect_after_release() and stationary_weighted_error_bound_after_release().
constexpr std::size_t stationary_variances_work_len(std::size_t n) noexcept { return 12 * n; }
/// Scratch of stationary_estimate() and stationary_estimate_after_release().
constexpr std::size_t stationary_estimate_work_len(std::size_t n) noexcept { return 13 * n; }
/// Scratch of stationary_weighted_error_bound().
constexpr std::size_t stationary_weighted_error_bound_work_len(std::size_t n) noexcept { return n * (n + 14); }

/// The law of a row released as noisy counts and made probabilities with `floor`: `cells` feasible next states and `row_total` events. Where the total is
/// private: a lower bound that was not computed from the log, or noisy_total_lower().
inline Returns<void> init_row_law(RowLaw &law, const Geometric &mechanism, std::uint32_t floor, std::size_t cells, double row_total) DPMARKOV_DETAIL_NOEXCEPT {
    std::uint32_t numerator = 0, denominator = 0;
    dpm_status code = dpm_geometric_parameters(mechanism.get(), &numerator, &denominator);
    if (code == DPM_OK) code = dpm_row_law_init_geometric(&law, numerator, denominator, floor, cells, row_total);
    return detail::done(code);
}
/// The same for Gaussian noise.
inline Returns<void> init_row_law(RowLaw &law, const Gaussian &mechanism, std::uint32_t floor, std::size_t cells, double row_total) DPMARKOV_DETAIL_NOEXCEPT {
    std::uint64_t numerator = 0;
    std::uint32_t denominator = 0;
    dpm_status code = dpm_gaussian_parameters(mechanism.get(), &numerator, &denominator);
    if (code == DPM_OK) code = dpm_row_law_init_gaussian(&law, numerator, denominator, floor, cells, row_total);
    return detail::done(code);
}
/// The same for Polya's urn, which has no floor.
inline Returns<void> init_row_law(RowLaw &law, const Polya &mechanism, std::size_t cells, double row_total) DPMARKOV_DETAIL_NOEXCEPT {
    PolyaParameters urn{};
    dpm_status code = dpm_polya_parameters(mechanism.get(), &urn.states, &urn.event_mass, &urn.prior_mass, &urn.draw_mass, &urn.draws);
    if (code == DPM_OK) code = dpm_row_law_init_polya(&law, urn.event_mass, urn.prior_mass, urn.draw_mass, urn.draws, cells, row_total);
    return detail::done(code);
}
/// The same for the Dirichlet mechanism, which has no floor.
inline Returns<void> init_row_law(RowLaw &law, const Dirichlet &mechanism, std::size_t cells, double row_total) DPMARKOV_DETAIL_NOEXCEPT {
    DirichletParameters rows{};
    dpm_status code = dpm_dirichlet_parameters(mechanism.get(), &rows.weight, &rows.pseudo_count);
    if (code == DPM_OK) code = dpm_row_law_init_dirichlet(&law, rows.weight, rows.pseudo_count, cells, row_total);
    return detail::done(code);
}

/// The mean of a released entry whose true share is `share`; as secret as the share.
inline Returns<double> row_mean(const RowLaw &law, double share) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_row_mean(&law, share, &it);
    return detail::answer(code, it);
}
/// Its bias, the mean minus `share`.
inline Returns<double> row_bias(const RowLaw &law, double share) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_row_bias(&law, share, &it);
    return detail::answer(code, it);
}
/// Its standard deviation.
inline Returns<double> row_deviation(const RowLaw &law, double share) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_row_deviation(&law, share, &it);
    return detail::answer(code, it);
}
/// At least the expected L1 distance between the released row and the true one, `shares`; at most 2. As secret as the shares.
inline Returns<double> row_expected_l1_bound(const RowLaw &law, span<const double> shares) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_row_expected_l1_bound(&law, shares.data(), shares.size(), &it);
    return detail::answer(code, it);
}
/// What the L1 distance does not exceed with probability `level` (0.5 to 0.999999). As secret as the shares.
inline Returns<double> row_l1_bound(const RowLaw &law, span<const double> shares, double level) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_row_l1_bound(&law, shares.data(), shares.size(), level, &it);
    return detail::answer(code, it);
}
/// The same from the released row alone, whatever the true one is: public.
inline Returns<double> row_l1_bound_after_release(const RowLaw &law, span<const double> released, double level) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_row_l1_bound_after_release(&law, released.data(), released.size(), level, &it);
    return detail::answer(code, it);
}

/// What the largest L1 distance between a row of the released chain and the true one's does not exceed with probability `level`; at most 2. laws[n].
inline Returns<double> rows_error_bound_after_release(span<const double> released, std::size_t n, span<const RowLaw> laws, double level,
                                                      span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{released.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK) code = dpm_rows_error_bound_after_release(released.data(), n, laws.data(), level, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// What the total variation distance between the stationary distributions of the true chain and of the released one does not exceed with probability
/// `level`; at most 1. `tau`: group_inverse_tau_one() of the released chain.
inline Returns<double> stationary_error_bound_after_release(span<const double> released, std::size_t n, double tau, span<const RowLaw> laws, double level,
                                                            span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{released.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_error_bound_after_release(released.data(), n, tau, laws.data(), level, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The same, sharper where rarely visited rows have most of the error, and never above it. pi[n] and inverse[n * n] (group_inverse()) of the released chain.
inline Returns<double> stationary_weighted_error_bound_after_release(span<const double> released, std::size_t n, span<const double> pi,
                                                                     span<const double> inverse, span<const RowLaw> laws, double level,
                                                                     span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{released.size(), n * n}, {pi.size(), n}, {inverse.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK)
        code = dpm_stationary_weighted_error_bound_after_release(released.data(), n, pi.data(), inverse.data(), laws.data(), level, work.data(),
                                                                 work.size(), &it);
    return detail::answer(code, it);
}

/// The expected total variation distance between these stationary distributions, estimated from the released chain: no bound.
inline Returns<double> stationary_estimate_after_release(span<const double> released, std::size_t n, span<const double> pi, span<const double> inverse,
                                                         span<const RowLaw> laws, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{released.size(), n * n}, {pi.size(), n}, {inverse.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK)
        code = dpm_stationary_estimate_after_release(released.data(), n, pi.data(), inverse.data(), laws.data(), work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The first-order effect of the rows' biases on the stationary distribution, from the released chain alone, into effect[n]: pi minus it is debiased.
inline Returns<void> stationary_bias_effect_after_release(span<const double> released, std::size_t n, span<const double> pi, span<const double> inverse,
                                                          span<const RowLaw> laws, span<double> work, span<double> effect) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code =
        detail::lengths_of(n, {{released.size(), n * n}, {pi.size(), n}, {inverse.size(), n * n}, {laws.size(), n}, {effect.size(), n}});
    if (code == DPM_OK)
        code = dpm_stationary_bias_effect_after_release(released.data(), n, pi.data(), inverse.data(), laws.data(), work.data(), work.size(),
                                                        effect.data());
    return detail::done(code);
}

/// The first-order variance of every entry of the stationary distribution, into variances[n]: at the mean of what is released, or at the released chain.
inline Returns<void> stationary_variances(span<const double> matrix, std::size_t n, span<const double> pi, span<const double> inverse,
                                          span<const RowLaw> laws, span<double> work, span<double> variances) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code =
        detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}, {inverse.size(), n * n}, {laws.size(), n}, {variances.size(), n}});
    if (code == DPM_OK)
        code = dpm_stationary_variances(matrix.data(), n, pi.data(), inverse.data(), laws.data(), work.data(), work.size(), variances.data());
    return detail::done(code);
}

/// At least the expected total variation distance between the stationary distributions of the true chain and of its release; at most 1. `tau`:
/// group_inverse_tau_one() of the true chain. As secret as the chain.
inline Returns<double> stationary_expected_error_bound(span<const double> matrix, std::size_t n, double tau, span<const RowLaw> laws,
                                                       span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_expected_error_bound(matrix.data(), n, tau, laws.data(), work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// At least the expected change of tau_1 by the release; at most 1. As secret as the chain.
inline Returns<double> ergodicity_one_change_bound(span<const double> matrix, std::size_t n, span<const RowLaw> laws, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK) code = dpm_ergodicity_one_change_bound(matrix.data(), n, laws.data(), work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The same for tau_inf; at most n/2.
inline Returns<double> ergodicity_inf_change_bound(span<const double> matrix, std::size_t n, span<const RowLaw> laws, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK) code = dpm_ergodicity_inf_change_bound(matrix.data(), n, laws.data(), work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The mean of the released chain, into mean[n * n]: laws[i] has as many cells as row i of the transitions. As secret as the chain.
inline Returns<void> mean_chain(span<const double> matrix, const Transitions &on, span<const RowLaw> laws, span<double> work,
                                span<double> mean) DPMARKOV_DETAIL_NOEXCEPT {
    const std::size_t n = on.states();
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {laws.size(), n}, {mean.size(), n * n}});
    if (code == DPM_OK && !on.sparse()) code = dpm_mean_chain(matrix.data(), n, laws.data(), work.data(), work.size(), mean.data());
    else if (code == DPM_OK)
        code = dpm_mean_chain_on_support(matrix.data(), n, on.starts(), on.targets(), on.cells(), laws.data(), work.data(), work.size(), mean.data());
    return detail::done(code);
}

/// The expected total variation distance between the stationary distributions of the true chain and of its release, to first order: no bound. As secret
/// as the chain.
inline Returns<double> stationary_estimate(span<const double> matrix, const Transitions &on, span<const double> pi, span<const double> inverse,
                                           span<const RowLaw> laws, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    const std::size_t n = on.states();
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}, {inverse.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK && !on.sparse())
        code = dpm_stationary_estimate(matrix.data(), n, pi.data(), inverse.data(), laws.data(), work.data(), work.size(), &it);
    else if (code == DPM_OK)
        code = dpm_stationary_estimate_on_support(matrix.data(), n, on.starts(), on.targets(), on.cells(), pi.data(), inverse.data(), laws.data(),
                                                  work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// stationary_expected_error_bound(), sharper where rarely visited rows have most of the error. As secret as the chain.
inline Returns<double> stationary_weighted_error_bound(span<const double> matrix, const Transitions &on, span<const double> pi, span<const double> inverse,
                                                       span<const RowLaw> laws, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    const std::size_t n = on.states();
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}, {inverse.size(), n * n}, {laws.size(), n}});
    if (code == DPM_OK && !on.sparse())
        code = dpm_stationary_weighted_error_bound(matrix.data(), n, pi.data(), inverse.data(), laws.data(), work.data(), work.size(), &it);
    else if (code == DPM_OK)
        code = dpm_stationary_weighted_error_bound_on_support(matrix.data(), n, on.starts(), on.targets(), on.cells(), pi.data(), inverse.data(),
                                                              laws.data(), work.data(), work.size(), &it);
    return detail::answer(code, it);
}

DPMARKOV_DETAIL_END

#endif

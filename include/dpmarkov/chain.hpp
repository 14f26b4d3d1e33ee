// dpmarkov.hpp: what a chain says: its stationary distribution, its classes, how fast it forgets.
//
// `matrix` is a chain of n states, row by row (row: the state left); wrong lengths are DPM_ERR_LENGTH, a matrix that is none DPM_ERR_NOT_STOCHASTIC,
// scratch (`work`) shorter than the ..._work_len() of its function DPM_ERR_WORK_LEN. Of a released chain all of this is public.
#ifndef DPMARKOV_CHAIN_HPP
#define DPMARKOV_CHAIN_HPP

#include "base.hpp"

DPMARKOV_DETAIL_BEGIN

/// Scratch of stationary() and stationary_of_state().
constexpr std::size_t stationary_work_len(std::size_t n) noexcept { return n * n; }
/// Scratch of stationary_power().
constexpr std::size_t stationary_power_work_len(std::size_t n) noexcept { return 2 * n; }
/// Scratch of ergodicity_inf().
constexpr std::size_t ergodicity_inf_work_len(std::size_t n) noexcept { return n; }
/// Scratch of class_labels(), recurrent_classes(), class_of_state(), is_irreducible() and period().
constexpr std::size_t recurrent_classes_work_len(std::size_t n) noexcept { return 2 * n; }
/// Scratch of second_eigenvalue().
constexpr std::size_t second_eigenvalue_work_len(std::size_t n) noexcept { return 3 * n; }
/// Scratch of second_eigenvalue_upper().
constexpr std::size_t second_eigenvalue_upper_work_len(std::size_t n) noexcept { return 2 * n * n; }
/// Scratch of mean_first_passage().
constexpr std::size_t mean_first_passage_work_len(std::size_t n) noexcept { return n * (n + 3); }
/// Scratch of all_mean_first_passage().
constexpr std::size_t all_mean_first_passage_work_len(std::size_t n) noexcept { return n * (3 * n + 4); }
/// Scratch of predict(), whatever the number of steps.
constexpr std::size_t predict_work_len(std::size_t n) noexcept { return n * (2 * n + 1); }
/// Scratch of group_inverse().
constexpr std::size_t group_inverse_work_len(std::size_t n) noexcept { return 2 * n * (n + 4); }
/// Scratch of stationary_error_bound().
constexpr std::size_t stationary_error_bound_work_len(std::size_t n) noexcept { return 2 * n; }

/// The stationary distribution (pi P = pi) of a chain into pi[n], every entry near rounding. DPM_ERR_SEVERAL_CLASSES where it is not unique.
inline Returns<void> stationary(span<const double> matrix, std::size_t n, span<double> work, span<double> pi) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_gth(matrix.data(), n, work.data(), work.size(), pi.data());
    return detail::done(code);
}

/// That of the recurrent class that `state` ends up in, zeros elsewhere.
inline Returns<void> stationary_of_state(span<const double> matrix, std::size_t n, std::size_t state, span<double> work,
                                         span<double> pi) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_of_state(matrix.data(), n, state, work.data(), work.size(), pi.data());
    return detail::done(code);
}

/// The stationary distribution by power iteration, until a step changes it by less than `tolerance` or after `max_iterations`, where n * n scratch is
/// too much. Returned is a bound on its total variation distance from the truth; 1: nothing is certified.
inline Returns<double> stationary_power(span<const double> matrix, std::size_t n, double tolerance, std::uint32_t max_iterations, span<double> work,
                                        span<double> pi) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {pi.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_power(matrix.data(), n, tolerance, max_iterations, work.data(), work.size(), pi.data(), &it);
    return detail::answer(code, it);
}

/// The number of recurrent classes: 1 where the stationary distribution is unique.
inline Returns<std::size_t> recurrent_classes(span<const double> matrix, std::size_t n, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_recurrent_classes(matrix.data(), n, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The recurrent class of every state into labels[n]: 0, 1, ... or DPM_TRANSIENT; their number is returned.
inline Returns<std::size_t> class_labels(span<const double> matrix, std::size_t n, span<double> work, span<std::uint32_t> labels) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {labels.size(), n}});
    if (code == DPM_OK) code = dpm_class_labels(matrix.data(), n, work.data(), work.size(), labels.data(), &it);
    return detail::answer(code, it);
}

/// The recurrent class that the chain ends up in from `state`: members[i] is 1 where state i is in it, else 0; its size is returned.
inline Returns<std::size_t> class_of_state(span<const double> matrix, std::size_t n, std::size_t state, span<double> work,
                                           span<std::uint8_t> members) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {members.size(), n}});
    if (code == DPM_OK) code = dpm_class_of_state(matrix.data(), n, state, work.data(), work.size(), members.data(), &it);
    return detail::answer(code, it);
}

/// Does every state lead to every other one?
inline Returns<bool> is_irreducible(span<const double> matrix, std::size_t n, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    int it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_is_irreducible(matrix.data(), n, work.data(), work.size(), &it);
    return detail::answer(code, it != 0);
}

/// The period of `state`: 1 aperiodic, 0 where the chain cannot return to it.
inline Returns<std::size_t> period(span<const double> matrix, std::size_t n, std::size_t state, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_period(matrix.data(), n, state, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// Does the chain never leave `state`?
inline Returns<bool> is_absorbing(span<const double> matrix, std::size_t n, std::size_t state) DPMARKOV_DETAIL_NOEXCEPT {
    int it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_is_absorbing(matrix.data(), n, state, &it);
    return detail::answer(code, it != 0);
}

/// The ergodicity coefficient tau_1 (Dobrushin): half the largest L1 distance between two rows, 0 to 1.
inline Returns<double> ergodicity_one(span<const double> matrix, std::size_t n) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_ergodicity_one(matrix.data(), n, &it);
    return detail::answer(code, it);
}

/// The ergodicity coefficient tau_inf; it can exceed 1.
inline Returns<double> ergodicity_inf(span<const double> matrix, std::size_t n, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_ergodicity_inf(matrix.data(), n, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// An estimate of the second eigenvalue's modulus, and how far to trust it.
struct SecondEigenvalue {
    double modulus;           ///< The estimate: no bound.
    double residual;          ///< The residual of an approximate eigenvector.
    std::uint32_t iterations; ///< Products with the matrix that were made.
};

/// The modulus of the second eigenvalue, estimated by at most about `iterations` products with the matrix.
inline Returns<SecondEigenvalue> second_eigenvalue(span<const double> matrix, std::size_t n, std::uint32_t iterations,
                                                   span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    SecondEigenvalue it{};
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK)
        code = dpm_second_eigenvalue(matrix.data(), n, iterations, work.data(), work.size(), &it.modulus, &it.residual, &it.iterations);
    return detail::answer(code, it);
}

/// A bound on that modulus, rounded up: the least of tau_1(P^m)^(1/m), m = 1, 2, 4, ..., 2^squarings.
inline Returns<double> second_eigenvalue_upper(span<const double> matrix, std::size_t n, std::uint32_t squarings, span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}});
    if (code == DPM_OK) code = dpm_second_eigenvalue_upper(matrix.data(), n, squarings, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The mean number of steps until the chain is in `target` for the first time, for every start, into times[n]; infinity where it may never be.
inline Returns<void> mean_first_passage(span<const double> matrix, std::size_t n, std::size_t target, span<double> work,
                                        span<double> times) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {times.size(), n}});
    if (code == DPM_OK) code = dpm_mean_first_passage(matrix.data(), n, target, work.data(), work.size(), times.data());
    return detail::done(code);
}

/// The same to every state: times[i * n + j] from i to j.
inline Returns<void> all_mean_first_passage(span<const double> matrix, std::size_t n, span<double> work, span<double> times) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {times.size(), n * n}});
    if (code == DPM_OK) code = dpm_all_mean_first_passage(matrix.data(), n, work.data(), work.size(), times.data());
    return detail::done(code);
}

/// Where the chain is after `steps` steps from the distribution start[n], into out[n].
inline Returns<void> predict(span<const double> matrix, std::size_t n, span<const double> start, std::uint32_t steps, span<double> work,
                             span<double> out) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {start.size(), n}, {out.size(), n}});
    if (code == DPM_OK) code = dpm_predict(matrix.data(), n, start.data(), steps, work.data(), work.size(), out.data());
    return detail::done(code);
}

/// The group inverse of I - P into inverse[n * n] and the stationary distribution into pi[n]: how pi answers to a change of the chain.
inline Returns<void> group_inverse(span<const double> matrix, std::size_t n, span<double> work, span<double> inverse,
                                   span<double> pi) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {inverse.size(), n * n}, {pi.size(), n}});
    if (code == DPM_OK) code = dpm_group_inverse(matrix.data(), n, work.data(), work.size(), inverse.data(), pi.data());
    return detail::done(code);
}

/// tau_1 of a group inverse, rounded up: what the bounds on the stationary distribution take.
inline Returns<double> group_inverse_tau_one(span<const double> inverse, std::size_t n) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{inverse.size(), n * n}});
    if (code == DPM_OK) code = dpm_group_inverse_tau_one(inverse.data(), n, &it);
    return detail::answer(code, it);
}

/// A bound on the total variation distance between x[n], an approximate stationary distribution, and the true one. `tau`: group_inverse_tau_one().
inline Returns<double> stationary_error_bound(span<const double> matrix, std::size_t n, span<const double> x, double tau,
                                              span<double> work) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths_of(n, {{matrix.size(), n * n}, {x.size(), n}});
    if (code == DPM_OK) code = dpm_stationary_error_bound(matrix.data(), n, x.data(), tau, work.data(), work.size(), &it);
    return detail::answer(code, it);
}

/// The total variation distance of two distributions of one length, 0 to 1.
inline Returns<double> total_variation_distance(span<const double> p, span<const double> q) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths({{q.size(), p.size()}});
    if (code == DPM_OK) code = dpm_total_variation_distance(p.data(), q.data(), p.size(), &it);
    return detail::answer(code, it);
}

/// The Kullback-Leibler divergence (nats) of q from p, of one length; infinity where q is 0 and p is not.
inline Returns<double> kl_divergence(span<const double> p, span<const double> q) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    dpm_status code = detail::lengths({{q.size(), p.size()}});
    if (code == DPM_OK) code = dpm_kl_divergence(p.data(), q.data(), p.size(), &it);
    return detail::answer(code, it);
}

DPMARKOV_DETAIL_END

#endif

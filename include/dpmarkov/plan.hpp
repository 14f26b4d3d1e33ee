// dpmarkov.hpp: which mechanism, and what several of them promise together. Every argument is a public fact, not computed from the log.
#ifndef DPMARKOV_PLAN_HPP
#define DPMARKOV_PLAN_HPP

#include <array>

#include "dirichlet.hpp"
#include "mechanism.hpp"

DPMARKOV_DETAIL_BEGIN

/// Which bound gave an epsilon or a delta of a composition.
enum class Bound : int {
    line_integral = DPM_BOUND_LINE_INTEGRAL, ///< The line integral over the product of all moment functions.
    renyi = DPM_BOUND_RENYI,                 ///< One Renyi order of the same product.
    basic = DPM_BOUND_BASIC,                 ///< The sum of the pure epsilons.
    single = DPM_BOUND_SINGLE,               ///< The mechanism's own accounting: all releases are of one kind.
};

/// A bound, and where it comes from.
struct Composed {
    double value; ///< Epsilon (nats) or delta, rounded up.
    Bound bound;  ///< Which of the bounds it was.
};

/// An epsilon (nats) at which all the releases of the list (1 to 16 kinds) of one log together meet `delta`.
inline Returns<Composed> compose_epsilon(Adjacency adjacency, span<const Release> list, double delta) DPMARKOV_DETAIL_NOEXCEPT {
    Composed it{};
    int bound = 0;
    const dpm_status code = dpm_compose_epsilon(static_cast<int>(adjacency), list.data(), list.size(), delta, &it.value, &bound);
    it.bound = static_cast<Bound>(bound);
    return detail::answer(code, it);
}

/// An upper bound on delta at `epsilon` of all the releases of the list together.
inline Returns<Composed> compose_delta(Adjacency adjacency, span<const Release> list, double epsilon) DPMARKOV_DETAIL_NOEXCEPT {
    Composed it{};
    int bound = 0;
    const dpm_status code = dpm_compose_delta(static_cast<int>(adjacency), list.data(), list.size(), epsilon, &it.value, &bound);
    it.bound = static_cast<Bound>(bound);
    return detail::answer(code, it);
}

/// As compose_epsilon() by the best single Renyi order: cheaper, looser; delta above 0.
inline Returns<double> compose_renyi_epsilon(Adjacency adjacency, span<const Release> list, double delta) DPMARKOV_DETAIL_NOEXCEPT {
    double it = 0;
    const dpm_status code = dpm_compose_renyi_epsilon(static_cast<int>(adjacency), list.data(), list.size(), delta, &it);
    return detail::answer(code, it);
}

/// Why a mechanism is recommended.
enum class Reason : int {
    only_one = DPM_REASON_ONLY_ONE,           ///< No other meets the guarantee.
    most_accurate = DPM_REASON_MOST_ACCURATE, ///< No other comes within 3 % of its error.
    integers = DPM_REASON_INTEGERS,           ///< Others are as accurate, but draw in floating point.
    pure = DPM_REASON_PURE,                   ///< Others are as accurate, but need a delta above 0.
    simplest = DPM_REASON_SIMPLEST,           ///< Others are as accurate and as safe; it is the simplest.
};

/// The four mechanisms at one promise.
struct Comparison {
    std::array<dpm_candidate, DPM_CANDIDATES> candidates; ///< What each offers, by its number.
    Mechanism recommended;                                ///< The one to take.
    Reason reason;                                        ///< Why.
    /// What `mechanism` offers; a status other than DPM_OK in it: nothing.
    const dpm_candidate &operator[](Mechanism mechanism) const noexcept {
        return candidates[static_cast<std::size_t>(mechanism) % DPM_CANDIDATES];
    }
};

/// Compares the mechanisms at `promise` for a chain of n states whose rows are expected to hold about `expected_row_total` events (1 to 1e15). A search:
/// for a desk, or for a start with time. DPM_ERR_UNREACHABLE where none meets the promise.
inline Returns<Comparison> plan_compare(const Guarantee &promise, std::size_t n, double expected_row_total) DPMARKOV_DETAIL_NOEXCEPT {
    Comparison it{};
    int recommended = 0, reason = 0;
    const dpm_status code = dpm_plan_compare(static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases, n,
                                             expected_row_total, it.candidates.data(), &recommended, &reason);
    it.recommended = static_cast<Mechanism>(recommended);
    it.reason = static_cast<Reason>(reason);
    return detail::answer(code, it);
}

/// The parameters of the Dirichlet mechanism to take for such a chain: for Dirichlet::init_checked().
inline Returns<DirichletParameters> plan_dirichlet(const Guarantee &promise, std::size_t n, double expected_row_total) DPMARKOV_DETAIL_NOEXCEPT {
    DirichletParameters it{};
    const dpm_status code = dpm_plan_choose(static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases, n,
                                            expected_row_total, &it.weight, &it.pseudo_count);
    return detail::answer(code, it);
}

DPMARKOV_DETAIL_END

#endif

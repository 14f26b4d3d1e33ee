// dpmarkov.hpp: what the mechanisms have in common.
#ifndef DPMARKOV_MECHANISM_HPP
#define DPMARKOV_MECHANISM_HPP

#include "counts.hpp"
#include "random.hpp"

DPMARKOV_DETAIL_BEGIN

/// Who is protected: what two logs that must look alike differ in.
enum class Adjacency : int {
    destination = DPM_ADJACENCY_DESTINATION,       ///< One event keeps its source and goes elsewhere; row totals are public.
    add_remove = DPM_ADJACENCY_ADD_REMOVE,         ///< One event is present in one log only.
    event = DPM_ADJACENCY_EVENT,                   ///< One event is replaced by any other, its source included.
    visit = DPM_ADJACENCY_VISIT,                   ///< One visited state inside a session is replaced.
    visit_presence = DPM_ADJACENCY_VISIT_PRESENCE, ///< One visited state is inserted into or dropped from a session.
};

/// A promise: (epsilon, delta) under an adjacency, over all `releases` of the same log together. All four are public facts, not computed from the log.
struct Guarantee {
    Adjacency adjacency = static_cast<Adjacency>(-1); ///< Who is protected. Has to be said: left out it is DPM_ERR_ADJACENCY, not the weakest one.
    double epsilon;         ///< Nats, 0 to 1e6.
    double delta;           ///< 0 (pure; not for Gaussian and Dirichlet), or 2.3e-308 to 1 - 1.2e-16.
    std::uint32_t releases; ///< 1 and above: how often the log is released in all, by one mechanism. Of several: compose_epsilon().
};

/// The mechanisms: the numbers of the C interface.
enum class Mechanism : int {
    dirichlet = DPM_MECHANISM_DIRICHLET, ///< The smoothed Dirichlet mechanism.
    polya = DPM_MECHANISM_POLYA,         ///< Polya's urn.
    geometric = DPM_MECHANISM_GEOMETRIC, ///< Two-sided geometric noise on every count.
    gaussian = DPM_MECHANISM_GAUSSIAN,   ///< Discrete Gaussian noise on every count.
};

/// An exact fraction: a rate of geometric noise, or (with a numerator up to 2^40) a variance of Gaussian noise.
struct Fraction {
    std::uint64_t numerator;   ///< The numerator.
    std::uint32_t denominator; ///< The denominator.
};

/// Releases of one kind and their parameters, as a ledger is charged with them and as they are composed: charge() of a mechanism makes one.
using Release = dpm_release;

namespace detail {

// Of the C interface's argument: 0 for a numerator that does not fit is out of every range.
constexpr std::uint32_t narrow(std::uint64_t x) noexcept { return x > UINT32_MAX ? 0 : static_cast<std::uint32_t>(x); }

template <class Raw, class Function> Returns<Guarantee> guarantee_of(const Raw &raw, Function function) DPMARKOV_DETAIL_NOEXCEPT {
    int adjacency = 0;
    Guarantee it{};
    const dpm_status code = function(&raw, &adjacency, &it.epsilon, &it.delta, &it.releases);
    it.adjacency = static_cast<Adjacency>(adjacency);
    return answer(code, it);
}

// All rows of a table by a release of one row, in order. Whole or not at all: after an error in a later row the rows before it are zeroed. A row's output
// or scratch over the counts of a later row would release noise as counts.
template <class T, class Row> dpm_status all_rows(std::size_t n, span<const std::uint32_t> counts, span<T> work, span<T> out, Row row) noexcept {
    dpm_status code = lengths_of(n, {{counts.size(), n * n}, {out.size(), n * n}});
    if (code == DPM_OK && (overlap(counts, out) || overlap(counts, work) || overlap(work, out))) code = DPM_ERR_OVERLAP;
    if (code != DPM_OK) return code;
    for (std::size_t i = 0; i < n && code == DPM_OK; i++) {
        code = row(counts.data() + i * n, out.data() + i * n);
        if (code == DPM_OK || i == 0) continue;
        for (std::size_t j = 0; j < i * n; j++) out[j] = T{};
    }
    return code;
}

} // namespace detail

DPMARKOV_DETAIL_END

#endif

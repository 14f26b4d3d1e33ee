// dpmarkov.hpp: what the mechanisms have in common, and the one to begin with, two-sided geometric noise.
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
    Adjacency adjacency;    ///< Who is protected.
    double epsilon;         ///< Nats, 0 to 1e6.
    double delta;           ///< 0 (pure; not for Gaussian and Dirichlet), or 2.3e-308 to 1 - 1.2e-16.
    std::uint32_t releases; ///< 1 and above: how often the log is released in all.
};

/// An exact fraction: a rate of geometric noise, or (with a numerator up to 2^40) a variance of Gaussian noise.
struct Fraction {
    std::uint64_t numerator;   ///< The numerator.
    std::uint32_t denominator; ///< The denominator.
};

namespace detail {

template <class Raw, class Function> Returns<Guarantee> guarantee_of(const Raw &raw, Function function) DPMARKOV_DETAIL_NOEXCEPT {
    int adjacency = 0;
    Guarantee it{};
    const dpm_status code = function(&raw, &adjacency, &it.epsilon, &it.delta, &it.releases);
    it.adjacency = static_cast<Adjacency>(adjacency);
    return answer(code, it);
}

// All rows of a table by a release of one row, in order. A chain is released whole or not at all: after an error its output is zeros.
template <class T, class Row> dpm_status all_rows(std::size_t n, span<const std::uint32_t> counts, span<T> out, Row row) noexcept {
    dpm_status code = lengths_of(n, {{counts.size(), n * n}, {out.size(), n * n}});
    if (code != DPM_OK) return code;
    for (std::size_t i = 0; i < n && code == DPM_OK; i++) {
        code = row(counts.data() + i * n, out.data() + i * n);
        if (code == DPM_OK || i == 0) continue;
        for (std::size_t j = 0; j < i * n; j++) out[j] = T{};
    }
    return code;
}

} // namespace detail

/// Two-sided geometric noise on every count: integers to the end, pure (delta 0) where asked for. Its parameters are public; it stays where it was made.
class Geometric : Pinned {
  public:
    /// Not initialised: refused with DPM_ERR_OBJECT until init().
    Geometric() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As init(guarantee).
    explicit Geometric(const Guarantee &guarantee) { init(guarantee); }
#endif
    /// With about the least noise that keeps the promise. It does not count its releases: that is the ledger's part, or yours.
    Returns<void> init(const Guarantee &it) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_geometric_init(&raw_, static_cast<int>(it.adjacency), it.epsilon, it.delta, it.releases));
    }
    /// With a planned rate, which is verified: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
    Returns<void> init_checked(const Guarantee &it, Fraction rate) DPMARKOV_DETAIL_NOEXCEPT {
        if (rate.numerator > UINT32_MAX) return detail::done(DPM_ERR_RATE);
        return detail::done(dpm_geometric_init_checked(&raw_, static_cast<int>(it.adjacency), it.epsilon, it.delta, it.releases,
                                                       static_cast<std::uint32_t>(rate.numerator), rate.denominator));
    }
    /// The same in integers alone, for delta 0: epsilon in millionths of a nat, up to 1e12. It spares a small device some 30 kB of floating point.
    Returns<void> init_pure(Adjacency adjacency, std::uint64_t epsilon_micro, std::uint32_t releases, Fraction rate) DPMARKOV_DETAIL_NOEXCEPT {
        if (rate.numerator > UINT32_MAX) return detail::done(DPM_ERR_RATE);
        return detail::done(dpm_geometric_init_pure(&raw_, static_cast<int>(adjacency), epsilon_micro, releases,
                                                    static_cast<std::uint32_t>(rate.numerator), rate.denominator));
    }
    /// The rate of the noise, exactly: P(k) is proportional to exp(-rate |k|). Public.
    Returns<Fraction> parameters() const DPMARKOV_DETAIL_NOEXCEPT {
        std::uint32_t numerator = 0, denominator = 0;
        const dpm_status code = dpm_geometric_parameters(&raw_, &numerator, &denominator);
        return detail::answer(code, Fraction{numerator, denominator});
    }
    /// What it promises.
    Returns<Guarantee> guarantee() const DPMARKOV_DETAIL_NOEXCEPT { return detail::guarantee_of(raw_, dpm_geometric_guarantee); }

    /// Releases one row: counts (secret) with noise on each, into `noisy`, as long. Every release counts against the promise.
    Returns<void> release_counts(Generator &rng, span<const std::uint32_t> counts, span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{noisy.size(), counts.size()}});
        if (code == DPM_OK) code = dpm_geometric_release_counts(&raw_, rng.get(), counts.data(), counts.size(), noisy.data());
        return detail::done(code);
    }
    /// Releases the counts of a whole table, counts[n * n] (secret), into noisy[n * n]: all rows in order. One release against the promise.
    Returns<void> release_table(Generator &rng, span<const std::uint32_t> counts, std::size_t n, span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(detail::all_rows(n, counts, noisy, [&](const std::uint32_t *row, std::int64_t *out) {
            return dpm_geometric_release_counts(&raw_, rng.get(), row, n, out);
        }));
    }
    /// Releases one row as probabilities, multiples of 2^-32 that sum to 1. `floor`: public, in 1/1024 of an event, added to every noisy count that was
    /// made non-negative. Scratch: as many as counts. Every release counts against the promise.
    Returns<void> release_row(Generator &rng, span<const std::uint32_t> counts, std::uint32_t floor, span<std::int64_t> work,
                              span<double> row) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{row.size(), counts.size()}});
        if (code == DPM_OK)
            code = dpm_geometric_release_row(&raw_, rng.get(), counts.data(), counts.size(), floor, work.data(), work.size(), row.data());
        return detail::done(code);
    }
    /// Releases a whole chain: counts[n * n] (secret), row by row, into matrix[n * n]. Scratch: n. One release against the promise.
    Returns<void> release_chain(Generator &rng, span<const std::uint32_t> counts, std::size_t n, std::uint32_t floor, span<std::int64_t> work,
                                span<double> matrix) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths_of(n, {{counts.size(), n * n}, {matrix.size(), n * n}});
        if (code == DPM_OK) code = dpm_geometric_release_chain(&raw_, rng.get(), counts.data(), n, floor, work.data(), work.size(), matrix.data());
        return detail::done(code);
    }
    /// Releases the counts of a support as integers, counts[cells] (secret) into noisy[cells]. One release against the promise.
    Returns<void> release_sparse_counts(Generator &rng, Support support, span<const std::uint32_t> counts, span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), support.cells()}, {noisy.size(), support.cells()}});
        if (code == DPM_OK)
            code = dpm_geometric_release_sparse_counts(&raw_, rng.get(), support.starts(), support.targets(), support.states(), support.cells(),
                                                       counts.data(), noisy.data());
        return detail::done(code);
    }
    /// Releases a chain on a support, counts[cells] (secret) into values[cells]. Scratch: as many as the longest row has cells. One release against the promise.
    Returns<void> release_sparse(Generator &rng, Support support, span<const std::uint32_t> counts, std::uint32_t floor, span<std::int64_t> work,
                                 span<double> values) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), support.cells()}, {values.size(), support.cells()}});
        if (code == DPM_OK)
            code = dpm_geometric_release_sparse(&raw_, rng.get(), support.starts(), support.targets(), support.states(), support.cells(), counts.data(),
                                                floor, work.data(), work.size(), values.data());
        return detail::done(code);
    }
    const dpm_geometric *get() const noexcept { return &raw_; } ///< For functions of the C interface.
    dpm_geometric *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    dpm_geometric raw_{};
};

DPMARKOV_DETAIL_END

#endif

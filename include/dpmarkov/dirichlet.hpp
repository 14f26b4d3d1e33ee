// dpmarkov.hpp: the smoothed Dirichlet mechanism.
#ifndef DPMARKOV_DIRICHLET_HPP
#define DPMARKOV_DIRICHLET_HPP

#include "mechanism.hpp"

DPMARKOV_DETAIL_BEGIN

/// The parameters of a row: it is drawn from the Dirichlet distribution with weight * (count + pseudo_count). Public.
using DirichletParameters = dpm_dirichlet_row;

/// The smoothed Dirichlet mechanism: rows of probabilities, delta above 0. It draws in floating point, holds nothing secret, and stays where it was
/// made. Every release counts against the promise, and takes a fresh Generator.
class Dirichlet : Pinned {
  public:
    /// Not initialised: refused with DPM_ERR_OBJECT until init().
    Dirichlet() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As init().
    Dirichlet(const Guarantee &promise, double pseudo_count) { init(promise, pseudo_count); }
#endif
    /// With the largest weight of an event that keeps the promise. DPM_ERR_UNREACHABLE where none does at this pseudo-count: smallest_pseudo_count().
    Returns<void> init(const Guarantee &promise, double pseudo_count) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(
            dpm_dirichlet_init(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases, pseudo_count));
    }
    /// With a planned weight, which is verified and not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
    Returns<void> init_checked(const Guarantee &promise, DirichletParameters planned) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_dirichlet_init_checked(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases,
                                                       planned.pseudo_count, planned.weight));
    }
    /// The weight of an event and the pseudo-count (in events). Public.
    Returns<DirichletParameters> parameters() const DPMARKOV_DETAIL_NOEXCEPT {
        DirichletParameters it{};
        const dpm_status code = dpm_dirichlet_parameters(&raw_, &it.weight, &it.pseudo_count);
        return detail::answer(code, it);
    }
    /// What it promises.
    Returns<Guarantee> guarantee() const DPMARKOV_DETAIL_NOEXCEPT { return detail::guarantee_of(raw_, dpm_dirichlet_guarantee); }
    /// What a ledger is charged for `times` releases by this mechanism.
    Returns<Release> charge(std::uint32_t times = 1) const DPMARKOV_DETAIL_NOEXCEPT {
        Release it{};
        it.mechanism = DPM_MECHANISM_DIRICHLET;
        it.releases = times;
        const dpm_status code = dpm_dirichlet_parameters(&raw_, &it.weight, &it.pseudo_count);
        return detail::answer(code, it);
    }

    /// Releases one row: counts (secret) into `row`, as long: positive multiples of 2^-32 that sum to 1.
    Returns<void> release_row(Generator &rng, span<const std::uint32_t> counts, span<double> row) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{row.size(), counts.size()}});
        if (code == DPM_OK) code = dpm_dirichlet_release_row(&raw_, rng.get(), counts.data(), counts.size(), row.data());
        return detail::done(code);
    }
    /// Releases a whole chain, counts[n * n] (secret) into matrix[n * n]: one release.
    Returns<void> release_chain(Generator &rng, span<const std::uint32_t> counts, std::size_t n, span<double> matrix) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths_of(n, {{counts.size(), n * n}, {matrix.size(), n * n}});
        if (code == DPM_OK) code = dpm_dirichlet_release_chain(&raw_, rng.get(), counts.data(), n, matrix.data());
        return detail::done(code);
    }
    /// Releases a chain on a support, counts[cells] (secret) into values[cells]: one release.
    Returns<void> release_sparse(Generator &rng, Support on, span<const std::uint32_t> counts, span<double> values) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), on.cells()}, {values.size(), on.cells()}});
        if (code == DPM_OK)
            code = dpm_dirichlet_release_sparse(&raw_, rng.get(), on.starts(), on.targets(), on.states(), on.cells(), counts.data(), values.data());
        return detail::done(code);
    }

    /// Releases a chain whose rows have parameters of their own, rows[n], after verifying `promise` for all of them: counts[n * n] (secret) into
    /// matrix[n * n], one release.
    static Returns<void> release_chain_rows(Generator &rng, const Guarantee &promise, span<const DirichletParameters> rows,
                                            span<const std::uint32_t> counts, span<double> matrix) DPMARKOV_DETAIL_NOEXCEPT {
        const std::size_t n = rows.size();
        dpm_status code = detail::lengths_of(n, {{counts.size(), n * n}, {matrix.size(), n * n}});
        if (code == DPM_OK)
            code = dpm_dirichlet_release_chain_rows(rng.get(), static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases,
                                                    rows.data(), counts.data(), n, matrix.data());
        return detail::done(code);
    }
    /// An upper bound on delta at `epsilon` over all `releases` together; never 0.
    static Returns<double> delta(Adjacency adjacency, DirichletParameters rows, std::uint32_t releases, double epsilon) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code = dpm_dirichlet_delta(static_cast<int>(adjacency), rows.weight, rows.pseudo_count, releases, epsilon, &it);
        return detail::answer(code, it);
    }
    /// An epsilon (nats) at which the promise holds with `delta` over all `releases` together, rounded up.
    static Returns<double> epsilon(Adjacency adjacency, DirichletParameters rows, std::uint32_t releases, double delta) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code = dpm_dirichlet_epsilon(static_cast<int>(adjacency), rows.weight, rows.pseudo_count, releases, delta, &it);
        return detail::answer(code, it);
    }
    /// The largest weight of an event that keeps the promise at this pseudo-count, rounded down: what init() takes.
    static Returns<double> solve_weight(const Guarantee &promise, double pseudo_count) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code = dpm_dirichlet_solve_weight(static_cast<int>(promise.adjacency), pseudo_count, promise.releases, promise.epsilon,
                                                           promise.delta, &it);
        return detail::answer(code, it);
    }
    /// The smallest pseudo-count (in events) at which some weight keeps the promise, rounded up.
    static Returns<double> smallest_pseudo_count(const Guarantee &promise) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code =
            dpm_smallest_pseudo_count(static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases, &it);
        return detail::answer(code, it);
    }
    const dpm_dirichlet *get() const noexcept { return &raw_; } ///< For functions of the C interface.
    dpm_dirichlet *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    dpm_dirichlet raw_{};
};

DPMARKOV_DETAIL_END

#endif

// dpmarkov.hpp: Polya's urn.
#ifndef DPMARKOV_POLYA_HPP
#define DPMARKOV_POLYA_HPP

#include "mechanism.hpp"

DPMARKOV_DETAIL_BEGIN

/// The parameters of Polya's urn: public.
struct PolyaParameters {
    std::size_t states;       ///< The number of states (of a row's cells, at least) that the promise is computed for.
    std::uint32_t event_mass; ///< The mass of an event, 1 to 32768.
    std::uint32_t prior_mass; ///< The mass of a cell without events, 1 to 2^31.
    std::uint32_t draw_mass;  ///< The mass of a draw, 1 to 32768.
    std::uint32_t draws;      ///< The draws a row, 1 to 2^24.
};

/// Scratch words (std::uint32_t) of the releases of Polya for rows of n cells.
constexpr std::size_t polya_work_len(std::size_t n) noexcept { return 5 * n; }

/// Polya's urn: every row becomes `draws` tallies, drawn with integers alone; pure (delta 0) where asked for. It holds nothing secret, and stays where
/// it was made. Every release counts against the promise, and takes a fresh Generator.
class Polya : Pinned {
  public:
    /// Not initialised: refused with DPM_ERR_OBJECT until init().
    Polya() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As init().
    Polya(const Guarantee &promise, std::size_t n, double pseudo_count, std::uint32_t draws) { init(promise, n, pseudo_count, draws); }
#endif
    /// For n states, with about the largest weight of an event that keeps the promise. On a support n is Support::row_lengths()'s `fewest`.
    Returns<void> init(const Guarantee &promise, std::size_t n, double pseudo_count, std::uint32_t draws) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_polya_init(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases, n,
                                           pseudo_count, draws));
    }
    /// With planned masses and draws, which are verified and not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
    Returns<void> init_checked(const Guarantee &promise, const PolyaParameters &urn) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_polya_init_checked(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases,
                                                   urn.states, urn.event_mass, urn.prior_mass, urn.draw_mass, urn.draws));
    }
    /// The urn. Public.
    Returns<PolyaParameters> parameters() const DPMARKOV_DETAIL_NOEXCEPT {
        PolyaParameters it{};
        const dpm_status code = dpm_polya_parameters(&raw_, &it.states, &it.event_mass, &it.prior_mass, &it.draw_mass, &it.draws);
        return detail::answer(code, it);
    }
    /// What it promises.
    Returns<Guarantee> guarantee() const DPMARKOV_DETAIL_NOEXCEPT { return detail::guarantee_of(raw_, dpm_polya_guarantee); }
    /// What a ledger is charged for `times` releases by this mechanism.
    Returns<Release> charge(std::uint32_t times = 1) const DPMARKOV_DETAIL_NOEXCEPT {
        std::size_t states = 0;
        Release it{};
        it.mechanism = DPM_MECHANISM_POLYA;
        it.releases = times;
        const dpm_status code = dpm_polya_parameters(&raw_, &states, &it.event_mass, &it.prior_mass, &it.draw_mass, &it.draws);
        it.states = static_cast<std::uint32_t>(states);
        return detail::answer(code, it);
    }

    /// Releases the tallies of one row: counts (secret) into `tallies`, as long, whose sum is the number of draws. Scratch: polya_work_len(n) words.
    Returns<void> release_tallies(Generator &rng, span<const std::uint32_t> counts, span<std::uint32_t> work,
                                  span<std::uint32_t> tallies) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{tallies.size(), counts.size()}});
        if (code == DPM_OK)
            code = dpm_polya_release_tallies(&raw_, rng.get(), counts.data(), counts.size(), work.data(), work.size(), tallies.data());
        return detail::done(code);
    }
    /// The same for a whole table, counts[n * n] (secret) into tallies[n * n], all rows in order: one release. Scratch: that of one row.
    Returns<void> release_table(Generator &rng, span<const std::uint32_t> counts, std::size_t n, span<std::uint32_t> work,
                                span<std::uint32_t> tallies) const DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(detail::all_rows(n, counts, work, tallies, [&](const std::uint32_t *row, std::uint32_t *out) {
            return dpm_polya_release_tallies(&raw_, rng.get(), row, n, work.data(), work.size(), out);
        }));
    }
    /// Releases one row as probabilities: positive multiples of 2^-32 that sum to 1.
    Returns<void> release_row(Generator &rng, span<const std::uint32_t> counts, span<std::uint32_t> work, span<double> row) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{row.size(), counts.size()}});
        if (code == DPM_OK) code = dpm_polya_release_row(&raw_, rng.get(), counts.data(), counts.size(), work.data(), work.size(), row.data());
        return detail::done(code);
    }
    /// Releases a whole chain, counts[n * n] (secret) into matrix[n * n]: one release. Scratch: that of one row.
    Returns<void> release_chain(Generator &rng, span<const std::uint32_t> counts, std::size_t n, span<std::uint32_t> work,
                                span<double> matrix) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths_of(n, {{counts.size(), n * n}, {matrix.size(), n * n}});
        if (code == DPM_OK) code = dpm_polya_release_chain(&raw_, rng.get(), counts.data(), n, work.data(), work.size(), matrix.data());
        return detail::done(code);
    }
    /// Releases the tallies of a support, counts[cells] (secret) into tallies[cells]: one release. Scratch: polya_work_len() of the longest row.
    Returns<void> release_sparse_tallies(Generator &rng, Support on, span<const std::uint32_t> counts, span<std::uint32_t> work,
                                         span<std::uint32_t> tallies) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), on.cells()}, {tallies.size(), on.cells()}});
        if (code == DPM_OK)
            code = dpm_polya_release_sparse_tallies(&raw_, rng.get(), on.starts(), on.targets(), on.states(), on.cells(), counts.data(), work.data(),
                                                    work.size(), tallies.data());
        return detail::done(code);
    }
    /// Releases a chain on a support, counts[cells] (secret) into values[cells]: one release. Scratch: polya_work_len() of the longest row.
    Returns<void> release_sparse(Generator &rng, Support on, span<const std::uint32_t> counts, span<std::uint32_t> work,
                                 span<double> values) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), on.cells()}, {values.size(), on.cells()}});
        if (code == DPM_OK)
            code = dpm_polya_release_sparse(&raw_, rng.get(), on.starts(), on.targets(), on.states(), on.cells(), counts.data(), work.data(),
                                            work.size(), values.data());
        return detail::done(code);
    }

    /// An upper bound on delta at `epsilon` over all `releases` together; exactly 0 where the promise is pure.
    static Returns<double> delta(Adjacency adjacency, const PolyaParameters &urn, std::uint32_t releases, double epsilon) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code = dpm_polya_delta(static_cast<int>(adjacency), urn.states, urn.event_mass, urn.prior_mass, urn.draw_mass, urn.draws,
                                                releases, epsilon, &it);
        return detail::answer(code, it);
    }
    /// An epsilon (nats) at which the promise holds with `delta` (0 too) over all `releases` together, rounded up.
    static Returns<double> epsilon(Adjacency adjacency, const PolyaParameters &urn, std::uint32_t releases, double delta) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code = dpm_polya_epsilon(static_cast<int>(adjacency), urn.states, urn.event_mass, urn.prior_mass, urn.draw_mass, urn.draws,
                                                  releases, delta, &it);
        return detail::answer(code, it);
    }
    /// The epsilon (nats) that holds with delta 0 over all `releases` together, rounded up. It can lie above 1e6.
    static Returns<double> pure_epsilon(Adjacency adjacency, const PolyaParameters &urn, std::uint32_t releases) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code = dpm_polya_pure_epsilon(static_cast<int>(adjacency), urn.states, urn.event_mass, urn.prior_mass, urn.draw_mass,
                                                       urn.draws, releases, &it);
        return detail::answer(code, it);
    }
    /// The most draws a row at which the urn meets `epsilon` over all `releases` with delta 0; `urn.draws` is not looked at.
    static Returns<std::uint32_t> largest_pure_draws(Adjacency adjacency, const PolyaParameters &urn, std::uint32_t releases,
                                                     double epsilon) DPMARKOV_DETAIL_NOEXCEPT {
        std::uint32_t it = 0;
        const dpm_status code = dpm_polya_largest_pure_draws(static_cast<int>(adjacency), urn.states, urn.event_mass, urn.prior_mass, urn.draw_mass,
                                                             releases, epsilon, &it);
        return detail::answer(code, it);
    }
    const dpm_polya *get() const noexcept { return &raw_; } ///< For functions of the C interface.
    dpm_polya *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    dpm_polya raw_{};
};

DPMARKOV_DETAIL_END

#endif

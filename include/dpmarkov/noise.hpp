// dpmarkov.hpp: noise on counts, two-sided geometric or discrete Gaussian.
#ifndef DPMARKOV_NOISE_HPP
#define DPMARKOV_NOISE_HPP

#include "mechanism.hpp"

DPMARKOV_DETAIL_BEGIN

/// The releases of both mechanisms of noise on counts: Geometric and Gaussian. `C` names their functions of the C interface.
/// Every release counts against the promise, and takes a fresh Generator.
template <class C> class NoiseOnCounts : Pinned {
  public:
    /// What it promises.
    Returns<Guarantee> guarantee() const DPMARKOV_DETAIL_NOEXCEPT { return detail::guarantee_of(raw_, C::guarantee); }
    /// The noise, exactly: the rate of Geometric, P(k) proportional to exp(-rate |k|); the variance of Gaussian. Public.
    Returns<Fraction> parameters() const DPMARKOV_DETAIL_NOEXCEPT {
        Fraction it{};
        const dpm_status code = C::parameters(&raw_, it);
        return detail::answer(code, it);
    }
    /// What a ledger is charged for `times` releases by this mechanism.
    Returns<Release> charge(std::uint32_t times = 1) const DPMARKOV_DETAIL_NOEXCEPT {
        Fraction noise{};
        const dpm_status code = C::parameters(&raw_, noise);
        Release it{};
        it.mechanism = C::mechanism;
        it.releases = times;
        it.numerator = noise.numerator;
        it.denominator = noise.denominator;
        return detail::answer(code, it);
    }
    /// The standard deviation of one count's noise, in events. NaN before init().
    double deviation() const noexcept {
        Fraction noise{};
        return C::deviation(C::parameters(&raw_, noise) == DPM_OK ? noise : Fraction{0, 0});
    }

    /// Releases one row as integers: counts (secret) with noise on each, into `noisy`, as long (DPM_ERR_LENGTH); unbiased, below 0 where the noise is.
    Returns<void> release_counts(Generator &rng, span<const std::uint32_t> counts, span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{noisy.size(), counts.size()}});
        if (code == DPM_OK) code = C::release_counts(&raw_, rng.get(), counts.data(), counts.size(), noisy.data());
        return detail::done(code);
    }
    /// The same for a whole table, counts[n * n] (secret) into noisy[n * n], all rows in order: one release.
    Returns<void> release_table(Generator &rng, span<const std::uint32_t> counts, std::size_t n,
                                span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(detail::all_rows(n, counts, span<std::int64_t>(), noisy, [&](const std::uint32_t *row, std::int64_t *out) {
            return C::release_counts(&raw_, rng.get(), row, n, out);
        }));
    }
    /// Releases one row as probabilities: positive multiples of 2^-32 that sum to 1. `floor` is public, 0 to 2^30, in 1/1024 of an event: added to every
    /// noisy count once they are made non-negative. Scratch: as many elements as counts; it holds the noisy counts afterwards.
    Returns<void> release_row(Generator &rng, span<const std::uint32_t> counts, std::uint32_t floor, span<std::int64_t> work,
                              span<double> row) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{row.size(), counts.size()}});
        if (code == DPM_OK) code = C::release_row(&raw_, rng.get(), counts.data(), counts.size(), floor, work.data(), work.size(), row.data());
        return detail::done(code);
    }
    /// Releases a whole chain, counts[n * n] (secret) into matrix[n * n]: one release. Scratch: n elements. Otherwise as release_row().
    Returns<void> release_chain(Generator &rng, span<const std::uint32_t> counts, std::size_t n, std::uint32_t floor, span<std::int64_t> work,
                                span<double> matrix) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths_of(n, {{counts.size(), n * n}, {matrix.size(), n * n}});
        if (code == DPM_OK) code = C::release_chain(&raw_, rng.get(), counts.data(), n, floor, work.data(), work.size(), matrix.data());
        return detail::done(code);
    }
    /// Releases the counts of a support as integers, counts[cells] (secret) into noisy[cells]: one release.
    Returns<void> release_sparse_counts(Generator &rng, Support on, span<const std::uint32_t> counts,
                                        span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), on.cells()}, {noisy.size(), on.cells()}});
        if (code == DPM_OK)
            code = C::release_sparse_counts(&raw_, rng.get(), on.starts(), on.targets(), on.states(), on.cells(), counts.data(), noisy.data());
        return detail::done(code);
    }
    /// Releases a chain on a support, counts[cells] (secret) into values[cells]: one release. Scratch: as many elements as the longest row has cells.
    Returns<void> release_sparse(Generator &rng, Support on, span<const std::uint32_t> counts, std::uint32_t floor, span<std::int64_t> work,
                                 span<double> values) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{counts.size(), on.cells()}, {values.size(), on.cells()}});
        if (code == DPM_OK)
            code = C::release_sparse(&raw_, rng.get(), on.starts(), on.targets(), on.states(), on.cells(), counts.data(), floor, work.data(),
                                     work.size(), values.data());
        return detail::done(code);
    }
    const typename C::Raw *get() const noexcept { return &raw_; } ///< For functions of the C interface.
    typename C::Raw *get() noexcept { return &raw_; } ///< For functions of the C interface.

  protected:
    NoiseOnCounts() noexcept = default;
    ~NoiseOnCounts() = default;
    typename C::Raw raw_{}; ///< The object of the C interface.
};

namespace detail {

struct GeometricC {
    using Raw = dpm_geometric;
    static constexpr int mechanism = DPM_MECHANISM_GEOMETRIC;
    static constexpr auto guarantee = dpm_geometric_guarantee;
    static constexpr auto release_counts = dpm_geometric_release_counts;
    static constexpr auto release_row = dpm_geometric_release_row;
    static constexpr auto release_chain = dpm_geometric_release_chain;
    static constexpr auto release_sparse_counts = dpm_geometric_release_sparse_counts;
    static constexpr auto release_sparse = dpm_geometric_release_sparse;
    static dpm_status parameters(const Raw *raw, Fraction &out) noexcept {
        std::uint32_t numerator = 0;
        const dpm_status code = dpm_geometric_parameters(raw, &numerator, &out.denominator);
        out.numerator = numerator;
        return code;
    }
    static double deviation(Fraction x) noexcept { return dpm_geometric_deviation(narrow(x.numerator), x.denominator); }
};

struct GaussianC {
    using Raw = dpm_gaussian;
    static constexpr int mechanism = DPM_MECHANISM_GAUSSIAN;
    static constexpr auto guarantee = dpm_gaussian_guarantee;
    static constexpr auto release_counts = dpm_gaussian_release_counts;
    static constexpr auto release_row = dpm_gaussian_release_row;
    static constexpr auto release_chain = dpm_gaussian_release_chain;
    static constexpr auto release_sparse_counts = dpm_gaussian_release_sparse_counts;
    static constexpr auto release_sparse = dpm_gaussian_release_sparse;
    static dpm_status parameters(const Raw *raw, Fraction &out) noexcept { return dpm_gaussian_parameters(raw, &out.numerator, &out.denominator); }
    static double deviation(Fraction x) noexcept { return dpm_gaussian_deviation(x.numerator, x.denominator); }
};

} // namespace detail

/// Two-sided geometric noise on every count: integers to the end, and pure (delta 0) where asked for. It holds nothing secret, and stays where it was made.
class Geometric : public NoiseOnCounts<detail::GeometricC> {
  public:
    /// Not initialised: refused with DPM_ERR_OBJECT until init().
    Geometric() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As init(promise).
    explicit Geometric(const Guarantee &promise) { init(promise); }
#endif
    /// With about the least noise that keeps the promise; delta may be 0. It does not count its releases: that is the ledger's part, or yours.
    Returns<void> init(const Guarantee &promise) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_geometric_init(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases));
    }
    /// With a planned rate, which is verified and not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
    Returns<void> init_checked(const Guarantee &promise, Fraction rate) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_geometric_init_checked(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases,
                                                       detail::narrow(rate.numerator), rate.denominator));
    }
    /// The same in integers alone, for delta 0: epsilon in millionths of a nat, up to 1e12. It spares a small device some 30 kB of floating point.
    Returns<void> init_pure(Adjacency adjacency, std::uint64_t epsilon_micro, std::uint32_t releases, Fraction rate) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(
            dpm_geometric_init_pure(&raw_, static_cast<int>(adjacency), epsilon_micro, releases, detail::narrow(rate.numerator), rate.denominator));
    }
    /// An upper bound on delta at `epsilon` over all `releases` together; can be exactly 0.
    static Returns<double> delta(Adjacency adjacency, Fraction rate, std::uint32_t releases, double epsilon) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code =
            dpm_geometric_delta(static_cast<int>(adjacency), detail::narrow(rate.numerator), rate.denominator, releases, epsilon, &it);
        return detail::answer(code, it);
    }
    /// An epsilon (nats) at which the promise holds with `delta` (0 too) over all `releases` together, rounded up.
    static Returns<double> epsilon(Adjacency adjacency, Fraction rate, std::uint32_t releases, double delta) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code =
            dpm_geometric_epsilon(static_cast<int>(adjacency), detail::narrow(rate.numerator), rate.denominator, releases, delta, &it);
        return detail::answer(code, it);
    }
    /// The largest rate of a fine grid that keeps the promise: what init() takes.
    static Returns<Fraction> solve_rate(const Guarantee &promise) DPMARKOV_DETAIL_NOEXCEPT {
        std::uint32_t numerator = 0, denominator = 0;
        const dpm_status code = dpm_geometric_solve_rate(static_cast<int>(promise.adjacency), promise.releases, promise.epsilon, promise.delta,
                                                         &numerator, &denominator);
        return detail::answer(code, Fraction{numerator, denominator});
    }
};

/// Discrete Gaussian noise on every count: integers to the end; delta above 0. It holds nothing secret, and stays where it was made.
class Gaussian : public NoiseOnCounts<detail::GaussianC> {
  public:
    /// Not initialised: refused with DPM_ERR_OBJECT until init().
    Gaussian() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As init(promise).
    explicit Gaussian(const Guarantee &promise) { init(promise); }
#endif
    /// With about the least noise that keeps the promise. It does not count its releases: that is the ledger's part, or yours.
    Returns<void> init(const Guarantee &promise) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_gaussian_init(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases));
    }
    /// With a planned variance, which is verified and not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
    Returns<void> init_checked(const Guarantee &promise, Fraction variance) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_gaussian_init_checked(&raw_, static_cast<int>(promise.adjacency), promise.epsilon, promise.delta, promise.releases,
                                                      variance.numerator, variance.denominator));
    }
    /// An upper bound on delta at `epsilon` over all `releases` together.
    static Returns<double> delta(Adjacency adjacency, Fraction variance, std::uint32_t releases, double epsilon) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code =
            dpm_gaussian_delta(static_cast<int>(adjacency), variance.numerator, variance.denominator, releases, epsilon, &it);
        return detail::answer(code, it);
    }
    /// An epsilon (nats) at which the promise holds with `delta` (above 0, else DPM_ERR_NOT_PURE) over all `releases` together, rounded up.
    static Returns<double> epsilon(Adjacency adjacency, Fraction variance, std::uint32_t releases, double delta) DPMARKOV_DETAIL_NOEXCEPT {
        double it = 0;
        const dpm_status code =
            dpm_gaussian_epsilon(static_cast<int>(adjacency), variance.numerator, variance.denominator, releases, delta, &it);
        return detail::answer(code, it);
    }
    /// The smallest variance of a fine grid that keeps the promise: what init() takes.
    static Returns<Fraction> solve_variance(const Guarantee &promise) DPMARKOV_DETAIL_NOEXCEPT {
        Fraction it{};
        const dpm_status code = dpm_gaussian_solve_variance(static_cast<int>(promise.adjacency), promise.releases, promise.epsilon, promise.delta,
                                                            &it.numerator, &it.denominator);
        return detail::answer(code, it);
    }
};

/// The probabilities that released noisy counts stand for, into `row`, as long: what release_row() makes of them. Costs no privacy.
inline Returns<void> noisy_counts_row(span<const std::int64_t> noisy, std::uint32_t floor, span<double> row) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths({{row.size(), noisy.size()}});
    if (code == DPM_OK) code = dpm_noisy_counts_row(noisy.data(), noisy.size(), floor, row.data());
    return detail::done(code);
}

/// The same for every row of a support: noisy[cells] into values[cells].
inline Returns<void> noisy_counts_sparse(Support on, span<const std::int64_t> noisy, std::uint32_t floor, span<double> values) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths({{noisy.size(), on.cells()}, {values.size(), on.cells()}});
    if (code == DPM_OK)
        code = dpm_noisy_counts_sparse(on.starts(), on.targets(), on.states(), on.cells(), noisy.data(), floor, values.data());
    return detail::done(code);
}

/// The same for every row of a table: noisy[n * n], each at most 2^40 in magnitude (DPM_ERR_DOMAIN), into matrix[n * n].
inline Returns<void> noisy_counts_chain(span<const std::int64_t> noisy, std::size_t n, std::uint32_t floor, span<double> matrix) DPMARKOV_DETAIL_NOEXCEPT {
    dpm_status code = detail::lengths_of(n, {{noisy.size(), n * n}, {matrix.size(), n * n}});
    if (code == DPM_OK && detail::overlap(noisy, matrix)) code = DPM_ERR_OVERLAP;
    constexpr std::int64_t most = std::int64_t{1} << 40; // of every row, before the first one is written
    for (const std::int64_t x : noisy)
        if (code == DPM_OK && (x < -most || x > most)) code = DPM_ERR_DOMAIN;
    for (std::size_t i = 0; i < n && code == DPM_OK; i++) code = dpm_noisy_counts_row(noisy.data() + i * n, n, floor, matrix.data() + i * n);
    return detail::done(code);
}

DPMARKOV_DETAIL_END

#endif

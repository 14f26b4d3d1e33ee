// dpmarkov.hpp: reports, what a device sends: one release as one CBOR item. docs/report.md has the format.
//
// Everything in a report is public. Only what a release function gave may be written into one, never counts: noisy counts are of another type than
// counts, tallies are checked to sum to the draws, probabilities to 1.
#ifndef DPMARKOV_REPORT_HPP
#define DPMARKOV_REPORT_HPP

#include "dirichlet.hpp"
#include "noise.hpp"
#include "polya.hpp"

DPMARKOV_DETAIL_BEGIN

/// What a report says beside what the mechanism knows; begin with `ReportAbout about{}`. Nothing here may depend on the counts.
using ReportAbout = dpm_report_about;
/// What a report says of itself: everything but the support and the values.
using ReportInfo = dpm_report_info;

/// A buffer of so many bytes holds every report of these transitions with `bits` (16 or 32) a value.
inline std::size_t report_len_bound(const Transitions &on, int bits, bool has_totals = false) noexcept {
    return dpm_report_len_bound(on.states(), on.cells(), bits, has_totals ? 1 : 0);
}

/// Noisy row totals beside tallies or probabilities: drawn by `mechanism` (of the same adjacency and releases) over the n exact totals. A release of its
/// own, which the ledger has to be charged for.
struct RowTotals {
    const Geometric *mechanism = nullptr;     ///< Null: none.
    span<const std::int64_t> noisy = {};      ///< noisy[n].
};

namespace detail {

inline dpm_status report_lengths(const Transitions &on, std::size_t values) noexcept { return lengths_of(on.states(), {{values, on.cells()}}); }
inline dpm_status totals_lengths(const Transitions &on, const RowTotals &totals) noexcept {
    return lengths({{totals.noisy.size(), totals.mechanism == nullptr ? 0 : on.states()}});
}
inline const dpm_geometric *totals_raw(const RowTotals &totals) noexcept { return totals.mechanism == nullptr ? nullptr : totals.mechanism->get(); }
inline const std::int64_t *totals_data(const RowTotals &totals) noexcept { return totals.mechanism == nullptr ? nullptr : totals.noisy.data(); }

// What the C interface calls: `ctx` is the sink.
template <class Sink> inline int give(void *ctx, const std::uint8_t *bytes, std::size_t len) noexcept {
    static_assert(std::is_same_v<decltype((*static_cast<Sink *>(ctx))(bytes, len)), bool>,
                  "a sink is callable with (const std::uint8_t *bytes, std::size_t len) and returns bool: true where it took all of them");
    DPMARKOV_DETAIL_TRY { return (*static_cast<Sink *>(ctx))(bytes, len) ? 0 : -1; }
    DPMARKOV_DETAIL_CATCH_ALL { return -1; }
}

} // namespace detail

/// Writes the report of released noisy counts, noisy[cells], with 16 or 32 bits a value, into `out`; its length is returned. DPM_ERR_REPORT_CAPACITY where
/// `out` is too short. Counts beyond +-(2^(bits - 1) - 1) are cut off there.
inline Returns<std::size_t> write_report(const Geometric &mechanism, const ReportAbout &about, const Transitions &on, span<const std::int64_t> noisy,
                                         int bits, span<std::uint8_t> out) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::report_lengths(on, noisy.size());
    if (code == DPM_OK)
        code = dpm_report_write_geometric(mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(), noisy.data(), bits,
                                          out.data(), out.size(), &it);
    return detail::answer(code, it);
}

/// The same for Gaussian noise.
inline Returns<std::size_t> write_report(const Gaussian &mechanism, const ReportAbout &about, const Transitions &on, span<const std::int64_t> noisy,
                                         int bits, span<std::uint8_t> out) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::report_lengths(on, noisy.size());
    if (code == DPM_OK)
        code = dpm_report_write_gaussian(mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(), noisy.data(), bits,
                                         out.data(), out.size(), &it);
    return detail::answer(code, it);
}

/// The same for the tallies of Polya's urn, tallies[cells]: each row sums to the draws (DPM_ERR_DOMAIN). Never pass counts.
inline Returns<std::size_t> write_report(const Polya &mechanism, const ReportAbout &about, const Transitions &on, span<const std::uint32_t> tallies,
                                         int bits, span<std::uint8_t> out, const RowTotals &totals = {}) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::report_lengths(on, tallies.size());
    if (code == DPM_OK) code = detail::totals_lengths(on, totals);
    if (code == DPM_OK)
        code = dpm_report_write_polya(mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(), tallies.data(),
                                      detail::totals_raw(totals), detail::totals_data(totals), bits, out.data(), out.size(), &it);
    return detail::answer(code, it);
}

/// The same for the probabilities of the Dirichlet mechanism, values[cells]: positive multiples of 2^-32, each row of sum 1 (DPM_ERR_NOT_STOCHASTIC).
inline Returns<std::size_t> write_report(const Dirichlet &mechanism, const ReportAbout &about, const Transitions &on, span<const double> values,
                                         int bits, span<std::uint8_t> out, const RowTotals &totals = {}) DPMARKOV_DETAIL_NOEXCEPT {
    std::size_t it = 0;
    dpm_status code = detail::report_lengths(on, values.size());
    if (code == DPM_OK) code = detail::totals_lengths(on, totals);
    if (code == DPM_OK)
        code = dpm_report_write_dirichlet(mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(), values.data(),
                                          detail::totals_raw(totals), detail::totals_data(totals), bits, out.data(), out.size(), &it);
    return detail::answer(code, it);
}

/// Writes a report row by row, without a buffer for the chain or the report, into a sink: a callable bool(const std::uint8_t *bytes, std::size_t len).
/// begin(), row() for every row in order, finish(). DPM_ERR_REPORT_SINK where the sink returns false or throws: the report is lost, begin again.
/// It holds nothing secret, and stays where it was made; the support outlives it.
class ReportWriter : Pinned {
  public:
    /// Not begun: refused with DPM_ERR_OBJECT.
    ReportWriter() noexcept = default;
    /// Begins a report of noisy counts.
    template <class Sink> Returns<void> begin(const Geometric &mechanism, const ReportAbout &about, const Transitions &on, int bits, Sink &&sink) {
        return start(on, sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_begin_geometric(&raw_, mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(), bits, give, ctx);
        });
    }
    /// The same for Gaussian noise.
    template <class Sink> Returns<void> begin(const Gaussian &mechanism, const ReportAbout &about, const Transitions &on, int bits, Sink &&sink) {
        return start(on, sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_begin_gaussian(&raw_, mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(), bits, give, ctx);
        });
    }
    /// The same for tallies. `totals`: the mechanism of the noisy row totals that finish() will be given; null: none.
    template <class Sink>
    Returns<void> begin(const Polya &mechanism, const ReportAbout &about, const Transitions &on, int bits, Sink &&sink,
                        const Geometric *totals = nullptr) {
        return start(on, sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_begin_polya(&raw_, mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(),
                                          totals == nullptr ? nullptr : totals->get(), bits, give, ctx);
        });
    }
    /// The same for probabilities.
    template <class Sink>
    Returns<void> begin(const Dirichlet &mechanism, const ReportAbout &about, const Transitions &on, int bits, Sink &&sink,
                        const Geometric *totals = nullptr) {
        return start(on, sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_begin_dirichlet(&raw_, mechanism.get(), &about, on.starts(), on.targets(), on.states(), on.cells(),
                                              totals == nullptr ? nullptr : totals->get(), bits, give, ctx);
        });
    }
    /// The next row of noisy counts, one for each feasible next state (DPM_ERR_LENGTH: not written, the right row may follow).
    template <class Sink> Returns<void> row_noisy(span<const std::int64_t> noisy, Sink &&sink) {
        return sent(sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_row_noisy(&raw_, on_.starts(), on_.targets(), on_.states(), on_.cells(), noisy.data(), noisy.size(), give, ctx);
        });
    }
    /// The next row of tallies. Never pass counts.
    template <class Sink> Returns<void> row_tallies(span<const std::uint32_t> tallies, Sink &&sink) {
        return sent(sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_row_tallies(&raw_, on_.starts(), on_.targets(), on_.states(), on_.cells(), tallies.data(), tallies.size(), give, ctx);
        });
    }
    /// The next row of probabilities.
    template <class Sink> Returns<void> row_probabilities(span<const double> values, Sink &&sink) {
        return sent(sink, [&](dpm_sink_fn give, void *ctx) {
            return dpm_report_row_probabilities(&raw_, on_.starts(), on_.targets(), on_.states(), on_.cells(), values.data(), values.size(), give, ctx);
        });
    }
    /// The noisy row totals where they were announced, and the end; the length of the whole report is returned. The writer is void afterwards.
    template <class Sink> Returns<std::size_t> finish(Sink &&sink, span<const std::int64_t> noisy_row_totals = {}) {
        std::size_t it = 0;
        dpm_status code = noisy_row_totals.empty() ? DPM_OK : detail::lengths({{noisy_row_totals.size(), on_.states()}});
        if (code == DPM_OK)
            code = through(sink, [&](dpm_sink_fn give, void *ctx) {
                return dpm_report_finish(&raw_, on_.starts(), on_.targets(), on_.states(), on_.cells(),
                                         noisy_row_totals.empty() ? nullptr : noisy_row_totals.data(), give, ctx, &it);
            });
        return detail::answer(code, it);
    }
    dpm_report_writer *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    // By a callable of our own, so that a sink may be a function, which has no address as an object.
    template <class Sink, class Call> static dpm_status through(Sink &sink, Call call) {
        auto one = [&sink](const std::uint8_t *bytes, std::size_t len) -> decltype(auto) { return sink(bytes, len); };
        return call(detail::give<decltype(one)>, &one);
    }
    template <class Sink, class Call> Returns<void> start(const Transitions &on, Sink &sink, Call call) {
        const dpm_status code = through(sink, call);
        if (code == DPM_OK) on_ = on;
        return detail::done(code);
    }
    template <class Sink, class Call> Returns<void> sent(Sink &sink, Call call) { return detail::done(through(sink, call)); }
    dpm_report_writer raw_{};
    Transitions on_{std::size_t{0}};
};

/// A report that was read and checked: a view of its bytes, which outlive it.
class Report {
  public:
    /// None yet: every call says DPM_ERR_REPORT_FORMAT or DPM_ERR_NULL.
    Report() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As read().
    explicit Report(span<const std::uint8_t> bytes) { read(bytes); }
    /// Of bytes that end with the statement: there is none.
    template <class C, class = std::enable_if_t<detail::EndsNow<C>::value>> explicit Report(C &&) = delete;
#endif
    /// Reads and checks all of it; bytes that anyone may have made. DPM_ERR_REPORT_FORMAT, DPM_ERR_REPORT_VERSION, DPM_ERR_REPORT_CHECKSUM.
    Returns<void> read(span<const std::uint8_t> bytes) DPMARKOV_DETAIL_NOEXCEPT {
        ReportInfo info{};
        const dpm_status code = dpm_report_read(bytes.data(), bytes.size(), &info);
        if (code == DPM_OK) {
            bytes_ = bytes;
            info_ = info;
        }
        return detail::done(code);
    }
    /// Bytes that end with the statement are not read: this is a view of them.
    template <class C, class = std::enable_if_t<detail::EndsNow<C>::value>> Returns<void> read(C &&) = delete;
    const ReportInfo &info() const noexcept { return info_; } ///< What it says of itself: mechanism, promise, states, cells, what the device was asked to say.
    span<const std::uint8_t> bytes() const noexcept { return bytes_; } ///< Its bytes.
    /// Whether the stated parameters keep the stated promise: DPM_ERR_GUARANTEE_NOT_MET. It finds a wrong plan, not a device that lies.
    Returns<void> verify() const DPMARKOV_DETAIL_NOEXCEPT { return detail::done(dpm_report_verify(bytes_.data(), bytes_.size())); }
    /// The support as compressed rows, into starts[info().states + 1] and targets[info().cells].
    Returns<void> support(span<std::uint32_t> starts, span<std::uint16_t> targets) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{starts.size(), std::size_t{info_.states} + 1}, {targets.size(), info_.cells}});
        if (code == DPM_OK)
            code = dpm_report_support(bytes_.data(), bytes_.size(), info_.states, info_.cells, starts.data(), targets.data());
        return detail::done(code);
    }
    /// The noisy counts of a report of Geometric or Gaussian, else DPM_ERR_DOMAIN, into noisy[info().cells].
    Returns<void> noisy_counts(span<std::int64_t> noisy) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{noisy.size(), info_.cells}});
        if (code == DPM_OK) code = dpm_report_noisy_counts(bytes_.data(), bytes_.size(), info_.cells, noisy.data());
        return detail::done(code);
    }
    /// The tallies of a report of Polya, else DPM_ERR_DOMAIN, into tallies[info().cells].
    Returns<void> tallies(span<std::uint32_t> tallies) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{tallies.size(), info_.cells}});
        if (code == DPM_OK) code = dpm_report_tallies(bytes_.data(), bytes_.size(), info_.cells, tallies.data());
        return detail::done(code);
    }
    /// The probabilities of a report of Dirichlet, else DPM_ERR_DOMAIN, into values[info().cells].
    Returns<void> probabilities(span<double> values) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{values.size(), info_.cells}});
        if (code == DPM_OK) code = dpm_report_probabilities(bytes_.data(), bytes_.size(), info_.cells, values.data());
        return detail::done(code);
    }
    /// The noisy row totals, into row_totals[info().states]; DPM_ERR_REPORT_TOTALS where it has none.
    Returns<void> row_totals(span<std::int64_t> row_totals) const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{row_totals.size(), info_.states}});
        if (code == DPM_OK) code = dpm_report_row_totals(bytes_.data(), bytes_.size(), info_.states, row_totals.data());
        return detail::done(code);
    }

  private:
    span<const std::uint8_t> bytes_{};
    ReportInfo info_{};
};

DPMARKOV_DETAIL_END

#endif

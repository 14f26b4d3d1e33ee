// dpmarkov.hpp: many devices' reports, merged into estimates with standard errors. docs/merge.md is the guide.
#ifndef DPMARKOV_MERGE_HPP
#define DPMARKOV_MERGE_HPP

#include "counts.hpp"
#include "mechanism.hpp"

DPMARKOV_DETAIL_BEGIN

/// Words (std::uint64_t) of a merge over these transitions.
inline std::size_t merge_len(const Transitions &on) noexcept { return dpm_merge_len(on.states(), on.cells()); }

/// What becomes of a row whose total is not resolved.
enum class Unresolved : int {
    refuse = DPM_UNRESOLVED_REFUSE,   ///< No chain: DPM_ERR_EMPTY_ROW.
    uniform = DPM_UNRESOLVED_UNIFORM, ///< Uniform over its feasible targets.
};

/// A merge of reports in your storage. It holds nothing secret and no pointer: the words may be copied, moved and stored. This is a view of them.
class Merge {
  public:
    /// merge_len() words, of any content before init(), that outlive this view.
    explicit Merge(span<std::uint64_t> storage) noexcept : storage_(storage) {}
    /// Begins it: the adjacency, the state table (16 bytes) and the transitions of all reports that will be added. DPM_ERR_LENGTH where the storage is short.
    Returns<void> init(Adjacency adjacency, span<const std::uint8_t> state_table, const Transitions &on) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths_of(on.states(), {{state_table.size(), 16}});
        if (code == DPM_OK)
            code = dpm_merge_init(storage_.data(), storage_.size(), static_cast<int>(adjacency), state_table.data(), on.starts(), on.targets(),
                                  on.states(), on.cells());
        return detail::done(code);
    }
    /// Adds a report of noisy counts, or of anything with noisy row totals in it (else DPM_ERR_REPORT_TOTALS). Each once. After an error all is as it was.
    Returns<void> add(span<const std::uint8_t> report) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_merge_add(storage_.data(), storage_.size(), report.data(), report.size(), 0.0, nullptr));
    }
    /// The same where the events of each row are known publicly: 1 to 1e15.
    Returns<void> add(span<const std::uint8_t> report, double known_row_total) DPMARKOV_DETAIL_NOEXCEPT {
        if (known_row_total == 0.0) return detail::done(DPM_ERR_ROW_TOTAL); // in C: not known
        return detail::done(dpm_merge_add(storage_.data(), storage_.size(), report.data(), report.size(), known_row_total, nullptr));
    }
    /// The same where they are known row by row: known_row_totals[n].
    Returns<void> add(span<const std::uint8_t> report, span<const std::uint32_t> known_row_totals) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_merge_state state{};
        dpm_status code = dpm_merge_info(storage_.data(), storage_.size(), &state);
        if (code == DPM_OK) code = detail::lengths({{known_row_totals.size(), state.states}});
        if (code == DPM_OK) code = dpm_merge_add(storage_.data(), storage_.size(), report.data(), report.size(), 0.0, known_row_totals.data());
        return detail::done(code);
    }
    /// Adds all that another merge holds. No report may be in both.
    Returns<void> combine(span<const std::uint64_t> other) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_merge_combine(storage_.data(), storage_.size(), other.data(), other.size()));
    }
    /// What is in it.
    Returns<dpm_merge_state> info() const DPMARKOV_DETAIL_NOEXCEPT {
        dpm_merge_state it{};
        const dpm_status code = dpm_merge_info(storage_.data(), storage_.size(), &it);
        return detail::answer(code, it);
    }
    /// Its rows, into rows[n], with intervals at `level` (0.5 to 0.999999).
    Returns<void> rows(double level, span<dpm_merge_row> rows) const DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_merge_rows(storage_.data(), storage_.size(), level, rows.size(), rows.data()));
    }
    /// Its transitions, into cells[...], as many as info() says, with intervals at `level`.
    Returns<void> cells(double level, span<dpm_merge_cell> cells) const DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_merge_cells(storage_.data(), storage_.size(), level, cells.size(), cells.data()));
    }
    /// The chain that it estimates, in the order of its transitions.
    Returns<void> chain(Unresolved unresolved, span<double> values) const DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_merge_chain(storage_.data(), storage_.size(), static_cast<int>(unresolved), values.size(), values.data()));
    }
    std::uint64_t *data() const noexcept { return storage_.data(); } ///< The words.
    std::size_t size() const noexcept { return storage_.size(); } ///< How many.
    std::uint64_t *begin() const noexcept { return data(); } ///< The first word.
    std::uint64_t *end() const noexcept { return storage_.empty() ? data() : data() + size(); } ///< Behind the last word.

  private:
    span<std::uint64_t> storage_;
};

DPMARKOV_DETAIL_END

#endif

// dpmarkov.hpp: counts of transitions, all n * n of them or those of a support.
#ifndef DPMARKOV_COUNTS_HPP
#define DPMARKOV_COUNTS_HPP

#include "base.hpp"

DPMARKOV_DETAIL_BEGIN

/// A session that is running: where it is now. A new one before its first visit.
class Session {
  public:
    /// Ends the session: the next visit begins another.
    void end() noexcept { current_ = none; }
    /// Is it before its first visit?
    bool fresh() const noexcept { return current_ == none; }
    /// No state yet: DPM_NO_STATE.
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t *get() noexcept { return &current_; } ///< For functions of the C interface.

  private:
    std::size_t current_ = none;
};

/// Counts of all n * n transitions, in your storage: counts[from * n + to]. They are secret. This is a view: copy it as you like.
/// Its storage is n * n counts, all 0 at the beginning, else every call says DPM_ERR_LENGTH.
class Counts {
  public:
    /// n states, 2 to 65535, and storage for n * n counts that outlives this view.
    Counts(span<std::uint32_t> storage, std::size_t n) noexcept : storage_(storage), n_(n) {}
    std::size_t states() const noexcept { return n_; } ///< The number of states n.
    /// Adds `count` events from state `from` to state `to`. DPM_ERR_COUNT_OVERFLOW leaves the counts as they were.
    Returns<void> record(std::size_t from, std::size_t to, std::uint32_t count = 1) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = dpm_counts_record(storage_.data(), n_, from, to, count);
        return detail::done(code);
    }
    /// Records a whole session, the visited states in order, all or nothing. Never go on without a session that was refused: refuse the log, since one
    /// visit could then take a whole session out of the counts, which no guarantee covers.
    Returns<void> record_session(span<const std::size_t> states) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = dpm_counts_record_session(storage_.data(), n_, detail::not_null(states), states.size());
        return detail::done(code);
    }
    /// The next visit of a running session. After an error the session is ended, so that no states are joined that never followed each other.
    Returns<void> visit(Session &session, std::size_t state) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = dpm_counts_visit(storage_.data(), n_, session.get(), state);
        if (code != DPM_OK) session.end();
        return detail::done(code);
    }
    /// Adds other[n * n], all or nothing.
    Returns<void> merge(span<const std::uint32_t> other) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = detail::lengths({{other.size(), storage_.size()}});
        if (code == DPM_OK) code = dpm_counts_merge(storage_.data(), other.data(), n_);
        return detail::done(code);
    }
    /// Sets all counts to 0 by writes that are not optimised away: for the next window of time, and before the memory is given back.
    Returns<void> clear() DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = dpm_counts_clear(storage_.data(), n_);
        return detail::done(code);
    }
    std::uint32_t *data() const noexcept { return storage_.data(); } ///< The counts (secret), as a container has it: pass this object to a release.
    std::size_t size() const noexcept { return storage_.size(); } ///< n * n.
    std::uint32_t *begin() const noexcept { return data(); } ///< The first count.
    std::uint32_t *end() const noexcept { return storage_.empty() ? data() : data() + size(); } ///< Behind the last count.

  private:
    dpm_status fits() const noexcept { return detail::lengths_of(n_, {{storage_.size(), n_ * n_}}); }
    span<std::uint32_t> storage_;
    std::size_t n_;
};

/// A support: the public set of feasible transitions, known without the log, as compressed rows in your storage. This is a view.
/// Check it once: what is not a support is refused by all calls but those that record, which write nowhere but to the counts.
class Support {
  public:
    /// The feasible next states of state i, strictly rising, are targets[starts[i]] to targets[starts[i + 1] - 1]; starts has n + 1 elements.
    Support(span<const std::uint32_t> starts, span<const std::uint16_t> targets) noexcept : starts_(starts), targets_(targets) {}
    /// Of arrays that end with the statement: there is none.
    template <class A, class B, class = std::enable_if_t<detail::EndsNow<A>::value || detail::EndsNow<B>::value>> Support(A &&, B &&) = delete;
    /// Is it one? DPM_ERR_SUPPORT, DPM_ERR_LENGTH.
    Returns<void> check() const DPMARKOV_DETAIL_NOEXCEPT { return detail::done(dpm_support_check(starts(), targets(), states(), cells())); }
    std::size_t states() const noexcept { return starts_.empty() ? 0 : starts_.size() - 1; } ///< The number of states n.
    std::size_t cells() const noexcept { return targets_.size(); } ///< The number of feasible transitions: the length of counts and values.
    /// The fewest feasible next states among the rows with two or more (0: none has), and the most.
    struct RowLengths {
        std::size_t fewest; ///< What a Polya mechanism for this support is made with.
        std::size_t most;   ///< What the scratch of a release is for.
    };
    /// How long the rows are. Checks the support.
    Returns<RowLengths> row_lengths() const DPMARKOV_DETAIL_NOEXCEPT {
        RowLengths it{};
        const dpm_status code = dpm_support_row_lens(starts(), targets(), states(), cells(), &it.fewest, &it.most);
        return detail::answer(code, it);
    }
    /// The number of the transition among the cells. DPM_ERR_INFEASIBLE where it is none.
    Returns<std::size_t> cell(std::size_t from, std::size_t to) const DPMARKOV_DETAIL_NOEXCEPT {
        std::size_t it = 0;
        const dpm_status code = dpm_support_cell(starts(), targets(), states(), cells(), from, to, &it);
        return detail::answer(code, it);
    }
    /// The chain values[cells()] written out into matrix[n * n], zeros where no transition is feasible.
    Returns<void> expand(span<const double> values, span<double> matrix) const DPMARKOV_DETAIL_NOEXCEPT {
        const std::size_t n = states();
        dpm_status code = detail::lengths_of(n, {{values.size(), cells()}, {matrix.size(), n * n}});
        if (code == DPM_OK) code = dpm_sparse_expand(starts(), targets(), n, cells(), values.data(), matrix.data());
        return detail::done(code);
    }
    /// One step of the chain values[cells()]: x[n] times its matrix into out[n].
    Returns<void> step(span<const double> values, span<const double> x, span<double> out) const DPMARKOV_DETAIL_NOEXCEPT {
        const std::size_t n = states();
        dpm_status code = detail::lengths_of(n, {{values.size(), cells()}, {x.size(), n}, {out.size(), n}});
        if (code == DPM_OK) code = dpm_sparse_step(starts(), targets(), n, cells(), values.data(), x.data(), out.data());
        return detail::done(code);
    }
    /// Words (std::uint32_t) of the bit mask of n states: bit j % 32 of word j / 32 of row i says whether i -> j is feasible.
    static constexpr std::size_t mask_len(std::size_t n) noexcept { return n * ((n + 31) / 32); }
    /// The number of feasible transitions of a bit mask: how long `targets` must be for from_mask().
    static Returns<std::size_t> mask_cells(span<const std::uint32_t> mask, std::size_t n) DPMARKOV_DETAIL_NOEXCEPT {
        std::size_t it = 0;
        dpm_status code = detail::lengths_of(n, {{mask.size(), mask_len(n)}});
        if (code == DPM_OK) code = dpm_support_mask_cells(mask.data(), n, &it);
        return detail::answer(code, it);
    }
    /// The compressed rows of a bit mask, into starts[n + 1] and the first elements of `targets`; how many of these are the support's targets is returned.
    static Returns<std::size_t> from_mask(span<const std::uint32_t> mask, std::size_t n, span<std::uint32_t> starts,
                                          span<std::uint16_t> targets) DPMARKOV_DETAIL_NOEXCEPT {
        std::size_t it = 0;
        dpm_status code = detail::lengths_of(n, {{mask.size(), mask_len(n)}, {starts.size(), n + 1}});
        if (code == DPM_OK) code = dpm_support_from_mask(mask.data(), n, starts.data(), targets.data(), targets.size(), &it);
        return detail::answer(code, it);
    }
    const std::uint32_t *starts() const noexcept { return starts_.data(); } ///< starts[states() + 1].
    const std::uint16_t *targets() const noexcept { return targets_.data(); } ///< targets[cells()].

  private:
    span<const std::uint32_t> starts_;
    span<const std::uint16_t> targets_;
};

/// Which transitions there are: all n * n (a number converts to that), or those of a Support.
class Transitions {
  public:
    /// All transitions of n states.
    Transitions(std::size_t n) noexcept : n_(n), cells_(n * n) {}
    /// Those of a support.
    Transitions(Support on) noexcept : starts_(on.starts()), targets_(on.targets()), n_(on.states()), cells_(on.cells()), sparse_(true) {}
    std::size_t states() const noexcept { return n_; } ///< The number of states n.
    std::size_t cells() const noexcept { return cells_; } ///< The number of transitions.
    const std::uint32_t *starts() const noexcept { return starts_; } ///< Null where there are all.
    const std::uint16_t *targets() const noexcept { return targets_; } ///< Null where there are all.
    bool sparse() const noexcept { return sparse_; } ///< Is it a support?

  private:
    const std::uint32_t *starts_ = nullptr;
    const std::uint16_t *targets_ = nullptr;
    std::size_t n_, cells_;
    bool sparse_ = false;
};

/// What becomes of a transition outside the support.
class Outside {
  public:
    /// Refuse it: DPM_ERR_INFEASIBLE.
    static constexpr Outside refuse() noexcept { return Outside(static_cast<std::size_t>(-1)); }
    /// Drop it. The totals of rows are private then, under every adjacency.
    static constexpr Outside drop() noexcept { return Outside(static_cast<std::size_t>(-2)); }
    /// Count it as one into this public state, which every row of the support must hold.
    static constexpr Outside into(std::size_t state) noexcept { return Outside(state); }
    constexpr std::size_t get() const noexcept { return code_; } ///< The C interface's number.

  private:
    constexpr explicit Outside(std::size_t code) noexcept : code_(code) {}
    std::size_t code_;
};

/// Counts of the transitions of a support, in your storage, in the order of its cells. They are secret. This is a view; all events are recorded with the
/// same `outside`, so that logs that are neighbours stay neighbours.
class SparseCounts {
  public:
    /// The support and storage for its cells; both outlive this view.
    SparseCounts(span<std::uint32_t> storage, Support on, Outside outside) noexcept : storage_(storage), on_(on), outside_(outside) {}
    Support support() const noexcept { return on_; } ///< The support.
    /// Adds `count` events from state `from` to state `to`.
    Returns<void> record(std::size_t from, std::size_t to, std::uint32_t count = 1) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK)
            code = dpm_sparse_record(data(), on_.starts(), on_.targets(), on_.states(), on_.cells(), outside_.get(), from, to, count);
        return detail::done(code);
    }
    /// Records a whole session, all or nothing; as Counts::record_session().
    Returns<void> record_session(span<const std::size_t> states) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK)
            code = dpm_sparse_record_session(data(), on_.starts(), on_.targets(), on_.states(), on_.cells(), outside_.get(),
                                             detail::not_null(states), states.size());
        return detail::done(code);
    }
    /// The next visit of a running session. After DPM_ERR_INFEASIBLE the session goes on in `state`, the event not counted; after any other error it is
    /// ended.
    Returns<void> visit(Session &session, std::size_t state) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK)
            code = dpm_sparse_visit(data(), on_.starts(), on_.targets(), on_.states(), on_.cells(), outside_.get(), session.get(), state);
        if (code != DPM_OK && code != DPM_ERR_INFEASIBLE) session.end();
        return detail::done(code);
    }
    /// Adds other[cells], counts on the same support, all or nothing.
    Returns<void> merge(span<const std::uint32_t> other) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = detail::lengths({{other.size(), on_.cells()}});
        if (code == DPM_OK) code = dpm_sparse_merge(data(), on_.starts(), on_.targets(), on_.states(), on_.cells(), other.data());
        return detail::done(code);
    }
    /// Sets all counts to 0 by writes that are not optimised away.
    Returns<void> clear() DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = fits();
        if (code == DPM_OK) code = dpm_sparse_clear(data(), storage_.size());
        return detail::done(code);
    }
    std::uint32_t *data() const noexcept { return storage_.data(); } ///< The counts (secret), as a container has it: pass this object to a release.
    std::size_t size() const noexcept { return storage_.size(); } ///< The number of cells.
    std::uint32_t *begin() const noexcept { return data(); } ///< The first count.
    std::uint32_t *end() const noexcept { return storage_.empty() ? data() : data() + size(); } ///< Behind the last count.

  private:
    dpm_status fits() const noexcept { return detail::lengths_of(on_.states(), {{storage_.size(), on_.cells()}}); }
    span<std::uint32_t> storage_;
    Support on_;
    Outside outside_;
};

DPMARKOV_DETAIL_END

#endif

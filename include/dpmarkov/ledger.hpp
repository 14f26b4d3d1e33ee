// dpmarkov.hpp: the ledger, which counts the releases of a log over restarts and power cuts, and its permits.
#ifndef DPMARKOV_LEDGER_HPP
#define DPMARKOV_LEDGER_HPP

#include <array>

#include "mechanism.hpp"

DPMARKOV_DETAIL_BEGIN

/// Bytes of one of a ledger's two slots in your store.
constexpr std::size_t ledger_slot_len = DPM_LEDGER_SLOT_LEN;

/// Bytes of one slot.
using LedgerSlot = std::array<std::uint8_t, ledger_slot_len>;

/// An amount of privacy in the ledger's integers.
struct Budget {
    std::uint64_t epsilon_micro; ///< Epsilon in millionths of a nat.
    std::uint64_t delta_units;   ///< Delta in units of 1e-18.
};

/// Time buckets, both ends included, in a unit of your own (days, boots). It must not depend on what the log holds.
struct Window {
    std::uint32_t first = 0;         ///< The first bucket.
    std::uint32_t last = UINT32_MAX; ///< The last one.
};

/// The right to the releases of one charge: Ledger::commit() makes it, Generator::init() uses it up. It stays where it was made.
class Permit : Pinned {
  public:
    /// Not one yet: refused with DPM_ERR_OBJECT.
    Permit() noexcept = default;
    ~Permit() { cancel(); }
    /// Its number, which no other permit of the ledger has: the `generation` of a report, and what a monotonic counter is set to.
    Returns<std::uint64_t> number() const DPMARKOV_DETAIL_NOEXCEPT {
        std::uint64_t it = 0;
        const dpm_status code = dpm_permit_number(&raw_, &it);
        return detail::answer(code, it);
    }
    /// Gives it up unused. The charge stays spent.
    void cancel() noexcept { wipe(raw_.opaque); }
    dpm_permit *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    dpm_permit raw_{};
};

template <class Source> Returns<void> Generator::init(Permit &permit, Source &&source) DPMARKOV_DETAIL_NOEXCEPT {
    auto call = [&source](std::uint8_t *out, std::size_t len) -> decltype(auto) { return source(out, len); };
    return detail::done(dpm_rng_init_with_permit(&raw_, permit.get(), detail::ask<decltype(call)>, &call));
}

/// The budget of a log and what was charged to it. It holds nothing secret, and stays where it was made. docs/ledger.md tells the protocol and its threats.
///
/// load() and charge() do the protocol over a store of yours, a class with four functions:
///
///     bool write(std::size_t slot, dpmarkov::span<const std::uint8_t> bytes); // to slot 0 or 1, and flush; false: not done
///     bool read(std::size_t slot, dpmarkov::span<std::uint8_t> bytes);        // from the medium, not from a cache
///     std::uint64_t counter();                                               // a counter that nobody can set back; 0 where there is none
///     bool raise_counter(std::uint64_t to);                                  // true where there is none
class Ledger : Pinned {
  public:
    /// Not loaded: refused with DPM_ERR_OBJECT until load().
    Ledger() noexcept = default;
    /// The bytes of a new ledger: write them to BOTH slots, once in a device's life. `first_generation`: 0; where a ledger was kept before, above its
    /// generation(). A missing or broken ledger is never a reason for a new one: that would be a new budget for the same events.
    static Returns<void> create(Adjacency adjacency, Budget budget, std::uint64_t first_generation, span<std::uint8_t> slot) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{slot.size(), ledger_slot_len}});
        if (code == DPM_OK)
            code = dpm_ledger_create(static_cast<int>(adjacency), budget.epsilon_micro, budget.delta_units, first_generation, slot.data());
        return detail::done(code);
    }
    /// Loads it, at every start, from both slots as the store holds them. DPM_ERR_LEDGER_CORRUPT, DPM_ERR_LEDGER_ROLLBACK: release nothing.
    Returns<void> load(span<const std::uint8_t> slot_a, span<const std::uint8_t> slot_b, std::uint64_t monotonic_counter) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(load_code(slot_a, slot_b, monotonic_counter));
    }
    /// The same from a store. A slot that cannot be read counts as broken.
    template <class Store> Returns<void> load(Store &store) {
        LedgerSlot a{}, b{};
        if (!store.read(0, span<std::uint8_t>(a.data(), a.size()))) a = LedgerSlot{};
        if (!store.read(1, span<std::uint8_t>(b.data(), b.size()))) b = LedgerSlot{};
        return detail::done(load_code(a, b, store.counter()));
    }
    /// Charges the releases of a mechanism (its charge()) out of the window's events, in the store too, and makes the permit for them. Where the store
    /// fails: DPM_ERR_LEDGER_NOT_STORED and no permit; the charge may count all the same at the next start. Premise of the composition: which charges are
    /// made does not depend on what was released before (docs/ledger.md).
    template <class Store> Returns<void> charge(Store &store, const Release &release, Window window, Permit &permit) {
        return through(store, permit, [&](std::uint8_t *slot, std::size_t *which) {
            return dpm_ledger_prepare_release(&raw_, &release, window.first, window.last, slot, which);
        });
    }
    /// The same by sums of integers alone, for geometric noise at its pure cost: it spares a small device some 180 kB of code.
    template <class Store> Returns<void> charge_summed(Store &store, const Release &release, Window window, Permit &permit) {
        return through(store, permit, [&](std::uint8_t *slot, std::size_t *which) {
            return dpm_ledger_prepare_release_summed(&raw_, &release, window.first, window.last, slot, which);
        });
    }
    /// The same for `releases` releases at a stated cost each, exactly cost/parts.
    template <class Store> Returns<void> charge_cost(Store &store, Budget cost, std::uint32_t parts, std::uint32_t releases, Window window, Permit &permit) {
        return through(store, permit, [&](std::uint8_t *slot, std::size_t *which) {
            return dpm_ledger_prepare_cost(&raw_, cost.epsilon_micro, cost.delta_units, parts, releases, window.first, window.last, slot, which);
        });
    }

    /// The first step of charge() by itself: the new state's bytes into slot[ledger_slot_len], to be written to the slot whose number is returned, flushed,
    /// read back and given to commit().
    Returns<std::size_t> prepare(const Release &release, Window window, span<std::uint8_t> slot) DPMARKOV_DETAIL_NOEXCEPT {
        std::size_t which = 0;
        dpm_status code = detail::lengths({{slot.size(), ledger_slot_len}});
        if (code == DPM_OK) code = dpm_ledger_prepare_release(&raw_, &release, window.first, window.last, slot.data(), &which);
        return detail::answer(code, which);
    }
    /// The last step: the permit, where read_back[ledger_slot_len] is what was prepared; else DPM_ERR_LEDGER_NOT_STORED, and the charge stays prepared:
    /// write again, or abort(). Then raise the monotonic counter to the permit's number, before anything is released.
    Returns<void> commit(span<const std::uint8_t> read_back, Permit &permit) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{read_back.size(), ledger_slot_len}});
        if (code == DPM_OK) code = dpm_ledger_commit(&raw_, read_back.data(), permit.get());
        return detail::done(code);
    }
    /// Gives a prepared charge up. Found in the store at the next start it counts.
    Returns<void> abort() DPMARKOV_DETAIL_NOEXCEPT { return detail::done(dpm_ledger_abort(&raw_)); }
    /// Forgets what windows that end before `bucket` have spent; nothing can be charged there any more. Stored with the next charge.
    Returns<void> close_before(std::uint32_t bucket) DPMARKOV_DETAIL_NOEXCEPT { return detail::done(dpm_ledger_close_before(&raw_, bucket)); }
    /// The whole budget.
    Returns<Budget> budget() const DPMARKOV_DETAIL_NOEXCEPT {
        Budget it{};
        const dpm_status code = dpm_ledger_budget(&raw_, &it.epsilon_micro, &it.delta_units);
        return detail::answer(code, it);
    }
    /// What the releases of bucket `bucket`'s events have spent, a prepared charge included, rounded up.
    Returns<Budget> spent(std::uint32_t bucket) const DPMARKOV_DETAIL_NOEXCEPT {
        Budget it{};
        const dpm_status code = dpm_ledger_spent(&raw_, bucket, &it.epsilon_micro, &it.delta_units);
        return detail::answer(code, it);
    }
    /// What is left for them.
    Returns<Budget> remaining(std::uint32_t bucket) const DPMARKOV_DETAIL_NOEXCEPT {
        Budget it{};
        const dpm_status code = dpm_ledger_remaining(&raw_, bucket, &it.epsilon_micro, &it.delta_units);
        return detail::answer(code, it);
    }
    /// The number of the last charge that this object saw: where a new ledger must begin above.
    Returns<std::uint64_t> generation() const DPMARKOV_DETAIL_NOEXCEPT {
        std::uint64_t it = 0;
        const dpm_status code = dpm_ledger_generation(&raw_, &it);
        return detail::answer(code, it);
    }
    dpm_ledger *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    dpm_status load_code(span<const std::uint8_t> slot_a, span<const std::uint8_t> slot_b, std::uint64_t monotonic_counter) noexcept {
        dpm_status code = detail::lengths({{slot_a.size(), ledger_slot_len}, {slot_b.size(), ledger_slot_len}});
        if (code == DPM_OK) code = dpm_ledger_load(&raw_, slot_a.data(), slot_b.data(), monotonic_counter);
        return code;
    }
    // Gives the charge up on every way out but the one with a permit: a failing store, and an exception that it throws.
    struct Abort {
        dpm_ledger *ledger;
        ~Abort() { static_cast<void>(dpm_ledger_abort(ledger)); }
    };
    // No permit without the counter that guards it.
    struct Cancel {
        Permit *permit;
        ~Cancel() {
            if (permit != nullptr) permit->cancel();
        }
    };
    template <class Store, class Prepare> Returns<void> through(Store &store, Permit &permit, Prepare prepare) {
        LedgerSlot slot{};
        std::size_t which = 0;
        dpm_status code = prepare(slot.data(), &which);
        if (code != DPM_OK) return detail::done(code); // one that was prepared before stays as it is
        const Abort guard{&raw_};
        if (!store.write(which, span<const std::uint8_t>(slot.data(), slot.size()))) return detail::done(DPM_ERR_LEDGER_NOT_STORED);
        slot = LedgerSlot{};
        if (!store.read(which, span<std::uint8_t>(slot.data(), slot.size()))) return detail::done(DPM_ERR_LEDGER_NOT_STORED);
        code = dpm_ledger_commit(&raw_, slot.data(), permit.get());
        if (code != DPM_OK) return detail::done(code);
        Cancel cancel{&permit};
        std::uint64_t number = 0;
        code = dpm_permit_number(permit.get(), &number);
        if (code == DPM_OK && !store.raise_counter(number)) code = DPM_ERR_LEDGER_NOT_STORED;
        if (code == DPM_OK) cancel.permit = nullptr;
        return detail::done(code);
    }
    dpm_ledger raw_{};
};

/// The (epsilon, delta) that one release of the stated cost cost/parts may promise, rounded down.
struct EpsilonDelta {
    double epsilon; ///< Nats.
    double delta;   ///< Delta.
};
/// See EpsilonDelta. With parts 1, what a whole budget is.
inline Returns<EpsilonDelta> cost_guarantee(Budget cost, std::uint32_t parts) DPMARKOV_DETAIL_NOEXCEPT {
    EpsilonDelta it{};
    const dpm_status code = dpm_cost_guarantee(cost.epsilon_micro, cost.delta_units, parts, &it.epsilon, &it.delta);
    return detail::answer(code, it);
}

DPMARKOV_DETAIL_END

#endif

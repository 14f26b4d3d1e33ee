// The ledger over a store that fails in every way it can, the power cut at every byte.
#include "check.hpp"

// Two slots and a counter. The power goes after `power` written bytes; then nothing works until power_on().
struct Flash {
    std::array<dpmarkov::LedgerSlot, 2> slots{};
    std::uint64_t count = 0;
    std::size_t power = SIZE_MAX;
    bool broken_counter = false, stale = false, throws = false;
    bool write(std::size_t slot, dpmarkov::span<const std::uint8_t> bytes) {
#if defined(__cpp_exceptions)
        if (throws) throw 7;
#endif
        if (stale) return true; // says so and does nothing
        for (std::size_t i = 0; i < bytes.size(); i++) {
            if (power == 0) return false;
            power--;
            slots[slot][i] = bytes[i];
        }
        return true;
    }
    bool read(std::size_t slot, dpmarkov::span<std::uint8_t> bytes) {
        if (power == 0) return false;
        std::memcpy(bytes.data(), slots[slot].data(), bytes.size());
        return true;
    }
    std::uint64_t counter() const { return count; }
    bool raise_counter(std::uint64_t to) {
        if (power == 0 || broken_counter) return false;
        count = to;
        return true;
    }
};

constexpr dpmarkov::Budget budget{1000000, 0};

inline void make(Flash &flash) {
    dpmarkov::LedgerSlot slot{};
    TAKE(dpmarkov::Ledger::create(dpmarkov::Adjacency::visit, budget, 0, slot));
    flash.slots = {slot, slot};
}

inline void ledger() {
    Flash flash;
    dpmarkov::Ledger it;
    dpmarkov::Permit permit;
    dpmarkov::Geometric mechanism;
    TAKE(mechanism.init_pure(dpmarkov::Adjacency::visit, 250000, 1, {1, 16}));
    const dpmarkov::Release release = TAKE(mechanism.charge());
    CHECK(CODE(it.charge(flash, release, {}, permit)) == DPM_ERR_OBJECT && CODE(it.budget()) == DPM_ERR_OBJECT && CODE(permit.number()) == DPM_ERR_OBJECT);
    CHECK(CODE(it.load(flash)) == DPM_ERR_LEDGER_CORRUPT); // never a new budget
    make(flash);
    CHECK(CODE(dpmarkov::Ledger::create(dpmarkov::Adjacency::visit, budget, 0, {flash.slots[0].data(), 5})) == DPM_ERR_LENGTH);
    CHECK(CODE(it.load({flash.slots[0].data(), 5}, flash.slots[1], 0)) == DPM_ERR_LENGTH);
    TAKE(it.load(flash));
    CHECK(TAKE(it.budget()).epsilon_micro == 1000000 && TAKE(it.remaining(3)).epsilon_micro == 1000000);

    // A store that fails in one way or another: no permit, nothing pending, and nothing spent where nothing was stored.
    flash.stale = true;
    CHECK(CODE(it.charge(flash, release, {3, 3}, permit)) == DPM_ERR_LEDGER_NOT_STORED && CODE(permit.number()) == DPM_ERR_OBJECT);
    flash.stale = false;
#if defined(__cpp_exceptions)
    flash.throws = true;
    bool thrown = false;
    try {
        static_cast<void>(it.charge(flash, release, {3, 3}, permit));
    } catch (int seven) {
        thrown = seven == 7;
    }
    CHECK(thrown);
    flash.throws = false;
#endif
    CHECK(TAKE(it.spent(3)).epsilon_micro == 0);
    flash.broken_counter = true; // stored, so it is spent; and no permit
    CHECK(CODE(it.charge(flash, release, {3, 3}, permit)) == DPM_ERR_LEDGER_NOT_STORED && CODE(permit.number()) == DPM_ERR_OBJECT);
    CHECK(TAKE(it.spent(3)).epsilon_micro == 250000);
    flash.broken_counter = false;

    // By hand, and by the function.
    dpmarkov::LedgerSlot slot{};
    CHECK(CODE(it.prepare(release, {3, 3}, {slot.data(), 7})) == DPM_ERR_LENGTH);
    const std::size_t which = TAKE(it.prepare(release, {3, 3}, slot));
    CHECK(CODE(it.charge(flash, release, {3, 3}, permit)) == DPM_ERR_LEDGER_PENDING);
    CHECK(CODE(it.commit(dpmarkov::LedgerSlot{}, permit)) == DPM_ERR_LEDGER_NOT_STORED && CODE(it.commit({slot.data(), 7}, permit)) == DPM_ERR_LENGTH);
    CHECK(flash.write(which, slot));
    TAKE(it.commit(flash.slots[which], permit));
    const std::uint64_t number = TAKE(permit.number());
    dpmarkov::Generator rng;
    CHECK(CODE(rng.init(permit, [](std::uint8_t *, std::size_t) { return false; })) == DPM_ERR_ENTROPY && TAKE(permit.number()) == number);
    TAKE(rng.init(permit, repeats));
    CHECK(CODE(permit.number()) == DPM_ERR_OBJECT && CODE(rng.init(permit, repeats)) == DPM_ERR_OBJECT); // used up
    TAKE(it.charge_summed(flash, release, {3, 3}, permit));
    CHECK(TAKE(permit.number()) > number && flash.count == TAKE(permit.number()));
#if defined(DPMARKOV_EXCEPTIONS)
    CHECK(CODE(dpmarkov::Generator(permit, [](std::uint8_t *, std::size_t) { return false; })) == DPM_ERR_ENTROPY);
    dpmarkov::Generator seeded(dpmarkov::system_entropy, 1), other([](std::uint8_t *out, std::size_t len) { return repeats(out, len); }, 1);
#endif
    permit.cancel();
    CHECK(CODE(rng.init(permit, repeats)) == DPM_ERR_OBJECT);
    TAKE(it.charge_cost(flash, {250000, 0}, 1, 1, {3, 3}, permit));
    CHECK(TAKE(it.remaining(3)).epsilon_micro == 0 && CODE(it.charge(flash, release, {3, 3}, permit)) == DPM_ERR_BUDGET_EXCEEDED);
    CHECK(TAKE(permit.number()) == flash.count); // the refusal left the permit of the last charge alone
    TAKE(it.charge(flash, release, {4, 4}, permit));
    CHECK(CODE(it.load(Flash(flash).slots[0], Flash(flash).slots[0], flash.count + 9)) == DPM_ERR_LEDGER_ROLLBACK);
    TAKE(it.close_before(4));
    TAKE(it.abort());
    CHECK(TAKE(it.generation()) >= flash.count && TAKE(dpmarkov::cost_guarantee({1000000, 0}, 4)).epsilon <= 0.25);
}

// The power goes after every byte of a write, at the second of all charges. Over both lives never more than four releases, never one number twice.
inline void power_cuts() {
    for (std::size_t bytes = 0; bytes <= 2 * dpmarkov::ledger_slot_len; bytes++) {
        Flash flash;
        make(flash);
        flash.power = bytes;
        unsigned releases = 0;
        std::uint64_t last = 0;
        bool good = true;
        for (int life = 0; life < 2; life++) {
            dpmarkov::Ledger it;
            const bool loaded = CODE(it.load(flash)) == DPM_OK;
            good = good && (loaded || flash.power == 0);
            dpmarkov::Geometric mechanism;
            good = good && CODE(mechanism.init_pure(dpmarkov::Adjacency::visit, 250000, 1, {1, 16})) == DPM_OK;
            const dpmarkov::Release release = TAKE(mechanism.charge());
            for (int day = 0; loaded && day < 6; day++) {
                dpmarkov::Permit permit;
                const dpm_status code = CODE(it.charge_summed(flash, release, {}, permit));
                good = good && (code == DPM_OK || code == DPM_ERR_BUDGET_EXCEEDED || (code == DPM_ERR_LEDGER_NOT_STORED && flash.power == 0));
                if (code != DPM_OK) break;
                const std::uint64_t number = TAKE(permit.number());
                good = good && number > last;
                last = number, releases++;
            }
            flash.power = SIZE_MAX;
        }
        CHECK(good && releases >= 3 && releases <= 4);
    }
}

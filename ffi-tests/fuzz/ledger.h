/* Random calls: composition, the chooser, the ledger and its permits. */
#ifndef FUZZ_LEDGER_H
#define FUZZ_LEDGER_H

#include "arena.h"

static dpm_release release_with(void) {
    dpm_release r;
    memset(&r, 0, sizeof r);
    r.mechanism = chance(40) ? (int)below(9) - 4 : (int)below(4);
    r.releases = chance(40) ? 0 : 1 + (uint32_t)below(1000);
    r.weight = likely("weight", 1e-4, 1.0), r.pseudo_count = likely("pseudo_count", 1.0, 1e4);
    r.numerator = chance(40) ? next() : 1 + below(1000), r.denominator = chance(40) ? (uint32_t)next() : 1 + (uint32_t)below(1000);
    r.states = chance(40) ? (uint32_t)next() : 2 + (uint32_t)below(100);
    r.event_mass = 1 + (uint32_t)below(100), r.prior_mass = 1 + (uint32_t)below(10000), r.draw_mass = 1 + (uint32_t)below(100);
    r.draws = chance(40) ? 0 : 1 + (uint32_t)below(100);
    return r;
}
static const dpm_release *list_of(size_t len) {
    const dpm_release *list = (const dpm_release *)pointer(READ, (len <= 16 ? len : 1) * sizeof *list, 8, 0);
    size_t i;
    for (i = 0; list != NULL && i < len && len <= 16; i++) {
        dpm_release one = release_with();
        memcpy((unsigned char *)(uintptr_t)(list + i), &one, sizeof one);
    }
    return list;
}
static size_t list_len(void) {
    size_t len = chance(20) ? (chance(2) ? 0 : 17 + below(9)) : 1 + below(3);
    if (len == 0 || len > 16) refused = 1;
    return len;
}

/* A ledger in the arena, mostly loaded, on request with a charge prepared; `stored` are the bytes of its newest slot. */
static uint8_t stored[DPM_LEDGER_SLOT_LEN];
static dpm_ledger *ledger_of(enum kind kind, int pending) {
    dpm_ledger *ledger = (dpm_ledger *)pointer(kind, sizeof *ledger, 8, 0);
    size_t where;
    (void)dpm_ledger_create((int)below(5), 1 + below(10000000), below(1000000000), below(9), stored);
    if (ledger == NULL || (uintptr_t)ledger % 8 || chance(30)) return ledger;
    (void)dpm_ledger_load(ledger, stored, stored, 0);
    if (pending) (void)dpm_ledger_prepare_cost(ledger, 1, 0, 1 + (uint32_t)below(9), 1, 0, (uint32_t)below(9), stored, &where);
    return ledger;
}
static uint8_t *slot_of(void) { return (uint8_t *)pointer(CHANGED, DPM_LEDGER_SLOT_LEN, 1, 0); }
static const uint8_t *slot_with(const uint8_t *bytes) {
    const uint8_t *slot = (const uint8_t *)pointer(READ, DPM_LEDGER_SLOT_LEN, 1, 0);
    if (slot != NULL && !chance(10)) memcpy((unsigned char *)(uintptr_t)slot, bytes, DPM_LEDGER_SLOT_LEN);
    return slot;
}
static dpm_permit *permit_of(enum kind kind) {
    dpm_permit *permit = (dpm_permit *)pointer(kind, sizeof *permit, 8, 0);
    static dpm_ledger ledger;
    size_t where;
    if (permit == NULL || (uintptr_t)permit % 8 || chance(30)) return permit;
    (void)dpm_ledger_create(0, 1000000, 0, next() >> 1, stored);
    (void)dpm_ledger_load(&ledger, stored, stored, 0);
    (void)dpm_ledger_prepare_cost(&ledger, 1, 0, 1, 1, 0, 0, stored, &where);
    (void)dpm_ledger_commit(&ledger, stored, permit);
    return permit;
}

static dpm_status calls_of_ledgers(size_t which, size_t function, size_t *functions) {
    double z, w;
    size_t len;
    int code;
    uint32_t r, s, u;
    uint64_t t, v;
    void *p, *q;
    dpm_ledger *ledger;
    dpm_permit *permit;
    const dpm_release *list;
    const uint8_t *a, *b;
    uint8_t *slot;
    COSTLY_CASE(dpm_compose_epsilon) {
        code = adjacency(); len = list_len(); list = list_of(len); w = likely("delta", 1e-12, 0.5); p = NUMBER; q = OUT(int);
        CALL(dpm_compose_epsilon, (code, list, len, w, p, q));
    }
    COSTLY_CASE(dpm_compose_delta) {
        code = adjacency(); len = list_len(); list = list_of(len); z = EPSILON; p = NUMBER; q = OUT(int);
        CALL(dpm_compose_delta, (code, list, len, z, p, q));
    }
    COSTLY_CASE(dpm_compose_renyi_epsilon) {
        code = adjacency(); len = list_len(); list = list_of(len); w = likely("delta", 1e-12, 0.5); p = NUMBER;
        CALL(dpm_compose_renyi_epsilon, (code, list, len, w, p));
    }
    CASE(dpm_ledger_create) {
        code = adjacency(); t = chance(9) ? next() : 1 + below(1000000); v = chance(9) ? next() : below(1000000000); slot = slot_of();
        CALL(dpm_ledger_create, (code, t, v, next(), slot));
    }
    CASE(dpm_ledger_load) {
        ledger = pointer(CHANGED, sizeof *ledger, 8, 0);
        (void)dpm_ledger_create(2, 1000000, below(2), 1 + below(9), stored);
        a = slot_with(stored); b = slot_with(stored);
        CALL(dpm_ledger_load, (ledger, a, b, chance(9) ? next() : 0));
    }
    CASE(dpm_ledger_prepare_cost) {
        ledger = ledger_of(CHANGED, chance(9)); t = chance(5) ? next() : below(1000); v = chance(5) ? next() : 0; slot = slot_of(); p = OUT(size_t);
        r = (uint32_t)below(9); s = (uint32_t)below(9); u = chance(9) ? 0 : 8 + (uint32_t)below(9);
        CALL(dpm_ledger_prepare_cost, (ledger, t, v, r, s, (uint32_t)below(9), u, slot, p));
    }
    CASE(dpm_ledger_prepare_cost_summed) {
        ledger = ledger_of(CHANGED, chance(9)); t = chance(5) ? next() : below(1000); v = chance(5) ? next() : 0; slot = slot_of(); p = OUT(size_t);
        r = (uint32_t)below(9); s = (uint32_t)below(9); u = chance(9) ? 0 : 8 + (uint32_t)below(9);
        CALL(dpm_ledger_prepare_cost_summed, (ledger, t, v, r, s, (uint32_t)below(9), u, slot, p));
    }
    COSTLY_CASE(dpm_ledger_prepare_release) {
        ledger = ledger_of(CHANGED, 0); list = list_of(1); slot = slot_of(); p = OUT(size_t); s = (uint32_t)below(9);
        if (list != NULL && (uintptr_t)list % 8 == 0 && !chance(4)) { /* mostly what fits */
            dpm_release one = release_with();
            one.mechanism = DPM_MECHANISM_GEOMETRIC, one.releases = 1, one.numerator = 1, one.denominator = 1u << 30;
            memcpy((unsigned char *)(uintptr_t)list, &one, sizeof one);
        }
        CALL(dpm_ledger_prepare_release, (ledger, list, s, s + (uint32_t)below(9), slot, p));
    }
    CASE(dpm_ledger_prepare_release_summed) {
        ledger = ledger_of(CHANGED, 0); list = list_of(1); slot = slot_of(); p = OUT(size_t); s = (uint32_t)below(9);
        if (list != NULL && (uintptr_t)list % 8 == 0 && !chance(4)) { /* mostly what fits */
            dpm_release one = release_with();
            one.mechanism = DPM_MECHANISM_GEOMETRIC, one.releases = 1, one.numerator = 1, one.denominator = 1u << 30;
            memcpy((unsigned char *)(uintptr_t)list, &one, sizeof one);
        }
        CALL(dpm_ledger_prepare_release_summed, (ledger, list, s, s + (uint32_t)below(9), slot, p));
    }
    CASE(dpm_ledger_commit) {
        ledger = ledger_of(CHANGED, !chance(9)); permit = pointer(CHANGED, sizeof *permit, 8, 0); a = slot_with(stored);
        CALL(dpm_ledger_commit, (ledger, a, permit));
    }
    CASE(dpm_ledger_abort) {
        ledger = ledger_of(CHANGED, chance(2));
        CALL(dpm_ledger_abort, (ledger));
    }
    CASE(dpm_ledger_close_before) {
        ledger = ledger_of(CHANGED, chance(9));
        CALL(dpm_ledger_close_before, (ledger, (uint32_t)next()));
    }
    CASE(dpm_ledger_budget) {
        ledger = ledger_of(READ, chance(2)); p = OUT(uint64_t); q = OUT(uint64_t);
        CALL(dpm_ledger_budget, (ledger, p, q));
    }
    CASE(dpm_ledger_spent) {
        ledger = ledger_of(READ, chance(2)); p = OUT(uint64_t); q = OUT(uint64_t);
        CALL(dpm_ledger_spent, (ledger, (uint32_t)below(9), p, q));
    }
    CASE(dpm_ledger_remaining) {
        ledger = ledger_of(READ, chance(2)); p = OUT(uint64_t); q = OUT(uint64_t);
        CALL(dpm_ledger_remaining, (ledger, (uint32_t)below(9), p, q));
    }
    CASE(dpm_ledger_generation) {
        ledger = ledger_of(READ, chance(2)); p = OUT(uint64_t);
        CALL(dpm_ledger_generation, (ledger, p));
    }
    CASE(dpm_permit_number) {
        permit = permit_of(READ); p = OUT(uint64_t);
        CALL(dpm_permit_number, (permit, p));
    }
    CASE(dpm_rng_init_with_permit) {
        permit = permit_of(CHANGED); p = pointer(CHANGED, sizeof(dpm_rng), 8, 0);
        CALL(dpm_rng_init_with_permit, (p, permit, chance(4) ? entropy_that_fails : entropy, NULL));
    }
    CASE(dpm_cost_guarantee) {
        t = chance(5) ? next() : below(1000); v = chance(5) ? next() : below(1000); p = NUMBER; q = NUMBER;
        CALL(dpm_cost_guarantee, (t, v, (uint32_t)below(9), p, q));
    }
    COSTLY_CASE(dpm_plan_compare) {
        int *best = OUT(int);
        code = adjacency(); z = likely("epsilon", 0.1, 10.0); w = likely("delta", 1e-12, 1e-3); r = chance(9) ? releases() : 1;
        len = chance(3) ? 2 + below(100) : states();
        p = pointer(CHANGED, DPM_CANDIDATES * sizeof(dpm_candidate), 8, 0); q = OUT(int);
        CALL(dpm_plan_compare, (code, z, w, r, len, likely("row_total", 10.0, 1e6), p, best, q));
    }
    *functions = function;
    return 0;
}

#endif

/* Bare boards: composition and the ledger's bytes. */
#include "golden.h"

static void composition(void) {
    static dpm_release list[3];
    double a;
    int bound;
    list[0].mechanism = DPM_MECHANISM_DIRICHLET, list[0].releases = 30, list[0].weight = 0.05, list[0].pseudo_count = 15.8;
    list[1].mechanism = DPM_MECHANISM_GEOMETRIC, list[1].releases = 5, list[1].numerator = 1, list[1].denominator = 10;
    list[2].mechanism = DPM_MECHANISM_GAUSSIAN, list[2].releases = 2, list[2].numerator = 400, list[2].denominator = 1;
    port_stack_start();
    DONE(dpm_compose_epsilon(DPM_ADJACENCY_EVENT, list, 3, 1e-9, &a, &bound));
    stack("dpm_compose_epsilon, three kinds");
    number("composed epsilon", a);
    hex("bound", (uint64_t)bound);
    port_stack_start();
    DONE(dpm_compose_renyi_epsilon(DPM_ADJACENCY_EVENT, list, 3, 1e-9, &a));
    stack("dpm_compose_renyi_epsilon, three kinds");
    number("composed Renyi epsilon", a);
}

static void ledgers(void) {
    static uint8_t store[2][DPM_LEDGER_SLOT_LEN], slot[DPM_LEDGER_SLOT_LEN];
    static dpm_ledger ledger;
    static dpm_permit permit;
    dpm_release charge = {DPM_MECHANISM_GEOMETRIC, 1, 0.0, 0.0, 1, 100, 0, 0, 0, 0, 0};
    uint64_t micro, units;
    size_t which, i, j;
    DONE(dpm_ledger_create(DPM_ADJACENCY_VISIT, 1000000, 1000000000, 0, store[0]));
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[1][i] = store[0][i];
    port_stack_start();
    DONE(dpm_ledger_load(&ledger, store[0], store[1], 0));
    stack("dpm_ledger_load");
    for (j = 0; j < 3; j++) {
        port_stack_start();
        if (j == 0) DONE(dpm_ledger_prepare_cost(&ledger, 1000000, 0, 11, 2, 3, 9, slot, &which));
        if (j == 1) DONE(dpm_ledger_prepare_release(&ledger, &charge, 0, 5, slot, &which));
        if (j == 2) {
            charge.mechanism = DPM_MECHANISM_GAUSSIAN, charge.numerator = 90000, charge.denominator = 1;
            DONE(dpm_ledger_prepare_release(&ledger, &charge, 0, 5, slot, &which));
        }
        stack(j == 0 ? "dpm_ledger_prepare_cost" : j == 1 ? "dpm_ledger_prepare_release, geometric" : "dpm_ledger_prepare_release, mixed");
        for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[which][i] = slot[i];
        port_stack_start();
        DONE(dpm_ledger_commit(&ledger, store[which], &permit));
        stack("dpm_ledger_commit");
    }
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) hex("slot", store[which][i]);
    DONE(dpm_permit_number(&permit, &micro));
    hex("permit", micro);
    DONE(dpm_ledger_spent(&ledger, 4, &micro, &units));
    hex("spent", micro);
    hex("delta", units);
    store[which][9] ^= 1;
    DONE(dpm_ledger_load(&ledger, store[0], store[1], 2));
    REFUSED(DPM_ERR_LEDGER_ROLLBACK, dpm_ledger_load(&ledger, store[0], store[1], 3));
    REFUSED(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost(&ledger, 900000, 0, 1, 1, 9, 9, slot, &which));
}

int golden(void) {
    composition();
    ledgers();
    return finished();
}

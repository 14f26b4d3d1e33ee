/* Bare boards: what the firmware of examples/telemetry_device.c needs and no more: its size is that of the smallest private device. */
#include "golden.h"

static int repeats(void *ctx, uint8_t *out, size_t len) { /* a test's source: the same bytes on every board */
    (void)ctx;
    while (len--) *out++ = (uint8_t)(37 * len + 11);
    return 0;
}

int golden(void) {
    static uint8_t store[2][DPM_LEDGER_SLOT_LEN], slot[DPM_LEDGER_SLOT_LEN];
    static uint32_t counts[9];
    static int64_t noisy[9];
    static dpm_ledger ledger;
    dpm_geometric mechanism;
    dpm_release charge = {DPM_MECHANISM_GEOMETRIC, 1, 0.0, 0.0, 1, 16, 0, 0, 0, 0, 0};
    dpm_permit permit;
    dpm_rng rng;
    size_t which, i;

    for (i = 0; i < 9; i++) DONE(dpm_counts_record(counts, 3, i / 3, i % 3, (uint32_t)(40 * i)));
    port_stack_start();
    DONE(dpm_geometric_init_checked(&mechanism, DPM_ADJACENCY_VISIT, 1.0, 0.0, 4, 1, 16)); /* planned at a desk */
    stack("dpm_geometric_init_checked");
    DONE(dpm_ledger_create(DPM_ADJACENCY_VISIT, 1000000, 0, 0, store[0]));
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[1][i] = store[0][i];
    DONE(dpm_ledger_load(&ledger, store[0], store[1], 0));
    port_stack_start();
    DONE(dpm_ledger_prepare_release_summed(&ledger, &charge, 0, UINT32_MAX, slot, &which));
    stack("dpm_ledger_prepare_release_summed");
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[which][i] = slot[i], hex("slot", slot[i]);
    DONE(dpm_ledger_commit(&ledger, store[which], &permit));
    port_stack_start();
    DONE(dpm_rng_init_with_permit(&rng, &permit, repeats, NULL));
    stack("dpm_rng_init_with_permit");
    port_stack_start();
    for (i = 0; i < 3; i++) DONE(dpm_geometric_release_counts(&mechanism, &rng, counts + 3 * i, 3, noisy + 3 * i));
    stack("dpm_geometric_release_counts");
    for (i = 0; i < 9; i++) hex("noisy", (uint64_t)noisy[i]);
    DONE(dpm_rng_clear(&rng));
    port_stack_start();
    DONE(dpm_ledger_prepare_cost_summed(&ledger, 750000, 0, 1, 1, 9, 9, slot, &which));
    stack("dpm_ledger_prepare_cost_summed");
    DONE(dpm_ledger_abort(&ledger));
    REFUSED(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost_summed(&ledger, 750001, 0, 1, 1, 9, 9, slot, &which));
    return finished();
}

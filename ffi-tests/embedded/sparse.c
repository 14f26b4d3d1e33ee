/* Bare boards: counts, releases and a chain on a support: the same bits everywhere. */
#include "golden.h"

#define N 4
#define CELLS 9

static const uint32_t mask[N] = {0xb, 0x7, 0x1, 0xc}; /* 0 -> 0, 1, 3;  1 -> 0, 1, 2;  2 -> 0;  3 -> 2, 3 */
static uint32_t starts[N + 1], counts[CELLS];
static uint16_t targets[CELLS];
static double values[CELLS], matrix[N * N], row[N];
static int64_t noisy[CELLS], noise[3];
static dpm_rng rng;

static void sparse(void) {
    static const uint8_t seed[32] = {2, 7, 1, 8, 2, 8, 1, 8};
    static const size_t visits[9] = {0, 1, 1, 2, 0, 3, 3, 1, 0}; /* 3 -> 1 is infeasible */
    static dpm_dirichlet dirichlet;
    static dpm_geometric geometric;
    size_t cells, current = DPM_NO_STATE, i;
    DONE(dpm_support_from_mask(mask, N, starts, targets, CELLS, &cells));
    DONE(dpm_support_check(starts, targets, N, cells));
    port_stack_start();
    for (i = 0; i < 90; i++) DONE(dpm_sparse_visit(counts, starts, targets, N, CELLS, DPM_OUTSIDE_DROP, &current, visits[i % 9]));
    stack("dpm_sparse_visit");
    for (i = 0; i < CELLS; i++) hex("count", counts[i]);
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, 3));
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    DONE(dpm_geometric_release_sparse_counts(&geometric, &rng, starts, targets, N, CELLS, counts, noisy));
    for (i = 0; i < CELLS; i++) hex("noisy", (uint64_t)noisy[i]);
    port_stack_start();
    DONE(dpm_geometric_release_sparse(&geometric, &rng, starts, targets, N, CELLS, counts, 512, noise, 3, values));
    stack("dpm_geometric_release_sparse");
    numbers("geometric", values, CELLS);
    DONE(dpm_dirichlet_init_checked(&dirichlet, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    port_stack_start();
    DONE(dpm_dirichlet_release_sparse(&dirichlet, &rng, starts, targets, N, CELLS, counts, values));
    stack("dpm_dirichlet_release_sparse");
    numbers("dirichlet", values, CELLS);
    DONE(dpm_sparse_expand(starts, targets, N, CELLS, values, matrix));
    numbers("matrix", matrix, N * N);
    DONE(dpm_sparse_step(starts, targets, N, CELLS, values, matrix, row));
    numbers("step", row, N);
}

static void refusals(void) {
    uint32_t none = 0;
    REFUSED(DPM_ERR_INFEASIBLE, dpm_sparse_record(counts, starts, targets, N, CELLS, DPM_OUTSIDE_REFUSE, 3, 1, 1));
    REFUSED(DPM_ERR_STATES, dpm_support_check(starts, targets, 65536, CELLS));
    REFUSED(DPM_ERR_LENGTH, dpm_support_check(starts, targets, N, CELLS - 1));
    if (sizeof(size_t) == 4) REFUSED(DPM_ERR_SIZE, dpm_sparse_clear(&none, SIZE_MAX / 2)); /* that many elements are no size_t of bytes */
}

int golden(void) {
    sparse();
    refusals();
    return finished();
}

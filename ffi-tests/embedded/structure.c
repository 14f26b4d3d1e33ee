/* Bare boards: a release on a support, and the structure, group inverse, mixing and first-passage times of its chain: the same bits everywhere. */
#include "golden.h"

#define N 4
#define CELLS 9

static const uint32_t mask[N] = {0xb, 0x7, 0x1, 0xc}; /* 0 -> 0, 1, 3;  1 -> 0, 1, 2;  2 -> 0;  3 -> 2, 3 */
static uint32_t starts[N + 1], counts[CELLS], labels[N], done;
static uint16_t targets[CELLS];
static double values[CELLS], matrix[N * N], inverse[N * N], pi[N], row[N], work[DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(N)];
static int64_t noisy[CELLS], noise[3];
static const size_t room = sizeof work / sizeof *work;
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

static void chain(void) {
    size_t i, size;
    int yes;
    double a, b;
    DONE(dpm_class_labels(matrix, N, work, room, labels, &size));
    for (i = 0; i < N; i++) hex("class", labels[i]);
    DONE(dpm_is_irreducible(matrix, N, work, room, &yes));
    hex("irreducible", (uint64_t)yes);
    DONE(dpm_period(matrix, N, 0, work, room, &size));
    hex("period", size);
    port_stack_start();
    DONE(dpm_group_inverse(matrix, N, work, room, inverse, pi));
    stack("dpm_group_inverse");
    numbers("group inverse", inverse, N * N);
    numbers("pi", pi, N);
    DONE(dpm_group_inverse_tau_one(inverse, N, &a));
    number("tau_1 of the group inverse", a);
    DONE(dpm_stationary_error_bound(matrix, N, pi, a, work, room, &b));
    number("error bound", b);
    DONE(dpm_second_eigenvalue(matrix, N, 200, work, room, &a, &b, &done));
    number("second eigenvalue", a);
    number("residual", b);
    hex("iterations", done);
    DONE(dpm_second_eigenvalue_upper(matrix, N, 8, work, room, &a));
    number("second eigenvalue, upper", a);
    port_stack_start();
    DONE(dpm_all_mean_first_passage(matrix, N, work, room, inverse));
    stack("dpm_all_mean_first_passage");
    numbers("passage", inverse, N * N);
    DONE(dpm_predict(matrix, N, matrix, 1000, work, room, row));
    numbers("prediction", row, N);
}

static void refusals(void) {
    uint32_t none = 0;
    double a = 7.0;
    REFUSED(DPM_ERR_INFEASIBLE, dpm_sparse_record(counts, starts, targets, N, CELLS, DPM_OUTSIDE_REFUSE, 3, 1, 1));
    REFUSED(DPM_ERR_STATES, dpm_support_check(starts, targets, 65536, CELLS));
    REFUSED(DPM_ERR_LENGTH, dpm_support_check(starts, targets, N, CELLS - 1));
    REFUSED(DPM_ERR_WORK_LEN, dpm_group_inverse(matrix, N, work, DPM_GROUP_INVERSE_WORK_LEN(N) - 1, inverse, pi));
    REFUSED(DPM_ERR_ITERATIONS, dpm_second_eigenvalue(matrix, N, 0, work, room, &a, pi, &done));
    if (sizeof(size_t) == 4) { /* 65535 * 65535 is a size_t, and that many elements are not */
        REFUSED(DPM_ERR_SIZE, dpm_group_inverse_tau_one(matrix, 65535, &a));
        REFUSED(DPM_ERR_SIZE, dpm_sparse_clear(&none, SIZE_MAX / 2));
    }
    if (a != 7.0) expect("outputs", DPM_OK, 1);
}

int golden(void) {
    sparse();
    chain();
    refusals();
    return finished();
}

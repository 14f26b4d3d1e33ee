/* Bare boards: the structure, group inverse, mixing and first-passage times of a chain: the same bits everywhere. */
#include "golden.h"

#define N 4

/* 0 and 3 are left seldom: a graded chain whose rows sum to exactly 1 */
static const double matrix[N * N] = {0.8125, 0.125, 0, 0.0625, 0.3, 0.45, 0.25, 0, 1, 0, 0, 0, 0, 0, 0.0009765625, 0.9990234375};
static uint32_t labels[N], done;
static double inverse[N * N], pi[N], row[N], work[DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(N)];
static const size_t room = sizeof work / sizeof *work;

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
    double a = 7.0;
    REFUSED(DPM_ERR_WORK_LEN, dpm_group_inverse(matrix, N, work, DPM_GROUP_INVERSE_WORK_LEN(N) - 1, inverse, pi));
    REFUSED(DPM_ERR_ITERATIONS, dpm_second_eigenvalue(matrix, N, 0, work, room, &a, pi, &done));
    if (sizeof(size_t) == 4) REFUSED(DPM_ERR_SIZE, dpm_group_inverse_tau_one(matrix, 65535, &a)); /* 65535 * 65535 is a size_t, and that many elements are not */
    if (a != 7.0) expect("outputs", DPM_OK, 1);
}

int golden(void) {
    chain();
    refusals();
    return finished();
}

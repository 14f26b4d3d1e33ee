/* Bare boards: the error of a release, bounds and intervals: the same bits everywhere. */
#include "golden.h"

#define N 4

static const double pi[N] = {0.5, 0.25, 0.125, 0.125};
static double matrix[N * N], inverse[N * N], row[N], effect[N], work[DPM_STATIONARY_ESTIMATE_WORK_LEN(N)];
static dpm_row_law laws[N];
static const size_t room = sizeof work / sizeof *work;

static void rows(void) {
    size_t i;
    double a;
    DONE(dpm_row_law_init_dirichlet(&laws[0], 0.3, 15.8, N, 100.0));
    DONE(dpm_row_law_init_polya(&laws[1], 10, 158, 33, 50, N, 100.0));
    DONE(dpm_row_law_init_geometric(&laws[2], 1, 2, 1024, N, 100.0));
    DONE(dpm_row_law_init_gaussian(&laws[3], 9, 2, 1024, N, 100.0));
    for (i = 0; i < N; i++) {
        DONE(dpm_row_bias(&laws[i], 0.9, &a));
        number("bias", a);
        DONE(dpm_row_deviation(&laws[i], 0.9, &a));
        number("deviation", a);
        DONE(dpm_row_expected_max_bound(&laws[i], pi, N, &a));
        number("expected max", a);
        DONE(dpm_row_l1_bound(&laws[i], pi, N, 0.95, &a));
        number("l1", a);
        DONE(dpm_row_l1_bound_after_release(&laws[i], pi, N, 0.95, &a));
        number("l1 after", a);
    }
}

static void chains(void) { /* that forgets all in one step: its group inverse is I - 1 pi */
    size_t i;
    double a;
    for (i = 0; i < N * N; i++) matrix[i] = pi[i % N], inverse[i] = (i % (N + 1) == 0 ? 1.0 : 0.0) - pi[i % N];
    port_stack_start();
    DONE(dpm_stationary_expected_error_bound(matrix, N, 1.0, laws, work, room, &a));
    stack("dpm_stationary_expected_error_bound");
    number("bound", a);
    DONE(dpm_stationary_error_bound_after_release(matrix, N, 1.0, laws, 0.95, work, room, &a));
    number("bound after", a);
    DONE(dpm_ergodicity_one_change_bound(matrix, N, laws, work, room, &a));
    number("tau_1 change", a);
    DONE(dpm_ergodicity_inf_change_bound(matrix, N, laws, work, room, &a));
    number("tau_inf change", a);
    DONE(dpm_stationary_variances(matrix, N, pi, inverse, laws, work, room, row));
    numbers("variance", row, N);
    DONE(dpm_stationary_bias_effect(matrix, N, pi, inverse, laws, work, room, effect));
    numbers("bias effect", effect, N);
    port_stack_start();
    DONE(dpm_stationary_estimate(matrix, N, pi, inverse, laws, work, room, &a));
    stack("dpm_stationary_estimate");
    number("estimate", a);
    DONE(dpm_stationary_estimate_after_release(matrix, N, pi, inverse, laws, work, room, &a));
    number("estimate after", a);
}

static void an_interval(const char *name, dpm_interval i) {
    number(name, i.lower);
    number(name, i.upper);
}

static void intervals(void) {
    static const int64_t noisy[N] = {90, 12, 3, -5};
    static dpm_interval i, of_row[N];
    double a;
    size_t k;
    int target;
    for (target = DPM_TARGET_LOG; target <= DPM_TARGET_PROCESS; target++) {
        port_stack_start();
        DONE(dpm_interval_dirichlet(0.4, N, 100.0, 0.3, 15.8, target, 0.95, &i));
        stack("dpm_interval_dirichlet");
        an_interval("dirichlet", i);
        DONE(dpm_interval_published(0.4, N, 99.0, 0.01, 100.0, target, 0.95, &i));
        an_interval("published", i);
        port_stack_start();
        DONE(dpm_interval_polya(20, N, 100.0, 10, 158, 33, 50, target, 0.95, &i));
        stack("dpm_interval_polya");
        an_interval("polya", i);
        port_stack_start();
        DONE(dpm_interval_geometric_row(noisy, N, DPM_TOTAL_UNKNOWN, 1, 2, target, 0.95, of_row));
        stack("dpm_interval_geometric_row");
        for (k = 0; k < N; k++) an_interval("geometric", of_row[k]);
        DONE(dpm_interval_gaussian_row(noisy, N, 101.0, 9, 2, target, 0.99, of_row));
        for (k = 0; k < N; k++) an_interval("gaussian", of_row[k]);
    }
    DONE(dpm_interval_stationary(0.25, 1e-6, 0.95, &i));
    an_interval("stationary", i);
    DONE(dpm_debias_dirichlet(0.4, N, 100.0, 0.3, 15.8, &a));
    number("unbiased", a);
}

int golden(void) {
    rows();
    chains();
    intervals();
    return finished();
}

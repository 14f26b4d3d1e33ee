/* Errors of the stationary distribution and of the ergodicity coefficients: before the release, after it, and as published. */
#ifndef API_STATIONARY_ERROR_H
#define API_STATIONARY_ERROR_H

#include "interval.h"

/* The chain that forgets everything in one step, P = 1 pi: its group inverse is I - 1 pi, and tau_1 of that is 1. */
static const double forgets[N] = {0.5, 0.25, 0.125, 0.125};
static const double *in_forgets, *in_forgets_pi, *in_inverse;
static const uint32_t full_starts[N + 1] = {0, 4, 8, 12, 16};
static const uint16_t full_targets[N * N] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};

static void prepare_forgets(void) {
    double p[N * N], inverse[N * N];
    size_t i;
    for (i = 0; i < N * N; i++) p[i] = forgets[i % N], inverse[i] = (i % (N + 1) == 0 ? 1.0 : 0.0) - forgets[i % N];
    in_forgets = (const double *)input(p, sizeof p);
    in_forgets_pi = (const double *)input(forgets, sizeof forgets);
    in_inverse = (const double *)input(inverse, sizeof inverse);
}
static void every_law(dpm_status (*init)(dpm_row_law *)) {
    size_t i;
    for (i = 0; i < N; i++) ACCEPTS(init(laws + i));
}
static dpm_status dirichlet_law(dpm_row_law *law) { return INIT_DIRICHLET(law); }
static dpm_status published_law(dpm_row_law *law) { return INIT_PUBLISHED(law); }
static dpm_status geometric_law(dpm_row_law *law) { return INIT_GEOMETRIC(law); }

/* call(matrix, n, laws, scratch, its length, output); `out` is writable. */
#define OF_CHAIN(call, len, out)                                                                                     \
    do {                                                                                                             \
        dpm_row_law copies_[N];                                                                                      \
        memcpy(copies_, laws, sizeof copies_);                                                                       \
        ACCEPTS(call(in_forgets, N, laws, work, len, out));                                                          \
        ACCEPTS(call(in_forgets, N, laws, work, SIZE_MAX, out));                                                     \
        REFUSES(DPM_ERR_OBJECT, call(in_forgets, N, copies_, work, len, out));                                       \
        for (k = 0; k < N; k++) {                                                                                    \
            laws[k].opaque[k] ^= 1;                                                                                  \
            REFUSES(DPM_ERR_OBJECT, call(in_forgets, N, laws, work, len, out));                                      \
            laws[k].opaque[k] ^= 1;                                                                                  \
        }                                                                                                            \
        for (k = 0; k < (len); k++) REFUSES(DPM_ERR_WORK_LEN, call(in_forgets, N, laws, work, k, out));              \
        for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, call(in_forgets, n, laws, work, len, out));                      \
        for (EACH_BAD(bad)) {                                                                                        \
            double m_[N * N];                                                                                        \
            for (k = 0; k < N * N; k++) {                                                                            \
                memcpy(m_, in_forgets, sizeof m_);                                                                   \
                m_[k] = bad;                                                                                         \
                REFUSES(DPM_ERR_NOT_STOCHASTIC, call(m_, N, laws, work, len, out));                                  \
            }                                                                                                        \
        }                                                                                                            \
        REFUSES(DPM_ERR_NULL, call(NULL, N, laws, work, len, out));                                                  \
        REFUSES(DPM_ERR_NULL, call(in_forgets, N, NULL, work, len, out));                                            \
        REFUSES(DPM_ERR_NULL, call(in_forgets, N, laws, NULL, len, out));                                            \
        REFUSES(DPM_ERR_NULL, call(in_forgets, N, laws, work, len, NULL));                                           \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const double, in_forgets), N, laws, work, len, out));                   \
        REFUSES(DPM_ERR_MISALIGNED, call(in_forgets, N, OFF(const dpm_row_law, laws), work, len, out));              \
        REFUSES(DPM_ERR_MISALIGNED, call(in_forgets, N, laws, OFF(double, work), len, out));                         \
        REFUSES(DPM_ERR_MISALIGNED, call(in_forgets, N, laws, work, len, OFF(double, out)));                         \
        REFUSES(DPM_ERR_SIZE, call(TOP(const double), N, laws, work, len, out));                                     \
        REFUSES(DPM_ERR_SIZE, call(in_forgets, N, TOP(const dpm_row_law), work, len, out));                          \
        REFUSES(DPM_ERR_SIZE, call(in_forgets, N, laws, TOP(double), len, out));                                     \
        REFUSES(DPM_ERR_SIZE, call(in_forgets, N, laws, work, len, TOP(double)));                                    \
        REFUSES(DPM_ERR_OVERLAP, call(matrix, N, laws, matrix + 1, len, out));                                       \
        REFUSES(DPM_ERR_OVERLAP, call(matrix, N, laws, work, len, matrix));                                          \
        REFUSES(DPM_ERR_OVERLAP, call(in_forgets, N, laws, (double *)(void *)laws, len, out));                       \
        REFUSES(DPM_ERR_OVERLAP, call(in_forgets, N, laws, work, len, (double *)(void *)laws));                      \
        REFUSES(DPM_ERR_OVERLAP, call(in_forgets, N, laws, work, len, work + (len) - 1));                            \
    } while (0)

/* call(pi, group inverse, output) */
#define OF_SOLUTION(call, out)                                                                      \
    do {                                                                                            \
        REFUSES(DPM_ERR_NULL, call(NULL, in_inverse, out));                                         \
        REFUSES(DPM_ERR_NULL, call(in_forgets_pi, NULL, out));                                      \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const double, in_forgets_pi), in_inverse, out));       \
        REFUSES(DPM_ERR_MISALIGNED, call(in_forgets_pi, OFF(const double, in_inverse), out));       \
        REFUSES(DPM_ERR_SIZE, call(TOP(const double), in_inverse, out));                            \
        REFUSES(DPM_ERR_SIZE, call(in_forgets_pi, TOP(const double), out));                         \
        REFUSES(DPM_ERR_OVERLAP, call(out, in_inverse, out));                                       \
        REFUSES(DPM_ERR_OVERLAP, call(in_forgets_pi, matrix, matrix + 12));                         \
        for (EACH_BAD(bad)) {                                                                       \
            double p_[N], g_[N * N];                                                                \
            memcpy(p_, forgets, sizeof p_);                                                         \
            memcpy(g_, in_inverse, sizeof g_);                                                      \
            p_[1] = bad;                                                                            \
            REFUSES(DPM_ERR_DOMAIN, call(p_, in_inverse, out));                                     \
            g_[7] = bad; /* any number may be one */                                                \
            if (!isfinite(bad)) REFUSES(DPM_ERR_DOMAIN, call(in_forgets_pi, g_, out));              \
        }                                                                                           \
        { /* never filled */                                                                        \
            static const double zeros_[N * N] = {0.0};                                              \
            REFUSES(DPM_ERR_DOMAIN, call(zeros_, in_inverse, out));                                 \
            REFUSES(DPM_ERR_DOMAIN, call(in_forgets_pi, zeros_, out));                              \
        }                                                                                           \
    } while (0)

#define STATIONARY_BOUND(m, n, l, w, len, out) dpm_stationary_expected_error_bound(m, n, 1.0, l, w, len, out)
#define ONE_CHANGE(m, n, l, w, len, out) dpm_ergodicity_one_change_bound(m, n, l, w, len, out)
#define INF_CHANGE(m, n, l, w, len, out) dpm_ergodicity_inf_change_bound(m, n, l, w, len, out)
#define ROWS_AFTER(m, n, l, w, len, out) dpm_rows_error_bound_after_release(m, n, l, 0.95, w, len, out)
#define BOUND_AFTER(m, n, l, w, len, out) dpm_stationary_error_bound_after_release(m, n, 1.0, l, 0.95, w, len, out)

static void bounds_of_chains(void) {
    const size_t len = DPM_LAWS_WORK_LEN(N), inf = DPM_ERGODICITY_INF_CHANGE_WORK_LEN(N);
    double bad, level;
    size_t k, n;
    CHECK(dpm_laws_work_len(N) == len && dpm_ergodicity_inf_change_work_len(N) == inf);
    prepare_forgets();
    every_law(published_law);
    ACCEPTS(STATIONARY_BOUND(in_forgets, N, laws, work, len, a));
    ACCEPTS(ONE_CHANGE(in_forgets, N, laws, work, len, b));
    { /* N rows of standard deviations */
        double sum = 0.0;
        for (k = 0; k < N; k++) sum += sqrt(forgets[k] * (1.0 - forgets[k]) / 100.0);
        CLOSE(*b, sqrt((double)N) * sum, 1e-7);
    }
    CLOSE(*a, 0.5 * *b, 1e-13);
    ACCEPTS(INF_CHANGE(in_forgets, N, laws, work, inf, a));
    CHECK(*a > 0.0 && *a <= 2.0);
    every_law(geometric_law);
    ACCEPTS(INF_CHANGE(in_forgets, N, laws, work, inf, b));
    CHECK(*b > 0.0 && *b <= 2.0);
    every_law(published_law);
    ACCEPTS(ROWS_AFTER(in_forgets, N, laws, work, len, a));
    ACCEPTS(BOUND_AFTER(in_forgets, N, laws, work, len, b));
    CHECK(*b < 1.0);
    CLOSE(*b, 0.5 * *a, 1e-13);
    ACCEPTS(dpm_row_law_init_published(laws + 2, 99.0, 3)); /* of four positive entries */
    REFUSES(DPM_ERR_INFEASIBLE, STATIONARY_BOUND(in_forgets, N, laws, work, len, a));
    REFUSES(DPM_ERR_INFEASIBLE, BOUND_AFTER(in_forgets, N, laws, work, len, a));
    every_law(dirichlet_law);
    OF_CHAIN(STATIONARY_BOUND, len, a);
    OF_CHAIN(ONE_CHANGE, len, a);
    OF_CHAIN(INF_CHANGE, inf, a);
    OF_CHAIN(ROWS_AFTER, len, a);
    OF_CHAIN(BOUND_AFTER, len, a);
    REFUSES(DPM_ERR_DOMAIN, dpm_stationary_expected_error_bound(in_forgets, N, 0.0, laws, work, len, a)); /* below every chain's */
    REFUSES(DPM_ERR_DOMAIN, dpm_stationary_error_bound_after_release(in_forgets, N, 0.0, laws, 0.95, work, len, a));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_stationary_expected_error_bound(in_forgets, N, bad, laws, work, len, a));
        REFUSES(DPM_ERR_DOMAIN, dpm_stationary_error_bound_after_release(in_forgets, N, bad, laws, 0.95, work, len, a));
    }
    for (EACH_BAD_LEVEL(level)) {
        REFUSES(DPM_ERR_LEVEL, dpm_rows_error_bound_after_release(in_forgets, N, laws, level, work, len, a));
        REFUSES(DPM_ERR_LEVEL, dpm_stationary_error_bound_after_release(in_forgets, N, 1.0, laws, level, work, len, a));
    }
}

#define WEIGHTED(m, n, l, w, len, out) dpm_stationary_weighted_error_bound(m, n, in_forgets_pi, in_inverse, l, w, len, out)
#define WEIGHTED_ON(m, n, l, w, len, out) \
    dpm_stationary_weighted_error_bound_on_support(m, n, full_starts, full_targets, N * N, in_forgets_pi, in_inverse, l, w, len, out)
#define WEIGHTED_AFTER(m, n, l, w, len, out) \
    dpm_stationary_weighted_error_bound_after_release(m, n, in_forgets_pi, in_inverse, l, 0.95, w, len, out)

static void weighted_bounds(void) {
    const size_t len = DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(N), after = DPM_STATIONARY_WEIGHTED_ERROR_BOUND_AFTER_RELEASE_WORK_LEN(N);
    double bad, level;
    size_t k, n;
    CHECK(dpm_stationary_weighted_error_bound_work_len(N) == len);
    every_law(published_law);
    ACCEPTS(WEIGHTED(in_forgets, N, laws, work, len, a));
    ACCEPTS(WEIGHTED_ON(in_forgets, N, laws, work, len, b));
    CHECK(*a == *b && *a > 0.0);
    ACCEPTS(STATIONARY_BOUND(in_forgets, N, laws, work, len, b));
    CHECK(*a <= *b);
    OF_CHAIN(WEIGHTED, len, a);
    OF_CHAIN(WEIGHTED_ON, len, a);
#define W_OF(p, g, out) dpm_stationary_weighted_error_bound(in_forgets, N, p, g, laws, work, len, out)
#define WO_OF(p, g, out) dpm_stationary_weighted_error_bound_on_support(in_forgets, N, full_starts, full_targets, N * N, p, g, laws, work, len, out)
#define WA_OF(p, g, out) dpm_stationary_weighted_error_bound_after_release(in_forgets, N, p, g, laws, 0.95, work, after, out)
    CHECK(dpm_stationary_weighted_error_bound_after_release_work_len(N) == after);
    ACCEPTS(WEIGHTED_AFTER(in_forgets, N, laws, work, after, a));
    ACCEPTS(BOUND_AFTER(in_forgets, N, laws, work, after, b));
    CHECK(*a > 0.0 && *a <= *b * (1.0 + 1e-12));
    OF_CHAIN(WEIGHTED_AFTER, after, a);
    OF_SOLUTION(WA_OF, a);
    for (EACH_BAD_LEVEL(level))
        REFUSES(DPM_ERR_LEVEL, dpm_stationary_weighted_error_bound_after_release(in_forgets, N, in_forgets_pi, in_inverse, laws, level, work, after, a));
    OF_SOLUTION(W_OF, a);
    OF_SOLUTION(WO_OF, a);
}

#define VARIANCES(m, n, l, w, len, out) dpm_stationary_variances(m, n, in_forgets_pi, in_inverse, l, w, len, out)
#define EFFECT(m, n, l, w, len, out) dpm_stationary_bias_effect(m, n, in_forgets_pi, in_inverse, l, w, len, out)
#define EFFECT_ON(m, n, l, w, len, out) \
    dpm_stationary_bias_effect_on_support(m, n, full_starts, full_targets, N * N, in_forgets_pi, in_inverse, l, w, len, out)
#define EFFECT_AFTER(m, n, l, w, len, out) dpm_stationary_bias_effect_after_release(m, n, in_forgets_pi, in_inverse, l, w, len, out)
#define MEAN_CHAIN(m, n, l, w, len, out) dpm_mean_chain(m, n, l, w, len, out)
#define MEAN_CHAIN_ON(m, n, l, w, len, out) dpm_mean_chain_on_support(m, n, full_starts, full_targets, N * N, l, w, len, out)
#define ESTIMATE(m, n, l, w, len, out) dpm_stationary_estimate(m, n, in_forgets_pi, in_inverse, l, w, len, out)
#define ESTIMATE_ON(m, n, l, w, len, out) \
    dpm_stationary_estimate_on_support(m, n, full_starts, full_targets, N * N, in_forgets_pi, in_inverse, l, w, len, out)
#define ESTIMATE_AT_MEAN(m, n, l, w, len, out) dpm_stationary_estimate_at_mean(m, n, in_forgets_pi, in_inverse, in_forgets_pi, l, w, len, out)
#define ESTIMATE_AFTER(m, n, l, w, len, out) dpm_stationary_estimate_after_release(m, n, in_forgets_pi, in_inverse, l, w, len, out)

static void estimates_of_chains(void) {
    const size_t few = DPM_LAWS_WORK_LEN(N), some = DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(N), many = DPM_STATIONARY_ESTIMATE_WORK_LEN(N);
    static const double narrow[4] = {0.0, 1.0, 0.25, 0.75};
    static const uint32_t starts[3] = {0, 1, 3};
    static const uint16_t targets[3] = {1, 0, 1};
    double bad, s, squares = 0.0;
    size_t k, n;
    CHECK(dpm_stationary_variances_work_len(N) == DPM_STATIONARY_VARIANCES_WORK_LEN(N) && dpm_stationary_bias_effect_work_len(N) == some &&
          dpm_stationary_estimate_work_len(N) == many);
    for (k = 0; k < N; k++) squares += forgets[k] * forgets[k];
    every_law(dirichlet_law);
    ACCEPTS(dpm_row_law_shrink(laws, a));
    s = *a;
    ACCEPTS(dpm_row_law_noise(laws, one_int, b));
    ACCEPTS(VARIANCES(in_forgets, N, laws, work, some, row));
    for (k = 0; k < N; k++) CLOSE(row[k], *b * squares * forgets[k] * (1.0 - forgets[k]), 1e-13);
    ACCEPTS(EFFECT(in_forgets, N, laws, work, some, pi));
    for (k = 0; k < N; k++) CHECK(fabs(pi[k] - s * (0.25 - forgets[k])) < 1e-15);
    ACCEPTS(ESTIMATE(in_forgets, N, laws, work, many, a));
    ACCEPTS(dpm_expected_distance(pi, row, N, b));
    CHECK(*a == *b && *a > 0.0);
    ACCEPTS(ESTIMATE_ON(in_forgets, N, laws, work, many, b));
    CHECK(*a == *b);
    ACCEPTS(EFFECT_ON(in_forgets, N, laws, work, some, row));
    CHECK(memcmp(row, pi, N * sizeof *pi) == 0);
    ACCEPTS(EFFECT_AFTER(in_forgets, N, laws, work, some, pi));
    for (k = 0; k < N; k++) CHECK(fabs(pi[k] - s / (1.0 - s) * (0.25 - forgets[k])) < 1e-15);
    ACCEPTS(ESTIMATE_AFTER(in_forgets, N, laws, work, many, b));
    CHECK(*b > *a);
    ACCEPTS(MEAN_CHAIN(in_forgets, N, laws, work, few, matrix));
    for (k = 0; k < N * N; k++) CLOSE(matrix[k], (1.0 - s) * forgets[k % N] + s * 0.25, 1e-15);
    ACCEPTS(MEAN_CHAIN_ON(in_forgets, N, laws, work, few, matrix));
    for (k = 0; k < N * N; k++) CLOSE(matrix[k], (1.0 - s) * forgets[k % N] + s * 0.25, 1e-15);
    ACCEPTS(dpm_row_law_init_dirichlet(laws, 0.3, 15.8, 1, 100.0)); /* rows of one and of two */
    ACCEPTS(dpm_row_law_init_dirichlet(laws + 1, 0.3, 50.0, 2, 100.0));
    ACCEPTS(dpm_mean_chain_on_support(narrow, 2, starts, targets, 3, laws, work, few, row));
    CHECK(row[0] == 0.0 && row[1] == 1.0);
    CLOSE(row[2], 0.375, 1e-15);
    REFUSES(DPM_ERR_INFEASIBLE, dpm_mean_chain(narrow, 2, laws, work, few, row)); /* laws of all four */
    every_law(dirichlet_law);
    OF_CHAIN(VARIANCES, some, row);
    OF_CHAIN(EFFECT, some, row);
    OF_CHAIN(EFFECT_ON, some, row);
    OF_CHAIN(EFFECT_AFTER, some, row);
    OF_CHAIN(ESTIMATE, many, a);
    OF_CHAIN(ESTIMATE_ON, many, a);
    OF_CHAIN(ESTIMATE_AT_MEAN, many, a);
    OF_CHAIN(ESTIMATE_AFTER, many, a);
    OF_CHAIN(MEAN_CHAIN, few, matrix);
    OF_CHAIN(MEAN_CHAIN_ON, few, matrix);
#define V_OF(p, g, out) dpm_stationary_variances(in_forgets, N, p, g, laws, work, some, out)
#define E_OF(p, g, out) dpm_stationary_bias_effect(in_forgets, N, p, g, laws, work, some, out)
#define EO_OF(p, g, out) dpm_stationary_bias_effect_on_support(in_forgets, N, full_starts, full_targets, N * N, p, g, laws, work, some, out)
#define EA_OF(p, g, out) dpm_stationary_bias_effect_after_release(in_forgets, N, p, g, laws, work, some, out)
#define TV_OF(p, g, out) dpm_stationary_estimate(in_forgets, N, p, g, laws, work, many, out)
#define TVO_OF(p, g, out) dpm_stationary_estimate_on_support(in_forgets, N, full_starts, full_targets, N * N, p, g, laws, work, many, out)
#define TVM_OF(p, g, out) dpm_stationary_estimate_at_mean(in_forgets, N, p, g, in_forgets_pi, laws, work, many, out)
#define TVA_OF(p, g, out) dpm_stationary_estimate_after_release(in_forgets, N, p, g, laws, work, many, out)
    OF_SOLUTION(V_OF, row);
    OF_SOLUTION(E_OF, row);
    OF_SOLUTION(EO_OF, row);
    OF_SOLUTION(EA_OF, row);
    OF_SOLUTION(TV_OF, a);
    OF_SOLUTION(TVO_OF, a);
    OF_SOLUTION(TVM_OF, a);
    OF_SOLUTION(TVA_OF, a);
    REFUSES(DPM_ERR_NULL, dpm_stationary_estimate_at_mean(in_forgets, N, in_forgets_pi, in_inverse, NULL, laws, work, many, a));
    REFUSES(DPM_ERR_OVERLAP, dpm_stationary_estimate_at_mean(in_forgets, N, in_forgets_pi, in_inverse, a, laws, work, many, a));
    ACCEPTS(dpm_row_law_init_dirichlet(laws + 1, 0.3, 15.8, N, 0.0)); /* no event: nothing but bias */
    REFUSES(DPM_ERR_EMPTY_ROW, EFFECT_AFTER(in_forgets, N, laws, work, some, row));
    REFUSES(DPM_ERR_EMPTY_ROW, ESTIMATE_AFTER(in_forgets, N, laws, work, many, a));
    every_law(dirichlet_law);
}

/* The arrays of a support; call(starts, targets, cells). */
#define OF_SUPPORT(call)                                                                            \
    do {                                                                                            \
        uint32_t late_[N + 1];                                                                      \
        memcpy(late_, full_starts, sizeof late_);                                                   \
        late_[2] = 4; /* row 1 is empty */                                                          \
        ACCEPTS(call(full_starts, full_targets, N * N));                                            \
        REFUSES(DPM_ERR_SUPPORT, call(late_, full_targets, N * N));                                 \
        REFUSES(DPM_ERR_LENGTH, call(full_starts, full_targets, N * N - 1));                        \
        REFUSES(DPM_ERR_NULL, call(NULL, full_targets, N * N));                                     \
        REFUSES(DPM_ERR_NULL, call(full_starts, NULL, N * N));                                      \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const uint32_t, full_starts), full_targets, N * N));   \
        REFUSES(DPM_ERR_MISALIGNED, call(full_starts, OFF(const uint16_t, full_targets), N * N));   \
        REFUSES(DPM_ERR_SIZE, call(TOP(const uint32_t), full_targets, N * N));                      \
        REFUSES(DPM_ERR_SIZE, call(full_starts, TOP(const uint16_t), N * N));                       \
        REFUSES(DPM_ERR_SIZE, call(full_starts, full_targets, SIZE_MAX));                           \
        REFUSES(DPM_ERR_OVERLAP, call((const uint32_t *)(void *)work, full_targets, N * N));        \
        REFUSES(DPM_ERR_OVERLAP, call(full_starts, (const uint16_t *)(void *)matrix, N * N));       \
        REFUSES(DPM_ERR_INFEASIBLE, call(less_starts, less_targets, N * N - 1));                    \
    } while (0)

static void estimates_on_supports(void) {
    const size_t some = DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(N), many = DPM_STATIONARY_ESTIMATE_WORK_LEN(N),
                 weighted = DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(N);
    static const uint32_t less_starts[N + 1] = {0, 3, 7, 11, 15}; /* without 0 -> 3 */
    static const uint16_t less_targets[N * N - 1] = {0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
#define EFFECT_SUPPORT(s, t, c) dpm_stationary_bias_effect_on_support(in_forgets, N, s, t, c, in_forgets_pi, in_inverse, laws, work, some, matrix)
#define ESTIMATE_SUPPORT(s, t, c) dpm_stationary_estimate_on_support(in_forgets, N, s, t, c, in_forgets_pi, in_inverse, laws, work, many, matrix)
#define MEAN_SUPPORT(s, t, c) dpm_mean_chain_on_support(in_forgets, N, s, t, c, laws, work, many, matrix)
    OF_SUPPORT(EFFECT_SUPPORT);
    OF_SUPPORT(ESTIMATE_SUPPORT);
    OF_SUPPORT(MEAN_SUPPORT);
#define WEIGHTED_SUPPORT(s, t, c) \
    dpm_stationary_weighted_error_bound_on_support(in_forgets, N, s, t, c, in_forgets_pi, in_inverse, laws, work, weighted, matrix)
    OF_SUPPORT(WEIGHTED_SUPPORT);
}

static void expected_distances(void) {
    static const double bias[2] = {0.0, -0.2}, variance[2] = {0.01, 0.0}, negative[2] = {0.01, -1.0}, none[2] = {0.01, NAN};
    size_t n;
    ACCEPTS(dpm_expected_distance(bias, variance, 2, a));
    CLOSE(*a, 0.5 * (0.1 * sqrt(2.0 / acos(-1.0)) + 0.2), 1e-14);
    REFUSES(DPM_ERR_DOMAIN, dpm_expected_distance(bias, negative, 2, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_expected_distance(bias, none, 2, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_expected_distance(none, variance, 2, a));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_expected_distance(bias, variance, n, a));
    REFUSES(DPM_ERR_NULL, dpm_expected_distance(NULL, variance, 2, a));
    REFUSES(DPM_ERR_NULL, dpm_expected_distance(bias, NULL, 2, a));
    REFUSES(DPM_ERR_MISALIGNED, dpm_expected_distance(OFF(const double, bias), variance, 2, a));
    REFUSES(DPM_ERR_MISALIGNED, dpm_expected_distance(bias, OFF(const double, variance), 2, a));
    REFUSES(DPM_ERR_SIZE, dpm_expected_distance(TOP(const double), variance, 2, a));
    REFUSES(DPM_ERR_SIZE, dpm_expected_distance(bias, TOP(const double), 2, a));
    REFUSES(DPM_ERR_OVERLAP, dpm_expected_distance(row, variance, 2, row));
    REFUSES(DPM_ERR_OVERLAP, dpm_expected_distance(bias, row, 2, row + 1));
#define DISTANCE_O(out) dpm_expected_distance(bias, variance, 2, out)
    ONE_OUTPUT(DISTANCE_O);
}

static void the_published_theorems(void) {
    dpm_published_row rows[N], wrong[N];
    double bad, loss = 0.0;
    size_t k, n;
    for (k = 0; k < N; k++) {
        rows[k].k = 20.0 + (double)k, rows[k].row_total = 98, rows[k].cells = N;
        ACCEPTS(dpm_published_worst_kl(rows[k].k, 98, N, a));
        loss += forgets[k] * *a;
    }
    ACCEPTS(dpm_published_loss(in_forgets_pi, rows, N, a));
    CLOSE(*a, loss, 1e-14);
    ACCEPTS(dpm_published_theorem_5(in_forgets_pi, rows, N, a));
    CLOSE(*a, sqrt(2.0 * loss), 1e-14);
    ACCEPTS(dpm_published_z_norm(in_inverse, in_forgets_pi, N, b));
    CLOSE(*b, 2.5, 1e-15); /* the row of the rarest state: |1 - 2/8| + 2 (1 - 1/8) */
    ACCEPTS(dpm_published_theorem_4(in_forgets_pi, *b, rows, N, b));
    CLOSE(*b, 1.25 * *a, 1e-14);
    ACCEPTS(dpm_fundamental_norm(in_inverse, in_forgets_pi, N, a));
    CLOSE(*a, 1.0, 1e-15);

#define LOSS(p, r, n, out) dpm_published_loss(p, r, n, out)
#define FOUR(p, r, n, out) dpm_published_theorem_4(p, 2.5, r, n, out)
#define FIVE(p, r, n, out) dpm_published_theorem_5(p, r, n, out)
#define OF_PUBLISHED(call)                                                                              \
    do {                                                                                                \
        memcpy(wrong, rows, sizeof wrong);                                                              \
        for (EACH_BAD(bad)) {                                                                           \
            double p_[N];                                                                               \
            memcpy(p_, forgets, sizeof p_);                                                             \
            p_[3] = bad;                                                                                \
            REFUSES(DPM_ERR_DOMAIN, call(p_, rows, N, a));                                              \
            wrong[2].k = bad;                                                                           \
            REFUSES(DPM_ERR_SHAPE, call(in_forgets_pi, wrong, N, a));                                   \
        }                                                                                               \
        wrong[2] = rows[2], wrong[2].row_total = N - 1;                                                 \
        REFUSES(DPM_ERR_ROW_TOTAL, call(in_forgets_pi, wrong, N, a));                                   \
        for (EACH_BAD_CELLS(n)) {                                                                       \
            wrong[2] = rows[2], wrong[2].cells = n;                                                     \
            REFUSES(DPM_ERR_STATES, call(in_forgets_pi, wrong, N, a));                                  \
        }                                                                                               \
        for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, call(in_forgets_pi, rows, n, a));                   \
        REFUSES(DPM_ERR_NULL, call(NULL, rows, N, a));                                                  \
        REFUSES(DPM_ERR_NULL, call(in_forgets_pi, NULL, N, a));                                         \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const double, in_forgets_pi), rows, N, a));                \
        REFUSES(DPM_ERR_MISALIGNED, call(in_forgets_pi, OFF(const dpm_published_row, rows), N, a));     \
        REFUSES(DPM_ERR_SIZE, call(TOP(const double), rows, N, a));                                     \
        REFUSES(DPM_ERR_SIZE, call(in_forgets_pi, TOP(const dpm_published_row), N, a));                 \
        REFUSES(DPM_ERR_OVERLAP, call(row, rows, N, row + 1));                                          \
        REFUSES(DPM_ERR_OVERLAP, call(in_forgets_pi, (const dpm_published_row *)(void *)matrix, N, matrix)); \
    } while (0)
    OF_PUBLISHED(LOSS);
    OF_PUBLISHED(FOUR);
    OF_PUBLISHED(FIVE);
    for (EACH_BAD(bad)) REFUSES(DPM_ERR_DOMAIN, dpm_published_theorem_4(in_forgets_pi, bad, rows, N, a));
#define LOSS_O(out) LOSS(in_forgets_pi, rows, N, out)
#define FOUR_O(out) FOUR(in_forgets_pi, rows, N, out)
#define FIVE_O(out) FIVE(in_forgets_pi, rows, N, out)
    ONE_OUTPUT(LOSS_O);
    ONE_OUTPUT(FOUR_O);
    ONE_OUTPUT(FIVE_O);
#define OF_NORM(function)                                                                               \
    do {                                                                                                \
        double g_[N * N];                                                                               \
        memcpy(g_, in_inverse, sizeof g_);                                                              \
        g_[5] = NAN;                                                                                    \
        REFUSES(DPM_ERR_DOMAIN, function(g_, in_forgets_pi, N, a));                                     \
        for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(in_inverse, in_forgets_pi, n, a));         \
        REFUSES(DPM_ERR_NULL, function(NULL, in_forgets_pi, N, a));                                     \
        REFUSES(DPM_ERR_NULL, function(in_inverse, NULL, N, a));                                        \
        REFUSES(DPM_ERR_MISALIGNED, function(OFF(const double, in_inverse), in_forgets_pi, N, a));      \
        REFUSES(DPM_ERR_MISALIGNED, function(in_inverse, OFF(const double, in_forgets_pi), N, a));      \
        REFUSES(DPM_ERR_SIZE, function(TOP(const double), in_forgets_pi, N, a));                        \
        REFUSES(DPM_ERR_SIZE, function(in_inverse, TOP(const double), N, a));                           \
        REFUSES(DPM_ERR_OVERLAP, function(matrix, in_forgets_pi, N, matrix + 9));                       \
        REFUSES(DPM_ERR_OVERLAP, function(in_inverse, row, N, row + 3));                                \
    } while (0)
#define Z_NORM_O(out) dpm_published_z_norm(in_inverse, in_forgets_pi, N, out)
#define FUNDAMENTAL_O(out) dpm_fundamental_norm(in_inverse, in_forgets_pi, N, out)
    OF_NORM(dpm_published_z_norm);
    OF_NORM(dpm_fundamental_norm);
    ONE_OUTPUT(Z_NORM_O);
    ONE_OUTPUT(FUNDAMENTAL_O);
}

/* Unbiased chains, and the intervals of their stationary distribution. */
#define DEBIAS(m, n, l, w, len, out) dpm_debias_chain(m, n, l, w, len, out)
#define OF_LOG(m, n, l, w, len, out) dpm_interval_stationary_chain(m, n, in_forgets, l, 0.95, w, len, out, intervals)
static void unbiased_chains(void) {
    const size_t few = DPM_LAWS_WORK_LEN(N), len = DPM_INTERVAL_STATIONARY_CHAIN_WORK_LEN(N);
    static const int64_t count[N] = {90, 12, 3, -5}, none[2] = {-4, 4}, beyond[2] = {((int64_t)1 << 40) + 1, 4};
    double bad, level, s;
    size_t k, n;
    CHECK(dpm_interval_stationary_chain_work_len(N) == len);
    every_law(dirichlet_law);
    ACCEPTS(dpm_row_law_shrink(laws, a));
    s = *a;
    ACCEPTS(DEBIAS(in_forgets, N, laws, work, few, matrix));
    for (k = 0; k < N * N; k++) CHECK(fabs(matrix[k] - (forgets[k % N] - s / N) / (1.0 - s)) < 1e-14);
    OF_CHAIN(DEBIAS, few, matrix);
    ACCEPTS(dpm_row_law_init_dirichlet(laws + 1, 0.3, 15.8, 3, 100.0)); /* of four positive entries, as the next */
    REFUSES(DPM_ERR_INFEASIBLE, DEBIAS(in_forgets, N, laws, work, few, matrix));
    ACCEPTS(dpm_row_law_init_dirichlet(laws + 1, 0.3, 15.8, 5, 100.0));
    REFUSES(DPM_ERR_INFEASIBLE, DEBIAS(in_forgets, N, laws, work, few, matrix));
    every_law(published_law);
    ACCEPTS(OF_LOG(in_forgets, N, laws, work, len, pi));
    for (k = 0; k < N; k++) {
        CLOSE(pi[k], forgets[k], 1e-12);
        CHECK(intervals[k].lower < pi[k] && pi[k] < intervals[k].upper);
    }
    OF_CHAIN(OF_LOG, len, pi);
#define LOG_OF(e, level, p, i) dpm_interval_stationary_chain(in_forgets, N, e, laws, level, work, len, p, i)
    for (EACH_BAD_LEVEL(level)) REFUSES(DPM_ERR_LEVEL, LOG_OF(in_forgets, level, pi, intervals));
    for (EACH_BAD(bad)) {
        double wrong[N * N];
        memcpy(wrong, in_forgets, sizeof wrong);
        wrong[6] = bad;
        REFUSES(DPM_ERR_NOT_STOCHASTIC, LOG_OF(wrong, 0.95, pi, intervals));
    }
    REFUSES(DPM_ERR_NULL, LOG_OF(NULL, 0.95, pi, intervals));
    REFUSES(DPM_ERR_NULL, LOG_OF(in_forgets, 0.95, pi, NULL));
    REFUSES(DPM_ERR_MISALIGNED, LOG_OF(OFF(const double, in_forgets), 0.95, pi, intervals));
    REFUSES(DPM_ERR_MISALIGNED, LOG_OF(in_forgets, 0.95, pi, OFF(dpm_interval, intervals)));
    REFUSES(DPM_ERR_SIZE, LOG_OF(TOP(const double), 0.95, pi, intervals));
    REFUSES(DPM_ERR_SIZE, LOG_OF(in_forgets, 0.95, pi, TOP(dpm_interval)));
    REFUSES(DPM_ERR_OVERLAP, LOG_OF(in_forgets, 0.95, (double *)(void *)intervals, intervals));
    REFUSES(DPM_ERR_OVERLAP, LOG_OF(matrix, 0.95, pi, (dpm_interval *)(void *)matrix));
    REFUSES(DPM_ERR_OVERLAP, LOG_OF(in_forgets, 0.95, pi, (dpm_interval *)(void *)(work + 3)));
    every_law(dirichlet_law);
    ACCEPTS(dpm_row_law_init_dirichlet(laws + 1, 0.3, 15.8, N, 0.0)); /* no event */
    REFUSES(DPM_ERR_EMPTY_ROW, DEBIAS(in_forgets, N, laws, work, few, matrix));

    ACCEPTS(dpm_debias_noisy_row(count, N, row));
    CHECK(row[0] == 0.9 && row[3] == -0.05);
    REFUSES(DPM_ERR_EMPTY_ROW, dpm_debias_noisy_row(none, 2, row));
    REFUSES(DPM_ERR_DOMAIN, dpm_debias_noisy_row(beyond, 2, row));
    for (EACH_BAD_CELLS(n)) REFUSES(DPM_ERR_STATES, dpm_debias_noisy_row(count, n, row));
    REFUSES(DPM_ERR_NULL, dpm_debias_noisy_row(NULL, N, row));
    REFUSES(DPM_ERR_MISALIGNED, dpm_debias_noisy_row(OFF(const int64_t, count), N, row));
    REFUSES(DPM_ERR_SIZE, dpm_debias_noisy_row(TOP(const int64_t), N, row));
    REFUSES(DPM_ERR_OVERLAP, dpm_debias_noisy_row((const int64_t *)(void *)row, N, row));
#define SHARES_ROW_O(out) dpm_debias_noisy_row(count, N, out)
    ONE_OUTPUT(SHARES_ROW_O);
}

static void distances(void) {
    static const double half[2] = {0.5, 0.5}, skew[2] = {0.25, 0.75}, end[2] = {0.0, 1.0};
    double bad;
    size_t n;
    ACCEPTS(dpm_kl_divergence(half, skew, 2, a));
    CLOSE(*a, 0.5 * log(4.0 / 3.0), 1e-14);
    ACCEPTS(dpm_kl_divergence(half, end, 2, a));
    CHECK(*a == INFINITY);
    ACCEPTS(dpm_total_variation_distance(half, skew, 2, a));
    CHECK(*a == 0.25);
#define OF_TWO(function)                                                                \
    do {                                                                                \
        for (EACH_BAD(bad)) {                                                           \
            double wrong[2] = {0.5, 0.5};                                               \
            wrong[1] = bad;                                                             \
            REFUSES(DPM_ERR_NOT_STOCHASTIC, function(wrong, skew, 2, a));               \
            REFUSES(DPM_ERR_NOT_STOCHASTIC, function(half, wrong, 2, a));               \
        }                                                                               \
        for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(half, skew, n, a));        \
        REFUSES(DPM_ERR_NULL, function(NULL, skew, 2, a));                              \
        REFUSES(DPM_ERR_NULL, function(half, NULL, 2, a));                              \
        REFUSES(DPM_ERR_MISALIGNED, function(OFF(const double, half), skew, 2, a));     \
        REFUSES(DPM_ERR_MISALIGNED, function(half, OFF(const double, skew), 2, a));     \
        REFUSES(DPM_ERR_SIZE, function(TOP(const double), skew, 2, a));                 \
        REFUSES(DPM_ERR_SIZE, function(half, TOP(const double), 2, a));                 \
        REFUSES(DPM_ERR_OVERLAP, function(row, skew, 2, row));                          \
        REFUSES(DPM_ERR_OVERLAP, function(half, row, 2, row + 1));                      \
    } while (0)
#define KL_O(out) dpm_kl_divergence(half, skew, 2, out)
#define TVD_O(out) dpm_total_variation_distance(half, skew, 2, out)
    OF_TWO(dpm_kl_divergence);
    OF_TWO(dpm_total_variation_distance);
    ONE_OUTPUT(KL_O);
    ONE_OUTPUT(TVD_O);
}

/* Everything of this file and of those that it includes. */
static void errors_and_intervals(void) {
    laws = (dpm_row_law *)output(N * sizeof *laws);
    one_int = (int *)output(sizeof *one_int);
    one_size = (size_t *)output(sizeof *one_size);
    interval = (dpm_interval *)output(sizeof *interval);
    intervals = (dpm_interval *)output(N * sizeof *intervals);
    laws_of_rows();
    errors_of_rows();
    intervals_of_shares();
    intervals_of_rows();
    unbiased_estimates();
    bounds_of_chains();
    weighted_bounds();
    estimates_of_chains();
    estimates_on_supports();
    unbiased_chains();
    distances();
    expected_distances();
    the_published_theorems();
}

#endif

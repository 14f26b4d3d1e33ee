/* Expected distances and the plan. */
#ifndef API_UTILITY_H
#define API_UTILITY_H

#include "shared.h"

static void expectations(void) {
    static const uint32_t empty[N] = {0, 0, 0, 0};
    double bad;
    size_t n;
    ACCEPTS(dpm_dirichlet_expected_kl_unchecked(in_counts, N, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_tv_unchecked(in_counts, N, 0.3, 15.8, b));
    CHECK(*a > 0.0 && *b > 0.0 && *b < 1.0 && *b <= sqrt(*a / 2)); /* Pinsker, averaged */
#define EXPECTED(function)                                                                \
    for (EACH_BAD(bad)) {                                                                 \
        REFUSES(DPM_ERR_WEIGHT, function(in_counts, N, bad, 15.8, a));                    \
        REFUSES(DPM_ERR_PSEUDO_COUNT, function(in_counts, N, 0.3, bad, a));               \
    }                                                                                     \
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(in_counts, n, 0.3, 15.8, a));    \
    REFUSES(DPM_ERR_EMPTY_ROW, function(empty, N, 0.3, 15.8, a));                         \
    REFUSES(DPM_ERR_NULL, function(NULL, N, 0.3, 15.8, a));                               \
    REFUSES(DPM_ERR_MISALIGNED, function(OFF(const uint32_t, in_counts), N, 0.3, 15.8, a)); \
    REFUSES(DPM_ERR_SIZE, function(TOP(const uint32_t), N, 0.3, 15.8, a));                \
    REFUSES(DPM_ERR_OVERLAP, function((const uint32_t *)(void *)a, 2, 0.3, 15.8, a))
    EXPECTED(dpm_dirichlet_expected_kl_unchecked);
    EXPECTED(dpm_dirichlet_expected_tv_unchecked);
#define KL_OUT(out) dpm_dirichlet_expected_kl_unchecked(in_counts, N, 0.3, 15.8, out)
#define TV_OUT(out) dpm_dirichlet_expected_tv_unchecked(in_counts, N, 0.3, 15.8, out)
    ONE_OUTPUT(KL_OUT);
    ONE_OUTPUT(TV_OUT);
}

/* The same quantities at public shares, and the published form. */
static void public_expectations(void) {
    static const double share[N] = {0.9, 0.05, 0.03, 0.02}, uniform[5] = {0.2, 0.2, 0.2, 0.2, 0.2};
    const double *shares = (const double *)input(share, sizeof share);
    double bad;
    size_t n, k;

    ACCEPTS(dpm_dirichlet_expected_kl(shares, N, 100.0, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_kl_unchecked(in_counts, N, 0.3, 15.8, b)); /* 90, 5, 3, 2 */
    CLOSE(*a, *b, 1e-12);
    ACCEPTS(dpm_dirichlet_expected_tv(shares, N, 100.0, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_tv_unchecked(in_counts, N, 0.3, 15.8, b));
    CLOSE(*a, *b, 1e-12);
    ACCEPTS(dpm_dirichlet_expected_tv_uniform(5, 100.0, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_tv(uniform, 5, 100.0, 0.3, 15.8, b));
    CLOSE(*a, *b, 1e-12);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_dirichlet_expected_tv_uniform(5, bad, 0.3, 15.8, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_expected_tv_uniform(5, 100.0, bad, 15.8, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_expected_tv_uniform(5, 100.0, 0.3, bad, a));
    }
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_dirichlet_expected_tv_uniform(n, 100.0, 0.3, 15.8, a));
#define UNIFORM_TV(out) dpm_dirichlet_expected_tv_uniform(5, 100.0, 0.3, 15.8, out)
    ONE_OUTPUT(UNIFORM_TV);
    ACCEPTS(dpm_published_expected_kl(uniform, 5, 20.6, a));
    CHECK(fabs(*a - 0.1018) < 5e-5); /* section 6.1 of the paper */
    ACCEPTS(dpm_published_worst_kl(20.6, 98, 5, a));
    CHECK(fabs(*a - 0.1418) < 5e-5);

#define PUBLIC(function)                                                                       \
    for (EACH_BAD(bad)) {                                                                      \
        double wrong[N] = {0.9, 0.05, 0.03, 0.02};                                             \
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, function(shares, N, bad, 0.3, 15.8, a));           \
        REFUSES(DPM_ERR_WEIGHT, function(shares, N, 100.0, bad, 15.8, a));                     \
        REFUSES(DPM_ERR_PSEUDO_COUNT, function(shares, N, 100.0, 0.3, bad, a));                \
        for (k = 0; k < N; k++) {                                                              \
            double right = wrong[k];                                                           \
            wrong[k] = bad;                                                                    \
            REFUSES(DPM_ERR_NOT_STOCHASTIC, function(wrong, N, 100.0, 0.3, 15.8, a));          \
            wrong[k] = right;                                                                  \
        }                                                                                      \
    }                                                                                          \
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(shares, n, 100.0, 0.3, 15.8, a));     \
    REFUSES(DPM_ERR_NULL, function(NULL, N, 100.0, 0.3, 15.8, a));                             \
    REFUSES(DPM_ERR_MISALIGNED, function(OFF(const double, shares), N, 100.0, 0.3, 15.8, a));  \
    REFUSES(DPM_ERR_SIZE, function(TOP(const double), N, 100.0, 0.3, 15.8, a));                \
    REFUSES(DPM_ERR_OVERLAP, function(matrix, N, 100.0, 0.3, 15.8, matrix + 3))
    PUBLIC(dpm_dirichlet_expected_kl);
    PUBLIC(dpm_dirichlet_expected_tv);
#define PUBLIC_KL(out) dpm_dirichlet_expected_kl(shares, N, 100.0, 0.3, 15.8, out)
#define PUBLIC_TV(out) dpm_dirichlet_expected_tv(shares, N, 100.0, 0.3, 15.8, out)
#define PUBLISHED_KL(out) dpm_published_expected_kl(uniform, 5, 20.6, out)
#define WORST_KL(out) dpm_published_worst_kl(20.6, 98, 5, out)
    ONE_OUTPUT(PUBLIC_KL);
    ONE_OUTPUT(PUBLIC_TV);
    ONE_OUTPUT(PUBLISHED_KL);
    ONE_OUTPUT(WORST_KL);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_SHAPE, dpm_published_expected_kl(uniform, 5, bad, a));
        REFUSES(DPM_ERR_SHAPE, dpm_published_worst_kl(bad, 98, 5, a));
    }
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_published_expected_kl(uniform, n, 20.6, a));
        REFUSES(DPM_ERR_STATES, dpm_published_worst_kl(20.6, UINT64_MAX, n, a));
    }
    REFUSES(DPM_ERR_ROW_TOTAL, dpm_published_worst_kl(20.6, 4, 5, a));
    REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_published_expected_kl(uniform, 4, 20.6, a));
    REFUSES(DPM_ERR_NULL, dpm_published_expected_kl(NULL, 5, 20.6, a));
    REFUSES(DPM_ERR_MISALIGNED, dpm_published_expected_kl(OFF(const double, uniform), 5, 20.6, a));
    REFUSES(DPM_ERR_SIZE, dpm_published_expected_kl(TOP(const double), 5, 20.6, a));
    REFUSES(DPM_ERR_OVERLAP, dpm_published_expected_kl(matrix, 5, 20.6, matrix));
}

static void planning(void) {
    const int event = DPM_ADJACENCY_EVENT;
    double bad;
    size_t n;
    ACCEPTS(dpm_plan_choose(event, 1.0, 1e-6, 1, N, 1000.0, a, b));
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, *b, *a)); /* the plan keeps the promise */
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_plan_choose(event, bad, 1e-6, 1, N, 1000.0, a, b));
        REFUSES(DPM_ERR_DELTA, dpm_plan_choose(event, 1.0, bad, 1, N, 1000.0, a, b));
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_plan_choose(event, 1.0, 1e-6, 1, N, bad, a, b));
    }
    REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_plan_choose(event, 1.0, 1e-6, 1, N, 0.0, a, b));
    REFUSES(DPM_ERR_RELEASES, dpm_plan_choose(event, 1.0, 1e-6, 0, N, 1000.0, a, b));
    REFUSES(DPM_ERR_ADJACENCY, dpm_plan_choose(5, 1.0, 1e-6, 1, N, 1000.0, a, b));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_plan_choose(event, 1.0, 1e-6, 1, n, 1000.0, a, b));
#define PLAN(x, y) dpm_plan_choose(event, 1.0, 1e-6, 1, N, 1000.0, x, y)
    TWO_OUTPUTS(PLAN);
}

#endif

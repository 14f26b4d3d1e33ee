/* Bare boards: special functions, the Dirichlet mechanism and its accounting, analysis, refusals. */
#include "golden.h"

#define N 4

static void special_functions(void) {
    static volatile double at[] = {0.5, 1.5, 3.7, 171.3, 1e5, 1e-300, -2.5, 1e300}; /* not folded by the compiler */
    double a, b;
    size_t i;
    for (i = 0; i < sizeof at / sizeof *at; i++) {
        number("ln_gamma", dpm_ln_gamma(at[i]));
        number("digamma", dpm_digamma(at[i]));
        number("ln_beta", dpm_ln_beta(at[i] < 0 ? 7.5 : at[i], 0.3));
        if (at[i] < 0 || at[i] > 1e200) continue;
        DONE(dpm_beta_inc(at[i], 2.5, 0.25, &a, &b));
        number("beta_inc lower", a);
        number("beta_inc upper", b);
        DONE(dpm_gamma_inc(at[i], 40.0, &a, &b));
        number("gamma_inc lower", a);
        number("gamma_inc upper", b);
        DONE(dpm_ln_beta_inc_logit(at[i], 2.5, -30.0, &a, &b));
        number("ln_beta_inc_logit lower", a);
        DONE(dpm_ln_gamma_ratio(at[i] + 1.0, 0.25, 3.0, &a, &b));
        number("ln_gamma_ratio re", a);
        number("ln_gamma_ratio im", b);
    }
}

static double matrix[N * N], pi[N], work[DPM_STATIONARY_GTH_WORK_LEN(N)];
static dpm_rng rng;
static dpm_dirichlet mechanism;

static void release(void) {
    static const uint32_t counts[N * N] = {90, 5, 3, 2, 10, 60, 20, 10, 0, 30, 40, 30, 7, 0, 0, 93};
    static const double alpha[N] = {1e-3, 0.5, 2.0, 1e6};
    uint8_t seed[32];
    double a, b, row[N];
    size_t i;
    for (i = 0; i < 32; i++) seed[i] = (uint8_t)(7 * i + 1);
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, UINT64_C(0x0123456789abcdef)));
    DONE(dpm_sample_gamma(&rng, 0.25, &a));
    number("gamma", a);
    DONE(dpm_sample_dirichlet(&rng, alpha, N, row));
    numbers("dirichlet", row, N);
    for (i = 0; i < 100; i++) DONE(dpm_sample_gamma(&rng, 0.01 * (double)(i + 1), &a)); /* past one block of the keystream */
    number("gamma", a);
    DONE(dpm_dirichlet_init_checked(&mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    port_stack_start();
    DONE(dpm_dirichlet_release_chain(&mechanism, &rng, counts, N, matrix));
    stack("dpm_dirichlet_release_chain");
    numbers("release", matrix, N * N);
    port_stack_start();
    DONE(dpm_stationary_gth(matrix, N, work, sizeof work / sizeof *work, pi));
    stack("dpm_stationary_gth");
    numbers("gth", pi, N);
    DONE(dpm_stationary_power(matrix, N, 1e-12, 1000, work, DPM_STATIONARY_POWER_WORK_LEN(N), pi, &a));
    numbers("power", pi, N);
    number("power's error", a);
    DONE(dpm_ergodicity_one(matrix, N, &a));
    number("tau_1", a);
    DONE(dpm_ergodicity_inf(matrix, N, work, N, &b));
    number("tau_inf", b);
    DONE(dpm_dirichlet_expected_tv_uniform(N, 100.0, 0.3, 15.8, &a));
    number("expected tv", a);
}

static void accounting(void) {
    double a;
    DONE(dpm_dirichlet_delta(DPM_ADJACENCY_EVENT, 0.3, 15.8, 1, 1.0, &a));
    number("delta, closed form", a);
    port_stack_start();
    DONE(dpm_dirichlet_delta(DPM_ADJACENCY_VISIT, 0.3, 15.8, 12, 1.0, &a));
    stack("dpm_dirichlet_delta, twelve visits");
    number("delta, line integral", a);
    port_stack_start();
    DONE(dpm_dirichlet_init(&mechanism, DPM_ADJACENCY_VISIT, 1.0, 1e-6, 365, 5000.0));
    stack("dpm_dirichlet_init, 365 visits");
    DONE(dpm_dirichlet_parameters(&mechanism, &a, pi));
    number("weight", a);
}

static void refusals(void) {
    double a = 7.0;
    uint32_t count = 0;
    dpm_rng copy = rng;
    REFUSED(DPM_ERR_NULL, dpm_sample_gamma(&rng, 1.0, NULL));
    REFUSED(DPM_ERR_MISALIGNED, dpm_sample_gamma(&rng, 1.0, (double *)(void *)((char *)&a + 1)));
    REFUSED(DPM_ERR_MISALIGNED, dpm_ergodicity_one((double *)(void *)((char *)matrix + 4), N, &a)); /* 8, on 32 bits too */
    REFUSED(DPM_ERR_OVERLAP, dpm_sample_dirichlet(&rng, matrix, N, matrix + 1));
    REFUSED(DPM_ERR_OBJECT, dpm_sample_gamma(&copy, 1.0, &a));
    REFUSED(DPM_ERR_SHAPE, dpm_sample_gamma(&rng, -1.0, &a));
    REFUSED(DPM_ERR_STATES, dpm_ergodicity_one(matrix, 65536, &a));
    REFUSED(DPM_ERR_STATES, dpm_ergodicity_one(matrix, SIZE_MAX, &a));
    if (sizeof(size_t) == 4) { /* 65535 * 65535 is a size_t, and that many elements are not */
        REFUSED(DPM_ERR_SIZE, dpm_ergodicity_one(matrix, 65535, &a));
        REFUSED(DPM_ERR_SIZE, dpm_counts_record(&count, 65535, 0, 1, 1));
        REFUSED(DPM_ERR_SIZE, dpm_counts_clear(&count, 40000));
    }
    DONE(dpm_rng_clear(&rng));
    REFUSED(DPM_ERR_OBJECT, dpm_sample_gamma(&rng, 1.0, &a));
    if (a != 7.0 || count != 0) expect("outputs", DPM_OK, 1);
}

int golden(void) {
    special_functions();
    release();
    accounting();
    refusals();
    return finished();
}

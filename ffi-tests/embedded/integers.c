/* Bare boards: integer samplers, the releases of integers and their accounting. */
#include "golden.h"

static dpm_rng rng;

/* The widest row of the shipped data: 59 states. */
#define WIDE 59
static uint32_t wide_counts[WIDE], tallies[WIDE], words[DPM_POLYA_WORK_LEN(WIDE)];
static int64_t noisy[WIDE];
static double wide_row[WIDE];

static void integers(void) {
    static const uint8_t seed[32] = {3, 1, 4, 1, 5, 9, 2, 6};
    uint64_t u;
    int64_t k;
    size_t i;
    int coin;
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, 2));
    for (i = 0; i < 40; i++) {
        DONE(dpm_sample_uniform_below(&rng, (UINT64_C(3) << i) + i, &u));
        hex("uniform", u);
        DONE(dpm_sample_bernoulli(&rng, i, 40, &coin));
        hex("bernoulli", (uint64_t)coin);
        DONE(dpm_sample_bernoulli_exp(&rng, i, 9, &coin));
        hex("bernoulli_exp", (uint64_t)coin);
        DONE(dpm_sample_discrete_laplace(&rng, 1 + (uint32_t)i, 77, &k));
        hex("discrete laplace", (uint64_t)k);
        DONE(dpm_sample_discrete_gaussian(&rng, UINT64_C(5) << i % 38, 1 + (uint32_t)i, &k));
        hex("discrete gaussian", (uint64_t)k);
    }
}

static void integer_releases(void) {
    static dpm_polya urn;
    static dpm_geometric geometric;
    static dpm_gaussian gaussian;
    size_t i;
    for (i = 0; i < WIDE; i++) wide_counts[i] = (uint32_t)(i * i * i % 1009);
    DONE(dpm_polya_init_checked(&urn, DPM_ADJACENCY_DESTINATION, 1.0, 0.0, 1, WIDE, 10, 158, 33, 50));
    port_stack_start();
    DONE(dpm_polya_release_tallies(&urn, &rng, wide_counts, WIDE, words, sizeof words / sizeof *words, tallies));
    stack("dpm_polya_release_tallies");
    for (i = 0; i < WIDE; i++) hex("polya", tallies[i]);
    DONE(dpm_polya_release_row(&urn, &rng, wide_counts, WIDE, words, sizeof words / sizeof *words, wide_row));
    numbers("polya row", wide_row, WIDE);
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    port_stack_start();
    DONE(dpm_geometric_release_counts(&geometric, &rng, wide_counts, WIDE, noisy));
    stack("dpm_geometric_release_counts");
    for (i = 0; i < WIDE; i++) hex("geometric", (uint64_t)noisy[i]);
    DONE(dpm_geometric_release_row(&geometric, &rng, wide_counts, WIDE, 512, noisy, WIDE, wide_row));
    numbers("geometric row", wide_row, WIDE);
    DONE(dpm_gaussian_init_checked(&gaussian, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, 400, 1));
    port_stack_start();
    DONE(dpm_gaussian_release_counts(&gaussian, &rng, wide_counts, WIDE, noisy));
    stack("dpm_gaussian_release_counts");
    for (i = 0; i < WIDE; i++) hex("gaussian", (uint64_t)noisy[i]);
    DONE(dpm_noisy_counts_units(noisy, WIDE, 0, tallies));
    for (i = 0; i < WIDE; i++) hex("units", tallies[i]);
}

static void integer_accounting(void) {
    uint64_t p;
    uint32_t q, draws;
    double a;
    port_stack_start();
    DONE(dpm_polya_delta(DPM_ADJACENCY_DESTINATION, WIDE, 10, 158, 33, 200, 1, 1.0, &a));
    stack("dpm_polya_delta");
    number("polya delta", a);
    DONE(dpm_polya_largest_pure_draws(DPM_ADJACENCY_EVENT, WIDE, 10, 158, 33, 1, 1.0, &draws));
    hex("pure draws", draws);
    port_stack_start();
    DONE(dpm_geometric_delta(DPM_ADJACENCY_EVENT, 1, 2, 12, 1.0, &a));
    stack("dpm_geometric_delta");
    number("geometric delta", a);
    port_stack_start();
    DONE(dpm_gaussian_solve_variance(DPM_ADJACENCY_VISIT, 30, 1.0, 1e-9, &p, &q));
    stack("dpm_gaussian_solve_variance");
    hex("variance numerator", p);
    hex("variance denominator", q);
}

int golden(void) {
    integers();
    integer_releases();
    integer_accounting();
    return finished();
}

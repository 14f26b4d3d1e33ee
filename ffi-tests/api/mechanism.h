/* The mechanism and its releases. */
#ifndef API_MECHANISM_H
#define API_MECHANISM_H

#include "shared.h"

static void the_mechanism(void) {
    const int event = DPM_ADJACENCY_EVENT;
    double bad;
    size_t n, k;
    int code;

    REFUSES(DPM_ERR_OBJECT, dpm_dirichlet_parameters(mechanism, a, b)); /* never initialised */
    ACCEPTS(dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 1, 15.8));
    ACCEPTS(dpm_dirichlet_parameters(mechanism, a, b));
    CHECK(*a > 0.3185 && *a < 0.3188 && *b == 15.8);
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, 0.318));
    ACCEPTS(dpm_dirichlet_parameters(mechanism, a, b));
    CHECK(*a == 0.318 && *b == 15.8);
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, 0.32));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_dirichlet_init(mechanism, event, 0.5, 1e-6, 1, 1.0));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_init(mechanism, event, bad, 1e-6, 1, 15.8));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init(mechanism, event, 1.0, bad, 1, 15.8));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 1, bad));
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_init_checked(mechanism, event, bad, 1e-6, 1, 15.8, 0.3));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init_checked(mechanism, event, 1.0, bad, 1, 15.8, 0.3));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, bad, 0.3));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, bad));
    }
    REFUSES(DPM_ERR_NOT_PURE, dpm_dirichlet_init(mechanism, event, 1.0, 0.0, 1, 15.8));
    REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init(mechanism, event, 1.0, 1.0, 1, 15.8));
    REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 1, 0.0));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 0, 15.8));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 0, 15.8, 0.3));
    for (code = -1; code <= 5; code += 6) {
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_init(mechanism, code, 1.0, 1e-6, 1, 15.8));
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_init_checked(mechanism, code, 1.0, 1e-6, 1, 15.8, 0.3));
    }
#define PLACES(type, object, call_with)                            \
    REFUSES(DPM_ERR_NULL, call_with(NULL));                        \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(type, object)));     \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(type)))
#define INIT(object) dpm_dirichlet_init(object, event, 1.0, 1e-6, 1, 15.8)
#define CHECKED(object) dpm_dirichlet_init_checked(object, event, 1.0, 1e-6, 1, 15.8, 0.3)
    PLACES(dpm_dirichlet, mechanism, INIT);
    PLACES(dpm_dirichlet, mechanism, CHECKED);
#define PARAMETERS(object) dpm_dirichlet_parameters(object, a, b)
    OBJECT(dpm_dirichlet, mechanism, PARAMETERS);
#define PARAMETERS_OUT(x, y) dpm_dirichlet_parameters(mechanism, x, y)
    TWO_OUTPUTS(PARAMETERS_OUT);
    REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_parameters(mechanism, (double *)(void *)mechanism, b));

    {
        int *who = (int *)output(sizeof *who);
        uint32_t *times = (uint32_t *)output(sizeof *times);
        ACCEPTS(dpm_dirichlet_guarantee(mechanism, who, a, b, times));
        CHECK(*who == DPM_ADJACENCY_EVENT && *a == 1.0 && *b == 1e-6 && *times == 1);
#define GUARANTEE(object) dpm_dirichlet_guarantee(object, who, a, b, times)
        OBJECT(dpm_dirichlet, mechanism, GUARANTEE);
#define GUARANTEE_OUT(x, y) dpm_dirichlet_guarantee(mechanism, who, x, y, times)
        TWO_OUTPUTS(GUARANTEE_OUT);
        REFUSES(DPM_ERR_NULL, dpm_dirichlet_guarantee(mechanism, NULL, a, b, times));
        REFUSES(DPM_ERR_NULL, dpm_dirichlet_guarantee(mechanism, who, a, b, NULL));
        REFUSES(DPM_ERR_MISALIGNED, dpm_dirichlet_guarantee(mechanism, OFF(int, who), a, b, times));
        REFUSES(DPM_ERR_MISALIGNED, dpm_dirichlet_guarantee(mechanism, who, a, b, OFF(uint32_t, times)));
        REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_guarantee(mechanism, (int *)(void *)times, a, b, times));
        REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_guarantee(mechanism, (int *)(void *)mechanism, a, b, times));
        REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_guarantee(mechanism, who, a, b, (uint32_t *)(void *)mechanism));
    }

    ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, in_counts, N, row));
    CHECK(on_the_grid(row, N));
    { /* row by row from one generator is the whole chain */
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
        ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
        for (k = 0; k < N; k++) {
            ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, in_counts + k * N, N, row));
            CHECK(memcmp(row, matrix + k * N, N * sizeof *row) == 0);
        }
    }
    ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
    for (k = 0; k < N; k++) CHECK(on_the_grid(matrix + k * N, N));
    { /* counts at the end of their range, and none at all */
        static const uint32_t full[N] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, empty[N] = {0, 0, 0, 0};
        ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, full, N, row));
        CHECK(on_the_grid(row, N));
        ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, empty, N, row));
        CHECK(on_the_grid(row, N));
    }
    { /* the largest row there is */
        uint32_t *long_counts = (uint32_t *)fenced(65535 * sizeof *long_counts);
        double *long_row = (double *)fenced(65535 * sizeof *long_row);
        ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, long_counts, 65535, long_row));
        CHECK(on_the_grid(long_row, 65535));
    }
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_dirichlet_release_row(mechanism, rng, in_counts, n, row));
        REFUSES(DPM_ERR_STATES, dpm_dirichlet_release_chain(mechanism, rng, in_counts, n, matrix));
    }
#define RELEASE(function, out)                                                                                     \
    REFUSES(DPM_ERR_NULL, function(mechanism, rng, NULL, N, out));                                                 \
    REFUSES(DPM_ERR_NULL, function(mechanism, rng, in_counts, N, NULL));                                           \
    REFUSES(DPM_ERR_MISALIGNED, function(mechanism, rng, OFF(const uint32_t, in_counts), N, out));                 \
    REFUSES(DPM_ERR_MISALIGNED, function(mechanism, rng, in_counts, N, OFF(double, out)));                         \
    REFUSES(DPM_ERR_SIZE, function(mechanism, rng, TOP(const uint32_t), N, out));                                  \
    REFUSES(DPM_ERR_SIZE, function(mechanism, rng, in_counts, N, TOP(double)));                                    \
    REFUSES(DPM_ERR_SIZE, function(TOP(dpm_dirichlet), rng, in_counts, N, out));                                   \
    REFUSES(DPM_ERR_SIZE, function(mechanism, TOP(dpm_rng), in_counts, N, out));                                   \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, (const uint32_t *)(void *)(out), N, out));                   \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, in_counts, N, (double *)(void *)rng));                       \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, in_counts, N, (double *)(void *)mechanism));                 \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, (const uint32_t *)(void *)rng, N, out));                     \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, (dpm_rng *)(void *)mechanism, in_counts, N, out));                \
    REFUSES(DPM_ERR_OBJECT, function((const dpm_dirichlet *)(const void *)work, rng, in_counts, N, out))
    RELEASE(dpm_dirichlet_release_row, row);
    RELEASE(dpm_dirichlet_release_chain, matrix);
#define ROW_M(object) dpm_dirichlet_release_row(object, rng, in_counts, N, row)
#define ROW_R(object) dpm_dirichlet_release_row(mechanism, object, in_counts, N, row)
#define CHAIN_M(object) dpm_dirichlet_release_chain(object, rng, in_counts, N, matrix)
#define CHAIN_R(object) dpm_dirichlet_release_chain(mechanism, object, in_counts, N, matrix)
    OBJECT(dpm_dirichlet, mechanism, ROW_M);
    OBJECT(dpm_rng, rng, ROW_R);
    OBJECT(dpm_dirichlet, mechanism, CHAIN_M);
    OBJECT(dpm_rng, rng, CHAIN_R);
}

/* Rows with parameters of their own. */
static void the_rows(void) {
    const int destination = DPM_ADJACENCY_DESTINATION, event = DPM_ADJACENCY_EVENT;
    dpm_dirichlet_row *same = (dpm_dirichlet_row *)fenced(N * sizeof *same);
    dpm_dirichlet_row *mixed = (dpm_dirichlet_row *)fenced(N * sizeof *mixed);
    double bad;
    size_t n, k;

    for (k = 0; k < N; k++) {
        same[k].weight = 0.318;
        same[k].pseudo_count = 15.8;
        mixed[k].weight = k % 2 ? 0.2 : 0.318;
        mixed[k].pseudo_count = k % 2 ? 14.0 : 15.8;
    }
#define ROWS(object, code, epsilon, delta, releases, rows, in, states, out) \
    dpm_dirichlet_release_chain_rows(object, code, epsilon, delta, releases, rows, in, states, out)
#define PLAIN(rows, in, out) ROWS(rng, destination, 1.0, 1e-6, 1, rows, in, N, out)
    { /* the same parameters everywhere: the chain of the one mechanism, bit for bit */
        double expected[N * N];
        ACCEPTS(dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, 0.318));
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 5));
        ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
        memcpy(expected, matrix, sizeof expected);
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 5));
        ACCEPTS(ROWS(rng, event, 1.0, 1e-6, 1, same, in_counts, N, matrix));
        CHECK(memcmp(expected, matrix, sizeof expected) == 0);
    }
    ACCEPTS(PLAIN(mixed, in_counts, matrix));
    for (k = 0; k < N; k++) CHECK(on_the_grid(matrix + k * N, N));
    /* one loud row, and one release more than there is room for */
    mixed[2].weight = 0.32;
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, PLAIN(mixed, in_counts, matrix));
    mixed[2].weight = 0.318;
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, ROWS(rng, destination, 1.0, 1e-6, 2, mixed, in_counts, N, matrix));
    for (EACH_BAD(bad)) {
        const dpm_dirichlet_row keep = mixed[N - 1];
        mixed[N - 1].weight = bad;
        REFUSES(DPM_ERR_WEIGHT, PLAIN(mixed, in_counts, matrix));
        mixed[N - 1] = keep;
        mixed[N - 1].pseudo_count = bad;
        REFUSES(DPM_ERR_PSEUDO_COUNT, PLAIN(mixed, in_counts, matrix));
        mixed[N - 1] = keep;
        REFUSES(DPM_ERR_EPSILON, ROWS(rng, destination, bad, 1e-6, 1, mixed, in_counts, N, matrix));
        REFUSES(DPM_ERR_DELTA, ROWS(rng, destination, 1.0, bad, 1, mixed, in_counts, N, matrix));
    }
    REFUSES(DPM_ERR_RELEASES, ROWS(rng, destination, 1.0, 1e-6, 0, mixed, in_counts, N, matrix));
    REFUSES(DPM_ERR_ADJACENCY, ROWS(rng, 5, 1.0, 1e-6, 1, mixed, in_counts, N, matrix));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, ROWS(rng, destination, 1.0, 1e-6, 1, mixed, in_counts, n, matrix));
    REFUSES(DPM_ERR_NULL, PLAIN(NULL, in_counts, matrix));
    REFUSES(DPM_ERR_NULL, PLAIN(mixed, NULL, matrix));
    REFUSES(DPM_ERR_NULL, PLAIN(mixed, in_counts, NULL));
    REFUSES(DPM_ERR_MISALIGNED, PLAIN(OFF(dpm_dirichlet_row, mixed), in_counts, matrix));
    REFUSES(DPM_ERR_MISALIGNED, PLAIN(mixed, OFF(const uint32_t, in_counts), matrix));
    REFUSES(DPM_ERR_MISALIGNED, PLAIN(mixed, in_counts, OFF(double, matrix)));
    REFUSES(DPM_ERR_SIZE, PLAIN(TOP(dpm_dirichlet_row), in_counts, matrix));
    REFUSES(DPM_ERR_SIZE, PLAIN(mixed, TOP(const uint32_t), matrix));
    REFUSES(DPM_ERR_SIZE, PLAIN(mixed, in_counts, TOP(double)));
    REFUSES(DPM_ERR_SIZE, ROWS(TOP(dpm_rng), destination, 1.0, 1e-6, 1, mixed, in_counts, N, matrix));
    REFUSES(DPM_ERR_OVERLAP, PLAIN((const dpm_dirichlet_row *)(void *)matrix, in_counts, matrix));
    REFUSES(DPM_ERR_OVERLAP, PLAIN(mixed, (const uint32_t *)(void *)matrix, matrix));
    REFUSES(DPM_ERR_OVERLAP, PLAIN(mixed, in_counts, (double *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, PLAIN((const dpm_dirichlet_row *)(void *)rng, in_counts, matrix));
#define ROWS_R(object) ROWS(object, destination, 1.0, 1e-6, 1, mixed, in_counts, N, matrix)
    OBJECT(dpm_rng, rng, ROWS_R);
}

#endif

/* Noise on every count: geometric and Gaussian, and what is made of noisy counts. */
#ifndef API_NOISY_H
#define API_NOISY_H

#include "integers.h"

/* Every function of one of the two mechanisms. The variables are those of the_noise(). */
#define THE_MECHANISM(type, kind, solve, object, delta, p, q, part_type, part)                                               \
    do {                                                                                                                     \
        double bad;                                                                                                          \
        size_t k;                                                                                                            \
        ACCEPTS(dpm_##kind##_epsilon(event, p, q, 1, delta, a));                                                             \
        ACCEPTS(dpm_##kind##_delta(event, p, q, 1, *a, b));                                                                  \
        CHECK(*a > 0.0 && *b <= (delta));                                                                                    \
        ACCEPTS(dpm_##kind##_delta(event, p, q, 1, *a * 0.5, b));                                                            \
        CHECK(*b > (delta) && *b < 1.0);                                                                                     \
        ACCEPTS(solve(event, 1, 1.0, delta, part, quotient));                                                                \
        ACCEPTS(dpm_##kind##_delta(event, *part, *quotient, 1, 1.0, a));                                                     \
        CHECK(*a <= (delta));                                                                                                \
        ACCEPTS(dpm_##kind##_init_checked(object, event, 1.0, delta, 1, *part, *quotient));                                  \
        {                                                                                                                    \
            const part_type solved_p = *part;                                                                                \
            const uint32_t solved_q = *quotient;                                                                             \
            ACCEPTS(dpm_##kind##_init(object, event, 1.0, delta, 1));                                                        \
            ACCEPTS(dpm_##kind##_parameters(object, part, quotient));                                                        \
            CHECK(*part == solved_p && *quotient == solved_q);                                                               \
        }                                                                                                                    \
        REFUSES(DPM_ERR_GUARANTEE_NOT_MET, dpm_##kind##_init_checked(object, event, 1e-3, delta, 1, p, q));                  \
        for (EACH_BAD(bad)) {                                                                                                \
            REFUSES(DPM_ERR_EPSILON, dpm_##kind##_delta(event, p, q, 1, bad, a));                                            \
            REFUSES(DPM_ERR_DELTA, dpm_##kind##_epsilon(event, p, q, 1, bad, a));                                            \
            REFUSES(DPM_ERR_EPSILON, solve(event, 1, bad, delta, part, quotient));                                           \
            REFUSES(DPM_ERR_DELTA, solve(event, 1, 1.0, bad, part, quotient));                                               \
            REFUSES(DPM_ERR_EPSILON, dpm_##kind##_init(object, event, bad, delta, 1));                                       \
            REFUSES(DPM_ERR_DELTA, dpm_##kind##_init(object, event, 1.0, bad, 1));                                           \
            REFUSES(DPM_ERR_EPSILON, dpm_##kind##_init_checked(object, event, bad, delta, 1, p, q));                         \
            REFUSES(DPM_ERR_DELTA, dpm_##kind##_init_checked(object, event, 1.0, bad, 1, p, q));                             \
        }                                                                                                                    \
        REFUSES(DPM_ERR_RELEASES, dpm_##kind##_delta(event, p, q, 0, 1.0, a));                                               \
        REFUSES(DPM_ERR_RELEASES, dpm_##kind##_epsilon(event, p, q, 0, delta, a));                                           \
        REFUSES(DPM_ERR_RELEASES, solve(event, 0, 1.0, delta, part, quotient));                                              \
        REFUSES(DPM_ERR_RELEASES, dpm_##kind##_init(object, event, 1.0, delta, 0));                                          \
        REFUSES(DPM_ERR_RELEASES, dpm_##kind##_init_checked(object, event, 1.0, delta, 0, p, q));                            \
        REFUSES(DPM_ERR_ADJACENCY, dpm_##kind##_delta(5, p, q, 1, 1.0, a));                                                  \
        REFUSES(DPM_ERR_ADJACENCY, dpm_##kind##_epsilon(-1, p, q, 1, delta, a));                                             \
        REFUSES(DPM_ERR_ADJACENCY, solve(5, 1, 1.0, delta, part, quotient));                                                 \
        REFUSES(DPM_ERR_ADJACENCY, dpm_##kind##_init(object, 5, 1.0, delta, 1));                                             \
        REFUSES(DPM_ERR_ADJACENCY, dpm_##kind##_init_checked(object, -1, 1.0, delta, 1, p, q));                              \
        PROMISE(type, object, dpm_##kind##_guarantee, event, 1.0, delta, 1);                                                 \
        /* counts, row and chain: the same noise */                                                                          \
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));                                                      \
        ACCEPTS(dpm_##kind##_release_chain(object, rng, in_counts, N, 512, noise, N, matrix));                               \
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));                                                      \
        for (k = 0; k < N; k++) {                                                                                            \
            CHECK(on_the_grid(matrix + k * N, N));                                                                           \
            ACCEPTS(dpm_##kind##_release_row(object, rng, in_counts + k * N, N, 512, noise, N, row));                        \
            CHECK(memcmp(row, matrix + k * N, N * sizeof *row) == 0);                                                        \
        }                                                                                                                    \
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));                                                      \
        ACCEPTS(dpm_##kind##_release_counts(object, rng, in_counts, N, noisy));                                              \
        ACCEPTS(dpm_noisy_counts_row(noisy, N, 512, row));                                                                   \
        CHECK(memcmp(row, matrix, N * sizeof *row) == 0);                                                                    \
    } while (0)

static void the_noise(void) {
    const int event = DPM_ADJACENCY_EVENT;
    dpm_geometric *geometric = (dpm_geometric *)output(sizeof *geometric);
    dpm_gaussian *gaussian = (dpm_gaussian *)output(sizeof *gaussian);
    int64_t *noisy = (int64_t *)output(N * sizeof *noisy), *noise = (int64_t *)fenced(N * sizeof *noise);
    uint64_t *numerator = (uint64_t *)output(sizeof *numerator);
    uint32_t *part = (uint32_t *)output(sizeof *part), *quotient = (uint32_t *)output(sizeof *quotient);

    CHECK(sizeof(dpm_geometric) == DPM_GEOMETRIC_SIZE && dpm_geometric_size() == DPM_GEOMETRIC_SIZE);
    CHECK(sizeof(dpm_gaussian) == DPM_GAUSSIAN_SIZE && dpm_gaussian_size() == DPM_GAUSSIAN_SIZE);
    REFUSES(DPM_ERR_OBJECT, dpm_geometric_release_counts(geometric, rng, in_counts, N, noisy)); /* never initialised */
    REFUSES(DPM_ERR_OBJECT, dpm_gaussian_release_counts(gaussian, rng, in_counts, N, noisy));
    REFUSES(DPM_ERR_OBJECT, dpm_geometric_guarantee(geometric, who, a, b, how_often));
    REFUSES(DPM_ERR_OBJECT, dpm_gaussian_guarantee(gaussian, who, a, b, how_often));
    THE_MECHANISM(dpm_geometric, geometric, dpm_geometric_solve_rate, geometric, 0.0, 1, 2, uint32_t, part);
    THE_MECHANISM(dpm_geometric, geometric, dpm_geometric_solve_rate, geometric, 1e-6, 1, 2, uint32_t, part);
    THE_MECHANISM(dpm_gaussian, gaussian, dpm_gaussian_solve_variance, gaussian, 1e-6, 400, 1, uint64_t, numerator);

    /* epsilon = 2 rates, exactly, for one event that moves; delta = 0 */
    ACCEPTS(dpm_geometric_epsilon(event, 1, 2, 1, 0.0, a));
    CLOSE(*a, 1.0, 1e-12);
    CHECK(*a >= 1.0);
    REFUSES(DPM_ERR_NOT_PURE, dpm_gaussian_epsilon(event, 400, 1, 1, 0.0, a));
    REFUSES(DPM_ERR_NOT_PURE, dpm_gaussian_init(gaussian, event, 1.0, 0.0, 1));
    REFUSES(DPM_ERR_NOT_PURE, dpm_gaussian_solve_variance(event, 1, 1.0, 0.0, numerator, quotient));

#define RATE_DELTA(p, q) dpm_geometric_delta(event, p, q, 1, 1.0, a)
#define RATE_EPSILON(p, q) dpm_geometric_epsilon(event, p, q, 1, 1e-6, a)
#define RATE_INIT(p, q) dpm_geometric_init_checked(geometric, event, 1.0, 1e-6, 1, p, q)
#define VARIANCE_DELTA(p, q) dpm_gaussian_delta(event, p, q, 1, 1.0, a)
#define VARIANCE_EPSILON(p, q) dpm_gaussian_epsilon(event, p, q, 1, 1e-6, a)
#define VARIANCE_INIT(p, q) dpm_gaussian_init_checked(gaussian, event, 1.0, 1e-6, 1, p, q)
    BAD_RATES(RATE_DELTA);
    BAD_RATES(RATE_EPSILON);
    BAD_RATES(RATE_INIT);
    BAD_VARIANCES(VARIANCE_DELTA);
    BAD_VARIANCES(VARIANCE_EPSILON);
    BAD_VARIANCES(VARIANCE_INIT);
#define GEO_DELTA_O(out) dpm_geometric_delta(event, 1, 2, 1, 1.0, out)
#define GEO_EPSILON_O(out) dpm_geometric_epsilon(event, 1, 2, 1, 0.0, out)
#define GAU_DELTA_O(out) dpm_gaussian_delta(event, 400, 1, 1, 1.0, out)
#define GAU_EPSILON_O(out) dpm_gaussian_epsilon(event, 400, 1, 1, 1e-6, out)
    ONE_OUTPUT(GEO_DELTA_O);
    ONE_OUTPUT(GEO_EPSILON_O);
    ONE_OUTPUT(GAU_DELTA_O);
    ONE_OUTPUT(GAU_EPSILON_O);
#define GEO_SOLVE_P(out) dpm_geometric_solve_rate(event, 1, 1.0, 0.0, out, quotient)
#define GEO_SOLVE_Q(out) dpm_geometric_solve_rate(event, 1, 1.0, 0.0, part, out)
#define GAU_SOLVE_P(out) dpm_gaussian_solve_variance(event, 1, 1.0, 1e-6, out, quotient)
#define GAU_SOLVE_Q(out) dpm_gaussian_solve_variance(event, 1, 1.0, 1e-6, numerator, out)
    SMALL_PLACE(uint32_t, part, GEO_SOLVE_P);
    SMALL_PLACE(uint32_t, quotient, GEO_SOLVE_Q);
    PLACE(uint64_t, numerator, GAU_SOLVE_P);
    SMALL_PLACE(uint32_t, quotient, GAU_SOLVE_Q);
    REFUSES(DPM_ERR_OVERLAP, GEO_SOLVE_P(quotient));
    REFUSES(DPM_ERR_OVERLAP, GAU_SOLVE_Q((uint32_t *)(void *)numerator));
#define GEO_INIT(object) dpm_geometric_init(object, event, 1.0, 0.0, 1)
#define GEO_CHECKED(object) dpm_geometric_init_checked(object, event, 1.0, 0.0, 1, 1, 2)
#define GAU_INIT(object) dpm_gaussian_init(object, event, 1.0, 1e-6, 1)
#define GAU_CHECKED(object) dpm_gaussian_init_checked(object, event, 1.0, 1e-6, 1, 400, 1)
    PLACES(dpm_geometric, geometric, GEO_INIT);
    PLACES(dpm_geometric, geometric, GEO_CHECKED);
#define GEO_PURE(object) dpm_geometric_init_pure(object, event, 1000000, 1, 1, 2)
#define PURE_RATE(p, q) dpm_geometric_init_pure(geometric, event, 1000000, 1, p, q)
    PLACES(dpm_geometric, geometric, GEO_PURE);
    BAD_RATES(PURE_RATE);
    REFUSES(DPM_ERR_ADJACENCY, dpm_geometric_init_pure(geometric, 99, 1000000, 1, 1, 2));
    REFUSES(DPM_ERR_RELEASES, dpm_geometric_init_pure(geometric, event, 1000000, 0, 1, 2));
    REFUSES(DPM_ERR_EPSILON, dpm_geometric_init_pure(geometric, event, UINT64_C(1000000000001), 1, 1, 2));
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, dpm_geometric_init_pure(geometric, event, 999999, 1, 1, 2));
    PLACES(dpm_gaussian, gaussian, GAU_INIT);
    PLACES(dpm_gaussian, gaussian, GAU_CHECKED);
    ACCEPTS(GEO_CHECKED(geometric));
    ACCEPTS(GAU_INIT(gaussian));
#define GEO_PARAMETERS(object) dpm_geometric_parameters(object, part, quotient)
#define GEO_PARAMETERS_P(out) dpm_geometric_parameters(geometric, out, quotient)
#define GEO_PARAMETERS_Q(out) dpm_geometric_parameters(geometric, part, out)
#define GAU_PARAMETERS(object) dpm_gaussian_parameters(object, numerator, quotient)
#define GAU_PARAMETERS_P(out) dpm_gaussian_parameters(gaussian, out, quotient)
#define GAU_PARAMETERS_Q(out) dpm_gaussian_parameters(gaussian, numerator, out)
    OBJECT(dpm_geometric, geometric, GEO_PARAMETERS);
    SMALL_PLACE(uint32_t, part, GEO_PARAMETERS_P);
    SMALL_PLACE(uint32_t, quotient, GEO_PARAMETERS_Q);
    REFUSES(DPM_ERR_OVERLAP, GEO_PARAMETERS_P(quotient));
    REFUSES(DPM_ERR_OVERLAP, GEO_PARAMETERS_P((uint32_t *)(void *)geometric));
    OBJECT(dpm_gaussian, gaussian, GAU_PARAMETERS);
    PLACE(uint64_t, numerator, GAU_PARAMETERS_P);
    SMALL_PLACE(uint32_t, quotient, GAU_PARAMETERS_Q);
    REFUSES(DPM_ERR_OVERLAP, GAU_PARAMETERS_Q((uint32_t *)(void *)numerator));
    REFUSES(DPM_ERR_OVERLAP, GAU_PARAMETERS_P((uint64_t *)(void *)gaussian));

#define GEO_COUNTS(object, generator, in, n, scratch, len, out) dpm_geometric_release_counts(object, generator, in, n, out)
#define GEO_ROW(object, generator, in, n, scratch, len, out) dpm_geometric_release_row(object, generator, in, n, 0, scratch, len, out)
#define GEO_CHAIN(object, generator, in, n, scratch, len, out) dpm_geometric_release_chain(object, generator, in, n, 0, scratch, len, out)
#define GAU_COUNTS(object, generator, in, n, scratch, len, out) dpm_gaussian_release_counts(object, generator, in, n, out)
#define GAU_ROW(object, generator, in, n, scratch, len, out) dpm_gaussian_release_row(object, generator, in, n, 0, scratch, len, out)
#define GAU_CHAIN(object, generator, in, n, scratch, len, out) dpm_gaussian_release_chain(object, generator, in, n, 0, scratch, len, out)
    RELEASES(GEO_COUNTS, dpm_geometric, geometric, int64_t, noise, N, int64_t, noisy);
    RELEASES(GEO_ROW, dpm_geometric, geometric, int64_t, noise, N, double, row);
    RELEASES(GEO_CHAIN, dpm_geometric, geometric, int64_t, noise, N, double, matrix);
    RELEASES(GAU_COUNTS, dpm_gaussian, gaussian, int64_t, noise, N, int64_t, noisy);
    RELEASES(GAU_ROW, dpm_gaussian, gaussian, int64_t, noise, N, double, row);
    RELEASES(GAU_CHAIN, dpm_gaussian, gaussian, int64_t, noise, N, double, matrix);
    SCRATCH(GEO_ROW, geometric, int64_t, noise, N, row);
    SCRATCH(GEO_CHAIN, geometric, int64_t, noise, N, matrix);
    SCRATCH(GAU_ROW, gaussian, int64_t, noise, N, row);
    SCRATCH(GAU_CHAIN, gaussian, int64_t, noise, N, matrix);
    REFUSES(DPM_ERR_FLOOR, dpm_geometric_release_row(geometric, rng, in_counts, N, (1u << 30) + 1, noise, N, row));
    REFUSES(DPM_ERR_FLOOR, dpm_geometric_release_chain(geometric, rng, in_counts, N, UINT32_MAX, noise, N, matrix));
    REFUSES(DPM_ERR_FLOOR, dpm_gaussian_release_row(gaussian, rng, in_counts, N, (1u << 30) + 1, noise, N, row));
    REFUSES(DPM_ERR_FLOOR, dpm_gaussian_release_chain(gaussian, rng, in_counts, N, UINT32_MAX, noise, N, matrix));
}

static void noisy_counts(void) {
    static const int64_t some[N] = {90, -3, 8, 5}, none[N] = {-1, -2, -3, 6}, huge[N] = {1, 2, 3, ((int64_t)1 << 40) + 1};
    const int64_t *in = (const int64_t *)input(some, sizeof some);
    uint32_t *units = (uint32_t *)output(N * sizeof *units);
    size_t n, k;

    ACCEPTS(dpm_noisy_counts_row(in, N, 0, row));
    CHECK(on_the_grid(row, N) && row[1] == 1.0 / 4294967296.0);
    CLOSE(row[0], 0.89, 1e-8); /* the nearest point: one less for each of the three that stay */
    ACCEPTS(dpm_noisy_counts_units(in, N, 0, units));
    for (k = 0; k < N; k++) CHECK(units[k] / 4294967296.0 == row[k]);
    ACCEPTS(dpm_noisy_counts_row(none, N, 0, row)); /* the sum is 0 */
    for (k = 0; k < N; k++) CHECK(row[k] == 0.25);
    ACCEPTS(dpm_noisy_counts_row(in, N, 1u << 30, row)); /* a floor that leaves little */
    for (k = 0; k < N; k++) CHECK(fabs(row[k] - 0.25) < 1e-4);
    REFUSES(DPM_ERR_DOMAIN, dpm_noisy_counts_row(huge, N, 0, row));
    REFUSES(DPM_ERR_DOMAIN, dpm_noisy_counts_units(huge, N, 0, units));
    REFUSES(DPM_ERR_FLOOR, dpm_noisy_counts_row(in, N, (1u << 30) + 1, row));
    REFUSES(DPM_ERR_FLOOR, dpm_noisy_counts_units(in, N, (1u << 30) + 1, units));
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_noisy_counts_row(in, n, 0, row));
        REFUSES(DPM_ERR_STATES, dpm_noisy_counts_units(in, n, 0, units));
    }
#define NOISY_ROW_I(from) dpm_noisy_counts_row(from, N, 0, row)
#define NOISY_ROW_O(out) dpm_noisy_counts_row(in, N, 0, out)
#define NOISY_UNITS_I(from) dpm_noisy_counts_units(from, N, 0, units)
#define NOISY_UNITS_O(out) dpm_noisy_counts_units(in, N, 0, out)
    PLACE(const int64_t, in, NOISY_ROW_I);
    PLACE(double, row, NOISY_ROW_O);
    PLACE(const int64_t, in, NOISY_UNITS_I);
    PLACE(uint32_t, units, NOISY_UNITS_O);
    REFUSES(DPM_ERR_OVERLAP, NOISY_ROW_I((const int64_t *)(const void *)row));
    REFUSES(DPM_ERR_OVERLAP, NOISY_UNITS_I((const int64_t *)(const void *)(units - 2)));
}

#endif

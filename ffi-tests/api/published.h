/* The published form. */
#ifndef API_PUBLISHED_H
#define API_PUBLISHED_H

#include "shared.h"

/* The published form, at the inputs of section 6.1 of the paper: n = 5, N = 98, eta = 0.073, gamma = 0.0004, k = 20.6. */
static void the_published_form(void) {
    static const uint32_t row_counts[5] = {20, 30, 8, 15, 25};
    static const uint32_t chain_counts[9] = {40, 30, 30, 50, 25, 25, 34, 33, 33};
    const uint32_t *inside = (const uint32_t *)input(row_counts, sizeof row_counts);
    const uint32_t *chain = (const uint32_t *)input(chain_counts, sizeof chain_counts);
    dpm_published *one = (dpm_published *)output(sizeof *one), *three = (dpm_published *)output(3 * sizeof *three);
    double *five = (double *)output(5 * sizeof *five), *nine = (double *)output(9 * sizeof *nine);
    double bad;
    size_t n, i;

    CHECK(sizeof(dpm_published) == DPM_PUBLISHED_SIZE && dpm_published_size() == DPM_PUBLISHED_SIZE);
    ACCEPTS(dpm_published_epsilon(20.6, 0.073, 98, 5, 0.0004, a));
    CLOSE(*a, 2.21190752888707, 1e-12);
    ACCEPTS(dpm_published_epsilon_sharpened(20.6, 0.073, 98, 5, 0.0004, b));
    CHECK(*b < *a && *b > 0.0);
    ACCEPTS(dpm_published_epsilon_sharpened(20.6, 0.073, 98, 2, 0.0004, b));
    ACCEPTS(dpm_published_delta(20.6, 0.073, 5, 0.0004, a));
    CHECK(*a >= 0.0019953 && *a <= 0.0019968);
    ACCEPTS(dpm_published_solve_k(2.255, 0.073, 98, 5, 0.0004, a));
    ACCEPTS(dpm_published_epsilon(*a, 0.073, 98, 5, 0.0004, b));
    CHECK(*b <= 2.255 && *b > 2.2549);
    ACCEPTS(dpm_published_parameters(20.6, 0.073, 98, a, b));
    CLOSE(*a, 20.6 / 98, 1e-15);
    CLOSE(*b, 0.073 * 98, 1e-14);

#define PUBLISHED(function)                                                                             \
    REFUSES(DPM_ERR_ASSUMPTION_BORDER, function(20.6, 0.0, 98, 5, 0.0004, a));                          \
    REFUSES(DPM_ERR_ASSUMPTION_BORDER, function(20.6, 0.25, 98, 3, 0.0004, a));                         \
    REFUSES(DPM_ERR_ASSUMPTION_BORDER, function(20.6, 0.21, 98, 5, 0.0004, a));                         \
    REFUSES(DPM_ERR_ASSUMPTION_GAMMA, function(20.6, 0.073, 98, 5, 0.0, a));                            \
    REFUSES(DPM_ERR_ASSUMPTION_GAMMA, function(20.6, 0.073, 98, 5, 0.26, a));                           \
    REFUSES(DPM_ERR_ROW_TOTAL, function(20.6, 0.073, 0, 5, 0.0004, a));                                 \
    REFUSES(DPM_ERR_NULL, function(20.6, 0.073, 98, 5, 0.0004, NULL));                                  \
    REFUSES(DPM_ERR_MISALIGNED, function(20.6, 0.073, 98, 5, 0.0004, OFF(double, a)));                  \
    REFUSES(DPM_ERR_SIZE, function(20.6, 0.073, 98, 5, 0.0004, TOP(double)));                           \
    for (EACH_BAD(bad)) {                                                                               \
        REFUSES(DPM_ERR_ASSUMPTION_BORDER, function(20.6, bad, 98, 5, 0.0004, a));                      \
        REFUSES(DPM_ERR_ASSUMPTION_GAMMA, function(20.6, 0.073, 98, 5, bad, a));                        \
    }                                                                                                   \
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(20.6, 0.073, 98, n, 0.0004, a))
    PUBLISHED(dpm_published_epsilon);
    PUBLISHED(dpm_published_epsilon_sharpened);
    PUBLISHED(dpm_published_solve_k);
#define PUBLISHED_DELTA(k, eta, total, n, gamma, out) ((total) ? dpm_published_delta(k, eta, n, gamma, out) : DPM_ERR_ROW_TOTAL)
    PUBLISHED(PUBLISHED_DELTA);
    REFUSES(DPM_ERR_PUBLISHED_STATES, dpm_published_epsilon(20.6, 0.073, 98, 2, 0.0004, a));
    REFUSES(DPM_ERR_PUBLISHED_STATES, dpm_published_delta(20.6, 0.073, 2, 0.0004, a));
    REFUSES(DPM_ERR_PUBLISHED_STATES, dpm_published_solve_k(2.2, 0.073, 98, 2, 0.0004, a));
    REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_epsilon(20.5, 0.073, 98, 5, 0.0004, a)); /* < 3/(2 eta) */
    REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_delta(20.5, 0.073, 5, 0.0004, a));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_published_solve_k(0.01, 0.073, 98, 5, 0.0004, a));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_epsilon(bad, 0.073, 98, 5, 0.0004, a));
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_epsilon_sharpened(bad, 0.073, 98, 5, 0.0004, a));
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_delta(bad, 0.073, 5, 0.0004, a));
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_parameters(bad, 0.073, 98, a, b));
        REFUSES(DPM_ERR_ASSUMPTION_BORDER, dpm_published_parameters(20.6, bad, 98, a, b));
        REFUSES(DPM_ERR_EPSILON, dpm_published_solve_k(bad, 0.073, 98, 5, 0.0004, a));
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_init(one, bad, 0.073, 98, 5));
        REFUSES(DPM_ERR_ASSUMPTION_BORDER, dpm_published_init(one, 20.6, bad, 98, 5));
    }
    REFUSES(DPM_ERR_ROW_TOTAL, dpm_published_parameters(20.6, 0.073, 0, a, b));
#define PUBLISHED_PARAMETERS(x, y) dpm_published_parameters(20.6, 0.073, 98, x, y)
    TWO_OUTPUTS(PUBLISHED_PARAMETERS);

    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_published_init(one, 20.6, 0.073, 98, n));
    REFUSES(DPM_ERR_PUBLISHED_STATES, dpm_published_init(one, 20.6, 0.073, 98, 2));
    REFUSES(DPM_ERR_ROW_TOTAL, dpm_published_init(one, 20.6, 0.073, 0, 5));
    REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_published_init(one, 20.5, 0.073, 98, 5));
#define PUBLISHED_INIT(object) dpm_published_init(object, 20.6, 0.073, 98, 5)
    PLACES(dpm_published, one, PUBLISHED_INIT);
    ACCEPTS(dpm_published_init(one, 20.6, 0.073, 98, 5));
    ACCEPTS(dpm_published_release_row(one, rng, inside, 5, five));
    CHECK(on_the_grid(five, 5));
    {
        static const uint32_t short_total[5] = {20, 30, 8, 15, 24}, below[5] = {20, 30, 7, 16, 25};
        REFUSES(DPM_ERR_ROW_TOTAL, dpm_published_release_row(one, rng, short_total, 5, five));
        REFUSES(DPM_ERR_BELOW_BORDER, dpm_published_release_row(one, rng, below, 5, five));
        REFUSES(DPM_ERR_LENGTH, dpm_published_release_row(one, rng, inside, 4, five));
    }
#define PUBLISHED_ROW_M(object) dpm_published_release_row(object, rng, inside, 5, five)
#define PUBLISHED_ROW_R(object) dpm_published_release_row(one, object, inside, 5, five)
    OBJECT(dpm_published, one, PUBLISHED_ROW_M);
    OBJECT(dpm_rng, rng, PUBLISHED_ROW_R);

    for (i = 0; i < 3; i++) ACCEPTS(dpm_published_init(three + i, 20.6, 0.1, 100, 3));
    ACCEPTS(dpm_published_release_chain(three, rng, chain, 3, nine));
    for (i = 0; i < 3; i++) CHECK(on_the_grid(nine + 3 * i, 3));
    { /* the last row is refused: no earlier one is released */
        static const uint32_t last[9] = {40, 30, 30, 50, 25, 25, 34, 33, 32};
        REFUSES(DPM_ERR_ROW_TOTAL, dpm_published_release_chain(three, rng, last, 3, nine));
        three[2].opaque[0] ^= 1;
        REFUSES(DPM_ERR_OBJECT, dpm_published_release_chain(three, rng, chain, 3, nine));
        three[2].opaque[0] ^= 1;
    }
#define PUBLISHED_CHAIN_R(object) dpm_published_release_chain(three, object, chain, 3, nine)
    OBJECT(dpm_rng, rng, PUBLISHED_CHAIN_R);
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_published_release_row(one, rng, inside, n, five));
        REFUSES(DPM_ERR_STATES, dpm_published_release_chain(three, rng, chain, n, nine));
    }
#define PUBLISHED_RELEASE(function, objects, in, n, out)                                                     \
    REFUSES(DPM_ERR_NULL, function(NULL, rng, in, n, out));                                                  \
    REFUSES(DPM_ERR_NULL, function(objects, rng, NULL, n, out));                                             \
    REFUSES(DPM_ERR_NULL, function(objects, rng, in, n, NULL));                                              \
    REFUSES(DPM_ERR_MISALIGNED, function(OFF(const dpm_published, objects), rng, in, n, out));               \
    REFUSES(DPM_ERR_MISALIGNED, function(objects, rng, OFF(const uint32_t, in), n, out));                    \
    REFUSES(DPM_ERR_MISALIGNED, function(objects, rng, in, n, OFF(double, out)));                            \
    REFUSES(DPM_ERR_SIZE, function(TOP(const dpm_published), rng, in, n, out));                              \
    REFUSES(DPM_ERR_SIZE, function(objects, TOP(dpm_rng), in, n, out));                                      \
    REFUSES(DPM_ERR_SIZE, function(objects, rng, TOP(const uint32_t), n, out));                              \
    REFUSES(DPM_ERR_SIZE, function(objects, rng, in, n, TOP(double)));                                       \
    REFUSES(DPM_ERR_OVERLAP, function(objects, rng, (const uint32_t *)(void *)(out), n, out));               \
    REFUSES(DPM_ERR_OVERLAP, function(objects, rng, (const uint32_t *)(void *)rng, n, out));                 \
    REFUSES(DPM_ERR_OVERLAP, function(objects, rng, in, n, (double *)(void *)rng));                          \
    REFUSES(DPM_ERR_OVERLAP, function(objects, rng, in, n, (double *)(void *)objects));                      \
    REFUSES(DPM_ERR_OVERLAP, function(objects, (dpm_rng *)(void *)objects, in, n, out));                     \
    REFUSES(DPM_ERR_OBJECT, function((const dpm_published *)(const void *)work, rng, in, n, out))
    PUBLISHED_RELEASE(dpm_published_release_row, one, inside, 5, five);
    PUBLISHED_RELEASE(dpm_published_release_chain, three, chain, 3, nine);
}

#endif

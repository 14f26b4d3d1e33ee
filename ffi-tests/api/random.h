/* The generator and the raw samplers. */
#ifndef API_RANDOM_H
#define API_RANDOM_H

#include "shared.h"

/* Calls the library on the very object that is being made. */
static int entropy_reenters(void *ctx, uint8_t *out, size_t len) {
    dpm_rng *same = (dpm_rng *)ctx;
    double x;
    if (dpm_rng_init_deterministic_for_tests(same, in_seed, 99) != DPM_OK || dpm_sample_gamma(same, 2.5, &x) != DPM_OK) return 1;
    return entropy_good(NULL, out, len);
}

static void generator(void) {
    double bad, first;
    size_t n, k;
    double tiny[3] = {1e-300, 1e-300, 1e-300};

    REFUSES(DPM_ERR_NULL, dpm_rng_init(NULL, entropy_good, NULL, 1));
    REFUSES(DPM_ERR_NULL, dpm_rng_init(rng, NULL, NULL, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_rng_init(OFF(dpm_rng, rng), entropy_good, NULL, 1));
    REFUSES(DPM_ERR_SIZE, dpm_rng_init(TOP(dpm_rng), entropy_good, NULL, 1));
    REFUSES(DPM_ERR_NULL, dpm_rng_init_deterministic_for_tests(NULL, in_seed, 1));
    REFUSES(DPM_ERR_NULL, dpm_rng_init_deterministic_for_tests(rng, NULL, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_rng_init_deterministic_for_tests(OFF(dpm_rng, rng), in_seed, 1));
    REFUSES(DPM_ERR_SIZE, dpm_rng_init_deterministic_for_tests(rng, TOP(uint8_t), 1));
    REFUSES(DPM_ERR_OVERLAP, dpm_rng_init_deterministic_for_tests(rng, (const uint8_t *)rng + 40, 1));
    for (k = 0; k < 2; k++) { /* over poison, then over a live object */
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_fails, NULL, 1));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_fails_halfway, NULL, 1));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_fails_after, NULL, 1));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_stops_early, NULL, 1));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_starts_late, NULL, 1));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_does_nothing, NULL, 1));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init(rng, entropy_stuck, NULL, 1));
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 1));
    }
    {
        uint64_t state = 42;
        ACCEPTS(dpm_rng_init(rng, entropy_good, &state, 1));
        CHECK(state != 42); /* the context was passed through */
        ACCEPTS(dpm_rng_init(rng, entropy_good, NULL, 1));
        ACCEPTS(dpm_sample_gamma(rng, 2.5, &first));
        ACCEPTS(dpm_rng_init(rng, entropy_reenters, rng, 1)); /* nothing is left of what happened meanwhile */
        ACCEPTS(dpm_sample_gamma(rng, 2.5, a));
        CHECK(*a == first);
    }

    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 1));
    ACCEPTS(dpm_sample_gamma(rng, 2.5, a));
    first = *a;
    ACCEPTS(dpm_sample_gamma(rng, 2.5, a));
    CHECK(*a > 0.0 && first > 0.0 && *a != first);
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 1));
    ACCEPTS(dpm_sample_gamma(rng, 2.5, a));
    CHECK(*a == first); /* the same seed and stream */
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 2));
    ACCEPTS(dpm_sample_gamma(rng, 2.5, a));
    CHECK(*a != first); /* another stream */

    for (EACH_BAD(bad)) REFUSES(DPM_ERR_SHAPE, dpm_sample_gamma(rng, bad, a));
    REFUSES(DPM_ERR_SHAPE, dpm_sample_gamma(rng, 0.0, a));
#define SAMPLE(object) dpm_sample_gamma(object, 2.5, a)
    OBJECT(dpm_rng, rng, SAMPLE);
#define SAMPLE_OUT(out) dpm_sample_gamma(rng, 2.5, out)
    ONE_OUTPUT(SAMPLE_OUT);
    REFUSES(DPM_ERR_OVERLAP, dpm_sample_gamma(rng, 2.5, (double *)(void *)rng));
    REFUSES(DPM_ERR_OBJECT, dpm_sample_gamma((dpm_rng *)(void *)mechanism, 2.5, a)); /* another kind of object */

    ACCEPTS(dpm_sample_dirichlet(rng, in_alpha, N, row));
    CHECK(none_is_nan(row, N));
    CLOSE(row[0] + row[1] + row[2] + row[3], 1.0, 1e-15);
    ACCEPTS(dpm_sample_dirichlet(rng, tiny, 3, row)); /* the categorical limit law */
    CHECK(none_is_nan(row, 3));
    CLOSE(row[0] + row[1] + row[2], 1.0, 1e-15);
    CHECK(row[0] == 1.0 || row[1] == 1.0 || row[2] == 1.0);
    for (EACH_BAD(bad)) {
        double alpha[N] = {1.0, 1.0, 1.0, 1.0};
        for (k = 0; k < N; k++) {
            alpha[k] = bad;
            REFUSES(DPM_ERR_SHAPE, dpm_sample_dirichlet(rng, alpha, N, row));
            alpha[k] = 0.0;
            REFUSES(DPM_ERR_SHAPE, dpm_sample_dirichlet(rng, alpha, N, row));
            alpha[k] = 1.0;
        }
    }
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_sample_dirichlet(rng, in_alpha, n, row));
#define DIRICHLET(object) dpm_sample_dirichlet(object, in_alpha, N, row)
    OBJECT(dpm_rng, rng, DIRICHLET);
#define DIRICHLET_OUT(out) dpm_sample_dirichlet(rng, in_alpha, N, out)
    ONE_OUTPUT(DIRICHLET_OUT);
    REFUSES(DPM_ERR_NULL, dpm_sample_dirichlet(rng, NULL, N, row));
    REFUSES(DPM_ERR_MISALIGNED, dpm_sample_dirichlet(rng, OFF(const double, in_alpha), N, row));
    REFUSES(DPM_ERR_SIZE, dpm_sample_dirichlet(rng, TOP(const double), N, row));
    REFUSES(DPM_ERR_OVERLAP, dpm_sample_dirichlet(rng, row, N, row));
    REFUSES(DPM_ERR_OVERLAP, dpm_sample_dirichlet(rng, matrix + 1, N, matrix)); /* partly */
    REFUSES(DPM_ERR_OVERLAP, dpm_sample_dirichlet(rng, (double *)(void *)rng, N, row));
    REFUSES(DPM_ERR_OVERLAP, dpm_sample_dirichlet(rng, in_alpha, N, (double *)(void *)rng));

    REFUSES(DPM_ERR_NULL, dpm_rng_clear(NULL));
    REFUSES(DPM_ERR_MISALIGNED, dpm_rng_clear(OFF(dpm_rng, rng)));
    REFUSES(DPM_ERR_SIZE, dpm_rng_clear(TOP(dpm_rng)));
    ACCEPTS(dpm_rng_clear(rng));
    for (k = 0; k < sizeof *rng; k++) CHECK(((unsigned char *)rng)[k] == 0);
    REFUSES(DPM_ERR_OBJECT, dpm_sample_gamma(rng, 2.5, a));
    ACCEPTS(dpm_rng_clear(rng));
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 1));
}

#endif

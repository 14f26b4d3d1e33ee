/* The raw samplers of integers. */
#ifndef API_INTEGERS_H
#define API_INTEGERS_H

#include "releases.h"

static void integers(void) {
    static const uint8_t sevens[32] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    static const int64_t laplace[4] = {-12, 1, 4, -2}, gaussian[4] = {26, -9, 8, -49};
    uint64_t *u = (uint64_t *)output(sizeof *u);
    int64_t *k = (int64_t *)output(sizeof *k);
    int *coin = (int *)output(sizeof *coin);
    size_t i, heads = 0;

    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 11));
    ACCEPTS(dpm_sample_uniform_below(rng, 1, u));
    CHECK(*u == 0);
    for (i = 0; i < 100; i++) {
        ACCEPTS(dpm_sample_uniform_below(rng, 3, u));
        CHECK(*u < 3);
        ACCEPTS(dpm_sample_uniform_below(rng, UINT64_MAX, u));
    }
    REFUSES(DPM_ERR_DOMAIN, dpm_sample_uniform_below(rng, 0, u));
#define BELOW_R(object) dpm_sample_uniform_below(object, 10, u)
#define BELOW_O(out) dpm_sample_uniform_below(rng, 10, out)
    OBJECT(dpm_rng, rng, BELOW_R);
    PLACE(uint64_t, u, BELOW_O);
    REFUSES(DPM_ERR_SIZE, BELOW_R(TOP(dpm_rng)));
    REFUSES(DPM_ERR_OVERLAP, BELOW_O((uint64_t *)(void *)rng));

    ACCEPTS(dpm_sample_bernoulli(rng, 0, 1, coin));
    CHECK(*coin == 0);
    ACCEPTS(dpm_sample_bernoulli(rng, UINT64_MAX, UINT64_MAX, coin));
    CHECK(*coin == 1);
    ACCEPTS(dpm_sample_bernoulli_exp(rng, 0, 1, coin));
    CHECK(*coin == 1);
    ACCEPTS(dpm_sample_bernoulli_exp(rng, UINT64_MAX, 1, coin));
    CHECK(*coin == 0);
    for (i = 0; i < 4000; i++) {
        ACCEPTS(dpm_sample_bernoulli(rng, 1, 4, coin));
        CHECK(*coin == 0 || *coin == 1);
        heads += (size_t)*coin;
    }
    CHECK(heads > 800 && heads < 1200); /* 7 standard deviations */
    REFUSES(DPM_ERR_FRACTION, dpm_sample_bernoulli(rng, 2, 1, coin));
    REFUSES(DPM_ERR_FRACTION, dpm_sample_bernoulli(rng, 0, 0, coin));
    REFUSES(DPM_ERR_FRACTION, dpm_sample_bernoulli_exp(rng, 1, 0, coin));
#define COIN_R(object) dpm_sample_bernoulli(object, 1, 2, coin)
#define COIN_O(out) dpm_sample_bernoulli(rng, 1, 2, out)
#define EXP_R(object) dpm_sample_bernoulli_exp(object, 1, 2, coin)
#define EXP_O(out) dpm_sample_bernoulli_exp(rng, 1, 2, out)
    OBJECT(dpm_rng, rng, COIN_R);
    OBJECT(dpm_rng, rng, EXP_R);
    SMALL_PLACE(int, coin, COIN_O);
    SMALL_PLACE(int, coin, EXP_O);
    REFUSES(DPM_ERR_OVERLAP, COIN_O((int *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, EXP_O((int *)(void *)rng));

    /* The values of the Rust documentation. */
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, sevens, 0));
    for (i = 0; i < 4; i++) {
        ACCEPTS(dpm_sample_discrete_laplace(rng, 1, 10, k));
        CHECK(*k == laplace[i]);
    }
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, sevens, 0));
    for (i = 0; i < 4; i++) {
        ACCEPTS(dpm_sample_discrete_gaussian(rng, 400, 1, k));
        CHECK(*k == gaussian[i]);
    }
    ACCEPTS(dpm_sample_discrete_laplace(rng, 1, (uint32_t)1 << 30, k));
    ACCEPTS(dpm_sample_discrete_gaussian(rng, (uint64_t)1 << 40, 1, k));
#define BAD_RATES(call)                                   \
    REFUSES(DPM_ERR_RATE, call(0, 1));                    \
    REFUSES(DPM_ERR_RATE, call(1, 0));                    \
    REFUSES(DPM_ERR_RATE, call(65, 1));                   \
    REFUSES(DPM_ERR_RATE, call(1, (1u << 30) + 1));       \
    REFUSES(DPM_ERR_RATE, call((1u << 30) + 1, 1u << 30))
#define BAD_VARIANCES(call)                               \
    REFUSES(DPM_ERR_VARIANCE, call(0, 1));                \
    REFUSES(DPM_ERR_VARIANCE, call(1, 0));                \
    REFUSES(DPM_ERR_VARIANCE, call(1, 1025));             \
    REFUSES(DPM_ERR_VARIANCE, call(((uint64_t)1 << 40) + 1, 1))
#define LAPLACE(p, q) dpm_sample_discrete_laplace(rng, p, q, k)
#define GAUSSIAN(p, q) dpm_sample_discrete_gaussian(rng, p, q, k)
    BAD_RATES(LAPLACE);
    BAD_VARIANCES(GAUSSIAN);
#define LAPLACE_R(object) dpm_sample_discrete_laplace(object, 1, 10, k)
#define LAPLACE_O(out) dpm_sample_discrete_laplace(rng, 1, 10, out)
#define GAUSSIAN_R(object) dpm_sample_discrete_gaussian(object, 400, 1, k)
#define GAUSSIAN_O(out) dpm_sample_discrete_gaussian(rng, 400, 1, out)
    OBJECT(dpm_rng, rng, LAPLACE_R);
    OBJECT(dpm_rng, rng, GAUSSIAN_R);
    PLACE(int64_t, k, LAPLACE_O);
    PLACE(int64_t, k, GAUSSIAN_O);
    REFUSES(DPM_ERR_OVERLAP, LAPLACE_O((int64_t *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, GAUSSIAN_O((int64_t *)(void *)rng));
}

#endif

/* Random calls: integer samplers, the urn, noise on counts, composition. */
#ifndef FUZZ_INTEGERS_H
#define FUZZ_INTEGERS_H

#include "ledger.h"

/* Mostly in [lo, hi], by the logarithm. */
static uint64_t whole(const char *text, double lo, double hi) {
    static const uint64_t list[] = {0, 1, 2, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX, (uint64_t)1 << 40};
    uint64_t x = chance(40) ? list[below(sizeof list / sizeof *list)] : (uint64_t)exp(log(lo) + unit() * (log(hi) - log(lo)));
    return note(text, (double)x), x;
}
#define MASS(text) ((uint32_t)whole(text, 1.0, 32768.0))
#define PRIOR ((uint32_t)whole("prior_mass", 1.0, 1e8))
#define DRAWS ((uint32_t)whole("draws", 1.0, 3000.0))

static const dpm_polya *urn_of(size_t n) {
    const dpm_polya *m = (const dpm_polya *)pointer(READ, sizeof *m, 8, 0);
    if (m != NULL && !chance(30))
        (void)dpm_polya_init_checked((dpm_polya *)(uintptr_t)m, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, n, 7, 1000, 5, 1 + (uint32_t)below(100));
    return m;
}
static const dpm_geometric *geometric_of(void) {
    const dpm_geometric *m = (const dpm_geometric *)pointer(READ, sizeof *m, 8, 0);
    if (m != NULL && !chance(30)) (void)dpm_geometric_init_checked((dpm_geometric *)(uintptr_t)m, DPM_ADJACENCY_EVENT, 1e6, 0.0, 1, 1 + (uint32_t)below(9), 9);
    return m;
}
static const dpm_gaussian *gaussian_of(void) {
    const dpm_gaussian *m = (const dpm_gaussian *)pointer(READ, sizeof *m, 8, 0);
    if (m != NULL && !chance(30)) (void)dpm_gaussian_init_checked((dpm_gaussian *)(uintptr_t)m, DPM_ADJACENCY_EVENT, 1e3, 0.5, 1, 1 + below(900), 1);
    return m;
}
static uint32_t floor_of(void) { return (uint32_t)whole("floor", 1.0, 1073741824.0); }
static const int64_t *noisy_of(size_t n) {
    const int64_t *y = IN_N(int64_t, small(n));
    size_t i;
    if (y == NULL || n > 6) return y;
    for (i = 0; i < small(n); i++) {
        int64_t v = (int64_t)below(1000) - 200;
        if (chance(20)) v = (int64_t)next();
        memcpy((unsigned char *)(uintptr_t)(y + i), &v, sizeof v);
    }
    return y;
}

/* Scratch of `needed` elements, now and then too little. */
#define SPACE(type, needed)                                                                      \
    (len = (needed), len = len > 64 ? 0 : chance(15) && len > 0 ? len - 1 - below(len) : len,    \
     refused |= len < (needed), space = pointer(SCRATCH, len * sizeof(type), sizeof(type), 0))
#define INT64_N(n) pointer(CHANGED, (n) * 8, 8, 0)
#define INT32_N(n) pointer(CHANGED, (n) * 4, 4, 0)

/* The parameters that both mechanisms with noise on every count take. */
#define NOISE_CASES(kind, type, object, solve, delta_of, numerator, part_type)                                                    \
    COSTLY_CASE(dpm_##kind##_delta) {                                                                                             \
        code = adjacency(); t = numerator; s = (uint32_t)whole("q", 1.0, 1000.0); r = releases(); z = EPSILON; p = NUMBER;        \
        CALL(dpm_##kind##_delta, (code, (part_type)t, s, r, z, p));                                                               \
    }                                                                                                                             \
    COSTLY_CASE(dpm_##kind##_epsilon) {                                                                                           \
        code = adjacency(); t = numerator; s = (uint32_t)whole("q", 1.0, 1000.0); r = releases(); w = delta_of; p = NUMBER;       \
        CALL(dpm_##kind##_epsilon, (code, (part_type)t, s, r, w, p));                                                             \
    }                                                                                                                             \
    COSTLY_CASE(solve) {                                                                                                          \
        code = adjacency(); r = releases(); z = EPSILON; w = delta_of; p = OUT(part_type); q = OUT(uint32_t);                     \
        CALL(solve, (code, r, z, w, p, q));                                                                                       \
    }                                                                                                                             \
    COSTLY_CASE(dpm_##kind##_init) {                                                                                              \
        code = adjacency(); r = releases(); z = EPSILON; w = delta_of; p = pointer(CHANGED, sizeof(type), 8, 0);                  \
        CALL(dpm_##kind##_init, (p, code, z, w, r));                                                                              \
    }                                                                                                                             \
    COSTLY_CASE(dpm_##kind##_init_checked) {                                                                                      \
        code = chance(20) ? adjacency() : DPM_ADJACENCY_EVENT; t = numerator; s = (uint32_t)whole("q", 1.0, 1000.0);              \
        p = pointer(CHANGED, sizeof(type), 8, 0);                                                                                 \
        CALL(dpm_##kind##_init_checked, (p, code, 1e6, 0.5, 1, (part_type)t, s));                                                 \
    }                                                                                                                             \
    CASE(dpm_##kind##_parameters) {                                                                                               \
        const type *d = object(); p = OUT(part_type); q = OUT(uint32_t);                                                          \
        CALL(dpm_##kind##_parameters, (d, p, q));                                                                                 \
    }                                                                                                                             \
    CASE(dpm_##kind##_guarantee) {                                                                                                \
        const type *d = object(); int *a = OUT(int); double *e = NUMBER; double *l = NUMBER; p = OUT(uint32_t);                   \
        CALL(dpm_##kind##_guarantee, (d, a, e, l, p));                                                                            \
    }                                                                                                                             \
    CASE(dpm_##kind##_release_counts) {                                                                                           \
        n = states();                                                                                                             \
        const type *d = object(); rng = generator(); c = counts_of(n, small(n)); p = INT64_N(small(n));                           \
        CALL(dpm_##kind##_release_counts, (d, rng, c, n, p));                                                                     \
    }                                                                                                                             \
    CASE(dpm_##kind##_release_row) {                                                                                              \
        n = states();                                                                                                             \
        const type *d = object(); rng = generator(); c = counts_of(n, small(n)); s = floor_of(); SPACE(int64_t, n);               \
        p = OUT_N(small(n));                                                                                                      \
        CALL(dpm_##kind##_release_row, (d, rng, c, n, s, space, len, p));                                                         \
    }                                                                                                                             \
    CASE(dpm_##kind##_release_chain) {                                                                                            \
        n = states();                                                                                                             \
        const type *d = object(); rng = generator(); c = counts_of(n, cells(n)); s = floor_of(); SPACE(int64_t, n);               \
        p = OUT_N(cells(n));                                                                                                      \
        CALL(dpm_##kind##_release_chain, (d, rng, c, n, s, space, len, p));                                                       \
    }

static dpm_status calls_of_integers(size_t which, size_t function, size_t *functions) {
    double x, z, w;
    size_t n, len;
    int code;
    uint32_t r, s, u, v, m;
    uint64_t t;
    void *p, *q, *space;
    dpm_rng *rng;
    const uint32_t *c;
    /* samplers */
    CASE(dpm_sample_uniform_below) {
        rng = generator(); t = whole("bound", 1.0, 1e19); p = OUT(uint64_t);
        CALL(dpm_sample_uniform_below, (rng, t, p));
    }
    CASE(dpm_sample_bernoulli) {
        rng = generator(); t = whole("numerator", 1.0, 1e9); p = OUT(int);
        CALL(dpm_sample_bernoulli, (rng, t, whole("denominator", 1e8, 1e19), p));
    }
    CASE(dpm_sample_bernoulli_exp) {
        rng = generator(); t = whole("numerator", 1.0, 1e19); p = OUT(int);
        CALL(dpm_sample_bernoulli_exp, (rng, t, whole("denominator", 1.0, 1e19), p));
    }
    CASE(dpm_sample_discrete_laplace) {
        rng = generator(); r = (uint32_t)whole("numerator", 1.0, 1e6); p = OUT(int64_t);
        CALL(dpm_sample_discrete_laplace, (rng, r, (uint32_t)whole("denominator", 1e3, 1e9), p));
    }
    CASE(dpm_sample_discrete_gaussian) {
        rng = generator(); t = whole("numerator", 1.0, 1e12); p = OUT(int64_t);
        CALL(dpm_sample_discrete_gaussian, (rng, t, (uint32_t)whole("denominator", 1.0, 1024.0), p));
    }
    /* the urn */
    CASE(dpm_polya_release_row_unchecked) {
        n = states(); rng = generator(); c = counts_of(n, small(n)); r = MASS("event_mass"); s = PRIOR; u = MASS("draw_mass"); v = DRAWS;
        SPACE(uint32_t, dpm_polya_work_len(n)); p = INT32_N(small(n));
        CALL(dpm_polya_release_row_unchecked, (rng, c, n, r, s, u, v, space, len, p));
    }
    COSTLY_CASE(dpm_polya_delta) {
        code = adjacency(); n = states(); r = MASS("event_mass"); s = PRIOR; u = MASS("draw_mass"); v = DRAWS; m = releases(); z = EPSILON; p = NUMBER;
        CALL(dpm_polya_delta, (code, n, r, s, u, v, m, z, p));
    }
    COSTLY_CASE(dpm_polya_epsilon) {
        code = adjacency(); n = states(); r = MASS("event_mass"); s = PRIOR; u = MASS("draw_mass"); v = DRAWS; m = releases(); w = DELTA; p = NUMBER;
        CALL(dpm_polya_epsilon, (code, n, r, s, u, v, m, w, p));
    }
    CASE(dpm_polya_pure_epsilon) {
        code = adjacency(); n = states(); r = MASS("event_mass"); s = PRIOR; u = MASS("draw_mass"); v = DRAWS; m = releases(); p = NUMBER;
        CALL(dpm_polya_pure_epsilon, (code, n, r, s, u, v, m, p));
    }
    COSTLY_CASE(dpm_polya_largest_pure_draws) {
        code = adjacency(); n = states(); r = MASS("event_mass"); s = PRIOR; u = MASS("draw_mass"); m = releases();
        z = likely("epsilon", 1.0, 1e6); p = OUT(uint32_t);
        CALL(dpm_polya_largest_pure_draws, (code, n, r, s, u, m, z, p));
    }
    COSTLY_CASE(dpm_polya_init) {
        code = adjacency(); n = states(); z = EPSILON; w = DELTA; r = releases(); x = likely("pseudo_count", 1e-3, 1e6); v = DRAWS;
        p = pointer(CHANGED, sizeof(dpm_polya), 8, 0);
        CALL(dpm_polya_init, (p, code, z, w, r, n, x, v));
    }
    CASE(dpm_polya_init_checked) {
        code = adjacency(); n = states(); r = MASS("event_mass"); s = PRIOR; u = MASS("draw_mass"); v = DRAWS;
        p = pointer(CHANGED, sizeof(dpm_polya), 8, 0);
        CALL(dpm_polya_init_checked, (p, code, 1e6, 0.5, 1, n, r, s, u, v));
    }
    CASE(dpm_polya_parameters) {
        const dpm_polya *d = urn_of(3); p = OUT(size_t); q = OUT(uint32_t);
        uint32_t *e = OUT(uint32_t), *f = OUT(uint32_t), *g = OUT(uint32_t);
        CALL(dpm_polya_parameters, (d, p, q, e, f, g));
    }
    CASE(dpm_polya_guarantee) {
        const dpm_polya *d = urn_of(3); int *a = OUT(int); double *e = NUMBER; double *l = NUMBER; p = OUT(uint32_t);
        CALL(dpm_polya_guarantee, (d, a, e, l, p));
    }
    CASE(dpm_polya_release_tallies) {
        n = states();
        const dpm_polya *d = urn_of(n); rng = generator(); c = counts_of(n, small(n)); SPACE(uint32_t, dpm_polya_work_len(n));
        p = INT32_N(small(n));
        CALL(dpm_polya_release_tallies, (d, rng, c, n, space, len, p));
    }
    CASE(dpm_polya_release_row) {
        n = states();
        const dpm_polya *d = urn_of(n); rng = generator(); c = counts_of(n, small(n)); SPACE(uint32_t, dpm_polya_work_len(n));
        p = OUT_N(small(n));
        CALL(dpm_polya_release_row, (d, rng, c, n, space, len, p));
    }
    CASE(dpm_polya_release_chain) {
        n = states();
        const dpm_polya *d = urn_of(n); rng = generator(); c = counts_of(n, cells(n)); SPACE(uint32_t, dpm_polya_work_len(n));
        p = OUT_N(cells(n));
        CALL(dpm_polya_release_chain, (d, rng, c, n, space, len, p));
    }
    /* noise on every count */
    NOISE_CASES(geometric, dpm_geometric, geometric_of, dpm_geometric_solve_rate, (chance(3) ? 0.0 : DELTA), whole("p", 1.0, 1000.0), uint32_t)
    NOISE_CASES(gaussian, dpm_gaussian, gaussian_of, dpm_gaussian_solve_variance, DELTA, whole("p", 1.0, 1e12), uint64_t)
    CASE(dpm_noisy_counts_row) {
        n = states();
        const int64_t *y = noisy_of(n); s = floor_of(); p = OUT_N(small(n));
        CALL(dpm_noisy_counts_row, (y, n, s, p));
    }
    CASE(dpm_noisy_counts_units) {
        n = states();
        const int64_t *y = noisy_of(n); s = floor_of(); p = INT32_N(small(n));
        CALL(dpm_noisy_counts_units, (y, n, s, p));
    }
    return calls_of_ledgers(which, function, functions);
}

#endif

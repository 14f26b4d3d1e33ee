/* Base learners, minimum distance, transitions as symbols. */
#ifndef API_LEARNER_BASE_H
#define API_LEARNER_BASE_H

#include "releases.h"

#define HYPOTHESES 3

static uint32_t *weights;
static uint64_t *how_many;
static size_t *chosen;
static const uint32_t *in_class;
static const uint32_t of_two_sums[HYPOTHESES * N] = {8, 1, 1, 0, 1, 8, 1, 0, 1, 1, 9, 0};

/* A struct with a call, and every way in which it can be wrong. */
#define LEARNERS(call_with)                                                                \
    do {                                                                                   \
        dpm_learner bad_ = {DPM_LEARNER_EMPIRICAL, 0, 0, 0, N, NULL};                      \
        ACCEPTS(call_with(&bad_));                                                         \
        REFUSES(DPM_ERR_NULL, call_with(NULL));                                            \
        REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(const dpm_learner, &bad_)));             \
        REFUSES(DPM_ERR_SIZE, call_with(TOP(const dpm_learner)));                          \
        bad_.kind = 3;                                                                     \
        REFUSES(DPM_ERR_LEARNER, call_with(&bad_));                                        \
        bad_.kind = -1;                                                                    \
        REFUSES(DPM_ERR_LEARNER, call_with(&bad_));                                        \
        bad_.kind = DPM_LEARNER_ADD_CONSTANT;                                              \
        REFUSES(DPM_ERR_FRACTION, call_with(&bad_));                                       \
        bad_.numerator = 1;                                                                \
        REFUSES(DPM_ERR_FRACTION, call_with(&bad_));                                       \
        bad_.denominator = 2;                                                              \
        ACCEPTS(call_with(&bad_));                                                         \
        bad_.n = 1;                                                                        \
        REFUSES(DPM_ERR_ALPHABET, call_with(&bad_));                                       \
        bad_.n = SIZE_MAX;                                                                 \
        REFUSES(DPM_ERR_ALPHABET, call_with(&bad_));                                       \
        bad_.n = N;                                                                        \
        bad_.kind = DPM_LEARNER_CLASS;                                                     \
        REFUSES(DPM_ERR_HYPOTHESES, call_with(&bad_));                                     \
        bad_.hypotheses = 4097;                                                            \
        REFUSES(DPM_ERR_HYPOTHESES, call_with(&bad_));                                     \
        bad_.hypotheses = HYPOTHESES;                                                      \
        REFUSES(DPM_ERR_NULL, call_with(&bad_));                                           \
        bad_.laws = OFF(const uint32_t, in_class);                                         \
        REFUSES(DPM_ERR_MISALIGNED, call_with(&bad_));                                     \
        bad_.laws = TOP(const uint32_t);                                                   \
        REFUSES(DPM_ERR_SIZE, call_with(&bad_));                                           \
        bad_.laws = of_two_sums;                                    \
        REFUSES(DPM_ERR_LAWS, call_with(&bad_));                                           \
        bad_.laws = in_class;                                                              \
        ACCEPTS(call_with(&bad_));                                                         \
    } while (0)
/* The output must not be the laws of the class. */
#define LEARNER_OVERLAPS(call_with, type, out)                                             \
    do {                                                                                   \
        dpm_learner class_ = {DPM_LEARNER_CLASS, 0, 0, HYPOTHESES, N, NULL};               \
        class_.laws = (const uint32_t *)(const void *)(out);                               \
        REFUSES(DPM_ERR_OVERLAP, call_with(&class_, out));                                 \
        class_.laws = in_class;                                                            \
        REFUSES(DPM_ERR_OVERLAP, call_with(&class_, (type *)(void *)&class_));             \
        REFUSES(DPM_ERR_OVERLAP, call_with(&class_, (type *)(uintptr_t)in_class));         \
    } while (0)

static void base_learners(void) {
    static const uint32_t laws[HYPOTHESES * N] = {8, 1, 1, 0, 1, 8, 1, 0, 1, 1, 8, 0};
    static const uint32_t nothing[N] = {0, 0, 0, 0};
    dpm_learner learner = {DPM_LEARNER_EMPIRICAL, 1, 2, HYPOTHESES, N, NULL};
    double bad;
    size_t i;
    weights = (uint32_t *)output(N * N * sizeof *weights);
    how_many = (uint64_t *)output(sizeof *how_many);
    chosen = (size_t *)output(sizeof *chosen);
    in_class = (const uint32_t *)input(laws, sizeof laws);
    learner.laws = in_class;

    ACCEPTS(dpm_learner_law(&learner, in_counts, weights));
    CHECK(memcmp(weights, in_counts, N * sizeof *weights) == 0);
    ACCEPTS(dpm_learner_law(&learner, nothing, weights));
    for (i = 0; i < N; i++) CHECK(weights[i] == 1);
    learner.kind = DPM_LEARNER_ADD_CONSTANT;
    ACCEPTS(dpm_learner_law(&learner, in_counts, weights));
    for (i = 0; i < N; i++) CHECK(weights[i] == 2 * in_counts[i] + 1);
    learner.kind = DPM_LEARNER_CLASS;
    ACCEPTS(dpm_learner_law(&learner, in_counts + N, weights)); /* 10, 60, 20, 10 */
    CHECK(memcmp(weights, laws + N, N * sizeof *weights) == 0);
#define LAW_L(object) dpm_learner_law(object, in_counts, weights)
#define LAW_LO(object, out) dpm_learner_law(object, in_counts, out)
#define LAW_I(in) dpm_learner_law(&learner, in, weights)
#define LAW_O(out) dpm_learner_law(&learner, in_counts, out)
    LEARNERS(LAW_L);
    LEARNER_OVERLAPS(LAW_LO, uint32_t, weights);
    PLACE(const uint32_t, in_counts, LAW_I);
    PLACE(uint32_t, weights, LAW_O);
    REFUSES(DPM_ERR_OVERLAP, LAW_I(weights));

    learner.kind = DPM_LEARNER_EMPIRICAL;
    ACCEPTS(dpm_learner_samples(&learner, 0.1, 0.05, how_many));
    CHECK(*how_many == 495); /* (sqrt(4)/2 + sqrt(ln(20)/2))^2/0.01 = 494.6 */
    learner.kind = DPM_LEARNER_ADD_CONSTANT;
    ACCEPTS(dpm_learner_samples(&learner, 0.1, 0.05, how_many));
    CHECK(*how_many > 495 && *how_many < 600);
    learner.kind = DPM_LEARNER_CLASS;
    ACCEPTS(dpm_learner_samples(&learner, 0.1, 0.01, how_many));
    CHECK(*how_many == 27); /* the values of the Rust documentation */
    ACCEPTS(dpm_class_samples_agnostic(in_class, HYPOTHESES, N, 0.1, 0.01, how_many));
    CHECK(*how_many == 1280);
    ACCEPTS(dpm_class_separation(in_class, HYPOTHESES, N, a));
    CHECK(*a > 0.6999 && *a <= 0.7);
    learner.kind = DPM_LEARNER_EMPIRICAL;
    REFUSES(DPM_ERR_UNREACHABLE, dpm_learner_samples(&learner, 1e-9, 0.01, how_many));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_samples(&learner, 0.0, 0.01, how_many));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_samples(&learner, 1.0, 0.01, how_many));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_samples(&learner, 0.1, 0.0, how_many));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_samples(&learner, 0.1, 1.0, how_many));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_learner_samples(&learner, bad, 0.01, how_many));
        REFUSES(DPM_ERR_DOMAIN, dpm_learner_samples(&learner, 0.1, bad, how_many));
        REFUSES(DPM_ERR_DOMAIN, dpm_class_samples_agnostic(in_class, HYPOTHESES, N, bad, 0.01, how_many));
        REFUSES(DPM_ERR_DOMAIN, dpm_class_samples_agnostic(in_class, HYPOTHESES, N, 0.1, bad, how_many));
    }
#define SAMPLES_L(object) dpm_learner_samples(object, 0.1, 0.01, how_many)
#define SAMPLES_LO(object, out) dpm_learner_samples(object, 0.1, 0.01, out)
#define SAMPLES_O(out) dpm_learner_samples(&learner, 0.1, 0.01, out)
    LEARNERS(SAMPLES_L);
    PLACE(uint64_t, how_many, SAMPLES_O);
    REFUSES(DPM_ERR_OVERLAP, SAMPLES_O((uint64_t *)(void *)&learner));

    ACCEPTS(dpm_minimum_distance(in_counts, N, in_class, HYPOTHESES, chosen));
    CHECK(*chosen == 0); /* 90, 5, 3, 2 */
    ACCEPTS(dpm_minimum_distance(in_counts + N, N, in_class, HYPOTHESES, chosen));
    CHECK(*chosen == 1);
#define NEAREST(c, n, l, h, out) dpm_minimum_distance(c, n, l, h, out)
#define APART(c, n, l, h, out) dpm_class_separation(l, h, n, out)
#define AGNOSTIC(c, n, l, h, out) dpm_class_samples_agnostic(l, h, n, 0.1, 0.01, out)
#define CLASSES_REFUSED(call, type, out)                                                             \
    do {                                                                                             \
        REFUSES(DPM_ERR_ALPHABET, call(in_counts, 1, in_class, HYPOTHESES, out));                    \
        REFUSES(DPM_ERR_ALPHABET, call(in_counts, SIZE_MAX, in_class, HYPOTHESES, out));             \
        REFUSES(DPM_ERR_HYPOTHESES, call(in_counts, N, in_class, 0, out));                           \
        REFUSES(DPM_ERR_HYPOTHESES, call(in_counts, N, in_class, 4097, out));                        \
        REFUSES(DPM_ERR_LAWS, call(in_counts, N, of_two_sums, HYPOTHESES, out));                       \
        REFUSES(DPM_ERR_NULL, call(in_counts, N, NULL, HYPOTHESES, out));                            \
        REFUSES(DPM_ERR_NULL, call(in_counts, N, in_class, HYPOTHESES, NULL));                       \
        REFUSES(DPM_ERR_MISALIGNED, call(in_counts, N, OFF(const uint32_t, in_class), HYPOTHESES, out)); \
        REFUSES(DPM_ERR_MISALIGNED, call(in_counts, N, in_class, HYPOTHESES, OFF(type, out)));       \
        REFUSES(DPM_ERR_SIZE, call(in_counts, N, TOP(const uint32_t), HYPOTHESES, out));             \
        REFUSES(DPM_ERR_OVERLAP, call(in_counts, N, in_class, HYPOTHESES, (type *)(uintptr_t)(in_class + 2))); \
    } while (0)
    CLASSES_REFUSED(NEAREST, size_t, chosen);
    CLASSES_REFUSED(APART, double, a);
    CLASSES_REFUSED(AGNOSTIC, uint64_t, how_many);
#define NEAREST_I(in) NEAREST(in, N, in_class, HYPOTHESES, chosen)
    PLACE(const uint32_t, in_counts, NEAREST_I);
    REFUSES(DPM_ERR_OVERLAP, NEAREST(in_counts, N, in_class, HYPOTHESES, (size_t *)(uintptr_t)in_counts));
}

static void transitions_as_symbols(void) {
    static const uint32_t starts[4] = {0, 2, 3, 5}, released[3] = {5, 5, 15}, wrong[3] = {5, 16, 5};
    static const uint16_t targets[5] = {0, 1, 2, 0, 2};
    static const double shares[N] = {0.25, 0.25, 0.25, 0.25}, none[N] = {0.0, 0.0, 0.0, 0.0};
    size_t *from = chosen, *to = current, n;
    const uint32_t *in_released = (const uint32_t *)input(released, sizeof released);
    const double *in_shares = (const double *)input(shares, sizeof shares);
    uint32_t *few = (uint32_t *)output(N * N * sizeof *few);
    uint32_t of_pairs[N * N];
    double bad;
    size_t i;

    ACCEPTS(dpm_learner_pair(67, 17, from, to));
    CHECK(*from == 3 && *to == 16);
    REFUSES(DPM_ERR_SYMBOL, dpm_learner_pair(289, 17, from, to));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_pair(1, 4097, from, to));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_learner_pair(1, n, from, to));
#define PAIR_F(out) dpm_learner_pair(1, 17, out, to)
#define PAIR_T(out) dpm_learner_pair(1, 17, from, out)
    PLACE(size_t, from, PAIR_F);
    PLACE(size_t, to, PAIR_T);
    REFUSES(DPM_ERR_OVERLAP, PAIR_F(to));

#define FEASIBLE(symbol, s, t, n, cells, f, g) dpm_learner_feasible_pair(symbol, s, t, n, cells, f, g)
    ACCEPTS(FEASIBLE(3, starts, targets, 3, 5, from, to));
    CHECK(*from == 2 && *to == 0);
    REFUSES(DPM_ERR_SYMBOL, FEASIBLE(5, starts, targets, 3, 5, from, to));
    REFUSES(DPM_ERR_LENGTH, FEASIBLE(3, starts, targets, 3, 4, from, to));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, FEASIBLE(3, starts, targets, n, 5, from, to));
#define FEASIBLE_S(in) FEASIBLE(3, in, targets, 3, 5, from, to)
#define FEASIBLE_I(in) FEASIBLE(3, starts, in, 3, 5, from, to)
#define FEASIBLE_F(out) FEASIBLE(3, starts, targets, 3, 5, out, to)
#define FEASIBLE_T(out) FEASIBLE(3, starts, targets, 3, 5, from, out)
    PLACE(const uint32_t, starts, FEASIBLE_S);
    PLACE(const uint16_t, targets, FEASIBLE_I);
    PLACE(size_t, from, FEASIBLE_F);
    PLACE(size_t, to, FEASIBLE_T);
    REFUSES(DPM_ERR_OVERLAP, FEASIBLE_F(to));

    memset(few, 0, N * N * sizeof *few);
    ACCEPTS(dpm_learner_add(few, N * N, in_released, 3));
    CHECK(few[5] == 2 && few[15] == 1 && few[0] == 0);
    REFUSES(DPM_ERR_SYMBOL, dpm_learner_add(few, N * N, wrong, 3));
    few[15] = UINT32_MAX;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_learner_add(few, N * N, in_released, 3));
    few[15] = 1;
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_add(few, 1, in_released, 3));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_add(few, SIZE_MAX, in_released, 3));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_add(few, N * N, in_released, 0));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_add(few, N * N, in_released, SIZE_MAX));
#define ADD_C(object) dpm_learner_add(object, N * N, in_released, 3)
#define ADD_I(in) dpm_learner_add(few, N * N, in, 3)
    PLACE(uint32_t, few, ADD_C);
    PLACE(const uint32_t, in_released, ADD_I);
    REFUSES(DPM_ERR_OVERLAP, ADD_I(few + 2));

    ACCEPTS(dpm_learner_law_of_chain(in_matrix, N, in_shares, 400, weights));
    for (i = 0; i < N; i++) CHECK(weights[i] == (i == 0 ? 50 : i == 1 ? 25 : 13)); /* 0.25 0.125 400 = 12.5 */
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_law_of_chain(in_matrix, N, in_shares, 0, weights));
    REFUSES(DPM_ERR_LAWS, dpm_learner_law_of_chain(in_matrix, N, none, 400, weights));
    for (EACH_BAD(bad)) {
        double share[N] = {0.25, 0.25, 0.25, 0.25}, broken[N * N];
        share[2] = bad;
        REFUSES(DPM_ERR_DOMAIN, dpm_learner_law_of_chain(in_matrix, N, share, 400, weights));
        memcpy(broken, in_matrix, sizeof broken);
        broken[7] = bad;
        REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_learner_law_of_chain(broken, N, in_shares, 400, weights));
    }
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_law_of_chain(in_matrix, 4097, in_shares, 400, weights));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_learner_law_of_chain(in_matrix, n, in_shares, 400, weights));
#define CHAIN_LAW_M(in) dpm_learner_law_of_chain(in, N, in_shares, 400, weights)
#define CHAIN_LAW_P(in) dpm_learner_law_of_chain(in_matrix, N, in, 400, weights)
#define CHAIN_LAW_O(out) dpm_learner_law_of_chain(in_matrix, N, in_shares, 400, out)
    PLACE(const double, in_matrix, CHAIN_LAW_M);
    PLACE(const double, in_shares, CHAIN_LAW_P);
    PLACE(uint32_t, weights, CHAIN_LAW_O);
    REFUSES(DPM_ERR_OVERLAP, CHAIN_LAW_O((uint32_t *)(uintptr_t)in_matrix));
    REFUSES(DPM_ERR_OVERLAP, CHAIN_LAW_O((uint32_t *)(uintptr_t)in_shares));

    memcpy(of_pairs, weights, sizeof of_pairs);
    ACCEPTS(dpm_learner_chain_of_law(in_counts, N, matrix));
    CHECK(matrix[0] == 0.9 && matrix[15] == 0.93);
    for (i = 0; i < N; i++) of_pairs[2 * N + i] = 0;
    REFUSES(DPM_ERR_EMPTY_ROW, dpm_learner_chain_of_law(of_pairs, N, matrix));
    for (i = 0; i < N * N; i++) of_pairs[i] = 0;
    REFUSES(DPM_ERR_LAWS, dpm_learner_chain_of_law(of_pairs, N, matrix));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_chain_of_law(in_counts, 4097, matrix));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_learner_chain_of_law(in_counts, n, matrix));
#define LAW_CHAIN_I(in) dpm_learner_chain_of_law(in, N, matrix)
#define LAW_CHAIN_O(out) dpm_learner_chain_of_law(in_counts, N, out)
    PLACE(const uint32_t, in_counts, LAW_CHAIN_I);
    PLACE(double, matrix, LAW_CHAIN_O);
    REFUSES(DPM_ERR_OVERLAP, LAW_CHAIN_I((const uint32_t *)(const void *)matrix));
}

#endif

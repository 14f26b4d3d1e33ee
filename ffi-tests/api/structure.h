/* The structure of a chain, its group inverse, mixing, first-passage times and prediction. */
#ifndef API_STRUCTURE_H
#define API_STRUCTURE_H

#include "releases.h"

/* The chain; call(matrix, n). */
#define MATRIX(call)                                                                \
    do {                                                                            \
        double m_[N * N];                                                           \
        size_t k_, n_;                                                              \
        ACCEPTS(call(in_matrix, N));                                                \
        REFUSES(DPM_ERR_NULL, call(NULL, N));                                       \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const double, in_matrix), N));         \
        REFUSES(DPM_ERR_SIZE, call(TOP(const double), N));                          \
        for (EACH_BAD_N(n_)) REFUSES(DPM_ERR_STATES, call(in_matrix, n_));          \
        for (k_ = 0; k_ < N * N; k_++) {                                            \
            double bad_;                                                            \
            memcpy(m_, example_matrix, sizeof m_);                                  \
            for (EACH_BAD(bad_)) {                                                  \
                m_[k_] = bad_;                                                      \
                REFUSES(DPM_ERR_NOT_STOCHASTIC, call(m_, N));                       \
            }                                                                       \
        }                                                                           \
    } while (0)

/* The scratch; call(work, work_len). */
#define WORK_SPACE(call, needed)                                                    \
    do {                                                                            \
        size_t k_;                                                                  \
        ACCEPTS(call(work, SIZE_MAX)); /* more than needed is not looked at */      \
        REFUSES(DPM_ERR_NULL, call(NULL, needed));                                  \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(double, work), needed));               \
        REFUSES(DPM_ERR_SIZE, call(TOP(double), needed));                           \
        for (k_ = 0; k_ < (needed); k_++) REFUSES(DPM_ERR_WORK_LEN, call(work, k_)); \
        REFUSES(DPM_ERR_OVERLAP, call((double *)(uintptr_t)in_matrix, needed));     \
    } while (0)

/* An output of the call, apart from the scratch and the chain; call(output). */
#define RESULT(type, place, call)                                                   \
    SMALL_PLACE(type, place, call);                                                 \
    REFUSES(DPM_ERR_OVERLAP, call((type *)(void *)work));                           \
    REFUSES(DPM_ERR_OVERLAP, call((type *)(uintptr_t)in_matrix))

#define IDENTITY {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}
static const double periodic_chain[4] = {0.0, 1.0, 1.0, 0.0}, identity_chain[9] = IDENTITY,
                    drunkard_chain[9] = {1.0, 0.0, 0.0, 0.5, 0.0, 0.5, 0.0, 0.0, 1.0}, /* absorbed at both ends */
                    one_way_chain[9] = {0.5, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0};   /* 0 is left for a cycle of two */

static void classes_of_chains(void) {
    const size_t len = DPM_RECURRENT_CLASSES_WORK_LEN(N);
    uint8_t *members = (uint8_t *)output(N);
    uint32_t *labels = (uint32_t *)output(N * sizeof *labels);
    size_t k;

    ACCEPTS(dpm_class_labels(in_matrix, N, work, len, labels, current));
    for (k = 0; k < N; k++) CHECK(labels[k] == 0);
    CHECK(*current == 1);
    ACCEPTS(dpm_class_labels(drunkard_chain, 3, work, len, labels, current));
    CHECK(*current == 2 && labels[0] == 0 && labels[1] == DPM_TRANSIENT && labels[2] == 1);
    ACCEPTS(dpm_class_labels(identity_chain, 3, work, len, labels, current));
    CHECK(*current == 3 && labels[0] == 0 && labels[1] == 1 && labels[2] == 2);
    ACCEPTS(dpm_class_labels(one_way_chain, 3, work, len, labels, current));
    CHECK(*current == 1 && labels[0] == DPM_TRANSIENT && labels[1] == 0 && labels[2] == 0);
    ACCEPTS(dpm_class_of_state(one_way_chain, 3, 0, work, len, members, current));
    CHECK(*current == 2 && members[0] == 0 && members[1] == 1 && members[2] == 1);
    ACCEPTS(dpm_class_of_state(drunkard_chain, 3, 2, work, len, members, current));
    CHECK(*current == 1 && members[0] == 0 && members[1] == 0 && members[2] == 1);
    REFUSES(DPM_ERR_SEVERAL_CLASSES, dpm_class_of_state(drunkard_chain, 3, 1, work, len, members, current));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_class_of_state(drunkard_chain, 3, 3, work, len, members, current));
#define LABELS_M(m, n) dpm_class_labels(m, n, work, len, labels, current)
#define LABELS_W(w, l) dpm_class_labels(in_matrix, N, w, l, labels, current)
#define LABELS_L(out) dpm_class_labels(in_matrix, N, work, len, out, current)
#define LABELS_C(out) dpm_class_labels(in_matrix, N, work, len, labels, out)
    MATRIX(LABELS_M);
    WORK_SPACE(LABELS_W, len);
    RESULT(uint32_t, labels, LABELS_L);
    RESULT(size_t, current, LABELS_C);
    REFUSES(DPM_ERR_SIZE, LABELS_L(TOP(uint32_t)));
    REFUSES(DPM_ERR_SIZE, LABELS_C(TOP(size_t)));
    REFUSES(DPM_ERR_OVERLAP, LABELS_C((size_t *)(void *)labels));
#define MEMBERS_M(m, n) dpm_class_of_state(m, n, 1, work, len, members, current)
#define MEMBERS_W(w, l) dpm_class_of_state(in_matrix, N, 1, w, l, members, current)
#define MEMBERS_L(out) dpm_class_of_state(in_matrix, N, 1, work, len, out, current)
#define MEMBERS_C(out) dpm_class_of_state(in_matrix, N, 1, work, len, members, out)
    MATRIX(MEMBERS_M);
    WORK_SPACE(MEMBERS_W, len);
    RESULT(size_t, current, MEMBERS_C);
    REFUSES(DPM_ERR_SIZE, MEMBERS_C(TOP(size_t)));
    REFUSES(DPM_ERR_NULL, MEMBERS_L(NULL));
    REFUSES(DPM_ERR_OVERLAP, MEMBERS_L((uint8_t *)work + 3));
    REFUSES(DPM_ERR_OVERLAP, MEMBERS_L((uint8_t *)current + 1));
    REFUSES(DPM_ERR_OVERLAP, MEMBERS_L((uint8_t *)(uintptr_t)in_matrix));

    ACCEPTS(dpm_is_irreducible(in_matrix, N, work, len, who));
    CHECK(*who == 1);
    ACCEPTS(dpm_is_irreducible(periodic_chain, 2, work, len, who));
    CHECK(*who == 1);
    ACCEPTS(dpm_is_irreducible(one_way_chain, 3, work, len, who));
    CHECK(*who == 0);
#define IRREDUCIBLE_M(m, n) dpm_is_irreducible(m, n, work, len, who)
#define IRREDUCIBLE_W(w, l) dpm_is_irreducible(in_matrix, N, w, l, who)
#define IRREDUCIBLE_O(out) dpm_is_irreducible(in_matrix, N, work, len, out)
    MATRIX(IRREDUCIBLE_M);
    WORK_SPACE(IRREDUCIBLE_W, len);
    RESULT(int, who, IRREDUCIBLE_O);

    ACCEPTS(dpm_period(in_matrix, N, 2, work, len, current));
    CHECK(*current == 1);
    ACCEPTS(dpm_period(periodic_chain, 2, 1, work, len, current));
    CHECK(*current == 2);
    ACCEPTS(dpm_period(one_way_chain, 3, 2, work, len, current));
    CHECK(*current == 2);
    ACCEPTS(dpm_period(drunkard_chain, 3, 1, work, len, current));
    CHECK(*current == 0); /* no way back */
    REFUSES(DPM_ERR_STATE_INDEX, dpm_period(in_matrix, N, N, work, len, current));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_period(in_matrix, N, SIZE_MAX, work, len, current));
#define PERIOD_M(m, n) dpm_period(m, n, 1, work, len, current)
#define PERIOD_W(w, l) dpm_period(in_matrix, N, 1, w, l, current)
#define PERIOD_O(out) dpm_period(in_matrix, N, 1, work, len, out)
    MATRIX(PERIOD_M);
    WORK_SPACE(PERIOD_W, len);
    RESULT(size_t, current, PERIOD_O);
    REFUSES(DPM_ERR_SIZE, PERIOD_O(TOP(size_t)));

    ACCEPTS(dpm_is_absorbing(drunkard_chain, 3, 0, who));
    CHECK(*who == 1);
    ACCEPTS(dpm_is_absorbing(drunkard_chain, 3, 1, who));
    CHECK(*who == 0);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_is_absorbing(drunkard_chain, 3, 3, who));
#define ABSORBING_M(m, n) dpm_is_absorbing(m, n, 1, who)
#define ABSORBING_O(out) dpm_is_absorbing(in_matrix, N, 1, out)
    MATRIX(ABSORBING_M);
    SMALL_PLACE(int, who, ABSORBING_O);
    REFUSES(DPM_ERR_OVERLAP, ABSORBING_O((int *)(uintptr_t)in_matrix));
}

static void group_inverses(void) {
    const size_t len = DPM_GROUP_INVERSE_WORK_LEN(N), short_len = DPM_STATIONARY_ERROR_BOUND_WORK_LEN(N);
    const double *in_inverse, *in_x;
    double bad, x[N], *times = (double *)output(N * N * sizeof *times);
    size_t i, j, k;

    CHECK(dpm_group_inverse_work_len(N) == len && dpm_group_inverse_work_len(263) == DPM_GROUP_INVERSE_WORK_LEN(263));
    CHECK(dpm_stationary_error_bound_work_len(N) == short_len);
    ACCEPTS(dpm_group_inverse(in_matrix, N, work, len, matrix, pi));
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) { /* A A# = I - 1 pi, and its rows sum to 0 */
            double got = 0.0, sum = 0.0;
            for (k = 0; k < N; k++) {
                got += ((i == k ? 1.0 : 0.0) - in_matrix[i * N + k]) * matrix[k * N + j];
                sum += matrix[i * N + k];
            }
            CHECK(fabs(got - ((i == j ? 1.0 : 0.0) - pi[j])) < 1e-14 && fabs(sum) < 1e-14);
        }
    in_inverse = (const double *)input(matrix, N * N * sizeof *matrix);
    memcpy(x, pi, sizeof x);
    ACCEPTS(dpm_all_mean_first_passage(in_matrix, N, work, DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(N), times));
    for (i = 0; i < N; i++) /* times_ij = (A#_jj - A#_ij)/pi_j */
        for (j = 0; j < N; j++) CHECK(fabs(times[i * N + j] - (in_inverse[j * N + j] - in_inverse[i * N + j]) / x[j]) < 1e-12);
    ACCEPTS(dpm_group_inverse_tau_one(in_inverse, N, a));
    CHECK(*a >= 1.0 && *a < 10.0);
    ACCEPTS(dpm_group_inverse(periodic_chain, 2, work, len, matrix, pi));
    CHECK(matrix[0] == 0.25 && matrix[1] == -0.25 && pi[0] == 0.5);
    ACCEPTS(dpm_group_inverse(one_way_chain, 3, work, len, matrix, pi));
    CHECK(pi[0] == 0.0 && none_is_nan(matrix, 9));
    REFUSES(DPM_ERR_SEVERAL_CLASSES, dpm_group_inverse(identity_chain, 3, work, len, matrix, pi));
    REFUSES(DPM_ERR_SEVERAL_CLASSES, dpm_group_inverse(drunkard_chain, 3, work, len, matrix, pi));
    REFUSES(DPM_ERR_WORK_LEN, dpm_group_inverse(in_matrix, 65535, work, len, matrix, pi)); /* nothing is read */
#define INVERSE_M(m, n) dpm_group_inverse(m, n, work, len, matrix, pi)
#define INVERSE_W(w, l) dpm_group_inverse(in_matrix, N, w, l, matrix, pi)
#define INVERSE_I(out) dpm_group_inverse(in_matrix, N, work, len, out, pi)
#define INVERSE_P(out) dpm_group_inverse(in_matrix, N, work, len, matrix, out)
    MATRIX(INVERSE_M);
    WORK_SPACE(INVERSE_W, len);
    RESULT(double, matrix, INVERSE_I);
    RESULT(double, pi, INVERSE_P);
    REFUSES(DPM_ERR_SIZE, INVERSE_I(TOP(double)));
    REFUSES(DPM_ERR_SIZE, INVERSE_P(TOP(double)));
    REFUSES(DPM_ERR_OVERLAP, INVERSE_P(matrix + 5));

#define TAU(m, n) dpm_group_inverse_tau_one(m, n, a)
#define TAU_I(m) TAU(m, N)
#define TAU_O(out) dpm_group_inverse_tau_one(in_inverse, N, out)
    PLACE(const double, in_inverse, TAU_I);
    PLACE(double, a, TAU_O);
    REFUSES(DPM_ERR_OVERLAP, TAU_O((double *)(uintptr_t)in_inverse));
    for (EACH_BAD_N(k)) REFUSES(DPM_ERR_STATES, TAU(in_inverse, k));
    memcpy(matrix, in_inverse, N * N * sizeof *matrix);
    matrix[7] = NAN;
    REFUSES(DPM_ERR_DOMAIN, TAU_I(matrix));
    matrix[7] = INFINITY;
    REFUSES(DPM_ERR_DOMAIN, TAU_I(matrix));

    in_x = (const double *)input(x, sizeof x);
    ACCEPTS(TAU_I(in_inverse));
    bad = *a;
#define BOUND(m, n, from, tau, w, l, out) dpm_stationary_error_bound(m, n, from, tau, w, l, out)
#define BOUND_M(m, n) BOUND(m, n, in_x, 2.0, work, short_len, a)
#define BOUND_W(w, l) BOUND(in_matrix, N, in_x, 2.0, w, l, a)
#define BOUND_X(from) BOUND(in_matrix, N, from, 2.0, work, short_len, a)
#define BOUND_T(tau) BOUND(in_matrix, N, in_x, tau, work, short_len, a)
#define BOUND_O(out) BOUND(in_matrix, N, in_x, 2.0, work, short_len, out)
    ACCEPTS(BOUND_T(bad));
    CHECK(*a >= 0.0 && *a < 1e-14);
    x[0] += 0.01;
    x[1] -= 0.01;
    ACCEPTS(BOUND(in_matrix, N, x, bad, work, short_len, a));
    CHECK(*a >= 0.01 && *a < 0.1);
    MATRIX(BOUND_M);
    WORK_SPACE(BOUND_W, short_len);
    PLACE(const double, in_x, BOUND_X);
    PLACE(double, a, BOUND_O);
    RESULT(double, a, BOUND_O);
    REFUSES(DPM_ERR_OVERLAP, BOUND_X(work));
    REFUSES(DPM_ERR_OVERLAP, BOUND_X(a));
    REFUSES(DPM_ERR_DOMAIN, BOUND_T(NAN));
    REFUSES(DPM_ERR_DOMAIN, BOUND_T(-1e-9));
    REFUSES(DPM_ERR_DOMAIN, BOUND_T(0.0)); /* below every chain's */
    ACCEPTS(BOUND_T(INFINITY));
    CHECK(*a >= 1.0 && *a < 1.0 + 1e-12); /* nothing is certified */
    for (EACH_BAD(bad)) {
        x[2] = bad;
        REFUSES(DPM_ERR_NOT_STOCHASTIC, BOUND_X(x));
    }
}

static void mixing_of_chains(void) {
    const size_t len = DPM_SECOND_EIGENVALUE_WORK_LEN(N), upper = DPM_SECOND_EIGENVALUE_UPPER_WORK_LEN(N);
    static const double symmetric[4] = {0.75, 0.25, 0.25, 0.75};

    CHECK(dpm_second_eigenvalue_work_len(N) == len && dpm_second_eigenvalue_upper_work_len(N) == upper);
#define SECOND(m, n, times, w, l, o, r, d) dpm_second_eigenvalue(m, n, times, w, l, o, r, d)
#define SECOND_M(m, n) SECOND(m, n, 1000, work, len, a, b, how_often)
#define SECOND_W(w, l) SECOND(in_matrix, N, 1000, w, l, a, b, how_often)
#define SECOND_O(out) SECOND(in_matrix, N, 1000, work, len, out, b, how_often)
#define SECOND_R(out) SECOND(in_matrix, N, 1000, work, len, a, out, how_often)
#define SECOND_D(out) SECOND(in_matrix, N, 1000, work, len, a, b, out)
#define UPPER(m, n, times, w, l, o) dpm_second_eigenvalue_upper(m, n, times, w, l, o)
#define UPPER_M(m, n) UPPER(m, n, 6, work, upper, a)
#define UPPER_W(w, l) UPPER(in_matrix, N, 6, w, l, a)
#define UPPER_O(out) UPPER(in_matrix, N, 6, work, upper, out)
    ACCEPTS(SECOND(symmetric, 2, 100, work, len, a, b, how_often));
    CHECK(fabs(*a - 0.5) <= 1e-14 && *b <= 1e-14 && *how_often >= 1 && *how_often <= 100);
    ACCEPTS(UPPER(symmetric, 2, 6, work, upper, a));
    CHECK(*a >= 0.5 && *a < 0.5001);
    ACCEPTS(UPPER(symmetric, 2, UINT32_MAX, work, upper, a)); /* it stops where no more is to be had */
    ACCEPTS(SECOND(periodic_chain, 2, 100, work, len, a, b, how_often));
    CHECK(*a == 1.0);
    ACCEPTS(UPPER(periodic_chain, 2, 6, work, upper, a));
    CHECK(*a == 1.0);
    ACCEPTS(SECOND(identity_chain, 3, 100, work, len, a, b, how_often));
    CHECK(*a == 1.0);
    ACCEPTS(SECOND_M(in_matrix, N));
    ACCEPTS(UPPER(in_matrix, N, 12, work, upper, b));
    CHECK(*a > 0.1 && *a <= *b && *b < 1.01 * *a);
    REFUSES(DPM_ERR_ITERATIONS, SECOND(in_matrix, N, 0, work, len, a, b, how_often));
    MATRIX(SECOND_M);
    WORK_SPACE(SECOND_W, len);
    RESULT(double, a, SECOND_O);
    RESULT(double, b, SECOND_R);
    RESULT(uint32_t, how_often, SECOND_D);
    REFUSES(DPM_ERR_SIZE, SECOND_O(TOP(double)));
    REFUSES(DPM_ERR_SIZE, SECOND_R(TOP(double)));
    REFUSES(DPM_ERR_OVERLAP, SECOND_O(b));
    REFUSES(DPM_ERR_OVERLAP, SECOND_D((uint32_t *)(void *)a));
    MATRIX(UPPER_M);
    WORK_SPACE(UPPER_W, upper);
    PLACE(double, a, UPPER_O);
    RESULT(double, a, UPPER_O);
}

static void passage_and_prediction(void) {
    const size_t len = DPM_MEAN_FIRST_PASSAGE_WORK_LEN(N), all = DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(N), most = DPM_PREDICT_WORK_LEN(N);
    static const double from_1[N] = {0.0, 1.0, 0.0, 0.0};
    const double *start = (const double *)input(from_1, sizeof from_1);
    double bad, x[N];
    size_t i, k;

    CHECK(dpm_mean_first_passage_work_len(N) == len && dpm_all_mean_first_passage_work_len(N) == all);
    ACCEPTS(dpm_mean_first_passage(one_way_chain, 3, 1, work, len, row));
    CHECK(row[0] == 2.0 && row[1] == 0.0 && row[2] == 1.0);
    ACCEPTS(dpm_mean_first_passage(drunkard_chain, 3, 0, work, len, row));
    CHECK(row[0] == 0.0 && isinf(row[1]) && row[1] > 0.0 && isinf(row[2])); /* it may never come */
    ACCEPTS(dpm_all_mean_first_passage(in_matrix, N, work, all, matrix));
    for (i = 0; i < N; i++) {
        ACCEPTS(dpm_mean_first_passage(in_matrix, N, i, work, len, row));
        for (k = 0; k < N; k++) CLOSE(row[k], matrix[k * N + i], 1e-13);
    }
    ACCEPTS(dpm_all_mean_first_passage(identity_chain, 3, work, all, matrix));
    CHECK(matrix[0] == 0.0 && isinf(matrix[1]));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_mean_first_passage(in_matrix, N, N, work, len, row));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_mean_first_passage(in_matrix, N, SIZE_MAX, work, len, row));
#define PASSAGE_M(m, n) dpm_mean_first_passage(m, n, 1, work, len, row)
#define PASSAGE_W(w, l) dpm_mean_first_passage(in_matrix, N, 1, w, l, row)
#define PASSAGE_O(out) dpm_mean_first_passage(in_matrix, N, 1, work, len, out)
#define PASSAGES_M(m, n) dpm_all_mean_first_passage(m, n, work, all, matrix)
#define PASSAGES_W(w, l) dpm_all_mean_first_passage(in_matrix, N, w, l, matrix)
#define PASSAGES_O(out) dpm_all_mean_first_passage(in_matrix, N, work, all, out)
    MATRIX(PASSAGE_M);
    WORK_SPACE(PASSAGE_W, len);
    PLACE(double, row, PASSAGE_O);
    RESULT(double, row, PASSAGE_O);
    MATRIX(PASSAGES_M);
    WORK_SPACE(PASSAGES_W, all);
    PLACE(double, matrix, PASSAGES_O);
    RESULT(double, matrix, PASSAGES_O);

#define PREDICT(m, n, from, steps, w, l, out) dpm_predict(m, n, from, steps, w, l, out)
#define PREDICT_M(m, n) PREDICT(m, n, start, 2, work, most, row)
#define PREDICT_W(w, l) PREDICT(in_matrix, N, start, 1u << 20, w, l, row)
#define PREDICT_I(from) PREDICT(in_matrix, N, from, 2, work, most, row)
#define PREDICT_O(out) PREDICT(in_matrix, N, start, 2, work, most, out)
    for (i = 0; i < 33; i++) CHECK(dpm_predict_work_len(N, (uint32_t)((UINT64_C(1) << i) - 1)) <= most);
    CHECK(dpm_predict_work_len(N, 1) == N && dpm_predict_work_len(N, UINT32_MAX) == most);
    ACCEPTS(PREDICT(in_matrix, N, start, 0, work, N, row));
    CHECK(memcmp(row, from_1, sizeof from_1) == 0);
    ACCEPTS(PREDICT(in_matrix, N, start, 1, work, N, row));
    CHECK(memcmp(row, example_matrix + N, sizeof from_1) == 0);
    ACCEPTS(PREDICT(in_matrix, N, start, UINT32_MAX, work, most, row));
    ACCEPTS(dpm_stationary_gth(in_matrix, N, work, DPM_STATIONARY_GTH_WORK_LEN(N), pi));
    for (k = 0; k < N; k++) CLOSE(row[k], pi[k], 1e-13);
    ACCEPTS(PREDICT(periodic_chain, 2, start, 1000001, work, most, row));
    CHECK(row[0] == 1.0 && row[1] == 0.0);
    MATRIX(PREDICT_M);
    WORK_SPACE(PREDICT_W, most);
    PLACE(const double, start, PREDICT_I);
    PLACE(double, row, PREDICT_O);
    RESULT(double, row, PREDICT_O);
    REFUSES(DPM_ERR_OVERLAP, PREDICT_I(row));
    REFUSES(DPM_ERR_OVERLAP, PREDICT_I(work + 1));
    for (EACH_BAD(bad)) {
        memcpy(x, from_1, sizeof x);
        x[3] = bad;
        REFUSES(DPM_ERR_NOT_STOCHASTIC, PREDICT_I(x));
    }
    x[3] = 0.5; /* the sum is not 1 */
    REFUSES(DPM_ERR_NOT_STOCHASTIC, PREDICT_I(x));
}

static void structure(void) {
    classes_of_chains();
    group_inverses();
    mixing_of_chains();
    passage_and_prediction();
}

#endif

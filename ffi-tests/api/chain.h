/* Analysis of a chain. */
#ifndef API_CHAIN_H
#define API_CHAIN_H

#include "shared.h"

static void analysis(void) {
    static const double periodic[4] = {0.0, 1.0, 1.0, 0.0}, split[4] = {1.0, 0.0, 0.0, 1.0},
                        drunkard[9] = {1.0, 0.0, 0.0, 0.5, 0.0, 0.5, 0.0, 0.0, 1.0};
    const size_t gth = DPM_STATIONARY_GTH_WORK_LEN(N), power = DPM_STATIONARY_POWER_WORK_LEN(N),
                 inf = DPM_ERGODICITY_INF_WORK_LEN(N), classes = DPM_RECURRENT_CLASSES_WORK_LEN(N);
    double bad;
    size_t i, j, k, n;

    ACCEPTS(dpm_stationary_gth(in_matrix, N, work, gth, pi));
    for (j = 0; j < N; j++) {
        double next = 0.0;
        for (i = 0; i < N; i++) next += pi[i] * in_matrix[i * N + j];
        CLOSE(next, pi[j], 1e-14);
    }
    memcpy(row, pi, N * sizeof *pi);
    ACCEPTS(dpm_stationary_power(in_matrix, N, 1e-12, 100000, work, power, pi, a));
    CHECK(*a >= 0.0 && *a <= 1.0);
    for (j = 0; j < N; j++) CLOSE(pi[j], row[j], 1e-9);
    ACCEPTS(dpm_stationary_gth(periodic, 2, work, gth, pi));
    CHECK(pi[0] == 0.5 && pi[1] == 0.5);
    REFUSES(DPM_ERR_SEVERAL_CLASSES, dpm_stationary_gth(split, 2, work, gth, pi));
    ACCEPTS(dpm_stationary_of_state(split, 2, 1, work, gth, pi));
    CHECK(pi[0] == 0.0 && pi[1] == 1.0);
    ACCEPTS(dpm_stationary_of_state(in_matrix, N, 2, work, gth, pi));
    for (j = 0; j < N; j++) CLOSE(pi[j], row[j], 1e-14);
    REFUSES(DPM_ERR_SEVERAL_CLASSES, dpm_stationary_of_state(drunkard, 3, 1, work, gth, pi));
    ACCEPTS(dpm_stationary_of_state(drunkard, 3, 2, work, gth, pi));
    CHECK(pi[0] == 0.0 && pi[1] == 0.0 && pi[2] == 1.0);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_stationary_of_state(in_matrix, N, N, work, gth, pi));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_stationary_of_state(in_matrix, N, SIZE_MAX, work, gth, pi));
    ACCEPTS(dpm_recurrent_classes(in_matrix, N, work, classes, current));
    CHECK(*current == 1);
    ACCEPTS(dpm_recurrent_classes(split, 2, work, classes, current));
    CHECK(*current == 2);
    ACCEPTS(dpm_recurrent_classes(drunkard, 3, work, classes, current));
    CHECK(*current == 2);
    ACCEPTS(dpm_ergodicity_one(in_matrix, N, a));
    CLOSE(*a, 0.6875, 1e-14);
    ACCEPTS(dpm_ergodicity_inf(in_matrix, N, work, inf, a));
    CLOSE(*a, 0.9625, 1e-14);

    for (EACH_BAD(bad)) {
        double m[N * N];
        for (k = 0; k < N * N; k++) {
            memcpy(m, example_matrix, sizeof m);
            m[k] = bad;
            REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_stationary_gth(m, N, work, gth, pi));
            REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_stationary_power(m, N, 1e-9, 9, work, power, pi, a));
            REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_stationary_of_state(m, N, 0, work, gth, pi));
            REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_recurrent_classes(m, N, work, classes, current));
            REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_ergodicity_one(m, N, a));
            REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_ergodicity_inf(m, N, work, inf, a));
        }
        REFUSES(DPM_ERR_TOLERANCE, dpm_stationary_power(in_matrix, N, bad, 9, work, power, pi, a));
    }
    REFUSES(DPM_ERR_TOLERANCE, dpm_stationary_power(in_matrix, N, 0.0, 9, work, power, pi, a));
    REFUSES(DPM_ERR_TOLERANCE, dpm_stationary_power(in_matrix, N, 1.0, 9, work, power, pi, a));
    REFUSES(DPM_ERR_ITERATIONS, dpm_stationary_power(in_matrix, N, 1e-9, 0, work, power, pi, a));
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_stationary_gth(in_matrix, n, work, gth, pi));
        REFUSES(DPM_ERR_STATES, dpm_stationary_power(in_matrix, n, 1e-9, 9, work, power, pi, a));
        REFUSES(DPM_ERR_STATES, dpm_stationary_of_state(in_matrix, n, 0, work, gth, pi));
        REFUSES(DPM_ERR_STATES, dpm_recurrent_classes(in_matrix, n, work, classes, current));
        REFUSES(DPM_ERR_STATES, dpm_ergodicity_one(in_matrix, n, a));
        REFUSES(DPM_ERR_STATES, dpm_ergodicity_inf(in_matrix, n, work, inf, a));
    }
    for (k = 0; k < gth; k++) {
        REFUSES(DPM_ERR_WORK_LEN, dpm_stationary_gth(in_matrix, N, work, k, pi));
        REFUSES(DPM_ERR_WORK_LEN, dpm_stationary_of_state(in_matrix, N, 0, work, k, pi));
    }
    for (k = 0; k < classes; k++)
        REFUSES(DPM_ERR_WORK_LEN, dpm_recurrent_classes(in_matrix, N, work, k, current));
    for (k = 0; k < power; k++)
        REFUSES(DPM_ERR_WORK_LEN, dpm_stationary_power(in_matrix, N, 1e-9, 9, work, k, pi, a));
    for (k = 0; k < inf; k++) REFUSES(DPM_ERR_WORK_LEN, dpm_ergodicity_inf(in_matrix, N, work, k, a));
    ACCEPTS(dpm_ergodicity_inf(in_matrix, N, work, SIZE_MAX, a)); /* more scratch than needed is not looked at */

#define ELIMINATION(GTH)                                                  \
REFUSES(DPM_ERR_NULL, GTH(NULL, work, pi));                               \
    REFUSES(DPM_ERR_NULL, GTH(in_matrix, NULL, pi));                      \
    REFUSES(DPM_ERR_NULL, GTH(in_matrix, work, NULL));                    \
    REFUSES(DPM_ERR_MISALIGNED, GTH(OFF(const double, in_matrix), work, pi)); \
    REFUSES(DPM_ERR_MISALIGNED, GTH(in_matrix, OFF(double, work), pi));   \
    REFUSES(DPM_ERR_MISALIGNED, GTH(in_matrix, work, OFF(double, pi)));   \
    REFUSES(DPM_ERR_SIZE, GTH(TOP(const double), work, pi));              \
    REFUSES(DPM_ERR_SIZE, GTH(in_matrix, TOP(double), pi));               \
    REFUSES(DPM_ERR_SIZE, GTH(in_matrix, work, TOP(double)));             \
    REFUSES(DPM_ERR_OVERLAP, GTH(matrix, matrix, pi));                    \
    REFUSES(DPM_ERR_OVERLAP, GTH(matrix, work, matrix + 3));              \
    REFUSES(DPM_ERR_OVERLAP, GTH(in_matrix, work, work + gth - 1))
#define GTH_ALL(m, w, p) dpm_stationary_gth(m, N, w, gth, p)
#define GTH_ONE(m, w, p) dpm_stationary_of_state(m, N, 1, w, gth, p)
    ELIMINATION(GTH_ALL);
    ELIMINATION(GTH_ONE);
#define CLASSES(m, w, c) dpm_recurrent_classes(m, N, w, classes, c)
    REFUSES(DPM_ERR_NULL, CLASSES(NULL, work, current));
    REFUSES(DPM_ERR_NULL, CLASSES(in_matrix, NULL, current));
    REFUSES(DPM_ERR_NULL, CLASSES(in_matrix, work, NULL));
    REFUSES(DPM_ERR_MISALIGNED, CLASSES(OFF(const double, in_matrix), work, current));
    REFUSES(DPM_ERR_MISALIGNED, CLASSES(in_matrix, OFF(double, work), current));
    REFUSES(DPM_ERR_MISALIGNED, CLASSES(in_matrix, work, OFF(size_t, current)));
    REFUSES(DPM_ERR_SIZE, CLASSES(TOP(const double), work, current));
    REFUSES(DPM_ERR_SIZE, CLASSES(in_matrix, TOP(double), current));
    REFUSES(DPM_ERR_SIZE, CLASSES(in_matrix, work, TOP(size_t)));
    REFUSES(DPM_ERR_OVERLAP, CLASSES(matrix, matrix + 9, current));
    REFUSES(DPM_ERR_OVERLAP, CLASSES(matrix, work, (size_t *)(void *)matrix));
    REFUSES(DPM_ERR_OVERLAP, CLASSES(in_matrix, work, (size_t *)(void *)work));
#define POWER(m, w, p, e) dpm_stationary_power(m, N, 1e-9, 9, w, power, p, e)
    REFUSES(DPM_ERR_NULL, POWER(NULL, work, pi, a));
    REFUSES(DPM_ERR_NULL, POWER(in_matrix, NULL, pi, a));
    REFUSES(DPM_ERR_NULL, POWER(in_matrix, work, NULL, a));
    REFUSES(DPM_ERR_NULL, POWER(in_matrix, work, pi, NULL));
    REFUSES(DPM_ERR_MISALIGNED, POWER(OFF(const double, in_matrix), work, pi, a));
    REFUSES(DPM_ERR_MISALIGNED, POWER(in_matrix, OFF(double, work), pi, a));
    REFUSES(DPM_ERR_MISALIGNED, POWER(in_matrix, work, OFF(double, pi), a));
    REFUSES(DPM_ERR_MISALIGNED, POWER(in_matrix, work, pi, OFF(double, a)));
    REFUSES(DPM_ERR_SIZE, POWER(TOP(const double), work, pi, a));
    REFUSES(DPM_ERR_SIZE, POWER(in_matrix, TOP(double), pi, a));
    REFUSES(DPM_ERR_SIZE, POWER(in_matrix, work, TOP(double), a));
    REFUSES(DPM_ERR_SIZE, POWER(in_matrix, work, pi, TOP(double)));
    REFUSES(DPM_ERR_OVERLAP, POWER(matrix, matrix + 1, pi, a));
    REFUSES(DPM_ERR_OVERLAP, POWER(matrix, work, matrix, a));
    REFUSES(DPM_ERR_OVERLAP, POWER(matrix, work, pi, matrix));
    REFUSES(DPM_ERR_OVERLAP, POWER(in_matrix, work, work, a));
    REFUSES(DPM_ERR_OVERLAP, POWER(in_matrix, work, pi, work));
    REFUSES(DPM_ERR_OVERLAP, POWER(in_matrix, work, pi, pi + 2));
#define INF(m, w, t) dpm_ergodicity_inf(m, N, w, inf, t)
    REFUSES(DPM_ERR_NULL, INF(NULL, work, a));
    REFUSES(DPM_ERR_NULL, INF(in_matrix, NULL, a));
    REFUSES(DPM_ERR_MISALIGNED, INF(OFF(const double, in_matrix), work, a));
    REFUSES(DPM_ERR_MISALIGNED, INF(in_matrix, OFF(double, work), a));
    REFUSES(DPM_ERR_SIZE, INF(TOP(const double), work, a));
    REFUSES(DPM_ERR_SIZE, INF(in_matrix, TOP(double), a));
    REFUSES(DPM_ERR_OVERLAP, INF(matrix, matrix, a));
    REFUSES(DPM_ERR_OVERLAP, INF(matrix, work, matrix));
    REFUSES(DPM_ERR_OVERLAP, INF(in_matrix, work, work));
#define INF_OUT(out) INF(in_matrix, work, out)
    ONE_OUTPUT(INF_OUT);
#define ONE_OUT(out) dpm_ergodicity_one(in_matrix, N, out)
    ONE_OUTPUT(ONE_OUT);
    REFUSES(DPM_ERR_NULL, dpm_ergodicity_one(NULL, N, a));
    REFUSES(DPM_ERR_MISALIGNED, dpm_ergodicity_one(OFF(const double, in_matrix), N, a));
    REFUSES(DPM_ERR_SIZE, dpm_ergodicity_one(TOP(const double), N, a));
    REFUSES(DPM_ERR_OVERLAP, dpm_ergodicity_one(matrix, N, matrix + 7));
}

#endif

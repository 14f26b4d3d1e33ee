/* The laws of rows, and the error of one released row. */
#ifndef API_ROW_ERROR_H
#define API_ROW_ERROR_H

#include "shared.h"

static dpm_row_law *laws; /* N of them */
static int *one_int;
static size_t *one_size;

/* Cells and levels that no row and no interval has. */
static const size_t bad_cells[] = {0, 65536, SIZE_MAX, SIZE_MAX / 8, (size_t)1 << 16};
#define EACH_BAD_CELLS(n) size_t c_ = 0; c_ < sizeof bad_cells / sizeof *bad_cells && ((n = bad_cells[c_]), 1); c_++
static const double bad_levels[] = {NAN, INFINITY, -INFINITY, -1.0, 0.0, 0.49, 1.0, 1.5};
#define EACH_BAD_LEVEL(x) size_t l_ = 0; l_ < sizeof bad_levels / sizeof *bad_levels && ((x = bad_levels[l_]), 1); l_++

#define INIT_DIRICHLET(law) dpm_row_law_init_dirichlet(law, 0.3, 15.8, N, 100.0)
#define INIT_PUBLISHED(law) dpm_row_law_init_published(law, 99.0, N)
#define INIT_POLYA(law) dpm_row_law_init_polya(law, 10, 158, 33, 50, N, 100.0)
/* A floor of 3 events. */
#define INIT_GEOMETRIC(law) dpm_row_law_init_geometric(law, 1, 2, 3072, N, 100.0)
#define INIT_GAUSSIAN(law) dpm_row_law_init_gaussian(law, 9, 2, 3072, N, 100.0)

static void wrong_laws(void) {
    double bad;
    size_t n;
#define PLACE_OF_LAW(init)                                        \
    REFUSES(DPM_ERR_NULL, init(NULL));                            \
    REFUSES(DPM_ERR_MISALIGNED, init(OFF(dpm_row_law, laws)));    \
    REFUSES(DPM_ERR_SIZE, init(TOP(dpm_row_law)))
    PLACE_OF_LAW(INIT_DIRICHLET);
    PLACE_OF_LAW(INIT_PUBLISHED);
    PLACE_OF_LAW(INIT_POLYA);
    PLACE_OF_LAW(INIT_GEOMETRIC);
    PLACE_OF_LAW(INIT_GAUSSIAN);
    for (EACH_BAD_CELLS(n)) {
        REFUSES(DPM_ERR_STATES, dpm_row_law_init_dirichlet(laws, 0.3, 15.8, n, 100.0));
        REFUSES(DPM_ERR_STATES, dpm_row_law_init_published(laws, 99.0, n));
        REFUSES(DPM_ERR_STATES, dpm_row_law_init_polya(laws, 10, 158, 33, 50, n, 100.0));
        REFUSES(DPM_ERR_STATES, dpm_row_law_init_geometric(laws, 1, 2, 3, n, 100.0));
        REFUSES(DPM_ERR_STATES, dpm_row_law_init_gaussian(laws, 9, 2, 3, n, 100.0));
    }
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_WEIGHT, dpm_row_law_init_dirichlet(laws, bad, 15.8, N, 100.0));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_row_law_init_dirichlet(laws, 0.3, bad, N, 100.0));
        REFUSES(DPM_ERR_ROW_TOTAL, dpm_row_law_init_dirichlet(laws, 0.3, 15.8, N, bad));
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_row_law_init_published(laws, bad, N));
        REFUSES(DPM_ERR_ROW_TOTAL, dpm_row_law_init_polya(laws, 10, 158, 33, 50, N, bad));
        REFUSES(DPM_ERR_ROW_TOTAL, dpm_row_law_init_geometric(laws, 1, 2, 3, N, bad));
        REFUSES(DPM_ERR_ROW_TOTAL, dpm_row_law_init_gaussian(laws, 9, 2, 3, N, bad));
    }
    REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_row_law_init_published(laws, 0.0, N));
    REFUSES(DPM_ERR_MASS, dpm_row_law_init_polya(laws, 0, 158, 33, 50, N, 100.0));
    REFUSES(DPM_ERR_MASS, dpm_row_law_init_polya(laws, 10, 0, 33, 50, N, 100.0));
    REFUSES(DPM_ERR_MASS, dpm_row_law_init_polya(laws, 10, 158, 32769, 50, N, 100.0));
    REFUSES(DPM_ERR_DRAWS, dpm_row_law_init_polya(laws, 10, 158, 33, 0, N, 100.0));
    REFUSES(DPM_ERR_RATE, dpm_row_law_init_geometric(laws, 0, 2, 3, N, 100.0));
    REFUSES(DPM_ERR_RATE, dpm_row_law_init_geometric(laws, 1, 0, 3, N, 100.0));
    REFUSES(DPM_ERR_FLOOR, dpm_row_law_init_geometric(laws, 1, 2, UINT32_MAX, N, 100.0));
    REFUSES(DPM_ERR_ROW_TOTAL, dpm_row_law_init_geometric(laws, 1, 2, 0, N, 0.0));
    REFUSES(DPM_ERR_VARIANCE, dpm_row_law_init_gaussian(laws, 0, 2, 3, N, 100.0));
    REFUSES(DPM_ERR_VARIANCE, dpm_row_law_init_gaussian(laws, 9, 1025, 3, N, 100.0));
    REFUSES(DPM_ERR_FLOOR, dpm_row_law_init_gaussian(laws, 9, 2, UINT32_MAX, N, 100.0));
    REFUSES(DPM_ERR_ROW_TOTAL, dpm_row_law_init_gaussian(laws, 9, 2, 0, N, 0.0));
}

static void laws_of_rows(void) {
    const double prior = N * 15.8;
    double bad;
    CHECK(dpm_row_law_size() == DPM_ROW_LAW_SIZE && sizeof(dpm_row_law) == DPM_ROW_LAW_SIZE);
    wrong_laws();

    ACCEPTS(INIT_DIRICHLET(laws)); /* Dir(0.3 (c + 15.8)) */
    ACCEPTS(dpm_row_law_cells(laws, one_size));
    CHECK(*one_size == N);
    ACCEPTS(dpm_row_law_shrink(laws, a));
    CLOSE(*a, prior / (100.0 + prior), 1e-15);
    ACCEPTS(dpm_row_law_noise(laws, one_int, a));
    CHECK(*one_int == DPM_NOISE_MULTINOMIAL);
    CLOSE(*a, 1.0 / (0.3 * (100.0 + prior) + 1.0), 1e-15);
    ACCEPTS(dpm_row_mean(laws, 0.9, a));
    CLOSE(*a, (90.0 + 15.8) / (100.0 + prior), 1e-15);
    ACCEPTS(dpm_row_bias(laws, 0.9, b));
    CLOSE(*b, (90.0 + 15.8) / (100.0 + prior) - 0.9, 1e-14);
    ACCEPTS(dpm_row_variance(laws, 0.9, b));
    CLOSE(*b, *a * (1.0 - *a) / (0.3 * (100.0 + prior) + 1.0), 1e-14);
    ACCEPTS(dpm_row_deviation(laws, 0.9, a));
    CLOSE(*a * *a, *b, 1e-14);
    ACCEPTS(INIT_PUBLISHED(laws));
    ACCEPTS(dpm_row_variance(laws, 0.9, a));
    CLOSE(*a, 0.09 / 100.0, 1e-14);
    ACCEPTS(INIT_POLYA(laws));
    ACCEPTS(dpm_row_law_shrink(laws, a));
    CLOSE(*a, prior / (100.0 + prior), 1e-15);
    ACCEPTS(INIT_GEOMETRIC(laws));
    ACCEPTS(dpm_row_law_noise(laws, one_int, a));
    CHECK(*one_int == DPM_NOISE_INDEPENDENT);
    CLOSE(*a, pow(dpm_geometric_deviation(1, 2) / 112.0, 2.0), 1e-14);
    ACCEPTS(INIT_GAUSSIAN(laws));
    ACCEPTS(dpm_row_law_noise(laws, one_int, a));
    CHECK(*one_int == DPM_NOISE_INDEPENDENT);
    CLOSE(*a, pow(dpm_gaussian_deviation(9, 2) / 112.0, 2.0), 1e-14);
    ACCEPTS(dpm_row_law_init_dirichlet(laws, 0.3, 15.8, 1, 0.0)); /* one feasible cell */
    ACCEPTS(dpm_row_law_shrink(laws, a));
    CHECK(*a == 0.0);

    ACCEPTS(INIT_DIRICHLET(laws));
#define CELLS_OF(law) dpm_row_law_cells(law, one_size)
#define CELLS_O(out) dpm_row_law_cells(laws, out)
#define SHRINK_OF(law) dpm_row_law_shrink(law, a)
#define SHRINK_O(out) dpm_row_law_shrink(laws, out)
#define NOISE_OF(law) dpm_row_law_noise(law, one_int, a)
#define NOISE_O(out) dpm_row_law_noise(laws, one_int, out)
    OBJECT(dpm_row_law, laws, CELLS_OF);
    OBJECT(dpm_row_law, laws, SHRINK_OF);
    OBJECT(dpm_row_law, laws, NOISE_OF);
    REFUSES(DPM_ERR_NULL, CELLS_O(NULL));
    REFUSES(DPM_ERR_MISALIGNED, CELLS_O(OFF(size_t, one_size)));
    REFUSES(DPM_ERR_OVERLAP, CELLS_O((size_t *)(void *)laws));
    ONE_OUTPUT(SHRINK_O);
    REFUSES(DPM_ERR_OVERLAP, SHRINK_O((double *)(void *)laws));
    ONE_OUTPUT(NOISE_O);
    REFUSES(DPM_ERR_OVERLAP, NOISE_O((double *)(void *)laws));
    REFUSES(DPM_ERR_NULL, dpm_row_law_noise(laws, NULL, a));
    REFUSES(DPM_ERR_MISALIGNED, dpm_row_law_noise(laws, OFF(int, one_int), a));
    REFUSES(DPM_ERR_OVERLAP, dpm_row_law_noise(laws, (int *)(void *)a, a));
    REFUSES(DPM_ERR_OVERLAP, dpm_row_law_noise(laws, (int *)(void *)laws, a));

#define OF_SHARE(function)                                                         \
    do {                                                                           \
        for (EACH_BAD(bad)) REFUSES(DPM_ERR_DOMAIN, function(laws, bad, a));       \
        REFUSES(DPM_ERR_DOMAIN, function(laws, 1.1, a));                           \
        REFUSES(DPM_ERR_OVERLAP, function(laws, 0.9, (double *)(void *)laws));     \
    } while (0)
#define MEAN_OF(law) dpm_row_mean(law, 0.9, a)
#define MEAN_O(out) dpm_row_mean(laws, 0.9, out)
#define BIAS_OF(law) dpm_row_bias(law, 0.9, a)
#define BIAS_O(out) dpm_row_bias(laws, 0.9, out)
#define VARIANCE_OF(law) dpm_row_variance(law, 0.9, a)
#define VARIANCE_O(out) dpm_row_variance(laws, 0.9, out)
#define DEVIATION_OF(law) dpm_row_deviation(law, 0.9, a)
#define DEVIATION_O(out) dpm_row_deviation(laws, 0.9, out)
    OF_SHARE(dpm_row_mean);
    OF_SHARE(dpm_row_bias);
    OF_SHARE(dpm_row_variance);
    OF_SHARE(dpm_row_deviation);
    OBJECT(dpm_row_law, laws, MEAN_OF);
    OBJECT(dpm_row_law, laws, BIAS_OF);
    OBJECT(dpm_row_law, laws, VARIANCE_OF);
    OBJECT(dpm_row_law, laws, DEVIATION_OF);
    ONE_OUTPUT(MEAN_O);
    ONE_OUTPUT(BIAS_O);
    ONE_OUTPUT(VARIANCE_O);
    ONE_OUTPUT(DEVIATION_O);
}

/* dpm_row_..._bound() with a level, or without. */
#define ROW_EXPECTED_L1(law, s, n, out) dpm_row_expected_l1_bound(law, s, n, out)
#define ROW_EXPECTED_MAX(law, s, n, out) dpm_row_expected_max_bound(law, s, n, out)
#define ROW_L1(law, s, n, out) dpm_row_l1_bound(law, s, n, 0.95, out)
#define ROW_L1_AFTER(law, s, n, out) dpm_row_l1_bound_after_release(law, s, n, 0.95, out)

static void errors_of_rows(void) {
    static const double share[N] = {0.9, 0.05, 0.03, 0.02}, halves[2] = {0.5, 0.5}, one[1] = {1.0}, counted[2] = {40.0, 60.0};
    const double *shares = (const double *)input(share, sizeof share);
    double bad, level;
    size_t k, n;

    ACCEPTS(dpm_row_law_init_published(laws, 99.0, 2));
    ACCEPTS(dpm_row_l1_bound(laws, halves, 2, 0.95, a));
    CLOSE(*a, 2.0 * sqrt(log(40.0) / 200.0), 1e-7); /* a sub-Gaussian share, and two sides */
    ACCEPTS(dpm_row_expected_l1_bound(laws, halves, 2, a));
    CLOSE(*a, 2.0 * 0.05, 1e-7); /* two standard deviations */
    ACCEPTS(dpm_row_expected_max_bound(laws, halves, 2, b));
    CLOSE(*b, 0.05, 1e-7);
    ACCEPTS(dpm_row_law_init_published(laws, 99.0, 1));
    ACCEPTS(dpm_row_expected_l1_bound(laws, one, 1, a));
    CHECK(*a == 0.0);
    REFUSES(DPM_ERR_INFEASIBLE, dpm_row_expected_l1_bound(laws, halves, 2, a));
    ACCEPTS(dpm_row_law_init_published(laws, 99.0, 2)); /* counts are no shares */
    REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_row_expected_l1_bound(laws, counted, 2, a));
    REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_row_expected_max_bound(laws, counted, 2, a));
    REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_row_l1_bound(laws, counted, 2, 0.95, a));
    REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_row_l1_bound_after_release(laws, counted, 2, 0.95, a));
    ACCEPTS(INIT_GEOMETRIC(laws));
    ACCEPTS(dpm_row_l1_bound(laws, shares, N, 0.95, a));
    ACCEPTS(dpm_row_l1_bound_after_release(laws, shares, N, 0.95, b));
    CHECK(*a > 0.0 && *a <= *b && *b <= 2.0);
    ACCEPTS(INIT_GAUSSIAN(laws));
    ACCEPTS(dpm_row_expected_max_bound(laws, shares, N, a));
    ACCEPTS(dpm_row_expected_l1_bound(laws, shares, N, b));
    CHECK(*a > 0.0 && *a <= *b && *a <= 1.0 && *b <= 2.0);
    ACCEPTS(INIT_POLYA(laws));
    ACCEPTS(dpm_row_l1_bound(laws, shares, N, 0.5, a));
    ACCEPTS(dpm_row_l1_bound(laws, shares, N, 0.999999, b));
    CHECK(*a > 0.0 && *a < *b);

    ACCEPTS(INIT_DIRICHLET(laws));
#define OF_ROW(call)                                                                          \
    do {                                                                                      \
        for (EACH_BAD_CELLS(n)) REFUSES(DPM_ERR_STATES, call(laws, shares, n, a));            \
        for (EACH_BAD(bad)) {                                                                 \
            double wrong[N];                                                                  \
            for (k = 0; k < N; k++) {                                                         \
                if (bad > 0.0) continue; /* more than 1 is not looked for: the bound is the largest then */ \
                memcpy(wrong, share, sizeof wrong);                                           \
                wrong[k] = bad;                                                               \
                REFUSES(DPM_ERR_NOT_STOCHASTIC, call(laws, wrong, N, a));                     \
            }                                                                                 \
        }                                                                                     \
        REFUSES(DPM_ERR_NULL, call(laws, NULL, N, a));                                        \
        REFUSES(DPM_ERR_MISALIGNED, call(laws, OFF(const double, shares), N, a));             \
        REFUSES(DPM_ERR_SIZE, call(laws, TOP(const double), N, a));                           \
        REFUSES(DPM_ERR_OVERLAP, call(laws, matrix, N, matrix + 3));                          \
        REFUSES(DPM_ERR_OVERLAP, call(laws, shares, N, (double *)(void *)laws));              \
    } while (0)
#define L1_OF(law) ROW_EXPECTED_L1(law, shares, N, a)
#define L1_O(out) ROW_EXPECTED_L1(laws, shares, N, out)
#define MAX_OF(law) ROW_EXPECTED_MAX(law, shares, N, a)
#define MAX_O(out) ROW_EXPECTED_MAX(laws, shares, N, out)
#define LEVEL_OF(law) ROW_L1(law, shares, N, a)
#define LEVEL_O(out) ROW_L1(laws, shares, N, out)
#define AFTER_OF(law) ROW_L1_AFTER(law, shares, N, a)
#define AFTER_O(out) ROW_L1_AFTER(laws, shares, N, out)
    OF_ROW(ROW_EXPECTED_L1);
    OF_ROW(ROW_EXPECTED_MAX);
    OF_ROW(ROW_L1);
    OF_ROW(ROW_L1_AFTER);
    OBJECT(dpm_row_law, laws, L1_OF);
    OBJECT(dpm_row_law, laws, MAX_OF);
    OBJECT(dpm_row_law, laws, LEVEL_OF);
    OBJECT(dpm_row_law, laws, AFTER_OF);
    ONE_OUTPUT(L1_O);
    ONE_OUTPUT(MAX_O);
    ONE_OUTPUT(LEVEL_O);
    ONE_OUTPUT(AFTER_O);
    for (EACH_BAD_LEVEL(level)) {
        REFUSES(DPM_ERR_LEVEL, dpm_row_l1_bound(laws, shares, N, level, a));
        REFUSES(DPM_ERR_LEVEL, dpm_row_l1_bound_after_release(laws, shares, N, level, a));
    }
}

#endif

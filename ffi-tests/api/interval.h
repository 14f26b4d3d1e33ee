/* Intervals and unbiased estimates. */
#ifndef API_INTERVAL_H
#define API_INTERVAL_H

#include "row_error.h"

static dpm_interval *interval, *intervals; /* one, and N of them */

#define IN_DIRICHLET(share, cells, total, target, level, out) dpm_interval_dirichlet(share, cells, total, 0.3, 15.8, target, level, out)
#define IN_PUBLISHED(share, cells, total, target, level, out) dpm_interval_published(share, cells, 99.0, 0.01, total, target, level, out)
#define IN_POLYA(tally, cells, total, target, level, out) dpm_interval_polya(tally, cells, total, 10, 158, 33, 50, target, level, out)
#define IN_GEOMETRIC(count, cells, total, target, level, out) dpm_interval_geometric(count, 100, cells, total, 1, 2, target, level, out)
#define IN_GAUSSIAN(count, cells, total, target, level, out) dpm_interval_gaussian(count, 100, cells, total, 9, 2, target, level, out)

static void contains(double share) { CHECK(interval->lower <= share && share <= interval->upper && interval->lower >= 0.0 && interval->upper <= 1.0); }

/* What all of them have in common; `x` is what was released, and `share` what that says. */
#define OF_RELEASE(call, x, share)                                                            \
    do {                                                                                      \
        double width_;                                                                        \
        ACCEPTS(call(x, N, 100.0, DPM_TARGET_LOG, 0.95, interval));                           \
        contains(share);                                                                      \
        width_ = interval->upper - interval->lower;                                           \
        ACCEPTS(call(x, N, 100.0, DPM_TARGET_LOG, 0.99, interval));                           \
        CHECK(interval->upper - interval->lower > width_);                                    \
        ACCEPTS(call(x, N, 100.0, DPM_TARGET_PROCESS, 0.95, interval));                       \
        CHECK(interval->upper - interval->lower > width_);                                    \
        for (EACH_BAD_CELLS(n)) REFUSES(DPM_ERR_STATES, call(x, n, 100.0, DPM_TARGET_LOG, 0.95, interval));               \
        for (EACH_BAD(bad)) REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, call(x, N, bad, DPM_TARGET_LOG, 0.95, interval));         \
        for (EACH_BAD_LEVEL(level)) REFUSES(DPM_ERR_LEVEL, call(x, N, 100.0, DPM_TARGET_LOG, level, interval));           \
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, call(x, N, 0.5, DPM_TARGET_LOG, 0.95, interval)); \
        REFUSES(DPM_ERR_DOMAIN, call(x, N, 100.0, 2, 0.95, interval));                        \
        REFUSES(DPM_ERR_DOMAIN, call(x, N, 100.0, -1, 0.95, interval));                       \
        REFUSES(DPM_ERR_NULL, call(x, N, 100.0, DPM_TARGET_LOG, 0.95, NULL));                 \
        REFUSES(DPM_ERR_MISALIGNED, call(x, N, 100.0, DPM_TARGET_LOG, 0.95, OFF(dpm_interval, interval)));                \
        REFUSES(DPM_ERR_SIZE, call(x, N, 100.0, DPM_TARGET_LOG, 0.95, TOP(dpm_interval)));    \
    } while (0)

static void intervals_of_shares(void) {
    double bad, level;
    size_t n;
    OF_RELEASE(IN_DIRICHLET, 0.4, 0.4);
    OF_RELEASE(IN_PUBLISHED, 0.4, 0.4);
    OF_RELEASE(IN_POLYA, 20, 0.4);
    OF_RELEASE(IN_GEOMETRIC, 40, 0.4);
    OF_RELEASE(IN_GAUSSIAN, 40, 0.4);
    ACCEPTS(IN_GEOMETRIC(40, N, DPM_TOTAL_UNKNOWN, DPM_TARGET_LOG, 0.95, interval));
    contains(0.4);
    ACCEPTS(dpm_interval_gaussian(4, -1, N, DPM_TOTAL_UNKNOWN, 9, 2, DPM_TARGET_LOG, 0.95, interval));
    CHECK(interval->lower == 0.0 && interval->upper == 1.0);
    ACCEPTS(IN_DIRICHLET(1.0, 1, 100.0, DPM_TARGET_LOG, 0.95, interval)); /* one feasible cell */
    CHECK(interval->lower == 1.0 && interval->upper == 1.0);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, IN_DIRICHLET(bad, N, 100.0, DPM_TARGET_LOG, 0.95, interval));
        REFUSES(DPM_ERR_DOMAIN, IN_PUBLISHED(bad, N, 100.0, DPM_TARGET_LOG, 0.95, interval));
        REFUSES(DPM_ERR_WEIGHT, dpm_interval_dirichlet(0.4, N, 100.0, bad, 15.8, 0, 0.95, interval));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_interval_dirichlet(0.4, N, 100.0, 0.3, bad, 0, 0.95, interval));
        REFUSES(DPM_ERR_ASSUMPTION_CONCENTRATION, dpm_interval_published(0.4, N, bad, 0.01, 100.0, 0, 0.95, interval));
        REFUSES(DPM_ERR_ASSUMPTION_BORDER, dpm_interval_published(0.4, N, 99.0, bad, 100.0, 0, 0.95, interval));
    }
    REFUSES(DPM_ERR_DOMAIN, IN_DIRICHLET(0.4, 1, 100.0, DPM_TARGET_LOG, 0.95, interval));
    REFUSES(DPM_ERR_DOMAIN, IN_POLYA(51, N, 100.0, DPM_TARGET_LOG, 0.95, interval));
    REFUSES(DPM_ERR_MASS, dpm_interval_polya(20, N, 100.0, 0, 158, 33, 50, 0, 0.95, interval));
    REFUSES(DPM_ERR_MASS, dpm_interval_polya(20, N, 100.0, 10, 0, 33, 50, 0, 0.95, interval));
    REFUSES(DPM_ERR_MASS, dpm_interval_polya(20, N, 100.0, 10, 158, 0, 50, 0, 0.95, interval));
    REFUSES(DPM_ERR_DRAWS, dpm_interval_polya(20, N, 100.0, 10, 158, 33, 0, 0, 0.95, interval));
    REFUSES(DPM_ERR_DOMAIN, IN_GEOMETRIC(INT64_MAX, N, 100.0, DPM_TARGET_LOG, 0.95, interval));
    REFUSES(DPM_ERR_DOMAIN, IN_GAUSSIAN(INT64_MIN, N, 100.0, DPM_TARGET_LOG, 0.95, interval));
    REFUSES(DPM_ERR_DOMAIN, dpm_interval_geometric(4, INT64_MIN, N, 100.0, 1, 2, 0, 0.95, interval));
    REFUSES(DPM_ERR_DOMAIN, dpm_interval_gaussian(4, INT64_MAX, N, 100.0, 9, 2, 0, 0.95, interval));
    REFUSES(DPM_ERR_RATE, dpm_interval_geometric(40, 100, N, 100.0, 0, 2, 0, 0.95, interval));
    REFUSES(DPM_ERR_RATE, dpm_interval_geometric(40, 100, N, 100.0, 1, 0, 0, 0.95, interval));
    REFUSES(DPM_ERR_VARIANCE, dpm_interval_gaussian(40, 100, N, 100.0, 0, 2, 0, 0.95, interval));
    REFUSES(DPM_ERR_VARIANCE, dpm_interval_gaussian(40, 100, N, 100.0, 9, 0, 0, 0.95, interval));
}

#define ROW_GEOMETRIC(y, n, total, target, level, out) dpm_interval_geometric_row(y, n, total, 1, 2, target, level, out)
#define ROW_GAUSSIAN(y, n, total, target, level, out) dpm_interval_gaussian_row(y, n, total, 9, 2, target, level, out)
/* A row is its counts, one by one. */
#define OF_ROW_OF_COUNTS(call, single)                                                                                 \
    do {                                                                                                               \
        ACCEPTS(call(noisy, N, 101.0, DPM_TARGET_PROCESS, 0.95, intervals));                                           \
        for (k = 0; k < N; k++) {                                                                                      \
            ACCEPTS(single(count[k], N, 101.0, DPM_TARGET_PROCESS, 0.95, interval));                                   \
            CHECK(memcmp(interval, intervals + k, sizeof *interval) == 0);                                             \
        }                                                                                                              \
        ACCEPTS(call(noisy, N, DPM_TOTAL_UNKNOWN, DPM_TARGET_LOG, 0.95, intervals));                                   \
        for (k = 0; k < N; k++) {                                                                                      \
            ACCEPTS(single(count[k], N, DPM_TOTAL_UNKNOWN, DPM_TARGET_LOG, 0.95, interval));                           \
            CHECK(memcmp(interval, intervals + k, sizeof *interval) == 0);                                             \
        }                                                                                                              \
        for (EACH_BAD_CELLS(n)) REFUSES(DPM_ERR_STATES, call(noisy, n, 101.0, DPM_TARGET_LOG, 0.95, intervals));       \
        for (EACH_BAD(bad)) REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, call(noisy, N, bad, DPM_TARGET_LOG, 0.95, intervals)); \
        for (EACH_BAD_LEVEL(level)) REFUSES(DPM_ERR_LEVEL, call(noisy, N, 101.0, DPM_TARGET_LOG, level, intervals));   \
        REFUSES(DPM_ERR_DOMAIN, call(noisy, N, 101.0, 2, 0.95, intervals));                                            \
        REFUSES(DPM_ERR_DOMAIN, call(huge, 2, 101.0, DPM_TARGET_LOG, 0.95, intervals));                                \
        REFUSES(DPM_ERR_NULL, call(NULL, N, 101.0, DPM_TARGET_LOG, 0.95, intervals));                                  \
        REFUSES(DPM_ERR_NULL, call(noisy, N, 101.0, DPM_TARGET_LOG, 0.95, NULL));                                      \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const int64_t, noisy), N, 101.0, DPM_TARGET_LOG, 0.95, intervals));       \
        REFUSES(DPM_ERR_MISALIGNED, call(noisy, N, 101.0, DPM_TARGET_LOG, 0.95, OFF(dpm_interval, intervals)));        \
        REFUSES(DPM_ERR_SIZE, call(TOP(const int64_t), N, 101.0, DPM_TARGET_LOG, 0.95, intervals));                    \
        REFUSES(DPM_ERR_SIZE, call(noisy, N, 101.0, DPM_TARGET_LOG, 0.95, TOP(dpm_interval)));                         \
        REFUSES(DPM_ERR_OVERLAP, call((const int64_t *)(void *)intervals, N, 101.0, DPM_TARGET_LOG, 0.95, intervals)); \
    } while (0)

static void intervals_of_rows(void) {
    static const int64_t count[N] = {90, 12, 3, -5}, huge[2] = {INT64_MAX, 4}; /* 100 in all */
    const int64_t *noisy = (const int64_t *)input(count, sizeof count);
    double bad, level;
    size_t k, n;
    OF_ROW_OF_COUNTS(ROW_GEOMETRIC, IN_GEOMETRIC);
    OF_ROW_OF_COUNTS(ROW_GAUSSIAN, IN_GAUSSIAN);
    REFUSES(DPM_ERR_RATE, dpm_interval_geometric_row(noisy, N, 101.0, 0, 2, 0, 0.95, intervals));
    REFUSES(DPM_ERR_VARIANCE, dpm_interval_gaussian_row(noisy, N, 101.0, 9, 0, 0, 0.95, intervals));

    ACCEPTS(dpm_interval_stationary(0.25, 1e-6, 0.95, interval));
    CLOSE(interval->lower, 0.25 - 1.96e-3, 1e-4);
    CLOSE(interval->upper, 0.25 + 1.96e-3, 1e-4);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_interval_stationary(bad, 1e-6, 0.95, interval));
        REFUSES(DPM_ERR_DOMAIN, dpm_interval_stationary(0.25, bad, 0.95, interval));
    }
    for (EACH_BAD_LEVEL(level)) {
        REFUSES(DPM_ERR_LEVEL, dpm_interval_stationary(0.25, 1e-6, level, interval));
        REFUSES(DPM_ERR_LEVEL, dpm_interval_simultaneous(level, 50, a));
    }
    REFUSES(DPM_ERR_NULL, dpm_interval_stationary(0.25, 1e-6, 0.95, NULL));
    REFUSES(DPM_ERR_MISALIGNED, dpm_interval_stationary(0.25, 1e-6, 0.95, OFF(dpm_interval, interval)));
    REFUSES(DPM_ERR_SIZE, dpm_interval_stationary(0.25, 1e-6, 0.95, TOP(dpm_interval)));
    ACCEPTS(dpm_interval_simultaneous(0.95, 50, a));
    CLOSE(*a, 0.999, 1e-15);
    REFUSES(DPM_ERR_LEVEL, dpm_interval_simultaneous(0.95, 0, a));
    REFUSES(DPM_ERR_LEVEL, dpm_interval_simultaneous(0.95, 100000, a));

    /* sqrt(2 n sigma^2 ln(1/failure)) below the sum; of geometric noise a little more than its variance says */
    ACCEPTS(dpm_noisy_total_lower_gaussian(1000, 4, 100, 1, 0.05, a));
    CLOSE(*a, 951.0446, 1e-3);
    ACCEPTS(dpm_noisy_total_lower_geometric(1000, 4, 1, 10, 0.05, a));
    CHECK(*a > 900.0 && *a < 931.0);
    ACCEPTS(dpm_noisy_total_lower_geometric(-5, 4, 1, 10, 0.05, a));
    CHECK(*a == 0.0);
    for (EACH_BAD_CELLS(n)) {
        REFUSES(DPM_ERR_STATES, dpm_noisy_total_lower_geometric(1000, n, 1, 10, 0.05, a));
        REFUSES(DPM_ERR_STATES, dpm_noisy_total_lower_gaussian(1000, n, 100, 1, 0.05, a));
    }
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_LEVEL, dpm_noisy_total_lower_geometric(1000, 4, 1, 10, bad, a));
        REFUSES(DPM_ERR_LEVEL, dpm_noisy_total_lower_gaussian(1000, 4, 100, 1, bad, a));
    }
    REFUSES(DPM_ERR_LEVEL, dpm_noisy_total_lower_geometric(1000, 4, 1, 10, 1.0, a));
    REFUSES(DPM_ERR_LEVEL, dpm_noisy_total_lower_gaussian(1000, 4, 100, 1, 1.0, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_noisy_total_lower_geometric(INT64_MIN, 4, 1, 10, 0.05, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_noisy_total_lower_gaussian(INT64_MAX, 4, 100, 1, 0.05, a));
    REFUSES(DPM_ERR_RATE, dpm_noisy_total_lower_geometric(1000, 4, 0, 10, 0.05, a));
    REFUSES(DPM_ERR_VARIANCE, dpm_noisy_total_lower_gaussian(1000, 4, 100, 0, 0.05, a));
#define TOTAL_GEOMETRIC_O(out) dpm_noisy_total_lower_geometric(1000, 4, 1, 10, 0.05, out)
#define TOTAL_GAUSSIAN_O(out) dpm_noisy_total_lower_gaussian(1000, 4, 100, 1, 0.05, out)
    ONE_OUTPUT(TOTAL_GEOMETRIC_O);
    ONE_OUTPUT(TOTAL_GAUSSIAN_O);
#define SIMULTANEOUS_O(out) dpm_interval_simultaneous(0.95, 50, out)
    ONE_OUTPUT(SIMULTANEOUS_O);
}

static void unbiased_estimates(void) {
    const double prior = N * 15.8;
    double bad;
    size_t n;
    ACCEPTS(dpm_debias_dirichlet((90.0 + 15.8) / (100.0 + prior), N, 100.0, 0.3, 15.8, a)); /* the mean of 90 events' entry */
    CLOSE(*a, 0.9, 1e-14);
    ACCEPTS(dpm_debias_polya(20, N, 100.0, 10, 158, 33, 50, a));
    CLOSE(*a, 0.4 + (N * 0.4 - 1.0) * 0.158, 1e-14);
    ACCEPTS(dpm_debias_noisy(40, 104, N, 100.0, a));
    CLOSE(*a, 0.39, 1e-14);
    ACCEPTS(dpm_polya_tally((1.0 + 20.0 * (4294967296.0 - N) / 50.0) / 4294967296.0, N, 10, 158, 33, 50, how_often));
    CHECK(*how_often == 20);
    for (EACH_BAD_CELLS(n)) {
        REFUSES(DPM_ERR_STATES, dpm_debias_dirichlet(0.4, n, 100.0, 0.3, 15.8, a));
        REFUSES(DPM_ERR_STATES, dpm_debias_polya(20, n, 100.0, 10, 158, 33, 50, a));
        REFUSES(DPM_ERR_STATES, dpm_debias_noisy(40, 100, n, 100.0, a));
        REFUSES(DPM_ERR_STATES, dpm_polya_tally(0.4, n, 10, 158, 33, 50, how_often));
    }
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_debias_dirichlet(bad, N, 100.0, 0.3, 15.8, a));
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_debias_dirichlet(0.4, N, bad, 0.3, 15.8, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_debias_dirichlet(0.4, N, 100.0, bad, 15.8, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_debias_dirichlet(0.4, N, 100.0, 0.3, bad, a));
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_debias_polya(20, N, bad, 10, 158, 33, 50, a));
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_debias_noisy(40, 100, N, bad, a));
        REFUSES(DPM_ERR_DOMAIN, dpm_polya_tally(bad, N, 10, 158, 33, 50, how_often));
    }
    REFUSES(DPM_ERR_DOMAIN, dpm_debias_noisy(((int64_t)1 << 40) + 1, 104, N, 100.0, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_debias_noisy(40, INT64_MAX, N, 100.0, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_debias_noisy(40, 41, 1, 100.0, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_debias_polya(51, N, 100.0, 10, 158, 33, 50, a));
    REFUSES(DPM_ERR_MASS, dpm_debias_polya(20, N, 100.0, 0, 158, 33, 50, a));
    REFUSES(DPM_ERR_DRAWS, dpm_debias_polya(20, N, 100.0, 10, 158, 33, 0, a));
    REFUSES(DPM_ERR_MASS, dpm_polya_tally(0.4, N, 10, 158, 0, 50, how_often));
    REFUSES(DPM_ERR_DRAWS, dpm_polya_tally(0.4, N, 10, 158, 33, 0, how_often));
#define DEBIAS_DIRICHLET_O(out) dpm_debias_dirichlet(0.4, N, 100.0, 0.3, 15.8, out)
#define DEBIAS_POLYA_O(out) dpm_debias_polya(20, N, 100.0, 10, 158, 33, 50, out)
#define DEBIAS_NOISY_O(out) dpm_debias_noisy(40, 100, N, 100.0, out)
    ONE_OUTPUT(DEBIAS_DIRICHLET_O);
    ONE_OUTPUT(DEBIAS_POLYA_O);
    ONE_OUTPUT(DEBIAS_NOISY_O);
    REFUSES(DPM_ERR_NULL, dpm_polya_tally(0.4, N, 10, 158, 33, 50, NULL));
    REFUSES(DPM_ERR_MISALIGNED, dpm_polya_tally(0.4, N, 10, 158, 33, 50, OFF(uint32_t, how_often)));
}

#endif

/* Every function: its values, and every wrong argument with its code and outputs untouched. C99, POSIX. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "check.h"
#include "dpmarkov.h" /* a second time: the guard holds */

#include "entropy.h"

#define N 4
static const uint32_t example_counts[N * N] = {90, 5, 3, 2, 10, 60, 20, 10, 0, 30, 40, 30, 7, 0, 0, 93};
static const double example_matrix[N * N] = {0.5, 0.25, 0.125, 0.125, 0.25, 0.5,    0.125,  0.125,
                                             0.1, 0.2,  0.3,   0.4,   0.0625, 0.0625, 0.0625, 0.8125};

static double *a, *b, *row, *matrix, *pi, *work;
static uint32_t *counts;
static size_t *current;
static dpm_rng *rng;
static dpm_dirichlet *mechanism;
static const uint32_t *in_counts;
static const double *in_matrix, *in_alpha;
static const uint8_t *in_seed;

static const double bad_numbers[] = {NAN, INFINITY, -INFINITY, -1.0, -1e300};
#define EACH_BAD(x) size_t i_ = 0; i_ < sizeof bad_numbers / sizeof *bad_numbers && ((x = bad_numbers[i_]), 1); i_++

static const size_t bad_states[] = {0, 1, 65536, SIZE_MAX, SIZE_MAX / 8, (size_t)1 << 16};
#define EACH_BAD_N(n) size_t j_ = 0; j_ < sizeof bad_states / sizeof *bad_states && ((n = bad_states[j_]), 1); j_++

static void versions_and_messages(void) {
    int code;
    CHECK(strcmp(dpm_version(), DPM_VERSION) == 0);
    CHECK(dpm_abi_version() == DPM_ABI_VERSION);
    for (code = -1000; code <= 1000; code++) {
        const char *message = dpm_status_message(code);
        CHECK(message != NULL && strlen(message) > 3 && strlen(message) < 200);
    }
    CHECK(strcmp(dpm_status_message(DPM_OK), "done") == 0);
    CHECK(strcmp(dpm_status_message(12345), "unknown status") == 0);
    CHECK(strstr(dpm_status_message(DPM_ERR_STATES), "65535") != NULL);
    CHECK(strstr(dpm_status_message(DPM_ERR_STREAM_EXHAUSTED), "stream") != NULL);
}

static void sizes(void) {
    size_t n;
    CHECK(sizeof(dpm_rng) == DPM_RNG_SIZE && dpm_rng_size() == DPM_RNG_SIZE);
    CHECK(sizeof(dpm_dirichlet) == DPM_DIRICHLET_SIZE && dpm_dirichlet_size() == DPM_DIRICHLET_SIZE);
    for (n = 2; n <= 65535; n = n + 1 + n / 7) {
        CHECK(dpm_stationary_gth_work_len(n) == DPM_STATIONARY_GTH_WORK_LEN(n));
        CHECK(dpm_stationary_power_work_len(n) == DPM_STATIONARY_POWER_WORK_LEN(n));
        CHECK(dpm_ergodicity_inf_work_len(n) == DPM_ERGODICITY_INF_WORK_LEN(n));
        CHECK(dpm_recurrent_classes_work_len(n) == DPM_RECURRENT_CLASSES_WORK_LEN(n));
    }
    CHECK(dpm_stationary_gth_work_len(65535) == DPM_STATIONARY_GTH_WORK_LEN(65535));
}

static void special_functions(void) {
    double bad;
    CLOSE(dpm_ln_gamma(0.5), 0.57236494292470008707, 1e-15);
    CLOSE(dpm_ln_gamma(1e5), 1051287.7089736568949, 1e-15);
    CLOSE(dpm_digamma(1.0), -0.57721566490153286061, 1e-15);
    CLOSE(dpm_digamma(10.0), 2.2517525890667211077, 1e-15);
    CLOSE(dpm_ln_beta(2.0, 3.0), -2.4849066497880003102, 1e-14);
    CHECK(isnan(dpm_ln_gamma(NAN)) && isnan(dpm_digamma(NAN)) && isnan(dpm_digamma(0.0)));
    CHECK(isnan(dpm_ln_beta(NAN, 1.0)) && isnan(dpm_ln_beta(1.0, NAN)));

    ACCEPTS(dpm_beta_inc(2.0, 3.0, 0.5, a, b));
    CLOSE(*a, 0.6875, 1e-14);
    CLOSE(*b, 0.3125, 1e-14);
    ACCEPTS(dpm_gamma_inc(1.0, 1.0, a, b));
    CLOSE(*a, 0.63212055882855767840, 1e-14);
    CLOSE(*b, 0.36787944117144232160, 1e-14);
    ACCEPTS(dpm_ln_beta_inc_logit(2.0, 3.0, 0.0, a, b));
    CLOSE(*a, -0.37469344944141069300, 1e-13);
    CLOSE(*b, -1.1631508098056809021, 1e-13);
    ACCEPTS(dpm_ln_beta_inc_logit(2.0, 3.0, -1000.0, a, b));
    CLOSE(*a, -2000.0 + 1.7917594692280550008, 1e-13); /* 6 x^2 */
    ACCEPTS(dpm_ln_gamma_inc_ln(1.0, 0.0, a, b));
    CLOSE(*a, -0.45867514538708189102, 1e-13);
    CLOSE(*b, -1.0, 1e-13);

    ACCEPTS(dpm_ln_gamma_ratio(7.0, 3.0, 0.0, a, b)); /* 7 * 8 * 9 */
    CLOSE(*a, 6.2225762680713688, 1e-14);
    CHECK(*b == 0.0);
    ACCEPTS(dpm_ln_gamma_ratio(1.0, 0.0, 1.0, a, b)); /* |Gamma(1 + i)|^2 = pi / sinh(pi) */
    CLOSE(*a, -0.6509231993018563, 1e-13);
    CLOSE(*b, -0.3016403204675331, 1e-13);

    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(bad, 0.5, 0.5, a, b));
        if (!isfinite(bad)) {
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(2.0, bad, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(2.0, 0.5, bad, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(2.0, 3.0, bad, a, b));
        }
        if (!isinf(bad) || bad < 0) {
            REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(bad, 3.0, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(2.0, bad, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_gamma_inc(bad, 1.0, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_gamma_inc(1.0, bad, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(bad, 3.0, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(2.0, bad, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_inc_ln(bad, 0.5, a, b));
        }
        REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(2.0, 3.0, bad, a, b));
    }
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(2.0, -2.0, 0.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(0.0, 2.0, 0.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(2.0, 3.0, 1.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(0.0, 3.0, 0.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_gamma_inc(0.0, 3.0, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(2.0, 3.0, NAN, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_inc_ln(2.0, NAN, a, b));

#define TWO_OUTPUTS(call_with)                                       \
    REFUSES(DPM_ERR_NULL, call_with(NULL, b));                       \
    REFUSES(DPM_ERR_NULL, call_with(a, NULL));                       \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(double, a), b));       \
    REFUSES(DPM_ERR_MISALIGNED, call_with(a, OFF(double, b)));       \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(double), b));                \
    REFUSES(DPM_ERR_SIZE, call_with(a, TOP(double)));                \
    REFUSES(DPM_ERR_OVERLAP, call_with(a, a))
#define BETA(x, y) dpm_beta_inc(2.0, 3.0, 0.5, x, y)
#define GAMMA(x, y) dpm_gamma_inc(2.0, 3.0, x, y)
#define LN_BETA(x, y) dpm_ln_beta_inc_logit(2.0, 3.0, 0.5, x, y)
#define LN_GAMMA(x, y) dpm_ln_gamma_inc_ln(2.0, 3.0, x, y)
    TWO_OUTPUTS(BETA);
    TWO_OUTPUTS(GAMMA);
    TWO_OUTPUTS(LN_BETA);
    TWO_OUTPUTS(LN_GAMMA);
#define RATIO(x, y) dpm_ln_gamma_ratio(2.0, 3.0, 0.5, x, y)
    TWO_OUTPUTS(RATIO);
}

#define ONE_OUTPUT(call_with)                                  \
    REFUSES(DPM_ERR_NULL, call_with(NULL));                    \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(double, a)));    \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(double)))

/* Every way in which an object can be wrong; `call_with` takes the object. */
#define OBJECT(type, object, call_with)                                                     \
    do {                                                                                    \
        type copy_, zeroed_;                                                                \
        memcpy(&copy_, object, sizeof copy_);                                               \
        memset(&zeroed_, 0, sizeof zeroed_);                                                \
        REFUSES(DPM_ERR_NULL, call_with(NULL));                                             \
        REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(type, object)));                          \
        REFUSES(DPM_ERR_OBJECT, call_with(&copy_));                                         \
        REFUSES(DPM_ERR_OBJECT, call_with(&zeroed_));                                       \
        { /* one bit of any word changed: damaged */                                        \
            size_t k_;                                                                      \
            for (k_ = 0; k_ < sizeof copy_.opaque / sizeof *copy_.opaque; k_++) {           \
                (object)->opaque[k_] ^= (uint64_t)1 << (7 * k_ % 64);                       \
                REFUSES(DPM_ERR_OBJECT, call_with(object));                                 \
                (object)->opaque[k_] ^= (uint64_t)1 << (7 * k_ % 64);                       \
            }                                                                               \
        }                                                                                   \
    } while (0)

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

static void counting(void) {
    static const size_t visits[5] = {0, 1, 1, 3, 0}, wrong[3] = {0, 1, N}, loop[4] = {1, 1, 1, 1};
    const size_t *session = (const size_t *)input(visits, sizeof visits);
    size_t n;

    memset(counts, 0, N * N * sizeof *counts);
    ACCEPTS(dpm_counts_record(counts, N, 1, 2, 5));
    ACCEPTS(dpm_counts_record(counts, N, 1, 2, 1));
    CHECK(counts[1 * N + 2] == 6);
    ACCEPTS(dpm_counts_record(counts, N, 1, 2, UINT32_MAX - 6));
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_record(counts, N, 1, 2, 1));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record(counts, N, N, 2, 1));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record(counts, N, 1, N, 1));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record(counts, N, SIZE_MAX, 0, 1));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_record(counts, n, 0, 1, 1));
    REFUSES(DPM_ERR_NULL, dpm_counts_record(NULL, N, 0, 1, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_record(OFF(uint32_t, counts), N, 0, 1, 1));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record(TOP(uint32_t), N, 0, 1, 1));

    memset(counts, 0, N * N * sizeof *counts);
    ACCEPTS(dpm_counts_record_session(counts, N, session, 5));
    CHECK(counts[0 * N + 1] == 1 && counts[1 * N + 1] == 1 && counts[1 * N + 3] == 1 && counts[3 * N + 0] == 1);
    ACCEPTS(dpm_counts_record_session(counts, N, session, 1));
    ACCEPTS(dpm_counts_record_session(counts, N, session, 0));
    CHECK(counts[0 * N + 1] == 1);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record_session(counts, N, wrong, 3));
    counts[1 * N + 1] = UINT32_MAX - 1;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_record_session(counts, N, loop, 4)); /* all or nothing */
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_record_session(counts, n, session, 5));
    REFUSES(DPM_ERR_NULL, dpm_counts_record_session(NULL, N, session, 5));
    REFUSES(DPM_ERR_NULL, dpm_counts_record_session(counts, N, NULL, 5));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_record_session(OFF(uint32_t, counts), N, session, 5));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_record_session(counts, N, OFF(const size_t, session), 5));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(counts, N, session, SIZE_MAX / 4));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(counts, N, session, SIZE_MAX / 2));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(counts, N, session, SIZE_MAX));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(TOP(uint32_t), N, session, 5));
    REFUSES(DPM_ERR_OVERLAP, dpm_counts_record_session(counts, N, (size_t *)(void *)(counts + 4), 5));

    memset(counts, 0, N * N * sizeof *counts);
    *current = DPM_NO_STATE;
    ACCEPTS(dpm_counts_visit(counts, N, current, 2));
    CHECK(*current == 2 && counts[2 * N + 2] == 0);
    ACCEPTS(dpm_counts_visit(counts, N, current, 3));
    CHECK(*current == 3 && counts[2 * N + 3] == 1);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_visit(counts, N, current, N));
    counts[3 * N + 3] = UINT32_MAX;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_visit(counts, N, current, 3));
    REFUSES(DPM_ERR_NULL, dpm_counts_visit(NULL, N, current, 1));
    REFUSES(DPM_ERR_NULL, dpm_counts_visit(counts, N, NULL, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_visit(OFF(uint32_t, counts), N, current, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_visit(counts, N, OFF(size_t, current), 1));
    REFUSES(DPM_ERR_SIZE, dpm_counts_visit(TOP(uint32_t), N, current, 1));
    REFUSES(DPM_ERR_OVERLAP, dpm_counts_visit(counts, N, (size_t *)(void *)(counts + 4), 1));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_visit(counts, n, current, 1));
    *current = N;
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_visit(counts, N, current, 1));

    *current = 0;
    ACCEPTS(dpm_counts_clear(counts, N));
    for (n = 0; n < N * N; n++) CHECK(counts[n] == 0);
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_clear(counts, n));
    REFUSES(DPM_ERR_NULL, dpm_counts_clear(NULL, N));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_clear(OFF(uint32_t, counts), N));
    REFUSES(DPM_ERR_SIZE, dpm_counts_clear(TOP(uint32_t), N));
    ACCEPTS(dpm_counts_merge(counts, in_counts, N));
    ACCEPTS(dpm_counts_merge(counts, in_counts, N));
    CHECK(counts[0] == 180 && counts[N * N - 1] == 186);
    counts[N * N - 1] = UINT32_MAX;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_merge(counts, in_counts, N)); /* all or nothing */
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_merge(counts, in_counts, n));
    REFUSES(DPM_ERR_NULL, dpm_counts_merge(NULL, in_counts, N));
    REFUSES(DPM_ERR_NULL, dpm_counts_merge(counts, NULL, N));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_merge(OFF(uint32_t, counts), in_counts, N));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_merge(counts, OFF(const uint32_t, in_counts), N));
    REFUSES(DPM_ERR_SIZE, dpm_counts_merge(TOP(uint32_t), in_counts, N));
    REFUSES(DPM_ERR_SIZE, dpm_counts_merge(counts, TOP(const uint32_t), N));
    REFUSES(DPM_ERR_OVERLAP, dpm_counts_merge(counts, counts, N));
}

static void accounting(void) {
    const int event = DPM_ADJACENCY_EVENT;
    double bad;
    int code;

    ACCEPTS(dpm_dirichlet_delta(event, 0.2102, 7.154, 1, 1.0, a));
    CHECK(*a >= 1.9271773989531e-4 && *a <= 1.9271773989531e-4 * (1 + 1e-6));
    ACCEPTS(dpm_dirichlet_epsilon(event, 0.3188, 15.8, 1, 1e-6, a));
    CLOSE(*a, 1.0000333, 1e-6);
    ACCEPTS(dpm_dirichlet_solve_weight(event, 15.8, 1, 1.0, 1e-6, a));
    CHECK(*a > 0.3185 && *a < 0.3188);
    ACCEPTS(dpm_dirichlet_delta(event, *a, 15.8, 1, 1.0, b));
    CHECK(*b <= 1e-6 && *b > 0.99e-6);
    ACCEPTS(dpm_smallest_pseudo_count(event, 1.0, 1e-6, 1, a));
    CHECK(*a > 10.5 && *a < 10.9);
    ACCEPTS(dpm_dirichlet_delta(event, 1e-9, 1e9, 1, 1e6, a)); /* underflow is never 0 */
    CHECK(*a > 0.0);

    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_delta(event, bad, 10.0, 1, 1.0, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_delta(event, 0.3, bad, 1, 1.0, a));
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_delta(event, 0.3, 10.0, 1, bad, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_epsilon(event, bad, 10.0, 1, 1e-6, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_epsilon(event, 0.3, bad, 1, 1e-6, a));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, bad, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_solve_weight(event, bad, 1, 1.0, 1e-6, a));
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_solve_weight(event, 10.0, 1, bad, 1e-6, a));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_solve_weight(event, 10.0, 1, 1.0, bad, a));
        REFUSES(DPM_ERR_EPSILON, dpm_smallest_pseudo_count(event, bad, 1e-6, 1, a));
        REFUSES(DPM_ERR_DELTA, dpm_smallest_pseudo_count(event, 1.0, bad, 1, a));
    }
    REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_delta(event, 0.0, 10.0, 1, 1.0, a));
    REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_delta(event, 0.3, 0.0, 1, 1.0, a));
    REFUSES(DPM_ERR_DELTA, dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, 0.0, a));
    REFUSES(DPM_ERR_DELTA, dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_delta(event, 0.3, 10.0, 0, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_epsilon(event, 0.3, 10.0, 0, 1e-6, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_solve_weight(event, 10.0, 0, 1.0, 1e-6, a));
    REFUSES(DPM_ERR_RELEASES, dpm_smallest_pseudo_count(event, 1.0, 1e-6, 0, a));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_dirichlet_solve_weight(event, 1.0, 1, 0.5, 1e-6, a));
    for (code = -1; code <= 5; code += 6) {
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_delta(code, 0.3, 10.0, 1, 1.0, a));
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_epsilon(code, 0.3, 10.0, 1, 1e-6, a));
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_solve_weight(code, 10.0, 1, 1.0, 1e-6, a));
        REFUSES(DPM_ERR_ADJACENCY, dpm_smallest_pseudo_count(code, 1.0, 1e-6, 1, a));
    }
#define DELTA(out) dpm_dirichlet_delta(event, 0.3, 10.0, 1, 1.0, out)
#define EPSILON(out) dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, 1e-6, out)
#define WEIGHT(out) dpm_dirichlet_solve_weight(event, 15.8, 1, 1.0, 1e-6, out)
#define PSEUDO_COUNT(out) dpm_smallest_pseudo_count(event, 1.0, 1e-6, 1, out)
    ONE_OUTPUT(DELTA);
    ONE_OUTPUT(EPSILON);
    ONE_OUTPUT(WEIGHT);
    ONE_OUTPUT(PSEUDO_COUNT);
}

/* Every adjacency and many releases. The values: a line integral with 45 digits (tests/data/README.md). */
static void accounting_of_all(void) {
    const int event = DPM_ADJACENCY_EVENT;
    static const double delta_at_1[5] = {0.999e-6, 0.0, 0.999e-6, 1.147773304e-3, 0.0};
    double bad;
    int code;

    for (code = 0; code < 5; code++) {
        ACCEPTS(dpm_dirichlet_delta(code, 0.3188, 15.8, 1, 1.0, a));
        CHECK(*a > 0.0 && *a < 1.0 && *a >= delta_at_1[code]);
        ACCEPTS(dpm_dirichlet_delta(code, 0.3188, 15.8, 2, 1.0, b));
        CHECK(*b >= *a);
        ACCEPTS(dpm_dirichlet_epsilon(code, 0.3188, 15.8, 1, 1e-6, a));
        ACCEPTS(dpm_dirichlet_delta(code, 0.3188, 15.8, 1, *a, b));
        CHECK(*b <= 1e-6);
        ACCEPTS(dpm_dirichlet_renyi_epsilon(code, 0.3188, 15.8, 1, 1e-6, b));
        CHECK(*b >= *a);
        ACCEPTS(dpm_dirichlet_init(mechanism, code, 4.0, 1e-6, 3, 60.0));
        ACCEPTS(dpm_smallest_pseudo_count(code, 1.0, 1e-6, 1, a));
        CHECK(*a > 1.0 && *a < 100.0);
    }
    ACCEPTS(dpm_dirichlet_delta(DPM_ADJACENCY_VISIT, 0.3188, 15.8, 1, 1.0, a));
    CHECK(fabs(*a - 1.147773304e-3) < 1e-9);
    ACCEPTS(dpm_dirichlet_epsilon(event, 0.3188, 15.8, 10, 1e-6, a));
    CHECK(fabs(*a - 3.107198) < 1e-5);
    ACCEPTS(dpm_dirichlet_epsilon(event, 0.3188, 15.8, 365, 1e-6, a));
    CHECK(fabs(*a - 26.110264) < 1e-5);
    ACCEPTS(dpm_dirichlet_renyi_epsilon(event, 0.3188, 15.8, 10, 1e-6, a));
    CHECK(fabs(*a - 3.349) < 1e-3);
    ACCEPTS(dpm_dirichlet_renyi(event, 1.0, 1e8, 1, 2.0, a));
    CLOSE(*a, 2.0000000000000000667e-8, 1e-12);
    ACCEPTS(dpm_dirichlet_renyi(event, 1.0, 3.0, 1, 5.0, a));
    CHECK(isinf(*a) && *a > 0); /* orders end at 1 + a */

    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_dirichlet_renyi(event, 0.3, 10.0, 1, bad, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_renyi(event, bad, 10.0, 1, 2.0, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_renyi(event, 0.3, bad, 1, 2.0, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_renyi_epsilon(event, bad, 10.0, 1, 1e-6, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_renyi_epsilon(event, 0.3, bad, 1, 1e-6, a));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_renyi_epsilon(event, 0.3, 10.0, 1, bad, a));
    }
    REFUSES(DPM_ERR_DOMAIN, dpm_dirichlet_renyi(event, 0.3, 10.0, 1, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_renyi(event, 0.3, 10.0, 0, 2.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_renyi_epsilon(event, 0.3, 10.0, 0, 1e-6, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_renyi(5, 0.3, 10.0, 1, 2.0, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_renyi_epsilon(-1, 0.3, 10.0, 1, 1e-6, a));
#define RENYI(out) dpm_dirichlet_renyi(event, 0.3, 10.0, 1, 2.0, out)
#define RENYI_EPSILON(out) dpm_dirichlet_renyi_epsilon(event, 0.3, 10.0, 1, 1e-6, out)
    ONE_OUTPUT(RENYI);
    ONE_OUTPUT(RENYI_EPSILON);
    /* a delta so small that the loss has no such epsilon in range, at a weight so large that every event shows */
    REFUSES(DPM_ERR_NO_EPSILON, dpm_dirichlet_epsilon(event, 1e9, 1e-6, 1, 1e-300, a));
    memset(mechanism, 0x5a, sizeof *mechanism);
}

static int on_the_grid(const double *x, size_t n) {
    double sum = 0.0;
    size_t i;
    for (i = 0; i < n; i++) {
        double units = x[i] * 4294967296.0;
        if (!(units >= 1.0) || units != floor(units)) return 0;
        sum += x[i];
    }
    return sum == 1.0;
}

static void the_mechanism(void) {
    const int event = DPM_ADJACENCY_EVENT;
    double bad;
    size_t n, k;
    int code;

    REFUSES(DPM_ERR_OBJECT, dpm_dirichlet_parameters(mechanism, a, b)); /* never initialised */
    ACCEPTS(dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 1, 15.8));
    ACCEPTS(dpm_dirichlet_parameters(mechanism, a, b));
    CHECK(*a > 0.3185 && *a < 0.3188 && *b == 15.8);
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, 0.318));
    ACCEPTS(dpm_dirichlet_parameters(mechanism, a, b));
    CHECK(*a == 0.318 && *b == 15.8);
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, 0.32));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_dirichlet_init(mechanism, event, 0.5, 1e-6, 1, 1.0));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_init(mechanism, event, bad, 1e-6, 1, 15.8));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init(mechanism, event, 1.0, bad, 1, 15.8));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 1, bad));
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_init_checked(mechanism, event, bad, 1e-6, 1, 15.8, 0.3));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init_checked(mechanism, event, 1.0, bad, 1, 15.8, 0.3));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, bad, 0.3));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, 15.8, bad));
    }
    REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init(mechanism, event, 1.0, 0.0, 1, 15.8));
    REFUSES(DPM_ERR_DELTA, dpm_dirichlet_init(mechanism, event, 1.0, 1.0, 1, 15.8));
    REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 1, 0.0));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_init(mechanism, event, 1.0, 1e-6, 0, 15.8));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 0, 15.8, 0.3));
    for (code = -1; code <= 5; code += 6) {
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_init(mechanism, code, 1.0, 1e-6, 1, 15.8));
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_init_checked(mechanism, code, 1.0, 1e-6, 1, 15.8, 0.3));
    }
#define PLACES(type, object, call_with)                            \
    REFUSES(DPM_ERR_NULL, call_with(NULL));                        \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(type, object)));     \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(type)))
#define INIT(object) dpm_dirichlet_init(object, event, 1.0, 1e-6, 1, 15.8)
#define CHECKED(object) dpm_dirichlet_init_checked(object, event, 1.0, 1e-6, 1, 15.8, 0.3)
    PLACES(dpm_dirichlet, mechanism, INIT);
    PLACES(dpm_dirichlet, mechanism, CHECKED);
#define PARAMETERS(object) dpm_dirichlet_parameters(object, a, b)
    OBJECT(dpm_dirichlet, mechanism, PARAMETERS);
#define PARAMETERS_OUT(x, y) dpm_dirichlet_parameters(mechanism, x, y)
    TWO_OUTPUTS(PARAMETERS_OUT);
    REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_parameters(mechanism, (double *)(void *)mechanism, b));

    {
        int *who = (int *)output(sizeof *who);
        uint32_t *times = (uint32_t *)output(sizeof *times);
        ACCEPTS(dpm_dirichlet_guarantee(mechanism, who, a, b, times));
        CHECK(*who == DPM_ADJACENCY_EVENT && *a == 1.0 && *b == 1e-6 && *times == 1);
#define GUARANTEE(object) dpm_dirichlet_guarantee(object, who, a, b, times)
        OBJECT(dpm_dirichlet, mechanism, GUARANTEE);
#define GUARANTEE_OUT(x, y) dpm_dirichlet_guarantee(mechanism, who, x, y, times)
        TWO_OUTPUTS(GUARANTEE_OUT);
        REFUSES(DPM_ERR_NULL, dpm_dirichlet_guarantee(mechanism, NULL, a, b, times));
        REFUSES(DPM_ERR_NULL, dpm_dirichlet_guarantee(mechanism, who, a, b, NULL));
        REFUSES(DPM_ERR_MISALIGNED, dpm_dirichlet_guarantee(mechanism, OFF(int, who), a, b, times));
        REFUSES(DPM_ERR_MISALIGNED, dpm_dirichlet_guarantee(mechanism, who, a, b, OFF(uint32_t, times)));
        REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_guarantee(mechanism, (int *)(void *)times, a, b, times));
        REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_guarantee(mechanism, (int *)(void *)mechanism, a, b, times));
        REFUSES(DPM_ERR_OVERLAP, dpm_dirichlet_guarantee(mechanism, who, a, b, (uint32_t *)(void *)mechanism));
    }

    ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, in_counts, N, row));
    CHECK(on_the_grid(row, N));
    { /* row by row from one generator is the whole chain */
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
        ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
        for (k = 0; k < N; k++) {
            ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, in_counts + k * N, N, row));
            CHECK(memcmp(row, matrix + k * N, N * sizeof *row) == 0);
        }
    }
    ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
    for (k = 0; k < N; k++) CHECK(on_the_grid(matrix + k * N, N));
    { /* counts at the end of their range, and none at all */
        static const uint32_t full[N] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, empty[N] = {0, 0, 0, 0};
        ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, full, N, row));
        CHECK(on_the_grid(row, N));
        ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, empty, N, row));
        CHECK(on_the_grid(row, N));
    }
    { /* the largest row there is */
        uint32_t *long_counts = (uint32_t *)fenced(65535 * sizeof *long_counts);
        double *long_row = (double *)fenced(65535 * sizeof *long_row);
        ACCEPTS(dpm_dirichlet_release_row(mechanism, rng, long_counts, 65535, long_row));
        CHECK(on_the_grid(long_row, 65535));
    }
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_dirichlet_release_row(mechanism, rng, in_counts, n, row));
        REFUSES(DPM_ERR_STATES, dpm_dirichlet_release_chain(mechanism, rng, in_counts, n, matrix));
    }
#define RELEASE(function, out)                                                                                     \
    REFUSES(DPM_ERR_NULL, function(mechanism, rng, NULL, N, out));                                                 \
    REFUSES(DPM_ERR_NULL, function(mechanism, rng, in_counts, N, NULL));                                           \
    REFUSES(DPM_ERR_MISALIGNED, function(mechanism, rng, OFF(const uint32_t, in_counts), N, out));                 \
    REFUSES(DPM_ERR_MISALIGNED, function(mechanism, rng, in_counts, N, OFF(double, out)));                         \
    REFUSES(DPM_ERR_SIZE, function(mechanism, rng, TOP(const uint32_t), N, out));                                  \
    REFUSES(DPM_ERR_SIZE, function(mechanism, rng, in_counts, N, TOP(double)));                                    \
    REFUSES(DPM_ERR_SIZE, function(TOP(dpm_dirichlet), rng, in_counts, N, out));                                   \
    REFUSES(DPM_ERR_SIZE, function(mechanism, TOP(dpm_rng), in_counts, N, out));                                   \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, (const uint32_t *)(void *)(out), N, out));                   \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, in_counts, N, (double *)(void *)rng));                       \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, in_counts, N, (double *)(void *)mechanism));                 \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, rng, (const uint32_t *)(void *)rng, N, out));                     \
    REFUSES(DPM_ERR_OVERLAP, function(mechanism, (dpm_rng *)(void *)mechanism, in_counts, N, out));                \
    REFUSES(DPM_ERR_OBJECT, function((const dpm_dirichlet *)(const void *)work, rng, in_counts, N, out))
    RELEASE(dpm_dirichlet_release_row, row);
    RELEASE(dpm_dirichlet_release_chain, matrix);
#define ROW_M(object) dpm_dirichlet_release_row(object, rng, in_counts, N, row)
#define ROW_R(object) dpm_dirichlet_release_row(mechanism, object, in_counts, N, row)
#define CHAIN_M(object) dpm_dirichlet_release_chain(object, rng, in_counts, N, matrix)
#define CHAIN_R(object) dpm_dirichlet_release_chain(mechanism, object, in_counts, N, matrix)
    OBJECT(dpm_dirichlet, mechanism, ROW_M);
    OBJECT(dpm_rng, rng, ROW_R);
    OBJECT(dpm_dirichlet, mechanism, CHAIN_M);
    OBJECT(dpm_rng, rng, CHAIN_R);
}

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

static void expectations(void) {
    static const uint32_t empty[N] = {0, 0, 0, 0};
    double bad;
    size_t n;
    ACCEPTS(dpm_dirichlet_expected_kl_unchecked(in_counts, N, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_tv_unchecked(in_counts, N, 0.3, 15.8, b));
    CHECK(*a > 0.0 && *b > 0.0 && *b < 1.0 && *b <= sqrt(*a / 2)); /* Pinsker, averaged */
#define EXPECTED(function)                                                                \
    for (EACH_BAD(bad)) {                                                                 \
        REFUSES(DPM_ERR_WEIGHT, function(in_counts, N, bad, 15.8, a));                    \
        REFUSES(DPM_ERR_PSEUDO_COUNT, function(in_counts, N, 0.3, bad, a));               \
    }                                                                                     \
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(in_counts, n, 0.3, 15.8, a));    \
    REFUSES(DPM_ERR_EMPTY_ROW, function(empty, N, 0.3, 15.8, a));                         \
    REFUSES(DPM_ERR_NULL, function(NULL, N, 0.3, 15.8, a));                               \
    REFUSES(DPM_ERR_MISALIGNED, function(OFF(const uint32_t, in_counts), N, 0.3, 15.8, a)); \
    REFUSES(DPM_ERR_SIZE, function(TOP(const uint32_t), N, 0.3, 15.8, a));                \
    REFUSES(DPM_ERR_OVERLAP, function((const uint32_t *)(void *)a, 2, 0.3, 15.8, a))
    EXPECTED(dpm_dirichlet_expected_kl_unchecked);
    EXPECTED(dpm_dirichlet_expected_tv_unchecked);
#define KL_OUT(out) dpm_dirichlet_expected_kl_unchecked(in_counts, N, 0.3, 15.8, out)
#define TV_OUT(out) dpm_dirichlet_expected_tv_unchecked(in_counts, N, 0.3, 15.8, out)
    ONE_OUTPUT(KL_OUT);
    ONE_OUTPUT(TV_OUT);
}

/* The same quantities at public shares, and the published form. */
static void public_expectations(void) {
    static const double share[N] = {0.9, 0.05, 0.03, 0.02}, uniform[5] = {0.2, 0.2, 0.2, 0.2, 0.2};
    const double *shares = (const double *)input(share, sizeof share);
    double bad;
    size_t n, k;

    ACCEPTS(dpm_dirichlet_expected_kl(shares, N, 100.0, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_kl_unchecked(in_counts, N, 0.3, 15.8, b)); /* 90, 5, 3, 2 */
    CLOSE(*a, *b, 1e-12);
    ACCEPTS(dpm_dirichlet_expected_tv(shares, N, 100.0, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_tv_unchecked(in_counts, N, 0.3, 15.8, b));
    CLOSE(*a, *b, 1e-12);
    ACCEPTS(dpm_dirichlet_expected_tv_uniform(5, 100.0, 0.3, 15.8, a));
    ACCEPTS(dpm_dirichlet_expected_tv(uniform, 5, 100.0, 0.3, 15.8, b));
    CLOSE(*a, *b, 1e-12);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_dirichlet_expected_tv_uniform(5, bad, 0.3, 15.8, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_expected_tv_uniform(5, 100.0, bad, 15.8, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_expected_tv_uniform(5, 100.0, 0.3, bad, a));
    }
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_dirichlet_expected_tv_uniform(n, 100.0, 0.3, 15.8, a));
#define UNIFORM_TV(out) dpm_dirichlet_expected_tv_uniform(5, 100.0, 0.3, 15.8, out)
    ONE_OUTPUT(UNIFORM_TV);
    ACCEPTS(dpm_published_expected_kl(uniform, 5, 20.6, a));
    CHECK(fabs(*a - 0.1018) < 5e-5); /* section 6.1 of the paper */
    ACCEPTS(dpm_published_worst_kl(20.6, 98, 5, a));
    CHECK(fabs(*a - 0.1418) < 5e-5);

#define PUBLIC(function)                                                                       \
    for (EACH_BAD(bad)) {                                                                      \
        double wrong[N] = {0.9, 0.05, 0.03, 0.02};                                             \
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, function(shares, N, bad, 0.3, 15.8, a));           \
        REFUSES(DPM_ERR_WEIGHT, function(shares, N, 100.0, bad, 15.8, a));                     \
        REFUSES(DPM_ERR_PSEUDO_COUNT, function(shares, N, 100.0, 0.3, bad, a));                \
        for (k = 0; k < N; k++) {                                                              \
            double right = wrong[k];                                                           \
            wrong[k] = bad;                                                                    \
            REFUSES(DPM_ERR_NOT_STOCHASTIC, function(wrong, N, 100.0, 0.3, 15.8, a));          \
            wrong[k] = right;                                                                  \
        }                                                                                      \
    }                                                                                          \
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, function(shares, n, 100.0, 0.3, 15.8, a));     \
    REFUSES(DPM_ERR_NULL, function(NULL, N, 100.0, 0.3, 15.8, a));                             \
    REFUSES(DPM_ERR_MISALIGNED, function(OFF(const double, shares), N, 100.0, 0.3, 15.8, a));  \
    REFUSES(DPM_ERR_SIZE, function(TOP(const double), N, 100.0, 0.3, 15.8, a));                \
    REFUSES(DPM_ERR_OVERLAP, function(matrix, N, 100.0, 0.3, 15.8, matrix + 3))
    PUBLIC(dpm_dirichlet_expected_kl);
    PUBLIC(dpm_dirichlet_expected_tv);
#define PUBLIC_KL(out) dpm_dirichlet_expected_kl(shares, N, 100.0, 0.3, 15.8, out)
#define PUBLIC_TV(out) dpm_dirichlet_expected_tv(shares, N, 100.0, 0.3, 15.8, out)
#define PUBLISHED_KL(out) dpm_published_expected_kl(uniform, 5, 20.6, out)
#define WORST_KL(out) dpm_published_worst_kl(20.6, 98, 5, out)
    ONE_OUTPUT(PUBLIC_KL);
    ONE_OUTPUT(PUBLIC_TV);
    ONE_OUTPUT(PUBLISHED_KL);
    ONE_OUTPUT(WORST_KL);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_SHAPE, dpm_published_expected_kl(uniform, 5, bad, a));
        REFUSES(DPM_ERR_SHAPE, dpm_published_worst_kl(bad, 98, 5, a));
    }
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_published_expected_kl(uniform, n, 20.6, a));
        REFUSES(DPM_ERR_STATES, dpm_published_worst_kl(20.6, UINT64_MAX, n, a));
    }
    REFUSES(DPM_ERR_ROW_TOTAL, dpm_published_worst_kl(20.6, 4, 5, a));
    REFUSES(DPM_ERR_NOT_STOCHASTIC, dpm_published_expected_kl(uniform, 4, 20.6, a));
    REFUSES(DPM_ERR_NULL, dpm_published_expected_kl(NULL, 5, 20.6, a));
    REFUSES(DPM_ERR_MISALIGNED, dpm_published_expected_kl(OFF(const double, uniform), 5, 20.6, a));
    REFUSES(DPM_ERR_SIZE, dpm_published_expected_kl(TOP(const double), 5, 20.6, a));
    REFUSES(DPM_ERR_OVERLAP, dpm_published_expected_kl(matrix, 5, 20.6, matrix));
}

static void planning(void) {
    const int event = DPM_ADJACENCY_EVENT;
    double bad;
    size_t n;
    ACCEPTS(dpm_plan_choose(event, 1.0, 1e-6, 1, N, 1000.0, a, b));
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, event, 1.0, 1e-6, 1, *b, *a)); /* the plan keeps the promise */
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_plan_choose(event, bad, 1e-6, 1, N, 1000.0, a, b));
        REFUSES(DPM_ERR_DELTA, dpm_plan_choose(event, 1.0, bad, 1, N, 1000.0, a, b));
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_plan_choose(event, 1.0, 1e-6, 1, N, bad, a, b));
    }
    REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, dpm_plan_choose(event, 1.0, 1e-6, 1, N, 0.0, a, b));
    REFUSES(DPM_ERR_RELEASES, dpm_plan_choose(event, 1.0, 1e-6, 0, N, 1000.0, a, b));
    REFUSES(DPM_ERR_ADJACENCY, dpm_plan_choose(5, 1.0, 1e-6, 1, N, 1000.0, a, b));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_plan_choose(event, 1.0, 1e-6, 1, n, 1000.0, a, b));
#define PLAN(x, y) dpm_plan_choose(event, 1.0, 1e-6, 1, N, 1000.0, x, y)
    TWO_OUTPUTS(PLAN);
}

/* The bits that tests/capi.rs computes in Rust too. */
static void print_release(void) {
    size_t i;
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 7));
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
    ACCEPTS(dpm_sample_gamma(rng, 0.25, a)); /* the generator went on where the release left it */
    printf("release");
    for (i = 0; i < N * N; i++) printf(" %.0f", matrix[i] * 4294967296.0);
    {
        uint64_t bits;
        memcpy(&bits, a, sizeof bits);
        printf(" gamma %016llx\n", (unsigned long long)bits);
    }
}

int main(void) {
    uint8_t seed[32];
    static const double alpha[N] = {0.5, 1.0, 2.0, 40.0};
    size_t i;
    for (i = 0; i < 32; i++) seed[i] = (uint8_t)(7 * i + 1);
    a = (double *)output(sizeof *a);
    b = (double *)output(sizeof *b);
    row = (double *)output(N * sizeof *row);
    matrix = (double *)output(N * N * sizeof *matrix);
    pi = (double *)output(N * sizeof *pi);
    counts = (uint32_t *)output(N * N * sizeof *counts);
    current = (size_t *)output(sizeof *current);
    rng = (dpm_rng *)output(sizeof *rng);
    mechanism = (dpm_dirichlet *)output(sizeof *mechanism);
    work = (double *)fenced(64 * sizeof *work); /* enough for all of them, and for three objects */
    in_counts = (const uint32_t *)input(example_counts, sizeof example_counts);
    in_matrix = (const double *)input(example_matrix, sizeof example_matrix);
    in_alpha = (const double *)input(alpha, sizeof alpha);
    in_seed = (const uint8_t *)input(seed, sizeof seed);

    versions_and_messages();
    sizes();
    special_functions();
    generator();
    counting();
    accounting();
    accounting_of_all();
    the_mechanism();
    the_published_form();
    analysis();
    expectations();
    public_expectations();
    planning();
    print_release();
    return finish("api");
}

/* Reports: written, read, and refused. */
#ifndef API_REPORT_H
#define API_REPORT_H

#include "sparse_releases.h"

#define REPORT_MAX DPM_REPORT_LEN_BOUND(N, CELLS, 32, 1)

static dpm_report_about *about;
static dpm_report_info *info;
static uint8_t *report;
static size_t *report_len;
static int64_t *noisy_out, *totals_out;
static dpm_geometric *geometric_noise, *totals_noise;
static dpm_gaussian *gaussian_noise;
static dpm_polya *report_urn;
static const int64_t *in_noisy, *in_totals;
static const uint32_t *in_tallies;
static const double *in_probabilities;

static void the_examples_of_reports(void) {
    static const int64_t noisy[CELLS] = {93, -4, 40000, 12, INT64_C(3000000000), -70000, INT64_MIN, 0, INT64_MAX, 95}, totals[N] = {101, 99, INT64_C(-5000000000), 104};
    static const uint32_t tallies[CELLS] = {40, 0, 10, 5, 20, 20, 5, 50, 25, 25};
    dpm_report_about example;
    size_t i;
    memset(&example, 0, sizeof example);
    for (i = 0; i < 16; i++) example.state_table[i] = (uint8_t)(17 * i), example.id[i] = (uint8_t)(200 - i);
    example.generation = UINT64_C(0x123456789a), example.window_first = 3, example.window_last = 9, example.has_id = 1;
    about = (dpm_report_about *)output(sizeof *about);
    *about = example;
    info = (dpm_report_info *)output(sizeof *info);
    report = (uint8_t *)output(REPORT_MAX);
    report_len = (size_t *)output(sizeof *report_len);
    noisy_out = (int64_t *)output(CELLS * sizeof *noisy_out);
    totals_out = (int64_t *)output(N * sizeof *totals_out);
    geometric_noise = (dpm_geometric *)output(sizeof *geometric_noise);
    totals_noise = (dpm_geometric *)output(sizeof *totals_noise);
    gaussian_noise = (dpm_gaussian *)output(sizeof *gaussian_noise);
    report_urn = (dpm_polya *)output(sizeof *report_urn);
    in_noisy = (const int64_t *)input(noisy, sizeof noisy);
    in_totals = (const int64_t *)input(totals, sizeof totals);
    in_tallies = (const uint32_t *)input(tallies, sizeof tallies);
    in_probabilities = in_values;
    ACCEPTS(dpm_geometric_init_checked(geometric_noise, DPM_ADJACENCY_VISIT, 1.0, 0.0, 1, 1, 8));
    ACCEPTS(dpm_geometric_init_checked(totals_noise, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 8));
    ACCEPTS(dpm_gaussian_init_checked(gaussian_noise, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 400, 1));
    ACCEPTS(dpm_polya_init_checked(report_urn, DPM_ADJACENCY_EVENT, 1e3, 0.5, 1, 2, 10, 158, 33, 50));
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
}

/* What all writers have in common; call(mechanism, about, starts, targets, n, cells, values, bits, report, capacity, length). */
#define WRITER(call, type, object, value_type, in)                                                                                              \
    do {                                                                                                                                        \
        const dpm_report_about kept_ = *about;                                                                                                  \
        size_t k_, len_;                                                                                                                        \
        double both_[16]; /* aligned for all */                                                                                                 \
        ACCEPTS(call(object, about, in_starts, in_targets, N, CELLS, in, 16, report, REPORT_MAX, report_len));                                  \
        ACCEPTS(call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));                                  \
        len_ = *report_len;                                                                                                                     \
        CHECK(len_ <= REPORT_MAX);                                                                                                              \
        ACCEPTS(call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, len_, report_len));                                        \
        for (k_ = 0; k_ < len_; k_++)                                                                                                           \
            REFUSES(DPM_ERR_REPORT_CAPACITY, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, k_, report_len));             \
        for (k_ = 0; k_ < 64; k_++)                                                                                                             \
            if (k_ != 16 && k_ != 32)                                                                                                           \
                REFUSES(DPM_ERR_DOMAIN, call(object, about, in_starts, in_targets, N, CELLS, in, (int)k_, report, REPORT_MAX, report_len));     \
        REFUSES(DPM_ERR_DOMAIN, call(object, about, in_starts, in_targets, N, CELLS, in, -16, report, REPORT_MAX, report_len));                 \
        REFUSES(DPM_ERR_SIZE, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, SIZE_MAX, report_len));                      \
        about->window_first = 10;                                                                                                               \
        REFUSES(DPM_ERR_WINDOW, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));                  \
        *about = kept_, about->has_id = 2;                                                                                                      \
        REFUSES(DPM_ERR_DOMAIN, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));                  \
        *about = kept_;                                                                                                                         \
        REFUSES(DPM_ERR_NULL, call(NULL, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));                      \
        REFUSES(DPM_ERR_NULL, call(object, NULL, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));                     \
        REFUSES(DPM_ERR_NULL, call(object, about, in_starts, in_targets, N, CELLS, NULL, 32, report, REPORT_MAX, report_len));                  \
        REFUSES(DPM_ERR_NULL, call(object, about, in_starts, in_targets, N, CELLS, in, 32, NULL, REPORT_MAX, report_len));                      \
        REFUSES(DPM_ERR_NULL, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, NULL));                          \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(type, object), about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));   \
        REFUSES(DPM_ERR_MISALIGNED, call(object, OFF(dpm_report_about, about), in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len)); \
        REFUSES(DPM_ERR_MISALIGNED, call(object, about, in_starts, in_targets, N, CELLS, OFF(const value_type, in), 32, report, REPORT_MAX, report_len)); \
        REFUSES(DPM_ERR_MISALIGNED, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, OFF(size_t, report_len))); \
        REFUSES(DPM_ERR_SIZE, call(TOP(type), about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));                 \
        REFUSES(DPM_ERR_SIZE, call(object, TOP(dpm_report_about), in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, report_len));    \
        REFUSES(DPM_ERR_SIZE, call(object, about, in_starts, in_targets, N, CELLS, TOP(const value_type), 32, report, REPORT_MAX, report_len)); \
        REFUSES(DPM_ERR_SIZE, call(object, about, in_starts, in_targets, N, CELLS, in, 32, TOP(uint8_t), REPORT_MAX, report_len));              \
        REFUSES(DPM_ERR_SIZE, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, TOP(size_t)));                   \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, in_targets, N, CELLS, in, 32, (uint8_t *)(void *)(object), 8, report_len));     \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, in_targets, N, CELLS, in, 32, (uint8_t *)about + 9, 8, report_len));            \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, in_targets, N, CELLS, in, 32, (uint8_t *)(uintptr_t)(in) + 9, 8, report_len));  \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, in_targets, N, CELLS, in, 32, (uint8_t *)report_len, 8, report_len));           \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, (size_t *)(void *)about));    \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, in_targets, N, CELLS, in, 32, report, REPORT_MAX, (size_t *)(void *)(object))); \
        memcpy(both_, example_starts, sizeof example_starts);                                                                                   \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, (uint32_t *)(void *)both_, in_targets, N, CELLS, in, 32, (uint8_t *)both_ + 3, 8, report_len)); \
        memcpy(both_, example_targets, sizeof example_targets);                                                                                 \
        REFUSES(DPM_ERR_OVERLAP, call(object, about, in_starts, (uint16_t *)(void *)both_, N, CELLS, in, 32, (uint8_t *)both_ + 3, 8, report_len)); \
    } while (0)

static void what_a_report_says(int mechanism_code, int bits) {
    ACCEPTS(dpm_report_read(report, *report_len, info));
    CHECK(memcmp(info->about.state_table, about->state_table, 16) == 0 && info->about.generation == about->generation);
    CHECK(info->about.window_first == 3 && info->about.window_last == 9 && info->about.has_id == about->has_id);
    CHECK(!about->has_id || memcmp(info->about.id, about->id, 16) == 0);
    CHECK(info->mechanism.mechanism == mechanism_code && info->mechanism.releases == 1 && info->bits == bits);
    CHECK(info->whole_epsilon >= info->epsilon && info->whole_delta >= info->delta && info->states == N);
    CHECK(info->has_totals == (info->totals_denominator != 0) && info->has_support == (info->cells != N * N));
}

static void written_reports(void) {
    uint32_t starts[N + 1];
    uint16_t targets[N * N];
    int64_t full[18] = {0}, back[N * N];
    uint8_t first[DPM_REPORT_LEN_BOUND(N, N * N, 32, 1)], second[sizeof first];
    size_t i, len;

#define WRITE_GEO(object, text, s, t, n, c, in, bits, out, capacity, l) dpm_report_write_geometric(object, text, s, t, n, c, in, bits, out, capacity, l)
#define WRITE_GAU(object, text, s, t, n, c, in, bits, out, capacity, l) dpm_report_write_gaussian(object, text, s, t, n, c, in, bits, out, capacity, l)
#define WRITE_POL(object, text, s, t, n, c, in, bits, out, capacity, l) \
    dpm_report_write_polya(object, text, s, t, n, c, in, totals_noise, in_totals, bits, out, capacity, l)
#define WRITE_DIR(object, text, s, t, n, c, in, bits, out, capacity, l) \
    dpm_report_write_dirichlet(object, text, s, t, n, c, in, totals_noise, in_totals, bits, out, capacity, l)
#define EXAMPLE(call, object, in, bits) call(object, about, in_starts, in_targets, N, CELLS, in, bits, report, REPORT_MAX, report_len)
    WRITER(WRITE_GEO, dpm_geometric, geometric_noise, int64_t, in_noisy);
    WRITER(WRITE_GAU, dpm_gaussian, gaussian_noise, int64_t, in_noisy);
    WRITER(WRITE_POL, dpm_polya, report_urn, uint32_t, in_tallies);
    WRITER(WRITE_DIR, dpm_dirichlet, mechanism, double, in_probabilities);
#define GEO_OBJECT(object) EXAMPLE(WRITE_GEO, object, in_noisy, 32)
#define GAU_OBJECT(object) EXAMPLE(WRITE_GAU, object, in_noisy, 32)
#define POL_OBJECT(object) EXAMPLE(WRITE_POL, object, in_tallies, 32)
#define DIR_OBJECT(object) EXAMPLE(WRITE_DIR, object, in_probabilities, 32)
    OBJECT(dpm_geometric, geometric_noise, GEO_OBJECT);
    OBJECT(dpm_gaussian, gaussian_noise, GAU_OBJECT);
    OBJECT(dpm_polya, report_urn, POL_OBJECT);
    OBJECT(dpm_dirichlet, mechanism, DIR_OBJECT);
#define GEO_SUPPORT(s, t, n, c) dpm_report_write_geometric(geometric_noise, about, s, t, n, c, in_noisy, 16, report, REPORT_MAX, report_len)
#define GAU_SUPPORT(s, t, n, c) dpm_report_write_gaussian(gaussian_noise, about, s, t, n, c, in_noisy, 16, report, REPORT_MAX, report_len)
#define POL_SUPPORT(s, t, n, c) dpm_report_write_polya(report_urn, about, s, t, n, c, in_tallies, NULL, NULL, 16, report, REPORT_MAX, report_len)
#define DIR_SUPPORT_R(s, t, n, c) dpm_report_write_dirichlet(mechanism, about, s, t, n, c, in_probabilities, NULL, NULL, 16, report, REPORT_MAX, report_len)
    SUPPORT_PLACES(GEO_SUPPORT);
    SUPPORT_PLACES(GAU_SUPPORT);
    SUPPORT_PLACES(POL_SUPPORT);
    SUPPORT_PLACES(DIR_SUPPORT_R);
    SUPPORT_CONTENT(GEO_SUPPORT);
    SUPPORT_CONTENT(GAU_SUPPORT);
    SUPPORT_CONTENT(POL_SUPPORT);
    SUPPORT_CONTENT(DIR_SUPPORT_R);
    for (i = 0; i < 18; i++) REFUSES(i == N * N ? DPM_ERR_REPORT_CAPACITY : DPM_ERR_LENGTH, dpm_report_write_geometric(geometric_noise, about, NULL, NULL, N, i, full, 16, report, 9, report_len));
    for (EACH_BAD_N(i)) REFUSES(DPM_ERR_STATES, dpm_report_write_geometric(geometric_noise, about, NULL, NULL, i, CELLS, in_noisy, 16, report, REPORT_MAX, report_len));

    /* every transition: NULL and compressed rows of all are the same report */
    for (i = 0; i <= N; i++) starts[i] = (uint32_t)(N * i);
    for (i = 0; i < N * N; i++) targets[i] = (uint16_t)(i % N), full[i] = (int64_t)i - 7;
    ACCEPTS(dpm_report_write_geometric(geometric_noise, about, NULL, NULL, N, N * N, full, 16, first, sizeof first, report_len));
    len = *report_len;
    ACCEPTS(dpm_report_write_geometric(geometric_noise, about, starts, targets, N, N * N, full, 16, second, sizeof second, report_len));
    CHECK(*report_len == len && memcmp(first, second, len) == 0);
    ACCEPTS(dpm_report_noisy_counts(first, len, N * N, back));
    CHECK(memcmp(back, full, sizeof back) == 0);
    memset(starts, 0, sizeof starts), memset(targets, 0, sizeof targets);
    ACCEPTS(dpm_report_support(first, len, N, N * N, starts, targets));
    for (i = 0; i <= N; i++) CHECK(starts[i] == N * i);
    for (i = 0; i < N * N; i++) CHECK(targets[i] == i % N);

    /* the length depends on public numbers alone */
    memset(full, 0x7f, sizeof full);
    ACCEPTS(dpm_report_write_geometric(geometric_noise, about, NULL, NULL, N, N * N, full, 16, second, sizeof second, report_len));
    CHECK(*report_len == len);

    /* row totals: their own mechanism, and both or none */
#define TOTALS(noise, totals) dpm_report_write_polya(report_urn, about, in_starts, in_targets, N, CELLS, in_tallies, noise, totals, 16, report, REPORT_MAX, report_len)
#define TOTALS_D(noise, totals) dpm_report_write_dirichlet(mechanism, about, in_starts, in_targets, N, CELLS, in_probabilities, noise, totals, 16, report, REPORT_MAX, report_len)
#define NOISE_OBJECT(object) TOTALS(object, in_totals)
#define NOISE_OBJECT_D(object) TOTALS_D(object, in_totals)
    OBJECT(dpm_geometric, totals_noise, NOISE_OBJECT);
    OBJECT(dpm_geometric, totals_noise, NOISE_OBJECT_D);
    REFUSES(DPM_ERR_NULL, TOTALS(totals_noise, NULL));
    REFUSES(DPM_ERR_NULL, TOTALS_D(totals_noise, NULL));
    REFUSES(DPM_ERR_MISALIGNED, TOTALS(totals_noise, OFF(const int64_t, in_totals)));
    REFUSES(DPM_ERR_MISALIGNED, TOTALS_D(totals_noise, OFF(const int64_t, in_totals)));
    REFUSES(DPM_ERR_SIZE, TOTALS(totals_noise, TOP(const int64_t)));
    REFUSES(DPM_ERR_SIZE, TOTALS_D(totals_noise, TOP(const int64_t)));
    REFUSES(DPM_ERR_SIZE, TOTALS(TOP(dpm_geometric), in_totals));
    REFUSES(DPM_ERR_OVERLAP, TOTALS(totals_noise, (const int64_t *)(const void *)report_len - 1));
    REFUSES(DPM_ERR_OVERLAP, TOTALS_D((dpm_geometric *)(void *)(report - (uintptr_t)report % 8 + 8), in_totals));
    REFUSES(DPM_ERR_ADJACENCY, TOTALS(geometric_noise, in_totals)); /* of another adjacency */
    REFUSES(DPM_ERR_ADJACENCY, TOTALS_D(geometric_noise, in_totals));
    ACCEPTS(dpm_geometric_init_checked(geometric_noise, DPM_ADJACENCY_EVENT, 9.0, 0.0, 2, 1, 8));
    REFUSES(DPM_ERR_RELEASES, TOTALS(geometric_noise, in_totals));
    ACCEPTS(dpm_geometric_init_checked(geometric_noise, DPM_ADJACENCY_VISIT, 1.0, 0.0, 1, 1, 8));

    /* values that no mechanism released */
    {
        uint32_t tallies[CELLS];
        double values_of[CELLS];
        memcpy(tallies, in_tallies, sizeof tallies);
        for (i = 0; i < CELLS; i++) {
            tallies[i]++;
            REFUSES(DPM_ERR_DOMAIN, EXAMPLE(WRITE_POL, report_urn, tallies, 32));
            tallies[i]--;
        }
        for (i = 0; i < CELLS; i++) {
            static const double bad[] = {0.0, -0.25, NAN, INFINITY, 0.3, 2.0};
            size_t k;
            memcpy(values_of, in_probabilities, sizeof values_of);
            for (k = 0; k < sizeof bad / sizeof *bad; k++) {
                values_of[i] = bad[k];
                REFUSES(DPM_ERR_NOT_STOCHASTIC, EXAMPLE(WRITE_DIR, mechanism, values_of, 32));
            }
        }
    }
    /* an urn whose promise does not cover rows of two cells, and draws that 16 bits do not hold */
    ACCEPTS(dpm_polya_init_checked(report_urn, DPM_ADJACENCY_EVENT, 1e3, 0.5, 1, 3, 10, 158, 33, 50));
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, EXAMPLE(WRITE_POL, report_urn, in_tallies, 32));
    ACCEPTS(dpm_polya_init_checked(report_urn, DPM_ADJACENCY_EVENT, 1e6, 0.999, 1, 2, 1, 1000, 1, 65536));
    REFUSES(DPM_ERR_DRAWS, EXAMPLE(WRITE_POL, report_urn, in_tallies, 16));
    ACCEPTS(dpm_polya_init_checked(report_urn, DPM_ADJACENCY_EVENT, 1e3, 0.5, 1, 2, 10, 158, 33, 50));
}

/* Every way in which the bytes can be wrong; call(report, length). The report is the last one that was written, and is read in place. */
#define READER(call)                                                                                \
    do {                                                                                            \
        size_t k_;                                                                                  \
        ACCEPTS(call(report, *report_len));                                                         \
        REFUSES(DPM_ERR_NULL, call(NULL, *report_len));                                             \
        REFUSES(DPM_ERR_SIZE, call(TOP(uint8_t), *report_len));                                     \
        REFUSES(DPM_ERR_SIZE, call(report, SIZE_MAX));                                              \
        REFUSES(DPM_ERR_REPORT_FORMAT, call(report, 0));                                            \
        for (k_ = 0; k_ < *report_len; k_++) {                                                      \
            report[k_] ^= 0x10;                                                                     \
            *a = (double)(call(report, *report_len));                                               \
            CHECK(*a == DPM_ERR_REPORT_FORMAT || *a == DPM_ERR_REPORT_CHECKSUM || *a == DPM_ERR_REPORT_VERSION); \
            report[k_] ^= 0x10;                                                                     \
        }                                                                                           \
        REFUSES(DPM_ERR_REPORT_CHECKSUM, call(report, *report_len - 1));                            \
        report[5] = 2; /* the version */                                                            \
        REFUSES(DPM_ERR_REPORT_VERSION, call(report, *report_len));                                 \
        report[5] = 1;                                                                              \
    } while (0)

static void read_reports(void) {
    static const int64_t cut[CELLS] = {93, -4, 32767, 12, 32767, -32767, -32767, 0, 32767, 95};
    size_t i;
    for (i = 2; i < 300; i++) {
        int bits = i % 2 ? 16 : 32, totals = i % 3 == 0;
        size_t sparse = i + i % 7;
        CHECK(dpm_report_len_bound(i, i * i, bits, totals) == DPM_REPORT_LEN_BOUND(i, i * i, bits, totals));
        CHECK(dpm_report_len_bound(i, sparse, bits, totals) == DPM_REPORT_LEN_BOUND(i, sparse, bits, totals));
    }
    CHECK(dpm_report_len_bound(SIZE_MAX, SIZE_MAX, 32, 1) == SIZE_MAX);

    ACCEPTS(EXAMPLE(WRITE_GEO, geometric_noise, in_noisy, 16));
    what_a_report_says(DPM_MECHANISM_GEOMETRIC, 16);
    CHECK(info->epsilon == 1.0 && info->delta == 0.0 && info->whole_epsilon == 1.0 && info->mechanism.numerator == 1 && info->mechanism.denominator == 8);
    CHECK(info->saturated == 5 && info->adjacency == DPM_ADJACENCY_VISIT && info->cells == CELLS && !info->has_totals);
    ACCEPTS(dpm_report_noisy_counts(report, *report_len, CELLS, noisy_out));
    CHECK(memcmp(noisy_out, cut, sizeof cut) == 0);
    ACCEPTS(dpm_report_support(report, *report_len, N, CELLS, starts_out, targets_out));
    CHECK(memcmp(starts_out, example_starts, sizeof example_starts) == 0 && memcmp(targets_out, example_targets, sizeof example_targets) == 0);
    REFUSES(DPM_ERR_DOMAIN, dpm_report_tallies(report, *report_len, CELLS, cells_out));
    REFUSES(DPM_ERR_DOMAIN, dpm_report_probabilities(report, *report_len, CELLS, values));
    REFUSES(DPM_ERR_REPORT_TOTALS, dpm_report_row_totals(report, *report_len, N, totals_out));
    ACCEPTS(dpm_report_verify(report, *report_len));
#define READ(bytes, len) dpm_report_read(bytes, len, info)
#define READ_O(out) dpm_report_read(report, *report_len, out)
#define READ_SUPPORT(bytes, len) dpm_report_support(bytes, len, N, CELLS, starts_out, targets_out)
#define READ_STARTS(out) dpm_report_support(report, *report_len, N, CELLS, out, targets_out)
#define READ_TARGETS(out) dpm_report_support(report, *report_len, N, CELLS, starts_out, out)
#define READ_NOISY(bytes, len) dpm_report_noisy_counts(bytes, len, CELLS, noisy_out)
#define READ_NOISY_O(out) dpm_report_noisy_counts(report, *report_len, CELLS, out)
    READER(READ);
    READER(dpm_report_verify);
    READER(READ_SUPPORT);
    READER(READ_NOISY);
    PLACE(dpm_report_info, info, READ_O);
    PLACE(uint32_t, starts_out, READ_STARTS);
    PLACE(uint16_t, targets_out, READ_TARGETS);
    PLACE(int64_t, noisy_out, READ_NOISY_O);
    REFUSES(DPM_ERR_OVERLAP, dpm_report_read(report, *report_len, (dpm_report_info *)(void *)(report - (uintptr_t)report % 8 + 8)));
    REFUSES(DPM_ERR_OVERLAP, READ_STARTS((uint32_t *)(void *)targets_out));
    REFUSES(DPM_ERR_OVERLAP, READ_TARGETS((uint16_t *)(void *)(report - (uintptr_t)report % 8 + 8)));
    REFUSES(DPM_ERR_OVERLAP, READ_NOISY_O((int64_t *)(void *)(report - (uintptr_t)report % 8 + 8)));
    REFUSES(DPM_ERR_LENGTH, dpm_report_noisy_counts(report, *report_len, CELLS - 1, noisy_out));
    REFUSES(DPM_ERR_LENGTH, dpm_report_noisy_counts(report, *report_len, 0, noisy_out));
    REFUSES(DPM_ERR_SIZE, dpm_report_noisy_counts(report, *report_len, SIZE_MAX, noisy_out));
    REFUSES(DPM_ERR_LENGTH, dpm_report_support(report, *report_len, N, CELLS - 1, starts_out, targets_out));
    REFUSES(DPM_ERR_LENGTH, dpm_report_support(report, *report_len, N - 1, CELLS, starts_out, targets_out));
    for (EACH_BAD_N(i)) REFUSES(DPM_ERR_STATES, dpm_report_support(report, *report_len, i, CELLS, starts_out, targets_out));

    ACCEPTS(EXAMPLE(WRITE_GAU, gaussian_noise, in_noisy, 32));
    what_a_report_says(DPM_MECHANISM_GAUSSIAN, 32);
    CHECK(info->delta == 1e-6 && info->mechanism.numerator == 400 && info->saturated == 3);
    ACCEPTS(dpm_report_verify(report, *report_len));

    about->has_id = 0;
    ACCEPTS(EXAMPLE(WRITE_POL, report_urn, in_tallies, 16));
    what_a_report_says(DPM_MECHANISM_POLYA, 16);
    about->has_id = 1;
    CHECK(info->mechanism.states == 2 && info->mechanism.event_mass == 10 && info->mechanism.draws == 50 && info->totals_epsilon == 1.0);
    CHECK(info->whole_epsilon >= 1001.0 && info->saturated == 0);
    ACCEPTS(dpm_report_tallies(report, *report_len, CELLS, cells_out));
    CHECK(memcmp(cells_out, in_tallies, CELLS * sizeof *cells_out) == 0);
    ACCEPTS(dpm_report_row_totals(report, *report_len, N, totals_out));
    CHECK(totals_out[0] == 101 && totals_out[2] == -2147483647);
    REFUSES(DPM_ERR_DOMAIN, dpm_report_noisy_counts(report, *report_len, CELLS, noisy_out));
#define READ_TALLIES(bytes, len) dpm_report_tallies(bytes, len, CELLS, cells_out)
#define READ_TALLIES_O(out) dpm_report_tallies(report, *report_len, CELLS, out)
#define READ_TOTALS(bytes, len) dpm_report_row_totals(bytes, len, N, totals_out)
#define READ_TOTALS_O(out) dpm_report_row_totals(report, *report_len, N, out)
    READER(READ_TALLIES);
    READER(READ_TOTALS);
    PLACE(uint32_t, cells_out, READ_TALLIES_O);
    PLACE(int64_t, totals_out, READ_TOTALS_O);
    REFUSES(DPM_ERR_OVERLAP, READ_TALLIES_O((uint32_t *)(void *)(report - (uintptr_t)report % 8 + 8)));
    REFUSES(DPM_ERR_OVERLAP, READ_TOTALS_O((int64_t *)(void *)(report - (uintptr_t)report % 8 + 8)));
    REFUSES(DPM_ERR_LENGTH, dpm_report_tallies(report, *report_len, CELLS + 1, cells_out));
    REFUSES(DPM_ERR_LENGTH, dpm_report_row_totals(report, *report_len, N - 1, totals_out));

    ACCEPTS(EXAMPLE(WRITE_DIR, mechanism, in_probabilities, 32));
    what_a_report_says(DPM_MECHANISM_DIRICHLET, 32);
    CHECK(info->mechanism.weight == 0.3 && info->mechanism.pseudo_count == 15.8);
    ACCEPTS(dpm_report_verify(report, *report_len));
    ACCEPTS(dpm_report_probabilities(report, *report_len, CELLS, values));
    CHECK(memcmp(values, in_probabilities, CELLS * sizeof *values) == 0);
#define READ_VALUES(bytes, len) dpm_report_probabilities(bytes, len, CELLS, values)
#define READ_VALUES_O(out) dpm_report_probabilities(report, *report_len, CELLS, out)
    READER(READ_VALUES);
    PLACE(double, values, READ_VALUES_O);
    REFUSES(DPM_ERR_OVERLAP, READ_VALUES_O((double *)(void *)(report - (uintptr_t)report % 8 + 8)));
    REFUSES(DPM_ERR_LENGTH, dpm_report_probabilities(report, *report_len, CELLS - 1, values));
    REFUSES(DPM_ERR_DOMAIN, dpm_report_tallies(report, *report_len, CELLS, cells_out));
    ACCEPTS(EXAMPLE(WRITE_DIR, mechanism, in_probabilities, 16));
    ACCEPTS(dpm_report_probabilities(report, *report_len, CELLS, values));
    for (i = 0; i < N; i++) {
        double sum = 0.0;
        size_t k;
        for (k = example_starts[i]; k < example_starts[i + 1]; k++) {
            sum += values[k];
            CHECK(values[k] > 0.0 && values[k] * 65536.0 == floor(values[k] * 65536.0) && fabs(values[k] - in_probabilities[k]) <= 4.0 / 65536.0);
        }
        CHECK(sum == 1.0);
    }
    { /* a promise that the parameters do not keep is found: the stated epsilon of a report, made smaller, with a checksum that fits */
        uint8_t lie[REPORT_MAX];
        uint32_t crc = UINT32_MAX;
        size_t k;
        memcpy(lie, report, *report_len);
        for (k = 0; k + 9 < *report_len && !(lie[k] == 3 && lie[k + 1] == 0xfb); k++) {}
        lie[k + 2] = 0x3f, lie[k + 3] = 0xa0; /* 1.0 becomes 0.03125 */
        for (k = 0; k < *report_len - 4; k++) {
            int bit;
            crc ^= lie[k];
            for (bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ UINT32_C(0xedb88320) : crc >> 1;
        }
        crc = ~crc;
        for (k = 0; k < 4; k++) lie[*report_len - 4 + k] = (uint8_t)(crc >> 8 * k);
        ACCEPTS(dpm_report_read(lie, *report_len, info));
        CHECK(info->epsilon == 0.03125);
        REFUSES(DPM_ERR_GUARANTEE_NOT_MET, dpm_report_verify(lie, *report_len));
    }
}

static void reports(void) {
    the_examples_of_reports();
    written_reports();
    read_reports();
}

#endif

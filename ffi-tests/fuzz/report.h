/* Random calls: reports and their merges. */
#ifndef FUZZ_REPORT_H
#define FUZZ_REPORT_H

#include "learner.h"

#define REPORT_STATES 3 /* what a merge of fits an argument */
#define REPORT_ROOM DPM_REPORT_LEN_BOUND(6, 35, 32, 1)

/* Every transition by two NULLs, or compressed rows. */
static int every_transition;
static void make_report_set(size_t n, size_t least) {
    every_transition = chance(3);
    make_set(n, least);
    if (every_transition) set_cells = chance(40) ? below(37) : n < 7 ? n * n : 1;
    refused |= every_transition && set_cells != n * n;
}
static const uint32_t *report_starts(size_t n) { return every_transition ? NULL : set_starts_in(n); }
static const uint16_t *report_targets(void) { return every_transition ? NULL : set_targets_in(); }

static dpm_report_about some_about(void) {
    dpm_report_about about;
    memset(&about, 0, sizeof about);
    about.state_table[0] = (uint8_t)(chance(9) ? below(3) : 0);
    about.generation = next(), about.window_first = (uint32_t)below(9), about.window_last = chance(25) ? 0 : 9;
    about.has_id = chance(25) ? 7 : (int)below(2);
    if (about.has_id == 1) about.id[3] = (uint8_t)next();
    return about;
}
static const dpm_report_about *about_of(void) {
    const dpm_report_about *about = (const dpm_report_about *)pointer(READ, sizeof *about, 8, 0), good = some_about();
    refused |= about != NULL && good.has_id == 7;
    if (about != NULL) memcpy((unsigned char *)(uintptr_t)about, &good, sizeof good);
    return about;
}
static int report_bits(void) {
    int bits = chance(25) ? (int)below(65) : chance(2) ? 16 : 32;
    refused |= bits != 16 && bits != 32;
    return note("bits", bits), bits;
}
static const int64_t *noisy_in(size_t len) {
    const int64_t *x = IN_N(int64_t, len);
    size_t i;
    for (i = 0; x != NULL && i < len && i < 36; i++) {
        int64_t value = chance(8) ? (int64_t)next() : (int64_t)below(1000) - 50;
        memcpy((unsigned char *)(uintptr_t)(x + i), &value, sizeof value);
    }
    return x;
}
/* Tallies of an urn of 50 draws; rows as the support has them. */
static const uint32_t *tallies_in(size_t n) {
    const uint32_t *m = IN_N(uint32_t, set_cells);
    uint32_t tallies[36];
    size_t i, k;
    if (m == NULL || set_cells > 36) return m;
    for (k = 0; k < 36; k++) tallies[k] = 0;
    for (i = 0; i < small(n); i++) {
        size_t start = every_transition ? i * n : set_starts[i], end = every_transition ? start + n : set_starts[i + 1];
        if (start >= end || end > set_cells) continue;
        for (k = 0; k < 50; k++) tallies[start + below(end - start)]++;
    }
    memcpy((unsigned char *)(uintptr_t)m, tallies, set_cells * sizeof *m);
    return m;
}
/* Probabilities that a mechanism can have released. */
static const double *released_in(size_t n) {
    const double *x = IN_N(double, set_cells);
    double values[36];
    size_t i, k;
    if (x == NULL || set_cells > 36) return x;
    for (k = 0; k < 36; k++) values[k] = 1.0;
    for (i = 0; i < small(n); i++) {
        size_t start = every_transition ? i * n : set_starts[i], end = every_transition ? start + n : set_starts[i + 1];
        double left = 4294967296.0;
        if (start >= end || end > set_cells) continue;
        for (k = start; k + 1 < end; k++) left -= values[k] = 1.0 + (double)below(1000000000 / (end - start)), values[k] /= 4294967296.0;
        values[end - 1] = left / 4294967296.0;
    }
    if (chance(25)) values[below(36)] = nasty("value");
    memcpy((unsigned char *)(uintptr_t)x, values, set_cells * sizeof *x);
    return x;
}
static const dpm_polya *report_urn_of(void) {
    const dpm_polya *m = (const dpm_polya *)pointer(READ, sizeof *m, 8, 0);
    if (m != NULL && !chance(30)) (void)dpm_polya_init_checked((dpm_polya *)(uintptr_t)m, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, 2, 7, 1000, 5, 50);
    return m;
}
static const dpm_geometric *totals_noise_of(void) {
    const dpm_geometric *m = (const dpm_geometric *)pointer(READ, sizeof *m, 8, 0);
    if (m != NULL && !chance(30)) (void)dpm_geometric_init_checked((dpm_geometric *)(uintptr_t)m, DPM_ADJACENCY_DESTINATION, 1e6, 0.0, 1, 1 + (uint32_t)below(9), 9);
    return m;
}

/* A report of REPORT_STATES states, every transition, whole most of the time, of the mechanism with this code; in `a_report`. */
static uint8_t a_report[DPM_REPORT_LEN_BOUND(REPORT_STATES, REPORT_STATES * REPORT_STATES, 32, 1)];
static size_t a_report_len;
static void make_report(int mechanism_code) {
    enum { CELLS = REPORT_STATES * REPORT_STATES };
    static const uint32_t tallies[CELLS] = {50, 0, 0, 10, 20, 20, 5, 5, 40};
    static const double values[CELLS] = {0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.125, 0.125, 0.75};
    static dpm_geometric geometric;
    static dpm_gaussian gaussian;
    static dpm_dirichlet dirichlet;
    static dpm_polya polya;
    dpm_report_about about = some_about();
    int64_t noisy[CELLS];
    int totals = chance(2), bits = chance(2) ? 16 : 32;
    size_t i;
    for (i = 0; i < CELLS; i++) noisy[i] = (int64_t)below(1000);
    if (about.has_id == 7 || about.window_last == 0) about.has_id = 0, about.window_last = 9;
    (void)dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_DESTINATION, 1e6, 0.0, 1, 1, 9);
    (void)dpm_gaussian_init_checked(&gaussian, DPM_ADJACENCY_DESTINATION, 1e3, 0.5, 1, 400, 1);
    (void)dpm_dirichlet_init_checked(&dirichlet, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, 1e3, 0.3);
    (void)dpm_polya_init_checked(&polya, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, REPORT_STATES, 7, 1000, 5, 50);
    a_report_len = 0;
#define SET_OF NULL, NULL, REPORT_STATES, CELLS
#define REPORT_OUT a_report, sizeof a_report, &a_report_len
    switch (mechanism_code) {
    case DPM_MECHANISM_GEOMETRIC: (void)dpm_report_write_geometric(&geometric, &about, SET_OF, noisy, bits, REPORT_OUT); break;
    case DPM_MECHANISM_GAUSSIAN: (void)dpm_report_write_gaussian(&gaussian, &about, SET_OF, noisy, bits, REPORT_OUT); break;
    case DPM_MECHANISM_POLYA:
        (void)dpm_report_write_polya(&polya, &about, SET_OF, tallies, totals ? &geometric : NULL, totals ? noisy : NULL, bits, REPORT_OUT);
        break;
    default: (void)dpm_report_write_dirichlet(&dirichlet, &about, SET_OF, values, totals ? &geometric : NULL, totals ? noisy : NULL, bits, REPORT_OUT);
    }
    if (chance(25)) a_report[below(sizeof a_report)] ^= (uint8_t)(1 << below(8));
    if (chance(25)) a_report_len = below(a_report_len);
}
static const uint8_t *report_in(void) {
    const uint8_t *r = (const uint8_t *)pointer(READ, a_report_len, 1, 0);
    if (r != NULL) memcpy((unsigned char *)(uintptr_t)r, a_report, a_report_len);
    return r;
}
/* A merge with a report or two in it. */
#define A_MERGE_LEN DPM_MERGE_LEN(REPORT_STATES, REPORT_STATES * REPORT_STATES)
static uint64_t *merge_of(enum kind kind) {
    static const uint8_t table[16] = {0};
    uint64_t *merge = (uint64_t *)pointer(kind, A_MERGE_LEN * 8, 8, 0);
    if (merge == NULL || (uintptr_t)merge % 8 || chance(30)) return merge;
    (void)dpm_merge_init(merge, A_MERGE_LEN, DPM_ADJACENCY_DESTINATION, table, NULL, NULL, REPORT_STATES, REPORT_STATES * REPORT_STATES);
    while (!chance(3)) {
        make_report((int)below(4));
        (void)dpm_merge_add(merge, A_MERGE_LEN, a_report, a_report_len, chance(2) ? 100.0 : 0.0, NULL);
    }
    if (chance(30)) merge[below(A_MERGE_LEN)] ^= next() >> below(64);
    return merge;
}
static size_t merge_len(void) { return chance(30) ? below(A_MERGE_LEN) : A_MERGE_LEN; }

/* A sink that fails now and then, and one that makes a report's writer. */
static int sink(void *ctx, const uint8_t *bytes, size_t len) {
    (void)ctx, (void)bytes;
    return len == 0 || chance(400);
}
static int good_sink(void *ctx, const uint8_t *bytes, size_t len) {
    (void)ctx, (void)bytes;
    return len == 0;
}
#define WRITER_SET NULL, NULL, REPORT_STATES, REPORT_STATES * REPORT_STATES
/* A writer of REPORT_STATES states in SCRATCH, since a sink that fails voids it, with so many rows in it. */
static dpm_report_writer *writer_of(int mechanism_code, size_t rows) {
    static const uint32_t tallies[REPORT_STATES] = {50, 0, 0};
    static const int64_t noisy[REPORT_STATES] = {7, -1, 9};
    static const double values[REPORT_STATES] = {0.5, 0.25, 0.25};
    static dpm_geometric geometric;
    static dpm_dirichlet dirichlet;
    static dpm_polya polya;
    dpm_report_about about = some_about();
    dpm_report_writer *w = (dpm_report_writer *)pointer(SCRATCH, sizeof *w, 8, 0);
    if (w == NULL || (uintptr_t)w % 8 || chance(30)) return w;
    about.has_id = 0, about.window_last = 9;
    (void)dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_DESTINATION, 1e6, 0.0, 1, 1, 9);
    (void)dpm_dirichlet_init_checked(&dirichlet, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, 1e3, 0.3);
    (void)dpm_polya_init_checked(&polya, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, REPORT_STATES, 7, 1000, 5, 50);
    if (mechanism_code == DPM_MECHANISM_GEOMETRIC) (void)dpm_report_begin_geometric(w, &geometric, &about, WRITER_SET, 32, good_sink, NULL);
    else if (mechanism_code == DPM_MECHANISM_POLYA) (void)dpm_report_begin_polya(w, &polya, &about, WRITER_SET, NULL, 32, good_sink, NULL);
    else (void)dpm_report_begin_dirichlet(w, &dirichlet, &about, WRITER_SET, NULL, 32, good_sink, NULL);
    for (; rows > 0; rows--) {
        if (mechanism_code == DPM_MECHANISM_GEOMETRIC) (void)dpm_report_row_noisy(w, WRITER_SET, noisy, REPORT_STATES, good_sink, NULL);
        else if (mechanism_code == DPM_MECHANISM_POLYA) (void)dpm_report_row_tallies(w, WRITER_SET, tallies, REPORT_STATES, good_sink, NULL);
        else (void)dpm_report_row_probabilities(w, WRITER_SET, values, REPORT_STATES, good_sink, NULL);
    }
    return w;
}
static dpm_sink_fn a_sink(void) {
    if (chance(30)) return refused = 1, (dpm_sink_fn)NULL;
    return sink;
}
#define BEGIN_CASE(function_name, object, totals_noise, ...)                                               \
    CASE(function_name) {                                                                                  \
        n = states(); make_report_set(n, 1); r = object; REPORT_SET;                                       \
        p = pointer(CHANGED, sizeof(dpm_report_writer), 8, 0); noise = NULL;                               \
        if (totals_noise && chance(2)) OPTIONAL(noise, totals_noise_of());                                 \
        CALL(function_name, (p, r, about, S, T, n, set_cells, __VA_ARGS__ b, a_sink(), NULL));             \
    }
#define NEXT_ROW_CASE(function_name, code, in)                                                                  \
    CASE(function_name) {                                                                                  \
        writer = writer_of(chance(9) ? (int)below(4) : code, below(3)); n = chance(20) ? states() : REPORT_STATES; \
        set_cells = REPORT_STATES, every_transition = 0; set_starts[0] = 0; set_starts[1] = REPORT_STATES; k = chance(20) ? below(9) : REPORT_STATES; values = in; \
        CALL(function_name, (writer, NULL, NULL, n, n * n, values, k, a_sink(), NULL));                    \
    }

#define READ_CASE(function_name, code, type, elements, is_double)                                      \
    CASE(function_name) {                                                                              \
        make_report(chance(9) ? (int)below(4) : code); n = chance(20) ? below(20) : (elements);        \
        bytes = report_in(); p = pointer(CHANGED, n * sizeof(type), sizeof(type), is_double);          \
        CALL(function_name, (bytes, a_report_len, n, p));                                              \
    }
/* A pointer that may be NULL. */
#define OPTIONAL(variable, value)                \
    do {                                         \
        int before_ = refused;                   \
        variable = (value);                      \
        if (variable == NULL) refused = before_; \
    } while (0)
#define WRITE_TOTALS                                               \
    noise = NULL, totals = NULL;                                   \
    if (chance(2)) {                                               \
        OPTIONAL(noise, totals_noise_of());                        \
        OPTIONAL(totals, noisy_in(small(n)));                      \
        refused |= (noise == NULL) != (totals == NULL);            \
    }
#define WRITE_OUT                                                                                                \
    k = chance(20) ? below(300) : REPORT_ROOM; bytes_out = (uint8_t *)pointer(CHANGED, k, 1, 0); p = OUT(size_t)

static dpm_status calls_of_reports(size_t which, size_t function, size_t *functions) {
    size_t n, k;
    void *p, *q;
    const void *r;
    const uint32_t *S;
    const uint16_t *T;
    const dpm_report_about *about;
    const dpm_geometric *noise;
    const int64_t *totals;
    const uint8_t *bytes;
    uint8_t *bytes_out;
    const void *values;
    uint64_t *merge;
    dpm_report_writer *writer;
    int b;
#define REPORT_SET about = about_of(); REPORT_SUPPORT; b = report_bits()
/* Two NULLs by chance stand for every transition, as they do on purpose. */
#define REPORT_SUPPORT                                                \
    do {                                                              \
        int before_ = refused;                                        \
        S = report_starts(n), T = report_targets();                   \
        if (S == NULL && T == NULL) refused = before_ | (set_cells != n * n); \
    } while (0)
    CASE(dpm_report_write_geometric) {
        n = states(); make_report_set(n, 1); r = geometric_of(); REPORT_SET; values = noisy_in(set_cells); WRITE_OUT;
        CALL(dpm_report_write_geometric, (r, about, S, T, n, set_cells, values, b, bytes_out, k, p));
    }
    CASE(dpm_report_write_gaussian) {
        n = states(); make_report_set(n, 1); r = gaussian_of(); REPORT_SET; values = noisy_in(set_cells); WRITE_OUT;
        CALL(dpm_report_write_gaussian, (r, about, S, T, n, set_cells, values, b, bytes_out, k, p));
    }
    CASE(dpm_report_write_polya) {
        n = states(); make_report_set(n, 1); r = report_urn_of(); REPORT_SET; values = tallies_in(n); WRITE_TOTALS; WRITE_OUT;
        CALL(dpm_report_write_polya, (r, about, S, T, n, set_cells, values, noise, totals, b, bytes_out, k, p));
    }
    CASE(dpm_report_write_dirichlet) {
        n = states(); make_report_set(n, 1); r = mechanism(); REPORT_SET; values = released_in(n); WRITE_TOTALS; WRITE_OUT;
        CALL(dpm_report_write_dirichlet, (r, about, S, T, n, set_cells, values, noise, totals, b, bytes_out, k, p));
    }
    BEGIN_CASE(dpm_report_begin_geometric, geometric_of(), 0, )
    BEGIN_CASE(dpm_report_begin_gaussian, gaussian_of(), 0, )
    BEGIN_CASE(dpm_report_begin_polya, report_urn_of(), 1, noise,)
    BEGIN_CASE(dpm_report_begin_dirichlet, mechanism(), 1, noise,)
    NEXT_ROW_CASE(dpm_report_row_noisy, DPM_MECHANISM_GEOMETRIC, noisy_in(9))
    NEXT_ROW_CASE(dpm_report_row_tallies, DPM_MECHANISM_POLYA, tallies_in(1))
    NEXT_ROW_CASE(dpm_report_row_probabilities, DPM_MECHANISM_DIRICHLET, released_in(1))
    CASE(dpm_report_finish) {
        writer = writer_of((int)below(3), chance(9) ? below(3) : REPORT_STATES); totals = NULL; if (chance(9)) OPTIONAL(totals, noisy_in(REPORT_STATES)); p = OUT(size_t);
        CALL(dpm_report_finish, (writer, WRITER_SET, totals, a_sink(), NULL, p));
    }
    CASE(dpm_report_read) {
        make_report((int)below(4)); bytes = report_in(); p = pointer(CHANGED, sizeof(dpm_report_info), 8, 0);
        CALL(dpm_report_read, (bytes, a_report_len, p));
    }
    CASE(dpm_report_verify) {
        make_report((int)below(4)); bytes = report_in();
        CALL(dpm_report_verify, (bytes, a_report_len));
    }
    CASE(dpm_report_support) {
        make_report((int)below(4)); n = chance(20) ? states() : REPORT_STATES; k = chance(20) ? below(20) : REPORT_STATES * REPORT_STATES;
        bytes = report_in(); p = pointer(CHANGED, (small(n) + 1) * 4, 4, 0); q = pointer(CHANGED, k * 2, 2, 0);
        CALL(dpm_report_support, (bytes, a_report_len, n, k, p, q));
    }
    READ_CASE(dpm_report_noisy_counts, DPM_MECHANISM_GEOMETRIC, int64_t, REPORT_STATES * REPORT_STATES, 0)
    READ_CASE(dpm_report_tallies, DPM_MECHANISM_POLYA, uint32_t, REPORT_STATES * REPORT_STATES, 0)
    READ_CASE(dpm_report_probabilities, DPM_MECHANISM_DIRICHLET, double, REPORT_STATES * REPORT_STATES, 1)
    READ_CASE(dpm_report_row_totals, DPM_MECHANISM_POLYA, int64_t, REPORT_STATES, 0)
    CASE(dpm_merge_init) {
        n = chance(20) ? states() : 2 + below(2); make_report_set(n, 1); REPORT_SUPPORT; b = adjacency(); bytes = (const uint8_t *)pointer(READ, 16, 1, 0);
        k = merge_len(); p = pointer(CHANGED, k * 8, 8, 0);
        CALL(dpm_merge_init, (p, k, b, bytes, S, T, n, set_cells));
    }
    CASE(dpm_merge_add) {
        merge = merge_of(CHANGED); make_report((int)below(4)); bytes = report_in(); k = merge_len(); S = NULL; if (chance(2)) OPTIONAL(S, IN_N(uint32_t, REPORT_STATES));
        CALL(dpm_merge_add, (merge, k, bytes, a_report_len, S == NULL && chance(2) ? likely("row_total", 1.0, 1e15) : 0.0, S));
    }
    CASE(dpm_merge_combine) {
        merge = merge_of(CHANGED); q = merge_of(READ); k = merge_len();
        CALL(dpm_merge_combine, (merge, k, q, merge_len()));
    }
    CASE(dpm_merge_info) {
        merge = merge_of(READ); k = merge_len(); p = pointer(CHANGED, sizeof(dpm_merge_state), 8, 0);
        CALL(dpm_merge_info, (merge, k, p));
    }
    CASE(dpm_merge_rows) {
        merge = merge_of(READ); k = merge_len(); n = chance(20) ? below(5) : REPORT_STATES; p = pointer(CHANGED, n * sizeof(dpm_merge_row), 8, 0);
        CALL(dpm_merge_rows, (merge, k, chance(9) ? likely("level", 0.1, 1.0) : 0.95, n, p));
    }
    CASE(dpm_merge_cells) {
        merge = merge_of(READ); k = merge_len(); n = chance(20) ? below(11) : REPORT_STATES * REPORT_STATES; p = pointer(CHANGED, n * sizeof(dpm_merge_cell), 8, 0);
        CALL(dpm_merge_cells, (merge, k, chance(9) ? likely("level", 0.1, 1.0) : 0.95, n, p));
    }
    CASE(dpm_merge_chain) {
        merge = merge_of(READ); k = merge_len(); n = chance(20) ? below(11) : REPORT_STATES * REPORT_STATES; p = OUT_N(n);
        CALL(dpm_merge_chain, (merge, k, chance(9) ? (int)below(3) : DPM_UNRESOLVED_UNIFORM, n, p));
    }
    return calls_of_learner(which, function, functions);
}

#endif

/* Supports, counts on them, and chains on them. */
#ifndef API_SPARSE_H
#define API_SPARSE_H

#include "releases.h"

/* 0 -> 0, 1, 3;  1 -> all;  2 -> 0;  3 -> 0, 3: state 0 is in every row. */
#define CELLS 10
static const uint32_t example_starts[N + 1] = {0, 3, 7, 8, 10}, example_mask[N] = {0xb, 0xf, 0x1, 0x9};
static const uint16_t example_targets[CELLS] = {0, 1, 3, 0, 1, 2, 3, 0, 0, 3};
static const uint16_t unlike_targets[CELLS] = {0, 2, 3, 0, 1, 2, 3, 0, 0, 3}; /* another of that size */
static const uint32_t example_cells[CELLS] = {90, 5, 5, 10, 60, 20, 10, 17, 3, 97};
static const double example_values[CELLS] = {0.5, 0.25, 0.25, 0.125, 0.5, 0.25, 0.125, 1.0, 0.25, 0.75};
static const uint32_t *in_starts, *in_mask, *in_cells;
static const uint16_t *in_targets;
static const double *in_values;
static uint32_t *cells_out, *starts_out;
static uint16_t *targets_out;
static double *values;

static void the_examples_of_supports(void) {
    in_starts = (const uint32_t *)input(example_starts, sizeof example_starts);
    in_mask = (const uint32_t *)input(example_mask, sizeof example_mask);
    in_cells = (const uint32_t *)input(example_cells, sizeof example_cells);
    in_targets = (const uint16_t *)input(example_targets, sizeof example_targets);
    in_values = (const double *)input(example_values, sizeof example_values);
    cells_out = (uint32_t *)output(CELLS * sizeof *cells_out);
    starts_out = (uint32_t *)output((N + 1) * sizeof *starts_out);
    targets_out = (uint16_t *)output(CELLS * sizeof *targets_out);
    values = (double *)output(CELLS * sizeof *values);
}

/* Every way in which the places of a support can be wrong; call(starts, targets, n, cells). */
#define SUPPORT_PLACES(call)                                                                    \
    do {                                                                                        \
        size_t n_;                                                                              \
        REFUSES(DPM_ERR_NULL, call(NULL, in_targets, N, CELLS));                                \
        REFUSES(DPM_ERR_NULL, call(in_starts, NULL, N, CELLS));                                 \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(const uint32_t, in_starts), in_targets, N, CELLS)); \
        REFUSES(DPM_ERR_MISALIGNED, call(in_starts, OFF(const uint16_t, in_targets), N, CELLS)); \
        REFUSES(DPM_ERR_SIZE, call(TOP(const uint32_t), in_targets, N, CELLS));                 \
        REFUSES(DPM_ERR_SIZE, call(in_starts, TOP(const uint16_t), N, CELLS));                  \
        REFUSES(DPM_ERR_SIZE, call(in_starts, in_targets, N, SIZE_MAX));                        \
        REFUSES(DPM_ERR_SIZE, call(in_starts, in_targets, N, SIZE_MAX / 2));                    \
        REFUSES(DPM_ERR_LENGTH, call(in_starts, in_targets, N, CELLS - 1));                     \
        REFUSES(DPM_ERR_LENGTH, call(in_starts, in_targets, N, 0));                             \
        REFUSES(DPM_ERR_LENGTH, call(in_starts, in_targets, N - 1, CELLS));                     \
        for (EACH_BAD_N(n_)) REFUSES(DPM_ERR_STATES, call(in_starts, in_targets, n_, CELLS));   \
    } while (0)

/* And its content. */
#define SUPPORT_CONTENT(call)                                                                   \
    do {                                                                                        \
        uint32_t s_[N + 1];                                                                     \
        uint16_t t_[CELLS];                                                                     \
        size_t k_;                                                                              \
        memcpy(s_, example_starts, sizeof s_);                                                  \
        memcpy(t_, example_targets, sizeof t_);                                                 \
        s_[0] = 1;                                                                              \
        REFUSES(DPM_ERR_SUPPORT, call(s_, in_targets, N, CELLS));                               \
        s_[0] = 0;                                                                              \
        for (k_ = 1; k_ < N; k_++) {                                                            \
            s_[k_] = example_starts[k_ - 1]; /* a row without any */                            \
            REFUSES(DPM_ERR_SUPPORT, call(s_, in_targets, N, CELLS));                           \
            s_[k_] = CELLS + 1; /* beyond the end */                                            \
            REFUSES(DPM_ERR_SUPPORT, call(s_, in_targets, N, CELLS));                           \
            s_[k_] = UINT32_MAX;                                                                \
            REFUSES(DPM_ERR_SUPPORT, call(s_, in_targets, N, CELLS));                           \
            s_[k_] = example_starts[k_];                                                        \
        }                                                                                       \
        for (k_ = 0; k_ < CELLS; k_++) {                                                        \
            t_[k_] = N; /* no state */                                                          \
            REFUSES(DPM_ERR_SUPPORT, call(in_starts, t_, N, CELLS));                            \
            t_[k_] = example_targets[k_];                                                       \
        }                                                                                       \
        t_[1] = 0; /* not rising */                                                             \
        REFUSES(DPM_ERR_SUPPORT, call(in_starts, t_, N, CELLS));                                \
    } while (0)

/* An array of `type` that the call reads or writes beside a support: its own wrong places, and its place on the support's; call(starts, targets, place). */
#define BESIDE_SUPPORT(type, place, call)                                                       \
    do {                                                                                        \
        double both_[16]; /* aligned for all */                                                 \
        REFUSES(DPM_ERR_NULL, call(in_starts, in_targets, NULL));                               \
        REFUSES(DPM_ERR_MISALIGNED, call(in_starts, in_targets, OFF(type, place)));             \
        memcpy(both_, example_starts, sizeof example_starts);                                   \
        REFUSES(DPM_ERR_OVERLAP, call((const uint32_t *)(void *)both_, in_targets, (type *)(void *)both_)); \
        memcpy(both_, example_targets, sizeof example_targets);                                 \
        REFUSES(DPM_ERR_OVERLAP, call(in_starts, (const uint16_t *)(void *)both_, (type *)(void *)both_));  \
    } while (0)
#define BESIDE_SUPPORT_MANY(type, place, call)                                                  \
    REFUSES(DPM_ERR_SIZE, call(in_starts, in_targets, TOP(type)));                              \
    BESIDE_SUPPORT(type, place, call)

static void supports(void) {
    static const size_t sizes[] = {2, 31, 32, 33, 63, 64, 65, 263, 65535};
    uint32_t bad[N];
    size_t *second = (size_t *)output(sizeof *second), i, n;

    ACCEPTS(dpm_support_check(in_starts, in_targets, N, CELLS));
    SUPPORT_PLACES(dpm_support_check);
    SUPPORT_CONTENT(dpm_support_check);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
        CHECK(dpm_support_mask_len(sizes[i]) == DPM_SUPPORT_MASK_LEN(sizes[i]) && dpm_support_mask_len(sizes[i]) >= sizes[i] * sizes[i] / 32);

    ACCEPTS(dpm_support_mask_cells(in_mask, N, current));
    CHECK(*current == CELLS);
    *current = 0;
    ACCEPTS(dpm_support_from_mask(in_mask, N, starts_out, targets_out, CELLS, current));
    CHECK(*current == CELLS && memcmp(starts_out, example_starts, sizeof example_starts) == 0);
    CHECK(memcmp(targets_out, example_targets, sizeof example_targets) == 0);
#define MASK_CELLS_I(mask) dpm_support_mask_cells(mask, N, current)
#define MASK_CELLS_O(out) dpm_support_mask_cells(in_mask, N, out)
#define MASK_I(mask) dpm_support_from_mask(mask, N, starts_out, targets_out, CELLS, current)
#define MASK_STARTS(out) dpm_support_from_mask(in_mask, N, out, targets_out, CELLS, current)
#define MASK_TARGETS(out) dpm_support_from_mask(in_mask, N, starts_out, out, CELLS, current)
#define MASK_O(out) dpm_support_from_mask(in_mask, N, starts_out, targets_out, CELLS, out)
    PLACE(const uint32_t, in_mask, MASK_CELLS_I);
    PLACE(size_t, current, MASK_CELLS_O);
    PLACE(const uint32_t, in_mask, MASK_I);
    PLACE(uint32_t, starts_out, MASK_STARTS);
    PLACE(uint16_t, targets_out, MASK_TARGETS);
    PLACE(size_t, current, MASK_O);
    REFUSES(DPM_ERR_OVERLAP, MASK_CELLS_I((const uint32_t *)(void *)current));
    REFUSES(DPM_ERR_OVERLAP, MASK_I(starts_out));
    REFUSES(DPM_ERR_OVERLAP, MASK_TARGETS((uint16_t *)(void *)(starts_out + 1)));
    REFUSES(DPM_ERR_OVERLAP, MASK_STARTS((uint32_t *)(void *)current));
    REFUSES(DPM_ERR_SIZE, dpm_support_from_mask(in_mask, N, starts_out, targets_out, SIZE_MAX, current));
    for (i = 0; i < CELLS; i++) REFUSES(DPM_ERR_LENGTH, dpm_support_from_mask(in_mask, N, starts_out, targets_out, i, current));
    for (EACH_BAD_N(n)) {
        REFUSES(DPM_ERR_STATES, dpm_support_mask_cells(in_mask, n, current));
        REFUSES(DPM_ERR_STATES, dpm_support_from_mask(in_mask, n, starts_out, targets_out, CELLS, current));
    }
    for (i = 0; i < N; i++) {
        memcpy(bad, example_mask, sizeof bad);
        bad[i] = 0; /* a row without any */
        REFUSES(DPM_ERR_SUPPORT, MASK_CELLS_I(bad));
        REFUSES(DPM_ERR_SUPPORT, MASK_I(bad));
        bad[i] = example_mask[i] | 0x10; /* a bit beyond the last state */
        REFUSES(DPM_ERR_SUPPORT, MASK_CELLS_I(bad));
        REFUSES(DPM_ERR_SUPPORT, MASK_I(bad));
        bad[i] = UINT32_MAX;
        REFUSES(DPM_ERR_SUPPORT, MASK_I(bad));
    }

    ACCEPTS(dpm_support_row_lens(in_starts, in_targets, N, CELLS, current, second));
    CHECK(*current == 2 && *second == 4);
#define ROW_LENS(starts, targets, n, cells) dpm_support_row_lens(starts, targets, n, cells, current, second)
#define ROW_LENS_F(starts, targets, out) dpm_support_row_lens(starts, targets, N, CELLS, out, second)
#define ROW_LENS_M(starts, targets, out) dpm_support_row_lens(starts, targets, N, CELLS, current, out)
    SUPPORT_PLACES(ROW_LENS);
    SUPPORT_CONTENT(ROW_LENS);
    BESIDE_SUPPORT_MANY(size_t, current, ROW_LENS_F);
    BESIDE_SUPPORT_MANY(size_t, second, ROW_LENS_M);
    REFUSES(DPM_ERR_OVERLAP, dpm_support_row_lens(in_starts, in_targets, N, CELLS, current, current));

    for (i = 0; i < N; i++)
        for (n = 0; n < N; n++) {
            if (example_mask[i] >> n & 1) {
                ACCEPTS(dpm_support_cell(in_starts, in_targets, N, CELLS, i, n, current));
                CHECK(*current >= example_starts[i] && *current < example_starts[i + 1] && example_targets[*current] == n);
            } else
                REFUSES(DPM_ERR_INFEASIBLE, dpm_support_cell(in_starts, in_targets, N, CELLS, i, n, current));
        }
#define CELL(starts, targets, n, cells) dpm_support_cell(starts, targets, n, cells, 1, 2, current)
#define CELL_O(starts, targets, out) dpm_support_cell(starts, targets, N, CELLS, 1, 2, out)
    SUPPORT_PLACES(CELL);
    BESIDE_SUPPORT_MANY(size_t, current, CELL_O);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_support_cell(in_starts, in_targets, N, CELLS, N, 0, current));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_support_cell(in_starts, in_targets, N, CELLS, 0, N, current));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_support_cell(in_starts, in_targets, N, CELLS, SIZE_MAX, SIZE_MAX, current));
}

/* Arrays that dpm_support_check() does not accept: what is called per event touches nothing outside of its arrays. */
static void supports_that_are_none(void) {
    uint32_t s[N + 1];
    uint16_t t[CELLS];
    size_t i, from, to;
    unsigned state = 1;
    for (i = 0; i < 4000; i++) {
        size_t k;
        for (k = 0; k < N; k++) s[k] = (state = state * 1664525u + 1013904223u) >> (8 + 20 * (i % 2));
        for (k = 0; k < CELLS; k++) t[k] = (uint16_t)((state = state * 1664525u + 1013904223u) >> (16 + 13 * (i % 2)));
        s[N] = CELLS;
        from = i % N, to = i / N % N;
        *current = from;
        *a = (double)dpm_support_cell(s, t, N, CELLS, from, to, current);
        CHECK(*a != DPM_OK || *current < CELLS);
        *current = from;
        (void)dpm_sparse_record(cells_out, s, t, N, CELLS, i % 3 ? DPM_OUTSIDE_DROP : to, from, to, 1); /* between two fences */
        (void)dpm_sparse_visit(cells_out, s, t, N, CELLS, 2, current, to);
        (void)dpm_sparse_record_session(cells_out, s, t, N, CELLS, 1, current, 1);
    }
}

static void sparse_counting(void) {
    static const size_t visits[6] = {0, 1, 1, 2, 0, 3}, wrong[3] = {0, 1, N}, infeasible[4] = {0, 1, 2, 2}, loop[4] = {1, 1, 1, 1};
    const size_t *session = (const size_t *)input(visits, sizeof visits);
    const size_t refuse = DPM_OUTSIDE_REFUSE, drop = DPM_OUTSIDE_DROP;
    size_t i;

    ACCEPTS(dpm_sparse_clear(cells_out, CELLS));
    for (i = 0; i < CELLS; i++) CHECK(cells_out[i] == 0);
    REFUSES(DPM_ERR_NULL, dpm_sparse_clear(NULL, CELLS));
    REFUSES(DPM_ERR_MISALIGNED, dpm_sparse_clear(OFF(uint32_t, cells_out), CELLS));
    REFUSES(DPM_ERR_SIZE, dpm_sparse_clear(TOP(uint32_t), CELLS));
    REFUSES(DPM_ERR_SIZE, dpm_sparse_clear(cells_out, SIZE_MAX));
    REFUSES(DPM_ERR_LENGTH, dpm_sparse_clear(cells_out, 0));

#define RECORD(outside, from, to, count) dpm_sparse_record(cells_out, in_starts, in_targets, N, CELLS, outside, from, to, count)
    ACCEPTS(RECORD(refuse, 1, 2, 5));
    ACCEPTS(RECORD(drop, 1, 2, 1));
    CHECK(cells_out[5] == 6);
    REFUSES(DPM_ERR_INFEASIBLE, RECORD(refuse, 0, 2, 1));
    ACCEPTS(RECORD(drop, 0, 2, 1));
    CHECK(cells_out[0] == 0 && cells_out[1] == 0 && cells_out[2] == 0);
    ACCEPTS(RECORD(0, 0, 2, 7)); /* counts as 0 -> 0 */
    CHECK(cells_out[0] == 7);
    REFUSES(DPM_ERR_SUPPORT, RECORD(1, 2, 3, 1)); /* the other state is not in this row */
    ACCEPTS(RECORD(1, 2, 0, 1));                 /* and not asked for where the transition is feasible */
    REFUSES(DPM_ERR_STATE_INDEX, RECORD(N, 0, 0, 1));
    REFUSES(DPM_ERR_STATE_INDEX, RECORD(SIZE_MAX - 2, 0, 0, 1));
    REFUSES(DPM_ERR_STATE_INDEX, RECORD(refuse, N, 0, 1));
    REFUSES(DPM_ERR_STATE_INDEX, RECORD(drop, 0, N, 1));
    REFUSES(DPM_ERR_STATE_INDEX, RECORD(0, SIZE_MAX, SIZE_MAX, 1));
    ACCEPTS(RECORD(refuse, 1, 2, UINT32_MAX - 6));
    REFUSES(DPM_ERR_COUNT_OVERFLOW, RECORD(refuse, 1, 2, 1));
#define RECORD_S(starts, targets, n, cells) dpm_sparse_record(cells_out, starts, targets, n, cells, drop, 0, 0, 1)
#define RECORD_O(starts, targets, counts) dpm_sparse_record(counts, starts, targets, N, CELLS, drop, 0, 0, 1)
    SUPPORT_PLACES(RECORD_S);
    BESIDE_SUPPORT_MANY(uint32_t, cells_out, RECORD_O);

    ACCEPTS(dpm_sparse_clear(cells_out, CELLS));
#define SESSION(outside, states, len) dpm_sparse_record_session(cells_out, in_starts, in_targets, N, CELLS, outside, states, len)
    ACCEPTS(SESSION(refuse, session, 6)); /* 0 1, 1 1, 1 2, 2 0, 0 3 */
    CHECK(cells_out[1] == 1 && cells_out[4] == 1 && cells_out[5] == 1 && cells_out[7] == 1 && cells_out[2] == 1);
    ACCEPTS(SESSION(refuse, session, 1));
    ACCEPTS(SESSION(refuse, session, 0));
    REFUSES(DPM_ERR_STATE_INDEX, SESSION(drop, wrong, 3));
    REFUSES(DPM_ERR_INFEASIBLE, SESSION(refuse, infeasible, 4)); /* all or nothing */
    REFUSES(DPM_ERR_SUPPORT, SESSION(1, infeasible, 4));
    ACCEPTS(SESSION(drop, infeasible, 4));
    CHECK(cells_out[1] == 2 && cells_out[5] == 2 && cells_out[7] == 1);
    ACCEPTS(SESSION(0, infeasible, 4));
    CHECK(cells_out[1] == 3 && cells_out[5] == 3 && cells_out[7] == 2);
    cells_out[4] = UINT32_MAX - 1;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, SESSION(refuse, loop, 4)); /* all or nothing */
#define SESSION_S(starts, targets, n, cells) dpm_sparse_record_session(cells_out, starts, targets, n, cells, drop, session, 6)
#define SESSION_O(starts, targets, counts) dpm_sparse_record_session(counts, starts, targets, N, CELLS, drop, session, 6)
#define SESSION_I(states) SESSION(drop, states, 6)
    SUPPORT_PLACES(SESSION_S);
    BESIDE_SUPPORT_MANY(uint32_t, cells_out, SESSION_O);
    PLACE(const size_t, session, SESSION_I);
    REFUSES(DPM_ERR_SIZE, SESSION(drop, session, SIZE_MAX / 4));
    REFUSES(DPM_ERR_OVERLAP, SESSION_I((const size_t *)(void *)cells_out));

    ACCEPTS(dpm_sparse_clear(cells_out, CELLS));
#define VISIT(outside, state) dpm_sparse_visit(cells_out, in_starts, in_targets, N, CELLS, outside, current, state)
    *current = DPM_NO_STATE;
    ACCEPTS(VISIT(refuse, 1));
    ACCEPTS(VISIT(refuse, 2));
    CHECK(*current == 2 && cells_out[5] == 1);
    REFUSES(DPM_ERR_STATE_INDEX, VISIT(refuse, N));
    REFUSES(DPM_ERR_STATE_INDEX, VISIT(N, 1));
    REFUSES(DPM_ERR_SUPPORT, VISIT(1, 3));
    CHECK(VISIT(refuse, 3) == DPM_ERR_INFEASIBLE && *current == 3); /* the session goes on where it is */
    ACCEPTS(VISIT(refuse, 3));
    CHECK(cells_out[9] == 1);
    ACCEPTS(VISIT(drop, 2));
    CHECK(*current == 2 && cells_out[8] == 0);
    *current = 3;
    ACCEPTS(VISIT(0, 2));
    CHECK(*current == 2 && cells_out[8] == 1);
    *current = N;
    REFUSES(DPM_ERR_STATE_INDEX, VISIT(drop, 1));
    *current = 0;
#define VISIT_S(starts, targets, n, cells) dpm_sparse_visit(cells_out, starts, targets, n, cells, drop, current, 0)
#define VISIT_O(starts, targets, counts) dpm_sparse_visit(counts, starts, targets, N, CELLS, drop, current, 0)
#define VISIT_C(starts, targets, place) dpm_sparse_visit(cells_out, starts, targets, N, CELLS, drop, place, 0)
    SUPPORT_PLACES(VISIT_S);
    BESIDE_SUPPORT_MANY(uint32_t, cells_out, VISIT_O);
    BESIDE_SUPPORT_MANY(size_t, current, VISIT_C);
    REFUSES(DPM_ERR_OVERLAP, VISIT_C(in_starts, in_targets, (size_t *)(void *)cells_out));

    ACCEPTS(dpm_sparse_clear(cells_out, CELLS));
#define MERGE_S(starts, targets, n, cells) dpm_sparse_merge(cells_out, starts, targets, n, cells, in_cells)
#define MERGE_O(starts, targets, counts) dpm_sparse_merge(counts, starts, targets, N, CELLS, in_cells)
#define MERGE_I(other) dpm_sparse_merge(cells_out, in_starts, in_targets, N, CELLS, other)
    ACCEPTS(MERGE_I(in_cells));
    ACCEPTS(MERGE_I(in_cells));
    CHECK(cells_out[0] == 180 && cells_out[9] == 194);
    cells_out[9] = UINT32_MAX;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, MERGE_I(in_cells)); /* all or nothing */
    SUPPORT_PLACES(MERGE_S);
    SUPPORT_CONTENT(MERGE_S);
    BESIDE_SUPPORT_MANY(uint32_t, cells_out, MERGE_O);
    PLACE(const uint32_t, in_cells, MERGE_I);
    REFUSES(DPM_ERR_OVERLAP, MERGE_I(cells_out));
    supports_that_are_none();
}

static void sparse_chains(void) {
    static const double from_0[N] = {1.0, 0.0, 0.0, 0.0}, huge[N] = {0.0, 2e300, 0.0, 0.0};
    const double *x = (const double *)input(from_0, sizeof from_0);
    double bad, v[CELLS];
    size_t i, j;

#define EXPAND_S(starts, targets, n, cells) dpm_sparse_expand(starts, targets, n, cells, in_values, matrix)
#define EXPAND_I(from) dpm_sparse_expand(in_starts, in_targets, N, CELLS, from, matrix)
#define EXPAND_O(starts, targets, out) dpm_sparse_expand(starts, targets, N, CELLS, in_values, out)
#define STEP_S(starts, targets, n, cells) dpm_sparse_step(starts, targets, n, cells, in_values, x, row)
#define STEP_I(from) dpm_sparse_step(in_starts, in_targets, N, CELLS, from, x, row)
#define STEP_X(from) dpm_sparse_step(in_starts, in_targets, N, CELLS, in_values, from, row)
#define STEP_O(starts, targets, out) dpm_sparse_step(starts, targets, N, CELLS, in_values, x, out)
    ACCEPTS(EXPAND_I(in_values));
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            double want = 0.0;
            if (example_mask[i] >> j & 1) {
                ACCEPTS(dpm_support_cell(in_starts, in_targets, N, CELLS, i, j, current));
                want = example_values[*current];
            }
            CHECK(matrix[i * N + j] == want);
        }
    ACCEPTS(STEP_X(x));
    CHECK(memcmp(row, matrix, N * sizeof *row) == 0);
    SUPPORT_PLACES(EXPAND_S);
    SUPPORT_CONTENT(EXPAND_S);
    PLACE(const double, in_values, EXPAND_I);
    BESIDE_SUPPORT_MANY(double, matrix, EXPAND_O);
    REFUSES(DPM_ERR_OVERLAP, EXPAND_I(matrix + 1));
    SUPPORT_PLACES(STEP_S);
    SUPPORT_CONTENT(STEP_S);
    PLACE(const double, in_values, STEP_I);
    PLACE(const double, x, STEP_X);
    BESIDE_SUPPORT_MANY(double, row, STEP_O);
    REFUSES(DPM_ERR_OVERLAP, STEP_X(row));
    REFUSES(DPM_ERR_OVERLAP, STEP_O(in_starts, in_targets, (double *)(uintptr_t)in_values));
    REFUSES(DPM_ERR_DOMAIN, STEP_X(huge));
    for (EACH_BAD(bad)) {
        for (i = 0; i < CELLS; i++) {
            memcpy(v, example_values, sizeof v);
            v[i] = bad;
            REFUSES(DPM_ERR_NOT_STOCHASTIC, EXPAND_I(v));
            REFUSES(DPM_ERR_NOT_STOCHASTIC, STEP_I(v));
        }
        memcpy(v, from_0, sizeof from_0);
        v[1] = bad;
        if (!(fabs(bad) <= 1e300)) REFUSES(DPM_ERR_DOMAIN, STEP_X(v));
    }
    v[1] = -1.0; /* no distribution, and none is asked for */
    ACCEPTS(STEP_X(v));
}

/* The most states there are: a ring, and one state with a choice; then one state more. */
static void many_states(void) {
    const size_t n = 65535, cells = 65536;
    uint32_t *starts = (uint32_t *)malloc((n + 2) * sizeof *starts), *in = (uint32_t *)calloc(cells, sizeof *in);
    uint16_t *targets = (uint16_t *)malloc(cells * sizeof *targets);
    double *out = (double *)malloc(cells * sizeof *out), *x = (double *)calloc(n, sizeof *x), *y = (double *)calloc(n, sizeof *y);
    int64_t *noisy = (int64_t *)malloc(cells * sizeof *noisy), scratch[2];
    dpm_geometric *geometric = (dpm_geometric *)output(sizeof *geometric);
    size_t i, ones = 0;
    starts[0] = 0, starts[1] = 2, targets[0] = 0, targets[1] = 1;
    for (i = 1; i < n; i++) starts[i + 1] = starts[i] + 1, targets[starts[i]] = (uint16_t)((i + 1) % n);
    ACCEPTS(dpm_support_check(starts, targets, n, cells));
    ACCEPTS(dpm_support_row_lens(starts, targets, n, cells, current, &ones));
    CHECK(*current == 2 && ones == 2);
    *current = DPM_NO_STATE;
    for (i = 0; i < 3 * n; i++) ACCEPTS(dpm_sparse_visit(in, starts, targets, n, cells, DPM_OUTSIDE_REFUSE, current, i % n));
    CHECK(in[1] == 3 && in[2] == 3 && in[cells - 1] == 2);
    ACCEPTS(dpm_sparse_record(in, starts, targets, n, cells, DPM_OUTSIDE_DROP, 65534, 65534, 1));
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 5));
    ACCEPTS(dpm_geometric_init_checked(geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    ACCEPTS(dpm_geometric_release_sparse_counts(geometric, rng, starts, targets, n, cells, in, noisy)); /* more cells than there are states */
    ACCEPTS(dpm_geometric_release_sparse(geometric, rng, starts, targets, n, cells, in, 512, scratch, 2, out));
    CHECK(out[0] + out[1] == 1.0);
    for (i = 2, ones = 0; i < cells; i++) ones += out[i] == 1.0;
    CHECK(ones == cells - 2);
    ACCEPTS(dpm_noisy_counts_sparse(starts, targets, n, cells, noisy, 512, out));
    x[n - 1] = 1.0;
    ACCEPTS(dpm_sparse_step(starts, targets, n, cells, out, x, y));
    CHECK(y[0] == 1.0 && y[n - 1] == 0.0);
    starts[n + 1] = starts[n] + 1;
    REFUSES(DPM_ERR_STATES, dpm_support_check(starts, targets, n + 1, cells));
    free(starts), free(targets), free(in), free(out), free(x), free(y), free(noisy);
}

#endif

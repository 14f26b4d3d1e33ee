/* Merges of reports. */
#ifndef API_MERGE_H
#define API_MERGE_H

#include "report.h"

#define MERGE_LEN DPM_MERGE_LEN(N, CELLS)

static uint64_t *merge, *other_merge;
static dpm_merge_state *merge_state;
static dpm_merge_row *merge_rows;
static dpm_merge_cell *merge_cells;

/* Another report of the same kind into report[]: noise of the geometric mechanism, plus `more` on every cell. */
static void another_report(int64_t more) {
    int64_t noisy[CELLS];
    size_t i;
    for (i = 0; i < CELLS; i++) noisy[i] = (int64_t)example_cells[i] + more + (int64_t)(7 * i % 5);
    ACCEPTS(dpm_report_write_geometric(geometric_noise, about, in_starts, in_targets, N, CELLS, noisy, 32, report, REPORT_MAX, report_len));
}
static dpm_status merge_init_of(uint64_t *m) {
    return dpm_merge_init(m, MERGE_LEN, DPM_ADJACENCY_VISIT, about->state_table, in_starts, in_targets, N, CELLS);
}

/* Every way in which a merge can be wrong; call(merge, length). */
#define A_MERGE(call)                                                                   \
    do {                                                                                \
        static uint64_t zeroed_[MERGE_LEN];                                             \
        size_t k_;                                                                      \
        REFUSES(DPM_ERR_NULL, call(NULL, MERGE_LEN));                                   \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(uint64_t, merge), MERGE_LEN));             \
        REFUSES(DPM_ERR_SIZE, call(TOP(uint64_t), MERGE_LEN));                          \
        REFUSES(DPM_ERR_SIZE, call(merge, SIZE_MAX));                                   \
        REFUSES(DPM_ERR_OBJECT, call(zeroed_, MERGE_LEN));                              \
        for (k_ = 0; k_ < MERGE_LEN; k_++) REFUSES(DPM_ERR_OBJECT, call(merge, k_));    \
        for (k_ = 0; k_ < MERGE_LEN; k_++) { /* one bit of any word changed: damaged */ \
            merge[k_] ^= (uint64_t)1 << (7 * k_ % 64);                                  \
            REFUSES(DPM_ERR_OBJECT, call(merge, MERGE_LEN));                            \
            merge[k_] ^= (uint64_t)1 << (7 * k_ % 64);                                  \
        }                                                                               \
    } while (0)

static void begun_merges(void) {
    size_t i;
    for (i = 2; i < 300; i++) {
        CHECK(dpm_merge_len(i, i * i) == DPM_MERGE_LEN(i, i * i));
        CHECK(dpm_merge_len(i, i + i % 7) == DPM_MERGE_LEN(i, i + i % 7));
    }
    CHECK(dpm_merge_len(SIZE_MAX, SIZE_MAX) == SIZE_MAX);
    merge = (uint64_t *)output(MERGE_LEN * sizeof *merge);
    other_merge = (uint64_t *)output(MERGE_LEN * sizeof *other_merge);
    merge_state = (dpm_merge_state *)output(sizeof *merge_state);
    merge_rows = (dpm_merge_row *)output(N * sizeof *merge_rows);
    merge_cells = (dpm_merge_cell *)output(CELLS * sizeof *merge_cells);
#define BEGIN(m, len, code, table, s, t, n, c) dpm_merge_init(m, len, code, table, s, t, n, c)
#define BEGIN_M(m) BEGIN(m, MERGE_LEN, DPM_ADJACENCY_VISIT, about->state_table, in_starts, in_targets, N, CELLS)
#define BEGIN_T(table) BEGIN(merge, MERGE_LEN, DPM_ADJACENCY_VISIT, table, in_starts, in_targets, N, CELLS)
#define BEGIN_S(s, t, n, c) BEGIN(merge, MERGE_LEN, DPM_ADJACENCY_VISIT, about->state_table, s, t, n, c)
    PLACE(uint64_t, merge, BEGIN_M);
    REFUSES(DPM_ERR_NULL, BEGIN_T(NULL));
    REFUSES(DPM_ERR_SIZE, BEGIN_T(TOP(const uint8_t)));
    REFUSES(DPM_ERR_OVERLAP, BEGIN_T((const uint8_t *)merge));
    SUPPORT_PLACES(BEGIN_S);
    SUPPORT_CONTENT(BEGIN_S);
    REFUSES(DPM_ERR_OVERLAP, BEGIN_S((const uint32_t *)(void *)merge, in_targets, N, CELLS));
    REFUSES(DPM_ERR_OVERLAP, BEGIN_S(in_starts, (const uint16_t *)(void *)merge, N, CELLS));
    REFUSES(DPM_ERR_ADJACENCY, BEGIN(merge, MERGE_LEN, 5, about->state_table, in_starts, in_targets, N, CELLS));
    REFUSES(DPM_ERR_ADJACENCY, BEGIN(merge, MERGE_LEN, -1, about->state_table, in_starts, in_targets, N, CELLS));
    REFUSES(DPM_ERR_LENGTH, BEGIN_S(NULL, NULL, N, CELLS)); /* not all transitions */
    REFUSES(DPM_ERR_SIZE, BEGIN(merge, SIZE_MAX, 3, about->state_table, in_starts, in_targets, N, CELLS));
    for (i = 0; i < MERGE_LEN; i++) REFUSES(DPM_ERR_LENGTH, BEGIN(merge, i, DPM_ADJACENCY_VISIT, about->state_table, in_starts, in_targets, N, CELLS));
    ACCEPTS(BEGIN_M(merge));
    ACCEPTS(dpm_merge_info(merge, MERGE_LEN, merge_state));
    CHECK(merge_state->reports == 0 && merge_state->cells == CELLS && merge_state->states == N && merge_state->adjacency == DPM_ADJACENCY_VISIT);
    CHECK(memcmp(merge_state->state_table, about->state_table, 16) == 0 && merge_state->epsilon == 0.0 && merge_state->window_first == UINT32_MAX);
}

static void added_reports(void) {
    static const uint32_t known[N] = {100, 200, 300, 400};
    const dpm_report_about kept = *about;
    another_report(0);
#define ADD(m, len) dpm_merge_add(m, len, report, *report_len, 0.0, NULL)
#define ADD_REPORT(bytes, len) dpm_merge_add(merge, MERGE_LEN, bytes, len, 0.0, NULL)
    A_MERGE(ADD);
    READER(ADD_REPORT);
    REFUSES(DPM_ERR_OVERLAP, ADD_REPORT((uint8_t *)merge, 8));
    ACCEPTS(BEGIN_M(merge));
    about->window_first = 1, about->state_table[15] ^= 1;
    another_report(0);
    REFUSES(DPM_ERR_REPORT_MISMATCH, ADD(merge, MERGE_LEN));
    *about = kept;
    ACCEPTS(EXAMPLE(WRITE_GAU, gaussian_noise, in_noisy, 32)); /* another adjacency */
    REFUSES(DPM_ERR_REPORT_MISMATCH, ADD(merge, MERGE_LEN));
    { /* another support, another number of states */
        static const int64_t all[N * N] = {1};
        uint8_t full[DPM_REPORT_LEN_BOUND(N, N * N, 32, 0)];
        ACCEPTS(dpm_report_write_geometric(geometric_noise, about, NULL, NULL, N, N * N, all, 32, full, sizeof full, report_len));
        REFUSES(DPM_ERR_REPORT_MISMATCH, ADD_REPORT(full, *report_len));
        ACCEPTS(dpm_report_write_geometric(geometric_noise, about, NULL, NULL, N - 1, (N - 1) * (N - 1), all, 32, full, sizeof full, report_len));
        REFUSES(DPM_ERR_REPORT_MISMATCH, ADD_REPORT(full, *report_len));
    }
    /* tallies: with their own noisy totals, with known ones, with none */
    ACCEPTS(dpm_merge_init(merge, MERGE_LEN, DPM_ADJACENCY_EVENT, about->state_table, in_starts, in_targets, N, CELLS));
    ACCEPTS(EXAMPLE(WRITE_POL, report_urn, in_tallies, 32));
#define ADD_KNOWN(total, totals) dpm_merge_add(merge, MERGE_LEN, report, *report_len, total, totals)
#define ADD_TOTALS(totals) ADD_KNOWN(0.0, totals)
    ACCEPTS(ADD_KNOWN(0.0, NULL));
    ACCEPTS(POL_SUPPORT(in_starts, in_targets, N, CELLS));
    REFUSES(DPM_ERR_REPORT_TOTALS, ADD_KNOWN(0.0, NULL));
    ACCEPTS(ADD_KNOWN(250.0, NULL));
    ACCEPTS(ADD_KNOWN(0.0, known));
    REFUSES(DPM_ERR_DOMAIN, ADD_KNOWN(250.0, known));
    REFUSES(DPM_ERR_MISALIGNED, ADD_TOTALS(OFF(const uint32_t, known)));
    REFUSES(DPM_ERR_SIZE, ADD_TOTALS(TOP(const uint32_t)));
    REFUSES(DPM_ERR_OVERLAP, ADD_TOTALS((const uint32_t *)(void *)merge));
    {
        double bad;
        for (EACH_BAD(bad)) REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, ADD_KNOWN(bad, NULL));
    }
    ACCEPTS(dpm_merge_info(merge, MERGE_LEN, merge_state));
    CHECK(merge_state->reports == 3 && merge_state->known_totals == 2 && merge_state->epsilon >= 1001.0 && merge_state->delta == 0.5);
    ACCEPTS(EXAMPLE(WRITE_DIR, mechanism, in_probabilities, 16));
    ACCEPTS(ADD_KNOWN(0.0, NULL)); /* another mechanism beside it */
}

static void combined_merges(void) {
    uint64_t parts[3][MERGE_LEN], first[MERGE_LEN];
    size_t i;
    for (i = 0; i < 3; i++) {
        ACCEPTS(merge_init_of(parts[i]));
        another_report((int64_t)i);
        ACCEPTS(ADD(parts[i], MERGE_LEN));
        about->window_last = 9 + (uint32_t)i;
        another_report(-3 * (int64_t)i);
        ACCEPTS(ADD(parts[i], MERGE_LEN));
        about->window_last = 9;
    }
    /* (a + b) + c and c + (b + a), to the last bit; a copy is as good */
    memcpy(first, parts[0], sizeof first);
    ACCEPTS(dpm_merge_combine(first, MERGE_LEN, parts[1], MERGE_LEN));
    ACCEPTS(dpm_merge_combine(first, MERGE_LEN, parts[2], MERGE_LEN));
    ACCEPTS(dpm_merge_combine(parts[1], MERGE_LEN, parts[0], MERGE_LEN));
    memcpy(merge, parts[2], MERGE_LEN * sizeof *merge);
    memcpy(other_merge, parts[1], MERGE_LEN * sizeof *merge);
    ACCEPTS(dpm_merge_combine(merge, MERGE_LEN, other_merge, MERGE_LEN));
    CHECK(memcmp(first, merge, sizeof first) == 0);
    ACCEPTS(dpm_merge_info(merge, MERGE_LEN, merge_state));
    CHECK(merge_state->reports == 6 && merge_state->window_first == 3 && merge_state->window_last == 11 && merge_state->epsilon == 1.0);
#define COMBINE(m, len) dpm_merge_combine(m, len, other_merge, MERGE_LEN)
#define COMBINE_O(m) dpm_merge_combine(merge, MERGE_LEN, m, MERGE_LEN)
    A_MERGE(COMBINE);
    REFUSES(DPM_ERR_NULL, COMBINE_O(NULL));
    REFUSES(DPM_ERR_MISALIGNED, COMBINE_O(OFF(uint64_t, other_merge)));
    REFUSES(DPM_ERR_SIZE, COMBINE_O(TOP(uint64_t)));
    REFUSES(DPM_ERR_OVERLAP, COMBINE_O(merge));
    for (i = 0; i < MERGE_LEN; i++) REFUSES(DPM_ERR_OBJECT, dpm_merge_combine(merge, MERGE_LEN, other_merge, i));
    other_merge[MERGE_LEN / 2]++;
    REFUSES(DPM_ERR_OBJECT, COMBINE_O(other_merge));
    ACCEPTS(dpm_merge_init(other_merge, MERGE_LEN, DPM_ADJACENCY_EVENT, about->state_table, in_starts, in_targets, N, CELLS));
    REFUSES(DPM_ERR_REPORT_MISMATCH, COMBINE_O(other_merge));
}

static void estimates_of_merges(void) {
    double bad;
    size_t i;
    ACCEPTS(dpm_merge_rows(merge, MERGE_LEN, 0.95, N, merge_rows));
    ACCEPTS(dpm_merge_cells(merge, MERGE_LEN, 0.95, CELLS, merge_cells));
    for (i = 0; i < CELLS; i++) {
        const dpm_merge_cell *cell = &merge_cells[i];
        /* six reports: example + 0, 1, 2 and - 0, 3, 6, and what another_report() adds */
        double events = 6.0 * example_cells[i] - 6.0 + 6.0 * (double)(7 * i % 5);
        CHECK(cell->count.events == events && cell->count.saturated == 0 && cell->count.rounding == 0.0);
        CHECK(cell->count.standard_error > 20.0 && cell->count.standard_error < 40.0); /* sqrt(6 * 128) or so */
        CHECK(cell->count.lower < events && events < cell->count.upper && cell->to == example_targets[i]);
        CHECK(cell->from < N && example_starts[cell->from] <= i && i < example_starts[cell->from + 1]);
        CHECK(merge_rows[cell->from].resolved == 0 || fabs(cell->share - events / merge_rows[cell->from].total.events) <= 1e-12);
        CHECK(0.0 <= cell->share_lower && cell->share_lower <= cell->share_upper && cell->share_upper <= 1.0);
    }
    for (i = 0; i < N; i++) CHECK(merge_rows[i].cells == example_starts[i + 1] - example_starts[i]);
    CHECK(merge_rows[0].resolved == 1);
    ACCEPTS(dpm_merge_chain(merge, MERGE_LEN, DPM_UNRESOLVED_UNIFORM, CELLS, values));
    for (i = 0; i < N; i++) {
        double sum = 0.0;
        size_t k;
        for (k = example_starts[i]; k < example_starts[i + 1]; k++) sum += values[k];
        CLOSE(sum, 1.0, 1e-15);
    }
#define INFO(m, len) dpm_merge_info(m, len, merge_state)
#define INFO_O(out) dpm_merge_info(merge, MERGE_LEN, out)
#define ROWS_OF(m, len) dpm_merge_rows(m, len, 0.95, N, merge_rows)
#define ROWS_OUT(out) dpm_merge_rows(merge, MERGE_LEN, 0.95, N, out)
#define MERGED_CELLS(m, len) dpm_merge_cells(m, len, 0.95, CELLS, merge_cells)
#define CELLS_OUT(out) dpm_merge_cells(merge, MERGE_LEN, 0.95, CELLS, out)
#define CHAIN_OF(m, len) dpm_merge_chain(m, len, DPM_UNRESOLVED_UNIFORM, CELLS, values)
#define CHAIN_OUT(out) dpm_merge_chain(merge, MERGE_LEN, DPM_UNRESOLVED_UNIFORM, CELLS, out)
    A_MERGE(INFO);
    A_MERGE(ROWS_OF);
    A_MERGE(MERGED_CELLS);
    A_MERGE(CHAIN_OF);
    PLACE(dpm_merge_state, merge_state, INFO_O);
    PLACE(dpm_merge_row, merge_rows, ROWS_OUT);
    PLACE(dpm_merge_cell, merge_cells, CELLS_OUT);
    PLACE(double, values, CHAIN_OUT);
    REFUSES(DPM_ERR_OVERLAP, INFO_O((dpm_merge_state *)(void *)(merge + 3)));
    REFUSES(DPM_ERR_OVERLAP, ROWS_OUT((dpm_merge_row *)(void *)(merge + 3)));
    REFUSES(DPM_ERR_OVERLAP, CELLS_OUT((dpm_merge_cell *)(void *)(merge + 3)));
    REFUSES(DPM_ERR_OVERLAP, CHAIN_OUT((double *)(void *)(merge + 3)));
    REFUSES(DPM_ERR_LENGTH, dpm_merge_rows(merge, MERGE_LEN, 0.95, N - 1, merge_rows));
    REFUSES(DPM_ERR_LENGTH, dpm_merge_cells(merge, MERGE_LEN, 0.95, CELLS - 1, merge_cells));
    REFUSES(DPM_ERR_LENGTH, dpm_merge_chain(merge, MERGE_LEN, DPM_UNRESOLVED_UNIFORM, CELLS - 1, values));
    REFUSES(DPM_ERR_SIZE, dpm_merge_cells(merge, MERGE_LEN, 0.95, SIZE_MAX, merge_cells));
    REFUSES(DPM_ERR_DOMAIN, dpm_merge_chain(merge, MERGE_LEN, 2, CELLS, values));
    REFUSES(DPM_ERR_DOMAIN, dpm_merge_chain(merge, MERGE_LEN, -1, CELLS, values));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_LEVEL, dpm_merge_rows(merge, MERGE_LEN, bad, N, merge_rows));
        REFUSES(DPM_ERR_LEVEL, dpm_merge_cells(merge, MERGE_LEN, bad, CELLS, merge_cells));
    }
    /* nothing is in it: nothing is resolved, nothing refuted */
    ACCEPTS(BEGIN_M(merge));
    REFUSES(DPM_ERR_EMPTY_ROW, dpm_merge_chain(merge, MERGE_LEN, DPM_UNRESOLVED_REFUSE, CELLS, values));
    ACCEPTS(dpm_merge_chain(merge, MERGE_LEN, DPM_UNRESOLVED_UNIFORM, CELLS, values));
    CHECK(values[3] == 0.25 && values[7] == 1.0);
    ACCEPTS(dpm_merge_cells(merge, MERGE_LEN, 0.95, CELLS, merge_cells));
    CHECK(merge_cells[0].share == 0.0 && merge_cells[0].share_lower == 0.0 && merge_cells[0].share_upper == 1.0 && isinf(merge_cells[0].share_standard_error));
}

static void merges(void) {
    begun_merges();
    added_reports();
    combined_merges();
    estimates_of_merges();
}

#endif

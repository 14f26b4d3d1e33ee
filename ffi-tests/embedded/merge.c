/* Bare boards: reports by each mechanism, merged: the same sums, estimates and intervals everywhere, in whatever order. */
#include "golden.h"

enum { N = 3, CELLS = 9, LEN = DPM_MERGE_LEN(N, CELLS), FEASIBLE = 5, LEN_FEASIBLE = DPM_MERGE_LEN(N, FEASIBLE) };
static const dpm_report_about about = {{1, 2, 3}, {0}, 7, 19000, 19006, 0};
static const int64_t noisy[CELLS] = {90, -5, 3, 40000, -40000, 0, 7, 8, 9}, totals[N] = {100, -3, 70};
static uint8_t bytes[DPM_REPORT_LEN_BOUND(N, CELLS, 32, 1)];
static dpm_geometric geometric;
static size_t len;

static void add(uint64_t *merge, size_t merge_len, double known) { DONE(dpm_merge_add(merge, merge_len, bytes, len, known, NULL)); }

static void by_noise(uint64_t *merge, int bits) {
    static dpm_gaussian gaussian;
    DONE(dpm_report_write_geometric(&geometric, &about, NULL, NULL, N, CELLS, noisy, bits, bytes, sizeof bytes, &len));
    port_stack_start();
    add(merge, LEN, 0.0);
    stack("dpm_merge_add");
    DONE(dpm_gaussian_init_checked(&gaussian, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, 401, 3));
    DONE(dpm_report_write_gaussian(&gaussian, &about, NULL, NULL, N, CELLS, noisy, bits, bytes, sizeof bytes, &len));
    add(merge, LEN, 0.0);
}

static void by_probabilities(uint64_t *merge, int bits) {
    static const uint32_t tallies[CELLS] = {30, 0, 0, 10, 10, 10, 29, 1, 0};
    static const uint32_t known[N] = {1000, 2000, 4294967295u};
    static const double matrix[CELLS] = {0.5, 0.25, 0.25, 0.125, 0.375, 0.5, 1.0 / 4294967296.0, 0.5, 0.5 - 1.0 / 4294967296.0};
    static dpm_polya polya;
    static dpm_dirichlet dirichlet;
    DONE(dpm_polya_init_checked(&polya, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, N, 10, 158, 33, 30));
    DONE(dpm_report_write_polya(&polya, &about, NULL, NULL, N, CELLS, tallies, &geometric, totals, bits, bytes, sizeof bytes, &len));
    add(merge, LEN, 0.0);
    add(merge, LEN, 12345.678);
    DONE(dpm_dirichlet_init_checked(&dirichlet, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    DONE(dpm_report_write_dirichlet(&dirichlet, &about, NULL, NULL, N, CELLS, matrix, NULL, NULL, bits, bytes, sizeof bytes, &len));
    REFUSED(DPM_ERR_REPORT_TOTALS, dpm_merge_add(merge, LEN, bytes, len, 0.0, NULL));
    DONE(dpm_merge_add(merge, LEN, bytes, len, 0.0, known));
}

static void count(const dpm_merge_count *c) {
    number("events", c->events);
    number("standard error", c->standard_error);
    number("rounding", c->rounding);
    number("lower", c->lower);
    number("upper", c->upper);
    hex("saturated", c->saturated);
}

static void estimates(const uint64_t *merge, size_t merge_len, size_t cells) {
    static dpm_merge_state state;
    static dpm_merge_row rows[N];
    static dpm_merge_cell found[CELLS];
    static double chain[CELLS];
    size_t i;
    DONE(dpm_merge_info(merge, merge_len, &state));
    number("epsilon", state.epsilon);
    number("delta", state.delta);
    hex("reports", state.reports);
    hex("known totals", state.known_totals);
    DONE(dpm_merge_rows(merge, merge_len, 0.95, N, rows));
    for (i = 0; i < N; i++) {
        count(&rows[i].total);
        hex("resolved", (uint64_t)rows[i].resolved);
    }
    port_stack_start();
    DONE(dpm_merge_cells(merge, merge_len, 0.95, cells, found));
    stack("dpm_merge_cells");
    for (i = 0; i < cells; i++) {
        count(&found[i].count);
        number("share", found[i].share);
        number("standard error", found[i].share_standard_error);
        number("lower", found[i].share_lower);
        number("upper", found[i].share_upper);
    }
    DONE(dpm_merge_chain(merge, merge_len, DPM_UNRESOLVED_UNIFORM, cells, chain));
    numbers("chain", chain, cells);
}

/* 5 of the 9 transitions. */
static void feasible(void) {
    static const uint32_t starts[N + 1] = {0, 2, 4, 5};
    static const uint16_t targets[FEASIBLE] = {0, 2, 0, 1, 2};
    static uint64_t merge[LEN_FEASIBLE];
    int bits;
    DONE(dpm_merge_init(merge, LEN_FEASIBLE, DPM_ADJACENCY_EVENT, about.state_table, starts, targets, N, FEASIBLE));
    for (bits = 16; bits <= 32; bits += 16) {
        DONE(dpm_report_write_geometric(&geometric, &about, starts, targets, N, FEASIBLE, noisy, bits, bytes, sizeof bytes, &len));
        add(merge, LEN_FEASIBLE, 0.0);
    }
    estimates(merge, LEN_FEASIBLE, FEASIBLE);
}

int golden(void) {
    static uint64_t some[LEN], others[LEN], all[LEN];
    size_t i;
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    DONE(dpm_merge_init(some, LEN, DPM_ADJACENCY_EVENT, about.state_table, NULL, NULL, N, CELLS));
    for (i = 0; i < LEN; i++) others[i] = all[i] = some[i];
    by_noise(some, 16), by_probabilities(some, 32);
    by_noise(others, 32), by_probabilities(others, 16);
    by_probabilities(all, 16), by_noise(all, 16), by_probabilities(all, 32), by_noise(all, 32);
    DONE(dpm_merge_combine(others, LEN, some, LEN));
    for (i = 0; i < LEN; i++) {
        if (others[i] != all[i]) expect("another order", DPM_OK, DPM_ERR_OBJECT);
        hex("word", all[i]);
    }
    estimates(all, LEN, CELLS);
    feasible();
    return finished();
}

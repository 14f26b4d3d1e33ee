/* Bare boards: a report by each mechanism, written, read, and merged: the same bytes everywhere. */
#include "golden.h"

enum { N = 3, CELLS = 9 };
static const dpm_report_about about = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, {0xaa, 0xbb}, 7, 19000, 19006, 1};
static uint8_t bytes[DPM_REPORT_LEN_BOUND(N, CELLS, 32, 1)];
static const int64_t noisy[CELLS] = {90, -5, 3, 40000, -40000, 0, 7, 8, 9}, totals[N] = {100, -3, 70};
static dpm_geometric geometric;
static size_t len;
static uint64_t merge[DPM_MERGE_LEN(N, CELLS)], part[DPM_MERGE_LEN(N, CELLS)];
static const size_t merge_len = DPM_MERGE_LEN(N, CELLS);

static void written(const char *name) {
    size_t i;
    hex(name, len);
    for (i = 0; i + 8 <= len; i += 8) {
        uint64_t word = 0;
        size_t k;
        for (k = 0; k < 8; k++) word = word << 8 | bytes[i + k];
        hex(name, word);
    }
    hex(name, bytes[len - 1]);
}
static void read_back(void) {
    static dpm_report_info info;
    port_stack_start();
    DONE(dpm_report_read(bytes, len, &info));
    stack("dpm_report_read");
    hex("generation", info.about.generation);
    hex("window", info.about.window_last);
    hex("cells", info.cells);
    hex("saturated", info.saturated);
    number("epsilon", info.epsilon);
    number("whole epsilon", info.whole_epsilon);
    DONE(dpm_report_verify(bytes, len));
    bytes[len / 2] ^= 4;
    if (dpm_report_read(bytes, len, &info) == DPM_OK) expect("a wrong bit", DPM_OK, DPM_ERR_REPORT_CHECKSUM);
    bytes[len / 2] ^= 4;
    REFUSED(DPM_ERR_REPORT_FORMAT, dpm_report_read(bytes, 1, &info));
    if (info.mechanism.mechanism == DPM_MECHANISM_DIRICHLET) {
        REFUSED(DPM_ERR_REPORT_TOTALS, dpm_merge_add(merge, merge_len, bytes, len, 0.0, NULL));
        DONE(dpm_merge_add(merge, merge_len, bytes, len, 1000.0, NULL));
    } else {
        DONE(dpm_merge_add(merge, merge_len, bytes, len, 0.0, NULL));
    }
}

static void by_noise(int bits) {
    static dpm_gaussian gaussian;
    int64_t back[CELLS];
    size_t i;
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    port_stack_start();
    DONE(dpm_report_write_geometric(&geometric, &about, NULL, NULL, N, CELLS, noisy, bits, bytes, sizeof bytes, &len));
    stack("dpm_report_write_geometric");
    written("geometric");
    read_back();
    DONE(dpm_report_noisy_counts(bytes, len, CELLS, back));
    for (i = 0; i < CELLS; i++) hex("noisy", (uint64_t)back[i]);
    DONE(dpm_gaussian_init_checked(&gaussian, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, 400, 1));
    DONE(dpm_report_write_gaussian(&gaussian, &about, NULL, NULL, N, CELLS, noisy, bits, bytes, sizeof bytes, &len));
    written("gaussian");
    read_back();
}

static void by_probabilities(int bits) {
    static const uint32_t tallies[CELLS] = {30, 0, 0, 10, 10, 10, 29, 1, 0};
    static const double matrix[CELLS] = {0.5, 0.25, 0.25, 0.125, 0.375, 0.5, 1.0 / 4294967296.0, 0.5, 0.5 - 1.0 / 4294967296.0};
    static dpm_polya polya;
    static dpm_dirichlet dirichlet;
    uint32_t back[CELLS];
    double released[CELLS];
    int64_t rows[N];
    size_t i;
    DONE(dpm_polya_init_checked(&polya, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, N, 10, 158, 33, 30));
    port_stack_start();
    DONE(dpm_report_write_polya(&polya, &about, NULL, NULL, N, CELLS, tallies, &geometric, totals, bits, bytes, sizeof bytes, &len));
    stack("dpm_report_write_polya");
    written("polya");
    read_back();
    DONE(dpm_report_tallies(bytes, len, CELLS, back));
    for (i = 0; i < CELLS; i++) hex("tally", back[i]);
    DONE(dpm_report_row_totals(bytes, len, N, rows));
    for (i = 0; i < N; i++) hex("total", (uint64_t)rows[i]);
    DONE(dpm_dirichlet_init_checked(&dirichlet, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    port_stack_start();
    DONE(dpm_report_write_dirichlet(&dirichlet, &about, NULL, NULL, N, CELLS, matrix, NULL, NULL, bits, bytes, sizeof bytes, &len));
    stack("dpm_report_write_dirichlet");
    written("dirichlet");
    read_back();
    DONE(dpm_report_probabilities(bytes, len, CELLS, released));
    numbers("probability", released, CELLS);
}

static void begin_merge(void) { DONE(dpm_merge_init(merge, merge_len, DPM_ADJACENCY_EVENT, about.state_table, NULL, NULL, N, CELLS)); }
static void count(const dpm_merge_count *of) {
    number("events", of->events);
    number("noise", of->standard_error);
    number("rounding", of->rounding);
    number("lower", of->lower);
    number("upper", of->upper);
    hex("cut off", of->saturated);
}
/* What eight reports say together. */
static void merged(void) {
    static dpm_merge_state state;
    static dpm_merge_row rows[N];
    static dpm_merge_cell cells[CELLS];
    double chain[CELLS];
    size_t i;
    DONE(dpm_merge_combine(merge, merge_len, part, merge_len));
    DONE(dpm_merge_info(merge, merge_len, &state));
    hex("reports", state.reports);
    hex("by known totals", state.known_totals);
    hex("window", (uint64_t)state.window_first << 32 | state.window_last);
    number("largest epsilon", state.epsilon);
    port_stack_start();
    DONE(dpm_merge_rows(merge, merge_len, 0.95, N, rows));
    DONE(dpm_merge_cells(merge, merge_len, 0.95, CELLS, cells));
    DONE(dpm_merge_chain(merge, merge_len, DPM_UNRESOLVED_UNIFORM, CELLS, chain));
    stack("dpm_merge_cells and its like");
    for (i = 0; i < N; i++) {
        count(&rows[i].total);
        hex("resolved", (uint64_t)rows[i].resolved << 32 | rows[i].cells);
    }
    for (i = 0; i < CELLS; i++) {
        hex("cell", (uint64_t)cells[i].from << 32 | cells[i].to);
        count(&cells[i].count);
        number("share", cells[i].share);
        number("error", cells[i].share_standard_error);
        number("lower", cells[i].share_lower);
        number("upper", cells[i].share_upper);
    }
    numbers("chain", chain, CELLS);
    merge[20] ^= 1;
    REFUSED(DPM_ERR_OBJECT, dpm_merge_info(merge, merge_len, &state));
}

int golden(void) {
    size_t i;
    begin_merge();
    by_noise(16);
    by_probabilities(16);
    for (i = 0; i < merge_len; i++) part[i] = merge[i]; /* it may be copied */
    begin_merge();
    by_noise(32);
    by_probabilities(32);
    merged();
    return finished();
}

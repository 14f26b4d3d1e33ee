/* A fleet: every device releases its chain once and writes a report; a collector that trusts none of the bytes reads and merges them. Build: see README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dpmarkov.h"

#define STATES 3
#define CELLS (STATES * STATES)
#define DEVICES 400
#define LEVEL 0.95

/* The states' names, "idle", "cook", "clean": what the reports are of, a constant that devices and collector share. */
static const uint8_t state_table[16] = {0xe8, 0x7e, 0x71, 0x44, 0xa1, 0xb8, 0x3b, 0xc8, 0xa9, 0x58, 0x48, 0x87, 0x13, 0x6f, 0x27, 0x0f};
static const double truth[STATES][STATES] = {{0.6, 0.3, 0.1}, {0.2, 0.6, 0.2}, {0.1, 0.2, 0.7}};

static int urandom(void *ctx, uint8_t *out, size_t len) { /* any secure source: getrandom(), a TRNG, mbedTLS */
    FILE *f = fopen("/dev/urandom", "rb");
    size_t got = f ? fread(out, 1, len, f) : 0;
    (void)ctx;
    return f && fclose(f) == 0 && got == len ? 0 : -1;
}

/* A device's secret log: transitions of the true chain. */
static dpm_status a_log(unsigned number, uint32_t counts[CELLS]) {
    size_t state = number % STATES;
    dpm_status status = DPM_OK;
    srand(number + 1);
    for (int i = 0; i < 1000 && !status; i++) {
        double u = rand() / (RAND_MAX + 1.0);
        size_t next = u < truth[state][0] ? 0 : u < truth[state][0] + truth[state][1] ? 1 : 2;
        status = dpm_counts_record(counts, STATES, state, next, 1);
        state = next;
    }
    return status;
}

/* A device: what leaves it is the report. Most add noise to their counts; every third draws from Polya's urn, and adds noise to its row totals. A real one asks
 * its ledger first: see examples/telemetry_device.c. */
static dpm_status device(unsigned number, uint8_t *report, size_t capacity, size_t *length) {
    uint32_t counts[CELLS] = {0}, totals[STATES] = {0}, tallies[CELLS], work[DPM_POLYA_WORK_LEN(STATES)]; /* secret, but the tallies */
    int64_t noisy[CELLS];
    dpm_report_about about;
    dpm_geometric noise;
    dpm_polya urn;
    dpm_rng rng;
    size_t i;
    dpm_status status = a_log(number, counts);
    memset(&about, 0, sizeof about);
    memcpy(about.state_table, state_table, sizeof state_table);
    about.window_first = about.window_last = 20; /* the time buckets of the log: a day, say */
    about.has_id = urandom(NULL, about.id, sizeof about.id) == 0;
    if (!status) status = dpm_rng_init(&rng, urandom, NULL, 1);
    if (status) return status;
    if (number % 3 != 0) { /* epsilon 1 for every visit of a state, delta 0 */
        status = dpm_geometric_init(&noise, DPM_ADJACENCY_VISIT, 1.0, 0.0, 1);
        for (i = 0; i < STATES && !status; i++)
            status = dpm_geometric_release_counts(&noise, &rng, counts + i * STATES, STATES, noisy + i * STATES);
        if (!status) status = dpm_report_write_geometric(&noise, &about, NULL, NULL, STATES, CELLS, noisy, 32, report, capacity, length);
    } else { /* half of it for the rows, half for their totals */
        for (i = 0; i < CELLS; i++) totals[i / STATES] += counts[i];
        status = dpm_polya_init(&urn, DPM_ADJACENCY_VISIT, 0.5, 1e-6, 1, STATES, 40.0, 50);
        if (!status) status = dpm_geometric_init(&noise, DPM_ADJACENCY_VISIT, 0.5, 0.0, 1);
        for (i = 0; i < STATES && !status; i++)
            status = dpm_polya_release_tallies(&urn, &rng, counts + i * STATES, STATES, work, sizeof work / sizeof *work, tallies + i * STATES);
        if (!status) status = dpm_geometric_release_counts(&noise, &rng, totals, STATES, noisy);
        if (!status) status = dpm_report_write_polya(&urn, &about, NULL, NULL, STATES, CELLS, tallies, &noise, noisy, 16, report, capacity, length);
    }
    (void)dpm_counts_clear(counts, STATES); /* and wipe the totals, and the stack */
    (void)dpm_rng_clear(&rng);
    return status;
}

/* A collector. A report is bytes from anyone: it is checked, whole, before anything of it counts. */
static dpm_status collect(uint64_t *merge, size_t merge_len, const uint8_t *report, size_t length) {
    dpm_report_info info;
    dpm_status status = dpm_report_read(report, length, &info);
    if (!status && info.whole_epsilon > 1.0) status = DPM_ERR_EPSILON; /* what this collector asks of its devices */
    if (!status) status = dpm_report_verify(report, length);           /* the parameters keep the promise */
    if (!status) status = dpm_merge_add(merge, merge_len, report, length, 0.0, NULL);
    return status;
}

int main(void) {
    static uint64_t merge[2][DPM_MERGE_LEN(STATES, CELLS)];
    static const size_t merge_len = DPM_MERGE_LEN(STATES, CELLS);
    uint8_t report[DPM_REPORT_LEN_BOUND(STATES, CELLS, 32, 1)];
    dpm_merge_cell cells[CELLS];
    dpm_merge_row rows[STATES];
    dpm_merge_state state;
    double chain[CELLS], work[DPM_STATIONARY_GTH_WORK_LEN(STATES)], pi[STATES];
    size_t length = 0, i, inside = 0;
    dpm_status status = DPM_OK;

    for (i = 0; i < 2 && !status; i++) status = dpm_merge_init(merge[i], merge_len, DPM_ADJACENCY_VISIT, state_table, NULL, NULL, STATES, CELLS);
    for (i = 0; i < DEVICES && !status; i++) {
        status = device((unsigned)i, report, sizeof report, &length);
        if (!status) status = collect(merge[i % 2], merge_len, report, length); /* two servers share the work */
    }
    report[length / 2] ^= 1; /* a bit flips on the way */
    printf("a damaged report: %s\n", dpm_status_message(collect(merge[0], merge_len, report, length)));
    if (!status) status = dpm_merge_combine(merge[0], merge_len, merge[1], merge_len);
    if (!status) status = dpm_merge_info(merge[0], merge_len, &state);
    if (!status) status = dpm_merge_rows(merge[0], merge_len, LEVEL, STATES, rows);
    if (!status) status = dpm_merge_cells(merge[0], merge_len, LEVEL, CELLS, cells);
    if (!status) status = dpm_merge_chain(merge[0], merge_len, DPM_UNRESOLVED_REFUSE, CELLS, chain);
    if (!status) status = dpm_stationary_gth(chain, STATES, work, sizeof work / sizeof *work, pi);
    if (status) return fprintf(stderr, "%s\n", dpm_status_message(status)), 1;

    printf("%u reports, epsilon %g at most\n", (unsigned)state.reports, state.epsilon);
    for (i = 0; i < STATES; i++) printf("from %u: %.0f events -+ %.0f\n", (unsigned)i, rows[i].total.events, rows[i].total.standard_error);
    for (i = 0; i < CELLS; i++) {
        double p = truth[cells[i].from][cells[i].to];
        inside += cells[i].share_lower <= p && p <= cells[i].share_upper;
        printf("%u -> %u: %.4f -+ %.4f, 95 %% [%.4f, %.4f], true %.4f\n", (unsigned)cells[i].from, (unsigned)cells[i].to, cells[i].share,
               cells[i].share_standard_error, cells[i].share_lower, cells[i].share_upper, p);
    }
    printf("%u of %u intervals hold the truth\n", (unsigned)inside, (unsigned)CELLS);
    printf("long-run shares: %.3f %.3f %.3f\n", pi[0], pi[1], pi[2]);
    return 0;
}

/* What calls cost: each stands between two marks, and count_instructions.c counts what runs between them. The names are printed in the same order,
 * with the number of calls. */
#include "golden.h"

#ifdef __arm__
#define BEGIN __asm__ volatile("mov r10, r10" ::: "memory")
#define END __asm__ volatile("mov r11, r11" ::: "memory")
#else
#define BEGIN (void)0
#define END (void)0
#endif
#define COST(name, calls, call)             \
    do {                                    \
        size_t k;                           \
        port_print(#calls " " name "\n");   \
        BEGIN;                              \
        for (k = 0; k < (calls); k++) call; \
        END;                                \
    } while (0)

enum { N = 16 };
static uint32_t counts[N * N], words[DPM_POLYA_WORK_LEN(N)];
static union {
    double matrix[N * N];
    int64_t noisy[N * N];
    uint32_t tallies[N];
    uint8_t slots[2][DPM_LEDGER_SLOT_LEN];
} out;
static uint8_t bytes[DPM_REPORT_LEN_BOUND(N, N * N, 16, 0)];
static double pi[N], work[DPM_STATIONARY_GTH_WORK_LEN(N)];
static volatile double sink;
static dpm_rng rng;

static int repeats(void *ctx, uint8_t *bytes, size_t len) { /* a test's source */
    (void)ctx;
    while (len--) *bytes++ = (uint8_t)(37 * len + 11);
    return 0;
}

static void numbers_and_rows(void) {
    static const uint8_t seed[32] = {1, 2, 3};
    static volatile double at[] = {3.7, 1e5};
    static dpm_dirichlet dirichlet;
    static dpm_polya polya;
    static dpm_geometric geometric;
    static dpm_gaussian gaussian;
    double x;
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, 1));
    COST("ln_gamma(3.7)", 1, sink = dpm_ln_gamma(at[0]));
    COST("ln_gamma(100000)", 1, sink = dpm_ln_gamma(at[1]));
    COST("one gamma variate, shape 2.5", 64, DONE(dpm_sample_gamma(&rng, 2.5, &x)));
    COST("one gamma variate, shape 0.3", 64, DONE(dpm_sample_gamma(&rng, 0.3, &x)));
    DONE(dpm_dirichlet_init_checked(&dirichlet, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    DONE(dpm_polya_init_checked(&polya, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, N, 10, 158, 33, 30));
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    DONE(dpm_gaussian_init_checked(&gaussian, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, 400, 1));
    COST("a row of 16 states, Dirichlet", 16, DONE(dpm_dirichlet_release_row(&dirichlet, &rng, counts + N * k, N, out.matrix)));
    COST("a row of 16 states, Polya's urn, 30 draws", 16,
         DONE(dpm_polya_release_tallies(&polya, &rng, counts + N * k, N, words, sizeof words / sizeof *words, out.tallies)));
    COST("a row of 16 states, geometric noise", 16, DONE(dpm_geometric_release_counts(&geometric, &rng, counts + N * k, N, out.noisy)));
    COST("a row of 16 states, Gaussian noise", 16, DONE(dpm_gaussian_release_counts(&gaussian, &rng, counts + N * k, N, out.noisy)));
}

static void ledger(void) {
    static dpm_ledger ledger;
    dpm_release charge = {DPM_MECHANISM_GEOMETRIC, 1, 0.0, 0.0, 1, 16, 0, 0, 0, 0, 0};
    dpm_permit permit;
    uint8_t slot[DPM_LEDGER_SLOT_LEN];
    size_t which, i;
    DONE(dpm_ledger_create(DPM_ADJACENCY_VISIT, 1000000, 0, 0, out.slots[0]));
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) out.slots[1][i] = out.slots[0][i];
    COST("dpm_ledger_load", 1, DONE(dpm_ledger_load(&ledger, out.slots[0], out.slots[1], 0)));
    COST("dpm_ledger_prepare_release_summed", 1, DONE(dpm_ledger_prepare_release_summed(&ledger, &charge, 0, 9, slot, &which)));
    COST("dpm_ledger_commit", 1, DONE(dpm_ledger_commit(&ledger, slot, &permit)));
    COST("dpm_rng_init_with_permit", 1, DONE(dpm_rng_init_with_permit(&rng, &permit, repeats, NULL)));
}

static void chain(void) {
    size_t i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) out.matrix[N * i + j] = (j == (i + 1) % N ? 17.0 : 1.0) / 32.0;
    COST("a stationary distribution of 16 states (GTH)", 1, DONE(dpm_stationary_gth(out.matrix, N, work, sizeof work / sizeof *work, pi)));
}

static void report(void) {
    static const dpm_report_about about = {{1}, {0}, 7, 1, 1, 0};
    static dpm_report_info info;
    static dpm_geometric geometric;
    size_t i, len = 0;
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    for (i = 0; i < N * N; i++) out.noisy[i] = (int64_t)counts[i] - 3;
    COST("a report of 16 states, written", 1, DONE(dpm_report_write_geometric(&geometric, &about, NULL, NULL, N, N * N, out.noisy, 16, bytes, sizeof bytes, &len)));
    COST("a report of 16 states, read", 1, DONE(dpm_report_read(bytes, len, &info)));
    hex("report", len);
}

static void vote(void) {
    static const uint8_t seed[32] = {0x5e, 0xed};
    uint32_t sequence[1];
    COST("dpm_learner_vote, one symbol of 256", 1, DONE(dpm_learner_vote(seed, 7, counts, N * N, 1, sequence)));
}

int golden(void) {
    size_t i;
    for (i = 0; i < N * N; i++) counts[i] = (uint32_t)(i * i * i % 101);
    numbers_and_rows();
    ledger();
    chain();
    numbers("stationary", pi, N);
    vote();
    report();
    return finished();
}

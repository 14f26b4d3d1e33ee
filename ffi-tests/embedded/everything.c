/* One firmware with every feature: counts, a ledger that composes, exact accounting and solving, a release by each of the four mechanisms, a chain's
 * stationary distribution with its error, the learner's vote and tally, reports written and read. Its size is what all of them take together. */
#include "golden.h"

#undef DONE /* without the text of every call, which is no part of a firmware */
#define DONE(call) expect("a call", DPM_OK, call)

enum { N = 4, CELLS = N * N, VOTES = 40 };
static uint32_t counts[CELLS], tallies[CELLS], words[2 * VOTES], votes[VOTES * 2];
static int64_t noisy[CELLS];
static double matrix[CELLS], inverse[CELLS], pi[N], work[DPM_GROUP_INVERSE_WORK_LEN(N) + DPM_STATIONARY_ESTIMATE_WORK_LEN(N)];
static const size_t room = sizeof work / sizeof *work;
static uint8_t store[2][DPM_LEDGER_SLOT_LEN];
static dpm_ledger ledger;
static dpm_permit permit;
static dpm_rng rng;

static int repeats(void *ctx, uint8_t *out, size_t len) { /* a test's source */
    (void)ctx;
    while (len--) *out++ = (uint8_t)(37 * len + 11);
    return 0;
}

static void log_sessions(void) {
    static const size_t session[] = {0, 1, 2, 1, 0, 3, 3, 0, 0, 1, 2, 3};
    size_t i;
    DONE(dpm_counts_clear(counts, N));
    for (i = 0; i < 30; i++) DONE(dpm_counts_record_session(counts, N, session, sizeof session / sizeof *session));
}

/* Charges by parameters, composed with what was charged before, and the generator for the release. */
static void charge(dpm_release release) {
    size_t which, i;
    uint8_t slot[DPM_LEDGER_SLOT_LEN];
    DONE(dpm_ledger_prepare_release(&ledger, &release, 0, 9, slot, &which));
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[which][i] = slot[i];
    DONE(dpm_ledger_commit(&ledger, store[which], &permit));
    DONE(dpm_rng_init_with_permit(&rng, &permit, repeats, NULL));
}

static const dpm_report_about about = {{1}, {0}, 1, 0, 9, 0};
static uint8_t bytes[DPM_REPORT_LEN_BOUND(N, CELLS, 32, 0)];
static void sent(size_t len) {
    dpm_report_info info;
    DONE(dpm_report_read(bytes, len, &info));
    hex("report", len);
    hex("checksum", (uint64_t)bytes[len - 1] << 24 | (uint64_t)bytes[len - 2] << 16 | (uint64_t)bytes[len - 3] << 8 | bytes[len - 4]);
}

static void by_each_mechanism(void) {
    dpm_dirichlet dirichlet;
    dpm_polya polya;
    dpm_geometric geometric;
    dpm_gaussian gaussian;
    dpm_release release = {DPM_MECHANISM_DIRICHLET, 1, 0.0, 0.0, 0, 0, 0, 0, 0, 0, 0};
    uint64_t micro, units;
    uint32_t numerator;
    size_t i, len = 0;
    DONE(dpm_ledger_create(DPM_ADJACENCY_EVENT, 8000000, UINT64_C(4000000000000), 0, store[0]));
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[1][i] = store[0][i];
    DONE(dpm_ledger_load(&ledger, store[0], store[1], 0));

    DONE(dpm_gaussian_init(&gaussian, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1));
    release.mechanism = DPM_MECHANISM_GAUSSIAN;
    DONE(dpm_gaussian_parameters(&gaussian, &release.numerator, &release.denominator));
    charge(release);
    for (i = 0; i < N; i++) DONE(dpm_gaussian_release_counts(&gaussian, &rng, counts + N * i, N, noisy + N * i));
    for (i = 0; i < CELLS; i++) hex("gaussian", (uint64_t)noisy[i]);
    DONE(dpm_report_write_gaussian(&gaussian, &about, NULL, NULL, N, CELLS, noisy, 16, bytes, sizeof bytes, &len));
    sent(len);

    DONE(dpm_geometric_init(&geometric, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1));
    release.mechanism = DPM_MECHANISM_GEOMETRIC;
    DONE(dpm_geometric_parameters(&geometric, &numerator, &release.denominator));
    release.numerator = numerator;
    charge(release);
    for (i = 0; i < N; i++) DONE(dpm_geometric_release_counts(&geometric, &rng, counts + N * i, N, noisy + N * i));
    for (i = 0; i < CELLS; i++) hex("geometric", (uint64_t)noisy[i]);
    DONE(dpm_report_write_geometric(&geometric, &about, NULL, NULL, N, CELLS, noisy, 16, bytes, sizeof bytes, &len));
    sent(len);

    DONE(dpm_polya_init(&polya, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, N, 15.8, 30));
    for (i = 0; i < N; i++) DONE(dpm_polya_release_tallies(&polya, &rng, counts + N * i, N, words, DPM_POLYA_WORK_LEN(N), tallies + N * i));
    for (i = 0; i < CELLS; i++) hex("polya", tallies[i]);
    DONE(dpm_report_write_polya(&polya, &about, NULL, NULL, N, CELLS, tallies, NULL, NULL, 16, bytes, sizeof bytes, &len));
    sent(len);

    DONE(dpm_dirichlet_init(&dirichlet, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8));
    release.mechanism = DPM_MECHANISM_DIRICHLET;
    DONE(dpm_dirichlet_parameters(&dirichlet, &release.weight, &release.pseudo_count));
    charge(release);
    DONE(dpm_dirichlet_release_chain(&dirichlet, &rng, counts, N, matrix));
    numbers("dirichlet", matrix, CELLS);
    DONE(dpm_report_write_dirichlet(&dirichlet, &about, NULL, NULL, N, CELLS, matrix, NULL, NULL, 32, bytes, sizeof bytes, &len));
    sent(len);
    DONE(dpm_rng_clear(&rng));
    DONE(dpm_ledger_spent(&ledger, 5, &micro, &units));
    hex("spent", micro);
}

static void accounting(void) {
    dpm_release list[2] = {{DPM_MECHANISM_GEOMETRIC, 5, 0.0, 0.0, 1, 10, 0, 0, 0, 0, 0}, {DPM_MECHANISM_DIRICHLET, 9, 0.05, 15.8, 0, 0, 0, 0, 0, 0, 0}};
    double a;
    int bound;
    DONE(dpm_dirichlet_delta(DPM_ADJACENCY_VISIT, 0.3, 15.8, 2, 1.0, &a));
    number("delta", a);
    DONE(dpm_dirichlet_epsilon(DPM_ADJACENCY_EVENT, 0.3, 15.8, 1, 1e-6, &a));
    number("epsilon", a);
    DONE(dpm_dirichlet_solve_weight(DPM_ADJACENCY_EVENT, 15.8, 1, 1.0, 1e-6, &a));
    number("weight", a);
    DONE(dpm_compose_epsilon(DPM_ADJACENCY_EVENT, list, 2, 1e-9, &a, &bound));
    number("composed", a);
}

static void chain(void) {
    static dpm_row_law laws[N];
    double tau, a;
    size_t i;
    DONE(dpm_stationary_gth(matrix, N, work, room, pi));
    numbers("stationary", pi, N);
    DONE(dpm_group_inverse(matrix, N, work, room, inverse, pi));
    DONE(dpm_group_inverse_tau_one(inverse, N, &tau));
    for (i = 0; i < N; i++) DONE(dpm_row_law_init_dirichlet(&laws[i], 0.3, 15.8, N, 90.0));
    DONE(dpm_stationary_error_bound_after_release(matrix, N, tau, laws, 0.95, work, room, &a));
    number("error bound", a);
}

static void learner(void) {
    static const uint8_t shared_seed[32] = {0x5e, 0xed, 1, 2};
    static const uint8_t seed[32] = {1, 6, 1, 8};
    static dpm_stable_mode mode;
    uint32_t sequence[2], distance;
    size_t i;
    for (i = 0; i < VOTES; i++) DONE(dpm_learner_vote(shared_seed, 11, counts, CELLS, 2, votes + 2 * i));
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, 4));
    DONE(dpm_stable_mode_init(&mode, 1.0, 1e-6));
    DONE(dpm_learner_tally(&mode, &rng, votes, VOTES, 2, words, DPM_LEARNER_TALLY_WORK_LEN(VOTES), sequence, &distance));
    hex("vote", sequence[0]);
    hex("distance", distance);
}

static void life(void) {
    log_sessions();
    by_each_mechanism();
    accounting();
    chain();
    learner();
}

int golden(void) {
    port_stack_start();
    life();
    stack("the whole firmware");
    return finished();
}

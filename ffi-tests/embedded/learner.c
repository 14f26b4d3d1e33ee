/* Bare boards: the private learner: a device's votes, a tally, base learners, plans. */
#include "golden.h"

#define N 17
#define PAIRS (N * N)
#define LENGTH 3
#define VOTES 60

static const uint8_t shared_seed[32] = {0x5e, 0xed, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233};
static uint32_t pairs[PAIRS], sequence[8], votes[VOTES * LENGTH], words[240];
static dpm_rng rng;
static dpm_stable_mode mode;

/* A row of an app with 17 states, as device number `who` counted it. */
static void count(uint32_t *counts, size_t n, uint32_t who) {
    size_t i;
    for (i = 0; i < n; i++) counts[i] = (uint32_t)(i * i * i % 101) * (i % 3 != 1) + (who * (uint32_t)(i + 7)) % 5;
}

static void a_devices_votes(void) {
    uint64_t round;
    size_t i;
    count(pairs, PAIRS, 3);
    port_stack_start();
    DONE(dpm_learner_vote(shared_seed, 7, pairs, PAIRS, 8, sequence));
    stack("dpm_learner_vote");
    for (i = 0; i < 8; i++) hex("race", sequence[i]);
    port_stack_start();
    DONE(dpm_learner_vote_poisson(shared_seed, 7, pairs, PAIRS, 8, sequence));
    stack("dpm_learner_vote_poisson");
    for (i = 0; i < 8; i++) hex("poisson", sequence[i]);
    for (round = 0; round < 40; round++) {
        DONE(dpm_learner_vote(shared_seed, round << 55, pairs + N * (round % N), N, 8, sequence));
        for (i = 0; i < 8; i++) hex("race of a row", sequence[i]);
        DONE(dpm_learner_vote_poisson(shared_seed, round << 55, pairs + N * (round % N), N, 8, sequence));
        for (i = 0; i < 8; i++) hex("poisson of a row", sequence[i]);
    }
    DONE(dpm_learner_vote_poisson_joint(shared_seed, 7, pairs, 5, 4, sequence));
    for (i = 0; i < 4; i++) hex("joint", sequence[i]);
    REFUSED(DPM_ERR_ALPHABET, dpm_learner_vote(shared_seed, 7, pairs, 1, 8, sequence));
    REFUSED(DPM_ERR_SEQUENCE, dpm_learner_vote_poisson_joint(shared_seed, 7, pairs, 289, 4, sequence));
    if (sizeof(size_t) == 4) REFUSED(DPM_ERR_SIZE, dpm_learner_tally(&mode, &rng, votes, 1u << 24, 256, words, 120, sequence, sequence + 3));
}

static void the_collector(void) {
    static const uint8_t seed[32] = {1, 6, 1, 8, 0, 3, 3, 9, 8, 8};
    dpm_stable_mode_figures figures;
    uint32_t law[N], noisy, chosen;
    double success, failure;
    size_t i;
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, 4));
    port_stack_start();
    DONE(dpm_stable_mode_init(&mode, 1.0, 1e-6));
    stack("dpm_stable_mode_init");
    DONE(dpm_stable_mode_parameters(&mode, &figures));
    hex("half width", figures.half_width);
    hex("rate", figures.numerator);
    number("delta_upper", figures.delta_upper);
    for (i = 0; i < 30; i += 3) {
        DONE(dpm_stable_mode_success(&mode, (uint32_t)i, &success, &failure));
        number("success", success);
        number("failure", failure);
    }
    for (i = 0; i < VOTES; i++) { /* every device with its own counts */
        count(law, N, (uint32_t)(i % 7 != 0 ? 3 : i));
        DONE(dpm_learner_vote(shared_seed, 11, law, N, LENGTH, votes + i * LENGTH));
    }
    for (i = 0; i < 4; i++) {
        size_t k;
        port_stack_start();
        DONE(dpm_learner_tally(&mode, &rng, votes, VOTES, LENGTH, words, DPM_LEARNER_TALLY_WORK_LEN(VOTES), sequence, &noisy));
        if (i == 0) stack("dpm_learner_tally");
        for (k = 0; k < LENGTH; k++) hex("mode", sequence[k]);
        hex("noisy distance", noisy);
    }
    for (i = 0; i < VOTES * LENGTH; i++) votes[i] = (uint32_t)i % 11;
    REFUSED(DPM_ERR_NOT_STABLE, dpm_learner_tally(&mode, &rng, votes, VOTES, LENGTH, words, 120, sequence, &noisy));
    REFUSED(DPM_ERR_TOO_FEW_VOTES, dpm_learner_tally(&mode, &rng, votes, 20, LENGTH, words, 120, sequence, &noisy));
    for (i = 0; i < 8; i++) {
        port_stack_start();
        DONE(dpm_permute_and_flip(&rng, 0.05, pairs, N, words, N, &chosen));
        if (i == 0) stack("dpm_permute_and_flip");
        hex("permute and flip", chosen);
    }
}

static void base_learners(void) {
    static uint32_t laws[3 * N], few[5 * N];
    dpm_learner learner = {DPM_LEARNER_CLASS, 1, 2, 3, N, 0};
    uint32_t law[N], noisy;
    uint64_t samples;
    size_t i, chosen;
    double separation;
    for (i = 0; i < 3 * N; i++) laws[i] = i % N == 5 * (i / N) ? 100 : 10;
    learner.laws = laws;
    port_stack_start();
    DONE(dpm_minimum_distance(pairs, N, laws, 3, &chosen));
    stack("dpm_minimum_distance");
    hex("minimum distance", chosen);
    DONE(dpm_class_separation(laws, 3, N, &separation));
    number("separation", separation);
    DONE(dpm_learner_samples(&learner, 0.01, 1e-3, &samples));
    hex("samples", samples);
    learner.kind = DPM_LEARNER_ADD_CONSTANT;
    DONE(dpm_learner_law(&learner, pairs, law));
    for (i = 0; i < N; i++) hex("law", law[i]);
    DONE(dpm_learner_samples(&learner, 0.01, 1e-3, &samples));
    hex("samples", samples);
    for (i = 0; i < 5; i++) few[i * N] = 50 - (uint32_t)i, few[i * N + 3] = 50, few[i * N + 4] = (uint32_t)i;
    DONE(dpm_learner_couple(&rng, DPM_COUPLING_MIXTURE, few, 5, N, 8, words, 5, votes));
    for (i = 0; i < 40; i++) hex("mixture", votes[i]);
    learner.kind = DPM_LEARNER_EMPIRICAL;
    for (i = 0; i < VOTES; i++) votes[i] = i % 9 == 0;
    learner.n = 2;
    port_stack_start();
    DONE(dpm_learner_sampler(&mode, &rng, &learner, DPM_COUPLING_RACE, votes, VOTES / 2, 2, 1, words, 240, sequence, &noisy));
    stack("dpm_learner_sampler");
    hex("sampler", sequence[0]);
    hex("noisy distance", noisy);
}

static void plans(void) {
    dpm_learner_sizes sizes;
    double tv;
    port_stack_start();
    DONE(dpm_learner_plan_direct_empirical(PAIRS, 3, 0.1, 1.0, 1e-9, &sizes));
    stack("dpm_learner_plan_direct_empirical");
    hex("block", sizes.block);
    hex("blocks", sizes.blocks);
    hex("records", sizes.records);
    number("accuracy", sizes.accuracy);
    DONE(dpm_learner_guess_mean_tv(pairs, PAIRS, 500, &tv));
    number("mean tv", tv);
    port_stack_start();
    DONE(dpm_learner_proved_tv(&mode, tv / 100.0, 3, 2000, &tv));
    stack("dpm_learner_proved_tv");
    number("proved tv", tv);
}

int golden(void) {
    a_devices_votes();
    the_collector();
    base_learners();
    plans();
    return finished();
}

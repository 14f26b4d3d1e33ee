/* Random calls: the private learner. */
#ifndef FUZZ_LEARNER_H
#define FUZZ_LEARNER_H

#include "structure.h"

static size_t symbols(void) {
    static const size_t bad[] = {0, 1, ((size_t)1 << 24) + 1, SIZE_MAX, SIZE_MAX / 4, SIZE_MAX / 2 + 1};
    size_t n = chance(25) ? bad[below(sizeof bad / sizeof *bad)] : 2 + below(5);
    if (n < 2 || n > (size_t)1 << 24) refused = 1;
    return note("symbols", (double)n), n;
}
static size_t length_of(void) {
    static const size_t bad[] = {0, 65537, SIZE_MAX, SIZE_MAX / 4 + 1};
    size_t l = chance(25) ? bad[below(sizeof bad / sizeof *bad)] : 1 + below(3);
    if (l < 1 || l > 65536) refused = 1;
    return note("length", (double)l), l;
}
static uint64_t planned_length(void) { /* any number of symbols but 0 */
    uint64_t l = chance(20) ? 0 : chance(9) ? next() : 1 + below(1000);
    if (l == 0) refused = 1;
    return note("length", (double)l), l;
}
static size_t voters(size_t most) {
    static const size_t bad[] = {0, ((size_t)1 << 24) + 1, SIZE_MAX, SIZE_MAX / 4 + 1};
    size_t k = chance(25) ? bad[below(sizeof bad / sizeof *bad)] : 1 + below(most);
    if (k < 1 || k > (size_t)1 << 24) refused = 1;
    return note("k", (double)k), k;
}
/* Elements of an array whose size is refused before it is looked at, or few. */
static size_t few(size_t a, size_t b) { return a == 0 || b == 0 || a > 40 || b > 40 ? 1 : a * b; }

/* Words that are mostly one row again and again: laws of one sum, votes that agree. */
static const uint32_t *rows_of(size_t rows, size_t width, uint32_t below_this) {
    const uint32_t *c = IN_N(uint32_t, few(rows, width));
    uint32_t row[40], words_of[256];
    size_t i, len = few(rows, width);
    if (c == NULL || (uintptr_t)c % 4 || len > 256) return c;
    for (i = 0; i < 40; i++) row[i] = chance(9) ? 0 : (uint32_t)(next() >> 33) % below_this;
    for (i = 0; i < len; i++) words_of[i] = row[width < 40 && width > 0 ? i % width : 0];
    if (chance(9)) words_of[below(len)] = (uint32_t)next() >> below(32);
    memcpy((unsigned char *)(uintptr_t)c, words_of, len * 4);
    return c;
}
static const dpm_stable_mode *mode_of(void) {
    const dpm_stable_mode *m = (const dpm_stable_mode *)pointer(READ, sizeof *m, 8, 0);
    if (m != NULL && !chance(30)) (void)dpm_stable_mode_init((dpm_stable_mode *)(uintptr_t)m, chance(2) ? 64.0 : 1.0 + 5.0 * unit(), 0.3);
    return m;
}
/* It goes on with DPM_ERR_NOT_STABLE too. */
static dpm_rng *generator_of_mode(void) {
    static const uint8_t seed[32] = {7};
    dpm_rng *rng = (dpm_rng *)pointer(SCRATCH, sizeof *rng, 8, 0);
    if (rng != NULL && !chance(30)) (void)dpm_rng_init_deterministic_for_tests(rng, seed, next());
    return rng;
}

/* A base learner: its place now, its content last, since it holds a pointer that the call follows. */
static dpm_learner learner_content;
static dpm_learner *learner_of(size_t n) {
    int kind = chance(30) ? (int)(next() & 0xffffffffu) : (int)below(3);
    learner_content.kind = kind;
    learner_content.n = n;
    learner_content.numerator = chance(20) ? 0 : 1 + (uint32_t)below(9);
    learner_content.denominator = chance(20) ? 0 : 1 + (uint32_t)below(9);
    learner_content.hypotheses = chance(20) ? (chance(2) ? 0 : UINT32_MAX) : 1 + (uint32_t)below(3);
    learner_content.laws = NULL;
    if (kind < 0 || kind > 2) refused = 1;
    if (kind == DPM_LEARNER_ADD_CONSTANT && (learner_content.numerator == 0 || learner_content.denominator == 0)) refused = 1;
    if (kind == DPM_LEARNER_CLASS) {
        if (learner_content.hypotheses < 1 || learner_content.hypotheses > 4096) refused = 1;
        learner_content.laws = rows_of(learner_content.hypotheses, n, 1000);
    }
    note("kind", kind);
    return (dpm_learner *)pointer(READ, sizeof(dpm_learner), 8, 0);
}
static const dpm_learner *filled(dpm_learner *learner) {
    if (learner != NULL && (uintptr_t)learner % 8 == 0) memcpy(learner, &learner_content, sizeof learner_content);
    return learner;
}
static int coupling_of(void) {
    int code = chance(30) ? (int)(next() & 0xffffffffu) : (int)below(3);
    if (code < 0 || code > 2) refused = 1;
    return note("coupling", code), code;
}

/* Scratch of `needed` words, now and then too few. */
#define WORDS(needed)                                                                              \
    (len = (needed), len = len > 240 ? 0 : chance(15) && len > 0 ? len - 1 - below(len) : len,     \
     refused |= len < (needed), space = (uint32_t *)pointer(SCRATCH, len * 4, 4, 0))
#define WEIGHTS(n) ((uint32_t *)pointer(CHANGED, few(n, 1) * 4, 4, 0))
#define WORD ((uint32_t *)pointer(CHANGED, 4, 4, 0))

#define VOTE_CASE(function)                                                                        \
    CASE(function) {                                                                               \
        n = symbols(); l = length_of();                                                            \
        const uint8_t *seed = (const uint8_t *)pointer(READ, 32, 1, 0);                            \
        c = rows_of(1, n, UINT32_MAX); out = WEIGHTS(l);                                           \
        CALL(function, (seed, next(), c, n, l, out));                                              \
    }
#define PLAN_CASE(function, uses_length, arguments)                                                        \
    CASE(function) {                                                                               \
        n = symbols(); x = likely("alpha", 0.05, 0.9); y = likely("beta", 0.05, 0.9); z = likely("epsilon", 1e-2, 60.0); w = DELTA; planned = uses_length ? planned_length() : 0; \
        dpm_learner *learner = learner_of(n);                                                      \
        p = pointer(CHANGED, sizeof(dpm_learner_sizes), 8, 0);                                     \
        filled(learner);                                                                           \
        CALL(function, arguments);                                                                 \
    }

static dpm_status calls_of_learner(size_t which, size_t function, size_t *functions) {
    size_t n, k, b, l, t, len;
    uint64_t planned;
    int code;
    double x, y, z, w;
    void *p, *q;
    uint32_t *space, *out, *found;
    dpm_rng *rng;
    const uint32_t *c;
    const dpm_stable_mode *mode;
    /* votes and couplings */
    VOTE_CASE(dpm_learner_vote)
    VOTE_CASE(dpm_learner_vote_poisson)
    VOTE_CASE(dpm_learner_vote_poisson_joint)
    CASE(dpm_learner_couple) {
        n = symbols(); k = voters(8); l = length_of(); code = coupling_of(); rng = generator_of_mode(); c = rows_of(k, n, 1000);
        WORDS(dpm_learner_couple_work_len(k)); out = WEIGHTS(few(k, l));
        CALL(dpm_learner_couple, (rng, code, c, k, n, l, space, len, out));
    }
    CASE(dpm_learner_couple_mixture_joint) {
        n = symbols(); k = voters(8); l = length_of(); rng = generator_of_mode(); c = rows_of(k, n, 1000);
        WORDS(dpm_learner_couple_mixture_joint_work_len(k, l)); out = WEIGHTS(few(k, l));
        CALL(dpm_learner_couple_mixture_joint, (rng, c, k, n, l, space, len, out));
    }
    /* base learners */
    CASE(dpm_learner_law) {
        n = symbols();
        dpm_learner *learner = learner_of(n);
        c = counts_of(2, few(n, 1)); out = WEIGHTS(n); filled(learner);
        CALL(dpm_learner_law, (learner, c, out));
    }
    CASE(dpm_learner_samples) {
        n = symbols(); x = likely("alpha", 1e-6, 0.99); y = likely("beta", 1e-9, 0.99);
        dpm_learner *learner = learner_of(n);
        p = OUT(uint64_t); filled(learner);
        CALL(dpm_learner_samples, (learner, x, y, p));
    }
    CASE(dpm_minimum_distance) {
        n = symbols(); k = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(5); c = counts_of(2, few(n, 1));
        const uint32_t *laws = rows_of(k, n, 1000); p = OUT(size_t);
        CALL(dpm_minimum_distance, (c, n, laws, k, p));
    }
    CASE(dpm_class_separation) {
        n = symbols(); k = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(5);
        const uint32_t *laws = rows_of(k, n, 1000); p = NUMBER;
        CALL(dpm_class_separation, (laws, k, n, p));
    }
    CASE(dpm_class_samples_agnostic) {
        n = symbols(); k = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(5); x = likely("alpha", 1e-6, 0.99); y = likely("beta", 1e-9, 0.99);
        const uint32_t *laws = rows_of(k, n, 1000); p = OUT(uint64_t);
        CALL(dpm_class_samples_agnostic, (laws, k, n, x, y, p));
    }
    /* the stable mode */
    CASE(dpm_stable_mode_init) {
        z = likely("epsilon", 1e-3, 1e3); w = DELTA; p = pointer(CHANGED, sizeof(dpm_stable_mode), 8, 0);
        CALL(dpm_stable_mode_init, (p, z, w));
    }
    CASE(dpm_stable_mode_parameters) {
        mode = mode_of(); p = pointer(CHANGED, sizeof(dpm_stable_mode_figures), 8, 0);
        CALL(dpm_stable_mode_parameters, (mode, p));
    }
    CASE(dpm_stable_mode_success) {
        mode = mode_of(); p = NUMBER; q = NUMBER;
        CALL(dpm_stable_mode_success, (mode, (uint32_t)next() >> below(32), p, q));
    }
    CASE(dpm_learner_tally) {
        k = voters(20); l = length_of(); mode = mode_of(); rng = generator_of_mode(); c = rows_of(k, l, 50);
        WORDS(dpm_learner_tally_work_len(k)); out = WEIGHTS(l); found = WORD;
        CALL(dpm_learner_tally, (mode, rng, c, k, l, space, len, out, found));
    }
    CASE(dpm_permute_and_flip) {
        n = symbols(); z = likely("epsilon", 1e-6, 1e3); rng = generator(); c = rows_of(1, n, 1000); WORDS(dpm_permute_and_flip_work_len(n)); out = WORD;
        CALL(dpm_permute_and_flip, (rng, z, c, n, space, len, out));
    }
    /* releases from records */
    CASE(dpm_learner_sampler) {
        n = symbols(); k = voters(8); b = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(4); l = length_of(); code = coupling_of();
        dpm_learner *learner = learner_of(n);
        mode = mode_of(); rng = generator_of_mode(); c = rows_of(few(k, b), 1, 2);
        WORDS(dpm_learner_sampler_work_len(n, code, k, b, l)); out = WEIGHTS(l); found = WORD; filled(learner);
        CALL(dpm_learner_sampler, (mode, rng, learner, code, c, k, b, l, space, len, out, found));
    }
    CASE(dpm_learner_sampler_blocks) {
        n = symbols(); k = voters(8); l = length_of(); code = coupling_of();
        dpm_learner *learner = learner_of(n);
        mode = mode_of(); rng = generator_of_mode(); c = rows_of(k, n, 1000);
        WORDS(dpm_learner_sampler_blocks_work_len(n, code, k, l)); out = WEIGHTS(l); found = WORD; filled(learner);
        CALL(dpm_learner_sampler_blocks, (mode, rng, learner, code, c, k, l, space, len, out, found));
    }
    CASE(dpm_learner_aggregate) {
        n = symbols(); k = voters(8); l = length_of(); code = coupling_of(); mode = mode_of(); rng = generator_of_mode(); c = rows_of(k, n, 1000);
        WORDS(dpm_learner_aggregate_work_len(k, n, l)); out = WEIGHTS(l); found = WORD;
        CALL(dpm_learner_aggregate, (mode, rng, code, c, k, n, l, space, len, out, found));
    }
    CASE(dpm_learner_black_box) {
        n = symbols(); k = voters(8); b = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(4); l = length_of(); code = coupling_of();
        dpm_learner *learner = learner_of(n);
        mode = mode_of(); rng = generator_of_mode(); c = rows_of(few(k, b), 1, 2);
        WORDS(dpm_learner_black_box_work_len(n, code, k, b, l)); out = WEIGHTS(n); found = WORD; filled(learner);
        CALL(dpm_learner_black_box, (mode, rng, learner, code, c, k, b, l, space, len, out, found));
    }
    CASE(dpm_learner_boosted) {
        n = symbols(); k = voters(5); b = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(2); l = length_of(); code = coupling_of(); t = voters(3); x = likely("alpha", 1e-3, 0.99);
        dpm_learner *learner = learner_of(n);
        mode = mode_of(); rng = generator_of_mode(); c = rows_of(few(few(k, b), t), 1, 2);
        WORDS(dpm_learner_boosted_work_len(n, code, k, b, l, t)); out = WEIGHTS(n); found = WORD; filled(learner);
        CALL(dpm_learner_boosted, (mode, rng, learner, code, c, k, b, l, t, x, space, len, out, found));
    }
    CASE(dpm_learner_agnostic) {
        n = symbols(); k = voters(5); b = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(2); code = coupling_of(); t = voters(3);
        dpm_learner *learner = learner_of(n);
        mode = mode_of(); rng = generator_of_mode(); c = rows_of(few(few(k, b), t), 1, 2);
        WORDS(dpm_learner_agnostic_work_len(n, code, k, b, t)); out = WEIGHTS(n); found = WORD; filled(learner);
        CALL(dpm_learner_agnostic, (mode, rng, learner, code, c, k, b, t, space, len, out, found));
    }
    /* transitions */
    CASE(dpm_learner_pair) {
        n = states(); p = OUT(size_t); q = OUT(size_t);
        CALL(dpm_learner_pair, ((uint32_t)below(30), n, p, q));
    }
    CASE(dpm_learner_feasible_pair) {
        SET_N(1);
        const uint32_t *S; const uint16_t *T;
        SET; p = OUT(size_t); q = OUT(size_t);
        CALL(dpm_learner_feasible_pair, ((uint32_t)below(chance(9) ? 30 : 5), ARRAYS, p, q));
    }
    CASE(dpm_learner_add) {
        n = symbols(); l = length_of(); out = WEIGHTS(n); c = rows_of(1, l, 3);
        CALL(dpm_learner_add, (out, n, c, l));
    }
    CASE(dpm_learner_law_of_chain) {
        n = states();
        const double *m = matrix_of(n), *s = shares_of(n, 1);
        out = (uint32_t *)pointer(CHANGED, cells(n) * 4, 4, 0);
        CALL(dpm_learner_law_of_chain, (m, n, s, (uint32_t)next() >> below(32), out));
    }
    CASE(dpm_learner_chain_of_law) {
        n = states(); c = counts_of(n, cells(n)); p = OUT_N(cells(n));
        CALL(dpm_learner_chain_of_law, (c, n, p));
    }
    /* plans */
    PLAN_CASE(dpm_learner_plan_sampler, 1, (learner, planned, y, z, w, p))
    PLAN_CASE(dpm_learner_plan_black_box, 0, (learner, x, y, z, w, p))
    PLAN_CASE(dpm_learner_plan_boosted, 0, (learner, x, y, z, w, p))
    PLAN_CASE(dpm_learner_plan_direct, 1, (learner, planned, y, z, w, p))
    COSTLY_CASE(dpm_learner_plan_agnostic) {
        n = symbols(); k = chance(20) ? (chance(2) ? 0 : SIZE_MAX) : 1 + below(5); x = likely("alpha", 1e-3, 0.9); y = likely("beta", 1e-3, 0.9); z = likely("epsilon", 1e-2, 60.0); w = DELTA;
        c = rows_of(k, n, 1000); p = pointer(CHANGED, sizeof(dpm_learner_sizes), 8, 0);
        CALL(dpm_learner_plan_agnostic, (c, k, n, x, y, z, w, p));
    }
    COSTLY_CASE(dpm_learner_plan_direct_empirical) {
        n = symbols(); planned = planned_length(); y = likely("beta", 1e-3, 0.9); z = likely("epsilon", 1e-2, 60.0); w = DELTA; p = pointer(CHANGED, sizeof(dpm_learner_sizes), 8, 0);
        CALL(dpm_learner_plan_direct_empirical, (n, planned, y, z, w, p));
    }
    COSTLY_CASE(dpm_learner_plan_direct_block) {
        n = symbols(); planned = planned_length(); y = likely("beta", 1e-3, 0.9); z = likely("epsilon", 1e-2, 60.0); w = DELTA; p = pointer(CHANGED, sizeof(dpm_learner_sizes), 8, 0);
        CALL(dpm_learner_plan_direct_block, (n, whole("blocks", 1e4, 1e9), planned, y, z, w, p));
    }
    COSTLY_CASE(dpm_learner_plan_direct_guess) {
        n = symbols(); planned = planned_length(); y = likely("beta", 1e-3, 0.9); z = likely("epsilon", 1e-2, 60.0); w = DELTA; c = rows_of(1, n, 1000);
        p = pointer(CHANGED, sizeof(dpm_learner_sizes), 8, 0);
        CALL(dpm_learner_plan_direct_guess, (c, n, planned, y, z, w, p));
    }
    CASE(dpm_learner_empirical_mean_tv) {
        n = symbols(); p = NUMBER;
        CALL(dpm_learner_empirical_mean_tv, (n, whole("block", 1.0, 1e15), p));
    }
    CASE(dpm_learner_direct_runs) {
        y = likely("beta", 1e-9, 0.99); p = OUT(uint64_t);
        CALL(dpm_learner_direct_runs, (y, p));
    }
    CASE(dpm_learner_guess_mean_tv) {
        n = symbols(); c = rows_of(1, n, 1000); p = NUMBER;
        CALL(dpm_learner_guess_mean_tv, (c, n, whole("block", 1.0, 1e15), p));
    }
    CASE(dpm_learner_proved_tv) {
        mode = mode_of(); x = likely("mean_tv", 1e-6, 1.0); planned = planned_length(); p = NUMBER;
        CALL(dpm_learner_proved_tv, (mode, x, planned, whole("blocks", 1.0, 1e9), p));
    }
    CASE(dpm_learner_expect) {
        n = symbols(); k = voters(12); l = length_of(); t = chance(20) ? 0 : 1 + below(2); b = below(100); mode = mode_of(); rng = generator_of_mode(); c = rows_of(1, n, 1000);
        x = chance(9) ? likely("level", 0.1, 1.0) : 0.95;
        WORDS(dpm_learner_expect_work_len(n, k, l, t));
        size_t wide_len = dpm_learner_expect_wide_work_len(n, k, l, t), needed = wide_len;
        wide_len = wide_len > 120 ? 0 : chance(15) && wide_len > 0 ? wide_len - 1 : wide_len;
        refused |= wide_len < needed;
        q = pointer(SCRATCH, wide_len * 8, 8, 0); p = pointer(CHANGED, sizeof(dpm_learner_expected), 8, 0);
        CALL(dpm_learner_expect, (mode, rng, c, n, k, (uint32_t)b, l, t, chance(20) ? 0 : 1 + (uint32_t)below(3), x, space, len, q, wide_len, p));
    }
    return calls_of_structure(which, function, functions);
}

#endif

/* Plans for the private learner, and what a crowd can expect. */
#ifndef API_LEARNER_PLAN_H
#define API_LEARNER_PLAN_H

#include "learner_base.h"
#include "learner_mode.h"

static dpm_learner_sizes *sizes_out;

/* Wrong arguments that every plan refuses: call(epsilon, delta, out). */
#define PLANS_REFUSED(call)                                                           \
    do {                                                                              \
        double bad_;                                                                  \
        ACCEPTS(call(1.0, 1e-9, sizes_out));                                          \
        for (EACH_BAD(bad_)) {                                                        \
            REFUSES(DPM_ERR_EPSILON, call(bad_, 1e-9, sizes_out));                    \
            REFUSES(DPM_ERR_DELTA, call(1.0, bad_, sizes_out));                       \
        }                                                                             \
        REFUSES(DPM_ERR_NOT_PURE, call(1.0, 0.0, sizes_out));                         \
        REFUSES(DPM_ERR_UNREACHABLE, call(0.0, 1e-9, sizes_out));                     \
        REFUSES(DPM_ERR_NULL, call(1.0, 1e-9, NULL));                                 \
        REFUSES(DPM_ERR_MISALIGNED, call(1.0, 1e-9, OFF(dpm_learner_sizes, sizes_out))); \
        REFUSES(DPM_ERR_SIZE, call(1.0, 1e-9, TOP(dpm_learner_sizes)));               \
    } while (0)
/* What stands strictly between 0 and 1. */
#define INSIDE_REFUSED(call_with)                                                     \
    do {                                                                              \
        double bad_;                                                                  \
        for (EACH_BAD(bad_)) REFUSES(DPM_ERR_DOMAIN, call_with(bad_));                \
        REFUSES(DPM_ERR_DOMAIN, call_with(0.0));                                      \
        REFUSES(DPM_ERR_DOMAIN, call_with(1.0));                                      \
    } while (0)

static int whole(void) {
    return sizes_out->records == sizes_out->block * sizes_out->blocks * sizes_out->runs && sizes_out->spare == 0 && sizes_out->mode_delta <= 1e-9 &&
           sizes_out->accuracy > 0.0 && sizes_out->target_tv > 0.0 && sizes_out->target_tv < 1.0;
}

static void plans(void) {
    static const uint32_t weights_of[N] = {1, 2, 3, 4}, nothing[N] = {0, 0, 0, 0};
    const uint32_t *in_guess = (const uint32_t *)input(weights_of, sizeof weights_of);
    dpm_learner learner = {DPM_LEARNER_EMPIRICAL, 1, 2, HYPOTHESES, N, NULL};
    uint64_t paper, direct;
    dpm_status status;
    learner.laws = in_class;
    sizes_out = (dpm_learner_sizes *)output(sizeof *sizes_out);

#define P_SAMPLER(e, d, out) dpm_learner_plan_sampler(&learner, LENGTH, 0.1, e, d, out)
#define P_BLACK_BOX(e, d, out) dpm_learner_plan_black_box(&learner, 0.3, 0.1, e, d, out)
#define P_BOOSTED(e, d, out) dpm_learner_plan_boosted(&learner, 0.3, 0.1, e, d, out)
#define P_DIRECT(e, d, out) dpm_learner_plan_direct(&learner, LENGTH, 0.1, e, d, out)
#define P_AGNOSTIC(e, d, out) dpm_learner_plan_agnostic(in_class, HYPOTHESES, N, 0.3, 0.1, e, d, out)
#define P_EMPIRICAL(e, d, out) dpm_learner_plan_direct_empirical(N, LENGTH, 0.1, e, d, out)
#define P_BLOCK(e, d, out) dpm_learner_plan_direct_block(N, 500, LENGTH, 0.1, e, d, out)
#define P_GUESS(e, d, out) dpm_learner_plan_direct_guess(in_guess, N, LENGTH, 0.1, e, d, out)
    PLANS_REFUSED(P_BLACK_BOX);
    CHECK(whole());
    PLANS_REFUSED(P_BOOSTED);
    CHECK(whole() && sizes_out->runs == 295); /* 128 ln(10) = 294.7 */
    PLANS_REFUSED(P_AGNOSTIC);
    CHECK(whole() && sizes_out->length == 1 && sizes_out->runs > 1);
    PLANS_REFUSED(P_SAMPLER);
    CHECK(whole() && sizes_out->length == LENGTH && sizes_out->runs == 1 && sizes_out->runs_here == 1);
    CHECK(sizes_out->blocks == 473); /* 128 ln(40) = 472.2 */
    paper = sizes_out->records;
    PLANS_REFUSED(P_DIRECT);
    direct = sizes_out->records;
    CHECK(whole() && direct * 10 < paper);
    PLANS_REFUSED(P_EMPIRICAL);
    CHECK(whole() && sizes_out->records < direct);
    direct = sizes_out->records;
    PLANS_REFUSED(P_GUESS);
    CHECK(whole() && sizes_out->records <= direct);
    PLANS_REFUSED(P_BLOCK);
    CHECK(whole() && sizes_out->blocks == 500);
    REFUSES(DPM_ERR_TOO_FEW_VOTES, dpm_learner_plan_direct_block(N, 20, LENGTH, 0.1, 1.0, 1e-9, sizes_out));

#define L_SAMPLER(object) dpm_learner_plan_sampler(object, LENGTH, 0.1, 1.0, 1e-9, sizes_out)
/* The weights of a smoothed law end at 2^32 - 1, before the blocks that the paper asks for here. */
#define IN_REACH(call) ((status = (call)) == DPM_ERR_UNREACHABLE && bad_.kind == DPM_LEARNER_ADD_CONSTANT ? DPM_OK : status)
#define L_BLACK_BOX(object) IN_REACH(dpm_learner_plan_black_box(object, 0.3, 0.1, 1.0, 1e-9, sizes_out))
#define L_BOOSTED(object) IN_REACH(dpm_learner_plan_boosted(object, 0.3, 0.1, 1.0, 1e-9, sizes_out))
#define L_DIRECT(object) dpm_learner_plan_direct(object, LENGTH, 0.1, 1.0, 1e-9, sizes_out)
    LEARNERS(L_SAMPLER);
    LEARNERS(L_BLACK_BOX);
    LEARNERS(L_BOOSTED);
    LEARNERS(L_DIRECT);
    REFUSES(DPM_ERR_OVERLAP, P_SAMPLER(1.0, 1e-9, (dpm_learner_sizes *)(void *)&learner));
    REFUSES(DPM_ERR_OVERLAP, P_BLACK_BOX(1.0, 1e-9, (dpm_learner_sizes *)(void *)&learner));
    REFUSES(DPM_ERR_OVERLAP, P_BOOSTED(1.0, 1e-9, (dpm_learner_sizes *)(void *)&learner));
    REFUSES(DPM_ERR_OVERLAP, P_DIRECT(1.0, 1e-9, (dpm_learner_sizes *)(void *)&learner));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_plan_sampler(&learner, 0, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_plan_direct(&learner, 0, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_plan_direct_empirical(N, 0, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_plan_direct_block(N, 500, 0, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_plan_direct_guess(in_guess, N, 0, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_learner_plan_sampler(&learner, UINT64_MAX, 0.1, 1.0, 1e-9, sizes_out));
#define B_SAMPLER(x) dpm_learner_plan_sampler(&learner, LENGTH, x, 1.0, 1e-9, sizes_out)
#define B_DIRECT(x) dpm_learner_plan_direct(&learner, LENGTH, x, 1.0, 1e-9, sizes_out)
#define B_EMPIRICAL(x) dpm_learner_plan_direct_empirical(N, LENGTH, x, 1.0, 1e-9, sizes_out)
#define B_BLOCK(x) dpm_learner_plan_direct_block(N, 500, LENGTH, x, 1.0, 1e-9, sizes_out)
#define B_GUESS(x) dpm_learner_plan_direct_guess(in_guess, N, LENGTH, x, 1.0, 1e-9, sizes_out)
#define A_BLACK_BOX(x) dpm_learner_plan_black_box(&learner, x, 0.1, 1.0, 1e-9, sizes_out)
#define B_BLACK_BOX(x) dpm_learner_plan_black_box(&learner, 0.3, x, 1.0, 1e-9, sizes_out)
#define A_BOOSTED(x) dpm_learner_plan_boosted(&learner, x, 0.1, 1.0, 1e-9, sizes_out)
#define B_BOOSTED(x) dpm_learner_plan_boosted(&learner, 0.3, x, 1.0, 1e-9, sizes_out)
#define A_AGNOSTIC(x) dpm_learner_plan_agnostic(in_class, HYPOTHESES, N, x, 0.1, 1.0, 1e-9, sizes_out)
#define B_AGNOSTIC(x) dpm_learner_plan_agnostic(in_class, HYPOTHESES, N, 0.3, x, 1.0, 1e-9, sizes_out)
    INSIDE_REFUSED(B_SAMPLER);
    INSIDE_REFUSED(B_DIRECT);
    INSIDE_REFUSED(B_EMPIRICAL);
    INSIDE_REFUSED(B_BLOCK);
    INSIDE_REFUSED(B_GUESS);
    INSIDE_REFUSED(A_BLACK_BOX);
    INSIDE_REFUSED(B_BLACK_BOX);
    INSIDE_REFUSED(A_BOOSTED);
    INSIDE_REFUSED(B_BOOSTED);
    INSIDE_REFUSED(A_AGNOSTIC);
    INSIDE_REFUSED(B_AGNOSTIC);
#define C_AGNOSTIC(c, n, l, h, out) dpm_learner_plan_agnostic(l, h, n, 0.3, 0.1, 1.0, 1e-9, out)
    CLASSES_REFUSED(C_AGNOSTIC, dpm_learner_sizes, sizes_out);
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_plan_direct_empirical(1, LENGTH, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_plan_direct_block(SIZE_MAX, 500, LENGTH, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_plan_direct_guess(in_guess, 1, LENGTH, 0.1, 1.0, 1e-9, sizes_out));
    REFUSES(DPM_ERR_LAWS, dpm_learner_plan_direct_guess(nothing, N, LENGTH, 0.1, 1.0, 1e-9, sizes_out));
#define GUESS_I(in) dpm_learner_plan_direct_guess(in, N, LENGTH, 0.1, 1.0, 1e-9, sizes_out)
    PLACE(const uint32_t, in_guess, GUESS_I);
    REFUSES(DPM_ERR_OVERLAP, GUESS_I((const uint32_t *)(const void *)sizes_out));

    ACCEPTS(dpm_learner_guess_mean_tv(in_guess, N, 100, a));
    CHECK(*a > 0.05 && *a < 0.087); /* sqrt(3/100)/2 */
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_guess_mean_tv(in_guess, N, 0, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_guess_mean_tv(in_guess, N, UINT64_MAX, a));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_guess_mean_tv(in_guess, 1, 100, a));
    REFUSES(DPM_ERR_LAWS, dpm_learner_guess_mean_tv(nothing, N, 100, a));
#define GUESS_MEAN_I(in) dpm_learner_guess_mean_tv(in, N, 100, a)
#define GUESS_MEAN_O(out) dpm_learner_guess_mean_tv(in_guess, N, 100, out)
    PLACE(const uint32_t, in_guess, GUESS_MEAN_I);
    PLACE(double, a, GUESS_MEAN_O);
    REFUSES(DPM_ERR_OVERLAP, GUESS_MEAN_O((double *)(uintptr_t)in_guess));

    ACCEPTS(dpm_learner_empirical_mean_tv(5, 400, a));
    CHECK(*a >= 0.05 && *a < 0.05 * (1.0 + 1e-9)); /* sqrt(4/400)/2 */
    ACCEPTS(dpm_learner_empirical_mean_tv((size_t)1 << 24, 1, a));
    CHECK(*a == 1.0);
    ACCEPTS(dpm_learner_empirical_mean_tv(2, UINT64_MAX, a));
    CHECK(*a > 0.0 && *a < 2e-10);
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_empirical_mean_tv(1, 400, a));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_empirical_mean_tv(((size_t)1 << 24) + 1, 400, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_empirical_mean_tv(5, 0, a));
#define EMPIRICAL_MEAN_O(out) dpm_learner_empirical_mean_tv(5, 400, out)
    PLACE(double, a, EMPIRICAL_MEAN_O);
    REFUSES(DPM_ERR_SIZE, EMPIRICAL_MEAN_O(TOP(double)));

    {
        uint64_t *runs = (uint64_t *)output(sizeof *runs);
        ACCEPTS(dpm_learner_direct_runs(0.01, runs));
        CHECK(*runs == 17); /* 16.37 */
        ACCEPTS(dpm_learner_direct_runs(4.9e-324, runs));
        CHECK(*runs == 2647); /* 2646.9 */
        ACCEPTS(dpm_learner_direct_runs(0.9999999999999999, runs));
        CHECK(*runs == 1);
        REFUSES(DPM_ERR_DOMAIN, dpm_learner_direct_runs(0.0, runs));
        REFUSES(DPM_ERR_DOMAIN, dpm_learner_direct_runs(1.0, runs));
        REFUSES(DPM_ERR_DOMAIN, dpm_learner_direct_runs(NAN, runs));
#define DIRECT_RUNS_O(out) dpm_learner_direct_runs(0.01, out)
        PLACE(uint64_t, runs, DIRECT_RUNS_O);
        REFUSES(DPM_ERR_SIZE, DIRECT_RUNS_O(TOP(uint64_t)));
    }

    ACCEPTS(dpm_learner_proved_tv(stable, 0.0, LENGTH, 1000, a));
    CHECK(*a < 1e-8);
    ACCEPTS(dpm_learner_proved_tv(stable, 0.01, LENGTH, 1000, a));
    CHECK(*a > 0.05 && *a < 0.2);
    ACCEPTS(dpm_learner_proved_tv(stable, 1.0, LENGTH, 1000, a));
    CHECK(*a == 1.0);
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_proved_tv(stable, 1.5, LENGTH, 1000, a));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_proved_tv(stable, NAN, LENGTH, 1000, a));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_proved_tv(stable, 0.01, 0, 1000, a));
    REFUSES(DPM_ERR_VOTES, dpm_learner_proved_tv(stable, 0.01, LENGTH, 0, a));
    REFUSES(DPM_ERR_VOTES, dpm_learner_proved_tv(stable, 0.01, LENGTH, UINT64_MAX, a));
#define PROVED_M(object) dpm_learner_proved_tv(object, 0.01, LENGTH, 1000, a)
#define PROVED_O(out) dpm_learner_proved_tv(stable, 0.01, LENGTH, 1000, out)
    OBJECT(dpm_stable_mode, stable, PROVED_M);
    PLACE(double, a, PROVED_O);
    REFUSES(DPM_ERR_OVERLAP, PROVED_O((double *)(void *)stable));
}

static void what_to_expect(void) {
    static const uint32_t weights_of[N] = {1, 2, 3, 4}, nothing[N] = {0, 0, 0, 0};
    const uint32_t *in_guess = (const uint32_t *)input(weights_of, sizeof weights_of);
    dpm_learner_expected *expected = (dpm_learner_expected *)output(sizeof *expected);
    const size_t len = dpm_learner_expect_work_len(N, 100, LENGTH, 2), wide_len = dpm_learner_expect_wide_work_len(N, 100, LENGTH, 2);
    uint32_t *narrow;
    uint64_t *wide;
    double bad;
    CHECK(len < 5000 && wide_len < 5000);
    CHECK(dpm_learner_expect_work_len(N, SIZE_MAX, LENGTH, 2) == SIZE_MAX && dpm_learner_expect_wide_work_len(N, SIZE_MAX, LENGTH, 2) == SIZE_MAX);
    narrow = (uint32_t *)fenced(len * sizeof *narrow);
    wide = (uint64_t *)fenced(wide_len * sizeof *wide);
#define EXPECT(m, r, g, n, k, b, l, t, reps, level, w, wl, v, vl, out) dpm_learner_expect(m, r, g, n, k, b, l, t, reps, level, w, wl, v, vl, out)
#define USUAL(m, r, g, w, wl, v, vl, out) EXPECT(m, r, g, N, 100, 500, LENGTH, 2, 40, 0.95, w, wl, v, vl, out)
    ACCEPTS(USUAL(stable, rng, in_guess, narrow, len, wide, wide_len, expected));
    CHECK(expected->repetitions == 40 && expected->answers >= 2 * (uint64_t)expected->complete && expected->answers <= 80 && expected->spare == 0);
    CHECK(expected->success == expected->complete / 40.0 && expected->success_lower <= expected->success && expected->success_lower >= 0.0);
    CHECK(expected->mismatch_upper >= expected->mismatch && expected->mismatch_upper <= 1.0 && expected->exact <= expected->complete);
    ACCEPTS(EXPECT(stable, rng, in_guess, N, 100, 100000, LENGTH, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    CHECK(expected->complete > 30); /* laws that hardly differ */
    ACCEPTS(EXPECT(stable, rng, in_guess, N, 100, 0, LENGTH, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    CHECK(expected->complete == 40 && expected->exact < 40); /* all by the same law, and not the guess */
    for (EACH_BAD(bad)) REFUSES(DPM_ERR_LEVEL, EXPECT(stable, rng, in_guess, N, 100, 500, LENGTH, 2, 40, bad, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_ITERATIONS, EXPECT(stable, rng, in_guess, N, 100, 500, LENGTH, 2, 0, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_TOO_FEW_VOTES, EXPECT(stable, rng, in_guess, N, 40, 500, LENGTH, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_VOTES, EXPECT(stable, rng, in_guess, N, 0, 500, LENGTH, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_VOTES, EXPECT(stable, rng, in_guess, N, SIZE_MAX, 500, LENGTH, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_SEQUENCE, EXPECT(stable, rng, in_guess, N, 100, 500, 0, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_SEQUENCE, EXPECT(stable, rng, in_guess, N, 100, 500, LENGTH, 0, 40, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_ALPHABET, EXPECT(stable, rng, in_guess, 1, 100, 500, LENGTH, 2, 40, 0.95, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_LAWS, USUAL(stable, rng, nothing, narrow, len, wide, wide_len, expected));
    REFUSES(DPM_ERR_WORK_LEN, USUAL(stable, rng, in_guess, narrow, len - 1, wide, wide_len, expected));
    REFUSES(DPM_ERR_WORK_LEN, USUAL(stable, rng, in_guess, narrow, len, wide, wide_len - 1, expected));
#define EXPECT_M(object) USUAL(object, rng, in_guess, narrow, len, wide, wide_len, expected)
#define EXPECT_R(object) USUAL(stable, object, in_guess, narrow, len, wide, wide_len, expected)
#define EXPECT_G(in) USUAL(stable, rng, in, narrow, len, wide, wide_len, expected)
#define EXPECT_W(w) USUAL(stable, rng, in_guess, w, len, wide, wide_len, expected)
#define EXPECT_V(v) USUAL(stable, rng, in_guess, narrow, len, v, wide_len, expected)
#define EXPECT_O(out) USUAL(stable, rng, in_guess, narrow, len, wide, wide_len, out)
    OBJECT(dpm_stable_mode, stable, EXPECT_M);
    OBJECT(dpm_rng, rng, EXPECT_R);
    PLACE(const uint32_t, in_guess, EXPECT_G);
    PLACE(uint32_t, narrow, EXPECT_W);
    PLACE(uint64_t, wide, EXPECT_V);
    PLACE(dpm_learner_expected, expected, EXPECT_O);
    REFUSES(DPM_ERR_OVERLAP, EXPECT_W((uint32_t *)(void *)wide));
    REFUSES(DPM_ERR_OVERLAP, EXPECT_W((uint32_t *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, EXPECT_V((uint64_t *)(void *)expected));
    REFUSES(DPM_ERR_OVERLAP, EXPECT_O((dpm_learner_expected *)(void *)stable));
    REFUSES(DPM_ERR_OVERLAP, EXPECT_O((dpm_learner_expected *)(void *)rng));
}

#endif

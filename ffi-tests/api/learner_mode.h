/* The stable mode, the tally, permute and flip. */
#ifndef API_LEARNER_MODE_H
#define API_LEARNER_MODE_H

#include "releases.h"

#define VOTERS 90
#define LENGTH 3

static dpm_stable_mode *stable;
static uint32_t *sequence, *noisy_distance, *choice, *words;
static const uint32_t *in_votes;

/* A call with one generator in its place, which may go on although the call refuses: an answer all the same. */
static void the_tally_is_not_stable(const uint32_t *votes) {
    dpm_rng before;
    unsigned trials;
    for (trials = 0; trials < 20; trials++) {
        dpm_status status;
        uint32_t kept[LENGTH + 1];
        memcpy(&before, rng, sizeof before);
        memcpy(kept, sequence, LENGTH * sizeof *kept);
        kept[LENGTH] = *noisy_distance;
        status = dpm_learner_tally(stable, rng, votes, VOTERS, LENGTH, words, 2 * VOTERS, sequence, noisy_distance);
        CHECK(status == DPM_ERR_NOT_STABLE);
        CHECK(memcmp(kept, sequence, LENGTH * sizeof *kept) == 0 && kept[LENGTH] == *noisy_distance);
        CHECK(memcmp(&before, rng, sizeof before) != 0); /* the noise is used up */
    }
}

static void the_stable_mode(void) {
    uint32_t votes[VOTERS * LENGTH], torn[VOTERS * LENGTH];
    dpm_stable_mode_figures *figures;
    double bad;
    size_t i;
    uint32_t last = 0;

    stable = (dpm_stable_mode *)output(sizeof *stable);
    figures = (dpm_stable_mode_figures *)output(sizeof *figures);
    CHECK(dpm_stable_mode_size() == DPM_STABLE_MODE_SIZE && sizeof *stable == DPM_STABLE_MODE_SIZE);
    REFUSES(DPM_ERR_OBJECT, dpm_stable_mode_parameters(stable, figures)); /* never initialised */
    REFUSES(DPM_ERR_NOT_PURE, dpm_stable_mode_init(stable, 1.0, 0.0));
    REFUSES(DPM_ERR_DELTA, dpm_stable_mode_init(stable, 1.0, 1.0));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_stable_mode_init(stable, 0.0, 1e-9));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_stable_mode_init(stable, 1e-8, 1e-9));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_stable_mode_init(stable, bad, 1e-9));
        REFUSES(DPM_ERR_DELTA, dpm_stable_mode_init(stable, 1.0, bad));
    }
#define MODE_INIT(object) dpm_stable_mode_init(object, 1.0, 1e-9)
    PLACE(dpm_stable_mode, stable, MODE_INIT);
    ACCEPTS(dpm_stable_mode_init(stable, 1.0, 1e-9));
    ACCEPTS(dpm_stable_mode_parameters(stable, figures)); /* the values of the Rust documentation */
    CHECK(figures->epsilon == 1.0 && figures->delta == 1e-9 && figures->numerator == 1 && figures->denominator == 1);
    CHECK(figures->half_width == 20 && figures->votes_needed == 41 && figures->enough_votes == 79 && figures->spare == 0);
    CHECK(figures->delta_upper > 0.9e-9 && figures->delta_upper <= 1e-9);
#define MODE_FIGURES_M(object) dpm_stable_mode_parameters(object, figures)
#define MODE_FIGURES_O(out) dpm_stable_mode_parameters(stable, out)
    OBJECT(dpm_stable_mode, stable, MODE_FIGURES_M);
    PLACE(dpm_stable_mode_figures, figures, MODE_FIGURES_O);
    REFUSES(DPM_ERR_SIZE, MODE_FIGURES_M(TOP(const dpm_stable_mode)));
    REFUSES(DPM_ERR_OVERLAP, MODE_FIGURES_O((dpm_stable_mode_figures *)(void *)stable));

    ACCEPTS(dpm_stable_mode_success(stable, 0, a, b));
    CHECK(*a == 0.0 && *b == 1.0);
    ACCEPTS(dpm_stable_mode_success(stable, 1, a, b)); /* the delta */
    CHECK(*a <= figures->delta_upper && *a > 0.99 * figures->delta_upper && *b <= 1.0 && *b >= 1.0 - 1e-9);
    ACCEPTS(dpm_stable_mode_success(stable, 21, a, b));
    CHECK(*a > 0.5 && *a < 0.8 && *b > 0.2 && *b < 0.5 && *a + *b >= 1.0);
    ACCEPTS(dpm_stable_mode_success(stable, 40, a, b));
    CHECK(*a >= 1.0 - 1e-9 && *b <= 1e-9 && *b > 0.9e-9);
    ACCEPTS(dpm_stable_mode_success(stable, UINT32_MAX, a, b));
    CHECK(*a == 1.0 && *b == 0.0);
#define MODE_SUCCESS_M(object) dpm_stable_mode_success(object, 21, a, b)
#define MODE_SUCCESS_O(x, y) dpm_stable_mode_success(stable, 21, x, y)
    OBJECT(dpm_stable_mode, stable, MODE_SUCCESS_M);
    TWO_OUTPUTS(MODE_SUCCESS_O);
    REFUSES(DPM_ERR_SIZE, MODE_SUCCESS_M(TOP(const dpm_stable_mode)));
    REFUSES(DPM_ERR_OVERLAP, MODE_SUCCESS_O((double *)(void *)stable, b));

    /* All agree but three of them. */
    sequence = (uint32_t *)output(LENGTH * sizeof *sequence);
    noisy_distance = (uint32_t *)output(sizeof *noisy_distance);
    words = (uint32_t *)fenced(2 * VOTERS * sizeof *words);
    for (i = 0; i < VOTERS * LENGTH; i++) votes[i] = (uint32_t)(7 * (i % LENGTH)) + (i < 3 * LENGTH), torn[i] = (uint32_t)i % 7;
    in_votes = (const uint32_t *)input(votes, sizeof votes);
    CHECK(dpm_learner_tally_work_len(VOTERS) == 2 * VOTERS && DPM_LEARNER_TALLY_WORK_LEN(VOTERS) == 2 * VOTERS);
    for (i = 0; i < 50; i++) {
        ACCEPTS(dpm_learner_tally(stable, rng, in_votes, VOTERS, LENGTH, words, 2 * VOTERS, sequence, noisy_distance));
        CHECK(sequence[0] == 0 && sequence[1] == 7 && sequence[2] == 14);
        CHECK(*noisy_distance >= 43 - 20 && *noisy_distance <= 43 + 20); /* (87 - 3)/2 + 1 */
        if (*noisy_distance != last) last = *noisy_distance, (*how_often)++;
    }
    CHECK(*how_often > 10); /* new noise every time */
    the_tally_is_not_stable(torn);
    REFUSES(DPM_ERR_TOO_FEW_VOTES, dpm_learner_tally(stable, rng, in_votes, 40, LENGTH, words, 2 * VOTERS, sequence, noisy_distance));
    REFUSES(DPM_ERR_VOTES, dpm_learner_tally(stable, rng, in_votes, 0, LENGTH, words, 2 * VOTERS, sequence, noisy_distance));
    REFUSES(DPM_ERR_VOTES, dpm_learner_tally(stable, rng, in_votes, ((size_t)1 << 24) + 1, LENGTH, words, 2 * VOTERS, sequence, noisy_distance));
    REFUSES(DPM_ERR_VOTES, dpm_learner_tally(stable, rng, in_votes, SIZE_MAX, LENGTH, words, 2 * VOTERS, sequence, noisy_distance));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_tally(stable, rng, in_votes, VOTERS, 0, words, 2 * VOTERS, sequence, noisy_distance));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_tally(stable, rng, in_votes, VOTERS, 65537, words, 2 * VOTERS, sequence, noisy_distance));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_tally(stable, rng, in_votes, VOTERS, SIZE_MAX, words, 2 * VOTERS, sequence, noisy_distance));
#define TALLY(m, r, v, w, len, s, d) dpm_learner_tally(m, r, v, VOTERS, LENGTH, w, len, s, d)
#define TALLY_M(object) TALLY(object, rng, in_votes, words, 2 * VOTERS, sequence, noisy_distance)
#define TALLY_R(object) TALLY(stable, object, in_votes, words, 2 * VOTERS, sequence, noisy_distance)
#define TALLY_V(in) TALLY(stable, rng, in, words, 2 * VOTERS, sequence, noisy_distance)
#define TALLY_W(w) TALLY(stable, rng, in_votes, w, 2 * VOTERS, sequence, noisy_distance)
#define TALLY_S(out) TALLY(stable, rng, in_votes, words, 2 * VOTERS, out, noisy_distance)
#define TALLY_D(out) TALLY(stable, rng, in_votes, words, 2 * VOTERS, sequence, out)
    OBJECT(dpm_stable_mode, stable, TALLY_M);
    OBJECT(dpm_rng, rng, TALLY_R);
    PLACE(const uint32_t, in_votes, TALLY_V);
    PLACE(uint32_t, words, TALLY_W);
    PLACE(uint32_t, sequence, TALLY_S);
    SMALL_PLACE(uint32_t, noisy_distance, TALLY_D);
    REFUSES(DPM_ERR_SIZE, TALLY_M(TOP(const dpm_stable_mode)));
    REFUSES(DPM_ERR_SIZE, TALLY_R(TOP(dpm_rng)));
    REFUSES(DPM_ERR_WORK_LEN, TALLY(stable, rng, in_votes, words, 2 * VOTERS - 1, sequence, noisy_distance));
    REFUSES(DPM_ERR_WORK_LEN, TALLY(stable, rng, in_votes, words, 0, sequence, noisy_distance));
    REFUSES(DPM_ERR_OVERLAP, TALLY_S((uint32_t *)(uintptr_t)in_votes));
    REFUSES(DPM_ERR_OVERLAP, TALLY_S(words + 2));
    REFUSES(DPM_ERR_OVERLAP, TALLY_S((uint32_t *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, TALLY_S((uint32_t *)(void *)stable));
    REFUSES(DPM_ERR_OVERLAP, TALLY_D(sequence + 1));
    REFUSES(DPM_ERR_OVERLAP, TALLY_D((uint32_t *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, TALLY_D((uint32_t *)(uintptr_t)(in_votes + 1)));
    REFUSES(DPM_ERR_OVERLAP, TALLY_W((uint32_t *)(uintptr_t)in_votes));
    REFUSES(DPM_ERR_OVERLAP, TALLY_R((dpm_rng *)(void *)stable));
}

static void a_choice(void) {
    static const uint32_t votes[N] = {3, 160, 4, 0};
    double bad;
    size_t i;
    choice = (uint32_t *)output(sizeof *choice);
    CHECK(dpm_permute_and_flip_work_len(N) == N);
    for (i = 0; i < 50; i++) {
        ACCEPTS(dpm_permute_and_flip(rng, 1.0, votes, N, words, N, choice));
        CHECK(*choice == 1);
    }
    ACCEPTS(dpm_permute_and_flip(rng, 1e-6, votes, N, words, N, choice));
    CHECK(*choice < N);
    CLOSE(dpm_permute_and_flip_gap(17, 1.0, 0.01), 2.0 * log(800.0), 1e-11);
    CHECK(dpm_permute_and_flip_gap(1, 1.0, 0.01) == (double)INFINITY && dpm_permute_and_flip_gap(17, 1.0, 0.0) == (double)INFINITY);
    CHECK(dpm_permute_and_flip_gap(17, 0.0, 0.01) == (double)INFINITY && dpm_permute_and_flip_gap(17, 1.0, NAN) == (double)INFINITY);
    for (EACH_BAD(bad)) {
        CHECK(isnan(dpm_permute_and_flip_gap(17, bad, 0.01)));
        REFUSES(DPM_ERR_EPSILON, dpm_permute_and_flip(rng, bad, votes, N, words, N, choice));
    }
    REFUSES(DPM_ERR_UNREACHABLE, dpm_permute_and_flip(rng, 0.0, votes, N, words, N, choice));
    REFUSES(DPM_ERR_ALPHABET, dpm_permute_and_flip(rng, 1.0, votes, 0, words, N, choice));
    REFUSES(DPM_ERR_ALPHABET, dpm_permute_and_flip(rng, 1.0, votes, 1, words, N, choice));
    REFUSES(DPM_ERR_ALPHABET, dpm_permute_and_flip(rng, 1.0, votes, ((size_t)1 << 24) + 1, words, N, choice));
    REFUSES(DPM_ERR_ALPHABET, dpm_permute_and_flip(rng, 1.0, votes, SIZE_MAX, words, N, choice));
#define CHOICE_R(object) dpm_permute_and_flip(object, 1.0, in_counts, N, words, N, choice)
#define CHOICE_I(in) dpm_permute_and_flip(rng, 1.0, in, N, words, N, choice)
#define CHOICE_W(w) dpm_permute_and_flip(rng, 1.0, in_counts, N, w, N, choice)
#define CHOICE_O(out) dpm_permute_and_flip(rng, 1.0, in_counts, N, words, N, out)
    OBJECT(dpm_rng, rng, CHOICE_R);
    PLACE(const uint32_t, in_counts, CHOICE_I);
    PLACE(uint32_t, words, CHOICE_W);
    SMALL_PLACE(uint32_t, choice, CHOICE_O);
    REFUSES(DPM_ERR_SIZE, CHOICE_R(TOP(dpm_rng)));
    REFUSES(DPM_ERR_WORK_LEN, dpm_permute_and_flip(rng, 1.0, in_counts, N, words, N - 1, choice));
    REFUSES(DPM_ERR_OVERLAP, CHOICE_O(words));
    REFUSES(DPM_ERR_OVERLAP, CHOICE_O((uint32_t *)(void *)rng));
    REFUSES(DPM_ERR_OVERLAP, CHOICE_O((uint32_t *)(uintptr_t)in_counts));
    REFUSES(DPM_ERR_OVERLAP, CHOICE_W((uint32_t *)(uintptr_t)in_counts));
    REFUSES(DPM_ERR_OVERLAP, CHOICE_W((uint32_t *)(void *)rng));
}

#endif

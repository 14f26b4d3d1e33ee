/* Votes on the device, couplings at a collector. */
#ifndef API_LEARNER_VOTE_H
#define API_LEARNER_VOTE_H

#include "releases.h"

#define BLOCKS 5
#define SYMBOLS 6

static uint32_t *vote, *coupled;

/* What the three votes share. */
#define VOTES_REFUSED(function)                                                                        \
    do {                                                                                               \
        REFUSES(DPM_ERR_ALPHABET, function(in_seed, 1, in_counts, 0, SYMBOLS, vote));                  \
        REFUSES(DPM_ERR_ALPHABET, function(in_seed, 1, in_counts, 1, SYMBOLS, vote));                  \
        REFUSES(DPM_ERR_ALPHABET, function(in_seed, 1, in_counts, ((size_t)1 << 24) + 1, SYMBOLS, vote)); \
        REFUSES(DPM_ERR_ALPHABET, function(in_seed, 1, in_counts, SIZE_MAX, SYMBOLS, vote));           \
        REFUSES(DPM_ERR_SEQUENCE, function(in_seed, 1, in_counts, N, 0, vote));                        \
        REFUSES(DPM_ERR_SEQUENCE, function(in_seed, 1, in_counts, N, 65537, vote));                    \
        REFUSES(DPM_ERR_SEQUENCE, function(in_seed, 1, in_counts, N, SIZE_MAX, vote));                 \
        REFUSES(DPM_ERR_LAWS, function(in_seed, 1, nothing, N, SYMBOLS, vote));                        \
        REFUSES(DPM_ERR_NULL, function(NULL, 1, in_counts, N, SYMBOLS, vote));                         \
        REFUSES(DPM_ERR_NULL, function(in_seed, 1, NULL, N, SYMBOLS, vote));                           \
        REFUSES(DPM_ERR_NULL, function(in_seed, 1, in_counts, N, SYMBOLS, NULL));                      \
        REFUSES(DPM_ERR_SIZE, function(TOP(const uint8_t), 1, in_counts, N, SYMBOLS, vote));           \
        REFUSES(DPM_ERR_SIZE, function(in_seed, 1, TOP(const uint32_t), N, SYMBOLS, vote));            \
        REFUSES(DPM_ERR_SIZE, function(in_seed, 1, in_counts, N, SYMBOLS, TOP(uint32_t)));             \
        REFUSES(DPM_ERR_MISALIGNED, function(in_seed, 1, OFF(const uint32_t, in_counts), N, SYMBOLS, vote)); \
        REFUSES(DPM_ERR_MISALIGNED, function(in_seed, 1, in_counts, N, SYMBOLS, OFF(uint32_t, vote))); \
        REFUSES(DPM_ERR_OVERLAP, function(in_seed, 1, vote, N, SYMBOLS, vote));                        \
        REFUSES(DPM_ERR_OVERLAP, function((const uint8_t *)vote - 12, 1, in_counts, N, SYMBOLS, vote)); \
        ACCEPTS(function(in_seed + 0, 1, in_counts, N, SYMBOLS, vote));                                \
    } while (0)

typedef dpm_status vote_function(const uint8_t *, uint64_t, const uint32_t *, size_t, size_t, uint32_t *);

/* Nearly equal laws agree in nearly every symbol, far ones seldom; no symbol without weight; the marginal law. */
static void behaves(vote_function *function) {
    static const uint32_t one[N] = {100, 200, 300, 400}, other[N] = {101, 199, 300, 400}, far_off[N] = {0, 0, 1000, 3};
    static uint32_t first[SYMBOLS], second[SYMBOLS], third[SYMBOLS];
    uint64_t round;
    size_t i, near_by = 0, apart = 0, last = 0, of = 0;
    for (round = 0; round < 300; round++) {
        ACCEPTS(function(in_seed, round, one, N, SYMBOLS, first));
        ACCEPTS(function(in_seed, round, one, N, SYMBOLS, vote));
        CHECK(memcmp(first, vote, sizeof first) == 0); /* no state */
        ACCEPTS(function(in_seed, round, other, N, SYMBOLS, second));
        ACCEPTS(function(in_seed, round, far_off, N, SYMBOLS, third));
        for (i = 0; i < SYMBOLS; i++) {
            near_by += first[i] == second[i], apart += first[i] != third[i], last += first[i] == 3, of++;
            CHECK(first[i] < N && (third[i] == 2 || third[i] == 3));
        }
    }
    CHECK(near_by * 100 > of * 97); /* t = 0.001: all but one in 500 */
    CHECK(apart * 10 > of * 5);     /* t = 0.697: P(differ) >= t */
    CHECK(last * 100 > of * 33 && last * 100 < of * 47); /* 0.4, 6 standard deviations */
}

static void votes_of_devices(void) {
    static const uint32_t nothing[N] = {0, 0, 0, 0};
    static const uint32_t longest[2] = {UINT32_MAX, UINT32_MAX};
    uint32_t *long_vote;
    vote = (uint32_t *)output((SYMBOLS + 3) * sizeof *vote) + 3;
    behaves(dpm_learner_vote);
    behaves(dpm_learner_vote_poisson);
    VOTES_REFUSED(dpm_learner_vote);
    VOTES_REFUSED(dpm_learner_vote_poisson);
    VOTES_REFUSED(dpm_learner_vote_poisson_joint);
    behaves(dpm_learner_vote_poisson_joint);
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_vote_poisson_joint(in_seed, 1, in_counts, N, 13, vote)); /* 4^13 > 2^24 */
    {
        static const uint32_t heavy[2] = {UINT32_MAX, 1}, below_it[2] = {UINT32_MAX, 0}; /* sums 2^32 and next below */
        REFUSES(DPM_ERR_SEQUENCE, dpm_learner_vote_poisson_joint(in_seed, 1, heavy, 2, 4, vote)); /* 2^128 */
        REFUSES(DPM_ERR_SEQUENCE, dpm_learner_vote_poisson_joint(in_seed, 1, below_it, 2, 4, vote));
        ACCEPTS(dpm_learner_vote_poisson_joint(in_seed, 1, heavy, 2, 3, vote)); /* 2^96 */
    }
    long_vote = (uint32_t *)fenced(65536 * sizeof *long_vote);
    ACCEPTS(dpm_learner_vote(in_seed, UINT64_MAX, longest, 2, 65536, long_vote));
    ACCEPTS(dpm_learner_vote_poisson(in_seed, UINT64_MAX, longest, 2, 65536, long_vote));
}

static void couplings(void) {
    uint32_t laws[BLOCKS * N], one_law[BLOCKS * N];
    const uint32_t *in_laws;
    uint32_t *space;
    size_t i, code;
    coupled = (uint32_t *)output(BLOCKS * SYMBOLS * sizeof *coupled);
    space = (uint32_t *)fenced((BLOCKS + SYMBOLS) * sizeof *space);
    for (i = 0; i < BLOCKS * N; i++) laws[i] = i % N == 3 ? 70 - (uint32_t)(i / N) : 10 + (i % N == 0) * (uint32_t)(i / N), one_law[i] = (uint32_t)(i % N);
    in_laws = (const uint32_t *)input(laws, sizeof laws); /* each of the sum 100 */
    CHECK(dpm_learner_couple_work_len(BLOCKS) == BLOCKS && dpm_learner_couple_mixture_joint_work_len(BLOCKS, SYMBOLS) == BLOCKS + SYMBOLS);
    for (code = DPM_COUPLING_RACE; code <= DPM_COUPLING_MIXTURE + 1; code++) {
        size_t agree = 0, k;
        for (k = 0; k < 100; k++) {
            if (code <= DPM_COUPLING_MIXTURE) ACCEPTS(dpm_learner_couple(rng, (int)code, one_law, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled));
            else ACCEPTS(dpm_learner_couple_mixture_joint(rng, one_law, BLOCKS, N, SYMBOLS, space, BLOCKS + SYMBOLS, coupled));
            for (i = 0; i < BLOCKS * SYMBOLS; i++) CHECK(coupled[i] == coupled[i % SYMBOLS] && coupled[i] > 0 && coupled[i] < N); /* equal laws, equal votes */
            if (code <= DPM_COUPLING_MIXTURE) ACCEPTS(dpm_learner_couple(rng, (int)code, in_laws, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled));
            else ACCEPTS(dpm_learner_couple_mixture_joint(rng, in_laws, BLOCKS, N, SYMBOLS, space, BLOCKS + SYMBOLS, coupled));
            for (i = 0; i < BLOCKS * SYMBOLS; i++) agree += coupled[i] == coupled[i % SYMBOLS];
        }
        CHECK(agree > 100 * BLOCKS * SYMBOLS * 85 / 100 && agree < 100 * BLOCKS * SYMBOLS);
    }
    laws[0]++; /* another sum than the others: the race does not care, the mixtures refuse, with a seed drawn */
    ACCEPTS(dpm_learner_couple(rng, DPM_COUPLING_RACE, laws, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled));
    CHECK(dpm_learner_couple(rng, DPM_COUPLING_MIXTURE, laws, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled) == DPM_ERR_LAWS);
    CHECK(dpm_learner_couple_mixture_joint(rng, laws, BLOCKS, N, SYMBOLS, space, BLOCKS + SYMBOLS, coupled) == DPM_ERR_LAWS);
#define COUPLE(r, code, l, k, n, len, w, w_len, v) dpm_learner_couple(r, code, l, k, n, len, w, w_len, v)
#define JOINT(r, code, l, k, n, len, w, w_len, v) dpm_learner_couple_mixture_joint(r, l, k, n, len, w, w_len, v)
#define COUPLINGS_REFUSED(call, code, needed)                                                                          \
    do {                                                                                                               \
        REFUSES(DPM_ERR_ALPHABET, call(rng, code, in_laws, BLOCKS, 1, SYMBOLS, space, needed, coupled));               \
        REFUSES(DPM_ERR_ALPHABET, call(rng, code, in_laws, BLOCKS, SIZE_MAX, SYMBOLS, space, needed, coupled));        \
        REFUSES(DPM_ERR_VOTES, call(rng, code, in_laws, 0, N, SYMBOLS, space, needed, coupled));                       \
        REFUSES(DPM_ERR_VOTES, call(rng, code, in_laws, SIZE_MAX, N, SYMBOLS, space, needed, coupled));                \
        REFUSES(DPM_ERR_SEQUENCE, call(rng, code, in_laws, BLOCKS, N, 0, space, needed, coupled));                     \
        REFUSES(DPM_ERR_SEQUENCE, call(rng, code, in_laws, BLOCKS, N, SIZE_MAX, space, needed, coupled));              \
        REFUSES(DPM_ERR_WORK_LEN, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, space, (needed) - 1, coupled));         \
        REFUSES(DPM_ERR_WORK_LEN, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, space, 0, coupled));                    \
        REFUSES(DPM_ERR_NULL, call(rng, code, NULL, BLOCKS, N, SYMBOLS, space, needed, coupled));                      \
        REFUSES(DPM_ERR_NULL, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, NULL, needed, coupled));                    \
        REFUSES(DPM_ERR_NULL, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, space, needed, NULL));                      \
        REFUSES(DPM_ERR_SIZE, call(TOP(dpm_rng), code, in_laws, BLOCKS, N, SYMBOLS, space, needed, coupled));          \
        REFUSES(DPM_ERR_SIZE, call(rng, code, TOP(const uint32_t), BLOCKS, N, SYMBOLS, space, needed, coupled));       \
        REFUSES(DPM_ERR_SIZE, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, TOP(uint32_t), needed, coupled));           \
        REFUSES(DPM_ERR_SIZE, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, space, needed, TOP(uint32_t)));             \
        REFUSES(DPM_ERR_MISALIGNED, call(rng, code, OFF(const uint32_t, in_laws), BLOCKS, N, SYMBOLS, space, needed, coupled)); \
        REFUSES(DPM_ERR_MISALIGNED, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, OFF(uint32_t, space), needed, coupled)); \
        REFUSES(DPM_ERR_MISALIGNED, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, space, needed, OFF(uint32_t, coupled))); \
        REFUSES(DPM_ERR_OVERLAP, call(rng, code, coupled, BLOCKS, N, SYMBOLS, space, needed, coupled));                \
        REFUSES(DPM_ERR_OVERLAP, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, coupled, needed, coupled));              \
        REFUSES(DPM_ERR_OVERLAP, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, (uint32_t *)(uintptr_t)in_laws, needed, coupled)); \
        REFUSES(DPM_ERR_OVERLAP, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, (uint32_t *)(void *)rng, needed, coupled)); \
        REFUSES(DPM_ERR_OVERLAP, call(rng, code, in_laws, BLOCKS, N, SYMBOLS, space, needed, (uint32_t *)(void *)rng)); \
    } while (0)
    COUPLINGS_REFUSED(COUPLE, DPM_COUPLING_RACE, BLOCKS);
    COUPLINGS_REFUSED(JOINT, DPM_COUPLING_MIXTURE, BLOCKS + SYMBOLS);
#define COUPLE_R(object) dpm_learner_couple(object, DPM_COUPLING_POISSON, in_laws, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled)
#define JOINT_R(object) dpm_learner_couple_mixture_joint(object, in_laws, BLOCKS, N, SYMBOLS, space, BLOCKS + SYMBOLS, coupled)
    OBJECT(dpm_rng, rng, COUPLE_R);
    OBJECT(dpm_rng, rng, JOINT_R);
    REFUSES(DPM_ERR_COUPLING, dpm_learner_couple(rng, 3, in_laws, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled));
    REFUSES(DPM_ERR_COUPLING, dpm_learner_couple(rng, -1, in_laws, BLOCKS, N, SYMBOLS, space, BLOCKS, coupled));
    { /* 4 * 2^25 needs 27 bits, its fifth power more than 128 */
        static const uint32_t heavy[2 * N] = {1u << 25, 1u << 25, 1u << 25, 1u << 25, 1u << 25, 1u << 25, 1u << 25, 1u << 25};
        static const uint32_t full[2 * N] = {1u << 30, 1u << 30, 1u << 30, (1u << 30) - 1, 1u << 30, 1u << 30, 1u << 30, (1u << 30) - 1};
        ACCEPTS(dpm_learner_couple_mixture_joint(rng, full, 2, N, 4, space, BLOCKS + SYMBOLS, coupled)); /* sum^4 is next below 2^128, whatever k */
        CHECK(dpm_learner_couple_mixture_joint(rng, heavy, 2, N, 5, space, BLOCKS + SYMBOLS, coupled) == DPM_ERR_SEQUENCE);
    }
}

#endif

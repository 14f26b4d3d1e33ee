/* From records, histograms and laws to private sequences and estimates. */
#ifndef API_LEARNER_SAMPLER_H
#define API_LEARNER_SAMPLER_H

#include "learner_base.h"
#include "learner_mode.h"

#define CROWD 90 /* blocks */
#define RUNS 3
#define MOST 8192 /* words of scratch: enough for all of them */

static const uint32_t *in_records;
static uint32_t *space;

/* Every argument but the sizes: call(mode, rng, learner, coupling, input, scratch, its length, answer, number). */
#define RELEASES_BY_LEARNER(call, kept_from, needed, out, found)                                                       \
    do {                                                                                                     \
        dpm_learner class_ = {DPM_LEARNER_CLASS, 0, 0, HYPOTHESES, N, NULL};                                 \
        size_t k_;                                                                                           \
        dpm_status status_;                                                                                  \
        class_.laws = in_class;                                                                              \
        for (k_ = 0; k_ < 5; k_++) {                                                                         \
            status_ = call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, found);  \
            CHECK(status_ == DPM_OK || status_ == DPM_ERR_NOT_STABLE);                                       \
            ACCEPTS(call(stable, rng, &class_, DPM_COUPLING_POISSON, in_records, space, needed, out, found)); \
        }                                                                                                    \
        REFUSES(DPM_ERR_COUPLING, call(stable, rng, &class_, 3, in_records, space, needed, out, found));     \
        REFUSES(DPM_ERR_COUPLING, call(stable, rng, &class_, -1, in_records, space, needed, out, found));    \
        REFUSES(DPM_ERR_NULL, call(stable, rng, &class_, DPM_COUPLING_RACE, NULL, space, needed, out, found)); \
        REFUSES(DPM_ERR_NULL, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, NULL, needed, out, found)); \
        REFUSES(DPM_ERR_NULL, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, NULL, found)); \
        REFUSES(DPM_ERR_NULL, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, NULL)); \
        REFUSES(DPM_ERR_MISALIGNED, call(stable, rng, &class_, DPM_COUPLING_RACE, OFF(const uint32_t, in_records), space, needed, out, found)); \
        REFUSES(DPM_ERR_MISALIGNED, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, OFF(uint32_t, space), needed, out, found)); \
        REFUSES(DPM_ERR_MISALIGNED, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, OFF(uint32_t, out), found)); \
        REFUSES(DPM_ERR_MISALIGNED, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, OFF(uint32_t, found))); \
        REFUSES(DPM_ERR_SIZE, call(TOP(const dpm_stable_mode), rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, found)); \
        REFUSES(DPM_ERR_SIZE, call(stable, TOP(dpm_rng), &class_, DPM_COUPLING_RACE, in_records, space, needed, out, found)); \
        REFUSES(DPM_ERR_SIZE, call(stable, rng, &class_, DPM_COUPLING_RACE, TOP(const uint32_t), space, needed, out, found)); \
        REFUSES(DPM_ERR_SIZE, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, TOP(uint32_t), needed, out, found)); \
        REFUSES(DPM_ERR_SIZE, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, TOP(uint32_t), found)); \
        REFUSES(DPM_ERR_WORK_LEN, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, (needed) - 1, out, found)); \
        REFUSES(DPM_ERR_WORK_LEN, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, 0, out, found)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, out, space, needed, out, found)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, space + 4, found)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, out)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, (uint32_t *)(void *)rng)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, (uint32_t *)(void *)stable, found)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, space, needed, (uint32_t *)(uintptr_t)kept_from, found)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, rng, &class_, DPM_COUPLING_RACE, in_records, (uint32_t *)(uintptr_t)in_records, needed, out, found)); \
        REFUSES(DPM_ERR_OVERLAP, call(stable, (dpm_rng *)(void *)stable, &class_, DPM_COUPLING_RACE, in_records, space, needed, out, found)); \
    } while (0)

#define SAMPLER(m, r, l, c, in, w, len, out, d) dpm_learner_sampler(m, r, l, c, in, CROWD, 20, LENGTH, w, len, out, d)
#define BLOCKS_OF(m, r, l, c, in, w, len, out, d) dpm_learner_sampler_blocks(m, r, l, c, in, CROWD, LENGTH, w, len, out, d)
#define BLACK_BOX(m, r, l, c, in, w, len, out, d) dpm_learner_black_box(m, r, l, c, in, CROWD, 20, LENGTH, w, len, out, d)
#define BOOSTED(m, r, l, c, in, w, len, out, d) dpm_learner_boosted(m, r, l, c, in, CROWD, 6, LENGTH, RUNS, 0.3, w, len, out, d)
#define AGNOSTIC_OF(m, r, l, c, in, w, len, out, d) dpm_learner_agnostic(m, r, l, c, in, CROWD, 6, RUNS, w, len, out, d)

/* The sizes that every release by a learner refuses: call(coupling, blocks, block, length, runs). */
#define SIZES_REFUSED(call)                                      \
    REFUSES(DPM_ERR_VOTES, call(0, 0, 20, LENGTH, RUNS));        \
    REFUSES(DPM_ERR_VOTES, call(0, ((size_t)1 << 24) + 1, 20, LENGTH, RUNS)); \
    REFUSES(DPM_ERR_VOTES, call(0, SIZE_MAX, 20, LENGTH, RUNS)); \
    REFUSES(DPM_ERR_TOO_FEW_VOTES, call(0, 40, 6, LENGTH, RUNS))
#define BLOCK_SIZES_REFUSED(call)                                \
    REFUSES(DPM_ERR_LENGTH, call(0, CROWD, 0, LENGTH, RUNS));    \
    REFUSES(DPM_ERR_LENGTH, call(0, CROWD, SIZE_MAX, LENGTH, RUNS)); \
    REFUSES(DPM_ERR_LENGTH, call(0, CROWD, 1u << 31, LENGTH, RUNS))
#define LENGTHS_REFUSED(call)                                    \
    REFUSES(DPM_ERR_SEQUENCE, call(0, CROWD, 6, 0, RUNS));       \
    REFUSES(DPM_ERR_SEQUENCE, call(0, CROWD, 6, 65537, RUNS));   \
    REFUSES(DPM_ERR_SEQUENCE, call(0, CROWD, 6, SIZE_MAX, RUNS))
#define RUNS_REFUSED(call)                                       \
    REFUSES(DPM_ERR_VOTES, call(0, CROWD, 6, LENGTH, 0));        \
    REFUSES(DPM_ERR_VOTES, call(0, CROWD, 6, LENGTH, SIZE_MAX))
#define SIZED_SAMPLER(c, k, b, l, t) dpm_learner_sampler(stable, rng, &learner, c, in_records, k, b, l, space, MOST, sequence, noisy_distance)
#define SIZED_BLOCKS(c, k, b, l, t) dpm_learner_sampler_blocks(stable, rng, &learner, c, in_records, k, l, space, MOST, sequence, noisy_distance)
#define SIZED_BLACK_BOX(c, k, b, l, t) dpm_learner_black_box(stable, rng, &learner, c, in_records, k, b, l, space, MOST, weights, noisy_distance)
#define SIZED_BOOSTED(c, k, b, l, t) dpm_learner_boosted(stable, rng, &learner, c, in_records, k, b, l, t, 0.3, space, MOST, weights, noisy_distance)
#define SIZED_AGNOSTIC(c, k, b, l, t) dpm_learner_agnostic(stable, rng, &learner, c, in_records, k, b, t, space, MOST, weights, noisy_distance)

static void private_samples(void) {
    uint32_t records[CROWD * 20], histograms[CROWD * N], wrong[CROWD * 20];
    dpm_learner learner = {DPM_LEARNER_CLASS, 0, 0, HYPOTHESES, N, NULL};
    const uint32_t *kept;
    double bad;
    size_t i, needed;
    dpm_status status;
    learner.laws = in_class;
    space = (uint32_t *)fenced(MOST * sizeof *space);
    ACCEPTS(dpm_stable_mode_init(stable, 1.0, 1e-9));
    for (i = 0; i < CROWD * 20; i++) records[i] = i % 10 == 7 ? 0 : i % 10 == 8 ? 2 : 1; /* the law 1, 8, 1, 0 */
    memcpy(wrong, records, sizeof wrong);
    wrong[CROWD * 20 - 1] = N;
    in_records = (const uint32_t *)input(records, sizeof records);

    needed = dpm_learner_sampler_work_len(N, DPM_COUPLING_RACE, CROWD, 20, LENGTH);
    CHECK(needed > CROWD * 20 && needed < MOST);
    ACCEPTS(SAMPLER(stable, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance));
    for (i = 0; i < LENGTH; i++) CHECK(sequence[i] < 3);
    CHECK(*noisy_distance > 20 && *noisy_distance <= 45 + 20);
    ACCEPTS(SAMPLER(stable, rng, &learner, DPM_COUPLING_MIXTURE, in_records, space, MOST, sequence, noisy_distance));
    RELEASES_BY_LEARNER(SAMPLER, in_class, needed, sequence, noisy_distance);
    SIZES_REFUSED(SIZED_SAMPLER);
    BLOCK_SIZES_REFUSED(SIZED_SAMPLER);
    LENGTHS_REFUSED(SIZED_SAMPLER);
    REFUSES(DPM_ERR_SYMBOL, SAMPLER(stable, rng, &learner, DPM_COUPLING_RACE, wrong, space, needed, sequence, noisy_distance));
#define SAMPLER_M(object) SAMPLER(object, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance)
#define SAMPLER_R(object) SAMPLER(stable, object, &learner, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance)
#define ANY_ANSWER(call) ((status = (call)) == DPM_ERR_NOT_STABLE ? DPM_OK : status)
#define SAMPLER_L(object) ANY_ANSWER(SAMPLER(stable, rng, object, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance))
    OBJECT(dpm_stable_mode, stable, SAMPLER_M);
    OBJECT(dpm_rng, rng, SAMPLER_R);
    LEARNERS(SAMPLER_L);
    { /* smoothed laws of heavy weights have no common sum */
        dpm_learner heavy = {DPM_LEARNER_ADD_CONSTANT, 1u << 31, 1u << 31, 0, N, NULL};
        REFUSES(DPM_ERR_LAWS, SAMPLER(stable, rng, &heavy, DPM_COUPLING_MIXTURE, in_records, space, MOST, sequence, noisy_distance));
    }

    kept = in_records;
    for (i = 0; i < CROWD * N; i++) histograms[i] = i % N == 1 ? 8 : i % N == 3 ? 0 : 1;
    in_records = (const uint32_t *)input(histograms, sizeof histograms);
    needed = dpm_learner_sampler_blocks_work_len(N, DPM_COUPLING_RACE, CROWD, LENGTH);
    for (i = 0; i < 10; i++) {
        ACCEPTS(BLOCKS_OF(stable, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance));
        CHECK(*noisy_distance >= 45 - 20 && *noisy_distance <= 45 + 20); /* unanimous */
    }
    RELEASES_BY_LEARNER(BLOCKS_OF, in_class, needed, sequence, noisy_distance);
    SIZES_REFUSED(SIZED_BLOCKS);
    LENGTHS_REFUSED(SIZED_BLOCKS);
    REFUSES(DPM_ERR_LAWS, BLOCKS_OF(stable, rng, &learner, DPM_COUPLING_MIXTURE, in_records, space, MOST, sequence, noisy_distance));
#define BLOCKS_M(object) BLOCKS_OF(object, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance)
#define BLOCKS_R(object) BLOCKS_OF(stable, object, &learner, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance)
#define BLOCKS_L(object) ANY_ANSWER(BLOCKS_OF(stable, rng, object, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance))
    OBJECT(dpm_stable_mode, stable, BLOCKS_M);
    OBJECT(dpm_rng, rng, BLOCKS_R);
    LEARNERS(BLOCKS_L);

    needed = dpm_learner_aggregate_work_len(CROWD, N, LENGTH);
#define AGGREGATE(m, r, l, c, in, w, len, out, d) dpm_learner_aggregate(m, r, c, in, CROWD, N, LENGTH, w, len, out, d)
#define AGGREGATE_M(object) AGGREGATE(object, rng, 0, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance)
#define AGGREGATE_R(object) AGGREGATE(stable, object, 0, DPM_COUPLING_RACE, in_records, space, needed, sequence, noisy_distance)
#define AGGREGATE_NO_LEARNER(m, r, l, c, in, w, len, out, d) ((void)(l), AGGREGATE(m, r, l, c, in, w, len, out, d))
    ACCEPTS(AGGREGATE_M(stable));
    ACCEPTS(AGGREGATE(stable, rng, 0, DPM_COUPLING_MIXTURE, in_records, space, needed, sequence, noisy_distance));
    RELEASES_BY_LEARNER(AGGREGATE_NO_LEARNER, in_records, needed, sequence, noisy_distance);
    OBJECT(dpm_stable_mode, stable, AGGREGATE_M);
    OBJECT(dpm_rng, rng, AGGREGATE_R);
    REFUSES(DPM_ERR_TOO_FEW_VOTES, dpm_learner_aggregate(stable, rng, 0, in_records, 40, N, LENGTH, space, MOST, sequence, noisy_distance));
    REFUSES(DPM_ERR_VOTES, dpm_learner_aggregate(stable, rng, 0, in_records, 0, N, LENGTH, space, MOST, sequence, noisy_distance));
    REFUSES(DPM_ERR_VOTES, dpm_learner_aggregate(stable, rng, 0, in_records, SIZE_MAX, N, LENGTH, space, MOST, sequence, noisy_distance));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_aggregate(stable, rng, 0, in_records, CROWD, 1, LENGTH, space, MOST, sequence, noisy_distance));
    REFUSES(DPM_ERR_ALPHABET, dpm_learner_aggregate(stable, rng, 0, in_records, CROWD, SIZE_MAX, LENGTH, space, MOST, sequence, noisy_distance));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_aggregate(stable, rng, 0, in_records, CROWD, N, 0, space, MOST, sequence, noisy_distance));
    REFUSES(DPM_ERR_SEQUENCE, dpm_learner_aggregate(stable, rng, 0, in_records, CROWD, N, SIZE_MAX, space, MOST, sequence, noisy_distance));
    CHECK(dpm_learner_aggregate_work_len(0, N, LENGTH) == SIZE_MAX && dpm_learner_sampler_work_len(N, 3, CROWD, 20, LENGTH) == SIZE_MAX);
    CHECK(dpm_learner_sampler_work_len(1, 0, CROWD, 20, LENGTH) == SIZE_MAX && dpm_learner_sampler_blocks_work_len(N, 0, CROWD, 0) == SIZE_MAX);

    in_records = kept;
    needed = dpm_learner_black_box_work_len(N, DPM_COUPLING_RACE, CROWD, 20, LENGTH);
    RELEASES_BY_LEARNER(BLACK_BOX, in_class, needed, weights, noisy_distance);
    SIZES_REFUSED(SIZED_BLACK_BOX);
    BLOCK_SIZES_REFUSED(SIZED_BLACK_BOX);
    LENGTHS_REFUSED(SIZED_BLACK_BOX);
#define BLACK_BOX_M(object) BLACK_BOX(object, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance)
#define BLACK_BOX_R(object) BLACK_BOX(stable, object, &learner, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance)
#define BLACK_BOX_L(object) ANY_ANSWER(BLACK_BOX(stable, rng, object, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance))
    OBJECT(dpm_stable_mode, stable, BLACK_BOX_M);
    OBJECT(dpm_rng, rng, BLACK_BOX_R);
    LEARNERS(BLACK_BOX_L);

    needed = dpm_learner_boosted_work_len(N, DPM_COUPLING_RACE, CROWD, 6, LENGTH, RUNS);
    CHECK(needed < MOST);
    RELEASES_BY_LEARNER(BOOSTED, in_class, needed, weights, noisy_distance);
    SIZES_REFUSED(SIZED_BOOSTED);
    BLOCK_SIZES_REFUSED(SIZED_BOOSTED);
    LENGTHS_REFUSED(SIZED_BOOSTED);
    RUNS_REFUSED(SIZED_BOOSTED);
    for (EACH_BAD(bad)) REFUSES(DPM_ERR_DOMAIN, dpm_learner_boosted(stable, rng, &learner, 0, in_records, CROWD, 6, LENGTH, RUNS, bad, space, MOST, weights, noisy_distance));
    REFUSES(DPM_ERR_DOMAIN, dpm_learner_boosted(stable, rng, &learner, 0, in_records, CROWD, 6, LENGTH, RUNS, 1.0, space, MOST, weights, noisy_distance));
#define BOOSTED_M(object) BOOSTED(object, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance)
#define BOOSTED_R(object) BOOSTED(stable, object, &learner, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance)
#define BOOSTED_L(object) ANY_ANSWER(BOOSTED(stable, rng, object, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance))
    OBJECT(dpm_stable_mode, stable, BOOSTED_M);
    OBJECT(dpm_rng, rng, BOOSTED_R);
    LEARNERS(BOOSTED_L);

    needed = dpm_learner_agnostic_work_len(N, DPM_COUPLING_RACE, CROWD, 6, RUNS);
    CHECK(needed < MOST);
    RELEASES_BY_LEARNER(AGNOSTIC_OF, in_class, needed, weights, noisy_distance);
    CHECK(*noisy_distance <= RUNS);
    SIZES_REFUSED(SIZED_AGNOSTIC);
    BLOCK_SIZES_REFUSED(SIZED_AGNOSTIC);
    RUNS_REFUSED(SIZED_AGNOSTIC);
#define AGNOSTIC_M(object) AGNOSTIC_OF(object, rng, &learner, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance)
#define AGNOSTIC_R(object) AGNOSTIC_OF(stable, object, &learner, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance)
#define AGNOSTIC_L(object) ANY_ANSWER(AGNOSTIC_OF(stable, rng, object, DPM_COUPLING_RACE, in_records, space, needed, weights, noisy_distance))
    OBJECT(dpm_stable_mode, stable, AGNOSTIC_M);
    OBJECT(dpm_rng, rng, AGNOSTIC_R);
    LEARNERS(AGNOSTIC_L);
}

#endif

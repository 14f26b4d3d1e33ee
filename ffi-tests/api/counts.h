/* Counting transitions. */
#ifndef API_COUNTS_H
#define API_COUNTS_H

#include "shared.h"

static void counting(void) {
    static const size_t visits[5] = {0, 1, 1, 3, 0}, wrong[3] = {0, 1, N}, loop[4] = {1, 1, 1, 1};
    const size_t *session = (const size_t *)input(visits, sizeof visits);
    size_t n;

    memset(counts, 0, N * N * sizeof *counts);
    ACCEPTS(dpm_counts_record(counts, N, 1, 2, 5));
    ACCEPTS(dpm_counts_record(counts, N, 1, 2, 1));
    CHECK(counts[1 * N + 2] == 6);
    ACCEPTS(dpm_counts_record(counts, N, 1, 2, UINT32_MAX - 6));
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_record(counts, N, 1, 2, 1));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record(counts, N, N, 2, 1));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record(counts, N, 1, N, 1));
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record(counts, N, SIZE_MAX, 0, 1));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_record(counts, n, 0, 1, 1));
    REFUSES(DPM_ERR_NULL, dpm_counts_record(NULL, N, 0, 1, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_record(OFF(uint32_t, counts), N, 0, 1, 1));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record(TOP(uint32_t), N, 0, 1, 1));

    memset(counts, 0, N * N * sizeof *counts);
    ACCEPTS(dpm_counts_record_session(counts, N, session, 5));
    CHECK(counts[0 * N + 1] == 1 && counts[1 * N + 1] == 1 && counts[1 * N + 3] == 1 && counts[3 * N + 0] == 1);
    ACCEPTS(dpm_counts_record_session(counts, N, session, 1));
    ACCEPTS(dpm_counts_record_session(counts, N, session, 0));
    CHECK(counts[0 * N + 1] == 1);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_record_session(counts, N, wrong, 3));
    counts[1 * N + 1] = UINT32_MAX - 1;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_record_session(counts, N, loop, 4)); /* all or nothing */
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_record_session(counts, n, session, 5));
    REFUSES(DPM_ERR_NULL, dpm_counts_record_session(NULL, N, session, 5));
    REFUSES(DPM_ERR_NULL, dpm_counts_record_session(counts, N, NULL, 5));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_record_session(OFF(uint32_t, counts), N, session, 5));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_record_session(counts, N, OFF(const size_t, session), 5));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(counts, N, session, SIZE_MAX / 4));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(counts, N, session, SIZE_MAX / 2));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(counts, N, session, SIZE_MAX));
    REFUSES(DPM_ERR_SIZE, dpm_counts_record_session(TOP(uint32_t), N, session, 5));
    REFUSES(DPM_ERR_OVERLAP, dpm_counts_record_session(counts, N, (size_t *)(void *)(counts + 4), 5));

    memset(counts, 0, N * N * sizeof *counts);
    *current = DPM_NO_STATE;
    ACCEPTS(dpm_counts_visit(counts, N, current, 2));
    CHECK(*current == 2 && counts[2 * N + 2] == 0);
    ACCEPTS(dpm_counts_visit(counts, N, current, 3));
    CHECK(*current == 3 && counts[2 * N + 3] == 1);
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_visit(counts, N, current, N));
    counts[3 * N + 3] = UINT32_MAX;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_visit(counts, N, current, 3));
    REFUSES(DPM_ERR_NULL, dpm_counts_visit(NULL, N, current, 1));
    REFUSES(DPM_ERR_NULL, dpm_counts_visit(counts, N, NULL, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_visit(OFF(uint32_t, counts), N, current, 1));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_visit(counts, N, OFF(size_t, current), 1));
    REFUSES(DPM_ERR_SIZE, dpm_counts_visit(TOP(uint32_t), N, current, 1));
    REFUSES(DPM_ERR_OVERLAP, dpm_counts_visit(counts, N, (size_t *)(void *)(counts + 4), 1));
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_visit(counts, n, current, 1));
    *current = N;
    REFUSES(DPM_ERR_STATE_INDEX, dpm_counts_visit(counts, N, current, 1));

    *current = 0;
    ACCEPTS(dpm_counts_clear(counts, N));
    for (n = 0; n < N * N; n++) CHECK(counts[n] == 0);
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_clear(counts, n));
    REFUSES(DPM_ERR_NULL, dpm_counts_clear(NULL, N));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_clear(OFF(uint32_t, counts), N));
    REFUSES(DPM_ERR_SIZE, dpm_counts_clear(TOP(uint32_t), N));
    ACCEPTS(dpm_counts_merge(counts, in_counts, N));
    ACCEPTS(dpm_counts_merge(counts, in_counts, N));
    CHECK(counts[0] == 180 && counts[N * N - 1] == 186);
    counts[N * N - 1] = UINT32_MAX;
    REFUSES(DPM_ERR_COUNT_OVERFLOW, dpm_counts_merge(counts, in_counts, N)); /* all or nothing */
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_counts_merge(counts, in_counts, n));
    REFUSES(DPM_ERR_NULL, dpm_counts_merge(NULL, in_counts, N));
    REFUSES(DPM_ERR_NULL, dpm_counts_merge(counts, NULL, N));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_merge(OFF(uint32_t, counts), in_counts, N));
    REFUSES(DPM_ERR_MISALIGNED, dpm_counts_merge(counts, OFF(const uint32_t, in_counts), N));
    REFUSES(DPM_ERR_SIZE, dpm_counts_merge(TOP(uint32_t), in_counts, N));
    REFUSES(DPM_ERR_SIZE, dpm_counts_merge(counts, TOP(const uint32_t), N));
    REFUSES(DPM_ERR_OVERLAP, dpm_counts_merge(counts, counts, N));
}

#endif

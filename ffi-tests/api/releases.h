/* What the releases of integers share: every way in which their objects, arrays and scratch can be wrong. */
#ifndef API_RELEASES_H
#define API_RELEASES_H

#include "shared.h"

/* One place for one number of at least 8 bytes, and one for a smaller one. */
#define PLACE(type, place, call_with)                                \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(type)));                     \
    SMALL_PLACE(type, place, call_with)
#define SMALL_PLACE(type, place, call_with)                          \
    REFUSES(DPM_ERR_NULL, call_with(NULL));                          \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(type, place)))

/* call(object, generator, counts, n, scratch, scratch's length, output) */
#define RELEASES(call, type, object, scratch_type, scratch, len, out_type, out)                                    \
    do {                                                                                                           \
        type stale_;                                                                                               \
        dpm_rng stale_rng_;                                                                                        \
        size_t k_, n_;                                                                                             \
        memcpy(&stale_, object, sizeof stale_);                                                                    \
        memcpy(&stale_rng_, rng, sizeof stale_rng_);                                                               \
        ACCEPTS(call(object, rng, in_counts, N, scratch, len, out));                                               \
        REFUSES(DPM_ERR_NULL, call(NULL, rng, in_counts, N, scratch, len, out));                                   \
        REFUSES(DPM_ERR_NULL, call(object, NULL, in_counts, N, scratch, len, out));                                \
        REFUSES(DPM_ERR_NULL, call(object, rng, NULL, N, scratch, len, out));                                      \
        REFUSES(DPM_ERR_NULL, call(object, rng, in_counts, N, scratch, len, NULL));                                \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(type, object), rng, in_counts, N, scratch, len, out));                \
        REFUSES(DPM_ERR_MISALIGNED, call(object, OFF(dpm_rng, rng), in_counts, N, scratch, len, out));             \
        REFUSES(DPM_ERR_MISALIGNED, call(object, rng, OFF(const uint32_t, in_counts), N, scratch, len, out));      \
        REFUSES(DPM_ERR_MISALIGNED, call(object, rng, in_counts, N, scratch, len, OFF(out_type, out)));            \
        REFUSES(DPM_ERR_SIZE, call(TOP(type), rng, in_counts, N, scratch, len, out));                              \
        REFUSES(DPM_ERR_SIZE, call(object, TOP(dpm_rng), in_counts, N, scratch, len, out));                        \
        REFUSES(DPM_ERR_SIZE, call(object, rng, TOP(const uint32_t), N, scratch, len, out));                       \
        REFUSES(DPM_ERR_SIZE, call(object, rng, in_counts, N, scratch, len, TOP(out_type)));                       \
        REFUSES(DPM_ERR_OVERLAP, call(object, rng, (const uint32_t *)(void *)(out), N, scratch, len, out));        \
        REFUSES(DPM_ERR_OVERLAP, call(object, rng, (const uint32_t *)(void *)rng, N, scratch, len, out));          \
        REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_counts, N, scratch, len, (out_type *)(void *)rng));          \
        REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_counts, N, scratch, len, (out_type *)(void *)(object)));     \
        REFUSES(DPM_ERR_OVERLAP, call(object, (dpm_rng *)(void *)(object), in_counts, N, scratch, len, out));      \
        REFUSES(DPM_ERR_OBJECT, call(&stale_, rng, in_counts, N, scratch, len, out));                              \
        REFUSES(DPM_ERR_OBJECT, call(object, &stale_rng_, in_counts, N, scratch, len, out));                       \
        for (k_ = 0; k_ < sizeof stale_.opaque / sizeof *stale_.opaque; k_++) {                                    \
            (object)->opaque[k_] ^= (uint64_t)1 << (7 * k_ % 64);                                                  \
            REFUSES(DPM_ERR_OBJECT, call(object, rng, in_counts, N, scratch, len, out));                           \
            (object)->opaque[k_] ^= (uint64_t)1 << (7 * k_ % 64);                                                  \
        }                                                                                                          \
        for (k_ = 0; k_ < sizeof bad_states / sizeof *bad_states; k_++) {                                          \
            n_ = bad_states[k_];                                                                                   \
            REFUSES(DPM_ERR_STATES, call(object, rng, in_counts, n_, scratch, len, out));                          \
        }                                                                                                          \
    } while (0)

/* The same calls, where there is scratch. */
#define SCRATCH(call, object, scratch_type, scratch, len, out)                                                     \
    REFUSES(DPM_ERR_NULL, call(object, rng, in_counts, N, NULL, len, out));                                        \
    REFUSES(DPM_ERR_MISALIGNED, call(object, rng, in_counts, N, OFF(scratch_type, scratch), len, out));            \
    REFUSES(DPM_ERR_SIZE, call(object, rng, in_counts, N, TOP(scratch_type), len, out));                           \
    REFUSES(DPM_ERR_WORK_LEN, call(object, rng, in_counts, N, scratch, (len) - 1, out));                           \
    REFUSES(DPM_ERR_WORK_LEN, call(object, rng, in_counts, N, scratch, 0, out));                                   \
    REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_counts, N, (scratch_type *)(void *)(out), len, out));            \
    REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_counts, N, (scratch_type *)(void *)rng, len, out));              \
    REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_counts, N, (scratch_type *)(void *)(object), len, out));         \
    REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_counts, N, (scratch_type *)(uintptr_t)in_counts, len, out))

/* The five parts of a guarantee out of `function`(object, ...). */
#define PROMISE(type, object, function, code, e, d, times)                                             \
    do {                                                                                               \
        ACCEPTS(function(object, who, a, b, how_often));                                               \
        CHECK(*who == (code) && *a == (e) && *b == (d) && *how_often == (times));                      \
        REFUSES(DPM_ERR_NULL, function(NULL, who, a, b, how_often));                                   \
        REFUSES(DPM_ERR_NULL, function(object, NULL, a, b, how_often));                                \
        REFUSES(DPM_ERR_NULL, function(object, who, NULL, b, how_often));                              \
        REFUSES(DPM_ERR_NULL, function(object, who, a, NULL, how_often));                              \
        REFUSES(DPM_ERR_NULL, function(object, who, a, b, NULL));                                      \
        REFUSES(DPM_ERR_MISALIGNED, function(OFF(type, object), who, a, b, how_often));                \
        REFUSES(DPM_ERR_MISALIGNED, function(object, OFF(int, who), a, b, how_often));                 \
        REFUSES(DPM_ERR_MISALIGNED, function(object, who, OFF(double, a), b, how_often));              \
        REFUSES(DPM_ERR_MISALIGNED, function(object, who, a, OFF(double, b), how_often));              \
        REFUSES(DPM_ERR_MISALIGNED, function(object, who, a, b, OFF(uint32_t, how_often)));            \
        REFUSES(DPM_ERR_SIZE, function(TOP(type), who, a, b, how_often));                              \
        REFUSES(DPM_ERR_SIZE, function(object, who, TOP(double), b, how_often));                       \
        REFUSES(DPM_ERR_OVERLAP, function(object, who, a, a, how_often));                              \
        REFUSES(DPM_ERR_OVERLAP, function(object, (int *)(void *)(object), a, b, how_often));          \
        REFUSES(DPM_ERR_OVERLAP, function(object, (int *)(void *)how_often, a, b, how_often));         \
    } while (0)

#endif

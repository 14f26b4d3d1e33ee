/* What the parts of api.c share: the examples, the outputs that every refused call must leave alone, and the wrong arguments. */
#ifndef API_SHARED_H
#define API_SHARED_H

#include "../check.h"
#include "../entropy.h"

#define N 4
static const uint32_t example_counts[N * N] = {90, 5, 3, 2, 10, 60, 20, 10, 0, 30, 40, 30, 7, 0, 0, 93};
static const double example_matrix[N * N] = {0.5, 0.25, 0.125, 0.125, 0.25, 0.5,    0.125,  0.125,
                                             0.1, 0.2,  0.3,   0.4,   0.0625, 0.0625, 0.0625, 0.8125};

static double *a, *b, *row, *matrix, *pi, *work;
static uint32_t *counts, *how_often;
static size_t *current;
static int *who;
static dpm_rng *rng;
static dpm_dirichlet *mechanism;
static const uint32_t *in_counts;
static const double *in_matrix, *in_alpha;
static const uint8_t *in_seed;

static const double bad_numbers[] = {NAN, INFINITY, -INFINITY, -1.0, -1e300};
#define EACH_BAD(x) size_t i_ = 0; i_ < sizeof bad_numbers / sizeof *bad_numbers && ((x = bad_numbers[i_]), 1); i_++

static const size_t bad_states[] = {0, 1, 65536, SIZE_MAX, SIZE_MAX / 8, (size_t)1 << 16};
#define EACH_BAD_N(n) size_t j_ = 0; j_ < sizeof bad_states / sizeof *bad_states && ((n = bad_states[j_]), 1); j_++

#define TWO_OUTPUTS(call_with)                                       \
    REFUSES(DPM_ERR_NULL, call_with(NULL, b));                       \
    REFUSES(DPM_ERR_NULL, call_with(a, NULL));                       \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(double, a), b));       \
    REFUSES(DPM_ERR_MISALIGNED, call_with(a, OFF(double, b)));       \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(double), b));                \
    REFUSES(DPM_ERR_SIZE, call_with(a, TOP(double)));                \
    REFUSES(DPM_ERR_OVERLAP, call_with(a, a))

#define ONE_OUTPUT(call_with)                                  \
    REFUSES(DPM_ERR_NULL, call_with(NULL));                    \
    REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(double, a)));    \
    REFUSES(DPM_ERR_SIZE, call_with(TOP(double)))

/* Every way in which an object can be wrong; `call_with` takes the object. */
#define OBJECT(type, object, call_with)                                                     \
    do {                                                                                    \
        type copy_, zeroed_;                                                                \
        memcpy(&copy_, object, sizeof copy_);                                               \
        memset(&zeroed_, 0, sizeof zeroed_);                                                \
        REFUSES(DPM_ERR_NULL, call_with(NULL));                                             \
        REFUSES(DPM_ERR_MISALIGNED, call_with(OFF(type, object)));                          \
        REFUSES(DPM_ERR_OBJECT, call_with(&copy_));                                         \
        REFUSES(DPM_ERR_OBJECT, call_with(&zeroed_));                                       \
        { /* one bit of any word changed: damaged */                                        \
            size_t k_;                                                                      \
            for (k_ = 0; k_ < sizeof copy_.opaque / sizeof *copy_.opaque; k_++) {           \
                (object)->opaque[k_] ^= (uint64_t)1 << (7 * k_ % 64);                       \
                REFUSES(DPM_ERR_OBJECT, call_with(object));                                 \
                (object)->opaque[k_] ^= (uint64_t)1 << (7 * k_ % 64);                       \
            }                                                                               \
        }                                                                                   \
    } while (0)

#endif

/* Polya's urn. */
#ifndef API_POLYA_H
#define API_POLYA_H

#include "releases.h"

static void all_zero(const uint32_t *words, size_t len) {
    size_t i;
    for (i = 0; i < len; i++) CHECK(words[i] == 0);
}

static uint32_t sum_of(const uint32_t *words, size_t len) {
    uint32_t sum = 0;
    while (len--) sum += words[len];
    return sum;
}

/* Masses 10/158/33: w = 0.303, a = 15.8. */
#define MASSES 10, 158, 33

static void the_urns_promise(void) {
    const int destination = DPM_ADJACENCY_DESTINATION, event = DPM_ADJACENCY_EVENT;
    double bad;
    size_t n;

    ACCEPTS(dpm_polya_delta(destination, N, MASSES, 50, 1, 1.0, a));
    CHECK(*a == 0.0); /* a pure guarantee */
    ACCEPTS(dpm_polya_delta(destination, N, MASSES, 200, 1, 1.0, a));
    CHECK(*a > 0.0 && *a < 2e-7);
    ACCEPTS(dpm_polya_epsilon(destination, N, MASSES, 50, 1, 0.0, a));
    ACCEPTS(dpm_polya_pure_epsilon(destination, N, MASSES, 50, 1, b));
    CHECK(*a <= *b && *b <= 1.0 && *a > 0.5);
    ACCEPTS(dpm_polya_pure_epsilon(event, 2, 1, 1, 1, 1, 1, a)); /* one row gains, one loses: ln 2 and ln 3/2 */
    CLOSE(*a, 1.0986122886681098, 1e-12);
    ACCEPTS(dpm_polya_largest_pure_draws(destination, N, MASSES, 1, 1.0, how_often));
    CHECK(*how_often >= 50 && *how_often < 200);
    {
        const uint32_t most = *how_often;
        ACCEPTS(dpm_polya_delta(destination, N, MASSES, most, 1, 1.0, a));
        ACCEPTS(dpm_polya_delta(destination, N, MASSES, most + 1, 1, 1.0, b));
        CHECK(*a == 0.0 && *b > 0.0);
    }
    REFUSES(DPM_ERR_UNREACHABLE, dpm_polya_largest_pure_draws(destination, N, 32768, 1, 1, 1, 0.1, how_often));

#define DELTA_OF(n, e, p, d, m) dpm_polya_delta(destination, n, e, p, d, m, 1, 1.0, a)
#define EPSILON_OF(n, e, p, d, m) dpm_polya_epsilon(destination, n, e, p, d, m, 1, 1e-6, a)
#define PURE_OF(n, e, p, d, m) dpm_polya_pure_epsilon(destination, n, e, p, d, m, 1, a)
#define BAD_MASSES(call)                                        \
    REFUSES(DPM_ERR_MASS, call(N, 0, 158, 33, 50));             \
    REFUSES(DPM_ERR_MASS, call(N, 10, 0, 33, 50));              \
    REFUSES(DPM_ERR_MASS, call(N, 10, 158, 0, 50));             \
    REFUSES(DPM_ERR_MASS, call(N, 32769, 158, 33, 50));         \
    REFUSES(DPM_ERR_MASS, call(N, 10, 2147483649u, 33, 50));    \
    REFUSES(DPM_ERR_MASS, call(N, 10, 158, 32769, 50))
#define BAD_URNS(call)                                          \
    BAD_MASSES(call);                                           \
    REFUSES(DPM_ERR_DRAWS, call(N, 10, 158, 33, 0));                 \
    REFUSES(DPM_ERR_DRAWS, call(N, 10, 158, 33, 16777217));          \
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, call(n, 10, 158, 33, 50))
    BAD_URNS(DELTA_OF);
    BAD_URNS(EPSILON_OF);
    BAD_URNS(PURE_OF);
#define LARGEST_OF(n, e, p, d, unused) dpm_polya_largest_pure_draws(destination, n, e, p, d, 1, 1.0, how_often)
    BAD_MASSES(LARGEST_OF);
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, LARGEST_OF(n, 10, 158, 33, 0));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_polya_delta(destination, N, MASSES, 50, 1, bad, a));
        REFUSES(DPM_ERR_DELTA, dpm_polya_epsilon(destination, N, MASSES, 50, 1, bad, a));
        REFUSES(DPM_ERR_EPSILON, dpm_polya_largest_pure_draws(destination, N, MASSES, 1, bad, how_often));
    }
    REFUSES(DPM_ERR_RELEASES, dpm_polya_delta(destination, N, MASSES, 50, 0, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_polya_epsilon(destination, N, MASSES, 50, 0, 1e-6, a));
    REFUSES(DPM_ERR_RELEASES, dpm_polya_pure_epsilon(destination, N, MASSES, 50, 0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_polya_largest_pure_draws(destination, N, MASSES, 0, 1.0, how_often));
    REFUSES(DPM_ERR_ADJACENCY, dpm_polya_delta(5, N, MASSES, 50, 1, 1.0, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_polya_epsilon(-1, N, MASSES, 50, 1, 1e-6, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_polya_pure_epsilon(5, N, MASSES, 50, 1, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_polya_largest_pure_draws(5, N, MASSES, 1, 1.0, how_often));
#define URN_DELTA_O(out) dpm_polya_delta(destination, N, MASSES, 50, 1, 1.0, out)
#define URN_EPSILON_O(out) dpm_polya_epsilon(destination, N, MASSES, 50, 1, 1e-6, out)
#define URN_PURE_O(out) dpm_polya_pure_epsilon(destination, N, MASSES, 50, 1, out)
#define URN_LARGEST_O(out) dpm_polya_largest_pure_draws(destination, N, MASSES, 1, 1.0, out)
    ONE_OUTPUT(URN_DELTA_O);
    ONE_OUTPUT(URN_EPSILON_O);
    ONE_OUTPUT(URN_PURE_O);
    SMALL_PLACE(uint32_t, how_often, URN_LARGEST_O);
}

static void the_urn(void) {
    const int destination = DPM_ADJACENCY_DESTINATION;
    dpm_polya *urn = (dpm_polya *)output(sizeof *urn);
    uint32_t *tallies = (uint32_t *)output(N * sizeof *tallies), expected[N];
    uint32_t *mass[4];
    const size_t len = DPM_POLYA_WORK_LEN(N);
    uint32_t *words = (uint32_t *)fenced(len * sizeof *words);
    double bad;
    size_t n, k;

    for (k = 0; k < 4; k++) mass[k] = (uint32_t *)output(sizeof *mass[k]);
    for (n = 2; n < 70; n++) CHECK(DPM_POLYA_WORK_LEN(n) == dpm_polya_work_len(n));
    CHECK(DPM_POLYA_WORK_LEN(65535) == dpm_polya_work_len(65535));
    CHECK(sizeof(dpm_polya) == DPM_POLYA_SIZE && dpm_polya_size() == DPM_POLYA_SIZE);

    { /* the value of the Rust documentation, from bare parameters */
        static const uint8_t sevens[32] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
        static const uint32_t three[3] = {900, 100, 0};
        uint32_t small[DPM_POLYA_WORK_LEN(3)], row_of_3[3] = {0, 0, 0};
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, sevens, 0));
        ACCEPTS(dpm_polya_release_row_unchecked(rng, three, 3, 1, 16, 3, 100, small, DPM_POLYA_WORK_LEN(3), row_of_3));
        CHECK(row_of_3[0] == 80 && row_of_3[1] == 17 && row_of_3[2] == 3);
        all_zero(small, DPM_POLYA_WORK_LEN(3));
    }
#define UNCHECKED(n, e, p, d, m) dpm_polya_release_row_unchecked(rng, in_counts, n, e, p, d, m, words, len, tallies)
    BAD_URNS(UNCHECKED);
#define BARE(unused, object, in, n, scratch, length, out) dpm_polya_release_row_unchecked(object, in, n, MASSES, 50, scratch, length, out)
    ACCEPTS(BARE(0, rng, in_counts, N, words, len, tallies));
    CHECK(sum_of(tallies, N) == 50);
    SCRATCH(BARE, rng, uint32_t, words, len, tallies);
#define BARE_R(object) BARE(0, object, in_counts, N, words, len, tallies)
#define BARE_C(in) BARE(0, rng, in, N, words, len, tallies)
#define BARE_O(out) BARE(0, rng, in_counts, N, words, len, out)
    OBJECT(dpm_rng, rng, BARE_R);
    PLACE(const uint32_t, in_counts, BARE_C);
    PLACE(uint32_t, tallies, BARE_O);
    REFUSES(DPM_ERR_OVERLAP, BARE_C(tallies));
    REFUSES(DPM_ERR_OVERLAP, BARE_O((uint32_t *)(void *)rng));

    REFUSES(DPM_ERR_OBJECT, dpm_polya_parameters(urn, current, mass[0], mass[1], mass[2], mass[3])); /* never initialised */
    ACCEPTS(dpm_polya_init(urn, destination, 1.0, 0.0, 1, N, 15.8, 50));
    ACCEPTS(dpm_polya_parameters(urn, current, mass[0], mass[1], mass[2], mass[3]));
    CHECK(*current == N && *mass[3] == 50 && *mass[0] >= 1 && *mass[1] >= 15 * *mass[0]);
    ACCEPTS(dpm_polya_init_checked(urn, destination, 1.0, 0.0, 1, N, MASSES, 50));
    ACCEPTS(dpm_polya_parameters(urn, current, mass[0], mass[1], mass[2], mass[3]));
    CHECK(*current == N && *mass[0] == 10 && *mass[1] == 158 && *mass[2] == 33 && *mass[3] == 50);
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, dpm_polya_init_checked(urn, destination, 1.0, 0.0, 1, N, MASSES, 1000));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_polya_init(urn, destination, 1e-9, 0.0, 1, N, 1e-6, 50));
#define URN_PARAMETERS(object) dpm_polya_parameters(object, current, mass[0], mass[1], mass[2], mass[3])
#define URN_N(out) dpm_polya_parameters(urn, out, mass[0], mass[1], mass[2], mass[3])
    OBJECT(dpm_polya, urn, URN_PARAMETERS);
    PLACE(size_t, current, URN_N);
    for (k = 0; k < 4; k++) {
        uint32_t *keep = mass[k];
        mass[k] = NULL;
        REFUSES(DPM_ERR_NULL, URN_PARAMETERS(urn));
        mass[k] = OFF(uint32_t, keep);
        REFUSES(DPM_ERR_MISALIGNED, URN_PARAMETERS(urn));
        mass[k] = keep;
        mass[k] = mass[(k + 1) % 4];
        REFUSES(DPM_ERR_OVERLAP, URN_PARAMETERS(urn));
        mass[k] = (uint32_t *)(void *)urn;
        REFUSES(DPM_ERR_OVERLAP, URN_PARAMETERS(urn));
        mass[k] = keep;
    }
    ACCEPTS(dpm_polya_guarantee(urn, who, a, b, how_often));
    PROMISE(dpm_polya, urn, dpm_polya_guarantee, destination, 1.0, 0.0, 1);

#define CHECKED_URN(n, e, p, d, m) dpm_polya_init_checked(urn, destination, 1.0, 0.0, 1, n, e, p, d, m)
    BAD_URNS(CHECKED_URN);
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, dpm_polya_init(urn, destination, 1.0, 0.0, 1, n, 15.8, 50));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, dpm_polya_init(urn, destination, bad, 0.0, 1, N, 15.8, 50));
        REFUSES(DPM_ERR_DELTA, dpm_polya_init(urn, destination, 1.0, bad, 1, N, 15.8, 50));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_polya_init(urn, destination, 1.0, 0.0, 1, N, bad, 50));
        REFUSES(DPM_ERR_EPSILON, dpm_polya_init_checked(urn, destination, bad, 0.0, 1, N, MASSES, 50));
        REFUSES(DPM_ERR_DELTA, dpm_polya_init_checked(urn, destination, 1.0, bad, 1, N, MASSES, 50));
    }
    REFUSES(DPM_ERR_DRAWS, dpm_polya_init(urn, destination, 1.0, 0.0, 1, N, 15.8, 0));
    REFUSES(DPM_ERR_RELEASES, dpm_polya_init(urn, destination, 1.0, 0.0, 0, N, 15.8, 50));
    REFUSES(DPM_ERR_ADJACENCY, dpm_polya_init(urn, 5, 1.0, 0.0, 1, N, 15.8, 50));
    REFUSES(DPM_ERR_RELEASES, dpm_polya_init_checked(urn, destination, 1.0, 0.0, 0, N, MASSES, 50));
    REFUSES(DPM_ERR_ADJACENCY, dpm_polya_init_checked(urn, -1, 1.0, 0.0, 1, N, MASSES, 50));
#define URN_INIT(object) dpm_polya_init(object, destination, 1.0, 0.0, 1, N, 15.8, 50)
#define URN_CHECKED(object) dpm_polya_init_checked(object, destination, 1.0, 0.0, 1, N, MASSES, 50)
    PLACES(dpm_polya, urn, URN_INIT);
    PLACES(dpm_polya, urn, URN_CHECKED);

    /* tallies, row, chain: the same draws */
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
    ACCEPTS(dpm_polya_release_chain(urn, rng, in_counts, N, words, len, matrix));
    all_zero(words, len);
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
    for (k = 0; k < N; k++) {
        CHECK(on_the_grid(matrix + k * N, N));
        ACCEPTS(dpm_polya_release_row(urn, rng, in_counts + k * N, N, words, len, row));
        CHECK(memcmp(row, matrix + k * N, N * sizeof *row) == 0);
    }
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
    ACCEPTS(dpm_polya_release_tallies(urn, rng, in_counts, N, words, len, tallies));
    CHECK(sum_of(tallies, N) == 50);
    memcpy(expected, tallies, sizeof expected);
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 3));
    ACCEPTS(BARE(0, rng, in_counts, N, words, len, tallies));
    CHECK(memcmp(expected, tallies, sizeof expected) == 0);
    for (k = 0; k < N; k++) CHECK(fabs(matrix[k] - expected[k] / 50.0) < 1e-8);
    RELEASES(dpm_polya_release_tallies, dpm_polya, urn, uint32_t, words, len, uint32_t, tallies);
    RELEASES(dpm_polya_release_row, dpm_polya, urn, uint32_t, words, len, double, row);
    RELEASES(dpm_polya_release_chain, dpm_polya, urn, uint32_t, words, len, double, matrix);
    SCRATCH(dpm_polya_release_tallies, urn, uint32_t, words, len, tallies);
    SCRATCH(dpm_polya_release_row, urn, uint32_t, words, len, row);
    SCRATCH(dpm_polya_release_chain, urn, uint32_t, words, len, matrix);
    REFUSES(DPM_ERR_LENGTH, dpm_polya_release_tallies(urn, rng, in_counts, N - 1, words, len, tallies));
    REFUSES(DPM_ERR_LENGTH, dpm_polya_release_row(urn, rng, in_counts, N - 1, words, len, row));
    REFUSES(DPM_ERR_LENGTH, dpm_polya_release_chain(urn, rng, in_counts, N - 1, words, len, matrix));
    { /* the largest counts there are */
        static const uint32_t full[N] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
        ACCEPTS(dpm_polya_release_row(urn, rng, full, N, words, len, row));
        CHECK(on_the_grid(row, N));
    }
}

#endif

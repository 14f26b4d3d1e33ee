/* Releases on a support. */
#ifndef API_SPARSE_RELEASES_H
#define API_SPARSE_RELEASES_H

#include "sparse.h"

/* call(object, generator, starts, targets, n, cells, counts, scratch, its length, output); an object that is sealed. */
#define SPARSE_RELEASE(call, type, object, scratch, len, out_type, out)                                                          \
    do {                                                                                                                         \
        type stale_;                                                                                                             \
        memcpy(&stale_, object, sizeof stale_);                                                                                  \
        REFUSES(DPM_ERR_NULL, call(NULL, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, out));                    \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(type, object), rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, out)); \
        REFUSES(DPM_ERR_SIZE, call(TOP(type), rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, out));               \
        REFUSES(DPM_ERR_OBJECT, call(&stale_, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, out));               \
        REFUSES(DPM_ERR_OVERLAP, call(object, (dpm_rng *)(void *)(object), in_starts, in_targets, N, CELLS, in_cells, scratch, len, out)); \
        REFUSES(DPM_ERR_OVERLAP, call(object, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, (out_type *)(void *)(object))); \
    } while (0)

/* The arguments that all of them have; call(generator, starts, targets, n, cells, counts, output). */
#define SPARSE_PLACES(call, out_type, out)                                                                               \
    do {                                                                                                                 \
        dpm_rng stale_rng_;                                                                                              \
        double both_[16];                                                                                                \
        memcpy(&stale_rng_, rng, sizeof stale_rng_);                                                                     \
        ACCEPTS(call(rng, in_starts, in_targets, N, CELLS, in_cells, out));                                              \
        REFUSES(DPM_ERR_NULL, call(NULL, in_starts, in_targets, N, CELLS, in_cells, out));                               \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(dpm_rng, rng), in_starts, in_targets, N, CELLS, in_cells, out));            \
        REFUSES(DPM_ERR_SIZE, call(TOP(dpm_rng), in_starts, in_targets, N, CELLS, in_cells, out));                       \
        REFUSES(DPM_ERR_OBJECT, call(&stale_rng_, in_starts, in_targets, N, CELLS, in_cells, out));                      \
        REFUSES(DPM_ERR_NULL, call(rng, in_starts, in_targets, N, CELLS, NULL, out));                                    \
        REFUSES(DPM_ERR_MISALIGNED, call(rng, in_starts, in_targets, N, CELLS, OFF(const uint32_t, in_cells), out));     \
        REFUSES(DPM_ERR_SIZE, call(rng, in_starts, in_targets, N, CELLS, TOP(const uint32_t), out));                     \
        REFUSES(DPM_ERR_NULL, call(rng, in_starts, in_targets, N, CELLS, in_cells, NULL));                               \
        REFUSES(DPM_ERR_MISALIGNED, call(rng, in_starts, in_targets, N, CELLS, in_cells, OFF(out_type, out)));           \
        REFUSES(DPM_ERR_SIZE, call(rng, in_starts, in_targets, N, CELLS, in_cells, TOP(out_type)));                      \
        REFUSES(DPM_ERR_OVERLAP, call(rng, in_starts, in_targets, N, CELLS, (const uint32_t *)(void *)rng, out));        \
        REFUSES(DPM_ERR_OVERLAP, call(rng, in_starts, in_targets, N, CELLS, (const uint32_t *)(void *)(out), out));      \
        REFUSES(DPM_ERR_OVERLAP, call(rng, in_starts, in_targets, N, CELLS, in_cells, (out_type *)(void *)rng));         \
        memcpy(both_, example_starts, sizeof example_starts);                                                            \
        REFUSES(DPM_ERR_OVERLAP, call(rng, (const uint32_t *)(void *)both_, in_targets, N, CELLS, in_cells, (out_type *)(void *)both_)); \
        memcpy(both_, example_targets, sizeof example_targets);                                                          \
        REFUSES(DPM_ERR_OVERLAP, call(rng, in_starts, (const uint16_t *)(void *)both_, N, CELLS, in_cells, (out_type *)(void *)both_)); \
    } while (0)

/* The scratch; call(scratch, its length). */
#define SPARSE_SCRATCH(call, type, scratch, len, out)                                          \
    do {                                                                                       \
        size_t k_;                                                                             \
        ACCEPTS(call(scratch, SIZE_MAX)); /* more than needed is not looked at */              \
        REFUSES(DPM_ERR_NULL, call(NULL, len));                                                \
        REFUSES(DPM_ERR_MISALIGNED, call(OFF(type, scratch), len));                            \
        REFUSES(DPM_ERR_SIZE, call(TOP(type), len));                                           \
        for (k_ = 0; k_ < (len); k_++) REFUSES(DPM_ERR_WORK_LEN, call(scratch, k_));           \
        REFUSES(DPM_ERR_OVERLAP, call((type *)(void *)(out), len));                            \
        REFUSES(DPM_ERR_OVERLAP, call((type *)(void *)rng, len));                              \
    } while (0)

/* A chain: rows on the grid, and 1 in a row of one cell. */
static int is_a_sparse_chain(const double *x) {
    size_t i;
    for (i = 0; i < N; i++) {
        size_t start = example_starts[i], len = example_starts[i + 1] - start;
        if (len == 1 ? x[start] != 1.0 : !on_the_grid(x + start, len)) return 0;
    }
    return 1;
}

static void sparse_dirichlet(void) {
    dpm_dirichlet_row rows[N] = {{0.3, 15.8}, {0.1, 14.0}, {0.2, 15.8}, {0.3, 20.0}};
    const int destination = DPM_ADJACENCY_DESTINATION;
    double bad;
    size_t i;

    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 7));
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
#define DIR(object, generator, starts, targets, n, cells, in, scratch, len, out) \
    dpm_dirichlet_release_sparse(object, generator, starts, targets, n, cells, in, out)
#define DIR_PLACES(generator, starts, targets, n, cells, in, out) dpm_dirichlet_release_sparse(mechanism, generator, starts, targets, n, cells, in, out)
#define DIR_SUPPORT(starts, targets, n, cells) dpm_dirichlet_release_sparse(mechanism, rng, starts, targets, n, cells, in_cells, values)
    SPARSE_PLACES(DIR_PLACES, double, values);
    CHECK(is_a_sparse_chain(values));
    SPARSE_RELEASE(DIR, dpm_dirichlet, mechanism, NULL, 0, double, values);
    SUPPORT_PLACES(DIR_SUPPORT);
    SUPPORT_CONTENT(DIR_SUPPORT);
    { /* on the full support: dpm_dirichlet_release_chain(), bit for bit */
        uint32_t starts[N + 1];
        uint16_t targets[N * N];
        for (i = 0; i <= N; i++) starts[i] = (uint32_t)(N * i);
        for (i = 0; i < N * N; i++) targets[i] = (uint16_t)(i % N);
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 7));
        ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
        ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 7));
        ACCEPTS(dpm_dirichlet_release_sparse(mechanism, rng, starts, targets, N, N * N, in_counts, work));
        CHECK(memcmp(work, matrix, N * N * sizeof *matrix) == 0);
    }

#define OWN_ROWS(e, d, times, code, in_rows) \
    dpm_dirichlet_release_sparse_rows(rng, code, e, d, times, in_rows, in_starts, in_targets, N, CELLS, in_cells, values)
#define ROWS_PLACES(generator, starts, targets, n, cells, in, out) \
    dpm_dirichlet_release_sparse_rows(generator, destination, 1.0, 1e-6, 1, rows, starts, targets, n, cells, in, out)
#define ROWS_SUPPORT(starts, targets, n, cells) ROWS_PLACES(rng, starts, targets, n, cells, in_cells, values)
#define ROWS_I(in_rows) OWN_ROWS(1.0, 1e-6, 1, destination, in_rows)
    SPARSE_PLACES(ROWS_PLACES, double, values);
    CHECK(is_a_sparse_chain(values));
    SUPPORT_PLACES(ROWS_SUPPORT);
    SUPPORT_CONTENT(ROWS_SUPPORT);
    PLACE(const dpm_dirichlet_row, rows, ROWS_I);
    REFUSES(DPM_ERR_OVERLAP, ROWS_I((const dpm_dirichlet_row *)(void *)values));
    REFUSES(DPM_ERR_ADJACENCY, OWN_ROWS(1.0, 1e-6, 1, 5, rows));
    REFUSES(DPM_ERR_RELEASES, OWN_ROWS(1.0, 1e-6, 0, destination, rows));
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, OWN_ROWS(0.1, 1e-9, 1, destination, rows));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, OWN_ROWS(bad, 1e-6, 1, destination, rows));
        REFUSES(DPM_ERR_DELTA, OWN_ROWS(1.0, bad, 1, destination, rows));
        rows[2].weight = bad;
        REFUSES(DPM_ERR_WEIGHT, ROWS_I(rows));
        rows[2].weight = 0.2, rows[3].pseudo_count = bad;
        REFUSES(DPM_ERR_PSEUDO_COUNT, ROWS_I(rows));
        rows[3].pseudo_count = 20.0;
    }
}

static void sparse_published(void) {
    /* rows of 3, 4 and 3 cells, and one of one */
    static const uint32_t starts_3[N + 1] = {0, 3, 7, 8, 11}, counts_3[11] = {40, 30, 30, 20, 40, 20, 20, 17, 20, 20, 40};
    static const uint16_t targets_3[11] = {0, 1, 3, 0, 1, 2, 3, 0, 0, 2, 3};
    const uint32_t *in = (const uint32_t *)input(counts_3, sizeof counts_3);
    double *out = (double *)output(11 * sizeof *out);
    dpm_published *rows = (dpm_published *)output(3 * sizeof *rows), stale[3];
    uint32_t other[11];

    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 9));
#define PUBLISHED_ROWS(objects, len, in_starts_, in_targets_, cells, counts_, out_) \
    dpm_published_release_sparse(objects, len, rng, in_starts_, in_targets_, N, cells, counts_, out_)
#define PUBLISHED_3(objects, len) PUBLISHED_ROWS(objects, len, starts_3, targets_3, 11, in, out)
    REFUSES(DPM_ERR_OBJECT, PUBLISHED_3(rows, 3)); /* never initialised */
    ACCEPTS(dpm_published_init(&rows[0], 25.0, 0.1, 100, 3));
    ACCEPTS(dpm_published_init(&rows[1], 15.0, 0.15, 100, 4));
    ACCEPTS(dpm_published_init(&rows[2], 15.0, 0.2, 80, 3));
    ACCEPTS(PUBLISHED_3(rows, 3));
    CHECK(out[7] == 1.0 && on_the_grid(out, 3) && on_the_grid(out + 3, 4) && on_the_grid(out + 8, 3));
    memcpy(stale, rows, sizeof stale);
    REFUSES(DPM_ERR_OBJECT, PUBLISHED_3(stale, 3));
    REFUSES(DPM_ERR_LENGTH, PUBLISHED_3(rows, 2));
    REFUSES(DPM_ERR_LENGTH, PUBLISHED_3(rows, 0));
    REFUSES(DPM_ERR_LENGTH, PUBLISHED_3(rows + 1, 2));
    REFUSES(DPM_ERR_SIZE, PUBLISHED_3(rows, SIZE_MAX));
    REFUSES(DPM_ERR_PUBLISHED_STATES, PUBLISHED_ROWS(rows, 3, in_starts, in_targets, CELLS, in_cells, values)); /* a row of two cells */
    memcpy(other, counts_3, sizeof other);
    other[0]++;
    REFUSES(DPM_ERR_ROW_TOTAL, PUBLISHED_ROWS(rows, 3, starts_3, targets_3, 11, other, out));
    other[0] = 95, other[1] = 2, other[2] = 3;
    REFUSES(DPM_ERR_BELOW_BORDER, PUBLISHED_ROWS(rows, 3, starts_3, targets_3, 11, other, out));
#define PUB_OBJECTS(objects) PUBLISHED_3(objects, 3)
    PLACE(const dpm_published, rows, PUB_OBJECTS);
    REFUSES(DPM_ERR_OVERLAP, PUB_OBJECTS((const dpm_published *)(void *)rng));
#define PUB_SUPPORT(starts, targets, n, cells) dpm_published_release_sparse(rows, 3, rng, starts, targets, n, cells, in_cells, values)
    SUPPORT_PLACES(PUB_SUPPORT);
    SUPPORT_CONTENT(PUB_SUPPORT);
    REFUSES(DPM_ERR_NULL, dpm_published_release_sparse(rows, 3, NULL, starts_3, targets_3, N, 11, in, out));
    REFUSES(DPM_ERR_MISALIGNED, dpm_published_release_sparse(rows, 3, OFF(dpm_rng, rng), starts_3, targets_3, N, 11, in, out));
    REFUSES(DPM_ERR_OBJECT, dpm_published_release_sparse(rows, 3, (dpm_rng *)(void *)stale, starts_3, targets_3, N, 11, in, out));
#define PUB_COUNTS(counts_) PUBLISHED_ROWS(rows, 3, starts_3, targets_3, 11, counts_, out)
#define PUB_OUT(out_) PUBLISHED_ROWS(rows, 3, starts_3, targets_3, 11, in, out_)
    PLACE(const uint32_t, in, PUB_COUNTS);
    PLACE(double, out, PUB_OUT);
    REFUSES(DPM_ERR_OVERLAP, PUB_COUNTS((const uint32_t *)(void *)out));
    REFUSES(DPM_ERR_OVERLAP, PUB_OUT((double *)(void *)rows));
}

static void sparse_urn(void) {
    const size_t len = DPM_POLYA_WORK_LEN(4); /* the longest row */
    dpm_polya *urn = (dpm_polya *)output(sizeof *urn);
    uint32_t *words = (uint32_t *)fenced(len * sizeof *words);
    size_t i, k;

    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 8));
#define URN(object, generator, starts, targets, n, cells, in, scratch, length, out) \
    dpm_polya_release_sparse(object, generator, starts, targets, n, cells, in, scratch, length, out)
#define URN_PLACES(generator, starts, targets, n, cells, in, out) URN(urn, generator, starts, targets, n, cells, in, words, len, out)
#define URN_SUPPORT(starts, targets, n, cells) URN(urn, rng, starts, targets, n, cells, in_cells, words, len, values)
#define URN_SCRATCH(scratch, length) URN(urn, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, length, values)
#define TAL(object, generator, starts, targets, n, cells, in, scratch, length, out) \
    dpm_polya_release_sparse_tallies(object, generator, starts, targets, n, cells, in, scratch, length, out)
#define TAL_PLACES(generator, starts, targets, n, cells, in, out) TAL(urn, generator, starts, targets, n, cells, in, words, len, out)
#define TAL_SUPPORT(starts, targets, n, cells) TAL(urn, rng, starts, targets, n, cells, in_cells, words, len, cells_out)
#define TAL_SCRATCH(scratch, length) TAL(urn, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, length, cells_out)
    REFUSES(DPM_ERR_OBJECT, URN_SCRATCH(words, len)); /* never initialised */
    REFUSES(DPM_ERR_OBJECT, TAL_SCRATCH(words, len));
    ACCEPTS(dpm_polya_init_checked(urn, DPM_ADJACENCY_DESTINATION, 1e3, 0.5, 1, 3, 10, 158, 33, 50)); /* a row has two cells */
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, URN_SCRATCH(words, len));
    REFUSES(DPM_ERR_GUARANTEE_NOT_MET, TAL_SCRATCH(words, len));
    ACCEPTS(dpm_support_row_lens(in_starts, in_targets, N, CELLS, current, &k));
    ACCEPTS(dpm_polya_init_checked(urn, DPM_ADJACENCY_DESTINATION, 1e3, 0.5, 1, *current, 10, 158, 33, 50));
    SPARSE_PLACES(URN_PLACES, double, values);
    CHECK(is_a_sparse_chain(values));
    for (i = 0; i < len; i++) CHECK(words[i] == 0); /* wiped */
    SPARSE_RELEASE(URN, dpm_polya, urn, words, len, double, values);
    SUPPORT_PLACES(URN_SUPPORT);
    SUPPORT_CONTENT(URN_SUPPORT);
    SPARSE_SCRATCH(URN_SCRATCH, uint32_t, words, len, values);
    SPARSE_PLACES(TAL_PLACES, uint32_t, cells_out);
    for (i = 0; i < N; i++) {
        uint32_t sum = 0;
        for (k = example_starts[i]; k < example_starts[i + 1]; k++) sum += cells_out[k];
        CHECK(sum == 50);
    }
    SPARSE_RELEASE(TAL, dpm_polya, urn, words, len, uint32_t, cells_out);
    SUPPORT_PLACES(TAL_SUPPORT);
    SUPPORT_CONTENT(TAL_SUPPORT);
    SPARSE_SCRATCH(TAL_SCRATCH, uint32_t, words, len, cells_out);
}

#define SPARSE_NOISE(kind, type, chain, chain_places, chain_support, chain_scratch, cell_counts, counts_places, counts_support)     \
    do {                                                                                                                            \
        type *object = kind;                                                                                                        \
        SPARSE_PLACES(chain_places, double, values);                                                                                \
        CHECK(is_a_sparse_chain(values));                                                                                           \
        SPARSE_RELEASE(chain, type, object, noise, 4, double, values);                                                              \
        SUPPORT_PLACES(chain_support);                                                                                              \
        SUPPORT_CONTENT(chain_support);                                                                                             \
        SPARSE_SCRATCH(chain_scratch, int64_t, noise, 4, values);                                                                   \
        REFUSES(DPM_ERR_FLOOR, dpm_##kind##_release_sparse(object, rng, in_starts, in_targets, N, CELLS, in_cells, (1u << 30) + 1, noise, 4, values)); \
        SPARSE_PLACES(counts_places, int64_t, noisy);                                                                               \
        SPARSE_RELEASE(cell_counts, type, object, NULL, 0, int64_t, noisy);                                                         \
        SUPPORT_PLACES(counts_support);                                                                                             \
        SUPPORT_CONTENT(counts_support);                                                                                            \
    } while (0)

static void sparse_noise(void) {
    dpm_geometric *geometric = (dpm_geometric *)output(sizeof *geometric);
    dpm_gaussian *gaussian = (dpm_gaussian *)output(sizeof *gaussian);
    int64_t *noisy = (int64_t *)output(CELLS * sizeof *noisy), *noise = (int64_t *)fenced(4 * sizeof *noise), huge[CELLS];
    const int64_t *in_noisy;

    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 4));
#define GEO(object, generator, starts, targets, n, cells, in, scratch, len, out) \
    dpm_geometric_release_sparse(object, generator, starts, targets, n, cells, in, 512, scratch, len, out)
#define GEO_P(generator, starts, targets, n, cells, in, out) GEO(geometric, generator, starts, targets, n, cells, in, noise, 4, out)
#define GEO_S(starts, targets, n, cells) GEO(geometric, rng, starts, targets, n, cells, in_cells, noise, 4, values)
#define GEO_W(scratch, len) GEO(geometric, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, values)
#define GEO_C(object, generator, starts, targets, n, cells, in, scratch, len, out) \
    dpm_geometric_release_sparse_counts(object, generator, starts, targets, n, cells, in, out)
#define GEO_CP(generator, starts, targets, n, cells, in, out) dpm_geometric_release_sparse_counts(geometric, generator, starts, targets, n, cells, in, out)
#define GEO_CS(starts, targets, n, cells) dpm_geometric_release_sparse_counts(geometric, rng, starts, targets, n, cells, in_cells, noisy)
#define GAU(object, generator, starts, targets, n, cells, in, scratch, len, out) \
    dpm_gaussian_release_sparse(object, generator, starts, targets, n, cells, in, 512, scratch, len, out)
#define GAU_P(generator, starts, targets, n, cells, in, out) GAU(gaussian, generator, starts, targets, n, cells, in, noise, 4, out)
#define GAU_S(starts, targets, n, cells) GAU(gaussian, rng, starts, targets, n, cells, in_cells, noise, 4, values)
#define GAU_W(scratch, len) GAU(gaussian, rng, in_starts, in_targets, N, CELLS, in_cells, scratch, len, values)
#define GAU_C(object, generator, starts, targets, n, cells, in, scratch, len, out) \
    dpm_gaussian_release_sparse_counts(object, generator, starts, targets, n, cells, in, out)
#define GAU_CP(generator, starts, targets, n, cells, in, out) dpm_gaussian_release_sparse_counts(gaussian, generator, starts, targets, n, cells, in, out)
#define GAU_CS(starts, targets, n, cells) dpm_gaussian_release_sparse_counts(gaussian, rng, starts, targets, n, cells, in_cells, noisy)
    REFUSES(DPM_ERR_OBJECT, GEO_W(noise, 4)); /* never initialised */
    REFUSES(DPM_ERR_OBJECT, GAU_W(noise, 4));
    ACCEPTS(dpm_geometric_init_checked(geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    ACCEPTS(dpm_gaussian_init_checked(gaussian, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, 400, 1));
    SPARSE_NOISE(geometric, dpm_geometric, GEO, GEO_P, GEO_S, GEO_W, GEO_C, GEO_CP, GEO_CS);
    SPARSE_NOISE(gaussian, dpm_gaussian, GAU, GAU_P, GAU_S, GAU_W, GAU_C, GAU_CP, GAU_CS);

    in_noisy = (const int64_t *)input(noisy, CELLS * sizeof *noisy);
#define NOISY_I(from) dpm_noisy_counts_sparse(in_starts, in_targets, N, CELLS, from, 512, values)
#define NOISY_S(starts, targets, n, cells) dpm_noisy_counts_sparse(starts, targets, n, cells, in_noisy, 512, values)
#define NOISY_O(starts, targets, out) dpm_noisy_counts_sparse(starts, targets, N, CELLS, in_noisy, 512, out)
    ACCEPTS(NOISY_I(in_noisy));
    CHECK(is_a_sparse_chain(values));
    ACCEPTS(dpm_noisy_counts_row(in_noisy + 3, 4, 512, row)); /* row 1 */
    CHECK(memcmp(row, values + 3, 4 * sizeof *row) == 0);
    SUPPORT_PLACES(NOISY_S);
    SUPPORT_CONTENT(NOISY_S);
    PLACE(const int64_t, in_noisy, NOISY_I);
    BESIDE_SUPPORT_MANY(double, values, NOISY_O);
    REFUSES(DPM_ERR_OVERLAP, NOISY_I((const int64_t *)(void *)values));
    REFUSES(DPM_ERR_FLOOR, dpm_noisy_counts_sparse(in_starts, in_targets, N, CELLS, in_noisy, (1u << 30) + 1, values));
    memcpy(huge, in_noisy, sizeof huge);
    huge[9] = ((int64_t)1 << 40) + 1;
    REFUSES(DPM_ERR_DOMAIN, NOISY_I(huge));
    huge[9] = INT64_MIN;
    REFUSES(DPM_ERR_DOMAIN, NOISY_I(huge));
}

static void sparse_releases(void) {
    sparse_dirichlet();
    sparse_published();
    sparse_urn();
    sparse_noise();
}

#endif

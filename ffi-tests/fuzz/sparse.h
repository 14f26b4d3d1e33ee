/* Random calls: supports, counts on them, releases and chains on them. */
#ifndef FUZZ_SPARSE_H
#define FUZZ_SPARSE_H

#include "doubles.h"

/* A support, right most of the time; its arrays come with set_starts_in() and set_targets_in(). */
static uint32_t set_starts[7];
static uint16_t set_targets[36];
static size_t set_cells;
static void make_set(size_t n, size_t least) {
    size_t i, j;
    set_cells = 0;
    memset(set_starts, 0, sizeof set_starts);
    for (i = 0; i < small(n); i++) {
        size_t before = set_cells;
        while (set_cells - before < (least > small(n) ? small(n) : least)) {
            set_cells = before;
            for (j = 0; j < small(n); j++)
                if (j == 0 || chance(2)) set_targets[set_cells++] = (uint16_t)j; /* state 0 is in every row */
        }
        set_starts[i + 1] = (uint32_t)set_cells;
    }
    if (chance(40)) set_starts[below(7)] = (uint32_t)next() >> below(32);
    if (chance(40)) set_targets[below(36)] = (uint16_t)(next() >> 48);
    if (chance(40)) set_cells = below(37);
    note("cells", (double)set_cells);
}
static const uint32_t *set_starts_in(size_t n) {
    const uint32_t *s = IN_N(uint32_t, small(n) + 1);
    if (s != NULL) memcpy((unsigned char *)(uintptr_t)s, set_starts, (small(n) + 1) * sizeof *s);
    return s;
}
static const uint16_t *set_targets_in(void) {
    const uint16_t *t = IN_N(uint16_t, set_cells);
    if (t != NULL) memcpy((unsigned char *)(uintptr_t)t, set_targets, set_cells * sizeof *t);
    return t;
}
/* The scratch that a release needs is that of the longest row. */
static size_t longest_row(void) {
    size_t i, most = 0;
    for (i = 0; i < 6; i++) {
        size_t len = (size_t)set_starts[i + 1] - (size_t)set_starts[i];
        if (len <= 6 && len > most) most = len;
    }
    return most;
}
static const double *values_of(void) {
    const double *v = IN_N(double, set_cells);
    double x[36];
    size_t i, k;
    if (v == NULL || (uintptr_t)v % 8 || set_cells > 36) return v;
    for (k = 0; k < set_cells; k++) x[k] = 1.0;
    for (i = 0; i < 6; i++) {
        size_t start = set_starts[i], end = set_starts[i + 1];
        double sum = 0.0;
        if (start >= end || end > set_cells) continue;
        for (k = start; k < end; k++) sum += x[k] = chance(4) ? 0.0 : unit();
        for (k = start; k < end; k++) x[k] = sum > 0.0 ? x[k] / sum : 1.0 / (double)(end - start);
    }
    if (chance(40) && set_cells > 0) x[below(set_cells)] = nasty("value");
    memcpy((unsigned char *)(uintptr_t)v, x, set_cells * sizeof *x);
    return v;
}
static size_t outside(size_t n) { return chance(3) ? DPM_OUTSIDE_DROP : chance(3) ? DPM_OUTSIDE_REFUSE : chance(2) ? 0 : place(n); }

#define SET_N(least) n = states(); make_set(n, least)
#define SET S = set_starts_in(n); T = set_targets_in()
#define ARRAYS S, T, n, set_cells

static dpm_status calls_of_sparse(size_t which, size_t function, size_t *functions) {
    size_t n, len, i;
    uint32_t r;
    void *p, *q, *space;
    dpm_rng *rng;
    const uint32_t *c, *S;
    const uint16_t *T;
    uint32_t *cm;
    size_t *current;
    /* supports */
    CASE(dpm_support_check) {
        SET_N(1); SET;
        CALL(dpm_support_check, (ARRAYS));
    }
    CASE(dpm_support_mask_cells) {
        n = states(); c = counts_of(n, n > 6 ? 1 : dpm_support_mask_len(n)); p = OUT(size_t);
        if (c != NULL && n < 7) for (i = 0; i < n; i++) { uint32_t bits = (uint32_t)(1 + below(((size_t)1 << n) - (chance(9) ? 0 : 1))); memcpy((unsigned char *)(uintptr_t)(c + i), &bits, 4); }
        CALL(dpm_support_mask_cells, (c, n, p));
    }
    CASE(dpm_support_from_mask) {
        n = states(); c = counts_of(n, n > 6 ? 1 : dpm_support_mask_len(n));
        if (c != NULL && n < 7) for (i = 0; i < n; i++) { uint32_t bits = (uint32_t)(1 + below(((size_t)1 << n) - (chance(9) ? 0 : 1))); memcpy((unsigned char *)(uintptr_t)(c + i), &bits, 4); }
        len = chance(4) ? below(37) : 36; cm = INT32_N(small(n) + 1); q = pointer(CHANGED, len * 2, 2, 0); p = OUT(size_t);
        CALL(dpm_support_from_mask, (c, n, cm, q, len, p));
    }
    CASE(dpm_support_row_lens) {
        SET_N(1); SET; p = OUT(size_t); q = OUT(size_t);
        CALL(dpm_support_row_lens, (ARRAYS, p, q));
    }
    CASE(dpm_support_cell) {
        SET_N(1); SET; i = place(n); p = OUT(size_t);
        CALL(dpm_support_cell, (ARRAYS, i, place(n), p));
    }
    /* counts */
    CASE(dpm_sparse_record) {
        SET_N(1); cm = INT32_N(set_cells); SET; i = place(n); len = place(n);
        CALL(dpm_sparse_record, (cm, ARRAYS, outside(n), i, len, (uint32_t)(next() >> (32 + below(32)))));
    }
    CASE(dpm_sparse_record_session) {
        SET_N(1); cm = INT32_N(set_cells); SET;
        size_t visits[9]; len = 1 + below(9); for (i = 0; i < len; i++) visits[i] = chance(40) ? place(n) : (n < 7 && n > 0 ? below(n) : 0);
        const size_t *s = IN_N(size_t, len);
        if (s != NULL) memcpy((unsigned char *)(uintptr_t)s, visits, len * sizeof *visits);
        CALL(dpm_sparse_record_session, (cm, ARRAYS, outside(n), s, len));
    }
    CASE(dpm_sparse_visit) {
        SET_N(1); cm = INT32_N(set_cells); SET; current = (size_t *)pointer(SCRATCH, sizeof(size_t), sizeof(size_t), 0); /* it moves on with DPM_ERR_INFEASIBLE */
        size_t at = chance(3) ? DPM_NO_STATE : place(n);
        if (current != NULL) memcpy(current, &at, sizeof at);
        CALL(dpm_sparse_visit, (cm, ARRAYS, outside(n), current, place(n)));
    }
    CASE(dpm_sparse_merge) {
        SET_N(1); cm = INT32_N(set_cells); SET; c = counts_of(n, set_cells);
        CALL(dpm_sparse_merge, (cm, ARRAYS, c));
    }
    CASE(dpm_sparse_clear) {
        len = below(37); cm = INT32_N(len);
        CALL(dpm_sparse_clear, (cm, len));
    }
    /* releases */
    CASE(dpm_dirichlet_release_sparse) {
        SET_N(1);
        const dpm_dirichlet *d = mechanism(); rng = generator(); SET; c = counts_of(n, set_cells); p = OUT_N(set_cells);
        CALL(dpm_dirichlet_release_sparse, (d, rng, ARRAYS, c, p));
    }
    CASE(dpm_dirichlet_release_sparse_rows) {
        SET_N(1); rng = generator(); i = chance(30) ? 5 : DPM_ADJACENCY_DESTINATION;
        dpm_dirichlet_row *rows = (dpm_dirichlet_row *)pointer(READ, small(n) * sizeof *rows, 8, 1);
        for (len = 0; rows != NULL && (uintptr_t)rows % 8 == 0 && len < small(n); len++) rows[len].weight = WEIGHT, rows[len].pseudo_count = likely("pseudo_count", 1e3, 1e9);
        SET; c = counts_of(n, set_cells); p = OUT_N(set_cells);
        CALL(dpm_dirichlet_release_sparse_rows, (rng, (int)i, 1e6, 0.5, 1, rows, ARRAYS, c, p));
    }
    CASE(dpm_published_release_sparse) { /* the full support, mostly: a mechanism fits one length of rows */
        n = states(); make_set(n, small(n)); len = n < 7 ? n : 1;
        const dpm_published *d = published(n, len); rng = generator(); SET; c = counts_of(n, set_cells);
        twenty_each(c, set_cells);
        p = OUT_N(set_cells);
        CALL(dpm_published_release_sparse, (d, len, rng, ARRAYS, c, p));
    }
    CASE(dpm_polya_release_sparse) {
        SET_N(2);
        const dpm_polya *d = urn_of(2); rng = generator(); SET; c = counts_of(n, set_cells); SPACE(uint32_t, dpm_polya_work_len(longest_row()));
        p = OUT_N(set_cells);
        CALL(dpm_polya_release_sparse, (d, rng, ARRAYS, c, space, len, p));
    }
    CASE(dpm_polya_release_sparse_tallies) {
        SET_N(2);
        const dpm_polya *d = urn_of(2); rng = generator(); SET; c = counts_of(n, set_cells); SPACE(uint32_t, dpm_polya_work_len(longest_row()));
        p = INT32_N(set_cells);
        CALL(dpm_polya_release_sparse_tallies, (d, rng, ARRAYS, c, space, len, p));
    }
#define SPARSE_NOISE_CASES(kind, type, object)                                                                             \
    CASE(dpm_##kind##_release_sparse) {                                                                                    \
        SET_N(1);                                                                                                          \
        const type *d = object(); rng = generator(); SET; c = counts_of(n, set_cells); r = floor_of(); SPACE(int64_t, longest_row()); \
        p = OUT_N(set_cells);                                                     \
        CALL(dpm_##kind##_release_sparse, (d, rng, ARRAYS, c, r, space, len, p));                               \
    }                                                                                                                      \
    CASE(dpm_##kind##_release_sparse_counts) {                                                                             \
        SET_N(1);                                                                                                          \
        const type *d = object(); rng = generator(); SET; c = counts_of(n, set_cells); p = INT64_N(set_cells);             \
        CALL(dpm_##kind##_release_sparse_counts, (d, rng, ARRAYS, c, p));                                                  \
    }
    SPARSE_NOISE_CASES(geometric, dpm_geometric, geometric_of)
    SPARSE_NOISE_CASES(gaussian, dpm_gaussian, gaussian_of)
    CASE(dpm_noisy_counts_sparse) {
        SET_N(1); SET;
        const int64_t *y = IN_N(int64_t, set_cells);
        for (i = 0; y != NULL && (uintptr_t)y % 8 == 0 && i < set_cells; i++) {
            int64_t v = chance(60) ? (int64_t)next() : (int64_t)below(1000) - 200;
            memcpy((unsigned char *)(uintptr_t)(y + i), &v, sizeof v);
        }
        r = floor_of(); p = OUT_N(set_cells);
        CALL(dpm_noisy_counts_sparse, (ARRAYS, y, r, p));
    }
    /* chains */
    CASE(dpm_sparse_expand) {
        SET_N(1); SET;
        const double *v = values_of(); p = OUT_N(cells(n));
        CALL(dpm_sparse_expand, (ARRAYS, v, p));
    }
    CASE(dpm_sparse_step) {
        SET_N(1); SET;
        const double *v = values_of(), *x = shares_of(n, chance(9) ? 0 : 1); p = OUT_N(small(n));
        CALL(dpm_sparse_step, (ARRAYS, v, x, p));
    }
    return calls_of_doubles(which, function, functions);
}

#endif

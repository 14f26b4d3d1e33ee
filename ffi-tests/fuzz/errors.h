/* Random calls: laws of rows, errors of rows and chains, intervals, unbiased estimates. */
#ifndef FUZZ_ERRORS_H
#define FUZZ_ERRORS_H

#include "integers.h"

#define LEVEL likely("level", 0.5, 0.999999)
static size_t cells_of_row(void) {
    size_t n = chance(20) ? (chance(2) ? 0 : (size_t)65536 << below(9)) : chance(9) ? 1 : chance(9) ? 65535 : 2 + below(200);
    if (n < 1 || n > 65535) refused = 1;
    return note("cells", (double)n), n;
}
static size_t states_of_row(void) { /* a row may have one element */
    size_t n = states();
    return n == 1 ? 0 : n;
}
static uint32_t unit_mass(void) { return chance(20) ? (uint32_t)next() : 1 + (uint32_t)below(100); }

/* Any law, mostly one that fits a row of n states. */
static dpm_status make_law(dpm_row_law *law, size_t n) {
    const double many = chance(9) ? 0.0 : exp(20.0 * unit());
    switch (below(5)) {
    case 0: return dpm_row_law_init_dirichlet(law, 1e-3 + unit(), 0.1 + 20.0 * unit(), n, many);
    case 1: return dpm_row_law_init_published(law, exp(20.0 * unit()), n);
    case 2: return dpm_row_law_init_polya(law, 7, 1000, 5, 1 + (uint32_t)below(100), n, many);
    case 3: return dpm_row_law_init_geometric(law, 1 + (uint32_t)below(9), 9, (uint32_t)below(9), n, 1.0 + many);
    default: return dpm_row_law_init_gaussian(law, 1 + below(900), 1, (uint32_t)below(9), n, 1.0 + many);
    }
}
static const dpm_row_law *laws_of(size_t n, size_t how_many) {
    const dpm_row_law *l = (const dpm_row_law *)pointer(READ, how_many * sizeof *l, 8, 0);
    size_t i;
    if (l == NULL || (uintptr_t)l % 8 || n < 1 || n > 65535) return l;
    for (i = 0; i < how_many; i++)
        if (!chance(60)) (void)make_law((dpm_row_law *)(uintptr_t)(l + i), n);
    return l;
}
/* As laws_of(), but of as many cells as each row of a released chain has entries. */
static const dpm_row_law *laws_of_rows(const double *m, size_t n) {
    const dpm_row_law *l = laws_of(n, small(n));
    size_t i, j;
    if (l == NULL || (uintptr_t)l % 8 || m == NULL || (uintptr_t)m % 8 || n < 2 || n > 6 || chance(9)) return l;
    for (i = 0; i < n; i++) {
        size_t positive = 0;
        for (j = 0; j < n; j++) positive += m[i * n + j] > 0.0;
        if (positive > 0 && !chance(60)) (void)make_law((dpm_row_law *)(uintptr_t)(l + i), positive);
    }
    return l;
}
/* A group inverse need only be finite, and of no smaller trace than one can have. */
static const double *inverse_of(size_t n) {
    const double *g = IN_N(double, cells(n));
    size_t i;
    if (g == NULL || n < 2 || n > 6 || (uintptr_t)g % 8) return g;
    for (i = 0; i < n * n; i++) {
        double x = chance(100) ? nasty("inverse") : i % (n + 1) == 0 ? 0.5 + 5.0 * unit() : 10.0 * unit() - 5.0;
        memcpy((unsigned char *)(uintptr_t)(g + i), &x, 8);
    }
    return g;
}
static const double *variances_of(size_t n) {
    const double *v = IN_N(double, small(n));
    size_t i;
    if (v == NULL || n < 2 || n > 6 || (uintptr_t)v % 8) return v;
    for (i = 0; i < n; i++) {
        double x = likely("variance", 1e-300, 1e300);
        memcpy((unsigned char *)(uintptr_t)(v + i), &x, 8);
    }
    return v;
}
/* All transitions of n states, now and then not. */
static const uint32_t *starts_of(size_t n) {
    const uint32_t *s = IN_N(uint32_t, small(n) + 1);
    size_t i;
    if (s == NULL || (uintptr_t)s % 4 || n > 6) return s;
    for (i = 0; i <= n; i++) {
        uint32_t v = chance(60) ? (uint32_t)below(40) : (uint32_t)(i * n);
        memcpy((unsigned char *)(uintptr_t)(s + i), &v, 4);
    }
    return s;
}
static const uint16_t *targets_of(size_t n) {
    const uint16_t *t = IN_N(uint16_t, cells(n));
    size_t i;
    if (t == NULL || (uintptr_t)t % 2 || n < 2 || n > 6) return t;
    for (i = 0; i < n * n; i++) {
        uint16_t v = (uint16_t)(chance(200) ? next() : (uint64_t)(i % n));
        memcpy((unsigned char *)(uintptr_t)(t + i), &v, 2);
    }
    return t;
}
static const dpm_published_row *published_rows(size_t n) {
    const dpm_published_row *r = (const dpm_published_row *)pointer(READ, small(n) * sizeof *r, 8, 0);
    size_t i;
    if (r == NULL || (uintptr_t)r % 8 || n < 2 || n > 6) return r;
    for (i = 0; i < n; i++) {
        dpm_published_row one;
        memset(&one, 0, sizeof one);
        one.k = likely("k", 1e-3, 1e9), one.row_total = chance(20) ? total() : n + below(1000), one.cells = chance(30) ? below(3) : n;
        memcpy((unsigned char *)(uintptr_t)(r + i), &one, sizeof one);
    }
    return r;
}
#define INTERVAL ((dpm_interval *)pointer(CHANGED, sizeof(dpm_interval), 8, 1))
static int target(void) {
    int code = chance(20) ? (int)(next() & 0xffffffffu) : (int)below(2);
    if (code != 0 && code != 1) refused = 1;
    return note("target", code), code;
}
static double public_total(void) { return chance(3) ? (note("total", 0.0), DPM_TOTAL_UNKNOWN) : ROW_TOTAL; }
static int64_t event_count(void) { return chance(20) ? (int64_t)next() : (int64_t)below(100000) - 2000; }
/* Scratch for n laws and `more` vectors. */
#define LAW_SPACE(more)                                                                                       \
    (len = small(n) * (10 + (more)), len = chance(15) && len > 0 ? len - 1 - below(len) : len,                \
     refused |= n >= 2 && n <= 6 && len < n * (10 + (more)), (double *)pointer(SCRATCH, len * 8, 8, 0))

#define ENTRY_CASE(function_name)                             \
    CASE(function_name) {                                     \
        l = laws_of(cells_of_row(), 1); x = chance(9) ? nasty("share") : unit(); p = NUMBER; \
        CALL(function_name, (l, x, p));                       \
    }
#define ROW_CASE(function_name)                               \
    CASE(function_name) {                                     \
        n = states_of_row(); l = laws_of(n, 1); m = shares_of(n, 1); p = NUMBER; \
        CALL(function_name, (l, m, n, p));                    \
    }
#define ROW_LEVEL_CASE(function_name)                         \
    CASE(function_name) {                                     \
        n = states_of_row(); l = laws_of(n, 1); m = shares_of(n, 1); x = LEVEL; p = NUMBER; \
        CALL(function_name, (l, m, n, x, p));                 \
    }
#define CHAIN_CASE(function_name, more, out)                  \
    CASE(function_name) {                                     \
        n = states(); m = matrix_of(n); l = laws_of(n, small(n)); w = LAW_SPACE(more); p = out; \
        CALL(function_name, (m, n, l, w, len, p));            \
    }
#define SOLVED_CASE(function_name, more, out)                 \
    CASE(function_name) {                                     \
        n = states(); m = matrix_of(n); s = shares_of(n, 1); g = inverse_of(n); l = laws_of(n, small(n)); w = LAW_SPACE(more); p = out; \
        CALL(function_name, (m, n, s, g, l, w, len, p));      \
    }
#define RELEASED_CASE(function_name, more, out)               \
    CASE(function_name) {                                     \
        n = states(); m = matrix_of(n); s = shares_of(n, 1); g = inverse_of(n); l = laws_of_rows(m, n); w = LAW_SPACE(more); p = out; \
        CALL(function_name, (m, n, s, g, l, w, len, p));      \
    }
#define SUPPORT_CASE(function_name, more, out)                \
    CASE(function_name) {                                     \
        n = states(); m = matrix_of(n); rows = starts_of(n); to = targets_of(n); s = shares_of(n, 1); g = inverse_of(n); l = laws_of(n, small(n)); \
        w = LAW_SPACE(more); p = out;                         \
        CALL(function_name, (m, n, rows, to, cells(n), s, g, l, w, len, p)); \
    }

static dpm_status calls_of_errors(size_t which, size_t function, size_t *functions) {
    const dpm_row_law *l;
    const double *m, *s, *g;
    const uint32_t *rows;
    const uint16_t *to;
    dpm_row_law *law;
    double x, y, z, *w;
    size_t n, len;
    int code;
    uint32_t e, b, d, k, q32;
    int64_t c, sum;
    void *p, *q;
#define LAW_PLACE (law = (dpm_row_law *)pointer(CHANGED, sizeof *law, 8, 0))
    CASE(dpm_row_law_init_dirichlet) {
        x = WEIGHT; y = PSEUDO_COUNT; n = cells_of_row(); z = likely("row_total", 1.0, 1e300); LAW_PLACE;
        CALL(dpm_row_law_init_dirichlet, (law, x, y, n, z));
    }
    CASE(dpm_row_law_init_published) {
        x = CONCENTRATION; n = cells_of_row(); LAW_PLACE;
        CALL(dpm_row_law_init_published, (law, x, n));
    }
    CASE(dpm_row_law_init_polya) {
        e = MASS("event_mass"); b = PRIOR; d = MASS("draw_mass"); k = DRAWS; n = cells_of_row(); z = likely("row_total", 1.0, 1e300); LAW_PLACE;
        CALL(dpm_row_law_init_polya, (law, e, b, d, k, n, z));
    }
    CASE(dpm_row_law_init_geometric) {
        e = unit_mass(); b = unit_mass(); k = floor_of(); n = cells_of_row(); z = likely("row_total", 1.0, 1e300); LAW_PLACE;
        CALL(dpm_row_law_init_geometric, (law, e, b, k, n, z));
    }
    CASE(dpm_row_law_init_gaussian) {
        e = unit_mass(); b = unit_mass(); k = floor_of(); n = cells_of_row(); z = likely("row_total", 1.0, 1e300); LAW_PLACE;
        CALL(dpm_row_law_init_gaussian, (law, e, b, k, n, z));
    }
    CASE(dpm_row_law_cells) {
        l = laws_of(cells_of_row(), 1); p = OUT(size_t);
        CALL(dpm_row_law_cells, (l, p));
    }
    CASE(dpm_row_law_shrink) {
        l = laws_of(cells_of_row(), 1); p = NUMBER;
        CALL(dpm_row_law_shrink, (l, p));
    }
    CASE(dpm_row_law_noise) {
        l = laws_of(cells_of_row(), 1); p = OUT(int); q = NUMBER;
        CALL(dpm_row_law_noise, (l, p, q));
    }
    ENTRY_CASE(dpm_row_mean)
    ENTRY_CASE(dpm_row_bias)
    ENTRY_CASE(dpm_row_variance)
    ENTRY_CASE(dpm_row_deviation)
    ROW_CASE(dpm_row_expected_l1_bound)
    ROW_CASE(dpm_row_expected_max_bound)
    ROW_LEVEL_CASE(dpm_row_l1_bound)
    ROW_LEVEL_CASE(dpm_row_l1_bound_after_release)
    CASE(dpm_stationary_expected_error_bound) {
        n = states(); m = matrix_of(n); x = likely("tau_1", 1e-3, 1e9); l = laws_of(n, small(n)); w = LAW_SPACE(0); p = NUMBER;
        CALL(dpm_stationary_expected_error_bound, (m, n, x, l, w, len, p));
    }
    CHAIN_CASE(dpm_ergodicity_one_change_bound, 0, NUMBER)
    CHAIN_CASE(dpm_ergodicity_inf_change_bound, 1, NUMBER)
    CHAIN_CASE(dpm_mean_chain, 0, OUT_N(cells(n)))
    SOLVED_CASE(dpm_stationary_variances, 2, OUT_N(small(n)))
    SOLVED_CASE(dpm_stationary_bias_effect, 2, OUT_N(small(n)))
    RELEASED_CASE(dpm_stationary_bias_effect_after_release, 2, OUT_N(small(n)))
    SOLVED_CASE(dpm_stationary_estimate, 3, NUMBER)
    RELEASED_CASE(dpm_stationary_estimate_after_release, 3, NUMBER)
    SUPPORT_CASE(dpm_stationary_bias_effect_on_support, 2, OUT_N(small(n)))
    SUPPORT_CASE(dpm_stationary_estimate_on_support, 3, NUMBER)
    SOLVED_CASE(dpm_stationary_weighted_error_bound, 4 + small(n), NUMBER)
    SUPPORT_CASE(dpm_stationary_weighted_error_bound_on_support, 4 + small(n), NUMBER)
    CASE(dpm_debias_chain) {
        n = states(); m = matrix_of(n); l = laws_of_rows(m, n); w = LAW_SPACE(0); p = OUT_N(cells(n));
        CALL(dpm_debias_chain, (m, n, l, w, len, p));
    }
    CASE(dpm_interval_stationary_chain) {
        n = states(); if (n >= 2 && n <= 6) n = 2 + n % 2; /* the scratch fits the arena */
        m = matrix_of(n); s = matrix_of(n); l = laws_of(n, small(n)); x = LEVEL; w = LAW_SPACE(12 + 4 * small(n));
        if (m != NULL && s != NULL && (uintptr_t)m % 8 == 0 && (uintptr_t)s % 8 == 0 && !chance(4)) /* mostly the release itself */
            memmove((unsigned char *)(uintptr_t)s, m, cells(n) * 8);
        p = OUT_N(small(n)); q = OUT_N(2 * small(n));
        CALL(dpm_interval_stationary_chain, (m, n, s, l, x, w, len, p, q));
    }
    CASE(dpm_kl_divergence) {
        n = states(); m = shares_of(n, 1); s = shares_of(n, 1); p = NUMBER;
        CALL(dpm_kl_divergence, (m, s, n, p));
    }
    CASE(dpm_total_variation_distance) {
        n = states(); m = shares_of(n, 1); s = shares_of(n, 1); p = NUMBER;
        CALL(dpm_total_variation_distance, (m, s, n, p));
    }
    CASE(dpm_mean_chain_on_support) {
        n = states(); m = matrix_of(n); rows = starts_of(n); to = targets_of(n); l = laws_of(n, small(n)); w = LAW_SPACE(0); p = OUT_N(cells(n));
        CALL(dpm_mean_chain_on_support, (m, n, rows, to, cells(n), l, w, len, p));
    }
    CASE(dpm_stationary_estimate_at_mean) {
        n = states(); m = matrix_of(n); s = shares_of(n, 1); g = inverse_of(n);
        const double *first = shares_of(n, 1);
        l = laws_of(n, small(n)); w = LAW_SPACE(3); p = NUMBER;
        CALL(dpm_stationary_estimate_at_mean, (m, n, first, g, s, l, w, len, p));
    }
    CASE(dpm_expected_distance) {
        n = states(); m = shares_of(n, 1); s = variances_of(n); p = NUMBER;
        CALL(dpm_expected_distance, (m, s, n, p));
    }
    CASE(dpm_rows_error_bound_after_release) {
        n = states(); m = matrix_of(n); l = laws_of(n, small(n)); x = LEVEL; w = LAW_SPACE(0); p = NUMBER;
        CALL(dpm_rows_error_bound_after_release, (m, n, l, x, w, len, p));
    }
    CASE(dpm_stationary_error_bound_after_release) {
        n = states(); m = matrix_of(n); y = likely("tau_1", 1e-3, 1e9); l = laws_of(n, small(n)); x = LEVEL; w = LAW_SPACE(0); p = NUMBER;
        CALL(dpm_stationary_error_bound_after_release, (m, n, y, l, x, w, len, p));
    }
    CASE(dpm_stationary_weighted_error_bound_after_release) {
        n = states(); m = matrix_of(n); s = shares_of(n, 1); g = inverse_of(n); l = laws_of(n, small(n)); x = LEVEL; w = LAW_SPACE(2); p = NUMBER;
        CALL(dpm_stationary_weighted_error_bound_after_release, (m, n, s, g, l, x, w, len, p));
    }
    /* as published */
    CASE(dpm_published_loss) {
        n = states(); m = shares_of(n, 1);
        const dpm_published_row *r = published_rows(n); p = NUMBER;
        CALL(dpm_published_loss, (m, r, n, p));
    }
    CASE(dpm_published_theorem_4) {
        n = states(); m = shares_of(n, 1); x = likely("z_norm", 1e-3, 1e9);
        const dpm_published_row *r = published_rows(n); p = NUMBER;
        CALL(dpm_published_theorem_4, (m, x, r, n, p));
    }
    CASE(dpm_published_theorem_5) {
        n = states(); m = shares_of(n, 1);
        const dpm_published_row *r = published_rows(n); p = NUMBER;
        CALL(dpm_published_theorem_5, (m, r, n, p));
    }
    CASE(dpm_published_z_norm) {
        n = states(); g = inverse_of(n); m = shares_of(n, 1); p = NUMBER;
        CALL(dpm_published_z_norm, (g, m, n, p));
    }
    CASE(dpm_fundamental_norm) {
        n = states(); g = inverse_of(n); m = shares_of(n, 1); p = NUMBER;
        CALL(dpm_fundamental_norm, (g, m, n, p));
    }
    /* intervals */
    COSTLY_CASE(dpm_interval_dirichlet) {
        x = chance(9) ? nasty("share") : unit(); n = cells_of_row(); y = ROW_TOTAL; z = WEIGHT;
        const double a = PSEUDO_COUNT; code = target();
        const double level = LEVEL; p = INTERVAL;
        CALL(dpm_interval_dirichlet, (x, n, y, z, a, code, level, p));
    }
    COSTLY_CASE(dpm_interval_published) {
        x = chance(9) ? nasty("share") : unit(); n = cells_of_row(); y = CONCENTRATION; z = likely("eta", 1e-9, 1e-4);
        const double many = ROW_TOTAL; code = target();
        const double level = LEVEL; p = INTERVAL;
        CALL(dpm_interval_published, (x, n, y, z, many, code, level, p));
    }
    COSTLY_CASE(dpm_interval_polya) {
        k = DRAWS; q32 = chance(9) ? (uint32_t)next() : (uint32_t)below((size_t)k + 1); n = cells_of_row(); y = ROW_TOTAL; e = MASS("event_mass"); b = PRIOR;
        d = MASS("draw_mass"); code = target(); x = LEVEL; p = INTERVAL;
        CALL(dpm_interval_polya, (q32, n, y, e, b, d, k, code, x, p));
    }
    COSTLY_CASE(dpm_interval_geometric) {
        c = event_count(); sum = event_count(); n = cells_of_row(); y = public_total(); e = unit_mass(); b = unit_mass(); code = target(); x = LEVEL; p = INTERVAL;
        CALL(dpm_interval_geometric, (c, sum, n, y, e, b, code, x, p));
    }
    COSTLY_CASE(dpm_interval_gaussian) {
        c = event_count(); sum = event_count(); n = cells_of_row(); y = public_total(); e = unit_mass(); b = unit_mass(); code = target(); x = LEVEL; p = INTERVAL;
        CALL(dpm_interval_gaussian, (c, sum, n, y, e, b, code, x, p));
    }
    CASE(dpm_noisy_total_lower_geometric) {
        sum = event_count(); n = cells_of_row(); e = unit_mass(); b = unit_mass(); x = likely("failure", 1e-300, 0.999); p = NUMBER;
        CALL(dpm_noisy_total_lower_geometric, (sum, n, e, b, x, p));
    }
    CASE(dpm_noisy_total_lower_gaussian) {
        sum = event_count(); n = cells_of_row(); e = unit_mass(); b = unit_mass(); x = likely("failure", 1e-300, 0.999); p = NUMBER;
        CALL(dpm_noisy_total_lower_gaussian, (sum, n, e, b, x, p));
    }
    COSTLY_CASE(dpm_interval_geometric_row) {
        n = states_of_row();
        const int64_t *noisy = noisy_of(n); y = public_total(); e = unit_mass(); b = unit_mass(); code = target(); x = LEVEL; p = OUT_N(2 * small(n));
        CALL(dpm_interval_geometric_row, (noisy, n, y, e, b, code, x, p));
    }
    COSTLY_CASE(dpm_interval_gaussian_row) {
        n = states_of_row();
        const int64_t *noisy = noisy_of(n); y = public_total(); e = unit_mass(); b = unit_mass(); code = target(); x = LEVEL; p = OUT_N(2 * small(n));
        CALL(dpm_interval_gaussian_row, (noisy, n, y, e, b, code, x, p));
    }
    CASE(dpm_interval_stationary) {
        x = chance(9) ? nasty("pi") : unit(); y = likely("variance", 1e-300, 1e300); z = LEVEL; p = INTERVAL;
        CALL(dpm_interval_stationary, (x, y, z, p));
    }
    CASE(dpm_interval_simultaneous) {
        x = LEVEL; k = (uint32_t)whole("intervals", 1.0, 100.0); p = NUMBER;
        CALL(dpm_interval_simultaneous, (x, k, p));
    }
    /* unbiased estimates */
    CASE(dpm_debias_dirichlet) {
        x = chance(9) ? nasty("share") : unit(); n = cells_of_row(); y = ROW_TOTAL; z = WEIGHT;
        const double a = PSEUDO_COUNT; p = NUMBER;
        CALL(dpm_debias_dirichlet, (x, n, y, z, a, p));
    }
    CASE(dpm_debias_polya) {
        k = DRAWS; q32 = (uint32_t)below((size_t)k + 1); n = cells_of_row(); y = ROW_TOTAL; e = MASS("event_mass"); b = PRIOR; d = MASS("draw_mass"); p = NUMBER;
        CALL(dpm_debias_polya, (q32, n, y, e, b, d, k, p));
    }
    CASE(dpm_debias_noisy) {
        c = chance(4) ? (int64_t)next() : event_count(); sum = chance(4) ? (int64_t)next() : event_count(); n = cells_of_row(); y = ROW_TOTAL; p = NUMBER;
        CALL(dpm_debias_noisy, (c, sum, n, y, p));
    }
    CASE(dpm_debias_noisy_row) {
        n = states_of_row();
        const int64_t *noisy = noisy_of(n); p = OUT_N(small(n));
        CALL(dpm_debias_noisy_row, (noisy, n, p));
    }
    CASE(dpm_polya_tally) {
        x = chance(9) ? nasty("share") : unit(); n = cells_of_row(); e = MASS("event_mass"); b = PRIOR; d = MASS("draw_mass"); k = DRAWS; p = OUT(uint32_t);
        CALL(dpm_polya_tally, (x, n, e, b, d, k, p));
    }
    return calls_of_integers(which, function, functions);
}

#endif

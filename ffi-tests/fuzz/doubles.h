/* Random calls: special functions, the Dirichlet mechanisms, analysis, utility and plan. */
#ifndef FUZZ_DOUBLES_H
#define FUZZ_DOUBLES_H

#include "errors.h"

static dpm_status calls_of_doubles(size_t which, size_t function, size_t *functions) {
    double x, y, z, w, v;
    size_t n, len, i;
    int code;
    uint32_t r;
    uint64_t t;
    void *p, *q;
    double *work;
    dpm_rng *rng;
    const double *m;
    const uint32_t *c;
    uint32_t *cm;
    /* special functions */
    CASE(dpm_beta_inc) {
        x = nasty("a"); y = nasty("b"); z = chance(2) ? unit() : nasty("x"); note("x", z); p = NUMBER;
        q = NUMBER;
        CALL(dpm_beta_inc, (x, y, z, p, q));
    }
    CASE(dpm_ln_beta_inc_logit) {
        x = nasty("a"); y = nasty("b"); z = nasty("logit"); p = NUMBER; q = NUMBER;
        CALL(dpm_ln_beta_inc_logit, (x, y, z, p, q));
    }
    CASE(dpm_gamma_inc) {
        x = nasty("a"); y = chance(2) ? x * (0.5 + unit()) : nasty("x"); note("x", y); p = NUMBER; q = NUMBER;
        CALL(dpm_gamma_inc, (x, y, p, q));
    }
    CASE(dpm_ln_gamma_inc_ln) {
        x = nasty("a"); y = nasty("ln_x"); p = NUMBER; q = NUMBER;
        CALL(dpm_ln_gamma_inc_ln, (x, y, p, q));
    }
    CASE(dpm_ln_gamma_ratio) {
        x = nasty("p"); y = nasty("re"); z = nasty("im"); p = NUMBER; q = NUMBER;
        CALL(dpm_ln_gamma_ratio, (x, y, z, p, q));
    }
    /* randomness */
    CASE(dpm_rng_init) {
        rng = pointer(CHANGED, sizeof *rng, 8, 0);
        CALL(dpm_rng_init, (rng, chance(4) ? entropy_that_fails : entropy, NULL, next()));
    }
    CASE(dpm_rng_init_deterministic_for_tests) {
        rng = pointer(CHANGED, sizeof *rng, 8, 0); p = pointer(READ, 32, 1, 0);
        CALL(dpm_rng_init_deterministic_for_tests, (rng, p, next()));
    }
    CASE(dpm_rng_clear) {
        p = pointer(CHANGED, sizeof *rng, 8, 0);
        CALL(dpm_rng_clear, (p));
    }
    CASE(dpm_sample_gamma) {
        rng = generator(); x = likely("shape", 1e-300, 1e308); p = NUMBER;
        CALL(dpm_sample_gamma, (rng, x, p));
    }
    CASE(dpm_sample_dirichlet) {
        n = states(); rng = generator(); m = shares_of(n, 0); p = OUT_N(small(n));
        CALL(dpm_sample_dirichlet, (rng, m, n, p));
    }
    /* counts */
    CASE(dpm_counts_record) {
        n = states(); cm = pointer(CHANGED, cells(n) * 4, 4, 0); i = place(n);
        CALL(dpm_counts_record, (cm, n, i, place(n), (uint32_t)(next() >> (32 + below(32)))));
    }
    CASE(dpm_counts_record_session) {
        n = states(); cm = pointer(CHANGED, cells(n) * 4, 4, 0);
        size_t visits[9]; len = 1 + below(9); for (i = 0; i < len; i++) visits[i] = place(n);
        const size_t *s = IN_N(size_t, len);
        if (s != NULL) memcpy((unsigned char *)(uintptr_t)s, visits, len * sizeof *visits);
        CALL(dpm_counts_record_session, (cm, n, s, len));
    }
    CASE(dpm_counts_visit) {
        n = states(); cm = pointer(CHANGED, cells(n) * 4, 4, 0);
        size_t *s = OUT(size_t);
        size_t at = chance(3) ? DPM_NO_STATE : place(n);
        if (s != NULL) memcpy(s, &at, sizeof at);
        CALL(dpm_counts_visit, (cm, n, s, place(n)));
    }
    CASE(dpm_counts_merge) {
        n = states(); cm = pointer(CHANGED, cells(n) * 4, 4, 0); c = counts_of(n, cells(n));
        if (chance(2) && (uintptr_t)c % 4 == 0) twenty_each(c, cells(n)); /* not all sums overflow */
        CALL(dpm_counts_merge, (cm, c, n));
    }
    CASE(dpm_counts_clear) {
        n = states(); p = pointer(CHANGED, cells(n) * 4, 4, 0);
        CALL(dpm_counts_clear, (p, n));
    }
    /* privacy */
    COSTLY_CASE(dpm_dirichlet_delta) {
        code = adjacency(); x = WEIGHT; y = PSEUDO_COUNT; r = releases(); z = EPSILON; p = NUMBER;
        CALL(dpm_dirichlet_delta, (code, x, y, r, z, p));
    }
    COSTLY_CASE(dpm_dirichlet_epsilon) {
        code = adjacency(); x = WEIGHT; y = PSEUDO_COUNT; r = releases(); z = DELTA; p = NUMBER;
        CALL(dpm_dirichlet_epsilon, (code, x, y, r, z, p));
    }
    COSTLY_CASE(dpm_dirichlet_solve_weight) {
        code = adjacency(); r = chance(2) ? releases() : 1; p = NUMBER;
        if (chance(2)) y = PSEUDO_COUNT, z = EPSILON, w = DELTA; /* of these few can be met */
        else y = likely("pseudo_count", 100.0, 1e6), z = likely("epsilon", 0.1, 10.0), w = likely("delta", 1e-9, 1e-3);
        CALL(dpm_dirichlet_solve_weight, (code, y, r, z, w, p));
    }
    COSTLY_CASE(dpm_smallest_pseudo_count) {
        code = adjacency(); z = EPSILON; w = DELTA; r = releases(); p = NUMBER;
        CALL(dpm_smallest_pseudo_count, (code, z, w, r, p));
    }
    COSTLY_CASE(dpm_dirichlet_renyi) {
        code = adjacency(); x = WEIGHT; y = PSEUDO_COUNT; r = releases();
        z = 1.0 + likely("order - 1", 1e-9, 1e9); p = NUMBER;
        CALL(dpm_dirichlet_renyi, (code, x, y, r, z, p));
    }
    COSTLY_CASE(dpm_dirichlet_renyi_epsilon) {
        code = adjacency(); x = WEIGHT; y = PSEUDO_COUNT; r = releases(); z = DELTA; p = NUMBER;
        CALL(dpm_dirichlet_renyi_epsilon, (code, x, y, r, z, p));
    }
    /* the mechanism */
    COSTLY_CASE(dpm_dirichlet_init) {
        code = adjacency(); r = chance(2) ? releases() : 1;
        if (chance(2)) y = PSEUDO_COUNT, z = EPSILON, w = DELTA; /* as above */
        else y = likely("pseudo_count", 100.0, 1e6), z = likely("epsilon", 0.1, 10.0), w = likely("delta", 1e-9, 1e-3);
        p = pointer(CHANGED, sizeof(dpm_dirichlet), 8, 0);
        CALL(dpm_dirichlet_init, (p, code, z, w, r, y));
    }
    CASE(dpm_dirichlet_init_checked) {
        code = chance(20) ? adjacency() : DPM_ADJACENCY_EVENT;
        z = chance(9) ? EPSILON : 1e6; w = chance(9) ? DELTA : 0.5; r = chance(20) ? releases() : 1; /* mostly a promise that holds */
        y = likely("pseudo_count", 1e3, 1e9); x = WEIGHT;
        p = pointer(CHANGED, sizeof(dpm_dirichlet), 8, 0);
        CALL(dpm_dirichlet_init_checked, (p, code, z, w, r, y, x));
    }
    CASE(dpm_dirichlet_parameters) {
        const dpm_dirichlet *d = mechanism(); p = NUMBER; q = NUMBER;
        CALL(dpm_dirichlet_parameters, (d, p, q));
    }
    CASE(dpm_dirichlet_guarantee) {
        const dpm_dirichlet *d = mechanism(); int *a = OUT(int); double *e = NUMBER; double *l = NUMBER;
        p = OUT(uint32_t);
        CALL(dpm_dirichlet_guarantee, (d, a, e, l, p));
    }
    CASE(dpm_dirichlet_release_row) {
        n = states();
        const dpm_dirichlet *d = mechanism(); rng = generator(); c = counts_of(n, small(n));
        p = OUT_N(small(n));
        CALL(dpm_dirichlet_release_row, (d, rng, c, n, p));
    }
    CASE(dpm_dirichlet_release_chain) {
        n = states();
        const dpm_dirichlet *d = mechanism(); rng = generator(); c = counts_of(n, cells(n));
        p = OUT_N(cells(n));
        CALL(dpm_dirichlet_release_chain, (d, rng, c, n, p));
    }
    CASE(dpm_dirichlet_release_chain_rows) {
        n = states(); rng = generator();
        code = chance(20) ? adjacency() : DPM_ADJACENCY_DESTINATION;
        z = chance(9) ? EPSILON : 1e6; w = chance(9) ? DELTA : 0.5; r = chance(20) ? releases() : 1; /* mostly a promise that holds */
        const dpm_dirichlet_row *rows = (const dpm_dirichlet_row *)pointer(READ, small(n) * sizeof *rows, 8, 1);
        if (rows != NULL && (uintptr_t)rows % 8 == 0)
            for (i = 0; i < small(n); i++) {
                dpm_dirichlet_row *one = (dpm_dirichlet_row *)(uintptr_t)rows + i;
                one->weight = WEIGHT;
                one->pseudo_count = likely("pseudo_count", 1e3, 1e9);
            }
        c = counts_of(n, cells(n));
        p = OUT_N(cells(n));
        CALL(dpm_dirichlet_release_chain_rows, (rng, code, z, w, r, rows, c, n, p));
    }
    /* the published form */
    CASE(dpm_published_epsilon) {
        x = CONCENTRATION; y = BORDER; t = total(); n = states(); z = CUT; p = NUMBER;
        CALL(dpm_published_epsilon, (x, y, t, n, z, p));
    }
    CASE(dpm_published_epsilon_sharpened) {
        x = CONCENTRATION; y = BORDER; t = total(); n = states(); z = CUT; p = NUMBER;
        CALL(dpm_published_epsilon_sharpened, (x, y, t, n, z, p));
    }
    CASE(dpm_published_delta) {
        x = CONCENTRATION; y = BORDER; n = states(); z = CUT; p = NUMBER;
        CALL(dpm_published_delta, (x, y, n, z, p));
    }
    CASE(dpm_published_solve_k) {
        x = likely("epsilon", 1e-3, 1e6); y = BORDER; t = total(); n = states(); z = CUT; p = NUMBER;
        CALL(dpm_published_solve_k, (x, y, t, n, z, p));
    }
    CASE(dpm_published_parameters) {
        x = CONCENTRATION; y = BORDER; t = total(); p = NUMBER; q = NUMBER;
        CALL(dpm_published_parameters, (x, y, t, p, q));
    }
    CASE(dpm_published_init) {
        x = CONCENTRATION; y = BORDER; t = total(); n = states();
        p = pointer(CHANGED, sizeof(dpm_published), 8, 0);
        CALL(dpm_published_init, (p, x, y, t, n));
    }
    CASE(dpm_published_release_row) {
        n = states();
        const dpm_published *d = published(n, 1); rng = generator(); c = counts_of(n, small(n));
        twenty_each(c, small(n));
        p = OUT_N(small(n));
        CALL(dpm_published_release_row, (d, rng, c, n, p));
    }
    CASE(dpm_published_release_chain) {
        n = states();
        const dpm_published *d = published(n, small(n)); rng = generator(); c = counts_of(n, cells(n));
        twenty_each(c, cells(n));
        p = OUT_N(cells(n));
        CALL(dpm_published_release_chain, (d, rng, c, n, p));
    }
    /* analysis */
#define WORK(needed) (len = (needed), len = len > ARENA / 64 ? 0 : chance(15) && len > 0 ? len - 1 - below(len) : len, refused |= len < (needed), work = (double *)pointer(SCRATCH, len * 8, 8, 0))
    CASE(dpm_stationary_gth) {
        n = states(); m = matrix_of(n); WORK(dpm_stationary_gth_work_len(n)); p = OUT_N(small(n));
        CALL(dpm_stationary_gth, (m, n, work, len, p));
    }
    CASE(dpm_stationary_of_state) {
        n = states(); m = matrix_of(n); WORK(dpm_stationary_gth_work_len(n)); i = place(n); p = OUT_N(small(n));
        CALL(dpm_stationary_of_state, (m, n, i, work, len, p));
    }
    CASE(dpm_recurrent_classes) {
        n = states(); m = matrix_of(n); WORK(dpm_recurrent_classes_work_len(n)); p = OUT(size_t);
        CALL(dpm_recurrent_classes, (m, n, work, len, p));
    }
    CASE(dpm_stationary_power) {
        n = states(); m = matrix_of(n); WORK(dpm_stationary_power_work_len(n));
        x = likely("tolerance", 1e-300, 0.9); r = chance(9) ? 0 : (uint32_t)below(10000); p = OUT_N(small(n));
        q = NUMBER;
        CALL(dpm_stationary_power, (m, n, x, r, work, len, p, q));
    }
    CASE(dpm_ergodicity_inf) {
        n = states(); m = matrix_of(n); WORK(dpm_ergodicity_inf_work_len(n)); p = NUMBER;
        CALL(dpm_ergodicity_inf, (m, n, work, len, p));
    }
    CASE(dpm_ergodicity_one) {
        n = states(); m = matrix_of(n); p = NUMBER;
        CALL(dpm_ergodicity_one, (m, n, p));
    }
    /* utility and plan */
    CASE(dpm_dirichlet_expected_kl_unchecked) {
        n = states(); c = counts_of(n, small(n)); x = WEIGHT; y = PSEUDO_COUNT; p = NUMBER;
        CALL(dpm_dirichlet_expected_kl_unchecked, (c, n, x, y, p));
    }
    CASE(dpm_dirichlet_expected_tv_unchecked) {
        n = states(); c = counts_of(n, small(n)); x = WEIGHT; y = PSEUDO_COUNT; p = NUMBER;
        CALL(dpm_dirichlet_expected_tv_unchecked, (c, n, x, y, p));
    }
    CASE(dpm_dirichlet_expected_kl) {
        n = states(); m = shares_of(n, 1); v = ROW_TOTAL; x = WEIGHT; y = PSEUDO_COUNT; p = NUMBER;
        CALL(dpm_dirichlet_expected_kl, (m, n, v, x, y, p));
    }
    CASE(dpm_dirichlet_expected_tv) {
        n = states(); m = shares_of(n, 1); v = ROW_TOTAL; x = WEIGHT; y = PSEUDO_COUNT; p = NUMBER;
        CALL(dpm_dirichlet_expected_tv, (m, n, v, x, y, p));
    }
    COSTLY_CASE(dpm_dirichlet_expected_tv_uniform) {
        n = chance(3) ? 2 + below(65534) : states(); note("n", (double)n); v = ROW_TOTAL; x = WEIGHT;
        y = PSEUDO_COUNT; p = NUMBER;
        CALL(dpm_dirichlet_expected_tv_uniform, (n, v, x, y, p));
    }
    CASE(dpm_published_expected_kl) {
        n = states(); m = shares_of(n, 1); x = likely("k", 1e-300, 1e308); p = NUMBER;
        CALL(dpm_published_expected_kl, (m, n, x, p));
    }
    CASE(dpm_published_worst_kl) {
        n = states(); x = likely("k", 1e-300, 1e308); t = total(); p = NUMBER;
        CALL(dpm_published_worst_kl, (x, t, n, p));
    }
    COSTLY_CASE(dpm_plan_choose) {
        code = adjacency(); z = EPSILON; w = DELTA; r = releases(); n = chance(3) ? 2 + below(65534) : states();
        v = ROW_TOTAL; p = NUMBER; q = NUMBER;
        CALL(dpm_plan_choose, (code, z, w, r, n, v, p, q));
    }
    return calls_of_errors(which, function, functions);
}

#endif

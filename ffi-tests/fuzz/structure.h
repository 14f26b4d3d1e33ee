/* Random calls: structure, group inverse, mixing, first-passage times and prediction. */
#ifndef FUZZ_STRUCTURE_H
#define FUZZ_STRUCTURE_H

#include "sparse.h"

static dpm_status calls_of_structure(size_t which, size_t function, size_t *functions) {
    size_t n, len, i;
    uint32_t r;
    void *p, *q;
    double x, *work;
    const double *m;
    CASE(dpm_class_labels) {
        n = states(); m = matrix_of(n); WORK(dpm_recurrent_classes_work_len(n)); p = INT32_N(small(n)); q = OUT(size_t);
        CALL(dpm_class_labels, (m, n, work, len, p, q));
    }
    CASE(dpm_class_of_state) {
        n = states(); m = matrix_of(n); WORK(dpm_recurrent_classes_work_len(n)); i = place(n); p = pointer(CHANGED, small(n), 1, 0); q = OUT(size_t);
        CALL(dpm_class_of_state, (m, n, i, work, len, p, q));
    }
    CASE(dpm_is_irreducible) {
        n = states(); m = matrix_of(n); WORK(dpm_recurrent_classes_work_len(n)); p = OUT(int);
        CALL(dpm_is_irreducible, (m, n, work, len, p));
    }
    CASE(dpm_period) {
        n = states(); m = matrix_of(n); WORK(dpm_recurrent_classes_work_len(n)); i = place(n); p = OUT(size_t);
        CALL(dpm_period, (m, n, i, work, len, p));
    }
    CASE(dpm_is_absorbing) {
        n = states(); m = matrix_of(n); i = place(n); p = OUT(int);
        CALL(dpm_is_absorbing, (m, n, i, p));
    }
    CASE(dpm_group_inverse) {
        n = states(); m = matrix_of(n); WORK(dpm_group_inverse_work_len(n)); p = OUT_N(cells(n)); q = OUT_N(small(n));
        CALL(dpm_group_inverse, (m, n, work, len, p, q));
    }
    CASE(dpm_group_inverse_tau_one) {
        n = states(); m = matrix_of(n); p = NUMBER;
        CALL(dpm_group_inverse_tau_one, (m, n, p));
    }
    CASE(dpm_stationary_error_bound) {
        n = states(); m = matrix_of(n); WORK(dpm_stationary_error_bound_work_len(n)); x = likely("tau", 1e-3, 1e12);
        const double *s = shares_of(n, 1); p = NUMBER;
        CALL(dpm_stationary_error_bound, (m, n, s, x, work, len, p));
    }
    CASE(dpm_second_eigenvalue) {
        n = states(); m = matrix_of(n); WORK(dpm_second_eigenvalue_work_len(n)); r = chance(9) ? 0 : (uint32_t)below(1000); p = NUMBER; q = NUMBER;
        CALL(dpm_second_eigenvalue, (m, n, r, work, len, p, q, OUT(uint32_t)));
    }
    CASE(dpm_second_eigenvalue_upper) {
        n = states(); m = matrix_of(n); WORK(dpm_second_eigenvalue_upper_work_len(n)); r = chance(9) ? UINT32_MAX : (uint32_t)below(20); p = NUMBER;
        CALL(dpm_second_eigenvalue_upper, (m, n, r, work, len, p));
    }
    CASE(dpm_mean_first_passage) {
        n = states(); m = matrix_of(n); WORK(dpm_mean_first_passage_work_len(n)); i = place(n); p = OUT_N(small(n));
        CALL(dpm_mean_first_passage, (m, n, i, work, len, p));
    }
    CASE(dpm_all_mean_first_passage) {
        n = states(); m = matrix_of(n); WORK(dpm_all_mean_first_passage_work_len(n)); p = OUT_N(cells(n));
        CALL(dpm_all_mean_first_passage, (m, n, work, len, p));
    }
    CASE(dpm_predict) {
        n = states(); m = matrix_of(n); r = (uint32_t)next() >> below(32); WORK(dpm_predict_work_len(n, r));
        const double *s = shares_of(n, 1); p = OUT_N(small(n));
        CALL(dpm_predict, (m, n, s, r, work, len, p));
    }
    return calls_of_sparse(which, function, functions);
}

#endif

/* What is promised. */
#ifndef API_PRIVACY_H
#define API_PRIVACY_H

#include "shared.h"

static void accounting(void) {
    const int event = DPM_ADJACENCY_EVENT;
    double bad;
    int code;

    ACCEPTS(dpm_dirichlet_delta(event, 0.2102, 7.154, 1, 1.0, a));
    CHECK(*a >= 1.9271773989531e-4 && *a <= 1.9271773989531e-4 * (1 + 1e-6));
    ACCEPTS(dpm_dirichlet_epsilon(event, 0.3188, 15.8, 1, 1e-6, a));
    CLOSE(*a, 1.0000333, 1e-6);
    ACCEPTS(dpm_dirichlet_solve_weight(event, 15.8, 1, 1.0, 1e-6, a));
    CHECK(*a > 0.3185 && *a < 0.3188);
    ACCEPTS(dpm_dirichlet_delta(event, *a, 15.8, 1, 1.0, b));
    CHECK(*b <= 1e-6 && *b > 0.99e-6);
    ACCEPTS(dpm_smallest_pseudo_count(event, 1.0, 1e-6, 1, a));
    CHECK(*a > 10.5 && *a < 10.9);
    ACCEPTS(dpm_dirichlet_delta(event, 1e-9, 1e9, 1, 1e6, a)); /* underflow is never 0 */
    CHECK(*a > 0.0);

    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_delta(event, bad, 10.0, 1, 1.0, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_delta(event, 0.3, bad, 1, 1.0, a));
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_delta(event, 0.3, 10.0, 1, bad, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_epsilon(event, bad, 10.0, 1, 1e-6, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_epsilon(event, 0.3, bad, 1, 1e-6, a));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, bad, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_solve_weight(event, bad, 1, 1.0, 1e-6, a));
        REFUSES(DPM_ERR_EPSILON, dpm_dirichlet_solve_weight(event, 10.0, 1, bad, 1e-6, a));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_solve_weight(event, 10.0, 1, 1.0, bad, a));
        REFUSES(DPM_ERR_EPSILON, dpm_smallest_pseudo_count(event, bad, 1e-6, 1, a));
        REFUSES(DPM_ERR_DELTA, dpm_smallest_pseudo_count(event, 1.0, bad, 1, a));
    }
    REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_delta(event, 0.0, 10.0, 1, 1.0, a));
    REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_delta(event, 0.3, 0.0, 1, 1.0, a));
    REFUSES(DPM_ERR_NOT_PURE, dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, 0.0, a));
    REFUSES(DPM_ERR_DELTA, dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_delta(event, 0.3, 10.0, 0, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_epsilon(event, 0.3, 10.0, 0, 1e-6, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_solve_weight(event, 10.0, 0, 1.0, 1e-6, a));
    REFUSES(DPM_ERR_RELEASES, dpm_smallest_pseudo_count(event, 1.0, 1e-6, 0, a));
    REFUSES(DPM_ERR_UNREACHABLE, dpm_dirichlet_solve_weight(event, 1.0, 1, 0.5, 1e-6, a));
    for (code = -1; code <= 5; code += 6) {
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_delta(code, 0.3, 10.0, 1, 1.0, a));
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_epsilon(code, 0.3, 10.0, 1, 1e-6, a));
        REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_solve_weight(code, 10.0, 1, 1.0, 1e-6, a));
        REFUSES(DPM_ERR_ADJACENCY, dpm_smallest_pseudo_count(code, 1.0, 1e-6, 1, a));
    }
#define DELTA(out) dpm_dirichlet_delta(event, 0.3, 10.0, 1, 1.0, out)
#define EPSILON(out) dpm_dirichlet_epsilon(event, 0.3, 10.0, 1, 1e-6, out)
#define WEIGHT(out) dpm_dirichlet_solve_weight(event, 15.8, 1, 1.0, 1e-6, out)
#define PSEUDO_COUNT(out) dpm_smallest_pseudo_count(event, 1.0, 1e-6, 1, out)
    ONE_OUTPUT(DELTA);
    ONE_OUTPUT(EPSILON);
    ONE_OUTPUT(WEIGHT);
    ONE_OUTPUT(PSEUDO_COUNT);
}

/* Every adjacency and many releases. The values: a line integral with 45 digits (tests/data/README.md). */
static void accounting_of_all(void) {
    const int event = DPM_ADJACENCY_EVENT;
    static const double delta_at_1[5] = {0.999e-6, 0.0, 0.999e-6, 1.147773304e-3, 0.0};
    double bad;
    int code;

    for (code = 0; code < 5; code++) {
        ACCEPTS(dpm_dirichlet_delta(code, 0.3188, 15.8, 1, 1.0, a));
        CHECK(*a > 0.0 && *a < 1.0 && *a >= delta_at_1[code]);
        ACCEPTS(dpm_dirichlet_delta(code, 0.3188, 15.8, 2, 1.0, b));
        CHECK(*b >= *a);
        ACCEPTS(dpm_dirichlet_epsilon(code, 0.3188, 15.8, 1, 1e-6, a));
        ACCEPTS(dpm_dirichlet_delta(code, 0.3188, 15.8, 1, *a, b));
        CHECK(*b <= 1e-6);
        ACCEPTS(dpm_dirichlet_renyi_epsilon(code, 0.3188, 15.8, 1, 1e-6, b));
        CHECK(*b >= *a);
        ACCEPTS(dpm_dirichlet_init(mechanism, code, 4.0, 1e-6, 3, 60.0));
        ACCEPTS(dpm_smallest_pseudo_count(code, 1.0, 1e-6, 1, a));
        CHECK(*a > 1.0 && *a < 100.0);
    }
    ACCEPTS(dpm_dirichlet_delta(DPM_ADJACENCY_VISIT, 0.3188, 15.8, 1, 1.0, a));
    CHECK(fabs(*a - 1.147773304e-3) < 1e-9);
    ACCEPTS(dpm_dirichlet_epsilon(event, 0.3188, 15.8, 10, 1e-6, a));
    CHECK(fabs(*a - 3.107198) < 1e-5);
    ACCEPTS(dpm_dirichlet_epsilon(event, 0.3188, 15.8, 365, 1e-6, a));
    CHECK(fabs(*a - 26.110264) < 1e-5);
    ACCEPTS(dpm_dirichlet_renyi_epsilon(event, 0.3188, 15.8, 10, 1e-6, a));
    CHECK(fabs(*a - 3.349) < 1e-3);
    ACCEPTS(dpm_dirichlet_renyi(event, 1.0, 1e8, 1, 2.0, a));
    CLOSE(*a, 2.0000000000000000667e-8, 1e-12);
    ACCEPTS(dpm_dirichlet_renyi(event, 1.0, 3.0, 1, 5.0, a));
    CHECK(isinf(*a) && *a > 0); /* orders end at 1 + a */

    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_dirichlet_renyi(event, 0.3, 10.0, 1, bad, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_renyi(event, bad, 10.0, 1, 2.0, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_renyi(event, 0.3, bad, 1, 2.0, a));
        REFUSES(DPM_ERR_WEIGHT, dpm_dirichlet_renyi_epsilon(event, bad, 10.0, 1, 1e-6, a));
        REFUSES(DPM_ERR_PSEUDO_COUNT, dpm_dirichlet_renyi_epsilon(event, 0.3, bad, 1, 1e-6, a));
        REFUSES(DPM_ERR_DELTA, dpm_dirichlet_renyi_epsilon(event, 0.3, 10.0, 1, bad, a));
    }
    REFUSES(DPM_ERR_DOMAIN, dpm_dirichlet_renyi(event, 0.3, 10.0, 1, 1.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_renyi(event, 0.3, 10.0, 0, 2.0, a));
    REFUSES(DPM_ERR_RELEASES, dpm_dirichlet_renyi_epsilon(event, 0.3, 10.0, 0, 1e-6, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_renyi(5, 0.3, 10.0, 1, 2.0, a));
    REFUSES(DPM_ERR_ADJACENCY, dpm_dirichlet_renyi_epsilon(-1, 0.3, 10.0, 1, 1e-6, a));
#define RENYI(out) dpm_dirichlet_renyi(event, 0.3, 10.0, 1, 2.0, out)
#define RENYI_EPSILON(out) dpm_dirichlet_renyi_epsilon(event, 0.3, 10.0, 1, 1e-6, out)
    ONE_OUTPUT(RENYI);
    ONE_OUTPUT(RENYI_EPSILON);
    /* a delta so small that the loss has no such epsilon in range, at a weight so large that every event shows */
    REFUSES(DPM_ERR_NO_EPSILON, dpm_dirichlet_epsilon(event, 1e9, 1e-6, 1, 1e-300, a));
    memset(mechanism, 0x5a, sizeof *mechanism);
}

static int on_the_grid(const double *x, size_t n) {
    double sum = 0.0;
    size_t i;
    for (i = 0; i < n; i++) {
        double units = x[i] * 4294967296.0;
        if (!(units >= 1.0) || units != floor(units)) return 0;
        sum += x[i];
    }
    return sum == 1.0;
}

#endif

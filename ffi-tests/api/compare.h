/* The chooser, and the standard errors. */
#ifndef API_COMPARE_H
#define API_COMPARE_H

#include "releases.h"

static void comparison(void) {
    const int event = DPM_ADJACENCY_EVENT;
    dpm_candidate *four = (dpm_candidate *)output(DPM_CANDIDATES * sizeof *four);
    int *why = (int *)output(sizeof *why);
    double bad;
    size_t n, i;

    ACCEPTS(dpm_plan_compare(event, 1.0, 1e-9, 1, 59, 4468.0, four, who, why));
    CHECK(*who >= 0 && *who < (int)DPM_CANDIDATES && *why >= DPM_REASON_ONLY_ONE && *why <= DPM_REASON_SIMPLEST);
    CHECK(four[*who].status == DPM_OK);
    for (i = 0; i < DPM_CANDIDATES; i++) {
        CHECK(four[i].status == DPM_OK && four[i].release.mechanism == (int)i && four[i].release.releases == 1);
        CHECK(four[i].total_variation > 0.0 && four[i].total_variation < 1.0);
        CHECK(four[*who].total_variation <= four[i].total_variation * 1.04);
        CHECK(four[i].integers == (i != DPM_MECHANISM_DIRICHLET));
        /* what it offers meets the guarantee (`why` is only a place here) */
        ACCEPTS(dpm_compose_delta(event, &four[i].release, 1, 1.0, a, why));
        CHECK(*a <= 1e-9 * (1.0 + 1e-9));
    }
    ACCEPTS(dpm_plan_compare(event, 1.0, 0.0, 1, 4, 1000.0, four, who, why)); /* pure */
    CHECK(four[DPM_MECHANISM_DIRICHLET].status == DPM_ERR_NOT_PURE && four[DPM_MECHANISM_GAUSSIAN].status == DPM_ERR_NOT_PURE);
    CHECK(four[DPM_MECHANISM_GEOMETRIC].status == DPM_OK && four[DPM_MECHANISM_GEOMETRIC].pure == 1);
    CHECK(*who == DPM_MECHANISM_GEOMETRIC || *who == DPM_MECHANISM_POLYA);

#define COMPARE(code, e, d, times, states, total) dpm_plan_compare(code, e, d, times, states, total, four, who, why)
    REFUSES(DPM_ERR_UNREACHABLE, COMPARE(event, 0.0, 0.0, 1, 4, 100.0));
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_EPSILON, COMPARE(event, bad, 1e-9, 1, 4, 100.0));
        REFUSES(DPM_ERR_DELTA, COMPARE(event, 1.0, bad, 1, 4, 100.0));
        REFUSES(DPM_ERR_EXPECTED_ROW_TOTAL, COMPARE(event, 1.0, 1e-9, 1, 4, bad));
    }
    for (EACH_BAD_N(n)) REFUSES(DPM_ERR_STATES, COMPARE(event, 1.0, 1e-9, 1, n, 100.0));
    REFUSES(DPM_ERR_RELEASES, COMPARE(event, 1.0, 1e-9, 0, 4, 100.0));
    REFUSES(DPM_ERR_ADJACENCY, COMPARE(5, 1.0, 1e-9, 1, 4, 100.0));
#define COMPARE_F(out) dpm_plan_compare(event, 1.0, 1e-9, 1, 4, 100.0, out, who, why)
#define COMPARE_W(out) dpm_plan_compare(event, 1.0, 1e-9, 1, 4, 100.0, four, out, why)
#define COMPARE_R(out) dpm_plan_compare(event, 1.0, 1e-9, 1, 4, 100.0, four, who, out)
    PLACE(dpm_candidate, four, COMPARE_F);
    SMALL_PLACE(int, who, COMPARE_W);
    SMALL_PLACE(int, why, COMPARE_R);
    REFUSES(DPM_ERR_OVERLAP, COMPARE_W(why));
    REFUSES(DPM_ERR_OVERLAP, COMPARE_R(&four[3].pure));
}

static void standard_errors(void) {
    double bad;
    size_t n;
    CLOSE(dpm_geometric_deviation(1, 1000), 1414.2135, 1e-6);
    CHECK(dpm_gaussian_deviation(400, 1) == 20.0);
    CLOSE(dpm_share_standard_error(0.5, 2, 100.0, 2.0), 0.014142135623730951, 1e-12);
    CHECK(isnan(dpm_geometric_deviation(0, 1)) && isnan(dpm_geometric_deviation(65, 1)));
    CHECK(isnan(dpm_gaussian_deviation(0, 1)) && isnan(dpm_gaussian_deviation(1, 1025)));
    for (EACH_BAD(bad)) {
        CHECK(isnan(dpm_share_standard_error(bad, 2, 100.0, 2.0)));
        CHECK(isnan(dpm_share_standard_error(0.5, 2, bad, 2.0)));
        CHECK(isnan(dpm_share_standard_error(0.5, 2, 100.0, bad)));
    }
    CHECK(isnan(dpm_share_standard_error(0.5, 2, 0.0, 2.0)) && isnan(dpm_share_standard_error(1.1, 2, 100.0, 2.0)));
    for (EACH_BAD_N(n)) CHECK(isnan(dpm_share_standard_error(0.5, n, 100.0, 2.0)));
}

#endif

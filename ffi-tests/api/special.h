/* Versions, sizes and special functions. */
#ifndef API_SPECIAL_H
#define API_SPECIAL_H

#include "shared.h"

static void versions_and_messages(void) {
    int code;
    CHECK(strcmp(dpm_version(), DPM_VERSION) == 0);
    CHECK(dpm_abi_version() == DPM_ABI_VERSION);
    for (code = -1000; code <= 1000; code++) {
        const char *message = dpm_status_message(code);
        CHECK(message != NULL && strlen(message) > 3 && strlen(message) < 200);
    }
    CHECK(strcmp(dpm_status_message(DPM_OK), "done") == 0);
    CHECK(strcmp(dpm_status_message(12345), "unknown status") == 0);
    CHECK(strstr(dpm_status_message(DPM_ERR_STATES), "65535") != NULL);
    CHECK(strstr(dpm_status_message(DPM_ERR_STREAM_EXHAUSTED), "stream") != NULL);
}

static void sizes(void) {
    size_t n;
    CHECK(sizeof(dpm_rng) == DPM_RNG_SIZE && dpm_rng_size() == DPM_RNG_SIZE);
    CHECK(sizeof(dpm_dirichlet) == DPM_DIRICHLET_SIZE && dpm_dirichlet_size() == DPM_DIRICHLET_SIZE);
    for (n = 2; n <= 65535; n = n + 1 + n / 7) {
        CHECK(dpm_stationary_gth_work_len(n) == DPM_STATIONARY_GTH_WORK_LEN(n));
        CHECK(dpm_stationary_power_work_len(n) == DPM_STATIONARY_POWER_WORK_LEN(n));
        CHECK(dpm_ergodicity_inf_work_len(n) == DPM_ERGODICITY_INF_WORK_LEN(n));
        CHECK(dpm_recurrent_classes_work_len(n) == DPM_RECURRENT_CLASSES_WORK_LEN(n));
    }
    CHECK(dpm_stationary_gth_work_len(65535) == DPM_STATIONARY_GTH_WORK_LEN(65535));
}

static void special_functions(void) {
    double bad;
    CLOSE(dpm_ln_gamma(0.5), 0.57236494292470008707, 1e-15);
    CLOSE(dpm_ln_gamma(1e5), 1051287.7089736568949, 1e-15);
    CLOSE(dpm_digamma(1.0), -0.57721566490153286061, 1e-15);
    CLOSE(dpm_digamma(10.0), 2.2517525890667211077, 1e-15);
    CLOSE(dpm_ln_beta(2.0, 3.0), -2.4849066497880003102, 1e-14);
    CHECK(isnan(dpm_ln_gamma(NAN)) && isnan(dpm_digamma(NAN)) && isnan(dpm_digamma(0.0)));
    CHECK(isnan(dpm_ln_beta(NAN, 1.0)) && isnan(dpm_ln_beta(1.0, NAN)));

    ACCEPTS(dpm_beta_inc(2.0, 3.0, 0.5, a, b));
    CLOSE(*a, 0.6875, 1e-14);
    CLOSE(*b, 0.3125, 1e-14);
    ACCEPTS(dpm_gamma_inc(1.0, 1.0, a, b));
    CLOSE(*a, 0.63212055882855767840, 1e-14);
    CLOSE(*b, 0.36787944117144232160, 1e-14);
    ACCEPTS(dpm_ln_beta_inc_logit(2.0, 3.0, 0.0, a, b));
    CLOSE(*a, -0.37469344944141069300, 1e-13);
    CLOSE(*b, -1.1631508098056809021, 1e-13);
    ACCEPTS(dpm_ln_beta_inc_logit(2.0, 3.0, -1000.0, a, b));
    CLOSE(*a, -2000.0 + 1.7917594692280550008, 1e-13); /* 6 x^2 */
    ACCEPTS(dpm_ln_gamma_inc_ln(1.0, 0.0, a, b));
    CLOSE(*a, -0.45867514538708189102, 1e-13);
    CLOSE(*b, -1.0, 1e-13);

    ACCEPTS(dpm_ln_gamma_ratio(7.0, 3.0, 0.0, a, b)); /* 7 * 8 * 9 */
    CLOSE(*a, 6.2225762680713688, 1e-14);
    CHECK(*b == 0.0);
    ACCEPTS(dpm_ln_gamma_ratio(1.0, 0.0, 1.0, a, b)); /* |Gamma(1 + i)|^2 = pi / sinh(pi) */
    CLOSE(*a, -0.6509231993018563, 1e-13);
    CLOSE(*b, -0.3016403204675331, 1e-13);

    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(bad, 0.5, 0.5, a, b));
        if (!isfinite(bad)) {
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(2.0, bad, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(2.0, 0.5, bad, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(2.0, 3.0, bad, a, b));
        }
        if (!isinf(bad) || bad < 0) {
            REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(bad, 3.0, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(2.0, bad, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_gamma_inc(bad, 1.0, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_gamma_inc(1.0, bad, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(bad, 3.0, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(2.0, bad, 0.5, a, b));
            REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_inc_ln(bad, 0.5, a, b));
        }
        REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(2.0, 3.0, bad, a, b));
    }
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(2.0, -2.0, 0.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_ratio(0.0, 2.0, 0.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(2.0, 3.0, 1.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_beta_inc(0.0, 3.0, 0.5, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_gamma_inc(0.0, 3.0, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_beta_inc_logit(2.0, 3.0, NAN, a, b));
    REFUSES(DPM_ERR_DOMAIN, dpm_ln_gamma_inc_ln(2.0, NAN, a, b));

#define BETA(x, y) dpm_beta_inc(2.0, 3.0, 0.5, x, y)
#define GAMMA(x, y) dpm_gamma_inc(2.0, 3.0, x, y)
#define LN_BETA(x, y) dpm_ln_beta_inc_logit(2.0, 3.0, 0.5, x, y)
#define LN_GAMMA(x, y) dpm_ln_gamma_inc_ln(2.0, 3.0, x, y)
    TWO_OUTPUTS(BETA);
    TWO_OUTPUTS(GAMMA);
    TWO_OUTPUTS(LN_BETA);
    TWO_OUTPUTS(LN_GAMMA);
#define RATIO(x, y) dpm_ln_gamma_ratio(2.0, 3.0, 0.5, x, y)
    TWO_OUTPUTS(RATIO);
}

#endif

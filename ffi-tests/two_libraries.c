/* Two Rust static libraries in one program. */
#include <stdio.h>

#include "dpmarkov.h"

double second_library_sum(const double *numbers, size_t n);

int main(void) {
    static const uint8_t seed[32] = {9};
    static const double alpha[3] = {1.0, 2.0, 3.0};
    double x[3], sum;
    dpm_rng rng;
    if (dpm_rng_init_deterministic_for_tests(&rng, seed, 1) || dpm_sample_dirichlet(&rng, alpha, 3, x)) return 1;
    sum = second_library_sum(x, 3);
    printf("two libraries: %s\n", sum > 0.999999 && sum < 1.000001 ? "ok" : "FAILED");
    return sum > 0.999999 && sum < 1.000001 ? 0 : 1;
}

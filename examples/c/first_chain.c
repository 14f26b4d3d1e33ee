/* From a log to a private chain: counts -> mechanism -> release -> print. Build: see README.md. */
#include <stdio.h>

#include "dpmarkov.h"

static int urandom(void *ctx, uint8_t *out, size_t len) { /* any secure source: getrandom(), a TRNG, mbedTLS */
    FILE *f = fopen("/dev/urandom", "rb");
    size_t got = f ? fread(out, 1, len, f) : 0;
    (void)ctx;
    return f && fclose(f) == 0 && got == len ? 0 : -1;
}

int main(void) {
    static const size_t session[] = {0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 1, 2, 0, 0}; /* states, in the order of the visits */
    uint32_t counts[3 * 3] = {0};                                               /* secret */
    double chain[3 * 3];                                                        /* public, once released */
    int64_t work[3];
    dpm_geometric mechanism;
    dpm_rng rng;
    dpm_status status = DPM_OK;
    for (int i = 0; i < 100 && !status; i++) status = dpm_counts_record_session(counts, 3, session, sizeof session / sizeof *session);
    if (!status) status = dpm_geometric_init(&mechanism, DPM_ADJACENCY_VISIT, 1.0, 0.0, 1); /* epsilon 1, delta 0, one release */
    if (!status) status = dpm_rng_init(&rng, urandom, NULL, 1); /* 1: the number of this release, never used again */
    if (!status) status = dpm_geometric_release_chain(&mechanism, &rng, counts, 3, 1024, work, 3, chain); /* 1024: an event for every cell, so that none is 0 */
    dpm_rng_clear(&rng);
    if (status) return fprintf(stderr, "%s\n", dpm_status_message(status)), 1;
    for (int i = 0; i < 3; i++) printf("%.4f %.4f %.4f\n", chain[3 * i], chain[3 * i + 1], chain[3 * i + 2]);
    return 0;
}

/* A device: reads "COUPLING SEED ROUND LENGTH N WEIGHT .. WEIGHT" a line and prints its votes. C99. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dpmarkov.h"

int main(void) {
    static uint32_t weights[4096], sequence[64];
    char coupling[16], hex[65];
    uint64_t round;
    size_t length, n, i;
    while (scanf("%15s %64s %" SCNu64 " %zu %zu", coupling, hex, &round, &length, &n) == 5) {
        uint8_t seed[32];
        dpm_status status;
        if (n > sizeof weights / sizeof *weights || length > sizeof sequence / sizeof *sequence) return 2;
        for (i = 0; i < 32; i++)
            if (sscanf(hex + 2 * i, "%2" SCNx8, seed + i) != 1) return 2;
        for (i = 0; i < n; i++)
            if (scanf("%" SCNu32, weights + i) != 1) return 2;
        status = strcmp(coupling, "race") == 0 ? dpm_learner_vote(seed, round, weights, n, length, sequence)
                 : strcmp(coupling, "poisson") == 0 ? dpm_learner_vote_poisson(seed, round, weights, n, length, sequence)
                                                    : dpm_learner_vote_poisson_joint(seed, round, weights, n, length, sequence);
        if (status) return fprintf(stderr, "%s\n", dpm_status_message(status)), 1;
        for (i = 0; i < length; i++) printf("%" PRIu32 "%c", sequence[i], i + 1 < length ? ' ' : '\n');
    }
    return 0;
}

/* After fork() the child holds the parent's generator, state and all, which nothing inside can see. What the header asks for (initialise
 * anew, with a new stream) gives noise of its own, even from a source that gives the child the parent's bytes again. POSIX. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dpmarkov.h"

enum { STATES = 3 };

static int repeats(void *ctx, uint8_t *out, size_t len) {
    (void)ctx;
    while (len--) *out++ = (uint8_t)(37 * len + 11);
    return 0;
}

static int release(dpm_rng *rng, double *matrix) {
    static const uint32_t counts[STATES * STATES] = {4, 0, 1, 0, 9, 0, 2, 2, 2};
    dpm_dirichlet mechanism;
    return dpm_dirichlet_init(&mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8) == DPM_OK &&
           dpm_dirichlet_release_chain(&mechanism, rng, counts, STATES, matrix) == DPM_OK;
}

/* What a child releases that initialises anew with `stream`, or goes on with what it was born with where that is 0. */
static int child_releases(dpm_rng *rng, uint64_t stream, double *matrix) {
    enum { BYTES = STATES * STATES * (int)sizeof(double) };
    int ends[2], ended, status;
    pid_t child;
    if (pipe(ends) != 0 || (child = fork()) < 0) return 0;
    if (child == 0) {
        int good = (stream == 0 || dpm_rng_init(rng, repeats, NULL, stream) == DPM_OK) && release(rng, matrix) &&
                   write(ends[1], matrix, BYTES) == BYTES;
        _exit(good ? 0 : 1);
    }
    close(ends[1]);
    ended = read(ends[0], matrix, BYTES) == BYTES;
    close(ends[0]);
    return waitpid(child, &status, 0) == child && ended && status == 0;
}

int main(void) {
    double parent[STATES * STATES], heir[STATES * STATES], first[STATES * STATES], second[STATES * STATES];
    dpm_rng rng;
    int good = dpm_rng_init(&rng, repeats, NULL, 1) == DPM_OK;
    good = good && child_releases(&rng, 0, heir) && child_releases(&rng, 2, first) && child_releases(&rng, 3, second);
    good = good && release(&rng, parent);
    good = good && memcmp(parent, heir, sizeof parent) == 0; /* the hazard that the header warns of */
    good = good && memcmp(parent, first, sizeof parent) != 0 && memcmp(parent, second, sizeof parent) != 0;
    good = good && memcmp(first, second, sizeof first) != 0;
    dpm_rng_clear(&rng);
    printf("fork: %s\n", good ? "ok" : "FAILED");
    return good ? 0 : 1;
}

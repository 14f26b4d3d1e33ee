/* Two threads with an object each give what one thread gives. POSIX threads. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "dpmarkov.h"

enum { STATES = 5, ROUNDS = 2000 };

struct job {
    uint64_t stream;
    double matrix[STATES * STATES];
    dpm_status status;
};

static void *run(void *argument) {
    struct job *job = (struct job *)argument;
    static const uint8_t seed[32] = {1, 2, 3};
    uint32_t counts[STATES * STATES];
    dpm_dirichlet mechanism;
    dpm_rng rng;
    int i;
    for (i = 0; i < STATES * STATES; i++) counts[i] = (uint32_t)(i * i);
    job->status = dpm_rng_init_deterministic_for_tests(&rng, seed, job->stream);
    if (!job->status) job->status = dpm_dirichlet_init(&mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8);
    for (i = 0; i < ROUNDS && !job->status; i++)
        job->status = dpm_dirichlet_release_chain(&mechanism, &rng, counts, STATES, job->matrix);
    return NULL;
}

int main(void) {
    struct job alone[2], together[2];
    pthread_t threads[2];
    int i, good = 1;
    memset(alone, 0, sizeof alone);
    for (i = 0; i < 2; i++) alone[i].stream = (uint64_t)i;
    memcpy(together, alone, sizeof alone);
    for (i = 0; i < 2; i++) run(&alone[i]);
    for (i = 0; i < 2; i++) good &= pthread_create(&threads[i], NULL, run, &together[i]) == 0;
    for (i = 0; i < 2; i++) good &= pthread_join(threads[i], NULL) == 0;
    good &= alone[0].status == DPM_OK && alone[1].status == DPM_OK;
    good &= memcmp(alone, together, sizeof alone) == 0 && alone[0].matrix[0] != alone[1].matrix[0];
    printf("threads: %s\n", good ? "ok" : "FAILED");
    return good ? 0 : 1;
}

/* Whole people protected: devices vote, a collector tallies the votes and releases what most of them agree on. Build: see README.md. */
#include <stdio.h>
#include <stdlib.h>

#include "dpmarkov.h"

#define STATES 3
#define PAIRS (STATES * STATES) /* a symbol for every transition: STATES * from + to */
#define LENGTH 3                /* synthetic transitions in one release */
#define DEVICES 400

/* Agreed upon in advance, and public: the guarantee holds whatever it is. A new round for every release. */
static const uint8_t shared_seed[32] = {0x3b, 0x91, 0x07, 0xc4, 0x5e, 0xd2, 0x68, 0x1f};
static const uint64_t round_number = 1;

static int urandom(void *ctx, uint8_t *out, size_t len) { /* any secure source: getrandom(), a TRNG, mbedTLS */
    FILE *f = fopen("/dev/urandom", "rb");
    size_t got = f ? fread(out, 1, len, f) : 0;
    (void)ctx;
    return f && fclose(f) == 0 && got == len ? 0 : -1;
}

static void wipe(uint32_t *words, size_t len) { /* volatile: a memset() before the end of a life may be left out */
    volatile uint32_t *word = words;
    while (len--) *word++ = 0;
}

/* A device: its counts stay with it, and only its vote leaves; it needs no secret randomness. Number 7 has logged nothing. */
static dpm_status device(unsigned number, uint32_t vote[LENGTH]) {
    static const double chain[STATES][STATES] = {{0.6, 0.3, 0.1}, {0.2, 0.6, 0.2}, {0.1, 0.2, 0.7}};
    uint32_t counts[PAIRS] = {0}; /* secret */
    size_t state = 0;
    dpm_status status = DPM_OK;
    srand(number);
    for (int i = 0; number != 7 && i < 500 && !status; i++) {
        double u = rand() / (RAND_MAX + 1.0);
        size_t next = u < chain[state][0] ? 0 : u < chain[state][0] + chain[state][1] ? 1 : 2;
        status = dpm_counts_record(counts, STATES, state, next, 1);
        state = next;
    }
    if (!status) status = dpm_learner_vote(shared_seed, round_number, counts, PAIRS, LENGTH, vote);
    if (status == DPM_ERR_LAWS) { /* nothing logged: a vote that agrees with nobody's. A made-up law would have all idle devices agree. */
        for (int j = 0; j < LENGTH; j++) vote[j] = PAIRS + number;
        status = DPM_OK;
    }
    wipe(counts, PAIRS); /* and the vote, once it is sent */
    return status;
}

int main(void) {
    static uint32_t votes[DEVICES * LENGTH], work[DPM_LEARNER_TALLY_WORK_LEN(DEVICES)];
    uint32_t sequence[LENGTH], noisy_distance;
    dpm_stable_mode_figures figures;
    dpm_stable_mode mode;
    dpm_rng rng;
    dpm_status status = dpm_stable_mode_init(&mode, 1.0, 1e-9); /* epsilon and delta for all that one person did */
    if (!status) status = dpm_stable_mode_parameters(&mode, &figures);
    for (unsigned i = 0; i < DEVICES && !status; i++) status = device(i, votes + i * LENGTH);
    /* The collector, which sees the votes and nothing else. Its noise comes from a secret source of its own. */
    if (!status) status = dpm_rng_init(&rng, urandom, NULL, 1);
    if (status) return fprintf(stderr, "%s\n", dpm_status_message(status)), 1;
    printf("%d devices, %u needed\n", DEVICES, (unsigned)figures.votes_needed);
    status = dpm_learner_tally(&mode, &rng, votes, DEVICES, LENGTH, work, sizeof work / sizeof *work, sequence, &noisy_distance);
    if (!status) {
        for (int i = 0; i < LENGTH; i++) { /* symbols are whatever most devices sent: refused where they are no transitions */
            size_t from, to;
            if (dpm_learner_pair(sequence[i], STATES, &from, &to) == DPM_OK) printf("%u -> %u\n", (unsigned)from, (unsigned)to);
        }
        printf("%u devices or so would have to change their vote to change this\n", (unsigned)noisy_distance);
    } else /* DPM_ERR_NOT_STABLE is an answer too, and is paid for */
        printf("no answer: %s\n", dpm_status_message(status));
    status = dpm_learner_tally(&mode, &rng, votes, 20, LENGTH, work, sizeof work / sizeof *work, sequence, &noisy_distance);
    printf("20 devices: %s\n", dpm_status_message(status));
    dpm_rng_clear(&rng);
    wipe(votes, DEVICES * LENGTH);
    wipe(work, sizeof work / sizeof *work);
    return 0;
}

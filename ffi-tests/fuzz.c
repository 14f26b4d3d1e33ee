/* Random calls of every function that takes a pointer, checked against a model of the contract. C99, POSIX.
 *
 * All pointers lead into one arena, often into each other. Whatever comes in:
 *  - NULL, misaligned pointers, and an output that shares a byte with anything but itself are refused;
 *  - a refused call changes nothing but scratch; an accepted one nothing but its outputs, scratch and object;
 *  - DPM_OK comes without a NaN;
 *  - the call comes back, in seconds.
 *
 *     fuzz [CALLS [SEED]] */
#define _GNU_SOURCE
#include "fuzz/report.h"

/* What the contract says about the call that was just made; NULL where it holds. */
static const char *broken(dpm_status status) {
    size_t i, k, j;
    if (status == DPM_OK && refused) return "was accepted";
    if (strcmp(dpm_status_message(status), "unknown status") == 0) return "gave an unknown status";
    for (i = 0; i < ARENA; i++) {
        int may_change = 0;
        if (arena[i] == before[i]) continue;
        for (k = 0; k < span_count; k++)
            if (i - spans[k].start < spans[k].bytes && (spans[k].kind == SCRATCH || (status == DPM_OK && spans[k].kind == CHANGED))) may_change = 1;
        if (!may_change) return status == DPM_OK ? "wrote elsewhere" : "failed and wrote";
    }
    for (k = 0; k < span_count && status == DPM_OK; k++)
        for (j = 0; spans[k].is_double && j < spans[k].bytes; j += 8) {
            double x;
            memcpy(&x, arena + spans[k].start + j, 8);
            if (isnan(x)) return "gave a NaN";
        }
    return NULL;
}

#define LEAST 30 /* calls that the share of accepted ones is judged by: fewer, and chance decides. The costly functions accept a third or more. */

static unsigned long made, failed, tried[FUNCTIONS], accepted[FUNCTIONS];
static const char *names[FUNCTIONS] = {"never called"};

static void call(size_t which) {
    size_t functions = 0, i;
    const char *complaint;
    dpm_status status;
    words[0] = 0, span_count = 0, fresh = 8 * below(8), refused = 0;
    for (i = 0; i < ARENA / 8; i++) arena_words[i] = chance(2) ? next() : next() >> below(64);
    limit(20);
    status = calls_of_reports(which, 0, &functions);
    limit(0);
    names[which] = name;
    tried[which]++;
    accepted[which] += status == DPM_OK;
    complaint = broken(status);
    if (complaint != NULL && failed++ < 20)
        printf("fuzz: call %lu: %s %s: %d (%s)%s\n", made, name, complaint, status, dpm_status_message(status), words);
    made++;
}

int main(int argc, char **argv) {
    unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
    size_t functions = 0, i;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    (void)calls_of_reports(SIZE_MAX, 0, &functions);
    signal(SIGVTALRM, too_long);
    while (made < calls) {
        size_t which = below(functions);
        call(costly[which] && !chance(20) ? 0 : which);
    }
    for (i = 0; i < functions; i++) {
        while (tried[i] < LEAST && accepted[i] * 10 < LEAST) call(i); /* what LEAST calls would say is known earlier, mostly */
        if (accepted[i] * 10 < LEAST || accepted[i] * 10 < tried[i])  /* else the checks above say little */
            failed++, printf("fuzz: %s: only %lu of %lu accepted\n", names[i], accepted[i], tried[i]);
    }
    printf("fuzz: %lu calls of %lu functions, %lu failed\n", made, (unsigned long)functions, failed);
    return failed != 0;
}

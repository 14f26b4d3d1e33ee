/* Random calls: the arena, the model of the contract, and arguments that are sensible most of the time. */
#ifndef FUZZ_ARENA_H
#define FUZZ_ARENA_H

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "dpmarkov.h"

static uint64_t state;

static uint64_t next(void) { /* SplitMix64 */
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
static size_t below(size_t n) { return (size_t)(next() % n); }
static int chance(size_t one_in) { return below(one_in) == 0; }
static double unit(void) { return (double)(next() >> 11) / 9007199254740992.0; }

/* The arena, its content before a call, and what a call may touch in it. */
#define ARENA 8192 /* an eighth of it holds the largest argument that is not refused by its size: six dpm_published */
static uint64_t arena_words[ARENA / 8], before_words[ARENA / 8];
static unsigned char *const arena = (unsigned char *)arena_words, *const before = (unsigned char *)before_words;
enum kind { READ, CHANGED, SCRATCH };
static struct span {
    enum kind kind;
    size_t start, bytes;
    int is_double;
} spans[12];
static size_t span_count, fresh;
static int refused; /* the model says: this call must be refused */
static const char *name = "";
static char words[400]; /* the numbers of the call, for the complaint */

static void too_long(int signal_number) {
    (void)signal_number;
    printf("fuzz: %s does not come back: %s\n", name, words);
    fflush(stdout);
    _exit(1);
}

/* Seconds of processor time, not of the clock: the machine may be busy. */
static void limit(int seconds) {
    struct itimerval timer = {{0, 0}, {0, 0}};
    timer.it_value.tv_sec = seconds;
    (void)setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

/* A pointer to `bytes` bytes of the arena. */
static void *pointer(enum kind kind, size_t bytes, size_t align, int is_double) {
    size_t start, i;
    if (chance(60)) return refused = 1, (void *)NULL;
    if (bytes == 0 || bytes > ARENA / 8) bytes = 8; /* the size is refused before memory is looked at */
    if (chance(8))
        start = below((ARENA - bytes) / align) * align;
    else
        fresh = (start = (fresh + align - 1) / align * align) + bytes + 8 * below(2);
    if (start + bytes > ARENA) start = 0;
    if (align > 1 && chance(60)) {
        refused = 1;
        start += start + bytes < ARENA ? 1 + below(align - 1) : 0;
        if (start % align == 0) start += start + bytes < ARENA;
    }
    for (i = 0; i < span_count; i++) {
        int apart = start + bytes <= spans[i].start || spans[i].start + spans[i].bytes <= start;
        if (!apart && !(kind == READ && spans[i].kind == READ)) refused = 1;
    }
    spans[span_count].kind = kind;
    spans[span_count].start = start;
    spans[span_count].bytes = bytes;
    spans[span_count++].is_double = is_double;
    return arena + start;
}
static void note(const char *text, double value) {
    size_t used = strlen(words);
    snprintf(words + used, sizeof words - used, " %s=%.17g", text, value);
}
static double nasty(const char *text) {
    static const double list[] = {0.0, -0.0, 1.0, 0.5, 2.0, -1.0, 4.9e-324, -4.9e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 1e-9, 1e-6,
                                  1e9, 1e6, 1e15, 1e300, 1e308, 1.7976931348623157e308, -1e300, 0.9999999999999999, 1.0000000000000002, 15.8, 0.3,
                                  1e-12, 3.0, 700.0, -700.0, 0.25};
    double x;
    if (chance(30)) x = chance(2) ? NAN : chance(2) ? INFINITY : -INFINITY;
    else if (chance(3)) x = list[below(sizeof list / sizeof *list)];
    else if (chance(2)) x = pow(10.0, 30.0 * unit() - 15.0) * (chance(20) ? -1.0 : 1.0);
    else x = pow(10.0, 616.0 * unit() - 308.0) * (chance(20) ? -1.0 : 1.0);
    return note(text, x), x;
}
/* Mostly in [lo, hi], by the logarithm. */
static double likely(const char *text, double lo, double hi) {
    double x;
    if (chance(25)) return nasty(text);
    x = chance(10) ? lo : chance(10) ? hi : exp(log(lo) + unit() * (log(hi) - log(lo)));
    return note(text, x), x;
}
static size_t states(void) {
    static const size_t bad[] = {0, 1, 65536, SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 2 + 1, ((size_t)1 << (4 * sizeof(size_t))) + 2};
    size_t n = chance(20) ? bad[below(sizeof bad / sizeof *bad)] : 2 + below(5);
    if (n < 2 || n > 65535) refused = 1;
    return note("n", (double)n), n;
}
static size_t small(size_t n) { return n > 6 ? 1 : n; }
static size_t cells(size_t n) { return n < 2 || n > 6 ? 1 : n * n; }
static int adjacency(void) {
    int code = chance(30) ? (int)(next() & 0xffffffffu) : (int)below(6);
    if (code < 0 || code > 4) refused = 1;
    return note("adjacency", code), code;
}
static uint32_t releases(void) {
    static const uint32_t list[] = {0, 1, 2, 3, 12, 365, 100000, UINT32_MAX};
    uint32_t r = chance(2) ? 1 : list[below(sizeof list / sizeof *list)];
    if (r == 0) refused = 1;
    return note("releases", r), r;
}
static uint64_t total(void) {
    uint64_t t = chance(20) ? 0 : chance(20) ? UINT64_MAX : chance(2) ? 98 : next() >> below(63);
    return note("total", (double)t), t;
}
static size_t place(size_t n) { return chance(10) ? (chance(2) ? SIZE_MAX : n) : below(n < 2 || n > 6 ? 2 : n); }

#define OUT(type) ((type *)pointer(CHANGED, sizeof(type), sizeof(type), 0))
#define OUT_N(n) ((double *)pointer(CHANGED, (n) * 8, 8, 1))
#define NUMBER ((double *)pointer(CHANGED, 8, 8, 1))
#define IN_N(type, n) ((const type *)pointer(READ, (n) * sizeof(type), sizeof(type), 0))

/* Inputs with a sensible content, most of the time. */
static const double *matrix_of(size_t n) {
    const double *m = IN_N(double, cells(n));
    size_t i, j;
    if (m == NULL || n < 2 || n > 6 || (uintptr_t)m % 8 || chance(10)) return m;
    for (i = 0; i < n; i++) {
        double row[6], sum = 0.0;
        for (j = 0; j < n; j++) sum += row[j] = chance(4) ? 0.0 : chance(4) ? pow(10.0, -300.0 * unit()) : unit();
        if (!(sum > 1e-280)) sum = row[i] = 1.0;
        for (j = 0; j < n; j++) row[j] /= sum;
        if (chance(40)) row[below(n)] = nasty("cell");
        memcpy((unsigned char *)(uintptr_t)(m + i * n), row, n * 8);
    }
    return m;
}
static const double *shares_of(size_t n, int distribution) {
    const double *s = IN_N(double, n > 6 ? 1 : n);
    double x[6], sum = 0.0;
    size_t j;
    if (s == NULL || n < 2 || n > 6 || (uintptr_t)s % 8) return s;
    for (j = 0; j < n; j++) sum += x[j] = distribution ? (chance(5) ? 0.0 : unit()) : likely("alpha", 1e-300, 1e308);
    for (j = 0; j < n; j++) x[j] /= distribution && sum > 0.0 ? sum : 1.0;
    memcpy((unsigned char *)(uintptr_t)s, x, n * 8);
    return s;
}
static const uint32_t *counts_of(size_t n, size_t bytes_of) {
    const uint32_t *c = IN_N(uint32_t, bytes_of);
    size_t i;
    if (c == NULL || (uintptr_t)c % 4 || n > 6) return c;
    for (i = 0; i < bytes_of; i++) {
        uint32_t v = chance(8) ? UINT32_MAX : chance(3) ? 0 : (uint32_t)(next() >> (32 + below(32)));
        memcpy((unsigned char *)(uintptr_t)(c + i), &v, 4);
    }
    return c;
}
/* What published() below accepts, most of the time. */
static void twenty_each(const uint32_t *c, size_t n) {
    static const uint32_t twenty = 20;
    while (n-- && c != NULL)
        if (!chance(40)) memcpy((unsigned char *)(uintptr_t)(c + n), &twenty, 4);
}
static int entropy(void *ctx, uint8_t *out, size_t len) {
    (void)ctx;
    while (len--) *out++ = (uint8_t)next();
    return 0;
}
static int entropy_that_fails(void *ctx, uint8_t *out, size_t len) {
    (void)entropy(ctx, out, len / 2);
    return 1;
}
static dpm_rng *generator(void) {
    static const uint8_t seed[32] = {7};
    dpm_rng *rng = (dpm_rng *)pointer(CHANGED, sizeof *rng, 8, 0);
    if (rng != NULL && !chance(30)) (void)dpm_rng_init_deterministic_for_tests(rng, seed, next());
    return rng;
}
static const dpm_dirichlet *mechanism(void) {
    const dpm_dirichlet *m = (const dpm_dirichlet *)pointer(READ, sizeof *m, 8, 0);
    double weight = likely("weight", 1e-9, 1e9);
    if (m != NULL && !chance(30))
        (void)dpm_dirichlet_init_checked((dpm_dirichlet *)(uintptr_t)m, DPM_ADJACENCY_DESTINATION, 1e6, 0.5, 1, 1e3, weight);
    return m;
}
static const dpm_published *published(size_t n, size_t how_many) {
    const dpm_published *m = (const dpm_published *)pointer(READ, how_many * sizeof *m, 8, 0);
    if (m != NULL && (uintptr_t)m % 8 == 0)
        while (how_many--) (void)dpm_published_init((dpm_published *)(uintptr_t)(m + how_many), 100.0, 0.1, 20 * (n < 7 ? n : 1), n);
    return m;
}

#define WEIGHT likely("weight", 1e-9, 1e9)
#define PSEUDO_COUNT likely("pseudo_count", 1e-6, 1e9)
#define EPSILON likely("epsilon", 1e-6, 1e6)
#define DELTA likely("delta", 1e-307, 0.5)
#define ROW_TOTAL likely("row_total", 1.0, 1e15)
#define CONCENTRATION likely("k", 10.0, 1e6)
#define BORDER likely("eta", 1e-3, 0.249)
#define CUT likely("gamma", 1e-9, 0.3)

#define CASE(function_name) if (which == function++ && (name = #function_name) != NULL)
/* Milliseconds a call: one in twenty is enough. */
#define COSTLY_CASE(function_name) if ((costly[function] = 1) && which == function++ && (name = #function_name) != NULL)
#define FUNCTIONS 399 /* more than there are */
static unsigned char costly[FUNCTIONS];
/* All arguments are ready: what stands in the arena now must stand there afterwards. */
#define CALL(function_name, arguments) \
    memcpy(before, arena, ARENA);      \
    return function_name arguments

#endif

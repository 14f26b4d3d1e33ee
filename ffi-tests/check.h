/* What the C programs of this folder share: fenced memory, and calls that must succeed or be refused. POSIX. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dpmarkov.h"

static unsigned long checks_done, checks_failed;

#define CHECK(condition)                                                               \
    do {                                                                               \
        checks_done++;                                                                 \
        if (!(condition)) {                                                            \
            checks_failed++;                                                           \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);    \
        }                                                                              \
    } while (0)

/* Every block that the library may write, scratch aside, with a copy to compare with. */
struct watched {
    unsigned char *start, *before;
    size_t bytes;
};
static struct watched watched[256];
static size_t watched_len;

/* `bytes` bytes that end at a page which must not be touched: a read or write past the end stops the program. The library
 * itself is not instrumented, so that the sanitizers alone would not see it. */
static void *fenced(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t body = (bytes + page - 1) / page * page;
    char *start = (char *)mmap(NULL, body + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + page, body, PROT_READ | PROT_WRITE) != 0) {
        perror("mmap");
        exit(2);
    }
    return start + page + body - bytes;
}

/* The same for a block whose content must survive every refused call. */
static void *output(size_t bytes) {
    struct watched *w = &watched[watched_len++];
    w->bytes = bytes;
    w->start = (unsigned char *)fenced(bytes);
    w->before = (unsigned char *)malloc(bytes);
    memset(w->start, 0x5a, bytes);
    return w->start;
}

/* The same for an input: afterwards read-only, so that a write stops the program. */
static void *input(const void *content, size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t body = (bytes + page - 1) / page * page;
    char *start = (char *)fenced(bytes);
    memcpy(start, content, bytes);
    mprotect(start + bytes - body, body, PROT_READ);
    return start;
}

static void remember(void) {
    size_t i;
    for (i = 0; i < watched_len; i++) memcpy(watched[i].before, watched[i].start, watched[i].bytes);
}

static int untouched(void) {
    size_t i;
    for (i = 0; i < watched_len; i++)
        if (memcmp(watched[i].before, watched[i].start, watched[i].bytes) != 0) return 0;
    return 1;
}

static int none_is_nan(const double *x, size_t n) {
    while (n--)
        if (isnan(x[n])) return 0;
    return 1;
}

/* The call returns `code`, and nothing that the library may write has changed. */
#define REFUSES(code, call)                                                                               \
    do {                                                                                                  \
        dpm_status status_;                                                                               \
        remember();                                                                                       \
        status_ = (call);                                                                                 \
        checks_done++;                                                                                    \
        if (status_ != (code) || !untouched()) {                                                          \
            checks_failed++;                                                                              \
            fprintf(stderr, "%s:%d: %s gave %d, not %s (outputs %s)\n", __FILE__, __LINE__, #call, status_, #code, \
                    untouched() ? "untouched" : "CHANGED");                                               \
        }                                                                                                 \
    } while (0)

#define ACCEPTS(call)                                                                                     \
    do {                                                                                                  \
        dpm_status status_ = (call);                                                                      \
        checks_done++;                                                                                    \
        if (status_ != DPM_OK) {                                                                          \
            checks_failed++;                                                                              \
            fprintf(stderr, "%s:%d: %s gave %d: %s\n", __FILE__, __LINE__, #call, status_,                \
                    dpm_status_message(status_));                                                         \
        }                                                                                                 \
    } while (0)

#define CLOSE(value, expected, relative) CHECK(fabs((value) - (expected)) <= (relative) * fabs(expected))

/* Pointers that no function accepts: one byte off, and so near the end of the address space that an array leaves it. */
#define OFF(type, pointer) ((type *)(void *)((char *)(uintptr_t)(pointer) + 1))
#define TOP(type) ((type *)(uintptr_t)(UINTPTR_MAX - 7))

static int finish(const char *name) {
    printf("%s: %lu checks, %lu failed\n", name, checks_done, checks_failed);
    return checks_failed == 0 && checks_done > 0 ? 0 : 1;
}

#endif

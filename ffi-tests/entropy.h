/* Entropy sources for tests: one that works and every way in which one fails. None is random. */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `ctx` is NULL or points to a uint64_t that goes on. */
static int entropy_good(void *ctx, uint8_t *out, size_t len) {
    uint64_t own = 1, *state = ctx != NULL ? (uint64_t *)ctx : &own;
    while (len--) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        *out++ = (uint8_t)(*state >> 56);
    }
    return 0;
}
static int entropy_fails(void *ctx, uint8_t *out, size_t len) {
    (void)ctx, (void)out, (void)len;
    return 1;
}
static int entropy_fails_halfway(void *ctx, uint8_t *out, size_t len) {
    (void)entropy_good(ctx, out, len / 2);
    return -52; /* the way mbedTLS reports it */
}
static int entropy_fails_after(void *ctx, uint8_t *out, size_t len) {
    (void)entropy_good(ctx, out, len);
    return 1;
}
static int entropy_stops_early(void *ctx, uint8_t *out, size_t len) { return entropy_good(ctx, out, len / 2); }
static int entropy_starts_late(void *ctx, uint8_t *out, size_t len) { return entropy_good(ctx, out + 8, len - 8); }
static int entropy_does_nothing(void *ctx, uint8_t *out, size_t len) {
    (void)ctx, (void)out, (void)len;
    return 0;
}
static int entropy_stuck(void *ctx, uint8_t *out, size_t len) {
    (void)ctx;
    memset(out, 0, len);
    return 0;
}

#endif

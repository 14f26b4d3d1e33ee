/* A program without an operating system's library: it brings the four memory functions that every C compiler asks for, and
 * nothing else. With -DDPM_SYMBOLS the build names every function of the library (-Wl,-u,...), so that linking proves that the
 * library needs nothing more. x86-64 Linux runs it too. */
#include "dpmarkov.h"

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
int bcmp(const void *a, const void *b, size_t n);
void start(void);

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    volatile unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    while (n--) *t++ = *f++;
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    volatile unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    if ((uintptr_t)to < (uintptr_t)from) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}
void *memset(void *to, int byte, size_t n) {
    volatile unsigned char *t = (unsigned char *)to;
    while (n--) *t++ = (unsigned char)byte;
    return to;
}
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (; n--; x++, y++)
        if (*x != *y) return *x < *y ? -1 : 1;
    return 0;
}
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

static int release(void) {
    static const uint8_t seed[32] = {1};
    static const uint32_t counts[4] = {90, 10, 20, 80};
    static double matrix[4], pi[2], work[DPM_STATIONARY_GTH_WORK_LEN(2)];
    static dpm_dirichlet mechanism;
    static dpm_rng rng;
    if (dpm_rng_init_deterministic_for_tests(&rng, seed, 1)) return 1;
    if (dpm_dirichlet_init(&mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8)) return 2;
    if (dpm_dirichlet_release_chain(&mechanism, &rng, counts, 2, matrix)) return 3;
    if (dpm_stationary_gth(matrix, 2, work, 4, pi)) return 4;
    return matrix[0] + matrix[1] == 1.0 && pi[0] > 0.0 && pi[0] < 1.0 ? 0 : 5;
}

__attribute__((force_align_arg_pointer)) void start(void) {
    long code = release();
#if defined(__x86_64__) && defined(__linux__)
    __asm__ volatile("syscall" : : "a"(231L), "D"(code) : "rcx", "r11", "memory"); /* exit_group */
#endif
    for (;;) (void)code;
}

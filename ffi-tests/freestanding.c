/* A program without an operating system's library: it brings the four memory functions that every C compiler asks for, and
 * nothing else. With -DDPM_SYMBOLS the build names every function of the library (-Wl,-u,...), so that linking proves that the
 * library needs nothing more. x86-64 Linux runs it too. */
#include "dpmarkov.h"
#include "memory.h"

void start(void);

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

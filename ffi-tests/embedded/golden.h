/* What the programs for bare boards share: they print the bits of what the library computes, and its answers to wrong arguments: one text on
 * every processor. Lines that begin with # say what differs: the stack. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "stack.h"

#include "dpmarkov.h"

/* The sizes in the header are those of the compiler at hand, with 32-bit pointers too. */
typedef char rng_has_its_size[sizeof(dpm_rng) == DPM_RNG_SIZE ? 1 : -1];
typedef char dirichlet_has_its_size[sizeof(dpm_dirichlet) == DPM_DIRICHLET_SIZE ? 1 : -1];
typedef char polya_has_its_size[sizeof(dpm_polya) == DPM_POLYA_SIZE ? 1 : -1];
typedef char geometric_has_its_size[sizeof(dpm_geometric) == DPM_GEOMETRIC_SIZE ? 1 : -1];
typedef char gaussian_has_its_size[sizeof(dpm_gaussian) == DPM_GAUSSIAN_SIZE ? 1 : -1];
typedef char ledger_has_its_size[sizeof(dpm_ledger) == DPM_LEDGER_SIZE ? 1 : -1];
typedef char permit_has_its_size[sizeof(dpm_permit) == DPM_PERMIT_SIZE ? 1 : -1];
typedef char published_has_its_size[sizeof(dpm_published) == DPM_PUBLISHED_SIZE ? 1 : -1];
typedef char report_writer_has_its_size[sizeof(dpm_report_writer) == DPM_REPORT_WRITER_SIZE ? 1 : -1];
typedef char stable_mode_has_its_size[sizeof(dpm_stable_mode) == DPM_STABLE_MODE_SIZE ? 1 : -1];
typedef char row_law_has_its_size[sizeof(dpm_row_law) == DPM_ROW_LAW_SIZE ? 1 : -1];

static int failures;
static uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a of all bits printed, least significant byte first */

static void hex(const char *name, uint64_t bits) {
    char text[19];
    int i;
    for (i = 0; i < 64; i += 8) hash = (hash ^ (bits >> i & 255)) * UINT64_C(0x100000001b3);
    for (i = 16; i > 0; i--, bits >>= 4) text[i] = "0123456789abcdef"[bits & 15];
    text[0] = ' ', text[17] = '\n', text[18] = 0;
    port_print(name);
    port_print(text);
}
static void number(const char *name, double x) {
    union {
        double x;
        uint64_t bits;
    } pun;
    pun.x = x;
    hex(name, pun.bits);
}
static inline void numbers(const char *name, const double *x, size_t n) {
    while (n--) number(name, *x++);
}
static void expect(const char *name, dpm_status code, dpm_status status) {
    if (status == code) return;
    failures++;
    port_print("# FAILED ");
    hex(name, (uint64_t)status);
}
#define DONE(call) expect(#call, DPM_OK, call)
#define REFUSED(code, call) expect(#call, code, call)

static int finished(void) {
    hex("hash", hash);
    port_print(failures ? "failed\n" : "done\n");
    return failures;
}

#endif

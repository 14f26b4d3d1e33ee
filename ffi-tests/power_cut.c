/* The power is cut in examples/telemetry_device.c: at every call of the library and of the store, and after every byte of every write;
 * then it is switched on again, cut once more somewhere, and left to run to its end. Over all of its lives together it must never release
 * more than its budget holds, never two releases with one number, and never come to a ledger that it cannot load. POSIX.
 *
 *     power_cut FOLDER [STRIDE]    after every STRIDE-th byte of a write; 1 where none is said */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dpmarkov.h"

/* What outlives a cut: the world outside of the device. */
static struct world {
    long steps;             /* steps of this life so far */
    long releases, repeats; /* chains that left the device; those whose number had left before */
    uint64_t last;          /* the number of the last */
    int made;               /* the factory is done */
    int torn;               /* the cut was in a write */
} *world;
static long cut_at;     /* the step of the cut; 0: none */
static size_t cut_byte; /* bytes of a write at that step that arrive */

static int now(void) { return ++world->steps == cut_at; }
static int step(void) {
    if (now()) _exit(99);
    return 0;
}
static size_t cut_write(const void *bytes, size_t size, size_t len, FILE *f) {
    if (now()) {
        world->torn = 1;
        if (fwrite(bytes, size, cut_byte < len ? cut_byte : len, f) > len || fflush(f) != 0) abort();
        _exit(99);
    }
    return fwrite(bytes, size, len, f);
}
/* What the device says; a line that leaves it is seen by the world before the next step. */
static void cut_printf(const char *format, ...) {
    va_list arguments;
    step();
    if (strstr(format, "what leaves the device") == NULL) return;
    va_start(arguments, format);
    {
        uint64_t number = va_arg(arguments, uint64_t);
        world->repeats += number <= world->last;
        world->last = number;
        world->releases++;
    }
    va_end(arguments);
}
/* fopen(.., "wb") erases: a step of its own on either side. */
static FILE *cut_open(const char *path, const char *mode) {
    FILE *f = (step(), fopen(path, mode));
    step();
    return f;
}

#define fopen cut_open
#define fwrite cut_write
#define fclose(f) (step(), fclose(f))
#define putc(c, f) (step(), putc(c, f))
#define printf cut_printf
#define dpm_ledger_load(...) (world->made = 1, step(), dpm_ledger_load(__VA_ARGS__))
#define dpm_ledger_prepare_release(...) (step(), dpm_ledger_prepare_release(__VA_ARGS__))
#define dpm_ledger_commit(...) (step(), dpm_ledger_commit(__VA_ARGS__))
#define dpm_permit_number(...) (step(), dpm_permit_number(__VA_ARGS__))
#define dpm_rng_init_with_permit(...) (step(), dpm_rng_init_with_permit(__VA_ARGS__))
#define dpm_geometric_release_counts(...) (step(), dpm_geometric_release_counts(__VA_ARGS__))
#define dpm_report_write_geometric(...) (step(), dpm_report_write_geometric(__VA_ARGS__))
#define main device
#include "../examples/telemetry_device.c"
#undef main
#undef printf

static char path[200];

/* One life; what it ended with, 99 for a cut. */
static int life(int new_device, long at, size_t byte) {
    static char name[] = "device", new_word[] = "new";
    int status;
    pid_t child;
    world->steps = 0;
    child = fork();
    if (child == 0) {
        char *argv[] = {name, path, new_device ? new_word : NULL, NULL};
        cut_at = at, cut_byte = byte;
        _exit(device(new_device ? 3 : 2, argv));
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

/* All lives of one device. One that was cut in the factory is thrown away. */
static const char *lives(long at, size_t byte, long second) {
    int i, ended, torn;
    for (i = 0; i < 3; i++) snprintf(file[i], sizeof file[i], "%s.%d", path, i), unlink(file[i]);
    memset(world, 0, sizeof *world);
    ended = life(1, at, byte);
    torn = world->torn;
    if (ended != 99) return ended == 0 ? "was not cut" : "did not end well";
    if (world->made) {
        ended = life(0, second, (size_t)second % DPM_LEDGER_SLOT_LEN);
        if (ended == 99) ended = life(0, 0, 0);
        if (ended != 0) return "could not go on";
        if (life(0, 0, 0) != 0) return "could not be switched on once more";
        if (life(1, 0, 0) != 1) return "got a second budget";
        world->torn = torn;
    }
    if (world->releases > 4) return "released more than its budget";
    if (world->repeats != 0) return "gave two releases one number";
    return NULL;
}

int main(int argc, char **argv) {
    const char *complaint = NULL;
    unsigned long tried = 0, torn = 0, failed = 0;
    size_t stride = argc == 3 ? strtoul(argv[2], NULL, 10) : 1, byte;
    long at, steps, most = 0;
    if (argc < 2 || argc > 3 || stride == 0) return 2;
    snprintf(path, sizeof path, "%s/device", argv[1]);
    world = (struct world *)mmap(NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (world == (struct world *)MAP_FAILED) return 2;
    complaint = lives(0, 0, 0);
    steps = world->steps;
    if (complaint == NULL || strcmp(complaint, "was not cut") != 0 || world->releases != 4) return 2;
    for (at = 1; at <= steps; at++)
        for (byte = 0; byte <= DPM_LEDGER_SLOT_LEN; byte += stride) {
            complaint = lives(at, byte, 1 + (long)(tried * 37 % (unsigned long)steps));
            tried++, torn += world->torn != 0;
            most = world->releases > most ? world->releases : most;
            if (complaint != NULL && failed++ < 20) printf("power_cut: at step %ld, byte %lu: %s\n", at, (unsigned long)byte, complaint);
            if (!world->torn) break;
        }
    printf("power_cut: %lu cuts, %lu of them in a write, at most %ld releases, %lu failed\n", tried, torn, most, failed);
    return failed != 0;
}

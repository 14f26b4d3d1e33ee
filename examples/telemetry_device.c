/* A device's life: log, reserve, persist, release, restart, exhaust. Two files stand for two sectors of flash, a third for a counter.
 *
 *     telemetry_device FILE new    in the factory: a new ledger into FILE.0 and FILE.1; then the device's life
 *     telemetry_device FILE        the device is switched on again, with what the files say
 *
 * The order is the protection: a charge is stored, read back and committed before a generator exists, so that a power cut at any moment
 * leaves a ledger that counts every release that has happened. Build: scripts/build-c.sh, then
 *     cc -std=c99 -Iinclude examples/telemetry_device.c target/capi/lib/libdpmarkov.a -o telemetry_device */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dpmarkov.h"

enum { STATES = 3, IDLE = 0, COOK = 1, CLEAN = 2 };
static const uint32_t FOREVER = UINT32_MAX; /* every release reads the same, growing log: one window, all of time */
/* The states' names, "idle", "cook", "clean", for the collector: see dpm_report_about. */
static const uint8_t STATE_TABLE[16] = {0xe8, 0x7e, 0x71, 0x44, 0xa1, 0xb8, 0x3b, 0xc8, 0xa9, 0x58, 0x48, 0x87, 0x13, 0x6f, 0x27, 0x0f};

static char file[3][256];                /* the two sectors, and the counter */
static uint32_t log_of[STATES * STATES]; /* secret; a real device persists it too */
static dpm_ledger ledger;

static int urandom(void *ctx, uint8_t *out, size_t len) { /* any secure source: getrandom(), a TRNG, mbedTLS */
    FILE *f = fopen("/dev/urandom", "rb");
    size_t got = f ? fread(out, 1, len, f) : 0;
    (void)ctx;
    return f && fclose(f) == 0 && got == len ? 0 : -1;
}

/* Flash: a sector is written whole, unless the battery is taken out after `len` bytes. */
static int flash_write(size_t which, const uint8_t *bytes, size_t len) {
    FILE *f = fopen(file[which], "wb");
    int good = f && fwrite(bytes, 1, len, f) == len && fflush(f) == 0; /* and fsync(), or the erase-and-program of a chip */
    return f && fclose(f) == 0 && good;
}
static void flash_read(size_t which, uint8_t *bytes) {
    FILE *f = fopen(file[which], "rb");
    memset(bytes, 0xff, DPM_LEDGER_SLOT_LEN); /* erased: what is missing cannot pass for a ledger */
    if (f) (void)!fread(bytes, 1, DPM_LEDGER_SLOT_LEN, f), fclose(f);
}


/* Stands for a monotonic counter in a secure element: the length of a file that is only ever appended to. */
static uint64_t counter_read(void) {
    FILE *f = fopen(file[2], "rb");
    uint64_t value = 0;
    while (f && getc(f) != EOF) value++;
    if (f) fclose(f);
    return value;
}
static int counter_raise(uint64_t value) {
    uint64_t now = counter_read();
    FILE *f = fopen(file[2], "ab");
    while (f && now < value && putc('.', f) != EOF) now++;
    return f && fclose(f) == 0 && counter_read() >= value;
}

static int say(const char *what, dpm_status status) {
    printf("%s: %s\n", what, dpm_status_message(status));
    return status == DPM_OK;
}

/* In the factory, once in a life: epsilon 1, delta 0, for every visit of a state, over all releases together. Never over an older ledger,
 * whole or not: that would be a new budget for the same events. */
static int manufacture(void) {
    uint8_t slot[DPM_LEDGER_SLOT_LEN];
    dpm_status status;
    int i;
    for (i = 0; i < 3; i++) {
        FILE *f = fopen(file[i], "rb");
        if (f) return fclose(f), printf("new device: %s is there already\n", file[i]), 0;
    }
    status = dpm_ledger_create(DPM_ADJACENCY_VISIT, 1000000, 0, 0, slot);
    return say("new device", status) && flash_write(0, slot, sizeof slot) && flash_write(1, slot, sizeof slot);
}

/* At every start. What is broken or too old is refused: no ledger, no release. Never make a new one here. */
static int start(void) {
    uint8_t slot[2][DPM_LEDGER_SLOT_LEN];
    uint64_t micro, units;
    dpm_status status;
    flash_read(0, slot[0]), flash_read(1, slot[1]);
    status = dpm_ledger_load(&ledger, slot[0], slot[1], counter_read());
    if (!status) status = dpm_ledger_remaining(&ledger, 0, &micro, &units);
    if (!say("start", status)) return 0;
    printf("  left: epsilon %" PRIu64 "e-6\n", micro);
    return 1;
}

/* One release of the whole log, at a quarter of the budget. `cut`: the battery is taken out in the middle of the write. */
static dpm_status release(int cut) {
    uint8_t slot[DPM_LEDGER_SLOT_LEN], read_back[DPM_LEDGER_SLOT_LEN], report[DPM_REPORT_LEN_BOUND(STATES, STATES * STATES, 32, 0)];
    char hex[2 * sizeof report + 1];
    int64_t noisy[STATES * STATES];
    uint32_t numerator, denominator;
    dpm_geometric mechanism;
    dpm_permit permit;
    dpm_release charge;
    uint64_t number = 0;
    dpm_report_about about;
    dpm_rng rng;
    size_t which, length, i;
    dpm_status status;

    /* The mechanism is planned from public facts: four releases of the same log, pure geometric noise. */
    status = dpm_geometric_init(&mechanism, DPM_ADJACENCY_VISIT, 1.0, 0.0, 4);
    if (!status) status = dpm_geometric_parameters(&mechanism, &numerator, &denominator);
    if (status) return status;
    memset(&charge, 0, sizeof charge);
    charge.mechanism = DPM_MECHANISM_GEOMETRIC, charge.releases = 1;
    charge.numerator = numerator, charge.denominator = denominator;

    /* Reserve, persist, read back, commit. */
    status = dpm_ledger_prepare_release(&ledger, &charge, 0, FOREVER, slot, &which);
    if (status) return status;
    if (!flash_write(which, slot, cut ? sizeof slot / 2 : sizeof slot) || cut) {
        memset(&ledger, 0, sizeof ledger); /* the RAM is gone, the process would end here */
        return DPM_ERR_LEDGER_NOT_STORED;
    }
    flash_read(which, read_back);
    status = dpm_ledger_commit(&ledger, read_back, &permit);
    if (!status) status = dpm_permit_number(&permit, &number);
    if (!status && !counter_raise(number)) status = DPM_ERR_LEDGER_NOT_STORED; /* before anything is released */

    /* Only now is there a generator. Noise on every count, drawn and added with integers alone. */
    if (!status) status = dpm_rng_init_with_permit(&rng, &permit, urandom, NULL);
    for (i = 0; !status && i < STATES; i++)
        status = dpm_geometric_release_counts(&mechanism, &rng, log_of + i * STATES, STATES, noisy + i * STATES);
    (void)dpm_rng_clear(&rng);

    /* What leaves it: the noisy counts, and what a collector has to know of them. Nothing here is computed from the log otherwise. */
    memset(&about, 0, sizeof about);
    memcpy(about.state_table, STATE_TABLE, sizeof STATE_TABLE);
    about.generation = number, about.window_last = FOREVER;
    if (!status)
        status = dpm_report_write_geometric(&mechanism, &about, NULL, NULL, STATES, STATES * STATES, noisy, 32, report, sizeof report, &length);
    if (status) return status;
    for (i = 0; i < length; i++) snprintf(hex + 2 * i, 3, "%02x", report[i]); /* the radio */
    printf("  what leaves the device (release %" PRIu64 ", %u bytes): %s\n", number, (unsigned)length, hex);
    return DPM_OK;
}

/* A day: sessions of visits are logged. */
static dpm_status a_day(void) {
    static const size_t morning[] = {IDLE, COOK, COOK, CLEAN, IDLE}, evening[] = {IDLE, COOK, CLEAN, CLEAN, IDLE, IDLE};
    dpm_status status = DPM_OK;
    int i;
    for (i = 0; i < 40 && !status; i++) {
        status = dpm_counts_record_session(log_of, STATES, morning, sizeof morning / sizeof *morning);
        if (!status) status = dpm_counts_record_session(log_of, STATES, evening, sizeof evening / sizeof *evening);
    }
    return status;
}

int main(int argc, char **argv) {
    dpm_status status = DPM_OK;
    int day;
    if (argc < 2 || argc > 3) return fprintf(stderr, "telemetry_device FILE [new]\n"), 2;
    for (day = 0; day < 3; day++) snprintf(file[day], sizeof file[day], "%s.%d", argv[1], day);
    if (argc == 3 && !manufacture()) return 1;
    if (!start()) return 1;
    for (day = 1; day <= 6; day++) {
        printf("day %d\n", day);
        status = a_day();
        if (!status) status = release(0);
        if (!say("  release", status)) break;
        if (day == 2) { /* a torn write: half of a sector is new; the other sector still holds what is true */
            say("  power cut", release(1));
            if (!start()) return 1;
        }
        if (day == 3 && !start()) return 1; /* a plain restart */
    }
    (void)dpm_counts_clear(log_of, STATES); /* the log has served */
    return status == DPM_ERR_BUDGET_EXCEEDED ? 0 : 1; /* that is how a device's releases must end */
}

/* The power is cut in telemetry.c at every word of a charge, before its report is sent, and after: at the first, second or third report, then once more in the next attempt. Over all of
 * a device's lives: never more reports than the budget holds, never a number twice nor a smaller one, never the same noise, never a ledger that does
 * not load, and one report is lost to a cut at most. The entropy is the same in every life: the permit's number alone keeps the noise apart. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "flash.h"

/* Without power nothing goes on, whatever the firmware thinks of the answer. */
static jmp_buf dead;
static int alive(int done) {
    if (flash_power == 0 && !done) longjmp(dead, 1);
    return done;
}
#define flash_write(...) alive(flash_write(__VA_ARGS__))
#define counter_raise(...) alive(counter_raise(__VA_ARGS__))
#define golden firmware
#include "telemetry.c"
#undef golden

enum { REPORTS = 4, FRAME = 2 + DPM_REPORT_LEN_BOUND(STATES, CELLS, 16, 0) };
static uint8_t wire[(REPORTS + 2) * FRAME];
static size_t on_the_wire;

void port_print(const char *text) { (void)text; }
void port_send(const uint8_t *bytes, size_t len) {
    alive(flash_power != 0);
    if (len > sizeof wire - on_the_wire) return;
    memcpy(wire + on_the_wire, bytes, len);
    on_the_wire += len;
}
void port_stack_start(void) {}
size_t port_stack_used(void) { return 0; }

/* The reports on the wire; or -1 where one is broken, or says what another has said. */
static int reports(void) {
    static int64_t noisy[REPORTS + 2][CELLS];
    uint64_t last = 0;
    size_t at = 0;
    int found = 0, k;
    while (at < on_the_wire && found < REPORTS + 2) {
        size_t len = (size_t)wire[at] | (size_t)wire[at + 1] << 8;
        dpm_report_info info;
        if (dpm_report_read(wire + at + 2, len, &info) || dpm_report_noisy_counts(wire + at + 2, len, CELLS, noisy[found])) return -1;
        if (info.about.generation <= last) return -1;
        last = info.about.generation;
        for (k = 0; k < found; k++)
            if (memcmp(noisy[k], noisy[found], sizeof *noisy) == 0) return -1;
        at += 2 + len;
        found++;
    }
    return found;
}

/* One report; where the power was cut the device starts again. */
static dpm_status attempt(uint32_t words, int *cuts) {
    dpm_status status = DPM_OK;
    flash_power = words;
    if (setjmp(dead) == 0) {
        status = report();
        if (status || words == UINT32_MAX) return status;
    }
    ++*cuts;
    power_cut();
    return start(0);
}

/* A device that nobody uses, so that its reports are noise alone; the power goes after so many words at two attempts. NULL, or what is wrong. */
static const char *lives(int first, uint32_t cut, uint32_t again) {
    dpm_status status;
    int i, cuts = 0, arrived;
    on_the_wire = 0;
    flash_power = UINT32_MAX;
    status = manufacture();
    if (!status) status = start(0);
    for (i = 0; i < REPORTS + 3 && !status; i++) status = attempt(i == first ? cut : i == first + 1 ? again : UINT32_MAX, &cuts);
    arrived = reports();
    if (status != DPM_ERR_BUDGET_EXCEEDED) return dpm_status_message(status);
    if (arrived < 0) return "a report is broken, or said twice";
    if (arrived > REPORTS) return "more than the budget holds";
    return arrived + cuts < REPORTS ? "more is lost than was cut" : NULL;
}

int main(void) {
    const uint32_t all = FLASH_WORDS + DPM_LEDGER_SLOT_LEN / 4 + 3; /* an erasure, a slot, the counter's words, and one that is never written */
    uint32_t cut, again;
    int first, devices = 0;
    for (first = 0; first < 3; first++)
        for (cut = 0; cut <= all; cut++)
            for (again = cut % 67; again <= all; again += 67) {
                const char *wrong = lives(first, cut, again);
                devices++;
                if (wrong != NULL) return printf("cut after %d reports at word %u, then at %u: %s\n", first, (unsigned)cut, (unsigned)again, wrong), 1;
            }
    printf("cuts: %d devices, ok\n", devices);
    return 0;
}

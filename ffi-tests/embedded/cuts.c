/* The power is cut in telemetry.c at every word of a charge: at the first, second or third report, then once more in the next attempt. Over all of
 * a device's lives: never more reports than the budget holds, never a number twice nor a smaller one, never the same noise, never a ledger that does
 * not load, and one report is lost to a cut at most. The entropy is the same in every life: the permit's number alone keeps the noise apart. */
#include <stdio.h>
#include <string.h>

#define golden firmware
#include "telemetry.c"
#undef golden

enum { REPORTS = 4, FRAME = 2 + DPM_REPORT_LEN_BOUND(STATES, CELLS, 16, 0) };
static uint8_t wire[(REPORTS + 2) * FRAME];
static size_t on_the_wire;

void port_print(const char *text) { (void)text; }
void port_send(const uint8_t *bytes, size_t len) {
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

/* A device that nobody uses, so that its reports are noise alone; the power goes after so many words at two attempts. 0, or what is wrong. */
static const char *lives(int first, uint32_t cut, uint32_t again) {
    dpm_status status = manufacture();
    int attempt, cuts = 0, arrived;
    on_the_wire = 0;
    if (!status) status = start(0);
    for (attempt = 0; attempt < REPORTS + 3 && !status; attempt++) {
        flash_power = attempt == first ? cut : attempt == first + 1 ? again : UINT32_MAX;
        status = report();
        if (status != DPM_ERR_LEDGER_NOT_STORED) continue;
        cuts++;
        power_cut();
        status = start(0);
    }
    arrived = reports();
    if (status != DPM_ERR_BUDGET_EXCEEDED) return dpm_status_message(status);
    if (arrived < 0) return "a report is broken, or said twice";
    if (arrived > REPORTS) return "more than the budget holds";
    return arrived + cuts < REPORTS ? "more is lost than was cut" : NULL;
}

int main(void) {
    const uint32_t all = FLASH_WORDS + DPM_LEDGER_SLOT_LEN / 4 + 2; /* an erasure, a slot, the counter */
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

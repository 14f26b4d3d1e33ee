/* Reads what the telemetry firmware has sent, from the standard input: frames of a length in two bytes and a report. */
#include <inttypes.h>
#include <stdio.h>

#include "dpmarkov.h"

int main(void) {
    uint8_t bytes[512];
    int64_t noisy[36];
    dpm_report_info info;
    int low, high;
    while ((low = getchar()) != EOF && (high = getchar()) != EOF) {
        size_t len = (size_t)low | (size_t)high << 8, i;
        dpm_status status;
        if (len > sizeof bytes || fread(bytes, 1, len, stdin) != len) return printf("a broken frame\n"), 1;
        status = dpm_report_read(bytes, len, &info);
        if (!status) status = dpm_report_verify(bytes, len);
        if (!status) status = dpm_report_noisy_counts(bytes, len, 36, noisy);
        if (status) return printf("%s\n", dpm_status_message(status)), 1;
        printf("report %" PRIu64 " of day %" PRIu32 ", %lu bytes, epsilon %g:", info.about.generation, info.about.window_first, (unsigned long)len, info.epsilon);
        for (i = 0; i < 6; i++) printf(" %" PRId64, noisy[i]);
        printf(" ...\n");
    }
    return 0;
}

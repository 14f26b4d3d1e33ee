/* The telemetry firmware without the report: counts, ledger and a release in integers; what leaves the device is in a format of one's own. */
#define WITHOUT_REPORT
#include "telemetry.c"

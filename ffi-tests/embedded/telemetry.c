/* A telemetry firmware: it logs sessions, charges its ledger in flash, releases, and sends reports out of the serial port; through power cuts, to the
 * end of its budget. Integers alone. The same bytes leave every processor: entropy and sessions are a test's. */
#include "dpmarkov.h"
#include "flash.h"
#include "stack.h"

enum { STATES = 6, CELLS = STATES * STATES, DAYS = 5 };
enum { COUNTER = 2 }; /* slots of the ledger: sectors 0 and 1 */

/* Planned at a desk, public: a report promises epsilon 1/4 for a visit (which changes up to 4 counts by 1: 4/16), and a day has epsilon 1. */
enum { DAY_MICRO_EPSILON = 1000000, MICRO_EPSILON = 250000, NUMERATOR = 1, DENOMINATOR = 16 };

static struct {
    dpm_ledger ledger;
    dpm_geometric mechanism;
    uint32_t counts[CELLS]; /* secret */
    uint32_t day;
} ram; /* lost with the power */

/* A source for tests: the same bytes in every run. A device asks its hardware. */
static int repeats(void *ctx, uint8_t *out, size_t len) {
    (void)ctx;
    while (len--) *out++ = (uint8_t)(37 * len + 11);
    return 0;
}

/* Once in a device's life. */
static dpm_status manufacture(void) {
    uint8_t slot[DPM_LEDGER_SLOT_LEN];
    dpm_status status = dpm_ledger_create(DPM_ADJACENCY_VISIT, DAY_MICRO_EPSILON, 0, 0, slot);
    if (status) return status;
    return flash_write(0, slot, sizeof slot) && flash_write(1, slot, sizeof slot) && flash_erase(COUNTER) ? DPM_OK : DPM_ERR_LEDGER_NOT_STORED;
}

/* At every start: whatever the memory holds, the flash says what was spent. A broken ledger is never replaced. */
static dpm_status start(uint32_t day) {
    dpm_status status;
    flash_power = UINT32_MAX;
    status = dpm_ledger_load(&ram.ledger, flash[0], flash[1], counter_read(COUNTER));
    if (!status) status = dpm_geometric_init_pure(&ram.mechanism, DPM_ADJACENCY_VISIT, MICRO_EPSILON, 1, NUMERATOR, DENOMINATOR);
    if (!status) status = dpm_counts_clear(ram.counts, STATES);
    ram.day = day;
    return status;
}
static void power_cut(void) {
    uint8_t *byte = (uint8_t *)&ram;
    size_t i;
    for (i = 0; i < sizeof ram; i++) byte[i] = 0xa5;
}

/* Somebody uses the device: sessions of a walk over its screens. */
static dpm_status use(uint32_t sessions) {
    static uint32_t noise = 2463534242u;
    size_t visits[12], i;
    dpm_status status = DPM_OK;
    while (sessions-- && !status) {
        visits[0] = 0;
        for (i = 1; i < 12; i++) {
            noise ^= noise << 13, noise ^= noise >> 17, noise ^= noise << 5;
            visits[i] = noise % 4 ? (visits[i - 1] + 1) % STATES : noise >> 16 & 3;
        }
        status = dpm_counts_record_session(ram.counts, STATES, visits, 12);
    }
    return status;
}

/* A charge to this day's events that outlives the power, and the permit for it. */
static dpm_status charge(dpm_permit *permit) {
    uint8_t slot[DPM_LEDGER_SLOT_LEN];
    dpm_release charge = {DPM_MECHANISM_GEOMETRIC, 1, 0.0, 0.0, NUMERATOR, DENOMINATOR, 0, 0, 0, 0, 0};
    uint64_t number;
    size_t which;
    dpm_status status = dpm_ledger_prepare_release_summed(&ram.ledger, &charge, ram.day, ram.day, slot, &which);
    if (status) return status;
    if (!flash_write(which, slot, sizeof slot)) return DPM_ERR_LEDGER_NOT_STORED;
    status = dpm_ledger_commit(&ram.ledger, flash[which], permit); /* from the flash itself, not from what was written to it */
    if (!status) status = dpm_permit_number(permit, &number);
    return status ? status : counter_raise(COUNTER, number) ? DPM_OK : DPM_ERR_LEDGER_NOT_STORED;
}

static uint32_t sent;
static void send(const uint8_t *report, size_t len) { /* a frame: its length in two bytes, and the report */
    const uint8_t head[2] = {(uint8_t)len, (uint8_t)(len >> 8)};
    port_send(head, sizeof head);
    port_send(report, len);
    sent++;
}

#ifdef WITHOUT_REPORT /* a format of one's own: the noisy counts in 16 bits each */
static dpm_status write(uint64_t number, const int64_t *noisy, uint8_t *bytes, size_t capacity, size_t *len) {
    size_t i;
    (void)number, (void)capacity;
    for (i = 0; i < CELLS; i++) bytes[2 * i] = (uint8_t)noisy[i], bytes[2 * i + 1] = (uint8_t)(noisy[i] >> 8);
    *len = 2 * CELLS;
    return DPM_OK;
}
#else
/* The first 16 bytes of SHA-256 over the lengths and names of home, search, list, item, cart, pay. */
static dpm_report_about about = {{0x57, 0x32, 0x01, 0x26, 0x27, 0xd7, 0x42, 0x1e, 0xda, 0x4e, 0x7a, 0xad, 0xf2, 0x83, 0x7a, 0x95}, {0}, 0, 0, 0, 0};
static dpm_status write(uint64_t number, const int64_t *noisy, uint8_t *bytes, size_t capacity, size_t *len) {
    about.generation = number;
    about.window_first = about.window_last = ram.day;
    return dpm_report_write_geometric(&ram.mechanism, &about, NULL, NULL, STATES, CELLS, noisy, 16, bytes, capacity, len);
}
#endif

static dpm_status report(void) {
    static int64_t noisy[CELLS];
    static uint8_t bytes[DPM_REPORT_LEN_BOUND(STATES, CELLS, 16, 0)];
    uint64_t number = 0;
    dpm_permit permit;
    dpm_rng rng;
    size_t i, len = 0;
    dpm_status status = charge(&permit);
    if (!status) status = dpm_permit_number(&permit, &number);
    if (!status) status = dpm_rng_init_with_permit(&rng, &permit, repeats, NULL);
    if (status) return status;
    for (i = 0; !status && i < STATES; i++)
        status = dpm_geometric_release_counts(&ram.mechanism, &rng, ram.counts + i * STATES, STATES, noisy + i * STATES);
    (void)dpm_rng_clear(&rng);
    if (!status) status = write(number, noisy, bytes, sizeof bytes, &len);
    if (!status) send(bytes, len);
    return status;
}

/* The words that are written before the power goes, at each day's first report: before anything is, in the erasure, in the slot, after the slot. */
static const uint32_t power[DAYS] = {UINT32_MAX, 0, FLASH_WORDS / 2, FLASH_WORDS + 80, FLASH_WORDS + DPM_LEDGER_SLOT_LEN / 4};

static dpm_status life(void) {
    dpm_status status = manufacture();
    uint32_t day;
    if (!status) status = start(0);
    for (day = 0; day < DAYS && !status; day++) {
        ram.day = day;
        status = dpm_ledger_close_before(&ram.ledger, day);
        if (!status) status = use(40);
        flash_power = power[day];
        if (!status) status = report();
        if (status == DPM_ERR_LEDGER_NOT_STORED) { /* nothing left the device */
            power_cut();
            status = start(day);
        }
        if (!status) status = use(25);
        if (!status) status = report(); /* of the day so far */
        if (day + 1 < DAYS && !status) status = dpm_counts_clear(ram.counts, STATES);
    }
    /* Of the last day's four reports one was charged when the power went, and one was sent. Two more, and no third. */
    if (!status) status = report();
    if (!status) status = report();
    return status ? status : report();
}

int golden(void) {
    dpm_status status;
    port_stack_start();
    status = life();
    stack("the whole firmware");
    if (status != DPM_ERR_BUDGET_EXCEEDED || sent != 8) return port_print("failed\n"), 1;
    port_print("done\n");
    return 0;
}

/* The ledger and its permits. */
#ifndef API_LEDGER_H
#define API_LEDGER_H

#include "compose.h"

static dpm_ledger *ledger;
static dpm_permit *permit;
static uint8_t *slot, *flash[2];
static uint64_t *micro, *units;

/* What an application does with prepared bytes: write, and read back. */
static const uint8_t *stored(void) {
    memcpy(flash[*current], slot, DPM_LEDGER_SLOT_LEN);
    return flash[*current];
}

/* Uses the permit from inside its own use. */
static int entropy_uses_the_permit(void *ctx, uint8_t *out, size_t len) {
    dpm_rng *second = (dpm_rng *)ctx;
    CHECK(dpm_rng_init_with_permit(second, permit, entropy_good, NULL) == DPM_ERR_OBJECT);
    return entropy_good(NULL, out, len);
}

static void a_ledgers_life(void) {
    const int visit = DPM_ADJACENCY_VISIT;
    uint8_t image[2][DPM_LEDGER_SLOT_LEN];
    dpm_ledger kept;
    dpm_permit used;
    uint64_t number = 0;
    dpm_rng second;
    int i;

    ACCEPTS(dpm_ledger_create(visit, 1000000, 0, 0, slot));
    for (i = 0; i < 2; i++) memcpy(flash[i], slot, DPM_LEDGER_SLOT_LEN), memcpy(image[i], slot, DPM_LEDGER_SLOT_LEN);
    ACCEPTS(dpm_ledger_load(ledger, flash[0], flash[1], 0));
    ACCEPTS(dpm_ledger_budget(ledger, micro, units));
    CHECK(*micro == 1000000 && *units == 0);
    ACCEPTS(dpm_ledger_spent(ledger, 7, micro, units));
    CHECK(*micro == 0 && *units == 0);

    for (i = 1; i <= 11; i++) { /* eleven charges of an eleventh */
        ACCEPTS(dpm_ledger_prepare_cost(ledger, 1000000, 0, 11, 1, 0, UINT32_MAX, slot, current));
        REFUSES(DPM_ERR_LEDGER_PENDING, dpm_ledger_prepare_cost(ledger, 1000000, 0, 11, 1, 0, 0, slot, current));
        REFUSES(DPM_ERR_LEDGER_PENDING, dpm_ledger_close_before(ledger, 9));
        REFUSES(DPM_ERR_LEDGER_NOT_STORED, dpm_ledger_commit(ledger, flash[*current], permit)); /* not written yet */
        CHECK(*current == (size_t)(i % 2));
        {
            const uint8_t *read_back = stored();
            ACCEPTS(dpm_ledger_commit(ledger, read_back, permit));
            REFUSES(DPM_ERR_LEDGER_PENDING, dpm_ledger_commit(ledger, read_back, permit)); /* one charge, one permit */
        }
        ACCEPTS(dpm_permit_number(permit, micro));
        CHECK(*micro == number + 1);
        number = *micro;
        memcpy(&used, permit, sizeof used);
        /* The source fails: the permit stays good. */
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init_with_permit(rng, permit, entropy_fails, NULL));
        REFUSES(DPM_ERR_ENTROPY, dpm_rng_init_with_permit(rng, permit, entropy_does_nothing, NULL));
        REFUSES(DPM_ERR_OBJECT, dpm_rng_init_with_permit(rng, &used, entropy_good, NULL)); /* a copy */
        ACCEPTS(dpm_rng_init_with_permit(rng, permit, entropy_uses_the_permit, &second));
        REFUSES(DPM_ERR_OBJECT, dpm_rng_init_with_permit(rng, permit, entropy_good, NULL)); /* used up */
        REFUSES(DPM_ERR_OBJECT, dpm_permit_number(permit, micro));
        { /* the stream of the generator is the permit's number */
            ACCEPTS(dpm_sample_gamma(rng, 1.0, a));
            ACCEPTS(dpm_rng_init(rng, entropy_good, NULL, number));
            ACCEPTS(dpm_sample_gamma(rng, 1.0, b));
            CHECK(*a == *b);
        }
    }
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 5, 5, slot, current));
    ACCEPTS(dpm_ledger_spent(ledger, 7, micro, units));
    CHECK(*micro == 1000000 && *units == 0);
    ACCEPTS(dpm_ledger_remaining(ledger, 7, micro, units));
    CHECK(*micro == 0 && *units == 0);

    /* Restarts: the newest slot counts; a torn one does not; an old image is refused by the counter. */
    ACCEPTS(dpm_ledger_load(ledger, flash[0], flash[1], number));
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 5, 5, slot, current));
    REFUSES(DPM_ERR_LEDGER_ROLLBACK, dpm_ledger_load(ledger, image[0], image[1], number));
    REFUSES(DPM_ERR_LEDGER_ROLLBACK, dpm_ledger_load(ledger, flash[0], flash[1], number + 1));
    {
        uint8_t *newest = flash[number % 2];
        newest[100] ^= 1;
        ACCEPTS(dpm_ledger_load(ledger, flash[0], flash[1], 0));
        ACCEPTS(dpm_ledger_generation(ledger, micro));
        CHECK(*micro == number - 1);
        flash[0][101] ^= 1, flash[1][101] ^= 1;
        REFUSES(DPM_ERR_LEDGER_CORRUPT, dpm_ledger_load(ledger, flash[0], flash[1], 0));
    }

    /* A charge that is given up, windows of their own, and time that is closed. */
    for (i = 0; i < 2; i++) memcpy(flash[i], image[i], DPM_LEDGER_SLOT_LEN);
    ACCEPTS(dpm_ledger_load(ledger, flash[0], flash[1], 0));
    ACCEPTS(dpm_ledger_prepare_cost(ledger, 600000, 0, 1, 1, 1, 1, slot, current));
    memcpy(&kept, ledger, sizeof kept);
    REFUSES(DPM_ERR_OBJECT, dpm_ledger_commit(&kept, slot, permit)); /* a copy of the prepared ledger */
    ACCEPTS(dpm_ledger_abort(ledger));
    ACCEPTS(dpm_ledger_abort(ledger));
    REFUSES(DPM_ERR_LEDGER_PENDING, dpm_ledger_commit(ledger, slot, permit));
    ACCEPTS(dpm_ledger_spent(ledger, 1, micro, units));
    CHECK(*micro == 0);
    ACCEPTS(dpm_ledger_prepare_cost(ledger, 600000, 0, 1, 1, 2, 2, slot, current));
    ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    ACCEPTS(dpm_ledger_prepare_cost(ledger, 200000, 0, 1, 2, 2, 2, slot, current)); /* two of it */
    ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 2, 3, slot, current));
    ACCEPTS(dpm_ledger_prepare_cost(ledger, 600000, 0, 1, 1, 3, 3, slot, current)); /* other events */
    ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    ACCEPTS(dpm_ledger_close_before(ledger, 3));
    REFUSES(DPM_ERR_WINDOW, dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 2, 2, slot, current));
    for (i = 0; i < 15; i++) { /* room for sixteen kinds */
        ACCEPTS(dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 10 + (uint32_t)i, 99, slot, current));
        ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    }
    REFUSES(DPM_ERR_LEDGER_FULL, dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 98, 99, slot, current));
}

static void charges_by_parameters(void) {
    dpm_release one = release_of(DPM_MECHANISM_DIRICHLET, 1), *r = &one;
    int kind, times = 0;

    ACCEPTS(dpm_ledger_create(DPM_ADJACENCY_EVENT, 1000000, 1000000000000, 41, slot));
    memcpy(flash[0], slot, DPM_LEDGER_SLOT_LEN), memcpy(flash[1], slot, DPM_LEDGER_SLOT_LEN);
    ACCEPTS(dpm_ledger_load(ledger, flash[0], flash[1], 41));
    for (kind = 0; kind < 4; kind++) {
        one = release_of(kind, 1);
        if (kind == DPM_MECHANISM_DIRICHLET) one.weight = 0.01;
        if (kind == DPM_MECHANISM_POLYA) one.event_mass = 1, one.draws = 10;
        if (kind == DPM_MECHANISM_GEOMETRIC) one.denominator = 100;
        if (kind == DPM_MECHANISM_GAUSSIAN) one.numerator = 90000;
        ACCEPTS(dpm_ledger_prepare_release(ledger, r, 0, 9, slot, current));
        ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    }
    ACCEPTS(dpm_ledger_spent(ledger, 0, micro, units));
    CHECK(*micro > 0 && *micro < 1000000 && *units == 1000000000000);
    ACCEPTS(dpm_ledger_spent(ledger, 10, micro, units));
    CHECK(*micro == 0 && *units == 0);
    one = release_of(DPM_MECHANISM_GEOMETRIC, 1);
    while (times++ < 20 && dpm_ledger_prepare_release(ledger, r, 0, 9, slot, current) == DPM_OK)
        ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    CHECK(times > 2 && times < 20); /* each about epsilon 0.2 */
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_release(ledger, r, 9, 20, slot, current));
#define CHARGE_OF(release) dpm_ledger_prepare_release(ledger, release, 0, 0, slot, current)
    BAD_RELEASES(one, CHARGE_OF(r));
    PLACE(dpm_release, r, CHARGE_OF);
    REFUSES(DPM_ERR_OVERLAP, CHARGE_OF((const dpm_release *)(const void *)ledger));
    REFUSES(DPM_ERR_WINDOW, dpm_ledger_prepare_release(ledger, r, 2, 1, slot, current));
}

/* By sums of integers alone: the same answers where sums are all there is, and nothing that needs more. */
static void charges_by_sums(void) {
    dpm_release one = release_of(DPM_MECHANISM_GEOMETRIC, 1), *r = &one;
    uint8_t image[DPM_LEDGER_SLOT_LEN], exact[DPM_LEDGER_SLOT_LEN];
    size_t where = 9;
    int kind;

    ACCEPTS(dpm_ledger_create(DPM_ADJACENCY_EVENT, 1000000, 1000000000000, 0, slot));
    memcpy(image, slot, sizeof image);
    ACCEPTS(dpm_ledger_load(ledger, image, image, 0));
    one.numerator = 1, one.denominator = 8; /* two counts change: a quarter each */
    one.releases = 3;
    ACCEPTS(dpm_ledger_prepare_release(ledger, r, 0, 9, exact, &where));
    ACCEPTS(dpm_ledger_abort(ledger));
    ACCEPTS(dpm_ledger_load(ledger, image, image, 0));
    ACCEPTS(dpm_ledger_prepare_release_summed(ledger, r, 0, 9, slot, current));
    CHECK(memcmp(slot, exact, sizeof exact) == 0 && *current == where);
    REFUSES(DPM_ERR_LEDGER_PENDING, dpm_ledger_prepare_cost_summed(ledger, 1, 0, 1, 1, 0, 9, slot, current));
    ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost_summed(ledger, 250001, 0, 1, 1, 9, 20, slot, current));
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost_summed(ledger, 1, UINT64_C(1000000000001), 1, 1, 9, 20, slot, current));
    ACCEPTS(dpm_ledger_prepare_cost_summed(ledger, 250000, 0, 1, 1, 9, 20, slot, current));
    ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
    REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost_summed(ledger, 1, 0, 1, 1, 9, 9, slot, current));
    ACCEPTS(dpm_ledger_spent(ledger, 9, micro, units));
    CHECK(*micro == 1000000 && *units == 0);

    for (kind = 0; kind < 4; kind++) { /* what has no sum, and what is charged beside it */
        one = release_of(kind, 1);
        if (kind == DPM_MECHANISM_GEOMETRIC) continue;
        if (kind == DPM_MECHANISM_DIRICHLET) one.weight = 0.001;
        if (kind == DPM_MECHANISM_POLYA) one.event_mass = 1, one.draws = 1;
        if (kind == DPM_MECHANISM_GAUSSIAN) one.numerator = 9000000;
        REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_release_summed(ledger, r, 30, 30, slot, current));
        ACCEPTS(dpm_ledger_prepare_release(ledger, r, 40, 40, slot, current));
        ACCEPTS(dpm_ledger_commit(ledger, stored(), permit));
        REFUSES(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost_summed(ledger, 1, 0, 1, 1, 40, 41, slot, current));
        ACCEPTS(dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 40, 41, slot, current));
        ACCEPTS(dpm_ledger_abort(ledger));
    }
    one = release_of(DPM_MECHANISM_GEOMETRIC, 1);
#define SUMMED_OF(release) dpm_ledger_prepare_release_summed(ledger, release, 50, 50, slot, current)
#define SUMMED_W(where) dpm_ledger_prepare_cost_summed(ledger, 1, 0, 1, 1, 50, 50, slot, where)
#define SUMMED_L(object) dpm_ledger_prepare_cost_summed(object, 1, 0, 1, 1, 50, 50, slot, current)
#define SUMMED_R(object) dpm_ledger_prepare_release_summed(object, r, 50, 50, slot, current)
    PLACE(dpm_release, r, SUMMED_OF);
    PLACE(size_t, current, SUMMED_W);
    OBJECT(dpm_ledger, ledger, SUMMED_L);
    OBJECT(dpm_ledger, ledger, SUMMED_R);
    REFUSES(DPM_ERR_MECHANISM, (one.mechanism = 4, SUMMED_OF(r)));
    REFUSES(DPM_ERR_COST, dpm_ledger_prepare_cost_summed(ledger, 1, 0, 0, 1, 50, 50, slot, current));
    REFUSES(DPM_ERR_WINDOW, dpm_ledger_prepare_cost_summed(ledger, 1, 0, 1, 1, 51, 50, slot, current));
}

static void the_ledger(void) {
    ledger = (dpm_ledger *)output(sizeof *ledger);
    permit = (dpm_permit *)output(sizeof *permit);
    slot = (uint8_t *)output(DPM_LEDGER_SLOT_LEN);
    flash[0] = (uint8_t *)fenced(DPM_LEDGER_SLOT_LEN);
    flash[1] = (uint8_t *)fenced(DPM_LEDGER_SLOT_LEN);
    micro = (uint64_t *)output(sizeof *micro);
    units = (uint64_t *)output(sizeof *units);
    CHECK(sizeof(dpm_ledger) == DPM_LEDGER_SIZE && dpm_ledger_size() == DPM_LEDGER_SIZE);
    CHECK(sizeof(dpm_permit) == DPM_PERMIT_SIZE && dpm_permit_size() == DPM_PERMIT_SIZE);
    REFUSES(DPM_ERR_OBJECT, dpm_ledger_abort(ledger)); /* never loaded */
    REFUSES(DPM_ERR_OBJECT, dpm_permit_number(permit, micro));

#define CREATE(code, e, d, out) dpm_ledger_create(code, e, d, 0, out)
    REFUSES(DPM_ERR_ADJACENCY, CREATE(5, 1000000, 0, slot));
    REFUSES(DPM_ERR_EPSILON, CREATE(2, 0, 0, slot));
    REFUSES(DPM_ERR_EPSILON, CREATE(2, UINT64_C(1000000000001), 0, slot));
    REFUSES(DPM_ERR_DELTA, CREATE(2, 1000000, UINT64_C(1000000000000000000), slot));
    REFUSES(DPM_ERR_NULL, CREATE(2, 1000000, 0, NULL));
    REFUSES(DPM_ERR_SIZE, CREATE(2, 1000000, 0, TOP(uint8_t)));

    a_ledgers_life();
    charges_by_parameters();
    charges_by_sums();

#define LOAD(object, one, two) dpm_ledger_load(object, one, two, 0)
#define LOAD_L(object) LOAD(object, flash[0], flash[1])
    PLACES(dpm_ledger, ledger, LOAD_L);
    REFUSES(DPM_ERR_NULL, LOAD(ledger, NULL, flash[1]));
    REFUSES(DPM_ERR_NULL, LOAD(ledger, flash[0], NULL));
    REFUSES(DPM_ERR_SIZE, LOAD(ledger, TOP(uint8_t), flash[1]));
    REFUSES(DPM_ERR_SIZE, LOAD(ledger, flash[0], TOP(uint8_t)));
    REFUSES(DPM_ERR_OVERLAP, LOAD(ledger, (const uint8_t *)ledger, flash[1]));
    REFUSES(DPM_ERR_OVERLAP, LOAD(ledger, flash[0], (const uint8_t *)ledger + 76));

#define COST(object, parts, first, last, out, where) dpm_ledger_prepare_cost(object, 1, 0, parts, 1, first, last, out, where)
#define COST_L(object) COST(object, 1, 0, 0, slot, current)
#define COST_W(where) COST(ledger, 1, 0, 0, slot, where)
    OBJECT(dpm_ledger, ledger, COST_L);
    PLACE(size_t, current, COST_W);
    REFUSES(DPM_ERR_SIZE, COST_L(TOP(dpm_ledger)));
    REFUSES(DPM_ERR_NULL, COST(ledger, 1, 0, 0, NULL, current));
    REFUSES(DPM_ERR_SIZE, COST(ledger, 1, 0, 0, TOP(uint8_t), current));
    REFUSES(DPM_ERR_OVERLAP, COST(ledger, 1, 0, 0, (uint8_t *)ledger, current));
    REFUSES(DPM_ERR_OVERLAP, COST(ledger, 1, 0, 0, (uint8_t *)current, current));
    REFUSES(DPM_ERR_OVERLAP, COST_W((size_t *)(void *)ledger));
    REFUSES(DPM_ERR_COST, COST(ledger, 0, 0, 0, slot, current));
    REFUSES(DPM_ERR_COST, dpm_ledger_prepare_cost(ledger, 0, 0, 1, 1, 0, 0, slot, current));
    REFUSES(DPM_ERR_RELEASES, dpm_ledger_prepare_cost(ledger, 1, 0, 1, 0, 0, 0, slot, current));
    REFUSES(DPM_ERR_WINDOW, COST(ledger, 1, 1, 0, slot, current));
    {
        dpm_release one = release_of(DPM_MECHANISM_GEOMETRIC, 1);
#define RELEASE_L(object) dpm_ledger_prepare_release(object, &one, 0, 0, slot, current)
#define RELEASE_S(out) dpm_ledger_prepare_release(ledger, &one, 0, 0, out, current)
#define RELEASE_W(where) dpm_ledger_prepare_release(ledger, &one, 0, 0, slot, where)
        OBJECT(dpm_ledger, ledger, RELEASE_L);
        PLACE(size_t, current, RELEASE_W);
        REFUSES(DPM_ERR_NULL, RELEASE_S(NULL));
        REFUSES(DPM_ERR_SIZE, RELEASE_S(TOP(uint8_t)));
        REFUSES(DPM_ERR_OVERLAP, RELEASE_S((uint8_t *)ledger));
    }

    ACCEPTS(dpm_ledger_prepare_cost(ledger, 1, 0, 1, 1, 1000, 1000, slot, current));
    (void)stored();
#define COMMIT_L(object) dpm_ledger_commit(object, flash[*current], permit)
#define COMMIT_P(out) dpm_ledger_commit(ledger, flash[*current], out)
    OBJECT(dpm_ledger, ledger, COMMIT_L);
    PLACE(dpm_permit, permit, COMMIT_P);
    REFUSES(DPM_ERR_NULL, dpm_ledger_commit(ledger, NULL, permit));
    REFUSES(DPM_ERR_SIZE, dpm_ledger_commit(ledger, TOP(uint8_t), permit));
    REFUSES(DPM_ERR_OVERLAP, dpm_ledger_commit(ledger, (const uint8_t *)permit, permit));
    REFUSES(DPM_ERR_OVERLAP, dpm_ledger_commit(ledger, (const uint8_t *)ledger, permit));
    REFUSES(DPM_ERR_OVERLAP, COMMIT_P((dpm_permit *)(void *)ledger));
    ACCEPTS(COMMIT_P(permit));

    OBJECT(dpm_ledger, ledger, dpm_ledger_abort);
    REFUSES(DPM_ERR_SIZE, dpm_ledger_abort(TOP(dpm_ledger)));
#define CLOSE_L(object) dpm_ledger_close_before(object, 1)
    OBJECT(dpm_ledger, ledger, CLOSE_L);
    REFUSES(DPM_ERR_SIZE, CLOSE_L(TOP(dpm_ledger)));
#define AMOUNTS(call)                                                                        \
    REFUSES(DPM_ERR_NULL, call(ledger, NULL, units));                                        \
    REFUSES(DPM_ERR_NULL, call(ledger, micro, NULL));                                        \
    REFUSES(DPM_ERR_MISALIGNED, call(ledger, OFF(uint64_t, micro), units));                  \
    REFUSES(DPM_ERR_MISALIGNED, call(ledger, micro, OFF(uint64_t, units)));                  \
    REFUSES(DPM_ERR_SIZE, call(ledger, TOP(uint64_t), units));                               \
    REFUSES(DPM_ERR_SIZE, call(ledger, micro, TOP(uint64_t)));                               \
    REFUSES(DPM_ERR_SIZE, call(TOP(dpm_ledger), micro, units));                              \
    REFUSES(DPM_ERR_OVERLAP, call(ledger, micro, micro));                                    \
    REFUSES(DPM_ERR_OVERLAP, call(ledger, (uint64_t *)(void *)ledger, units))
#define SPENT(object, x, y) dpm_ledger_spent(object, 5, x, y)
#define REMAINING(object, x, y) dpm_ledger_remaining(object, 5, x, y)
    AMOUNTS(dpm_ledger_budget);
    AMOUNTS(SPENT);
    AMOUNTS(REMAINING);
#define BUDGET_L(object) dpm_ledger_budget(object, micro, units)
#define SPENT_L(object) SPENT(object, micro, units)
#define REMAINING_L(object) REMAINING(object, micro, units)
#define GENERATION_L(object) dpm_ledger_generation(object, micro)
#define GENERATION_O(out) dpm_ledger_generation(ledger, out)
    OBJECT(dpm_ledger, ledger, BUDGET_L);
    OBJECT(dpm_ledger, ledger, SPENT_L);
    OBJECT(dpm_ledger, ledger, REMAINING_L);
    OBJECT(dpm_ledger, ledger, GENERATION_L);
    PLACE(uint64_t, micro, GENERATION_O);
    REFUSES(DPM_ERR_OVERLAP, GENERATION_O((uint64_t *)(void *)ledger));

#define NUMBER_P(object) dpm_permit_number(object, micro)
#define NUMBER_O(out) dpm_permit_number(permit, out)
    OBJECT(dpm_permit, permit, NUMBER_P);
    PLACE(uint64_t, micro, NUMBER_O);
    REFUSES(DPM_ERR_OVERLAP, NUMBER_O((uint64_t *)(void *)permit));
#define PERMIT_P(object) dpm_rng_init_with_permit(rng, object, entropy_good, NULL)
#define PERMIT_R(object) dpm_rng_init_with_permit(object, permit, entropy_good, NULL)
    OBJECT(dpm_permit, permit, PERMIT_P);
    PLACE(dpm_rng, rng, PERMIT_R);
    REFUSES(DPM_ERR_SIZE, PERMIT_P(TOP(dpm_permit)));
    REFUSES(DPM_ERR_NULL, dpm_rng_init_with_permit(rng, permit, NULL, NULL));
    REFUSES(DPM_ERR_OVERLAP, PERMIT_R((dpm_rng *)(void *)permit));
    ACCEPTS(PERMIT_P(permit));

    ACCEPTS(dpm_cost_guarantee(1000000, 0, 11, a, b));
    CHECK(*a < 1.0 / 11.0 + 1e-17 && 11.0 * *a <= 1.0 && *b == 0.0);
    REFUSES(DPM_ERR_COST, dpm_cost_guarantee(0, 0, 1, a, b));
    REFUSES(DPM_ERR_COST, dpm_cost_guarantee(1, 0, 0, a, b));
    REFUSES(DPM_ERR_COST, dpm_cost_guarantee(UINT64_MAX, 0, 1, a, b));
#define COST_OUT(x, y) dpm_cost_guarantee(1000000, 0, 11, x, y)
    TWO_OUTPUTS(COST_OUT);
}

#endif

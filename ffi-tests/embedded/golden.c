/* Prints the bits of what the library computes, and its answers to wrong arguments: one text on every processor.
 * Lines that begin with # say what differs: the stack. */
#include "port.h"

#include "dpmarkov.h"

#define N 4
/* The sizes in the header are those of the compiler at hand, with 32-bit pointers too. */
typedef char rng_has_its_size[sizeof(dpm_rng) == DPM_RNG_SIZE ? 1 : -1];
typedef char dirichlet_has_its_size[sizeof(dpm_dirichlet) == DPM_DIRICHLET_SIZE ? 1 : -1];
typedef char polya_has_its_size[sizeof(dpm_polya) == DPM_POLYA_SIZE ? 1 : -1];
typedef char geometric_has_its_size[sizeof(dpm_geometric) == DPM_GEOMETRIC_SIZE ? 1 : -1];
typedef char gaussian_has_its_size[sizeof(dpm_gaussian) == DPM_GAUSSIAN_SIZE ? 1 : -1];
typedef char ledger_has_its_size[sizeof(dpm_ledger) == DPM_LEDGER_SIZE ? 1 : -1];
typedef char permit_has_its_size[sizeof(dpm_permit) == DPM_PERMIT_SIZE ? 1 : -1];
typedef char published_has_its_size[sizeof(dpm_published) == DPM_PUBLISHED_SIZE ? 1 : -1];

static int failures;

static void hex(const char *name, uint64_t bits) {
    char text[19];
    int i;
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
static void numbers(const char *name, const double *x, size_t n) {
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

static void stack(const char *name) {
    char text[12];
    size_t used = port_stack_used(), i = 10;
    text[10] = '\n', text[11] = 0;
    do text[--i] = (char)('0' + used % 10);
    while ((used /= 10) != 0);
    port_print("# stack of ");
    port_print(name);
    port_print(": ");
    port_print(text + i);
}

static void special_functions(void) {
    static volatile double at[] = {0.5, 1.5, 3.7, 171.3, 1e5, 1e-300, -2.5, 1e300}; /* not folded by the compiler */
    double a, b;
    size_t i;
    for (i = 0; i < sizeof at / sizeof *at; i++) {
        number("ln_gamma", dpm_ln_gamma(at[i]));
        number("digamma", dpm_digamma(at[i]));
        number("ln_beta", dpm_ln_beta(at[i] < 0 ? 7.5 : at[i], 0.3));
        if (at[i] < 0 || at[i] > 1e200) continue;
        DONE(dpm_beta_inc(at[i], 2.5, 0.25, &a, &b));
        number("beta_inc lower", a);
        number("beta_inc upper", b);
        DONE(dpm_gamma_inc(at[i], 40.0, &a, &b));
        number("gamma_inc lower", a);
        number("gamma_inc upper", b);
        DONE(dpm_ln_beta_inc_logit(at[i], 2.5, -30.0, &a, &b));
        number("ln_beta_inc_logit lower", a);
        DONE(dpm_ln_gamma_ratio(at[i] + 1.0, 0.25, 3.0, &a, &b));
        number("ln_gamma_ratio re", a);
        number("ln_gamma_ratio im", b);
    }
}

static double matrix[N * N], pi[N], work[DPM_STATIONARY_GTH_WORK_LEN(N)];
static dpm_rng rng;
static dpm_dirichlet mechanism;

static void release(void) {
    static const uint32_t counts[N * N] = {90, 5, 3, 2, 10, 60, 20, 10, 0, 30, 40, 30, 7, 0, 0, 93};
    static const double alpha[N] = {1e-3, 0.5, 2.0, 1e6};
    uint8_t seed[32];
    double a, b, row[N];
    size_t i;
    for (i = 0; i < 32; i++) seed[i] = (uint8_t)(7 * i + 1);
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, UINT64_C(0x0123456789abcdef)));
    DONE(dpm_sample_gamma(&rng, 0.25, &a));
    number("gamma", a);
    DONE(dpm_sample_dirichlet(&rng, alpha, N, row));
    numbers("dirichlet", row, N);
    for (i = 0; i < 100; i++) DONE(dpm_sample_gamma(&rng, 0.01 * (double)(i + 1), &a)); /* past one block of the keystream */
    number("gamma", a);
    DONE(dpm_dirichlet_init_checked(&mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    port_stack_start();
    DONE(dpm_dirichlet_release_chain(&mechanism, &rng, counts, N, matrix));
    stack("dpm_dirichlet_release_chain");
    numbers("release", matrix, N * N);
    port_stack_start();
    DONE(dpm_stationary_gth(matrix, N, work, sizeof work / sizeof *work, pi));
    stack("dpm_stationary_gth");
    numbers("gth", pi, N);
    DONE(dpm_stationary_power(matrix, N, 1e-12, 1000, work, DPM_STATIONARY_POWER_WORK_LEN(N), pi, &a));
    numbers("power", pi, N);
    number("power's error", a);
    DONE(dpm_ergodicity_one(matrix, N, &a));
    number("tau_1", a);
    DONE(dpm_ergodicity_inf(matrix, N, work, N, &b));
    number("tau_inf", b);
    DONE(dpm_dirichlet_expected_tv_uniform(N, 100.0, 0.3, 15.8, &a));
    number("expected tv", a);
}

static void accounting(void) {
    double a;
    DONE(dpm_dirichlet_delta(DPM_ADJACENCY_EVENT, 0.3, 15.8, 1, 1.0, &a));
    number("delta, closed form", a);
    port_stack_start();
    DONE(dpm_dirichlet_delta(DPM_ADJACENCY_VISIT, 0.3, 15.8, 12, 1.0, &a));
    stack("dpm_dirichlet_delta, twelve visits");
    number("delta, line integral", a);
    port_stack_start();
    DONE(dpm_dirichlet_init(&mechanism, DPM_ADJACENCY_VISIT, 1.0, 1e-6, 365, 5000.0));
    stack("dpm_dirichlet_init, 365 visits");
    DONE(dpm_dirichlet_parameters(&mechanism, &a, pi));
    number("weight", a);
}

/* The widest row of the shipped data: 59 states. */
#define WIDE 59
static uint32_t wide_counts[WIDE], tallies[WIDE], words[DPM_POLYA_WORK_LEN(WIDE)];
static int64_t noisy[WIDE];
static double wide_row[WIDE];

static void integers(void) {
    static const uint8_t seed[32] = {3, 1, 4, 1, 5, 9, 2, 6};
    uint64_t u;
    int64_t k;
    size_t i;
    int coin;
    DONE(dpm_rng_init_deterministic_for_tests(&rng, seed, 2));
    for (i = 0; i < 40; i++) {
        DONE(dpm_sample_uniform_below(&rng, (UINT64_C(3) << i) + i, &u));
        hex("uniform", u);
        DONE(dpm_sample_bernoulli(&rng, i, 40, &coin));
        hex("bernoulli", (uint64_t)coin);
        DONE(dpm_sample_bernoulli_exp(&rng, i, 9, &coin));
        hex("bernoulli_exp", (uint64_t)coin);
        DONE(dpm_sample_discrete_laplace(&rng, 1 + (uint32_t)i, 77, &k));
        hex("discrete laplace", (uint64_t)k);
        DONE(dpm_sample_discrete_gaussian(&rng, UINT64_C(5) << i % 38, 1 + (uint32_t)i, &k));
        hex("discrete gaussian", (uint64_t)k);
    }
}

static void integer_releases(void) {
    static dpm_polya urn;
    static dpm_geometric geometric;
    static dpm_gaussian gaussian;
    size_t i;
    for (i = 0; i < WIDE; i++) wide_counts[i] = (uint32_t)(i * i * i % 1009);
    DONE(dpm_polya_init_checked(&urn, DPM_ADJACENCY_DESTINATION, 1.0, 0.0, 1, WIDE, 10, 158, 33, 50));
    port_stack_start();
    DONE(dpm_polya_release_tallies(&urn, &rng, wide_counts, WIDE, words, sizeof words / sizeof *words, tallies));
    stack("dpm_polya_release_tallies");
    for (i = 0; i < WIDE; i++) hex("polya", tallies[i]);
    DONE(dpm_polya_release_row(&urn, &rng, wide_counts, WIDE, words, sizeof words / sizeof *words, wide_row));
    numbers("polya row", wide_row, WIDE);
    DONE(dpm_geometric_init_checked(&geometric, DPM_ADJACENCY_EVENT, 1.0, 0.0, 1, 1, 2));
    port_stack_start();
    DONE(dpm_geometric_release_counts(&geometric, &rng, wide_counts, WIDE, noisy));
    stack("dpm_geometric_release_counts");
    for (i = 0; i < WIDE; i++) hex("geometric", (uint64_t)noisy[i]);
    DONE(dpm_geometric_release_row(&geometric, &rng, wide_counts, WIDE, 512, noisy, WIDE, wide_row));
    numbers("geometric row", wide_row, WIDE);
    DONE(dpm_gaussian_init_checked(&gaussian, DPM_ADJACENCY_EVENT, 2.0, 1e-6, 1, 400, 1));
    port_stack_start();
    DONE(dpm_gaussian_release_counts(&gaussian, &rng, wide_counts, WIDE, noisy));
    stack("dpm_gaussian_release_counts");
    for (i = 0; i < WIDE; i++) hex("gaussian", (uint64_t)noisy[i]);
    DONE(dpm_noisy_counts_units(noisy, WIDE, 0, tallies));
    for (i = 0; i < WIDE; i++) hex("units", tallies[i]);
}

static void integer_accounting(void) {
    static dpm_release list[3];
    uint64_t p;
    uint32_t q, draws;
    double a;
    int bound;
    port_stack_start();
    DONE(dpm_polya_delta(DPM_ADJACENCY_DESTINATION, WIDE, 10, 158, 33, 200, 1, 1.0, &a));
    stack("dpm_polya_delta");
    number("polya delta", a);
    DONE(dpm_polya_largest_pure_draws(DPM_ADJACENCY_EVENT, WIDE, 10, 158, 33, 1, 1.0, &draws));
    hex("pure draws", draws);
    port_stack_start();
    DONE(dpm_geometric_delta(DPM_ADJACENCY_EVENT, 1, 2, 12, 1.0, &a));
    stack("dpm_geometric_delta");
    number("geometric delta", a);
    port_stack_start();
    DONE(dpm_gaussian_solve_variance(DPM_ADJACENCY_VISIT, 30, 1.0, 1e-9, &p, &q));
    stack("dpm_gaussian_solve_variance");
    hex("variance numerator", p);
    hex("variance denominator", q);
    list[0].mechanism = DPM_MECHANISM_DIRICHLET, list[0].releases = 30, list[0].weight = 0.05, list[0].pseudo_count = 15.8;
    list[1].mechanism = DPM_MECHANISM_GEOMETRIC, list[1].releases = 5, list[1].numerator = 1, list[1].denominator = 10;
    list[2].mechanism = DPM_MECHANISM_GAUSSIAN, list[2].releases = 2, list[2].numerator = 400, list[2].denominator = 1;
    port_stack_start();
    DONE(dpm_compose_epsilon(DPM_ADJACENCY_EVENT, list, 3, 1e-9, &a, &bound));
    stack("dpm_compose_epsilon, three kinds");
    number("composed epsilon", a);
    hex("bound", (uint64_t)bound);
    port_stack_start();
    DONE(dpm_compose_renyi_epsilon(DPM_ADJACENCY_EVENT, list, 3, 1e-9, &a));
    stack("dpm_compose_renyi_epsilon, three kinds");
    number("composed Renyi epsilon", a);
}

static void ledgers(void) {
    static uint8_t store[2][DPM_LEDGER_SLOT_LEN], slot[DPM_LEDGER_SLOT_LEN];
    static dpm_ledger ledger;
    static dpm_permit permit;
    dpm_release charge = {DPM_MECHANISM_GEOMETRIC, 1, 0.0, 0.0, 1, 100, 0, 0, 0, 0, 0};
    uint64_t micro, units;
    size_t which, i, j;
    DONE(dpm_ledger_create(DPM_ADJACENCY_VISIT, 1000000, 1000000000, 0, store[0]));
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[1][i] = store[0][i];
    port_stack_start();
    DONE(dpm_ledger_load(&ledger, store[0], store[1], 0));
    stack("dpm_ledger_load");
    for (j = 0; j < 3; j++) {
        port_stack_start();
        if (j == 0) DONE(dpm_ledger_prepare_cost(&ledger, 1000000, 0, 11, 2, 3, 9, slot, &which));
        if (j == 1) DONE(dpm_ledger_prepare_release(&ledger, &charge, 0, 5, slot, &which));
        if (j == 2) {
            charge.mechanism = DPM_MECHANISM_GAUSSIAN, charge.numerator = 90000, charge.denominator = 1;
            DONE(dpm_ledger_prepare_release(&ledger, &charge, 0, 5, slot, &which));
        }
        stack(j == 0 ? "dpm_ledger_prepare_cost" : j == 1 ? "dpm_ledger_prepare_release, geometric" : "dpm_ledger_prepare_release, mixed");
        for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) store[which][i] = slot[i];
        port_stack_start();
        DONE(dpm_ledger_commit(&ledger, store[which], &permit));
        stack("dpm_ledger_commit");
    }
    for (i = 0; i < DPM_LEDGER_SLOT_LEN; i++) hex("slot", store[which][i]);
    DONE(dpm_permit_number(&permit, &micro));
    hex("permit", micro);
    DONE(dpm_ledger_spent(&ledger, 4, &micro, &units));
    hex("spent", micro);
    hex("delta", units);
    store[which][9] ^= 1;
    DONE(dpm_ledger_load(&ledger, store[0], store[1], 2));
    REFUSED(DPM_ERR_LEDGER_ROLLBACK, dpm_ledger_load(&ledger, store[0], store[1], 3));
    REFUSED(DPM_ERR_BUDGET_EXCEEDED, dpm_ledger_prepare_cost(&ledger, 900000, 0, 1, 1, 9, 9, slot, &which));
}

static void refusals(void) {
    double a = 7.0;
    uint32_t count = 0;
    dpm_rng copy = rng;
    REFUSED(DPM_ERR_NULL, dpm_sample_gamma(&rng, 1.0, NULL));
    REFUSED(DPM_ERR_MISALIGNED, dpm_sample_gamma(&rng, 1.0, (double *)(void *)((char *)&a + 1)));
    REFUSED(DPM_ERR_MISALIGNED, dpm_ergodicity_one((double *)(void *)((char *)matrix + 4), N, &a)); /* 8, on 32 bits too */
    REFUSED(DPM_ERR_OVERLAP, dpm_sample_dirichlet(&rng, matrix, N, matrix + 1));
    REFUSED(DPM_ERR_OBJECT, dpm_sample_gamma(&copy, 1.0, &a));
    REFUSED(DPM_ERR_SHAPE, dpm_sample_gamma(&rng, -1.0, &a));
    REFUSED(DPM_ERR_STATES, dpm_ergodicity_one(matrix, 65536, &a));
    REFUSED(DPM_ERR_STATES, dpm_ergodicity_one(matrix, SIZE_MAX, &a));
    if (sizeof(size_t) == 4) { /* 65535 * 65535 is a size_t, and that many elements are not */
        REFUSED(DPM_ERR_SIZE, dpm_ergodicity_one(matrix, 65535, &a));
        REFUSED(DPM_ERR_SIZE, dpm_counts_record(&count, 65535, 0, 1, 1));
        REFUSED(DPM_ERR_SIZE, dpm_counts_clear(&count, 40000));
    }
    DONE(dpm_rng_clear(&rng));
    REFUSED(DPM_ERR_OBJECT, dpm_sample_gamma(&rng, 1.0, &a));
    if (a != 7.0 || count != 0) expect("outputs", DPM_OK, 1);
}

int golden(void) {
    special_functions();
    release();
    accounting();
    integers();
    integer_releases();
    integer_accounting();
    ledgers();
    refusals();
    port_print(failures ? "failed\n" : "done\n");
    return failures;
}

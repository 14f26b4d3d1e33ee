/* Recomputes every line of vectors.txt through the C interface and compares bit for bit: what every user of the library in any language must get.
 *
 *     golden vectors.txt           says how many lines agree, or which one does not
 *     golden vectors.txt --print   prints the lines as this library computes them
 *
 * C99 and C++17. The form of a line is told in vectors.txt itself. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dpmarkov.h"

#define WORDS 64
#define N 8 /* states, at most */

static const char *words[WORDS]; /* the inputs of a line */
static size_t given, taken;
static char out[9000];

static const char *word(void) { return taken < given ? words[taken++] : "?"; }
static uint64_t integer(void) { return strtoull(word(), NULL, 10); }
static uint32_t integer32(void) { return (uint32_t)integer(); }
static int small(void) { return (int)integer(); }

static double number(void) {
    uint64_t bits = strtoull(word(), NULL, 16);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void put(const char *text) { strncat(out, text, sizeof out - strlen(out) - 1); }

static void put_number(double x) {
    uint64_t bits;
    char text[32];
    memcpy(&bits, &x, sizeof bits);
    snprintf(text, sizeof text, " %016" PRIx64, bits);
    put(text);
}

static void put_numbers(const double *x, size_t n) {
    size_t i;
    for (i = 0; i < n; i++) put_number(x[i]);
}

static void put_integer(int64_t x) {
    char text[32];
    snprintf(text, sizeof text, " %" PRId64, x);
    put(text);
}

static void put_bytes(const uint8_t *bytes, size_t len) {
    char text[4];
    size_t i;
    put(" ");
    for (i = 0; i < len; i++) {
        snprintf(text, sizeof text, "%02x", bytes[i]);
        put(text);
    }
}

/* seed stream: the generator of a test. */
static dpm_status generator(dpm_rng *rng) {
    const char *hex = word();
    uint8_t seed[32];
    size_t i;
    for (i = 0; i < sizeof seed; i++) {
        char digits[3] = {0};
        if (strlen(hex) != 2 * sizeof seed) return DPM_ERR_SIZE;
        memcpy(digits, hex + 2 * i, 2);
        seed[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return dpm_rng_init_deterministic_for_tests(rng, seed, integer());
}

/* n, then the n * n counts. */
static size_t table(uint32_t *counts) {
    size_t n = (size_t)integer(), i;
    if (n > N) return 0;
    for (i = 0; i < n * n; i++) counts[i] = integer32();
    return n;
}

static dpm_status special(const char *what) {
    double a, b, lower, upper;
    dpm_status status;
    if (!strcmp(what, "ln_gamma")) return put_number(dpm_ln_gamma(number())), DPM_OK;
    if (!strcmp(what, "digamma")) return put_number(dpm_digamma(number())), DPM_OK;
    a = number();
    b = number();
    if (!strcmp(what, "ln_beta")) return put_number(dpm_ln_beta(a, b)), DPM_OK;
    status = !strcmp(what, "beta_inc") ? dpm_beta_inc(a, b, number(), &lower, &upper) : dpm_gamma_inc(a, b, &lower, &upper);
    if (!status) put_number(lower), put_number(upper);
    return status;
}

static dpm_status accounting(const char *what) {
    int adjacency = small();
    double a, b, x;
    uint32_t releases;
    dpm_status status;
    if (!strcmp(what, "dirichlet_weight")) {
        a = number();
        releases = integer32();
        b = number();
        status = dpm_dirichlet_solve_weight(adjacency, a, releases, b, number(), &x);
    } else {
        a = number();
        b = number();
        releases = integer32();
        status = !strcmp(what, "dirichlet_delta") ? dpm_dirichlet_delta(adjacency, a, b, releases, number(), &x)
                                                  : dpm_dirichlet_epsilon(adjacency, a, b, releases, number(), &x);
    }
    if (!status) put_number(x);
    return status;
}

static dpm_status chain(const char *what) {
    static double matrix[N * N], work[DPM_STATIONARY_GTH_WORK_LEN(N)], pi[N];
    size_t n = (size_t)integer(), i;
    dpm_status status;
    if (n > N) return DPM_ERR_STATES;
    for (i = 0; i < n * n; i++) matrix[i] = number();
    if (!strcmp(what, "stationary")) {
        status = dpm_stationary_gth(matrix, n, work, sizeof work / sizeof *work, pi);
        if (!status) put_numbers(pi, n);
    } else {
        status = dpm_ergodicity_one(matrix, n, pi);
        if (!status) put_number(*pi);
    }
    return status;
}

/* A mechanism solved for a guarantee, a release of a whole table, and its report of 32 bits a value. */
static dpm_status release(const char *what) {
    static uint32_t counts[N * N], tallies[N * N], work[DPM_POLYA_WORK_LEN(N)];
    static int64_t noisy[N * N];
    static double matrix[N * N];
    static uint8_t report[DPM_REPORT_LEN_BOUND(N, N * N, 32, 0)];
    static dpm_rng rng;
    dpm_report_about about;
    size_t n = 0, length = 0, i;
    int adjacency;
    double epsilon, delta;
    uint32_t releases;
    dpm_status status = generator(&rng);
    memset(&about, 0, sizeof about);
    adjacency = small();
    epsilon = number();
    delta = number();
    releases = integer32();
    if (!strcmp(what, "geometric")) {
        dpm_geometric mechanism;
        uint32_t numerator, denominator;
        if (!status) status = dpm_geometric_init(&mechanism, adjacency, epsilon, delta, releases);
        if (!status) status = dpm_geometric_parameters(&mechanism, &numerator, &denominator);
        n = table(counts);
        for (i = 0; i < n && !status; i++) status = dpm_geometric_release_counts(&mechanism, &rng, counts + i * n, n, noisy + i * n);
        if (!status) status = dpm_report_write_geometric(&mechanism, &about, NULL, NULL, n, n * n, noisy, 32, report, sizeof report, &length);
        if (!status) put_integer(numerator), put_integer(denominator);
    } else if (!strcmp(what, "gaussian")) {
        dpm_gaussian mechanism;
        uint64_t numerator;
        uint32_t denominator;
        if (!status) status = dpm_gaussian_init(&mechanism, adjacency, epsilon, delta, releases);
        if (!status) status = dpm_gaussian_parameters(&mechanism, &numerator, &denominator);
        n = table(counts);
        for (i = 0; i < n && !status; i++) status = dpm_gaussian_release_counts(&mechanism, &rng, counts + i * n, n, noisy + i * n);
        if (!status) status = dpm_report_write_gaussian(&mechanism, &about, NULL, NULL, n, n * n, noisy, 32, report, sizeof report, &length);
        if (!status) put_integer((int64_t)numerator), put_integer(denominator);
    } else if (!strcmp(what, "polya")) {
        dpm_polya mechanism;
        double pseudo_count = number();
        uint32_t draws = integer32(), event_mass, prior_mass, draw_mass;
        size_t states;
        n = table(counts);
        if (!status) status = dpm_polya_init(&mechanism, adjacency, epsilon, delta, releases, n, pseudo_count, draws);
        if (!status) status = dpm_polya_parameters(&mechanism, &states, &event_mass, &prior_mass, &draw_mass, &draws);
        for (i = 0; i < n && !status; i++)
            status = dpm_polya_release_tallies(&mechanism, &rng, counts + i * n, n, work, sizeof work / sizeof *work, tallies + i * n);
        if (!status)
            status = dpm_report_write_polya(&mechanism, &about, NULL, NULL, n, n * n, tallies, NULL, NULL, 32, report, sizeof report, &length);
        if (!status) put_integer(event_mass), put_integer(prior_mass), put_integer(draw_mass);
    } else {
        dpm_dirichlet mechanism;
        double pseudo_count = number(), weight;
        if (!status) status = dpm_dirichlet_init(&mechanism, adjacency, epsilon, delta, releases, pseudo_count);
        if (!status) status = dpm_dirichlet_parameters(&mechanism, &weight, &pseudo_count);
        n = table(counts);
        if (!status) status = dpm_dirichlet_release_chain(&mechanism, &rng, counts, n, matrix);
        if (!status)
            status = dpm_report_write_dirichlet(&mechanism, &about, NULL, NULL, n, n * n, matrix, NULL, NULL, 32, report, sizeof report, &length);
        if (!status) put_number(weight);
    }
    if (status) return status;
    for (i = 0; i < n * n; i++) {
        if (!strcmp(what, "polya")) put_integer(tallies[i]);
        else if (!strcmp(what, "dirichlet")) put_number(matrix[i]);
        else put_integer(noisy[i]);
    }
    put_bytes(report, length);
    return DPM_OK;
}

static dpm_status compute(const char *what) {
    if (!strncmp(what, "release_", 8)) return release(what + 8);
    if (!strncmp(what, "dirichlet_", 10)) return accounting(what);
    if (!strcmp(what, "stationary") || !strcmp(what, "tau_one")) return chain(what);
    return special(what);
}

int main(int argc, char **argv) {
    static char line[8192], said[8192];
    int print = argc == 3 && !strcmp(argv[2], "--print");
    unsigned good = 0, bad = 0;
    FILE *file = argc == 2 || print ? fopen(argv[1], "r") : NULL;
    if (!file) return fprintf(stderr, "usage: golden vectors.txt [--print]\n"), 2;
    if (strcmp(dpm_version(), DPM_VERSION) || dpm_abi_version() != DPM_ABI_VERSION) return fprintf(stderr, "library and header are of two versions\n"), 1;
    while (fgets(line, sizeof line, file)) {
        char *split;
        const char *what;
        dpm_status status;
        line[strcspn(line, "\r\n")] = 0;
        if (!*line || *line == '#') {
            if (print) puts(line);
            continue;
        }
        strcpy(said, line);
        split = strstr(said, " =");
        if (split) *split = 0; /* said: the inputs as they stand */
        out[0] = 0;
        put(said);
        put(" =");
        given = taken = 0;
        what = strtok(said, " ");
        while (given < WORDS && (words[given] = strtok(NULL, " ")) != NULL) given++;
        status = what ? compute(what) : DPM_ERR_NULL;
        if (status) put(" "), put(dpm_status_message(status));
        if (print) puts(out);
        else if (!status && !strcmp(out, line)) good++;
        else bad++, printf("line   %s\ngot    %s\n", line, out);
    }
    fclose(file);
    if (!print) printf("%u golden vectors, dpmarkov %s: %u differ\n", good + bad, dpm_version(), bad);
    return bad || (!print && !good);
}

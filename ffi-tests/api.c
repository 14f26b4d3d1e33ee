/* Every function: its values, and every wrong argument with its code and outputs untouched. C99 and C++17, POSIX. */
#ifndef _GNU_SOURCE /* C++ compilers define it themselves */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#endif
#include "check.h"
#include "dpmarkov.h" /* a second time: the guard holds */

#include "api/special.h"
#include "api/random.h"
#include "api/integers.h"
#include "api/counts.h"
#include "api/privacy.h"
#include "api/mechanism.h"
#include "api/published.h"
#include "api/polya.h"
#include "api/noisy.h"
#include "api/compose.h"
#include "api/ledger.h"
#include "api/sparse.h"
#include "api/sparse_releases.h"
#include "api/report.h"
#include "api/report_stream.h"
#include "api/merge.h"
#include "api/chain.h"
#include "api/structure.h"
#include "api/utility.h"
#include "api/compare.h"
#include "api/stationary_error.h"
#include "api/learner_base.h"
#include "api/learner_vote.h"
#include "api/learner_mode.h"
#include "api/learner_sampler.h"
#include "api/learner_plan.h"

/* The bits that tests/capi computes in Rust too. */
static void print_release(void) {
    size_t i;
    ACCEPTS(dpm_rng_init_deterministic_for_tests(rng, in_seed, 7));
    ACCEPTS(dpm_dirichlet_init_checked(mechanism, DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8, 0.3));
    ACCEPTS(dpm_dirichlet_release_chain(mechanism, rng, in_counts, N, matrix));
    ACCEPTS(dpm_sample_gamma(rng, 0.25, a)); /* the generator went on where the release left it */
    printf("release");
    for (i = 0; i < N * N; i++) printf(" %.0f", matrix[i] * 4294967296.0);
    {
        uint64_t bits;
        memcpy(&bits, a, sizeof bits);
        printf(" gamma %016llx\n", (unsigned long long)bits);
    }
}

int main(void) {
    uint8_t seed[32];
    static const double alpha[N] = {0.5, 1.0, 2.0, 40.0};
    size_t i;
    for (i = 0; i < 32; i++) seed[i] = (uint8_t)(7 * i + 1);
    a = (double *)output(sizeof *a);
    b = (double *)output(sizeof *b);
    row = (double *)output(N * sizeof *row);
    matrix = (double *)output(N * N * sizeof *matrix);
    pi = (double *)output(N * sizeof *pi);
    counts = (uint32_t *)output(N * N * sizeof *counts);
    current = (size_t *)output(sizeof *current);
    who = (int *)output(sizeof *who);
    how_often = (uint32_t *)output(sizeof *how_often);
    rng = (dpm_rng *)output(sizeof *rng);
    mechanism = (dpm_dirichlet *)output(sizeof *mechanism);
    work = (double *)fenced(160 * sizeof *work); /* enough for all of them, and for three objects */
    in_counts = (const uint32_t *)input(example_counts, sizeof example_counts);
    in_matrix = (const double *)input(example_matrix, sizeof example_matrix);
    in_alpha = (const double *)input(alpha, sizeof alpha);
    in_seed = (const uint8_t *)input(seed, sizeof seed);

    versions_and_messages();
    sizes();
    special_functions();
    generator();
    integers();
    counting();
    the_examples_of_supports();
    supports();
    sparse_counting();
    sparse_chains();
    accounting();
    accounting_of_all();
    the_mechanism();
    the_rows();
    the_published_form();
    the_urns_promise();
    the_urn();
    the_noise();
    noisy_counts();
    sparse_releases();
    reports();
    streamed_reports();
    merges();
    many_states();
    composition();
    the_ledger();
    analysis();
    structure();
    expectations();
    public_expectations();
    planning();
    comparison();
    standard_errors();
    errors_and_intervals();
    base_learners();
    transitions_as_symbols();
    votes_of_devices();
    couplings();
    the_stable_mode();
    a_choice();
    private_samples();
    plans();
    what_to_expect();
    print_release();
    return finish("api");
}

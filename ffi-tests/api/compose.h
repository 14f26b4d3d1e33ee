/* What several releases promise together. */
#ifndef API_COMPOSE_H
#define API_COMPOSE_H

#include "releases.h"

/* A release with nonsense in the members that do not count. */
static dpm_release release_of(int mechanism, uint32_t times) {
    dpm_release r;
    memset(&r, 0xff, sizeof r);
    r.mechanism = mechanism;
    r.releases = times;
    switch (mechanism) {
    case DPM_MECHANISM_DIRICHLET: r.weight = 0.3, r.pseudo_count = 15.8; break;
    case DPM_MECHANISM_POLYA: r.states = 4, r.event_mass = 10, r.prior_mass = 158, r.draw_mass = 33, r.draws = 50; break;
    case DPM_MECHANISM_GEOMETRIC: r.numerator = 1, r.denominator = 10; break;
    default: r.numerator = 400, r.denominator = 1; break;
    }
    return r;
}

/* One member of `one` after the other gets out of range: `call` must refuse it with its own code. */
#define BAD_RELEASES(one, call)                                                              \
    do {                                                                                     \
        double bad_;                                                                         \
        (one) = release_of(DPM_MECHANISM_DIRICHLET, 1);                                      \
        for (EACH_BAD(bad_)) {                                                               \
            (one).weight = bad_;                                                             \
            REFUSES(DPM_ERR_WEIGHT, call);                                                   \
        }                                                                                    \
        (one).weight = 0.3;                                                                  \
        for (EACH_BAD(bad_)) {                                                               \
            (one).pseudo_count = bad_;                                                       \
            REFUSES(DPM_ERR_PSEUDO_COUNT, call);                                             \
        }                                                                                    \
        (one) = release_of(DPM_MECHANISM_POLYA, 1);                                          \
        (one).states = 1;                                                                    \
        REFUSES(DPM_ERR_STATES, call);                                                       \
        (one).states = 65536;                                                                \
        REFUSES(DPM_ERR_STATES, call);                                                       \
        (one).states = 4, (one).event_mass = 0;                                              \
        REFUSES(DPM_ERR_MASS, call);                                                         \
        (one).event_mass = 10, (one).prior_mass = 0;                                         \
        REFUSES(DPM_ERR_MASS, call);                                                         \
        (one).prior_mass = 158, (one).draw_mass = 32769;                                     \
        REFUSES(DPM_ERR_MASS, call);                                                         \
        (one).draw_mass = 33, (one).draws = 0;                                               \
        REFUSES(DPM_ERR_DRAWS, call);                                                        \
        (one) = release_of(DPM_MECHANISM_GEOMETRIC, 1);                                      \
        (one).numerator = ((uint64_t)1 << 32) + 1; /* 1 in its lower half */                 \
        REFUSES(DPM_ERR_RATE, call);                                                         \
        (one).numerator = 1, (one).denominator = 0;                                          \
        REFUSES(DPM_ERR_RATE, call);                                                         \
        (one) = release_of(DPM_MECHANISM_GAUSSIAN, 1);                                       \
        (one).numerator = ((uint64_t)1 << 40) + 1;                                           \
        REFUSES(DPM_ERR_VARIANCE, call);                                                     \
        (one).numerator = 400, (one).denominator = 1025;                                     \
        REFUSES(DPM_ERR_VARIANCE, call);                                                     \
        (one) = release_of(DPM_MECHANISM_GAUSSIAN, 0);                                       \
        REFUSES(DPM_ERR_RELEASES, call);                                                     \
        (one) = release_of(4, 1);                                                            \
        REFUSES(DPM_ERR_MECHANISM, call);                                                    \
        (one) = release_of(-1, 1);                                                           \
        REFUSES(DPM_ERR_MECHANISM, call);                                                    \
        (one) = release_of(DPM_MECHANISM_DIRICHLET, 1);                                      \
    } while (0)

static void composition(void) {
    const int event = DPM_ADJACENCY_EVENT;
    dpm_release *list = (dpm_release *)fenced(DPM_COMPOSE_MAX * sizeof *list);
    dpm_release *mix = list + DPM_COMPOSE_MAX - 4; /* ends at the fence */
    double bad;
    size_t i;

    for (i = 0; i < DPM_COMPOSE_MAX; i++) list[i] = release_of((int)(i % 4), 1);
    /* A year of Gaussian releases, standard deviation 20: 5.869959 for continuous noise (design and Renyi tests of the library). */
    mix[3] = release_of(DPM_MECHANISM_GAUSSIAN, 365);
    ACCEPTS(dpm_compose_epsilon(DPM_ADJACENCY_ADD_REMOVE, mix + 3, 1, 1e-9, a, who));
    CLOSE(*a, 5.869959, 1e-3);
    CHECK(*who >= DPM_BOUND_LINE_INTEGRAL && *who <= DPM_BOUND_SINGLE);
    ACCEPTS(dpm_compose_renyi_epsilon(DPM_ADJACENCY_ADD_REMOVE, mix + 3, 1, 1e-9, b));
    CHECK(*b >= *a && *b < 1.2 * *a);
    mix[3] = release_of(DPM_MECHANISM_GAUSSIAN, 1);

    ACCEPTS(dpm_compose_epsilon(event, mix, 4, 1e-6, a, who));
    ACCEPTS(dpm_compose_delta(event, mix, 4, *a, b, who));
    CHECK(*b <= 1e-6 && *a > 0.0);
    ACCEPTS(dpm_compose_epsilon(event, list, DPM_COMPOSE_MAX, 1e-6, a, who));
    ACCEPTS(dpm_compose_renyi_epsilon(event, list, DPM_COMPOSE_MAX, 1e-6, b));
    CHECK(*a <= *b);
    ACCEPTS(dpm_compose_epsilon(event, mix + 2, 1, 0.0, a, who)); /* geometric noise is pure */
    CHECK(*who == DPM_BOUND_BASIC || *who == DPM_BOUND_SINGLE);
    CLOSE(*a, 0.2, 1e-9);
    REFUSES(DPM_ERR_NOT_PURE, dpm_compose_epsilon(event, mix, 4, 0.0, a, who));
    REFUSES(DPM_ERR_NOT_PURE, dpm_compose_renyi_epsilon(event, mix, 4, 0.0, a));

#define COMPOSE_EPSILON dpm_compose_epsilon(event, mix, 4, 1e-6, a, who)
#define COMPOSE_DELTA dpm_compose_delta(event, mix, 4, 1.0, a, who)
#define COMPOSE_RENYI dpm_compose_renyi_epsilon(event, mix, 4, 1e-6, a)
    BAD_RELEASES(mix[3], COMPOSE_EPSILON);
    BAD_RELEASES(mix[3], COMPOSE_DELTA);
    BAD_RELEASES(mix[3], COMPOSE_RENYI);
    for (EACH_BAD(bad)) {
        REFUSES(DPM_ERR_DELTA, dpm_compose_epsilon(event, mix, 4, bad, a, who));
        REFUSES(DPM_ERR_EPSILON, dpm_compose_delta(event, mix, 4, bad, a, who));
        REFUSES(DPM_ERR_DELTA, dpm_compose_renyi_epsilon(event, mix, 4, bad, a));
    }
    REFUSES(DPM_ERR_ADJACENCY, dpm_compose_epsilon(5, mix, 4, 1e-6, a, who));
    REFUSES(DPM_ERR_ADJACENCY, dpm_compose_delta(-1, mix, 4, 1.0, a, who));
    REFUSES(DPM_ERR_ADJACENCY, dpm_compose_renyi_epsilon(5, mix, 4, 1e-6, a));
#define BAD_LISTS(call)                                                             \
    REFUSES(DPM_ERR_LENGTH, call(list, 0, a, who));                                 \
    REFUSES(DPM_ERR_LENGTH, call(list, DPM_COMPOSE_MAX + 1, a, who));               \
    REFUSES(DPM_ERR_LENGTH, call(list, SIZE_MAX, a, who));                          \
    REFUSES(DPM_ERR_NULL, call(NULL, 4, a, who));                                   \
    REFUSES(DPM_ERR_NULL, call(mix, 4, NULL, who));                                 \
    REFUSES(DPM_ERR_MISALIGNED, call(OFF(dpm_release, mix), 4, a, who));            \
    REFUSES(DPM_ERR_MISALIGNED, call(mix, 4, OFF(double, a), who));                 \
    REFUSES(DPM_ERR_SIZE, call(TOP(dpm_release), 4, a, who));                       \
    REFUSES(DPM_ERR_SIZE, call(mix, 4, TOP(double), who));                          \
    REFUSES(DPM_ERR_OVERLAP, call(mix, 4, &mix[3].weight, who))
#define EPSILON_LIST(in, len, out, by) dpm_compose_epsilon(event, in, len, 1e-6, out, by)
#define DELTA_LIST(in, len, out, by) dpm_compose_delta(event, in, len, 1.0, out, by)
#define RENYI_LIST(in, len, out, by) dpm_compose_renyi_epsilon(event, in, len, 1e-6, out)
    BAD_LISTS(EPSILON_LIST);
    BAD_LISTS(DELTA_LIST);
    BAD_LISTS(RENYI_LIST);
#define EPSILON_BY(by) EPSILON_LIST(mix, 4, a, by)
#define DELTA_BY(by) DELTA_LIST(mix, 4, a, by)
    SMALL_PLACE(int, who, EPSILON_BY);
    SMALL_PLACE(int, who, DELTA_BY);
    REFUSES(DPM_ERR_OVERLAP, EPSILON_BY((int *)(void *)a));
    REFUSES(DPM_ERR_OVERLAP, DELTA_BY(&mix[0].mechanism));
}

#endif

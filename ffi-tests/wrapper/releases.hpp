// Mechanisms, their accounting, chains, errors and intervals: the numbers of C, and no view of a wrong length reaches the library.
#include "check.hpp"

using dpmarkov::Adjacency;
using dpmarkov::Guarantee;

// A view that is one element short.
template <class C> auto short_of(C &all) { return dpmarkov::span<std::remove_reference_t<decltype(*std::data(all))>>(std::data(all), std::size(all) - 1); }

template <class M> void noise(const Guarantee &promise) {
    const std::vector<std::uint32_t> counts{90, 5, 5, 10, 80, 10, 1, 2, 97};
    std::vector<std::int64_t> noisy(9, -1), again(9), work(3);
    std::vector<double> chain(9, -1.0), row(3), second(9);
    M mechanism;
    dpmarkov::Generator rng;
    CHECK(CODE(mechanism.init({Adjacency::event, -1.0, 0.0, 1})) == DPM_ERR_EPSILON && CODE(mechanism.parameters()) == DPM_ERR_OBJECT);
    Guarantee unsaid{}; // as designated initialisers that leave out who is protected
    unsaid.epsilon = promise.epsilon, unsaid.delta = promise.delta, unsaid.releases = promise.releases;
    CHECK(CODE(mechanism.init(unsaid)) == DPM_ERR_ADJACENCY);
    TAKE(mechanism.init(promise));
    const Guarantee it = TAKE(mechanism.guarantee());
    CHECK(it.adjacency == promise.adjacency && it.epsilon == promise.epsilon && it.delta == promise.delta && it.releases == promise.releases);
    const dpmarkov::Fraction parameters = TAKE(mechanism.parameters());
    M planned;
    TAKE(planned.init_checked(promise, parameters));
    CHECK(planned.deviation() == mechanism.deviation() && planned.deviation() > 0.0);
    CHECK(CODE(planned.init_checked(promise, {UINT64_MAX, 1})) != DPM_OK);
    CHECK(TAKE(M::delta(promise.adjacency, parameters, promise.releases, promise.epsilon)) <= promise.delta);
    CHECK(TAKE(M::epsilon(promise.adjacency, parameters, promise.releases, promise.delta)) <= promise.epsilon);
    if constexpr (std::is_same_v<M, dpmarkov::Geometric>) {
        const dpmarkov::Fraction rate = TAKE(M::solve_rate(promise));
        CHECK(rate.numerator == parameters.numerator && rate.denominator == parameters.denominator);
    } else {
        const dpmarkov::Fraction variance = TAKE(M::solve_variance(promise));
        CHECK(variance.numerator == parameters.numerator && variance.denominator == parameters.denominator);
    }
    const dpmarkov::Release charge = TAKE(mechanism.charge(promise.releases));
    CHECK(TAKE(dpmarkov::compose_renyi_epsilon(promise.adjacency, {&charge, 1}, 1e-6)) >= TAKE(dpmarkov::compose_epsilon(promise.adjacency, {&charge, 1}, 1e-6)).value);
    CHECK(charge.numerator == parameters.numerator && charge.denominator == parameters.denominator && charge.releases == promise.releases);
    CHECK(TAKE(dpmarkov::compose_epsilon(promise.adjacency, {&charge, 1}, promise.delta)).value <= promise.epsilon * (1.0 + 1e-9)); // each is rounded up
    CHECK(TAKE(dpmarkov::compose_delta(promise.adjacency, {&charge, 1}, promise.epsilon)).value <= promise.delta * (1.0 + 1e-9));
    CHECK(CODE(dpmarkov::compose_epsilon(promise.adjacency, {}, promise.delta)) != DPM_OK);

    // Wrong lengths: nothing is drawn, nothing is written.
    TAKE(rng.init(repeats, 1));
    CHECK(CODE(mechanism.release_counts(rng, counts, short_of(noisy))) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_table(rng, short_of(counts), 3, noisy)) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_table(rng, counts, 3, short_of(noisy))) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_table(rng, counts, 4, noisy)) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_table(rng, counts, std::size_t{1} << (sizeof(std::size_t) * 4), noisy)) == DPM_ERR_STATES); // n * n wraps to 0
    CHECK(CODE(mechanism.release_chain(rng, counts, 3, 1024, work, short_of(chain))) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_chain(rng, short_of(counts), 3, 1024, work, chain)) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_chain(rng, counts, 3, 1024, short_of(work), chain)) == DPM_ERR_WORK_LEN);
    CHECK(CODE(mechanism.release_chain(rng, counts, 1, 1024, work, chain)) == DPM_ERR_STATES);
    CHECK(CODE(mechanism.release_row(rng, {counts.data(), 3}, 1024, work, short_of(row))) == DPM_ERR_LENGTH);
    CHECK(noisy == std::vector<std::int64_t>(9, -1) && chain == std::vector<double>(9, -1.0));

    // A table is its rows; a chain is what its noisy counts say.
    TAKE(mechanism.release_table(rng, counts, 3, noisy));
    TAKE(rng.init(repeats, 1));
    for (std::size_t i = 0; i < 3; i++) TAKE(mechanism.release_counts(rng, {counts.data() + 3 * i, 3}, {again.data() + 3 * i, 3}));
    CHECK(noisy == again);
    TAKE(rng.init(repeats, 1));
    TAKE(mechanism.release_chain(rng, counts, 3, 1024, work, chain));
    TAKE(dpmarkov::noisy_counts_chain(noisy, 3, 1024, second));
    CHECK(chain == second);
    TAKE(dpmarkov::noisy_counts_row({noisy.data(), 3}, 1024, row));
    CHECK(row[0] == chain[0] && CODE(dpmarkov::noisy_counts_row(noisy, 1024, row)) == DPM_ERR_LENGTH);

    // On a support of everything the same bits come out.
    const std::array<std::uint32_t, 4> starts{0, 3, 6, 9};
    const std::array<std::uint16_t, 9> targets{0, 1, 2, 0, 1, 2, 0, 1, 2};
    const dpmarkov::Support on(starts, targets);
    TAKE(rng.init(repeats, 1));
    TAKE(mechanism.release_sparse_counts(rng, on, counts, again));
    CHECK(noisy == again);
    TAKE(rng.init(repeats, 1));
    TAKE(mechanism.release_sparse(rng, on, counts, 1024, work, second));
    CHECK(chain == second);
    TAKE(dpmarkov::noisy_counts_sparse(on, noisy, 1024, second));
    CHECK(chain == second && CODE(dpmarkov::noisy_counts_sparse(on, short_of(noisy), 1024, second)) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_sparse_counts(rng, on, short_of(counts), again)) == DPM_ERR_LENGTH);
    CHECK(CODE(mechanism.release_sparse(rng, on, counts, 1024, work, short_of(second))) == DPM_ERR_LENGTH);

    // Intervals of a row, and a lower limit of its total.
    std::vector<dpmarkov::Interval> intervals(3);
    TAKE(dpmarkov::interval_row(mechanism, {noisy.data(), 3}, dpmarkov::total_unknown, dpmarkov::Target::log, 0.95, intervals));
    CHECK(intervals[0].lower < 0.9 && 0.9 < intervals[0].upper);
    CHECK(CODE(dpmarkov::interval_row(mechanism, noisy, 100.0, dpmarkov::Target::log, 0.95, intervals)) == DPM_ERR_LENGTH);
    CHECK(TAKE(dpmarkov::noisy_total_lower(mechanism, noisy[0] + noisy[1] + noisy[2], 3, 0.01)) < 100.0);
}

inline void urn_and_dirichlet() {
    const std::vector<std::uint32_t> counts{90, 5, 5, 10, 80, 10, 1, 2, 97};
    const Guarantee promise{Adjacency::event, 1.0, 1e-6, 2};
    const std::array<std::uint32_t, 4> starts{0, 3, 6, 9};
    const std::array<std::uint16_t, 9> targets{0, 1, 2, 0, 1, 2, 0, 1, 2};
    const dpmarkov::Support on(starts, targets);
    dpmarkov::Generator rng;
    TAKE(rng.init(repeats, 1));

    dpmarkov::Polya urn, planned;
    std::vector<std::uint32_t> tallies(9), again(9), work(dpmarkov::polya_work_len(3));
    std::vector<double> chain(9), second(9), third(9), row(3);
    TAKE(urn.init(promise, 3, 10.0, 40));
    const dpmarkov::PolyaParameters masses = TAKE(urn.parameters());
    TAKE(planned.init_checked(promise, masses));
    CHECK(masses.states == 3 && masses.draws == 40 && TAKE(urn.guarantee()).releases == 2);
    CHECK(TAKE(dpmarkov::Polya::delta(promise.adjacency, masses, 2, 1.0)) <= 1e-6);
    CHECK(TAKE(dpmarkov::Polya::epsilon(promise.adjacency, masses, 2, 1e-6)) <= 1.0);
    CHECK(TAKE(dpmarkov::Polya::pure_epsilon(promise.adjacency, masses, 2)) > 0.0);
    CHECK(TAKE(dpmarkov::Polya::largest_pure_draws(promise.adjacency, masses, 2, 50.0)) > 0);
    CHECK(TAKE(urn.charge()).states == 3);
    CHECK(CODE(urn.release_tallies(rng, counts, work, short_of(tallies))) == DPM_ERR_LENGTH);
    CHECK(CODE(urn.release_table(rng, counts, 3, short_of(work), tallies)) == DPM_ERR_WORK_LEN);
    CHECK(CODE(urn.release_table(rng, counts, 3, work, short_of(tallies))) == DPM_ERR_LENGTH);
    CHECK(CODE(urn.release_chain(rng, short_of(counts), 3, work, chain)) == DPM_ERR_LENGTH);
    CHECK(CODE(urn.release_row(rng, {counts.data(), 3}, work, short_of(row))) == DPM_ERR_LENGTH);
    CHECK(CODE(urn.release_sparse(rng, on, counts, work, short_of(chain))) == DPM_ERR_LENGTH);
    TAKE(urn.release_table(rng, counts, 3, work, tallies));
    CHECK(tallies[0] + tallies[1] + tallies[2] == 40);
    TAKE(rng.init(repeats, 1));
    TAKE(urn.release_sparse_tallies(rng, on, counts, work, again));
    CHECK(tallies == again);
    TAKE(rng.init(repeats, 1));
    TAKE(urn.release_chain(rng, counts, 3, work, chain));
    TAKE(rng.init(repeats, 1));
    TAKE(urn.release_sparse(rng, on, counts, work, second));
    CHECK(chain == second);
    const dpmarkov::Interval in = TAKE(dpmarkov::interval(urn, tallies[0], 3, 100.0, dpmarkov::Target::log, 0.95));
    CHECK(in.lower < 0.9 && 0.9 < in.upper);

    dpmarkov::Dirichlet dirichlet, checked;
    const double pseudo_count = TAKE(dpmarkov::Dirichlet::smallest_pseudo_count(promise)) * 2.0;
    TAKE(dirichlet.init(promise, pseudo_count));
    const dpmarkov::DirichletParameters rows = TAKE(dirichlet.parameters());
    CHECK(rows.weight == TAKE(dpmarkov::Dirichlet::solve_weight(promise, pseudo_count)) && rows.pseudo_count == pseudo_count);
    TAKE(checked.init_checked(promise, rows));
    CHECK(CODE(checked.init_checked(promise, {rows.weight * 2.0, pseudo_count})) == DPM_ERR_GUARANTEE_NOT_MET);
    CHECK(TAKE(dpmarkov::Dirichlet::delta(promise.adjacency, rows, 2, 1.0)) <= 1e-6 && TAKE(dirichlet.guarantee()).epsilon == 1.0);
    CHECK(TAKE(dirichlet.charge(2)).weight == rows.weight);
    TAKE(rng.init(repeats, 1));
    TAKE(dirichlet.release_chain(rng, counts, 3, chain));
    TAKE(rng.init(repeats, 1));
    TAKE(dirichlet.release_sparse(rng, on, counts, second));
    TAKE(rng.init(repeats, 1));
    TAKE(dpmarkov::Dirichlet::release_chain_rows(rng, promise, std::vector<dpmarkov::DirichletParameters>(3, rows), counts, third));
    CHECK(chain == second && chain == third && chain[0] + chain[1] + chain[2] == 1.0);
    CHECK(CODE(dirichlet.release_row(rng, {counts.data(), 3}, short_of(row))) == DPM_ERR_LENGTH);
    CHECK(CODE(dirichlet.release_chain(rng, counts, 3, short_of(chain))) == DPM_ERR_LENGTH);
    CHECK(CODE(dirichlet.release_sparse(rng, on, short_of(counts), chain)) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::Dirichlet::release_chain_rows(rng, promise, std::vector<dpmarkov::DirichletParameters>(2, rows), counts, third)) == DPM_ERR_LENGTH);

    const dpmarkov::Comparison plan = TAKE(dpmarkov::plan_compare(promise, 3, 100.0));
    CHECK(plan[plan.recommended].status == DPM_OK && plan[dpmarkov::Mechanism::gaussian].release.mechanism == DPM_MECHANISM_GAUSSIAN);
    TAKE(checked.init_checked(promise, TAKE(dpmarkov::plan_dirichlet(promise, 3, 100.0))));
}

inline void chains() {
    const std::vector<double> matrix{0.5, 0.25, 0.25, 0.125, 0.75, 0.125, 0.0, 1.0, 0.0};
    std::vector<double> work(100), pi(3), inverse(9), out(3), all(9), start{1.0, 0.0, 0.0};
    TAKE(dpmarkov::stationary(matrix, 3, work, pi));
    CHECK(pi[0] + pi[1] + pi[2] > 0.999999);
    CHECK(CODE(dpmarkov::stationary(short_of(matrix), 3, work, pi)) == DPM_ERR_LENGTH && CODE(dpmarkov::stationary(matrix, 3, work, short_of(pi))) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::stationary(matrix, 3, {work.data(), 8}, pi)) == DPM_ERR_WORK_LEN && CODE(dpmarkov::stationary(matrix, 3, {}, pi)) != DPM_OK);
    CHECK(CODE(dpmarkov::stationary(all, 3, work, pi)) == DPM_ERR_NOT_STOCHASTIC);
    CHECK(TAKE(dpmarkov::stationary_power(matrix, 3, 1e-9, 1000, work, out)) < 1e-6);
    TAKE(dpmarkov::stationary_of_state(matrix, 3, 2, work, out));
    CHECK(out == pi && TAKE(dpmarkov::recurrent_classes(matrix, 3, work)) == 1 && TAKE(dpmarkov::is_irreducible(matrix, 3, work)));
    std::array<std::uint32_t, 3> labels{};
    std::array<std::uint8_t, 3> members{};
    CHECK(TAKE(dpmarkov::class_labels(matrix, 3, work, labels)) == 1 && TAKE(dpmarkov::class_of_state(matrix, 3, 0, work, members)) == 3);
    CHECK(CODE(dpmarkov::class_labels(matrix, 3, work, short_of(labels))) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::class_of_state(matrix, 3, 0, work, short_of(members))) == DPM_ERR_LENGTH);
    CHECK(TAKE(dpmarkov::period(matrix, 3, 0, work)) == 1 && !TAKE(dpmarkov::is_absorbing(matrix, 3, 0)));
    CHECK(TAKE(dpmarkov::ergodicity_one(matrix, 3)) == 0.75 && TAKE(dpmarkov::ergodicity_inf(matrix, 3, work)) > 0.0);
    CHECK(TAKE(dpmarkov::second_eigenvalue(matrix, 3, 100, work)).modulus <= TAKE(dpmarkov::second_eigenvalue_upper(matrix, 3, 4, work)) + 1e-9);
    TAKE(dpmarkov::mean_first_passage(matrix, 3, 1, work, out));
    TAKE(dpmarkov::all_mean_first_passage(matrix, 3, work, all));
    CHECK(out[1] == 0.0 && CODE(dpmarkov::all_mean_first_passage(matrix, 3, work, out)) == DPM_ERR_LENGTH);
    TAKE(dpmarkov::predict(matrix, 3, start, 2, work, out));
    CHECK(out[0] == 0.28125 && CODE(dpmarkov::predict(matrix, 3, short_of(start), 2, work, out)) == DPM_ERR_LENGTH);
    TAKE(dpmarkov::group_inverse(matrix, 3, work, inverse, out));
    const double tau = TAKE(dpmarkov::group_inverse_tau_one(inverse, 3));
    CHECK(TAKE(dpmarkov::stationary_error_bound(matrix, 3, pi, tau, work)) < 1e-12 && CODE(dpmarkov::group_inverse(matrix, 3, work, out, pi)) == DPM_ERR_LENGTH);
    CHECK(TAKE(dpmarkov::kl_divergence(pi, pi)) == 0.0 && CODE(dpmarkov::kl_divergence(pi, short_of(pi))) == DPM_ERR_LENGTH);

    // Errors and intervals of a release that came out as this chain.
    dpmarkov::Dirichlet mechanism;
    TAKE(mechanism.init({Adjacency::event, 1.0, 1e-6, 1}, 20.0));
    const std::vector<double> released{0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5};
    std::vector<dpmarkov::RowLaw> laws(3);
    for (auto &law : laws) TAKE(dpmarkov::init_row_law(law, mechanism, 3, 1000.0));
    std::vector<dpmarkov::RowLaw> moved(laws);
    TAKE(dpmarkov::group_inverse(released, 3, work, inverse, pi));
    const double coefficient = TAKE(dpmarkov::group_inverse_tau_one(inverse, 3));
    const double bound = TAKE(dpmarkov::stationary_error_bound_after_release(released, 3, coefficient, laws, 0.95, work));
    CHECK(TAKE(dpmarkov::stationary_weighted_error_bound_after_release(released, 3, pi, inverse, laws, 0.95, work)) <= bound * (1.0 + 1e-12) && bound > 0.0);
    CHECK(CODE(dpmarkov::stationary_error_bound_after_release(released, 3, coefficient, moved, 0.95, work)) == DPM_ERR_OBJECT);
    CHECK(CODE(dpmarkov::stationary_error_bound_after_release(released, 3, coefficient, short_of(laws), 0.95, work)) == DPM_ERR_LENGTH);
    CHECK(TAKE(dpmarkov::rows_error_bound_after_release(released, 3, laws, 0.95, work)) > 0.0);
    CHECK(TAKE(dpmarkov::stationary_estimate_after_release(released, 3, pi, inverse, laws, work)) < bound);
    TAKE(dpmarkov::stationary_bias_effect_after_release(released, 3, pi, inverse, laws, work, out));
    TAKE(dpmarkov::stationary_variances(released, 3, pi, inverse, laws, work, out));
    CHECK(TAKE(dpmarkov::interval_stationary(pi[0], out[0], 0.95)).upper > pi[0] && TAKE(dpmarkov::interval_simultaneous(0.95, 3)) > 0.98);
    CHECK(TAKE(dpmarkov::stationary_expected_error_bound(released, 3, coefficient, laws, work)) > 0.0);
    CHECK(TAKE(dpmarkov::stationary_weighted_error_bound(released, 3, pi, inverse, laws, work)) > 0.0);
    CHECK(TAKE(dpmarkov::stationary_estimate(released, 3, pi, inverse, laws, work)) > 0.0);
    CHECK(TAKE(dpmarkov::ergodicity_one_change_bound(released, 3, laws, work)) > 0.0 && TAKE(dpmarkov::ergodicity_inf_change_bound(released, 3, laws, work)) > 0.0);
    const std::array<std::uint32_t, 4> starts{0, 3, 6, 9};
    const std::array<std::uint16_t, 9> targets{0, 1, 2, 0, 1, 2, 0, 1, 2};
    std::vector<double> mean(9), on_support(9);
    TAKE(dpmarkov::mean_chain(released, 3, laws, work, mean));
    TAKE(dpmarkov::mean_chain(released, dpmarkov::Support(starts, targets), laws, work, on_support));
    CHECK(mean == on_support && CODE(dpmarkov::mean_chain(released, dpmarkov::Support({}, {}), laws, work, mean)) == DPM_ERR_STATES);
    const double off = TAKE(dpmarkov::row_mean(laws[0], 0.5)) - 0.5 - TAKE(dpmarkov::row_bias(laws[0], 0.5));
    CHECK(off > -1e-15 && off < 1e-15 && TAKE(dpmarkov::row_deviation(laws[0], 0.5)) > 0.0);
    CHECK(TAKE(dpmarkov::row_expected_l1_bound(laws[0], {released.data(), 3})) < TAKE(dpmarkov::row_l1_bound(laws[0], {released.data(), 3}, 0.99)));
    CHECK(TAKE(dpmarkov::row_l1_bound_after_release(laws[0], {released.data(), 3}, 0.99)) > 0.0);
    std::vector<dpmarkov::Interval> intervals(3);
    TAKE(dpmarkov::debias_chain(released, 3, laws, work, all));
    work.resize(dpmarkov::interval_stationary_chain_work_len(3));
    TAKE(dpmarkov::interval_stationary_chain(released, 3, all, laws, 0.95, work, pi, intervals));
    CHECK(intervals[1].lower < pi[1] && pi[1] < intervals[1].upper);
    CHECK(CODE(dpmarkov::interval_stationary_chain(released, 3, all, laws, 0.95, work, pi, short_of(intervals))) == DPM_ERR_LENGTH);
    const std::array<std::int64_t, 3> counts{5, 3, 2};
    TAKE(dpmarkov::debias_noisy_row(counts, out));
    CHECK(out[0] == 0.5 && CODE(dpmarkov::debias_noisy_row(counts, short_of(out))) == DPM_ERR_LENGTH);
    CHECK(dpmarkov::ln_gamma(3.0) > 0.69 && TAKE(dpmarkov::gamma_inc(1.0, 0.0)).upper == 1.0 && CODE(dpmarkov::beta_inc(1.0, 1.0, 2.0)) == DPM_ERR_DOMAIN);
}

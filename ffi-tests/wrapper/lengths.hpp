// Every function that takes views, every view one element short and every view empty: refused, and what it would have written is as before.
#include "check.hpp"

template <class T> dpmarkov::span<T> cut(dpmarkov::span<T> all, int how) { return how == 0 ? all : how == 1 ? dpmarkov::span<T>(all.data(), all.size() - 1) : dpmarkov::span<T>(); }

inline bool refused(dpm_status code, int how) {
    return code == DPM_ERR_LENGTH || code == DPM_ERR_WORK_LEN || (how == 2 && (code == DPM_ERR_NULL || code == DPM_ERR_STATES));
}

template <class F, class... T, std::size_t... I> void each_cut(const char *name, F f, std::index_sequence<I...>, dpmarkov::span<T>... views) {
    for (int how = 1; how <= 2; how++) {
        for (std::size_t which = 0; which < sizeof...(T); which++) {
            const dpm_status code = CODE(f(cut(views, which == I ? how : 0)...));
            checks++;
            if (!refused(code, how)) failures++, std::printf("%s, view %zu %s: %d\n", name, which, how == 1 ? "short" : "empty", static_cast<int>(code));
        }
    }
    const dpm_status code = CODE(f(views...));
    checks++;
    if (code != DPM_OK) failures++, std::printf("%s: %s\n", name, dpm_status_message(code));
}
template <class F, class... T> void each(const char *name, F f, dpmarkov::span<T>... views) { each_cut(name, f, std::index_sequence_for<T...>{}, views...); }
// EACH(call, (auto a, ...), views...): `call` names the views a, b, ..., which are those that follow.
#define EACH(call, parameters, ...) each(#call, [&] parameters { return call; }, __VA_ARGS__)

template <class C> auto in(const C &all) { return dpmarkov::span<const std::remove_const_t<std::remove_reference_t<decltype(*std::data(all))>>>(std::data(all), std::size(all)); }
template <class C> auto out(C &all) { return dpmarkov::span<std::remove_reference_t<decltype(*std::data(all))>>(std::data(all), std::size(all)); }

struct Room { // scratch of an exact length
    std::vector<double> all = std::vector<double>(400);
    dpmarkov::span<double> operator()(std::size_t len) { return {all.data(), len}; }
};

inline void lengths_of_chains() {
    using namespace dpmarkov;
    constexpr std::size_t n = 3;
    const std::vector<double> p{0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5}, start{1.0, 0.0, 0.0};
    std::vector<double> pi(n), x(n), inverse(n * n), other(n * n);
    std::vector<std::uint32_t> labels(n);
    std::vector<std::uint8_t> members(n);
    Room work;
    EACH(stationary(a, n, b, c), (auto a, auto b, auto c), in(p), work(stationary_work_len(n)), out(pi));
    EACH(stationary_of_state(a, n, 1, b, c), (auto a, auto b, auto c), in(p), work(stationary_work_len(n)), out(x));
    EACH(stationary_power(a, n, 1e-9, 100, b, c), (auto a, auto b, auto c), in(p), work(stationary_power_work_len(n)), out(x));
    EACH(recurrent_classes(a, n, b), (auto a, auto b), in(p), work(recurrent_classes_work_len(n)));
    EACH(class_labels(a, n, b, c), (auto a, auto b, auto c), in(p), work(recurrent_classes_work_len(n)), out(labels));
    EACH(class_of_state(a, n, 1, b, c), (auto a, auto b, auto c), in(p), work(recurrent_classes_work_len(n)), out(members));
    EACH(is_irreducible(a, n, b), (auto a, auto b), in(p), work(recurrent_classes_work_len(n)));
    EACH(period(a, n, 1, b), (auto a, auto b), in(p), work(recurrent_classes_work_len(n)));
    EACH(is_absorbing(a, n, 1), (auto a), in(p));
    EACH(ergodicity_one(a, n), (auto a), in(p));
    EACH(ergodicity_inf(a, n, b), (auto a, auto b), in(p), work(ergodicity_inf_work_len(n)));
    EACH(second_eigenvalue(a, n, 100, b), (auto a, auto b), in(p), work(second_eigenvalue_work_len(n)));
    EACH(second_eigenvalue_upper(a, n, 4, b), (auto a, auto b), in(p), work(second_eigenvalue_upper_work_len(n)));
    EACH(mean_first_passage(a, n, 1, b, c), (auto a, auto b, auto c), in(p), work(mean_first_passage_work_len(n)), out(x));
    EACH(all_mean_first_passage(a, n, b, c), (auto a, auto b, auto c), in(p), work(all_mean_first_passage_work_len(n)), out(other));
    EACH(predict(a, n, b, UINT32_MAX, c, d), (auto a, auto b, auto c, auto d), in(p), in(start), work(predict_work_len(n)), out(x));
    EACH(group_inverse(a, n, b, c, d), (auto a, auto b, auto c, auto d), in(p), work(group_inverse_work_len(n)), out(inverse), out(pi));
    EACH(group_inverse_tau_one(a, n), (auto a), in(inverse));
    EACH(stationary_error_bound(a, n, b, 1.0, c), (auto a, auto b, auto c), in(p), in(pi), work(stationary_error_bound_work_len(n)));
    EACH(total_variation_distance(a, b), (auto a, auto b), in(pi), in(start));
    EACH(kl_divergence(a, b), (auto a, auto b), in(start), in(pi));

    Dirichlet mechanism;
    TAKE(mechanism.init({Adjacency::event, 1.0, 1e-6, 1}, 20.0));
    std::vector<RowLaw> laws(n);
    for (auto &law : laws) TAKE(init_row_law(law, mechanism, n, 1000.0));
    std::vector<Interval> intervals(n);
    for (const std::vector<double> &shares : {std::vector<double>{}, std::vector<double>(4, 0.25), std::vector<double>(3, 1.0)}) { // fewer than the cells are accepted
        CHECK(CODE(row_expected_l1_bound(laws[0], shares)) != DPM_OK && CODE(row_l1_bound(laws[0], shares, 0.95)) != DPM_OK);
        CHECK(CODE(row_l1_bound_after_release(laws[0], shares, 0.95)) != DPM_OK);
    }
    EACH(rows_error_bound_after_release(a, n, b, 0.95, c), (auto a, auto b, auto c), in(p), in(laws), work(laws_work_len(n)));
    EACH(stationary_error_bound_after_release(a, n, 1.0, b, 0.95, c), (auto a, auto b, auto c), in(p), in(laws), work(laws_work_len(n)));
    EACH(stationary_weighted_error_bound_after_release(a, n, b, c, d, 0.95, e), (auto a, auto b, auto c, auto d, auto e), in(p), in(pi), in(inverse),
         in(laws), work(stationary_variances_work_len(n)));
    EACH(stationary_estimate_after_release(a, n, b, c, d, e), (auto a, auto b, auto c, auto d, auto e), in(p), in(pi), in(inverse), in(laws),
         work(stationary_estimate_work_len(n)));
    EACH(stationary_bias_effect_after_release(a, n, b, c, d, e, f), (auto a, auto b, auto c, auto d, auto e, auto f), in(p), in(pi), in(inverse), in(laws),
         work(stationary_variances_work_len(n)), out(x));
    EACH(stationary_variances(a, n, b, c, d, e, f), (auto a, auto b, auto c, auto d, auto e, auto f), in(p), in(pi), in(inverse), in(laws),
         work(stationary_variances_work_len(n)), out(x));
    EACH(stationary_expected_error_bound(a, n, 1.0, b, c), (auto a, auto b, auto c), in(p), in(laws), work(laws_work_len(n)));
    EACH(ergodicity_one_change_bound(a, n, b, c), (auto a, auto b, auto c), in(p), in(laws), work(laws_work_len(n)));
    EACH(ergodicity_inf_change_bound(a, n, b, c), (auto a, auto b, auto c), in(p), in(laws), work(ergodicity_inf_change_work_len(n)));
    const std::array<std::uint32_t, 4> starts{0, 3, 6, 9};
    const std::array<std::uint16_t, 9> targets{0, 1, 2, 0, 1, 2, 0, 1, 2};
    for (const Transitions &on : {Transitions(n), Transitions(Support(starts, targets))}) {
        EACH(mean_chain(a, on, b, c, d), (auto a, auto b, auto c, auto d), in(p), in(laws), work(laws_work_len(n)), out(other));
        EACH(stationary_estimate(a, on, b, c, d, e), (auto a, auto b, auto c, auto d, auto e), in(p), in(pi), in(inverse), in(laws),
             work(stationary_estimate_work_len(n)));
        EACH(stationary_weighted_error_bound(a, on, b, c, d, e), (auto a, auto b, auto c, auto d, auto e), in(p), in(pi), in(inverse), in(laws),
             work(stationary_weighted_error_bound_work_len(n)));
    }
    EACH(debias_chain(a, n, b, c, d), (auto a, auto b, auto c, auto d), in(p), in(laws), work(laws_work_len(n)), out(other));
    EACH(interval_stationary_chain(a, n, b, c, 0.95, d, e, f), (auto a, auto b, auto c, auto d, auto e, auto f), in(p), in(other), in(laws),
         work(interval_stationary_chain_work_len(n)), out(x), out(intervals));
}

inline void lengths_of_releases() {
    using namespace dpmarkov;
    constexpr std::size_t n = 3;
    const std::vector<std::uint32_t> counts{90, 5, 5, 10, 80, 10, 1, 2, 97};
    const std::array<std::uint32_t, 4> starts{0, 3, 6, 9};
    const std::array<std::uint16_t, 9> targets{0, 1, 2, 0, 1, 2, 0, 1, 2};
    const Support on(starts, targets);
    const span<const std::uint32_t> first(counts.data(), n);
    const Guarantee promise{Adjacency::event, 1.0, 1e-6, 1};
    std::vector<std::int64_t> noisy(9), row_noisy(n), scratch(n);
    std::vector<double> chain(9), row(n);
    std::vector<Interval> intervals(n);
    Generator rng;
    TAKE(rng.init(repeats, 1));
    const auto both = [&](const auto &m) {
        EACH(m.release_counts(rng, a, b), (auto a, auto b), first, out(row_noisy));
        EACH(m.release_table(rng, a, n, b), (auto a, auto b), in(counts), out(noisy));
        EACH(m.release_row(rng, a, 0, b, c), (auto a, auto b, auto c), first, out(scratch), out(row));
        EACH(m.release_chain(rng, a, n, 0, b, c), (auto a, auto b, auto c), in(counts), out(scratch), out(chain));
        EACH(m.release_sparse_counts(rng, on, a, b), (auto a, auto b), in(counts), out(noisy));
        EACH(m.release_sparse(rng, on, a, 0, b, c), (auto a, auto b, auto c), in(counts), out(scratch), out(chain));
        EACH(interval_row(m, a, total_unknown, Target::log, 0.95, b), (auto a, auto b), in(row_noisy), out(intervals));
    };
    Geometric geometric;
    Gaussian gaussian;
    TAKE(geometric.init(promise));
    TAKE(gaussian.init(promise));
    both(geometric);
    both(gaussian);
    EACH(noisy_counts_row(a, 0, b), (auto a, auto b), in(row_noisy), out(row));
    EACH(noisy_counts_chain(a, n, 0, b), (auto a, auto b), in(noisy), out(chain));
    EACH(noisy_counts_sparse(on, a, 0, b), (auto a, auto b), in(noisy), out(chain));
    EACH(debias_noisy_row(a, b), (auto a, auto b), in(row_noisy), out(row));

    Polya polya;
    TAKE(polya.init(promise, n, 10.0, 40));
    std::vector<std::uint32_t> tallies(9), row_tallies(n), work(polya_work_len(n));
    EACH(polya.release_tallies(rng, a, b, c), (auto a, auto b, auto c), first, out(work), out(row_tallies));
    EACH(polya.release_table(rng, a, n, b, c), (auto a, auto b, auto c), in(counts), out(work), out(tallies));
    EACH(polya.release_row(rng, a, b, c), (auto a, auto b, auto c), first, out(work), out(row));
    EACH(polya.release_chain(rng, a, n, b, c), (auto a, auto b, auto c), in(counts), out(work), out(chain));
    EACH(polya.release_sparse_tallies(rng, on, a, b, c), (auto a, auto b, auto c), in(counts), out(work), out(tallies));
    EACH(polya.release_sparse(rng, on, a, b, c), (auto a, auto b, auto c), in(counts), out(work), out(chain));

    Dirichlet dirichlet;
    TAKE(dirichlet.init(promise, 20.0));
    const std::vector<DirichletParameters> rows(n, TAKE(dirichlet.parameters()));
    EACH(dirichlet.release_row(rng, a, b), (auto a, auto b), first, out(row));
    EACH(dirichlet.release_chain(rng, a, n, b), (auto a, auto b), in(counts), out(chain));
    EACH(dirichlet.release_sparse(rng, on, a, b), (auto a, auto b), in(counts), out(chain));
    EACH(Dirichlet::release_chain_rows(rng, promise, a, b, c), (auto a, auto b, auto c), in(rows), in(counts), out(chain));

    const std::vector<double> full{0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5};
    std::vector<double> x(n, 1.0), y(n);
    const std::array<std::uint32_t, 3> mask{7, 7, 7};
    std::array<std::uint32_t, 4> made_starts{};
    std::array<std::uint16_t, 9> made_targets{};
    EACH(on.expand(a, b), (auto a, auto b), in(full), out(chain));
    EACH(on.step(a, b, c), (auto a, auto b, auto c), in(chain), in(x), out(y));
    EACH(Support::mask_cells(a, n), (auto a), in(mask));
    EACH(Support::from_mask(a, n, b, c), (auto a, auto b, auto c), in(mask), out(made_starts), out(made_targets));
    CHECK(made_starts == starts && made_targets == targets);
}

// One vector for inputs and outputs is refused as a whole, before its first row is drawn: a later row's counts would be what was released before.
inline void overlaps() {
    using namespace dpmarkov;
    Generator rng;
    Polya polya;
    TAKE(rng.init(repeats, 1));
    TAKE(polya.init({Adjacency::event, 1.0, 1e-6, 1}, 3, 10.0, 40));
    std::vector<std::uint32_t> one(60, 9), other(60, 9);
    const std::vector<std::uint32_t> before(one);
    for (std::size_t at = 0; at < 9; at++) {
        CHECK(CODE(polya.release_table(rng, {one.data(), 9}, 3, {other.data(), 15}, {one.data() + at, 9})) == DPM_ERR_OVERLAP);
        CHECK(CODE(polya.release_table(rng, {one.data(), 9}, 3, {one.data() + at, 15}, {other.data(), 9})) == DPM_ERR_OVERLAP);
        CHECK(CODE(polya.release_table(rng, {other.data(), 9}, 3, {one.data(), 15}, {one.data() + at, 9})) == DPM_ERR_OVERLAP);
    }
    CHECK(one == before && other == before);
    TAKE(polya.release_table(rng, {one.data(), 9}, 3, {one.data() + 9, 15}, {one.data() + 24, 9})); // side by side
    std::vector<std::int64_t> noisy{1, 1, 1, std::int64_t{1} << 41};
    std::vector<double> chain(4, -1.0);
    for (const std::int64_t x : {(std::int64_t{1} << 40) + 1, -(std::int64_t{1} << 40) - 1, INT64_MAX, INT64_MIN}) {
        noisy[3] = x;
        CHECK(CODE(noisy_counts_chain(noisy, 2, 1024, chain)) == DPM_ERR_DOMAIN && chain == std::vector<double>(4, -1.0)); // no row of it
    }
    noisy[3] = -(std::int64_t{1} << 40);
    TAKE(noisy_counts_chain(noisy, 2, 1024, chain));
    noisy[3] = std::int64_t{1} << 40;
    TAKE(noisy_counts_chain(noisy, 2, 1024, chain));
}

// Views, errors, entropy, objects that stay where they are, counts.
#include <new>
#include <type_traits>

#include "check.hpp"

using dpmarkov::Adjacency;

template <class T> constexpr bool pinned() {
    return !std::is_copy_constructible_v<T> && !std::is_move_constructible_v<T> && !std::is_copy_assignable_v<T> && !std::is_move_assignable_v<T>;
}
static_assert(pinned<dpmarkov::Generator>() && pinned<dpmarkov::Geometric>() && pinned<dpmarkov::Gaussian>() && pinned<dpmarkov::Polya>(), "stay");
static_assert(pinned<dpmarkov::Dirichlet>() && pinned<dpmarkov::Ledger>() && pinned<dpmarkov::Permit>() && pinned<dpmarkov::ReportWriter>(), "stay");
static_assert(sizeof(dpmarkov::Generator) == sizeof(dpm_rng) && sizeof(dpmarkov::Ledger) == sizeof(dpm_ledger), "no more than the object of C");
// Noisy numbers are of another type than counts, so that counts cannot be written into a report of noisy ones.
static_assert(!std::is_convertible_v<std::vector<std::uint32_t> &, dpmarkov::span<const std::int64_t>>, "types");
static_assert(!std::is_convertible_v<const std::vector<double> &, dpmarkov::span<double>>, "const stays const");
static_assert(!std::is_convertible_v<std::vector<double>, dpmarkov::span<double>>, "nothing is written to a temporary");
// What keeps a view takes no array that ends with the statement.
template <class A, class B> constexpr bool makes_support = std::is_constructible_v<dpmarkov::Support, A, B>;
using Starts = std::vector<std::uint32_t>;
using Targets = std::array<std::uint16_t, 2>;
static_assert(makes_support<Starts &, const Targets &> && makes_support<dpmarkov::span<Starts::value_type>, dpmarkov::span<const std::uint16_t>>, "views");
static_assert(!makes_support<Starts, Targets &> && !makes_support<Starts &, Targets>, "temporaries");
template <class B, class = void> constexpr bool reads = false;
template <class B> constexpr bool reads<B, std::void_t<decltype(std::declval<dpmarkov::Report &>().read(std::declval<B>()))>> = true;
static_assert(reads<std::vector<std::uint8_t> &> && reads<dpmarkov::span<std::uint8_t>> && !reads<std::vector<std::uint8_t>>, "views");
static_assert(!reads<std::array<std::uint8_t, 200>> && !std::is_constructible_v<dpmarkov::Report, std::vector<std::uint8_t>>, "temporaries");

inline void views() {
    std::vector<double> vector{0.25, 0.75};
    const std::array<double, 2> array{0.5, 0.5};
    const double c[2] = {0.5, 0.5};
    CHECK(TAKE(dpmarkov::total_variation_distance(vector, array)) == 0.25);
    CHECK(TAKE(dpmarkov::total_variation_distance(c, vector)) == 0.25);
    CHECK(TAKE(dpmarkov::total_variation_distance({vector.data(), 2}, dpmarkov::span<double>(vector))) == 0.0);
    CHECK(CODE(dpmarkov::total_variation_distance({vector.data(), 1}, array)) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::total_variation_distance({}, {})) != DPM_OK);
    const dpmarkov::span<const double> all(array);
    CHECK(all.subspan(1, 1).data() == all.data() + 1 && all.subspan(1, 1).size() == 1);
    std::uint32_t numbers[2] = {1, 2};
    dpmarkov::wipe(numbers);
    CHECK(zeros(numbers));
    std::uint32_t secret[3] = {1, 2, 3};
    {
        const dpmarkov::Wiped guard(secret);
        const dpmarkov::Wiped another(vector);
    }
    CHECK(zeros(secret) && zeros(vector));
}

inline void results() {
    using dpmarkov::Status;
    const Status good, bad(DPM_ERR_EPSILON);
    CHECK(good && good.ok() && !bad && bad.code() == DPM_ERR_EPSILON && bad == DPM_ERR_EPSILON && bad != good);
    CHECK(std::strstr(bad.message(), "epsilon") != nullptr);
    const dpmarkov::Result<double> some(good, 2.0), none(bad);
    double x = 1.0;
    const double &kept = *dpmarkov::Result<double>(good, 4.0); // no reference into what is gone
    CHECK(kept == 4.0 && some && *some == 2.0 && some.value_or(3.0) == 2.0 && some.into(x) && x == 2.0);
    CHECK(!none && none.value_or(3.0) == 3.0 && none.into(x) == DPM_ERR_EPSILON && x == 2.0 && none.code() == DPM_ERR_EPSILON);
    CHECK(dpmarkov::version_fits() && std::strcmp(dpmarkov::version(), DPM_VERSION) == 0);
    for (std::size_t n = 2; n < 70; n++) {
        CHECK(dpmarkov::stationary_work_len(n) == dpm_stationary_gth_work_len(n));
        CHECK(dpmarkov::stationary_power_work_len(n) == dpm_stationary_power_work_len(n));
        CHECK(dpmarkov::ergodicity_inf_work_len(n) == dpm_ergodicity_inf_work_len(n));
        CHECK(dpmarkov::recurrent_classes_work_len(n) == dpm_recurrent_classes_work_len(n));
        CHECK(dpmarkov::second_eigenvalue_work_len(n) == dpm_second_eigenvalue_work_len(n));
        CHECK(dpmarkov::second_eigenvalue_upper_work_len(n) == dpm_second_eigenvalue_upper_work_len(n));
        CHECK(dpmarkov::mean_first_passage_work_len(n) == dpm_mean_first_passage_work_len(n));
        CHECK(dpmarkov::all_mean_first_passage_work_len(n) == dpm_all_mean_first_passage_work_len(n));
        CHECK(dpmarkov::predict_work_len(n) >= dpm_predict_work_len(n, 1000000) && dpmarkov::predict_work_len(n) >= dpm_predict_work_len(n, 1));
        CHECK(dpmarkov::group_inverse_work_len(n) == dpm_group_inverse_work_len(n));
        CHECK(dpmarkov::stationary_error_bound_work_len(n) == dpm_stationary_error_bound_work_len(n));
        CHECK(dpmarkov::polya_work_len(n) == dpm_polya_work_len(n));
        CHECK(dpmarkov::Support::mask_len(n) == dpm_support_mask_len(n));
        CHECK(dpmarkov::laws_work_len(n) == dpm_laws_work_len(n));
        CHECK(dpmarkov::ergodicity_inf_change_work_len(n) == dpm_ergodicity_inf_change_work_len(n));
        CHECK(dpmarkov::stationary_variances_work_len(n) == dpm_stationary_variances_work_len(n));
        CHECK(dpmarkov::stationary_variances_work_len(n) == dpm_stationary_bias_effect_work_len(n));
        CHECK(dpmarkov::stationary_variances_work_len(n) == dpm_stationary_weighted_error_bound_after_release_work_len(n));
        CHECK(dpmarkov::stationary_estimate_work_len(n) == dpm_stationary_estimate_work_len(n));
        CHECK(dpmarkov::stationary_weighted_error_bound_work_len(n) == dpm_stationary_weighted_error_bound_work_len(n));
        CHECK(dpmarkov::interval_stationary_chain_work_len(n) == dpm_interval_stationary_chain_work_len(n));
    }
}

inline void entropy() {
    dpmarkov::Generator rng;
    dpmarkov::Geometric mechanism;
    TAKE(mechanism.init({Adjacency::event, 1.0, 0.0, 1}));
    const std::array<std::uint32_t, 3> counts{3, 2, 1};
    std::array<std::int64_t, 3> noisy{-7, -7, -7}, again{};
    CHECK(CODE(mechanism.release_counts(rng, counts, noisy)) == DPM_ERR_OBJECT); // not initialised
    CHECK(CODE(rng.init([](std::uint8_t *, std::size_t) { return false; }, 1)) == DPM_ERR_ENTROPY);
    CHECK(CODE(rng.init([](std::uint8_t *, std::size_t) { return true; }, 1)) == DPM_ERR_ENTROPY); // filled nothing
    CHECK(CODE(rng.init([](std::uint8_t *out, std::size_t len) { return std::memset(out, 5, len) == out; }, 1)) == DPM_ERR_ENTROPY);
#if defined(__cpp_exceptions)
    CHECK(CODE(rng.init([](std::uint8_t *, std::size_t) -> bool { throw 7; }, 1)) == DPM_ERR_ENTROPY);
#endif
    CHECK(CODE(rng.init(static_cast<dpm_entropy_fn>(nullptr), nullptr, 1)) == DPM_ERR_NULL);
    CHECK(CODE(mechanism.release_counts(rng, counts, noisy)) == DPM_ERR_OBJECT && noisy[0] == -7);
    int asked = 0;
    auto source = [&asked](std::uint8_t *out, std::size_t len) { return asked++, repeats(out, len); };
    TAKE(rng.init(source, 1));
    CHECK(asked == 1);
    TAKE(mechanism.release_counts(rng, counts, noisy));
    const auto c = [](void *, std::uint8_t *out, std::size_t len) { return repeats(out, len) ? 0 : -1; };
    TAKE(rng.init(c, nullptr, 1));
    TAKE(mechanism.release_counts(rng, counts, again));
    CHECK(noisy == again); // a captured lambda and a function of C are one source
    TAKE(rng.init(repeats, 2));
    TAKE(mechanism.release_counts(rng, counts, again));
    CHECK(noisy != again); // another stream
#if DPMARKOV_HAS_SYSTEM_ENTROPY
    std::array<std::uint8_t, 600> bytes{}, more{};
    CHECK(dpmarkov::system_entropy(bytes.data(), bytes.size()) && dpmarkov::system_entropy(more.data(), more.size()) && bytes != more);
    TAKE(rng.init(dpmarkov::system_entropy, 1));
#endif
    CHECK(CODE(rng.init_deterministic_for_tests(std::array<std::uint8_t, 31>{}, 1)) == DPM_ERR_LENGTH);
    rng.clear();
    CHECK(CODE(mechanism.release_counts(rng, counts, noisy)) == DPM_ERR_OBJECT);
}

inline void objects() {
    alignas(dpmarkov::Generator) unsigned char storage[sizeof(dpmarkov::Generator)];
    auto *rng = new (storage) dpmarkov::Generator;
    TAKE(rng->init(repeats, 1));
    dpmarkov::Generator copy;
    std::memcpy(copy.get(), rng->get(), sizeof(dpm_rng)); // round the wrapper: the library refuses the copy
    const std::array<std::uint32_t, 2> counts{3, 2};
    std::array<std::int64_t, 2> noisy{};
    dpmarkov::Geometric mechanism, another;
    TAKE(mechanism.init({Adjacency::event, 1.0, 0.0, 1}));
    CHECK(CODE(mechanism.release_counts(copy, counts, noisy)) == DPM_ERR_OBJECT);
    CHECK(!zeros(storage));
    rng->~Generator();
    volatile unsigned char *const left = storage; // what an attacker of the memory would find
    bool wiped = true;
    for (std::size_t i = 8; i < sizeof storage; i++) wiped = wiped && left[i] == 0; // behind the seal
    CHECK(wiped);
    std::memcpy(another.get(), mechanism.get(), sizeof(dpm_geometric));
    CHECK(CODE(another.parameters()) == DPM_ERR_OBJECT && CODE(another.guarantee()) == DPM_ERR_OBJECT && another.deviation() != another.deviation());
}

inline void counting() {
    std::vector<std::uint32_t> table(9), other(9, 1);
    dpmarkov::Counts counts(table, 3);
    const std::vector<std::size_t> session{0, 1, 2, 0}, wrong{0, 3};
    TAKE(counts.record_session(session));
    TAKE(counts.record_session({}));
    TAKE(counts.record(2, 2, 5));
    CHECK(table[1] == 1 && table[5] == 1 && table[6] == 1 && table[8] == 5);
    CHECK(CODE(counts.record(3, 0)) == DPM_ERR_STATE_INDEX && CODE(counts.record_session(wrong)) == DPM_ERR_STATE_INDEX);
    CHECK(CODE(counts.record(2, 2, UINT32_MAX)) == DPM_ERR_COUNT_OVERFLOW);
    dpmarkov::Session visits;
    CHECK(visits.fresh());
    TAKE(counts.visit(visits, 1));
    TAKE(counts.visit(visits, 0));
    CHECK(table[3] == 1 && CODE(counts.visit(visits, 9)) == DPM_ERR_STATE_INDEX && visits.fresh());
    TAKE(counts.visit(visits, 2));
    visits.end();
    TAKE(counts.merge(other));
    CHECK(table[0] == 1 && table[8] == 6 && CODE(counts.merge({other.data(), 8})) == DPM_ERR_LENGTH);
    for (const std::size_t len : {std::size_t{0}, std::size_t{8}, std::size_t{10}}) {
        std::vector<std::uint32_t> odd(len, 7);
        dpmarkov::Counts bad(odd, 3);
        CHECK(CODE(bad.record(0, 0)) == DPM_ERR_LENGTH && CODE(bad.record_session(session)) == DPM_ERR_LENGTH && CODE(bad.clear()) == DPM_ERR_LENGTH);
        CHECK(CODE(bad.visit(visits, 0)) == DPM_ERR_LENGTH && CODE(bad.merge(odd)) == DPM_ERR_LENGTH);
        CHECK(odd == std::vector<std::uint32_t>(len, 7));
    }
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{65536}, SIZE_MAX}) {
        dpmarkov::Counts bad(table, n);
        CHECK(CODE(bad.record(0, 0)) == DPM_ERR_STATES);
    }
    TAKE(counts.clear());
    CHECK(zeros(table));
}

inline void supports() {
    std::array<std::uint32_t, dpmarkov::Support::mask_len(3)> mask{3, 6, 4}; // 0 -> 0 1, 1 -> 1 2, 2 -> 2
    std::array<std::uint32_t, 4> starts{};
    std::array<std::uint16_t, 9> room{};
    const std::size_t cells = TAKE(dpmarkov::Support::mask_cells(mask, 3));
    CHECK(cells == 5 && TAKE(dpmarkov::Support::from_mask(mask, 3, starts, room)) == 5);
    CHECK(CODE(dpmarkov::Support::from_mask(mask, 3, {starts.data(), 3}, room)) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::Support::from_mask(mask, 3, starts, {room.data(), 4})) == DPM_ERR_LENGTH);
    const dpmarkov::Support on(starts, {room.data(), cells});
    TAKE(on.check());
    CHECK(dpmarkov::Transitions(on).sparse() && !dpmarkov::Transitions(3).sparse() && on.states() == 3 && on.cells() == 5 && TAKE(on.cell(1, 2)) == 3 && CODE(on.cell(0, 2)) == DPM_ERR_INFEASIBLE);
    const auto lengths = TAKE(on.row_lengths());
    CHECK(lengths.fewest == 2 && lengths.most == 2);
    std::vector<std::uint32_t> table(5);
    dpmarkov::SparseCounts counts(table, on, dpmarkov::Outside::refuse()), dropping(table, on, dpmarkov::Outside::drop());
    const std::array<std::size_t, 4> session{0, 1, 2, 2};
    TAKE(counts.record_session(session));
    CHECK(CODE(counts.record(2, 0)) == DPM_ERR_INFEASIBLE);
    TAKE(dropping.record(2, 0));
    CHECK((table == std::vector<std::uint32_t>{0, 1, 0, 1, 1}));
    dpmarkov::Session visits;
    TAKE(counts.visit(visits, 0));
    CHECK(CODE(counts.visit(visits, 2)) == DPM_ERR_INFEASIBLE && *visits.get() == 2); // goes on where it really is
    CHECK(CODE(counts.visit(visits, 7)) == DPM_ERR_STATE_INDEX && visits.fresh());
    dpmarkov::SparseCounts bad({table.data(), 4}, on, dpmarkov::Outside::refuse());
    CHECK(CODE(bad.record(0, 0)) == DPM_ERR_LENGTH && CODE(bad.record_session(session)) == DPM_ERR_LENGTH && CODE(bad.clear()) == DPM_ERR_LENGTH);
    const dpmarkov::Support nothing({}, {});
    CHECK(CODE(nothing.check()) != DPM_OK && CODE(nothing.row_lengths()) != DPM_OK && CODE(nothing.cell(0, 0)) != DPM_OK);
    std::vector<double> values{0.5, 0.5, 0.25, 0.75, 1.0}, matrix(9), x{1.0, 0.0, 0.0}, y(3);
    TAKE(on.expand(values, matrix));
    TAKE(on.step(values, x, y));
    CHECK(matrix[1] == 0.5 && matrix[2] == 0.0 && y[1] == 0.5 && CODE(on.expand({values.data(), 4}, matrix)) == DPM_ERR_LENGTH);
    CHECK(CODE(on.step(values, {x.data(), 2}, y)) == DPM_ERR_LENGTH && CODE(on.step(values, x, {y.data(), 2})) == DPM_ERR_LENGTH);
    TAKE(counts.merge(std::vector<std::uint32_t>(5, 1)));
    TAKE(counts.clear());
    CHECK(zeros(table));
}

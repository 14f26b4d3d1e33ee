// Reports there and back, in a buffer and row by row, and merged.
#include "check.hpp"

inline dpmarkov::ReportAbout about() {
    dpmarkov::ReportAbout it{};
    std::memset(it.state_table, 7, sizeof it.state_table);
    it.generation = 5;
    it.window_first = it.window_last = 3;
    return it;
}

inline bool takes_all(const std::uint8_t *, std::size_t) { return true; }

// Writes `values` both ways, row by row by `row`, and reads them back by `read`.
template <class M, class V, class Row, class Read>
void there_and_back(const M &mechanism, const V &values, const dpmarkov::Transitions &on, Row row, Read read) {
    std::vector<std::uint8_t> bytes(dpmarkov::report_len_bound(on, 32)), sent;
    const std::size_t len = TAKE(dpmarkov::write_report(mechanism, about(), on, values, 32, bytes));
    CHECK(CODE(dpmarkov::write_report(mechanism, about(), on, values, 32, {bytes.data(), len - 1})) == DPM_ERR_REPORT_CAPACITY);
    CHECK(CODE(dpmarkov::write_report(mechanism, about(), on, {values.data(), values.size() - 1}, 32, bytes)) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::write_report(mechanism, about(), on, values, 17, bytes)) == DPM_ERR_DOMAIN);
    bytes.resize(len);

    const auto sink = [&sent](const std::uint8_t *piece, std::size_t size) { return sent.insert(sent.end(), piece, piece + size), true; };
    dpmarkov::ReportWriter writer;
    CHECK(CODE(writer.finish(sink)) != DPM_OK);
    TAKE(writer.begin(mechanism, about(), on, 32, sink));
    for (std::size_t i = 0; i < 3; i++) row(writer, dpmarkov::span<const typename V::value_type>(values.data() + 3 * i, 3), sink);
    CHECK(TAKE(writer.finish(sink)) == len && sent == bytes);
    CHECK(CODE(writer.finish(sink)) == DPM_ERR_OBJECT);
    TAKE(writer.begin(mechanism, about(), on, 32, takes_all)); // a sink may be a function
    for (std::size_t i = 0; i < 3; i++) row(writer, dpmarkov::span<const typename V::value_type>(values.data() + 3 * i, 3), takes_all);
    CHECK(TAKE(writer.finish(takes_all)) == len);
    std::size_t takes = 40;
    CHECK(CODE(writer.begin(mechanism, about(), on, 32, [&takes](const std::uint8_t *, std::size_t size) { return size <= takes && (takes -= size, true); })) == DPM_ERR_REPORT_SINK);
#if defined(__cpp_exceptions)
    CHECK(CODE(writer.begin(mechanism, about(), on, 32, [](const std::uint8_t *, std::size_t) -> bool { throw 7; })) == DPM_ERR_REPORT_SINK);
#endif

    dpmarkov::Report report;
    V back(values.size());
    CHECK(CODE(report.verify()) != DPM_OK && CODE(read(report, back)) == DPM_ERR_LENGTH); // none yet
    TAKE(report.read(bytes));
    TAKE(report.verify());
    CHECK(report.info().states == 3 && report.info().cells == 9 && report.info().about.generation == 5 && report.info().bits == 32);
    TAKE(read(report, back));
    CHECK(back == values);
    std::vector<std::uint32_t> starts(4);
    std::vector<std::uint16_t> targets(9);
    TAKE(report.support(starts, targets));
    CHECK(starts[3] == 9 && CODE(report.support({starts.data(), 3}, targets)) == DPM_ERR_LENGTH);
    V small(8);
    CHECK(CODE(read(report, small)) == DPM_ERR_LENGTH);
    for (std::size_t i = 0; i < bytes.size(); i++) { // a damaged or torn one is refused, and what was read before stays
        auto damaged = bytes;
        damaged[i] ^= 16;
        CHECK(CODE(report.read(damaged)) != DPM_OK && CODE(report.read({bytes.data(), i})) != DPM_OK);
    }
    CHECK(report.info().states == 3 && report.bytes().data() == bytes.data());
}

inline void reports() {
    const std::vector<std::uint32_t> counts{90, 5, 5, 10, 80, 10, 1, 2, 97};
    const dpmarkov::Guarantee promise{dpmarkov::Adjacency::event, 1.0, 1e-6, 1};
    dpmarkov::Generator rng;
    TAKE(rng.init(repeats, 1));
    dpmarkov::Geometric geometric;
    dpmarkov::Gaussian gaussian;
    dpmarkov::Polya polya;
    dpmarkov::Dirichlet dirichlet;
    TAKE(geometric.init(promise));
    TAKE(gaussian.init(promise));
    TAKE(polya.init(promise, 3, 10.0, 40));
    TAKE(dirichlet.init(promise, 20.0));
    std::vector<std::int64_t> noisy(9);
    std::vector<std::uint32_t> tallies(9), work(dpmarkov::polya_work_len(3));
    std::vector<double> chain(9);
    const std::array<std::uint32_t, 4> starts{0, 3, 6, 9};
    const std::array<std::uint16_t, 9> targets{0, 1, 2, 0, 1, 2, 0, 1, 2};
    const auto noisy_row = [](auto &writer, auto row, auto &sink) { TAKE(writer.row_noisy(row, sink)); };
    const auto read_noisy = [](auto &report, auto &out) { return report.noisy_counts(out); };
    TAKE(geometric.release_table(rng, counts, 3, noisy));
    there_and_back(geometric, noisy, 3, noisy_row, read_noisy);
    there_and_back(geometric, noisy, dpmarkov::Support(starts, targets), noisy_row, read_noisy);
    TAKE(gaussian.release_table(rng, counts, 3, noisy));
    there_and_back(gaussian, noisy, 3, noisy_row, read_noisy);
    TAKE(polya.release_table(rng, counts, 3, work, tallies));
    there_and_back(
        polya, tallies, 3, [](auto &writer, auto row, auto &sink) { TAKE(writer.row_tallies(row, sink)); },
        [](auto &report, auto &out) { return report.tallies(out); });
    TAKE(dirichlet.release_chain(rng, counts, 3, chain));
    there_and_back(
        dirichlet, chain, 3, [](auto &writer, auto row, auto &sink) { TAKE(writer.row_probabilities(row, sink)); },
        [](auto &report, auto &out) { return report.probabilities(out); });
    std::vector<std::uint8_t> bytes(dpmarkov::report_len_bound(3, 32, true));
    CHECK(CODE(dpmarkov::write_report(polya, about(), 3, counts, 32, bytes)) == DPM_ERR_DOMAIN); // counts are no tallies

    // Noisy row totals, and a merge that needs them.
    const std::array<std::uint32_t, 3> totals{100, 100, 100}; // secret
    std::array<std::int64_t, 3> noisy_totals{}, back{};
    TAKE(geometric.release_counts(rng, totals, noisy_totals));
    CHECK(CODE(dpmarkov::write_report(polya, about(), 3, tallies, 32, bytes, {&geometric, {noisy_totals.data(), 2}})) == DPM_ERR_LENGTH);
    CHECK(CODE(dpmarkov::write_report(polya, about(), 3, tallies, 32, bytes, {nullptr, noisy_totals})) == DPM_ERR_LENGTH);
    bytes.resize(TAKE(dpmarkov::write_report(polya, about(), 3, tallies, 32, bytes, {&geometric, noisy_totals})));
    std::vector<std::uint8_t> sent;
    const auto sink = [&sent](const std::uint8_t *piece, std::size_t size) { return sent.insert(sent.end(), piece, piece + size), true; };
    dpmarkov::ReportWriter writer;
    TAKE(writer.begin(polya, about(), 3, 32, sink, &geometric));
    for (std::size_t i = 0; i < 3; i++) TAKE(writer.row_tallies({tallies.data() + 3 * i, 3}, sink));
    CHECK(CODE(writer.finish(sink, {noisy_totals.data(), 2})) == DPM_ERR_LENGTH);
    TAKE(writer.finish(sink, noisy_totals));
    CHECK(sent == bytes);
    dpmarkov::Report report;
    TAKE(report.read(bytes));
    TAKE(report.row_totals(back));
    CHECK(back == noisy_totals && report.info().has_totals == 1);

    std::vector<std::uint64_t> words(dpmarkov::merge_len(3)), more(words.size());
    dpmarkov::Merge merge(words), other(more);
    CHECK(CODE(merge.add(bytes)) != DPM_OK && CODE(merge.info()) != DPM_OK);
    TAKE(merge.init(dpmarkov::Adjacency::event, about().state_table, 3));
    TAKE(other.init(dpmarkov::Adjacency::event, about().state_table, 3));
    CHECK(CODE(merge.init(dpmarkov::Adjacency::event, {bytes.data(), 15}, 3)) == DPM_ERR_LENGTH);
    TAKE(merge.add(bytes));
    std::vector<std::uint8_t> without(dpmarkov::report_len_bound(3, 32));
    without.resize(TAKE(dpmarkov::write_report(dirichlet, about(), 3, chain, 32, without)));
    CHECK(CODE(other.add(without)) == DPM_ERR_REPORT_TOTALS && CODE(other.add(without, 0.0)) == DPM_ERR_ROW_TOTAL);
    TAKE(other.add(without, 100.0));
    CHECK(CODE(other.add(without, dpmarkov::span<const std::uint32_t>(totals.data(), 2))) == DPM_ERR_LENGTH);
    TAKE(other.add(without, totals));
    TAKE(merge.combine(other));
    CHECK(TAKE(merge.info()).reports == 3 && TAKE(merge.info()).known_totals == 2);
    std::vector<dpm_merge_row> rows(3);
    std::vector<dpm_merge_cell> cells(9);
    TAKE(merge.rows(0.95, rows));
    TAKE(merge.cells(0.95, cells));
    TAKE(merge.chain(dpmarkov::Unresolved::uniform, chain));
    CHECK(rows[0].cells == 3 && cells[8].to == 2 && CODE(merge.rows(0.95, {rows.data(), 2})) == DPM_ERR_LENGTH);
    CHECK(CODE(merge.chain(dpmarkov::Unresolved::refuse, {chain.data(), 8})) == DPM_ERR_LENGTH);
}

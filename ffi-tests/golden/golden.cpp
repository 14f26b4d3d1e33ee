// golden.c in C++, through dpmarkov.hpp: recomputes every line of vectors.txt and compares bit for bit. C++17 and later, with errors as values and
// (DPMARKOV_EXCEPTIONS) as exceptions.
//
//     golden vectors.txt           says how many lines agree, or which one does not
//     golden vectors.txt --print   prints the lines as this library computes them
//
// The form of a line is told in vectors.txt itself.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dpmarkov.hpp"

namespace {

using dpmarkov::Adjacency;

dpm_status failed = DPM_OK; // what the line came to

// The value of a call in either style; after an error the line is lost.
#if defined(DPMARKOV_EXCEPTIONS)
#define TAKE(call) (call)
#else
#define TAKE(call) take(call)
void take(dpmarkov::Status status) {
    if (!status && failed == DPM_OK) failed = status.code();
}
template <class T> T take(const dpmarkov::Result<T> &result) {
    take(result.status());
    return result.value_or(T{});
}
#endif

// The inputs of a line, word by word.
class Words {
  public:
    explicit Words(const std::string &line) : stream_(line) {}
    std::string word() {
        std::string it;
        stream_ >> it;
        return it;
    }
    std::uint64_t integer(int base = 10) { return std::strtoull(word().c_str(), nullptr, base); }
    std::uint32_t integer32() { return static_cast<std::uint32_t>(integer()); }
    Adjacency adjacency() { return static_cast<Adjacency>(static_cast<int>(integer())); }
    double number() {
        const std::uint64_t bits = integer(16);
        double x = 0;
        std::memcpy(&x, &bits, sizeof x);
        return x;
    }
    std::vector<double> numbers(std::size_t len) {
        std::vector<double> it;
        while (it.size() < len) it.push_back(number());
        return it;
    }
    std::vector<std::uint32_t> counts(std::size_t len) {
        std::vector<std::uint32_t> it;
        while (it.size() < len) it.push_back(integer32());
        return it;
    }
    std::vector<std::uint8_t> bytes() {
        const std::string hex = word();
        std::vector<std::uint8_t> it;
        for (std::size_t i = 0; i + 1 < hex.size(); i += 2) it.push_back(static_cast<std::uint8_t>(std::strtoul(hex.substr(i, 2).c_str(), nullptr, 16)));
        return it;
    }

  private:
    std::istringstream stream_;
};

// The outputs of a line.
class Line {
  public:
    void number(double x) {
        std::uint64_t bits = 0;
        char text[32];
        std::memcpy(&bits, &x, sizeof bits);
        std::snprintf(text, sizeof text, " %016" PRIx64, bits);
        text_ += text;
    }
    template <class T> void integer(T x) { text_ += " " + std::to_string(x); }
    template <class T> void integers(const std::vector<T> &all) {
        for (const T x : all) integer(x);
    }
    void numbers(const std::vector<double> &all) {
        for (const double x : all) number(x);
    }
    void bytes(const std::vector<std::uint8_t> &all, std::size_t len) {
        text_ += " ";
        for (std::size_t i = 0; i < len; i++) {
            char text[4];
            std::snprintf(text, sizeof text, "%02x", all[i]);
            text_ += text;
        }
    }
    const std::string &text() const { return text_; }

  private:
    std::string text_;
};

// The rest of a release's line: the report of what was released, of 32 bits a value.
template <class M, class V> void report(Line &out, const M &mechanism, std::size_t n, const V &values) {
    std::vector<std::uint8_t> bytes(dpmarkov::report_len_bound(n, 32));
    const dpmarkov::ReportAbout about{};
    const std::size_t len = TAKE(dpmarkov::write_report(mechanism, about, n, values, 32, bytes));
    out.bytes(bytes, len);
}

template <class M> void noise(Line &out, Words &in, dpmarkov::Generator &rng, const dpmarkov::Guarantee &promise) {
    M mechanism;
    TAKE(mechanism.init(promise));
    const std::size_t n = in.integer();
    const auto counts = in.counts(n * n);
    std::vector<std::int64_t> noisy(n * n);
    TAKE(mechanism.release_table(rng, counts, n, noisy));
    const dpmarkov::Fraction parameters = TAKE(mechanism.parameters());
    out.integer(parameters.numerator), out.integer(parameters.denominator);
    out.integers(noisy);
    report(out, mechanism, n, noisy);
}

void release(const std::string &what, Words &in, Line &out) {
    dpmarkov::Generator rng;
    const auto seed = in.bytes();
    TAKE(rng.init_deterministic_for_tests(seed, in.integer()));
    dpmarkov::Guarantee promise{};
    promise.adjacency = in.adjacency();
    promise.epsilon = in.number();
    promise.delta = in.number();
    promise.releases = in.integer32();
    if (what == "geometric") return noise<dpmarkov::Geometric>(out, in, rng, promise);
    if (what == "gaussian") return noise<dpmarkov::Gaussian>(out, in, rng, promise);
    const double pseudo_count = in.number();
    if (what == "polya") {
        dpmarkov::Polya mechanism;
        const std::uint32_t draws = in.integer32();
        const std::size_t n = in.integer();
        const auto counts = in.counts(n * n);
        std::vector<std::uint32_t> tallies(n * n), work(dpmarkov::polya_work_len(n));
        TAKE(mechanism.init(promise, n, pseudo_count, draws));
        TAKE(mechanism.release_table(rng, counts, n, work, tallies));
        const dpmarkov::PolyaParameters urn = TAKE(mechanism.parameters());
        out.integer(urn.event_mass), out.integer(urn.prior_mass), out.integer(urn.draw_mass);
        out.integers(tallies);
        return report(out, mechanism, n, tallies);
    }
    dpmarkov::Dirichlet mechanism;
    const std::size_t n = in.integer();
    const auto counts = in.counts(n * n);
    std::vector<double> matrix(n * n);
    TAKE(mechanism.init(promise, pseudo_count));
    TAKE(mechanism.release_chain(rng, counts, n, matrix));
    out.number(TAKE(mechanism.parameters()).weight);
    out.numbers(matrix);
    report(out, mechanism, n, matrix);
}

void accounting(const std::string &what, Words &in, Line &out) {
    const Adjacency adjacency = in.adjacency();
    if (what == "dirichlet_weight") {
        const double pseudo_count = in.number();
        const std::uint32_t releases = in.integer32();
        const double epsilon = in.number();
        return out.number(TAKE(dpmarkov::Dirichlet::solve_weight({adjacency, epsilon, in.number(), releases}, pseudo_count)));
    }
    const double weight = in.number(), pseudo_count = in.number();
    const std::uint32_t releases = in.integer32();
    if (what == "dirichlet_delta")
        out.number(TAKE(dpmarkov::Dirichlet::delta(adjacency, {weight, pseudo_count}, releases, in.number())));
    else
        out.number(TAKE(dpmarkov::Dirichlet::epsilon(adjacency, {weight, pseudo_count}, releases, in.number())));
}

void chain(const std::string &what, Words &in, Line &out) {
    const std::size_t n = in.integer();
    const auto matrix = in.numbers(n * n);
    if (what == "tau_one") return out.number(TAKE(dpmarkov::ergodicity_one(matrix, n)));
    std::vector<double> work(dpmarkov::stationary_work_len(n)), pi(n);
    TAKE(dpmarkov::stationary(matrix, n, work, pi));
    out.numbers(pi);
}

void special(const std::string &what, Words &in, Line &out) {
    const double a = in.number();
    if (what == "ln_gamma") return out.number(dpmarkov::ln_gamma(a));
    if (what == "digamma") return out.number(dpmarkov::digamma(a));
    const double b = in.number();
    if (what == "ln_beta") return out.number(dpmarkov::ln_beta(a, b));
    dpmarkov::Tails tails{};
    if (what == "beta_inc") tails = TAKE(dpmarkov::beta_inc(a, b, in.number()));
    else if (what == "gamma_inc") tails = TAKE(dpmarkov::gamma_inc(a, b));
    else failed = DPM_ERR_DOMAIN; // a line that this program does not know
    out.number(tails.lower), out.number(tails.upper);
}

void compute(const std::string &inputs, Line &out) {
    Words in(inputs);
    const std::string what = in.word();
    if (what.compare(0, 8, "release_") == 0) return release(what.substr(8), in, out);
    if (what.compare(0, 10, "dirichlet_") == 0) return accounting(what, in, out);
    if (what == "stationary" || what == "tau_one") return chain(what, in, out);
    special(what, in, out);
}

} // namespace

int main(int argc, char **argv) {
    const bool print = argc == 3 && std::strcmp(argv[2], "--print") == 0;
    std::ifstream file(argc == 2 || print ? argv[1] : "");
    if (!file) return std::fprintf(stderr, "usage: golden vectors.txt [--print]\n"), 2;
    if (!dpmarkov::version_fits() || std::strcmp(dpmarkov::version(), DPM_VERSION) != 0)
        return std::fprintf(stderr, "library and header are of two versions\n"), 1;
    unsigned good = 0, bad = 0;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty() || line[0] == '#') {
            if (print) std::puts(line.c_str());
            continue;
        }
        const std::string inputs = line.substr(0, line.find(" ="));
        Line out;
        failed = DPM_OK;
#if defined(DPMARKOV_EXCEPTIONS)
        try {
            compute(inputs, out);
        } catch (const dpmarkov::Error &error) {
            failed = error.code();
        }
#else
        compute(inputs, out);
#endif
        const std::string got = inputs + " =" + (failed == DPM_OK ? out.text() : std::string(" ") + dpm_status_message(failed));
        if (print) std::puts(got.c_str());
        else if (failed == DPM_OK && got == line) good++;
        else bad++, std::printf("line   %s\ngot    %s\n", line.c_str(), got.c_str());
    }
    if (!print) std::printf("%u golden vectors, dpmarkov %s: %u differ\n", good + bad, dpmarkov::version(), bad);
    return bad != 0 || (!print && good == 0);
}

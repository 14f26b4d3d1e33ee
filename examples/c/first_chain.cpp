// The same in C++17: counts -> mechanism -> release -> stationary distribution. With DPMARKOV_EXCEPTIONS an error is a dpmarkov::Error.
#define DPMARKOV_EXCEPTIONS
#include <array>
#include <cstdio>
#include <exception>
#include <vector>

#include "dpmarkov.hpp"

int main() try {
    constexpr std::size_t n = 3;
    const std::array<std::size_t, 8> session{0, 0, 1, 2, 2, 1, 0, 0};
    std::vector<std::uint32_t> table(n * n); // secret
    const dpmarkov::Wiped guard(table);
    dpmarkov::Counts counts(table, n);
    for (int i = 0; i < 100; i++) counts.record_session(session);

    const dpmarkov::Geometric mechanism({dpmarkov::Adjacency::visit, /* epsilon */ 1.0, /* delta */ 0.0, /* releases */ 1});
    dpmarkov::Generator rng(dpmarkov::system_entropy, /* stream */ 1);
    std::vector<double> chain(n * n), pi(n), work(dpmarkov::stationary_work_len(n));
    std::vector<std::int64_t> noisy(n);
    mechanism.release_chain(rng, counts, n, /* floor */ 1024, noisy, chain); // public from here on
    dpmarkov::stationary(chain, n, work, pi);

    for (std::size_t i = 0; i < n; i++)
        std::printf("%.4f %.4f %.4f   stationary %.4f\n", chain[n * i], chain[n * i + 1], chain[n * i + 2], pi[i]);
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

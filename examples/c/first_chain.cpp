// The same in C++17: counts -> mechanism -> release -> stationary distribution.
#include <array>
#include <cstdio>
#include <random>
#include <vector>

#include "dpmarkov.h"

namespace {

// std::random_device reads the operating system's generator on the common platforms.
int random_device(void *, std::uint8_t *out, std::size_t len) noexcept try {
    std::random_device source;
    for (std::size_t i = 0; i < len; i++) out[i] = static_cast<std::uint8_t>(source() & 0xff);
    return 0;
} catch (...) { // an exception must not cross the C interface
    return -1;
}

bool ok(dpm_status status) {
    if (status != DPM_OK) std::fprintf(stderr, "%s\n", dpm_status_message(status));
    return status == DPM_OK;
}

} // namespace

int main() {
    constexpr std::size_t n = 3;
    const std::array<std::size_t, 8> session{0, 0, 1, 2, 2, 1, 0, 0};
    std::array<std::uint32_t, n * n> counts{}; // secret
    std::array<double, n * n> chain{};         // public, once released
    std::array<double, n> pi{};
    std::array<std::int64_t, n> noisy{};
    std::vector<double> work(dpm_stationary_gth_work_len(n));
    dpm_geometric mechanism;
    dpm_rng rng;
    bool logged = true;
    for (int i = 0; i < 100 && logged; i++)
        logged = ok(dpm_counts_record_session(counts.data(), n, session.data(), session.size()));
    const bool released = logged && ok(dpm_geometric_init(&mechanism, DPM_ADJACENCY_VISIT, 1.0, 0.0, 1)) &&
                          ok(dpm_rng_init(&rng, random_device, nullptr, 1)) &&
                          ok(dpm_geometric_release_chain(&mechanism, &rng, counts.data(), n, 1024, noisy.data(), n, chain.data())) &&
                          ok(dpm_stationary_gth(chain.data(), n, work.data(), work.size(), pi.data()));
    dpm_rng_clear(&rng);
    if (!released) return 1;
    for (std::size_t i = 0; i < n; i++)
        std::printf("%.4f %.4f %.4f   stationary %.4f\n", chain[n * i], chain[n * i + 1], chain[n * i + 2], pi[i]);
    return 0;
}

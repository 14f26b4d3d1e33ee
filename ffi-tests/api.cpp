// The header from C++: included twice, types usable, C linkage, and an exception-free callback that is a lambda.
#include "dpmarkov.h"
#include "dpmarkov.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

static_assert(std::is_same<dpm_status, int>::value, "a status is an int");
static_assert(std::is_standard_layout<dpm_rng>::value && sizeof(dpm_rng) == DPM_RNG_SIZE, "layout");
static_assert(std::is_standard_layout<dpm_dirichlet>::value && sizeof(dpm_dirichlet) == DPM_DIRICHLET_SIZE, "layout");
static_assert(std::is_standard_layout<dpm_ledger>::value && sizeof(dpm_ledger) == DPM_LEDGER_SIZE, "layout");
static_assert(std::is_standard_layout<dpm_release>::value && std::is_trivially_copyable<dpm_release>::value, "layout");
static_assert(std::is_standard_layout<dpm_report_writer>::value && sizeof(dpm_report_writer) == DPM_REPORT_WRITER_SIZE, "layout");
static_assert(std::is_standard_layout<dpm_report_info>::value && std::is_trivially_copyable<dpm_merge_cell>::value, "layout");
static_assert(std::is_standard_layout<dpm_row_law>::value && sizeof(dpm_row_law) == DPM_ROW_LAW_SIZE, "layout");
static_assert(std::is_trivially_copyable<dpm_interval>::value && sizeof(dpm_interval) == 2 * sizeof(double), "layout");

int main() {
    const std::size_t n = 3;
    const std::vector<std::uint32_t> counts{90, 5, 5, 10, 80, 10, 1, 2, 97};
    std::vector<double> matrix(n * n), pi(n), work(DPM_STATIONARY_GTH_WORK_LEN(n));
    auto rng = std::make_unique<dpm_rng>();
    auto mechanism = std::make_unique<dpm_dirichlet>();
    int seen = 0;
    const dpm_entropy_fn entropy = [](void *ctx, std::uint8_t *out, std::size_t len) {
        ++*static_cast<int *>(ctx);
        for (std::size_t i = 0; i < len; i++) out[i] = static_cast<std::uint8_t>(37 * i + 11);
        return 0;
    };
    bool good = std::string(dpm_version()) == DPM_VERSION && dpm_abi_version() == DPM_ABI_VERSION;
    good = good && dpm_rng_init(rng.get(), entropy, &seen, 1) == DPM_OK && seen == 1;
    good = good && dpm_dirichlet_init(mechanism.get(), DPM_ADJACENCY_EVENT, 1.0, 1e-6, 1, 15.8) == DPM_OK;
    good = good && dpm_dirichlet_release_chain(mechanism.get(), rng.get(), counts.data(), n, matrix.data()) == DPM_OK;
    good = good && dpm_stationary_gth(matrix.data(), n, work.data(), work.size(), pi.data()) == DPM_OK;
    good = good && matrix[0] + matrix[1] + matrix[2] == 1.0;
    const dpm_rng copy = *rng; // a copy would repeat the noise
    dpm_rng moved = copy;
    double out = -1.0;
    good = good && dpm_sample_gamma(&moved, 1.0, &out) == DPM_ERR_OBJECT && out == -1.0;
    good = good && dpm_rng_clear(rng.get()) == DPM_OK;
    std::printf("api.cpp: %s\n", good ? "ok" : "FAILED");
    return good ? 0 : 1;
}

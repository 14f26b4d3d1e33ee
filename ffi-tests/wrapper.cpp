// The wrapper for C++: run in C++17 and C++20, with errors as values and as exceptions, with sanitizers; and linked with a unit of the other style.
#include "dpmarkov.h"
#include "dpmarkov.hpp"
#include "dpmarkov.hpp"

#include "wrapper/basics.hpp"
#include "wrapper/ledger.hpp"
#include "wrapper/lengths.hpp"
#include "wrapper/releases.hpp"
#include "wrapper/report.hpp"

int other_unit(); // wrapper/other_unit.cpp

int main() {
    views();
    results();
    entropy();
    objects();
    counting();
    supports();
    noise<dpmarkov::Geometric>({dpmarkov::Adjacency::visit, 1.0, 0.0, 2});
    noise<dpmarkov::Gaussian>({dpmarkov::Adjacency::event, 1.0, 1e-6, 3});
    urn_and_dirichlet();
    chains();
    lengths_of_chains();
    lengths_of_releases();
    overlaps();
    ledger();
    power_cuts();
    reports();
    CHECK(other_unit() == DPM_ERR_EPSILON);
    std::printf("wrapper.cpp: %d checks, %d failed\n", checks, failures);
    return failures == 0 ? 0 : 1;
}

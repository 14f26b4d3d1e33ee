// A second unit of the same program, with the other style of errors: each has its own classes.
#if defined(DPMARKOV_EXCEPTIONS)
#undef DPMARKOV_EXCEPTIONS
#elif defined(__cpp_exceptions)
#define DPMARKOV_EXCEPTIONS
#endif
// What other headers define: those of Windows, and programs with constants in capitals.
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define ERROR 0
#define N 3
#include "dpmarkov.hpp"

int other_unit();
int other_unit() {
    dpmarkov::Geometric mechanism;
    const dpmarkov::Guarantee promise{dpmarkov::Adjacency::event, -1.0, 0.0, 1};
#if defined(DPMARKOV_EXCEPTIONS)
    try {
        mechanism.init(promise);
    } catch (const dpmarkov::Error &error) {
        return error.code();
    }
    return DPM_OK;
#else
    return mechanism.init(promise).code();
#endif
}

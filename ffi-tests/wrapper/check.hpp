// What the tests of the wrapper share: calls in either style of errors, and a count of what failed.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <array>
#include <cstdio>
#include <cstring>
#include <vector>

#include "dpmarkov.hpp"

inline int failures = 0, checks = 0;
#define CHECK(what)                                                                          \
    do {                                                                                     \
        checks++;                                                                            \
        if (!(what)) failures++, std::printf("%s:%d: %s\n", __FILE__, __LINE__, #what);      \
    } while (false)

// CODE(call): the status of a call. TAKE(call): its value; an error is a failed test.
#if defined(DPMARKOV_EXCEPTIONS)
template <class F> dpm_status code_of(F f) {
    try {
        f();
        return DPM_OK;
    } catch (const dpmarkov::Error &error) {
        if (std::strcmp(error.what(), dpm_status_message(error.code())) != 0 || error.status().ok()) failures++;
        return error.code();
    }
}
#define CODE(call) code_of([&] { static_cast<void>(call); })
#define TAKE(call) (call)
#else
template <class F> dpm_status code_of(F f) { return f().code(); }
#define CODE(call) code_of([&] { return call; })
#define TAKE(call) take(call, #call)
inline void take(dpmarkov::Status status, const char *call) {
    checks++;
    if (!status) failures++, std::printf("%s: %s\n", call, status.message());
}
template <class T> T take(const dpmarkov::Result<T> &result, const char *call) {
    take(result.status(), call);
    return result.value_or(T{});
}
#endif

// A source of a test: the same bytes every time. No secure one.
inline bool repeats(std::uint8_t *out, std::size_t len) {
    for (std::size_t i = 0; i < len; i++) out[i] = static_cast<std::uint8_t>(37 * i + 11);
    return true;
}

template <class T> bool zeros(const T &all) {
    for (const auto &x : all)
        if (x != 0) return false;
    return true;
}

#endif

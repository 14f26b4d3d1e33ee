// dpmarkov.hpp: the random generator and where its seed comes from.
#ifndef DPMARKOV_RANDOM_HPP
#define DPMARKOV_RANDOM_HPP

#include "base.hpp"

#if defined(_WIN32)
// As <bcrypt.h> declares it, without the macros of <windows.h>. Link with bcrypt.
extern "C" long __stdcall BCryptGenRandom(void *algorithm, unsigned char *out, unsigned long len, unsigned long flags);
#if defined(_MSC_VER)
#pragma comment(lib, "bcrypt")
#endif
#define DPMARKOV_HAS_SYSTEM_ENTROPY 1
#elif defined(__ANDROID__) || defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || defined(__DragonFly__)
#include <stdlib.h> // arc4random_buf
#define DPMARKOV_HAS_SYSTEM_ENTROPY 1
#elif defined(__linux__) && defined(__has_include)
#if __has_include(<sys/random.h>)
#include <cerrno>
#include <sys/random.h> // getrandom
#define DPMARKOV_HAS_SYSTEM_ENTROPY 1
#endif
#endif
#ifndef DPMARKOV_HAS_SYSTEM_ENTROPY
/// 1 where system_entropy() exists, 0 where this header knows no source of the system: then give one of your own.
#define DPMARKOV_HAS_SYSTEM_ENTROPY 0
#endif

DPMARKOV_DETAIL_BEGIN

class Permit;

#if DPMARKOV_HAS_SYSTEM_ENTROPY
/// Fills out[len] from the operating system's cryptographic generator (getrandom, arc4random_buf, BCryptGenRandom); false where that fails.
/// It is absent where this header knows none; std::random_device is no replacement, since it may be of any quality.
[[nodiscard]] inline bool system_entropy(std::uint8_t *out, std::size_t len) noexcept {
#if defined(_WIN32)
    while (len > 0) {
        const unsigned long part = len > 65536 ? 65536UL : static_cast<unsigned long>(len);
        if (BCryptGenRandom(nullptr, out, part, 2 /* BCRYPT_USE_SYSTEM_PREFERRED_RNG */) != 0) return false;
        out += part;
        len -= part;
    }
#elif defined(__linux__) && !defined(__ANDROID__)
    while (len > 0) {
        const auto got = getrandom(out, len, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        out += got;
        len -= static_cast<std::size_t>(got);
    }
#else
    arc4random_buf(out, len);
#endif
    return true;
}
#endif

namespace detail {

// What the C interface calls: `ctx` is the source. No exception leaves it; one that is thrown is a source that failed.
template <class Source> inline int ask(void *ctx, std::uint8_t *out, std::size_t len) noexcept {
    static_assert(std::is_same_v<decltype((*static_cast<Source *>(ctx))(out, len)), bool>,
                  "a source of entropy is callable with (std::uint8_t *out, std::size_t len) and returns bool: true where all of out[len] was filled");
    DPMARKOV_DETAIL_TRY { return (*static_cast<Source *>(ctx))(out, len) ? 0 : -1; }
    DPMARKOV_DETAIL_CATCH_ALL { return -1; }
}

} // namespace detail

/// A random generator (ChaCha20), wiped when it goes. It holds a secret, and stays where it was made. Make a new one for every release of a chain.
/// Yours to avoid: the child of a fork() that goes on with its parent's generator, and a restored image of the memory.
class Generator : Pinned {
  public:
    /// Not initialised: refused with DPM_ERR_OBJECT until init().
    Generator() noexcept = default;
#if defined(DPMARKOV_EXCEPTIONS)
    /// As init(source, stream).
    template <class Source> Generator(Source &&source, std::uint64_t stream) { init(source, stream); }
    /// As init(permit, source).
    template <class Source> Generator(Permit &permit, Source &&source) { init(permit, source); }
#endif
    ~Generator() { clear(); }

    /// Seeds it with 32 bytes from `source`, a callable bool(std::uint8_t *out, std::size_t len) such as system_entropy, which must be
    /// cryptographically secure. `stream`: your stored number of the release, never used twice with one seed; any number does where every seed is fresh
    /// from the system. DPM_ERR_ENTROPY where the source returns false, throws, leaves 8 or more neighbouring bytes unwritten or gives 32 equal ones.
    /// There is no other source to fall back on.
    template <class Source> Returns<void> init(Source &&source, std::uint64_t stream) DPMARKOV_DETAIL_NOEXCEPT {
        auto call = [&source](std::uint8_t *out, std::size_t len) -> decltype(auto) { return source(out, len); };
        return detail::done(dpm_rng_init(&raw_, detail::ask<decltype(call)>, &call, stream));
    }
    /// The same with the ledger's permit, which is used up: its number is the stream. With DPM_ERR_ENTROPY the permit stays good.
    template <class Source> Returns<void> init(Permit &permit, Source &&source) DPMARKOV_DETAIL_NOEXCEPT;
    /// The same with a function of the C interface's kind, which returns 0 where it filled all of its bytes (mbedTLS's mbedtls_ctr_drbg_random).
    Returns<void> init(dpm_entropy_fn source, void *ctx, std::uint64_t stream) DPMARKOV_DETAIL_NOEXCEPT {
        return detail::done(dpm_rng_init(&raw_, source, ctx, stream));
    }
    /// FOR TESTS ALONE: a known seed of 32 bytes (DPM_ERR_LENGTH). Noise from a known seed protects nobody.
    Returns<void> init_deterministic_for_tests(span<const std::uint8_t> seed32, std::uint64_t stream) DPMARKOV_DETAIL_NOEXCEPT {
        dpm_status code = detail::lengths({{seed32.size(), 32}});
        if (code == DPM_OK) code = dpm_rng_init_deterministic_for_tests(&raw_, seed32.data(), stream);
        return detail::done(code);
    }
    /// Wipes it at once: it is refused from then on, until it is initialised again. The destructor does it too.
    void clear() noexcept { static_cast<void>(dpm_rng_clear(&raw_)); }
    dpm_rng *get() noexcept { return &raw_; } ///< For functions of the C interface.

  private:
    dpm_rng raw_{};
};

DPMARKOV_DETAIL_END

#endif

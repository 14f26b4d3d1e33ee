// dpmarkov.hpp, the ground: the two styles of errors, views of arrays, checks of lengths. Part of dpmarkov.hpp, which is the header to include.
//
// Why no wrapper of a C object can be copied or moved: the library seals an object to the address where it was initialised and refuses it anywhere
// else (DPM_ERR_OBJECT), since a copied generator repeats its noise and a copied permit spends twice. A wrapper that moved would have to keep its
// object on the heap. This header allocates nothing, so the object lies inside the wrapper and the wrapper stays where it was made: a local, a
// static, a member of something that stays itself, or a std::unique_ptr's. Functions can return one all the same (C++17 makes it in place).
#ifndef DPMARKOV_BASE_HPP
#define DPMARKOV_BASE_HPP

#if !(defined(__cplusplus) && __cplusplus >= 201703L) && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "dpmarkov.hpp needs C++17"
#endif

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include "../dpmarkov.h"

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif

#if defined(__cpp_lib_span) && __cpp_lib_span >= 202002L
#include <span>
#endif

// One inline namespace for each way in which this header reads differently: units of translation that were compiled in different ways can be linked
// into one program, each with its own classes.
#if defined(DPMARKOV_EXCEPTIONS)
#if !defined(__cpp_exceptions) && !defined(_CPPUNWIND)
#error "DPMARKOV_EXCEPTIONS needs a compiler with exceptions switched on"
#endif
#include <stdexcept>
#define DPMARKOV_DETAIL_STYLE throwing
#define DPMARKOV_DETAIL_NOEXCEPT
#elif defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define DPMARKOV_DETAIL_STYLE results
#define DPMARKOV_DETAIL_NOEXCEPT noexcept
#else
#define DPMARKOV_DETAIL_STYLE results_without_exceptions
#define DPMARKOV_DETAIL_NOEXCEPT noexcept
#endif
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define DPMARKOV_DETAIL_TRY try
#define DPMARKOV_DETAIL_CATCH_ALL catch (...)
#else
#define DPMARKOV_DETAIL_TRY if (true)
#define DPMARKOV_DETAIL_CATCH_ALL else
#endif
#if defined(__cpp_lib_span) && __cpp_lib_span >= 202002L
#define DPMARKOV_DETAIL_SPAN with_std_span
#else
#define DPMARKOV_DETAIL_SPAN with_own_span
#endif
#define DPMARKOV_DETAIL_BEGIN \
    namespace dpmarkov {      \
    inline namespace DPMARKOV_DETAIL_STYLE { inline namespace DPMARKOV_DETAIL_SPAN {
#define DPMARKOV_DETAIL_END }}}

static_assert(DPM_ABI_VERSION == 1, "dpmarkov.hpp and dpmarkov.h are of two versions");

DPMARKOV_DETAIL_BEGIN

#if defined(__cpp_lib_span) && __cpp_lib_span >= 202002L
/// A view of an array: std::span from C++20 on.
template <class T> using span = std::span<T>;
#else
/// A view of an array: made of a std::vector, a std::array, a C array, anything else with data() and size(), or a pointer and a number of elements.
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    /// `size` elements from `data` on.
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /// All of a C array.
    template <std::size_t Length> constexpr span(T (&array)[Length]) noexcept : data_(array), size_(Length) {}
    /// All of a container. Of a temporary one only to read from, during the call.
    template <class C, class P = std::remove_pointer_t<decltype(std::declval<C &>().data())>, class S = decltype(std::declval<C &>().size()),
              class = std::enable_if_t<std::is_convertible_v<P (*)[], T (*)[]> && !std::is_array_v<std::remove_reference_t<C>> &&
                                       (std::is_lvalue_reference_v<C> || std::is_const_v<T>)>>
    constexpr span(C &&container) noexcept : data_(container.data()), size_(static_cast<std::size_t>(static_cast<S>(container.size()))) {}
    /// The first element, or null.
    constexpr T *data() const noexcept { return data_; }
    /// The number of elements.
    constexpr std::size_t size() const noexcept { return size_; }
    /// Are there none?
    constexpr bool empty() const noexcept { return size_ == 0; }
    /// Element number i, below size().
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
    constexpr T *begin() const noexcept { return data_; } ///< For loops.
    constexpr T *end() const noexcept { return data_ + size_; } ///< For loops.
    /// `count` elements from number `offset` on; offset + count is at most size().
    constexpr span subspan(std::size_t offset, std::size_t count) const noexcept { return span(data_ + offset, count); }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/// What a call said: done, or one of the DPM_ERR_... codes. True means done. The compiler warns where one is dropped.
class [[nodiscard]] Status {
  public:
    constexpr Status() noexcept = default;
    /// Of a code of the C interface.
    constexpr explicit Status(dpm_status code) noexcept : code_(code) {}
    constexpr bool ok() const noexcept { return code_ == DPM_OK; } ///< Done?
    constexpr explicit operator bool() const noexcept { return ok(); } ///< ok().
    constexpr dpm_status code() const noexcept { return code_; } ///< DPM_OK or DPM_ERR_...
    const char *message() const noexcept { return dpm_status_message(code_); } ///< What was wrong, what is accepted and what to do: one line.
    friend constexpr bool operator==(Status a, Status b) noexcept { return a.code_ == b.code_; } ///< The same code?
    friend constexpr bool operator!=(Status a, Status b) noexcept { return a.code_ != b.code_; } ///< Another code?
    friend constexpr bool operator==(Status a, dpm_status b) noexcept { return a.code_ == b; } ///< This code?
    friend constexpr bool operator!=(Status a, dpm_status b) noexcept { return a.code_ != b; } ///< Another code?

  private:
    dpm_status code_ = DPM_OK;
};

/// A value, or why there is none. True means that there is one. The compiler warns where one is dropped.
template <class T> class [[nodiscard]] Result {
  public:
    /// There is none.
    constexpr explicit Result(Status status) noexcept : status_(status) {}
    /// The value where `status` is DPM_OK.
    constexpr Result(Status status, const T &value) noexcept : value_(value), status_(status) {}
    constexpr bool ok() const noexcept { return status_.ok(); } ///< Is there a value?
    constexpr explicit operator bool() const noexcept { return ok(); } ///< ok().
    constexpr Status status() const noexcept { return status_; } ///< Done, or why there is no value.
    constexpr dpm_status code() const noexcept { return status_.code(); } ///< DPM_OK or DPM_ERR_...
    const char *message() const noexcept { return status_.message(); } ///< As Status::message().
    /// The value. Where there is none the program ends (std::abort()): a made-up number would be a wrong guarantee. Ask ok() first, or take into().
    constexpr const T &value() const & noexcept {
        if (!ok()) std::abort();
        return value_;
    }
    /// The same of a temporary, by value: `const auto &x = *call();` is no reference to what is gone.
    constexpr T value() && noexcept {
        if (!ok()) std::abort();
        return value_;
    }
    constexpr const T &operator*() const & noexcept { return value(); } ///< value().
    constexpr T operator*() && noexcept { return static_cast<Result &&>(*this).value(); } ///< value().
    constexpr const T *operator->() const noexcept { return &value(); } ///< value().
    /// The value, or `other` where there is none.
    constexpr T value_or(const T &other) const noexcept { return ok() ? value_ : other; }
    /// Writes the value to `out`, or leaves that as it is.
    constexpr Status into(T &out) const noexcept {
        if (ok()) out = value_;
        return status_;
    }

  private:
    T value_{};
    Status status_;
};

#if defined(DPMARKOV_EXCEPTIONS)
/// What is thrown with DPMARKOV_EXCEPTIONS; what() is the code's message.
class Error : public std::runtime_error {
  public:
    /// Of a code other than DPM_OK.
    explicit Error(dpm_status code) : std::runtime_error(dpm_status_message(code)), status_(code) {}
    Status status() const noexcept { return status_; } ///< The code as a Status.
    dpm_status code() const noexcept { return status_.code(); } ///< DPM_ERR_...

  private:
    Status status_;
};
#endif

namespace detail {

#if defined(DPMARKOV_EXCEPTIONS)
template <class T> struct ReturnType { using type = T; };
inline void done(dpm_status code) {
    if (code != DPM_OK) throw Error(code);
}
template <class T> T answer(dpm_status code, const T &value) {
    done(code);
    return value;
}
#else
template <class T> struct ReturnType { using type = Result<T>; };
template <> struct ReturnType<void> { using type = Status; };
constexpr Status done(dpm_status code) noexcept { return Status(code); }
template <class T> constexpr Result<T> answer(dpm_status code, const T &value) noexcept {
    return code == DPM_OK ? Result<T>(Status(), value) : Result<T>(Status(code));
}
#endif

struct Length {
    std::size_t is, must;
};

// A wrong length must never become a read out of bounds: every view is measured before its pointer is handed on.
inline dpm_status lengths(std::initializer_list<Length> list) noexcept {
    for (const Length &length : list)
        if (length.is != length.must) return DPM_ERR_LENGTH;
    return DPM_OK;
}
// The same for lengths that were computed from n: the number of states first, so that n * n did not wrap.
inline dpm_status lengths_of(std::size_t n, std::initializer_list<Length> list) noexcept { return n < 2 || n > 65535 ? DPM_ERR_STATES : lengths(list); }

// Do two views share memory? Asked where a function of the wrapper is several calls of C, each of which sees its own part alone. As numbers: pointers
// into two arrays have no order.
template <class A, class B> bool overlap(span<A> a, span<B> b) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(a.data()), second = reinterpret_cast<std::uintptr_t>(b.data());
    return first < second + b.size() * sizeof(B) && second < first + a.size() * sizeof(A);
}

// A temporary that owns its elements (a std::vector, a std::array; no span): what keeps a view must not take one. Of an owner's elements only as much
// may be changed as of the owner.
template <class C, class = void> struct EndsNow : std::false_type {};
template <class C>
struct EndsNow<C, std::void_t<decltype(std::declval<const C &>().data())>>
    : std::bool_constant<!std::is_lvalue_reference_v<C> && (!std::is_trivially_destructible_v<C> ||
                         !std::is_same_v<decltype(std::declval<const C &>().data()), decltype(std::declval<C &>().data())>)> {};

// An empty view may hold null, which the library refuses where "nothing" is allowed.
inline const std::size_t *not_null(span<const std::size_t> states) noexcept {
    static constexpr std::size_t none = 0;
    return states.empty() ? &none : states.data();
}

} // namespace detail

/// What a function that can fail returns: Result<T> (Status for void), or with DPMARKOV_EXCEPTIONS the T itself, and it throws Error.
template <class T> using Returns = typename detail::ReturnType<T>::type;

/// Base of what must stay where it was made; see the head of this file.
class Pinned {
  public:
    Pinned(const Pinned &) = delete;
    Pinned &operator=(const Pinned &) = delete;

  protected:
    Pinned() noexcept = default;
    ~Pinned() = default;
};

/// Overwrites an array of numbers with zeros by writes that are not optimised away: for counts, scratch and seeds.
template <class C> inline void wipe(C &&what) noexcept {
    using T = std::remove_reference_t<decltype(*std::data(what))>;
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "plain numbers alone are wiped");
    volatile T *at = std::data(what);
    for (std::size_t i = 0; i < std::size(what); i++) at[i] = T{};
}

/// Wipes an array at the end of the scope: `dpmarkov::Wiped guard(counts);`. Made after the array it goes first.
template <class T> class Wiped : Pinned {
  public:
    /// The array; it must outlive this object and not be reallocated.
    template <class C> explicit Wiped(C &what) noexcept : what_(what) {}
    ~Wiped() { wipe(what_); }

  private:
    span<T> what_;
};
/// Of the elements of its array.
template <class C> Wiped(C &) -> Wiped<std::remove_reference_t<decltype(*std::data(std::declval<C &>()))>>;

/// The version of the library that was linked, for example "0.1.0".
inline const char *version() noexcept { return dpm_version(); }
/// Whether the linked library is the one that these headers belong to. Ask once at the start where the library is shared.
inline bool version_fits() noexcept { return dpm_abi_version() == DPM_ABI_VERSION; }

DPMARKOV_DETAIL_END

#endif

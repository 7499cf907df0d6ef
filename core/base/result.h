#pragma once

#include "core/base/error.h"

#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

namespace headlight {

/// Thrown when a Result is asked for something it does not hold: a bug in our code, never a user's error.
class BadResultAccess : public std::logic_error
{
public:
    explicit BadResultAccess(const Error& error)
        : std::logic_error("Result without a value: " + error.describe())
    { }
};

/// A value or an Error; named like std::expected, which g++ 12 does not have.
template <typename T>
class [[nodiscard]] Result
{
public:
    using value_type = T;

    Result(T value) // NOLINT(google-explicit-constructor): `return value;` is the point
        : m_state(std::in_place_index<0>, std::move(value))
    { }
    Result(Error error) // NOLINT(google-explicit-constructor): `return error;` is the point
        : m_state(std::in_place_index<1>, std::move(error))
    { }

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    const T& value() const&
    {
        check();
        return *std::get_if<0>(&m_state);
    }
    T& value() &
    {
        check();
        return *std::get_if<0>(&m_state);
    }
    T value() &&
    {
        check();
        return std::move(*std::get_if<0>(&m_state));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const { return std::get<1>(m_state); }

private:
    void check() const
    {
        if (!has_value())
            throw BadResultAccess(std::get<1>(m_state));
    }

    std::variant<T, Error> m_state;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void>
{
public:
    using value_type = void;

    Result() = default;
    Result(Error error) // NOLINT(google-explicit-constructor): `return error;` is the point
        : m_error(std::move(error))
    { }

    bool has_value() const { return !m_error.has_value(); }
    explicit operator bool() const { return has_value(); }
    void value() const
    {
        if (m_error)
            throw BadResultAccess(*m_error);
    }
    const Error& error() const { return m_error.value(); }

private:
    std::optional<Error> m_error;
};

} // namespace headlight

// These two macros pass an error on to the caller, as the macros of the same names in Abseil and Arrow do.

/// Returns the error of a Result from the calling function, if it holds one.
#define RETURN_IF_ERROR(...)                                                                                 \
    do {                                                                                                     \
        if (auto&& headlightResult = (__VA_ARGS__); !headlightResult)                                        \
            return headlightResult.error();                                                                  \
    } while (false)

#define HEADLIGHT_JOIN_AGAIN(left, right) left##right
#define HEADLIGHT_JOIN(left, right) HEADLIGHT_JOIN_AGAIN(left, right)
#define HEADLIGHT_ASSIGN(result, declaration, ...)                                                           \
    auto result = (__VA_ARGS__);                                                                             \
    if (!result)                                                                                             \
        return result.error();                                                                               \
    declaration = *std::move(result) // NOLINT(bugprone-macro-parentheses)

/// Declares a variable with the value of a Result, or returns its error from the calling function:
/// ASSIGN_OR_RETURN(const auto text, readText(path)); The declaration has no comma.
#define ASSIGN_OR_RETURN(declaration, ...)                                                                   \
    HEADLIGHT_ASSIGN(HEADLIGHT_JOIN(headlightResult, __LINE__), declaration, __VA_ARGS__)

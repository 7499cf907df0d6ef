#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace headlight {

/// Mean and deviation of numbers that arrive one by one (B. P. Welford, 1962), in double precision. The order
/// of the numbers decides the last bits.
class Moments
{
public:
    void add(double number)
    {
        const double before = number - m_mean;
        m_mean += before / static_cast<double>(++m_count);
        m_squares += before * (number - m_mean);
    }

    std::int64_t count() const { return m_count; }
    /// Empty without numbers.
    std::optional<double> mean() const { return m_count > 0 ? std::optional(m_mean) : std::nullopt; }
    /// Standard deviation with Bessel's correction; empty for fewer than two numbers.
    std::optional<double> deviation() const
    {
        return m_count > 1 ? std::optional(std::sqrt(m_squares / static_cast<double>(m_count - 1)))
                           : std::nullopt;
    }
    /// Standard error of the mean; empty for fewer than two numbers.
    std::optional<double> standardError() const
    {
        return m_count > 1 ? std::optional(*deviation() / std::sqrt(static_cast<double>(m_count)))
                           : std::nullopt;
    }

private:
    std::int64_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of squared differences from the mean
};

} // namespace headlight

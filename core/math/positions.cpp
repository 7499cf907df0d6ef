#include "core/math/positions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace headlight {

namespace {

/// Angle of dimension pair `pair` at `position`.
double angle(Index position, Index pair, Index width)
{
    const double exponent = 2.0 * static_cast<double>(pair) / static_cast<double>(width);
    return static_cast<double>(position) / std::pow(10000.0, exponent);
}

/// Sines on even and cosines on odd dimensions; `exponentOf` counts pairs, as angle() does.
Matrix alternatingTable(Index firstPosition, Index length, Index width, const auto& exponentOf)
{
    Matrix table(length, width);
    for (Index row = 0; row < length; ++row) {
        for (Index column = 0; column < width; ++column) {
            const double a = angle(firstPosition + row, exponentOf(column), width);
            table(row, column) = static_cast<float>(column % 2 == 0 ? std::sin(a) : std::cos(a));
        }
    }
    return table;
}

} // namespace

Matrix sinusoidalInterleaved(Index firstPosition, Index length, Index width)
{
    return alternatingTable(firstPosition, length, width, [](Index i) { return i / 2; });
}

Matrix sinusoidalHalves(Index firstPosition, Index length, Index width)
{
    const Index sines = (width + 1) / 2;
    Matrix table(length, width);
    for (Index row = 0; row < length; ++row) {
        for (Index column = 0; column < width; ++column) {
            const bool sine = column < sines;
            const double a = angle(firstPosition + row, sine ? column : column - sines, width);
            table(row, column) = static_cast<float>(sine ? std::sin(a) : std::cos(a));
        }
    }
    return table;
}

Matrix sinusoidalStretched(Index firstPosition, Index length, Index width)
{
    const Index half = width / 2;
    Matrix table = Matrix::Zero(length, width);
    for (Index column = 0; column < half; ++column) {
        const double exponent
            = static_cast<double>(column) / static_cast<double>(std::max<Index>(half - 1, 1));
        const double frequency = std::pow(10000.0, -exponent);
        for (Index row = 0; row < length; ++row) {
            const double a = static_cast<double>(firstPosition + row) * frequency;
            table(row, column) = static_cast<float>(std::sin(a));
            table(row, half + column) = static_cast<float>(std::cos(a));
        }
    }
    return table;
}

Matrix sinusoidalSteep(Index firstPosition, Index length, Index width)
{
    return alternatingTable(firstPosition, length, width, [](Index i) { return i - i % 2; });
}

Matrix sinusoidalSteepOwn(Index firstPosition, Index length, Index width)
{
    return alternatingTable(firstPosition, length, width, [](Index i) { return i; });
}

int relativeBucket(Index relativePosition, bool bidirectional, int buckets, int maxDistance)
{
    int offset = 0;
    Index distance = 0;
    if (bidirectional) {
        buckets /= 2;
        offset = relativePosition > 0 ? buckets : 0;
        distance = std::abs(relativePosition);
    } else {
        distance = std::max<Index>(-relativePosition, 0);
    }
    const int exact = buckets / 2;
    if (distance < exact)
        return offset + static_cast<int>(distance);
    // float, like the reference: at a bucket's edge the precision decides.
    const float ratio = std::log(static_cast<float>(distance) / static_cast<float>(exact))
        / std::log(static_cast<float>(maxDistance) / static_cast<float>(exact));
    const int bucket = exact + static_cast<int>(ratio * static_cast<float>(buckets - exact));
    return offset + std::min(bucket, buckets - 1);
}

std::vector<float> alibiSlopes(int heads)
{
    int power = 1;
    while (power * 2 <= heads)
        power *= 2;
    const auto slope = [](int of, int index) {
        return static_cast<float>(std::exp2(-8.0 * static_cast<double>(index) / static_cast<double>(of)));
    };
    std::vector<float> slopes;
    slopes.reserve(static_cast<std::size_t>(heads));
    for (int i = 1; i <= power; ++i)
        slopes.push_back(slope(power, i));
    // If the number of heads is not a power of two, the rest take every other slope of the next power.
    for (int i = 1; static_cast<int>(slopes.size()) < heads; i += 2)
        slopes.push_back(slope(2 * power, i));
    return slopes;
}

void rotate(MatrixSpan x, Index firstPosition, const std::vector<float>& inverseFrequencies, bool interleaved,
            float scale)
{
    const auto pairs = static_cast<Index>(inverseFrequencies.size());
    for (Index row = 0; row < x.rows(); ++row) {
        const auto position = static_cast<float>(firstPosition + row);
        for (Index i = 0; i < pairs; ++i) {
            const float a = position * inverseFrequencies[static_cast<std::size_t>(i)];
            const float cosine = std::cos(a) * scale;
            const float sine = std::sin(a) * scale;
            const Index first = interleaved ? 2 * i : i;
            const Index second = interleaved ? 2 * i + 1 : i + pairs;
            const float p = x(row, first);
            const float q = x(row, second);
            x(row, first) = p * cosine - q * sine;
            x(row, second) = q * cosine + p * sine;
        }
    }
}

} // namespace headlight

// Products of activations in 8 bits with packed weights. Only the kernels are compiled for AVX-512 VNNI, and
// they are called only on a processor that supports it.
#include "core/nn/rounded_rows.h"

#include "core/base/workers.h"
#include "core/math/product_kernels.h"
#include "core/nn/avx_numbers.h"
#include "core/nn/coded_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace headlight {

namespace {

#if defined(__x86_64__)

/// A single row of x: number = scale · integer.
struct OneRow
{
    [[nodiscard]] OneRow from(Index column) const
    {
        const Index group = column / kRoundedGroup;
        return {numbers + column, scales + group, sums + group};
    }

    const std::int8_t* numbers; ///< [columns]
    const float* scales; ///< [columns / kRoundedGroup]
    const float* sums; ///< of the numbers of each group, likewise; not of the integers
};

/// Eight sums of four products each of unsigned and signed integers.
HEADLIGHT_VNNI_INLINE __m256 productSums(__m256i codes, __m256i numbers)
{
    return _mm256_cvtepi32_ps(_mm256_dpbusd_epi32(_mm256_setzero_si256(), codes, numbers));
}

struct Q8v0Rounded : SumAvx2
{
    static constexpr Index kNumbers = 32, kBytes = 34;
    HEADLIGHT_VNNI_INLINE void add(const std::byte* block, const OneRow& x)
    {
        // Signs go to the numbers, because the first factor has none.
        const __m256i weights = load32(block + 2), numbers = load32(x.numbers);
        const __m256i turned
            = _mm256_mask_sub_epi8(numbers, _mm256_movepi8_mask(weights), _mm256_setzero_si256(), numbers);
        sum = _mm256_fmadd_ps(_mm256_set1_ps(halfAt(block) * x.scales[0]),
                              productSums(_mm256_abs_epi8(weights), turned), sum);
    }
};

struct Q4kRounded : SumAvx2
{
    static constexpr Index kNumbers = 256, kBytes = 144;
    HEADLIGHT_VNNI_INLINE void add(const std::byte* block, const OneRow& x)
    {
        const __m256i nibble = _mm256_set1_epi8(15);
        GroupScales groups;
        readGroupScales(block, groups);
        sum = _mm256_fnmadd_ps(groups.minimum, _mm256_loadu_ps(x.sums), sum);
        const __m256 steps = _mm256_mul_ps(_mm256_load_ps(groups.scale.data()), _mm256_loadu_ps(x.scales));
        _mm256_store_ps(groups.scale.data(), steps);
        HEADLIGHT_UNROLL
        for (Index pair = 0; pair < 4; ++pair) {
            const __m256i codes = load32(block + 16 + 32 * pair);
            const __m256i low = _mm256_and_si256(codes, nibble);
            const __m256i high = _mm256_and_si256(_mm256_srli_epi16(codes, 4), nibble);
            sum = _mm256_fmadd_ps(_mm256_broadcast_ss(groups.scale.data() + 2 * pair),
                                  productSums(low, load32(x.numbers + 64 * pair)), sum);
            sum = _mm256_fmadd_ps(_mm256_broadcast_ss(groups.scale.data() + 2 * pair + 1),
                                  productSums(high, load32(x.numbers + 64 * pair + 32)), sum);
        }
    }
};

namespace vnni {
#define HEADLIGHT_DOTS HEADLIGHT_VNNI
#include "core/nn/row_dots.inc"
#undef HEADLIGHT_DOTS
} // namespace vnni

/// The dot products of stored rows with a single row, which are bound by how fast memory is.
using RoundedDots = void (*)(const DotRows& rows, const OneRow& x, Index columns, float* y);

/// Null for a dtype without.
RoundedDots roundedDotsOf(DType dtype)
{
    if (dtype == DType::kQ8v0)
        return vnni::multiplyRows<Q8v0Rounded>;
    return dtype == DType::kQ4k ? vnni::multiplyRows<Q4kRounded, OneRow> : nullptr;
}

/// Two lines of codes become one: the second has the upper halves of its bytes.
HEADLIGHT_VNNI void packNibbles(const std::uint8_t* from, Index codes, std::uint8_t* to)
{
    for (Index done = 0; done < codes; done += 128, from += 128, to += 64)
        for (Index i = 0; i < 64; ++i)
            to[i] = static_cast<std::uint8_t>(from[i] | from[64 + i] << 4U);
}

HEADLIGHT_VNNI void expandNibbles(const std::uint8_t* from, Index codes, std::uint8_t* to)
{
    for (Index done = 0; done < codes; done += 128, from += 64, to += 128)
        for (Index i = 0; i < 64; ++i) {
            to[i] = from[i] & 15U;
            to[64 + i] = static_cast<std::uint8_t>(from[i] >> 4U);
        }
}

/// kRoundedStrip rows of W, a lane for each, and a tile of x.
struct StripProduct
{
    const std::uint8_t* codes; ///< [columns / 4 × kRoundedStrip × 4]
    const float* steps; ///< [groups × kRoundedStrip]
    const float* minimums; ///< likewise
    const std::int8_t* numbers; ///< as in RoundedRows
    const float* scales;
    const float* sums;
    Index groups; ///< of kRoundedGroup numbers
    float* y;
    Index yStride;
    unsigned lanes; ///< bit i: row i of W exists
};

// NOLINTBEGIN(modernize-avoid-c-arrays): as a template argument a vector type loses its alignment.
/// kParts: steps for each group of x.
template <Index kRows, Index kParts>
HEADLIGHT_VNNI void multiplyStrip(const StripProduct& from)
{
    constexpr Index kQuads = 8 / kParts; // registers with four codes of each row that share a step
    __m512 y[kRows];
    HEADLIGHT_UNROLL
    for (Index row = 0; row < kRows; ++row)
        y[row] = _mm512_setzero_ps();
    StripProduct at = from;
    for (Index group = 0; group < from.groups; ++group) {
        __m512i w[8];
        HEADLIGHT_UNROLL
        for (Index quad = 0; quad < 8; ++quad)
            w[quad] = _mm512_loadu_si512(at.codes + 64 * quad);
        HEADLIGHT_UNROLL
        for (Index row = 0; row < kRows; ++row) {
            __m512 products = _mm512_setzero_ps();
            HEADLIGHT_UNROLL
            for (Index part = 0; part < kParts; ++part) {
                __m512i integers = _mm512_setzero_si512();
                HEADLIGHT_UNROLL
                for (Index quad = part * kQuads; quad < (part + 1) * kQuads; ++quad) {
                    int four = 0;
                    __builtin_memcpy(&four, at.numbers + kRoundedGroup * row + 4 * quad, sizeof four);
                    integers = _mm512_dpbusd_epi32(integers, w[quad], _mm512_set1_epi32(four));
                }
                products = _mm512_fmadd_ps(_mm512_cvtepi32_ps(integers),
                                           _mm512_loadu_ps(at.steps + kRoundedStrip * part), products);
                products = _mm512_fnmadd_ps(_mm512_set1_ps(at.sums[3 * row + (kParts == 1 ? 2 : part)]),
                                            _mm512_loadu_ps(at.minimums + kRoundedStrip * part), products);
            }
            y[row] = _mm512_fmadd_ps(products, _mm512_set1_ps(at.scales[row]), y[row]);
        }
        at.codes += Index{8} * 64;
        at.steps += kRoundedStrip * kParts;
        at.minimums += kRoundedStrip * kParts;
        at.numbers += kRoundedGroup * kRows;
        at.scales += kRows;
        at.sums += 3 * kRows;
    }
    HEADLIGHT_UNROLL
    for (Index row = 0; row < kRows; ++row)
        _mm512_mask_storeu_ps(from.y + row * from.yStride, static_cast<__mmask16>(from.lanes), y[row]);
}
// NOLINTEND(modernize-avoid-c-arrays)

template <Index kParts, std::size_t... kFewer>
void multiplyStrip(const StripProduct& from, Index rows, std::index_sequence<kFewer...> /*rows*/)
{
    static constexpr std::array<void (*)(const StripProduct&), sizeof...(kFewer)> kKernels{
        multiplyStrip<kFewer + 1, kParts>...};
    kKernels.at(static_cast<std::size_t>(rows - 1))(from);
}

#endif

} // namespace

#if defined(__x86_64__)

/// Lines of a strip: codes, steps, minimums.
static Index stripLines(const Coding& coding, Index columns)
{
    return columns * kRoundedStrip * coding.bits / 8 / 64 + columns / coding.group * 2;
}

CodedStrips::CodedStrips(DType dtype, Index rows, Index columns,
                         const std::function<const std::byte*(Index)>& rowAt, const Workers* workers)
    : m_dtype(dtype)
    , m_stripLines(stripLines(*codingOf(dtype), columns))
{
    const Coding& coding = *codingOf(dtype);
    const Index strips = (rows + kRoundedStrip - 1) / kRoundedStrip;
    // NOLINTNEXTLINE(modernize-make-unique): that would write zeros first
    m_lines.reset(new Line[static_cast<std::size_t>(strips * m_stripLines)]);
    const auto one = [&](std::size_t strip) {
        // Codes are moved as floats, four at a time.
        thread_local std::vector<float> read, turned;
        const Index groups = columns / coding.group, quads = columns / 4, perRow = quads + 2 * groups;
        read.resize(static_cast<std::size_t>(kRoundedStrip * perRow));
        turned.resize(read.size());
        for (Index i = 0; i < kRoundedStrip; ++i) {
            float* const row = read.data() + i * perRow;
            coding.read(rowAt(std::min(static_cast<Index>(strip) * kRoundedStrip + i, rows - 1)), columns,
                        {reinterpret_cast<std::uint8_t*>(row), row + quads, row + quads + groups});
        }
        productKernels(ProcessorLevel::kV4)
            ->transpose({read.data(), kRoundedStrip, perRow}, perRow, turned.data(), kRoundedStrip);
        auto* const to
            = reinterpret_cast<std::uint8_t*>(&m_lines[strip * static_cast<std::size_t>(m_stripLines)]);
        const Index codes = columns * kRoundedStrip, stored = codes * coding.bits / 8;
        if (coding.bits == 4)
            packNibbles(reinterpret_cast<const std::uint8_t*>(turned.data()), codes, to);
        else
            std::memcpy(to, turned.data(), static_cast<std::size_t>(codes));
        std::memcpy(to + stored, turned.data() + quads * kRoundedStrip,
                    static_cast<std::size_t>(2 * groups * kRoundedStrip) * sizeof(float));
    };
    inParts(workers, strips, one);
}

std::int64_t CodedStrips::bytes(DType dtype, Index rows, Index columns)
{
    return (rows + kRoundedStrip - 1) / kRoundedStrip * stripLines(*codingOf(dtype), columns) * 64;
}

#else

CodedStrips::CodedStrips(DType dtype, Index /*rows*/, Index /*columns*/,
                         const std::function<const std::byte*(Index)>& /*rowAt*/, const Workers* /*workers*/)
    : m_dtype(dtype)
{ }

std::int64_t CodedStrips::bytes(DType /*dtype*/, Index /*rows*/, Index /*columns*/)
{
    return 0;
}

#endif

RoundedRows::RoundedRows(const MatrixView& x, const Workers* workers)
    : m_rows(x.rows())
    , m_columns(x.cols())
    , m_numbers(static_cast<std::size_t>(x.size()))
    , m_scales(static_cast<std::size_t>(x.size() / kRoundedGroup))
    , m_sums(static_cast<std::size_t>(x.size() / kRoundedGroup * 3))
{
    const Index tiles = (m_rows + kTile - 1) / kTile;
    for (Index tile = 0; tile < tiles; ++tile) {
        const Index first = tile * m_rows / tiles;
        m_tiles.push_back({first, (tile + 1) * m_rows / tiles - first});
    }
    inParts(tiles > 1 ? workers : nullptr, m_tiles.size(),
            [&](std::size_t tile) { round(x, m_tiles[tile]); });
}

void RoundedRows::round(const MatrixView& x, const Tile& tile)
{
    constexpr float kWhole
        = 12582912.0F; // 1.5 · 2²³: a sum with it is a whole number, the nearest (even) one
    const Index groups = m_columns / kRoundedGroup;
    for (Index row = 0; row < tile.rows; ++row)
        for (Index group = 0; group < groups; ++group) {
            const float* const from = x.data() + (tile.first + row) * x.outerStride() + group * kRoundedGroup;
            const auto at = static_cast<std::size_t>(tile.first * groups + group * tile.rows + row);
            float largest = 0.0F;
            for (Index i = 0; i < kRoundedGroup; ++i)
                largest = std::max(largest, std::abs(from[i]));
            const float factor = largest > 0.0F ? 127.0F / largest : 0.0F;
            std::int8_t* const to = m_numbers.data() + at * kRoundedGroup;
            for (Index i = 0; i < kRoundedGroup; ++i)
                to[i] = static_cast<std::int8_t>((from[i] * factor + kWhole) - kWhole);
            int first = 0, second = 0;
            for (Index i = 0; i < kRoundedGroup / 2; ++i) {
                first += to[i];
                second += to[kRoundedGroup / 2 + i];
            }
            m_scales[at] = largest / 127.0F;
            if (m_rows == 1) {
                m_sums[at] = m_scales[at] * static_cast<float>(first + second);
                continue;
            }
            float* const sums = m_sums.data() + 3 * at;
            sums[0] = static_cast<float>(first);
            sums[1] = static_cast<float>(second);
            sums[2] = static_cast<float>(first + second);
        }
}

Matrix RoundedRows::numbers() const
{
    Matrix out(m_rows, m_columns);
    const Index groups = m_columns / kRoundedGroup;
    for (const Tile& tile : m_tiles)
        for (Index row = 0; row < tile.rows; ++row)
            for (Index column = 0; column < m_columns; ++column) {
                const Index group = column / kRoundedGroup;
                const auto at = static_cast<std::size_t>(tile.first * groups + group * tile.rows + row);
                const auto i = at * kRoundedGroup + static_cast<std::size_t>(column % kRoundedGroup);
                out(tile.first + row, column) = m_scales[at] * static_cast<float>(m_numbers[i]);
            }
    return out;
}

bool RoundedRows::multiplies([[maybe_unused]] DType dtype, [[maybe_unused]] Index rows)
{
#if defined(__x86_64__)
    constexpr Index kFew = 4; // for which W's codes are not worth an order of their own
    return codingOf(dtype) != nullptr && (rows == 1 ? roundedDotsOf(dtype) != nullptr : rows > kFew);
#else
    return false;
#endif
}

// NOLINTBEGIN(readability-non-const-parameter): y is written to
void RoundedRows::dots([[maybe_unused]] DType dtype, [[maybe_unused]] const DotRows& rows,
                       [[maybe_unused]] float* y) const
{
#if defined(__x86_64__)
    roundedDotsOf(dtype)(rows, {m_numbers.data(), m_scales.data(), m_sums.data()}, m_columns, y);
#endif
}

void RoundedRows::multiply([[maybe_unused]] const CodedStrips& w, [[maybe_unused]] Index first,
                           [[maybe_unused]] Index count, [[maybe_unused]] float* y,
                           [[maybe_unused]] Index yStride) const
// NOLINTEND(readability-non-const-parameter)
{
#if defined(__x86_64__)
    const Coding& coding = *codingOf(w.m_dtype);
    const Index codes = m_columns * kRoundedStrip, groups = m_columns / coding.group;
    thread_local std::vector<std::uint8_t> expanded;
    expanded.resize(static_cast<std::size_t>(codes));
    for (Index done = 0; done < count; done += kRoundedStrip) {
        const auto* const stored = reinterpret_cast<const std::uint8_t*>(
            w.m_lines[static_cast<std::size_t>((first + done) / kRoundedStrip * w.m_stripLines)]
                .bytes.data());
        if (coding.bits == 4)
            expandNibbles(stored, codes, expanded.data());
        const auto* const steps = reinterpret_cast<const float*>(stored + codes * coding.bits / 8);
        const unsigned lanes = (1U << std::min(count - done, kRoundedStrip)) - 1U;
        for (const Tile& tile : m_tiles) {
            const auto at = static_cast<std::size_t>(tile.first * (m_columns / kRoundedGroup));
            const StripProduct product{coding.bits == 4 ? expanded.data() : stored,
                                       steps,
                                       steps + groups * kRoundedStrip,
                                       m_numbers.data() + at * kRoundedGroup,
                                       m_scales.data() + at,
                                       m_sums.data() + 3 * at,
                                       m_columns / kRoundedGroup,
                                       y + tile.first * yStride + done,
                                       yStride,
                                       lanes};
            constexpr auto kRows = std::make_index_sequence<kTile>();
            if (coding.group == kRoundedGroup)
                multiplyStrip<1>(product, tile.rows, kRows);
            else
                multiplyStrip<2>(product, tile.rows, kRows);
        }
    }
#endif
}

} // namespace headlight

// Only the readers are compiled for AVX-512 VNNI, those for tiles for AMX, and they are called only on a
// processor that supports it.
#include "core/nn/coded_rows.h"

#include "core/base/machine.h"
#include "core/io/blocks/fields.h"
#include "core/math/product_kernels.h"
#include "core/math/tiles.h"
#include "core/nn/avx_numbers.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace headlight {

#if defined(__x86_64__)

namespace {

using blocks::byteAt;

HEADLIGHT_VNNI void readQ8v0(const std::byte* row, Index columns, RowOfCodes to)
{
    for (Index done = 0; done < columns; done += 32, row += 34, to.codes += 32) {
        const float step = halfAt(row);
        *to.steps++ = step;
        *to.minimums++ = 128.0F * step;
        for (std::size_t i = 0; i < 32; ++i)
            to.codes[i] = static_cast<std::uint8_t>(byteAt(row, 2 + i) ^ 128U); // signed, plus 128
    }
}

HEADLIGHT_VNNI void readQ4k(const std::byte* row, Index columns, RowOfCodes to)
{
    GroupScales groups;
    for (Index done = 0; done < columns; done += 256, row += 144, to.steps += 8, to.minimums += 8) {
        readGroupScales(row, groups);
        std::memcpy(to.steps, groups.scale.data(), sizeof groups.scale);
        _mm256_storeu_ps(to.minimums, groups.minimum);
        const std::byte* quants = row + 16;
        for (std::size_t pair = 0; pair < 4; ++pair, quants += 32, to.codes += 64)
            for (std::size_t i = 0; i < 32; ++i) {
                to.codes[i] = static_cast<std::uint8_t>(byteAt(quants, i) & 15U);
                to.codes[32 + i] = static_cast<std::uint8_t>(byteAt(quants, i) >> 4U);
            }
    }
}

HEADLIGHT_VNNI void readQ6k(const std::byte* row, Index columns, RowOfCodes to)
{
    for (Index done = 0; done < columns; done += 256, row += 210) {
        for (std::size_t group = 0; group < 16; ++group) {
            const float step = halfAt(row + 208) * static_cast<float>(blocks::signedAt(row, 192 + group));
            *to.steps++ = step;
            *to.minimums++ = 32.0F * step;
        }
        for (std::size_t half = 0; half < 2; ++half, to.codes += 128) {
            const std::byte* const low = row + 64 * half;
            const std::byte* const high = row + 128 + 32 * half;
            for (std::size_t i = 0; i < 32; ++i) {
                const unsigned two = byteAt(high, i);
                const unsigned first = byteAt(low, i), second = byteAt(low, 32 + i);
                to.codes[i] = static_cast<std::uint8_t>((first & 15U) | (two << 4U & 48U));
                to.codes[32 + i] = static_cast<std::uint8_t>((second & 15U) | (two << 2U & 48U));
                to.codes[64 + i] = static_cast<std::uint8_t>(first >> 4U | (two & 48U));
                to.codes[96 + i] = static_cast<std::uint8_t>(second >> 4U | (two >> 2U & 48U));
            }
        }
    }
}

HEADLIGHT_TILES void placeQ8v0(const std::byte* row, Index columns, const CodedRow& to)
{
    std::uint16_t* codes = to.codes;
    for (Index group = 0; group < columns / 32; ++group, row += 34, codes += CodedRow::kGroupNumbers) {
        to.steps[group] = halfAt(row);
        _mm512_store_si512(codes, upperHalves(sixteenCodes(row + 2), sixteenCodes(row + 18)));
    }
}

HEADLIGHT_TILES void placeQ4k(const std::byte* row, Index columns, const CodedRow& to)
{
    // The numbers 0 to 15 in BF16, twice, because a permutation uses the lowest five bits of each index.
    const __m512 numbers = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m256i sixteen = _mm512_cvtepi32_epi16(_mm512_srli_epi32(_mm512_castps_si512(numbers), 16));
    const __m512i table = _mm512_broadcast_i64x4(sixteen);
    const __m256i halves = _mm256_setr_epi8(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9,
                                            25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    std::uint16_t* at = to.codes;
    GroupScales groups;
    for (Index group = 0; group < columns / 32; group += 8, row += 144) {
        readGroupScales(row, groups);
        _mm256_storeu_ps(to.steps + group, _mm256_load_ps(groups.scale.data()));
        _mm256_storeu_ps(to.minimums + group, groups.minimum);
        HEADLIGHT_UNROLL
        for (Index pair = 0; pair < 4; ++pair, at += 2 * CodedRow::kGroupNumbers) {
            const __m256i paired = _mm256_permutexvar_epi8(halves, load32(row + 16 + 32 * pair));
            const __m512i codes = _mm512_cvtepu8_epi16(paired);
            _mm512_store_si512(at, _mm512_permutexvar_epi16(codes, table));
            _mm512_store_si512(at + CodedRow::kGroupNumbers,
                               _mm512_permutexvar_epi16(_mm512_srli_epi16(codes, 4), table));
        }
    }
}

constexpr std::array kCodings{Coding{DType::kQ8v0, 32, 8, 128, readQ8v0, placeQ8v0},
                              Coding{DType::kQ4k, 32, 4, 0, readQ4k, placeQ4k},
                              Coding{DType::kQ6k, 16, 8, 32, readQ6k, nullptr}};

bool hasVnni()
{
    static const bool kHas
        = processorLevel() == ProcessorLevel::kV4 && __builtin_cpu_supports("avx512vnni") != 0;
    return kHas;
}

} // namespace

const Coding* codingOf(DType dtype)
{
    const auto* const found = std::ranges::find(kCodings, dtype, &Coding::dtype);
    return hasVnni() && found != kCodings.end() ? found : nullptr;
}

#else

const Coding* codingOf(DType /*dtype*/)
{
    return nullptr;
}

#endif

bool multipliesCodes(DType dtype)
{
    const Coding* const coding = codingOf(dtype);
    return coding != nullptr && coding->readForTiles != nullptr && TiledRows::available();
}

CodedRows codedRows(DType dtype, Index rows, const std::function<const std::byte*(Index)>& rowAt)
{
    const Coding& coding = *codingOf(dtype);
    const BlockShape block = blockShape(dtype);
    return {rows, rowAt, coding.readForTiles, CodedRows::kColumns / block.values * block.bytes,
            coding.bias == 0};
}

} // namespace headlight

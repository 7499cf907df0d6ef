// Only the readers are compiled for AVX-512 VNNI, and they are called only on a processor that supports it.
#include "core/nn/coded_rows.h"

#include "core/base/machine.h"
#include "core/io/blocks/fields.h"
#include "core/nn/avx_numbers.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace headlight {

#if defined(__x86_64__)

namespace {

using blocks::byteAt;

HEADLIGHT_VNNI void readQ8v0(const std::byte* row, Index columns, CodedRow to)
{
    for (Index done = 0; done < columns; done += 32, row += 34, to.codes += 32) {
        const float step = halfAt(row);
        *to.steps++ = step;
        *to.minimums++ = 128.0F * step;
        for (std::size_t i = 0; i < 32; ++i)
            to.codes[i] = static_cast<std::uint8_t>(byteAt(row, 2 + i) ^ 128U); // signed, plus 128
    }
}

HEADLIGHT_VNNI void readQ4k(const std::byte* row, Index columns, CodedRow to)
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

HEADLIGHT_VNNI void readQ6k(const std::byte* row, Index columns, CodedRow to)
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

constexpr std::array kCodings{Coding{DType::kQ8v0, 32, 8, 128, readQ8v0},
                              Coding{DType::kQ4k, 32, 4, 0, readQ4k},
                              Coding{DType::kQ6k, 16, 8, 32, readQ6k}};

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
    return coding != nullptr && coding->group == kCodedGroup && TiledRows::available();
}

CodedRows codedRows(DType dtype, Index rows, const std::function<const std::byte*(Index)>& rowAt)
{
    const Coding& coding = *codingOf(dtype);
    const BlockShape block = blockShape(dtype);
    return {rows, rowAt, coding.read, CodedRows::kColumns / block.values * block.bytes, coding.bias};
}

} // namespace headlight

#include "core/io/gguf_value.h"

#include "core/io/byte_reader.h"
#include "core/io/excerpt.h"

#include <array>
#include <cstring>
#include <limits>

namespace headlight {

namespace {

struct GgufTypeFacts
{
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array<GgufTypeFacts, 13> kGgufTypes{{{"U8", 1},
                                                    {"I8", 1},
                                                    {"U16", 2},
                                                    {"I16", 2},
                                                    {"U32", 4},
                                                    {"I32", 4},
                                                    {"F32", 4},
                                                    {"BOOL", 1},
                                                    {"strings", 0},
                                                    {"lists", 0},
                                                    {"U64", 8},
                                                    {"I64", 8},
                                                    {"F64", 8}}};

template <typename T>
T numberAt(std::span<const std::byte> bytes, std::uint64_t index)
{
    T value{};
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
    return value;
}

} // namespace

std::size_t bytesOf(GgufType type)
{
    const auto number = static_cast<std::size_t>(type);
    return number < kGgufTypes.size() ? kGgufTypes.at(number).bytes : 0;
}

std::optional<std::int64_t> GgufValue::integer(std::uint64_t index) const
{
    if (index >= count)
        return std::nullopt;
    switch (type) {
    case GgufType::kU8:
        return numberAt<std::uint8_t>(bytes, index);
    case GgufType::kI8:
        return numberAt<std::int8_t>(bytes, index);
    case GgufType::kU16:
        return numberAt<std::uint16_t>(bytes, index);
    case GgufType::kI16:
        return numberAt<std::int16_t>(bytes, index);
    case GgufType::kU32:
        return numberAt<std::uint32_t>(bytes, index);
    case GgufType::kI32:
        return numberAt<std::int32_t>(bytes, index);
    case GgufType::kI64:
        return numberAt<std::int64_t>(bytes, index);
    case GgufType::kU64: {
        const auto value = numberAt<std::uint64_t>(bytes, index);
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return std::nullopt;
        return static_cast<std::int64_t>(value);
    }
    default:
        return std::nullopt;
    }
}

std::optional<double> GgufValue::real(std::uint64_t index) const
{
    if (index >= count)
        return std::nullopt;
    if (type == GgufType::kF32)
        return static_cast<double>(numberAt<float>(bytes, index));
    if (type == GgufType::kF64)
        return numberAt<double>(bytes, index);
    if (type == GgufType::kU64)
        return static_cast<double>(numberAt<std::uint64_t>(bytes, index));
    if (const auto whole = integer(index))
        return static_cast<double>(*whole);
    return std::nullopt;
}

std::optional<bool> GgufValue::flag(std::uint64_t index) const
{
    if (type != GgufType::kBool || index >= count)
        return std::nullopt;
    return numberAt<std::uint8_t>(bytes, index) != 0;
}

std::optional<std::string_view> GgufValue::text() const
{
    if (type != GgufType::kString || isList)
        return std::nullopt;
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::vector<std::string_view>> GgufValue::texts() const
{
    if (type != GgufType::kString || !isList)
        return std::nullopt;
    std::vector<std::string_view> all;
    ByteReader reader(bytes);
    while (const auto length = reader.number<std::uint64_t>())
        if (const auto one = reader.text(*length))
            all.push_back(*one);
    return all;
}

std::string GgufValue::inWords() const
{
    if (isList) {
        const auto number = static_cast<std::size_t>(type);
        const bool known = number < kGgufTypes.size();
        return "a list of " + std::to_string(count) + " "
            + (known ? std::string(kGgufTypes.at(number).name) : "values")
            + (type == GgufType::kString || type == GgufType::kArray ? "" : " numbers");
    }
    if (const auto string = text())
        return '"' + excerpt(*string) + '"';
    if (type == GgufType::kBool)
        return flag().value_or(false) ? "true" : "false";
    if (type == GgufType::kF32 || type == GgufType::kF64) {
        std::array<char, 32> shown{};
        std::snprintf(shown.data(), shown.size(), "%.9g", real().value_or(0.0));
        return shown.data();
    }
    if (const auto whole = integer())
        return std::to_string(*whole);
    return std::to_string(numberAt<std::uint64_t>(bytes, 0));
}

} // namespace headlight

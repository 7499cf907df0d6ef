#include "core/io/atomic_file.h"
#include "core/io/excerpt.h"
#include "core/io/half.h"
#include "core/io/json_file.h"
#include "core/io/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

namespace headlight {
namespace {

using nlohmann::json;

constexpr std::size_t kFloatsAtOnce = 4096; ///< floats converted at a time

bool canConvert(DType given, DType stored)
{
    return given == stored || (given == DType::kF32 && (stored == DType::kF16 || stored == DType::kBF16));
}

/// Bytes of a tensor in the file, after checking the caller's pieces.
Result<std::uint64_t> storedBytes(const TensorToWrite& tensor)
{
    const std::optional<std::int64_t> count = elementCountOf(tensor.shape);
    if (!count)
        return badArgument(excerpt(tensor.name), "the shape ", shapeText(tensor.shape), " is impossible");
    if (!canConvert(tensor.given, tensor.stored))
        return badArgument(excerpt(tensor.name), "found values of ", dtypeName(tensor.given),
                           ", which cannot be stored as ", dtypeName(tensor.stored));
    std::uint64_t given = 0;
    for (const auto piece : tensor.pieces) {
        if (piece.size() % byteSize(tensor.given) != 0)
            return badArgument(excerpt(tensor.name), "a piece of the values ends within an element");
        given += piece.size();
    }
    // Divides instead of multiplying: the element count of a hostile shape could overflow.
    if (given / byteSize(tensor.given) != static_cast<std::uint64_t>(*count))
        return badArgument(excerpt(tensor.name), "found ", given / byteSize(tensor.given),
                           " values, expected ", *count, " for the shape ", shapeText(tensor.shape));
    return static_cast<std::uint64_t>(*count) * byteSize(tensor.stored);
}

/// The place of every tensor, and the order of writing.
struct Layout
{
    std::vector<std::size_t> order;
    std::vector<std::uint64_t> begin;
    std::vector<std::uint64_t> end;
};

Result<Layout> layOut(std::span<const TensorToWrite> tensors)
{
    Layout layout;
    layout.order.resize(tensors.size());
    layout.begin.resize(tensors.size());
    layout.end.resize(tensors.size());
    std::iota(layout.order.begin(), layout.order.end(), std::size_t{0});
    std::ranges::stable_sort(layout.order, [&](std::size_t a, std::size_t b) {
        return byteSize(tensors[a].stored) > byteSize(tensors[b].stored);
    });
    std::set<std::string_view> names = {"__metadata__"};
    std::uint64_t at = 0;
    for (const std::size_t i : layout.order) {
        if (!names.insert(tensors[i].name).second)
            return badArgument(excerpt(tensors[i].name), "this name occurs twice among the tensors to write");
        ASSIGN_OR_RETURN(const auto bytes, storedBytes(tensors[i]));
        layout.begin[i] = at;
        at += bytes;
        layout.end[i] = at;
    }
    return layout;
}

/// The header's text, padded with spaces so that the data begins at a multiple of 8 bytes. Joined by hand,
/// because a tree would sort the names.
std::string headerText(std::span<const TensorToWrite> tensors, const Layout& layout,
                       const std::map<std::string, std::string>& metadata)
{
    std::string text = "{";
    if (!metadata.empty())
        text += "\"__metadata__\":" + toText(json(metadata));
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const json entry = {{"dtype", dtypeName(tensors[i].stored)},
                            {"shape", tensors[i].shape},
                            {"data_offsets", json::array({layout.begin[i], layout.end[i]})}};
        if (text.size() > 1)
            text += ',';
        text += toText(json(tensors[i].name));
        text += ':';
        text += toText(entry);
    }
    text += '}';
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return text;
}

/// Writes one piece of F32 numbers in another dtype, one block at a time.
Result<void> writeConverted(AtomicFile& file, std::span<const std::byte> piece, DType stored)
{
    std::array<float, kFloatsAtOnce> floats = {};
    std::array<std::byte, kFloatsAtOnce* 2> halves = {};
    while (!piece.empty()) {
        const std::size_t count = std::min(kFloatsAtOnce, piece.size() / sizeof(float));
        std::memcpy(floats.data(), piece.data(), count * sizeof(float));
        if (stored == DType::kF16) {
            floatsToHalves(std::span(floats).first(count), halves.data());
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint16_t bfloat = floatToBfloat(floats[i]);
                std::memcpy(halves.data() + 2 * i, &bfloat, sizeof bfloat);
            }
        }
        RETURN_IF_ERROR(file.write(std::span<const std::byte>(halves).first(2 * count)));
        piece = piece.subspan(count * sizeof(float));
    }
    return {};
}

Result<void> writeTensor(AtomicFile& file, const TensorToWrite& tensor)
{
    for (const auto piece : tensor.pieces) {
        auto written
            = tensor.given == tensor.stored ? file.write(piece) : writeConverted(file, piece, tensor.stored);
        if (!written)
            return written;
    }
    return {};
}

template <typename T>
TensorToWrite onePiece(std::string name, std::vector<std::int64_t> shape, std::span<const T> values,
                       DType given)
{
    return {std::move(name), given, std::move(shape), given, {std::as_bytes(values)}};
}

} // namespace

TensorToWrite floatTensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values,
                          DType stored)
{
    TensorToWrite tensor = onePiece(std::move(name), std::move(shape), values, DType::kF32);
    tensor.stored = stored;
    return tensor;
}

TensorToWrite integerTensor(std::string name, std::vector<std::int64_t> shape,
                            std::span<const std::int64_t> values)
{
    return onePiece(std::move(name), std::move(shape), values, DType::kI64);
}

TensorToWrite byteTensor(std::string name, std::vector<std::int64_t> shape,
                         std::span<const std::uint8_t> values)
{
    return onePiece(std::move(name), std::move(shape), values, DType::kU8);
}

Result<void> writeSafetensors(const std::filesystem::path& path, std::span<const TensorToWrite> tensors,
                              const std::map<std::string, std::string>& metadata)
{
    ASSIGN_OR_RETURN(const auto layout, layOut(tensors));
    const std::string header = headerText(tensors, layout, metadata);
    ASSIGN_OR_RETURN(auto file, AtomicFile::create(path));
    const std::uint64_t length = header.size();
    RETURN_IF_ERROR(file.write(std::as_bytes(std::span(&length, 1))));
    RETURN_IF_ERROR(file.write(header));
    for (const std::size_t i : layout.order) {
        RETURN_IF_ERROR(writeTensor(file, tensors[i]));
    }
    return file.commit();
}

} // namespace headlight

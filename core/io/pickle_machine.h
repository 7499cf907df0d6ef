#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace headlight::pickle {

/// Values are stored in one list and refer to each other by index, so that a value that contains itself is
/// not an ownership cycle, and nothing is freed recursively.
using Ref = std::uint32_t;

/// An imported name; only a few are known.
struct Name
{
    enum class Kind { kOrderedDict, kRebuildTensor, kRebuildParameter, kStorageType } kind;
    DType dtype = DType::kF32; ///< dtype of a storage type
};

struct Tuple
{
    std::vector<Ref> items;
};

struct List
{
    std::vector<Ref> items;
};

struct Dict
{
    std::vector<std::pair<Ref, Ref>> items; ///< in the order of insertion; of equal keys the later one counts
};

struct Storage
{
    DType dtype = DType::kF32;
    std::string_view key;
    std::int64_t elements = 0;
};

/// Shape and strides are parsed only if the tensor is needed.
struct Tensor
{
    Ref storage = 0;
    std::int64_t offset = 0;
    Ref shape = 0;
    Ref strides = 0;
};

using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, Name, Tuple, List,
                           Dict, Storage, Tensor>;

/// The values of one pickle.
struct Pickle
{
    std::vector<Value> values;
    Ref root = 0;

    /// Null if the value has another type.
    template <typename T>
    const T* as(Ref ref) const
    {
        return std::get_if<T>(&values[ref]);
    }
};

/// Runs the operations of a pickle up to STOP.
Result<Pickle> runPickle(std::span<const std::byte> pickle, const std::string& file);

} // namespace headlight::pickle

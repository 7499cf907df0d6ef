#pragma once

#include "core/io/tensor.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// What a pickle's operations push and combine. For pickle_machine.cpp and pickle_reader.cpp alone.
namespace headlight::pickle {

/// Values lie in one list and name each other by their place in it, so that a value that contains
/// itself is no cycle of owners and nothing is ever freed recursively.
using Ref = std::uint32_t;

/// A name that was imported: the few that are known.
struct Name
{
    enum class Kind { kOrderedDict, kRebuildTensor, kRebuildParameter, kStorageType } kind;
    DType dtype = DType::kF32; ///< of a storage type
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
    std::vector<std::pair<Ref, Ref>> items; ///< in the order of insertion; a later equal key counts
};

struct Storage
{
    DType dtype = DType::kF32;
    std::string_view key;
    std::int64_t elements = 0;
};

/// Shape and strides stay where they are until the tensor turns out to be wanted.
struct Tensor
{
    Ref storage = 0;
    std::int64_t offset = 0;
    Ref shape = 0;
    Ref strides = 0;
};

using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, Name, Tuple, List,
                           Dict, Storage, Tensor>;

} // namespace headlight::pickle

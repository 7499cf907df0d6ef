#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// A tensor as described in a pickle of torch.save: a window into a storage next to the pickle. Not yet
/// checked against that storage.
struct PickledTensor
{
    DType dtype = DType::kF32;
    std::string storageKey; ///< name of the storage in the archive
    std::int64_t storageElements = 0;
    std::int64_t offset = 0; ///< in elements
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides; ///< in elements, one per dimension
};

using PickledTensors = std::vector<std::pair<std::string, PickledTensor>>;

/// Interprets a pickle (protocol 2 to 5) that holds a dictionary of tensors, in its order; other entries are
/// ignored. If it holds no tensors itself but a dictionary `state_dict`, `model_state_dict` or `model`, that
/// one is read.
///
/// A pickle is a program. This reader is closed: it supports the operations that build dictionaries, lists,
/// tuples, numbers and strings, and the few names with which torch describes tensors. It calls nothing,
/// imports nothing, and rejects every other operation or name, naming it (kUnsupported). Time and memory are
/// bounded by the length of the pickle and by a fixed number of operations. `file` is the name in messages.
Result<PickledTensors> readPickledTensors(std::span<const std::byte> pickle, const std::string& file);

/// The same for any object of tensors and texts, as people save results.
struct PickledResults
{
    /// A tensor in a list or tuple has its index after a dot: "attentions.0", or "0" in an outermost list;
    /// the keys of dictionaries may be numbers, or tuples of them ("0.3"). The whole object is "".
    PickledTensors tensors;
    std::map<std::string, std::vector<std::string>, std::less<>> texts; ///< lists of texts by name
    std::vector<std::string> leftOut; ///< names of dictionaries with keys of another kind
};
Result<PickledResults> readPickledResults(std::span<const std::byte> pickle, const std::string& file);

} // namespace headlight

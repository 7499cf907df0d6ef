#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headlight {

/// What a file of another program holds, by the names that it gives: arrays, and lists of texts. A list that
/// has no name is "attentions".
struct NamedArrays
{
    std::filesystem::path path;
    std::map<std::string, TensorView, std::less<>> arrays;
    /// Under "tokens" and "target_tokens"; a list of lists is that of a batch.
    std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> tokens;
};

/// Reads .npy, .npz, .pt (torch.save's zip form), .safetensors and JSON; which one is told by the first
/// bytes, not by the name. Everything is checked against the size of the file.
Result<NamedArrays> readNamedArrays(const std::filesystem::path& path);

/// JSON {"tokens": […], "attentions": [layers][heads][queries][keys]}, also with "encoder_attentions",
/// "decoder_attentions", "cross_attentions" and "target_tokens"; or the nested list alone. An array for each
/// layer, "attentions.0"; null and NaN are no number. The error names the list that is longer or shorter
/// than its neighbours.
Result<NamedArrays> readJsonArrays(const std::filesystem::path& path);

/// Tokens from a file: a JSON list (of lists: a batch), an object with "tokens" and "target_tokens", or a
/// text with a token on each line. `arrays` takes them under `name`, and "target_tokens" of an object.
Result<void> readTokenFile(const std::filesystem::path& path, const std::string& name, NamedArrays& arrays);

} // namespace headlight

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/tensor.h"
#include "core/trace/site.h"
#include "core/tracefile/tensors.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The contents of another program's file, by name: arrays, and lists of texts. A list without a name is
/// "attentions".
struct NamedArrays
{
    std::filesystem::path path;
    std::map<std::string, TensorView, std::less<>> arrays;
    /// Under "tokens" and "target_tokens"; one list per sentence of a batch.
    std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> tokens;
    /// The heads of the layers' arrays, in their order, if the file names them; empty = all from 0 on.
    std::vector<HeadRef> heads;
    std::string combined; ///< "mean of decoder.0.self.1, …" if the only map is that of several heads
    std::vector<std::string> leftOut; ///< entries that could not be read as arrays
};

/// The name of a sub-layer's maps: "encoder_attentions", "decoder_attentions" or "cross_attentions".
const char* attentionsName(const LayerRef& layer);

/// Takes a list of heads if it is one: "heads", "mean_of" or "max_of" (core/tracefile/map_export.h).
bool takeHeads(std::string_view name, const std::vector<std::string>& addresses, NamedArrays& arrays);

/// Reads .npy, .npz, .pt (torch.save's zip form), .safetensors and JSON, recognised by the first bytes, not
/// by the name. Everything is checked against the size of the file.
Result<NamedArrays> readNamedArrays(const std::filesystem::path& path);

/// JSON {"tokens": […], "attentions": [layers][heads][queries][keys]}, also with "encoder_attentions",
/// "decoder_attentions", "cross_attentions", "target_tokens" and arrays of any other name, in lists or in
/// objects with the layers' numbers; or only the nested list. Each layer becomes one array, "attentions.0",
/// and each layer of a step of generate() too, "attentions.3.0"; null becomes NaN, "inf" and "-inf" the
/// infinities. The error names the list that is longer or shorter than its neighbours.
Result<NamedArrays> readJsonArrays(const std::filesystem::path& path);

/// Maps of another kind than weights, such as scores, are no trace. `path` is named in the message.
Result<void> checkMapKind(const std::filesystem::path& path, std::string_view word);

/// Tokens from a JSON list of texts (or of lists, one per sentence of a batch), stored under `name`. Errors
/// name arrays.path and `name`.
Result<void> readTokenText(std::string_view list, const std::string& name, NamedArrays& arrays);

/// Tokens from a file: a JSON list (of lists: a batch), an object with "tokens" and "target_tokens", or a
/// text with one token per line. Stored in `arrays` under `name`, and "target_tokens" if an object has them.
Result<void> readTokenFile(const std::filesystem::path& path, const std::string& name, NamedArrays& arrays);

/// Gives the arrays of another program the names and shapes of a trace.
///
/// One layer is [heads, queries, keys], with a leading axis of 1 (dropped) or of a batch, or a plain matrix
/// [queries, keys]; an array without a number in its name holds one layer, or all of them along a first axis.
/// Layers keep their numbers. Lists of lists are the steps of generate(), whose rows are put below each
/// other; arrays of single heads are put together. Attention without a stated stack is the decoder's if no
/// query attends to a later key, otherwise the encoder's; it is cross-attention if the numbers of keys and
/// queries differ. Padding before the words (told by an attention mask, the lists of tokens, or rows that are
/// the same for all keys) goes behind them, with a warning. TransformerLens' queries and keys without its
/// pattern are assumed to be causal, with a warning. Arrays that are not part of a trace, among them masks
/// and arrays of any name whose numbers are no weights, are left out with a warning; two arrays for one place
/// are an error. Heads that a file names keep their numbers; the other heads of the layer get rows of zeros,
/// with a warning. kBadFile names the array, the shape found, and what was expected.
Result<TraceTensors> importArrays(const NamedArrays& arrays, const Job& job);

} // namespace headlight

#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a file says of its maps.
struct MapFacts
{
    std::string numbers = {}; ///< such as "difference of weights"; empty = those of the kind
    /// The heads of which the only map is the mean or the largest; without any, each map is of its own head.
    std::vector<HeadRef> combined = {};
    std::string_view how = {}; ///< "mean" or "max"
    std::string command = {}; ///< that makes the file again; may be empty
};

/// Maps in formats for other programs; core/tracefile/trace_file.h reads them back. Leaves out maps without
/// the kind. Empty if nothing is left, or if it does not fit in the format.

/// [queries, keys] for one map, otherwise [maps, queries, keys] of maps that are all as large.
std::string mapsAsNpy(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& facts = {});
/// The heads of each layer as [heads, queries, keys] under "encoder_attentions.0", "decoder_attentions.0" or
/// "cross_attentions.0", with "tokens" and, if there are two sequences, "target_tokens". "heads" lists the
/// heads layer by layer, as in JSON; of combined heads, "mean_of" or "max_of" lists them instead, and the map
/// is that of layer 0. "map" says what the numbers are, unless weights, "command" how they were made.
/// "special_tokens_mask" is 1 at special tokens, "attention_mask" is 0 at padding, if there are any; those of
/// the target begin with "target_" and "decoder_".
std::string mapsAsNpz(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& facts = {});
/// {"tokens": […], "heads": ["decoder.0.self.0", …], "decoder_attentions": [layers][heads][queries][keys]};
/// NaN is written as null, an infinity as "inf" or "-inf". A map of another kind than weights says so: "map":
/// "scores".
std::string mapsAsJson(std::span<const AttentionMap> maps, MapKind kind, const MapFacts& facts = {});

/// One matrix; `name` is its name in an archive or object.
std::string matrixAsNpy(const Matrix& matrix, const std::string& name);
std::string matrixAsNpz(const Matrix& matrix, const std::string& name);
std::string matrixAsJson(const Matrix& matrix, const std::string& name);

} // namespace headlight

#pragma once

#include "core/math/matrix.h"
#include "core/trace/attention_map.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Maps in formats for other programs; core/tracefile/trace_file.h reads them back. Leaves out maps without
/// the kind and maps whose queries and keys differ from those of the first one. Empty if nothing is left, or
/// if it is too large for the format.

/// The heads of which the only map is the mean or the largest; without any, each map is of its own head.
struct CombinedHeads
{
    std::string_view how; ///< "mean" or "max"
    std::vector<HeadRef> heads;
};

/// [queries, keys] for one map, otherwise [maps, queries, keys].
std::string mapsAsNpy(std::span<const AttentionMap> maps, MapKind kind, const CombinedHeads& combined = {});
/// The heads of each layer as [heads, queries, keys] under "encoder_attentions.0", "decoder_attentions.0" or
/// "cross_attentions.0", with "tokens" and, for cross-attention, "target_tokens". "heads" lists the heads
/// layer by layer, as in JSON; of combined heads, "mean_of" or "max_of" lists them instead, and the map is
/// that of layer 0. "map" says which kind it is, unless weights.
std::string mapsAsNpz(std::span<const AttentionMap> maps, MapKind kind, const CombinedHeads& combined = {});
/// {"tokens": […], "heads": ["decoder.0.self.0", …], "decoder_attentions": [layers][heads][queries][keys]};
/// NaN is written as null, an infinity as "inf" or "-inf". A map of another kind than weights says so: "map":
/// "scores".
std::string mapsAsJson(std::span<const AttentionMap> maps, MapKind kind, const CombinedHeads& combined = {});

/// One matrix; `name` is its name in an archive or object.
std::string matrixAsNpy(const Matrix& matrix, const std::string& name);
std::string matrixAsNpz(const Matrix& matrix, const std::string& name);
std::string matrixAsJson(const Matrix& matrix, const std::string& name);

} // namespace headlight

#pragma once

#include "core/model/families/family.h"

#include <string>

namespace headlight {

/// The queries, then the keys, then as many values of one fused projection. Nothing is copied.
void splitProjection(const Linear& fused, Index queries, Index keys, AttentionWeights& weights);

/// Queries, keys and values of one fused projection NAME.weight whose output rows are ordered by group: the
/// queries of a key/value head's group, its key, its value (GPT-NeoX, BLOOM, Falcon, GPT-BigCode). With as
/// many key/value heads as heads this is [head, (q|k|v), headWidth]; with one it is all queries, the key, the
/// value.
void bindGroupedProjection(Binder& binder, const std::string& name, const AttentionSpec& spec, Index width,
                           bool bias, AttentionWeights& weights);

} // namespace headlight

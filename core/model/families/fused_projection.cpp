#include "core/model/families/fused_projection.h"

#include <vector>

namespace headlight {

void splitProjection(const Linear& fused, Index queries, Index keys, AttentionWeights& weights)
{
    weights.query = Binder::part(fused, 0, queries);
    weights.key = Binder::part(fused, queries, keys);
    weights.value = Binder::part(fused, queries + keys, keys);
}

void bindGroupedProjection(Binder& binder, const std::string& name, const AttentionSpec& spec, Index width,
                           bool bias, AttentionWeights& weights)
{
    const Index each = spec.headWidth;
    const Index groups = spec.kvHeads;
    const Index perGroup = spec.heads / groups;
    const Linear fused = binder.linear(name, (spec.heads + 2 * groups) * each, width, Binder::biasIf(bias));
    if (groups == 1) { // contiguous
        splitProjection(fused, spec.heads * each, each, weights);
        return;
    }
    const auto rows = [&](Index first, Index count) {
        std::vector<Index> all;
        for (Index group = 0; group < groups; ++group)
            for (Index i = 0; i < count * each; ++i)
                all.push_back((group * (perGroup + 2) + first) * each + i);
        return all;
    };
    weights.query = Binder::gather(fused, rows(0, perGroup));
    weights.key = Binder::gather(fused, rows(perGroup, 1));
    weights.value = Binder::gather(fused, rows(perGroup + 1, 1));
}

} // namespace headlight

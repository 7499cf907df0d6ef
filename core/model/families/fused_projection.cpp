#include "core/model/families/fused_projection.h"

#include <utility>
#include <vector>

namespace headlight {

void bindGroupedProjection(Binder& binder, const std::string& name, const AttentionSpec& spec, Index width,
                           bool bias, AttentionWeights& weights)
{
    const Index each = spec.headWidth;
    const Index groups = spec.kvHeads;
    const Index perGroup = spec.heads / groups;
    const Linear fused = binder.linear(name, (spec.heads + 2 * groups) * each, width,
                                       bias ? Binder::Bias::kRequired : Binder::Bias::kNone);
    if (groups == 1) { // contiguous: nothing is copied
        weights.query = Binder::part(fused, 0, spec.heads * each);
        weights.key = Binder::part(fused, spec.heads * each, each);
        weights.value = Binder::part(fused, (spec.heads + 1) * each, each);
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

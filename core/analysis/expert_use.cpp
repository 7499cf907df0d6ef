#include "core/analysis/expert_use.h"

#include <algorithm>

namespace headlight {

int ExpertUse::rank(Index token, int expert) const
{
    if (token < 0 || token >= chosen.rows())
        return -1;
    for (Index place = 0; place < chosen.cols(); ++place)
        if (chosen(token, place) == expert)
            return static_cast<int>(place);
    return -1;
}

ExpertUse expertUse(const Trace& trace, StackKind stack, int layer)
{
    ExpertUse use;
    if (trace.isNull() || trace.info().stack(stack) == nullptr)
        return use;
    use.probabilities = trace.router(stack, layer);
    use.chosen = trace.experts(stack, layer);
    use.perToken = static_cast<int>(use.chosen.cols());
    const int known
        = std::max(trace.info().stack(stack)->expertsOf(layer), static_cast<int>(use.probabilities.cols()));
    use.load.assign(static_cast<std::size_t>(known), 0);
    const auto& tokens = trace.tokens(stack);
    for (Index row = 0; row < use.chosen.rows(); ++row) {
        const auto index = static_cast<std::size_t>(row);
        if (index < tokens.size() && tokens[index].padding)
            continue;
        ++use.tokens;
        for (Index place = 0; place < use.chosen.cols(); ++place)
            if (const int expert = use.chosen(row, place); expert >= 0 && expert < known)
                ++use.load[static_cast<std::size_t>(expert)];
    }
    return use;
}

std::vector<int> expertLayers(const TraceInfo& info, StackKind stack)
{
    std::vector<int> layers;
    const StackShape* const shape = info.stack(stack);
    for (int layer = 0; shape != nullptr && layer < shape->layers; ++layer)
        if (shape->expertsOf(layer) > 0)
            layers.push_back(layer);
    return layers;
}

} // namespace headlight

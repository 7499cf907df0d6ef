#include "ui/views/compare/changed_head.h"

#include "core/analysis/map_comparison.h"

namespace headlight {

std::optional<ChangedHead> mostChangedHead(const Trace& a, const Trace& b, MapKind kind,
                                           const std::stop_token& stop)
{
    std::optional<ChangedHead> most;
    for (const LayerRef& layer : b.info().layers()) {
        for (int i = 0; i < b.info().heads(layer.stack); ++i) {
            if (stop.stop_requested())
                return std::nullopt;
            const HeadRef head{layer.stack, layer.layer, layer.kind, i};
            const MapComparison comparison
                = compareMaps(a.attention(head), b.attention(head), kind, TokenMatch::kExact);
            const double mean = comparison.isNull() ? 0 : comparison.summary(0, stop).mean;
            if (mean > 0 && (!most || mean > most->mean))
                most = ChangedHead{head, mean};
        }
    }
    return most;
}

} // namespace headlight

#include "ui/models/shown_maps.h"

namespace headlight {

ShownMaps shownMaps(const Trace& trace, const std::vector<HeadRef>& heads, const MapOptions& options)
{
    ShownMaps shown;
    if (trace.isNull())
        return shown;
    const bool together = options.heads != HeadsTogether::kBeside && heads.size() > 1;
    std::vector<AttentionMap> plain;
    for (const HeadRef& head : heads) {
        const AttentionMap map = trace.attention(head);
        if (map.isNull()) {
            ++shown.missing;
            continue;
        }
        const bool unlike = together && !plain.empty()
            && (map.head().stack != plain.front().head().stack
                || map.head().kind != plain.front().head().kind);
        if (unlike) {
            ++shown.unlike;
            continue;
        }
        plain.push_back(map);
        shown.heads.push_back(head);
    }
    if (together && plain.size() > 1)
        plain = {combined(plain, options.heads)};
    for (const AttentionMap& map : plain)
        shown.maps.push_back(transformed(map, options.transform));
    return shown;
}

} // namespace headlight

#include "core/trace/trace_info.h"

#include "core/base/concat.h"
#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace headlight {

const StackShape* TraceInfo::stack(StackKind kind) const
{
    const auto& shape = kind == StackKind::kEncoder ? encoder : decoder;
    return shape ? &*shape : nullptr;
}

const ScoreRule& TraceInfo::scoreRule(const LayerRef& layer) const
{
    static const ScoreRule plain;
    const auto& rules = layer.kind == AttentionKind::kCross ? decoderCross
        : layer.stack == StackKind::kEncoder                ? encoderSelf
                                                            : decoderSelf;
    const auto index = static_cast<std::size_t>(layer.layer);
    return index < rules.size() ? rules[index] : plain;
}

const ScoreRule& TraceInfo::scoreRule(const HeadRef& head) const
{
    const auto edited = editedRules.find(head);
    return edited == editedRules.end() ? scoreRule(head.layerRef()) : edited->second;
}

std::vector<LayerRef> TraceInfo::layers() const
{
    std::vector<LayerRef> all;
    for (const auto& [kind, attention] : {std::pair{StackKind::kEncoder, AttentionKind::kSelf},
                                          {StackKind::kDecoder, AttentionKind::kSelf},
                                          {StackKind::kDecoder, AttentionKind::kCross}}) {
        const StackShape* const shape = stack(kind);
        const bool has = shape != nullptr && (attention == AttentionKind::kSelf || shape->cross);
        for (int layer = 0; has && layer < shape->layers; ++layer)
            all.push_back({kind, layer, attention});
    }
    return all;
}

int TraceInfo::heads(StackKind kind) const
{
    const StackShape* shape = stack(kind);
    return shape ? shape->heads : 0;
}

std::vector<HeadRef> TraceInfo::headsOf(const HeadPattern& where) const
{
    std::vector<HeadRef> all;
    for (const LayerRef& layer : layers())
        for (int head = 0; head < heads(layer.stack); ++head)
            if (const HeadRef ref{layer.stack, layer.layer, layer.kind, head}; where.matches(ref))
                all.push_back(ref);
    return all;
}

std::vector<LayerRef> TraceInfo::layersOf(const HeadPattern& where) const
{
    std::vector<LayerRef> all;
    for (const HeadRef& head : headsOf(where))
        if (all.empty() || all.back() != head.layerRef())
            all.push_back(head.layerRef());
    return all;
}

Result<void> TraceInfo::checkRanges(const HeadPattern& where, std::optional<Site> patched) const
{
    const bool ofStream = patched && isOfStream(*patched) && *patched != Site::kOutput;
    int layers = 0, heads = 0;
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackShape* const shape = stack(kind);
        if (shape == nullptr || (!where.anyStack && where.stack != kind)
            || (!ofStream && !where.anyKind && where.kind == AttentionKind::kCross && !shape->cross))
            continue;
        layers = std::max(layers, shape->layers + (patched == Site::kResidual ? 1 : 0));
        heads = std::max(heads, shape->heads);
    }
    const auto check = [&where](const char* what, const HeadPattern::Range& range, int count) {
        return count == 0 || range.last < count
            ? Result<void>()
            : badArgument({}, "found ", toString(where), ", expected ", what, " from 0 to ", count - 1);
    };
    RETURN_IF_ERROR(check("layers", where.layers, layers));
    return ofStream ? Result<void>() : check("heads", where.heads, heads);
}

Result<void> TraceInfo::checkHeads(const HeadPattern& where) const
{
    if (headsOf(where).empty())
        return badArgument({}, toString(where), " matches no head of this model, which has ", shapeInWords());
    return checkRanges(where);
}

std::string TraceInfo::shapeInWords() const
{
    std::string text;
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder})
        if (const StackShape* const shape = stack(kind); shape != nullptr)
            text += concat(text.empty() ? "" : ", ", stackName(kind), " ", shape->layers, " layers × ",
                           shape->heads, " heads");
    return text;
}

std::vector<LayerRef> TraceInfo::rowsOf(Site site, const HeadPattern& where) const
{
    if (site == Site::kOutput)
        return layersOf(where);
    std::vector<LayerRef> all;
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackShape* const shape = stack(kind);
        const int count = shape == nullptr ? 0 : shape->layers + (site == Site::kResidual ? 1 : 0);
        for (int layer = 0; layer < count; ++layer)
            if ((where.anyStack || where.stack == kind) && where.layers.contains(layer))
                all.push_back({kind, layer, AttentionKind::kSelf});
    }
    return all;
}

} // namespace headlight

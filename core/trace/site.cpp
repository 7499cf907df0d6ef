#include "core/trace/site.h"
#include "core/base/text_list.h"

#include <array>
#include <utility>

namespace headlight {

namespace {

constexpr std::array<SiteFacts, kSiteCount> kSites{{
    {"embeddings", SiteOwner::kStack},
    {"positions", SiteOwner::kStack},
    {"segments", SiteOwner::kStack},
    {"q", SiteOwner::kHeads},
    {"k", SiteOwner::kHeads, true},
    {"v", SiteOwner::kHeads, true},
    {"scores", SiteOwner::kHeads, false, true},
    {"bias", SiteOwner::kHeads, false, true},
    {"mask", SiteOwner::kHeads, false, true},
    {"weights", SiteOwner::kHeads, false, true},
    {"head_output", SiteOwner::kHeads},
    {"residual", SiteOwner::kStream},
    {"final", SiteOwner::kStack},
    {"logits", SiteOwner::kModel},
    {"output", SiteOwner::kSubLayer},
    {"ff_output", SiteOwner::kLayer},
    {"router", SiteOwner::kLayer},
    {"experts", SiteOwner::kLayer},
    {"ff_hidden", SiteOwner::kLayer},
    {"norms", SiteOwner::kNorm},
    {"residual_middle", SiteOwner::kLayer},
}};

struct NormName
{
    NormSite site;
    std::string_view name;
    bool ofLayer;
};
constexpr std::array kNormNames{NormName{NormSite::kEmbedding, "embedding_norm", false},
                                NormName{NormSite::kSelf, "self_norm", true},
                                NormName{NormSite::kCross, "cross_norm", true},
                                NormName{NormSite::kFeedForward, "ff_norm", true},
                                NormName{NormSite::kSelfPost, "self_post_norm", true},
                                NormName{NormSite::kFeedForwardPost, "ff_post_norm", true},
                                NormName{NormSite::kFinal, "final_norm", false},
                                NormName{NormSite::kQuery, "query_norm", true},
                                NormName{NormSite::kKey, "key_norm", true},
                                NormName{NormSite::kHead, "head_norm", false}};

Error badPattern(std::string_view text, const std::string& why)
{
    return badArgument(std::string(text), why,
                       "; expected STACK.LAYER.KIND.HEAD such as encoder.0.self.3, decoder.*.cross.0-2");
}

using FourParts = std::array<std::string_view, 4>;

/// Splits a pattern at its dots.
Result<FourParts> fourParts(std::string_view text)
{
    const std::vector<std::string_view> parts = split(text, '.');
    if (parts.size() != 4)
        return badPattern(text, concat("found ", parts.size() > 4 ? "more" : "fewer", " than four parts"));
    return FourParts{parts[0], parts[1], parts[2], parts[3]};
}

/// part: "*", "3" or "2-5".
Result<void> takeRange(std::string_view text, const std::string& what, std::string_view part,
                       HeadPattern::Range& range)
{
    const auto ends = part == "*" ? std::optional(std::pair{0, -1}) : parseRange<int>(part);
    if (!ends)
        return badPattern(
            text,
            concat("found the ", what, " \"", part, "\", expected a number, a range such as 2-5, or *"));
    range = {ends->first, ends->second};
    return {};
}

/// pattern: of heads or of experts; "*" leaves the stack that it has.
Result<void> takeStack(std::string_view text, std::string_view part, auto& pattern)
{
    const auto stack = fromWord<StackKind>(part);
    pattern.anyStack = part == "*";
    pattern.stack = stack.value_or(pattern.stack);
    if (stack || pattern.anyStack)
        return {};
    return badPattern(text, concat("found the stack \"", part, "\", expected encoder, decoder or *"));
}

std::string toString(const HeadPattern::Range& range)
{
    if (range.last < 0)
        return range.first == 0 ? "*" : concat(range.first, "-*");
    if (range.first == range.last)
        return std::to_string(range.first);
    return concat(range.first, "-", range.last);
}

} // namespace

std::string_view kindName(AttentionKind kind)
{
    return kind == AttentionKind::kSelf ? "self" : "cross";
}

const SiteFacts& factsOf(Site site)
{
    return kSites.at(static_cast<std::size_t>(site));
}

std::string toString(const LayerRef& layer)
{
    return concat(stackName(layer.stack), ".", layer.layer, ".", kindName(layer.kind));
}

std::string toString(const HeadRef& head)
{
    return concat(toString(head.layerRef()), ".", head.head);
}

std::string toString(const NormRef& norm)
{
    const NormName& known = kNormNames[static_cast<std::size_t>(norm.site)];
    std::string text(stackName(norm.stack));
    if (known.ofLayer)
        text += concat(".", norm.layer);
    return concat(text, ".", known.name);
}

std::optional<NormRef> normFromName(std::string_view name)
{
    constexpr int kMostLayers = 4096;
    const std::size_t first = name.find('.');
    const std::size_t last = name.rfind('.');
    if (first == std::string_view::npos)
        return std::nullopt;
    NormRef norm{.stack = name.substr(0, first) == "decoder" ? StackKind::kDecoder : StackKind::kEncoder};
    if (name.substr(0, first) != stackName(norm.stack))
        return std::nullopt;
    for (const NormName& known : kNormNames) {
        if (known.name != name.substr(last + 1) || known.ofLayer != (first != last))
            continue;
        norm.site = known.site;
        if (!known.ofLayer)
            return norm;
        const std::string_view number = name.substr(first + 1, last - first - 1);
        norm.layer = parseNumber<int>(number).value_or(-1);
        return norm.layer >= 0 && norm.layer < kMostLayers ? std::optional(norm) : std::nullopt;
    }
    return std::nullopt;
}

Result<Site> siteFromName(std::string_view name)
{
    for (std::size_t i = 0; i < kSites.size(); ++i)
        if (kSites[i].name == name)
            return static_cast<Site>(i);
    return badArgument(std::string(name), "no quantity of that name; known are ",
                       joined(kSites, ", ", &SiteFacts::name));
}

std::string tensorName(Site site, const LayerRef& layer)
{
    const std::string name(siteName(site));
    const std::string stack = concat(stackName(layer.stack), ".");
    switch (factsOf(site).owner) {
    case SiteOwner::kModel:
        return name;
    case SiteOwner::kStack:
        return stack + name;
    case SiteOwner::kStream:
        return concat(stack, name, ".", layer.layer);
    case SiteOwner::kLayer:
        return concat(stack, layer.layer, ".", name);
    default:
        return toString(layer) + "." + name;
    }
}

bool HeadPattern::matches(const HeadRef& head) const
{
    return (anyStack || stack == head.stack) && layers.contains(head.layer) && (anyKind || kind == head.kind)
        && heads.contains(head.head);
}

bool ExpertPattern::matches(const ExpertRef& expert) const
{
    return (anyStack || stack == expert.stack) && layers.contains(expert.layer)
        && experts.contains(expert.expert);
}

bool namesExperts(std::string_view text)
{
    return text.find(".expert.") != std::string_view::npos;
}

Result<ExpertPattern> parseExpertPattern(std::string_view text)
{
    ASSIGN_OR_RETURN(const auto parts, fourParts(text));
    const auto [stack, layer, kind, expert] = parts;
    ExpertPattern pattern;
    RETURN_IF_ERROR(takeStack(text, stack, pattern));
    if (kind != "expert")
        return badPattern(text, concat("found \"", kind, "\", expected expert"));
    RETURN_IF_ERROR(takeRange(text, "layer", layer, pattern.layers));
    RETURN_IF_ERROR(takeRange(text, "expert", expert, pattern.experts));
    return pattern;
}

ExpertPattern patternOf(const ExpertRef& expert)
{
    return {false, expert.stack, {expert.layer, expert.layer}, {expert.expert, expert.expert}};
}

std::string toString(const ExpertPattern& pattern)
{
    return (pattern.anyStack ? "*" : std::string(stackName(pattern.stack))) + "." + toString(pattern.layers)
        + ".expert." + toString(pattern.experts);
}

Result<HeadPattern> parseHeadPattern(std::string_view text)
{
    ASSIGN_OR_RETURN(const auto parts, fourParts(text));
    const auto [stack, layer, kind, head] = parts;
    HeadPattern pattern;
    RETURN_IF_ERROR(takeStack(text, stack, pattern));
    pattern.anyKind = kind == "*";
    pattern.kind = kind == "cross" ? AttentionKind::kCross : AttentionKind::kSelf;
    if (!pattern.anyKind && kind != kindName(pattern.kind))
        return badPattern(text, concat("found the kind \"", kind, "\", expected self, cross or *"));
    RETURN_IF_ERROR(takeRange(text, "layer", layer, pattern.layers));
    RETURN_IF_ERROR(takeRange(text, "head", head, pattern.heads));
    return pattern;
}

HeadPattern patternOf(const HeadRef& head)
{
    return {.stack = head.stack,
            .layers = {head.layer, head.layer},
            .kind = head.kind,
            .heads = {head.head, head.head}};
}

std::optional<HeadRef> onlyHead(const HeadPattern& pattern)
{
    const HeadRef one{pattern.stack, pattern.layers.first, pattern.kind, pattern.heads.first};
    return patternOf(one) == pattern ? std::optional(one) : std::nullopt;
}

std::string toString(const HeadPattern& pattern)
{
    return (pattern.anyStack ? "*" : std::string(stackName(pattern.stack))) + "." + toString(pattern.layers)
        + "." + (pattern.anyKind ? "*" : std::string(kindName(pattern.kind))) + "." + toString(pattern.heads);
}

} // namespace headlight

#include "core/trace/site.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr std::array<std::string_view, kSiteCount> kSiteNames
    = {"embeddings", "positions", "segments", "q",           "k",         "v",     "scores",
       "bias",       "mask",      "weights",  "head_output", "residual",  "final", "logits",
       "output",     "ff_output", "router",   "experts",     "ff_hidden", "norms"};

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
    return badArgument(
        std::string(text),
        why + "; expected STACK.LAYER.KIND.HEAD such as encoder.0.self.3, decoder.*.cross.0-2");
}

/// "*", "3" or "2-5".
bool parseRange(std::string_view text, HeadPattern::Range& range)
{
    if (text == "*") {
        range = {0, -1};
        return true;
    }
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, range.first);
    if (first.ec != std::errc{} || range.first < 0)
        return false;
    range.last = range.first;
    if (first.ptr == end)
        return true;
    if (*first.ptr != '-')
        return false;
    const auto last = std::from_chars(first.ptr + 1, end, range.last);
    return last.ec == std::errc{} && last.ptr == end && range.last >= range.first;
}

using FourParts = std::array<std::string_view, 4>;

/// Splits a pattern at its dots.
Result<FourParts> fourParts(std::string_view text)
{
    FourParts parts;
    std::string_view rest = text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t dot = rest.find('.');
        const bool lastPart = i + 1 == parts.size();
        if ((dot == std::string_view::npos) != lastPart)
            return badPattern(text, "found " + std::string(lastPart ? "more" : "fewer") + " than four parts");
        parts[i] = rest.substr(0, dot);
        if (!lastPart)
            rest.remove_prefix(dot + 1);
    }
    return parts;
}

std::optional<Error> takeRange(std::string_view text, const std::string& what, std::string_view part,
                               HeadPattern::Range& range)
{
    if (parseRange(part, range))
        return std::nullopt;
    return badPattern(text,
                      "found the " + what + " \"" + std::string(part)
                          + "\", expected a number, a range such as 2-5, or *");
}

std::string toString(const HeadPattern::Range& range)
{
    if (range.last < 0)
        return range.first == 0 ? "*" : std::to_string(range.first) + "-*";
    if (range.first == range.last)
        return std::to_string(range.first);
    return std::to_string(range.first) + "-" + std::to_string(range.last);
}

} // namespace

std::string_view stackName(StackKind stack)
{
    return stack == StackKind::kEncoder ? "encoder" : "decoder";
}

std::string_view kindName(AttentionKind kind)
{
    return kind == AttentionKind::kSelf ? "self" : "cross";
}

std::string_view siteName(Site site)
{
    return kSiteNames[static_cast<std::size_t>(site)];
}

std::string toString(const LayerRef& layer)
{
    return std::string(stackName(layer.stack)) + "." + std::to_string(layer.layer) + "."
        + std::string(kindName(layer.kind));
}

std::string toString(const HeadRef& head)
{
    return toString(head.layerRef()) + "." + std::to_string(head.head);
}

std::string toString(const NormRef& norm)
{
    const NormName& known = kNormNames[static_cast<std::size_t>(norm.site)];
    std::string text(stackName(norm.stack));
    if (known.ofLayer)
        text += "." + std::to_string(norm.layer);
    return text + "." + std::string(known.name);
}

std::optional<NormRef> normFromName(std::string_view name)
{
    constexpr int kMostLayers = 4096;
    const std::size_t first = name.find('.');
    const std::size_t last = name.rfind('.');
    if (first == std::string_view::npos)
        return std::nullopt;
    NormRef norm;
    norm.stack = name.substr(0, first) == "decoder" ? StackKind::kDecoder : StackKind::kEncoder;
    if (name.substr(0, first) != stackName(norm.stack))
        return std::nullopt;
    for (const NormName& known : kNormNames) {
        if (known.name != name.substr(last + 1) || known.ofLayer != (first != last))
            continue;
        norm.site = known.site;
        if (!known.ofLayer)
            return norm;
        const std::string_view number = name.substr(first + 1, last - first - 1);
        const auto parsed = std::from_chars(number.data(), number.data() + number.size(), norm.layer);
        const bool whole = parsed.ec == std::errc{} && parsed.ptr == number.data() + number.size();
        return whole && norm.layer >= 0 && norm.layer < kMostLayers ? std::optional(norm) : std::nullopt;
    }
    return std::nullopt;
}

Result<Site> siteFromName(std::string_view name)
{
    for (std::size_t i = 0; i < kSiteNames.size(); ++i)
        if (kSiteNames[i] == name)
            return static_cast<Site>(i);
    std::string known;
    for (const std::string_view one : kSiteNames)
        known += (known.empty() ? "" : ", ") + std::string(one);
    return badArgument(std::string(name), "no quantity of that name; known are " + known);
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
    const auto parts = fourParts(text);
    if (!parts)
        return parts.error();
    const auto [stack, layer, kind, expert] = *parts;
    ExpertPattern pattern;
    pattern.anyStack = stack == "*";
    pattern.stack = stack == "encoder" ? StackKind::kEncoder : StackKind::kDecoder;
    if (!pattern.anyStack && stack != stackName(pattern.stack))
        return badPattern(text,
                          "found the stack \"" + std::string(stack) + "\", expected encoder, decoder or *");
    if (kind != "expert")
        return badPattern(text, "found \"" + std::string(kind) + "\", expected expert");
    if (auto fault = takeRange(text, "layer", layer, pattern.layers))
        return *std::move(fault);
    if (auto fault = takeRange(text, "expert", expert, pattern.experts))
        return *std::move(fault);
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
    const auto split = fourParts(text);
    if (!split)
        return split.error();
    const FourParts& parts = *split;
    HeadPattern pattern;
    pattern.anyStack = parts[0] == "*";
    pattern.stack = parts[0] == "decoder" ? StackKind::kDecoder : StackKind::kEncoder;
    if (!pattern.anyStack && parts[0] != stackName(pattern.stack))
        return badPattern(
            text, "found the stack \"" + std::string(parts[0]) + "\", expected encoder, decoder or *");
    pattern.anyKind = parts[2] == "*";
    pattern.kind = parts[2] == "cross" ? AttentionKind::kCross : AttentionKind::kSelf;
    if (!pattern.anyKind && parts[2] != kindName(pattern.kind))
        return badPattern(text,
                          "found the kind \"" + std::string(parts[2]) + "\", expected self, cross or *");
    if (auto fault = takeRange(text, "layer", parts[1], pattern.layers))
        return *std::move(fault);
    if (auto fault = takeRange(text, "head", parts[3], pattern.heads))
        return *std::move(fault);
    return pattern;
}

HeadPattern patternOf(const HeadRef& head)
{
    HeadPattern pattern;
    pattern.stack = head.stack;
    pattern.layers = {head.layer, head.layer};
    pattern.kind = head.kind;
    pattern.heads = {head.head, head.head};
    return pattern;
}

std::string toString(const HeadPattern& pattern)
{
    return (pattern.anyStack ? "*" : std::string(stackName(pattern.stack))) + "." + toString(pattern.layers)
        + "." + (pattern.anyKind ? "*" : std::string(kindName(pattern.kind))) + "." + toString(pattern.heads);
}

} // namespace headlight

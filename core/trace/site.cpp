#include "core/trace/site.h"

#include <array>
#include <charconv>

namespace headlight {

namespace {

constexpr std::array<std::string_view, kSiteCount> kSiteNames
    = {"embeddings", "positions", "segments",    "q",        "k",     "v",      "scores", "bias",
       "mask",       "weights",   "head_output", "residual", "final", "logits", "output", "ff_output"};

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

Result<HeadPattern> parseHeadPattern(std::string_view text)
{
    std::array<std::string_view, 4> parts;
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
    if (!parseRange(parts[1], pattern.layers))
        return badPattern(text,
                          "found the layer \"" + std::string(parts[1])
                              + "\", expected a number, a range such as 2-5, or *");
    if (!parseRange(parts[3], pattern.heads))
        return badPattern(text,
                          "found the head \"" + std::string(parts[3])
                              + "\", expected a number, a range such as 2-5, or *");
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

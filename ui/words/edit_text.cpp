#include "ui/words/edit_text.h"

#include "ui/words/head_name.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace headlight {

QString tokenWords(const Trace& trace, StackKind stack, Index token)
{
    const auto index = static_cast<std::size_t>(token);
    if (trace.isNull() || index >= trace.tokens(stack).size())
        return QString::number(token);
    return WhatIf::tr("%1 (%2)").arg(quotedToken(trace.tokens(stack)[index])).arg(token);
}

QString rangeWords(const Trace& trace, StackKind stack, Index begin, Index end)
{
    if (end < 0)
        return begin == 0 ? WhatIf::tr("every token")
                          : WhatIf::tr("every token from %1 on").arg(tokenWords(trace, stack, begin));
    if (end == begin + 1)
        return tokenWords(trace, stack, begin);
    return WhatIf::tr("%1 to %2").arg(tokenWords(trace, stack, begin), tokenWords(trace, stack, end - 1));
}

namespace {

QString rangeOfNumbers(const HeadPattern::Range& range)
{
    return range.first == range.last ? QString::number(range.first)
                                     : WhatIf::tr("%1–%2").arg(range.first).arg(range.last);
}

bool isEvery(const HeadPattern::Range& range)
{
    return range.first == 0 && range.last < 0;
}

} // namespace

QString patternWords(const HeadPattern& where)
{
    if (where.anyStack && where.anyKind && isEvery(where.layers) && isEvery(where.heads))
        return WhatIf::tr("All heads");
    if (where.anyStack || where.anyKind)
        return QString::fromStdString(toString(where));
    if (isEvery(where.layers) && isEvery(where.heads))
        return WhatIf::tr("%1, all heads").arg(attentionName(where.stack, where.kind));
    QString layers = WhatIf::tr("%1, all layers").arg(attentionName(where.stack, where.kind));
    if (where.layers.first == where.layers.last)
        layers = layerName({where.stack, where.layers.first, where.kind});
    else if (!isEvery(where.layers))
        layers = WhatIf::tr("%1, layers %2")
                     .arg(attentionName(where.stack, where.kind), rangeOfNumbers(where.layers));
    if (isEvery(where.heads))
        return WhatIf::tr("%1 · all heads").arg(layers);
    return WhatIf::tr("%1 · head %2").arg(layers, rangeOfNumbers(where.heads));
}

QString referenceWords(const ReferenceInput& reference)
{
    if (reference.own())
        return WhatIf::tr("this input without edits");
    if (!reference.ids.empty())
        return WhatIf::tr("%1 given ids").arg(reference.ids.size());
    return QStringLiteral("“%1”").arg(
        QString::fromStdString(reference.text).section(QLatin1Char('\n'), 0, 0));
}

QString formWords(PatternForm form)
{
    static constexpr std::array<const char*, 5> kWords{
        QT_TRANSLATE_NOOP("WhatIf", "uniform"), QT_TRANSLATE_NOOP("WhatIf", "each token on itself"),
        QT_TRANSLATE_NOOP("WhatIf", "on the previous token"),
        QT_TRANSLATE_NOOP("WhatIf", "on the first token"), QT_TRANSLATE_NOOP("WhatIf", "frozen")};
    return WhatIf::tr(kWords.at(static_cast<std::size_t>(form)));
}

QString patchedWords(Site site)
{
    switch (site) {
    case Site::kQuery:
        return WhatIf::tr("queries");
    case Site::kKey:
        return WhatIf::tr("keys");
    case Site::kValue:
        return WhatIf::tr("values");
    case Site::kHeadOutput:
        return WhatIf::tr("output");
    case Site::kWeights:
        return WhatIf::tr("weights");
    case Site::kOutput:
        return WhatIf::tr("attention’s output");
    case Site::kFeedForwardOutput:
        return WhatIf::tr("feed-forward’s output");
    case Site::kResidual:
        return WhatIf::tr("stream before the layer");
    case Site::kResidualMiddle:
        return WhatIf::tr("stream before the feed-forward");
    default:
        return QString::fromStdString(std::string(siteName(site)));
    }
}

QString patchWords(const ActivationPatch& patch)
{
    const HeadPattern& where = patch.where;
    QString place = patternWords(where);
    if (isOfStream(patch.site)) { // of a layer, not of heads
        const int layer = where.layers.first;
        const bool ofKind = patch.site == Site::kOutput && !where.anyKind;
        if (where.anyStack || where.layers.last != layer)
            place = QString::fromStdString(toString(where)).section(QLatin1Char('.'), 0, ofKind ? 2 : 1);
        else
            place = ofKind ? layerName({where.stack, layer, where.kind}) : layerName(where.stack, layer);
    }
    return WhatIf::tr("%1: %2").arg(place, patchedWords(patch.site));
}

QString pathWords(const HeadPattern& sender, Site reads, const HeadPattern& receiver)
{
    const auto name = [](const HeadPattern& heads) {
        const auto one = onlyHead(heads);
        return one ? shortHeadName(*one) : patternWords(heads);
    };
    return WhatIf::tr("%1 → %2 of %3").arg(name(sender), patchedWords(reads), name(receiver));
}

QString tableWords(PositionTable table)
{
    static constexpr std::array<const char*, 7> kWords{
        QT_TRANSLATE_NOOP("WhatIf", "the model’s own"),
        QT_TRANSLATE_NOOP("WhatIf", "none"),
        QT_TRANSLATE_NOOP("WhatIf", "sinusoids, interleaved"),
        QT_TRANSLATE_NOOP("WhatIf", "sinusoids, in halves"),
        QT_TRANSLATE_NOOP("WhatIf", "sinusoids, steep"),
        QT_TRANSLATE_NOOP("WhatIf", "sinusoids, steep, all angles"),
        QT_TRANSLATE_NOOP("WhatIf", "the learned table")};
    return WhatIf::tr(kWords.at(static_cast<std::size_t>(table)));
}

QStringList maskLines(const MaskSettings& masks)
{
    QStringList lines;
    if (masks.encoderCausal != Toggle::kAuto)
        lines << (masks.encoderCausal == Toggle::kOn ? WhatIf::tr("encoder causal mask on")
                                                     : WhatIf::tr("encoder causal mask off"));
    if (masks.decoderCausal != Toggle::kAuto)
        lines << (masks.decoderCausal == Toggle::kOn ? WhatIf::tr("decoder causal mask on")
                                                     : WhatIf::tr("decoder causal mask off"));
    if (!masks.padding)
        lines << WhatIf::tr("padding mask off");
    return lines;
}

QStringList changeWords(const Interventions& interventions)
{
    QStringList words = maskLines(interventions.masks);
    if (const auto edits = static_cast<int>(interventions.active().list.size()); edits > 0)
        words << QCoreApplication::translate("headlight", "%n edit(s)", nullptr, edits);
    return words;
}

Document withEdit(const Document& document, Intervention edit)
{
    Document next = document;
    next.interventions.list.push_back(std::move(edit));
    return next;
}

Document withoutEdit(const Document& document, std::size_t place)
{
    Document next = document;
    auto& list = next.interventions.list;
    if (place < list.size())
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
    return next;
}

bool hasEdits(const Document& document, const std::vector<Intervention>& edits)
{
    const auto& list = document.interventions.list;
    return std::ranges::all_of(
        edits, [&list](const Intervention& each) { return std::ranges::find(list, each) != list.end(); });
}

Document withToggled(const Document& document, const std::vector<Intervention>& edits)
{
    Document next = document;
    auto& list = next.interventions.list;
    const bool there = hasEdits(document, edits);
    for (const Intervention& each : edits)
        if (const auto place = std::ranges::find(list, each); !there && place == list.end())
            list.push_back(each);
        else if (there && place != list.end())
            list.erase(place);
    return next;
}

Document withEditAt(const Document& document, std::size_t place, Intervention edit)
{
    Document next = document;
    if (place < next.interventions.list.size())
        next.interventions.list[place] = std::move(edit);
    return next;
}

Document withEditMoved(const Document& document, std::size_t place, int by)
{
    Document next = document;
    auto& list = next.interventions.list;
    const auto to = static_cast<std::ptrdiff_t>(place) + by;
    if (place < list.size() && to >= 0 && to < static_cast<std::ptrdiff_t>(list.size()))
        std::swap(list[place], list[static_cast<std::size_t>(to)]);
    return next;
}

Document withEditEnabled(const Document& document, std::size_t place, bool enabled)
{
    Document next = document;
    if (place < next.interventions.list.size())
        setEnabled(next.interventions.list[place], enabled);
    return next;
}

HeadPattern scopeOf(const HeadRef& head, EditScope scope)
{
    HeadPattern pattern = patternOf(head);
    if (scope != EditScope::kHead)
        pattern.heads = {0, -1};
    if (scope == EditScope::kKind || scope == EditScope::kAll)
        pattern.layers = {0, -1};
    pattern.anyStack = pattern.anyKind = scope == EditScope::kAll;
    return pattern;
}

QString scopeName(EditScope scope)
{
    static constexpr std::array<const char*, 4> kNames{
        QT_TRANSLATE_NOOP("WhatIf", "This head"), QT_TRANSLATE_NOOP("WhatIf", "All heads of this layer"),
        QT_TRANSLATE_NOOP("WhatIf", "All layers of this kind"), QT_TRANSLATE_NOOP("WhatIf", "All heads")};
    return QCoreApplication::translate("WhatIf", kNames.at(static_cast<std::size_t>(scope)));
}

} // namespace headlight

#include "ui/state/map_options.h"

#include <QString>

#include <algorithm>
#include <array>
#include <optional>

namespace headlight {

namespace {

template <typename Enum>
struct Word
{
    Enum value;
    const char* text;
};

constexpr std::array kHeads{Word<HeadsTogether>{HeadsTogether::kBeside, "beside"},
                            Word<HeadsTogether>{HeadsTogether::kMean, "mean"},
                            Word<HeadsTogether>{HeadsTogether::kMaximum, "max"}};
constexpr std::array kHidden{Word<HiddenTokens>{HiddenTokens::kNone, "none"},
                             Word<HiddenTokens>{HiddenTokens::kFirst, "first"},
                             Word<HiddenTokens>{HiddenTokens::kSpecial, "special"}};
constexpr std::array kScales{Word<ColourScale>{ColourScale::kLinear, "linear"},
                             Word<ColourScale>{ColourScale::kLog, "log"},
                             Word<ColourScale>{ColourScale::kRow, "row"}};
constexpr std::array kRanges{Word<WeightRange>{WeightRange::kOne, "one"},
                             Word<WeightRange>{WeightRange::kMaximum, "max"}};
constexpr std::array kKinds{Word<MapKind>{MapKind::kWeights, "weights"},
                            Word<MapKind>{MapKind::kScores, "scores"},
                            Word<MapKind>{MapKind::kMask, "mask"},
                            Word<MapKind>{MapKind::kProducts, "products"},
                            Word<MapKind>{MapKind::kMasked, "masked"},
                            Word<MapKind>{MapKind::kBias, "bias"},
                            Word<MapKind>{MapKind::kContentToPosition, "contentToPosition"},
                            Word<MapKind>{MapKind::kPositionToContent, "positionToContent"},
                            Word<MapKind>{MapKind::kNormWeighted, "norm"},
                            Word<MapKind>{MapKind::kKept, "kept"}};

template <typename Table, typename Enum>
QString textOf(const Table& table, Enum value)
{
    const auto found
        = std::find_if(table.begin(), table.end(), [value](const auto& word) { return word.value == value; });
    return found == table.end() ? QString() : QString::fromLatin1(found->text);
}

template <typename Enum, typename Table>
std::optional<Enum> valueOf(const Table& table, const QString& text)
{
    for (const auto& word : table)
        if (text == QLatin1String(word.text))
            return word.value;
    return std::nullopt;
}

template <typename Enum>
void take(const QJsonObject& object, const char* name, Enum& target)
{
    if (const auto value = fromWord<Enum>(object[QLatin1String(name)].toString()))
        target = *value;
}

void take(const QJsonObject& object, const char* name, bool& target)
{
    target = object[QLatin1String(name)].toBool(target);
}

} // namespace

QString wordOf(HeadsTogether heads)
{
    return textOf(kHeads, heads);
}

QString wordOf(HiddenTokens hidden)
{
    return textOf(kHidden, hidden);
}

QString wordOf(ColourScale scale)
{
    return textOf(kScales, scale);
}

QString wordOf(WeightRange range)
{
    return textOf(kRanges, range);
}

QString wordOf(MapKind kind)
{
    return textOf(kKinds, kind);
}

template <>
std::optional<HeadsTogether> fromWord(const QString& word)
{
    return valueOf<HeadsTogether>(kHeads, word);
}

template <>
std::optional<HiddenTokens> fromWord(const QString& word)
{
    return valueOf<HiddenTokens>(kHidden, word);
}

template <>
std::optional<ColourScale> fromWord(const QString& word)
{
    return valueOf<ColourScale>(kScales, word);
}

template <>
std::optional<WeightRange> fromWord(const QString& word)
{
    return valueOf<WeightRange>(kRanges, word);
}

template <>
std::optional<MapKind> fromWord(const QString& word)
{
    return valueOf<MapKind>(kKinds, word);
}

QJsonObject toJson(const MapOptions& options)
{
    return {{QStringLiteral("heads"), wordOf(options.heads)},
            {QStringLiteral("hide"), wordOf(options.transform.hidden)},
            {QStringLiteral("renormalise"), options.transform.renormalise},
            {QStringLiteral("words"), options.transform.words},
            {QStringLiteral("mass"), options.transform.mass},
            {QStringLiteral("scale"), wordOf(options.scale)},
            {QStringLiteral("range"), wordOf(options.range)},
            {QStringLiteral("shared_scale"), options.sharedScale},
            {QStringLiteral("marginals"), options.marginals},
            {QStringLiteral("values"), options.values},
            {QStringLiteral("next_tokens"), options.nextTokens}};
}

MapOptions mapOptionsFromJson(const QJsonObject& object)
{
    MapOptions options;
    take(object, "heads", options.heads);
    take(object, "hide", options.transform.hidden);
    take(object, "renormalise", options.transform.renormalise);
    take(object, "words", options.transform.words);
    take(object, "scale", options.scale);
    take(object, "range", options.range);
    take(object, "shared_scale", options.sharedScale);
    take(object, "marginals", options.marginals);
    take(object, "values", options.values);
    take(object, "next_tokens", options.nextTokens);
    const double mass = object[QStringLiteral("mass")].toDouble(1);
    if (mass > 0 && mass <= 1)
        options.transform.mass = mass;
    return options;
}

} // namespace headlight

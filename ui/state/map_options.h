#pragma once

#include "core/analysis/map_transform.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace headlight {

/// How a number becomes a place on the colour scale.
enum class ColourScale : unsigned char {
    kLinear,
    kLog, ///< weights by decades; scores, which are signed, stay linear
    kRow, ///< weights as shares of the largest in their row
};

/// Whether a scale of weights ends at 1 or at the largest weight shown.
enum class WeightRange : unsigned char { kOne, kMaximum };

/// How attention maps are displayed, as chosen in the heatmap's menu. A plain value: it is part of a session,
/// and each field is an option of `headlight render`.
struct MapOptions
{
    HeadsTogether heads = HeadsTogether::kBeside; ///< for several selected heads
    MapTransform transform;
    ColourScale scale = ColourScale::kLinear;
    WeightRange range = WeightRange::kOne;
    bool sharedScale = true; ///< one scale for heads side by side; otherwise one each
    bool marginals = false; ///< sums beside rows and below columns
    bool values = true; ///< numbers in cells that have room for them
    bool nextTokens = true; ///< also label rows of decoders with the next token: "chat → noir"
    bool operator==(const MapOptions&) const = default;
};

/// An object with one field per member, in the words of the command line: {"heads":"mean","scale":"log",…}.
QJsonObject toJson(const MapOptions& options);
/// Missing or invalid fields get their defaults.
MapOptions mapOptionsFromJson(const QJsonObject& object);

// The words of the command line and of session files.
QString wordOf(HeadsTogether heads); ///< "beside", "mean", "max"
QString wordOf(HiddenTokens hidden); ///< "none", "first", "special"
QString wordOf(ColourScale scale); ///< "linear", "log", "row"
QString wordOf(WeightRange range); ///< "one", "max"
QString wordOf(MapKind kind); ///< "weights", "scores", "mask", "products", "masked", "bias", "norm", "kept"

template <typename Enum>
std::optional<Enum> fromWord(const QString& word);
template <>
std::optional<HeadsTogether> fromWord(const QString& word);
template <>
std::optional<HiddenTokens> fromWord(const QString& word);
template <>
std::optional<ColourScale> fromWord(const QString& word);
template <>
std::optional<WeightRange> fromWord(const QString& word);
template <>
std::optional<MapKind> fromWord(const QString& word);

} // namespace headlight

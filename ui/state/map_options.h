#pragma once

#include "core/analysis/map_transform.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace headlight {

/// How a number becomes a place on the colour scale.
enum class ColourScale : unsigned char {
    kLinear,
    kLog, ///< weights by decades; scores, which have signs, stay linear
    kRow, ///< weights as shares of the largest of their row
};

/// Whether the top of a scale of weights is 1 or the largest weight shown.
enum class WeightRange : unsigned char { kOne, kMaximum };

/// How attention maps are looked at: what the user chose in the heatmap's menu. A value: part of a session,
/// and each field an option of `headlight render`.
struct MapOptions
{
    HeadsTogether heads = HeadsTogether::kBeside; ///< of several selected heads
    MapTransform transform;
    ColourScale scale = ColourScale::kLinear;
    WeightRange range = WeightRange::kOne;
    bool sharedScale = true; ///< heads side by side have one scale; else each its own
    bool marginals = false; ///< sums beside the rows and below the columns
    bool values = true; ///< numbers in cells that have room for them
    bool nextTokens = true; ///< rows of decoders are labelled with the next token too: "chat → noir"
    bool operator==(const MapOptions&) const = default;
};

/// An object with one field per member, by the words of the command line: {"heads":"mean","scale":"log",…}.
QJsonObject toJson(const MapOptions& options);
/// What is absent or not understood has its default.
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

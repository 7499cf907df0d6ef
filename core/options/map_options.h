#pragma once

#include "core/analysis/map_transform.h"
#include "core/options/option.h"

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

template <>
inline constexpr std::array kWordsOf<HeadsTogether>{EnumWord{"beside"}, EnumWord{"mean"}, EnumWord{"max"}};
template <>
inline constexpr std::array kWordsOf<HiddenTokens>{EnumWord{"none"}, EnumWord{"first"}, EnumWord{"special"}};
template <>
inline constexpr std::array kWordsOf<ColourScale>{EnumWord{"linear"}, EnumWord{"log"}, EnumWord{"row"}};
template <>
inline constexpr std::array kWordsOf<WeightRange>{EnumWord{"one"}, EnumWord{"max"}};

std::vector<OptionEntry> entriesOf(MapTransform& transform);
/// Without those of the transform.
std::vector<OptionEntry> ownEntriesOf(MapOptions& options);
/// With those of the transform.
std::vector<OptionEntry> entriesOf(MapOptions& options);

/// --map, the kind of map that is drawn.
OptionEntry mapKindEntry(MapKind& kind);

/// The words of a command line that give these options.
std::vector<std::string> argumentsOf(MapOptions options);

} // namespace headlight

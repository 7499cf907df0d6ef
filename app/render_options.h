#pragma once

#include "app/decoding_input.h"
#include "app/measure_options.h"
#include "app/trace_input.h"

#include "core/options/map_options.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The options of `headlight render`, as given.
struct RenderOptions
{
    TraceInput input;
    DecodingInput decoding;
    std::vector<std::string> heads;
    std::optional<std::string> layer, grid, positions, colourMap, size, output, queries, keys, film;
    std::optional<int> length, query, key;
    MapKind map = MapKind::kWeights;
    MapOptions look;
    MeasureOptions measure; ///< of maps of effects
    std::string title, theme = "light", language = "en";
    bool noTitle = false, noScaleBar = false, difference = false;
    int item = 0;
    double dpi = 0, textSize = 0, pace = 0;
    std::string recipe;
};

} // namespace headlight

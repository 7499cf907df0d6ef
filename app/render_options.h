#pragma once

#include "app/decoding_input.h"
#include "app/figure_options.h"
#include "app/measure_options.h"
#include "app/trace_input.h"

#include "core/options/map_options.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The options of `headlight render`, as given.
struct RenderOptions : FigureOptions
{
    TraceInput input;
    DecodingInput decoding;
    std::vector<std::string> heads;
    std::optional<std::string> layer, grid, positions, colourMap, output, queries, keys, film;
    std::optional<int> length, query, key;
    MapKind map = MapKind::kWeights;
    MapOptions look;
    MeasureOptions measure; ///< of maps of effects
    bool noScaleBar = false, difference = false;
    int item = 0;
    double pace = 0;
};

} // namespace headlight

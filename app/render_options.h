#pragma once

#include "app/decoding_input.h"
#include "app/trace_input.h"

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
    std::string title, map = "weights", theme = "light", range = "one";
    std::string combine = "beside", scale = "linear", hide = "none", values = "on", language = "en",
                nextTokens = "on";
    bool renormalise = false, words = false, marginals = false, ownScales = false;
    bool noTitle = false, noScaleBar = false, difference = false;
    double mass = 1;
    int item = 0;
    double dpi = 0, textSize = 0, pace = 0;
    std::string recipe;
};

} // namespace headlight

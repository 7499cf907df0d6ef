#pragma once

#include "app/render_options.h"
#include "core/base/result.h"
#include "ui/figure/figure.h"

namespace headlight {

/// The heads, the layer, the grid or the positions selected by the options; an error names the option.
Result<decltype(FigureRequest::subject)> parseSubject(const RenderOptions& options);

/// Adds the selected positional encodings to the figure: those of the trace, or, without one, the requested
/// number of those that the model adds [length × d_model].
Result<void> takePositions(const RenderOptions& options, FigureRequest& request);

} // namespace headlight

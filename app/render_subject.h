#pragma once

#include "app/render_options.h"
#include "core/base/result.h"
#include "ui/figure/figure.h"

namespace headlight {

/// The heads, the layer, the grid or the positions that the options name; an error names the option.
Result<decltype(FigureRequest::subject)> parseSubject(const RenderOptions& options);

/// Takes the positional encodings that the options name into the figure: those of the trace, or, without
/// one, as many as are wanted of what the model adds [length × d_model].
Result<void> takePositions(const RenderOptions& options, FigureRequest& request);

} // namespace headlight

#pragma once

#include "ui/picture/colour_map.h"
#include "ui/widgets/matrix_plot.h"

namespace headlight {

/// The scale on which a matrix fills a colour map: from its smallest to its largest number, or, where the
/// map is diverging, with zero in the middle.
MatrixPlot::Scale scaleOf(const Matrix& matrix, const ColourMap& colours);

} // namespace headlight

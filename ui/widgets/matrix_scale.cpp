#include "ui/widgets/matrix_scale.h"

#include <algorithm>
#include <cmath>

namespace headlight {

MatrixPlot::Scale scaleOf(const Matrix& matrix, const ColourMap& colours)
{
    MatrixPlot::Scale scale;
    for (const QRgb colour : colours.table())
        scale.colours.append(colour);
    if (matrix.size() == 0)
        return scale;
    scale.low = static_cast<double>(matrix.minCoeff());
    scale.high = static_cast<double>(matrix.maxCoeff());
    if (colours.isDiverging()) {
        // Zero has the neutral colour in the middle.
        scale.high = std::max({std::abs(scale.low), std::abs(scale.high), 1e-6});
        scale.low = -scale.high;
    } else if (scale.high <= scale.low) {
        scale.high = scale.low + 1;
    }
    return scale;
}

} // namespace headlight

#include "core/analysis/position_tables.h"

#include "core/math/positions.h"

#include <algorithm>

namespace headlight {

bool StackPositions::isAdded() const
{
    return scheme == PositionScheme::kSinusoidalInterleaved || scheme == PositionScheme::kSinusoidalHalves
        || scheme == PositionScheme::kLearned;
}

Index StackPositions::available(Index wanted) const
{
    if (!isAdded() || width <= 0 || wanted <= 0)
        return 0;
    if (scheme == PositionScheme::kLearned)
        return learned ? std::min(wanted, limit) : 0;
    return wanted;
}

Matrix StackPositions::rows(Index length) const
{
    const Index known = available(length);
    if (known == 0)
        return {};
    if (scheme == PositionScheme::kLearned)
        return learned(known);
    return scheme == PositionScheme::kSinusoidalHalves ? sinusoidalHalves(0, known, width)
                                                       : sinusoidalInterleaved(0, known, width);
}

StackPositions recognisePositions(const MatrixView& recorded, float tolerance)
{
    StackPositions table;
    table.width = recorded.cols();
    if (recorded.size() == 0)
        return table;
    const auto agrees
        = [&](const Matrix& formula) { return (recorded - formula).cwiseAbs().maxCoeff() <= tolerance; };
    if (agrees(sinusoidalInterleaved(0, recorded.rows(), recorded.cols()))) {
        table.scheme = PositionScheme::kSinusoidalInterleaved;
    } else if (agrees(sinusoidalHalves(0, recorded.rows(), recorded.cols()))) {
        table.scheme = PositionScheme::kSinusoidalHalves;
    } else {
        // Only the rows of this text are known; the checkpoint may have more.
        table.scheme = PositionScheme::kLearned;
    }
    return table;
}

Matrix positionSimilarity(const MatrixView& rows)
{
    Matrix products(rows.rows(), rows.rows());
    products.noalias() = rows * rows.transpose();
    return products;
}

} // namespace headlight

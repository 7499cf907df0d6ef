#include "core/analysis/position_tables.h"

#include "core/math/matrix_product.h"
#include "core/math/positions.h"

#include <algorithm>

namespace headlight {

bool isSinusoidal(PositionMethod method)
{
    return method >= PositionMethod::kSinusoidalInterleaved && method <= PositionMethod::kSinusoidalSteepOwn;
}

bool StackPositions::isAdded() const
{
    return isSinusoidal(method) || method == PositionMethod::kLearned;
}

Index StackPositions::available(Index wanted) const
{
    if (!isAdded() || !compute || wanted <= 0)
        return 0;
    return limit > 0 ? std::min(wanted, limit) : wanted;
}

Matrix StackPositions::rows(Index length) const
{
    const Index known = available(length);
    return known > 0 ? compute(known) : Matrix();
}

StackPositions sinusoidalPositions(PositionMethod method, Index width)
{
    StackPositions positions;
    positions.method = method;
    positions.width = width;
    auto formula = &sinusoidalInterleaved;
    if (method == PositionMethod::kSinusoidalHalves)
        formula = &sinusoidalHalves;
    else if (method == PositionMethod::kSinusoidalStretched)
        formula = &sinusoidalStretched;
    else if (method == PositionMethod::kSinusoidalSteep)
        formula = &sinusoidalSteep;
    else if (method == PositionMethod::kSinusoidalSteepOwn)
        formula = &sinusoidalSteepOwn;
    positions.compute = [formula, width](Index length) { return formula(0, length, width); };
    return positions;
}

StackPositions recognisePositions(const MatrixView& recorded, float tolerance)
{
    StackPositions learned;
    learned.width = recorded.cols();
    if (recorded.size() == 0)
        return learned;
    for (const PositionMethod method :
         {PositionMethod::kSinusoidalInterleaved, PositionMethod::kSinusoidalHalves,
          PositionMethod::kSinusoidalSteep, PositionMethod::kSinusoidalSteepOwn}) {
        StackPositions sinusoid = sinusoidalPositions(method, recorded.cols());
        if ((recorded - sinusoid.rows(recorded.rows())).cwiseAbs().maxCoeff() <= tolerance)
            return sinusoid;
    }
    learned.method = PositionMethod::kLearned;
    return learned;
}

Matrix positionSimilarity(const MatrixView& rows)
{
    return productTransposed(rows, rows);
}

} // namespace headlight

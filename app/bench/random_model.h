#pragma once

#include "core/math/matrix.h"
#include "core/model/model.h"

#include <memory>

namespace headlight {

/// The shape of a decoder-only model.
struct RandomShape
{
    int layers = 12;
    int heads = 12;
    int headWidth = 64;
    int vocabulary = 256;
    Index window = 0; ///< keys that a query sees; 0 = all earlier ones
};

/// A decoder-only model with reproducible random weights and sinusoidal positions, for measurements: as fast
/// and as large as a trained one of its shape, but without a download.
std::shared_ptr<const Model> randomModel(const RandomShape& shape);

} // namespace headlight

#pragma once

#include "core/math/layers.h"

#include <QString>

namespace headlight {

/// "ReLU"; gated "SwiGLU" (Shazeer 2020). The same in every language.
QString activationName(Activation activation, bool gated);

} // namespace headlight

#pragma once

#include "core/math/layers.h"

#include <QString>

namespace headlight {

/// "ReLU"; with a gate "SwiGLU" (Shazeer 2020). A name in every language.
QString activationName(Activation activation, bool gated);

} // namespace headlight

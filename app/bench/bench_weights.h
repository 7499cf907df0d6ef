#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <memory>

namespace headlight {

/// Bytes of weights that decoding one token reads, each once; 0 for models of which it reads only a part (a
/// mixture of experts).
std::int64_t bytesPerToken(const Model& model);

/// Bytes a second that all cores together read from memory, in a plain sum over more than the caches hold.
double readBandwidth(double seconds);

} // namespace headlight

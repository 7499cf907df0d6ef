#pragma once

#include "core/sampling/options.h"

namespace headlight {

class Settings;

/// The last used settings for choosing tokens.
DecodeOptions keptDecoding(const Settings& settings);
void keepDecoding(Settings& settings, const DecodeOptions& options);

} // namespace headlight

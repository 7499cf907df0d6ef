#pragma once

#include "core/sampling/options.h"

namespace headlight {

class Settings;

/// How tokens were chosen last.
DecodeOptions keptDecoding(const Settings& settings);
void keepDecoding(Settings& settings, const DecodeOptions& options);

} // namespace headlight

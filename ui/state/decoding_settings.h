#pragma once

#include "core/sampling/options.h"

namespace headlight {

class Settings;
class Workspace;

/// The last used settings for choosing tokens.
DecodeOptions keptDecoding(const Settings& settings);
void keepDecoding(Settings& settings, DecodeOptions options);
/// Decodes as last time, unless the document says how.
void restoreDecoding(Workspace& workspace, const Settings& settings);

} // namespace headlight

#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace headlight {

/// Opens a trace of 131,072 tokens in the window, without a display, and uses it like a user: measures how
/// soon images appear, and how long the UI thread is busy with each event and with background results.
Result<nlohmann::ordered_json> measureLongUi(int argc, char** argv);

/// Types a text of 32,768 words into the window with this model, likewise: tokens, the run, its layers.
Result<nlohmann::ordered_json> measureTypedUi(int argc, char** argv, const std::string& model);

/// The report of either as text.
std::string longUiTable(const nlohmann::ordered_json& report);

} // namespace headlight

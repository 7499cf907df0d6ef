#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace headlight {

/// Measures the window and its views without a display: milliseconds from an event to the end of the painting
/// it causes. Must be the first thing the process does, since the time to the first image counts from the
/// start of the process.
Result<nlohmann::ordered_json> measureUi(int argc, char** argv);

/// The report of measureUi() as text.
std::string uiTable(const nlohmann::ordered_json& report);

} // namespace headlight

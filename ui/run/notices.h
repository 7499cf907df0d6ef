#pragma once

#include "core/base/error.h"
#include "ui/state/notice.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Of warnings (Model::warnings, TraceInfo::warnings): the first ones, and how many more there are. Nothing
/// where there are none.
std::optional<Notice> noticeOf(const std::vector<std::string>& warnings);

/// What was being done when an error came: it decides the advice.
enum class Attempt { kRun, kOpenModel, kOpenTrace, kExport, kOpenSession, kSaveSession };

/// A fault of core in the words of the window: what happened, and what to do about it.
Notice noticeFor(const Error& error, Attempt attempt);

/// For exceptions, which are faults of this program.
Notice internalNotice(const char* what);

} // namespace headlight

#pragma once

#include "core/base/error.h"
#include "ui/state/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Notice with the first few warnings (Model::warnings, TraceInfo::warnings) and the number of the rest.
/// Nothing if there are none.
std::optional<Notice> noticeOf(const std::vector<std::string>& warnings);

/// The action that failed; decides the advice.
enum class Attempt {
    kRun,
    kExperiment,
    kOpenModel,
    kOpenTrace,
    kExport,
    kOpenSession,
    kSaveSession,
    kOpenLesson
};

/// An error of core in the window's words: what happened, and what to do about it.
Notice noticeFor(const Error& error, Attempt attempt);

/// For exceptions, which are bugs in this program.
Notice internalNotice(const char* what);

} // namespace headlight

#pragma once

#include "core/base/error.h"
#include "ui/state/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The first few warnings of a model or a trace, and the number of the rest; nothing if there are none.
std::optional<Notice> noticeOf(const std::vector<std::string>& warnings);

/// The action that failed; decides the advice. lead() names them in this order.
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

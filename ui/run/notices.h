#pragma once

#include "core/base/error.h"
#include "ui/state/notice.h"

namespace headlight {

/// What was being done when an error came: it decides the advice.
enum class Attempt { kRun, kOpenModel, kOpenTrace, kExport, kOpenSession, kSaveSession };

/// A fault of core in the words of the window: what happened, and what to do about it.
Notice noticeFor(const Error& error, Attempt attempt);

/// For exceptions, which are faults of this program.
Notice internalNotice(const char* what);

} // namespace headlight

#pragma once

#include "core/base/result.h"

#include <string>
#include <utility>

namespace headlight {

/// The error of work that was stopped, on a file if it read one.
inline Error stoppedError(std::string file = {})
{
    return {ErrorCode::kCancelled, "stopped", std::move(file)};
}

} // namespace headlight

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace headlight {

/// Translates an expression from Oniguruma's dialect to ICU's: escapes every literal, defines \w and \b by
/// the same properties, and rejects constructs that have another meaning or none in ICU.
Result<std::string> regexForIcu(std::string_view expression);

} // namespace headlight

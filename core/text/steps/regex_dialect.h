#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace headlight {

/// Rewrites an expression of Oniguruma's dialect for ICU: every literal escaped, \w and \b by the
/// same properties, constructs that mean something else or nothing in ICU refused.
Result<std::string> regexForIcu(std::string_view expression);

} // namespace headlight

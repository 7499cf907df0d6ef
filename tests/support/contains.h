#pragma once
// A matcher for a substring, for either of Catch2's two major versions.

#include "tests/support/catch.h"

#include <string>

namespace headlight::test {

inline auto containing(const std::string& part)
{
#ifdef HEADLIGHT_CATCH2_V3
    return Catch::Matchers::ContainsSubstring(part);
#else
    return Catch::Matchers::Contains(part);
#endif
}

} // namespace headlight::test

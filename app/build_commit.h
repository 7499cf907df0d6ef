#pragma once

namespace headlight {

/// The first twelve digits of the commit that the program was built from; "unknown" where the sources came
/// without one. Written by commit.cmake.
const char* buildCommit();

} // namespace headlight

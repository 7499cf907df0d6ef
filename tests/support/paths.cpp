#include "tests/support/paths.h"

namespace headlight::test {

const char* const kTestData = HEADLIGHT_TEST_DATA;
const char* const kSharedData = HEADLIGHT_SHARED_DATA;
const char* const kSourceRoot = HEADLIGHT_SOURCE_DIR;
#ifdef HEADLIGHT_PROGRAM
const char* const kProgram = HEADLIGHT_PROGRAM;
#else
const char* const kProgram = "";
#endif

} // namespace headlight::test

#pragma once

namespace headlight::test {

// Where the tests find their files. Only paths.cpp is compiled with these folders' names, so that a
// compiler cache serves every checkout. Constants, so that they may be used while statics are made.

/// tests/data.
extern const char* const kTestData;
/// The folder `shared` beside the checkout: reference results that only some machines have.
extern const char* const kSharedData;
/// The root of the checkout.
extern const char* const kSourceRoot;
/// The program that was built; empty where the build has none.
extern const char* const kProgram;

} // namespace headlight::test

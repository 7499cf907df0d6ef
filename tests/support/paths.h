#pragma once

namespace headlight::test {

// Where the tests find their files. Only paths.cpp is compiled with the names of these folders, so that a
// compiler cache works for every checkout. Constants, so that they can be used during static initialisation.

/// tests/data.
extern const char* const kTestData;
/// The folder `shared` next to the checkout: reference results that only some machines have.
extern const char* const kSharedData;
/// The root of the checkout.
extern const char* const kSourceRoot;
/// The program that was built; empty if the build has none.
extern const char* const kProgram;

} // namespace headlight::test

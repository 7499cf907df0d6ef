#pragma once
// Catch2 in either of its two major versions.
#ifdef HEADLIGHT_CATCH2_V3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

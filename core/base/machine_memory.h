#pragma once

#include <cstdint>

namespace headlight {

/// Bytes of main memory that the machine has.
std::int64_t physicalMemory();

/// Bytes that programs can still get without others being swapped out, as the kernel estimates it
/// (MemAvailable); the whole memory where it does not say.
std::int64_t availableMemory();

} // namespace headlight

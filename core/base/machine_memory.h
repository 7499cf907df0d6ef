#pragma once

#include <cstdint>

namespace headlight {

/// Bytes of main memory that the machine has.
std::int64_t physicalMemory();

/// Bytes that programs can still get without others being swapped out, as the kernel estimates it
/// (MemAvailable); the whole memory where it does not say.
std::int64_t availableMemory();

/// What one pass frees, the next one needs again: up to half a gibibyte of freed memory stays with the
/// process instead of going back to the system, which would clear every page of it anew. Call it once, at the
/// start.
void keepFreedMemory();

} // namespace headlight

#pragma once

#include <cstdint>

namespace headlight {

/// Bytes of physical memory in this machine.
std::int64_t physicalMemory();

/// Bytes that programs can still allocate without swapping, as estimated by the kernel (MemAvailable); all
/// physical memory if there is no estimate.
std::int64_t availableMemory();

/// Keeps up to half a gibibyte of freed memory in the process, for all threads: the next pass needs again
/// what the last one freed, and the system would clear every page of it anew. Call it once, at startup,
/// before other threads start.
void keepFreedMemory();

} // namespace headlight

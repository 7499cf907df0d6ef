#pragma once

#include <fstream>

#include <malloc.h>
#include <unistd.h>

namespace headlight::test {

/// Resident memory of this process in MiB, after returning freed memory to the system. Meaningless in
/// sanitizer builds, which keep freed memory.
inline double residentMemory()
{
    malloc_trim(0);
    std::ifstream statm("/proc/self/statm");
    long total = 0;
    long resident = 0;
    statm >> total >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

} // namespace headlight::test

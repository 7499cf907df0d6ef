#include "core/base/machine_memory.h"

#include <fstream>
#include <string>

#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace headlight {

std::int64_t physicalMemory()
{
    return std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGE_SIZE);
}

std::int64_t availableMemory()
{
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::int64_t kibibytes = 0;
    std::string unit;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:")
            return kibibytes * 1024;
        std::getline(file, unit);
    }
    return physicalMemory();
}

void keepFreedMemory()
{
#if defined(__GLIBC__)
    constexpr int kKept = 512 << 20;
    constexpr int kOwnMapping = 32 << 20; // larger blocks are mapped from the system and returned to it
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_MMAP_THRESHOLD, kOwnMapping);
    mallopt(M_ARENA_MAX, 1); // each thread's own arena would return and clear the pages of every matrix anew
#endif
}

} // namespace headlight

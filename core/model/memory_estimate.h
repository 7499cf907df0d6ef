#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace headlight {

class Checkpoint;

/// Memory needed for the weights of a folder, from the headers of its files only.
struct MemoryEstimate
{
    std::int64_t parameters = 0; ///< numbers in the files, including stored copies of tied weights
    std::int64_t fullBytes = 0; ///< all in F32; packed blocks stay as they are unless F32 was requested
    std::int64_t storedBytes = 0; ///< half precision and packed blocks kept, everything else in F32
    std::int64_t copiedBytes
        = 0; ///< part of heldBytes() that must be allocated; the rest is used in the mapped file
    bool keepsHalf = false; ///< result of `precision` on this machine
    std::string weightTypes; ///< "F16", "F32, I64"

    std::int64_t heldBytes() const { return keepsHalf ? storedBytes : fullBytes; }
    bool hasHalf() const { return storedBytes < fullBytes; }
};

/// Reads headers, never weights. Errors are those of opening the checkpoint.
Result<MemoryEstimate> estimateMemory(const std::filesystem::path& folder, HeldPrecision precision,
                                      const Job& job);
MemoryEstimate estimateMemory(const Checkpoint& checkpoint, HeldPrecision precision);

/// Bytes of memory: in total, and available to programs.
struct MachineMemory
{
    std::int64_t physical = 0;
    std::int64_t available = 0;
};

/// kOutOfMemory if the weights cannot fit: copies must fit into the available memory; mapped weights may
/// displace other data, but if they exceed the total memory, every run would read them from the disk again.
/// `file` is named in the message.
Result<void> checkThatItFits(const MemoryEstimate& estimate, const MachineMemory& machine,
                             const std::string& file);

} // namespace headlight

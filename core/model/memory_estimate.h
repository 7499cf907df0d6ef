#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace headlight {

class Checkpoint;

/// What the weights of a folder will take in memory, from the headers of its files alone.
struct MemoryEstimate
{
    std::int64_t parameters = 0; ///< numbers in the files; tied copies that are stored count
    std::int64_t fullBytes = 0; ///< held in F32; packed blocks as they are, unless F32 was asked for
    std::int64_t storedBytes = 0; ///< half precision and packed blocks kept, all else in F32
    std::int64_t copiedBytes
        = 0; ///< of heldBytes(), what must be allocated; the rest is used where the file is mapped
    bool keepsHalf = false; ///< what `precision` comes to on this machine
    std::string weightTypes; ///< "F16", "F32, I64"

    std::int64_t heldBytes() const { return keepsHalf ? storedBytes : fullBytes; }
    bool hasHalf() const { return storedBytes < fullBytes; }
};

/// Reads headers, never weights. Errors: those of opening the checkpoint.
Result<MemoryEstimate> estimateMemory(const std::filesystem::path& folder, LoadOptions::Precision precision,
                                      const Job& job);
MemoryEstimate estimateMemory(const Checkpoint& checkpoint, LoadOptions::Precision precision);

/// Bytes of memory: of the machine, and those that programs can still get.
struct MachineMemory
{
    std::int64_t physical = 0;
    std::int64_t available = 0;
};

/// kOutOfMemory where the weights cannot fit: copies must find room in what is available; what is used where
/// it is mapped may push other things out, but every run would read it from the disk again if it were more
/// than the machine has. `file` is named in the message.
Result<void> checkThatItFits(const MemoryEstimate& estimate, const MachineMemory& machine,
                             const std::string& file);

} // namespace headlight

#include "core/model/memory_estimate.h"

#include "core/base/machine.h"
#include "core/base/text_list.h"
#include "core/io/checkpoint.h"
#include "core/model/quantisation.h"

#include <set>

namespace headlight {

namespace {

/// Share of the machine's memory that F32 weights may use; beyond it half precision is kept.
constexpr double kMemoryShare = 0.6;
/// If the weights take more bytes than this in F32, half precision is kept even if they fit: they are then
/// used in the mapped file.
constexpr std::int64_t kMostExpanded = std::int64_t{1} << 30;

bool isHalf(DType dtype)
{
    return dtype == DType::kF16 || dtype == DType::kBF16;
}

std::string inGigabytes(std::int64_t bytes)
{
    return formatted("%.1f GB", static_cast<double>(bytes) / 1e9);
}

} // namespace

MemoryEstimate estimateMemory(const Checkpoint& checkpoint, HeldPrecision precision)
{
    MemoryEstimate estimate;
    std::set<std::string> types;
    const bool full = precision == HeldPrecision::kFull;
    std::int64_t expanded = 0; // F32 size of everything that is not F32 in the file
    for (const auto& [name, tensor] : checkpoint.tensors()) {
        const std::int64_t count = tensor.elementCount();
        types.insert(std::string(dtypeName(tensor.dtype)));
        if (tensor.dtype == DType::kU8) { // MXFP4 stays as it is: two numbers per byte, and their scales
            estimate.parameters += name.ends_with("_blocks") ? 2 * count : 0;
            estimate.fullBytes += count;
            estimate.storedBytes += count;
            continue;
        }
        estimate.parameters += count;
        if (isPacked(tensor.dtype)) {
            const auto bytes = static_cast<std::int64_t>(tensor.bytes.size());
            estimate.fullBytes += full ? count * 4 : bytes;
            estimate.storedBytes += bytes;
            expanded += full ? count * 4 : 0;
            continue;
        }
        expanded += tensor.dtype == DType::kF32 ? 0 : count * 4;
        estimate.fullBytes += count * 4;
        estimate.storedBytes += count * (isHalf(tensor.dtype) ? 2 : 4);
    }
    estimate.weightTypes = joined(types);
    switch (precision) {
    case HeldPrecision::kFull:
        estimate.keepsHalf = false;
        break;
    case HeldPrecision::kHalf:
    case HeldPrecision::kFast:
        estimate.keepsHalf = true;
        break;
    case HeldPrecision::kWhatFits:
        estimate.keepsHalf = checkpoint.keepsStored()
            || (estimate.hasHalf() && estimate.fullBytes > kMostExpanded)
            || static_cast<double>(estimate.fullBytes) > kMemoryShare * static_cast<double>(physicalMemory());
    }
    estimate.copiedBytes = estimate.keepsHalf ? 0 : expanded;
    return estimate;
}

Result<void> checkThatItFits(const MemoryEstimate& estimate, const MachineMemory& machine,
                             const std::string& file)
{
    const bool copies = estimate.copiedBytes > machine.available;
    if (!copies && estimate.heldBytes() <= machine.physical)
        return {};
    std::string message = "the weights need " + inGigabytes(estimate.heldBytes()) + " of memory, ";
    message += copies ? inGigabytes(machine.available) + " are available"
                      : "this machine has " + inGigabytes(machine.physical);
    if (!estimate.keepsHalf && estimate.hasHalf() && estimate.storedBytes <= machine.physical)
        message += "; --precision half needs " + inGigabytes(estimate.storedBytes);
    return Error{ErrorCode::kOutOfMemory, message, file};
}

Result<MemoryEstimate> estimateMemory(const std::filesystem::path& folder, HeldPrecision precision,
                                      const Job& job)
{
    ASSIGN_OR_RETURN(const auto checkpoint, Checkpoint::open(folder, job));
    if (auto refused = refuseQuantised(*checkpoint)) // packed integers do not show the size after unpacking
        return *std::move(refused);
    return estimateMemory(*checkpoint, precision);
}

} // namespace headlight

#include "ui/run/opening.h"

#include "core/base/machine_memory.h"
#include "core/model/hub_cache.h"
#include "core/model/memory_estimate.h"

#include <QLocale>

namespace headlight {

namespace {

/// Share of what the machine can spare that a model takes without a question: runs need room too.
constexpr double kSpareShare = 0.8;

} // namespace

LoadOptions loadOptions(HeldPrecision precision)
{
    using Precision = LoadOptions::Precision;
    LoadOptions options;
    options.precision = precision == HeldPrecision::kFull ? Precision::kFull
        : precision == HeldPrecision::kHalf               ? Precision::kAsStored
                                                          : Precision::kAutomatic;
    return options;
}

std::optional<LargeModel> findLarge(const std::filesystem::path& folder, HeldPrecision precision,
                                    qint64 spare, const Job& job)
{
    Job quiet; // opening itself warns and reports
    quiet.stop = job.stop;
    const auto estimate = estimateMemory(folder, loadOptions(precision).precision, quiet);
    if (!estimate)
        return std::nullopt;
    const qint64 available = availableMemory();
    const qint64 limit
        = spare > 0 ? spare : static_cast<qint64>(kSpareShare * static_cast<double>(available));
    if (estimate->heldBytes() <= limit)
        return std::nullopt;
    LargeModel large;
    large.folder = QString::fromStdString(folder.string());
    large.name = QString::fromStdString(modelNameOf(folder));
    large.needed = estimate->heldBytes();
    large.neededHalf = estimate->storedBytes < large.needed ? estimate->storedBytes : 0;
    large.available = available;
    large.physical = physicalMemory();
    return large;
}

QString bytesInWords(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 1'000'000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

} // namespace headlight

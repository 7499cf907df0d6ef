#include "ui/run/opening.h"

#include "core/base/machine.h"
#include "core/io/excerpt.h"
#include "core/model/adapter/adapter.h"
#include "core/model/memory_estimate.h"
#include "core/model/model_library.h"

#include <QLocale>

namespace headlight {

namespace {

/// Share of the spare memory that a model may take without asking: runs need room, too.
constexpr double kSpareShare = 0.8;
constexpr std::size_t kLongestBaseName = 300; ///< bytes shown

} // namespace

Result<std::shared_ptr<const Model>> openAsAsked(const std::filesystem::path& folder,
                                                 const OpenOptions& options, const Job& job)
{
    LoadOptions load{.precision = options.precision};
    if (options.base.empty() || !isAdapterFolder(folder))
        return loadModel(folder, load, job);
    load.adapter = folder;
    return loadModel(options.base, load, job);
}

std::optional<BaseWanted> baseWantedAfter(const Error& error, const QString& folder)
{
    if (error.code != ErrorCode::kFileNotFound || error.field != kAdapterBaseField)
        return std::nullopt;
    const auto config = readAdapterConfig(folder.toStdString());
    return BaseWanted{folder,
                      config ? QString::fromStdString(bounded(config->base, kLongestBaseName)) : QString()};
}

std::optional<LargeModel> findLarge(const std::filesystem::path& folder, const OpenOptions& options,
                                    qint64 spare, const Job& job)
{
    Job quiet; // opening itself warns and reports
    quiet.stop = job.stop;
    std::filesystem::path weights = folder;
    if (isAdapterFolder(folder)) { // the base is what takes the memory
        const auto base
            = options.base.empty() ? adapterBase(folder) : Result<std::filesystem::path>(options.base);
        if (!base)
            return std::nullopt;
        weights = *base;
    }
    const auto estimate = estimateMemory(weights, options.precision, quiet);
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

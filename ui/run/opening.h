#pragma once

#include "core/base/job.h"
#include "core/model/model.h"
#include "ui/state/model_settings.h"

#include <QString>

#include <filesystem>
#include <memory>
#include <optional>

namespace headlight {

/// How a model is opened.
struct OpenOptions
{
    HeldPrecision precision = HeldPrecision::kWhatFits;
    bool largeAllowed = false; ///< the user knows that it is large for this machine
    std::filesystem::path base = {}; ///< of a LoRA adapter; empty: the one that it names
};

/// A LoRA adapter whose base was not found.
struct BaseWanted
{
    QString adapter; ///< its folder
    QString base; ///< what it says of its base; may be empty
};

/// A model that would take more memory than the machine can spare.
struct LargeModel
{
    QString folder;
    QString name;
    qint64 needed = 0; ///< bytes of its weights as they would be held
    qint64 neededHalf = 0; ///< bytes where half precision is kept; 0: that would not be less
    qint64 available = 0; ///< bytes that programs can still get
    qint64 physical = 0; ///< bytes that the machine has
};

LoadOptions loadOptions(HeldPrecision precision);

/// Reads headers only; nothing where the model is not large, or is not readable at all (opening it says
/// why). `spare`: bytes above which a model is large, 0: most of what the machine can spare now.
std::optional<LargeModel> findLarge(const std::filesystem::path& folder, const OpenOptions& options,
                                    qint64 spare, const Job& job);

/// Opens a model, or an adapter over its base.
Result<std::shared_ptr<const Model>> openAsAsked(const std::filesystem::path& folder,
                                                 const OpenOptions& options, const Job& job);
/// What is to be asked for where that failed for want of an adapter's base.
std::optional<BaseWanted> baseWantedAfter(const Error& error, const QString& folder);

/// "1.6 GB".
QString bytesInWords(qint64 bytes);

} // namespace headlight

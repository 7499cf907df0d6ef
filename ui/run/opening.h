#pragma once

#include "core/base/job.h"
#include "core/model/model.h"

#include <QString>

#include <filesystem>
#include <memory>
#include <optional>

namespace headlight {

/// How a model is opened.
struct OpenOptions
{
    HeldPrecision precision = HeldPrecision::kWhatFits;
    bool largeAllowed = false; ///< the user knows that the model is large for this machine
    std::filesystem::path base = {}; ///< base of a LoRA adapter; empty = the one it names
};

/// A LoRA adapter whose base was not found.
struct BaseWanted
{
    QString adapter; ///< its folder
    QString base; ///< what it says about its base; may be empty
};

/// A model that needs more memory than the machine can spare.
struct LargeModel
{
    QString folder;
    QString name;
    qint64 needed = 0; ///< bytes of its weights as they would be held in memory
    qint64 neededHalf = 0; ///< the same in half precision; 0 = no smaller
    qint64 available = 0; ///< bytes still available to programs
    qint64 physical = 0; ///< bytes installed in the machine
};

/// Reads headers only. Nothing if the model is not large, or not readable (opening it then says why).
/// `spare`: bytes above which a model is large; 0 = most of what the machine can spare now.
std::optional<LargeModel> findLarge(const std::filesystem::path& folder, const OpenOptions& options,
                                    qint64 spare, const Job& job);

/// Opens a model, or an adapter over its base.
Result<std::shared_ptr<const Model>> openAsAsked(const std::filesystem::path& folder,
                                                 const OpenOptions& options, const Job& job);
/// What to ask the user if opening failed because an adapter's base is missing.
std::optional<BaseWanted> baseWantedAfter(const Error& error, const QString& folder);

/// "1.6 GB".
QString bytesInWords(qint64 bytes);

} // namespace headlight

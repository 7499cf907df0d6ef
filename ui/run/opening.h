#pragma once

#include "core/base/job.h"
#include "core/model/model.h"
#include "ui/state/model_settings.h"

#include <QString>

#include <filesystem>
#include <optional>

namespace headlight {

/// How a model is opened.
struct OpenOptions
{
    HeldPrecision precision = HeldPrecision::kWhatFits;
    bool largeAllowed = false; ///< the user knows that it is large for this machine
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
std::optional<LargeModel> findLarge(const std::filesystem::path& folder, HeldPrecision precision,
                                    qint64 spare, const Job& job);

/// "1.6 GB".
QString bytesInWords(qint64 bytes);

} // namespace headlight

#pragma once

#include "core/trace/site.h"
#include "core/trace/trace.h"

#include <QString>

#include <memory>

namespace headlight {

struct Snapshot;

/// A result set aside for comparison with later ones. Immutable.
struct KeptResult
{
    std::shared_ptr<const Snapshot> snapshot; ///< never null
    Trace trace; ///< trace of the step that was current
    HeadRef head;
    QString name; ///< description in the user's words
};

} // namespace headlight

#pragma once

#include "core/trace/site.h"
#include "core/trace/trace.h"

#include <QString>

#include <memory>

namespace headlight {

struct Snapshot;

/// A result that was put aside so that others are compared with it. Immutable.
struct KeptResult
{
    std::shared_ptr<const Snapshot> snapshot; ///< never null
    Trace trace; ///< of the step that was looked at
    HeadRef head;
    QString name; ///< what it was, in the user's words
};

} // namespace headlight

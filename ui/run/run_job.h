#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/run/execute.h"
#include "core/trace/record_plan.h"
#include "ui/state/document.h"

#include <chrono>
#include <functional>
#include <limits>
#include <memory>

namespace headlight {

class Model;
class ReferenceCache;
struct Snapshot;

/// Everything that one run needs, by value: nothing here changes while it runs.
struct RunInput
{
    quint64 id = 0;
    std::shared_ptr<const Model> model;
    Document document;
    SiteSet sites; ///< what the visible views look at
    /// The same without the document's edits, where it is known from a run before.
    std::shared_ptr<const Snapshot> unedited;
    /// Keeps the passes that edits take numbers from among runs; may be null.
    std::shared_ptr<ReferenceCache> references;
    /// Seconds that a pass may be expected to take; what takes longer is not begun (see LongRun).
    double mostSeconds = std::numeric_limits<double>::infinity();
    /// A pass that takes longer is shown layer by layer; what is shorter would only flicker.
    std::chrono::milliseconds layersAfter = LayerSink{}.first;
};

/// A run that was not begun because it would take long.
struct LongRun
{
    qsizetype tokens = 0;
    double seconds = 0;
};

using SnapshotSink = std::function<void(std::shared_ptr<const Snapshot>)>;

/// Runs the model on a document, on the calling thread. The line that is shown is padded to the longest
/// line of the text, which is all that a batch changes for it. Models with a decoder decode (the target
/// line, where there is one, is taken as given); the steps known so far go to `partial` at most 30 times
/// a second, and not in the first moments, so that typing does not flicker; so do the layers that are through
/// of a pass that takes long. A blank text gives an empty
/// snapshot. What would take longer than it may gives kCancelled, and `tooLong` (may be empty) is told. Under
/// edits the finished snapshot goes to `partial`, and comes back with the run without the edits beside it.
/// Errors: those of core/run.
Result<std::shared_ptr<const Snapshot>> runDocument(const RunInput& input, const Job& job,
                                                    const SnapshotSink& partial,
                                                    const std::function<void(const LongRun&)>& tooLong = {});

} // namespace headlight

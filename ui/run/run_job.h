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

/// Everything one run needs, by value: nothing here changes during the run.
struct RunInput
{
    quint64 id = 0;
    std::shared_ptr<const Model> model;
    Document document;
    SiteSet sites; ///< what the visible views need
    /// Result of the same document without its edits, if known from an earlier run.
    std::shared_ptr<const Snapshot> unedited;
    /// Keeps the reference passes that edits read, from run to run; may be null.
    std::shared_ptr<ReferenceCache> references;
    /// Longest expected duration of a pass in seconds; longer passes are not started (see LongRun).
    double mostSeconds = std::numeric_limits<double>::infinity();
    /// Passes longer than this are shown layer by layer; in shorter ones that would only flicker.
    std::chrono::milliseconds layersAfter = LayerSink{}.first;
};

/// A run that was not started because it would take long.
struct LongRun
{
    qsizetype tokens = 0;
    double seconds = 0;
};

using SnapshotResult = Result<std::shared_ptr<const Snapshot>>;
using SnapshotSink = std::function<void(std::shared_ptr<const Snapshot>)>;

/// Runs the model on a document, on the calling thread: models with a decoder decode, and are given a target
/// line token by token. The shown line is padded to the longest one, which is all that other lines do to it.
/// Steps go to `partial` at most 30 times a second, but not in the first moments, so that typing does not
/// flicker; so do the finished layers of a long pass. A blank text gives an empty snapshot. A run that would
/// take too long gives kCancelled and calls `tooLong` (may be empty). Under edits, `partial` first gets the
/// finished snapshot; the result also has the unedited run. Errors: those of core/run.
SnapshotResult runDocument(const RunInput& input, const Job& job, const SnapshotSink& partial,
                           const std::function<void(const LongRun&)>& tooLong = {});

/// Whether a run that recorded `recorded` has everything in `wanted`.
bool recordsAll(const SiteSet& recorded, const SiteSet& wanted);

/// The latest result without edits, kept so that changing the edits does not run the unedited model again.
class PlainResult
{
public:
    /// Null if no unedited result of this document is known, or if it lacks something in `wanted`.
    std::shared_ptr<const Snapshot> find(const Document& document, const std::shared_ptr<const Model>& model,
                                         const SiteSet& wanted) const;
    /// Call with a finished run of the document; an edited one counts only if it has the unedited result.
    void remember(const Snapshot& snapshot, const Document& document,
                  const std::shared_ptr<const Model>& model, const SiteSet& recorded);

private:
    Document m_document; ///< without edits
    std::weak_ptr<const Model> m_model;
    SiteSet m_recorded;
    std::shared_ptr<const Snapshot> m_snapshot;
};

} // namespace headlight

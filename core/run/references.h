#pragma once

#include "core/edit/edit_plan.h"
#include "core/run/execute.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// Passes of the plain model that edits take numbers from, kept among the runs of a sweep or of a window:
/// the newest few. May be used by several threads.
class ReferenceCache
{
public:
    /// The traces of a reference, from the cache or run now; what is not `sites` is not recorded.
    Result<std::vector<Trace>> traces(const std::shared_ptr<const Model>& model,
                                      const std::vector<LaneInput>& lanes, const SiteSet& sites,
                                      const Job& job);

private:
    struct Entry
    {
        std::weak_ptr<const Model> model;
        std::vector<LaneInput> lanes;
        SiteSet sites;
        std::vector<Trace> traces;
    };
    std::mutex m_mutex;
    std::vector<Entry> m_entries; ///< newest last
};

/// A reference as sentences ready to be fed. Where the model has a decoder of its own and no target is
/// given, the target is the model's own greedy output. `own` stands in for a reference without an input.
Result<std::vector<LaneInput>> prepareReference(const std::shared_ptr<const Model>& model,
                                                const ReferenceInput& reference,
                                                const std::vector<LaneInput>& own, const Job& job);

/// Makes the passes that the edits need. `own`: the sentences of the run itself.
Result<ReferenceRuns> runReferences(const std::shared_ptr<const Model>& model,
                                    const std::vector<Intervention>& edits, const std::vector<LaneInput>& own,
                                    ReferenceCache* cache, const Job& job);

/// Whether the position edits fit the model and these lengths (target -1: any).
Result<void> checkPositions(const Model& model, const Interventions& interventions,
                            const SequenceLengths& lengths);

} // namespace headlight

#pragma once

#include "core/edit/edit_plan.h"
#include "core/run/execute.h"

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace headlight {

/// What edits read of a reference: quantities of attention sub-layers. The streams of a stack go by its first
/// self-attention.
using ReferenceNeeds = std::set<std::pair<Site, LayerRef>>;

/// Passes of the plain model that edits take numbers from, kept among the runs of a sweep or of a window.
/// A reference is looked up by what the user gave, before anything is decoded or run; what was not used for
/// the longest time goes when more than the given bytes are held. May be used by several threads.
class ReferenceCache
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

    explicit ReferenceCache(std::size_t mostBytes = kMostBytes)
        : m_mostBytes(mostBytes)
    { }

    /// A reference as sentences ready to be fed. Where the model has a decoder of its own and no target is
    /// given, the target is the model's own greedy output. `own` stands in for a reference without an input.
    Result<std::vector<LaneInput>> lanes(const std::shared_ptr<const Model>& model,
                                         const ReferenceInput& reference, const std::vector<LaneInput>& own,
                                         const Job& job);
    /// The traces of the same sentences, one each; only the needed quantities are recorded.
    Result<std::vector<Trace>> traces(const std::shared_ptr<const Model>& model,
                                      const ReferenceInput& reference, const std::vector<LaneInput>& own,
                                      const ReferenceNeeds& needs, const Job& job);

    /// Forward passes and decodings that were made so far.
    int passes() const { return m_passes; }
    /// Bytes of the matrices and tokens that are kept.
    std::size_t bytes() const;

private:
    struct Key
    {
        std::weak_ptr<const Model> model;
        ReferenceInput reference;
        std::vector<LaneInput> own; ///< where the reference has no input of its own; else empty
        bool operator==(const Key& other) const;
    };
    struct Entry
    {
        Key key;
        std::vector<LaneInput> lanes;
        ReferenceNeeds needs;
        std::vector<Trace> traces; ///< empty: not run yet
        std::size_t bytes = 0;
    };
    std::optional<Entry> find(const Key& key);
    void keep(Entry entry);

    const std::size_t m_mostBytes;
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries; ///< the one that was used last comes first
    std::atomic<int> m_passes{0};
};

/// Makes the passes that the edits need. `own`: the sentences of the run itself.
Result<ReferenceRuns> runReferences(const std::shared_ptr<const Model>& model,
                                    const std::vector<Intervention>& edits, const std::vector<LaneInput>& own,
                                    ReferenceCache* cache, const Job& job);

/// Whether the position edits fit the model and these lengths (target -1: any).
Result<void> checkPositions(const Model& model, const Interventions& interventions,
                            const SequenceLengths& lengths);

} // namespace headlight

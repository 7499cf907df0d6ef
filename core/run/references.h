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
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// What edits read from a reference: quantities of attention sub-layers. The streams of a stack are filed
/// under its first self-attention.
using ReferenceNeeds = std::set<std::pair<Site, LayerRef>>;

/// Passes of the unedited model from which edits take numbers, kept across the runs of a sweep or of a
/// window. References are looked up by the user's input, before anything is decoded or run; above the byte
/// limit the least recently used ones are dropped. Thread-safe.
class ReferenceCache
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

    explicit ReferenceCache(std::size_t mostBytes = kMostBytes)
        : m_mostBytes(mostBytes)
    { }

    /// A reference as sentences ready to run. If the model has a separate decoder and no target is given, the
    /// target is the model's own greedy output. `own` replaces a reference without an input.
    Result<std::vector<LaneInput>> lanes(const std::shared_ptr<const Model>& model,
                                         const ReferenceInput& reference, const std::vector<LaneInput>& own,
                                         const Job& job);
    /// The traces of the same sentences, one each; only the needed quantities are recorded.
    Result<std::vector<Trace>> traces(const std::shared_ptr<const Model>& model,
                                      const ReferenceInput& reference, const std::vector<LaneInput>& own,
                                      const ReferenceNeeds& needs, const Job& job);

    /// Number of forward passes and decodings so far.
    int passes() const { return m_passes; }
    /// Bytes of the matrices and tokens kept.
    std::size_t bytes() const;

private:
    struct Key
    {
        std::weak_ptr<const Model> model;
        ReferenceInput reference;
        std::vector<LaneInput> own; ///< used if the reference has no input of its own; otherwise empty
        bool operator==(const Key& other) const;
    };
    struct Entry
    {
        Key key;
        std::vector<LaneInput> lanes;
        ReferenceNeeds needs;
        std::vector<Trace> traces; ///< empty = not run yet
        std::size_t bytes = 0;
    };
    std::optional<Entry> find(const Key& key);
    void keep(Entry entry);
    std::size_t held() const; ///< bytes; under the lock

    const std::size_t m_mostBytes;
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries; ///< most recently used first
    std::atomic<int> m_passes{0};
};

/// A reference with an input of its own as sentences; a missing target is only the start token. Errors begin
/// with the name: "reference.target_text".
Result<std::vector<LaneInput>> givenLanes(const Model& model, const ReferenceInput& reference,
                                          const std::string& name);
/// The same ready to run; a missing target is the model's own greedy output.
Result<std::vector<LaneInput>> referenceLanes(const std::shared_ptr<const Model>& model,
                                              const ReferenceInput& reference, const Job& job,
                                              const std::string& name = "reference");

/// Runs the passes that the edits need. `own`: the sentences of the run itself.
Result<ReferenceRuns> runReferences(const std::shared_ptr<const Model>& model,
                                    const std::vector<Intervention>& edits, const std::vector<LaneInput>& own,
                                    ReferenceCache* cache, const Job& job);

/// Whether the position edits fit the model and these lengths (target -1 = any).
Result<void> checkPositions(const Model& model, const Interventions& interventions,
                            const SequenceLengths& lengths);

} // namespace headlight

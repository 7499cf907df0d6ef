#pragma once

#include "core/trace/record_plan.h"
#include "ui/state/document.h"

#include <memory>

namespace headlight {

class Model;
struct Snapshot;

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

#pragma once

#include "core/trace/record_plan.h"
#include "ui/state/document.h"

#include <memory>

namespace headlight {

class Model;
struct Snapshot;

/// Whether a run that recorded `recorded` has all that `wanted` asks for.
bool recordsAll(const SiteSet& recorded, const SiteSet& wanted);

/// The newest result without edits, so that a change of the edits does not run the plain model again.
class PlainResult
{
public:
    /// Null: no result of this document without its edits is known, or something was not recorded.
    std::shared_ptr<const Snapshot> find(const Document& document, const std::shared_ptr<const Model>& model,
                                         const SiteSet& wanted) const;
    /// A finished run of the document; one with edits counts once the plain result is beside it.
    void remember(const Snapshot& snapshot, const Document& document,
                  const std::shared_ptr<const Model>& model, const SiteSet& recorded);

private:
    Document m_document; ///< without edits
    std::weak_ptr<const Model> m_model;
    SiteSet m_recorded;
    std::shared_ptr<const Snapshot> m_snapshot;
};

} // namespace headlight

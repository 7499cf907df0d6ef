#include "ui/run/plain_result.h"

#include "ui/state/snapshot.h"

namespace headlight {

namespace {

Document withoutEdits(const Document& document)
{
    Document plain = shownPart(document);
    plain.interventions = {};
    return plain;
}

} // namespace

bool recordsAll(const SiteSet& recorded, const SiteSet& wanted)
{
    return (recorded | wanted) == recorded;
}

std::shared_ptr<const Snapshot> PlainResult::find(const Document& document,
                                                  const std::shared_ptr<const Model>& model,
                                                  const SiteSet& wanted) const
{
    const bool same = m_snapshot != nullptr && m_document == withoutEdits(document) && m_model.lock() == model
        && recordsAll(m_recorded, wanted);
    return same ? m_snapshot : nullptr;
}

void PlainResult::remember(const Snapshot& snapshot, const Document& document,
                           const std::shared_ptr<const Model>& model, const SiteSet& recorded)
{
    const bool edited = !document.interventions.empty();
    if (edited && snapshot.unedited == nullptr)
        return;
    m_document = withoutEdits(document);
    m_model = model;
    m_recorded = recorded;
    m_snapshot = edited ? snapshot.unedited : std::make_shared<const Snapshot>(snapshot);
}

} // namespace headlight

#include "ui/window/edit_banner.h"

#include "ui/window/mask_actions.h"

namespace headlight {

EditBanner::EditBanner(Workspace& workspace, MaskActions& masks, QWidget* parent)
    : MessageBar(parent)
    , m_workspace(workspace)
    , m_masks(masks)
{
    setObjectName(QStringLiteral("editBanner"));
    setClosable(false);
    setAction(tr("Reset"), tr("Go back to the model as it was trained. You can undo this."));
    connect(this, &MessageBar::actionClicked, &masks, &MaskActions::reset);
    connect(&workspace, &Workspace::documentChanged, this, &EditBanner::update);
    connect(&workspace, &Workspace::snapshotChanged, this, [this] {
        remember();
        update();
    });
}

void EditBanner::remember()
{
    const Document& document = m_workspace.document();
    const Snapshot& snapshot = *m_workspace.snapshot();
    // A run that is still going, or one of an older document, says nothing about the plain model.
    if (!snapshot.finished || snapshot.trace.isNull() || !snapshot.trace.info().edits.empty()
        || !document.interventions.empty())
        return;
    m_plain.text = document.text;
    m_plain.target = document.target;
    m_plain.forced = document.forced;
    m_plain.lane = snapshot.lane;
    m_plain.output = snapshot.output;
    m_plain.model = m_workspace.model();
}

void EditBanner::update()
{
    const QStringList active = m_masks.activeInWords();
    if (active.isEmpty()) {
        say(Kind::kInfo, {});
        return;
    }
    const Document& document = m_workspace.document();
    const Snapshot& snapshot = *m_workspace.snapshot();
    const bool comparable = m_plain.text == document.text && m_plain.target == document.target
        && m_plain.forced == document.forced && m_plain.lane == snapshot.lane
        && m_plain.model.lock() == m_workspace.model() && !m_plain.output.isEmpty();
    QString compared;
    if (comparable && snapshot.finished)
        compared = m_plain.output == snapshot.output
            ? tr("The output is the same as without the change.")
            : tr("Without the change the output is: %1").arg(m_plain.output);
    say(Kind::kWarning, tr("The model was not trained so: %1.").arg(active.join(tr(", "))), compared);
}

} // namespace headlight

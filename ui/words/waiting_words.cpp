#include "ui/words/waiting_words.h"

#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/words/head_name.h"

namespace headlight {

QString notRecordedWords(const Workspace& workspace, const QString& otherwise)
{
    const bool layersToCome = workspace.isRunning() && !workspace.snapshot()->hasAllLayers();
    return layersToCome ? tr("This layer is not computed yet.") : otherwise;
}

QString columnWaitingWords()
{
    return tr("Reading all rows, to see who looks at this token…");
}

QString missingWords(const Workspace& workspace, const HeadRef& head)
{
    return notRecordedWords(workspace, tr("Nothing was recorded for %1.").arg(headName(head)));
}

QString waitingWords(const Workspace& workspace, const QString& otherwise)
{
    const Document& document = workspace.document();
    const bool blank = document.dialogue ? isBlank(*document.dialogue) : document.text.trimmed().isEmpty();
    if (blank || !workspace.snapshot()->trace.isNull())
        return otherwise;
    if (workspace.isRunning())
        return tr("Running…");
    if (workspace.notice() && workspace.notice()->error)
        return tr("Nothing to show: see the message over the views.");
    return workspace.model() == nullptr ? tr("Opening the model…") : otherwise;
}

} // namespace headlight

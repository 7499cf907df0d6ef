#include "ui/picture/waiting_words.h"

#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"

namespace headlight {

QString waitingWords(const Workspace& workspace, const QString& otherwise)
{
    if (workspace.document().text.trimmed().isEmpty() || !workspace.snapshot()->trace.isNull())
        return otherwise;
    if (workspace.isRunning())
        return tr("The model is at work …");
    if (workspace.notice() && workspace.notice()->error)
        return tr("There is nothing to show: the message above the views says why.");
    return workspace.model() == nullptr ? tr("The model is being opened …") : otherwise;
}

} // namespace headlight

#include "ui/words/waiting_words.h"

#include "core/trace/trace.h"
#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/words/head_name.h"
#include "ui/words/token_text.h"

#include <QStringList>

#include <algorithm>

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
        return tr("Nothing to show: the message at the bottom right says why.");
    return workspace.model() == nullptr ? tr("Opening the model…") : otherwise;
}

QString textOf(const Trace& trace, StackKind stack)
{
    constexpr std::size_t kMost = 2000;
    const auto& tokens = trace.tokens(stack);
    QStringList parts;
    bool marks = false;
    for (std::size_t i = 0; i < std::min(tokens.size(), kMost); ++i) {
        if (tokens[i].special || tokens[i].padding)
            continue;
        const QString marked = tokenText(tokens[i]);
        const QString plain = withoutSpaceMark(marked);
        marks = marks || plain != marked;
        parts << (plain != marked && !parts.isEmpty() ? QLatin1Char(' ') + plain : plain);
    }
    const QString text = parts.join(marks ? QString() : QStringLiteral(" "));
    return tokens.size() > kMost ? text + QChar(0x2026) : text;
}

QString textOf(const Trace& trace)
{
    return textOf(trace, trace.info().encoder ? StackKind::kEncoder : StackKind::kDecoder);
}

QString shownText(const Workspace& workspace)
{
    if (workspace.showsOpenedTrace())
        return textOf(workspace.shownTrace());
    const QStringList lines = workspace.document().text.split(QLatin1Char('\n'));
    return lines.value(shownLine(lines, workspace.document().line));
}

} // namespace headlight

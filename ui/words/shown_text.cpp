#include "ui/words/shown_text.h"

#include "core/trace/trace.h"
#include "ui/state/workspace.h"
#include "ui/words/token_text.h"

#include <QStringList>

#include <algorithm>

namespace headlight {

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

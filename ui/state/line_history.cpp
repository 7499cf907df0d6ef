#include "ui/state/line_history.h"

#include "ui/state/branch_edit.h"
#include "ui/state/snapshot.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

QStringList linesOf(const QString& text)
{
    return text.split(QLatin1Char('\n'));
}

bool isEmpty(const LineHistory& history)
{
    return history.forced.empty() && history.target.trimmed().isEmpty() && history.branches.list.empty();
}

/// Moves the shown line's history to otherLines, which then has all of them.
Document putAside(const Document& document, const Snapshot& snapshot)
{
    Document next = document.branches.list.empty() ? document : withRecorded(document, snapshot, {});
    const int line = shownLine(linesOf(document.text), document.line);
    std::erase_if(next.otherLines, [line](const LineHistory& one) { return one.line == line; });
    LineHistory own{line, std::exchange(next.forced, {}), std::exchange(next.target, {}),
                    std::exchange(next.branches, {})};
    if (line >= 0 && !isEmpty(own))
        next.otherLines.push_back(std::move(own));
    return next;
}

/// False if nothing is kept for the line.
bool takeBack(Document& document, int line)
{
    const auto own = std::ranges::find(document.otherLines, line, &LineHistory::line);
    if (own == document.otherLines.end())
        return false;
    document.forced = std::move(own->forced);
    document.target = std::move(own->target);
    document.branches = std::move(own->branches);
    document.otherLines.erase(own);
    return true;
}

/// Maps lines of one text to another that differs from it in one place.
class LineMove
{
public:
    LineMove(const QStringList& before, const QStringList& after)
        : m_before(static_cast<int>(before.size()))
        , m_after(static_cast<int>(after.size()))
    {
        const int shorter = std::min(m_before, m_after);
        while (m_head < shorter && before[m_head] == after[m_head])
            ++m_head;
        while (m_head + m_tail < shorter && before[m_before - 1 - m_tail] == after[m_after - 1 - m_tail])
            ++m_tail;
    }
    /// -1 if its text has changed.
    int placeOf(int line) const
    {
        if (line < m_head)
            return line;
        return line >= m_before - m_tail ? line + m_after - m_before : -1;
    }

private:
    int m_before, m_after;
    int m_head = 0, m_tail = 0; ///< identical lines at the beginning and at the end
};

} // namespace

QString asRead(QString line)
{
    return line.replace(QChar(QChar::LineSeparator), QLatin1Char('\n'));
}

QStringList idsIn(const QString& line)
{
    static const QRegularExpression separators(QStringLiteral("[\\s,]+"));
    return line.split(separators, Qt::SkipEmptyParts);
}

int otherLine(const Document& document)
{
    const QStringList lines = linesOf(document.text);
    const int shown = shownLine(lines, document.line), all = static_cast<int>(lines.size());
    for (int i = 1; shown >= 0 && i < all; ++i)
        if (const int line = (shown + i) % all; !lines[line].trimmed().isEmpty())
            return line;
    return -1;
}

Document onLine(const Document& document, const Snapshot& snapshot, int line)
{
    const QStringList lines = linesOf(document.text);
    const int shown = shownLine(lines, line);
    if (shown == shownLine(lines, document.line)) {
        Document next = document;
        next.line = line;
        return next;
    }
    Document next = putAside(document, snapshot);
    next.line = line;
    takeBack(next, shown);
    return next;
}

Document retyped(const Document& document, const Snapshot& snapshot, const TypedText& typed)
{
    const QStringList before = linesOf(document.text), after = linesOf(typed.text);
    const LineMove move(before, after);
    Document next = putAside(document, snapshot);
    for (LineHistory& history : next.otherLines)
        history.line = move.placeOf(history.line);
    std::erase_if(next.otherLines, [](const LineHistory& one) { return one.line < 0; });
    if (typed.text != document.text)
        next.dialogue.reset(); // a typed sentence replaces it
    next.text = typed.text;
    next.pair = typed.pair;
    next.line = typed.line;
    const int from = shownLine(before, document.line);
    const bool changed = from < 0 || move.placeOf(from) < 0;
    // A target typed for a line stays with it while the line is edited.
    if (!takeBack(next, shownLine(after, typed.line)) && changed)
        next.target = typed.target;
    if (typed.target != document.target) {
        next.target = typed.target;
        next.forced.clear();
        next.branches = {};
    }
    return next;
}

Document withoutTokens(const Document& document)
{
    Document next = document;
    next.forced.clear();
    next.branches = {};
    for (LineHistory& history : next.otherLines) {
        history.forced.clear();
        history.branches = {};
    }
    std::erase_if(next.otherLines, isEmpty);
    return next;
}

} // namespace headlight

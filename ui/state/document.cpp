#include "ui/state/document.h"

#include <algorithm>

namespace headlight {

Document shownPart(const Document& document)
{
    Document part = document;
    part.branches = {};
    part.otherLines.clear();
    return part;
}

int shownLine(const QStringList& lines, int line)
{
    const auto blank = [&lines](int i) { return lines[i].trimmed().isEmpty(); };
    const int count = static_cast<int>(lines.size());
    for (int i = std::clamp(line, -1, count - 1); i >= 0; --i) {
        if (!blank(i))
            return i;
    }
    for (int i = 0; i < count; ++i) {
        if (!blank(i))
            return i;
    }
    return -1;
}

} // namespace headlight

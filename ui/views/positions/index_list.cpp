#include "ui/views/positions/index_list.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace headlight {

std::vector<int> parseIndexList(const QString& text, int count, std::size_t most)
{
    static const QRegularExpression entry(QStringLiteral(R"(^(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?$)"));
    static const QRegularExpression separator(QStringLiteral("[,;]"));
    std::vector<int> indexes;
    for (const QString& part : text.split(separator)) {
        const QRegularExpressionMatch match = entry.match(part.trimmed());
        if (!match.hasMatch())
            continue;
        const int first = match.captured(1).toInt();
        const int last = match.hasCaptured(2) ? match.captured(2).toInt() : first;
        for (int i = first; i <= std::min(last, count - 1) && indexes.size() < most; ++i) {
            if (std::find(indexes.begin(), indexes.end(), i) == indexes.end())
                indexes.push_back(i);
        }
    }
    return indexes;
}

QString indexListText(const std::vector<int>& indexes)
{
    QStringList parts;
    for (const int index : indexes)
        parts.append(QString::number(index));
    return parts.join(QStringLiteral(", "));
}

} // namespace headlight

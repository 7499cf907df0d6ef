#include "ui/words/token_details.h"

#include "ui/state/translation.h"
#include "ui/words/token_text.h"

#include <QFont>
#include <QStringList>

#include <algorithm>
#include <string>

namespace headlight {

namespace {

constexpr qsizetype kListedCodePoints = 8;
constexpr qsizetype kLongestQuote = 24;

/// "U+0063 c, U+0061 a": the character is omitted if it is invisible.
QString codePoints(const QList<uint>& points)
{
    QStringList words;
    for (qsizetype i = 0; i < std::min(points.size(), kListedCodePoints); ++i) {
        const auto point = static_cast<char32_t>(points[i]);
        QString word
            = QStringLiteral("U+%1").arg(static_cast<uint>(point), 4, 16, QLatin1Char('0')).toUpper();
        if (QChar::isPrint(point) && !QChar::isSpace(point) && !QChar::isMark(point))
            word += QLatin1Char(' ') + QString::fromUcs4(&point, 1).toHtmlEscaped();
        words.append(word);
    }
    if (points.size() > kListedCodePoints)
        words.append(QStringLiteral("…"));
    return words.join(QStringLiteral(", "));
}

QString coverage(const TokenLabel& token, const QString& typedText)
{
    if (token.rangeEnd <= token.rangeBegin)
        return tr("Not a part of the typed text");
    const QList<uint> all = typedText.toUcs4();
    const QString range = token.rangeEnd - token.rangeBegin == 1
        ? tr("Character %1 of the text").arg(token.rangeBegin)
        : tr("Characters %1–%2 of the text").arg(token.rangeBegin).arg(token.rangeEnd - 1);
    if (token.rangeEnd > all.size())
        return range;
    return range + QStringLiteral("<br>")
        + codePoints(all.mid(token.rangeBegin, token.rangeEnd - token.rangeBegin));
}

} // namespace

QString tokenInSentence(const TokenLabel& token)
{
    if (token.special)
        return isolated(tokenText(token));
    QString text = QString::fromStdString(token.text);
    if (text.size() > 1 && text.startsWith(QChar(0x2423)))
        text.remove(0, 1);
    return tr("“%1”").arg(isolated(shortened(visibleText(text), kLongestQuote)));
}

QString tokenPlace(const TokenLabel& token, const QString& place)
{
    return token.fromTemplate ? tr("%1, from the chat template").arg(place) : place;
}

QString placedToken(const std::vector<TokenLabel>& tokens, std::int64_t position)
{
    const auto index = static_cast<std::size_t>(position);
    const QString place = QString::number(position);
    return position < 0 || index >= tokens.size()
        ? place
        : QStringLiteral("%1 (%2)").arg(quotedToken(tokens[index]), tokenPlace(tokens[index], place));
}

QVariant tokenFont(const TokenLabel& token)
{
    if (!token.isMarkup() || !canSlant(QString::fromStdString(token.text)))
        return {};
    QFont italic;
    italic.setItalic(true);
    return italic;
}

QString tokenDetails(const TokenLabel& token, int index, int count, const QString& typedText)
{
    QStringList lines;
    lines.append(
        QStringLiteral("<b>%1</b>").arg(visibleText(QString::fromStdString(token.text)).toHtmlEscaped()));
    lines.append(tr("Position %1 of %2 (from 0), id %3").arg(index).arg(count).arg(token.id));
    if (token.padding)
        lines.append(tr("Padding: beyond the end of this sentence"));
    else if (token.special)
        lines.append(tr("Special token"));
    if (token.fromTemplate)
        lines.append(tr("From the chat template"));
    if (!token.padding)
        lines.append(coverage(token, typedText));
    if (token.segment != 0)
        lines.append(tr("Segment %1").arg(token.segment));
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

} // namespace headlight

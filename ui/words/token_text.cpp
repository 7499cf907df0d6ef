#include "ui/words/token_text.h"

#include <QCoreApplication>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace headlight {

namespace {

QString nameOf(char32_t c)
{
    return QStringLiteral("U+%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
}

bool isVariationSelector(char32_t c)
{
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

/// Direction marks would reorder the text next to them, and zero-width characters would be invisible: both
/// are named. Joiners between two characters are kept (emoji, Arabic, Indic scripts), and so are characters
/// that modify the previous one (flag tags, variation selectors).
bool mustBeNamed(const QList<uint>& text, qsizetype i)
{
    const char32_t c = text[i];
    const bool first = i == 0;
    if (isVariationSelector(c) || (c >= 0xE0020 && c <= 0xE007F))
        return first;
    if (QChar::category(c) != QChar::Other_Format)
        return false;
    const bool joiner = c == 0x200C || c == 0x200D;
    return !joiner || first || i + 1 == text.size();
}

bool isUnprintable(char32_t c)
{
    const QChar::Category category = QChar::category(c);
    return category == QChar::Other_Control || category == QChar::Separator_Line
        || category == QChar::Separator_Paragraph;
}

} // namespace

QString visibleText(const QString& text)
{
    constexpr uint kSpaceSign = 0x2423; // ␣
    // Fast path: long texts have a hundred thousand tokens, nearly all of them plain.
    if (!text.isEmpty() && std::ranges::all_of(text, [](QChar c) {
            return (c > QLatin1Char(' ') && c <= QLatin1Char('~')) || c == QChar(kSpaceSign);
        }))
        return text;
    const QList<uint> points = text.toUcs4();
    QString shown;
    shown.reserve(text.size());
    bool bare = true; // no base for a combining mark yet
    for (qsizetype i = 0; i < points.size(); ++i) {
        const char32_t c = points[i];
        if (c == U'\n')
            shown += QChar(0x23CE); // ⏎
        else if (c == U'\t')
            shown += QChar(0x21E5); // ⇥
        else if (c == U'\r')
            shown += QChar(0x240D); // ␍
        else if (isUnprintable(c))
            shown += QChar(0xFFFD);
        else if (mustBeNamed(points, i))
            shown += nameOf(c);
        else {
            if (bare && QChar::isMark(c))
                shown += QChar(0x25CC); // dotted circle
            shown += QString::fromUcs4(&c, 1);
        }
        bare = bare && (c == kSpaceSign || c == U'#'); // "##" begins the later pieces of a word
    }
    if (shown.trimmed().isEmpty())
        shown = shown.isEmpty() ? QString(QChar(0x2205)) : QString(shown.size(), QChar(0x2423)); // ∅, ␣
    return shown;
}

QString shortened(const QString& text, qsizetype longest)
{
    if (text.size() <= longest)
        return text;
    // Cut between characters as a reader sees them, never inside one.
    QTextBoundaryFinder signs(QTextBoundaryFinder::Grapheme, text);
    const auto boundary = [&signs](qsizetype at) {
        signs.setPosition(at);
        return signs.isAtBoundary() ? at : std::max<qsizetype>(0, signs.toPreviousBoundary());
    };
    return text.left(boundary(longest / 2)) + QChar(0x2026) + text.mid(boundary(text.size() - longest / 2));
}

QString tokenText(const TokenLabel& token)
{
    return visibleText(QString::fromStdString(token.text));
}

QString isolated(const QString& text)
{
    const bool turns = std::ranges::any_of(
        text, [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; });
    return turns ? QChar(0x2068) + text + QChar(0x2069) : text; // first strong isolate … pop
}

bool canSlant(const QString& text)
{
    return std::ranges::all_of(text, [](QChar c) {
        const QChar::Script script = c.script();
        return script == QChar::Script_Latin || script == QChar::Script_Greek
            || script == QChar::Script_Cyrillic || script == QChar::Script_Common
            || script == QChar::Script_Inherited || c.isSurrogate();
    });
}

QString withoutSpaceMark(const QString& text)
{
    const QChar mark(0x2423);
    return text.size() > 1 && text.front() == mark ? text.mid(1) : text;
}

QString quotedToken(const TokenLabel& token)
{
    if (token.special || token.padding)
        return isolated(tokenText(token));
    return QCoreApplication::translate("TokenText", "“%1”").arg(isolated(tokenText(token)));
}

QString quotedToken(const std::vector<TokenLabel>& tokens, std::int64_t position)
{
    const auto place = static_cast<std::size_t>(position);
    return position >= 0 && place < tokens.size() ? quotedToken(tokens[place]) : QString::number(position);
}

} // namespace headlight

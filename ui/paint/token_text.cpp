#include "ui/paint/token_text.h"

#include <QCoreApplication>

namespace headlight {

namespace {

/// Marks of direction would turn what stands beside them, and signs without width would hide: they are
/// named. Joiners between two signs do their work (emoji, Arabic, Indic scripts).
bool mustBeNamed(const QString& text, qsizetype i)
{
    const QChar c = text[i];
    if (c.category() != QChar::Other_Format)
        return false;
    const bool joiner = c == QChar(0x200C) || c == QChar(0x200D);
    return !joiner || i == 0 || i + 1 == text.size();
}

QString withoutInvisibles(const QString& text)
{
    QString shown;
    shown.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == QLatin1Char('\n'))
            shown += QChar(0x23CE); // ⏎
        else if (c == QLatin1Char('\t'))
            shown += QChar(0x21E5); // ⇥
        else if (c == QLatin1Char('\r'))
            shown += QChar(0x240D); // ␍
        else if (c.category() == QChar::Other_Control || c.category() == QChar::Separator_Line
                 || c.category() == QChar::Separator_Paragraph)
            shown += QChar(0xFFFD);
        else if (mustBeNamed(text, i))
            shown += QStringLiteral("U+%1")
                         .arg(static_cast<uint>(c.unicode()), 4, 16, QLatin1Char('0'))
                         .toUpper();
        else
            shown += c;
    }
    if (shown.trimmed().isEmpty())
        shown = shown.isEmpty() ? QString(QChar(0x2205)) : QString(shown.size(), QChar(0x2423)); // ∅, ␣
    return shown;
}

} // namespace

QString tokenText(const TokenLabel& token)
{
    QString text = withoutInvisibles(QString::fromStdString(token.text));
    if (token.special && text.size() > 2 && text.startsWith(QLatin1Char('<'))
        && text.endsWith(QLatin1Char('>')))
        text = QChar(0x27E8) + text.mid(1, text.size() - 2) + QChar(0x27E9);
    return text;
}

QString quotedToken(const TokenLabel& token)
{
    if (token.special || token.padding)
        return tokenText(token);
    return QCoreApplication::translate("TokenText", "“%1”").arg(tokenText(token));
}

} // namespace headlight

#include "ui/paint/token_text.h"

#include <QCoreApplication>

namespace headlight {

namespace {

QString withoutInvisibles(const QString& text)
{
    QString shown;
    shown.reserve(text.size());
    for (const QChar c : text) {
        if (c == QLatin1Char('\n'))
            shown += QChar(0x23CE); // ⏎
        else if (c == QLatin1Char('\t'))
            shown += QChar(0x21E5); // ⇥
        else if (c == QLatin1Char('\r'))
            shown += QChar(0x240D); // ␍
        else if (c.category() == QChar::Other_Control || c.category() == QChar::Separator_Line
                 || c.category() == QChar::Separator_Paragraph)
            shown += QChar(0xFFFD);
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

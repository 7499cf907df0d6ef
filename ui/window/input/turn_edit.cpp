#include "ui/window/input/turn_edit.h"

#include "ui/state/line_history.h"

#include <QKeyEvent>
#include <QMimeData>

namespace headlight {

namespace {

constexpr int kTurnLines = 3;

/// −1 or 1; 0 = no move.
int moveOf(const QKeyEvent& press)
{
    if ((press.modifiers() & ~Qt::KeypadModifier) != Qt::AltModifier)
        return 0;
    return press.key() == Qt::Key_Up ? -1 : press.key() == Qt::Key_Down ? 1 : 0;
}

/// The text as one paragraph of the field.
QString asParagraph(QString text)
{
    return text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"))
        .replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
}

} // namespace

TurnEdit::TurnEdit(QWidget* parent)
    : SentenceEdit(kTurnLines, false, parent)
{ }

QString TurnEdit::turnText() const
{
    return asRead(text());
}

void TurnEdit::showTurn(const QString& text)
{
    show(asParagraph(text));
}

bool TurnEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // NOLINTNEXTLINE(*-static-cast-downcast): its type was checked
        if (moveOf(*static_cast<QKeyEvent*>(event)) != 0) {
            event->accept();
            return true;
        }
    }
    return SentenceEdit::event(event);
}

void TurnEdit::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (const int by = moveOf(*event); by != 0)
        emit moveWanted(by);
    else if (enter && !event->modifiers().testFlag(Qt::ShiftModifier))
        emit entered();
    else
        SentenceEdit::keyPressEvent(event);
}

void TurnEdit::insertFromMimeData(const QMimeData* source)
{
    insertPlainText(asParagraph(source->text()));
}

} // namespace headlight

#include "ui/window/input/turn_row.h"

#include "ui/state/line_history.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
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

TurnRow::TurnRow(QWidget* parent)
    : QWidget(parent)
    , m_role(new QComboBox(this))
    , m_edit(new TurnEdit(this))
    , m_removal(makeFlatButton(QStringLiteral("×"), tr("Remove this turn")))
{
    // Not translated: these are the words of the templates.
    m_role->addItems({QStringLiteral("system"), QStringLiteral("user"), QStringLiteral("assistant")});
    m_role->setEditable(true);
    m_role->setInsertPolicy(QComboBox::NoInsert);
    m_role->setToolTip(
        tr("Who speaks. Another role than these can be typed, if the model’s template has it."));
    m_edit->setToolTip(tr("Return goes to the next turn and adds one after the last. Shift+Return breaks a "
                          "line. Alt+Up and Alt+Down move the turn."));
    m_removal->setFocusPolicy(Qt::StrongFocus);
    auto* const layout = makeRow(this, {}, 4);
    layout->addWidget(m_role, 0, Qt::AlignTop);
    layout->addWidget(m_edit, 1, Qt::AlignTop);
    layout->addWidget(m_removal, 0, Qt::AlignTop);
    connect(m_role, &QComboBox::activated, this, &TurnRow::roleChosen);
    connect(m_role->lineEdit(), &QLineEdit::editingFinished, this, &TurnRow::roleChosen);
}

Turn TurnRow::turn() const
{
    const QString role = m_role->currentText().trimmed();
    return {role.isEmpty() ? m_role->itemText(1) : role, m_edit->turnText()};
}

void TurnRow::showTurn(const Turn& turn, int number)
{
    if (m_role->currentText() != turn.role)
        m_role->setCurrentText(turn.role);
    m_edit->showTurn(turn.text);
    m_role->setAccessibleName(tr("Role of turn %1").arg(number));
    m_edit->setAccessibleName(tr("Text of turn %1").arg(number));
    m_removal->setAccessibleName(tr("Remove turn %1").arg(number));
}

} // namespace headlight

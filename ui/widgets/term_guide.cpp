#include "ui/widgets/term_guide.h"

#include "ui/widgets/term.h"

#include <QApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPoint>
#include <QScreen>
#include <QToolTip>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kPopoverWidth = 340, kDistance = 4;

bool isHelpKey(const QEvent& event)
{
    const auto& press = static_cast<const QKeyEvent&>(event);
    return press.key() == Qt::Key_F1 && press.modifiers() == Qt::NoModifier;
}

} // namespace

TermGuide::TermGuide(QObject* parent)
    : QObject(parent)
    , m_popover(new QLabel(nullptr, Qt::ToolTip | Qt::BypassGraphicsProxyWidget))
{
    m_popover->setObjectName(QStringLiteral("termPopover"));
    m_popover->setTextFormat(Qt::RichText);
    m_popover->setWordWrap(true);
    m_popover->setMargin(10);
    m_popover->setFrameShape(QFrame::StyledPanel);
    m_popover->setForegroundRole(QPalette::ToolTipText);
    m_popover->setBackgroundRole(QPalette::ToolTipBase);
    m_popover->setAutoFillBackground(true);
    qApp->installEventFilter(this);
}

TermGuide::~TermGuide()
{
    delete m_popover;
}

QWidget* TermGuide::popover() const
{
    return m_popover->isVisible() ? m_popover : nullptr;
}

void TermGuide::show(QWidget& widget, const QPoint& globalPosition)
{
    const auto term = termOf(&widget);
    if (!term)
        return;
    QToolTip::hideText();
    m_explained = &widget;
    m_popover->setPalette(QToolTip::palette());
    m_popover->setFont(widget.window()->font());
    m_popover->setText(termHtml(termWords(*term), widget.toolTip()));
    m_popover->setAccessibleName(termWords(*term).name);
    m_popover->setFixedWidth(kPopoverWidth);
    m_popover->setFixedHeight(m_popover->heightForWidth(kPopoverWidth));
    // Below the word, inside the screen; above it where there is no room.
    const QRect screen = widget.screen()->availableGeometry();
    QPoint at = globalPosition;
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - m_popover->width())));
    if (at.y() + m_popover->height() > screen.bottom())
        at.setY(
            std::max(screen.top(), widget.mapToGlobal(QPoint(0, 0)).y() - m_popover->height() - kDistance));
    m_popover->move(at);
    m_popover->show();
}

void TermGuide::hide()
{
    m_explained = nullptr;
    m_popover->hide();
}

bool TermGuide::key(QWidget& widget, QEvent& event)
{
    if (event.type() == QEvent::KeyPress && m_popover->isVisible() && !isHelpKey(event)) {
        const bool escape = static_cast<QKeyEvent&>(event).key() == Qt::Key_Escape;
        hide();
        return escape; // Esc ends what is innermost, and no more
    }
    if (!isHelpKey(event) || !termOf(&widget) || !widget.hasFocus())
        return false;
    if (event.type() == QEvent::ShortcutOverride) {
        event.accept(); // before the window's shortcut, which is the tour's
        return true;
    }
    show(widget, widget.mapToGlobal(QPoint(0, widget.height() + kDistance)));
    return true;
}

bool TermGuide::eventFilter(QObject* watched, QEvent* event)
{
    auto* const widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr)
        return false;
    switch (event->type()) {
    case QEvent::ToolTip:
        if (!termOf(widget))
            return false;
        show(*widget, widget->mapToGlobal(QPoint(0, widget->height() + kDistance)));
        return true;
    case QEvent::ShortcutOverride:
        if (m_popover->isVisible() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        return key(*widget, *event);
    case QEvent::KeyPress:
        return key(*widget, *event);
    case QEvent::Leave:
    case QEvent::Hide:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::WindowDeactivate:
        if (m_popover->isVisible() && widget != m_popover
            && (widget == m_explained || event->type() != QEvent::Leave))
            hide();
        return false;
    default:
        return false;
    }
}

} // namespace headlight

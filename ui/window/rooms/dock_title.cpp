#include "ui/window/rooms/dock_title.h"

#include "ui/widgets/layouts.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <vector>

namespace headlight {

namespace {

constexpr double kSignGrid = 16; ///< signs are drawn on a square of this many units
constexpr int kMuted = 150; ///< opacity (of 255) of a sign that is not hovered

void paintSign(QPainter& painter, SignButton::Sign sign)
{
    switch (sign) {
    case SignButton::Sign::kToCentre: // a frame with a filled middle
        painter.drawRect(QRectF(2.5, 3.5, 11, 9));
        painter.fillRect(QRectF(5, 6, 6, 4), painter.pen().color());
        break;
    case SignButton::Sign::kBack: // a frame with a filled side
        painter.drawRect(QRectF(2.5, 3.5, 11, 9));
        painter.fillRect(QRectF(9, 4, 4, 8), painter.pen().color());
        break;
    case SignButton::Sign::kFloat: // two windows
        painter.drawRect(QRectF(2.5, 6.5, 7, 6));
        painter.drawPolyline(QPolygonF({{6.5, 4}, {6.5, 3.5}, {13.5, 3.5}, {13.5, 9.5}, {12, 9.5}}));
        break;
    case SignButton::Sign::kList:
        painter.drawPolyline(QPolygonF({{4, 6.5}, {8, 10.5}, {12, 6.5}}));
        break;
    case SignButton::Sign::kClose:
        painter.drawLine(QPointF(4, 4), QPointF(12, 12));
        painter.drawLine(QPointF(12, 4), QPointF(4, 12));
        break;
    }
}

} // namespace

SignButton::SignButton(Sign sign, const QString& words)
    : m_sign(sign)
{
    setFocusPolicy(Qt::NoFocus); // the views have keys for the same
    setAttribute(Qt::WA_Hover);
    setToolTip(words);
    setAccessibleName(words);
}

QSize SignButton::sizeHint() const
{
    const int side = std::max(18, fontMetrics().height());
    return {side, side};
}

void SignButton::paintEvent(QPaintEvent*)
{
    if (m_wanted && !underMouse() && !m_wanted())
        return;
    QPainter painter(this);
    QColor ink = palette().color(QPalette::WindowText);
    if (underMouse() || isDown()) {
        QColor ground = ink;
        ground.setAlpha(isDown() ? 60 : 30);
        painter.fillRect(rect(), ground);
    } else {
        ink.setAlpha(kMuted);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(width(), height());
    painter.translate((width() - side) / 2, (height() - side) / 2);
    painter.scale(side / kSignGrid, side / kSignGrid);
    painter.setPen(QPen(ink, 1.2));
    paintSign(painter, m_sign);
}

bool hasKeyboard(const QWidget* widget)
{
    const QWidget* const focused = QApplication::focusWidget();
    return widget != nullptr && focused != nullptr && (widget == focused || widget->isAncestorOf(focused));
}

DockTitle::DockTitle(const QString& title, bool centred, QWidget* parent)
    : QFrame(parent)
    , m_label(new QLabel)
{
    auto* row = makeRow(this, {8, 1, 3, 1}, 1);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setMinimumWidth(1);
    m_label->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->addWidget(m_label, 1);
    using Sign = SignButton::Sign;
    const auto add = [this, row](Sign sign) {
        auto* const button = new SignButton(sign, words(sign));
        if (sign != Sign::kBack)
            button->drawIf([this] { return underMouse() || hasKeyboard(parentWidget()); });
        row->addWidget(button);
        connect(button, &SignButton::clicked, this, [this, sign] { click(sign); });
    };
    for (const Sign sign :
         centred ? std::vector{Sign::kBack} : std::vector{Sign::kToCentre, Sign::kFloat, Sign::kClose})
        add(sign);
    setTitle(title);
    setAttribute(Qt::WA_Hover);
    connect(qApp, &QApplication::focusChanged, this, qOverload<>(&QWidget::update));
}

QString DockTitle::words(SignButton::Sign sign)
{
    switch (sign) {
    case SignButton::Sign::kToCentre:
        return tr("Give this view all the room (F12)");
    case SignButton::Sign::kBack:
        return tr("Put this view back where it was (F12)");
    case SignButton::Sign::kFloat:
        return tr("Show this view in a window, or back in the main window");
    case SignButton::Sign::kList:
        return tr("List the views that share this place");
    case SignButton::Sign::kClose:
        break;
    }
    return tr("Close this view");
}

void DockTitle::click(SignButton::Sign sign)
{
    if (sign == SignButton::Sign::kFloat)
        emit floatClicked();
    else if (sign == SignButton::Sign::kClose)
        emit closeClicked();
    else
        emit centreClicked();
}

void DockTitle::setGone(bool gone)
{
    if (std::exchange(m_gone, gone) != gone)
        updateGeometry();
}

QSize DockTitle::sizeHint() const
{
    const QSize own = QFrame::sizeHint();
    return m_gone ? QSize(own.width(), 0) : own;
}

QSize DockTitle::minimumSizeHint() const
{
    return {3 * fontMetrics().height(), m_gone ? 0 : QFrame::minimumSizeHint().height()};
}

void DockTitle::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit centreClicked();
    event->accept();
}

// A subtle background that sets the title off from the view, with a line below.
void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor ground = palette().color(QPalette::WindowText);
    ground.setAlpha(12);
    painter.fillRect(rect(), ground);
    ground.setAlpha(40);
    painter.fillRect(QRect(0, height() - 1, width(), 1), ground);
}

} // namespace headlight

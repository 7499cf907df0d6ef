#include "ui/window/bars/veil.h"

#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QPainter>

namespace headlight {

namespace {

constexpr int kOpacity = 140; ///< of 255

} // namespace

Veil::Veil(QWidget& area)
    : QWidget(area.parentWidget())
    , m_area(area)
{
    setObjectName(QStringLiteral("veil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    onEvent(area, {QEvent::Resize, QEvent::Move}, *this, [this] { setGeometry(m_area.geometry()); });
    hide();
}

void Veil::setOn(bool on)
{
    setGeometry(m_area.geometry());
    setVisible(on);
}

void Veil::paintEvent(QPaintEvent*)
{
    QColor ground = palette().color(QPalette::Window);
    ground.setAlpha(kOpacity);
    QPainter(this).fillRect(rect(), ground);
}

} // namespace headlight

#include "ui/widgets/mask_switch.h"

#include "ui/picture/marks.h"

#include <QAction>
#include <QFontMetrics>
#include <QPaintEvent>
#include <QPainter>
#include <QPalette>
#include <QPen>
#include <QPolygonF>
#include <QToolBar>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kPad = 7, kBetween = 6;
constexpr int kTick = 14, kSign = 17;
constexpr int kSignCells = 4; ///< rows and columns of the icon
constexpr int kSignPadding = 1; ///< columns that a padding mask hides

} // namespace

MaskSwitch::MaskSwitch(QAction& action, MaskSign sign, QString words, QWidget* parent)
    : QToolButton(parent)
    , m_action(action)
    , m_sign(sign)
    , m_words(std::move(words))
{
    setObjectName(QLatin1String("switch.") + action.objectName());
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&action, &QAction::changed, this, &MaskSwitch::follow);
    connect(this, &QToolButton::clicked, this, [this] {
        m_action.trigger();
        follow();
    });
    follow();
}

MaskSwitch* MaskSwitch::addTo(QToolBar& bar, QAction& action, MaskSign sign, const QString& words)
{
    auto* const button = new MaskSwitch(action, sign, words);
    QAction* const place = bar.addWidget(button);
    place->setVisible(action.isVisible());
    connect(&action, &QAction::changed, place,
            [place, mask = &action] { place->setVisible(mask->isVisible()); });
    return button;
}

void MaskSwitch::setWordsShown(bool on)
{
    if (on == m_wordsShown)
        return;
    m_wordsShown = on;
    updateGeometry();
    update();
}

void MaskSwitch::follow()
{
    setChecked(m_action.isChecked());
    setEnabled(m_action.isEnabled());
    // Without a parent it would become a window; a tool bar hides it through an action of its own.
    if (parentWidget() != nullptr && qobject_cast<QToolBar*>(parentWidget()) == nullptr)
        setVisible(m_action.isVisible());
    setAccessibleName(QString(m_action.text()).remove(QLatin1Char('&')));
    setToolTip(m_action.toolTip());
    update();
}

int MaskSwitch::widthWithWords() const
{
    return 2 * kPad + kTick + 2 * kBetween + kSign + fontMetrics().horizontalAdvance(m_words);
}

int MaskSwitch::widthWithoutWords()
{
    return 2 * kPad + kTick + kBetween + kSign;
}

QSize MaskSwitch::sizeHint() const
{
    return {m_wordsShown ? widthWithWords() : widthWithoutWords(),
            std::max(fontMetrics().height(), kSign) + 8};
}

void MaskSwitch::paintTick(QPainter& painter, const QRectF& box) const
{
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor ink = palette().color(QPalette::ButtonText);
    painter.setPen(QPen(isChecked() ? accent : faded(ink, 0.6F), 1.4));
    painter.setBrush(isChecked() ? accent : Qt::transparent);
    painter.drawRoundedRect(box, 3, 3);
    if (!isChecked())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(palette().color(QPalette::HighlightedText), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF at = box.topLeft();
    const double unit = box.width() / 14;
    painter.drawPolyline(QPolygonF(
        {at + QPointF(3.2, 7.4) * unit, at + QPointF(6, 10.2) * unit, at + QPointF(10.8, 4.2) * unit}));
}

void MaskSwitch::paintSign(QPainter& painter, const QRectF& box) const
{
    const QColor ink = palette().color(QPalette::ButtonText);
    const double cell = box.width() / kSignCells;
    painter.setPen(Qt::NoPen);
    for (int row = 0; row < kSignCells; ++row) {
        for (int column = 0; column < kSignCells; ++column) {
            const bool hides
                = m_sign == MaskSign::kCausal ? column > row : column >= kSignCells - kSignPadding;
            const QRectF square(box.left() + column * cell + 0.5, box.top() + row * cell + 0.5, cell - 1,
                                cell - 1);
            // A mask that is off hides nothing: draw all cells.
            painter.fillRect(
                square, hides && isChecked() ? faded(ink, 0.12F) : faded(ink, isChecked() ? 0.85F : 0.45F));
        }
    }
}

void MaskSwitch::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!isEnabled())
        painter.setOpacity(0.45);
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor ink = palette().color(QPalette::ButtonText);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(isChecked() ? accent : faded(ink, underMouse() ? 0.6F : 0.3F), 1));
    painter.setBrush(isChecked() ? faded(accent, underMouse() ? 0.28F : 0.18F) : QColor(Qt::transparent));
    painter.drawRoundedRect(frame, 5, 5);
    if (hasFocus())
        paintFocusRing(painter, rect(), accent, 5);
    const double middle = frame.center().y();
    double x = kPad;
    paintTick(painter, {x, middle - kTick / 2.0, kTick, kTick});
    x += kTick + kBetween;
    paintSign(painter, {x, middle - kSign / 2.0, kSign, kSign});
    x += kSign + kBetween;
    if (!m_wordsShown)
        return;
    painter.setPen(isChecked() ? ink : faded(ink, 0.8F));
    painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, m_words);
}

} // namespace headlight

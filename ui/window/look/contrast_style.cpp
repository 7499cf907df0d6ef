#include "ui/window/look/contrast_style.h"

#include "ui/picture/marks.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Whether window and text have the maximum contrast.
bool isStark(const QPalette& palette)
{
    const int window = palette.color(QPalette::Active, QPalette::Window).lightness();
    const int text = palette.color(QPalette::Active, QPalette::WindowText).lightness();
    return std::abs(window - text) == 255;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness()
        < palette.color(QPalette::Active, QPalette::WindowText).lightness();
}

constexpr double kCorner = 2; ///< radius of rounded corners

/// Fusion's own outline is darker than the window, and invisible in a dark one.
void quietOutline(QPainter& painter, const QStyleOption& option, double corner = kCorner)
{
    const QColor ink = option.palette.color(option.state.testFlag(QStyle::State_Enabled) ? QPalette::Active
                                                                                         : QPalette::Disabled,
                                            QPalette::WindowText);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(ink, 0.4F), 1));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter.restore();
}

/// Marks what is switched on with the selection colour: Fusion's shade is invisible in a dark window.
void markOn(QPainter& painter, const QStyleOption& option)
{
    const QColor colour = option.palette.color(QPalette::Active, QPalette::Highlight);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(faded(colour, 0.25F));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

void outline(QPainter& painter, const QStyleOption& option, const QRect& rect, bool strong,
             double corner = kCorner)
{
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool focused = strong && option.state.testFlag(QStyle::State_HasFocus);
    const QColor colour = focused
        ? option.palette.color(QPalette::Highlight)
        : option.palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::WindowText);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, focused ? 2 : 1));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter.restore();
}

/// Room for the arrow at the end of a button.
constexpr int kArrowRoom = 12;
constexpr int kBesideButton = 22; ///< left and right of a push button's words together

/// Whether it is a text button that opens a menu wherever it is pressed.
bool opensMenuByText(const QStyleOption* option)
{
    const auto* const button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    return button != nullptr && button->features.testFlag(QStyleOptionToolButton::HasMenu)
        && !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup) && !button->text.isEmpty()
        && button->toolButtonStyle != Qt::ToolButtonIconOnly;
}

bool takesText(const QWidget* widget)
{
    const auto* const text = qobject_cast<const QPlainTextEdit*>(widget);
    return text != nullptr && !text->isReadOnly();
}

} // namespace

ContrastStyle::ContrastStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{ }

void ContrastStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const
{
    if (element == PE_IndicatorArrowDown && widget != nullptr && opensMenuByText(option)) {
        QStyleOptionToolButton arrow = *qstyleoption_cast<const QStyleOptionToolButton*>(option);
        const QRect end(widget->width() - kArrowRoom - 2, 0, kArrowRoom, widget->height());
        arrow.rect.moveCenter(visualRect(arrow.direction, widget->rect(), end).center());
        QProxyStyle::drawPrimitive(element, &arrow, painter, widget);
        return;
    }
    if (element == PE_FrameFocusRect && option != nullptr) {
        if (option->state.testFlag(State_KeyboardFocusChange))
            paintFocusRing(*painter, option->rect, option->palette.color(QPalette::Highlight), 2);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (option == nullptr)
        return;
    const double radius = option->rect.width() / 2.0;
    if (!isStark(option->palette)) {
        const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
        // A line with the keyboard has a frame of its own, a text with it none.
        const bool field = element == PE_FrameLineEdit ? !option->state.testFlag(State_HasFocus)
                                                       : element == PE_Frame && takesText(widget);
        if ((box || field) && isDark(option->palette))
            quietOutline(*painter, *option);
        if (element == PE_IndicatorRadioButton && isDark(option->palette))
            quietOutline(*painter, *option, radius);
        if (element == PE_PanelButtonTool && option->state.testFlag(State_On)
            && option->state.testFlag(State_Enabled))
            markOn(*painter, *option);
        return;
    }
    switch (element) {
    case PE_Frame:
    case PE_FrameLineEdit:
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
    case PE_PanelButtonCommand:
        outline(*painter, *option, option->rect, true);
        break;
    case PE_IndicatorRadioButton:
        outline(*painter, *option, option->rect, true, radius);
        break;
    case PE_PanelButtonTool:
        // A shade alone is not enough to show what is switched on.
        if (option->state.testFlag(State_On))
            outline(*painter, *option, option->rect, false);
        break;
    default:
        break;
    }
}

void ContrastStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    const auto* const button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (element == CE_ToolButtonLabel && button != nullptr) {
        QStyleOptionToolButton label = *button;
        if (opensMenuByText(option))
            label.rect = visualRect(label.direction, label.rect, label.rect.adjusted(0, 0, -kArrowRoom, 0));
        if (label.icon.isNull()
            && label.fontMetrics.size(Qt::TextShowMnemonic, label.text).width() > label.rect.width())
            label.text = label.fontMetrics.elidedText(label.text, Qt::ElideRight, label.rect.width(),
                                                      Qt::TextShowMnemonic);
        QProxyStyle::drawControl(element, &label, painter, widget);
        return;
    }
    if (element == CE_ToolBar && option != nullptr && isDark(option->palette) && !isStark(option->palette)) {
        painter->save(); // Fusion's edge of light is glaring here
        painter->setPen(faded(option->palette.color(QPalette::WindowText), 0.12F));
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        painter->restore();
        return;
    }
    const auto* const header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element == CE_HeaderLabel && header != nullptr && header->icon.isNull()) {
        QStyleOptionHeader label = *header;
        label.version = QStyleOptionHeader::Version; // later ones have more members
        QStringList lines = header->text.split(u'\n');
        for (QString& line : lines)
            line = label.fontMetrics.elidedText(line, Qt::ElideRight, label.rect.width());
        label.text = lines.join(u'\n');
        QProxyStyle::drawControl(element, &label, painter, widget);
        return;
    }
    const auto* const box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element == CE_ComboBoxLabel && box != nullptr) {
        QStyleOptionComboBox label = *box;
        const int icon = box->currentIcon.isNull() ? 0 : box->iconSize.width() + 4;
        const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - 2 - icon;
        label.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room);
        QProxyStyle::drawControl(element, &label, painter, widget);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

QSize ContrastStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                      const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (type == CT_ToolButton && opensMenuByText(option))
        size.rwidth() += kArrowRoom;
    if (type == CT_PushButton)
        size.setWidth(std::max(size.width(), contents.width() + kBesideButton));
    return size;
}

int ContrastStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                             QStyleHintReturn* returned) const
{
    return hint == SH_DialogButtonBox_ButtonsHaveIcons
        ? 0
        : QProxyStyle::styleHint(hint, option, widget, returned);
}

void ContrastStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (widget->inherits("QTipLabel"))
        widget->installEventFilter(this);
}

// Qt breaks the lines of a plain tool tip only where they would leave the screen.
bool ContrastStyle::eventFilter(QObject* watched, QEvent* event)
{
    constexpr int kLetters = 64;
    auto* const tip = qobject_cast<QLabel*>(watched);
    const int widest = tip == nullptr ? 0 : kLetters * tip->fontMetrics().averageCharWidth();
    if (event->type() == QEvent::Resize && tip != nullptr && tip->width() > widest) {
        tip->setWordWrap(true);
        tip->resize(widest, tip->heightForWidth(widest));
    }
    return QProxyStyle::eventFilter(watched, event);
}

int ContrastStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int kBesideTab = 16; ///< left and right of its words together
    if (metric == PM_TabBarTabHSpace)
        return kBesideTab;
    // Tabs of docks have a list in place of two small arrows.
    if (metric == PM_TabBarScrollButtonWidth && widget != nullptr && widget->property("listed").toBool())
        return 0;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

void ContrastStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                       QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (option != nullptr && isStark(option->palette) && (control == CC_SpinBox || control == CC_ComboBox))
        outline(*painter, *option, option->rect, true);
}

} // namespace headlight

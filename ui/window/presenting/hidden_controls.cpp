#include "ui/window/presenting/hidden_controls.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QVariant>
#include <QWidget>

#include <utility>

namespace headlight {

void HiddenControls::hideIn(const QWidget& view)
{
    for (QWidget* const part : view.findChildren<QWidget*>())
        if (part->property("control").toBool())
            hide(*part);
}

void HiddenControls::hideAllIn(const QWidget& view)
{
    hideIn(view);
    for (QWidget* const part : view.findChildren<QWidget*>()) {
        const auto* const label = qobject_cast<const QLabel*>(part);
        if (part->property("advice").toBool() || qobject_cast<QAbstractButton*>(part) != nullptr
            || qobject_cast<QComboBox*>(part) != nullptr || qobject_cast<QAbstractSpinBox*>(part) != nullptr
            || qobject_cast<QLineEdit*>(part) != nullptr || qobject_cast<QSlider*>(part) != nullptr
            || (label != nullptr && label->buddy() != nullptr))
            hide(*part);
    }
}

void HiddenControls::hide(QWidget& part)
{
    if (part.isHidden())
        return;
    part.hide();
    m_hidden.emplace_back(&part);
}

void HiddenControls::showAgain()
{
    for (const QPointer<QWidget>& part : std::exchange(m_hidden, {}))
        if (part != nullptr)
            part->show();
}

} // namespace headlight

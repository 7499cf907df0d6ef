#include "ui/widgets/flat_buttons.h"

namespace headlight {

QToolButton* makeFlatButton(const QString& text, const QString& toolTip, const QString& name)
{
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(name.isEmpty() ? text : name);
    button->setAutoRaise(true);
    return button;
}

} // namespace headlight

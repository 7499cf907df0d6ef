#include "ui/window/rooms/across_strip.h"

#include "ui/widgets/layouts.h"

#include <utility>

namespace headlight {

AcrossStrip::AcrossStrip(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("acrossStrip"));
    makeColumn(this);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void AcrossStrip::setLender(Lender lender)
{
    if (m_lender)
        m_lender(false);
    m_lender = std::move(lender);
    if (m_lender) {
        QWidget* const part = m_lender(true);
        layout()->addWidget(part);
        part->show();
    }
    setVisible(static_cast<bool>(m_lender));
}

} // namespace headlight

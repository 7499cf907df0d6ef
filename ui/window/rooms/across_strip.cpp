#include "ui/window/rooms/across_strip.h"

#include <QVBoxLayout>

#include <utility>

namespace headlight {

AcrossStrip::AcrossStrip(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("acrossStrip"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
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

#include "ui/window/rooms/centre_frame.h"

#include "ui/widgets/layouts.h"
#include "ui/window/rooms/dock_title.h"

#include <QVBoxLayout>

#include <utility>

namespace headlight {

CentreFrame::CentreFrame(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_title(new DockTitle({}, true, this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_title);
    m_title->hide();
    connect(m_title, &DockTitle::centreClicked, this, &CentreFrame::backClicked);
}

void CentreFrame::setContent(QWidget* content)
{
    if (m_content != nullptr && m_content->parentWidget() == this) {
        m_column->removeWidget(m_content);
        m_content->hide();
    }
    m_content = content;
    m_column->addWidget(content, 1);
    content->show();
}

void CentreFrame::setTitle(const QString& title)
{
    m_title->setTitle(title);
    m_title->setVisible(!title.isEmpty());
}

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

#include "ui/widgets/reason_pages.h"

#include "ui/widgets/layouts.h"

#include <QVBoxLayout>

namespace headlight {

ReasonPages::ReasonPages(const QString& reason)
    : m_reason(makeWrappedLabel())
{
    setReason(reason);
    m_reason->setAlignment(Qt::AlignCenter);
    m_reason->setMargin(24);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_reason);
}

void ReasonPages::showReason(const QString& reason)
{
    setReason(reason);
    setCurrentIndex(0);
}

QVBoxLayout* ReasonPages::addColumn()
{
    auto* const page = new QWidget;
    auto* const column = makeColumn(page, {8, 4, 8, 6}, 4);
    addWidget(page);
    return column;
}

} // namespace headlight

#include "ui/widgets/paged_view.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

namespace headlight {

PagedView::PagedView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_task(new LatestTask(this))
    , m_pages(new ReasonPages)
    , m_column(makeColumn(this))
{
    m_column->addWidget(m_pages, 1);
    // What is side by side asks for more room than what is stacked: the view may become smaller nevertheless.
    m_column->setSizeConstraint(QLayout::SetNoConstraint);
}

QWidget* PagedView::makeStatement(const QString& name, int lines, int most)
{
    m_label = new ElidedLabel;
    m_label->setLeastLines(lines, Qt::AlignTop);
    m_label->setMostLines(most);
    m_label->setAccessibleName(name);
    return m_label;
}

void PagedView::setStatement(const QString& statement, bool advice)
{
    m_statement = statement;
    m_advice = advice;
    showHint({});
}

void PagedView::showHint(const QString& hint)
{
    if (m_label != nullptr)
        m_label->setText(hint.isEmpty() ? m_statement : hint, hint.isEmpty() && m_advice);
}

} // namespace headlight

#include "ui/views/whatif/edit_form.h"

#include "ui/views/whatif/field_rows.h"
#include "ui/widgets/layouts.h"
#include "ui/words/edit_words.h"

#include <QFormLayout>
#include <QLabel>

#include <variant>

namespace headlight {

EditForm::EditForm(QWidget* parent)
    : QWidget(parent)
{
    makeColumn(this);
    build();
}

void EditForm::setHead(const HeadRef& head)
{
    m_head = head;
}

void EditForm::showEdit(const std::optional<Intervention>& edit)
{
    if (edit == m_edit)
        return;
    delete m_page; // its widgets write into the edit
    m_edit = edit;
    build();
}

void EditForm::announce()
{
    m_about->setText(editExplanation(*m_edit)); // its meaning may depend on the values
    emit changed(*m_edit);
}

void EditForm::build()
{
    m_page = new QWidget;
    m_about = nullptr;
    layout()->addWidget(m_page);
    auto* form = new QFormLayout(m_page);
    form->setContentsMargins(0, 4, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    if (!m_edit)
        return;
    m_about = new QLabel(editExplanation(*m_edit));
    m_about->setWordWrap(true);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(m_about);
    FieldRows rows(*form, *m_edit, m_head, [this] { announce(); });
    std::visit([&rows](auto& edit) { visitFields(rows, edit); }, *m_edit);
}

} // namespace headlight

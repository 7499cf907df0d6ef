#pragma once

#include "core/edit/edit_fields.h"
#include "core/edit/interventions.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace headlight {

/// Visits the fields of an edit and adds a form row for each. The widgets write into the edit, which must
/// outlive them, and call `changed` after every change.
class FieldRows
{
    Q_DECLARE_TR_FUNCTIONS(FieldRows)
public:
    /// `edit` has the fields to visit; `head` is offered for its addresses.
    FieldRows(QFormLayout& form, const Intervention& edit, const HeadRef& head,
              std::function<void()> changed);

    void operator()(const HeadsField& field, HeadPattern& where);
    void operator()(const ExpertsField& field, ExpertPattern& where);
    void operator()(const StackField& field, StackKind& stack);
    void operator()(const TokenField& field, Index& token);
    void operator()(const WholeField& field, Index& value);
    void operator()(const NumberField& field, float& value);
    void operator()(const FlagField& field, bool& value);
    void operator()(const SpanField& field, Index& begin, Index& end);
    void operator()(const SizeField& field, Index& size, std::vector<Index>& starts);
    void operator()(const RowsField& field, Index& from, Index& to);
    void operator()(const ReferenceField& field, ReferenceInput& reference);
    template <typename Enum>
    void operator()(const TypeField&, Enum& value)
    {
        addChoice("type", static_cast<int>(value), [&value, changed = m_changed](int next) {
            value = static_cast<Enum>(next);
            changed();
        });
    }
    template <typename Enum>
    void operator()(const ChoiceField<Enum>& field, Enum& value)
    {
        int current = -1;
        for (std::size_t i = 0; i < field.all.size(); ++i)
            if (field.all[i] == value)
                current = static_cast<int>(i);
        addChoice(field.name, current, [&value, all = field.all, changed = m_changed](int next) {
            value = all[static_cast<std::size_t>(next)];
            changed();
        });
    }

private:
    QSpinBox* addSpinBox(const QString& label, const QString& tip, Index value,
                         std::pair<Index, Index> range);
    void addChoice(std::string_view field, int current, const std::function<void(int)>& take);
    QComboBox* addChoice(const QString& label, const QStringList& choices, int current,
                         const std::function<void(int)>& take);

    QFormLayout& m_form;
    const Intervention& m_edit;
    HeadRef m_head;
    std::function<void()> m_changed;
};

} // namespace headlight

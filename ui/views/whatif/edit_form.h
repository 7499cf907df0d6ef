#pragma once

#include "core/edit/interventions.h"
#include "core/trace/site.h"

#include <QWidget>

#include <functional>
#include <optional>

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace headlight {

/// The values of one edit as a form; every change is told at once. Knows no workspace: is given an edit
/// and gives back what the user made of it. UI thread only.
class EditForm : public QWidget
{
    Q_OBJECT
public:
    explicit EditForm(QWidget* parent = nullptr);

    /// Offers of the address field: the head that is looked at, its layer, its kind, all.
    void setHead(const HeadRef& head);
    /// Shows an edit; nothing: an empty form. What is shown already stays as it is, so that a slider that
    /// is being dragged is not rebuilt.
    void showEdit(const std::optional<Intervention>& edit);

signals:
    void changed(const headlight::Intervention& edit);

private:
    void rebuild();
    void changeTo(const Intervention& edit);
    /// Changes a field of the shown edit, which is an Edit.
    template <typename Edit>
    void change(const std::function<void(Edit&)>& how);
    template <typename Edit>
    void addWhere();
    template <typename Edit>
    void addReference(ReferenceInput Edit::*field);
    QSpinBox* addNumber(const QString& label, Index value, std::pair<int, int> range,
                        const std::function<void(Index)>& take);
    QComboBox* addChoice(const QString& label, const QStringList& words, int current,
                         const std::function<void(int)>& take);
    void addFields(const HeadOff& edit);
    void addFields(const MaskEdit& edit);
    void addFields(const MaskShape& edit);
    void addFields(const TokenHidden& edit);
    void addFields(const HeadScale& edit);
    void addFields(const HeadMean& edit);
    void addFields(const PatternEdit& edit);
    void addFields(const ActivationPatch& edit);
    void addFields(const PositionEdit& edit);
    void addRange(const QString& label, Index MaskEdit::*begin, Index MaskEdit::*end);

    QFormLayout* m_form = nullptr;
    QWidget* m_page = nullptr;
    QLabel* m_about = nullptr; ///< what the shown edit does; none without an edit
    HeadRef m_head;
    std::optional<Intervention> m_edit;
};

} // namespace headlight

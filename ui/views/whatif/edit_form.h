#pragma once

#include "core/edit/interventions.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace headlight {

/// The values of one edit as a form; every change is announced at once. Knows no workspace: takes an edit
/// and gives back what the user made of it. UI thread only.
class EditForm : public QWidget
{
    Q_OBJECT
public:
    explicit EditForm(QWidget* parent = nullptr);

    /// Offers of the address field: the head that is looked at, its layer, its kind, all.
    void setHead(const HeadRef& head);
    /// Shows an edit; nothing: an empty form. The edit that is shown already stays as it is, so that a
    /// slider is not rebuilt while it is dragged.
    void showEdit(const std::optional<Intervention>& edit);

signals:
    void changed(const headlight::Intervention& edit);

private:
    void build();
    void announce();

    QWidget* m_page = nullptr;
    QLabel* m_about = nullptr; ///< what the shown edit does; none without an edit
    HeadRef m_head;
    std::optional<Intervention> m_edit; ///< the widgets of m_page write into it
};

} // namespace headlight

#pragma once

#include "core/edit/interventions.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace headlight {

/// The values of one edit as a form; reports every change immediately. Knows no workspace: it takes an edit
/// and returns the user's version of it. UI thread only.
class EditForm : public QWidget
{
    Q_OBJECT
public:
    EditForm();

    /// Sets the choices of the address field: the current head, its layer, its kind, all heads.
    void setHead(const HeadRef& head) { m_head = head; }
    /// Unset = an empty form. A shown edit keeps its widgets: a slider is not rebuilt while it is dragged.
    void showEdit(const std::optional<Intervention>& edit);

signals:
    void changed(const headlight::Intervention& edit);

private:
    void build();

    QWidget* m_page = nullptr;
    QLabel* m_about = nullptr; ///< explains the shown edit; null without an edit
    HeadRef m_head;
    std::optional<Intervention> m_edit; ///< the widgets of m_page write into it
};

} // namespace headlight

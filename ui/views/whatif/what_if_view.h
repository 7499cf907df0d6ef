#pragma once

#include "core/edit/interventions.h"
#include "ui/widgets/trace_view.h"

class QLabel;
class QListView;
class QMenu;
class QTabWidget;
class QToolButton;

namespace headlight {

class ChangePanel;
class EditForm;
class EditsModel;

/// The what-if view: the list of edits with their values, their effect, and experiments with many edits. UI
/// thread only.
class WhatIfView : public TraceView
{
    Q_OBJECT
public:
    explicit WhatIfView(const ViewContext& context, QWidget* parent = nullptr);

    QListView& list() const { return *m_list; }
    QMenu& addMenu() const { return *m_add; }

protected:
    void refresh(ViewChanges changes) override;

private:
    QWidget* makeEditsPage();
    void fillAddMenu();
    void add(Intervention edit);
    void removeSelected();
    void moveSelected(int by);
    /// What stands above the list, or in its place.
    QString explanation() const;
    void showSelected();
    std::optional<std::size_t> selected() const;
    QToolButton* button(const QString& text, const QString& tip, const QKeySequence& key = {});

    EditsModel* m_model;
    QListView* m_list;
    QMenu* m_add;
    EditForm* m_form;
    QLabel* m_empty;
    QToolButton* m_remove = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    ChangePanel* m_changes;
    QTabWidget* m_tabs;
};

} // namespace headlight

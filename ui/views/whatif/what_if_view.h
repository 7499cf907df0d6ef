#pragma once

#include "core/edit/interventions.h"
#include "ui/widgets/trace_view.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

class QLabel;
class QListView;
class QMenu;
class QTabWidget;
class QToolButton;

namespace headlight {

class ChangePanel;
class EditForm;
class Workspace;

/// The active edits, one per row with a check box: first the settings of the whole pass that differ from the
/// architecture's, then the list in its order. Toggling goes through the workspace and is undoable. For a
/// trace without its model: the edits it was recorded with, which cannot be changed.
class EditsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit EditsModel(Workspace& workspace, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Index in the document's list; nothing for a setting of the whole pass.
    std::optional<std::size_t> placeOf(int row) const;
    /// Whether the edits are those of a trace.
    bool isReadOnly() const { return m_readOnly; }

private:
    using Setting = Toggle MaskSettings::*; ///< a causal mask, or kPadding
    static constexpr Setting kPadding = nullptr;
    void refresh();
    QString words(const Intervention& edit) const;
    QString settingWords(Setting setting) const;

    Workspace& m_workspace;
    bool m_readOnly = false;
    MaskSettings m_masks;
    std::vector<Setting> m_settings;
    std::vector<Intervention> m_list;
};

/// The list of edits with their values, their effect, and experiments with many edits.
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
    QToolButton *m_remove = nullptr, *m_up = nullptr, *m_down = nullptr;
    ChangePanel* m_changes;
    QTabWidget* m_tabs;
};

} // namespace headlight

#pragma once

#include "core/edit/interventions.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace headlight {

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
    int rowOf(std::size_t place) const { return static_cast<int>(m_settings.size() + place); }

private:
    enum class Setting { kEncoderCausal, kDecoderCausal, kPadding };
    void refresh();
    QString words(const Intervention& edit) const;
    QString settingWords(Setting setting) const;

    Workspace& m_workspace;
    bool m_readOnly = false;
    MaskSettings m_masks;
    std::vector<Setting> m_settings;
    std::vector<Intervention> m_list;
};

} // namespace headlight

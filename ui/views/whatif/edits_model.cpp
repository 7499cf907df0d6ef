#include "ui/views/whatif/edits_model.h"

#include "core/edit/recorded_edits.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"

namespace headlight {

EditsModel::EditsModel(Workspace& workspace, QObject* parent)
    : QAbstractListModel(parent)
    , m_workspace(workspace)
{
    connect(&workspace, &Workspace::documentChanged, this, &EditsModel::refresh);
    // Token names, and the edits of a file, arrive with the trace.
    connect(&workspace, &Workspace::snapshotChanged, this, &EditsModel::refresh);
    refresh();
}

void EditsModel::refresh()
{
    const Trace& trace = m_workspace.snapshot()->trace;
    const bool readOnly = m_workspace.showsOpenedTrace();
    const Interventions edits = readOnly ? recordedEdits(trace.info()) : m_workspace.document().interventions;
    std::vector<Setting> settings;
    if (edits.masks.encoderCausal != Toggle::kAuto)
        settings.push_back(Setting::kEncoderCausal);
    if (edits.masks.decoderCausal != Toggle::kAuto)
        settings.push_back(Setting::kDecoderCausal);
    if (!edits.masks.padding)
        settings.push_back(Setting::kPadding);
    m_masks = edits.masks;
    if (settings == m_settings && edits.list.size() == m_list.size() && readOnly == m_readOnly) {
        // Keep the selection when only values change.
        m_list = edits.list;
        if (const auto rows = static_cast<int>(m_settings.size() + m_list.size()); rows > 0)
            emit dataChanged(index(0), index(rows - 1));
        return;
    }
    beginResetModel();
    m_settings = std::move(settings);
    m_list = edits.list;
    m_readOnly = readOnly;
    endResetModel();
}

int EditsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_settings.size() + m_list.size());
}

std::optional<std::size_t> EditsModel::placeOf(int row) const
{
    if (row < static_cast<int>(m_settings.size()) || row >= rowCount())
        return std::nullopt;
    return static_cast<std::size_t>(row) - m_settings.size();
}

QString EditsModel::settingWords(Setting setting) const
{
    switch (setting) {
    case Setting::kEncoderCausal:
        return m_masks.encoderCausal == Toggle::kOn ? tr("Encoder: causal mask on")
                                                    : tr("Encoder: causal mask off");
    case Setting::kDecoderCausal:
        return m_masks.decoderCausal == Toggle::kOn ? tr("Decoder: causal mask on")
                                                    : tr("Decoder: causal mask off");
    case Setting::kPadding:
        break;
    }
    return tr("Padding mask off");
}

QString EditsModel::words(const Intervention& edit) const
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    const QString text = editWords(edit, snapshot.trace);
    const QString other = snapshot.unedited == nullptr || !isEnabled(edit)
        ? QString()
        : otherTokenWords(edit, snapshot.trace, snapshot.unedited->trace);
    return other.isEmpty() ? text : tr("%1 (%2)").arg(text, other);
}

QVariant EditsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || (m_readOnly && role == Qt::CheckStateRole))
        return {};
    const auto place = placeOf(index.row());
    if (!place) {
        const QString text = settingWords(m_settings[static_cast<std::size_t>(index.row())]);
        if (role == Qt::DisplayRole)
            return text;
        if (role == Qt::ToolTipRole && !m_readOnly)
            return tr("%1. Untick to restore the architecture’s own mask.").arg(text);
        return role == Qt::CheckStateRole ? QVariant(Qt::Checked) : QVariant();
    }
    const Intervention& edit = m_list[*place];
    switch (role) {
    case Qt::DisplayRole:
        return words(edit);
    case Qt::ToolTipRole:
        return plainTip(editExplanation(edit) + QLatin1Char('\n') + QString::fromStdString(describe(edit)));
    case Qt::CheckStateRole:
        return isEnabled(edit) ? Qt::Checked : Qt::Unchecked;
    default:
        return {};
    }
}

bool EditsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole || m_readOnly)
        return false;
    const bool on = value.toInt() == Qt::Checked;
    const auto place = placeOf(index.row());
    if (place) {
        m_workspace.apply(withEditEnabled(m_workspace.document(), *place, on),
                          on ? tr("Enable an edit") : tr("Disable an edit"));
        return true;
    }
    if (on)
        return false;
    Document next = m_workspace.document();
    switch (m_settings[static_cast<std::size_t>(index.row())]) {
    case Setting::kEncoderCausal:
        next.interventions.masks.encoderCausal = Toggle::kAuto;
        break;
    case Setting::kDecoderCausal:
        next.interventions.masks.decoderCausal = Toggle::kAuto;
        break;
    case Setting::kPadding:
        next.interventions.masks.padding = true;
        break;
    }
    m_workspace.apply(next, tr("Architecture’s own mask"));
    return true;
}

Qt::ItemFlags EditsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    return m_readOnly ? flags : flags | Qt::ItemIsUserCheckable;
}

} // namespace headlight

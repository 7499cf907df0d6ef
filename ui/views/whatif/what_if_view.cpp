#include "ui/views/whatif/what_if_view.h"

#include "core/edit/recorded_edits.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/whatif/change_panel.h"
#include "ui/views/whatif/edit_form.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kValueMerge = 0x57 << 8; ///< successive edits of one entry's values become one undo step

} // namespace

WhatIfView::WhatIfView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_model(new EditsModel(context.workspace, this))
    , m_list(new QListView)
    , m_add(new QMenu(this))
    , m_form(new EditForm)
    , m_empty(makeWrappedLabel())
    , m_changes(new ChangePanel(context.workspace, context.focus))
    , m_tabs(new QTabWidget)
{
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Edits and what they do"));
    m_tabs->addTab(makeEditsPage(), tr("Edits"));
    m_tabs->addTab(m_changes, tr("Effect"));
    m_tabs->setTabToolTip(0, tr("What is changed in the model or in what it can see."));
    m_tabs->setTabToolTip(1, tr("The output and the next token’s distribution before and after."));
    auto* column = makeColumn(this, {4, 4, 4, 4});
    column->addWidget(m_tabs);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_tabs);
    copies->addTable(tr("Copy the edits for the command line"), [this] {
        const Interventions& edits = workspace().document().interventions;
        return edits.empty() ? QString() : QString::fromStdString(toJson(edits));
    });
    copies->addTable(tr("Copy the effect as a table"), [this] { return m_changes->table(); });
    connect(m_add, &QMenu::aboutToShow, this, &WhatIfView::fillAddMenu);
    connect(m_form, &EditForm::changed, this, [this](const Intervention& edit) {
        if (const auto place = selected())
            workspace().apply(withEditAt(workspace().document(), *place, edit), tr("Change an edit"),
                              kValueMerge + static_cast<int>(*place));
    });
}

QToolButton* WhatIfView::button(const QString& text, const QString& tip, const QKeySequence& key)
{
    auto* made = new QToolButton;
    made->setText(text);
    made->setAccessibleName(tip);
    made->setToolTip(tipWithKey(tip, key));
    if (!key.isEmpty()) {
        auto* shortcut = new QShortcut(key, m_list, nullptr, nullptr, Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, made, &QToolButton::click);
    }
    return made;
}

QWidget* WhatIfView::makeEditsPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* row = new QHBoxLayout;
    QToolButton* const add = button(tr("Add"), tr("Add an edit"), QKeySequence(Qt::Key_Insert));
    add->setMenu(m_add);
    add->setPopupMode(QToolButton::InstantPopup);
    m_up = button(tr("↑"), tr("Apply this edit earlier"), QKeySequence(Qt::ALT | Qt::Key_Up));
    m_down = button(tr("↓"), tr("Apply this edit later"), QKeySequence(Qt::ALT | Qt::Key_Down));
    m_remove = button(tr("Remove"), tr("Remove this edit"), QKeySequence(Qt::Key_Delete));
    row->addWidget(add);
    row->addStretch(1);
    for (QToolButton* each : {m_up, m_down, m_remove})
        row->addWidget(each);
    column->addLayout(row);
    m_list->setModel(m_model);
    m_list->setAccessibleName(tr("Edits, in the order they apply"));
    m_list->setToolTip(tr("Edits apply from top to bottom; use the check box to enable or disable one."));
    m_list->setWordWrap(true);
    m_list->setAlternatingRowColors(true);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents); // no emptiness below the last edit
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    column->addWidget(makeScrolling(m_form), 1);
    connect(m_up, &QToolButton::clicked, this, [this] { moveSelected(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveSelected(1); });
    connect(m_remove, &QToolButton::clicked, this, &WhatIfView::removeSelected);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &WhatIfView::showSelected);
    return page;
}

void WhatIfView::fillAddMenu()
{
    m_add->clear();
    const Trace trace = workspace().snapshot()->trace;
    if (trace.isNull() || workspace().model() == nullptr) {
        m_add
            ->addAction(m_model->isReadOnly() ? tr("Edits need the model")
                                              : tr("There is nothing to edit yet"))
            ->setEnabled(false);
        return;
    }
    const HeadRef head = focus().head();
    const StackShape* const stack = trace.info().stack(head.stack);
    const EditPlace place{head, focus().cell(),
                          trace.info().encoder ? StackKind::kEncoder : StackKind::kDecoder,
                          stack != nullptr ? stack->expertsOf(head.layer) : 0, !trace.info().adapter.empty()};
    // Menus do not size themselves to the titles of their sections.
    m_add->setMinimumWidth(m_add->fontMetrics().horizontalAdvance(headName(head))
                           + 6 * m_add->fontMetrics().averageCharWidth());
    const auto section = [&](const QString& title, EditGroup group) {
        m_add->addSection(title);
        QMenu* submenu = nullptr;
        for (const NewEdit& offer : newEdits(group, place)) {
            if (!offer.submenu.isEmpty() && (submenu == nullptr || submenu->title() != offer.submenu))
                submenu = m_add->addMenu(offer.submenu);
            QMenu* const menu = offer.submenu.isEmpty() ? m_add : submenu;
            menu->addAction(offer.text, this, [this, edit = offer.edit] {
                workspace().apply(withEdit(workspace().document(), edit), tr("Add an edit"));
                m_list->setCurrentIndex(m_model->index(m_model->rowCount() - 1));
            });
        }
    };
    section(headName(head), EditGroup::kHeads);
    section(tr("Masks"), EditGroup::kMasks);
    section(tr("Layer"), EditGroup::kLayers);
    section(tr("Positions"), EditGroup::kPositions);
    section(tr("Training"), EditGroup::kTraining);
    if (place.adapter)
        section(tr("Adapter"), EditGroup::kAdapter);
}

std::optional<std::size_t> WhatIfView::selected() const
{
    const QModelIndex current = m_list->currentIndex();
    return current.isValid() && !m_model->isReadOnly() ? m_model->placeOf(current.row()) : std::nullopt;
}

void WhatIfView::removeSelected()
{
    const auto place = selected();
    if (!place) {
        if (m_list->currentIndex().isValid()) // a setting of the whole pass
            m_model->setData(m_list->currentIndex(), Qt::Unchecked, Qt::CheckStateRole);
        return;
    }
    const int row = m_list->currentIndex().row();
    workspace().apply(withoutEdit(workspace().document(), *place), tr("Remove an edit"));
    if (m_model->rowCount() > 0)
        m_list->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1)));
}

void WhatIfView::moveSelected(int by)
{
    const auto place = selected();
    if (!place)
        return;
    const Document next = withEditMoved(workspace().document(), *place, by);
    if (next == workspace().document())
        return;
    const int row = m_list->currentIndex().row() + by;
    workspace().apply(next, tr("Reorder the edits"));
    m_list->setCurrentIndex(m_model->index(row));
}

void WhatIfView::showSelected()
{
    const auto place = selected();
    const auto& list = workspace().document().interventions.list;
    const bool known = place && *place < list.size();
    m_form->setHead(focus().head());
    m_form->showEdit(known ? std::optional(list[*place]) : std::nullopt);
    m_remove->setEnabled(m_list->currentIndex().isValid() && !m_model->isReadOnly());
    m_up->setEnabled(known && *place > 0);
    m_down->setEnabled(known && *place + 1 < list.size());
}

QString WhatIfView::explanation() const
{
    if (!m_model->isReadOnly())
        return tr("No edits: the model runs as it was trained. Add one here, paint on the heatmap, or use "
                  "the context menus of heatmap and tokens.");
    return m_model->rowCount() > 0
        ? tr("This trace was recorded with these edits. Open the model to change them.")
        : tr("This trace was recorded without edits. Open the model to try some.");
}

void WhatIfView::refresh(ViewChanges changes)
{
    const bool any = m_model->rowCount() > 0;
    m_empty->setText(explanation());
    m_empty->setVisible(!any || m_model->isReadOnly());
    m_list->setVisible(any);
    if (changes & (ViewChange::kDocument | ViewChange::kHead))
        showSelected();
    if (changes & (ViewChange::kDocument | ViewChange::kTrace | ViewChange::kPin | ViewChange::kModel))
        m_changes->refresh();
}

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
    for (const Setting causal : {&MaskSettings::encoderCausal, &MaskSettings::decoderCausal})
        if (edits.masks.*causal != Toggle::kAuto)
            settings.push_back(causal);
    if (!edits.masks.padding)
        settings.push_back(kPadding);
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
    if (setting == kPadding)
        return tr("Padding mask off");
    const bool on = m_masks.*setting == Toggle::kOn;
    if (setting == &MaskSettings::encoderCausal)
        return on ? tr("Encoder: causal mask on") : tr("Encoder: causal mask off");
    return on ? tr("Decoder: causal mask on") : tr("Decoder: causal mask off");
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
    const Setting setting = m_settings[static_cast<std::size_t>(index.row())];
    if (setting == kPadding)
        next.interventions.masks.padding = true;
    else
        next.interventions.masks.*setting = Toggle::kAuto;
    m_workspace.apply(next, tr("Architecture’s own mask"));
    return true;
}

Qt::ItemFlags EditsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    return m_readOnly ? flags : flags | Qt::ItemIsUserCheckable;
}

} // namespace headlight

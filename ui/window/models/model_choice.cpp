#include "ui/window/models/model_choice.h"

#include "ui/run/model_facts.h"
#include "ui/run/model_library.h"
#include "ui/state/model_settings.h"
#include "ui/state/workspace.h"

#include <QAbstractItemView>
#include <QFileInfo>
#include <QMenu>
#include <QSignalBlocker>
#include <QStandardItemModel>

namespace headlight {

ModelChoice::ModelChoice(const Workspace& workspace, Settings& settings, const ModelLibrary& library,
                         QWidget* parent)
    : QComboBox(parent)
    , m_workspace(workspace)
    , m_settings(settings)
    , m_library(library)
    , m_recent(new QMenu(tr("Open &recent"), this))
{
    setObjectName(QStringLiteral("modelChoice"));
    setAccessibleName(tr("Model"));
    setToolTip(tr("Current model"));
    setPlaceholderText(tr("Choose a model")); // where a trace is open
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // titles of models can be long
    setMinimumContentsLength(24);
    view()->setMinimumWidth(60 * fontMetrics().averageCharWidth());
    setMaxVisibleItems(24);
    m_recent->setToolTipsVisible(true);
    connect(this, &QComboBox::activated, this, &ModelChoice::activate);
    connect(&library, &ModelLibrary::changed, this, &ModelChoice::rebuild);
    connect(&workspace, &Workspace::sourceChanged, this, &ModelChoice::adapt);
    adapt();
}

void ModelChoice::adapt()
{
    m_current = openFacts(m_workspace).folder;
    const bool builtin = m_current == builtinModel();
    if (!m_current.isEmpty()) {
        kLastModel.set(m_settings, builtin ? QString() : m_current);
        if (!builtin)
            putFirst(m_settings, kRecentModels, m_current);
    }
    rebuild();
}

void ModelChoice::addGroup()
{
    if (count() > 0 && !itemText(count() - 1).isEmpty())
        insertSeparator(count());
}

void ModelChoice::addModel(const QString& folder, const QString& name, const QString& obstacle)
{
    if (findData(folder) >= 0)
        return;
    addItem(name, folder);
    const int row = count() - 1;
    setItemData(row, obstacle.isEmpty() ? folder : tr("%1: %2").arg(folder, obstacle), Qt::ToolTipRole);
    auto* const items = qobject_cast<QStandardItemModel*>(model());
    if (!obstacle.isEmpty() && items != nullptr)
        items->item(row)->setEnabled(false);
}

void ModelChoice::rebuild()
{
    const QSignalBlocker quiet(this);
    clear();
    m_recent->clear();
    const QString builtin = builtinModel();
    if (!builtin.isEmpty())
        addModel(builtin, modelTitle(builtin));
    using Origin = LibraryModel::Origin;
    for (const LibraryModel& model : m_library.models()) {
        if (model.origin == Origin::kBuiltin)
            addModel(model.folder, model.name, model.obstacle);
    }
    addGroup();
    for (const QString& folder : kRecentModels.of(m_settings)) {
        if (!QFileInfo::exists(folder))
            continue;
        addModel(folder, modelTitle(folder));
        QAction* const action = m_recent->addAction(modelTitle(folder));
        action->setToolTip(folder);
        connect(action, &QAction::triggered, this, [this, folder] { emit chosen(folder); });
    }
    m_recent->setEnabled(!m_recent->isEmpty());
    for (const Origin origin : {Origin::kFolder, Origin::kHub, Origin::kOtherProgram}) {
        addGroup();
        for (const LibraryModel& model : m_library.models()) {
            if (model.origin == origin)
                addModel(model.folder, model.name, model.obstacle);
        }
    }
    addGroup();
    addItem(tr("Open model folder…"));
    addItem(tr("Open GGUF file…"));
    // Without a model, do not show an entry as if it were in use.
    setCurrentIndex(m_current.isEmpty() ? -1 : findData(m_current));
}

void ModelChoice::activate(int index)
{
    const QString folder = itemData(index).toString();
    setCurrentIndex(m_current.isEmpty() ? -1 : findData(m_current));
    if (folder.isEmpty())
        index == count() - 1 ? emit fileWanted() : emit folderWanted();
    else if (folder != m_current)
        emit chosen(folder);
}

} // namespace headlight

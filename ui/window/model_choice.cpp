#include "ui/window/model_choice.h"

#include "ui/state/settings.h"

#include <QFileInfo>
#include <QMenu>
#include <QSignalBlocker>

namespace headlight {

ModelChoice::ModelChoice(Settings& settings, QString builtinFolder, QWidget* parent)
    : QComboBox(parent)
    , m_settings(settings)
    , m_builtin(std::move(builtinFolder))
    , m_recent(new QMenu(tr("Open &recent"), this))
{
    setObjectName(QStringLiteral("modelChoice"));
    setAccessibleName(tr("Model"));
    setToolTip(tr("The model that is looked at"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumContentsLength(18);
    connect(this, &QComboBox::activated, this, &ModelChoice::activate);
    rebuild();
}

QString ModelChoice::labelOf(const QString& folder) const
{
    if (folder == m_builtin)
        return tr("English → French (built-in)");
    const QFileInfo info(folder);
    return info.fileName().isEmpty() ? folder : info.fileName();
}

void ModelChoice::setCurrent(const QString& folder)
{
    m_current = folder;
    if (!folder.isEmpty() && folder != m_builtin)
        m_settings.addRecentModel(folder);
    rebuild();
}

void ModelChoice::rebuild()
{
    const QSignalBlocker quiet(this);
    clear();
    m_recent->clear();
    QStringList folders = m_settings.recentModels();
    if (!m_builtin.isEmpty())
        folders.prepend(m_builtin);
    for (const QString& folder : folders) {
        if (folder != m_builtin && !QFileInfo::exists(folder))
            continue;
        addItem(labelOf(folder), folder);
        setItemData(count() - 1, folder, Qt::ToolTipRole);
        QAction* const action = m_recent->addAction(labelOf(folder));
        action->setToolTip(folder);
        connect(action, &QAction::triggered, this, [this, folder] { emit chosen(folder); });
    }
    if (count() > 0)
        insertSeparator(count());
    addItem(tr("Open model folder…"));
    // Without a model the list must not show one as if it were in use.
    setCurrentIndex(m_current.isEmpty() ? -1 : findData(m_current));
}

void ModelChoice::activate(int index)
{
    const QString folder = itemData(index).toString();
    setCurrentIndex(m_current.isEmpty() ? -1 : findData(m_current));
    if (folder.isEmpty())
        emit folderWanted();
    else if (folder != m_current)
        emit chosen(folder);
}

} // namespace headlight

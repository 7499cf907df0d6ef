#include "ui/window/file_actions.h"

#include "ui/run/run_controller.h"
#include "ui/state/settings.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include <filesystem>

namespace headlight {

namespace {

/// The model folder or trace file that a path means; empty where it means neither.
QString openable(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return info.absoluteFilePath();
    // A file of a model folder, config.json for example, means its folder.
    if (info.isFile() && QFileInfo::exists(info.absolutePath() + QStringLiteral("/config.json")))
        return info.absolutePath();
    return info.isFile() ? info.absoluteFilePath() : QString();
}

QString droppedPath(const QMimeData& data)
{
    for (const QUrl& url : data.urls())
        if (const QString path = openable(url.toLocalFile()); !path.isEmpty())
            return path;
    return {};
}

} // namespace

FileActions::FileActions(const ViewContext& context, RunController& runs, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_window(window)
    , m_openModel(new QAction(tr("&Open model folder…"), this))
    , m_openTrace(new QAction(tr("Open &trace file…"), this))
    , m_quit(new QAction(tr("&Quit"), this))
{
    m_openModel->setObjectName(QStringLiteral("file.open"));
    m_openModel->setShortcut(QKeySequence::Open);
    m_openTrace->setObjectName(QStringLiteral("file.openTrace"));
    m_openTrace->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    m_quit->setObjectName(QStringLiteral("file.quit"));
    m_quit->setShortcut(Qt::CTRL | Qt::Key_Q);
    m_quit->setMenuRole(QAction::QuitRole);
    connect(m_openModel, &QAction::triggered, this, &FileActions::askForModel);
    connect(m_openTrace, &QAction::triggered, this, &FileActions::askForTrace);
    connect(m_quit, &QAction::triggered, window, &QWidget::close);
}

void FileActions::open(const QString& path)
{
    const QString found = openable(path);
    if (!found.isEmpty() && QFileInfo(found).isFile())
        m_runs.openTrace(std::filesystem::path(found.toStdString()));
    else
        openFolder(path);
}

void FileActions::openFolder(const QString& folder)
{
    m_runs.openModel(std::filesystem::path(folder.toStdString()));
}

void FileActions::askForModel()
{
    const QString folder = QFileDialog::getExistingDirectory(
        m_window, tr("Open model folder"), QFileInfo(m_context.settings.lastModel()).absolutePath());
    if (!folder.isEmpty())
        openFolder(folder);
}

void FileActions::askForTrace()
{
    const QString file = QFileDialog::getOpenFileName(m_window, tr("Open trace file"), QString(),
                                                      tr("Trace files (*.safetensors)"));
    if (!file.isEmpty())
        m_runs.openTrace(std::filesystem::path(file.toStdString()));
}

bool FileActions::canDrop(const QMimeData& data)
{
    return !droppedPath(data).isEmpty();
}

void FileActions::drop(const QMimeData& data)
{
    if (const QString path = droppedPath(data); !path.isEmpty())
        open(path);
}

} // namespace headlight

#include "ui/window/actions/file_actions.h"

#include "ui/dialogs/import_dialog.h"
#include "ui/run/model_library.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/model_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/lessons/lesson_library.h"

#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStandardPaths>
#include <QStringDecoder>
#include <QUrl>

#include <filesystem>

namespace headlight {

namespace {

constexpr qint64 kLongestText = qint64{1} << 20U; ///< bytes; far more than any model reads

/// Whether a folder has a trace in several files; without its index, opening it says so.
bool isTraceFolder(const QString& path)
{
    return QFileInfo::exists(path + QStringLiteral("/trace.index.json"))
        || (!QFileInfo::exists(path + QStringLiteral("/config.json"))
            && !QDir(path).entryList({QStringLiteral("trace-*-of-*.safetensors")}, QDir::Files).isEmpty());
}

bool isGgufFile(const QFileInfo& info)
{
    return info.isFile() && info.suffix().compare(QLatin1String("gguf"), Qt::CaseInsensitive) == 0;
}

/// The model, trace file, session, lesson or text that a path refers to; empty if it is none of them.
QString openable(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir() || FileActions::isSession(path) || isGgufFile(info) || isLessonFile(path))
        return info.absoluteFilePath();
    // A file in a model folder, such as config.json, stands for its folder.
    for (const char* const name : {"/config.json", "/adapter_config.json"})
        if (info.isFile() && QFileInfo::exists(info.absolutePath() + QLatin1String(name)))
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

FileActions::FileActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                         QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_window(window)
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
    connect(&commands[CommandId::kOpenModel], &QAction::triggered, this, &FileActions::askForModel);
    connect(&commands[CommandId::kOpenGguf], &QAction::triggered, this, &FileActions::askForGguf);
    connect(&commands[CommandId::kOpenAdapter], &QAction::triggered, this,
            [this] { askForFolder(tr("Open adapter folder")); });
    connect(&commands[CommandId::kOpenTrace], &QAction::triggered, this, &FileActions::askForTrace);
    connect(&commands[CommandId::kOpenLesson], &QAction::triggered, this, &FileActions::askForLesson);
    connect(&runs.opener(), &Opener::importFound, this, &FileActions::askAboutImport);
    QAction& quit = commands[CommandId::kQuit];
    quit.setMenuRole(QAction::QuitRole);
    connect(&quit, &QAction::triggered, window, &QWidget::close);
}

void FileActions::open(const QString& path)
{
    const QString found = openable(QFileInfo::exists(path) ? path : modelMeant(path));
    if (isSession(found))
        emit sessionWanted(found);
    else if (isLessonFile(found))
        emit lessonWanted(found);
    else if (found.endsWith(QStringLiteral(".txt"), Qt::CaseInsensitive))
        openText(found);
    else if (!found.isEmpty() && !isGgufFile(QFileInfo(found))
             && (QFileInfo(found).isFile() || isTraceFolder(found)))
        m_runs.opener().openTrace(std::filesystem::path(found.toStdString()));
    else
        openFolder(found.isEmpty() ? path : found);
}

bool FileActions::isSession(const QString& path)
{
    return path.endsWith(QStringLiteral(".headlight"), Qt::CaseInsensitive) && QFileInfo(path).isFile();
}

void FileActions::openText(const QString& path)
{
    QFile file(path);
    const bool readable = file.open(QIODevice::ReadOnly);
    if (!readable || file.size() > kLongestText) {
        m_context.workspace.setNotice(
            Notice{readable ? tr("The text %1 has more than a million bytes.").arg(path)
                            : tr("The text %1 could not be read: %2.").arg(path, file.errorString()),
                   readable ? tr("Shorten it to the sentences you want to look at.") : QString(), true});
        return;
    }
    QStringDecoder decoder(QStringDecoder::Utf8);
    QString text = decoder.decode(file.readAll());
    if (decoder.hasError()) {
        m_context.workspace.setNotice(Notice{tr("The file %1 is not UTF-8 text.").arg(path),
                                             tr("Save it as UTF-8 in a text editor first."), true});
        return;
    }
    useText(text, tr("Opening a text"));
}

void FileActions::useText(const QString& text, const QString& undoName)
{
    Document next = m_context.workspace.document();
    next.dialogue.reset();
    next.text = text;
    next.text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    while (next.text.endsWith(QLatin1Char('\n')))
        next.text.chop(1);
    next.line = 0;
    next.forced.clear(); // tokens chosen by hand belong to the old sentence
    m_context.workspace.apply(next, undoName);
}

void FileActions::askForFolder(const QString& title)
{
    const QString folder = QFileDialog::getExistingDirectory(
        m_window, title, QFileInfo(kLastModel.of(m_context.settings)).absolutePath());
    if (!folder.isEmpty())
        openFolder(folder);
}

void FileActions::askForModel()
{
    askForFolder(tr("Open model folder"));
}

void FileActions::askForGguf()
{
    const QString file = QFileDialog::getOpenFileName(
        m_window, tr("Open GGUF file"), QFileInfo(kLastModel.of(m_context.settings)).absolutePath(),
        tr("GGUF files (*.gguf)"));
    if (!file.isEmpty())
        openFolder(file);
}

void FileActions::askForTrace()
{
    const QString file
        = QFileDialog::getOpenFileName(m_window, tr("Open trace file"), {},
                                       tr("Traces and attention (*.safetensors *.npy *.npz *.pt *.json)"));
    if (!file.isEmpty())
        m_runs.opener().openTrace(std::filesystem::path(file.toStdString()));
}

void FileActions::askForLesson()
{
    const QString own = lessonFolder(m_context.settings), // which is there once a lesson was written
        documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString file = QFileDialog::getOpenFileName(
        m_window, tr("Open lesson"), QFileInfo::exists(own) ? own : documents, tr("Lessons (*.json)"));
    if (!file.isEmpty())
        emit lessonWanted(file);
}

void FileActions::askAboutImport(const ImportFound& found)
{
    auto* const dialog = new ImportDialog(found, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] { m_runs.opener().acceptImport(); });
    connect(dialog, &ImportDialog::tokensWanted, this, [this, file = found.file] {
        const QString tokens = QFileDialog::getOpenFileName(
            m_window, tr("Read tokens"), QFileInfo(file).path(), tr("Tokens (*.json *.txt)"));
        if (!tokens.isEmpty())
            m_runs.opener().openTrace(file.toStdString(), tokens.toStdString());
    });
    dialog->open();
}

bool FileActions::canDrop(const QMimeData& data)
{
    return data.hasUrls() ? !droppedPath(data).isEmpty() : !data.text().trimmed().isEmpty();
}

void FileActions::drop(const QMimeData& data)
{
    if (const QString path = droppedPath(data); !path.isEmpty())
        open(path);
    else if (!data.hasUrls() && !data.text().trimmed().isEmpty())
        useText(data.text(), tr("Dropping a text"));
}

bool FileActions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto& dropped = static_cast<QDropEvent&>(*event);
    if (canDrop(*dropped.mimeData()))
        dropped.acceptProposedAction();
    if (event->type() == QEvent::Drop)
        drop(*dropped.mimeData());
    return true;
}

} // namespace headlight

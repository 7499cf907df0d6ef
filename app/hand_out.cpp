#include "app/hand_out.h"

#include "app/figure_options.h"
#include "core/lesson/matrix_sheet.h"
#include "core/model/builtin_model.h"
#include "core/session/fields.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/session.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/presenting/scene_export.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/sessions/session_restorer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QTemporaryDir>

#include <functional>
#include <limits>

namespace headlight {

namespace {

/// A window that nobody sees, with settings of its own.
class HiddenWindow
{
public:
    explicit HiddenWindow(const QString& session)
    {
        m_runs.askAbove(std::numeric_limits<double>::max());
        m_window.resize(1440, 900);
        QObject::connect(&m_window.scenes(), &Scenes::modelWanted, &m_window, [this](const QString& name) {
            if (const QString folder = m_window.findChild<ModelOpener*>()->folderOf(name);
                QFileInfo::exists(folder)) {
                m_workspace.setNotice(std::nullopt); // which asks whether to open it
                m_window.openModel(folder);
            }
        });
        QObject::connect(m_window.findChild<SessionRestorer*>(), &SessionRestorer::applied, &m_window,
                         [this] { m_applied = true; });
        m_window.show();
        m_window.start(session);
    }

    Result<void> write(const QString& path, bool workSheet)
    {
        RETURN_IF_ERROR(
            wait([this] { return m_applied && m_runs.isSettled() && m_workspace.snapshot()->finished; }));
        auto& pdf = *m_window.findChild<SceneExport*>();
        pdf.write(path, workSheet);
        return wait([&pdf] { return !pdf.isWriting(); });
    }

private:
    /// Until something is so. An error is what the window says of one, or what it asks.
    Result<void> wait(const std::function<bool()>& done)
    {
        for (;; QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents)) {
            if (const auto* const question = m_window.findChild<QMessageBox*>())
                return failed(question->text(), question->informativeText());
            if (const auto& notice = m_workspace.notice(); notice && notice->error)
                return failed(notice->text, notice->advice);
            if (done())
                return {};
        }
    }
    static Error failed(const QString& what, const QString& remedy)
    {
        QString message = (what + QLatin1Char(' ') + remedy).trimmed();
        if (message.endsWith(QLatin1Char('.')))
            message.chop(1);
        return {ErrorCode::kBadFile, message.toStdString()};
    }

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath(QStringLiteral("hand-out.ini"))};
    Workspace m_workspace;
    Focus m_focus;
    Theme m_theme;
    RunController m_runs{m_workspace};
    MainWindow m_window{{m_workspace, m_focus, m_settings}, m_runs, m_theme};
    bool m_applied = false; ///< the window has taken up the session
};

} // namespace

Result<void> writeHandOut(const std::string& session, const std::string& output, const std::string& language)
{
    ASSIGN_OR_RETURN(const auto tree, SessionTree::read(session));
    ASSIGN_OR_RETURN(const auto read, sessionFromTree(tree, session));
    if (read.session.scenes.empty())
        return badFile(
            session, "scenes",
            "found none, expected at least one: open the session, add the state of the window with "
            "Ctrl+D, and save");
    const std::string sheet = read.session.sheet.toStdString();
    if (!sheet.empty())
        RETURN_IF_ERROR(MatrixSheet::parse(sheet, session));
    if (const auto builtin = builtinModelFolder(); !builtin) // the window's remedy is for people who see one
        return builtin.error();
    FigureOptions drawing;
    drawing.language = language;
    const auto application = drawing.startDrawing();
    return HiddenWindow(QFileInfo(QString::fromStdString(session)).absoluteFilePath())
        .write(QFileInfo(QString::fromStdString(output)).absoluteFilePath(), !sheet.empty());
}

} // namespace headlight

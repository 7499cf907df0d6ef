#include "ui/window/actions/film_actions.h"

#include "ui/figure/figure_choices.h"
#include "ui/figure/film_dialog.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/save_target.h"

#include <QAction>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QStandardPaths>

#include <algorithm>
#include <vector>

namespace headlight {

namespace {
constexpr int kShowAfter = 400; ///< milliseconds; a short film needs no dialog

struct Frame
{
    Trace trace;
    TokenLabel written;
    QString caption; ///< the text so far
};

/// The steps of the run on screen, or the path to the chosen beam.
std::vector<Frame> framesOf(const Workspace& workspace)
{
    const auto shown = workspace.shownRun();
    std::vector<Frame> frames;
    std::vector<TokenId> ids;
    QString plain;
    const auto add = [&](const Trace& trace, const TokenLabel& token) {
        ids.push_back(static_cast<TokenId>(token.id));
        plain += QString::fromStdString(token.text) + QLatin1Char(' ');
        frames.push_back(
            {trace, token,
             shown->vocabulary ? QString::fromStdString(shown->vocabulary->decode(ids, false)) : plain});
    };
    if (const int node = workspace.beamNode(); node >= 0 && shown->beams && !workspace.showsUnedited()) {
        for (const int each : shown->beams->path(node)) {
            const BeamNode& beam = shown->beams->nodes[static_cast<std::size_t>(each)];
            add(beam.trace, beam.label);
        }
        return frames;
    }
    for (const DecodeStep& step : shown->steps)
        add(step.trace, step.token);
    return frames;
}

QString filmNotWritten(const QString& fault)
{
    return FilmActions::tr("The film was not written: %1").arg(fault);
}

} // namespace

FilmActions::FilmActions(const ViewContext& context, const CommandActions& commands,
                         std::function<FigureRequest()> figure, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_figure(std::move(figure))
    , m_window(window)
    , m_film(&commands[CommandId::kExportFilm])
{
    connect(m_film, &QAction::triggered, this, &FilmActions::ask);
    const auto adapt = [this] { m_film->setEnabled(!m_context.workspace.snapshot()->steps.empty()); };
    connect(&context.workspace, &Workspace::snapshotChanged, this, adapt);
    adapt();
}

FilmRequest FilmActions::request() const
{
    const Workspace& workspace = m_context.workspace;
    FilmRequest film;
    film.figure = m_figure();
    for (const Frame& frame : framesOf(workspace)) {
        film.frames.push_back(frame.trace);
        film.captions << frame.caption;
        film.figure.written = frame.written; // of the last frame: its rows are all present from the start
    }
    // The same number of steps without the edits; if that run was shorter, its last step is repeated.
    const auto unedited = workspace.snapshot()->unedited;
    if (!film.figure.before.isNull() && unedited && !unedited->steps.empty())
        for (std::size_t i = 0; i < film.frames.size(); ++i)
            film.before.push_back(unedited->steps[std::min(i, unedited->steps.size() - 1)].trace);
    return film;
}

void FilmActions::ask()
{
    const FilmRequest film = request();
    if (const auto checked = checkFilm(film); !checked) {
        finished({}, QString::fromStdString(checked.error().message));
        return;
    }
    auto* const dialog = new FilmDialog(film, filmChoices(m_context.settings), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FilmDialog::saveWanted, this, [this, dialog] {
        const QString path = askForFile();
        if (path.isEmpty())
            return;
        if (const auto known = checkFormat(filmFormats(), path.toStdString()); !known) {
            QMessageBox::warning(dialog, dialog->windowTitle(),
                                 filmNotWritten(QString::fromStdString(known.error().describe())));
            return; // the dialog stays, with all that was chosen
        }
        write(path, dialog->request());
        dialog->accept();
    });
    connect(dialog, &QDialog::finished, this, [this, dialog] {
        FilmChoices choices = dialog->choices();
        choices.folder = filmChoices(m_context.settings).folder;
        keepFilmChoices(m_context.settings, choices);
    });
    dialog->open();
}

QString FilmActions::askForFile()
{
    FilmChoices choices = filmChoices(m_context.settings);
    const QString folder = choices.folder.isEmpty()
        ? QStandardPaths::writableLocation(QStandardPaths::HomeLocation)
        : choices.folder;
    QStringList filters;
    for (const FilmFormat& format : filmFormats())
        filters << format.file.filter();
    const QString path
        = askForTarget(m_window, tr("Export film"), filters,
                       folder + QStringLiteral("/decoding.") + filmFormats().front().file.suffixText());
    if (path.isEmpty())
        return {};
    choices.folder = QFileInfo(path).absolutePath();
    keepFilmChoices(m_context.settings, choices);
    return path;
}

void FilmActions::write(const QString& path, const FilmRequest& film)
{
    cancel();
    m_progress = new QProgressDialog(tr("Drawing the film…"), tr("Stop"), 0, 0, m_window);
    m_progress->setMinimumDuration(kShowAfter);
    m_progress->setAttribute(Qt::WA_DeleteOnClose);
    m_progress->setAutoClose(false);
    m_progress->setAutoReset(false);
    m_progress->setValue(0);
    connect(m_progress, &QProgressDialog::canceled, this, &FilmActions::cancel);
    m_task.start([this, path, film](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        Job job;
        job.stop = stop;
        job.progress = [&](const Progress& progress) {
            deliver([this, progress] {
                if (m_progress == nullptr)
                    return;
                m_progress->setMaximum(static_cast<int>(progress.total) + 1);
                m_progress->setValue(static_cast<int>(progress.done));
            });
        };
        QString fault;
        // An exception in this thread would end the program.
        try {
            const auto done = exportFilm(film, path, job);
            if (!done && done.error().code != ErrorCode::kCancelled)
                fault = QString::fromStdString(done.error().describe());
        } catch (const std::exception& thrown) {
            fault = QString::fromLocal8Bit(thrown.what());
        }
        deliver([this, path, fault] { finished(path, fault); });
    });
}

void FilmActions::cancel()
{
    m_task.cancel();
    if (m_progress != nullptr)
        m_progress->deleteLater();
    m_progress = nullptr;
}

void FilmActions::finished(const QString& path, const QString& fault)
{
    if (m_progress != nullptr)
        m_progress->deleteLater();
    m_progress = nullptr;
    if (fault.isEmpty())
        m_context.workspace.setNotice(confirmation(tr("Saved: %1").arg(path)));
    else
        m_context.workspace.setNotice(Notice{filmNotWritten(fault), {}, true});
}

} // namespace headlight

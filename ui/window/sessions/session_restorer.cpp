#include "ui/window/sessions/session_restorer.h"

#include "ui/run/branch_runner.h"
#include "ui/run/model_facts.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/rooms/rooms.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QUndoStack>

#include <limits>
#include <utility>

namespace headlight {

namespace {

constexpr qsizetype kLongestShown = 500;

} // namespace

SessionRestorer::SessionRestorer(const ViewContext& context, RunController& runs, Rooms& rooms,
                                 QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_rooms(rooms)
    , m_window(window)
{
    connect(&context.workspace, &Workspace::sourceChanged, this, &SessionRestorer::sourceReady);
    connect(&context.workspace, &Workspace::runningChanged, this, &SessionRestorer::runEnded);
    connect(&runs.opener(), &Opener::openingChanged, this, [this] {
        // The model follows directly after this signal, or never.
        if (!m_runs.opener().isOpening())
            QTimer::singleShot(0, this, [this] { m_waiting.reset(); });
    });
}

void SessionRestorer::restore(const OpenedSession& session)
{
    if (session.match == ModelMatch::kChanged || session.match == ModelMatch::kGone)
        askForModel(session);
    else
        settle(session);
}

void SessionRestorer::askForModel(const OpenedSession& session)
{
    const bool gone = session.match == ModelMatch::kGone;
    SessionModel model = session.session.model;
    for (QString* const text : {&model.name, &model.folder}) // comes from a file and is shown in full
        if (text->size() > kLongestShown)
            *text = text->left(kLongestShown) + QStringLiteral("…");
    auto* question = new QMessageBox(m_window);
    question->setObjectName(QStringLiteral("sessionModel"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIcon(QMessageBox::Warning);
    question->setTextFormat(Qt::PlainText);
    question->setWindowTitle(tr("Open session"));
    question->setText(gone ? tr("This session’s model can no longer be found.")
                           : tr("The model of this session has changed."));
    question->setInformativeText(gone ? tr("The session was saved with “%1” in %2. Choose the folder it is "
                                           "in now, or another model for the same texts.")
                                            .arg(model.name, model.folder)
                                      : tr("The session was saved with “%1”. The files in %2 have changed "
                                           "since, so the numbers may differ.")
                                            .arg(model.name, model.folder));
    const auto go = [this, session](const QString& folder) {
        OpenedSession chosen = session;
        chosen.folder = folder;
        settle(chosen);
    };
    if (!gone) {
        QPushButton* const anyway = question->addButton(tr("&Open anyway"), QMessageBox::AcceptRole);
        connect(anyway, &QPushButton::clicked, this, [go, session] { go(session.folder); });
    }
    QPushButton* const choose = question->addButton(tr("&Choose a folder…"), QMessageBox::ActionRole);
    connect(choose, &QPushButton::clicked, this, [this, go] {
        const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Model of the session"));
        if (!folder.isEmpty())
            go(folder);
    });
    const QString open = openFacts(m_context.workspace).folder;
    if (!open.isEmpty() && open != session.folder) {
        QPushButton* const present
            = question->addButton(tr("&Use the current model"), QMessageBox::ActionRole);
        present->setObjectName(QStringLiteral("presentModel"));
        connect(present, &QPushButton::clicked, this, [open, go] { go(open); });
    }
    question->addButton(QMessageBox::Cancel);
    question->open();
}

void SessionRestorer::settle(const OpenedSession& session)
{
    m_running.reset();
    m_waiting = session;
    m_otherSource = true;
    const bool trace = !session.session.trace.isEmpty();
    if (trace && session.session.trace != m_context.workspace.traceFile()) {
        emit traceWanted(session.session.trace);
    } else if (!trace && !session.folder.isEmpty()
               && session.folder != openFacts(m_context.workspace).folder) {
        emit modelWanted(session.folder);
    } else {
        m_otherSource = false;
        sourceReady();
    }
}

void SessionRestorer::sourceReady()
{
    if (!m_waiting)
        return;
    const Session& session = m_waiting->session;
    const bool trace = !session.trace.isEmpty();
    // Something else has been opened in the meantime.
    if (trace ? session.trace != m_context.workspace.traceFile()
              : !m_waiting->folder.isEmpty() && m_waiting->folder != openFacts(m_context.workspace).folder)
        return;
    m_running = std::exchange(m_waiting, std::nullopt);
    m_before = std::numeric_limits<quint64>::max(); // a run that ends now belongs to the old document
    // Restore the views first: the run that the document starts then records everything they need.
    m_rooms.restore(m_running->session.window);
    QTimer::singleShot(0, this, [this] {
        if (m_running)
            applyDocument();
    });
}

void SessionRestorer::applyDocument()
{
    Workspace& workspace = m_context.workspace;
    const Session& session = m_running->session;
    m_before = workspace.snapshot()->request;
    const bool same = workspace.document() == session.document;
    workspace.apply(session.document, {});
    if (!session.sheet.isEmpty())
        workspace.setSheet(session.sheet);
    workspace.undoStack().clear();
    workspace.undoStack().setClean(); // an empty stack stays as it is when it is cleared
    m_context.focus.setColourMap(session.window.colourMap.isEmpty() ? m_context.focus.colourMap()
                                                                    : session.window.colourMap);
    emit applied(*m_running);
    if (session.kept && (workspace.model() != nullptr || !session.kept->model.isEmpty()))
        m_runs.branches().keepAgain(*session.kept);
    // Anything that needs no run is already there: a trace, or the same text on the same model.
    const bool shown = same && !m_otherSource && m_runs.isSettled() && workspace.snapshot()->finished;
    if (!session.trace.isEmpty() || shown)
        applyFocus();
}

void SessionRestorer::runEnded()
{
    const Snapshot& now = *m_context.workspace.snapshot();
    if (m_running && m_runs.isSettled() && now.finished && now.request > m_before)
        applyFocus();
}

void SessionRestorer::applyFocus()
{
    const std::optional<OpenedSession> running = std::exchange(m_running, std::nullopt);
    // Another part may set the head when the first result arrives: this must come after it.
    QTimer::singleShot(0, this, [this, look = running->session.focus] {
        headlight::applyFocus(look, m_context.focus, m_context.workspace);
    });
}

} // namespace headlight

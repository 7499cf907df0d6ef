#include "ui/window/actions/session_actions.h"

#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/dock_area.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QUndoStack>

#include <limits>
#include <utility>

namespace headlight {

namespace {
constexpr int kCopyDelay = 2000; ///< milliseconds after the last change
const auto kSuffix = QStringLiteral(".headlight");
} // namespace

SessionActions::SessionActions(const ViewContext& context, RunController& runs, DockArea& views,
                               QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_views(views)
    , m_window(window)
    , m_recovery(context.settings.dataFolder() + QStringLiteral("/recovery"))
    , m_bar(new MessageBar(window))
    , m_recent(new QMenu(tr("Recent s&essions"), window))
{
    m_bar->setObjectName(QStringLiteral("recoveryBar"));
    m_bar->setAction(tr("Restore it"), tr("Shows again what was open when the program ended."));
    rebuildRecent();
    Workspace& workspace = context.workspace;
    connect(&m_files, &SessionFiles::opened, this, &SessionActions::opened);
    connect(&m_files, &SessionFiles::failed, this,
            [this](const Notice& notice) { m_context.workspace.setNotice(notice); });
    connect(&m_files, &SessionFiles::saved, this, [this](const QString& path) {
        if (path != m_path)
            return; // the copy for a crash
        m_context.workspace.undoStack().setClean();
        m_context.settings.addRecentSession(path);
        rebuildRecent();
        emit nameChanged();
    });
    connect(&workspace.undoStack(), &QUndoStack::cleanChanged, this, &SessionActions::nameChanged);
    connect(&workspace, &Workspace::runningChanged, this, &SessionActions::runEnded);
    connect(&runs.opener(), &Opener::openingChanged, this, [this] {
        // The model comes right after this signal, or not at all.
        if (!m_runs.opener().isOpening())
            QTimer::singleShot(0, this, [this] { m_waiting.reset(); });
    });
    m_copySoon.setSingleShot(true);
    m_copySoon.setInterval(kCopyDelay);
    connect(&m_copySoon, &QTimer::timeout, this, &SessionActions::keepCopy);
    connect(&workspace, &Workspace::documentChanged, &m_copySoon, [this] { m_copySoon.start(); });
    connect(&context.focus, &Focus::changed, &m_copySoon, [this](ViewChanges what) {
        if (what & ~ViewChanges(ViewChange::kHover))
            m_copySoon.start();
    });
    connect(m_bar, &MessageBar::actionClicked, this, [this] {
        open(m_recovery.orphan().file);
        m_bar->say(MessageBar::Kind::kInfo, {});
    });
    connect(m_bar, &MessageBar::closed, this, [this] {
        m_recovery.discardOrphans();
        m_bar->say(MessageBar::Kind::kInfo, {});
    });
}

void SessionActions::rebuildRecent()
{
    m_recent->clear();
    for (const QString& path : m_context.settings.recentSessions()) {
        if (!QFileInfo::exists(path))
            continue;
        QAction* const action = m_recent->addAction(QFileInfo(path).completeBaseName());
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { open(path); });
    }
    m_recent->setEnabled(!m_recent->isEmpty());
}

void SessionActions::setPath(const QString& path)
{
    m_path = path;
    emit nameChanged();
}

bool SessionActions::isModified() const
{
    return !m_path.isEmpty() && !m_context.workspace.undoStack().isClean();
}

void SessionActions::setSource(const SessionModel& model, const QString& trace)
{
    m_model = model;
    m_trace = trace;
    sourceReady();
}

Session SessionActions::current() const
{
    Session session;
    session.model = m_model;
    session.trace = m_trace;
    session.document = m_context.workspace.document();
    const Focus& focus = m_context.focus;
    session.focus.head = focus.head();
    for (const SelectedHead& each : focus.heads())
        if (each.head != focus.head())
            session.focus.moreHeads.push_back(each.head);
    session.focus.map = focus.map();
    session.focus.pin = focus.pin();
    session.focus.step = m_context.workspace.step();
    session.focus.options = focus.mapOptions();
    session.window = {m_views.openViews(), m_views.layoutState(), focus.colourMap()};
    return session;
}

QStringList SessionActions::knownFolders() const
{
    return QStringList{m_model.folder} + m_context.settings.recentModels();
}

void SessionActions::save(const QString& path)
{
    m_files.save(path, current());
    setPath(path);
}

void SessionActions::saveOrAsk()
{
    if (m_path.isEmpty())
        askWhereToSave();
    else
        save(m_path);
}

void SessionActions::askWhereToSave()
{
    const QString folder
        = QFileInfo(m_path.isEmpty() ? m_context.settings.recentSessions().value(0) : m_path).absolutePath();
    QString path = QFileDialog::getSaveFileName(
        m_window, tr("Save session"), m_path.isEmpty() ? folder : m_path, tr("Sessions (*.headlight)"));
    if (path.isEmpty())
        return;
    if (!path.endsWith(kSuffix))
        path += kSuffix;
    save(path);
}

void SessionActions::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open session"),
                                                      m_context.settings.recentSessions().value(0),
                                                      tr("Sessions (*.headlight)"));
    if (!path.isEmpty())
        open(path);
}

void SessionActions::open(const QString& path)
{
    if (mayClose())
        m_files.open(path, knownFolders(), m_builtin);
}

void SessionActions::opened(const OpenedSession& session)
{
    if (!session.warnings.isEmpty())
        m_context.workspace.setNotice(Notice{session.warnings.join(QLatin1Char(' ')), {}, false});
    if (session.match == ModelMatch::kChanged || session.match == ModelMatch::kGone)
        askForModel(session);
    else
        settle(session);
}

void SessionActions::askForModel(const OpenedSession& session)
{
    const bool gone = session.match == ModelMatch::kGone;
    const SessionModel& model = session.session.model;
    auto* question = new QMessageBox(m_window);
    question->setObjectName(QStringLiteral("sessionModel"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIcon(QMessageBox::Warning);
    question->setTextFormat(Qt::PlainText);
    question->setWindowTitle(tr("Open session"));
    question->setText(gone ? tr("The model of this session is not there any more.")
                           : tr("The model of this session has changed."));
    question->setInformativeText(
        gone
            ? tr("The session was saved with “%1” in %2. Choose where it is now, or another model to look at "
                 "the same texts with.")
                  .arg(model.name, model.folder)
            : tr("The session was saved with “%1”. The folder %2 holds other files than at that time, so the "
                 "numbers may differ.")
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
    if (!m_model.folder.isEmpty() && m_model.folder != session.folder) {
        QPushButton* const present
            = question->addButton(tr("&Use the present model"), QMessageBox::ActionRole);
        present->setObjectName(QStringLiteral("presentModel"));
        connect(present, &QPushButton::clicked, this, [this, go] { go(m_model.folder); });
    }
    question->addButton(QMessageBox::Cancel);
    question->open();
}

void SessionActions::settle(const OpenedSession& session)
{
    m_running.reset();
    m_waiting = session;
    m_otherSource = true;
    const bool trace = !session.session.trace.isEmpty();
    if (trace && session.session.trace != m_trace) {
        emit traceWanted(session.session.trace);
    } else if (!trace && !session.folder.isEmpty() && session.folder != m_model.folder) {
        emit modelWanted(session.folder);
    } else {
        m_otherSource = false;
        sourceReady();
    }
}

void SessionActions::sourceReady()
{
    if (!m_waiting)
        return;
    const Session& session = m_waiting->session;
    const bool trace = !session.trace.isEmpty();
    // Something else was opened in the meantime.
    if (trace ? session.trace != m_trace
              : !m_waiting->folder.isEmpty() && m_waiting->folder != m_model.folder)
        return;
    m_running = std::exchange(m_waiting, std::nullopt);
    m_before = std::numeric_limits<quint64>::max(); // a run that ends now is of the document that goes
    // The views first: what they need is then recorded by the one run that the document starts.
    m_views.showViews(m_running->session.window.views, m_running->session.window.layout);
    QTimer::singleShot(0, this, [this] {
        if (m_running)
            applyDocument();
    });
}

void SessionActions::applyDocument()
{
    Workspace& workspace = m_context.workspace;
    const Session& session = m_running->session;
    m_before = workspace.snapshot()->request;
    const bool same = workspace.document() == session.document;
    const bool recovered = m_running->path == m_recovery.orphan().file;
    workspace.apply(session.document, {});
    workspace.undoStack().clear();
    m_context.focus.setColourMap(session.window.colourMap.isEmpty() ? m_context.focus.colourMap()
                                                                    : session.window.colourMap);
    if (recovered) {
        m_recovery.discardOrphans();
        setPath({});
    } else {
        m_context.settings.addRecentSession(m_running->path);
        rebuildRecent();
        setPath(m_running->path);
    }
    // What needs no run is there already: a trace, or the same text on the same model.
    const bool shown = same && !m_otherSource && m_runs.isSettled() && workspace.snapshot()->finished;
    if (!session.trace.isEmpty() || shown)
        applyFocus();
}

void SessionActions::runEnded()
{
    const Snapshot& now = *m_context.workspace.snapshot();
    if (m_running && m_runs.isSettled() && now.finished && now.request > m_before)
        applyFocus();
}

void SessionActions::applyFocus()
{
    const std::optional<OpenedSession> running = std::exchange(m_running, std::nullopt);
    const SessionFocus& look = running->session.focus;
    Focus& focus = m_context.focus;
    // Another part may set the head right when the first result comes: this comes after it.
    QTimer::singleShot(0, this, [this, look, &focus] {
        focus.selectOnly(look.head);
        focus.setMoreHeads(look.moreHeads);
        focus.setMapOptions(look.options);
        focus.setMap(look.map);
        m_context.workspace.setStep(look.step);
        focus.setPin(look.pin);
    });
}

void SessionActions::resume(const QString& path)
{
    setPath(path);
    m_copySoon.start();
}

void SessionActions::offerRecovery()
{
    const Recovery::Orphan& orphan = m_recovery.orphan();
    if (orphan.file.isEmpty())
        return;
    m_bar->say(MessageBar::Kind::kWarning,
               tr("Headlight did not end properly. What was open then was kept: %1.")
                   .arg(QLocale().toString(orphan.written, QLocale::ShortFormat)));
}

void SessionActions::keepCopy()
{
    if (m_finished || (m_model.folder.isEmpty() && !m_model.builtin && m_trace.isEmpty()))
        return;
    if (const QString file = m_recovery.file(); !file.isEmpty())
        m_files.save(file, current(), true);
}

bool SessionActions::mayClose()
{
    if (!isModified())
        return true;
    QMessageBox question(
        QMessageBox::Question, tr("Headlight"),
        tr("The session “%1” has changes that are not saved.").arg(QFileInfo(m_path).completeBaseName()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.setObjectName(QStringLiteral("unsaved"));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    if (answer == QMessageBox::Save)
        save(m_path);
    return answer != QMessageBox::Cancel;
}

void SessionActions::finish()
{
    m_finished = true;
    m_copySoon.stop();
    m_files.remove(m_recovery.file());
    m_files.waitForDone();
    m_recovery.release();
}

} // namespace headlight

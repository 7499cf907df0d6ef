#include "ui/window/actions/session_actions.h"

#include "ui/figure/session_picture.h"
#include "ui/run/experiment_runner.h"
#include "ui/run/model_facts.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/settings.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/rooms/rooms.h"
#include "ui/window/sessions/crash_copy.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QUndoStack>

#include <utility>

namespace headlight {

namespace {

const auto kSessionSuffix = QStringLiteral(".headlight");

QString sessionName(const QString& path)
{
    return QFileInfo(path).completeBaseName();
}

/// The first words of a text, as a file's name without its end.
QString nameFor(const QString& text)
{
    constexpr qsizetype kWords = 4, kLetters = 40;
    QString letters;
    for (const QChar letter : text.left(8 * kLetters))
        letters += letter.isLetterOrNumber() ? letter : QLatin1Char(' ');
    const QStringList words = letters.simplified().split(QLatin1Char(' '));
    const QString name = words.mid(0, kWords).join(QLatin1Char(' ')).left(kLetters).trimmed();
    return name.isEmpty() ? QStringLiteral("session") : name;
}

} // namespace

SessionActions::SessionActions(const ViewContext& context, const CommandActions& commands,
                               RunController& runs, Rooms& rooms, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_rooms(rooms)
    , m_window(window)
    , m_claim(context.settings.dataFolder() + QStringLiteral("/open"))
    , m_crashCopy(new CrashCopy(
          m_files, context.settings.dataFolder() + QStringLiteral("/recovery"),
          [this]() -> std::optional<Session> {
              Session session = current();
              if (session.model.folder.isEmpty() && session.trace.isEmpty())
                  return std::nullopt; // nothing is open yet
              return session;
          },
          window))
    , m_restorer(new SessionRestorer(context, runs, rooms, window))
    , m_recent(new QMenu(tr("Recent s&essions"), window))
{
    rebuildRecent();
    connectParts();
    const auto on = [&](CommandId id, void (SessionActions::*slot)()) {
        connect(&commands[id], &QAction::triggered, this, slot);
    };
    on(CommandId::kOpenSession, &SessionActions::askForFile);
    on(CommandId::kSaveSession, &SessionActions::saveOrAsk);
    on(CommandId::kSaveSessionAs, &SessionActions::askWhereToSave);
}

void SessionActions::connectParts()
{
    const Workspace& workspace = m_context.workspace;
    connect(&m_files, &SessionFiles::opened, m_restorer, &SessionRestorer::restore);
    const auto say = [this](const Notice& notice) { m_context.workspace.setNotice(notice); };
    connect(&m_files, &SessionFiles::failed, this, say);
    connect(m_crashCopy, &CrashCopy::failed, this, say);
    connect(m_restorer, &SessionRestorer::modelWanted, this, &SessionActions::modelWanted);
    connect(m_restorer, &SessionRestorer::traceWanted, this, &SessionActions::traceWanted);
    connect(m_restorer, &SessionRestorer::applied, this, &SessionActions::opened);
    connect(m_crashCopy, &CrashCopy::restoreWanted, this, &SessionActions::open);
    connect(m_crashCopy, &CrashCopy::passedOver, this,
            [this](qulonglong newest) { kOfferSeen.set(m_context.settings, newest); });
    connect(m_recent, &QMenu::aboutToShow, this, &SessionActions::rebuildRecent);
    connect(&m_context.workspace.undoStack(), &QUndoStack::indexChanged, m_crashCopy, [this](int index) {
        if (index > 0)
            m_crashCopy->noteWork();
    });
    connect(&workspace, &Workspace::sourceChanged, m_crashCopy, [this] {
        if (std::exchange(m_hasSource, true)) // the first one is of the start
            m_crashCopy->noteWork();
    });
    connect(&workspace, &Workspace::scenesChanged, m_crashCopy, &CrashCopy::noteChange);
    connect(&workspace, &Workspace::sheetChanged, m_crashCopy, &CrashCopy::noteChange);
    connect(&workspace, &Workspace::keptChanged, m_crashCopy, &CrashCopy::noteChange);
    connect(&m_context.workspace.undoStack(), &QUndoStack::cleanChanged, this, &SessionActions::nameChanged);
    connect(&workspace, &Workspace::documentChanged, m_crashCopy, &CrashCopy::noteChange);
    connect(&m_context.focus, &Focus::changed, m_crashCopy, [this](ViewChanges what) {
        if (what & ~ViewChanges(ViewChange::kHover))
            m_crashCopy->noteChange();
    });
}

void SessionActions::rebuildRecent()
{
    m_recent->clear();
    for (const QString& path : kRecentSessions.of(m_context.settings)) {
        if (!QFileInfo::exists(path))
            continue;
        QAction* const action = m_recent->addAction(sessionName(path));
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { open(path); });
    }
    if (m_crashCopy->isOffered())
        connect(m_recent->addAction(tr("Work of &last time…")), &QAction::triggered, m_crashCopy,
                [this] { m_crashCopy->offer(0); });
    m_recent->setEnabled(!m_recent->isEmpty());
}

void SessionActions::setPath(const QString& path)
{
    m_path = path;
    m_unsaved.clear();
    emit nameChanged();
}

bool SessionActions::isModified() const
{
    return !m_path.isEmpty() && !m_context.workspace.undoStack().isClean();
}

Session SessionActions::current() const
{
    Session session;
    const ModelFacts model = openFacts(m_context.workspace);
    session.trace = m_context.workspace.traceFile();
    if (m_context.workspace.model() != nullptr)
        session.model = {model.name, model.folder, {}, {}, model.folder == builtinModel()};
    session.document = m_context.workspace.document();
    const Focus& focus = m_context.focus;
    session.focus = focusOf(focus, m_context.workspace);
    session.window = m_rooms.session();
    session.window.colourMap = focus.colourMap();
    session.scenes = m_context.workspace.scenes();
    session.experiments = keptExperiments(m_context.workspace);
    session.kept = keptOf(m_context.workspace);
    session.sheet = m_context.workspace.sheet();
    return session;
}

SessionActions::Target SessionActions::targetFor(const QString& path) const
{
    // A file other than the session's own was chosen in a dialog that asks before it replaces one.
    return {path, path == m_path ? SessionFiles::Overwrite::kOwn : SessionFiles::Overwrite::kAny};
}

SessionFiles::Painter SessionActions::painter() const
{
    const Trace trace = m_context.workspace.shownTrace();
    if (trace.isNull())
        return {};
    return [request = figureOf(trace, m_context.focus)] { return sessionPicture(request); };
}

void SessionActions::save(const Target& target)
{
    if (target.path.isEmpty())
        return;
    const Session session = current();
    m_files.save(
        target.path, session, target.overwrite,
        [this, path = target.path, session](const SaveResult& result) {
            saved(path, session, result);
            if (result.kind == SaveResult::Kind::kChanged)
                save(askAboutChange(path));
        },
        painter());
}

// Waits, since the next action depends on it: the window may close, or another session may open.
bool SessionActions::saveNow(Target target)
{
    while (!target.path.isEmpty()) {
        const Session session = current();
        const SaveResult result = m_files.saveNow(target.path, session, target.overwrite, painter());
        saved(target.path, session, result);
        if (result.kind != SaveResult::Kind::kChanged)
            return result.kind == SaveResult::Kind::kSaved;
        target = askAboutChange(target.path);
    }
    return false;
}

void SessionActions::saved(const QString& path, const Session& session, const SaveResult& result)
{
    if (result.kind == SaveResult::Kind::kFailed) {
        m_unsaved = path;
        m_context.workspace.setNotice(result.notice);
    }
    if (result.kind != SaveResult::Kind::kSaved)
        return;
    // Changes made while the file was being written are not in it, undone or not.
    if (session.document == m_context.workspace.document() && session.sheet == m_context.workspace.sheet()
        && session.kept == keptOf(m_context.workspace))
        m_context.workspace.undoStack().setClean();
    else
        m_context.workspace.undoStack().resetClean();
    putFirst(m_context.settings, kRecentSessions, path);
    rebuildRecent();
    setPath(path);
    m_claim.take(path);
    m_context.workspace.setNotice(confirmation(tr("Saved: %1").arg(path)));
}

SessionActions::Target SessionActions::askWhere()
{
    QString proposed = m_path;
    if (proposed.isEmpty()) {
        const QString recent = kRecentSessions.of(m_context.settings).value(0);
        proposed = (recent.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::HomeLocation)
                                     : QFileInfo(recent).absolutePath())
            + QLatin1Char('/') + nameFor(m_context.workspace.document().text) + kSessionSuffix;
    }
    QString path
        = QFileDialog::getSaveFileName(m_window, tr("Save session"), proposed, tr("Sessions (*.headlight)"));
    if (!path.isEmpty() && !path.endsWith(kSessionSuffix))
        path += kSessionSuffix;
    return {path, SessionFiles::Overwrite::kAny};
}

SessionActions::Target SessionActions::askAboutChange(const QString& path)
{
    QMessageBox question(
        QMessageBox::Warning, tr("Save session"),
        tr("The session “%1” was changed by another window since it was opened.").arg(sessionName(path)),
        QMessageBox::Cancel, m_window);
    question.setObjectName(QStringLiteral("sessionChanged"));
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(tr("If you overwrite it, what was saved there is lost."));
    QPushButton* const other = question.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    QPushButton* const overwrite = question.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
    overwrite->setObjectName(QStringLiteral("overwrite"));
    question.setDefaultButton(other);
    question.exec();
    if (question.clickedButton() == other)
        return askWhere();
    if (question.clickedButton() == overwrite)
        return {path, SessionFiles::Overwrite::kAny};
    return {};
}

void SessionActions::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open session"),
                                                      kRecentSessions.of(m_context.settings).value(0),
                                                      tr("Sessions (*.headlight)"));
    if (!path.isEmpty())
        open(path);
}

void SessionActions::open(const QString& path)
{
    const QStringList known{openFacts(m_context.workspace).folder};
    if (mayClose())
        m_files.open(path, known + kRecentModels.of(m_context.settings), builtinModel());
}

void SessionActions::opened(const OpenedSession& session)
{
    m_context.workspace.setScenes(session.session.scenes, {});
    QStringList remarks = session.warnings;
    restoreExperiments(m_context.workspace, session.session.experiments);
    if (m_crashCopy->takeOver(session.path)) {
        m_claim.release();
        setPath({});
        m_crashCopy->noteChange();
    } else {
        putFirst(m_context.settings, kRecentSessions, session.path);
        rebuildRecent();
        setPath(session.path);
        if (!m_claim.take(session.path))
            remarks << tr("The session “%1” is open in another window, too. Headlight asks before one "
                          "overwrites what the other has saved.")
                           .arg(sessionName(session.path));
    }
    if (!remarks.isEmpty())
        m_context.workspace.setNotice(Notice{remarks.join(QLatin1Char(' ')), {}, false});
}

void SessionActions::resume(const KnownFile& file)
{
    m_files.remember(file);
    setPath(file.path);
    if (!file.path.isEmpty())
        m_claim.take(file.path);
    m_crashCopy->noteChange();
}

void SessionActions::offerRecovery()
{
    m_crashCopy->offer(kOfferSeen.of(m_context.settings));
    rebuildRecent();
}

bool SessionActions::mayClose()
{
    m_files.settle(); // a file in progress may have failed by now
    const QString path = m_unsaved.isEmpty() ? m_path : m_unsaved;
    if (m_unsaved.isEmpty() && !isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Headlight"),
                         tr("The session “%1” has changes that are not saved.").arg(sessionName(path)),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.setObjectName(QStringLiteral("unsaved"));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Save ? saveNow(targetFor(path)) : answer == QMessageBox::Discard;
}

void SessionActions::endNow()
{
    m_files.settle();
    if (m_unsaved.isEmpty() && !isModified())
        finish(true);
    else
        m_crashCopy->keepNow();
}

// The settings keep the sentence, the model and the head; these things they do not.
bool SessionActions::hasWork() const
{
    const Workspace& workspace = m_context.workspace;
    return m_path.isEmpty()
        && (workspace.document().interventions != Interventions() || !workspace.scenes().empty()
            || keptOf(workspace) || !keptExperiments(m_context.workspace).empty());
}

KnownFile SessionActions::finish(bool closes)
{
    m_crashCopy->finish(closes && hasWork());
    m_claim.release();
    return m_files.known(m_path);
}

} // namespace headlight

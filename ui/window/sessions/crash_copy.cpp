#include "ui/window/sessions/crash_copy.h"

#include "ui/background/once_after.h"
#include "ui/window/bars/message_bar.h"

#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Milliseconds after the first unsaved change. With the time for writing, less than two seconds.
constexpr int kCopyDelay = 1500;

} // namespace

CrashCopy::CrashCopy(SessionFiles& files, const QString& folder,
                     std::function<std::optional<Session>()> current, QWidget* window)
    : QObject(window)
    , m_files(files)
    , m_current(std::move(current))
    , m_recovery(folder)
    , m_bar(new MessageBar(window))
{
    m_files.setPrivateFolder(folder);
    m_bar->setObjectName(QStringLiteral("recoveryBar"));
    m_bar->setOneLine();
    m_bar->setShort(tr("Work of last time"));
    onceAfter(m_soon, kCopyDelay, this, &CrashCopy::keep);
    connect(m_bar, &MessageBar::actionClicked, this, [this] { restore(true); });
    connect(m_bar, &MessageBar::otherClicked, this, [this] { restore(false); });
    connect(m_bar, &MessageBar::discardClicked, this, &CrashCopy::askToDelete);
    connect(m_bar, &MessageBar::closed, this, &CrashCopy::passOver);
}

// The copies stay: the File menu still has them.
void CrashCopy::passOver()
{
    if (m_bar->isHidden() || m_recovery.orphans().empty())
        return;
    m_bar->say(MessageBar::Kind::kInfo, {});
    emit passedOver(static_cast<qulonglong>(m_recovery.orphans().front().written.toMSecsSinceEpoch()));
}

void CrashCopy::noteWork()
{
    m_worked = true;
    passOver();
}

void CrashCopy::noteChange()
{
    if (!m_soon.isActive() && !m_finished)
        m_soon.start();
}

void CrashCopy::keep()
{
    if (m_finished)
        return;
    if (m_writing) { // slow disk: write one copy at a time
        m_soon.start();
        return;
    }
    const std::optional<Session> session = m_current();
    const QString file = session ? m_recovery.file() : QString();
    if (session && file.isEmpty())
        notWritten(tr("%1 cannot be written.").arg(m_recovery.folder()));
    if (file.isEmpty())
        return;
    m_writing = true;
    m_files.save(file, *session, SessionFiles::Overwrite::kAny,
                 [this](const SaveResult& result) { written(result); });
}

void CrashCopy::keepNow()
{
    m_files.settle(); // a copy in progress lacks the latest changes
    keep();
    m_files.settle();
}

void CrashCopy::written(const SaveResult& result)
{
    m_writing = false;
    if (result.kind == SaveResult::Kind::kFailed)
        notWritten(result.notice.text);
    else
        m_failing = false;
}

// The user did not ask for the copy but may rely on it. Reported once; every change tries again.
void CrashCopy::notWritten(const QString& reason)
{
    if (!std::exchange(m_failing, true) && !m_finished)
        emit failed(Notice{tr("Your work is not kept in case Headlight stops: %1").arg(reason),
                           tr("Save the session, or free some disk space."), false});
}

void CrashCopy::offer(qulonglong seen)
{
    m_looked = true;
    const auto& orphans = m_recovery.orphans();
    if (orphans.empty() || static_cast<qulonglong>(orphans.front().written.toMSecsSinceEpoch()) <= seen)
        return;
    const QString when = QLocale().toString(orphans.front().written, QLocale::ShortFormat);
    const int count = static_cast<int>(orphans.size());
    m_bar->setDiscard(tr("Delete…"), tr("Delete what was kept; otherwise File → Recent sessions has it"));
    const bool closed = std::ranges::all_of(orphans, &Recovery::Orphan::closed);
    QString kept;
    if (count == 1) {
        m_bar->setAction(tr("Restore"), tr("Reopen what was open when Headlight closed"));
        kept = closed ? tr("Your edits and results of last time were kept: %1.")
                      : tr("Headlight did not close properly last time. Your work was kept: %1.");
    } else {
        m_bar->setAction(tr("Restore all"), tr("Open each of them in a separate window"));
        m_bar->setOther(tr("Only the newest"),
                        tr("Open the newest one; the others are offered again at the next start"));
        kept
            = (closed ? tr("Your edits and results of last time in %1 windows were kept; the newest are from "
                           "%2.")
                      : tr("Headlight did not close properly last time. Your work in %1 windows was kept; "
                           "the newest is from %2."))
                  .arg(count);
    }
    m_bar->say(closed ? MessageBar::Kind::kInfo : MessageBar::Kind::kWarning, kept.arg(when));
}

void CrashCopy::askToDelete()
{
    const int count = static_cast<int>(m_recovery.orphans().size());
    auto* const question = new QMessageBox(
        QMessageBox::Warning, tr("Delete kept work"),
        tr("Delete the work in %n window(s) that was kept when Headlight closed? This cannot be "
           "undone.",
           nullptr, count),
        QMessageBox::Cancel, m_bar->window());
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setObjectName(QStringLiteral("deleteKept"));
    const QPushButton* const yes = question->addButton(tr("&Delete"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(yes, &QPushButton::clicked, this, [this] {
        m_recovery.discardOrphans();
        m_bar->say(MessageBar::Kind::kInfo, {});
    });
    question->open();
}

void CrashCopy::restore(bool all)
{
    QStringList copies;
    for (const Recovery::Orphan& orphan : m_recovery.orphans())
        copies << orphan.file;
    m_bar->say(MessageBar::Kind::kInfo, {});
    if (copies.isEmpty())
        return;
    if (!m_worked)
        emit restoreWanted(copies.takeFirst());
    else if (!all)
        copies.resize(1);
    for (const QString& copy : copies) {
        m_recovery.leave(copy);
        if (all || m_worked) // otherwise the next start offers it
            emit windowWanted(copy);
    }
}

bool CrashCopy::takeOver(const QString& file)
{
    if (!m_recovery.isCopy(file))
        return false;
    m_recovery.adopt(file);
    return true;
}

void CrashCopy::finish(bool keepsCopy)
{
    if (m_finished)
        return;
    m_soon.stop();
    if (keepsCopy)
        keepNow();
    m_finished = true;
    if (const QString file = m_recovery.file(); !keepsCopy && !file.isEmpty())
        m_files.remove(file);
    m_files.settle();
    m_recovery.release(keepsCopy);
}

} // namespace headlight

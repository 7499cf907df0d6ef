#pragma once

#include "ui/run/session_files.h"
#include "ui/state/session.h"
#include "ui/window/sessions/recovery.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

class QWidget;

namespace headlight {

class MessageBar;

/// Keeps a copy of the work in case the program crashes, and offers to restore such copies at the next start:
/// one in this window, each of the others in its own window. Owns the bar with the offer.
class CrashCopy : public QObject
{
    Q_OBJECT
public:
    /// `folder`: for the copies of all windows. `current`: what to save; nothing until something is open.
    CrashCopy(SessionFiles& files, const QString& folder, std::function<std::optional<Session>()> current,
              QWidget* window);

    MessageBar* bar() const { return m_bar; }
    /// Call when something has changed: the copy is written within two seconds, however often this is called.
    void noteChange();
    /// Offers to restore what a crash left behind, if any of it is newer than `seen`, in milliseconds since
    /// the epoch.
    void offer(qulonglong seen);
    /// Whether there is something that was offered and neither restored nor deleted.
    bool isOffered() { return m_looked && !m_recovery.orphans().empty(); }
    /// The user has begun to work: takes the offer away. What is restored from now on gets its own window.
    void noteWork();
    /// A session was opened from `file`. Returns whether that is a crash's copy, which is now this window's.
    bool takeOver(const QString& file);
    /// Writes the copy and waits for it.
    void keepNow();
    /// The window is closing normally: removes its copy, or leaves it to be offered at the next start.
    void finish(bool keepsCopy);

signals:
    /// The offer was seen and passed over. `newest`: time of the newest copy, as for offer().
    void passedOver(qulonglong newest);
    /// The user wants to restore a copy in this window.
    void restoreWanted(const QString& file);
    /// A copy should be opened in another window.
    void windowWanted(const QString& file);
    /// A copy could not be written, for the first time since the last success.
    void failed(const headlight::Notice& notice);

private:
    void keep();
    void written(const SaveResult& result);
    void notWritten(const QString& reason);
    void restore(bool all);
    void passOver();
    void askToDelete();

    SessionFiles& m_files;
    std::function<std::optional<Session>()> m_current;
    Recovery m_recovery;
    QTimer m_soon;
    MessageBar* m_bar;
    bool m_writing = false;
    bool m_finished = false;
    bool m_failing = false;
    bool m_looked = false; ///< for what a crash left behind
    bool m_worked = false;
};

} // namespace headlight

#pragma once

#include "ui/run/session_files.h"
#include "ui/state/session.h"
#include "ui/window/recovery.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

class QWidget;

namespace headlight {

class MessageBar;

/// Keeps a copy of the work in case the program dies, and offers at the next start what was kept: one copy in
/// this window, every other one in a window of its own. Owns the bar that makes the offer.
class CrashCopy : public QObject
{
    Q_OBJECT
public:
    /// `folder`: of the copies of all windows. `current`: what is to be kept; nothing before something is
    /// open.
    CrashCopy(SessionFiles& files, const QString& folder, std::function<std::optional<Session>()> current,
              QWidget* window);

    MessageBar* bar() const { return m_bar; }
    /// Something changed: the copy is written within two seconds, however often this is called.
    void noteChange();
    /// Offers what a crash left, if there is something.
    void offer();
    /// A session was opened from `file`. True where that is a crash's copy; it is this window's own from now
    /// on.
    bool takeOver(const QString& file);
    /// The window is closed properly: its copy goes.
    void finish();

    /// Opens a copy in another window; false where that cannot be done. As another process, unless replaced.
    std::function<bool(const QString& file)> openElsewhere;

signals:
    /// A copy is to be opened in this window.
    void restoreWanted(const QString& file);
    /// A copy could not be written, for the first time since one could.
    void failed(const headlight::Notice& notice);

private:
    void keep();
    void written(const SaveResult& result);
    void notWritten(const QString& reason);
    void restore(bool all);

    SessionFiles& m_files;
    std::function<std::optional<Session>()> m_current;
    Recovery m_recovery;
    QTimer m_soon;
    MessageBar* m_bar;
    bool m_writing = false;
    bool m_finished = false;
    bool m_failing = false;
};

} // namespace headlight

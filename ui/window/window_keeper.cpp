#include "ui/window/window_keeper.h"

#include "ui/window/actions/session_actions.h"
#include "ui/window/look/languages.h"
#include "ui/window/look/look_settings.h"
#include "ui/window/main_window.h"
#include "ui/window/sessions/crash_copy.h"

#include <QApplication>
#include <QProcess>

namespace headlight {

WindowKeeper::WindowKeeper(const ViewContext& context, RunController& runs, Theme& theme)
    : m_context(context)
    , m_runs(runs)
    , m_theme(theme)
{
    build();
}

WindowKeeper::~WindowKeeper() = default;

void WindowKeeper::build()
{
    m_window = std::make_unique<MainWindow>(m_context, m_runs, m_theme);
    // Queued: the signal comes from a menu or a dialog of the window that is about to go.
    connect(m_window.get(), &MainWindow::languageChosen, this, &WindowKeeper::rebuild, Qt::QueuedConnection);
    connect(&m_window->sessions().crashCopy(), &CrashCopy::windowWanted, m_window.get(),
            [](const QString& file) {
                QProcess::startDetached(QCoreApplication::applicationFilePath(), {file});
            });
}

void WindowKeeper::rebuild()
{
    // Having no window for a moment must not quit the program.
    const bool quits = QApplication::quitOnLastWindowClosed();
    QApplication::setQuitOnLastWindowClosed(false);
    const Qt::WindowStates states = m_window->windowState();
    const WindowState state = m_window->leave();
    m_window.reset();
    useLanguage(kLanguageCode.of(m_context.settings));
    build();
    m_window->setWindowState(states & ~Qt::WindowMinimized);
    m_window->show();
    m_window->resume(state);
    QApplication::setQuitOnLastWindowClosed(quits);
    emit rebuilt();
}

} // namespace headlight

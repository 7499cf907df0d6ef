#pragma once

#include "ui/widgets/trace_view.h"

#include <QObject>

#include <memory>

namespace headlight {

class MainWindow;
class RunController;
class Theme;

/// Keeps the window, and builds it again where another language is chosen: what is open, the model in memory
/// and what can be undone live longer than the window. UI thread only.
class WindowKeeper : public QObject
{
    Q_OBJECT
public:
    /// The objects must outlive the keeper.
    WindowKeeper(const ViewContext& context, RunController& runs, Theme& theme);
    ~WindowKeeper() override;

    MainWindow& window() const { return *m_window; }

signals:
    /// window() is another one now.
    void rebuilt();

private:
    void build();
    void rebuild();

    ViewContext m_context;
    RunController& m_runs;
    Theme& m_theme;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace headlight

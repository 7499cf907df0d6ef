#pragma once

#include "ui/widgets/trace_view.h"

#include <QObject>

#include <memory>

namespace headlight {

class MainWindow;
class RunController;
class Theme;

/// Keeps the window, and rebuilds it when the user chooses another language: what is open, the model in
/// memory and the undo history outlive the window. UI thread only.
class WindowKeeper : public QObject
{
    Q_OBJECT
public:
    /// The objects must outlive the keeper.
    WindowKeeper(const ViewContext& context, RunController& runs, Theme& theme);
    ~WindowKeeper() override;

    MainWindow& window() const { return *m_window; }

signals:
    /// window() now returns another window.
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

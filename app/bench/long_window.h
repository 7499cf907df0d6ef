#pragma once

#include "app/bench/bench_tools.h"
#include "core/base/result.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>

class QAbstractScrollArea;

namespace headlight {

class FindBar;
class HeatmapView;
class LinesView;
class TokensView;

/// A window showing a long trace, and actions in it. Each action notes how long the UI thread was busy.
class LongWindow
{
public:
    explicit LongWindow(std::int64_t tokens);

    Result<void> open(const QString& path);
    /// Opens the model, pastes a text of about `tokens` tokens, lets it run, and types more.
    Result<void> type(const QString& model);
    void useMap();
    void useHeads();
    void useTokens();
    void useLines();
    void search();
    /// Types into the palette, letter by letter.
    void searchEverything();
    void resize();
    /// Visits every workspace twice: the first visit reads more.
    void visitRooms();
    /// Compares two heads of the layer.
    void compareHeads();
    /// Brings every view to the front.
    void visitViews();
    /// Waits for the exact picture of the whole map, doing nothing else.
    void waitForOverview();
    nlohmann::ordered_json report() const { return m_report; }

private:
    void pointAtMap();
    void dragMap();
    /// Scrolls a picture of tokens and points at places in it.
    void use(QAbstractScrollArea& picture, const QString& name);
    void walk(QAbstractScrollArea& picture, const QString& name);
    void note(const QString& what);

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath(QStringLiteral("bench.ini"))};
    Workspace m_workspace;
    Focus m_focus;
    Theme m_theme;
    RunController m_runs{m_workspace};
    const bool m_prepared; ///< before the window, which asks for it while it is built
    MainWindow m_window{{m_workspace, m_focus, m_settings}, m_runs, m_theme};
    std::int64_t m_tokenCount;
    HeatmapView* m_heatmap = nullptr;
    TokensView* m_tokens = nullptr;
    LinesView* m_lines = nullptr;
    BusyMeter m_meter;
    nlohmann::ordered_json m_report;
};

} // namespace headlight

#pragma once

#include "app/bench/busy_meter.h"
#include "core/base/result.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>

class QAbstractScrollArea;

namespace headlight {

class FindBar;
class HeatmapView;
class LinesView;
class TokensView;

/// A window on a long trace, and what is done in it, one thing after the other. Each of these notes how long
/// the UI thread was busy.
class LongWindow
{
public:
    explicit LongWindow(std::int64_t tokens);

    Result<void> open(const QString& path);
    /// Pastes a text of about so many tokens into the sentence of this model, lets it run, and types on.
    Result<void> type(const QString& model);
    void useMap();
    void useHeads();
    void useTokens();
    void useLines();
    void search();
    void resize();
    /// Every workspace twice: what it reads first, and going back to it.
    void visitRooms();
    /// Two heads of the layer, in Compare.
    void compareHeads();
    /// Every view, brought to the front.
    void visitViews();
    /// The exact picture of the whole map, while nothing else is asked for.
    void waitForOverview();
    nlohmann::ordered_json report() const { return m_report; }

private:
    void pointAtMap();
    void dragMap();
    /// Scrolls a picture of tokens, and points at places in it.
    void use(QAbstractScrollArea& picture, const QString& name);
    void walk(QAbstractScrollArea& picture, const QString& name);
    void note(const QString& what);

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath(QStringLiteral("bench.ini"))};
    Workspace m_workspace;
    Focus m_focus;
    Theme m_theme;
    RunController m_runs{m_workspace};
    const bool m_prepared; ///< before the window is made: it asks while it is put together
    MainWindow m_window{{m_workspace, m_focus, m_settings}, m_runs, m_theme};
    std::int64_t m_tokenCount;
    HeatmapView* m_heatmap = nullptr;
    TokensView* m_tokens = nullptr;
    LinesView* m_lines = nullptr;
    BusyMeter m_meter;
    nlohmann::ordered_json m_report;
};

} // namespace headlight

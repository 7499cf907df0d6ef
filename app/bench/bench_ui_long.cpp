// headlight bench --ui --long: the window on a trace of 131,072 tokens.

#include "app/bench/bench_ui_long.h"

#include "app/bench/bench_long.h"
#include "app/bench/milliseconds.h"
#include "app/formatted.h"
#include "ui/run/run_controller.h"
#include "ui/state/navigation.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/lines/lines_canvas.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/tokens/token_strip.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/window/window_settings.h"

#include <nlohmann/json.hpp>

#include <QAbstractScrollArea>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <vector>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kLongTokens = 131072;
constexpr double kFrame = 16; ///< milliseconds that the UI thread may be busy at a time

/// Processes events and records how long the UI thread is busy without a pause: each call that returns
/// without waiting.
class BusyMeter
{
public:
    /// Sends an event and waits until its painting is done.
    void act(const std::function<void()>& send)
    {
        measure(send);
        for (int i = 0; i < 3; ++i)
            measure([] { QCoreApplication::processEvents(); });
    }
    /// Processes background results until `done`; false after `limit` milliseconds.
    bool until(const std::function<bool()>& done, double limit = 120000)
    {
        const Clock::time_point start = Clock::now();
        while (!done() && millisecondsSince(start) < limit)
            measure([] { QCoreApplication::processEvents(); });
        return done();
    }
    /// The count, the median of times of at least a tenth of a millisecond, the longest time, and the number
    /// of missed frames.
    Json report()
    {
        std::erase_if(m_times, [](double time) { return time < 0.1; });
        std::sort(m_times.begin(), m_times.end());
        Json out{{"times", m_times.size()}, {"median_ms", 0.0}, {"worst_ms", 0.0}};
        if (!m_times.empty()) {
            out["median_ms"] = m_times[m_times.size() / 2];
            out["worst_ms"] = m_times.back();
        }
        out["over_a_frame"]
            = std::count_if(m_times.begin(), m_times.end(), [](double t) { return t > kFrame; });
        m_times.clear();
        return out;
    }

private:
    void measure(const std::function<void()>& work)
    {
        const Clock::time_point start = Clock::now();
        work();
        m_times.push_back(millisecondsSince(start));
    }
    std::vector<double> m_times;
};

/// The widget that receives mouse events.
QWidget& surfaceOf(QWidget& widget)
{
    auto* const area = qobject_cast<QAbstractScrollArea*>(&widget);
    return area != nullptr ? *area->viewport() : widget;
}

void wheel(QWidget& widget, const QPointF& at, int steps)
{
    QWidget& surface = surfaceOf(widget);
    QWheelEvent event(at, surface.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&surface, &event);
}

void mouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton)
{
    QWidget& surface = surfaceOf(widget);
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease || button == Qt::NoButton
        ? Qt::MouseButtons()
        : Qt::MouseButtons(button);
    QMouseEvent event(type, at, surface.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button,
                      held, Qt::NoModifier);
    QCoreApplication::sendEvent(&surface, &event);
}

void key(QWidget& widget, int code, const QString& text = {})
{
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, code, Qt::NoModifier, text);
        QCoreApplication::sendEvent(&widget, &event);
    }
}

/// The window with the long trace, and the actions in it, one after the other.
class LongWindow
{
public:
    LongWindow() { m_window.resize(1440, 900); }

    Result<void> open(const QString& path)
    {
        m_window.show();
        m_meter.act([] {});
        m_meter.report();
        const Clock::time_point start = Clock::now();
        m_window.start(path);
        m_heatmap = m_window.findChild<HeatmapView*>();
        m_tokens = m_window.findChild<TokensView*>();
        m_lines = m_window.findChild<LinesView*>();
        if (m_heatmap == nullptr || m_tokens == nullptr || m_lines == nullptr)
            return Error{ErrorCode::kBadArgument, "Explore lacks a view that is measured", {}, {}, {}};
        if (!m_meter.until([this] { return m_heatmap->plot().map().keys() == kLongTokens; }))
            return Error{ErrorCode::kBadArgument, "the trace was not shown within two minutes", {}, {}, {}};
        m_report["opened_ms"] = millisecondsSince(start);
        settle();
        note("opening");
        return {};
    }
    void useMap()
    {
        HeatmapPlot& plot = m_heatmap->plot();
        const QRectF area = plot.shownLayout().cells.area;
        for (int i = 0; i < 60; ++i)
            m_meter.act([&] { mouse(plot, QEvent::MouseMove, within(area, i)); });
        note("pointing at cells");
        for (int i = 0; i < 40; ++i)
            m_meter.act([&] { wheel(plot, within(area, 7), i < 30 ? 1 : -1); });
        settle();
        note("zooming the map");
        m_meter.act([&] { mouse(plot, QEvent::MouseButtonPress, area.center(), Qt::LeftButton); });
        for (int i = 0; i < 60; ++i)
            m_meter.act([&] {
                mouse(plot, QEvent::MouseMove, area.center() - QPointF(3.0 * i, 2.0 * i), Qt::LeftButton);
            });
        m_meter.act([&] {
            mouse(plot, QEvent::MouseButtonRelease, area.center() - QPointF(180, 120), Qt::LeftButton);
        });
        settle();
        note("dragging the map");
        for (int i = 0; i < 6; ++i) {
            m_meter.act([&] { navigate(CommandId::kHeadNext, m_workspace, m_focus); });
            settle();
            m_meter.act([&] { navigate(CommandId::kHeadBack, m_workspace, m_focus); });
            settle();
        }
        note("other heads");
        for (int i = 0; i < 40; ++i) {
            m_meter.act([&] { m_focus.setPin({static_cast<int>(kLongTokens) - 1 - 997 * i, 101 * i}); });
            settle();
        }
        note("pinning cells");
    }
    void useTokens() { use(*m_tokens->findChild<TokenStrip*>(), "scrolling Tokens", "pointing at tokens"); }
    void useLines() { use(*m_lines->findChild<LinesCanvas*>(), "scrolling Lines", "pointing at lines"); }
    void search()
    {
        auto* const bar = m_window.findChild<FindBar*>();
        bar->show();
        for (const QChar letter : QStringLiteral("w123"))
            m_meter.act([&] { key(*bar->line(), 0, QString(letter)); });
        settle();
        m_report["found"] = bar->places().size();
        note("typing a search");
        for (int i = 0; i < 20; ++i) {
            m_meter.act([&] { key(*bar->line(), Qt::Key_Return); });
            settle();
        }
        note("going to the next");
        m_meter.act([bar] { bar->close(); });
    }
    /// Waits for the exact image of the whole map while nothing else is requested.
    void waitForOverview()
    {
        const Clock::time_point start = Clock::now();
        constexpr double kLimit = 300000;
        m_meter.act([&] { m_heatmap->plot().showAll(); });
        const bool whole = m_meter.until([this] { return !m_heatmap->plot().isReading(); }, kLimit);
        m_report["overview_ms"] = whole ? Json(millisecondsSince(start)) : Json();
        note("waiting for the whole map");
    }
    Json report() const { return m_report; }

private:
    /// Scrolls an image of tokens, and points at places in it.
    void use(QAbstractScrollArea& picture, const char* scrolling, const char* pointing)
    {
        const QRectF area = picture.viewport()->rect();
        for (int i = 0; i < 100; ++i)
            m_meter.act([&] { wheel(picture, area.center(), i % 20 < 15 ? -3 : 3); });
        note(scrolling);
        for (int i = 0; i < 60; ++i)
            m_meter.act([&] { mouse(picture, QEvent::MouseMove, within(area, i)); });
        settle();
        note(pointing);
    }
    /// A different place for every i.
    static QPointF within(const QRectF& area, int i)
    {
        return {area.left() + area.width() * ((i * 61) % 199 + 0.5) / 200,
                area.top() + area.height() * ((i * 89) % 197 + 0.5) / 200};
    }
    /// Waits a few frames for background results: the whole image takes longer and is refined meanwhile.
    void settle()
    {
        const Clock::time_point start = Clock::now();
        m_meter.until([start] { return millisecondsSince(start) > 100; });
    }
    void note(const char* what)
    {
        Json entry{{"what", what}};
        entry.update(m_meter.report());
        m_report["actions"].push_back(std::move(entry));
    }

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath(QStringLiteral("bench.ini"))};
    Workspace m_workspace;
    Focus m_focus;
    Theme m_theme;
    RunController m_runs{m_workspace};
    // Set before the window is created, because its construction reads the setting.
    const bool m_prepared = (kTourSeen.set(m_settings, true), true);
    MainWindow m_window{{m_workspace, m_focus, m_settings}, m_runs, m_theme};
    HeatmapView* m_heatmap = nullptr;
    TokensView* m_tokens = nullptr;
    LinesView* m_lines = nullptr;
    BusyMeter m_meter;
    Json m_report{{"tokens", kLongTokens}, {"actions", Json::array()}};
};

} // namespace

Result<Json> measureLongUi(int argc, char** argv)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // no display is needed
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("long.safetensors"));
    if (const auto done = writeLongTrace(path.toStdString(), kLongTokens); !done)
        return done.error();
    LongWindow window;
    if (const auto done = window.open(path); !done)
        return done.error();
    window.useMap();
    window.useTokens();
    window.useLines();
    window.search();
    window.waitForOverview();
    return window.report();
}

std::string longUiTable(const Json& report)
{
    std::string text = formatted("a trace of %d tokens: its first picture after %.0f ms\n"
                                 "the UI thread, busy at a time     median     worst   over %.0f ms\n",
                                 report["tokens"].get<int>(), report["opened_ms"].get<double>(), kFrame);
    for (const Json& each : report["actions"])
        text += formatted("%-28s %8.2f ms %6.1f ms   %d of %d\n", each["what"].get<std::string>().c_str(),
                          each["median_ms"].get<double>(), each["worst_ms"].get<double>(),
                          each["over_a_frame"].get<int>(), each["times"].get<int>());
    text += formatted("places found by the search: %d\n", report["found"].get<int>());
    if (report["overview_ms"].is_number())
        text += formatted("the exact picture of the whole map: %.1f s later\n",
                          report["overview_ms"].get<double>() / 1e3);
    text.pop_back();
    return text;
}

} // namespace headlight

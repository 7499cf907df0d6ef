// headlight bench --ui --long: the window on a trace of 131,072 tokens.

#include "app/bench/bench_tools.h"
#include "app/bench/benches.h"
#include "ui/background/painting_threads.h"
#include "ui/dialogs/command_palette.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/navigation.h"
#include "ui/state/settings.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/compare/compare_canvas.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/lines/lines_canvas.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/tokens/token_strip.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QTemporaryDir>

#include <chrono>
#include <cstdlib>
#include <utility>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kTypedWords = 32768;

/// A window showing a long trace, and actions in it. Each action notes how long the UI thread was busy.
class LongWindow
{
public:
    explicit LongWindow(std::int64_t tokens)
        : m_prepared((kTourSeen.set(m_settings, true), true))
        , m_tokenCount(tokens)
        , m_report{{"tokens", tokens}, {"actions", Json::array()}}
    {
        m_window.resize(1440, 900);
        m_window.views().makeAllViews(); // those behind a tab are measured, too
    }

    Json report() const { return m_report; }

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
            return badArgument({}, "Explore lacks a view that is measured");
        if (!m_meter.until([this] { return m_heatmap->plot().map().keys() == m_tokenCount; }))
            return badArgument({}, "the trace was not shown within two minutes");
        m_report["opened_ms"] = millisecondsSince(start);
        // Until the first picture appears: exact rows, evenly spaced.
        if (!m_meter.until([this] { return m_heatmap->plot().colours() != nullptr; }))
            return badArgument({}, "no row of the trace was shown within two minutes");
        m_report["picture_ms"] = millisecondsSince(start);
        settleAndNote("opening");
        return {};
    }

    /// Opens the model, pastes a text of about as many tokens, lets it run, and types more.
    Result<void> type(const QString& model)
    {
        m_window.show();
        m_window.start(model);
        m_runs.askAbove(1e9);
        if (!m_meter.until([this] { return m_workspace.model() != nullptr && m_runs.isSettled(); }))
            return badArgument({}, "the model was not opened within two minutes");
        settleUnnoted();
        SentenceEdit& sentence = *m_window.input().sentence();
        QStringList words;
        for (std::int64_t i = 0; i < m_tokenCount; ++i)
            words << QStringLiteral("the") << QStringLiteral("cat");
        words.resize(m_tokenCount);
        QGuiApplication::clipboard()->setText(words.join(QLatin1Char(' ')));
        sentence.setFocus();
        sentence.selectAll();
        actAndSettle([&] { sentence.paste(); });
        note("pasting the text");
        const Clock::time_point start = Clock::now();
        if (!m_meter.until([this] { return m_runs.isSettled(); }, 600000))
            return badArgument({}, "the text was not run within ten minutes");
        m_report["run_ms"] = millisecondsSince(start);
        m_report["read"] = m_workspace.shownTrace().tokens(StackKind::kDecoder).size();
        note("running it");
        typeInto(sentence, QStringLiteral(" and on"));
        settleAndNote("typing on");
        return {};
    }

    void useMap()
    {
        pointAtMap();
        dragMap();
        for (const MapKind kind : {MapKind::kScores, MapKind::kMask, MapKind::kWeights})
            actAndSettle([&] { m_focus.setMap(kind); });
        note("other stages");
        for (int i = 0; i < 40; ++i)
            actAndSettle([&] { m_focus.setPin({static_cast<int>(m_tokenCount) - 1 - 997 * i, 101 * i}); });
        note("pinning cells");
        m_focus.setPin({});
    }

    void useHeads()
    {
        for (int i = 0; i < 6; ++i)
            for (const CommandId command : {CommandId::kHeadNext, CommandId::kHeadBack})
                actAndSettle([&] { navigate(command, m_workspace, m_focus); });
        note("other heads");
        HeadRef more = m_focus.head();
        for (const int head : {0, 1, 0, 1}) {
            if (more.head = head; more != m_focus.head())
                actAndSettle([&] { m_focus.toggleHead(more); });
        }
        note("another head beside it");
    }

    void useTokens()
    {
        use(*m_tokens->findChild<TokenStrip*>(), "Tokens");
        for (const auto direction : {ReadingDirection::kLookedAtBy, ReadingDirection::kLooksAt})
            m_meter.act([&] { m_tokens->setDirection(direction); });
        for (const bool spaces : {true, false})
            m_meter.act([&] { m_tokens->setShowSpaces(spaces); });
        settleAndNote("the switches of Tokens");
    }

    void useLines() { use(*m_lines->findChild<LinesCanvas*>(), "Lines"); }

    void search()
    {
        auto* const bar = m_window.findChild<FindBar*>();
        bar->show();
        typeInto(*bar->line(), QStringLiteral("w120"));
        m_meter.settle();
        m_meter.settle();
        m_report["found"] = bar->places().size();
        note("typing a search");
        for (int i = 0; i < 20; ++i)
            actAndSettle([&] { sendKey(*bar->line(), Qt::Key_Return); });
        note("going to the next");
        m_meter.act([bar] { bar->close(); });
        forgetCell();
        m_meter.settle();
    }

    /// Types into the palette, letter by letter.
    void searchEverything()
    {
        QPointer<CommandPalette> palette;
        m_meter.act([&] {
            m_window.commands()[CommandId::kPalette].trigger();
            palette = m_window.findChild<CommandPalette*>();
        });
        note("opening the palette");
        typeInto(*palette->line(), QStringLiteral("w120"));
        m_meter.settle();
        settleAndNote("typing in the palette");
        palette->close();
        m_meter.settle();
    }

    void resize()
    {
        repeat(20, [&](int i) { m_window.resize(1440 - 23 * (i % 5), 900 - 17 * (i % 4)); });
        m_window.resize(1440, 900);
        settleAndNote("resizing the window");
    }

    /// Visits every workspace twice: the first visit reads more.
    void visitRooms()
    {
        for (const bool again : {false, true})
            for (const Room& room : roomTable()) {
                if (room.id == RoomId::kMasked)
                    continue;
                actAndSettle([&] { m_window.rooms().enter(room.id); });
                const std::string title = roomTitle(room.id).toStdString();
                note(again ? title + " again" : "entering " + title);
            }
        enterUnnoted(RoomId::kExplore);
    }

    /// Compares two heads of the layer.
    void compareHeads()
    {
        enterUnnoted(RoomId::kCompare);
        HeadRef other = m_focus.head();
        other.head = 1 - other.head;
        m_meter.act([&] { m_focus.toggleHead(other); });
        const auto& canvas = *m_window.findChild<CompareCanvas*>();
        HeatmapPlot& plot = canvas.plot(CompareCanvas::kB);
        m_meter.until([&] { return canvas.content() != nullptr && plot.colours() != nullptr; });
        settleAndNote("comparing two heads");
        pointWithin(plot, plot.shownLayout().cells.area, 40);
        settleAndNote("pointing at the comparison");
        m_focus.toggleHead(other);
        enterUnnoted(RoomId::kExplore);
    }

    /// Brings every view to the front.
    void visitViews()
    {
        m_focus.setPin({static_cast<int>(m_tokenCount) - 9, 77});
        settleUnnoted();
        for (const ViewDescriptor& view : viewRegistry()) {
            actAndSettle([&] { m_window.views().showView(view.id); });
            settleAndNote(concat("opening ", view.title));
        }
        m_focus.setPin({});
        enterUnnoted(RoomId::kExplore);
    }

    /// Waits for the exact picture of the whole map, doing nothing else.
    void waitForOverview()
    {
        const Clock::time_point start = Clock::now();
        constexpr double kLimit = 300000;
        m_meter.act([&] { m_heatmap->plot().showAll(); });
        const bool whole = m_meter.until([this] { return !m_heatmap->plot().isReading(); }, kLimit);
        m_report["overview_ms"] = whole ? Json(millisecondsSince(start)) : Json();
        note("waiting for the whole map");
    }

private:
    void settleAndNote(const std::string& what)
    {
        m_meter.settle();
        note(what);
    }

    void note(const std::string& what)
    {
        Json entry{{"what", what}};
        entry.update(m_meter.report());
        m_report["actions"].push_back(std::move(entry));
    }

    void actAndSettle(const auto& send)
    {
        m_meter.act(send);
        m_meter.settle();
    }

    void repeat(int times, const auto& send)
    {
        for (int i = 0; i < times; ++i)
            m_meter.act([&] { send(i); });
    }

    void settleUnnoted()
    {
        m_meter.settle();
        m_meter.report();
    }

    void enterUnnoted(RoomId room)
    {
        m_window.rooms().enter(room);
        settleUnnoted();
    }

    void forgetCell()
    {
        m_focus.setPin({});
        m_focus.setHover({});
    }

    void typeInto(QWidget& widget, const QString& text)
    {
        for (const QChar letter : text)
            m_meter.act([&] { sendKey(widget, 0, QString(letter)); });
    }

    void pointWithin(QWidget& widget, const QRectF& area, int times)
    {
        repeat(times, [&](int i) { sendMouse(widget, QEvent::MouseMove, placeWithin(area, i)); });
    }

    void pointAtMap()
    {
        HeatmapPlot& plot = m_heatmap->plot();
        const QRectF area = plot.shownLayout().cells.area;
        pointWithin(plot, area, 60);
        note("pointing at cells");
        repeat(30, [&](int i) {
            sendMouse(plot, QEvent::MouseMove, {area.left() - 12, placeWithin(area, i).y()});
            sendMouse(plot, QEvent::MouseMove, {placeWithin(area, i).x(), area.top() - 12});
        });
        note("pointing at labels");
        repeat(40, [&](int i) { sendWheel(plot, placeWithin(area, 7), i < 30 ? 1 : -1); });
        settleAndNote("zooming the map");
    }

    void dragMap()
    {
        HeatmapPlot& plot = m_heatmap->plot();
        const QPointF middle = plot.shownLayout().cells.area.center();
        const auto drag = [&](QEvent::Type type, const QPointF& by) {
            m_meter.act([&] { sendMouse(plot, type, middle - by, Qt::LeftButton); });
        };
        drag(QEvent::MouseButtonPress, {});
        for (int i = 0; i < 60; ++i)
            drag(QEvent::MouseMove, {3.0 * i, 2.0 * i});
        drag(QEvent::MouseButtonRelease, {180, 120});
        settleAndNote("dragging the map");
    }

    /// Scrolls a picture of tokens, points at places in it, and walks through it with the keys.
    void use(QAbstractScrollArea& picture, const std::string& name)
    {
        const QRectF area = picture.viewport()->rect();
        repeat(100, [&](int i) { sendWheel(picture, area.center(), i % 20 < 15 ? -3 : 3); });
        note("scrolling " + name);
        QScrollBar& bar = *picture.verticalScrollBar();
        repeat(40, [&](int i) { bar.setValue(bar.maximum() / 40 * ((i * 17) % 40)); });
        note("jumping in " + name);
        pointWithin(picture, area, 60);
        settleAndNote("pointing in " + name);
        picture.setFocus();
        repeat(40, [&](int i) { sendKey(picture, i % 4 == 3 ? Qt::Key_Up : Qt::Key_Down); });
        for (const int key : {Qt::Key_End, Qt::Key_Space, Qt::Key_Space})
            m_meter.act([&] { sendKey(picture, key); });
        settleAndNote("walking in " + name);
        forgetCell();
    }

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
    Json m_report;
};

} // namespace

Result<Json> measureLongUi(int argc, char** argv, int tokens)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // no display is needed
    const QApplication application(argc, argv);
    keepPaintingThreads();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("long.safetensors"));
    RETURN_IF_ERROR(writeLongTrace(path.toStdString(), tokens));
    LongWindow window(tokens);
    RETURN_IF_ERROR(window.open(path));
    window.useMap();
    window.useHeads();
    window.useTokens();
    window.useLines();
    window.search();
    window.searchEverything();
    window.resize();
    window.visitRooms();
    window.compareHeads();
    window.visitViews();
    window.waitForOverview();
    return window.report();
}

Result<Json> measureTypedUi(int argc, char** argv, const std::string& model)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    const QApplication application(argc, argv);
    keepPaintingThreads();
    LongWindow window(kTypedWords);
    RETURN_IF_ERROR(window.type(QString::fromStdString(model)));
    return window.report();
}

std::string longUiTable(const Json& report)
{
    std::string text = report.contains("read")
        ? inWords(report, "a typed text of %.0f tokens: shown whole after ", "read")
            + formatted("%.1f s\n", numberIn(report, "run_ms") / 1e3)
        : inWords(report, "a trace of %.0f tokens: shown after %.0f ms, its first picture after %.0f ms\n",
                  "tokens", "opened_ms", "picture_ms");
    text += formatted("the UI thread, busy at a time     median     worst   computed   over %.0f ms\n",
                      kFrameMs);
    for (const Json& each : report["actions"])
        text += formatted("%-28s", each["what"].get<std::string>().c_str())
            + inWords(each, " %8.2f ms %6.1f ms  %6.1f ms   %.0f of %.0f\n", "median_ms", "worst_ms",
                      "worst_computed_ms", "over_a_frame", "times");
    if (report.contains("found"))
        text += inWords(report, "places found by the search: %.0f\n", "found");
    if (report.contains("overview_ms") && report["overview_ms"].is_number())
        text += formatted("the exact picture of the whole map: %.1f s later\n",
                          numberIn(report, "overview_ms") / 1e3);
    text.pop_back();
    return text;
}

} // namespace headlight

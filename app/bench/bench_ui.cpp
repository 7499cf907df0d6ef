// headlight bench --ui: the delays that a user notices.

#include "app/bench/benches.h"

#include "app/bench/bench_tools.h"
#include "app/bench/random_models.h"
#include "ui/background/painting_threads.h"

#include "core/run/execute.h"
#include "ui/run/run_controller.h"
#include "ui/state/navigation.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/flow/flow_canvas.h"
#include "ui/views/flow/flow_view.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/views/heads/heads_view.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"

#include <QApplication>
#include <QKeyEvent>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <malloc.h>
#include <memory>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <vector>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;

/// Processes events, queued calls and the paintings they request, until `done`; false after `limit`
/// milliseconds. Rests between them as the event loop of a window does: polling would keep a core from the
/// threads that are waited for.
bool processUntil(const std::function<bool()>& done, double limit = 60000)
{
    constexpr std::chrono::microseconds kRest{100};
    const Clock::time_point start = Clock::now();
    for (;;) {
        QCoreApplication::processEvents();
        if (done())
            return true;
        if (millisecondsSince(start) >= limit)
            return false;
        std::this_thread::sleep_for(kRest);
    }
}

/// Processes the consequences of one event: the view's queued refresh, the plot's queued painting, the
/// painting itself.
void settle()
{
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
}

void show(QWidget& view, int width, int height)
{
    view.resize(width, height);
    view.show();
    settle();
}

/// The age of the process, from /proc/self/…; −1 if unknown.
double processAgeMilliseconds()
{
    std::ifstream file("/proc/self/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t name = text.rfind(')'); // the program's name may contain spaces
    if (name == std::string::npos)
        return -1;
    std::istringstream fields(text.substr(name + 2));
    std::string field;
    for (int i = 3; i <= 22 && fields; ++i) // proc(5): field 22 is the start in clock ticks after boot
        fields >> field;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double boot = static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    return boot - std::strtod(field.c_str(), nullptr) * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double residentMegabytes()
{
    std::ifstream file("/proc/self/statm");
    double size = 0, resident = 0;
    file >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

Json summary(std::vector<double> times)
{
    std::ranges::sort(times);
    const auto at = [&times](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    return {{"median_ms", at(0.5)}, {"p95_ms", at(0.95)}, {"worst_ms", at(1)}};
}

/// A view with everything it needs, and a trace of a random model.
struct Bench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("bench.ini"))};
    Workspace workspace;
    Focus focus;
    ViewContext context{workspace, focus, settings};

    static Result<Trace> trace(const std::shared_ptr<const Model>& model, int tokens, const SiteSet& sites,
                               MatrixStorage storage = MatrixStorage::kMatrices)
    {
        ASSIGN_OR_RETURN(auto lane, prepareIds(*model, sampleIds(*model, 0, tokens), {}));
        RunRequest request{model, {std::move(lane)}, {}, {}};
        request.plan.sites = sites;
        request.plan.storage = storage;
        ASSIGN_OR_RETURN(auto result, execute(request, {}));
        return result.traces.front();
    }
    /// Runs the model; true once its trace is shown.
    Result<void> run(const RandomShape& shape, int tokens, MatrixStorage storage = MatrixStorage::kMatrices)
    {
        focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        ASSIGN_OR_RETURN(
            const auto made,
            trace(randomModel(shape), tokens, {Site::kWeights, Site::kScores, Site::kMask}, storage));
        publish(made);
        return {};
    }

    void publish(const Trace& trace)
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request = 1;
        snapshot->trace = trace;
        snapshot->finished = true;
        workspace.publish(snapshot);
    }
};

Result<Json> measureHover(int tokens)
{
    Bench bench;
    RETURN_IF_ERROR(bench.run({1, 2, 64, 256}, tokens));
    HeatmapView view(bench.context);
    show(view, 1000, 800);
    processUntil([&view] { return !view.plot().isReading() && !view.panels().isReading(); });
    settle();
    const QRectF area = view.plot().shownLayout().cells.area;
    std::vector<double> times;
    for (int i = 0; i < 200; ++i) {
        const Clock::time_point start = Clock::now();
        sendMouse(view.plot(), QEvent::MouseMove, placeWithin(area, i));
        settle();
        times.push_back(millisecondsSince(start));
    }
    Json report{{"tokens", tokens}};
    report.update(summary(std::move(times)));
    return report;
}

/// Measures the time from the command for the next head to its image. kOperands: the head is computed first.
Result<Json> measureHeadChange(int tokens, MatrixStorage storage)
{
    constexpr int kHeads = 8;
    Bench bench;
    RETURN_IF_ERROR(bench.run({1, kHeads, 64, 256}, tokens, storage));
    HeatmapView view(bench.context);
    show(view, 1000, 800);
    const auto shown = [&view] { return !view.plot().isReading(); };
    processUntil(shown);
    std::vector<double> times;
    for (int i = 0; i < 4 * (kHeads - 1); ++i) {
        settle();
        // To the last head and back.
        const bool forward = i / (kHeads - 1) % 2 == 0;
        const Clock::time_point start = Clock::now();
        navigate(forward ? CommandId::kHeadNext : CommandId::kHeadBack, bench.workspace, bench.focus);
        settle();
        processUntil(shown);
        settle();
        times.push_back(millisecondsSince(start));
    }
    Json report{{"tokens", tokens}, {"computed", storage == MatrixStorage::kOperands}};
    report.update(summary(std::move(times)));
    return report;
}

Result<Json> measureGrid(int layers, int heads, int tokens)
{
    Bench bench;
    const std::shared_ptr<const Model> model = randomModel({layers, heads, 64, 256});
    ::malloc_trim(0); // or the trace would take memory that earlier measurements freed
    const double before = residentMegabytes();
    ASSIGN_OR_RETURN(const auto trace, Bench::trace(model, tokens, {Site::kWeights, Site::kMask}));
    const double traced = residentMegabytes();
    HeadsView view(bench.context);
    show(view, 1000, 900);
    const Clock::time_point start = Clock::now();
    bench.publish(trace);
    settle();
    const bool done = processUntil([&view] { return !view.isWorking(); });
    settle();
    const double time = millisecondsSince(start);
    if (!done)
        return Error{ErrorCode::kBadArgument, "the grid of heads was not drawn within a minute"};
    return Json{{"layers", layers},
                {"heads", heads},
                {"tokens", tokens},
                {"ms", time},
                {"trace_mb", traced - before},
                {"with_pictures_mb", residentMegabytes() - before}};
}

/// The flow of a whole model: time until the weights of all heads are drawn, until everything visible is
/// drawn, and of painting while zooming from the model to one head.
Result<Json> measureFlow(int layers, int heads, int tokens)
{
    Bench bench;
    bench.focus.setHead({StackKind::kDecoder, layers / 2, AttentionKind::kSelf, 0});
    const std::shared_ptr<const Model> model = randomModel({layers, heads, 64, 256});
    ASSIGN_OR_RETURN(
        const auto trace,
        Bench::trace(model, tokens,
                     {Site::kEmbeddings, Site::kPositions, Site::kQuery, Site::kKey, Site::kValue,
                      Site::kScores, Site::kMask, Site::kWeights, Site::kHeadOutput, Site::kResidual,
                      Site::kFinal, Site::kOutput, Site::kFeedForwardOutput}));
    bench.workspace.setModel(model);
    FlowView view(bench.context);
    show(view, 1440, 820);
    const Clock::time_point start = Clock::now();
    bench.publish(trace);
    settle();
    auto* const canvas = view.findChild<FlowCanvas*>();
    const FlowScene& scene = view.canvas().scene();
    const bool headsDone = processUntil([&scene, layers] {
        for (int layer = 0; layer < layers; ++layer)
            if (!scene.pictures.isFresh({Site::kWeights, {StackKind::kDecoder, layer, AttentionKind::kSelf}}))
                return false;
        return true;
    });
    canvas->redraw();
    canvas->repaint();
    const double headsTime = millisecondsSince(start);
    const bool done = headsDone && processUntil([&view] { return !view.isWorking(); });
    settle();
    const double time = millisecondsSince(start);
    if (!done)
        return Error{ErrorCode::kBadArgument, "the flow was not drawn within a minute"};
    const int box = canvas->scene().layout.findMatrix(Site::kWeights, bench.focus.head());
    std::vector<double> paintings;
    for (int i = 0; i < 30; ++i) {
        canvas->zoomBy(1.2, canvas->boxRect(box).center());
        const double before = threadMilliseconds();
        canvas->repaint();
        paintings.push_back(threadMilliseconds() - before);
        settle();
    }
    Json report{
        {"layers", layers}, {"heads", heads}, {"tokens", tokens}, {"heads_ms", headsTime}, {"ms", time}};
    report["painting"] = summary(std::move(paintings));
    return report;
}

/// The window at startup, and keys pressed as fast as by a fast typist.
Json measureWindow()
{
    Bench bench;
    kLastText.set(bench.settings, QStringLiteral("The black cat sleeps on the chair."));
    kTourSeen.set(bench.settings, true);
    Theme theme;
    RunController runs(bench.workspace);
    MainWindow window(bench.context, runs, theme);
    window.show();
    window.start({});
    processUntil([&window] { return window.isVisible(); });
    settle();
    Json report{{"window_ms", processAgeMilliseconds()}};
    auto* heatmap = window.findChild<HeatmapView*>();
    const bool drawn = processUntil(
        [heatmap] {
            return heatmap != nullptr && !heatmap->plot().map().isNull() && !heatmap->plot().isReading();
        },
        20000);
    settle();
    report["first_heatmap_ms"] = drawn ? Json(processAgeMilliseconds()) : Json();

    SentenceEdit* edit = window.input().sentence();
    edit->setFocus();
    const QString text
        = QStringLiteral(" It dreams of a small white dog, and of a garden full of birds that sing.");
    const QString before = bench.workspace.document().text;
    std::vector<double> times;
    for (const QChar c : text) {
        const Clock::time_point start = Clock::now();
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(c));
        QCoreApplication::sendEvent(edit, &press);
        QCoreApplication::processEvents();
        times.push_back(millisecondsSince(start));
        processUntil([start] { return millisecondsSince(start) >= 30; }, 1000);
    }
    const QString after = bench.workspace.document().text;
    report["typing"] = summary(std::move(times));
    report["typing"]["keys"] = static_cast<int>(text.size());
    report["typing"]["dropped"] = static_cast<int>(text.size() - (after.size() - before.size()));
    processUntil([&bench] { return !bench.workspace.isRunning(); }, 20000);
    return report;
}

/// Drops the offscreen platform's remarks about missing size hints, and prints all other messages.
void dropSizeHints(QtMsgType, const QMessageLogContext&, const QString& text)
{
    if (!text.contains(QStringLiteral("propagateSizeHints")))
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

} // namespace

Result<Json> measureUi(int argc, char** argv)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // no display is needed
    qInstallMessageHandler(dropSizeHints);
    const QApplication application(argc, argv);
    keepPaintingThreads();
    Json report = measureWindow();
    const auto add = [&report](const char* name, Result<Json> measured) -> Result<void> {
        RETURN_IF_ERROR(measured);
        report[name].push_back(std::move(*measured));
        return {};
    };
    for (const int tokens : {64, 512, 2048, 8192})
        RETURN_IF_ERROR(add("hover", measureHover(tokens)));
    for (const int tokens : {512, 2048})
        for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands})
            RETURN_IF_ERROR(add("head_change", measureHeadChange(tokens, storage)));
    RETURN_IF_ERROR(add("grid", measureGrid(12, 12, 512)));
    RETURN_IF_ERROR(add("flow", measureFlow(12, 12, 512)));
    return report;
}

std::string uiTable(const Json& report)
{
    const Json& typing = report["typing"];
    std::string text = inWords(report,
                               "window shown           %8.1f ms after the start of the process\n"
                               "first heatmap          %8.1f ms after the start of the process\n",
                               "window_ms", "first_heatmap_ms")
        + inWords(typing,
                  "typing                 %8.2f ms a key, 95%% under %.2f ms; %.0f of %.0f keys dropped\n",
                  "median_ms", "p95_ms", "dropped", "keys");
    for (const Json& each : report["hover"])
        text += inWords(each, "hover at %5.0f tokens   %8.2f ms, 95%% under %.2f ms\n", "tokens", "median_ms",
                        "p95_ms");
    for (const Json& each : report["head_change"])
        text += inWords(each, "other head, %5.0f tok.  %8.2f ms, 95%% under %.2f ms", "tokens", "median_ms",
                        "p95_ms")
            + (each["computed"].get<bool>() ? " (computed from queries and keys)\n" : "\n");
    for (const Json& each : report["grid"])
        text += inWords(each, "grid %2.0f x %2.0f, %4.0f tok. %8.1f ms; %.0f MB with the trace (%.0f MB)\n",
                        "layers", "heads", "tokens", "ms", "with_pictures_mb", "trace_mb");
    for (const Json& each : report["flow"])
        text += inWords(each, "flow %2.0f x %2.0f, %4.0f tok. %8.1f ms, all of it %.1f ms", "layers", "heads",
                        "tokens", "heads_ms", "ms")
            + inWords(each["painting"], "; painted in %.1f ms, %.1f at worst\n", "median_ms", "worst_ms");
    text.pop_back();
    return text;
}

} // namespace headlight

// headlight bench --ui --long: the window on a trace of 131,072 tokens.

#include "app/bench/benches.h"
#include "app/bench/long_window.h"
#include "app/output.h"
#include "ui/background/painting_threads.h"

#include <QApplication>
#include <QTemporaryDir>

#include <cstdlib>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kTypedWords = 32768;

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
        ? formatted("a typed text of %d tokens: shown whole after %.1f s\n", report["read"].get<int>(),
                    report["run_ms"].get<double>() / 1e3)
        : formatted("a trace of %d tokens: shown after %.0f ms, its first picture after %.0f ms\n",
                    report["tokens"].get<int>(), report["opened_ms"].get<double>(),
                    report["picture_ms"].get<double>());
    text += formatted("the UI thread, busy at a time     median     worst   computed   over %.0f ms\n",
                      kFrameMs);
    for (const Json& each : report["actions"])
        text += formatted("%-28s %8.2f ms %6.1f ms  %6.1f ms   %d of %d\n",
                          each["what"].get<std::string>().c_str(), each["median_ms"].get<double>(),
                          each["worst_ms"].get<double>(), each["worst_computed_ms"].get<double>(),
                          each["over_a_frame"].get<int>(), each["times"].get<int>());
    if (report.contains("found"))
        text += formatted("places found by the search: %d\n", report["found"].get<int>());
    if (report.contains("overview_ms") && report["overview_ms"].is_number())
        text += formatted("the exact picture of the whole map: %.1f s later\n",
                          report["overview_ms"].get<double>() / 1e3);
    text.pop_back();
    return text;
}

} // namespace headlight

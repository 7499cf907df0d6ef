// Nothing moves that was not asked to move.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/bars/tool_row.h"
#include "ui/window/look/languages.h"
#include "ui/window/presenting/scene_export.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/room_rail.h"

#include <QDockWidget>
#include <QScopeGuard>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

struct SteadyBench
{
    WindowBench bench;
    std::unique_ptr<WindowStart> start;

    explicit SteadyBench(const QSize& size)
    {
        kLastText.set(bench.settings, QStringLiteral("The black cat sleeps on the chair."));
        start = std::make_unique<WindowStart>(bench.settings);
        start->window.resize(size);
        start->window.start(QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/en-fr"));
        REQUIRE(WindowStart::wait([&] { return start->ready(10); }));
        start->window.activateWindow();
        start->settle(150);
    }
    /// Where the parts of the window are.
    std::map<std::string, QRect> places() const
    {
        MainWindow& window = start->window;
        std::map<std::string, QRect> found;
        const auto add = [&](const std::string& name, const QWidget& part) {
            if (part.isVisible())
                found[name] = {part.mapTo(&window, QPoint()), part.size()};
        };
        for (QAction* const action : window.tools().actions())
            if (const QWidget* const item = window.tools().widgetForAction(action))
                add("tool " + std::to_string(window.tools().actions().indexOf(action)), *item);
        add("sentence", *window.input().sentence());
        add("input", window.input());
        add("rail", window.rooms().rail());
        add("centre", *window.views().centralWidget());
        for (const QDockWidget* const dock : window.views().findChildren<QDockWidget*>())
            if (!dock->visibleRegion().isEmpty()) // otherwise it is behind another tab
                add(dock->objectName().toStdString(), *dock);
        return found;
    }
    void check(const std::map<std::string, QRect>& before) const
    {
        const auto now = places();
        CHECK(now.size() == before.size());
        for (const auto& [name, rect] : before) {
            INFO(name);
            REQUIRE(now.contains(name));
            const QRect& there = now.at(name);
            CHECK(std::array{there.x(), there.y(), there.width(), there.height()}
                  == std::array{rect.x(), rect.y(), rect.width(), rect.height()});
        }
    }
    /// Changes the document; the parts stay where they are while it runs and afterwards.
    template <typename Change>
    void change(const char* what, const Change& change) const
    {
        INFO(what);
        const auto before = places();
        const quint64 request = start->workspace.snapshot()->request;
        Document next = start->workspace.document();
        change(next);
        start->workspace.apply(next, QLatin1String(what));
        QCoreApplication::processEvents();
        check(before);
        REQUIRE(start->waitNewer(request));
        start->settle(50);
        check(before);
    }
};

} // namespace

TEST_CASE("steady: chips, banners and a running model move no part of the window", "[window][long]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    const QString language = GENERATE(QStringLiteral("en"), QStringLiteral("fr"));
    useLanguage(language);
    const QSize size = GENERATE(QSize(1024, 700), QSize(1440, 900));
    const SteadyBench bench(size);
    INFO(language.toStdString() << " " << size.width());
    bench.change("beams", [](Document& next) { next.decoding.strategy = Strategy::kBeam; });
    bench.change("mask", [](Document& next) { next.interventions.masks.decoderCausal = Toggle::kOff; });
    bench.change("head", [](Document& next) {
        next.interventions.list = {HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})}};
    });
    bench.change("unknown words", [](Document& next) { next.text = QStringLiteral("The zqx cat sleeps."); });
    bench.change("none of it", [](Document& next) {
        next = Document{};
        next.text = QStringLiteral("The black cat sleeps on the chair.");
    });
}

TEST_CASE("steady: after a presentation every part is where it was", "[window]")
{
    const SteadyBench bench({1440, 900});
    const auto before = bench.places();
    const CommandActions& commands = bench.start->window.commands();
    commands[CommandId::kPresentation].trigger();
    bench.start->settle(100);
    CHECK_FALSE(bench.places() == before);
    commands[CommandId::kUnpin].trigger();
    bench.start->settle(100);
    bench.check(before);
}

TEST_CASE("steady: after a presentation of scenes and their export every part is where it was", "[window]")
{
    const SteadyBench bench({1440, 900});
    bench.start->window.scenes().add();
    bench.start->workspace.setNotice(std::nullopt);
    bench.start->settle(100);
    const auto before = bench.places();
    const CommandActions& commands = bench.start->window.commands();
    commands[CommandId::kPresentation].trigger();
    bench.start->settle(300);
    CHECK_FALSE(bench.places() == before);
    commands[CommandId::kUnpin].trigger();
    bench.start->settle(300);
    bench.check(before);
    auto* const writer = bench.start->window.findChild<SceneExport*>();
    writer->write(bench.bench.file("scenes.pdf"));
    REQUIRE(WindowStart::wait([&] { return !writer->isWriting(); }));
    bench.start->settle(300);
    bench.check(before);
}

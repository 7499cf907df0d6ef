#include "ui/window/bars/tool_row.h"

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/widgets/mask_switch.h"
#include "ui/window/look/languages.h"

#include <QScopeGuard>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

TEST_CASE("tool row: where there is no room for words, the switches of the masks keep their pictures",
          "[window]")
{
    WindowBench bench;
    WindowStart start(bench, {1440, 900});
    start.settle(50);
    const auto switches = start.window.tools().findChildren<MaskSwitch*>();
    REQUIRE(switches.size() == 2);
    for (const MaskSwitch* const each : switches)
        CHECK(each->wordsShown());
    const int wide = switches.front()->width();
    // The words disappear before anything goes into an overflow menu.
    start.window.resize(900, 700);
    start.settle(50);
    CHECK(start.bar("editBanner").parentWidget()->isVisible());
    start.theme.setTextSize(200);
    start.window.resize(1024, 700);
    CHECK(
        WindowStart::wait([&] { return !switches.back()->wordsShown() && switches.back()->width() < wide; }));
    for (const MaskSwitch* const each : switches) {
        CHECK_FALSE(each->wordsShown());
        CHECK(each->isVisible());
        CHECK(each->width() < wide);
    }
    start.theme.setTextSize(100);
}

TEST_CASE("tool row: in a small window and a language with long words, the last switch loses them first",
          "[window]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(QStringLiteral("fr"));
    WindowBench bench;
    WindowStart start(bench, {1024, 700});
    start.settle(50);
    const auto switches = start.window.tools().findChildren<MaskSwitch*>();
    REQUIRE(switches.size() == 2);
    CHECK(switches[0]->wordsShown());
    CHECK(switches[1]->wordsShown());
    for (const MaskSwitch* const each : switches)
        CHECK(each->isVisible());
}

TEST_CASE("tool row: the offer to restore work stands alone, not over the notice of edits", "[window]")
{
    WindowBench bench;
    WindowStart start(bench, {1024, 700});
    MessageBar &edits = start.bar("editBanner"), &offer = start.bar("recoveryBar");
    const int height = start.window.tools().height();
    Document edited = start.workspace.document();
    edited.interventions.masks.padding = false;
    start.workspace.apply(edited, QStringLiteral("Padding mask off"));
    start.settle();
    REQUIRE(edits.isVisible());
    offer.say(MessageBar::Kind::kInfo, QStringLiteral("Your work was kept."));
    CHECK(offer.isVisible());
    CHECK_FALSE(edits.isVisible());
    // Not even if the edits change meanwhile.
    edited.interventions.masks.decoderCausal = Toggle::kOff;
    start.workspace.apply(edited, QStringLiteral("Causal mask off"));
    start.settle();
    CHECK(edits.isVisible() != offer.isVisible());
    offer.say(MessageBar::Kind::kInfo, {});
    CHECK(edits.isVisible());
    CHECK(start.window.tools().height() == height);
}

#include "ui/window/lessons/gallery_actions.h"

#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/bars/tool_row.h"
#include "ui/window/lessons/examples.h"
#include "ui/window/lessons/gallery_dialog.h"
#include "ui/window/lessons/state_stager.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QAbstractButton>
#include <QFontInfo>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QToolBar>

#include <utility>

using namespace headlight;
using headlight::test::WindowStart;

namespace {

struct GalleryBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    WindowStart start{settings};
    GalleryActions& gallery = *start.window.findChild<GalleryActions*>();

    GalleryBench()
    {
        kTourSeen.set(settings, true);
        start.window.start();
        REQUIRE(WindowStart::wait(
            [this] { return start.workspace.model() != nullptr && start.runs.isSettled(); }));
    }
    const Snapshot& shown() const { return *start.workspace.snapshot(); }
    void settle()
    {
        REQUIRE(WindowStart::wait([this] {
            return gallery.stager().isIdle() && start.runs.isSettled() && shown().finished
                && !shown().trace.isNull();
        }));
        QCoreApplication::processEvents();
    }
};

} // namespace

TEST_CASE("gallery: a dozen cards for each kind of model, and each shows what its line says", "[window]")
{
    GalleryBench bench;
    for (const char* const model : exampleModels()) {
        const QString name = QString::fromLatin1(model);
        const std::vector<Example> all = examplesOf(name);
        CHECK(all.size() == (name == QLatin1String("texts") ? 16 : 12));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Example& example = all[i];
            INFO(model << ": " << example.title.toStdString());
            bench.gallery.show(name, static_cast<int>(i));
            bench.settle();
            CHECK(bench.start.workspace.document().text == example.text);
            CHECK(bench.start.workspace.document().interventions == example.edits);
            CHECK(bench.start.focus.head() == example.head);
            CHECK(bench.start.focus.map() == example.map);
            if (!example.pin.empty()) // a view may choose its own place
                CHECK(bench.start.focus.pin() == example.pin);
            CHECK(bench.shown().runs == runsAskedFor(example.edits));
            CHECK(bench.gallery.bar()->isVisible());
            if (example.view == view_ids::kHeatmap) // large, whatever the card before it showed
                CHECK(bench.start.window.rooms().current() == QLatin1String(roomOf(RoomId::kExplore).name));
            CHECK(bench.gallery.bar()->text().contains(example.title));
            if (!example.output.isEmpty())
                CHECK(bench.shown().output.toStdString() == example.output.toStdString());
            if (!example.forced.isEmpty()) {
                CHECK(bench.shown().output.trimmed().startsWith(example.forced.trimmed()));
                CHECK(bench.shown().steps.front().forced);
            }
            if (example.pin.query && example.pin.key)
                CHECK(bench.shown()
                          .trace.attention(example.head)
                          .at(MapKind::kWeights, *example.pin.query, *example.pin.key)
                      > 0.5F);
        }
    }
}

TEST_CASE("gallery: without the padding mask the last row looks at what fills the line", "[window]")
{
    GalleryBench bench;
    const std::vector<Example> all = examplesOf(QStringLiteral("en-fr"));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].edits.masks.padding)
            continue;
        bench.gallery.show(QStringLiteral("en-fr"), static_cast<int>(i));
        bench.settle();
        const AttentionMap map = bench.shown().trace.attention(all[i].head);
        float onPadding = 0;
        for (Index key = 0; key < map.keys(); ++key)
            if (map.keyTokens()[static_cast<std::size_t>(key)].padding)
                onPadding += map.at(MapKind::kWeights, map.queries() - 1, key);
        CHECK(onPadding > 0.5F);
    }
}

TEST_CASE("gallery: File, Examples opens it; a click on a card shows it, and the bar leads to the next",
          "[window]")
{
    GalleryBench bench;
    bench.start.action("file.examples")->trigger();
    GalleryDialog* const dialog = bench.gallery.dialog();
    REQUIRE(dialog != nullptr);
    QTest::mouseClick(&dialog->card(QStringLiteral("en-fr"), 3), Qt::LeftButton);
    bench.settle();
    CHECK(toString(bench.start.focus.head()) == "encoder.1.self.1");
    CHECK(dialog->card(QStringLiteral("en-fr"), 3).isChecked());
    for (QPushButton* const button : bench.gallery.bar()->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Next example"))
            button->click();
    bench.settle();
    CHECK(bench.start.workspace.document().text == QStringLiteral("The boy lost his dog."));
    CHECK(dialog->card(QStringLiteral("en-fr"), 4).isChecked());
    bench.start.action("edit.undo")->trigger(); // an example is one undo step
    CHECK(bench.start.workspace.document().text == QStringLiteral("The cat sleeps because it is tired."));
    // The card said what to look at, and the dialog may lie over the bar.
    CHECK(bench.gallery.bar()->isHidden());
    dialog->reject();
    CHECK(bench.gallery.bar()->isVisible());
    CHECK(bench.gallery.bar()->text().contains(QStringLiteral("Whose dog is it?")));
    emit bench.gallery.bar()->closed();
    CHECK(bench.gallery.bar()->isHidden());
    bench.start.action("file.examples")->trigger();
    bench.gallery.dialog()->reject();
    CHECK(bench.gallery.bar()->isHidden()); // it was closed
}

TEST_CASE("gallery: a page has its cards once it is shown, in the dialog's font", "[window]")
{
    GalleryDialog dialog;
    dialog.show();
    auto* const pages = dialog.findChild<QTabWidget*>();
    REQUIRE(pages->count() == static_cast<int>(exampleModels().size()));
    for (int page = pages->count() - 1; page >= 0; --page) {
        pages->setCurrentIndex(page);
        const QString model = QString::fromLatin1(exampleModels()[static_cast<std::size_t>(page)]);
        const auto cards = pages->widget(page)->findChildren<QAbstractButton*>();
        CHECK(static_cast<std::size_t>(cards.size()) == examplesOf(model).size());
        CHECK(dialog.card(model, 0).isVisible());
    }
    const QAbstractButton& card = dialog.card(QStringLiteral("en-fr"), 0);
    const int before = card.sizeHint().height();
    QFont large = dialog.font();
    large.setPixelSize(2 * QFontInfo(large).pixelSize());
    dialog.setFont(large);
    CHECK(card.sizeHint().height() > before + card.fontMetrics().height());
}

TEST_CASE("gallery: it opens by itself at the first start, and never again", "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    WindowStart first(settings);
    first.window.resize(1440, 900);
    kGallerySeen.set(settings, false);
    first.window.start();
    auto& gallery = *first.window.findChild<GalleryActions*>();
    CHECK(WindowStart::wait([&] { return gallery.dialog() != nullptr; }));
    CHECK(kGallerySeen.of(settings));
    // One thing at a time: the tour is offered once the gallery is closed, without covering anything.
    MessageBar& welcome = first.bar("welcomeBar");
    CHECK(welcome.isHidden());
    REQUIRE(WindowStart::wait([&] { return first.workspace.model() != nullptr && first.runs.isSettled(); }));
    first.settle(100);
    const QRect views = first.window.views().geometry();
    gallery.dialog()->close();
    first.settle();
    CHECK(welcome.isVisible());
    const QRect after = first.window.views().geometry();
    INFO(views.x() << ", " << views.y() << ", " << views.width() << " × " << views.height() << ", then "
                   << after.x() << ", " << after.y() << ", " << after.width() << " × " << after.height());
    CHECK(after == views);
    CHECK(first.window.tools().rect().contains(
        QRect(welcome.mapTo(&first.window.tools(), QPoint()), welcome.size())));
    // The banner of an edit uses the same place and is more important.
    first.action("mask.causalDecoder")->trigger();
    REQUIRE(WindowStart::wait([&] { return first.bar("editBanner").isVisible(); }));
    CHECK(welcome.isHidden());
    first.action("edit.undo")->trigger();
    REQUIRE(WindowStart::wait([&] { return first.bar("editBanner").isHidden(); }));
    CHECK(welcome.isVisible());
    first.action("help.tour")->trigger();
    CHECK(welcome.isHidden());
    CHECK(kTourSeen.of(settings));
}

TEST_CASE("model memory: each model opens with its sentence, and comes back with its own", "[window]")
{
    GalleryBench bench;
    const auto open = [&](const char* model) {
        const QString before = bench.gallery.stager().openFolder();
        bench.start.window.openModel(
            QString(before).replace(QRegularExpression(QStringLiteral("[^/]+$")), QLatin1String(model)));
        REQUIRE(WindowStart::wait([&] { return bench.gallery.stager().openFolder() != before; }));
        bench.settle();
    };
    const HeadRef chosen{StackKind::kEncoder, 1, AttentionKind::kSelf, 1};
    bench.start.type(QStringLiteral(" It is old."));
    bench.settle();
    bench.start.focus.selectOnly(chosen);
    const QString own = bench.start.workspace.document().text;
    open("en-gpt");
    CHECK(bench.start.workspace.document().text == firstSentence(QStringLiteral("en-gpt")));
    CHECK(bench.start.focus.head().stack == StackKind::kDecoder);
    const auto room = [&] { return bench.start.window.rooms().current(); };
    open("en-bert");
    CHECK(bench.start.workspace.document().text.contains(QStringLiteral("[MASK]")));
    CHECK(room() == QLatin1String(roomOf(RoomId::kMasked).name)); // shown for the first time
    bench.start.window.rooms().enter(RoomId::kModel);
    open("en-fr");
    CHECK(bench.start.workspace.document().text == own);
    CHECK(bench.start.focus.head() == chosen);
    CHECK(room() == QLatin1String(roomOf(RoomId::kModel).name));
    open("en-bert");
    CHECK(room() == QLatin1String(roomOf(RoomId::kModel).name));
}

TEST_CASE("model memory: at the first start of all, a model named as argument has its own sentence",
          "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    test::WindowStart start(settings);
    start.window.start(QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/en-gpt"));
    REQUIRE(start.wait([&] { return start.workspace.snapshot()->finished && !start.workspace.isRunning(); }));
    CHECK(start.workspace.document().text == firstSentence(QStringLiteral("en-gpt")));
}

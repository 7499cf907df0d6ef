#include "core/edit/interventions.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/manual_window.h"
#include "ui/run/model_library.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/term.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/look/languages.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QScopeGuard>
#include <QTextBlock>
#include <QTextBrowser>

#include <map>
#include <memory>
#include <set>
#include <utility>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Opens the palette by its shortcut, as a user does.
QPointer<CommandPalette> opened(WindowStart& start)
{
    start.action("go.palette")->trigger();
    auto* const palette = start.window.findChild<CommandPalette*>();
    REQUIRE(palette != nullptr);
    return palette;
}

QString shown(const CommandPalette& palette, int row)
{
    return palette.list()->model()->index(row, 0).data().toString();
}

/// What a row says besides its name: the kind of the hit, and where it belongs.
QString kindOf(const CommandPalette& palette, int row)
{
    return palette.list()->model()->index(row, 0).data(Qt::AccessibleTextRole).toString();
}

/// A window whose models have been found.
struct SearchBench : WindowBench
{
    WindowStart start{settings};

    SearchBench()
    {
        start.window.start(model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        auto* const library = start.window.findChild<ModelLibrary*>();
        REQUIRE(WindowStart::wait([&] { return !library->models().isEmpty(); }));
    }
    QPointer<CommandPalette> search(const QString& typed)
    {
        QPointer<CommandPalette> palette = opened(start);
        palette->line()->setText(typed);
        return palette;
    }
    /// Closes the palette by choosing what is first.
    void choose(const QString& typed)
    {
        const QPointer<CommandPalette> palette = search(typed);
        QTest::keyClick(palette->line(), Qt::Key_Return);
        REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
    }
    void findsFirst(const char* typed, const char* name, const char* kind)
    {
        INFO(typed);
        const QPointer<CommandPalette> palette = search(QString::fromUtf8(typed));
        REQUIRE(palette->list()->model()->rowCount() > 0);
        CHECK(shown(*palette, 0).toStdString() == name);
        CHECK(kindOf(*palette, 0).contains(QString::fromUtf8(kind)));
        palette->close();
        REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
    }
};

} // namespace

TEST_CASE("palette: the words of the field find first what they mean", "[window][palette]")
{
    SearchBench bench;
    bench.findsFirst("scaled dot product", "Dot product", "Term");
    bench.findsFirst("multi-head", "Attention head", "Term");
    bench.findsFirst("look-ahead mask", "Causal mask", "Term");
    bench.findsFirst("layer norm", "Layer norm", "Term");
    bench.findsFirst("feed forward", "Feed-forward", "Term");
    bench.findsFirst("teacher forcing", "Teacher forcing", "Term");
    bench.findsFirst("label smoothing", "Label smoothing", "Term");
    bench.findsFirst("BLEU", "BLEU", "Term");
    bench.findsFirst("soft dictionary", "Query, key, value", "Term");
    bench.findsFirst("temperature", "Temperature", "Setting");
    bench.findsFirst("beam search", "Beam search", "Setting");
    bench.findsFirst("greedy", "Greedy", "Setting");
    bench.findsFirst("shifted right", "Shifted right", "Term");
    bench.findsFirst("embedding", "Embedding", "Term");
    bench.findsFirst("query", "Query, key, value", "Term");
    bench.findsFirst("concat", "Attention head", "Term");
    for (const Lesson& lesson : allLessons())
        if (lesson.kind == LessonKind::kIntroduction) // not its model
            bench.findsFirst(lesson.title.substr(0, lesson.title.find(':')).c_str(), lesson.title.c_str(),
                             "Lesson");
    bench.findsFirst("attention by hand", "Matrices", "View");
    bench.findsFirst("worked examples", "Worked examples", "Lesson");
    bench.findsFirst("en-gpt", "English, next word (built-in)", "Model");
    bench.findsFirst("English → French", "English → French (built-in)", "Model");
    bench.findsFirst("topK", "Top-k", "Setting");
    bench.findsFirst("own-scales", "Shared colour scale", "Setting");
    bench.findsFirst("sinusoids", "Positional encoding", "Term");
    bench.findsFirst("yesterday", "Open session", "Action");
    bench.findsFirst("residual stream", "Residual stream", "View");
    bench.findsFirst("LoRA adapters", "LoRA adapters", "Manual");
}

TEST_CASE("palette: the words of the field are found in French, in both languages", "[window][palette]")
{
    useLanguage(QStringLiteral("fr"));
    const auto english = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    SearchBench bench;
    bench.findsFirst("produit scalaire réduit", "Produit scalaire", "Terme");
    bench.findsFirst("multi-têtes", "Tête d’attention", "Terme");
    bench.findsFirst("masque d’anticipation", "Masque causal", "Terme");
    bench.findsFirst("norme de couche", "Normalisation de couche", "Terme");
    bench.findsFirst("propagation avant", "Feed-forward", "Terme");
    bench.findsFirst("forçage par l’enseignant", "Forçage par l’enseignant", "Terme");
    bench.findsFirst("lissage des étiquettes", "Lissage des étiquettes", "Terme");
    bench.findsFirst("BLEU", "BLEU", "Terme");
    bench.findsFirst("dictionnaire souple", "Requête, clé, valeur", "Terme");
    bench.findsFirst("température", "Température", "Réglage");
    bench.findsFirst("temperature", "Température", "Réglage");
    bench.findsFirst("recherche en faisceau", "Recherche en faisceau", "Réglage");
    bench.findsFirst("glouton", "Glouton", "Réglage");
    bench.findsFirst("décalé à droite", "Décalage à droite", "Terme");
    bench.findsFirst("plongement", "Plongement", "Terme");
    bench.findsFirst("requête", "Requête, clé, valeur", "Terme");
    bench.findsFirst("concaténation", "Tête d’attention", "Terme");
    bench.findsFirst("exemples calculés", "Exemples chiffrés", "Leçon");
    bench.findsFirst("en-gpt", "Anglais, mot suivant (intégré)", "Modèle");
    bench.findsFirst("look-ahead mask", "Masque causal", "Terme");
    bench.findsFirst("multi-head", "Tête d’attention", "Terme");
    bench.findsFirst("teacher forcing", "Forçage par l’enseignant", "Terme");
    bench.findsFirst("worked examples", "Exemples chiffrés", "Leçon");
}

TEST_CASE("palette: no hit is there twice", "[window][palette]")
{
    SearchBench bench;
    for (const char* typed : {"", "mask", "head", "copy", "export", "causal mask", "layer", "open", "beam"}) {
        const QPointer<CommandPalette> palette = bench.search(QLatin1String(typed));
        std::set<QString> hits;
        for (int row = 0; row < palette->list()->model()->rowCount(); ++row) {
            const QString hit = kindOf(*palette, row);
            INFO(typed << ": " << hit.toStdString());
            CHECK(hits.insert(hit).second);
            CHECK_FALSE(hit.contains(QLatin1Char('\t'))); // a menu's second column
            CHECK(hit != shown(*palette, row)); // it says what it is
        }
        palette->close();
        REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
    }
}

TEST_CASE("palette: no two entries read alike, and those of one name say where they lead",
          "[window][palette]")
{
    for (const char* language : {"en", "fr"}) {
        useLanguage(QLatin1String(language));
        const auto english = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
        SearchBench bench;
        const QPointer<CommandPalette> palette = bench.search({});
        std::set<QString> seen;
        std::map<QString, int> names;
        for (const PaletteEntry& each : palette->entries())
            ++names[each.text];
        for (const PaletteEntry& each : palette->entries()) {
            const QString read = QStringList{each.text, each.kind, each.detail}.join(QStringLiteral(" · "));
            INFO(language << ": " << read.toStdString());
            CHECK(seen.insert(read).second);
            CHECK_FALSE((names[each.text] > 1 && each.kind.isEmpty()));
        }
        palette->close();
        REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
    }
}

TEST_CASE("palette: a stage of the map is there once, and a view names its workspace", "[window][palette]")
{
    SearchBench bench;
    const QPointer<CommandPalette> palette = bench.search({});
    QStringList masks;
    for (const PaletteEntry& each : palette->entries()) {
        if (each.text == QLatin1String("Mask"))
            masks << each.kind + QLatin1Char(' ') + each.detail;
        CHECK(each.text != QStringLiteral("Masked scores")); // the command says "Masked scores, + mask"
        CHECK_FALSE((each.kind == QLatin1String("View") && each.detail.isEmpty()));
    }
    masks.sort();
    CHECK(masks
          == QStringList{QStringLiteral("Action Heatmap"), QStringLiteral("Manual Explain"),
                         QStringLiteral("View Explain")});
    palette->close();
    REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
}

TEST_CASE("palette: without a hit it says so and offers the nearest name", "[window][palette]")
{
    SearchBench bench;
    const QPointer<CommandPalette> palette = bench.search(QStringLiteral("tempzrature"));
    REQUIRE(palette->list()->model()->rowCount() == 2);
    CHECK(shown(*palette, 0).contains(QStringLiteral("Nothing found for “tempzrature”")));
    CHECK(shown(*palette, 1) == QStringLiteral("Temperature"));
    // Enter does not run what nobody asked for; the arrow key leads to it.
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK_FALSE(palette.isNull());
    QTest::keyClick(palette->line(), Qt::Key_Down);
    CHECK(palette->list()->currentIndex().row() == 1);
    palette->line()->setText(QStringLiteral("%%%%"));
    REQUIRE(palette->list()->model()->rowCount() == 1);
    CHECK(shown(*palette, 0) == QStringLiteral("Nothing found for “%%%%”"));
    palette->close();
}

TEST_CASE("palette: a hit leads to what it names", "[window][palette]")
{
    SearchBench bench;
    SECTION("a term is explained")
    {
        bench.choose(QStringLiteral("look-ahead mask"));
        const auto explains = [] {
            for (QWidget* each : QApplication::topLevelWidgets())
                if (each->objectName() == QLatin1String("termPopover") && each->isVisible())
                    return each->accessibleName() == termWords(Term::kCausalMask).name;
            return false;
        };
        CHECK(WindowStart::wait(explains));
        QTest::keyClick(&bench.start.window, Qt::Key_Return);
        CHECK_FALSE(explains());
        CHECK(bench.start.window.rooms().current() == QStringLiteral("explain"));
        CHECK(bench.start.window.views().isSeen(ViewId("mask")));
    }
    SECTION("a term that no view shows offers none")
    {
        bench.choose(QStringLiteral("bilingual evaluation understudy"));
        const auto explains = [] {
            for (QWidget* each : QApplication::topLevelWidgets())
                if (const auto* const label = qobject_cast<QLabel*>(each); label != nullptr
                    && label->objectName() == QLatin1String("termPopover") && label->isVisible())
                    return !label->text().contains(QStringLiteral("href"));
            return false;
        };
        CHECK(WindowStart::wait(explains));
    }
    SECTION("the manual opens at the section")
    {
        bench.choose(QStringLiteral("LoRA adapters"));
        auto* const manual = bench.start.window.findChild<ManualWindow*>();
        REQUIRE(manual != nullptr);
        CHECK(manual->findChild<QTextBrowser*>()->textCursor().block().text()
              == QStringLiteral("LoRA adapters"));
    }
    SECTION("a setting is shown with the strategy that it needs")
    {
        bench.choose(QStringLiteral("temperature"));
        CHECK(bench.start.window.rooms().current() == QStringLiteral("decode"));
        TraceView& decoding = *bench.start.window.views().view(view_ids::kDecoding);
        const auto* const field = decoding.findChild<QWidget*>(QStringLiteral("temperature"));
        CHECK(WindowStart::wait([field] { return field->isVisible(); }));
        CHECK(decoding.findChild<QComboBox*>(QStringLiteral("strategy"))->currentIndex() == 1);
    }
    SECTION("a view is shown, and not hidden if it is there")
    {
        for (int times = 0; times < 2; ++times) {
            bench.choose(QStringLiteral("heads"));
            CHECK(bench.start.window.views().isSeen(view_ids::kHeads));
        }
    }
    SECTION("a lesson begins")
    {
        bench.choose(QStringLiteral("worked examples"));
        REQUIRE(bench.start.window.lessons().lesson() != nullptr);
        CHECK(bench.start.window.lessons().lesson()->name == "worked");
    }
}

TEST_CASE("palette: tokens of a long trace are read in the background", "[window][palette][long]")
{
    SearchBench bench;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = bench.start.workspace.snapshot()->request + 1;
    snapshot->finished = true;
    snapshot->trace = headlight::testing::longTrace(32768, 2);
    bench.start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    bench.start.workspace.publish(snapshot);
    const QString last = QStringLiteral("row 32767");
    const QPointer<CommandPalette> palette = bench.search(last);
    const auto found = [&] {
        return palette->list()->model()->rowCount() > 0
            && kindOf(*palette, 0).contains(QStringLiteral("Row 32767"));
    };
    CHECK_FALSE(found()); // nothing has been delivered yet
    CHECK(shown(*palette, 0) == QStringLiteral("Searching…"));
    CHECK(WindowStart::wait(found));
    palette->close();
}

TEST_CASE("palette: a head is reached by typing a part of its address", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    CHECK(start.action("go.palette")->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_K));
    QPointer<CommandPalette> palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("dec1cro1"));
    CHECK(shown(*palette, 0) == QStringLiteral("decoder.1.cross.1"));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK(start.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    CHECK(WindowStart::wait([&] { return palette.isNull(); }));
}

TEST_CASE("palette: actions run, arrow keys choose, what cannot be done is not", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    QPointer<CommandPalette> palette = opened(start);
    const int all = palette->list()->model()->rowCount();
    CHECK(all > 40);
    QTest::keyClicks(palette->line(), QStringLiteral("contrast"));
    const int few = palette->list()->model()->rowCount();
    CHECK(few < all);
    REQUIRE(few >= 2);
    const QString second = shown(*palette, 1);
    QTest::keyClick(palette->line(), Qt::Key_Down);
    CHECK(palette->list()->currentIndex().row() == 1);
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK(start.theme.isHighContrast());
    CHECK(start.theme.isDark() == second.contains(QStringLiteral("dark")));

    // Nothing has changed yet, so there is nothing to undo.
    REQUIRE(WindowStart::wait([&] { return palette.isNull(); }));
    palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("undo"));
    int undo = -1;
    for (int row = 0; row < palette->list()->model()->rowCount(); ++row)
        if (shown(*palette, row) == QStringLiteral("Undo"))
            undo = row;
    REQUIRE(undo >= 0);
    const QModelIndex index = palette->list()->model()->index(undo, 0);
    CHECK_FALSE(index.flags().testFlag(Qt::ItemIsEnabled));
    palette->list()->setCurrentIndex(index);
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK_FALSE(palette.isNull());
    palette->close();
}

TEST_CASE("palette: edits of the head that is looked at are added by typing", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    const QPointer<CommandPalette> palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("head off"));
    REQUIRE(palette->list()->model()->rowCount() > 0);
    CHECK(shown(*palette, 0) == QStringLiteral("Head off"));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    const std::vector<Intervention>& edits = start.workspace.document().interventions.list;
    REQUIRE(edits.size() == 1);
    CHECK(edits[0] == Intervention(HeadOff{parseHeadPattern("decoder.1.cross.1").value()}));
}

TEST_CASE("palette: a token pins its row or its column", "[window][palette]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    QPointer<CommandPalette> palette = opened(start);
    QTest::keyClicks(palette->line(), QStringLiteral("column 14"));
    REQUIRE(palette->list()->model()->rowCount() > 0);
    CHECK(shown(*palette, 0) == QStringLiteral("14")); // the third id of "5 9 14 3"
    QTest::keyClick(palette->line(), Qt::Key_Return);
    CHECK(start.focus.pin() == Cell{std::nullopt, 2});
}

TEST_CASE("find: counts all, and goes from one to the next", "[window][find]")
{
    WindowBench bench;
    kLastText.set(bench.settings, QStringLiteral("5 9 14 9"));
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    auto* const bar = start.window.findChild<FindBar*>();
    REQUIRE(bar != nullptr);
    CHECK(bar->isHidden());
    start.action("edit.find")->trigger();
    CHECK_FALSE(bar->isHidden());
    auto* const line = bar->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("9"));
    CHECK(bar->places()
          == std::vector<Cell>{{1, std::nullopt}, {3, std::nullopt}, {std::nullopt, 1}, {std::nullopt, 3}});
    QTest::keyClick(line, Qt::Key_Return);
    CHECK(start.focus.pin() == Cell{1, std::nullopt});
    start.action("edit.findNext")->trigger();
    CHECK(start.focus.pin() == Cell{3, std::nullopt});
    start.action("edit.findNext")->trigger();
    CHECK(start.focus.pin() == Cell{std::nullopt, 1});
    start.action("edit.findPrevious")->trigger();
    CHECK(start.focus.pin() == Cell{3, std::nullopt});
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    CHECK(start.focus.pin() == Cell{1, std::nullopt});

    // The hits follow the text; closing clears them.
    const quint64 request = start.workspace.snapshot()->request;
    Document next = start.workspace.document();
    next.text = QStringLiteral("5 14 9");
    start.workspace.apply(next, {});
    REQUIRE(start.waitNewer(request));
    CHECK(bar->places() == std::vector<Cell>{{2, std::nullopt}, {std::nullopt, 2}});
    QTest::keyClick(line, Qt::Key_Escape);
    CHECK(bar->isHidden());
    CHECK(bar->places().empty());
}

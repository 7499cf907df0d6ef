#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/figure/figure_choices.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/value_scale.h"
#include "ui/widgets/copy_menu.h"
#include "ui/window/look/languages.h"
#include "ui/window/look/look_settings.h"
#include "ui/words/local_number.h"

#include "ui/window/input/sentence_edit.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QToolBar>
#include <QTranslator>

#include <algorithm>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Contrast of WCAG 2.1: (lighter + 0.05) / (darker + 0.05).
double contrast(const QColor& a, const QColor& b)
{
    const double one = relativeLuminance(a), other = relativeLuminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

} // namespace

TEST_CASE("look: palettes are readable, those of high contrast more so", "[window][look]")
{
    const auto check = [](const QPalette& palette, double least, double leastFaint) {
        CHECK(contrast(palette.color(QPalette::Text), palette.color(QPalette::Base)) >= least);
        CHECK(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) >= least);
        CHECK(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= least);
        CHECK(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= least);
        CHECK(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight))
              >= leastFaint);
        CHECK(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base))
              >= leastFaint);
        CHECK(contrast(palette.color(QPalette::Link), palette.color(QPalette::Base)) >= leastFaint);
    };
    check(Theme::palette(false, false), 7, 4);
    check(Theme::palette(true, false), 7, 4);
    check(Theme::palette(false, true), 15, 7);
    check(Theme::palette(true, true), 15, 7);
}

TEST_CASE("look: the text grows and shrinks within bounds, and is kept", "[window][look]")
{
    WindowBench bench;
    const double before = QApplication::font().pointSizeF();
    {
        WindowStart start(bench.settings);
        start.action("look.text.larger")->trigger();
        CHECK(kTextSize.of(bench.settings) == 110);
        CHECK(QApplication::font().pointSizeF() == Approx(before * 1.1));
        for (int i = 0; i < 20; ++i)
            start.action("look.text.larger")->trigger();
        CHECK(kTextSize.of(bench.settings) == 200);
        CHECK(QApplication::font().pointSizeF() == Approx(before * 2));
    }
    CHECK(QApplication::font().pointSizeF() == Approx(before));
    WindowStart again(bench.settings);
    CHECK(QApplication::font().pointSizeF() == Approx(before * 2));
    again.action("look.text.plain")->trigger();
    CHECK(QApplication::font().pointSizeF() == Approx(before));
    again.action("look.text.smaller")->trigger();
    CHECK(kTextSize.of(bench.settings) == 100);
}

TEST_CASE("look: a presentation has large text and few controls, and its end brings all back",
          "[window][look]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    const double before = QApplication::font().pointSizeF();
    const auto bars = start.window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly);
    REQUIRE_FALSE(bars.isEmpty());
    start.action("look.presentation")->trigger();
    CHECK(start.window.isFullScreen());
    CHECK(start.window.menuBar()->isHidden());
    for (const QToolBar* bar : bars)
        CHECK(bar->isHidden());
    CHECK(QApplication::font().pointSizeF() > before * 1.4);
    // Shortcuts work without the menu bar, since each action also belongs to the window.
    CHECK(start.window.actions().contains(start.action("look.presentation")));
    CHECK(start.window.actions().contains(start.action("go.headNext")));
    start.action("look.presentation")->trigger();
    CHECK_FALSE(start.window.isFullScreen());
    CHECK_FALSE(start.window.menuBar()->isHidden());
    CHECK(QApplication::font().pointSizeF() == Approx(before));
    CHECK(kTextSize.of(bench.settings) == 100);
}

TEST_CASE("look: the buttons that Qt makes are French too, with Qt's own translation or without",
          "[window][look]")
{
    // Only our translation, as on a system without Qt's.
    QTranslator own;
    REQUIRE(own.load(QStringLiteral("qt_fr"), QStringLiteral(":/translations")));
    CHECK(own.translate("QPlatformTheme", "Cancel") == QStringLiteral("Annuler"));
    CHECK(own.translate("QPlatformTheme", "Discard") == QStringLiteral("Ne pas enregistrer"));
    CHECK(own.translate("QWidgetTextControl", "&Paste") == QStringLiteral("C&oller"));
    CHECK(own.translate("QLineEdit", "Select All") == QStringLiteral("Tout sélectionner"));
    CHECK(own.translate("QFileDialog", "File &name:") == QStringLiteral("&Nom du fichier\u00a0:"));
    CHECK(own.translate("QShortcut", "Del") == QStringLiteral("Suppr"));

    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(QStringLiteral("fr"));
    const QDialogButtonBox box(QDialogButtonBox::Cancel | QDialogButtonBox::Close);
    CHECK(box.button(QDialogButtonBox::Cancel)->text().contains(QStringLiteral("Annuler")));
    CHECK(box.button(QDialogButtonBox::Close)->text().contains(QStringLiteral("Fermer")));
    SentenceEdit field(1, true);
    const std::unique_ptr<QMenu> menu(field.createStandardContextMenu());
    QStringList entries;
    for (const QAction* const entry : menu->actions())
        entries << QString(entry->text()).remove(QLatin1Char('&')).section(QLatin1Char('\t'), 0, 0);
    CHECK(entries.contains(QStringLiteral("Copier")));
    CHECK_FALSE(entries.contains(QStringLiteral("Copy")));
    useLanguage(QStringLiteral("en"));
    const QDialogButtonBox english(QDialogButtonBox::Cancel);
    CHECK(english.button(QDialogButtonBox::Cancel)->text().contains(QStringLiteral("Cancel")));
}

TEST_CASE("look: French is spoken where it is wanted, with all its plurals", "[window][look]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    CHECK(useLanguage(QStringLiteral("fr")) == QStringLiteral("fr"));
    CHECK(QCoreApplication::translate("headlight::LookActions", "&Theme") != QStringLiteral("&Theme"));
    // Numbers follow, also in pictures; files and recipes keep the point.
    CHECK(probabilityText(0.423) == QStringLiteral("42,3\u00a0%"));
    CHECK(cellText(0.4249F) == QStringLiteral("0,42"));
    CHECK(cellText(0.003F) == QStringLiteral("<,01"));
    CHECK(fullText(-1.5F) == QStringLiteral("−1,5"));
    CHECK(tableNumber(0.5F) == QStringLiteral("0.5"));
    CHECK(exactNumber(0.5) == QStringLiteral("0.5"));
    // Texts of functions outside classes, whatever their context is called.
    CHECK(QCoreApplication::translate("Notice", "Stopped.") != QStringLiteral("Stopped."));
    {
        WindowBench bench;
        WindowStart start(bench.settings);
        CHECK(start.window.menuBar()->actions().constFirst()->text().contains(QStringLiteral("Fichier")));
    }
    CHECK(useLanguage(QStringLiteral("en")) == QStringLiteral("en"));
    CHECK(cellText(0.4249F) == QStringLiteral("0.42"));
    CHECK(QCoreApplication::translate("headlight::FindBar", "%n found", nullptr, 1)
          == QStringLiteral("1 found"));
    CHECK(useLanguage(QStringLiteral("tlh")).size() == 2); // the system's language, or English
}

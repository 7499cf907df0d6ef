#include "tests/support/catch.h"
#include "ui/dialogs/manual_window.h"
#include "ui/views/view_registry.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace headlight;

namespace {

const QLocale kEnglish(QLocale::English), kFrench(QLocale::French);

bool hasSection(const QList<ManualSection>& sections, const QString& title)
{
    return std::any_of(sections.begin(), sections.end(),
                       [&title](const ManualSection& section) { return section.title == title; });
}

/// The text of the block at the cursor, which the window has scrolled to.
QString headingAt(const ManualWindow& window)
{
    return window.findChild<QTextBrowser*>()->textCursor().block().text();
}

} // namespace

TEST_CASE("manual: each view has its section", "[dialogs][manual]")
{
    const QList<ManualSection> sections = manualSections(kEnglish);
    for (const ViewDescriptor& view : viewRegistry()) {
        INFO(view.title);
        CHECK(hasSection(sections, QString::fromUtf8(view.title)));
    }
}

TEST_CASE("manual: a page without a translation is in English", "[dialogs][manual]")
{
    const QList<ManualSection> french = manualSections(kFrench);
    CHECK(hasSection(french, QStringLiteral("Carte de chaleur")));
    CHECK(hasSection(french, QStringLiteral("GGUF files")));
    CHECK(hasSection(manualSections(QLocale(QLocale::German)), QStringLiteral("Heatmap")));
}

TEST_CASE("manual: the search finds all words, in titles first", "[dialogs][manual]")
{
    const QList<ManualSection> sections = manualSections(kEnglish);
    const QList<ManualSection> found = sectionsWith(sections, QStringLiteral("residual  STREAM"));
    REQUIRE_FALSE(found.isEmpty());
    CHECK(found.first().title == QStringLiteral("Residual stream"));
    CHECK(found.first().page.endsWith(QStringLiteral("explain.md")));
    CHECK(sectionsWith(sections, QStringLiteral("xylophone")).isEmpty());
}

TEST_CASE("manual: the window goes to a section and says when nothing is found", "[dialogs][manual]")
{
    ManualWindow window(kEnglish);
    window.show();
    window.showSection(QStringLiteral("Loss"));
    CHECK(headingAt(window) == QStringLiteral("Loss"));
    CHECK(window.findChild<QTextBrowser*>()->source().fileName() == QStringLiteral("decode.md"));

    auto* const search = window.findChild<QLineEdit*>();
    auto* const list = window.findChild<QListWidget*>();
    QTest::keyClicks(search, QStringLiteral("logit lens"));
    REQUIRE(list->count() > 0);
    QTest::keyClick(search, Qt::Key_Return);
    CHECK(headingAt(window) == QStringLiteral("Residual stream"));
    search->setText(QStringLiteral("xylophone"));
    REQUIRE(list->count() == 1);
    CHECK(list->item(0)->text().contains(QStringLiteral("xylophone")));
}

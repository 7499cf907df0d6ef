#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "ui/dialogs/manual_window.h"
#include "ui/views/view_registry.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

#include <cstdlib>
#include <utility>
#include <vector>

using namespace headlight;

namespace {

const QLocale kEnglish(QLocale::English), kFrench(QLocale::French);

bool hasSection(const QList<ManualSection>& sections, const QString& title)
{
    return std::any_of(sections.begin(), sections.end(),
                       [&title](const ManualSection& section) { return section.title == title; });
}

struct ManualFigure
{
    QString page, command, image; ///< image: a path among the program's resources
};

/// The figures of all pages, each with the command above it. A figure without one has an empty command.
std::vector<ManualFigure> manualFigures()
{
    const QString root = QStringLiteral(":/manual/docs/manual/");
    const QRegularExpression line(QStringLiteral("^(?:\\$ ./headlight (.*)|!\\[.+\\]\\((.+)\\))$"));
    std::vector<ManualFigure> figures;
    QDirIterator pages(root, {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
    while (pages.hasNext()) {
        QFile page(pages.next());
        REQUIRE(page.open(QFile::ReadOnly));
        const QString folder = QFileInfo(page.fileName()).path() + QLatin1Char('/');
        QString command;
        const QString joined = QString::fromUtf8(page.readAll()).remove(QStringLiteral("\\\n"));
        for (const QString& text : joined.split(QLatin1Char('\n'))) {
            const QRegularExpressionMatch match = line.match(text);
            if (match.hasMatch() && !match.captured(1).isEmpty())
                command = match.captured(1);
            else if (match.hasMatch() && match.captured(2).contains(QStringLiteral("figures/")))
                figures.push_back({page.fileName(), std::exchange(command, {}),
                                   QDir::cleanPath(folder + match.captured(2))});
        }
    }
    return figures;
}

/// The share of pixels that clearly differ.
double difference(const QImage& a, const QImage& b)
{
    int different = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            different += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 24 ? 1 : 0;
    return static_cast<double>(different) / (a.width() * a.height());
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
    // The index has all pages of the English one, in its order, and says which are in English.
    QStringList pages, originals;
    for (const ManualSection& section : french)
        if (section.begins) {
            INFO(section.page.toStdString());
            const bool own = section.page.contains(QStringLiteral("/fr/"));
            CHECK(section.pageTitle.endsWith(QStringLiteral("(en anglais)")) == !own);
            CHECK((section.pageTitle == section.title) == own);
            pages << QFileInfo(section.page).fileName();
        }
    for (const ManualSection& section : manualSections(kEnglish))
        if (section.begins) {
            CHECK(section.pageTitle == section.title);
            originals << QFileInfo(section.page).fileName();
        }
    CHECK(pages == originals);
    ManualWindow window(kFrench);
    const QListWidget& list = *window.findChild<QListWidget*>();
    CHECK(list.item(0)->text().startsWith(QStringLiteral("Installer")));
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

TEST_CASE("manual: titles are found without the marks of Markdown", "[dialogs][manual]")
{
    for (const QLocale& locale : {kEnglish, kFrench})
        for (const ManualSection& section : manualSections(locale)) {
            INFO(section.title.toStdString());
            CHECK_FALSE(section.title.contains(QRegularExpression(QStringLiteral("[|*`]|\\]\\("))));
        }
    CHECK(hasSection(manualSections(kEnglish), QStringLiteral("Which heads make it a she?")));
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
    QTest::keyClick(search, Qt::Key_Return); // nothing to find
    CHECK(headingAt(window) == QStringLiteral("Loss"));
    QTest::keyClicks(search, QStringLiteral("logit lens"));
    REQUIRE(list->count() > 0);
    QTest::keyClick(search, Qt::Key_Return);
    CHECK(headingAt(window) == QStringLiteral("Residual stream"));
    search->setText(QStringLiteral("xylophone"));
    REQUIRE(list->count() == 1);
    CHECK(list->item(0)->text().contains(QStringLiteral("xylophone")));
}

TEST_CASE("manual: the command above each figure prints it", "[dialogs][manual][long]")
{
    constexpr double kFonts = 0.04; // pixels that another version of a font may change
    const std::vector<ManualFigure> figures = manualFigures();
    REQUIRE(figures.size() > 15);
    const QTemporaryDir folder;
    for (const ManualFigure& figure : figures) {
        const QFileInfo stored(figure.image);
        INFO(figure.page.toStdString()
             << ": " << figure.image.toStdString() << "\nheadlight " << figure.command.toStdString());
        REQUIRE(figure.command.endsWith(QStringLiteral("-o ") + stored.fileName()));
        CHECK(stored.size() < 40'000);
        const QImage expected(figure.image);
        REQUIRE_FALSE(expected.isNull());
        if (test::kSanitized && figure.command.contains(QStringLiteral("--check")))
            continue; // a run for each cell, which takes minutes in such a build
        QProcess program;
        program.setWorkingDirectory(folder.path());
        program.start(QString::fromUtf8(test::kProgram), QProcess::splitCommand(figure.command));
        REQUIRE(program.waitForFinished(-1));
        REQUIRE(program.exitCode() == 0);
        const QImage printed(folder.filePath(stored.fileName()));
        REQUIRE(printed.size() == expected.size());
        CHECK(difference(printed, expected) < kFonts);
    }
    // None is left over.
    const QDir all(QStringLiteral(":/manual/docs/manual/figures"));
    CHECK(all.entryList({QStringLiteral("*.png")}).size() == static_cast<qsizetype>(figures.size()));
}

TEST_CASE("manual: the pages show their figures", "[dialogs][manual]")
{
    ManualWindow window(kFrench);
    window.show();
    window.showSection(QStringLiteral("Masque"));
    const QVariant figure = window.findChild<QTextBrowser*>()->document()->resource(
        QTextDocument::ImageResource, QUrl(QStringLiteral("../figures/mask-fr.png")));
    CHECK_FALSE(figure.isNull());
}

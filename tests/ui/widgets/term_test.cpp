#include "ui/widgets/term.h"

#include "tests/support/catch.h"
#include "ui/widgets/term_guide.h"

#include <QAction>
#include <QHelpEvent>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTextDocument>
#include <QVBoxLayout>

using namespace headlight;

namespace {

struct TermBench
{
    QWidget window;
    QPushButton* word = new QPushButton(QStringLiteral("Entropy"));
    QPushButton* other = new QPushButton(QStringLiteral("Other"));
    QAction tour{QStringLiteral("Tour")};
    int tours = 0;
    TermGuide guide;

    TermBench()
    {
        auto* column = new QVBoxLayout(&window);
        column->addWidget(word);
        column->addWidget(other);
        word->setToolTip(QStringLiteral("How open the step is"));
        explainTerm(*word, Term::kEntropy);
        tour.setShortcut(Qt::Key_F1);
        window.addAction(&tour);
        QObject::connect(&tour, &QAction::triggered, &window, [this] { ++tours; });
        window.show();
        window.activateWindow();
        REQUIRE(QTest::qWaitForWindowActive(&window));
    }
};

} // namespace

TEST_CASE("terms: each has a name, a text, and says where to read on", "[widgets]")
{
    CHECK(allTerms().size() > 25);
    for (const Term term : allTerms()) {
        const TermWords words = termWords(term);
        INFO(words.name.toStdString());
        CHECK_FALSE(words.name.isEmpty());
        CHECK(words.text.count(QLatin1Char('.')) >= 1);
        CHECK_FALSE(words.source.isEmpty());
        CHECK_FALSE(words.formula.contains(QLatin1Char('{')));
        QTextDocument document;
        document.setHtml(termHtml(words, {}));
        CHECK(document.toPlainText().contains(words.name));
    }
}

TEST_CASE("terms: the formula is typeset, with fractions as two lines", "[widgets]")
{
    CHECK(termWords(Term::kEntropy).formula.contains(QStringLiteral("log<sub>2</sub>")));
    QTextDocument document;
    document.setHtml(termWords(Term::kScale).formula);
    const QString plain = document.toPlainText();
    CHECK(plain.contains(QStringLiteral("q · k")));
    CHECK(plain.indexOf(QStringLiteral("q · k")) < plain.indexOf(QStringLiteral("√d")));
    CHECK_FALSE(plain.contains(QLatin1Char('|')));
}

TEST_CASE("terms: hovering opens the popover, and leaving closes it", "[widgets]")
{
    TermBench bench;
    QHelpEvent help(QEvent::ToolTip, {4, 4}, bench.word->mapToGlobal(QPoint(4, 4)));
    QCoreApplication::sendEvent(bench.word, &help);
    auto* const popover = qobject_cast<QLabel*>(bench.guide.popover());
    REQUIRE(popover != nullptr);
    CHECK(popover->text().contains(QStringLiteral("How undecided")));
    CHECK(popover->text().contains(QStringLiteral("How open the step is")));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(bench.word, &leave);
    CHECK(bench.guide.popover() == nullptr);
    QHelpEvent elsewhere(QEvent::ToolTip, {4, 4}, bench.other->mapToGlobal(QPoint(4, 4)));
    QCoreApplication::sendEvent(bench.other, &elsewhere);
    CHECK(bench.guide.popover() == nullptr);
}

TEST_CASE("terms: F1 explains what has the keyboard, elsewhere it is the tour", "[widgets]")
{
    TermBench bench;
    bench.word->setFocus();
    QTest::keyClick(bench.word, Qt::Key_F1);
    CHECK(bench.guide.popover() != nullptr);
    CHECK(bench.tours == 0);
    QTest::keyClick(bench.word, Qt::Key_Escape);
    CHECK(bench.guide.popover() == nullptr);
    bench.other->setFocus();
    QTest::keyClick(bench.other, Qt::Key_F1);
    CHECK(bench.guide.popover() == nullptr);
    CHECK(bench.tours == 1);
}

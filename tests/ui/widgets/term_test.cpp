#include "ui/widgets/term.h"

#include "tests/support/catch.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/term_guide.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
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

TEST_CASE("terms: Enter or a click leads from a term to what shows it, where something does", "[widgets]")
{
    TermBench bench;
    std::vector<Term> opened;
    bool shown = true;
    bench.guide.setLinks([&](Term term) -> std::optional<TermLink> {
        if (!shown)
            return std::nullopt;
        return TermLink{QStringLiteral("Decoding"), [&opened, term] { opened.push_back(term); }};
    });
    bench.word->setFocus();
    const auto offers = [&bench] {
        const auto* const popover = qobject_cast<QLabel*>(bench.guide.popover());
        REQUIRE(popover != nullptr);
        return popover->text().contains(QStringLiteral("Decoding"));
    };
    QTest::keyClick(bench.word, Qt::Key_F1);
    CHECK(offers());
    QTest::keyClick(bench.word, Qt::Key_Return);
    CHECK(opened == std::vector{Term::kEntropy});
    CHECK(bench.guide.popover() == nullptr);
    QTest::keyClick(bench.word, Qt::Key_F1);
    emit qobject_cast<QLabel*>(bench.guide.popover())->linkActivated(QStringLiteral("view"));
    CHECK(opened.size() == 2);
    CHECK(bench.guide.popover() == nullptr);
    shown = false;
    QTest::keyClick(bench.word, Qt::Key_F1);
    CHECK_FALSE(offers());
    QTest::keyClick(bench.word, Qt::Key_Return);
    CHECK(opened.size() == 2);
}

namespace {

/// Two words side by side, with the keyboard cursor on the second.
class TwoWords : public headlight::Canvas
{
public:
    TwoWords()
        : headlight::Canvas(QStringLiteral("Two words"))
    {
        resize(200, 40);
    }

private:
    static QRect wordRect(int word) { return {word * 100, 0, 100, 40}; }
    Tip tipAt(const QPoint& point) const override
    {
        if (point.x() < 100)
            return {QStringLiteral("<b>0.25</b> nats"), wordRect(0), Term::kEntropy, true};
        return {QStringLiteral("a number"), wordRect(1)};
    }
    QRect currentRect() const override { return wordRect(m_current); }
    void keyPressEvent(QKeyEvent* event) override { m_current = event->key() == Qt::Key_Left ? 0 : 1; }

    int m_current = 1;
};

void hoverOver(QWidget& widget, const QPoint& at)
{
    QHelpEvent hover(QEvent::ToolTip, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &hover);
}

} // namespace

TEST_CASE("terms: a picture explains its words one by one, and numbers keep their tip", "[widgets]")
{
    TermGuide guide;
    TwoWords words;
    words.show();
    words.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&words));

    hoverOver(words, {150, 10});
    CHECK(guide.popover() == nullptr);
    hoverOver(words, {50, 10});
    REQUIRE(guide.popover() != nullptr);
    QTextDocument said;
    said.setHtml(qobject_cast<QLabel*>(guide.popover())->text());
    CHECK(said.toPlainText().contains(QStringLiteral("0.25 nats")));
    CHECK(said.toPlainText().contains(termWords(Term::kEntropy).name));

    SECTION("it goes when the pointer leaves the word")
    {
        QTest::mouseMove(&words, QPoint(60, 20));
        CHECK(guide.popover() != nullptr);
        QTest::mouseMove(&words, QPoint(150, 20));
        CHECK(guide.popover() == nullptr);
    }
    SECTION("another word of the picture has a tip only")
    {
        hoverOver(words, {150, 10});
        CHECK(guide.popover() == nullptr);
    }
    SECTION("F1 explains the word that the keyboard is on")
    {
        words.setFocus();
        QTest::keyClick(&words, Qt::Key_Right);
        CHECK(guide.popover() == nullptr);
        QTest::keyClick(&words, Qt::Key_F1);
        CHECK(guide.popover() == nullptr);
        QTest::keyClick(&words, Qt::Key_Left);
        QTest::keyClick(&words, Qt::Key_F1);
        CHECK(guide.popover() != nullptr);
    }
}

TEST_CASE("terms: the header of a table explains what its model names", "[widgets]")
{
    TermGuide guide;
    QTableWidget table(1, 2);
    table.setHorizontalHeaderLabels({QStringLiteral("Token"), QStringLiteral("Entropy")});
    table.horizontalHeaderItem(1)->setData(kTermRole, termNumber(Term::kEntropy));
    table.show();
    REQUIRE(QTest::qWaitForWindowExposed(&table));
    QWidget& header = *table.horizontalHeader()->viewport();
    hoverOver(header, {table.horizontalHeader()->sectionViewportPosition(0) + 5, 5});
    CHECK(guide.popover() == nullptr);
    hoverOver(header, {table.horizontalHeader()->sectionViewportPosition(1) + 5, 5});
    REQUIRE(guide.popover() != nullptr);
    CHECK(guide.popover()->accessibleName() == termWords(Term::kEntropy).name);
}

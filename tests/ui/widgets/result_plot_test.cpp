#include "ui/widgets/result_plot.h"

#include "tests/support/catch.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <cstddef>

using namespace headlight;

namespace {

Plot scatter()
{
    Plot plot;
    plot.kind = Plot::Kind::kScatter;
    plot.across = QStringLiteral("weight");
    plot.up = QStringLiteral("lost");
    plot.points = {{QStringLiteral("a"), 0.1, 3, {}, 7},
                   {QStringLiteral("b"), 0.9, -1, {}, 8},
                   {QStringLiteral("c"), 0.5, 2, {}, 9}};
    return plot;
}

void clickAt(ResultPlot& plot, const QPointF& place)
{
    QWidget* const target = plot.childAt(place.toPoint());
    REQUIRE(target != nullptr);
    QTest::mouseClick(target, Qt::LeftButton, {}, target->mapFrom(&plot, place.toPoint()));
}

} // namespace

TEST_CASE("result plot: the points of a scatter are chosen by clicks and keys", "[widgets][plot]")
{
    ResultPlot plot(QStringLiteral("Cells"));
    plot.resize(500, 300);
    plot.show();
    plot.setPlot(scatter());
    QCoreApplication::processEvents();
    QSignalSpy chosen(&plot, &ResultPlot::chosen), activated(&plot, &ResultPlot::activated);
    for (const int point : {1, 2}) {
        clickAt(plot, plot.pixelOf(point));
        CHECK(plot.choice() == point);
    }
    CHECK(activated.size() == 2);
    CHECK(plot.accessibleDescription() == QLatin1String("c"));
    clickAt(plot, (plot.pixelOf(0) + plot.pixelOf(1)) / 2); // nothing is there
    CHECK(activated.size() == 2);
    // Across from c: b on the right, a on the left. Upwards a, downwards b.
    QTest::keyClick(&plot, Qt::Key_Right);
    CHECK(plot.choice() == 1);
    QTest::keyClick(&plot, Qt::Key_Right);
    CHECK(plot.choice() == 1);
    QTest::keyClick(&plot, Qt::Key_Home);
    CHECK(plot.choice() == 0);
    QTest::keyClick(&plot, Qt::Key_Down);
    CHECK(plot.choice() == 2);
    QTest::keyClick(&plot, Qt::Key_Return);
    CHECK(activated.size() == 3);
    CHECK(plot.placeMadeFrom(8) == 1);
    CHECK(plot.placeMadeFrom(1) == -1);
    // Another plot has no choice.
    plot.setPlot(scatter());
    CHECK(plot.choice() == -1);
    QTest::keyClick(&plot, Qt::Key_Return);
    CHECK(activated.size() == 3);
}

TEST_CASE("result plot: the mouse over a point tells which it is", "[widgets][plot]")
{
    ResultPlot plot(QStringLiteral("Cells"));
    plot.resize(500, 300);
    plot.show();
    plot.setPlot(scatter());
    QCoreApplication::processEvents();
    std::optional<int> over;
    QObject::connect(&plot, &ResultPlot::hovered, &plot, [&over](std::optional<int> place) { over = place; });
    const auto moveTo = [&plot](const QPointF& place) {
        QWidget* const target = plot.childAt(place.toPoint());
        QTest::mouseMove(target, target->mapFrom(&plot, place.toPoint()));
        QCoreApplication::processEvents();
    };
    moveTo(plot.pixelOf(2));
    CHECK(over == 2);
    moveTo((plot.pixelOf(0) + plot.pixelOf(1)) / 2);
    CHECK(over == std::nullopt);
}

TEST_CASE("result plot: a histogram's bars are walked through, without the empty ones", "[widgets][plot]")
{
    ResultPlot plot(QStringLiteral("Inputs"));
    plot.resize(500, 300);
    plot.show();
    Plot numbers;
    numbers.kind = Plot::Kind::kHistogram;
    for (const double number : {0.0, 0.1, 0.2, 9.0, 9.1})
        numbers.points.push_back({{}, number, number, {}, static_cast<int>(numbers.points.size())});
    numbers.mean = 3.7;
    numbers.error = 2;
    plot.setPlot(numbers);
    QCoreApplication::processEvents();
    REQUIRE(plot.bars().size() > 4);
    QTest::keyClick(&plot, Qt::Key_Home);
    CHECK(plot.choice() == 0);
    QTest::keyClick(&plot, Qt::Key_Right);
    const auto& bar = plot.bars()[static_cast<std::size_t>(plot.choice())];
    CHECK(bar.lower <= 9.0);
    CHECK(bar.upper > 9.0);
    CHECK(plot.placeMadeFrom(4) >= plot.choice());
    clickAt(plot, plot.pixelOf(0));
    CHECK(plot.choice() == 0);
    CHECK_FALSE(plot.grab().isNull());
}

TEST_CASE("result plot: nothing to show, and one number, draw nothing wrong", "[widgets][plot]")
{
    ResultPlot plot(QStringLiteral("Inputs"));
    plot.resize(300, 200);
    plot.show();
    for (const auto kind : {Plot::Kind::kDots, Plot::Kind::kScatter, Plot::Kind::kHistogram}) {
        Plot shown;
        shown.kind = kind;
        plot.setPlot(shown);
        QTest::keyClick(&plot, Qt::Key_Right);
        CHECK(plot.choice() == -1);
        CHECK_FALSE(plot.grab().isNull());
        shown.points = {{QStringLiteral("only"), 2, 2, {}, 0}};
        plot.setPlot(shown);
        QTest::keyClick(&plot, Qt::Key_Left);
        CHECK(plot.choice() == 0);
        CHECK_FALSE(plot.grab().isNull());
    }
}

TEST_CASE("result plot: a figure has its background and its points", "[widgets][plot]")
{
    for (const auto backdrop : {Backdrop::kLight, Backdrop::kDark}) {
        QImage image(600, 400, QImage::Format_RGB32);
        image.fill(Qt::magenta);
        paintPlot(image, {600, 400}, 1, scatter(), QStringLiteral("Title"), backdrop, QFont(), QFont());
        CHECK((image.pixelColor(2, 398).lightnessF() > 0.9F) == (backdrop == Backdrop::kLight));
        int coloured = 0, left = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                coloured += image.pixelColor(x, y).hslSaturationF() > 0.5F ? 1 : 0;
                left += image.pixelColor(x, y) == QColor(Qt::magenta) ? 1 : 0;
            }
        CHECK(left == 0);
        CHECK(coloured > 30);
    }
}

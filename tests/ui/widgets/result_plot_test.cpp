#include "ui/widgets/result_plot.h"

#include "tests/support/catch.h"
#include "ui/widgets/grid_cells.h"
#include "ui/widgets/plot_drawing.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <cstddef>
#include <cstdlib>

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

TEST_CASE("result plot: many points are counted in squares, and each is still found", "[widgets][plot]")
{
    ResultPlot plot(QStringLiteral("Cells"));
    plot.resize(500, 300);
    plot.show();
    Plot many = scatter();
    many.points.assign(5000, {QStringLiteral("a"), 0.1, 3, {}, 0});
    many.points.push_back({QStringLiteral("alone"), 0.9, -1, {}, 1});
    plot.setPlot(many);
    QCoreApplication::processEvents();
    const QImage image = plot.grab().toImage();
    const auto distance = [&](int point) { // from the background, of a square's colour
        const QColor shown = image.pixelColor(plot.pixelOf(point).toPoint());
        const QColor behind = plot.palette().color(QPalette::Base);
        return std::abs(shown.red() - behind.red()) + std::abs(shown.green() - behind.green())
            + std::abs(shown.blue() - behind.blue());
    };
    CHECK(distance(5000) > 30);
    CHECK(distance(0) > distance(5000) + 30);
    clickAt(plot, plot.pixelOf(5000));
    CHECK(plot.choice() == 5000);
    CHECK(plot.accessibleDescription() == QLatin1String("alone"));
    QTest::keyClick(&plot, Qt::Key_Left);
    CHECK(plot.choice() == 4999);
    QTest::keyClick(&plot, Qt::Key_Left);
    CHECK(plot.choice() == 4998);
    QTest::keyClick(&plot, Qt::Key_Home);
    CHECK(plot.choice() == 0);
    QTest::keyClick(&plot, Qt::Key_End);
    CHECK(plot.choice() == 5000);
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
    for (const auto kind :
         {Plot::Kind::kDots, Plot::Kind::kScatter, Plot::Kind::kHistogram, Plot::Kind::kGrid}) {
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
        paintPlot(image, {600, 400}, 1, scatter(), QStringLiteral("Title"), {.backdrop = backdrop});
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

TEST_CASE("result plot: every cell of a grid has its place, found by mouse and keys", "[widgets][plot]")
{
    Plot grid;
    grid.kind = Plot::Kind::kGrid;
    grid.diverging = true;
    grid.columns = {QStringLiteral("0"), QStringLiteral("1")};
    grid.rows = {QStringLiteral("encoder.0"), QStringLiteral("encoder.1"), QStringLiteral("decoder.0")};
    for (int i = 0; i < 5; ++i)
        grid.points.push_back({QString::number(i),
                               static_cast<double>(i % 2),
                               static_cast<double>(i / 2),
                               {},
                               i,
                               i == 0 ? -2.0 : 1.0});
    ResultPlot plot(QStringLiteral("Edits"));
    plot.resize(500, 300);
    plot.show();
    plot.setPlot(grid);
    QCoreApplication::processEvents();
    QSignalSpy activated(&plot, &ResultPlot::activated);
    for (int i = 0; i < 5; ++i) {
        clickAt(plot, plot.pixelOf(i) + QPointF(8, 8));
        CHECK(plot.choice() == i);
    }
    CHECK(activated.size() == 5);
    const auto leads = [&plot](int from, Qt::Key key) {
        plot.setChoice(from);
        QTest::keyClick(&plot, key);
        return plot.choice();
    };
    CHECK(leads(0, Qt::Key_Right) == 1);
    CHECK(leads(0, Qt::Key_Down) == 2);
    CHECK(leads(2, Qt::Key_Down) == 4);
    CHECK(leads(0, Qt::Key_Up) == 0);
    CHECK(leads(3, Qt::Key_Down) == 3); // there is no cell
    CHECK(leads(4, Qt::Key_Up) == 2);

    plot.setChoice(-1);
    QCoreApplication::processEvents();
    QTest::qWait(20);
    const QImage image = plot.grab().toImage();
    const auto colourOf
        = [&](int point) { return image.pixelColor((plot.pixelOf(point) + QPointF(40, 8)).toPoint()); };
    CHECK(colourOf(0) != colourOf(1));
    CHECK(colourOf(1) == colourOf(2));
}

TEST_CASE("result plot: a grid's largest numbers are the last to be left out", "[widgets][plot]")
{
    std::vector<Plot::Point> points;
    points.reserve(8);
    for (int i = 0; i < 8; ++i)
        points.push_back({{}, static_cast<double>(i), 0, {}, i, i == 3 ? -12.345 : -0.01});
    const QFontMetricsF metrics{QFont()};
    CHECK(decimalsThatFit(points, metrics, 200) == 2);
    const double two = metrics.horizontalAdvance(QStringLiteral("−12.35"));
    CHECK(decimalsThatFit(points, metrics, two - 1) == 1); // with fewer decimals
    CHECK(decimalsThatFit(points, metrics, 4) == -1); // too narrow for any
}

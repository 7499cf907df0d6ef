#include "ui/widgets/wrap_layout.h"

#include "tests/support/catch.h"

#include <QLabel>
#include <QPushButton>
#include <QSlider>

using namespace headlight;

namespace {

/// A row of controls with known widths.
struct Row
{
    QWidget window;
    WrapLayout* layout = new WrapLayout(5, &window);
    std::vector<QWidget*> widgets;

    QWidget* make(int width)
    {
        auto* widget = new QWidget(&window);
        widget->setFixedSize(width, 20);
        widgets.push_back(widget);
        return widget;
    }
    void show(int width)
    {
        window.setGeometry(0, 0, width, 200);
        window.show();
        layout->setGeometry(window.rect());
    }
};

} // namespace

TEST_CASE("wrap layout: what has no room goes on in the next line, nothing is cut off", "[views]")
{
    Row row;
    for (int i = 0; i < 4; ++i)
        row.layout->addWidget(row.make(100));
    CHECK(row.layout->sizeHint() == QSize(415, 20));
    CHECK(row.layout->minimumSize() == QSize(100, 20));
    CHECK(row.layout->heightForWidth(415) == 20);
    CHECK(row.layout->heightForWidth(414) == 45);
    CHECK(row.layout->heightForWidth(100) == 95);
    row.show(220);
    CHECK(row.widgets[0]->geometry() == QRect(0, 0, 100, 20));
    CHECK(row.widgets[1]->geometry() == QRect(105, 0, 100, 20));
    CHECK(row.widgets[2]->geometry() == QRect(0, 25, 100, 20));
    CHECK(row.widgets[3]->geometry() == QRect(105, 25, 100, 20));
    row.widgets[1]->hide();
    CHECK(row.layout->heightForWidth(320) == 20); // hidden items take no room
}

TEST_CASE("wrap layout: an item that can wrap itself does so where a whole line is too narrow for it",
          "[views]")
{
    Row row;
    row.layout->addWidget(row.make(100));
    auto* const inner = new QWidget(&row.window);
    auto* const wrapped = new WrapLayout(5, inner);
    wrapped->addWidget(row.make(120));
    wrapped->addWidget(row.make(80));
    row.layout->addWidget(inner);
    CHECK(row.layout->heightForWidth(310) == 20); // 100 + 5 + 205
    CHECK(row.layout->heightForWidth(309) == 45); // a separate line
    CHECK(row.layout->heightForWidth(204) == 70); // and two, if one is too narrow
    CHECK(row.layout->minimumSize().width() == 120);
    row.show(150);
    CHECK(inner->geometry() == QRect(0, 25, 150, 45));
}

TEST_CASE("wrap layout: a label stays with its field, a stretch parts as long as there is one line",
          "[views]")
{
    Row row;
    row.layout->addWidget(row.make(100));
    row.layout->addStretch();
    row.layout->addTogether({row.make(60), row.make(60)});
    row.show(300);
    CHECK(row.widgets[1]->mapTo(&row.window, QPoint()) == QPoint(175, 0));
    CHECK(row.widgets[2]->mapTo(&row.window, QPoint()) == QPoint(240, 0));
    row.show(200);
    CHECK(row.widgets[1]->mapTo(&row.window, QPoint()) == QPoint(0, 25));
    CHECK(row.widgets[2]->mapTo(&row.window, QPoint()) == QPoint(65, 25));
}

TEST_CASE("wrap layout: from right to left it begins at the right", "[views]")
{
    Row row;
    row.window.setLayoutDirection(Qt::RightToLeft);
    row.layout->addWidget(row.make(100));
    row.layout->addWidget(row.make(50));
    row.show(300);
    CHECK(row.widgets[0]->x() == 200);
    CHECK(row.widgets[1]->x() == 145);
}

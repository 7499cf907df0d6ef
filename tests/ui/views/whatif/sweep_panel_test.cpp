#include "ui/views/whatif/what_if_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/ui/views/whatif/what_if_bench.h"
#include "ui/state/sweep_board.h"
#include "ui/views/whatif/change_panel.h"
#include "ui/views/whatif/edit_form.h"
#include "ui/views/whatif/edits_model.h"
#include "ui/views/whatif/sweep_canvas.h"
#include "ui/views/whatif/sweep_panel.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <set>

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("sweep panel: orders what is chosen and makes an edit of a result", "[views]")
{
    WhatIfBench bench;
    SweepBoard& board = bench.workspace.sweeps();
    int orders = 0;
    QObject::connect(&board, &SweepBoard::ordered, &bench.view, [&] { ++orders; });
    auto* panel = bench.view.findChild<SweepPanel*>();
    panel->findChild<QPushButton*>()->click();
    CHECK(orders == 1);
    CHECK(board.currentOrder().kind == SweepOrder::Kind::kHeads);
    CHECK_FALSE(board.currentOrder().row.has_value());
    // The form says what the selected kind of sweep is useful for.
    const auto says = [&](const QString& word) {
        const QList<QLabel*> labels = panel->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(word); });
    };
    CHECK(says(QStringLiteral("Switches off each head")));
    auto* const kind = panel->findChild<QComboBox*>();
    kind->setCurrentIndex(kind->count() - 1);
    emit kind->activated(kind->count() - 1);
    CHECK_FALSE(says(QStringLiteral("Switches off each head")));
    CHECK(says(QStringLiteral("Patches each layer and position")));
    kind->setCurrentIndex(0);
    emit kind->activated(0);

    SweepResult result;
    for (int head = 0; head < 4; ++head) {
        SweepPoint point;
        point.edit = HeadOff{patternOf({StackKind::kDecoder, 0, AttentionKind::kCross, head})};
        point.known = head < 3;
        point.change = -head;
        result.points.push_back(point);
    }
    result.done = 3;
    board.publish(std::make_shared<const SweepResult>(result), false);
    auto* canvas = panel->findChild<SweepCanvas*>();
    emit canvas->chosen(2);
    REQUIRE(bench.edits().size() == 1);
    CHECK(bench.edits()[0] == result.points[2].edit);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 2});
    emit canvas->chosen(1);
    CHECK(bench.edits().size() == 2);
    emit canvas->chosen(2); // a second time: removed again
    REQUIRE(bench.edits().size() == 1);
    CHECK(bench.edits()[0] == result.points[1].edit);
    board.setEdited(true);
    CHECK(says(QStringLiteral("do not include the edits")));
}

TEST_CASE("sweep picture: every point has its cell, found by mouse and keys", "[paint]")
{
    SweepResult result;
    for (const HeadRef& head : {HeadRef{StackKind::kEncoder, 0, AttentionKind::kSelf, 0},
                                HeadRef{StackKind::kEncoder, 0, AttentionKind::kSelf, 1},
                                HeadRef{StackKind::kEncoder, 1, AttentionKind::kSelf, 0},
                                HeadRef{StackKind::kEncoder, 1, AttentionKind::kSelf, 1},
                                HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 0}}) {
        SweepPoint point;
        point.edit = HeadOff{patternOf(head)};
        point.known = true;
        point.change = result.points.empty() ? -2.0 : 1.0;
        result.points.push_back(point);
    }
    result.done = result.points.size();
    const SweepPicture picture(sweepGrids(result, {}), QFont(), 300);
    REQUIRE(picture.grids().size() == 2);
    for (int i = 0; i < 5; ++i)
        CHECK(picture.pointAt(picture.cellOf(i).center()) == i);
    CHECK(picture.neighbour(0, 0, 1) == 1);
    CHECK(picture.neighbour(0, 1, 0) == 2);
    CHECK(picture.neighbour(2, 1, 0) == 4);
    CHECK(picture.neighbour(0, -1, 0) == 0);
    CHECK(picture.pointAt({-5, -5}) == std::nullopt);

    QImage image(picture.size(), QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    picture.paint(painter, result, Metric::kLogProbability, PicturePalette::figure(Backdrop::kLight));
    painter.end();
    const auto colourOf = [&](int point) {
        return image.pixelColor((picture.cellOf(point).topLeft() + QPointF(2, 2)).toPoint());
    };
    CHECK(colourOf(0) != colourOf(1));
    CHECK(colourOf(1) == colourOf(2));
    CHECK(sweepScale(result, Metric::kLogProbability).upper == Approx(2.0));
}

TEST_CASE("what-if: a sweep's largest numbers are the last to be left out", "[views]")
{
    SweepResult result;
    for (int i = 0; i < 8; ++i) {
        SweepPoint point;
        point.edit = TokenHidden{StackKind::kEncoder, i};
        point.known = true;
        point.change = i == 3 ? -12.345 : -0.01;
        result.points.push_back(point);
    }
    const QFont font;
    const auto painted = [&](int width) {
        const SweepPicture picture(sweepGrids(result, {}), font, width);
        QImage image(picture.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.paint(painter, result, Metric::kLogProbability, PicturePalette::figure(Backdrop::kLight));
        // There is ink in the middle of the cell with the largest number.
        const QRect cell = picture.cellOf(3).toAlignedRect().adjusted(3, 3, -3, -3);
        std::set<QRgb> colours;
        for (int y = cell.top(); y <= cell.bottom(); ++y)
            for (int x = cell.left(); x <= cell.right(); ++x)
                colours.insert(image.pixel(x, y));
        return colours.size();
    };
    CHECK(painted(360) > 3);
    CHECK(painted(300) > 3); // with fewer decimals
    CHECK(painted(90) == 1); // too narrow for any
}

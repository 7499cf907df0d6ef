#include "tests/support/catch.h"
#include "ui/views/tokens/chip_painter.h"

#include <QImage>
#include <QPainter>

using namespace headlight;

TEST_CASE("segment mark: a bar along the top of the second segment's chips alone", "[paint]")
{
    const QRectF chip(10, 10, 60, 20);
    CHECK(segmentMark(chip, 0).isEmpty());
    CHECK(chip.contains(segmentMark(chip, 1)));
    QImage image(80, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintSegmentMark(painter, chip, 0, Qt::black);
    CHECK(image.pixelColor(40, 11) == QColor(Qt::white));
    paintSegmentMark(painter, chip, 1, Qt::black);
    painter.end();
    CHECK(image.pixelColor(40, 11) == QColor(Qt::black));
    CHECK(image.pixelColor(40, 20) == QColor(Qt::white));
    CHECK(image.pixelColor(40, 28) == QColor(Qt::white));
}

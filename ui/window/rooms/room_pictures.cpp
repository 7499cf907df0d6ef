#include "ui/window/rooms/room_pictures.h"

#include <QHash>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace headlight {

namespace {

constexpr double kPictureGrid = 24; ///< pictures are drawn on a square of this many units
constexpr double kLine = 1.5;

/// What a picture consists of, on its grid.
struct Shape
{
    enum class Kind : unsigned char { kOutline, kDashed, kPolyline, kFilled, kDisc };
    Kind kind;
    QPolygonF points; ///< two corners of a frame or a fill; the centre of a dot and its radius
};

using Shapes = QList<Shape>;

Shape box(Shape::Kind kind, double x, double y, double w, double h)
{
    return {kind, {QPointF(x, y), QPointF(x + w, y + h)}};
}

Shape frame(double x, double y, double w, double h)
{
    return box(Shape::Kind::kOutline, x, y, w, h);
}

Shape dashes(double x, double y, double w, double h)
{
    return box(Shape::Kind::kDashed, x, y, w, h);
}

Shape fill(double x, double y, double w, double h)
{
    return box(Shape::Kind::kFilled, x, y, w, h);
}

Shape line(double x1, double y1, double x2, double y2)
{
    return {Shape::Kind::kPolyline, {QPointF(x1, y1), QPointF(x2, y2)}};
}

Shape lines(const QPolygonF& points)
{
    return {Shape::Kind::kPolyline, points};
}

Shape dot(double x, double y, double radius)
{
    return {Shape::Kind::kDisc, {QPointF(x, y), QPointF(radius, radius)}};
}

Shape wave(double y, double height, double length)
{
    QPolygonF points;
    for (int i = 0; i <= 36; ++i)
        points << QPointF(3 + i / 2.0, y - height * std::sin(i / length));
    return lines(points);
}

const Shapes kHeatmap{fill(3.5, 3.5, 5, 5),   fill(9.5, 9.5, 5, 5), fill(9.5, 15.5, 5, 5),
                      fill(15.5, 15.5, 5, 5), frame(3, 3, 18, 18),  line(9, 3, 9, 21),
                      line(3, 9, 21, 9),      line(15, 3, 15, 21),  line(3, 15, 21, 15)};
const Shapes kCell{frame(3, 3, 18, 18), fill(6, 12, 3, 6), fill(10.5, 6, 3, 12), fill(15, 9.5, 3, 8.5)};
const Shapes kDecoding{frame(2.5, 9, 5, 6),
                       frame(9.5, 9, 5, 6),
                       fill(16.5, 9, 5, 6),
                       line(5, 5, 18, 5),
                       lines({{15.5, 2.5}, {18.5, 5}, {15.5, 7.5}}),
                       line(5, 19, 12, 19)};
const Shapes kMasked{frame(2.5, 9, 5, 6), dashes(9.5, 8, 6, 8), dot(12.5, 12, 1.6), frame(17.5, 9, 4, 6)};
const Shapes kOwnRoom{frame(3, 4, 18, 16), line(9, 4, 9, 20), line(9, 13, 21, 13), fill(10, 5, 10, 7)};
const QHash<QString, Shapes> kShapes{
    {"explore", kHeatmap},
    {"heatmap", kHeatmap},
    {"explain", kCell}, // in close-up: the terms of its sum
    {"cell", kCell},
    {"decode", kDecoding},
    {"decoding", kDecoding},
    {"masked", kMasked},
    {"masks", kMasked},
    {"heads",
     {fill(13.5, 3.5, 7, 7), frame(3, 3, 8, 8), frame(3, 13, 8, 8), frame(13, 3, 8, 8), frame(13, 13, 8, 8)}},
    {"tokens",
     {fill(11.5, 4.5, 9, 5), frame(3, 4, 6, 6), frame(11, 4, 10, 6), frame(3, 14, 11, 6),
      frame(16, 14, 5, 6)}},
    {"whatIf", // a path that forks
     {line(3, 12, 9, 12), lines({{9, 12}, {14, 6}, {20, 6}}), lines({{9, 12}, {14, 18}, {20, 18}}),
      dot(20, 6, 2.2), dot(9, 12, 2.2)}},
    {"compare", {fill(9.5, 6.5, 5, 11), frame(3, 6, 12, 12), frame(9, 6, 12, 12)}},
    {"model", {frame(5, 3, 14, 5), fill(5.5, 10, 13, 4), frame(5, 9.5, 14, 5), frame(5, 16, 14, 5)}},
    {"flow", // from block to block
     {frame(2.5, 4, 5, 16), frame(16.5, 4, 5, 16), fill(10, 9.5, 4, 5), line(7.5, 12, 10, 12),
      line(14, 12, 16.5, 12)}},
    {"matrices", // two factors and their product
     {frame(2.5, 8, 5, 8), frame(9.5, 8, 5, 8), fill(16.5, 8.5, 4, 7), frame(16, 8, 5, 8)}},
    {"learn", // an open book
     {lines({{12, 6},
             {9, 4.5},
             {3, 4.5},
             {3, 18},
             {9, 18},
             {12, 19.5},
             {15, 18},
             {21, 18},
             {21, 4.5},
             {15, 4.5},
             {12, 6},
             {12, 19.5}}),
      fill(14.5, 8, 4, 1.6), fill(14.5, 11.5, 4, 1.6)}},
    {"beams",
     {line(4, 12, 10, 6), line(4, 12, 10, 18), line(10, 6, 19, 4), line(10, 6, 19, 9.5), line(10, 18, 19, 18),
      dot(4, 12, 2), dot(10, 6, 2), dot(19, 4, 2)}},
    {"positions", {wave(8, 4, 3), wave(17, 3, 8), dot(8.2, 4.2, 2)}},
    {"lines",
     {dot(4, 5, 1.8), dot(20, 5, 1.8), dot(4, 12, 1.8), dot(20, 12, 1.8), dot(4, 19, 1.8), dot(20, 19, 1.8),
      line(4, 5, 20, 12), line(4, 12, 20, 5), line(4, 19, 20, 19)}},
    {"stream",
     {line(12, 21, 12, 4), lines({{9, 6.5}, {12, 3}, {15, 6.5}}), lines({{4, 18}, {4, 14}, {10.5, 14}}),
      lines({{20, 13}, {20, 9}, {13.5, 9}}), dot(12, 14, 2), dot(12, 9, 2)}},
    {"vectors",
     {line(3, 12, 21, 12), fill(4, 5, 3, 7), fill(8.5, 12, 3, 5), fill(13, 8, 3, 4), fill(17.5, 12, 3, 7)}},
    {"facts",
     {frame(4, 3, 16, 18), fill(7, 7, 2.5, 2), line(11.5, 8, 17, 8), fill(7, 11, 2.5, 2),
      line(11.5, 12, 17, 12), fill(7, 15, 2.5, 2), line(11.5, 16, 17, 16)}},
    {"mask", // the staircase of a causal one
     {fill(3.5, 3.5, 5, 17), fill(9.5, 9.5, 5, 11), fill(15.5, 15.5, 5, 5), frame(3, 3, 18, 18),
      lines({{9, 3}, {9, 9}, {15, 9}, {15, 15}, {21, 15}})}},
    {"weights", // a packed matrix with one head's part
     {fill(9, 3.5, 6, 17), frame(3, 3, 18, 18), line(9, 3, 9, 21), line(15, 3, 15, 21)}},
    {"input", // a sum of two
     {frame(2.5, 7, 4, 10), line(8.5, 12, 11.5, 12), line(10, 10.5, 10, 13.5), frame(13.5, 7, 3, 10),
      fill(19, 7, 3, 10), line(17.5, 11.2, 18.5, 11.2)}},
    {"loss", // a curve that falls
     {lines({{3, 3}, {3, 21}, {21, 21}}), lines({{4, 5}, {8, 13}, {13, 17}, {20, 18.5}}), dot(8, 13, 2)}},
    {"why", // parts that add up
     {line(12, 3, 12, 21), fill(12, 4, 8, 3), fill(5, 9, 7, 3), fill(12, 14, 5, 3), frame(12, 19, 8, 2)}},
    {"block", // a layer with the path around it
     {fill(8.5, 4.5, 9, 5), frame(8, 4, 10, 6), frame(8, 14, 10, 6), line(13, 10, 13, 14),
      lines({{13, 2}, {4, 2}, {4, 12}, {13, 12}})}},
    {"experiment", // the same measured for each edit, with its error
     {lines({{3, 3}, {3, 21}, {21, 21}}), line(8, 7, 8, 15), line(13, 5, 13, 11), line(18, 11, 18, 19),
      dot(8, 11, 1.8), dot(13, 8, 1.8), dot(18, 15, 1.8)}},
    {"paths", // heads, layer above layer, and a way through them
     {frame(3, 15, 5, 5), frame(9.5, 15, 5, 5), frame(16, 15, 5, 5), frame(3, 4, 5, 5), frame(9.5, 4, 5, 5),
      frame(16, 4, 5, 5), fill(3.5, 15.5, 4, 4), fill(16.5, 4.5, 4, 4), line(7, 15, 17, 9)}},
    {"experts", // a router that hands a token to two of four
     {line(5, 12, 15, 4.5), line(5, 12, 15, 14.5), frame(15, 2, 6, 4), frame(15, 7.5, 6, 4),
      fill(15.5, 13, 5, 3), frame(15, 12.5, 6, 4), frame(15, 18, 6, 4), fill(15.5, 2.5, 5, 3),
      dot(5, 12, 2.4)}},
    {"views", {line(12, 5, 12, 19), line(5, 12, 19, 12)}}, // a plus
};

const Shapes& shapesOf(const QString& name)
{
    const auto found = kShapes.find(name);
    return found != kShapes.end() ? *found : kOwnRoom;
}

void paintShape(QPainter& painter, const Shape& shape, QPen pen, const QColor& accent)
{
    const QPointF first = shape.points.first(), last = shape.points.last();
    switch (shape.kind) {
    case Shape::Kind::kDashed:
        pen.setDashPattern({1.5, 2});
        [[fallthrough]];
    case Shape::Kind::kOutline:
        painter.setPen(pen);
        painter.drawRoundedRect(QRectF(first, last), 1.5, 1.5);
        break;
    case Shape::Kind::kPolyline:
        painter.setPen(pen);
        painter.drawPolyline(shape.points);
        break;
    case Shape::Kind::kFilled:
        painter.fillRect(QRectF(first, last), accent);
        break;
    case Shape::Kind::kDisc: {
        QPainterPath dot;
        dot.addEllipse(first, last.x(), last.y());
        painter.fillPath(dot, accent);
    }
    }
}

} // namespace

void paintPicture(QPainter& painter, const QRectF& square, const QString& name, const QColor& ink,
                  const QColor& accent)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width() / kPictureGrid, square.height() / kPictureGrid);
    const QPen pen(ink, kLine, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setBrush(Qt::NoBrush);
    for (const Shape& shape : shapesOf(name))
        paintShape(painter, shape, pen, accent);
    painter.restore();
}

} // namespace headlight

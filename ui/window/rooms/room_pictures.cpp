#include "ui/window/rooms/room_pictures.h"

#include <QHash>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kPictureGrid = 24; ///< pictures are drawn on a square of this many units
constexpr double kLine = 1.5;

/// Draws on the grid of a picture in its two colours.
class Pencil
{
public:
    Pencil(QPainter& painter, const QColor& ink, const QColor& accent)
        : m_painter(painter)
        , m_accent(accent)
    {
        painter.setPen(QPen(ink, kLine, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
    }
    void frame(double x, double y, double w, double h, double r = 1.5) const
    {
        m_painter.drawRoundedRect(QRectF(x, y, w, h), r, r);
    }
    void fill(double x, double y, double w, double h) const
    {
        m_painter.fillRect(QRectF(x, y, w, h), m_accent);
    }
    void line(double x1, double y1, double x2, double y2) const
    {
        m_painter.drawLine(QPointF(x1, y1), QPointF(x2, y2));
    }
    void lines(const QPolygonF& points) const { m_painter.drawPolyline(points); }
    void dot(double x, double y, double r) const
    {
        const QPen pen = m_painter.pen();
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_accent);
        m_painter.drawEllipse(QPointF(x, y), r, r);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
    }
    void dashed(double x, double y, double w, double h) const
    {
        const QPen pen = m_painter.pen();
        QPen dashes = pen;
        dashes.setDashPattern({1.5, 2});
        m_painter.setPen(dashes);
        frame(x, y, w, h);
        m_painter.setPen(pen);
    }

private:
    QPainter& m_painter;
    QColor m_accent;
};

void heatmap(const Pencil& p)
{
    for (const auto& [x, y] : {std::pair{3.5, 3.5}, {9.5, 9.5}, {9.5, 15.5}, {15.5, 15.5}})
        p.fill(x, y, 5, 5);
    p.frame(3, 3, 18, 18);
    for (const double at : {9.0, 15.0}) {
        p.line(at, 3, at, 21);
        p.line(3, at, 21, at);
    }
}

void heads(const Pencil& p)
{
    p.fill(13.5, 3.5, 7, 7);
    for (const double x : {3.0, 13.0})
        for (const double y : {3.0, 13.0})
            p.frame(x, y, 8, 8);
}

void tokens(const Pencil& p)
{
    p.fill(11.5, 4.5, 9, 5);
    p.frame(3, 4, 6, 6);
    p.frame(11, 4, 10, 6);
    p.frame(3, 14, 11, 6);
    p.frame(16, 14, 5, 6);
}

/// One cell in close-up: the terms of its sum.
void cell(const Pencil& p)
{
    p.frame(3, 3, 18, 18);
    p.fill(6, 12, 3, 6);
    p.fill(10.5, 6, 3, 12);
    p.fill(15, 9.5, 3, 8.5);
}

void decoding(const Pencil& p)
{
    p.frame(2.5, 9, 5, 6);
    p.frame(9.5, 9, 5, 6);
    p.fill(16.5, 9, 5, 6);
    p.line(5, 5, 18, 5);
    p.lines({{15.5, 2.5}, {18.5, 5}, {15.5, 7.5}});
    p.line(5, 19, 12, 19);
}

void masked(const Pencil& p)
{
    p.frame(2.5, 9, 5, 6);
    p.dashed(9.5, 8, 6, 8);
    p.dot(12.5, 12, 1.6);
    p.frame(17.5, 9, 4, 6);
}

/// A path that forks.
void whatIf(const Pencil& p)
{
    p.line(3, 12, 9, 12);
    p.lines({{9, 12}, {14, 6}, {20, 6}});
    p.lines({{9, 12}, {14, 18}, {20, 18}});
    p.dot(20, 6, 2.2);
    p.dot(9, 12, 2.2);
}

void compare(const Pencil& p)
{
    p.fill(9.5, 6.5, 5, 11);
    p.frame(3, 6, 12, 12);
    p.frame(9, 6, 12, 12);
}

void model(const Pencil& p)
{
    p.frame(5, 3, 14, 5);
    p.fill(5.5, 10, 13, 4);
    p.frame(5, 9.5, 14, 5);
    p.frame(5, 16, 14, 5);
}

/// From block to block.
void flow(const Pencil& p)
{
    p.frame(2.5, 4, 5, 16);
    p.frame(16.5, 4, 5, 16);
    p.fill(10, 9.5, 4, 5);
    for (const double x : {7.5, 14.0})
        p.line(x, 12, x + 2.5, 12);
}

/// An open book.
void learn(const Pencil& p)
{
    p.lines({{12, 6},
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
             {12, 19.5}});
    p.fill(14.5, 8, 4, 1.6);
    p.fill(14.5, 11.5, 4, 1.6);
}

void beams(const Pencil& p)
{
    p.line(4, 12, 10, 6);
    p.line(4, 12, 10, 18);
    p.line(10, 6, 19, 4);
    p.line(10, 6, 19, 9.5);
    p.line(10, 18, 19, 18);
    for (const auto& [x, y] : {std::pair{4.0, 12.0}, {10.0, 6.0}, {19.0, 4.0}})
        p.dot(x, y, 2);
}

void positions(const Pencil& p)
{
    QPolygonF fast, slow;
    for (int i = 0; i <= 36; ++i) {
        const double x = 3 + i / 2.0;
        fast << QPointF(x, 8 - 4 * std::sin(i / 3.0));
        slow << QPointF(x, 17 - 3 * std::sin(i / 8.0));
    }
    p.lines(fast);
    p.lines(slow);
    p.dot(8.2, 4.2, 2);
}

void lines(const Pencil& p)
{
    for (const double y : {5.0, 12.0, 19.0}) {
        p.dot(4, y, 1.8);
        p.dot(20, y, 1.8);
    }
    p.line(4, 5, 20, 12);
    p.line(4, 12, 20, 5);
    p.line(4, 19, 20, 19);
}

void stream(const Pencil& p)
{
    p.line(12, 21, 12, 4);
    p.lines({{9, 6.5}, {12, 3}, {15, 6.5}});
    p.lines({{4, 18}, {4, 14}, {10.5, 14}});
    p.lines({{20, 13}, {20, 9}, {13.5, 9}});
    p.dot(12, 14, 2);
    p.dot(12, 9, 2);
}

void vectors(const Pencil& p)
{
    p.line(3, 12, 21, 12);
    p.fill(4, 5, 3, 7);
    p.fill(8.5, 12, 3, 5);
    p.fill(13, 8, 3, 4);
    p.fill(17.5, 12, 3, 7);
}

void facts(const Pencil& p)
{
    p.frame(4, 3, 16, 18);
    for (const double y : {8.0, 12.0, 16.0}) {
        p.fill(7, y - 1, 2.5, 2);
        p.line(11.5, y, 17, y);
    }
}

/// The staircase of a causal mask.
void mask(const Pencil& p)
{
    p.fill(3.5, 3.5, 5, 17);
    p.fill(9.5, 9.5, 5, 11);
    p.fill(15.5, 15.5, 5, 5);
    p.frame(3, 3, 18, 18);
    p.lines({{9, 3}, {9, 9}, {15, 9}, {15, 15}, {21, 15}});
}

/// A packed matrix with one head's part.
void weights(const Pencil& p)
{
    p.fill(9, 3.5, 6, 17);
    p.frame(3, 3, 18, 18);
    p.line(9, 3, 9, 21);
    p.line(15, 3, 15, 21);
}

/// A sum of two.
void input(const Pencil& p)
{
    p.frame(2.5, 7, 4, 10);
    p.line(8.5, 12, 11.5, 12);
    p.line(10, 10.5, 10, 13.5);
    p.frame(13.5, 7, 3, 10);
    p.fill(19, 7, 3, 10);
    p.line(17.5, 11.2, 18.5, 11.2);
}

/// A curve that falls.
void loss(const Pencil& p)
{
    p.lines({{3, 3}, {3, 21}, {21, 21}});
    p.lines({{4, 5}, {8, 13}, {13, 17}, {20, 18.5}});
    p.dot(8, 13, 2);
}

/// A layer with the path around it.
void block(const Pencil& p)
{
    p.fill(8.5, 4.5, 9, 5);
    p.frame(8, 4, 10, 6);
    p.frame(8, 14, 10, 6);
    p.line(13, 10, 13, 14);
    p.lines({{13, 2}, {4, 2}, {4, 12}, {13, 12}});
}

/// A window divided in the user's own way.
void ownRoom(const Pencil& p)
{
    p.frame(3, 4, 18, 16);
    p.line(9, 4, 9, 20);
    p.line(9, 13, 21, 13);
    p.fill(10, 5, 10, 7);
}

void plus(const Pencil& p)
{
    p.line(12, 5, 12, 19);
    p.line(5, 12, 19, 12);
}

using Drawing = void (*)(const Pencil&);

Drawing drawingOf(const QString& name)
{
    static const QHash<QString, Drawing> kDrawings{
        {"explore", heatmap}, {"explain", cell},        {"decode", decoding}, {"masked", masked},
        {"whatIf", whatIf},   {"compare", compare},     {"model", model},     {"learn", learn},
        {"heatmap", heatmap}, {"heads", heads},         {"tokens", tokens},   {"decoding", decoding},
        {"beams", beams},     {"positions", positions}, {"lines", lines},     {"cell", cell},
        {"stream", stream},   {"vectors", vectors},     {"masks", masked},    {"facts", facts},
        {"views", plus},      {"flow", flow},           {"mask", mask},       {"weights", weights},
        {"input", input},     {"loss", loss},           {"block", block},
    };
    return kDrawings.value(name, ownRoom);
}

} // namespace

void paintPicture(QPainter& painter, const QRectF& square, const QString& name, const QColor& ink,
                  const QColor& accent)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width() / kPictureGrid, square.height() / kPictureGrid);
    drawingOf(name)(Pencil(painter, ink, accent));
    painter.restore();
}

QPixmap pictureOf(const QString& name, int side, double pixelRatio, const QColor& ink, const QColor& accent)
{
    QPixmap picture(QSizeF(side * pixelRatio, side * pixelRatio).toSize());
    picture.setDevicePixelRatio(pixelRatio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintPicture(painter, QRectF(0, 0, side, side), name, ink, accent);
    return picture;
}

} // namespace headlight

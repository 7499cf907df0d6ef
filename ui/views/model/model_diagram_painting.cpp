#include "ui/views/model/model_diagram_painting.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/marks.h"
#include "ui/widgets/step_words.h"

#include <QPainter>

namespace headlight {

namespace {

constexpr double kBlockPadding = 8;
constexpr double kArrow = 4; ///< half the width of an arrow head

/// Fill colours by kind of block; muted hues that colour-blind people can tell apart.
QColor accentOf(const DiagramPart& part)
{
    switch (part.kind) {
    case DiagramPart::Kind::kStep:
        return QColor::fromRgb(stepWords(part.step).accent);
    case DiagramPart::Kind::kHead:
        return {0x00, 0x9E, 0x73};
    default:
        return {0xCC, 0x79, 0xA7}; // what makes the stream
    }
}

class DiagramPainter
{
public:
    DiagramPainter(QPainter& painter, const ModelDiagram& diagram, const DiagramLook& look)
        : m_painter(painter)
        , m_diagram(diagram)
        , m_look(look)
        , m_metrics(look.font)
    { }

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setFont(m_look.font);
        m_painter.setPen(QPen(m_look.palette.line, 1));
        m_painter.setBrush(mixed(m_look.palette.background, m_look.palette.text, 0.035));
        for (const QRectF& frame : m_diagram.frames())
            m_painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
        for (const DiagramLine& line : m_diagram.lines())
            paintLine(line);
        for (std::size_t i = 0; i < m_diagram.parts().size(); ++i)
            paintPart(static_cast<int>(i));
    }

private:
    void paintLine(const DiagramLine& line)
    {
        const QColor colour = line.memory ? m_look.palette.pin
            : line.residual               ? m_look.palette.mutedText
                                          : m_look.palette.text;
        m_painter.setPen(QPen(colour, line.memory ? 1.5 : 1.2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPolyline(line.points);
        paintArrowHead(m_painter, line.points[line.points.size() - 2], line.points.back(), colour,
                       1.6 * kArrow, kArrow);
    }

    void paintPart(int index)
    {
        const DiagramPart& part = m_diagram.parts()[static_cast<std::size_t>(index)];
        if (part.isLabel()) {
            m_painter.setPen(m_look.palette.mutedText);
            drawCentred(part.rect, part.title);
            return;
        }
        const bool hover = index == m_look.hover;
        if (part.kind == DiagramPart::Kind::kLayer)
            paintLayerTitle(part, hover);
        else if (part.is(LayerStep::Kind::kSum))
            paintSum(m_painter, part.rect, m_look.palette,
                     hover ? m_look.palette.hover : m_look.palette.background);
        else
            paintBlock(part, hover);
        if (index == m_look.current)
            outline(part.rect);
    }

    void outline(const QRectF& rect)
    {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_look.palette.pin, m_look.focused ? 2.5 : 1.8));
        m_painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 6, 6);
    }

    void paintLayerTitle(const DiagramPart& part, bool hover)
    {
        const bool closed = part.title.startsWith(QChar(0x25B8));
        if (closed || hover) {
            m_painter.setPen(closed ? QPen(m_look.palette.line, 1) : QPen(Qt::NoPen));
            m_painter.setBrush(hover ? m_look.palette.hover
                                     : mixed(m_look.palette.background, m_look.palette.text, 0.05));
            m_painter.drawRoundedRect(part.rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        const QRectF text = part.rect.adjusted(kBlockPadding, 0, -kBlockPadding, 0);
        QFont bold = m_look.font;
        bold.setWeight(QFont::DemiBold);
        m_painter.setFont(bold);
        const bool looked = part.stack == m_look.head.stack && part.layer == m_look.head.layer;
        m_painter.setPen(looked ? m_look.palette.pin : m_look.palette.text);
        m_painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, part.title);
        m_painter.setFont(m_look.font);
        m_painter.setPen(m_look.palette.mutedText);
        m_painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, part.detail);
    }

    void paintBlock(const DiagramPart& part, bool hover)
    {
        const QColor accent = accentOf(part);
        const bool dark = m_look.palette.backdrop == Backdrop::kDark;
        const double part1 = (hover ? 0.42 : 0.26) - (dark ? 0.04 : 0.0);
        m_painter.setBrush(mixed(m_look.palette.background, accent, part1));
        m_painter.setPen(QPen(mixed(accent, m_look.palette.text, 0.25), 1));
        m_painter.drawRoundedRect(part.rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        QRectF text = part.rect.adjusted(kBlockPadding, 0, -kBlockPadding, 0);
        if (part.detail.isEmpty()) {
            m_painter.setPen(m_look.palette.text);
            drawCentred(text, part.title);
            return;
        }
        text.setTop(text.top() + 4);
        QFont bold = m_look.font;
        bold.setWeight(QFont::DemiBold);
        m_painter.setPen(m_look.palette.text);
        drawFitting({text.topLeft(), QSizeF(text.width(), m_metrics.height())},
                    Qt::AlignLeft | Qt::AlignVCenter, part.title, bold);
        m_painter.setPen(m_look.palette.mutedText);
        text.setTop(text.top() + m_metrics.height());
        const QString detail = wholeParts(part.detail, m_metrics, text.width());
        drawFitting({text.topLeft(), QSizeF(text.width(), m_metrics.height())},
                    Qt::AlignLeft | Qt::AlignVCenter, detail, m_look.font);
        paintHeads(part, accent);
    }

    void paintHeads(const DiagramPart& part, const QColor& accent)
    {
        const bool here = part.stack == m_look.head.stack && part.layer == m_look.head.layer
            && part.attention == m_look.head.kind;
        for (std::size_t head = 0; head < part.heads.size(); ++head) {
            const bool looked = here && static_cast<int>(head) == m_look.head.head;
            m_painter.setBrush(looked ? m_look.palette.pin : mixed(m_look.palette.background, accent, 0.6));
            m_painter.setPen(QPen(looked ? m_look.palette.pin : mixed(accent, m_look.palette.text, 0.35), 1));
            m_painter.drawRoundedRect(part.heads[head].adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        }
    }

    void drawCentred(const QRectF& rect, const QString& text)
    {
        drawFitting(rect, Qt::AlignCenter, text, m_look.font);
    }

    /// Draws a line of text, in smaller letters where it would be cut.
    void drawFitting(const QRectF& rect, Qt::Alignment place, const QString& text, QFont font)
    {
        constexpr double kSmallest = 0.7, kStep = 0.05;
        const QFont usual = font;
        for (double share = 1;
             QFontMetricsF(font).horizontalAdvance(text) > rect.width() && share > kSmallest;) {
            share -= kStep;
            if (usual.pointSizeF() > 0)
                font.setPointSizeF(usual.pointSizeF() * share);
            else
                font.setPixelSize(static_cast<int>(usual.pixelSize() * share));
        }
        m_painter.setFont(font);
        m_painter.drawText(rect, place, QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
        m_painter.setFont(m_look.font);
    }

    QPainter& m_painter;
    const ModelDiagram& m_diagram;
    const DiagramLook& m_look;
    QFontMetricsF m_metrics;
};

} // namespace

QString wholeParts(QString detail, const QFontMetricsF& metrics, double width)
{
    const QString dot = QStringLiteral(" · ");
    while (metrics.horizontalAdvance(detail) > width && detail.contains(dot))
        detail.truncate(detail.lastIndexOf(dot));
    return detail;
}

void paintModelDiagram(QPainter& painter, const ModelDiagram& diagram, const DiagramLook& look)
{
    DiagramPainter(painter, diagram, look).paint();
}

} // namespace headlight

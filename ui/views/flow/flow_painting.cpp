#include "ui/views/flow/flow_painting.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/marks.h"
#include "ui/state/translation.h"
#include "ui/views/flow/flow_words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/step_words.h"
#include "ui/words/local_number.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace headlight {

namespace {

using Kind = FlowBox::Kind;

constexpr double kArrowSize = 4;
constexpr double kLeastSeen = 2; ///< smaller boxes are not drawn
constexpr double kBesideTitle = 4;
constexpr double kBesideTokens = 8; ///< pixels between a stack's name and that of its first column
constexpr double kBetweenNames = 8; ///< pixels between the names of columns
constexpr double kPadding = 8; ///< beside the words in a block
constexpr double kSmallest = 0.7; ///< of the usual letters

/// Fill of a block of the diagram; muted hues that colour-blind people can tell apart.
QColor accentOf(const FlowBox& box)
{
    if (box.kind == Kind::kStep)
        return QColor::fromRgb(stepWords(box.step).accent);
    return box.site == Site::kLogits ? QColor(0x00, 0x9E, 0x73)
                                     : QColor(0xCC, 0x79, 0xA7); // what makes the stream
}

/// Whether its name is one of those side by side in a layer: all of them are words, or all are signs.
bool isOfHead(const FlowBox& box)
{
    return box.kind == FlowBox::Kind::kMatrix
        && (box.site == Site::kQuery || box.site == Site::kKey || box.site == Site::kValue
            || box.site == Site::kScores || box.site == Site::kBias || box.site == Site::kWeights
            || box.site == Site::kHeadOutput);
}

class FlowPainter : FlowBrush<FlowScene>
{
public:
    using FlowBrush::FlowBrush;

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setFont(m_look.font);
        const auto& boxes = m_scene.layout.boxes();
        for (const FlowBox& box : boxes)
            if (box.isFrame() && box.rect.intersects(m_seen))
                paintFrame(box);
        for (const FlowLine& line : m_scene.layout.lines())
            paintLine(line);
        for (const FlowBox& box : boxes)
            if (box.kind == Kind::kLayer && box.rect.intersects(m_seen))
                paintTitle(box);
        for (const FlowBox& box : boxes)
            if (!box.isFrame() && box.rect.intersects(m_seen))
                paintBox(box);
        for (const FlowSign& sign : m_scene.layout.signs())
            paintSign(sign);
        for (const FlowNote& note : m_scene.layout.notes())
            paintNote(note);
        for (const FlowHeading& heading : m_scene.layout.headings())
            if (const FlowBox& box = *m_scene.layout.box(heading.box); isOfHead(box)
                && m_metrics.horizontalAdvance(siteTitle(box)) + kBetweenNames
                    > m_window.toSurface(heading.room).width())
                m_signed.insert(box.stack);
        for (const FlowHeading& heading : m_scene.layout.headings())
            paintHeading(heading);
    }

private:
    void paintFrame(const FlowBox& box)
    {
        const QRectF rect = m_window.toSurface(box.rect);
        if (rect.width() < kLeastSeen)
            return;
        const bool layer = box.kind == Kind::kLayer;
        m_painter.setPen(layer ? QPen(m_look.palette.line, 1) : QPen(Qt::NoPen));
        m_painter.setBrush(groundOf(box));
        const double radius = std::min(7.0, rect.width() / 6);
        m_painter.drawRoundedRect(rect, radius, radius);
        if (!layer)
            paintHeadNumber(box, rect);
    }

    QColor groundOf(const FlowBox& frame) const
    {
        return mixed(m_look.palette.background, m_look.palette.text,
                     frame.kind == Kind::kLayer ? 0.03 : 0.035);
    }

    double besideTitle(const FlowBox& box) const
    {
        return box.name.isEmpty() ? kBesideTitle : kPadding * m_window.scale;
    }

    /// The forms of a layer's name, from long to short.
    static std::array<QString, 3> layerTitles(const FlowBox& box)
    {
        const QString arrow = box.open ? QStringLiteral("▾ ") : QStringLiteral("▸ ");
        const QString number = QString::number(box.layer);
        return {arrow + headlight::tr("Layer %1").arg(box.layer), arrow + number, number};
    }

    /// The longest form that fits every layer, so that all names in one picture look alike.
    std::size_t titleForm(const QFontMetricsF& metrics) const
    {
        std::size_t form = 0;
        for (const FlowBox& box : m_scene.layout.boxes()) {
            if (box.kind != Kind::kLayer)
                continue;
            const double room = m_window.toSurface(box.title).width() - 2 * besideTitle(box);
            const auto titles = layerTitles(box);
            while (form + 1 < titles.size() && metrics.horizontalAdvance(titles[form]) > room)
                ++form;
        }
        return form;
    }

    void paintTitle(const FlowBox& box)
    {
        if (m_window.toSurface(box.rect).width() < kLeastSeen)
            return;
        const double beside = besideTitle(box);
        const QRectF room = m_window.toSurface(box.title).adjusted(beside, 0, -beside, 0);
        const QFont bold = boldFont();
        if (room.height() < 0.7 * m_metrics.height())
            return;
        const QFontMetricsF metrics(bold);
        if (!m_titleForm)
            m_titleForm = titleForm(metrics);
        const QString text = layerTitles(box)[*m_titleForm];
        if (metrics.horizontalAdvance(text) > room.width() + 6)
            return;
        const bool here = box.stack == m_scene.head.stack && box.layer == m_scene.head.layer;
        m_painter.setFont(bold);
        m_painter.setPen(here ? m_look.palette.pin : m_look.palette.text);
        // Keep a title visible if it extends beyond the window.
        QRectF seen = room & QRectF(QPointF(), m_window.surface);
        if (seen.width() < metrics.horizontalAdvance(text))
            seen = room;
        const int alignment
            = Qt::AlignVCenter | (box.open || !box.name.isEmpty() ? Qt::AlignLeft : Qt::AlignHCenter);
        m_painter.fillRect(m_painter.boundingRect(seen, alignment, text), groundOf(box)); // over the arrows
        m_painter.drawText(seen, alignment, text);
        m_painter.setFont(m_look.font);
        m_painter.setPen(m_look.palette.mutedText);
        m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, box.detail);
    }

    QFont boldFont() const
    {
        QFont bold = m_look.font;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }

    void paintHeadNumber(const FlowBox& box, const QRectF& rect)
    {
        if (rect.height() < m_metrics.height())
            return;
        const double gap = 22 * m_window.scale; // to the line leading to the rows
        const QString number = QString::number(box.head);
        if (gap < m_metrics.horizontalAdvance(number) + 6)
            return;
        m_painter.setPen(m_look.palette.mutedText);
        m_painter.drawText(QRectF(rect.left() - gap, rect.top(), gap - 4, rect.height() / 2),
                           Qt::AlignRight | Qt::AlignVCenter, number);
    }

    void paintLine(const FlowLine& line)
    {
        if (!line.points.boundingRect().adjusted(-1, -1, 1, 1).intersects(m_seen))
            return;
        QPolygonF points;
        for (const QPointF& point : line.points)
            points << m_window.toSurface(point);
        // Among numbers, lines stay in the background.
        const PicturePalette& palette = m_look.palette;
        const bool numbers = !m_scene.trace.isNull();
        const QColor colour = line.kind == FlowLine::Kind::kMemory ? palette.pin
            : line.kind == FlowLine::Kind::kResidual ? (numbers ? palette.line : palette.mutedText)
                                                     : (numbers ? palette.mutedText : palette.text);
        m_painter.setPen(QPen(colour, line.kind == FlowLine::Kind::kMemory ? 1.4 : 1.1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPolyline(points);
        if (line.kind == FlowLine::Kind::kPlain)
            return;
        const double size = std::clamp(kArrowSize * m_window.scale, 2.0, kArrowSize);
        paintArrowHead(m_painter, points[points.size() - 2], points.back(), colour, 1.7 * size, size);
    }

    void paintBox(const FlowBox& box)
    {
        const QRectF rect = m_window.toSurface(box.rect);
        if (rect.width() < kLeastSeen || rect.height() < kLeastSeen)
            return;
        switch (box.kind) {
        case Kind::kMatrix:
        case Kind::kTokens:
            return paintFlowContent(m_painter, m_scene, box, m_window, m_look);
        case Kind::kStep:
            return box.isSum()       ? paintSum(m_painter, rect, m_look.palette, m_look.palette.background)
                : box.name.isEmpty() ? paintBar(rect, stepWords(box.step))
                                     : paintBlock(box, rect);
        case Kind::kPart:
            return paintBlock(box, rect);
        case Kind::kLabel:
            m_painter.setPen(m_look.palette.mutedText);
            return drawFitting(rect, Qt::AlignCenter, box.name, m_look.font);
        case Kind::kSquare:
            return paintSquare(box, rect);
        default:
            return;
        }
    }

    void paintBar(const QRectF& rect, const StepWords& words)
    {
        const QString text = headlight::tr(words.title);
        paintGround(rect, QColor::fromRgb(words.accent));
        if (rect.width() < m_metrics.height() * 0.9 || rect.height() < m_metrics.horizontalAdvance(text))
            return;
        m_painter.save();
        m_painter.translate(rect.center());
        m_painter.rotate(-90);
        m_painter.setPen(m_look.palette.text);
        m_painter.drawText(QRectF(-rect.height() / 2, -rect.width() / 2, rect.height(), rect.width()),
                           Qt::AlignCenter, text);
        m_painter.restore();
    }

    void paintGround(const QRectF& rect, const QColor& accent)
    {
        m_painter.setBrush(mixed(m_look.palette.background, accent, 0.27));
        m_painter.setPen(QPen(mixed(accent, m_look.palette.text, 0.25), 1));
        const double radius = std::min(5.0, rect.width() / 4);
        m_painter.drawRoundedRect(rect, radius, radius);
    }

    /// A block of the diagram: its name, with what there is to say about it below.
    void paintBlock(const FlowBox& box, const QRectF& rect)
    {
        paintGround(rect, accentOf(box));
        const double beside = kPadding * m_window.scale;
        QRectF text = rect.adjusted(beside, 0, -beside, 0);
        m_painter.setPen(m_look.palette.text);
        if (box.detail.isEmpty())
            return drawFitting(text, Qt::AlignCenter, box.name, m_look.font);
        const Qt::Alignment left = Qt::AlignLeft | Qt::AlignVCenter;
        text = {text.left(), text.top() + beside / 2, text.width(), m_metrics.height()};
        drawFitting(text, left, box.name, boldFont());
        m_painter.setPen(m_look.palette.mutedText);
        drawFitting(text.translated(0, text.height()), left, wholeParts(box.detail, m_metrics, text.width()),
                    m_look.font);
    }

    void paintSquare(const FlowBox& box, const QRectF& rect)
    {
        const QColor accent = QColor::fromRgb(stepWords(LayerStep::Kind::kAttention).accent);
        const bool here = box.headRef() == m_scene.head;
        m_painter.setBrush(here ? m_look.palette.pin : mixed(m_look.palette.background, accent, 0.6));
        m_painter.setPen(QPen(here ? m_look.palette.pin : mixed(accent, m_look.palette.text, 0.35), 1));
        m_painter.drawRoundedRect(rect, 2, 2);
    }

    /// Draws a line of text, in smaller letters where it would be cut.
    void drawFitting(const QRectF& rect, Qt::Alignment place, const QString& text, QFont font)
    {
        constexpr double kStep = 0.05;
        const QFont usual = font;
        for (double share = 1;
             QFontMetricsF(font).horizontalAdvance(text) > rect.width() && share > kSmallest;)
            font = scaledFont(usual, share -= kStep);
        m_painter.setFont(font);
        m_painter.drawText(rect, place, QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
        m_painter.setFont(m_look.font);
    }

    void paintSign(const FlowSign& sign)
    {
        if (!m_seen.contains(sign.at) || 22 * m_window.scale < m_metrics.averageCharWidth() * 1.3)
            return;
        m_painter.setPen(m_look.palette.mutedText);
        const QPointF at = m_window.toSurface(sign.at);
        m_painter.drawText(QRectF(at.x() - 12, at.y() - 12, 24, 24), Qt::AlignCenter,
                           QString::fromUcs4(&sign.sign, 1));
    }

    void paintHeading(const FlowHeading& heading)
    {
        const FlowBox& box = *m_scene.layout.box(heading.box);
        QRectF room = m_window.toSurface(heading.room);
        // Keep the name of a column visible as long as its matrices are.
        const bool above = room.bottom() < m_metrics.height();
        const double bottom = m_window.toSurface(QPointF(0, heading.bottom)).y();
        if (room.height() < 0.6 * m_metrics.height() || room.right() < 0
            || room.left() > m_window.surface.width() || room.top() > m_window.surface.height()
            || (above && bottom < 3 * m_metrics.height()))
            return;
        room.setTop(room.bottom() - std::max(room.height(), m_metrics.height()));
        if (above)
            room = QRectF(room.left(), 2, room.width(), m_metrics.height() + 2);
        QStringList choices;
        const bool tokens = box.kind == Kind::kTokens;
        if (tokens) { // like the tokens, the name extends into the margin
            room.setLeft(std::max(room.left() - kTokenReach * m_metrics.averageCharWidth(), 0.0));
            choices
                = {box.stack == StackKind::kEncoder ? headlight::tr("Encoder") : headlight::tr("Decoder")};
        } else if (isOfHead(box) && m_signed.contains(box.stack) && !siteSign(box).isEmpty()) {
            choices = {siteSign(box)};
        } else {
            choices
                = {siteTitle(box) + QStringLiteral("  ") + scaleWords(box), siteTitle(box), siteSign(box)};
        }
        for (const QString& text : choices) {
            const double width = m_metrics.horizontalAdvance(text);
            const bool last = tokens || text == choices.back(); // names side by side need a gap, signs do not
            if (text.isEmpty() || width + (last ? 0 : kBetweenNames) > room.width())
                continue;
            // Over the tokens, and not as if it began the name of the next column.
            const double left = tokens ? room.right() - std::min(kBesideTokens, room.width() - width) - width
                                       : room.center().x() - width / 2;
            const QRectF words(left, room.top(), width, room.height());
            if (above) {
                QRectF ground(0, 0, width + 12, m_metrics.height() + 4);
                ground.moveCenter(words.center());
                m_painter.setPen(Qt::NoPen);
                m_painter.setBrush(m_look.palette.background);
                m_painter.drawRoundedRect(ground, 4, 4);
            }
            m_painter.setPen(m_look.palette.mutedText);
            m_painter.drawText(words, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextDontClip, text);
            return;
        }
        if (!above)
            drawSmall(room, Qt::AlignHCenter | Qt::AlignBottom, choices.back(), m_look.palette.mutedText);
    }

    /// Draws a name that has no room in the usual letters, if it has in small ones.
    void drawSmall(const QRectF& room, Qt::Alignment place, const QString& text, const QColor& ink)
    {
        constexpr double kBetweenSmall = 2;
        const QFont smallest = scaledFont(m_look.font, kSmallest);
        const QRectF inside = room.adjusted(kBetweenSmall / 2, 0, -kBetweenSmall / 2, 0);
        if (QFontMetricsF(smallest).horizontalAdvance(text) > inside.width())
            return;
        m_painter.setPen(ink);
        drawFitting(inside, place, text, m_look.font);
    }

    void paintNote(const FlowNote& note)
    {
        if (!note.room.intersects(m_seen))
            return;
        const QRectF room = m_window.toSurface(note.room);
        if (room.height() < 0.7 * m_metrics.height())
            return;
        const bool cross = note.layer.kind == AttentionKind::kCross;
        const QStringList choices = note.feedForward ? QStringList{headlight::tr("Feed-forward")}
            : cross ? QStringList{headlight::tr("Cross-attention"), headlight::tr("cross")}
                    : QStringList{headlight::tr("Self-attention"), headlight::tr("self")};
        for (const QString& text : choices) {
            if (m_metrics.horizontalAdvance(text) > room.width())
                continue;
            m_painter.setPen(m_look.palette.text);
            m_painter.drawText(room, Qt::AlignCenter, text);
            return;
        }
        drawSmall(room, Qt::AlignCenter, choices.back(), m_look.palette.text);
    }

    /// "±2.1", "0 … 0.98": the range of the colours.
    QString scaleWords(const FlowBox& box) const
    {
        if (m_scene.size(box).first == 0)
            return {};
        const ValueScale scale = m_scene.pictures.colours(FlowPictures::groupOf(box)).scale;
        const QString top = localNumber(scale.upper, scale.upper >= 9.95 ? 0 : scale.upper >= 0.995 ? 1 : 2);
        return scale.diverging ? QChar(0x00B1) + top : QStringLiteral("0 … ") + top;
    }

    QRectF m_seen = m_window.shown(); ///< in the layout
    std::optional<std::size_t> m_titleForm; ///< of all layers' names
    std::set<StackKind> m_signed; ///< their heads' matrices have signs for names
};

} // namespace

QString wholeParts(QString detail, const QFontMetricsF& metrics, double width)
{
    const QString dot = QStringLiteral(" · ");
    while (metrics.horizontalAdvance(detail) > width && detail.contains(dot))
        detail.truncate(detail.lastIndexOf(dot));
    return detail;
}

void paintFlow(QPainter& painter, FlowScene& scene, const FlowWindow& window, const FlowLook& look)
{
    FlowPainter(painter, scene, window, look).paint();
}

} // namespace headlight

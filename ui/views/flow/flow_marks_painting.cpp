#include "ui/picture/colour_map.h"
#include "ui/picture/marks.h"
#include "ui/state/translation.h"
#include "ui/views/flow/flow_painting.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace headlight {

namespace {

constexpr double kLeastForRows = 48; ///< pixels; heads of lower boxes show no rows
constexpr double kThinBand = 8; ///< pixels; lower rows have a thin frame
constexpr double kNextReach = 16; ///< characters of the next tokens right of their box
constexpr double kLeastWord = 40; ///< pixels of a next token beside its probability

/// Width of a column of probabilities.
double numbersWidth(const QFontMetricsF& metrics)
{
    return metrics.horizontalAdvance(QStringLiteral("0.00034 %")) + 4;
}

class FlowMarker : FlowBrush<const FlowScene>
{
public:
    using FlowBrush::FlowBrush;

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setFont(m_look.font);
        paintThread();
        const QRectF seen = m_window.shown();
        for (const FlowBox& box : m_scene.layout.boxes()) {
            if (!box.rect.intersects(seen))
                continue;
            if (box.hasRows())
                paintRows(box);
            else if (box.kind == FlowBox::Kind::kNext)
                paintNext(box);
        }
        paintHead();
        if (const FlowBox* const box = m_scene.layout.box(m_look.hover);
            box != nullptr && (!box->isFrame() || !box->name.isEmpty()) && box->kind != FlowBox::Kind::kLabel)
            outline(box->place(), m_look.palette.mutedText, 1.4);
        if (const FlowBox* const box = m_scene.layout.box(m_look.current))
            outline(box->place(), m_look.palette.pin, m_look.focused ? 2.6 : 1.8);
    }

private:
    void outline(const QRectF& rect, const QColor& colour, double width)
    {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(colour, width));
        m_painter.drawRect(m_window.toSurface(rect).adjusted(-1.5, -1.5, 1.5, 1.5));
    }

    void paintThread()
    {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(faded(m_look.palette.pin, 0.75F), m_window.scale < 0.7 ? 1.1 : 1.6));
        for (const QPolygonF& way : m_scene.thread()) {
            const QPointF start = m_window.toSurface(way.front()), end = m_window.toSurface(way.back());
            QPainterPath path(start);
            if (way.size() == 2) {
                const QPointF half((end.x() - start.x()) / 2, 0);
                path.cubicTo(start + half, end - half, end);
            } else {
                for (const QPointF& point : way)
                    path.lineTo(m_window.toSurface(point));
            }
            m_painter.drawPath(path);
        }
    }

    /// The token's row, and in keys and values the row of the key.
    void paintRows(const FlowBox& box)
    {
        if (box.kind == FlowBox::Kind::kTokens)
            return paintToken(box);
        // When zoomed out, the frames would hide their contents.
        const bool small = box.head >= 0 && box.rect.height() * m_window.scale < kLeastForRows;
        if (small && box.headRef() != m_scene.head)
            return;
        const bool ofKeys = box.site == Site::kKey || box.site == Site::kValue;
        if (const auto row = m_scene.followedRow(box);
            row && !(ofKeys && box.attention == AttentionKind::kCross))
            band(m_scene.rowRect(box, *row), m_look.palette.pin, ofKeys ? 1.0 : 1.7);
        const std::optional<int>& key
            = m_scene.key.of(ofKeys ? box.rowStack() : box.columnStack().value_or(box.stack));
        if (!key)
            return;
        const auto [rows, columns] = m_scene.size(box);
        if (ofKeys && *key < rows) {
            band(m_scene.rowRect(box, *key), m_look.palette.newest, 1.2);
        } else if (box.columnStack() && *key < columns) {
            const double width = box.rect.width() / columns;
            band({box.rect.left() + *key * width, box.rect.top(), width, box.rect.height()},
                 m_look.palette.newest, 1.0);
        }
    }

    void band(const QRectF& rect, const QColor& colour, double width)
    {
        QRectF place = m_window.toSurface(rect);
        if (place.height() < 2 || place.width() < 2) { // keep it large enough to be visible
            const QRectF thin = place;
            place.setSize(place.size().expandedTo({2, 2}));
            place.moveCenter(thin.center());
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(colour, place.height() < kThinBand ? 1.0 : width));
        m_painter.drawRect(place);
    }

    void paintToken(const FlowBox& box)
    {
        const std::vector<TokenLabel>& tokens = m_scene.trace.tokens(box.stack);
        const auto label = [&](int row, const QColor& fill, const QColor& ink) {
            const QRectF place = m_window.toSurface(m_scene.rowRect(box, row));
            const FlowToken placed = placeToken(place, m_window.toSurface(box.rect),
                                                tokenText(tokens[static_cast<std::size_t>(row)]), m_metrics);
            const double height = std::max(place.height(), m_metrics.height() + 2);
            const double line = std::min(height, m_metrics.height() + 6);
            const double width = std::min(m_metrics.horizontalAdvance(placed.text), placed.band.width());
            const QRectF words(placed.band.right() - width, placed.band.center().y() - line / 2, width, line);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(fill);
            m_painter.drawRoundedRect(words.adjusted(-4, 0, 4, 0), 3, 3);
            m_painter.setPen(ink);
            m_painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, placed.text);
        };
        if (const auto key = m_scene.key.of(box.stack); key && *key < static_cast<int>(tokens.size()))
            label(*key, mixed(m_look.palette.background, m_look.palette.newest, 0.3), m_look.palette.text);
        if (const auto row = m_scene.followedRow(box))
            label(*row, m_look.palette.pin, m_look.palette.pinText);
    }

    void paintNext(const FlowBox& box)
    {
        const QRectF rect = m_window.toSurface(box.rect);
        const double line = m_metrics.height() + 6;
        if (rect.width() < 36)
            return;
        const auto row = m_scene.followed.of(box.stack);
        // Nothing is to the right of these words, so they extend into the margin.
        constexpr double kStaysFree = 8; // pixels
        const double margin = m_window.surface.width() - rect.right() - kStaysFree;
        const double reach = std::clamp(margin, 0.0, kNextReach * m_metrics.averageCharWidth());
        QRectF place(rect.left() + 4, rect.top(), rect.width() + reach - 8, line);
        if (row) {
            m_painter.setPen(m_look.palette.mutedText);
            const QString title
                = (box.stack == StackKind::kDecoder ? headlight::tr("After %1") : headlight::tr("At %1"))
                      .arg(quotedToken(m_scene.trace.tokens(box.stack), *row));
            m_painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                               m_metrics.elidedText(title, Qt::ElideMiddle, place.width()));
            place.translate(0, line);
        }
        if (m_scene.next.empty()) {
            m_painter.setPen(m_look.palette.mutedText);
            m_painter.drawText(QRectF(place.topLeft(), QPointF(place.right(), rect.bottom())),
                               Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                               headlight::tr("The logits after this token were not recorded."));
        }
        for (const NextToken& next : m_scene.next) {
            if (place.bottom() > rect.bottom())
                break;
            paintNextToken(next, place);
            place.translate(0, line);
        }
    }

    void paintNextToken(const NextToken& next, const QRectF& place)
    {
        const QString number = probabilityText(next.probability);
        constexpr double kLeastBar = 24;
        const double numbers = numbersWidth(m_metrics);
        const double half = place.width() * 0.42;
        const bool bars = place.width() - half - numbers >= kLeastBar;
        const bool onlyWords = place.width() - numbers < kLeastWord;
        const double words = onlyWords ? place.width() : bars ? half : place.width() - numbers;
        QFont font = m_look.font;
        font.setBold(next.taken);
        m_painter.setFont(font);
        m_painter.setPen(m_look.palette.text);
        m_painter.drawText(QRectF(place.left(), place.top(), words, place.height()),
                           Qt::AlignLeft | Qt::AlignVCenter,
                           QFontMetricsF(font).elidedText(next.text, Qt::ElideRight, words));
        m_painter.setFont(m_look.font);
        if (onlyWords)
            return;
        m_painter.setPen(m_look.palette.mutedText);
        m_painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, number);
        if (!bars)
            return;
        const QRectF room(place.left() + words + 6, place.top() + 4, place.width() - words - numbers - 10,
                          place.height() - 8);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_look.palette.masked);
        m_painter.drawRect(room);
        m_painter.setBrush(next.taken ? m_look.palette.pin
                                      : mixed(m_look.palette.background, m_look.palette.pin, 0.55));
        m_painter.drawRect(QRectF(room.topLeft(), QSizeF(room.width() * next.probability, room.height())));
    }

    /// The current head: its weights, or its whole row if the layer is open.
    void paintHead()
    {
        const HeadRef& head = m_scene.head;
        int found = m_scene.layout.find({.kind = FlowBox::Kind::kHead,
                                         .stack = head.stack,
                                         .layer = head.layer,
                                         .attention = head.kind,
                                         .head = head.head});
        if (found < 0)
            found = m_scene.layout.findMatrix(Site::kWeights, head);
        if (const FlowBox* const box = m_scene.layout.box(found))
            outline(box->rect, m_look.palette.pin, 2);
    }
};

} // namespace

FlowWords leastWords(const QFontMetricsF& metrics)
{
    constexpr double kTokenLetters = 8, kNextLetters = 7;
    const double letter = metrics.averageCharWidth();
    return {kTokenLetters * letter, std::max(kNextLetters * letter, kLeastWord) + numbersWidth(metrics)};
}

void paintFlowMarks(QPainter& painter, const FlowScene& scene, const FlowWindow& window, const FlowLook& look)
{
    FlowMarker(painter, scene, window, look).paint();
}

} // namespace headlight

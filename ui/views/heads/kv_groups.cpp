#include "ui/views/heads/kv_groups.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace headlight {

namespace {

constexpr double kBelow = 3.5; ///< between the thumbnails and the ends of the bracket
constexpr double kHeight = 4;

} // namespace

std::vector<KvBracket> kvBrackets(const HeadsLayout& layout, const HeadGroup& group)
{
    std::vector<KvBracket> brackets;
    const int each = group.sharing;
    for (int layer = 0; layer < group.layers && each > 1; ++layer)
        for (int first = 0; first < group.heads; first += each) {
            const int last = std::min(first + each, group.heads) - 1;
            const QRectF left = layout.rectOf({group.stack, layer, group.kind, first});
            const QRectF right = layout.rectOf({group.stack, layer, group.kind, last});
            const QRectF caption = layout.captionOf({group.stack, layer, group.kind, first});
            const double top = caption.isEmpty() ? left.bottom() + kBelow : caption.bottom();
            brackets.push_back({layer, first / each, first, last,
                                QRectF(QPointF(left.left(), top), QPointF(right.right(), top + kHeight))});
        }
    return brackets;
}

void paintKvBrackets(QPainter& painter, const std::vector<KvBracket>& brackets, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const KvBracket& bracket : brackets) {
        const QRectF& rect = bracket.rect;
        painter.drawPolyline(
            QPolygonF({rect.topLeft(), rect.bottomLeft(), rect.bottomRight(), rect.topRight()}));
    }
    painter.restore();
}

QString kvShareInWords(const TraceInfo& info, const HeadRef& head)
{
    const int each = headsPerKvHead(info, head.stack, head.kind);
    if (each <= 1)
        return {};
    const int kvHead = head.head / each;
    return QCoreApplication::translate("KvGroups", "heads %1–%2 share key/value head %3")
        .arg(kvHead * each)
        .arg(kvHead * each + each - 1)
        .arg(kvHead);
}

} // namespace headlight

#include "ui/widgets/candidate_delegate.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/oklab.h"
#include "ui/widgets/candidates_model.h"

#include <QPainter>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kMark = 16; ///< room for the mark before a token
constexpr int kPadding = 6;

void paintMark(QPainter& painter, const QRectF& cell, const ChipColours& colours, bool own)
{
    const QPointF centre(cell.left() + kMark / 2.0, cell.center().y());
    painter.setPen(Qt::NoPen);
    painter.setBrush(own ? colours.forced : colours.rampEnd);
    if (own) {
        // A rhombus for the user's choice, a disc for the model's: distinguishable without colour.
        const QPolygonF rhombus({centre + QPointF(0, -5), centre + QPointF(5, 0), centre + QPointF(0, 5),
                                 centre + QPointF(-5, 0)});
        painter.drawPolygon(rhombus);
    } else {
        painter.drawEllipse(centre, 4, 4);
    }
}

void paintProbability(QPainter& painter, const QRectF& cell, const ChipColours& colours,
                      const QModelIndex& index)
{
    const double probability = std::clamp(index.data(CandidatesModel::kProbability).toDouble(), 0.0, 1.0);
    const bool taken = index.data(CandidatesModel::kTaken).toBool();
    const bool own = index.data(CandidatesModel::kOwn).toBool();
    const qreal number = QFontMetricsF(painter.font()).horizontalAdvance(QStringLiteral("99.999 %"));
    const QRectF track(cell.left(), cell.center().y() - 5,
                       std::max(0.0, cell.width() - number - 2 * kPadding), 10);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(track, 3, 3);
    const QColor accent = own ? colours.forced : colours.rampEnd;
    painter.setBrush(taken ? accent : mixed(colours.surface, accent, 0.55));
    const QRectF bar(track.left(), track.top(), std::max(1.5, track.width() * probability), track.height());
    painter.drawRoundedRect(bar, std::min(3.0, bar.width() / 2), 3);
    painter.setPen(colours.text);
    painter.drawText(cell.adjusted(0, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                     index.data().toString());
}

} // namespace

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(option.font);
    return {metrics.horizontalAdvance(index.data().toString()) + kMark + 2 * kPadding, metrics.height() + 2};
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const ChipColours colours = chipColours(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(option.font);
    const QRectF cell(option.rect);
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(cell, mixed(colours.background, colours.rampEnd, 0.16));
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(cell, mixed(colours.background, colours.rampEnd, 0.07));

    switch (index.column()) {
    case CandidatesModel::kRankColumn:
        painter->setPen(colours.muted);
        painter->drawText(cell.adjusted(0, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data().toString());
        break;
    case CandidatesModel::kTokenColumn: {
        const bool taken = index.data(CandidatesModel::kTaken).toBool();
        if (taken)
            paintMark(*painter, cell, colours, index.data(CandidatesModel::kOwn).toBool());
        QFont font = option.font;
        font.setBold(taken);
        painter->setFont(font);
        painter->setPen(colours.text);
        const QRectF text = cell.adjusted(kMark + 2, 0, -kPadding, 0);
        painter->drawText(
            text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetricsF(font).elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
        break;
    }
    default:
        paintProbability(*painter, cell, colours, index);
    }
    painter->restore();
}

} // namespace headlight

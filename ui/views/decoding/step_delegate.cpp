#include "ui/views/decoding/step_delegate.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/oklab.h"
#include "ui/views/decoding/steps_model.h"
#include "ui/words/probability_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int kGap = 3; ///< around an item
constexpr int kBarHeight = 28;
constexpr int kChipPadding = 6;
constexpr int kLongestChipInEms = 12;

QFont smallFont(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.85);
    return small;
}

int chipHeight(const QFont& font)
{
    return QFontMetrics(font).height() + 6;
}

/// Surprisal and entropy as two thin bars on one scale.
void paintBits(QPainter& painter, const QRectF& area, const QModelIndex& index, const ChipColours& colours)
{
    const double most = std::max(1.0, index.data(StepsModel::kMostBits).toDouble());
    const auto bar = [&](double left, double bits, const QColor& colour) {
        if (std::isnan(bits))
            return;
        const double height = std::max(1.5, area.height() * std::clamp(bits / most, 0.0, 1.0));
        painter.fillRect(QRectF(area.left() + left, area.bottom() - height, 5, height), colour);
    };
    bar(0, index.data(StepsModel::kSurprise).toDouble(), colours.key);
    bar(6, index.data(StepsModel::kEntropy).toDouble(), colours.muted);
}

} // namespace

int StepDelegate::itemHeight(const QFont& font)
{
    return QFontMetrics(smallFont(font)).height() + kBarHeight + chipHeight(font) + 4 * kGap;
}

QSize StepDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(option.font);
    const QFontMetrics small(smallFont(option.font));
    const QString number = probabilityText(index.data(StepsModel::kProbability).toDouble());
    const int chip = std::min(metrics.horizontalAdvance(index.data().toString()),
                              kLongestChipInEms * metrics.averageCharWidth() * 2)
        + 2 * kChipPadding;
    return {std::max({chip, small.horizontalAdvance(number) + 2, 34}) + 2 * kGap + m_extra,
            itemHeight(option.font)};
}

void StepDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const ChipColours colours = chipColours(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool own = index.data(StepsModel::kOwnChoice).toBool();
    const bool forced = index.data(StepsModel::kForced).toBool();
    const double probability = std::clamp(index.data(StepsModel::kProbability).toDouble(), 0.0, 1.0);
    const QColor accent = own ? colours.forced : colours.rampEnd;

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF item = QRectF(option.rect).adjusted(kGap, kGap, -kGap, -kGap);
    if (selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(mixed(colours.background, accent, 0.16));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }

    // The numbers are in one line above the bars, the bars above the tokens.
    const qreal numberHeight = QFontMetricsF(smallFont(option.font)).height();
    const qreal chip = chipHeight(option.font);
    const QRectF chipRect(item.left() + m_extra / 2.0, item.bottom() - chip, item.width() - m_extra, chip);
    const qreal barHeight = std::max(2.0, kBarHeight * probability);
    const QRectF barRect(item.center().x() - 15, chipRect.top() - kGap - barHeight, 16, barHeight);
    painter->setPen(Qt::NoPen);
    painter->setBrush(selected || own ? accent : mixed(colours.surface, accent, 0.62));
    painter->drawRoundedRect(barRect, 2, 2);
    paintBits(*painter, {barRect.right() + 3, chipRect.top() - kGap - kBarHeight, 12, kBarHeight}, index,
              colours);
    painter->setFont(smallFont(option.font));
    painter->setPen(colours.muted);
    painter->drawText(QRectF(option.rect.left(), chipRect.top() - kGap - kBarHeight - numberHeight - 1,
                             option.rect.width(), numberHeight),
                      Qt::AlignCenter, probabilityText(index.data(StepsModel::kProbability).toDouble()));

    const bool special = index.data(StepsModel::kSpecial).toBool();
    painter->setFont(option.font);
    painter->setBrush(selected ? accent : special ? colours.background : colours.surface);
    painter->setPen(own                        ? QPen(colours.forced, 2)
                        : forced               ? QPen(colours.outline, 1, Qt::DotLine)
                        : special && !selected ? QPen(colours.outline, 1)
                                               : QPen(Qt::NoPen));
    const qreal radius = special ? chip / 2 : 5;
    painter->drawRoundedRect(chipRect.adjusted(1, 1, -1, -1), radius, radius);
    painter->setPen(selected ? readableOn(accent) : special ? colours.muted : colours.text);
    const QString text = QFontMetrics(option.font)
                             .elidedText(index.data().toString(), Qt::ElideMiddle,
                                         static_cast<int>(chipRect.width()) - kChipPadding);
    painter->drawText(chipRect, Qt::AlignCenter | Qt::TextSingleLine, text);
    if (option.state.testFlag(QStyle::State_HasFocus)
        && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(QPen(colours.text, 1, Qt::DotLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    painter->restore();
}

} // namespace headlight

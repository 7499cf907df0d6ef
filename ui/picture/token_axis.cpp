#include "ui/picture/token_axis.h"

#include "core/trace/attention_map.h"
#include "ui/words/next_token.h"
#include "ui/words/token_text.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QTransform>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kGap = 5; ///< between the cells and their labels
constexpr double kPad = 3; ///< margin at both ends of a label
constexpr double kSine = 0.70710678118654752; ///< of the 45° of slanted labels
constexpr int kMeasured = 400; ///< labels measured to find the widest

const QString kArrow = QStringLiteral(" → ");

LabelStyle styleOf(const TokenLabel& token)
{
    return token.padding   ? LabelStyle::kPadding
        : token.isMarkup() ? LabelStyle::kSpecial
                           : LabelStyle::kPlain;
}

bool isItalic(LabelStyle style, const QString& text)
{
    return style != LabelStyle::kPlain && canSlant(text);
}

AxisLabel labelOf(const TokenLabel& token)
{
    return {tokenText(token), styleOf(token)};
}

QColor inkOf(LabelStyle style, const PicturePalette& palette)
{
    return style == LabelStyle::kPlain  ? palette.text
        : style == LabelStyle::kSpecial ? palette.mutedText
                                        : palette.faintText;
}

AxisLabel labelAt(const std::vector<TokenLabel>& tokens, int i)
{
    // A map without tokens (ids were not recorded) still has positions.
    if (static_cast<std::size_t>(i) < tokens.size())
        return labelOf(tokens[static_cast<std::size_t>(i)]);
    return {.text = QString::number(i), .position = true};
}

/// Widths of the texts measured last: rulers are made anew with every map, mostly of the same tokens.
class TextWidths
{
public:
    double of(const QString& text, const QFont& font, bool italic)
    {
        if (font != m_font) {
            m_font = font;
            for (auto& each : m_known)
                each.clear();
        }
        QHash<QString, double>& known = m_known[italic ? 1 : 0];
        if (const auto found = known.constFind(text); found != known.constEnd())
            return *found;
        if (known.size() >= kMost)
            known.clear();
        QFont drawn = font;
        drawn.setItalic(italic);
        return *known.insert(text, QFontMetricsF(drawn).horizontalAdvance(text));
    }

private:
    static constexpr qsizetype kMost = 4096;
    QFont m_font;
    std::array<QHash<QString, double>, 2> m_known; ///< upright and italic
};

/// First of 1, 2, 5, 10, 20, 50, … that is at least `wanted`.
int roundStepFrom(double wanted)
{
    int step = 1;
    for (int i = 0; step < wanted && i < 24; ++i)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

} // namespace

QPolygonF PlacedLabel::outline() const
{
    QTransform turn;
    turn.translate(anchor.x(), anchor.y());
    turn.rotate(degrees);
    return turn.map(QPolygonF(box));
}

TokenRuler::TokenRuler(int count, LabelOf labelOf, Qt::Orientation orientation, const QFont& font)
    : m_count(count)
    , m_labelOf(std::move(labelOf))
    , m_orientation(orientation)
    , m_font(font)
{
    // An emoji sequence stays together only in one font; the fallback may begin with a monochrome one.
    m_font.setFamilies({QFontInfo(m_font).family(), QStringLiteral("Noto Color Emoji")});
}

TokenRuler TokenRuler::ofQueries(const AttentionMap& map, const QFont& font)
{
    return {static_cast<int>(map.queries()), [map](int i) { return labelAt(map.queryTokens(), i); },
            Qt::Vertical, font};
}

TokenRuler TokenRuler::ofQueriesWithNext(const AttentionMap& map, const std::optional<TokenLabel>& written,
                                         const QFont& font)
{
    return {static_cast<int>(map.queries()),
            [map, written](int i) {
                AxisLabel label = labelAt(map.queryTokens(), i);
                if (const TokenLabel* const next = nextToken(map, i, written)) {
                    label.text = withoutSpaceMark(label.text); // "chat → noir"
                    label.next = withoutSpaceMark(tokenText(*next));
                    label.nextStyle = styleOf(*next);
                }
                return label;
            },
            Qt::Vertical, font};
}

TokenRuler TokenRuler::ofKeys(const AttentionMap& map, const QFont& font)
{
    return {static_cast<int>(map.keys()), [map](int i) { return labelAt(map.keyTokens(), i); },
            Qt::Horizontal, font};
}

double TokenRuler::lineHeight() const
{
    return std::ceil(QFontMetricsF(m_font).height());
}

QFont TokenRuler::fontFor(LabelStyle style, const QString& text) const
{
    QFont font = m_font;
    font.setItalic(isItalic(style, text));
    return font;
}

double TokenRuler::widthOf(const QString& text, LabelStyle style) const
{
    thread_local TextWidths widths;
    return widths.of(text, m_font, isItalic(style, text));
}

double TokenRuler::arrowWidth() const
{
    return widthOf(kArrow, LabelStyle::kPlain);
}

void TokenRuler::fitTexts(const AxisLabel& label, double room, PlacedLabel& out) const
{
    const auto cut = [this](const QString& text, LabelStyle style, double width) {
        const QFontMetricsF metrics(fontFor(style, text));
        const double most = std::max(0.0, width) + 0.5;
        const QString whole = text.left(256);
        if (metrics.horizontalAdvance(whole) <= most)
            return whole;
        // A letter of the word says more than the sign of the space before it.
        const QString left = metrics.elidedText(withoutSpaceMark(whole), Qt::ElideRight, most);
        // Dots alone say nothing, and half a number is another number.
        bool number = false;
        whole.toInt(&number);
        return number || left.size() < 2 ? QString() : left;
    };
    double own = room;
    // Where nothing of either would be left but "… → …", the row keeps its own token alone.
    const double least = widthOf(QStringLiteral("mm…"), LabelStyle::kPlain);
    const double wishes = label.next.isEmpty()
        ? 0
        : widthOf(label.text.left(256), label.style) + widthOf(label.next.left(256), label.nextStyle);
    const bool both
        = !label.next.isEmpty() && (room - arrowWidth() >= 2 * least || room - arrowWidth() >= wishes);
    if (both) {
        // If both do not fit, each gets at least its half.
        const double shared = room - arrowWidth();
        const double wanted = widthOf(label.next.left(256), label.nextStyle);
        own = std::max(shared / 2, shared - wanted);
        out.nextStyle = label.nextStyle;
    }
    out.text = cut(label.text, label.style, own);
    if (both)
        out.next = cut(label.next, label.nextStyle, room - arrowWidth() - widthOf(out.text, label.style));
    out.elided = out.text != label.text || out.next != label.next;
}

double TokenRuler::widest() const
{
    if (m_widest < 0) {
        m_widest = 0;
        for (int i = 0; i < std::min(m_count, kMeasured); ++i) {
            const AxisLabel label = m_labelOf(i);
            // Longer texts are elided anyway, and a token can have a megabyte.
            double width = widthOf(label.text.left(64), label.style);
            if (!label.next.isEmpty())
                width += arrowWidth() + widthOf(label.next.left(64), label.nextStyle);
            m_widest = std::max(m_widest, width);
        }
        m_widest = std::ceil(m_widest);
    }
    return m_widest;
}

TokenRuler::Angle TokenRuler::angleFor(double cell) const
{
    if (m_orientation == Qt::Vertical || widest() + 2 * kPad + 2 <= cell)
        return Angle::kHorizontal;
    return cell >= lineHeight() * 1.45 ? Angle::kSlanted : Angle::kVertical;
}

int TokenRuler::stepFor(double cell) const
{
    // If labels are left out, give the others more room, so that the eye can tell the rows apart.
    const double needed = lineHeight();
    return cell >= needed ? 1 : roundStepFrom(needed * 1.25 / cell);
}

double TokenRuler::thicknessFor(double cell, double limit) const
{
    double text = widest();
    if (stepFor(cell) > 1 && !m_labelOf(0).position)
        text += QFontMetricsF(m_font).horizontalAdvance(QString::number(m_count) + QLatin1Char(' '));
    const double across = text + 2 * kPad;
    switch (angleFor(cell)) {
    case Angle::kHorizontal:
        return std::min(limit, m_orientation == Qt::Vertical ? across + kGap : lineHeight() + kGap);
    case Angle::kSlanted:
        return std::min(limit, std::ceil((across + lineHeight()) * kSine) + kGap);
    case Angle::kVertical:
        break;
    }
    return std::min(limit, across + kGap);
}

PlacedLabel TokenRuler::placed(const AxisPlace& place, int token, bool withIndex) const
{
    const AxisLabel label = m_labelOf(token);
    const Angle angle = angleFor(place.cell());
    const double height = lineHeight();
    PlacedLabel out;
    out.token = token;
    out.style = label.style;
    if (withIndex && !label.position)
        out.index = QString::number(token) + QLatin1Char(' ');
    double room = place.thickness - kGap - 2 * kPad;
    if (m_orientation == Qt::Horizontal && angle == Angle::kHorizontal)
        room = place.cell() - 2 * kPad;
    else if (angle == Angle::kSlanted)
        room = (place.thickness - kGap) / kSine - height - 2 * kPad;
    const double index = QFontMetricsF(m_font).horizontalAdvance(out.index);
    fitTexts(label, std::max(0.0, room - index), out);
    double width = index + widthOf(out.text, out.style) + 2 * kPad;
    if (!out.next.isEmpty())
        width += arrowWidth() + widthOf(out.next, out.nextStyle);
    const double middle = place.middle(token);
    if (m_orientation == Qt::Vertical) {
        out.anchor = {place.edge - kGap, middle};
        out.box = {-width, -height / 2, width, height};
    } else if (angle == Angle::kHorizontal) {
        out.anchor = {middle, place.edge - kGap};
        out.box = {-width / 2, -height, width, height};
    } else {
        const bool slanted = angle == Angle::kSlanted;
        out.anchor = {middle, place.edge - kGap - (slanted ? height / 2 * kSine : 0)};
        out.degrees = slanted ? -45 : -90;
        out.box = {0, -height / 2, width, height};
    }
    return out;
}

std::vector<PlacedLabel> TokenRuler::place(const AxisPlace& place) const
{
    std::vector<PlacedLabel> labels;
    if (place.thickness <= 0) // the labels are beside another map
        return labels;
    const int step = stepFor(place.cell());
    const int begin = std::max(0, static_cast<int>(std::floor(place.span.lower)));
    const int end = std::min(m_count, static_cast<int>(std::ceil(place.span.upper)));
    for (int token = (begin + step - 1) / step * step; token < end; token += step) {
        const double middle = place.middle(token);
        // Labels centred beyond the end of the axis belong to tokens scrolled out of sight.
        if (middle < place.start || middle > place.start + place.length)
            continue;
        PlacedLabel label = placed(place, token, step > 1);
        if (!label.index.isEmpty() || !label.text.isEmpty())
            labels.push_back(std::move(label));
    }
    return labels;
}

PlacedLabel TokenRuler::placeOne(const AxisPlace& place, int token) const
{
    return placed(place, token, stepFor(place.cell()) > 1);
}

std::optional<int> TokenRuler::tokenAt(const AxisPlace& place, const QPointF& position) const
{
    for (const PlacedLabel& label : this->place(place))
        if (label.outline().containsPoint(position, Qt::OddEvenFill))
            return label.token;
    const bool rows = m_orientation == Qt::Vertical;
    const double along = rows ? position.y() : position.x();
    const double away = place.edge - (rows ? position.x() : position.y());
    const double cell = place.span.lower + (along - place.start) / place.cell();
    if (away < 0 || away > place.thickness || along < place.start || along >= place.start + place.length
        || cell < 0 || cell >= m_count)
        return std::nullopt;
    return static_cast<int>(cell);
}

void TokenRuler::paint(QPainter& painter, const PlacedLabel& label, const PicturePalette& palette,
                       LabelEmphasis emphasis) const
{
    const QFont font = fontFor(label.style, label.text);
    const QFontMetricsF metrics(m_font);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(label.anchor);
    painter.rotate(label.degrees);
    QColor ink = inkOf(label.style, palette);
    QColor nextInk = inkOf(label.nextStyle, palette);
    QColor arrowInk = palette.mutedText;
    if (emphasis == LabelEmphasis::kNewest) { // a frame, since it marks time and not attention
        painter.setPen(QPen(palette.newest, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(label.box.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    } else if (emphasis != LabelEmphasis::kNone) {
        const bool pinned = emphasis == LabelEmphasis::kPin;
        painter.setPen(Qt::NoPen);
        painter.setBrush(pinned                                  ? palette.pin
                             : emphasis == LabelEmphasis::kFound ? palette.foundFill
                                                                 : palette.hover);
        painter.drawRoundedRect(label.box, 4, 4);
        ink = pinned ? palette.pinText : palette.text;
        nextInk = ink;
        arrowInk = ink;
    }
    // One baseline for all labels, whatever fonts their scripts fall back to.
    const double baseline = label.box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    double x = label.box.left() + kPad;
    if (!label.index.isEmpty()) {
        painter.setFont(m_font);
        const bool filled = emphasis == LabelEmphasis::kHover || emphasis == LabelEmphasis::kFound;
        painter.setPen(emphasis == LabelEmphasis::kPin ? palette.pinText
                           : filled                    ? palette.mutedText
                                                       : palette.faintText);
        painter.drawText(QPointF(x, baseline), label.index);
        x += metrics.horizontalAdvance(label.index);
    }
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QPointF(x, baseline), label.text);
    if (!label.next.isEmpty()) {
        x += widthOf(label.text, label.style);
        painter.setFont(m_font);
        painter.setPen(arrowInk);
        painter.drawText(QPointF(x, baseline), kArrow);
        painter.setFont(fontFor(label.nextStyle, label.next));
        painter.setPen(nextInk);
        painter.drawText(QPointF(x + arrowWidth(), baseline), label.next);
    }
    painter.restore();
}

} // namespace headlight

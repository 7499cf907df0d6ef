#include "ui/views/vectors/angle_curves.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/picture_palette.h"
#include "ui/views/vectors/vector_text.h"
#include "ui/widgets/canvas_accessible.h"
#include "ui/words/local_number.h"

#include <QPainter>
#include <QPainterPath>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace headlight {

namespace {

constexpr double kTop = std::numbers::e + 0.15;
constexpr double kBottom = -1.15;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kSamples = 120;
const QString kExponentialName = QStringLiteral("━ exp(cos θ)  ");
const QString kCosineName = QStringLiteral("╍ cos θ  ");

double curveAt(double angle, bool exponential)
{
    return exponential ? std::exp(std::cos(angle)) : std::cos(angle);
}

QPointF placeIn(const QRectF& plot, double angle, double value)
{
    return {plot.left() + plot.width() * angle / kTurn,
            plot.top() + plot.height() * (kTop - value) / (kTop - kBottom)};
}

} // namespace

AngleCurves::AngleCurves(QWidget* parent)
    : Canvas(tr("Curves of cos θ and exp(cos θ)"), parent)
{
    setToolTip(tr("cos θ (of the query and each key) and its exponential, from 0 to 2π: softmax amplifies "
                  "agreement and damps opposition"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
}

void AngleCurves::setAngles(std::vector<VectorAngle> angles, int current)
{
    m_angles = std::move(angles);
    m_current = current;
    sayCurrent(*this, words());
    update();
}

QString AngleCurves::words() const
{
    const auto index = static_cast<std::size_t>(m_current);
    if (m_current < 0 || index >= m_angles.size())
        return tr("Select a key to see it on the curves.");
    const VectorAngle& pair = m_angles[index];
    if (!pair.angle)
        return tr("A vector without length has no angle.");
    return tr("θ = %1°, cos θ = %2, exp(cos θ) = %3")
        .arg(localNumber(*pair.angle * 180 / std::numbers::pi, 1), fourDigits(*pair.cosine),
             fourDigits(std::exp(*pair.cosine)));
}

bool AngleCurves::hasOneLine() const
{
    const QFontMetricsF metrics(font());
    const double names = metrics.horizontalAdvance(kExponentialName) + metrics.horizontalAdvance(kCosineName);
    const double left = metrics.horizontalAdvance(QStringLiteral("−1")) + 8;
    return left + names + metrics.horizontalAdvance(words()) + 4 <= width();
}

QRectF AngleCurves::plotRect() const
{
    const QFontMetricsF metrics(font());
    const double left = metrics.horizontalAdvance(QStringLiteral("−1")) + 8;
    const double legend = metrics.height() * (hasOneLine() ? 1 : 2);
    return QRectF(rect()).adjusted(left, legend + 4, -8, -metrics.height() - 4);
}

QPointF AngleCurves::placeOf(double angle, double value) const
{
    return placeIn(plotRect(), angle, value);
}

void AngleCurves::paintFrame(QPainter& painter, const QRectF& plot) const
{
    const PicturePalette colours = PicturePalette::of(palette());
    const QFontMetricsF metrics(font());
    for (int value = -1; value <= 2; ++value) {
        const QPointF at = placeIn(plot, 0, value);
        painter.setPen(QPen(value == 0 ? colours.mutedText : colours.line, 1));
        painter.drawLine(at, placeIn(plot, kTurn, value));
        painter.setPen(colours.mutedText);
        painter.drawText(QRectF(0, at.y() - metrics.height() / 2, at.x() - 4, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         value < 0 ? QStringLiteral("−1") : QString::number(value));
    }
    const std::array<QString, 5> names{QStringLiteral("0"), QStringLiteral("π/2"), QStringLiteral("π"),
                                       QStringLiteral("3π/2"), QStringLiteral("2π")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const QPointF at = placeIn(plot, kTurn * static_cast<double>(i) / 4, kBottom);
        painter.setPen(QPen(colours.line, 1));
        painter.drawLine(at, at - QPointF(0, plot.height()));
        painter.setPen(colours.mutedText);
        const double width = metrics.horizontalAdvance(names.at(i));
        const double x = std::min(at.x() - width / 2, this->width() - width - 1.0);
        painter.drawText(QPointF(x, at.y() + metrics.ascent() + 2), names.at(i));
    }
}

void AngleCurves::paintCurve(QPainter& painter, const QRectF& plot, bool exponential,
                             const QColor& colour) const
{
    QPainterPath path(placeIn(plot, 0, curveAt(0, exponential)));
    for (int i = 1; i <= kSamples; ++i) {
        const double angle = kTurn * i / kSamples;
        path.lineTo(placeIn(plot, angle, curveAt(angle, exponential)));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.8, exponential ? Qt::SolidLine : Qt::DashLine));
    painter.drawPath(path);
    for (std::size_t i = 0; i < m_angles.size(); ++i) {
        if (!m_angles[i].angle)
            continue;
        const bool current = static_cast<int>(i) == m_current;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        const double radius = current ? 4.5 : 2;
        painter.drawEllipse(placeIn(plot, *m_angles[i].angle, curveAt(*m_angles[i].angle, exponential)),
                            radius, radius);
    }
}

void AngleCurves::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    const ChipColours marks = chipColours(palette());
    painter.fillRect(rect(), colours.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = plotRect(); // asking the fonts for every point of a curve would be slow
    paintFrame(painter, plot);
    const auto index = static_cast<std::size_t>(m_current);
    if (m_current >= 0 && index < m_angles.size() && m_angles[index].angle) {
        painter.setPen(QPen(colours.pin, 1.4));
        painter.drawLine(placeIn(plot, *m_angles[index].angle, kBottom),
                         placeIn(plot, *m_angles[index].angle, kTop));
    }
    paintCurve(painter, plot, false, marks.key);
    paintCurve(painter, plot, true, marks.query);
    const QFontMetricsF metrics(font());
    double x = plot.left();
    painter.setPen(marks.query);
    painter.drawText(QPointF(x, metrics.ascent() + 1), kExponentialName);
    x += metrics.horizontalAdvance(kExponentialName);
    painter.setPen(marks.key);
    painter.drawText(QPointF(x, metrics.ascent() + 1), kCosineName);
    x += metrics.horizontalAdvance(kCosineName);
    painter.setPen(colours.text);
    const bool beside = hasOneLine();
    const QRectF room = beside ? QRectF(x, 1, width() - x - 4, metrics.height())
                               : QRectF(plot.left(), metrics.height() + 1,
                                        std::max(0.0, width() - plot.left() - 4), metrics.height());
    painter.drawText(room, (beside ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     metrics.elidedText(words(), Qt::ElideRight, room.width()));
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.pin, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace headlight

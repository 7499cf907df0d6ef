#include "ui/views/vectors/angle_curves.h"

#include "ui/picture/chip_colours.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"

#include <QEvent>
#include <QLabel>

#include <cmath>
#include <numbers>
#include <utility>

namespace headlight {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kSamples = 120;

float valueAt(double angle, bool exponential)
{
    return static_cast<float>(exponential ? std::exp(std::cos(angle)) : std::cos(angle));
}

} // namespace

AngleCurves::AngleCurves()
    : m_names(new QLabel)
    , m_words(new ElidedLabel)
    , m_plot(new CurvesPlot)
{
    setToolTip(tr("cos θ (of the query and each key) and its exponential, from 0 to 2π: softmax amplifies "
                  "agreement and damps opposition"));
    m_plot->setAccessibleName(tr("Curves of cos θ and exp(cos θ)"));
    m_words->setAccessibleName(tr("The selected key on the curves"));
    m_names->setTextFormat(Qt::RichText);
    auto* const column = makeColumn(this, {}, 1);
    auto* const row = makeRow(nullptr, {}, 16); // the names end with the letter that the words begin with
    row->addWidget(m_names);
    row->addWidget(m_words, 1);
    column->addLayout(row);
    column->addWidget(m_plot, 1);
    m_plot->setView(QRectF(QPointF(0, -1.15), QPointF(kTurn, std::numbers::e + 0.15)),
                    {{0, QStringLiteral("0")},
                     {kTurn / 4, QStringLiteral("π/2")},
                     {kTurn / 2, QStringLiteral("π")},
                     {3 * kTurn / 4, QStringLiteral("3π/2")},
                     {kTurn, QStringLiteral("2π")}});
    refresh();
    onEvent(*this, {QEvent::PaletteChange, QEvent::LanguageChange}, *this, [this] { refresh(); });
}

void AngleCurves::setAngles(std::vector<VectorAngle> angles, int current)
{
    m_angles = std::move(angles);
    m_current = current;
    refresh();
}

const VectorAngle* AngleCurves::current() const
{
    const auto index = static_cast<std::size_t>(m_current);
    return m_current >= 0 && index < m_angles.size() ? &m_angles[index] : nullptr;
}

QString AngleCurves::words() const
{
    const VectorAngle* const pair = current();
    if (pair == nullptr)
        return tr("Select a key to see it on the curves.");
    if (!pair->angle)
        return tr("A vector without length has no angle.");
    return tr("θ = %1°, cos θ = %2, exp(cos θ) = %3")
        .arg(localNumber(*pair->angle * 180 / std::numbers::pi, 1), fourDigits(*pair->cosine),
             fourDigits(std::exp(*pair->cosine)));
}

QPointF AngleCurves::placeOf(double angle, double value) const
{
    return m_plot->mapToParent(m_plot->placeOf(angle, value));
}

void AngleCurves::refresh()
{
    const ChipColours colours = chipColours(palette());
    std::vector<CurvesPlot::Curve> curves;
    const auto add = [&](const QString& name, bool exponential, std::vector<double> angles, double dots) {
        CurvesPlot::Curve curve{name, {}, exponential ? colours.query : colours.key};
        for (const double angle : angles)
            curve.values.push_back(valueAt(angle, exponential));
        curve.places = std::move(angles);
        curve.dots = dots;
        curves.push_back(std::move(curve));
    };
    std::vector<double> all, keys, marked;
    for (int i = 0; i <= kSamples; ++i)
        all.push_back(kTurn * i / kSamples);
    for (const VectorAngle& each : m_angles)
        if (each.angle)
            keys.push_back(*each.angle);
    if (const VectorAngle* const pair = current(); pair != nullptr && pair->angle)
        marked = {*pair->angle};
    add(QStringLiteral("exp(cos θ)"), true, all, 0);
    add(QStringLiteral("cos θ"), false, all, 0);
    for (const bool exponential : {true, false}) {
        add({}, exponential, keys, 4);
        add({}, exponential, marked, 9);
    }
    m_plot->setCurves(std::move(curves));
    m_plot->setMarker(marked.empty() ? std::nullopt : std::optional(marked.front()));
    m_names->setText(m_plot->legend());
    m_words->setText(words());
}

} // namespace headlight

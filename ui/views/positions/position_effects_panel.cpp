#include "ui/views/positions/position_effects_panel.h"

#include "ui/picture/picture_palette.h"
#include "ui/picture/shown_maps.h"
#include "ui/views/positions/position_words.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plot_theme.h"
#include "ui/words/shared_row.h"

#include <QEvent>
#include <QLabel>
#include <QSpinBox>
#include <QSplitter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int kFirstReach = 64;
constexpr int kLongestReach = 4096;

std::vector<float> rowOf(const Matrix& matrix, Index row)
{
    return {&matrix(row, 0), &matrix(row, 0) + matrix.cols()};
}

QWidget* titled(QLabel* title, QWidget* plot)
{
    auto* part = new QWidget;
    auto* column = makeColumn(part, {0, 2, 0, 0}, 2);
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    title->setWordWrap(true);
    column->addWidget(title);
    column->addWidget(plot, 1);
    return part;
}

} // namespace

PositionEffectsPanel::PositionEffectsPanel()
    : m_statement(new ElidedLabel)
    , m_reach(new QSpinBox)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_angles(new HeatmapPlot)
    , m_distanceTitle(makePlainLabel())
    , m_byDistance(new CurvesPlot)
    , m_scoreTitle(makePlainLabel())
    , m_score(new CurvesPlot)
{
    auto* column = makeColumn(this, {8, 4, 8, 6}, 4);
    auto* row = new QHBoxLayout;
    m_statement->setAccessibleName(tr("Where the numbers come from, or the value under the mouse"));
    auto* label = new QLabel(tr("Distances &up to"));
    m_reach->setRange(4, kLongestReach);
    m_reach->setValue(kFirstReach);
    m_reach->setKeyboardTracking(false);
    m_reach->setAccessibleName(tr("Longest distance shown"));
    m_reach->setToolTip(tr("Largest distance between query and key in the curves"));
    label->setBuddy(m_reach);
    row->addWidget(m_statement, 1);
    row->addWidget(label);
    row->addWidget(m_reach);
    column->addLayout(row);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_angles);
    m_scorePart = titled(m_scoreTitle, m_score);
    m_splitter->addWidget(
        makeSplitter(Qt::Horizontal, {{titled(m_distanceTitle, m_byDistance), 0}, {m_scorePart, 0}}));
    column->addWidget(m_splitter, 1);
    connect(m_reach, &QSpinBox::valueChanged, this, [this] { showAll(); });
    showAngles({}); // empty so far, but as a table it asks for less room
    connect(m_angles, &HeatmapPlot::doubleClicked, m_angles, &HeatmapPlot::showAll);
    connect(m_angles, &HeatmapPlot::hovered, this, [this](const Cell& place) {
        m_angles->setMarks({place, {}});
        const QString words
            = place.query && place.key ? angleInWords(m_effects, *place.query, *place.key) : QString();
        m_statement->setText(words.isEmpty() ? m_source : words);
    });
    const auto hovered = [this](std::optional<int> distance) {
        m_byDistance->setMarker(distance);
        m_score->setMarker(distance);
        m_statement->setText(distance ? distanceInWords(*distance) : m_source);
    };
    connect(m_byDistance, &CurvesPlot::hovered, this, hovered);
    connect(m_score, &CurvesPlot::hovered, this, hovered);
    onEvent(*this, {QEvent::PaletteChange}, *this, [this] { showAll(); });
    onEvent(*this, {QEvent::Resize}, *this,
            [this] { m_splitter->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical); });
}

void PositionEffectsPanel::showAngles(const Matrix& cosines)
{
    HeatmapOptions look;
    look.table = TableNames{tr("Cosine of the angle"), tr("Position"), tr("Pair of dimensions")};
    m_angles->setAccessibleName(look.table->title);
    m_angles->showMap(tableMap(cosines), MapKind::kScores, look);
}

void PositionEffectsPanel::forget()
{
    m_model = nullptr;
    m_trace = {};
    m_effects = {};
}

void PositionEffectsPanel::show(const std::shared_ptr<const Model>& model, const Trace& trace,
                                const HeadRef& head, const Focus& focus)
{
    const bool sameModel = model == m_model && model != nullptr;
    const bool sameLayer = sameModel && head.layerRef() == m_head.layerRef();
    const bool sameRest
        = head == m_head && trace.leaf() == m_trace.leaf() && focus.colourMap() == m_colourMap;
    m_model = model;
    m_trace = trace;
    m_head = head;
    m_colourMap = focus.colourMap();
    if (!sameLayer)
        m_effects = positionEffects(model, head.layerRef());
    if (!hasAny())
        return;
    const auto before = m_pair;
    choosePair(focus.head().kind == AttentionKind::kSelf ? focus.cell() : Cell{});
    if (!sameLayer || !sameRest)
        showAll();
    else if (m_pair != before)
        showScore();
}

void PositionEffectsPanel::choosePair(const Cell& cell)
{
    m_pair.reset();
    const AttentionMap map = m_trace.attention(m_head);
    if (map.isNull() || !map.has(MapKind::kWeights))
        return;
    Cell pair = completed(map, cell);
    if (!pair.query)
        pair = completed(map, {static_cast<int>(map.queries()) - 1, pair.key});
    if (pair.query && pair.key)
        m_pair = {*pair.query, *pair.key};
}

void PositionEffectsPanel::showAll()
{
    if (!hasAny())
        return;
    const bool rotary = m_effects.method == PositionMethod::kRotary;
    m_angles->setVisible(rotary);
    m_scorePart->setVisible(rotary);
    m_source = effectsInWords(m_effects, m_head.layerRef());
    m_statement->setText(m_source);
    if (rotary)
        showRotation();
    else
        showBias();
}

void PositionEffectsPanel::showRotation()
{
    const int length = m_reach->value() + 1;
    const Matrix cosines = rotaryAngles(m_effects, length).array().cos();
    showAngles(cosines);
    m_distanceTitle->setText(tr("Effect by distance: mean of the pairs’ cosines"));
    m_byDistance->setAxisName(tr("Distance"));
    m_byDistance->setStart(0);
    m_byDistance->setCurves(
        {{tr("mean"), rotaryMeanEffect(m_effects, length), lineColours(palette()).front()}});
    showScore();
}

void PositionEffectsPanel::showScore()
{
    if (m_effects.method != PositionMethod::kRotary)
        return;
    m_scores.clear();
    QString title = tr("No query and key were recorded.");
    if (m_pair) {
        const Matrix queries = m_trace.headMatrix(Site::kQuery, m_head);
        const Matrix keys = m_trace.headMatrix(Site::kKey, m_head);
        const auto [query, key] = *m_pair;
        if (query < queries.rows() && key < keys.rows()) {
            m_scores = rotaryScoreByDistance(m_effects, queries.row(query), query, keys.row(key), key,
                                             m_reach->value() + 1);
            title = pairInWords(m_trace.tokens(m_head.stack), query, key, m_head.head);
        }
        if (!m_scores.empty() && !agreesWithRecording()) {
            // An edit of the positions changes the rotation: the curve would belong to another run.
            m_scores.clear();
            title = tr("An edit changed the rotary positions of this run, so there is no curve for it.");
        }
    }
    m_scoreTitle->setText(title);
    m_score->setAxisName(tr("Distance"));
    m_score->setCurves({{tr("score"), m_scores, lineColours(palette()).at(1)}});
    const int distance = m_pair ? m_pair->first - m_pair->second : -1;
    m_score->setMarker(distance >= 0 && distance <= m_reach->value() ? std::optional(distance)
                                                                     : std::nullopt);
}

bool PositionEffectsPanel::agreesWithRecording() const
{
    const auto [query, key] = *m_pair;
    const int distance = query - key;
    const AttentionMap map = m_trace.attention(m_head);
    if (distance < 0 || static_cast<std::size_t>(distance) >= m_scores.size() || !map.has(MapKind::kScores))
        return true; // nothing to compare with
    const float recorded = map.at(MapKind::kScores, query, key);
    if (std::isnan(recorded))
        return true;
    return std::abs(m_scores[static_cast<std::size_t>(distance)] - recorded)
        <= 1e-3F * std::max(1.0F, std::abs(recorded));
}

void PositionEffectsPanel::showBias()
{
    const int reach = m_reach->value();
    m_bias = m_effects.bias(reach);
    // If later keys are always masked, their half of the table is meaningless.
    const Matrix part = m_bias.leftCols(m_effects.causal ? Index{reach} + 1 : m_bias.cols());
    std::vector<CurvesPlot::Curve> curves;
    const QColor quiet = PicturePalette::of(palette()).faintText;
    for (Index head = 0; head < part.rows(); ++head)
        if (head != m_head.head)
            curves.push_back({QString::number(head), rowOf(part, head), quiet, true});
    if (m_head.head < part.rows())
        curves.push_back(
            {QString::number(m_head.head), rowOf(part, m_head.head), lineColours(palette()).front(), false});
    m_distanceTitle->setText(
        tr("Bias of every head by distance (key − query); head %1 stands out").arg(m_head.head));
    m_byDistance->setAxisName(tr("Key − query"));
    m_byDistance->setStart(-reach);
    m_byDistance->setCurves(std::move(curves));
}

QString PositionEffectsPanel::distanceInWords(int distance) const
{
    QString text;
    if (m_effects.method == PositionMethod::kRotary)
        text = rotationInWords(distance, m_byDistance->curves().front().values, m_scores);
    else
        text = biasInWords(m_bias, m_head.head, distance);
    return text.isEmpty() ? m_source : text;
}

} // namespace headlight

#include "ui/views/positions/position_effects_panel.h"

#include "core/trace/trace.h"
#include "ui/picture/head_name.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/probability_text.h"
#include "ui/picture/table_map.h"
#include "ui/picture/token_details.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/plot_theme.h"

#include <QBoxLayout>
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
constexpr double kTurn = 6.283185307179586;

std::vector<float> rowOf(const Matrix& matrix, Index row, Index first)
{
    std::vector<float> values;
    for (Index column = first; column < matrix.cols(); ++column)
        values.push_back(matrix(row, column));
    return values;
}

QWidget* titled(QLabel* title, QWidget* plot)
{
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(2);
    title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    title->setWordWrap(true);
    column->addWidget(title);
    column->addWidget(plot, 1);
    return part;
}

} // namespace

PositionEffectsPanel::PositionEffectsPanel(QWidget* parent)
    : QWidget(parent)
    , m_statement(new ElidedLabel)
    , m_reach(new QSpinBox)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_angles(new HeatmapPlot)
    , m_distanceTitle(new QLabel)
    , m_byDistance(new CurvesPlot)
    , m_scoreTitle(new QLabel)
    , m_score(new CurvesPlot)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 6);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    m_statement->setAccessibleName(tr("Where the numbers come from, or the value under the mouse"));
    auto* label = new QLabel(tr("Distances &up to"));
    m_reach->setRange(4, kLongestReach);
    m_reach->setValue(kFirstReach);
    m_reach->setKeyboardTracking(false);
    m_reach->setAccessibleName(tr("Longest distance that is shown"));
    m_reach->setToolTip(tr("How far apart query and key may be in the curves"));
    label->setBuddy(m_reach);
    row->addWidget(m_statement, 1);
    row->addWidget(label);
    row->addWidget(m_reach);
    column->addLayout(row);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_angles);
    auto* curves = new QSplitter(Qt::Horizontal);
    curves->setChildrenCollapsible(false);
    curves->addWidget(titled(m_distanceTitle, m_byDistance));
    m_scorePart = titled(m_scoreTitle, m_score);
    curves->addWidget(m_scorePart);
    m_splitter->addWidget(curves);
    column->addWidget(m_splitter, 1);
    connect(m_reach, &QSpinBox::valueChanged, this, [this] { showAll(); });
    showAngles({}); // nothing yet, but as a table it asks for less room
    connect(m_angles, &HeatmapPlot::doubleClicked, m_angles, &HeatmapPlot::showAll);
    connect(m_angles, &HeatmapPlot::hovered, this, [this](const Cell& place) {
        m_angles->setMarks({place, {}});
        m_statement->setText(place.query && place.key ? angleInWords(*place.query, *place.key) : m_source);
    });
    const auto hovered = [this](std::optional<int> distance) {
        m_byDistance->setMarker(distance);
        m_score->setMarker(distance);
        m_statement->setText(distance ? distanceInWords(*distance) : m_source);
    };
    connect(m_byDistance, &CurvesPlot::hovered, this, hovered);
    connect(m_score, &CurvesPlot::hovered, this, hovered);
}

void PositionEffectsPanel::showAngles(const Matrix& cosines)
{
    HeatmapOptions look;
    look.table = TableNames{tr("Cosine of the angle"), tr("Position"), tr("Pair of dimensions")};
    m_angles->setAccessibleName(look.table->title);
    m_angles->showMap(tableMap(cosines), MapKind::kScores, look);
}

bool PositionEffectsPanel::hasAny() const
{
    return m_effects.method == PositionMethod::kRotary || m_effects.bias;
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
    const int query = std::clamp(cell.query.value_or(static_cast<int>(map.queries()) - 1), 0,
                                 static_cast<int>(map.queries()) - 1);
    int key = cell.key.value_or(-1);
    if (key < 0 || key >= map.keys()) {
        // Nothing is pointed at: the key that the query looks at most.
        Index strongest = 0;
        map.block(MapKind::kWeights, query, 0, 1, map.keys()).row(0).maxCoeff(&strongest);
        key = static_cast<int>(strongest);
    }
    m_pair = {query, key};
}

void PositionEffectsPanel::showAll()
{
    if (!hasAny())
        return;
    const bool rotary = m_effects.method == PositionMethod::kRotary;
    m_angles->setVisible(rotary);
    m_scorePart->setVisible(rotary);
    m_source = describe();
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
    m_distanceTitle->setText(tr("Effect by distance: mean of the pairs' cosines"));
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
            title = pairInWords();
        }
        if (!m_scores.empty() && !agreesWithRecording()) {
            // An edit of the positions changes the rotation: the curve would be that of another run.
            m_scores.clear();
            title = tr("This run rotates otherwise than the model: there is no curve for it.");
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
    // Where later keys are never attended to, their half of the table means nothing.
    const Index first = 0;
    const Index shown = m_effects.causal ? Index{reach} + 1 : m_bias.cols();
    const Matrix part = m_bias.middleCols(first, shown);
    std::vector<CurvesPlot::Curve> curves;
    const QColor quiet = PicturePalette::of(palette()).faintText;
    for (Index head = 0; head < part.rows(); ++head)
        if (head != m_head.head)
            curves.push_back({QString::number(head), rowOf(part, head, 0), quiet, true});
    if (m_head.head < part.rows())
        curves.push_back({QString::number(m_head.head), rowOf(part, m_head.head, 0),
                          lineColours(palette()).front(), false});
    m_distanceTitle->setText(
        tr("Bias of every head by distance (key − query); head %1 stands out").arg(m_head.head));
    m_byDistance->setAxisName(tr("Key − query"));
    m_byDistance->setStart(-reach);
    m_byDistance->setCurves(std::move(curves));
}

QString PositionEffectsPanel::pairInWords() const
{
    const auto [query, key] = *m_pair;
    const auto& tokens = m_trace.tokens(m_head.stack);
    const auto named = [&tokens](int i) {
        return static_cast<std::size_t>(i) < tokens.size()
            ? tr("%1 (%2)").arg(tokenInSentence(tokens[static_cast<std::size_t>(i)])).arg(i)
            : QString::number(i);
    };
    return tr("Score of %1 with %2 at other distances: head %3, everything else as recorded")
        .arg(named(query), named(key))
        .arg(m_head.head);
}

QString PositionEffectsPanel::describe() const
{
    const QString layer = layerName(m_head.layerRef());
    if (m_effects.method == PositionMethod::kRotary) {
        const auto pairs = static_cast<int>(m_effects.frequencies.size());
        const double slowest = static_cast<double>(
            *std::min_element(m_effects.frequencies.begin(), m_effects.frequencies.end()));
        QString text = tr("%1: rotary, %2 pairs of %3 dimensions turn; the slowest once in %4 tokens.")
                           .arg(layer)
                           .arg(pairs)
                           .arg(m_effects.headWidth)
                           .arg(slowest > 0 ? numberText(kTurn / slowest) : QStringLiteral("∞"));
        if (2 * pairs < m_effects.headWidth)
            text += QLatin1Char(' ')
                + tr("The other %1 dimensions do not turn.").arg(m_effects.headWidth - 2 * pairs);
        if (m_effects.rotationScale != 1.0F)
            text += QLatin1Char(' ')
                + tr("Rotated vectors are scaled by %1.")
                      .arg(numberText(static_cast<double>(m_effects.rotationScale)));
        return text;
    }
    if (m_effects.method == PositionMethod::kAlibi)
        return tr("%1: ALiBi, a slope per head times the distance is added to the scores.").arg(layer);
    return m_effects.bothDirections
        ? tr("%1: relative positions, %2 buckets for both directions, the same in all layers of the stack.")
              .arg(layer)
              .arg(m_effects.buckets)
        : tr("%1: relative positions, %2 buckets, the same in all layers of the stack.")
              .arg(layer)
              .arg(m_effects.buckets);
}

QString PositionEffectsPanel::angleInWords(int position, int pair) const
{
    const auto index = static_cast<std::size_t>(pair);
    if (index >= m_effects.frequencies.size())
        return m_source;
    const auto frequency = static_cast<double>(m_effects.frequencies[index]);
    const double angle = position * frequency;
    const auto pairs = static_cast<int>(m_effects.frequencies.size());
    const int first = m_effects.interleaved ? 2 * pair : pair;
    const int second = m_effects.interleaved ? first + 1 : pair + pairs;
    return tr("Position %1, pair %2 (dimensions %3 and %4): angle %5, %6 turns; once round in %7 tokens")
        .arg(position)
        .arg(pair)
        .arg(first)
        .arg(second)
        .arg(numberText(std::fmod(angle, kTurn)), numberText(angle / kTurn),
             frequency > 0 ? numberText(kTurn / frequency) : QStringLiteral("∞"));
}

QString PositionEffectsPanel::distanceInWords(int distance) const
{
    if (m_effects.method == PositionMethod::kRotary) {
        const auto place = static_cast<std::size_t>(std::max(distance, 0));
        const std::vector<float>& mean = m_byDistance->curves().front().values;
        QString text = tr("Distance %1").arg(distance);
        if (place < mean.size())
            text += tr(": mean effect %1").arg(numberText(static_cast<double>(mean[place])));
        if (place < m_scores.size())
            text += tr(", score %1").arg(numberText(static_cast<double>(m_scores[place])));
        return text;
    }
    const Index column = Index{distance} + m_reach->value();
    if (column < 0 || column >= m_bias.cols() || m_head.head >= m_bias.rows())
        return m_source;
    const QString place = distance == 0 ? tr("Key at the query's own position")
        : distance > 0                  ? tr("Key %1 after the query").arg(distance)
                                        : tr("Key %1 before the query").arg(-distance);
    return tr("%1: head %2 adds %3; the heads from %4 to %5")
        .arg(place)
        .arg(m_head.head)
        .arg(numberText(static_cast<double>(m_bias(m_head.head, column))),
             numberText(static_cast<double>(m_bias.col(column).minCoeff())),
             numberText(static_cast<double>(m_bias.col(column).maxCoeff())));
}

void PositionEffectsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_splitter->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

void PositionEffectsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showAll();
}

} // namespace headlight

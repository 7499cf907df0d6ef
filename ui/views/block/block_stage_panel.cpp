#include "ui/views/block/block_stage_panel.h"

#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"
#include "ui/state/translation.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QEvent>
#include <QGridLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

BlockStagePanel::BlockStagePanel()
    : m_title(makePlainLabel())
    , m_formula(new ElidedLabel)
    , m_value(makePlainLabel())
    , m_note(new ElidedLabel)
    , m_head(new QGridLayout)
    , m_bars(new QVBoxLayout)
{
    auto* const column = makeColumn(this, {}, 2);
    m_head->setHorizontalSpacing(8);
    m_head->setVerticalSpacing(0);
    m_head->setColumnStretch(1, 1);
    m_formula->setForegroundRole(QPalette::PlaceholderText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_head->addWidget(m_title, 0, 0);
    m_head->addWidget(m_value, 0, 2);
    placeFormula();
    column->addLayout(m_head);
    m_bars->setSpacing(0);
    column->addLayout(m_bars);
    column->addWidget(m_note);
    setBold();
    onEvent(*this, {QEvent::FontChange}, *this, [this] { setBold(); });
    onEvent(*this, {QEvent::Resize}, *this, [this] { placeFormula(); });
}

void BlockStagePanel::setBold()
{
    m_title->setFont(boldFont(font()));
}

void BlockStagePanel::placeFormula()
{
    const int beside
        = m_title->sizeHint().width() + m_value->sizeHint().width() + 2 * m_head->horizontalSpacing();
    const bool below = beside + fontMetrics().horizontalAdvance(m_formula->text()) > width();
    m_head->addWidget(m_formula, below ? 1 : 0, below ? 0 : 1, 1, below ? 3 : 1);
}

void BlockStagePanel::showStage(const BlockStage& stage, const BlockStageWords& words)
{
    m_title->setText(words.title);
    m_formula->setText(words.formula);
    m_value->setText(words.audit.isEmpty() ? words.value : words.value + QStringLiteral(" ✓"));
    m_value->setToolTip(words.audit);
    placeFormula();
    m_note->setText(words.note);
    m_note->setVisible(!words.note.isEmpty());
    m_note->setForegroundRole(words.warns ? QPalette::WindowText : QPalette::PlaceholderText);
    setAccessibleName(words.title);
    setAccessibleDescription(
        QStringList{words.formula, words.value, words.note, words.audit}.join(QLatin1Char(' ')));
    const bool normed = stage.norm.has_value();
    showStrip(0, normed ? tr("out") : QString(), stage.values, stage.parts > 0 ? stage.parts : 1);
    showStrip(1, tr("gain"), normed ? stage.norm->gain : RowVector(), 1);
    showStrip(2, tr("bias"), normed ? stage.norm->bias : RowVector(), 1);
    setVisible(true);
}

void BlockStagePanel::showStrip(std::size_t index, const QString& name, const RowVector& values, int parts)
{
    if (index >= m_strips.size() && values.size() == 0)
        return;
    while (index >= m_strips.size()) {
        auto* const strip = new VectorStrip;
        strip->hide();
        m_strips.push_back(strip);
        m_bars->addWidget(strip);
        connect(strip, &VectorStrip::pointedAt, this, [this, strip](std::optional<qint64> dimension) {
            emit pointedAt(strip->values().size(), dimension);
        });
        connect(strip, &VectorStrip::partClicked, this, &BlockStagePanel::headClicked);
    }
    m_strips[index]->setVector(name, values, parts);
    m_strips[index]->setVisible(values.size() > 0);
}

void BlockStagePanel::mark(Index length, std::optional<Index> dimension)
{
    for (VectorStrip* const strip : m_strips)
        strip->mark(strip->values().size() == length ? dimension : std::nullopt);
}

namespace {

QString normTitle(const BlockNorm& norm)
{
    if (norm.site == NormSite::kFinal)
        return tr("Final norm of the stack");
    if (norm.wholeMatrix)
        return tr("Norm over the whole matrix");
    return norm.rootMeanSquare ? tr("RMS norm") : tr("Layer norm");
}

QString normFormula(const BlockNorm& norm)
{
    QString formula
        = norm.rootMeanSquare ? QStringLiteral("x ÷ √(rms² + ε)") : QStringLiteral("(x − μ) ÷ √(σ² + ε)");
    if (norm.gain.size() > 0)
        formula += QStringLiteral(" · ") + tr("gain");
    if (norm.bias.size() > 0)
        formula += QStringLiteral(" + ") + tr("bias");
    return formula;
}

QString normNote(const BlockAccount& account, const BlockNorm& norm)
{
    if (!norm.known)
        return tr("Mean and deviation are not recorded.");
    const QString deviation = fullText(norm.deviation);
    QString note = norm.rootMeanSquare ? QStringLiteral("rms %1").arg(deviation)
                                       : tr("mean μ %1 · deviation σ %2").arg(fullText(norm.mean), deviation);
    if (account.withModel)
        note += QStringLiteral(" · ε %1").arg(localNumber(QString::number(double{norm.epsilon}, 'g', 4)));
    else
        note += QStringLiteral(". ") + tr("Gain and bias are weights, which a trace does not include.");
    return note;
}

QString hiddenFormula(const BlockStage& stage)
{
    if (!stage.activation)
        return {};
    const QString name = activationName(*stage.activation, false);
    return stage.gated ? QStringLiteral("%1(x · W_gate) × (x · W₁)").arg(name)
                       : QStringLiteral("%1(x · W₁ + b₁)").arg(name);
}

QString hiddenNote(const BlockStage& stage)
{
    if (stage.values.size() == 0)
        return {};
    return stage.activation == Activation::kRelu
        ? tr("%1 of %2 units are active; the others are 0.").arg(stage.active).arg(stage.values.size())
        : tr("%1 of %2 units are above 0.").arg(stage.active).arg(stage.values.size());
}

QString expertsNote(const BlockStage& stage)
{
    QStringList chosen;
    for (const BlockExpert& each : stage.experts)
        chosen.append(tr("expert %1 with %2")
                          .arg(each.expert)
                          .arg(localNumber(static_cast<double>(each.probability), 3)));
    return chosen.isEmpty() ? QString() : tr("Chosen: %1.").arg(chosen.join(QStringLiteral(", ")));
}

QString addedName(const std::optional<AttentionKind>& attention)
{
    if (!attention)
        return tr("feed-forward");
    return *attention == AttentionKind::kSelf ? tr("self-attention") : tr("cross-attention");
}

/// If both sub-layers of a layer read the same stream, there is a single sum.
bool isParallelSum(const BlockAccount& account, const BlockStage& stage)
{
    return stage.step == BlockStep::kSum && !stage.attention
        && std::count_if(account.stages.begin(), account.stages.end(),
                         [](const BlockStage& each) { return each.step == BlockStep::kSum; })
        == 1;
}

void nameStage(const BlockAccount& account, const BlockStage& stage, BlockStageWords& words)
{
    switch (stage.step) {
    case BlockStep::kInput:
        words.title = tr("Into the layer: x");
        words.formula = tr("the residual stream before it");
        break;
    case BlockStep::kNorm:
    case BlockStep::kFinalNorm:
        words.title = normTitle(*stage.norm);
        words.formula = normFormula(*stage.norm);
        words.note = normNote(account, *stage.norm);
        break;
    case BlockStep::kHeads:
        words.title = stage.attention == AttentionKind::kSelf ? tr("Heads of self-attention, concatenated")
                                                              : tr("Heads of cross-attention, concatenated");
        if (stage.parts > 0 && stage.values.size() > 0)
            words.formula = tr("%1 heads × %2 numbers; click one to see its map")
                                .arg(stage.parts)
                                .arg(stage.values.size() / stage.parts);
        break;
    case BlockStep::kOutput:
        words.title = tr("What attention adds");
        words.formula = tr("the heads · W_O");
        break;
    case BlockStep::kSum:
        words.title = tr("+ residual");
        words.formula = isParallelSum(account, stage) ? tr("x + self-attention + feed-forward")
                                                      : tr("x + %1").arg(addedName(stage.attention));
        break;
    case BlockStep::kHidden:
        words.title = tr("Hidden units of the feed-forward");
        words.formula = hiddenFormula(stage);
        words.note = hiddenNote(stage);
        break;
    case BlockStep::kExperts:
        words.title = tr("Router");
        words.formula = tr("probability of each expert");
        words.note = expertsNote(stage);
        break;
    case BlockStep::kFeedForward:
        words.title = tr("What the feed-forward adds");
        words.formula = tr("the hidden units · W₂");
        break;
    }
}

void addNote(BlockStageWords& words, const QString& sentence)
{
    if (words.note.isEmpty())
        words.note = sentence;
    else
        words.note += (words.note.endsWith(QLatin1Char('.')) ? QStringLiteral(" ") : QStringLiteral(". "))
            + sentence;
}

void addCheck(const BlockStage& stage, bool edited, BlockStageWords& words)
{
    if (stage.apart && agrees(stage))
        words.audit = tr("As recorded; recomputed, it differs by %1.").arg(fullText(*stage.apart));
    else if (stage.apart)
        addNote(words,
                edited ? tr("As recorded, under the edits; without them it would differ by %1.")
                             .arg(fullText(*stage.apart))
                       : tr("As recorded, but recomputed it differs by %1.").arg(fullText(*stage.apart)));
    else if (stage.values.size() == 0 && !stage.norm)
        addNote(words, tr("Not recorded."));
    else if (stage.values.size() > 0 && !stage.recorded)
        addNote(words, tr("Computed from what is recorded."));
    words.warns = stage.apart && !agrees(stage) && !edited;
}

} // namespace

bool agrees(const BlockStage& stage)
{
    const float size = stage.values.size() > 0 ? stage.values.cwiseAbs().maxCoeff() : 1.0F;
    return !stage.apart || *stage.apart <= 1e-4F + 1e-5F * size;
}

BlockStageWords wordsOf(const BlockAccount& account, const BlockStage& stage, bool edited)
{
    BlockStageWords words;
    nameStage(account, stage, words);
    if (stage.values.size() > 0 && stage.step != BlockStep::kExperts)
        words.value = QStringLiteral("‖x‖ %1").arg(fullText(stage.values.norm()));
    addCheck(stage, edited, words);
    if (&stage != &account.stages.back())
        return words;
    if (account.convolved)
        addNote(words, tr("A convolution over the neighbours follows, which is not recorded."));
    if (account.last && account.withModel && !account.hasFinalNorm)
        addNote(words, tr("No norm follows the last layer."));
    return words;
}

QString blockTable(const BlockAccount& account)
{
    QString table;
    for (const BlockStage& stage : account.stages) {
        if (stage.values.size() == 0)
            continue;
        table += wordsOf(account, stage, false).title;
        for (Index i = 0; i < stage.values.size(); ++i)
            table += QLatin1Char('\t') + tableNumber(stage.values[i]);
        table += QLatin1Char('\n');
    }
    return table;
}

namespace {

constexpr double kStripLines = 1.7; ///< height, in lines of text
constexpr int kNameLetters = 7, kScaleLetters = 10;

} // namespace

VectorStrip::VectorStrip()
    : Canvas(QString())
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void VectorStrip::setVector(const QString& name, RowVector values, int parts)
{
    m_name = name;
    m_values = std::move(values);
    m_parts = parts;
    m_marked.reset();
    relayout();
    update();
}

void VectorStrip::mark(std::optional<Index> dimension)
{
    if (dimension && *dimension >= m_values.size())
        dimension.reset();
    setPart(m_marked, dimension);
}

QSize VectorStrip::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, static_cast<int>(fontMetrics().height() * kStripLines)};
}

QSize VectorStrip::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * (kNameLetters + kScaleLetters + 8), sizeHint().height()};
}

void VectorStrip::relayout()
{
    const int letter = fontMetrics().averageCharWidth();
    m_bars.area = QRectF(rect()).adjusted(letter * kNameLetters, 1, -letter * kScaleLetters, -1);
    m_bars.count = m_values.size();
    m_bars.reach = reachOf(m_values);
}

void VectorStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const PicturePalette colours = PicturePalette::of(palette());
    painter.setPen(colours.mutedText);
    painter.drawText(QRectF(0, 0, m_bars.area.left() - 4, height()), Qt::AlignVCenter | Qt::AlignRight,
                     m_name);
    painter.drawText(QRectF(m_bars.area.right() + 4, 0, width() - m_bars.area.right() - 4, height()),
                     Qt::AlignVCenter | Qt::AlignLeft,
                     QStringLiteral("±%1").arg(fullText(static_cast<float>(m_bars.reach))));
    if (m_marked) {
        QRectF place = m_bars.column(*m_marked);
        place.setWidth(std::max(place.width(), 3.0));
        painter.fillRect(place, colours.hover);
    }
    m_bars.paint(painter, m_values, SignColours::of(colours));
    painter.setPen(colours.mutedText);
    for (int part = 1; part < m_parts; ++part) {
        const double x = m_bars.column(m_values.size() / m_parts * part).left() - 0.5;
        painter.drawLine(QPointF(x, m_bars.area.top()), QPointF(x, m_bars.area.bottom()));
    }
}

CanvasPicture::Tip VectorStrip::tipAt(const QPoint& point) const
{
    const std::optional<Index> at = m_bars.at(point.x());
    if (!at)
        return {};
    const QString text = tr("dimension %1: %2").arg(*at).arg(fullText(m_values[*at]));
    if (m_parts < 2)
        return {text, {}};
    const Index each = m_values.size() / m_parts;
    return {tr("head %1, %2").arg(*at / each).arg(text), {}};
}

void VectorStrip::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<Index> at = m_bars.at(event->position().x());
    emit pointedAt(at ? std::optional<qint64>(*at) : std::nullopt);
}

void VectorStrip::mousePressEvent(QMouseEvent* event)
{
    const std::optional<Index> at = m_bars.at(event->position().x());
    if (event->button() == Qt::LeftButton && at && m_parts > 1)
        emit partClicked(static_cast<int>(*at / (m_values.size() / m_parts)));
    else
        Canvas::mousePressEvent(event);
}

} // namespace headlight

#include "ui/views/decoding/sampling_controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kMostBeams = 64;
constexpr double kUsualDiversity = 1; ///< when groups are switched on
constexpr int kColumnInEms = 34; ///< width of a label and its field

/// Nothing for the "off" value, at which a setting has no effect.
std::optional<double> unless(double value, double off)
{
    return value == off ? std::nullopt : std::optional(value);
}

} // namespace

SamplingControls::SamplingControls(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(6);
    m_grid->setVerticalSpacing(3);
    buildStrategy();
    buildSampling();
    buildBeams();
    setOptions({});
}

void SamplingControls::add(const QString& label, const QString& tip, QWidget* editor)
{
    Field field;
    field.label = new QLabel(label, this);
    field.label->setBuddy(editor);
    field.label->setToolTip(tip);
    field.editor = editor;
    editor->setParent(this);
    editor->setToolTip(tip);
    editor->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    m_fields.push_back(field);
}

QDoubleSpinBox* SamplingControls::addReal(const QString& label, const QString& tip, double least, double most,
                                          double step)
{
    auto* box = new QDoubleSpinBox;
    box->setDecimals(3);
    box->setRange(least, most);
    box->setSingleStep(step);
    box->setKeyboardTracking(false);
    box->setStepType(QAbstractSpinBox::DefaultStepType);
    connect(box, &QDoubleSpinBox::valueChanged, this, &SamplingControls::take);
    add(label, tip, box);
    return box;
}

QSpinBox* SamplingControls::addWhole(const QString& label, const QString& tip, int least, int most)
{
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this, &SamplingControls::take);
    add(label, tip, box);
    return box;
}

void SamplingControls::buildStrategy()
{
    m_strategy = new QComboBox;
    m_strategy->setObjectName(QStringLiteral("strategy"));
    m_strategy->addItems({tr("Greedy"), tr("Sampling"), tr("Beam search")});
    connect(m_strategy, &QComboBox::currentIndexChanged, this, &SamplingControls::take);
    add(tr("&Strategy"),
        tr("Greedy always chooses the most likely token. Sampling picks one at random. Beam search follows "
           "several continuations at once and keeps the best."),
        m_strategy);
    m_repetition = addReal(tr("Repetition &penalty"),
                           tr("For tokens already in the text, positive logits are divided by this number "
                              "and negative ones multiplied. 1 = off."),
                           0.01, 100, 0.05);
    m_repetition->setObjectName(QStringLiteral("repetitionPenalty"));
}

void SamplingControls::buildSampling()
{
    const auto before = m_fields.size();
    m_temperature = addReal(tr("Tem&perature"),
                            tr("Logits are divided by this number: below 1 favours likely tokens, above 1 "
                               "unlikely ones. 1 = off."),
                            0.01, 100, 0.1);
    m_temperature->setObjectName(QStringLiteral("temperature"));
    explainTerm(*m_temperature, Term::kTemperature);
    m_topK = addWhole(tr("Top-&k"), tr("Keeps only the k most likely tokens."), 0, 1 << 30);
    m_topK->setObjectName(QStringLiteral("topK"));
    explainTerm(*m_topK, Term::kTopK);
    m_topK->setSpecialValueText(tr("off"));
    m_topP = addReal(tr("T&op-p"),
                     tr("Keeps the most likely tokens whose probabilities add up to this share. 1 = off."), 0,
                     1, 0.05);
    m_topP->setObjectName(QStringLiteral("topP"));
    explainTerm(*m_topP, Term::kTopP);
    m_minP = addReal(tr("&Min-p"),
                     tr("Keeps tokens with at least this fraction of the top token’s probability. 0 = off."),
                     0, 1, 0.01);
    m_minP->setObjectName(QStringLiteral("minP"));
    explainTerm(*m_minP, Term::kMinP);
    m_minP->setSpecialValueText(tr("off"));
    m_typical = addReal(tr("T&ypical"),
                        tr("Keeps the tokens whose surprisal is closest to the entropy, up to this share "
                           "(Meister et al. 2022). 1 = off."),
                        0.001, 1, 0.05);
    m_typical->setObjectName(QStringLiteral("typicalP"));
    explainTerm(*m_typical, Term::kTypicalP);
    auto* row = new QWidget;
    auto* layout = makeRow(row, {}, 2);
    m_seed = new QLineEdit;
    m_seed->setObjectName(QStringLiteral("seed"));
    m_seed->setAccessibleName(tr("Seed"));
    static const QRegularExpression digits(QStringLiteral("\\d{1,19}"));
    m_seed->setValidator(new QRegularExpressionValidator(digits, m_seed));
    connect(m_seed, &QLineEdit::textEdited, this, &SamplingControls::take);
    auto* other = new QToolButton;
    other->setText(tr("↻"));
    other->setToolTip(tr("Another seed"));
    other->setAccessibleName(tr("Another seed"));
    connect(other, &QToolButton::clicked, this, [this] {
        m_seed->setText(QString::number(QRandomGenerator::global()->bounded(1000000)));
        take();
    });
    layout->addWidget(m_seed, 1);
    layout->addWidget(other);
    add(tr("See&d"), tr("The same seed samples the same tokens on every computer."), row);
    row->setFocusProxy(m_seed);
    for (auto i = before; i < m_fields.size(); ++i)
        m_fields[i].sampling = true;
}

void SamplingControls::buildBeams()
{
    const auto before = m_fields.size();
    m_beams = addWhole(tr("&Beams"), tr("Number of continuations followed at once."), 1, kMostBeams);
    m_beams->setObjectName(QStringLiteral("beams"));
    explainTerm(*m_beams, Term::kBeamSearch);
    m_lengthPenalty = addReal(tr("&Length penalty"),
                              tr("Score = sum of log-probabilities ÷ length^penalty. Above 0 favours longer "
                                 "outputs, below 0 shorter ones."),
                              -10, 10, 0.1);
    m_lengthPenalty->setObjectName(QStringLiteral("lengthPenalty"));
    m_groups
        = addWhole(tr("&Groups"),
                   tr("Diverse beam search: splits the beams into groups that choose in turn (Vijayakumar et "
                      "al. 2016). The number of beams must be a multiple of this. 1 = off."),
                   1, kMostBeams);
    m_groups->setObjectName(QStringLiteral("beamGroups"));
    // The number takes effect when it is complete, but Tab should already reach what it switches on.
    connect(m_groups->findChild<QLineEdit*>(), &QLineEdit::textChanged, this,
            [this](const QString& text) { m_diversity->setEnabled(m_groups->locale().toInt(text) > 1); });
    m_diversity = addReal(
        tr("Di&versity penalty"),
        tr("Subtracted from a token’s score for each beam of an earlier group that chose it at this step."),
        0, 100, 0.1);
    m_diversity->setObjectName(QStringLiteral("diversityPenalty"));
    m_stopping = new QComboBox;
    m_stopping->setObjectName(QStringLiteral("earlyStopping"));
    m_stopping->addItems({tr("When none is likely to win"), tr("At once"), tr("When none can win")});
    connect(m_stopping, &QComboBox::currentIndexChanged, this, &SamplingControls::take);
    add(tr("St&op"),
        tr("When to stop, once there are as many finished hypotheses as beams (early_stopping=False, True, "
           "\"never\" in Hugging Face Transformers)."),
        m_stopping);
    m_nBest = addWhole(tr("&n best"), tr("Number of hypotheses listed."), 0, kMostBeams);
    m_nBest->setObjectName(QStringLiteral("nBest"));
    m_nBest->setSpecialValueText(tr("all"));
    for (auto i = before; i < m_fields.size(); ++i)
        m_fields[i].beams = true;
}

void SamplingControls::take()
{
    if (m_showing)
        return;
    DecodeOptions next = m_options;
    next.strategy = static_cast<Strategy>(m_strategy->currentIndex());
    next.repetitionPenalty = m_repetition->value();
    next.temperature = unless(m_temperature->value(), 1.0);
    next.topK = m_topK->value() == 0 ? std::nullopt : std::optional(m_topK->value());
    next.topP = unless(m_topP->value(), 1.0);
    next.minP = unless(m_minP->value(), 0.0);
    next.typicalP = unless(m_typical->value(), 1.0);
    next.seed = m_seed->text().toULongLong();
    next.beams = m_beams->value();
    next.lengthPenalty = m_lengthPenalty->value();
    // The number of groups must divide the beams: take the next one that does, in the direction of the
    // change.
    next.beamGroups = std::min(m_groups->value(), next.beams);
    const int way = next.beamGroups > m_options.beamGroups ? 1 : -1;
    while (next.beams % next.beamGroups != 0)
        next.beamGroups += way;
    next.diversityPenalty = m_diversity->value();
    // Without a penalty, all groups would find the same.
    if (next.beamGroups > 1 && m_options.beamGroups == 1 && next.diversityPenalty == 0)
        next.diversityPenalty = kUsualDiversity;
    next.earlyStopping = static_cast<EarlyStopping>(m_stopping->currentIndex());
    next.nBest = std::min(m_nBest->value(), next.beams);
    showBeams(next); // makes the fields match the adjusted numbers
    if (next == m_options)
        return;
    const bool otherFields = next.strategy != m_options.strategy;
    m_options = next;
    if (otherFields)
        arrange();
    emit edited(m_options);
}

void SamplingControls::setOptions(const DecodeOptions& options)
{
    m_options = options;
    m_showing = true;
    m_strategy->setCurrentIndex(static_cast<int>(options.strategy));
    m_repetition->setValue(options.repetitionPenalty);
    m_temperature->setValue(options.temperature.value_or(1.0));
    m_topK->setValue(options.topK.value_or(0));
    m_topP->setValue(options.topP.value_or(1.0));
    m_minP->setValue(options.minP.value_or(0.0));
    m_typical->setValue(options.typicalP.value_or(1.0));
    if (m_seed->text().toULongLong() != options.seed || m_seed->text().isEmpty())
        m_seed->setText(QString::number(options.seed));
    m_beams->setValue(options.beams);
    m_lengthPenalty->setValue(options.lengthPenalty);
    m_stopping->setCurrentIndex(static_cast<int>(options.earlyStopping));
    showBeams(options);
    m_showing = false;
    arrange();
}

void SamplingControls::showBeams(const DecodeOptions& options)
{
    const bool before = std::exchange(m_showing, true);
    m_groups->setValue(options.beamGroups);
    m_diversity->setValue(options.diversityPenalty);
    m_nBest->setValue(options.nBest);
    m_diversity->setEnabled(options.beamGroups > 1); // a single group has no other to differ from
    m_showing = before;
}

bool SamplingControls::used(const Field& field) const
{
    return (!field.sampling || m_options.strategy == Strategy::kSample)
        && (!field.beams || m_options.strategy == Strategy::kBeam);
}

void SamplingControls::arrange()
{
    const int columns = std::max(1, width() / (kColumnInEms * fontMetrics().averageCharWidth()));
    m_columns = columns;
    int place = 0;
    for (const Field& field : m_fields) {
        const bool shown = used(field);
        field.label->setVisible(shown);
        field.editor->setVisible(shown);
        if (!shown) {
            m_grid->removeWidget(field.label);
            m_grid->removeWidget(field.editor);
            continue;
        }
        m_grid->addWidget(field.label, place / columns, 2 * (place % columns));
        m_grid->addWidget(field.editor, place / columns, 2 * (place % columns) + 1);
        ++place;
    }
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column % 2 == 1 && column < 2 * columns ? 1 : 0);
}

QSize SamplingControls::minimumSizeHint() const
{
    int label = 0, editor = 0;
    for (const Field& field : m_fields) {
        label = std::max(label, used(field) ? field.label->minimumSizeHint().width() : 0);
        editor = std::max(editor, used(field) ? field.editor->minimumSizeHint().width() : 0);
    }
    return {label + m_grid->horizontalSpacing() + editor, m_grid->minimumSize().height()};
}

void SamplingControls::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (std::max(1, width() / (kColumnInEms * fontMetrics().averageCharWidth())) != m_columns)
        arrange();
}

} // namespace headlight

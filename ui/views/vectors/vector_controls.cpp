#include "ui/views/vectors/vector_controls.h"

#include "ui/views/vectors/vector_text.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace headlight {

namespace {

constexpr int kSliderSteps = 200;

/// The slider is logarithmic: equal room below and above 1.
int sliderPlace(double temperature)
{
    const double share = std::log(temperature / VectorControls::kColdest)
        / std::log(VectorControls::kHottest / VectorControls::kColdest);
    return static_cast<int>(std::lround(share * kSliderSteps));
}

double temperatureAt(int place)
{
    return VectorControls::kColdest
        * std::pow(VectorControls::kHottest / VectorControls::kColdest,
                   static_cast<double>(place) / kSliderSteps);
}

QToolButton* textButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

/// Marks typed text that is not a valid vector.
void setSound(QLineEdit& field, bool sound)
{
    QPalette palette;
    if (!sound)
        palette.setColor(QPalette::Text, QColor(0xd0, 0x40, 0x30));
    field.setPalette(palette);
}

} // namespace

VectorControls::VectorControls(const std::vector<VectorExample>& examples, QWidget* parent)
    : QWidget(parent)
{
    auto* row = new WrapLayout(4, this);
    row->setContentsMargins(0, 0, 0, 0);
    buildChoices(*row, examples);
    buildTemperature(*row);
    buildFields(*row);
}

void VectorControls::buildChoices(WrapLayout& row, const std::vector<VectorExample>& examples)
{
    m_rule = new QComboBox;
    m_rule->setAccessibleName(tr("How a query is scored against a key"));
    explainTerm(*m_rule, Term::kQueryKeyValue);
    m_rule->setToolTip(tr("How a query is scored against a key"));
    const auto add = [](QComboBox& choice, const QString& text, auto value) {
        choice.addItem(text, static_cast<int>(value));
    };
    add(*m_rule, tr("Dot product"), DictionaryRule::kDot);
    add(*m_rule, tr("Scaled dot product"), DictionaryRule::kScaledDot);
    add(*m_rule, tr("Cosine"), DictionaryRule::kCosine);
    add(*m_rule, tr("General: q · W · k"), DictionaryRule::kGeneral);
    add(*m_rule, tr("Additive (Bahdanau)"), DictionaryRule::kAdditive);
    add(*m_rule, tr("Additive without tanh"), DictionaryRule::kAdditiveLinear);
    connect(m_rule, &QComboBox::activated, this,
            [this](int i) { emit ruleChosen(static_cast<DictionaryRule>(m_rule->itemData(i).toInt())); });
    m_weighting = new QComboBox;
    m_weighting->setAccessibleName(tr("How scores become weights"));
    m_weighting->setToolTip(tr("Softmax of the scores, or each score’s plain share of their sum"));
    add(*m_weighting, tr("softmax"), DictionaryWeights::kSoftmax);
    add(*m_weighting, tr("plain share"), DictionaryWeights::kShare);
    connect(m_weighting, &QComboBox::activated, this, [this](int i) {
        emit weightingChosen(static_cast<DictionaryWeights>(m_weighting->itemData(i).toInt()));
    });
    m_values = new QComboBox;
    m_values->setAccessibleName(tr("Values"));
    m_values->setToolTip(tr("The values that are blended into the answer"));
    add(*m_values, tr("values: numbers"), DictionaryValues::kNumbers);
    add(*m_values, tr("values: vectors"), DictionaryValues::kArrows);
    connect(m_values, &QComboBox::activated, this, [this](int i) {
        emit valuesChosen(static_cast<DictionaryValues>(m_values->itemData(i).toInt()));
    });
    for (QComboBox* choice : {m_rule, m_weighting, m_values})
        row.addWidget(choice);
    m_load = textButton(
        tr("Load current row"),
        tr("Load the real query and keys of the current row: the pinned query’s, otherwise the last one’s"));
    connect(m_load, &QToolButton::clicked, this, &VectorControls::loadWanted);
    auto* const example = textButton(tr("Examples"), tr("Open a dictionary that an introduction works out"));
    example->setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(example);
    for (std::size_t i = 0; i < examples.size(); ++i)
        menu->addAction(examples[i].name, this, [this, i] { emit exampleWanted(static_cast<int>(i)); });
    example->setMenu(menu);
    row.addTogether({m_load, example});
}

void VectorControls::buildTemperature(WrapLayout& row)
{
    m_temperatureLabel = new QLabel(tr("Tem&perature"));
    m_temperatureLabel->setContentsMargins(0, 0, 4, 0);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setAccessibleName(tr("Temperature of the softmax"));
    m_slider->setToolTip(tr("Scores are divided by this before the softmax: near 0 the best key wins, far "
                            "above 1 all keys count equally"));
    m_temperature = new QDoubleSpinBox;
    m_temperature->setRange(kColdest, kHottest);
    m_temperature->setDecimals(2);
    m_temperature->setSingleStep(0.1);
    m_temperature->setKeyboardTracking(false);
    m_temperature->setAccessibleName(tr("Temperature of the softmax"));
    m_temperatureLabel->setBuddy(m_temperature);
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int place) { emit temperatureChosen(temperatureAt(place)); });
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &VectorControls::temperatureChosen);
    row.addTogether({m_temperatureLabel, m_slider, m_temperature});
    m_shade = new QCheckBox(tr("&Shade the plane"));
    m_shade->setToolTip(tr("Colour the plane by the answer a query would get at each place"));
    m_shade->setChecked(true);
    connect(m_shade, &QCheckBox::toggled, this, &VectorControls::shadeChosen);
    m_add = textButton(tr("+ key"), tr("Add a key"));
    m_remove = textButton(tr("− key"), tr("Remove the selected key, otherwise the last one"));
    connect(m_add, &QToolButton::clicked, this, &VectorControls::addWanted);
    connect(m_remove, &QToolButton::clicked, this, &VectorControls::removeWanted);
    row.addTogether({m_shade, m_add, m_remove});
}

QLineEdit* VectorControls::vectorField(const QString& name, const QString& tip)
{
    auto* const field = new QLineEdit;
    field->setObjectName(name);
    field->setToolTip(tip);
    field->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    connect(field, &QLineEdit::textEdited, this,
            [field](const QString& text) { setSound(*field, parsedVector(text).has_value()); });
    return field;
}

void VectorControls::buildFields(WrapLayout& row)
{
    m_queryLabel = new QLabel;
    m_query = vectorField(QStringLiteral("query"), tr("Type the coordinates of the query, such as 8, −5"));
    m_query->setAccessibleName(tr("Coordinates of the query"));
    m_queryLabel->setBuddy(m_query);
    connect(m_query, &QLineEdit::editingFinished, this, [this] {
        const std::optional<RowVector> typed = parsedVector(m_query->text());
        if (m_query->isModified() && typed)
            emit queryTyped(*typed);
        m_query->setModified(false);
    });
    row.addTogether({m_queryLabel, m_query});
    auto* const label = new QLabel(tr("&Dimensions"));
    m_dimensions = new QSpinBox;
    m_dimensions->setRange(1, static_cast<int>(kMostDimensions));
    m_dimensions->setKeyboardTracking(false);
    m_dimensions->setAccessibleName(tr("Dimensions of query and keys"));
    m_dimensions->setToolTip(tr("Coordinates that the query and every key have"));
    label->setBuddy(m_dimensions);
    connect(m_dimensions, &QSpinBox::valueChanged, this, &VectorControls::dimensionsChosen);
    row.addTogether({label, m_dimensions});
    m_parametersLabel = new QLabel;
    m_parameters = vectorField(QStringLiteral("parameters"), QString());
    m_parametersLabel->setBuddy(m_parameters);
    connect(m_parameters, &QLineEdit::editingFinished, this, [this] {
        const std::optional<RowVector> typed = parsedVector(m_parameters->text());
        if (m_parameters->isModified() && typed)
            emit parametersTyped(*typed);
        m_parameters->setModified(false);
    });
    row.addTogether({m_parametersLabel, m_parameters});
}

void VectorControls::setCanLoad(bool can)
{
    m_load->setEnabled(can);
}

void VectorControls::showParameters(const VectorDictionary& dictionary)
{
    const bool general = dictionary.rule() == DictionaryRule::kGeneral;
    const bool additive = dictionary.rule() == DictionaryRule::kAdditive
        || dictionary.rule() == DictionaryRule::kAdditiveLinear;
    m_parametersLabel->setVisible(general || additive);
    m_parameters->setVisible(general || additive);
    m_parametersLabel->setText(general ? tr("W, by rows") : tr("v"));
    m_parameters->setAccessibleName(general ? tr("The numbers of W, row by row") : tr("The numbers of v"));
    m_parameters->setToolTip(general ? tr("Type the numbers of W, row by row")
                                     : tr("Type one number per dimension"));
    const RowVector numbers = general
        ? RowVector(Eigen::Map<const RowVector>(dictionary.general().data(), dictionary.general().size()))
        : dictionary.combine();
    if (!m_parameters->isModified() || !m_parameters->hasFocus())
        m_parameters->setText(vectorText(numbers, static_cast<int>(numbers.size())));
    setSound(*m_parameters, true);
}

void VectorControls::show(const VectorDictionary& dictionary)
{
    const bool loaded = dictionary.row().has_value();
    const int model = m_rule->findData(static_cast<int>(DictionaryRule::kModel));
    if (loaded && model < 0)
        m_rule->addItem(tr("Like the model"), static_cast<int>(DictionaryRule::kModel));
    else if (!loaded && model >= 0)
        m_rule->removeItem(model);
    m_rule->setCurrentIndex(m_rule->findData(static_cast<int>(dictionary.rule())));
    m_weighting->setCurrentIndex(m_weighting->findData(static_cast<int>(dictionary.weighting())));
    m_values->setCurrentIndex(m_values->findData(static_cast<int>(dictionary.values())));
    m_values->setEnabled(!loaded);
    m_add->setVisible(!loaded);
    m_remove->setVisible(!loaded);
    m_add->setEnabled(dictionary.canAdd());
    m_remove->setEnabled(dictionary.canRemove());
    m_shade->setEnabled(dictionary.values() == DictionaryValues::kNumbers);
    const bool softmax = dictionary.weighting() == DictionaryWeights::kSoftmax;
    m_slider->setEnabled(softmax);
    m_temperature->setEnabled(softmax);
    const QSignalBlocker slider(m_slider);
    const QSignalBlocker field(m_temperature);
    const QSignalBlocker width(m_dimensions);
    m_slider->setValue(sliderPlace(dictionary.temperature()));
    m_temperature->setValue(dictionary.temperature());
    m_dimensions->setValue(static_cast<int>(dictionary.dimensions()));
    m_dimensions->setEnabled(!loaded);
    m_queryLabel->setText(tr("Query %1 =").arg(loaded ? QStringLiteral("q") : dictionary.queryName()));
    if (!m_query->isModified() || !m_query->hasFocus())
        m_query->setText(vectorText(dictionary.query(), static_cast<int>(kMostDimensions)));
    m_query->setReadOnly(loaded);
    setSound(*m_query, true);
    showParameters(dictionary);
}

} // namespace headlight

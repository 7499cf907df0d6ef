#include "ui/views/vectors/vector_controls.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QSpinBox>

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

/// Marks typed text that is not a valid vector.
void setSound(QLineEdit& field, bool sound)
{
    QPalette palette;
    if (!sound)
        palette.setColor(QPalette::Text, QColor(0xd0, 0x40, 0x30));
    field.setPalette(palette);
}

} // namespace

VectorControls::VectorControls(const std::vector<VectorExample>& examples)
{
    auto* row = new WrapLayout(4, this);
    buildChoices(*row, examples);
    buildTemperature(*row);
    buildFields(*row);
}

void VectorControls::buildChoices(WrapLayout& row, const std::vector<VectorExample>& examples)
{
    const QString scored = tr("How a query is scored against a key");
    m_rule = new ChoiceBox<DictionaryRule>(scored, scored);
    explainTerm(*m_rule, Term::kQueryKeyValue);
    m_rule->add(tr("Dot product"), DictionaryRule::kDot);
    m_rule->add(tr("Scaled dot product"), DictionaryRule::kScaledDot);
    m_rule->add(tr("Cosine"), DictionaryRule::kCosine);
    m_rule->add(tr("General: q · W · k"), DictionaryRule::kGeneral);
    m_rule->add(tr("Additive (Bahdanau)"), DictionaryRule::kAdditive);
    m_rule->add(tr("Additive without tanh"), DictionaryRule::kAdditiveLinear);
    m_rule->whenChosen(this, [this](DictionaryRule rule) {
        emit changeWanted([rule](VectorDictionary& d) { d.setRule(rule); });
    });
    m_weighting = new ChoiceBox<DictionaryWeights>(
        tr("How scores become weights"),
        tr("Softmax of the scores, or each score’s plain share of their sum"));
    m_weighting->add(tr("softmax"), DictionaryWeights::kSoftmax);
    m_weighting->add(tr("plain share"), DictionaryWeights::kShare);
    m_weighting->whenChosen(this, [this](DictionaryWeights weighting) {
        emit changeWanted([weighting](VectorDictionary& d) { d.setWeighting(weighting); });
    });
    m_values
        = new ChoiceBox<DictionaryValues>(tr("Values"), tr("The values that are blended into the answer"));
    m_values->add(tr("values: numbers"), DictionaryValues::kNumbers);
    m_values->add(tr("values: vectors"), DictionaryValues::kArrows);
    m_values->whenChosen(this, [this](DictionaryValues values) {
        emit changeWanted([values](VectorDictionary& d) { d.setValues(values); });
    });
    row.addWidget(m_rule);
    row.addWidget(m_weighting);
    row.addWidget(m_values);
    m_load = makeFlatButton(
        tr("Load current row"),
        tr("Load the real query and keys of the current row: the pinned query’s, otherwise the last one’s"));
    connect(m_load, &QToolButton::clicked, this, &VectorControls::loadWanted);
    auto* const example
        = makeFlatButton(tr("Examples"), tr("Open a dictionary that an introduction works out"));
    QMenu* const menu = addMenu(*example);
    for (std::size_t i = 0; i < examples.size(); ++i)
        menu->addAction(examples[i].name, this, [this, i] { emit exampleWanted(static_cast<int>(i)); });
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
    const auto take = [this](double temperature) {
        emit changeWanted([temperature](VectorDictionary& d) { d.setTemperature(temperature); });
    };
    connect(m_slider, &QSlider::valueChanged, this, [take](int place) { take(temperatureAt(place)); });
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, take);
    row.addTogether({m_temperatureLabel, m_slider, m_temperature});
    m_shade = new QCheckBox(tr("&Shade the plane"));
    m_shade->setToolTip(tr("Colour the plane by the answer a query would get at each place"));
    m_shade->setChecked(true);
    connect(m_shade, &QCheckBox::toggled, this, &VectorControls::shadeChosen);
    m_add = makeFlatButton(tr("+ key"), tr("Add a key"));
    m_remove = makeFlatButton(tr("− key"), tr("Remove the selected key, otherwise the last one"));
    connect(m_add, &QToolButton::clicked, this,
            [this] { emit changeWanted([](VectorDictionary& d) { d.add(); }); });
    connect(m_remove, &QToolButton::clicked, this, &VectorControls::removeWanted);
    row.addTogether({m_shade, m_add, m_remove});
}

QLineEdit* VectorControls::addField(WrapLayout& row, QLabel& label, const QString& name,
                                    const std::function<void(VectorDictionary&, const RowVector&)>& set)
{
    auto* const field = new QLineEdit;
    field->setObjectName(name);
    field->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    label.setBuddy(field);
    connect(field, &QLineEdit::textEdited, this,
            [field](const QString& text) { setSound(*field, parsedVector(text).has_value()); });
    connect(field, &QLineEdit::editingFinished, this, [this, field, set] {
        const std::optional<RowVector> typed = parsedVector(field->text());
        if (field->isModified() && typed)
            emit changeWanted([set, numbers = *typed](VectorDictionary& d) { set(d, numbers); });
        field->setModified(false);
    });
    row.addTogether({&label, field});
    return field;
}

void VectorControls::buildFields(WrapLayout& row)
{
    m_queryLabel = makePlainLabel();
    m_query = addField(row, *m_queryLabel, QStringLiteral("query"), &VectorDictionary::setQuery);
    m_query->setToolTip(tr("Type the coordinates of the query, such as 8, −5"));
    m_query->setAccessibleName(tr("Coordinates of the query"));
    auto* const label = new QLabel(tr("&Dimensions"));
    m_dimensions = new QSpinBox;
    m_dimensions->setRange(1, static_cast<int>(kMostDimensions));
    m_dimensions->setKeyboardTracking(false);
    m_dimensions->setAccessibleName(tr("Dimensions of query and keys"));
    m_dimensions->setToolTip(tr("Coordinates that the query and every key have"));
    label->setBuddy(m_dimensions);
    connect(m_dimensions, &QSpinBox::valueChanged, this, [this](int dimensions) {
        emit changeWanted([dimensions](VectorDictionary& d) { d.setDimensions(dimensions); });
    });
    row.addTogether({label, m_dimensions});
    m_parametersLabel = makePlainLabel();
    m_parameters
        = addField(row, *m_parametersLabel, QStringLiteral("parameters"), &VectorDictionary::setParameters);
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
    const int model = m_rule->indexOf(DictionaryRule::kModel);
    if (loaded && model < 0)
        m_rule->add(tr("Like the model"), DictionaryRule::kModel);
    else if (!loaded && model >= 0)
        m_rule->removeItem(model);
    m_rule->setValue(dictionary.rule());
    m_weighting->setValue(dictionary.weighting());
    m_values->setValue(dictionary.values());
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
    m_queryLabel->setText(
        tr("Query %1 =")
            .arg(loaded ? QStringLiteral("q")
                        : QString(dictionary.queryName()).replace(QLatin1Char('&'), QLatin1String("&&"))));
    if (!m_query->isModified() || !m_query->hasFocus())
        m_query->setText(vectorText(dictionary.query(), static_cast<int>(kMostDimensions)));
    m_query->setReadOnly(loaded);
    setSound(*m_query, true);
    showParameters(dictionary);
}

} // namespace headlight

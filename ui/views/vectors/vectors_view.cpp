#include "ui/views/vectors/vectors_view.h"

#include "core/trace/trace.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/head_name.h"
#include "ui/picture/oklab.h"
#include "ui/picture/probability_text.h"
#include "ui/picture/token_details.h"
#include "ui/picture/token_text.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/vectors/dictionary_model.h"
#include "ui/views/vectors/vector_canvas.h"
#include "ui/widgets/canvas_accessible.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kColdest = 0.05;
constexpr double kHottest = 20;
constexpr int kSliderSteps = 200;

/// The slider is logarithmic: as much room below 1 as above.
int sliderPlace(double temperature)
{
    const double share = std::log(temperature / kColdest) / std::log(kHottest / kColdest);
    return static_cast<int>(std::lround(share * kSliderSteps));
}

double temperatureAt(int place)
{
    return kColdest * std::pow(kHottest / kColdest, static_cast<double>(place) / kSliderSteps);
}

/// Numbers with a bar behind them where they are weights.
class WeightDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QVariant share = index.data(DictionaryModel::kShare);
        if (share.isValid()) {
            const ChipColours colours = chipColours(option.palette);
            QRectF bar(option.rect);
            bar.adjust(2, 2, -2, -2);
            bar.setWidth(std::max(1.0, bar.width() * std::clamp(share.toDouble(), 0.0, 1.0)));
            painter->fillRect(bar, mixed(colours.background, colours.rampEnd, 0.35));
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

QToolButton* textButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

} // namespace

VectorsView::VectorsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_model(new DictionaryModel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 6);
    column->setSpacing(4);
    column->setSizeConstraint(QLayout::SetNoConstraint);
    buildControls(*column);
    m_note = new QLabel;
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setAccessibleName(tr("What is shown"));
    column->addWidget(m_note);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_canvas = new VectorCanvas;
    m_canvas->setToolTip(
        tr("Drag the query or a key. Keyboard: Page Up and Page Down to select, arrows to move."));
    m_splitter->addWidget(m_canvas);
    m_splitter->addWidget(buildTable());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_canvas);
    connect(m_canvas, &VectorCanvas::moved, this, &VectorsView::move);
    connect(m_canvas, &VectorCanvas::currentChanged, this, [this](const PlaneHandle& handle) {
        if (handle.kind != PlaneHandle::Kind::kQuery)
            m_table->selectRow(handle.entry);
        else
            m_table->clearSelection();
        showAll();
    });
    showAll();
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas);
    copies->addTable(tr("Copy keys and weights as a table"), [this] { return tableOf(*m_model); });
}

void VectorsView::buildChoices(QBoxLayout& column)
{
    auto* first = new WrapLayout(4);
    m_rule = new QComboBox;
    m_rule->setAccessibleName(tr("How a query is scored against a key"));
    explainTerm(*m_rule, Term::kQueryKeyValue);
    m_rule->setToolTip(tr("How a query is scored against a key"));
    m_rule->addItem(tr("Dot product"), static_cast<int>(DictionaryRule::kDot));
    m_rule->addItem(tr("Scaled dot product"), static_cast<int>(DictionaryRule::kScaledDot));
    m_rule->addItem(tr("General: q · W · k"), static_cast<int>(DictionaryRule::kGeneral));
    m_rule->addItem(tr("Additive (Bahdanau)"), static_cast<int>(DictionaryRule::kAdditive));
    connect(m_rule, &QComboBox::activated, this,
            [this](int i) { setRule(static_cast<DictionaryRule>(m_rule->itemData(i).toInt())); });
    first->addWidget(m_rule);
    m_values = new QComboBox;
    m_values->setAccessibleName(tr("Values"));
    m_values->setToolTip(tr("The values that are blended into the answer"));
    m_values->addItem(tr("values: numbers"), static_cast<int>(DictionaryValues::kNumbers));
    m_values->addItem(tr("values: arrows"), static_cast<int>(DictionaryValues::kArrows));
    connect(m_values, &QComboBox::activated, this,
            [this](int i) { setValues(static_cast<DictionaryValues>(m_values->itemData(i).toInt())); });
    first->addWidget(m_values);
    first->addStretch();
    m_load = textButton(
        tr("Load current row"),
        tr("Load the real query and keys of the current row: the pinned query’s, otherwise the last one’s"));
    m_example = textButton(tr("Example"), tr("Back to the initial example"));
    connect(m_load, &QToolButton::clicked, this, &VectorsView::loadFromFocus);
    connect(m_example, &QToolButton::clicked, this, &VectorsView::showExample);
    first->addTogether({m_load, m_example});
    column.addLayout(first);
}

void VectorsView::buildControls(QBoxLayout& column)
{
    buildChoices(column);
    auto* second = new WrapLayout(4);
    auto* label = new QLabel(tr("Tem&perature"));
    label->setContentsMargins(0, 0, 4, 0);
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
    label->setBuddy(m_temperature);
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int place) { setTemperature(temperatureAt(place)); });
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, &VectorsView::setTemperature);
    second->addTogether({label, m_slider, m_temperature});
    m_shade = new QCheckBox(tr("&Shade the plane"));
    m_shade->setToolTip(tr("Colour the plane by the answer a query would get at each place"));
    m_shade->setChecked(true);
    connect(m_shade, &QCheckBox::toggled, this, [this](bool on) { m_canvas->setShaded(on); });
    m_add = textButton(tr("+ key"), tr("Add a key"));
    m_remove = textButton(tr("− key"), tr("Remove the selected key, otherwise the last one"));
    connect(m_add, &QToolButton::clicked, this, [this] {
        m_dictionary.add();
        showAll();
    });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        const PlaneHandle handle = m_canvas->current();
        m_dictionary.remove(handle.kind == PlaneHandle::Kind::kQuery
                                ? m_dictionary.entries().size() - 1
                                : static_cast<std::size_t>(handle.entry));
        showAll();
    });
    second->addTogether({m_shade, m_add, m_remove});
    column.addLayout(second);
    column.addWidget(buildParameters());
}

QWidget* VectorsView::buildParameters()
{
    m_parameters = new QWidget;
    auto* row = new QHBoxLayout(m_parameters);
    row->setContentsMargins(0, 0, 0, 0);
    m_parametersLabel = new QLabel;
    row->addWidget(m_parametersLabel);
    for (int i = 0; i < 4; ++i) {
        auto* field = new QDoubleSpinBox;
        field->setRange(-9, 9);
        field->setDecimals(1);
        field->setSingleStep(0.1);
        connect(field, &QDoubleSpinBox::valueChanged, this, [this, i](double value) {
            if (m_dictionary.rule() == DictionaryRule::kGeneral)
                m_dictionary.setGeneral(i / 2, i % 2, value);
            else if (i < 2)
                m_dictionary.setCombine(i, value);
            showAll();
        });
        m_fields.push_back(field);
        row->addWidget(field);
    }
    row->addStretch(1);
    return m_parameters;
}

QWidget* VectorsView::buildTable()
{
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setItemDelegate(new WeightDelegate(m_table));
    m_table->setAccessibleName(tr("Keys, their weights and values, and the answer"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 5);
    // A heading that is cut says nothing: the table scrolls sideways instead.
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    connect(m_model, &DictionaryModel::numberEdited, this, [this](int entry, double value) {
        m_dictionary.setNumber(static_cast<std::size_t>(entry), value);
        showAll();
    });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (!m_model->isAnswer(index.row()))
            m_canvas->setCurrent({PlaneHandle::Kind::kKey, index.row()});
    });
    return m_table;
}

QSize VectorsView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 64, fontMetrics().height() * 30};
}

QSize VectorsView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 14};
}

QString VectorsView::statement() const
{
    return m_note->text();
}

void VectorsView::resizeEvent(QResizeEvent* event)
{
    TraceView::resizeEvent(event);
    m_splitter->setOrientation(width() > 1.6 * height() ? Qt::Horizontal : Qt::Vertical);
}

void VectorsView::setRule(DictionaryRule rule)
{
    m_dictionary.setRule(rule);
    showAll();
}

void VectorsView::setValues(DictionaryValues values)
{
    m_dictionary.setValues(values);
    showAll();
}

void VectorsView::setTemperature(double temperature)
{
    m_dictionary.setTemperature(std::clamp(temperature, kColdest, kHottest));
    showAll();
}

void VectorsView::move(const PlaneHandle& handle, const QPointF& to)
{
    const auto entry = static_cast<std::size_t>(handle.entry);
    if (handle.kind == PlaneHandle::Kind::kQuery)
        m_dictionary.setQuery(to);
    else if (entry >= m_dictionary.entries().size())
        return;
    else if (handle.kind == PlaneHandle::Kind::kKey)
        m_dictionary.setKey(entry, to);
    else
        m_dictionary.setArrow(entry, to);
    showAll();
}

int VectorsView::rowToLoad() const
{
    const AttentionMap map = workspace().shownTrace().isNull()
        ? AttentionMap()
        : workspace().shownTrace().attention(focus().head());
    const auto last = static_cast<int>(map.queries()) - 1;
    return std::min(focus().cell().query.value_or(last), last);
}

void VectorsView::loadFromFocus()
{
    const Trace trace = workspace().shownTrace();
    const int query = rowToLoad();
    const std::optional<ProjectedRow> row
        = trace.isNull() ? std::nullopt : projectedRow(trace, focus().head(), query);
    if (!row) {
        m_note->setText(
            tr("This head’s query and keys were not recorded, or the query cannot attend to any key."));
        return;
    }
    const AttentionMap map = trace.attention(focus().head());
    std::vector<QString> names;
    for (const int key : row->keys)
        names.push_back(tokenText(map.keyTokens().at(static_cast<std::size_t>(key))));
    m_dictionary = VectorDictionary::loaded(
        *row, names, tr("q: %1").arg(tokenText(map.queryTokens().at(static_cast<std::size_t>(query)))));
    m_loadedHead = focus().head();
    showAll();
}

void VectorsView::showExample()
{
    m_dictionary = VectorDictionary::example();
    showAll();
}

void VectorsView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kHead | ViewChange::kModel))
        m_load->setEnabled(!workspace().shownTrace().isNull());
    if (changes.testFlag(ViewChange::kColours))
        m_canvas->setColourMap(focus().colourMap());
}

QString VectorsView::describeLoaded() const
{
    const ProjectedRow& row = *m_dictionary.row();
    QString text = tr("%1, query %2 (%3): the projection loses %4 of the squared norms of query and keys, %5 "
                      "of the query’s.")
                       .arg(headName(m_loadedHead))
                       .arg(row.query)
                       .arg(m_dictionary.queryName().mid(3))
                       .arg(probabilityText(row.plane.lost), probabilityText(row.queryLost));
    text += QLatin1Char(' ')
        + (m_dictionary.isMoved() ? tr("You moved a vector: the model’s weights are still the recorded ones.")
                                  : tr("If much is lost, the weights in the plane are not the model’s."));
    return text;
}

QString VectorsView::describeFormula() const
{
    switch (m_dictionary.rule()) {
    case DictionaryRule::kDot:
        return tr("score = q · k; weights = softmax(scores ÷ temperature); answer = Σ weight × value");
    case DictionaryRule::kGeneral:
        return tr("score = q · W · k (Luong et al. 2015): W turns and stretches before it compares");
    case DictionaryRule::kAdditive:
        return tr("score = v · tanh(q + k) (Bahdanau et al. 2015, with W₁ and W₂ the identity)");
    case DictionaryRule::kModel:
        return tr("score = q · k × the model’s scale, with its bias if it has one");
    default:
        return tr("score = q · k ÷ √2, since the plane has 2 dimensions (Vaswani et al. 2017)");
    }
}

void VectorsView::showParameters()
{
    const bool general = m_dictionary.rule() == DictionaryRule::kGeneral;
    const bool additive = m_dictionary.rule() == DictionaryRule::kAdditive;
    m_parameters->setVisible(general || additive);
    m_parametersLabel->setText(general ? tr("W, by rows") : tr("v"));
    for (int i = 0; i < 4; ++i) {
        QDoubleSpinBox* field = m_fields[static_cast<std::size_t>(i)];
        const QSignalBlocker blocker(field);
        field->setVisible(general || i < 2);
        if (general)
            field->setValue(static_cast<double>(m_dictionary.general()(i / 2, i % 2)));
        else if (i < 2)
            field->setValue(static_cast<double>(m_dictionary.combine()(i)));
        field->setAccessibleName(general ? tr("W, row %1, column %2").arg(i / 2 + 1).arg(i % 2 + 1)
                                         : tr("v, entry %1").arg(i + 1));
    }
}

void VectorsView::showAll()
{
    const bool loaded = m_dictionary.row().has_value();
    const int model = m_rule->findData(static_cast<int>(DictionaryRule::kModel));
    if (loaded && model < 0)
        m_rule->addItem(tr("Like the model"), static_cast<int>(DictionaryRule::kModel));
    else if (!loaded && model >= 0)
        m_rule->removeItem(model);
    m_rule->setCurrentIndex(m_rule->findData(static_cast<int>(m_dictionary.rule())));
    m_values->setCurrentIndex(m_values->findData(static_cast<int>(m_dictionary.values())));
    m_values->setEnabled(!loaded);
    m_add->setVisible(!loaded);
    m_remove->setVisible(!loaded);
    m_add->setEnabled(m_dictionary.canAdd());
    m_remove->setEnabled(m_dictionary.canRemove());
    m_shade->setVisible(m_dictionary.values() == DictionaryValues::kNumbers);
    const QSignalBlocker slider(m_slider);
    const QSignalBlocker field(m_temperature);
    m_slider->setValue(sliderPlace(m_dictionary.temperature()));
    m_temperature->setValue(m_dictionary.temperature());
    showParameters();
    m_model->setDictionary(m_dictionary);
    m_table->setColumnHidden(DictionaryModel::kModelColumn, !loaded);
    m_canvas->setDictionary(m_dictionary);
    const QString formula = describeFormula();
    m_note->setText(loaded ? describeLoaded() + QLatin1Char(' ') + formula : formula);
    const PlaneHandle handle = m_canvas->current();
    const QString name = handle.kind == PlaneHandle::Kind::kQuery
        ? m_dictionary.queryName()
        : m_dictionary.entries()[static_cast<std::size_t>(handle.entry)].name;
    const QPointF at = handle.kind == PlaneHandle::Kind::kQuery
        ? m_dictionary.query()
        : m_dictionary.entries()[static_cast<std::size_t>(handle.entry)].key;
    sayCurrent(*m_canvas, tr("%1 at %2, %3").arg(name, numberText(at.x()), numberText(at.y())));
}

} // namespace headlight

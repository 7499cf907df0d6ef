#include "ui/views/vectors/vectors_view.h"

#include "core/trace/trace.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/vectors/angle_curves.h"
#include "ui/views/vectors/dictionary_model.h"
#include "ui/views/vectors/vector_canvas.h"
#include "ui/views/vectors/vector_controls.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_text.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <array>
#include <numeric>

namespace headlight {

namespace {

constexpr int kPlaneLetters = 24; ///< least width of the plane beside the table

/// Numbers, with a bar behind those that are weights.
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

    // The names of the answers span several columns, so that the first one need not be wide for them.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        const auto* const model
            = static_cast<const DictionaryModel*>(index.model()); // NOLINT(*-static-cast-downcast)
        return index.column() == DictionaryModel::kNameColumn && model->isAnswer(index.row())
            ? QSize(0, size.height())
            : size;
    }
};

/// Asks only for its minimum height, since its parts are side by side if there is little room. A size policy
/// that ignores the hint would also drop the minimum from what the view asks for, and squeeze the controls.
class LowSplitter : public QSplitter
{
public:
    LowSplitter() { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding); }
    QSize sizeHint() const override { return {QSplitter::sizeHint().width(), 0}; }
};

} // namespace

VectorsView::VectorsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_examples(vectorExamples())
    , m_dictionary(m_examples.front().dictionary)
    , m_model(new DictionaryModel(this))
{
    auto* column = makeColumn(this, {8, 4, 8, 6}, 4);
    column->setSizeConstraint(QLayout::SetNoConstraint);
    m_controls = new VectorControls(m_examples);
    column->addWidget(m_controls);
    m_note = makeWrappedLabel();
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setAccessibleName(tr("What is shown"));
    column->addWidget(m_note);
    m_splitter = new LowSplitter;
    m_splitter->setChildrenCollapsible(false);
    m_canvas = new VectorCanvas;
    m_canvas->setToolTip(
        tr("Drag the query or a key. Keyboard: Page Up and Page Down to select, arrows to move."));
    m_splitter->addWidget(m_canvas);
    m_curves = new AngleCurves;
    m_splitter->addWidget(makeSplitter(Qt::Vertical, {{buildTable(), 3}, {m_curves, 2}}));
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_canvas);
    connectControls();
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
    copies->addPicture(*m_curves, tr("Copy the curves as an image"));
    copies->addTable(tr("Copy keys and weights as a table"), [this] { return tableOf(*m_model); });
}

void VectorsView::change(const DictionaryChange& change)
{
    change(m_dictionary);
    showAll();
}

void VectorsView::connectControls()
{
    connect(m_controls, &VectorControls::changeWanted, this, &VectorsView::change);
    connect(m_controls, &VectorControls::shadeChosen, m_canvas, &VectorCanvas::setShaded);
    connect(m_controls, &VectorControls::loadWanted, this, &VectorsView::loadFromFocus);
    connect(m_controls, &VectorControls::exampleWanted, this, &VectorsView::showExample);
    connect(m_controls, &VectorControls::removeWanted, this, [this] {
        const PlaneHandle handle = m_canvas->current();
        change([&](VectorDictionary& d) {
            d.remove(handle.kind == PlaneHandle::Kind::kQuery ? d.entries().size() - 1
                                                              : static_cast<std::size_t>(handle.entry));
        });
    });
    connect(m_model, &DictionaryModel::nameEdited, this, [this](int entry, const QString& name) {
        change([&](VectorDictionary& d) { d.setName(static_cast<std::size_t>(entry), name); });
    });
    connect(m_model, &DictionaryModel::keyEdited, this, [this](int entry, const RowVector& key) {
        change([&](VectorDictionary& d) { d.setKey(static_cast<std::size_t>(entry), key); });
    });
    connect(m_model, &DictionaryModel::valueEdited, this, [this](int entry, const RowVector& value) {
        change([&](VectorDictionary& d) { d.setValue(static_cast<std::size_t>(entry), value); });
    });
}

QWidget* VectorsView::buildTable()
{
    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setItemDelegate(new WeightDelegate(m_table));
    m_table->setAccessibleName(tr("Keys, their weights and values, and the answers"));
    showAsRows(*m_table);
    keepRowHeight(*m_table, 5);
    // A truncated heading says nothing: let the table scroll sideways instead.
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid() && !m_model->isAnswer(index.row()))
                    m_canvas->setCurrent({PlaneHandle::Kind::kKey, index.row()});
            });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (!m_model->isAnswer(index.row()))
            m_canvas->setCurrent({PlaneHandle::Kind::kKey, index.row()});
    });
    return m_table;
}

void VectorsView::changeEvent(QEvent* event)
{
    TraceView::changeEvent(event);
    m_columnWidths.clear();
}

int VectorsView::columnWidth(int column)
{
    m_columnWidths.resize(static_cast<std::size_t>(m_model->columnCount()), -1);
    int& width = m_columnWidths[static_cast<std::size_t>(column)];
    if (width < 0) {
        const QAbstractItemView& table = *m_table;
        width
            = std::max(m_table->horizontalHeader()->sectionSizeHint(column), table.sizeHintForColumn(column));
    }
    return width;
}

int VectorsView::fitTable(int room)
{
    constexpr std::array kDerived{DictionaryModel::kAngleColumn, DictionaryModel::kCosineColumn,
                                  DictionaryModel::kNormColumn};
    for (const int column : kDerived)
        m_table->setColumnHidden(column, false);
    int needed = m_table->verticalScrollBar()->sizeHint().width();
    for (int column = 0; column < m_model->columnCount(); ++column)
        if (!m_table->isColumnHidden(column))
            needed += columnWidth(column);
    for (const int column : kDerived) {
        if (needed <= room)
            break;
        needed -= columnWidth(column);
        m_table->setColumnHidden(column, true);
    }
    return needed;
}

// No heading of the table is cut: where there is little room, the table goes without the numbers of the
// angle, which the curves say for the current key. If even that is too wide beside the plane, it stands below
// it.
void VectorsView::arrange()
{
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const int plane
        = std::max(m_canvas->minimumSizeHint().width(), kPlaneLetters * fontMetrics().averageCharWidth())
        + m_splitter->handleWidth();
    int needed = fitTable(room - plane);
    const bool wide = width() > 1.3 * height() && needed <= room - plane;
    if (!wide)
        needed = fitTable(room);
    m_table->setMinimumWidth(wide ? needed : 0);
    m_splitter->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    m_splitter->setMinimumHeight((wide ? 10 : 24) * fontMetrics().height()); // below that the view scrolls
}

void VectorsView::move(const PlaneHandle& handle, const QPointF& to)
{
    const auto entry = static_cast<std::size_t>(handle.entry);
    if (handle.kind == PlaneHandle::Kind::kQuery)
        m_dictionary.moveQuery(to);
    else if (entry >= m_dictionary.entries().size())
        return;
    else if (handle.kind == PlaneHandle::Kind::kKey)
        m_dictionary.moveKey(entry, to);
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
    return std::min(completed(map, focus().cell()).query.value_or(last), last);
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
    m_exampleLine.clear();
    m_loadedHead = focus().head();
    showAll();
}

void VectorsView::showExample(int example)
{
    const auto place = static_cast<std::size_t>(example);
    if (place >= m_examples.size())
        return;
    const VectorExample& chosen = m_examples[place];
    m_dictionary = chosen.dictionary;
    m_exampleLine = chosen.line;
    m_canvas->setCurrent({});
    showAll();
}

void VectorsView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kHead | ViewChange::kModel))
        m_controls->setCanLoad(!workspace().shownTrace().isNull());
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
        return tr("score = q · k = |q| |k| cos θ.");
    case DictionaryRule::kCosine:
        return tr("score = cos θ = q · k ÷ (|q| |k|): lengths do not count.");
    case DictionaryRule::kGeneral:
        return tr("score = q · W · k (Luong et al. 2015): W turns and stretches before it compares.");
    case DictionaryRule::kAdditive:
        return tr("score = v · tanh(q + k) (Bahdanau et al. 2015, with W₁ and W₂ the identity).");
    case DictionaryRule::kAdditiveLinear:
        return tr("score = v · q + v · k: without tanh the query adds the same to every score.");
    case DictionaryRule::kModel:
        return tr("score = q · k × the model’s scale, with its bias if it has one.");
    default:
        return tr("score = q · k ÷ √%1, with d = %1 dimensions (Vaswani et al. 2017).")
            .arg(m_dictionary.dimensions());
    }
}

QString VectorsView::describeWeights() const
{
    if (m_dictionary.weighting() == DictionaryWeights::kSoftmax)
        return tr("Soft: weights = softmax(scores ÷ temperature), answer = Σ weight × value. Hard: the value "
                  "of the best key.");
    const std::vector<double>& scores = m_model->answer().scores;
    return std::accumulate(scores.begin(), scores.end(), 0.0) == 0
        ? tr("The scores add up to 0: there are no shares, and the answer is 0.")
        : tr("Soft: weight = score ÷ sum of the scores, which may be negative. Hard: the value "
             "of the best key.");
}

int VectorsView::currentKey() const
{
    const PlaneHandle handle = m_canvas->current();
    return handle.kind == PlaneHandle::Kind::kQuery ? static_cast<int>(m_model->answer().best) : handle.entry;
}

void VectorsView::showAll()
{
    const bool loaded = m_dictionary.row().has_value();
    m_controls->show(m_dictionary);
    m_model->setDictionary(m_dictionary);
    m_table->setColumnHidden(DictionaryModel::kModelColumn, !loaded);
    m_table->clearSpans();
    // The names of the answers are long, and the cells up to their weights empty.
    if (const int rows = m_model->rowCount(); rows > 0) {
        m_table->setSpan(rows - 2, DictionaryModel::kNameColumn, 1, DictionaryModel::kWeightColumn);
        m_table->setSpan(rows - 1, DictionaryModel::kNameColumn, 1, DictionaryModel::kHardColumn);
    }
    m_columnWidths.clear();
    arrange();
    m_canvas->setDictionary(m_dictionary);
    m_curves->setAngles(m_model->answer().angles, currentKey());
    QStringList lines;
    if (loaded)
        lines << describeLoaded();
    if (!m_exampleLine.isEmpty())
        lines << m_exampleLine;
    lines << tr("|q| = %1.").arg(fourDigits(m_model->answer().angles.front().query)) << describeFormula()
          << describeWeights();
    if (m_dictionary.lost() > 0)
        lines << tr("The plane is a projection of %1 dimensions and loses %2 of their squared lengths; the "
                    "numbers are of all dimensions.")
                     .arg(m_dictionary.dimensions())
                     .arg(probabilityText(m_dictionary.lost()));
    m_note->setText(lines.join(QLatin1Char(' ')));
    const PlaneHandle handle = m_canvas->current();
    const bool query = handle.kind == PlaneHandle::Kind::kQuery;
    const auto entry = static_cast<std::size_t>(handle.entry);
    const QString name = query ? m_dictionary.queryName() : m_dictionary.entries()[entry].name;
    const RowVector& at = query ? m_dictionary.query() : m_dictionary.entries()[entry].key;
    sayCurrent(*m_canvas, tr("%1 at %2").arg(name, vectorText(at)));
}

} // namespace headlight

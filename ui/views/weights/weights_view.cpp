#include "ui/views/weights/weights_view.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/matrix_panel.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"

#include <QGridLayout>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Size of a packed projection above which only the head's part is read.
constexpr Index kMostNumbers = Index{1} << 24;

const QString& projectionName(Projection which)
{
    static const std::array<QString, 4> kNames{QStringLiteral("W_Q"), QStringLiteral("W_K"),
                                               QStringLiteral("W_V"), QStringLiteral("W_O")};
    return kNames.at(static_cast<std::size_t>(which));
}

QString count(std::int64_t number)
{
    return QLocale().toString(static_cast<qlonglong>(number));
}

bool isTooLarge(const HeadProjections& facts)
{
    return std::ranges::any_of(
        facts.shapes, [](const ProjectionShape& shape) { return shape.rows * shape.columns > kMostNumbers; });
}

} // namespace

/// The projections read for one head.
struct WeightsView::Read
{
    HeadProjections facts;
    std::array<Matrix, 4> numbers; ///< [out × in]
    bool packed = false; ///< for all heads
};

WeightsView::WeightsView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
{
    auto* const column = pages().addColumn();
    auto* const controls = new WrapLayout(4);
    buildControls(*controls);
    column->addLayout(controls);
    column->addWidget(makeStatement(tr("Shapes and counts, or the number under the mouse"), 1, 6));
    m_grid = new QGridLayout;
    m_grid->setSpacing(8);
    column->addLayout(m_grid, 1);
    auto* const copies = new CopyMenu(*this);
    for (const Projection which : kProjections) {
        auto* const panel = new MatrixPanel;
        m_panels.at(static_cast<std::size_t>(which)) = panel;
        connect(panel, &MatrixPanel::hovered, this,
                [this, which](const Cell& cell) { showPlace(which, cell); });
        copies->addLargeTable(
            tr("Copy %1 as a table").arg(projectionName(which)), [panel] { return panel->values().size(); },
            [panel] { return tableMaker(panel->values()); });
    }
    arrange();
    setFocusProxy(m_partChoice);
}

void WeightsView::buildControls(WrapLayout& row)
{
    m_partChoice = new ChoiceBox<Part>(
        tr("Part of the matrices"),
        tr("Shows the current head’s part, or the matrices of all heads with this part framed"));
    m_partChoice->add(tr("this head"), Part::kHead);
    m_partChoice->add(tr("all heads, packed"), Part::kPacked);
    m_partChoice->whenChosen(this, [this](Part part) {
        m_part = part;
        m_head = {};
        m_read = nullptr;
        markDirty(ViewChange::kHead);
    });
    m_writingChoice = new ChoiceBox<Writing>(
        tr("How the product is written"),
        tr("Writes the projection as x · W (x is a row, as in the paper) or as W · x (x is a column, as "
           "checkpoints store it): the same numbers, transposed"));
    m_writingChoice->add(QStringLiteral("x · W"), Writing::kRows);
    m_writingChoice->add(QStringLiteral("W · x"), Writing::kColumns);
    m_writingChoice->whenChosen(this, [this](Writing writing) {
        m_writing = writing;
        markDirty(ViewChange::kColours);
    });
    explainTerm(*m_partChoice, Term::kQueryKeyValue);
    row.addWidget(m_partChoice);
    row.addWidget(m_writingChoice);
}

/// All in one row if the view is wide and low, otherwise two by two.
void WeightsView::arrange()
{
    const int columns = width() > 2.4 * height() ? 4 : 2;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < 4; ++i) {
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
        m_grid->setRowStretch(i, i < 4 / columns ? 1 : 0);
        m_grid->addWidget(m_panels.at(static_cast<std::size_t>(i)), i / columns, i % columns);
    }
}

void WeightsView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kModel))
        m_read = nullptr;
    const auto model = projectedModel(workspace().model(), workspace().snapshot()->trace);
    if (changes.testAnyFlags(ViewChange::kModel | ViewChange::kHead | ViewChange::kTrace)
        && (m_read == nullptr || m_head != focus().head() || m_model.lock() != model))
        read();
    if (changes.testAnyFlags(ViewChange::kColours | ViewChange::kModel | ViewChange::kHead) && m_read)
        for (const Projection which : kProjections)
            showPanel(which);
    if (m_read)
        setStatement(describe());
}

void WeightsView::read()
{
    const std::shared_ptr<const Model> model
        = projectedModel(workspace().model(), workspace().snapshot()->trace);
    m_model = model;
    m_head = focus().head();
    m_read = nullptr;
    if (model == nullptr) {
        task().cancel();
        pages().showReason(tr("The projections are weights of the model, which a trace file does not "
                              "include. Open the model to see them."));
        return;
    }
    const std::optional<HeadProjections> facts = headProjections(*model, m_head);
    if (!facts) {
        task().cancel();
        pages().showReason(
            tr("The open model has no %1: the trace was recorded with another model.").arg(headName(m_head)));
        return;
    }
    const bool packed = m_part == Part::kPacked && !isTooLarge(*facts);
    task().start([this, model, facts = *facts, packed, head = m_head](const std::stop_token& stop,
                                                                      const LatestTask::Deliver& deliver) {
        auto read = std::make_shared<Read>();
        read->facts = facts;
        read->packed = packed;
        for (const Projection which : kProjections) {
            if (stop.stop_requested())
                return;
            read->numbers.at(static_cast<std::size_t>(which))
                = packed ? packedProjection(*model, head, which) : headProjection(*model, head, which);
        }
        deliver([this, read] {
            m_read = read;
            for (const Projection which : kProjections)
                showPanel(which);
            setStatement(describe());
            pages().setCurrentIndex(1);
        });
    });
}

void WeightsView::showPanel(Projection which)
{
    const auto index = static_cast<std::size_t>(which);
    const ProjectionShape& shape = m_read->facts.shape(which);
    const Matrix& stored = m_read->numbers.at(index);
    const bool rows = m_writing == Writing::kRows;
    MatrixPanel::Content content;
    content.values = rows ? Matrix(stored.transpose()) : stored;
    content.title = projectionName(which);
    const QString size = QStringLiteral("[%1 × %2]").arg(content.values.rows()).arg(content.values.cols());
    content.line = shape.sharedBy > 1 ? tr("%1, shared by %2 query heads").arg(size).arg(shape.sharedBy)
        : shape.biased                ? tr("%1, and a bias").arg(size)
                                      : size;
    content.rowName = rows ? tr("in") : tr("out");
    content.columnName = rows ? tr("out") : tr("in");
    MatrixPanel& panel = *m_panels.at(index);
    panel.show(std::move(content), divergingMapName());
    std::optional<AxisSpan> frame;
    if (m_read->packed)
        frame = AxisSpan{static_cast<double>(shape.first), static_cast<double>(shape.first + shape.count)};
    // In W_O a head's part is on the input side, in the others on the output side.
    const bool across = (which == Projection::kOutput) != rows;
    panel.setFrame(across ? std::nullopt : frame, across ? frame : std::nullopt);
}

void WeightsView::showPlace(Projection which, const Cell& cell)
{
    if (!m_read)
        return;
    const Matrix& values = panel(which).values();
    const bool inside = cell.query && cell.key && *cell.query < values.rows() && *cell.key < values.cols();
    showHint(inside ? tr("%1, row %2, column %3: %4")
                          .arg(projectionName(which))
                          .arg(*cell.query)
                          .arg(*cell.key)
                          .arg(fullText(values(*cell.query, *cell.key)))
                    : QString());
}

QString WeightsView::describe() const
{
    if (!m_read)
        return {};
    const HeadProjections& facts = m_read->facts;
    const ProjectionShape& query = facts.shape(Projection::kQuery);
    const ProjectionShape& key = facts.shape(Projection::kKey);
    const ProjectionShape& value = facts.shape(Projection::kValue);
    const ProjectionShape& output = facts.shape(Projection::kOutput);
    const std::int64_t three = query.parameters + key.parameters + value.parameters;
    QString text = tr("%1.").arg(headName(m_head)) + QLatin1Char(' ');
    if (facts.kvHeads == facts.heads && facts.headWidth == facts.valueWidth && query.columns == key.columns)
        text += tr("W_Q, W_K, W_V of all heads: 3 × D × d_head × heads = 3 × %1 × %2 × %3 = %4")
                    .arg(query.columns)
                    .arg(facts.headWidth)
                    .arg(facts.heads)
                    .arg(count(3 * std::int64_t{query.columns} * facts.headWidth * facts.heads));
    else
        text += tr("W_Q of all heads: D × d_k × heads = %1 × %2 × %3; W_K and W_V for %4 key/value heads of "
                   "widths %2 and %5; together %6")
                    .arg(query.columns)
                    .arg(facts.headWidth)
                    .arg(facts.heads)
                    .arg(facts.kvHeads)
                    .arg(facts.valueWidth)
                    .arg(count(std::int64_t{query.rows} * query.columns + std::int64_t{key.rows} * key.columns
                               + std::int64_t{value.rows} * value.columns));
    if (query.biased || key.biased || value.biased)
        text += QLatin1Char(' ') + tr("(%1 with biases)").arg(count(three));
    text += QStringLiteral("; ")
        + tr("W_O: heads × d_v × D = %1 × %2 × %3 = %4.")
              .arg(facts.heads)
              .arg(facts.valueWidth)
              .arg(output.rows)
              .arg(count(std::int64_t{output.rows} * output.columns));
    if (m_part == Part::kPacked && !m_read->packed)
        text
            += QLatin1Char(' ') + tr("The packed matrices are too large to show: this head’s part is shown.");
    return text;
}

} // namespace headlight

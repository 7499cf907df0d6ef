#include "ui/views/heads/heads_view.h"

#include "core/analysis/head_summary.h"
#include "core/edit/recorded_edits.h"
#include "ui/figure/result_plots.h"
#include "ui/picture/colour_map.h"
#include "ui/state/experiment_board.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/heads/head_values.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/views/heads/heads_model.h"
#include "ui/views/heads/heads_tools.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/head_chooser.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/map_legend.h"
#include "ui/widgets/reason_pages.h"
#include "ui/widgets/term.h"
#include "ui/widgets/what_if_menu.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/next_token.h"
#include "ui/words/waiting_words.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIdentityProxyModel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr Index kNamedCells = Index{1} << 26; ///< all heads together

/// The table for other programs, which know heads by their addresses.
class AddressedTable : public QIdentityProxyModel
{
public:
    explicit AddressedTable(QAbstractItemModel& table) { setSourceModel(&table); }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const bool head = index.column() == 0 && role == Qt::DisplayRole;
        return QIdentityProxyModel::data(index, head ? HeadsModel::kAddressRole : role);
    }
};

} // namespace

HeadsView::HeadsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_tools(new HeadsTools)
    , m_measure(&m_tools->measure())
    , m_filterText(&m_tools->filter())
    , m_tableButton(&m_tools->table())
    , m_legend(new MapLegend)
    , m_note(new ElidedLabel)
    , m_pages(new ReasonPages)
    , m_scroll(new QScrollArea)
    , m_canvas(new HeadsCanvas)
    , m_model(new HeadsModel(this))
    , m_table(new HeadsTable(*m_model))
    , m_task(new LatestTask(this))
    , m_statistics(new LatestTask(this))
{
    m_scroll->setWidget(m_canvas);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    onEvent(*m_scroll->viewport(), {QEvent::Resize}, *this, [this] {
        m_canvas->fitInto(m_scroll->maximumViewportSize(), m_scroll->verticalScrollBar()->sizeHint().width());
    });
    setFocusProxy(m_canvas);
    m_pages->addWidget(m_scroll);
    m_pages->addWidget(m_table);
    auto* const column = makeColumn(this, {}, 0);
    column->addWidget(m_tools);
    auto* const legend = makeRow(nullptr, {8, 0, 8, 4});
    legend->addWidget(m_legend);
    legend->addWidget(m_note, 1);
    column->addLayout(legend);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->hide();
    m_legend->hide();
    column->addWidget(m_pages, 1);
    restoreLook();
    connectParts();
    m_copies = new CopyMenu(*this);
    m_copies->addPicture(*m_canvas, tr("Copy the heads as an image"));
    m_copies->addTable(tr("Copy the statistics as a table"),
                       [this] { return tableOf(AddressedTable(*m_table->model())); });
    showExperiments();
}

void HeadsView::connectParts()
{
    m_canvas->setTip([this](const HeadRef& head) {
        QString tip = headTip(trace(), head);
        if (const auto behaviour = m_model->behaviour(head))
            tip += QLatin1Char('\n') + behaviourTip(*behaviour);
        if (const auto experiment = experimentShown())
            if (const auto values = headChanges(experiment->table); values.contains(head))
                tip += QLatin1Char('\n') + experiment->name + QStringLiteral(": ")
                    + withUnit(experiment->table, withMinus(numberText(values.at(head))));
        if (!m_canvas->newestRowOf(head).isEmpty())
            tip += QLatin1Char('\n') + tr("the arrow points at the row that was just computed");
        return tip;
    });
    ExperimentBoard& board = ExperimentBoard::of(workspace());
    connect(&board, &ExperimentBoard::changed, this, &HeadsView::showExperiments);
    connect(&board, &ExperimentBoard::ordered, this,
            [this](const ExperimentOrder& order) { m_awaits = order.inHeads; });
    connect(&workspace(), &Workspace::documentChanged, this, [this](const Document& before) {
        // The edits are gone: the user no longer looks at the effect of switching heads off.
        if (!before.interventions.empty() && workspace().document().interventions.empty()
            && m_measure->experiment()) {
            m_experimentWanted = false;
            shadeBy(std::nullopt);
        }
    });
    connect(m_canvas, &HeadsCanvas::chosen, this, &HeadsView::choose);
    connect(m_canvas, &HeadsCanvas::toggled, this, [this](const HeadRef& head) { focus().toggleHead(head); });
    connect(m_canvas, &HeadsCanvas::menuRequested, this, &HeadsView::showMenu);
    connect(m_canvas, &HeadsCanvas::revealRequested, this, [this](const QRect& rect) {
        const QPoint middle = rect.center();
        m_scroll->ensureVisible(middle.x(), middle.y(), rect.width() / 2, rect.height() / 2);
    });
    connect(m_measure, &QComboBox::activated, this, [this] {
        m_experimentWanted = m_measure->experiment().has_value();
        m_awaits = false;
        showValues();
        keepLook();
    });
    for (const QToolButton* const form : {m_tableButton, &m_tools->squares()})
        connect(form, &QToolButton::clicked, this, &HeadsView::keepLook);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &HeadsView::keepLook);
    connect(m_filterText, &QLineEdit::textChanged, this, &HeadsView::showFilter);
    connect(m_tableButton, &QToolButton::toggled, this, &HeadsView::showTable);
    connect(m_table, &HeadsTable::chosen, this, &HeadsView::choose);
    connect(m_table, &HeadsTable::toggled, this, [this](const HeadRef& head) { focus().toggleHead(head); });
    connect(m_table, &HeadsTable::menuRequested, this, &HeadsView::showMenu);
    connect(m_statistics, &LatestTask::finished, this, &HeadsView::showStatistics);
}

void HeadsView::showStatistics()
{
    m_canvas->setBehaviours(m_model->behaviours());
    showValues();
    showFilter();
    showRow();
}

Trace HeadsView::trace() const
{
    const Trace many = workspace().manyRunsTrace();
    return many.isNull() ? workspace().shownTrace() : many;
}

void HeadsView::refresh(ViewChanges changes)
{
    const Trace trace = this->trace();
    if (changes & (ViewChange::kTrace | ViewChange::kModel)) {
        m_canvas->setGroups(trace.isNull() ? std::vector<HeadGroup>() : headGroups(trace.info()));
        m_model->setHeads(m_canvas->headsLayout().heads());
        m_statistics->cancel();
        m_statisticsWanted = false;
    }
    if (changes & (ViewChange::kColours | ViewChange::kMap | ViewChange::kMapOptions)) {
        HeatmapOptions options;
        options.colourMap = focus().colourMap();
        options.scale
            = focus().mapOptions().scale == ColourScale::kLog ? ColourScale::kLog : ColourScale::kLinear;
        options.weightRange = focus().mapOptions().range; // the colours mean what they mean in the map
        m_canvas->setLook(focus().map(), options);
    }
    if (changes & (ViewChange::kTrace | ViewChange::kMap | ViewChange::kModel))
        startThumbnails();
    wantStatistics();
    if (changes & (ViewChange::kTrace | ViewChange::kModel | ViewChange::kColours))
        showValues();
    if (trace.isNull())
        return m_pages->showReason(
            waitingWords(workspace(), tr("Type a sentence to see its attention heads.")));
    if (m_pages->showsReason())
        m_pages->setCurrentIndex(m_tableButton->isChecked() ? 2 : 1);
    if (changes & (ViewChange::kTrace | ViewChange::kModel)) {
        m_canvas->setSwitchedOff([edits = recordedEdits(trace.info())](const HeadRef& head) {
            return isSwitchedOff(edits, head);
        });
        m_canvas->setNewest(newestRow(workspace(), {StackKind::kDecoder, 0, AttentionKind::kSelf, 0}));
    }
    m_canvas->setCurrent(focus().head());
    m_canvas->setSelection(focus().heads());
    showRow();
}

void HeadsView::showTable(bool on)
{
    (on ? *m_tableButton : m_tools->squares()).setChecked(true);
    if (on && m_measure->experiment()) // largest effect first
        m_table->sortByColumn(m_model->changesColumn(), Qt::DescendingOrder);
    m_table->measureColumns(on);
    m_pages->setCurrentIndex(on ? 2 : 1);
    showValues();
    setFocusProxy(on ? static_cast<QWidget*>(m_table) : m_canvas);
    showRow();
}

void HeadsView::showRow()
{
    if (m_pages->currentWidget() != m_scroll)
        m_table->showRow(m_canvas->cursor());
}

void HeadsView::showFilter()
{
    m_table->setFilter(HeadFilter::parse(m_filterText->text()));
    wantStatistics();
    if (m_table->filter().isEmpty())
        m_canvas->setDimmed({});
    else
        m_canvas->setDimmed([this](const HeadRef& head) { return !m_table->accepts(head); });
}

void HeadsView::showMenu(const HeadRef& head, const QPoint& globalPosition)
{
    QMenu menu(this);
    menu.addSection(headName(head));
    menu.addAction(tr("Show this head alone"), this, [this, head] { choose(head); });
    const bool selected = focus().colourIndex(head).has_value();
    QAction* toggle = menu.addAction(selected ? tr("Remove from the heatmap") : tr("Add to the heatmap"),
                                     this, [this, head] { focus().toggleHead(head); });
    toggle->setEnabled(!selected || focus().heads().size() > 1);
    menu.addAction(tr("Show all heads of this layer"), this, [this, head] { selectLayer(head); });
    menu.addSeparator();
    addHeadOffAction(menu, workspace(), head);
    menu.addSeparator();
    menu.addAction(tr("Copy its address %1").arg(QString::fromStdString(toString(head))), this,
                   [head] { QApplication::clipboard()->setText(QString::fromStdString(toString(head))); });
    m_copies->addTo(menu);
    menu.exec(globalPosition);
}

void HeadsView::selectLayer(const HeadRef& head)
{
    std::vector<HeadRef> heads;
    for (const HeadRef& other : m_model->heads())
        if (other.layerRef() == head.layerRef())
            heads.push_back(other);
    focus().selectOnly(head);
    focus().setMoreHeads(heads);
}

void HeadsView::wantStatistics()
{
    const Trace trace = this->trace();
    // Name the heads as long as that costs little; otherwise compute numbers only on request.
    const bool named = !trace.isNull() && statisticsEffort(trace, m_model->heads()) <= kNamedCells;
    const bool needed = named || m_measure->statistic() || m_pages->currentWidget() == m_table
        || m_table->filter().needsStatistics();
    // While layers are still arriving, the processor has better things to do.
    if (!needed || !workspace().snapshot()->hasAllLayers() || m_statisticsWanted || trace.isNull())
        return;
    m_statisticsWanted = true;
    // The statistics of a map of means or deviations describe no run: those of the runs are averaged.
    if (const auto& runs = workspace().snapshot()->headsOverRuns;
        runs != nullptr && !workspace().manyRunsTrace().isNull()) {
        m_model->addStatistics(runs->over(workspace().version() == RunVersion::kSpread));
        return showStatistics();
    }
    m_statistics->start([this, trace, heads = m_model->heads()](const std::stop_token& stop,
                                                                const LatestTask::Deliver& deliver) {
        readStatistics(trace, heads, stop, [&](StatisticsOfHeads batch) {
            deliver([this, done = std::move(batch)] { m_model->addStatistics(done); });
        });
    });
}

void HeadsView::startThumbnails()
{
    const Trace trace = this->trace();
    if (trace.isNull())
        return m_task->cancel();
    // Layers that a pass adds leave the others as they are.
    const Pictured pictured{trace.sharedInfo(), workspace().step(), focus().map()};
    const bool another = std::exchange(m_pictured, pictured) != pictured;
    m_task->start([this, trace, another, heads = m_canvas->headsLayout().heads(),
                   kind = focus().map()](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        if (another && anySlow(trace, heads))
            deliver([this] { m_canvas->fadeThumbnails(); });
        readThumbnails(trace, heads, kind, stop, [&](HeadGrids grids) {
            auto found = std::make_shared<HeadGrids>(std::move(grids));
            deliver([this, found] {
                for (auto& [head, grid] : *found)
                    m_canvas->setThumbnail(head, std::move(grid));
            });
        });
    });
}

void HeadsView::shadeBy(std::optional<HeadMeasure> measure)
{
    m_measure->setCurrentIndex(measure ? m_measure->findData(static_cast<int>(*measure)) : 0);
    showValues();
}

void HeadsView::showValues()
{
    wantStatistics();
    explainTerm(*m_measure, m_measure->statistic() ? measureTerm(*m_measure->statistic()) : Term::kHead);
    std::optional<HeadValues> values;
    const auto experiment = experimentShown();
    m_model->setChanges(experiment ? headChanges(experiment->table) : std::map<HeadRef, double>(),
                        experiment ? axisText(experiment->table.metric, m_measure->currentText())
                                   : m_measure->currentText(),
                        experiment ? experiment->name : QString());
    if (experiment)
        values = headValues(experiment->table);
    else if (const auto statistic = m_measure->statistic())
        values = headValues(*m_model, *statistic);
    const bool none = values && values->values.empty();
    m_legend->setVisible(values.has_value() && !none);
    showNote(none && m_measure->statistic());
    if (values && !none) {
        m_legend->setMap(values->diverging ? divergingMapName() : focus().colourMap());
        const QString upper = numberText(values->upper);
        m_legend->setEnds(numberText(values->lower), experiment ? withUnit(experiment->table, upper) : upper);
    }
    m_canvas->setValues(std::move(values));
}

void HeadsView::showNote(bool nothing)
{
    QStringList notes;
    if (nothing && m_statisticsWanted && !m_statistics->isRunning())
        notes << measureMissing(*m_measure->statistic());
    if (const Trace many = workspace().manyRunsTrace(); !many.isNull())
        notes << (workspace().version() == RunVersion::kMean ? tr("Means over %1 runs")
                                                             : tr("Standard deviations over %1 runs"))
                     .arg(workspace().snapshot()->runs);
    const bool numbers = m_tableButton->isChecked() || m_measure->statistic();
    if (numbers && !nothing && m_model->hasSinks())
        notes << sinkWords();
    m_note->setText(notes.join(QStringLiteral(". ")));
    m_note->setHidden(notes.isEmpty());
}

std::shared_ptr<const ExperimentResult> HeadsView::experimentShown() const
{
    const auto place = m_measure->experiment();
    return place ? ExperimentBoard::of(workspace()).resultAt(static_cast<std::ptrdiff_t>(*place)) : nullptr;
}

void HeadsView::showExperiments()
{
    const ExperimentBoard& board = ExperimentBoard::of(workspace());
    const auto& all = board.results();
    const bool ordered = m_awaits && std::ranges::any_of(all, [](const auto& each) { return each->inHeads; });
    m_experimentWanted = m_experimentWanted || ordered;
    using Wanted = MeasureChoice::Wanted;
    m_measure->offer(board,
                     ordered                                              ? Wanted::kOrdered
                         : m_experimentWanted && !m_measure->experiment() ? Wanted::kLatest
                                                                          : Wanted::kShown);
    m_awaits = m_awaits && board.isRunning();
    showValues();
    showRow();
}

void HeadsView::keepLook()
{
    HeadsLook look;
    if (const auto statistic = m_measure->statistic()) // the results are of a session
        look.measure = measureWord(*statistic);
    look.table = m_tableButton->isChecked();
    look.sortColumn = m_table->horizontalHeader()->sortIndicatorSection();
    look.descending = m_table->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
    keepHeadsLook(settings(), look);
}

void HeadsView::restoreLook()
{
    const HeadsLook look = headsLook(settings());
    if (const auto measure = measureNamed(look.measure))
        shadeBy(measure);
    if (look.sortColumn >= 0 && look.sortColumn < m_model->columnCount({}))
        m_table->sortByColumn(look.sortColumn, look.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    showTable(look.table);
}

} // namespace headlight

#include "ui/views/compare/compare_view.h"

#include "ui/picture/value_scale.h"
#include "ui/state/branch_board.h"
#include "ui/state/snapshot.h"
#include "ui/views/compare/difference_table.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/next_token.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <chrono>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kListed = 30;
constexpr int kMapShare = 75; ///< percent of the height
constexpr Index kAtOnce = Index{1} << 15; ///< cells compared without using the background
constexpr std::chrono::milliseconds kSlow{300}; ///< after which progress is shown

/// Until the user divides the height, the maps have the same share of it whatever is below them. Nothing is
/// above them: they stand still.
class MapsAndWords : public QSplitter
{
public:
    MapsAndWords()
        : QSplitter(Qt::Vertical)
    {
        setChildrenCollapsible(false);
        connect(this, &QSplitter::splitterMoved, this, [this] { m_divided = true; });
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QSplitter::resizeEvent(event);
        const int maps = height() * kMapShare / 100;
        if (!m_divided)
            setSizes({maps, height() - maps});
    }

private:
    bool m_divided = false;
};

} // namespace

CompareView::CompareView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_keep(makeFlatButton(tr("Keep as A"),
                            tr("Keep the current result as A and compare what you show next with it")))
    , m_forget(makeFlatButton(tr("Forget A"), tr("Stop comparing")))
    , m_sameHead(makeFlatButton(
          tr("Same head"),
          tr("Compare the same head on both sides; otherwise A stays on the head it was kept with")))
    , m_match(new ChoiceBox<TokenPairing>(tr("Alignment of the tokens"),
                                          tr("How tokens of A and B are matched. Spelling: ignores space and "
                                             "continuation marks. Words: merges "
                                             "the pieces of a word (weights summed over keys, averaged over "
                                             "queries), for models with different "
                                             "tokenizers.")))
    , m_picker(new ComparePicker(context.workspace))
    , m_summary(new ElidedLabel)
    , m_outputs(makePlainLabel())
    , m_changed(new ChangedHeadButton)
    , m_body(new MapsAndWords)
    , m_pages(new QStackedWidget)
    , m_start(new CompareStart(context.workspace, context.focus))
    , m_canvas(new CompareCanvas)
    , m_table(new DifferenceTable)
    , m_task(new LatestTask(this))
{
    auto* column = makeColumn(this, {8, 4, 8, 4}, 4);
    makeBody();
    column->addWidget(m_body, 1);
    connect(m_start, &CompareStart::keepWanted, this, &CompareView::keepShown);

    const auto again = [this] { markDirty(ViewChange::kTrace); };
    connect(&workspace(), &Workspace::keptChanged, this, again);
    connect(&workspace(), &Workspace::comparisonChanged, this, again);
    connect(&workspace().branchRuns(), &BranchBoard::changed, this, again);
    connect(m_canvas, &CompareCanvas::hovered, this,
            [this](const Cell& cell) { focus().setHover(m_axes.toTokens(cell)); });
    connect(m_canvas, &CompareCanvas::clicked, this, [this](const Cell& cell) {
        m_pinBeforeClick = focus().pin();
        focus().togglePin(m_axes.toTokens(cell));
    });
    connect(m_canvas, &CompareCanvas::doubleClicked, this, [this] { focus().setPin(m_pinBeforeClick); });
    connect(m_canvas, &CompareCanvas::zoomed, this, &CompareView::zoomTo);
    connect(m_table, &DifferenceTable::chosen, this,
            [this](const Cell& cell) { focus().setPin(m_axes.toTokens(cell)); });
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas);
    copies->addTable(tr("Copy the largest differences as a table"),
                     [this] { return tableOf(*m_table->model()); });
}

QLayout* CompareView::makeControls()
{
    auto* row = new WrapLayout(4);
    m_sameHead->setCheckable(true);
    m_sameHead->setChecked(true);
    m_match->add(tr("Same tokens"), TokenPairing::kTokens);
    m_match->add(tr("Same spelling"), TokenPairing::kSpelling);
    m_match->add(tr("Same words"), TokenPairing::kWords);
    m_match->add(tr("Same positions"), TokenPairing::kPositions);
    row->addWidget(m_picker);
    row->addWidget(m_keep);
    row->addWidget(m_forget);
    row->addWidget(m_sameHead);
    row->addWidget(m_match);
    connect(m_keep, &QToolButton::clicked, this, &CompareView::keepShown);
    connect(m_forget, &QToolButton::clicked, this, &CompareView::forget);
    connect(m_sameHead, &QToolButton::toggled, this, [this] { markDirty(ViewChange::kHead); });
    connect(m_match, &QComboBox::activated, this, [this] { markDirty(ViewChange::kHead); });
    return row;
}

void CompareView::makeBody()
{
    m_pages->addWidget(m_start);
    m_pages->addWidget(makeResults());
    auto* const below = new QWidget;
    auto* const column = makeColumn(below, {}, 4);
    column->addLayout(makeControls());
    m_summary->setAccessibleName(tr("What to compare"));
    m_summary->setMostLines(8); // what is below it scrolls
    column->addWidget(m_summary);
    column->addWidget(m_pages, 1);
    m_body->addWidget(m_canvas);
    m_body->addWidget(below);
}

QWidget* CompareView::makeResults()
{
    auto* const results = new QWidget;
    auto* const column = makeColumn(results, {}, 4);
    m_outputs->setWordWrap(true);
    m_outputs->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_outputs->setAccessibleName(tr("Outputs of the two runs"));
    m_outputs->hide();
    column->addWidget(m_outputs);
    connect(m_changed, &ChangedHeadButton::chosen, this,
            [this](const HeadRef& head) { focus().selectOnly(head); });
    connect(m_changed, &ChangedHeadButton::nothingFound, this, [this] {
        showSummary(m_summary->text() + QLatin1Char(' ') + tr("No other head’s map differs either."));
    });
    column->addWidget(m_changed, 0, Qt::AlignLeft);
    column->addWidget(m_table, 1);
    column->addStretch(0); // equal maps have no table
    return results;
}

void CompareView::showSummary(const QString& text)
{
    m_summary->setText(text);
    m_summary->setVisible(!text.isEmpty());
}

void CompareView::keepShown()
{
    const Trace trace = workspace().shownTrace();
    if (trace.isNull())
        return;
    auto kept = std::make_shared<KeptResult>();
    kept->snapshot = workspace().shownRun();
    kept->trace = trace;
    kept->head = focus().head();
    kept->name = shownResultName(workspace());
    if (workspace().beamNode() < 0) { // a node of a beam tree is not found again
        kept->model = workspace().model();
        kept->folder = workspace().modelFolder();
    }
    kept->document = shownPart(workspace().document());
    if (workspace().showsUnedited())
        kept->document.interventions = {};
    kept->step = workspace().step();
    workspace().keep(kept);
}

void CompareView::refresh(ViewChanges changes)
{
    constexpr ViewChanges kNumbers = ViewChange::kTrace | ViewChange::kDocument | ViewChange::kHead
        | ViewChange::kMap | ViewChange::kModel | ViewChange::kMoreHeads;
    m_canvas->setColourMap(focus().colourMap());
    m_canvas->setNextTokens(focus().mapOptions().nextTokens);
    if (changes & kNumbers)
        showComparison();
    if (changes & ViewChange::kZoom)
        followZoom();
    showMarks();
}

void CompareView::letGo()
{
    m_task->cancel();
    m_canvas->setContent(nullptr);
}

// Controls without an effect would take a line from the results.
void CompareView::showTools(const ComparedSides& sides)
{
    const bool kept = sides.choice.kind == ComparisonChoice::Kind::kOwn && workspace().kept() != nullptr;
    m_keep->setEnabled(!workspace().shownTrace().isNull());
    m_forget->setEnabled(kept);
    m_sameHead->setEnabled(kept && !keptIsShown(workspace()));
    const bool both = sides.a && sides.b;
    for (QToolButton* tool : {m_forget, m_sameHead})
        tool->setVisible(tool->isEnabled());
    m_match->setVisible(both);
    m_keep->setVisible(both || kept); // the empty page has its own button for it, if useful
}

void CompareView::showComparison()
{
    const ComparedSides sides = comparedSides(workspace(), focus(), m_sameHead->isChecked());
    workspace().branchRuns().want(branchesToRun(workspace()));
    m_picker->refresh();
    showTools(sides);
    m_task->cancel();
    m_changed->stop();
    m_changed->hide();
    m_equalWords.clear();
    showOutputs(sides);
    showPage(*m_pages, sides.a && sides.b ? 1 : 0);
    if (!sides.a || !sides.b) {
        showSummary(sides.waiting);
        m_start->refresh();
        m_axes = {};
        // The current map, in the place that it will have as A.
        return showMaps(shownAsA(workspace(), focus()));
    }
    const ComparedSide &a = *sides.a, &b = *sides.b;
    const AttentionMap mapA = a.trace.attention(a.head), mapB = b.trace.attention(b.head);
    const MapKind kind
        = mapA.has(focus().map()) && mapB.has(focus().map()) ? focus().map() : MapKind::kWeights;
    const auto pair = [mapA, mapB, kind, pairing = m_match->value(), panels = panelsOf(sides)] {
        return pairedMaps(mapA, mapB, kind, pairing, panels);
    };
    const Index cells = mapA.queries() * mapA.keys() + mapB.queries() * mapB.keys();
    m_equalWords = offWords(a, b);
    if (cells <= kAtOnce) {
        const PairedMaps result = pair();
        take(result);
        const MapComparison::Summary numbers
            = result.content ? result.content->comparison.summary(kListed) : MapComparison::Summary();
        takeNumbers(numbers, sides, kind);
        return;
    }
    compareSlowly(pair, sides, kind);
}

void CompareView::showMaps(const std::shared_ptr<const CompareCanvas::Content>& content)
{
    m_canvas->setVisible(content != nullptr);
    m_canvas->setContent(content);
    followZoom();
}

// The maps change together with their numbers, unless these take long.
void CompareView::compareSlowly(const std::function<PairedMaps()>& pair, const ComparedSides& sides,
                                MapKind kind)
{
    m_task->start([this, pair, sides, kind](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        const auto start = std::chrono::steady_clock::now();
        const PairedMaps result = pair();
        bool drawn = false;
        int shown = -1;
        const auto draw = [&] {
            if (!std::exchange(drawn, true))
                deliver([this, result] {
                    take(result);
                    showMarks();
                });
        };
        MapComparison::Summary numbers;
        if (result.content)
            numbers = result.content->comparison.summary(kListed, stop, [&](int percent) {
                if (std::chrono::steady_clock::now() - start < kSlow)
                    return;
                draw();
                if (std::exchange(shown, percent) != percent)
                    deliver([this, percent] {
                        showSummary(tr("Comparing all cells: %1 %").arg(percent));
                        m_table->showNothing(); // of what was compared before
                    });
            });
        if (stop.stop_requested())
            return;
        draw();
        deliver([this, numbers, sides, kind] { takeNumbers(numbers, sides, kind); });
    });
}

void CompareView::showOutputs(const ComparedSides& sides)
{
    const bool said = sides.a && sides.b && !(sides.a->output.isEmpty() && sides.b->output.isEmpty());
    m_outputs->setVisible(said);
    if (said)
        m_outputs->setText(
            tr("A, %1: %2\nB, %3: %4")
                .arg(sides.a->name, sides.a->output.trimmed(), sides.b->name, sides.b->output.trimmed()));
    arrange();
}

// A label that wraps asks for too little, and a splitter takes it at its word: B's output would be cut off.
void CompareView::arrange()
{
    m_outputs->setMinimumHeight(0); // it never asks for less
    m_outputs->setMinimumHeight(std::max(0, m_outputs->heightForWidth(m_body->width()))); // −1: no text
}

QString CompareView::outputs() const
{
    return m_outputs->isHidden() ? QString() : m_outputs->text();
}

// The maps take the room that there is; the view scrolls only below their least height.
int CompareView::heightForWidth(int width) const
{
    return layout()->totalMinimumHeightForWidth(width);
}

void CompareView::hideEvent(QHideEvent* event)
{
    workspace().branchRuns().want({}); // do not run what nobody sees
    if (m_task->isRunning() || m_changed->isSearching()) {
        m_task->cancel();
        m_changed->stop();
        markDirty(ViewChange::kTrace);
    }
    TraceView::hideEvent(event);
}

void CompareView::take(const PairedMaps& result)
{
    m_axes = result.axes;
    showMaps(result.content);
}

void CompareView::takeNumbers(const MapComparison::Summary& numbers, const ComparedSides& sides, MapKind kind)
{
    m_table->setVisible(!numbers.places.empty()); // equal maps have the room to themselves
    if (m_canvas->content() == nullptr) {
        m_table->showNothing();
        showSummary(tr("These numbers were recorded on one side only."));
        return;
    }
    const MapComparison& comparison = m_canvas->content()->comparison;
    m_table->showPlaces(comparison, numbers.places);
    showSummary(summaryOf(comparison, numbers));
    // The maps of two different runs are equal: the edit's effect is visible elsewhere, in later layers.
    const Trace &a = sides.a->trace, &b = sides.b->trace;
    if (numbers.cells > 0 && !(numbers.largest > 0) && sides.a->head == sides.b->head && a.leaf() != b.leaf())
        m_changed->search(a, b, kind);
}

QString CompareView::summaryOf(const MapComparison& comparison, const MapComparison::Summary& numbers) const
{
    if (numbers.cells == 0)
        return tr("No token of A matches a token of B.");
    QString text = numbers.largest > 0
        ? tr("Largest difference %1, on average %2.")
              .arg(fullText(numbers.largest), fullText(static_cast<float>(numbers.mean)))
        : m_equalWords.isEmpty() ? tr("No difference.")
                                 : m_equalWords;
    if (numbers.largest > 0 && numbers.largest < kLeastDifference)
        text += QLatin1Char(' ') + tr("The colours of B − A reach to ±%1.").arg(fullText(kLeastDifference));
    const TokenAlignment &queries = comparison.queries(), &keys = comparison.keys();
    const auto leftOut = [](Index rows, Index columns) {
        return tr("%1 and %2")
            .arg(tr("%n query(ies)", nullptr, static_cast<int>(rows)),
                 tr("%n key(s)", nullptr, static_cast<int>(columns)));
    };
    if (!queries.complete() || !keys.complete())
        text += QLatin1Char(' ')
            + tr("Left out (no match): %1 of A, %2 of B.")
                  .arg(leftOut(queries.leftOutA(), keys.leftOutA()),
                       leftOut(queries.leftOutB(), keys.leftOutB()));
    return text;
}

void CompareView::showMarks()
{
    HeatmapMarks marks{m_axes.toPicture(focus().hover()), m_axes.toPicture(focus().pin()), {}, {}};
    // The selected step belongs to the shown branch; other branches have no new row.
    const ComparisonChoice choice = choiceInForce(workspace());
    const bool stepped = choice.kind != ComparisonChoice::Kind::kBranches
        || choice.b == workspace().document().branches.current;
    if (m_canvas->content() != nullptr && stepped)
        if (const auto row = newestRow(workspace(), m_canvas->content()->current().head()))
            marks.newest = m_axes.toPicture({*row, std::nullopt}).query;
    m_canvas->setMarks(marks);
}

void CompareView::zoomTo(const AxisSpan& queries, const AxisSpan& keys)
{
    m_canvas->setSpans(queries, keys);
    if (focus().isZoomLinked() && m_canvas->content() != nullptr)
        focus().setZoom(m_axes.zoomOf(m_canvas->content()->current(), queries, keys));
}

void CompareView::followZoom()
{
    if (!focus().isZoomLinked() || !focus().zoom() || m_canvas->content() == nullptr)
        return;
    const AttentionMap& b = m_canvas->content()->current();
    const AxisSpan rows{0, static_cast<double>(b.queries())}, columns{0, static_cast<double>(b.keys())};
    const MapZoom& wanted = *focus().zoom();
    const MapZoom whole = m_axes.zoomOf(b, rows, columns);
    m_canvas->setSpans(wanted.queries.sameTokens(whole.queries) ? m_axes.rowsOf(wanted) : rows,
                       wanted.keys.sameTokens(whole.keys) ? m_axes.columnsOf(wanted) : columns);
}

} // namespace headlight

#include "ui/views/stream/stream_view.h"

#include "ui/picture/token_shading.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/stream/stream_canvas.h"
#include "ui/views/stream/stream_details.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/map_legend.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/next_token.h"
#include "ui/words/waiting_words.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <chrono>
#include <utility>

namespace headlight {

namespace {

constexpr std::chrono::milliseconds kFlushInterval{60};

/// The attention sub-layer that a row of the table belongs to.
LayerRef layerOf(const StreamRow& row, StackKind stack, int layers)
{
    const AttentionKind kind
        = row.part == StreamRow::Part::kCross ? AttentionKind::kCross : AttentionKind::kSelf;
    return {stack, std::clamp(row.layer, 0, std::max(layers - 1, 0)), kind};
}

} // namespace

/// Results on their way from the background task.
struct StreamView::Arrived
{
    bool first = false; ///< comes with norms and facts: everything older is invalid
    StreamNorms norms;
    LensFacts facts;
    std::vector<LensRow> rows;
};

StreamView::StreamView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
{
    auto* column = pages().addColumn();
    auto* controls = new WrapLayout(4);
    buildControls(*controls);
    column->addLayout(controls);
    m_note = makeWrappedLabel();
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setAccessibleName(tr("What the numbers are"));
    column->addWidget(m_note);
    m_canvas = new StreamCanvas;
    m_details = new StreamDetails;
    m_splitter = makeSplitter(Qt::Vertical, {{m_canvas, 3}, {m_details, 2}});
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_canvas);

    connect(&workspace(), &Workspace::runningChanged, this, &StreamView::showNote);
    connect(m_canvas, &StreamCanvas::hovered, this, [this](std::optional<StreamPlace> place) {
        showPlace(place);
        focus().setHover(place ? cellOf(place->column) : Cell{});
    });
    connect(m_canvas, &StreamCanvas::chosen, this, &StreamView::choose);
    connect(m_canvas, &StreamCanvas::activated, this, &StreamView::goToLayer);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas);
    copies->addLargeTable(
        tr("Copy layers and positions as a table"),
        [this] { return std::ssize(m_content.rows()) * std::ssize(m_content.tokens()); },
        [this] {
            return [content = std::make_shared<const StreamContent>(m_content)](const std::stop_token& stop) {
                return tableOf(*content, stop);
            };
        });
    copies->addTable(tr("Copy the best tokens as a table"), [this] { return tableOf(m_details->best()); });
    copies->addPicture(m_details->curves(), tr("Copy the curves as an image"));
}

void StreamView::buildControls(WrapLayout& layout)
{
    m_stackChoice = new StackChoice(StackKind::kDecoder, tr("Stack whose stream is shown"));
    m_stackChoice->whenChosen(this, [this](StackKind stack) { setStack(stack); });
    m_quantityChoice = new ChoiceBox<StreamQuantity>(
        tr("What to show of the stream"), tr("What to show of the stream at every layer and position"));
    explainTerm(*m_quantityChoice, Term::kResidualStream);
    m_quantityChoice->add(tr("Logit lens: probability"), StreamQuantity::kLensProbability);
    m_quantityChoice->add(tr("Logit lens: rank"), StreamQuantity::kLensRank);
    m_quantityChoice->add(tr("Norms"), StreamQuantity::kNorm);
    m_quantityChoice->add(tr("Update ÷ stream norm"), StreamQuantity::kShare);
    m_quantityChoice->add(tr("Update direction (cosine)"), StreamQuantity::kCosine);
    m_quantityChoice->whenChosen(this, [this](StreamQuantity quantity) {
        setQuantity(quantity);
        keepLook();
    });
    m_targetChoice
        = new ChoiceBox<LensTarget>(tr("Token that the colours follow"),
                                    tr("The token whose probability or rank gives a cell its colour"));
    explainTerm(*m_targetChoice, Term::kLogitLens);
    m_targetChoice->add(tr("of the last layer’s token"), LensTarget::kFinal);
    m_targetChoice->add(tr("of the text’s next token"), LensTarget::kNext);
    m_targetChoice->whenChosen(this, [this](LensTarget target) {
        setTarget(target);
        keepLook();
    });
    restoreLook();
    m_legend = new MapLegend;
    for (QComboBox* choice :
         std::initializer_list<QComboBox*>{m_stackChoice, m_quantityChoice, m_targetChoice}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        choice->setMinimumContentsLength(6);
        choice->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        layout.addWidget(choice);
    }
    layout.addStretch();
    layout.addWidget(m_legend);
}

int StreamView::heightForWidth(int width) const
{
    const QLayout* const page = pages().currentWidget()->layout();
    return page == nullptr ? minimumSizeHint().height() : page->totalMinimumHeightForWidth(width);
}

void StreamView::arrange()
{
    m_splitter->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

void StreamView::setStack(StackKind stack)
{
    m_stackChoice->want(stack);
    task().cancel(); // what it would still deliver belongs to the other stack
    m_trace = Trace();
    markDirty(ViewChange::kTrace);
}

void StreamView::setQuantity(StreamQuantity quantity)
{
    m_content.setShown(quantity, m_content.target());
    m_quantityChoice->setValue(quantity);
    if (m_content.isLens() && !m_lensDone)
        compute();
    markDirty(ViewChange::kMap);
}

void StreamView::setTarget(LensTarget target)
{
    m_content.setShown(m_content.quantity(), target);
    m_targetChoice->setValue(target);
    markDirty(ViewChange::kMap);
}

void StreamView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel))
        readTrace();
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel | ViewChange::kMap
                             | ViewChange::kColours))
        showTable();
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kHead | ViewChange::kHover | ViewChange::kPin))
        followFocus();
}

void StreamView::letGo()
{
    task().cancel();
    m_trace = {};
    m_model = nullptr;
}

Trace StreamView::wholeTrace() const
{
    const Trace shown = workspace().shownTrace();
    const Trace& whole = workspace().snapshot()->trace;
    if (shown.isNull() || whole.isNull() || shown.leaf() == whole.leaf())
        return shown;
    // A step's rows are the first rows of the whole; those of another beam or run are not.
    const auto startsAlike = [&](StackKind stack) {
        const auto& some = shown.tokens(stack);
        const auto& all = whole.tokens(stack);
        return some.size() <= all.size()
            && std::equal(some.begin(), some.end(), all.begin(),
                          [](const TokenLabel& a, const TokenLabel& b) { return a.id == b.id; });
    };
    const bool part = shown.info().editsJson == whole.info().editsJson && startsAlike(StackKind::kEncoder)
        && startsAlike(StackKind::kDecoder);
    return part ? whole : shown;
}

void StreamView::readTrace()
{
    // Read a decoding only once it has ended; otherwise it would be read from the start at every step.
    if (!workspace().snapshot()->finished && !m_trace.isNull())
        return;
    const Trace whole = wholeTrace();
    const bool same = m_trace.leaf() == whole.leaf() && m_model == workspace().model();
    if (!same) {
        m_trace = whole;
        m_model = workspace().model();
        if (m_trace.isNull()) {
            task().cancel();
            m_content.clear();
        } else {
            m_stack = m_stackChoice->offer(m_trace.info());
            compute();
        }
    }
    if (!m_trace.isNull())
        m_content.showFirst(static_cast<int>(workspace().shownTrace().tokens(m_content.stack()).size()));
}

void StreamView::compute()
{
    if (m_trace.isNull())
        return;
    m_lensDone = m_content.isLens();
    task().start([this, trace = m_trace, model = m_model, stack = m_stack,
                  lens = m_lensDone](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        // Small models are fast: their rows arrive together and are shown together, without flicker.
        auto next = std::make_shared<Arrived>();
        next->first = true;
        next->norms = streamNorms(trace, stack);
        next->facts = lensFacts(model.get(), trace, stack);
        auto last = std::chrono::steady_clock::now();
        const auto flush = [&] {
            deliver([this, arrived = std::exchange(next, std::make_shared<Arrived>())] { receive(arrived); });
            last = std::chrono::steady_clock::now();
        };
        if (lens && next->facts.obstacle == LensFacts::Obstacle::kNone) {
            Job job;
            job.stop = stop;
            // The facts say that the lens works here; once stopped, nobody needs the rest.
            static_cast<void>(logitLens(model, trace, stack, job, [&](LensRow row) {
                next->rows.push_back(std::move(row));
                if (std::chrono::steady_clock::now() - last > kFlushInterval)
                    flush();
            }));
        }
        flush();
    });
}

void StreamView::receive(const std::shared_ptr<Arrived>& arrived)
{
    if (arrived->first) {
        m_content.reset(m_trace.info(), m_stack, m_trace.axis(m_stack));
        m_content.setNorms(std::move(arrived->norms));
        m_content.setFacts(arrived->facts);
        m_content.showFirst(static_cast<int>(workspace().shownTrace().tokens(m_stack).size()));
    }
    for (LensRow& row : arrived->rows)
        m_content.setLensRow(std::move(row));
    showTable();
    followFocus();
}

void StreamView::showTable()
{
    pages().setCurrentIndex(m_trace.isNull() ? 0 : 1);
    if (m_trace.isNull()) {
        pages().setReason(waitingWords(
            workspace(), tr("Type a sentence to see what the layers write into the residual stream.")));
        return;
    }
    std::vector<StreamTableRow> rows;
    for (const StreamRow& row : m_content.rows())
        rows.push_back({m_content.rowName(row), row.part == StreamRow::Part::kStream});
    m_canvas->setTable(std::move(rows), m_content.allTokens(), static_cast<int>(m_content.tokens().size()),
                       [this](const StreamPlace& place) {
                           const StreamRow* row = rowAt(place);
                           return row == nullptr ? StreamTableCell{}
                                                 : StreamTableCell{m_content.text(*row, place.column),
                                                                   m_content.level(*row, place.column)};
                       });
    const QString map
        = m_content.quantity() == StreamQuantity::kCosine ? divergingMapName() : focus().colourMap();
    m_canvas->setColourMap(map);
    // While a new decoding is arriving, the table still belongs to the previous one.
    const std::optional<int> newest = newestRow(workspace(), {m_content.stack(), 0, AttentionKind::kSelf, 0});
    m_canvas->setNewest(newest && *newest + 1 == std::ssize(m_content.tokens()) ? newest : std::nullopt);
    m_legend->setMap(map);
    const auto [low, high] = m_content.ends();
    m_legend->setEnds(low, high);
    m_targetChoice->setVisible(m_content.isLens() && m_content.stack() == StackKind::kDecoder);
    showNote();
    showDetails();
}

void StreamView::showNote()
{
    const LensFacts& facts = m_content.facts();
    QString obstacle = m_content.isLens() ? obstacleInWords(facts) : QString();
    if (facts.obstacle == LensFacts::Obstacle::kNotRecorded && workspace().isRunning())
        obstacle = tr("Running the model once more to record its stream…");
    const QString note = obstacle.isEmpty() ? streamNote(m_content) : obstacle;
    setStatement(note);
    m_note->setText(note);
}

void StreamView::keepLook()
{
    kStreamQuantity.set(settings(), static_cast<int>(m_content.quantity()));
    kStreamTarget.set(settings(), static_cast<int>(m_content.target()));
}

void StreamView::restoreLook()
{
    // A setting stored by another version may name an entry that does not exist: take the first one.
    m_quantityChoice->setCurrentIndex(
        std::max(0, m_quantityChoice->findData(kStreamQuantity.of(settings()))));
    m_targetChoice->setCurrentIndex(std::max(0, m_targetChoice->findData(kStreamTarget.of(settings()))));
    m_content.setShown(m_quantityChoice->value(), m_targetChoice->value());
}

const StreamRow* StreamView::rowAt(const StreamPlace& place) const
{
    const auto row = static_cast<std::size_t>(place.row);
    const bool inside = place.row >= 0 && row < m_content.rows().size() && place.column >= 0
        && static_cast<std::size_t>(place.column) < m_content.tokens().size();
    return inside ? &m_content.rows()[row] : nullptr;
}

void StreamView::showPlace(std::optional<StreamPlace> place)
{
    m_canvas->setHover(place);
    const std::optional<StreamPlace> said = place ? place : m_canvas->current();
    const StreamRow* row = said ? rowAt(*said) : nullptr;
    const QString words = row != nullptr ? m_content.words(*row, said->column)
                                         : tr("Click a cell, or move with the arrow keys.");
    m_details->setWords(
        row != nullptr && m_canvas->newest() == said->column ? tr("▸ just computed · %1").arg(words) : words,
        row == nullptr);
    sayCurrent(*m_canvas, m_details->words());
    fillDetails(said);
}

// Candidates and curves of the place that the words describe, so that they never contradict each other.
void StreamView::fillDetails(const std::optional<StreamPlace>& place)
{
    const StreamRow* row = place ? rowAt(*place) : nullptr;
    m_details->setBest(row != nullptr ? bestTokens(m_content, row->layer, place->column)
                                      : std::vector<LensModel::Row>(),
                       m_content.isLens());
    if (place)
        m_details->showCurves(m_content, place->column,
                              row != nullptr ? std::optional(row->layer) : std::nullopt);
}

void StreamView::choose(const StreamPlace& place)
{
    const StreamRow* row = rowAt(place);
    if (row == nullptr)
        return;
    m_row = *row;
    m_position = place.column;
    showDetails();
    const Cell cell = cellOf(place.column);
    if (!cell.empty())
        focus().setPin(cell);
}

void StreamView::showDetails()
{
    std::optional<StreamPlace> place;
    const auto columns = static_cast<int>(m_content.tokens().size());
    if (m_position < 0)
        m_position = columns - 1;
    if (columns > 0 && !m_content.rows().empty()) {
        // If the new selection lacks the current row, fall back to the last one.
        const auto& rows = m_content.rows();
        const auto found = m_row ? std::find(rows.begin(), rows.end(), *m_row) : rows.end();
        const auto index = found != rows.end() ? found - rows.begin() : std::ssize(rows) - 1;
        place = StreamPlace{static_cast<int>(index), std::clamp(m_position, 0, columns - 1)};
    }
    m_canvas->setCurrent(place);
    showPlace(std::nullopt);
}

Cell StreamView::cellOf(int position) const
{
    return cellOfToken(focus().head(), m_content.stack(), position, ReadingDirection::kLooksAt);
}

void StreamView::followFocus()
{
    const std::optional<int> pinned = tokenOfCell(focus().head(), m_content.stack(), focus().pin());
    if (pinned && *pinned != m_position) {
        m_position = *pinned;
        showDetails();
    }
    const std::optional<int> hovered = tokenOfCell(focus().head(), m_content.stack(), focus().hover());
    const std::optional<StreamPlace> current = m_canvas->current();
    if (hovered && current && !m_canvas->viewport()->underMouse())
        m_canvas->setHover(StreamPlace{current->row, *hovered});
    else if (!hovered)
        m_canvas->setHover(std::nullopt);
}

void StreamView::goToLayer(const StreamPlace& place)
{
    const StreamRow* row = rowAt(place);
    if (row == nullptr)
        return;
    const LayerRef layer = layerOf(*row, m_content.stack(), m_content.layers());
    focus().setHead({layer.stack, layer.layer, layer.kind, focus().head().head});
}

} // namespace headlight

#include "ui/views/stream/stream_view.h"

#include "ui/background/latest_task.h"
#include "ui/picture/newest_row.h"
#include "ui/picture/waiting_words.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/stream/lens_model.h"
#include "ui/views/stream/stream_canvas.h"
#include "ui/views/stream/stream_words.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/map_legend.h"
#include "ui/widgets/plot_theme.h"
#include "ui/widgets/reason_pages.h"
#include "ui/widgets/wrap_layout.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <chrono>
#include <utility>

namespace headlight {

namespace {

constexpr std::chrono::milliseconds kFlushInterval{60};

/// Rows of layers, columns of positions: the numbers, of the logit lens with its tokens before them.
QString streamTable(const StreamContent& content)
{
    QString text;
    for (const TokenLabel& token : content.tokens())
        text += QLatin1Char('\t') + QString::fromStdString(token.text).simplified();
    for (const StreamRow& row : content.rows()) {
        text += QLatin1Char('\n') + content.rowName(row);
        for (int at = 0; at < static_cast<int>(content.tokens().size()); ++at) {
            const std::optional<double> number = content.number(row, at);
            const QString known = number ? QString::number(*number, 'g', 9) : QString();
            text += QLatin1Char('\t')
                + (content.isLens() ? (content.text(row, at) + QLatin1Char(' ') + known).simplified()
                                    : known);
        }
    }
    return content.rows().empty() ? QString() : text + QLatin1Char('\n');
}

} // namespace

/// Results on their way from the task.
struct StreamView::Arrived
{
    bool first = false; ///< comes with norms and facts: everything older is void
    StreamNorms norms;
    LensFacts facts;
    std::vector<LensRow> rows;
};

StreamView::StreamView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_task(new LatestTask(this))
    , m_best(new LensModel(this))
    , m_pages(new ReasonPages)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    layout->setSizeConstraint(QLayout::SetNoConstraint);

    auto* column = m_pages->addColumn();
    auto* controls = new WrapLayout(4);
    buildControls(*controls);
    column->addLayout(controls);
    m_note = new QLabel;
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setAccessibleName(tr("What the numbers are"));
    column->addWidget(m_note);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_canvas = new StreamCanvas;
    m_splitter->addWidget(m_canvas);
    m_splitter->addWidget(buildDetails());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
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
    copies->addTable(tr("Copy layers and positions as table"), [this] { return streamTable(m_content); });
    copies->addTable(tr("Copy the best tokens as table"), [this] { return tableOf(*m_table->model()); });
    copies->addPicture(*m_curves, tr("Copy picture of the curves"));
}

StreamView::~StreamView() = default;

void StreamView::buildControls(WrapLayout& layout)
{
    m_stackChoice = new QComboBox;
    m_stackChoice->setAccessibleName(tr("Stack"));
    m_stackChoice->setToolTip(tr("Whose stream is shown"));
    connect(m_stackChoice, &QComboBox::activated, this,
            [this](int i) { setStack(static_cast<StackKind>(m_stackChoice->itemData(i).toInt())); });
    m_quantityChoice = new QComboBox;
    m_quantityChoice->setAccessibleName(tr("What is shown of the stream"));
    m_quantityChoice->setToolTip(tr("What is shown of the stream at every layer and position"));
    const auto add = [this](const QString& text, StreamQuantity quantity) {
        m_quantityChoice->addItem(text, static_cast<int>(quantity));
    };
    add(tr("Logit lens: probability"), StreamQuantity::kLensProbability);
    add(tr("Logit lens: rank"), StreamQuantity::kLensRank);
    add(tr("Sizes"), StreamQuantity::kNorm);
    add(tr("Additions ÷ stream"), StreamQuantity::kShare);
    add(tr("Direction of additions"), StreamQuantity::kCosine);
    connect(m_quantityChoice, &QComboBox::activated, this, [this](int i) {
        setQuantity(static_cast<StreamQuantity>(m_quantityChoice->itemData(i).toInt()));
        keepLook();
    });
    m_targetChoice = new QComboBox;
    m_targetChoice->setAccessibleName(tr("Token that the colours follow"));
    m_targetChoice->setToolTip(tr("The token whose probability or rank gives a cell its colour"));
    m_targetChoice->addItem(tr("of the last layer's token"), static_cast<int>(LensTarget::kFinal));
    m_targetChoice->addItem(tr("of the text's next token"), static_cast<int>(LensTarget::kNext));
    connect(m_targetChoice, &QComboBox::activated, this, [this](int i) {
        setTarget(static_cast<LensTarget>(m_targetChoice->itemData(i).toInt()));
        keepLook();
    });
    restoreLook();
    m_legend = new MapLegend;
    for (QComboBox* choice : {m_stackChoice, m_quantityChoice, m_targetChoice}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        choice->setMinimumContentsLength(6);
        choice->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        layout.addWidget(choice);
    }
    layout.addStretch();
    layout.addWidget(m_legend);
}

bool StreamView::isWorking() const
{
    return m_task->isRunning();
}

QString StreamView::statement() const
{
    return m_pages->showsReason() ? m_pages->reason() : m_note->text();
}

QSize StreamView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 76, fontMetrics().height() * 26};
}

QSize StreamView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 12};
}

void StreamView::resizeEvent(QResizeEvent* event)
{
    TraceView::resizeEvent(event);
    m_splitter->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

void StreamView::setStack(StackKind stack)
{
    m_stackWanted = stack;
    m_task->cancel(); // what it would still deliver is of the other stack
    m_trace = Trace();
    markDirty(ViewChange::kTrace);
}

void StreamView::setQuantity(StreamQuantity quantity)
{
    m_content.setShown(quantity, m_content.target());
    m_quantityChoice->setCurrentIndex(m_quantityChoice->findData(static_cast<int>(quantity)));
    if (m_content.isLens() && !m_lensDone)
        compute();
    markDirty(ViewChange::kMap);
}

void StreamView::setTarget(LensTarget target)
{
    m_content.setShown(m_content.quantity(), target);
    m_targetChoice->setCurrentIndex(m_targetChoice->findData(static_cast<int>(target)));
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

Trace StreamView::wholeTrace() const
{
    const Trace shown = workspace().shownTrace();
    const Trace& whole = workspace().snapshot()->trace;
    if (shown.isNull() || whole.isNull() || shown.leaf() == whole.leaf())
        return shown;
    // A step's rows are the first ones of the whole. Those of another beam or of another run are not.
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
    // A decoding is read when it has ended: it would otherwise be read from the start at every step.
    if (!workspace().snapshot()->finished && !m_trace.isNull())
        return;
    const Trace whole = wholeTrace();
    const bool same = m_trace.leaf() == whole.leaf() && m_model == workspace().model();
    if (!same) {
        m_trace = whole;
        m_model = workspace().model();
        if (m_trace.isNull()) {
            m_task->cancel();
            m_content.clear();
        } else {
            offerStacks(m_trace.info());
            compute();
        }
    }
    if (!m_trace.isNull())
        m_content.showFirst(static_cast<int>(workspace().shownTrace().tokens(m_content.stack()).size()));
}

void StreamView::offerStacks(const TraceInfo& info)
{
    // The stack that the head reads comes first to mind.
    StackKind stack = m_stackWanted.value_or(info.decoder ? StackKind::kDecoder : StackKind::kEncoder);
    if (info.stack(stack) == nullptr)
        stack = info.decoder ? StackKind::kDecoder : StackKind::kEncoder;
    m_stackChoice->clear();
    if (info.encoder)
        m_stackChoice->addItem(tr("Encoder"), static_cast<int>(StackKind::kEncoder));
    if (info.decoder)
        m_stackChoice->addItem(tr("Decoder"), static_cast<int>(StackKind::kDecoder));
    m_stackChoice->setCurrentIndex(m_stackChoice->findData(static_cast<int>(stack)));
    m_stackChoice->setVisible(m_stackChoice->count() > 1);
    m_stackWanted = stack;
}

void StreamView::compute()
{
    if (m_trace.isNull())
        return;
    m_lensDone = m_content.isLens();
    m_task->start([this, trace = m_trace, model = m_model,
                   stack = m_stackWanted.value_or(StackKind::kDecoder),
                   lens = m_lensDone](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        // Small models are read in a moment: what comes at once is shown at once, without flicker.
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
            // The facts say that it can be done; when it is stopped, nobody waits for the rest.
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
        const StackKind stack = m_stackWanted.value_or(StackKind::kDecoder);
        m_content.reset(m_trace.info(), stack, m_trace.tokens(stack));
        m_content.setNorms(std::move(arrived->norms));
        m_content.setFacts(arrived->facts);
        m_content.showFirst(static_cast<int>(workspace().shownTrace().tokens(stack).size()));
    }
    for (LensRow& row : arrived->rows)
        m_content.setLensRow(std::move(row));
    showTable();
    followFocus();
}

void StreamView::showTable()
{
    m_pages->setCurrentIndex(m_trace.isNull() ? 0 : 1);
    if (m_trace.isNull()) {
        m_pages->setReason(waitingWords(
            workspace(), tr("Type a sentence to see what the layers write into the residual stream.")));
        return;
    }
    std::vector<StreamTableRow> rows;
    for (const StreamRow& row : m_content.rows())
        rows.push_back({m_content.rowName(row), row.part == StreamRow::Part::kStream});
    m_canvas->setTable(std::move(rows), m_content.tokens(), [this](const StreamPlace& place) {
        const StreamRow* row = rowAt(place);
        return row == nullptr
            ? StreamTableCell{}
            : StreamTableCell{m_content.text(*row, place.column), m_content.level(*row, place.column)};
    });
    const QString map
        = m_content.quantity() == StreamQuantity::kCosine ? divergingMapName() : focus().colourMap();
    m_canvas->setColourMap(map);
    // While a decoding comes, the table is still of the one before it.
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
        obstacle = tr("The model runs once more, to record its stream …");
    m_note->setText(obstacle.isEmpty() ? streamNote(m_content) : obstacle);
}

} // namespace headlight

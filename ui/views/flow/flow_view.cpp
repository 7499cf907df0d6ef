#include "ui/views/flow/flow_view.h"

#include "core/edit/recorded_edits.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/token_shading.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/flow/flow_canvas.h"
#include "ui/views/flow/flow_painting.h"
#include "ui/views/flow/flow_source.h"
#include "ui/views/flow/flow_words.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/map_legend.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/waiting_words.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kFewLayers = 2; ///< per stack: with no more layers, all are open at first
constexpr std::size_t kNextTokens = 10;
constexpr double kReadable = 0.25; ///< pixels per unit of the layout
constexpr double kClickableRow = 6; ///< pixels; clicks on lower rows of a head's matrix only choose the head

bool sameShape(const Architecture& facts, const TraceInfo& info)
{
    const auto same = [&](StackKind kind) {
        const StackFacts* const stack = facts.stack(kind);
        const StackShape* const shape = info.stack(kind);
        if (stack == nullptr || shape == nullptr)
            return stack == nullptr && shape == nullptr;
        return static_cast<int>(stack->layers.size()) == shape->layers
            && (stack->layers.empty() || stack->layers.front().self.heads == shape->heads);
    };
    return same(StackKind::kEncoder) && same(StackKind::kDecoder);
}

} // namespace

FlowView::FlowView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_reader(new FlowReader(this))
    , m_canvas(new FlowCanvas(tr("Flow of the tokens through the model")))
    , m_words(new ElidedLabel)
    , m_levels(new FlowLevels)
    , m_legend(new QWidget)
    , m_weights(new MapLegend)
    , m_numbers(new MapLegend)
{
    build();
    setFocusProxy(m_canvas);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas, tr("Copy the flow as an image"));
    copies->addLargeTable(
        tr("Copy the numbers of the selected block"), [this] { return currentNumbers().cells(); },
        [this] {
            return [numbers = currentNumbers()](const std::stop_token& stop) {
                return tableOf(numbers.map.whole(numbers.kind), stop);
            };
        });
    // A part that comes into sight is recorded by another pass.
    connect(&workspace(), &Workspace::runningChanged, this, [this] {
        m_canvas->scene().toCome = workspace().isRunning();
        m_canvas->redraw();
        if (!m_canvas->scene().trace.isNull())
            showWords();
    });
    connect(m_canvas, &FlowCanvas::windowChanged, this, [this] {
        fillWindow();
        readSeen();
        readDetails();
        noteNeeds();
        showLevels();
    });
    connect(m_canvas, &FlowCanvas::hovered, this, &FlowView::hover);
    connect(m_canvas, &FlowCanvas::chosen, this, &FlowView::choose);
    connect(m_canvas, &FlowCanvas::activated, this, &FlowView::activate);
    connect(m_canvas, &FlowCanvas::layerToggled, this, &FlowView::toggleLayer);
    connect(m_canvas, &FlowCanvas::layerEntered, this, &FlowView::enterLayer);
    connect(m_levels, &FlowLevels::chosen, this, [this](const QRectF& part) {
        if (part == m_canvas->scene().layout.bounds())
            m_canvas->showWhole();
        else
            m_canvas->zoomTo(part);
    });
    connect(m_reader, &FlowReader::groupRead, this,
            [this](const FlowBox& first, const std::vector<FlowPictures::Picture>& heads) {
                m_canvas->scene().pictures.setGroup(FlowPictures::groupOf(first), heads);
                m_canvas->redrawSoon();
            });
    connect(m_reader, &FlowReader::finished, this, [this] {
        m_canvas->redraw();
        readDetails();
    });
    connect(m_reader, &FlowReader::detailRead, this, [this](const FlowBox& box, const CellGrid& detail) {
        m_canvas->scene().pictures.setDetail(box, detail);
        m_canvas->redraw();
    });
}

FlowView::~FlowView()
{
    m_reader->cancel();
}

void FlowView::build()
{
    auto* const column = makeColumn(this, {}, 0);
    auto* const row = m_tools = new WrapLayout(2);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_levels);
    row->addStretch();
    auto* const legend = makeRow(m_legend, {0, 0, 8, 0}, 12);
    legend->addWidget(m_weights);
    legend->addWidget(m_numbers);
    m_weights->setEnds(tr("weight 0"), QStringLiteral("1"));
    m_weights->setToolTip(tr("Attention weights"));
    m_numbers->setEnds(QString(QChar(0x2212)), QStringLiteral("+"));
    m_numbers->setToolTip(
        tr("All other numbers, from the largest negative to the largest positive one of their "
           "matrix; point at one for its scale"));
    const auto button = [&](const QString& text, const QString& tip, auto&& what) {
        QToolButton* const made = makeFlatButton(text, tip, tip);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, what);
        row->addWidget(made);
        return made;
    };
    const auto middle = [this] { return QPointF(m_canvas->width(), m_canvas->height()) / 2; };
    button(tr("Fold all"), tr("Fold all layers"), [this] {
        foldAll();
    })->setObjectName(QStringLiteral("foldAll"));
    button(QStringLiteral("−"), tr("Zoom out (−)"), [this, middle] { m_canvas->zoomBy(1 / 1.3, middle()); });
    button(QStringLiteral("+"), tr("Zoom in (+)"), [this, middle] { m_canvas->zoomBy(1.3, middle()); });
    button(tr("Fit"), tr("Show the whole model (0)"), [this] { m_canvas->showWhole(); });
    row->addWidget(m_legend);
    column->addLayout(row);
    column->addWidget(m_canvas, 1);
    auto* const below = makeRow(nullptr, {8, 4, 8, 4});
    m_words->setLeastLines(2, Qt::AlignTop);
    m_words->setMostLines(2);
    m_words->setAccessibleName(tr("What is under the mouse, otherwise what is selected"));
    below->addWidget(m_words);
    column->addLayout(below);
}

bool FlowView::isWorking() const
{
    return m_reader->isWorking();
}

void FlowView::showEvent(QShowEvent* event)
{
    TraceView::showEvent(event);
    noteNeeds();
}

void FlowView::refresh(ViewChanges changes)
{
    if (changes & (ViewChange::kTrace | ViewChange::kModel))
        readTrace();
    if (changes & (ViewChange::kColours | ViewChange::kMapOptions))
        look();
    if (changes
        & (ViewChange::kTrace | ViewChange::kModel | ViewChange::kHead | ViewChange::kHover
           | ViewChange::kPin))
        follow();
}

void FlowView::letGo()
{
    m_reader->cancel();
    m_canvas->scene().trace = {};
}

void FlowView::look()
{
    m_canvas->scene().pictures.setLook(focus().colourMap(), focus().mapOptions().scale == ColourScale::kLog,
                                       PicturePalette::of(palette()));
    m_weights->setMap(focus().colourMap());
    m_numbers->setMap(divergingMapName());
    m_canvas->redraw();
}

// The colours are explained in the first line while there is room, and in a line of their own where the whole
// model leaves none: only the way to a part takes their place.
void FlowView::arrange()
{
    m_legend->show();
    m_tools->invalidate();
    const int wanted = m_tools->sizeHint().width();
    const int whole = wanted - m_levels->sizeHint().width() + m_levels->wholeWidth();
    m_legend->setVisible(wanted <= width() || whole > width());
}

void FlowView::readTrace()
{
    const Trace trace = workspace().shownTrace();
    m_canvas->scene().trace = trace;
    m_canvas->scene().edits = trace.isNull() ? Interventions() : recordedEdits(trace.info());
    m_canvas->scene().pictures.outdate();
    if (trace.isNull()) {
        m_reader->cancel();
        m_canvas->setMessage(
            waitingWords(workspace(), tr("Type a sentence to see it flow through the model.")));
        return;
    }
    m_canvas->setMessage({});
    describeModel();
    readSeen();
    noteNeeds();
}

void FlowView::describeModel()
{
    FlowScene& scene = m_canvas->scene();
    const Trace& trace = scene.trace;
    const std::shared_ptr<const Model> model = workspace().model();
    const bool same = m_known && m_model.lock() == model
        && (m_info == trace.sharedInfo() || (model != nullptr && sameShape(scene.facts, trace.info())));
    m_info = trace.sharedInfo();
    m_model = model;
    if (same)
        return;
    m_known = true;
    scene.facts = model != nullptr ? architectureOf(*model) : architectureOf(trace);
    // A trace of a different model than the open one describes itself.
    if (model != nullptr && !sameShape(scene.facts, trace.info()))
        scene.facts = architectureOf(trace);
    openAtFirst();
    scene.pictures.clear();
    m_canvas->setLayout(makeLayout());
    m_canvas->showWhole();
}

FlowLayout FlowView::makeLayout() const
{
    return FlowLayout::fitting(m_canvas->scene().facts, m_open, m_canvas->size(),
                               m_canvas->fontMetrics().height(), leastWords(QFontMetricsF(m_canvas->font())));
}

void FlowView::fillWindow()
{
    if (!m_known || !m_canvas->showsWhole())
        return;
    FlowLayout layout = makeLayout();
    if (layout.bounds() != m_canvas->scene().layout.bounds())
        m_canvas->setLayout(std::move(layout));
}

void FlowView::openAtFirst()
{
    const Architecture& facts = m_canvas->scene().facts;
    m_open = facts.layers();
    std::erase_if(m_open, [&](const StackLayer& each) {
        const auto layers = static_cast<int>(facts.stack(each.first)->layers.size());
        return layers > kFewLayers && each.second != std::min(focus().head().layer, layers - 1);
    });
    // Fold layers if the flow would be too small to read.
    if (!m_canvas->size().isEmpty() && m_canvas->scaleFor(FlowLayout(facts, m_open).bounds()) < kReadable)
        m_open.clear();
}

void FlowView::toggleLayer(int index)
{
    const FlowBox* const box = m_canvas->scene().layout.box(index);
    if (box == nullptr)
        return;
    const FlowBox kept = *box;
    if (m_open.erase({box->stack, box->layer}) == 0)
        m_open.emplace(box->stack, box->layer);
    m_canvas->setLayout(makeLayout(), kept);
    showWords();
}

void FlowView::enterLayer(const FlowBox& layer)
{
    m_open.emplace(layer.stack, layer.layer);
    m_canvas->setLayout(makeLayout(), layer);
    const FlowLayout& layout = m_canvas->scene().layout;
    if (const FlowBox* const opened = layout.box(layout.findLayer(layer.stack, layer.layer)))
        m_canvas->zoomTo(opened->rect);
}

void FlowView::foldAll()
{
    m_open.clear();
    m_canvas->setLayout(makeLayout());
}

void FlowView::noteNeeds()
{
    const SiteSet needed = seenSites(m_canvas->scene(), m_canvas->flowWindow());
    if (std::exchange(m_needs, needed) != needed)
        emit needsChanged();
}

void FlowView::readSeen()
{
    if (isVisible())
        m_reader->readGroups(m_canvas->scene(), m_canvas->flowWindow());
}

void FlowView::readDetails()
{
    if (isVisible())
        m_reader->readDetails(m_canvas->scene(), m_canvas->flowWindow());
}

void FlowView::follow()
{
    FlowScene& scene = m_canvas->scene();
    scene.head = focus().head();
    const Cell cell = focus().cell();
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const auto count = static_cast<int>(scene.trace.isNull() ? 0 : scene.trace.tokens(stack).size());
        const auto inside
            = [count](std::optional<int> row) { return row && *row < count ? row : std::nullopt; };
        scene.followed.of(stack) = inside(tokenOfCell(scene.head, stack, cell));
        scene.key.of(stack) = inside(stack == keyStack(scene.head) ? cell.key : std::nullopt);
        // If no token is selected, follow the last one: it leads to the next token.
        const bool last = stack == StackKind::kDecoder || !scene.facts.decoder;
        if (last && !scene.followed.of(stack) && count > 0)
            scene.followed.of(stack) = count - 1;
    }
    const StackKind output = scene.facts.decoder ? StackKind::kDecoder : StackKind::kEncoder;
    scene.next
        = nextTokens(workspace(), scene.trace, output, scene.followed.of(output).value_or(-1), kNextTokens);
    m_canvas->remark();
    showWords();
}

Cell FlowView::cellOf(const FlowBox& box, int row, int column) const
{
    const HeadRef& head = focus().head();
    if (row < 0)
        return {};
    if (box.columnStack() && head.stack == box.stack && head.kind == box.attention)
        return {row, column};
    const bool ofKeys = box.site == Site::kKey || box.site == Site::kValue;
    if (box.kind == FlowBox::Kind::kMatrix && ofKeys && head.stack == box.stack && head.kind == box.attention)
        return {std::nullopt, row};
    return cellOfToken(head, box.rowStack(), row, ReadingDirection::kLooksAt);
}

void FlowView::hover(const FlowPlace& place)
{
    const FlowBox* const box = m_canvas->scene().layout.box(place.box);
    focus().setHover(box != nullptr ? cellOf(*box, place.row, place.column) : Cell{});
    showWords();
}

void FlowView::choose(const FlowPlace& place)
{
    const FlowBox* const box = m_canvas->scene().layout.box(place.box);
    if (box == nullptr)
        return;
    if (box->head >= 0 && box->headRef() != focus().head())
        focus().setHead(box->headRef());
    const bool small
        = box->head >= 0 && m_canvas->cellRect({place.box, place.row, -1}).height() < kClickableRow;
    if (const Cell cell = cellOf(*box, place.row, place.column); !cell.empty() && !small)
        focus().togglePin(cell);
    showWords();
}

void FlowView::activate(const FlowBox& box)
{
    if (box.kind == FlowBox::Kind::kLayer)
        return toggleLayer(m_canvas->current());
    if (box.columnStack())
        focus().setMap(box.site == Site::kWeights    ? MapKind::kWeights
                           : box.site == Site::kBias ? MapKind::kBias
                                                     : MapKind::kScores);
    if (const auto view = viewInto(box))
        emit viewWanted(*view);
}

FlowNumbers FlowView::currentNumbers() const
{
    const FlowScene& scene = m_canvas->scene();
    const FlowBox* const box = scene.layout.box(m_canvas->current());
    return box != nullptr ? flowNumbers(scene.trace, *box) : FlowNumbers();
}

void FlowView::showWords()
{
    const FlowPlace hovered = m_canvas->hoverPlace();
    const FlowPlace place = hovered.box >= 0 ? hovered : FlowPlace{m_canvas->current(), -1, -1};
    const QString text = flowWords(m_canvas->scene(), place);
    m_words->setText(text.isEmpty() ? tr("Wheel: zoom. Drag: move. Double-click: look closer. Click a row to "
                                         "follow its token.")
                                    : text,
                     text.isEmpty());
    sayCurrent(*m_canvas, m_words->text());
}

void FlowView::showLevels()
{
    // The frames around the middle of the window.
    const FlowLayout& layout = m_canvas->scene().layout;
    std::vector<FlowLevels::Level> levels;
    const FlowWindow& window = m_canvas->flowWindow();
    for (const FlowBox* box = layout.box(layout.boxAt(window.shown().center())); box != nullptr;
         box = layout.box(box->parent))
        if (m_canvas->scaleFor(box->rect) < window.scale * 1.25)
            levels.push_back({box->kind == FlowBox::Kind::kLayer      ? tr("Layer %1").arg(box->layer)
                                  : box->kind == FlowBox::Kind::kHead ? tr("Head %1").arg(box->head)
                                                                      : siteTitle(*box),
                              box->rect});
    levels.push_back({tr("Whole model"), layout.bounds()});
    std::reverse(levels.begin(), levels.end());
    const QSize before = m_levels->sizeHint();
    m_levels->setLevels(std::move(levels));
    if (m_levels->sizeHint() != before)
        arrange();
}

} // namespace headlight

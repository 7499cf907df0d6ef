#include "ui/views/flow/model_view.h"

#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/flow/flow_words.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/waiting_words.h"

#include <QEvent>
#include <QFontInfo>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace headlight {

void ModelCanvas::setDiagram(FlowLayout diagram)
{
    const bool fits = showsWhole();
    setLayout(std::move(diagram));
    setZoom(zoom(), fits);
}

void ModelCanvas::setZoom(double zoom, bool fits)
{
    constexpr double kLeast = 0.4, kMost = 3;
    FlowWindow window = flowWindow();
    window.scale = std::clamp(zoom, kLeast, kMost);
    window.origin = scene().layout.bounds().topLeft();
    setFixedSize((scene().layout.bounds().size() * window.scale).toSize().expandedTo({0, 0}));
    setWindow(window, fits);
}

FlowWindow ModelCanvas::windowFor(const QRectF& /*part*/) const
{
    return {scene().layout.bounds().topLeft(), zoom(), QSizeF(size())};
}

void ModelCanvas::zoomIn(const QPointF& point)
{
    if (const FlowBox* const box = scene().layout.box(scene().layout.boxAt(flowWindow().toLayout(point))))
        emit activated(*box);
}

void ModelCanvas::reveal(const QRectF& rect)
{
    emit revealRequested(rect.adjusted(-8, -8, 8, 8).toAlignedRect());
}

void ModelCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() == Qt::NoButton) // dragging moves nothing
        FlowCanvas::mouseMoveEvent(event);
}

void ModelCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier))
        FlowCanvas::wheelEvent(event);
    else
        QWidget::wheelEvent(event);
}

void ModelCanvas::keyPressEvent(QKeyEvent* event)
{
    const FlowBox* const box = scene().layout.box(current());
    const auto step = arrowStep(*event);
    if (!step || box == nullptr)
        return FlowCanvas::keyPressEvent(event);
    if (event->modifiers().testFlag(Qt::ControlModifier) || step->x() == 0
        || !box->is(LayerStep::Kind::kAttention))
        return walk(*step);
    emit headStepped(step->x());
}

namespace {

constexpr double kZoomStep = 1.2;
constexpr double kLargestFit = 1.25; ///< zoom
constexpr double kLegible = 9; ///< pixels of the letters, below which the diagram scrolls instead
constexpr std::size_t kFewOpened = 2; ///< per stack: with no more layers, all are drawn with their blocks

} // namespace

ModelView::ModelView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_canvas(new ModelCanvas(tr("Diagram of the model")))
{
    build();
    setFocusProxy(m_canvas);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas, tr("Copy the model as an image"));
    copies->addTable(tr("Copy the blocks as a table"), [this] { return table(); });
    connect(m_canvas, &ModelCanvas::chosen, this, &ModelView::choose);
    connect(m_canvas, &ModelCanvas::activated, this, &ModelView::activate);
    connect(m_canvas, &ModelCanvas::headStepped, this, &ModelView::stepHead);
    connect(m_canvas, &ModelCanvas::layerToggled, this, &ModelView::toggleLayer);
    connect(m_canvas, &ModelCanvas::fitWanted, this, &ModelView::fitAndFollow);
    connect(m_canvas, &ModelCanvas::hovered, this, &ModelView::showWords);
    connect(m_canvas, &ModelCanvas::revealRequested, this, [this](const QRect& rect) {
        const QPoint middle = rect.center();
        m_scroll->ensureVisible(middle.x(), middle.y(), std::min(rect.width(), m_scroll->width()) / 2,
                                std::min(rect.height(), m_scroll->height()) / 2);
    });
}

void ModelView::build()
{
    auto* column = pages().addColumn();
    auto* row = new WrapLayout(2);
    m_title = new ElidedLabel;
    m_title->setAccessibleName(tr("Model"));
    row->addWidget(m_title);
    row->addStretch();
    m_all = makeFlatButton(tr("All layers"),
                           tr("Draw all layers with their blocks; otherwise only the current one"),
                           tr("Draw all layers with their blocks"));
    m_all->setCheckable(true);
    connect(m_all, &QToolButton::clicked, this, [this](bool all) {
        m_allOpen = all;
        m_toggled.clear();
        openLayers();
    });
    const auto zoomButton = [&](const QString& text, const QString& tip, double factor) {
        QToolButton* const button = makeFlatButton(text, tip, tip);
        connect(button, &QToolButton::clicked, this,
                [this, factor] { factor == 0 ? m_canvas->showWhole() : m_canvas->zoomBy(factor, {}); });
        return button;
    };
    row->addTogether({m_all,
                      zoomButton(QStringLiteral("−"), tr("Zoom out (−, or Ctrl+wheel)"), 1 / kZoomStep),
                      zoomButton(QStringLiteral("+"), tr("Zoom in (+, or Ctrl+wheel)"), kZoomStep),
                      zoomButton(tr("Fit"), tr("Fit the width (0)"), 0)});
    column->addLayout(row);
    m_scroll = new QScrollArea;
    m_scroll->setWidget(m_canvas);
    m_scroll->setAlignment(Qt::AlignCenter);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    // While the view is hidden, the room of the diagram follows later than the view's own size.
    onEvent(*m_scroll, {QEvent::Resize}, *this, [this] {
        if (m_canvas->showsWhole())
            fitAndFollow();
    });
    column->addWidget(m_scroll, 1);
    column->addWidget(makeStatement(tr("The block under the mouse, otherwise the current one"), 2));
}

void ModelView::refresh(ViewChanges changes)
{
    if (changes.testFlag(ViewChange::kModel)) {
        if (workspace().model() != nullptr)
            setArchitecture(architectureOf(*workspace().model()));
        else
            m_architecture.reset();
    }
    if (!m_architecture)
        pages().setReason(waitingWords(
            workspace(), tr("Open a model to see how it is built.\n\nA trace file does not include this.")));
    pages().setCurrentIndex(m_architecture ? 1 : 0);
    if (m_architecture && changes.testAnyFlags(ViewChange::kModel | ViewChange::kHead))
        followHead();
}

void ModelView::setArchitecture(const Architecture& architecture)
{
    m_architecture = architecture;
    m_toggled.clear();
    m_canvas->setCurrent(-1);
    m_title->setText(tr("%1 · %2 parameters")
                         .arg(QString::fromStdString(architecture.name), countText(architecture.parameters)));
    m_title->setToolTip(
        tr("Family %1, d_model %2").arg(QString::fromStdString(architecture.family)).arg(architecture.width));
    pages().setCurrentIndex(1);
    followHead();
    fitAndFollow();
}

void ModelView::followHead()
{
    m_head = focus().head();
    m_canvas->scene().head = m_head;
    openLayers();
    const FlowLayout& diagram = m_canvas->scene().layout;
    const FlowBox* const box = diagram.box(m_canvas->current());
    const bool there = box != nullptr && box->stack == m_head.stack && box->layer == m_head.layer;
    // A cursor on another block of the same layer stays: it already points at this layer.
    if (!there || (box->is(LayerStep::Kind::kAttention) && box->attention != m_head.kind))
        m_canvas->setCurrent(diagram.findAttention(m_head.layerRef()));
    showWords();
}

void ModelView::openLayers()
{
    if (!m_architecture)
        return;
    m_open = m_architecture->layers();
    std::erase_if(m_open, [this](const StackLayer& each) {
        const bool byRule = m_allOpen || m_architecture->stack(each.first)->layers.size() <= kFewOpened
            || each.second == (each.first == m_head.stack ? m_head.layer : 0);
        return byRule == m_toggled.contains(each);
    });
    drawDiagram();
    if (m_canvas->showsWhole()) // a taller diagram may get a scroll bar, which takes some of the width
        fitWidth();
}

void ModelView::drawDiagram()
{
    m_canvas->setDiagram(FlowLayout::diagram(*m_architecture, m_open, font(), m_widest));
}

void ModelView::choose(const FlowPlace& place)
{
    const FlowBox* const found = m_canvas->scene().layout.box(place.box);
    if (found == nullptr || found->kind == FlowBox::Kind::kLabel)
        return;
    const FlowBox box = *found; // a copy, since opening a layer moves the blocks
    m_canvas->setCurrent(box.kind == FlowBox::Kind::kSquare ? box.parent : place.box);
    if (box.layer >= 0) {
        HeadRef next = box.headRef();
        const AttentionFacts& facts
            = m_architecture->stack(box.stack)->layers[static_cast<std::size_t>(box.layer)].self;
        if (next.head < 0)
            next.head = std::clamp(focus().head().head, 0, std::max(facts.heads - 1, 0));
        focus().setHead(next);
    }
    showWords();
}

void ModelView::toggleLayer(int index)
{
    const FlowBox* const box = m_canvas->scene().layout.box(index);
    if (box == nullptr)
        return;
    if (!box->open && !m_toggled.contains({box->stack, box->layer}))
        return choose({index, -1, -1}); // it opens as that of the head
    fold(*box);
}

void ModelView::activate(const FlowBox& box)
{
    if (box.kind == FlowBox::Kind::kLayer)
        return fold(box);
    if (const auto view = viewInto(box))
        emit viewWanted(*view);
}

void ModelView::fold(const FlowBox& box)
{
    const StackLayer layer{box.stack, box.layer};
    if (m_toggled.erase(layer) == 0)
        m_toggled.insert(layer);
    openLayers();
    showWords();
}

void ModelView::stepHead(int step)
{
    const FlowBox* const box = m_canvas->scene().layout.box(m_canvas->current());
    if (box == nullptr)
        return;
    HeadRef next = box->headRef();
    next.head = focus().head().head + step;
    FlowBox square{.kind = FlowBox::Kind::kSquare,
                   .stack = next.stack,
                   .layer = next.layer,
                   .attention = next.kind,
                   .head = next.head};
    if (m_canvas->scene().layout.find(square) >= 0)
        focus().setHead(next);
}

void ModelView::fitWidth()
{
    const QSizeF room = m_scroll->maximumViewportSize();
    if (m_canvas->scene().layout.bounds().isEmpty() || room.isEmpty())
        return;
    // Small enough to fit, as long as it is readable. Beyond that, its texts are cut and its height scrolls.
    const double least = std::min(kLegible / QFontInfo(font()).pixelSize(), kLargestFit);
    const auto fit = [&](double width) {
        if (m_widest != width / least) {
            m_widest = width / least;
            drawDiagram();
        }
        const QSizeF whole = m_canvas->scene().layout.bounds().size();
        const double high = room.height() / whole.height();
        m_canvas->setZoom(std::clamp(std::min(width / whole.width(), high < least ? kLargestFit : high),
                                     least, kLargestFit),
                          true);
    };
    fit(room.width());
    if (m_canvas->height() > room.height())
        fit(room.width() - m_scroll->verticalScrollBar()->sizeHint().width());
}

void ModelView::fitAndFollow()
{
    fitWidth();
    // Later: the scroll area has not yet adapted to its new size.
    QTimer::singleShot(0, this, &ModelView::showFollowed);
}

// Of what does not fit, the part that is followed is in the middle.
void ModelView::showFollowed()
{
    const QPoint middle = m_canvas->currentPlace().center().toPoint();
    if (m_canvas->current() >= 0)
        m_scroll->ensureVisible(middle.x(), middle.y(), m_scroll->viewport()->width() / 2,
                                m_scroll->viewport()->height() / 2);
}

QString ModelView::table() const
{
    if (!m_architecture)
        return {};
    QString text;
    for (const FlowBox& part : m_canvas->scene().layout.boxes()) {
        if (part.name.isEmpty() || part.kind == FlowBox::Kind::kLabel || part.isSum())
            continue;
        const QString layer = part.layer < 0 ? QString() : QString::number(part.layer);
        text += QStringList{part.stack == StackKind::kEncoder ? tr("Encoder") : tr("Decoder"), layer,
                            part.name, part.detail}
                    .join(QLatin1Char('\t'))
            + QLatin1Char('\n');
    }
    return text;
}

void ModelView::showWords()
{
    const FlowPlace hovered = m_canvas->hoverPlace();
    const FlowPlace place = hovered.box >= 0 ? hovered : FlowPlace{m_canvas->current(), -1, -1};
    QString words = flowTip(m_canvas->scene(), place).replace(QLatin1Char('\n'), QLatin1Char(' '));
    const FlowBox* const box = m_canvas->scene().layout.box(place.box);
    if (box != nullptr && viewInto(*box))
        words += QLatin1Char(' ') + tr("So does a double-click.");
    const bool none = words.isEmpty();
    if (none)
        words = tr("Click a block to see its details, or move with the arrow keys.");
    setStatement(words, none);
    sayCurrent(*m_canvas, words);
}

} // namespace headlight

#include "ui/views/model/model_view.h"

#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/model/diagram_words.h"
#include "ui/views/model/model_canvas.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/reason_pages.h"
#include "ui/widgets/wrap_layout.h"

#include <QEvent>
#include <QFontInfo>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kZoomStep = 1.2;
constexpr double kLargestFit = 1.25; ///< zoom
constexpr double kLegible = 9; ///< pixels of the letters, below which the diagram scrolls instead
constexpr std::size_t kFewLayers = 2; ///< per stack: with no more layers, all are drawn with their blocks

/// The view that shows the inside of such a block; nothing if there is none.
std::optional<ViewId> viewInto(const DiagramPart& part)
{
    switch (part.kind) {
    case DiagramPart::Kind::kStep:
        return part.is(LayerStep::Kind::kAttention) ? view_ids::kHeatmap : view_ids::kStream;
    case DiagramPart::Kind::kEmbedding:
    case DiagramPart::Kind::kPositions:
    case DiagramPart::Kind::kSegments:
        return view_ids::kPositions;
    case DiagramPart::Kind::kHead:
        return view_ids::kStream;
    default:
        return std::nullopt;
    }
}

} // namespace

ModelView::ModelView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_canvas(new ModelCanvas)
{
    build();
    setFocusProxy(m_canvas);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas, tr("Copy the model as an image"));
    copies->addTable(tr("Copy the blocks as a table"), [this] { return table(); });
    connect(m_canvas, &ModelCanvas::chosen, this, &ModelView::choose);
    connect(m_canvas, &ModelCanvas::activated, this, &ModelView::activate);
    connect(m_canvas, &ModelCanvas::headStepped, this, &ModelView::stepHead);
    connect(m_canvas, &ModelCanvas::zoomStepped, this, &ModelView::stepZoom);
    connect(m_canvas, &ModelCanvas::hoverChanged, this, &ModelView::showWords);
    connect(m_canvas, &ModelCanvas::revealRequested, this, [this](const QRect& rect) {
        const QPoint middle = rect.center();
        m_scroll->ensureVisible(middle.x(), middle.y(), std::min(rect.width(), m_scroll->width()) / 2,
                                std::min(rect.height(), m_scroll->height()) / 2);
    });
}

void ModelView::build()
{
    pages().setReason(tr("Open a model to see how it is built.\n\nA trace file does not include this."));
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
    connect(m_all, &QToolButton::clicked, this, &ModelView::toggleAll);
    const auto zoomButton = [&](const QString& text, const QString& tip, int step) {
        QToolButton* const button = makeFlatButton(text, tip, tip);
        connect(button, &QToolButton::clicked, this, [this, step] { stepZoom(step); });
        return button;
    };
    row->addTogether({m_all, zoomButton(QStringLiteral("−"), tr("Zoom out (−, or Ctrl+wheel)"), -1),
                      zoomButton(QStringLiteral("+"), tr("Zoom in (+, or Ctrl+wheel)"), 1),
                      zoomButton(tr("Fit"), tr("Fit the width (0)"), 0)});
    column->addLayout(row);
    m_scroll = new QScrollArea;
    m_scroll->setWidget(m_canvas);
    m_scroll->setAlignment(Qt::AlignCenter);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->installEventFilter(this);
    column->addWidget(m_scroll, 1);
    column->addWidget(makeStatement(tr("The block under the mouse, otherwise the current one"), 2));
}

// While the view is hidden, the room of the diagram follows later than the view's own size.
bool ModelView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_scroll && event->type() == QEvent::Resize && m_fits)
        fitAndFollow();
    return PagedView::eventFilter(watched, event);
}

void ModelView::refresh(ViewChanges changes)
{
    if (changes.testFlag(ViewChange::kModel)) {
        if (workspace().model() != nullptr)
            setArchitecture(architectureOf(*workspace().model()));
        else
            m_architecture.reset();
    }
    pages().setCurrentIndex(m_architecture ? 1 : 0);
    if (m_architecture && changes.testAnyFlags(ViewChange::kModel | ViewChange::kHead))
        followHead();
}

void ModelView::setArchitecture(const Architecture& architecture)
{
    m_architecture = architecture;
    m_toggled.clear();
    m_canvas->setArchitecture(architecture);
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
    m_canvas->setHead(m_head);
    openLayers();
    const int current = m_canvas->current();
    const DiagramPart* part = m_canvas->diagram().part(current);
    const bool there = part != nullptr && part->stack == m_head.stack && part->layer == m_head.layer;
    // A cursor on another block of the same layer stays: it already points at this layer.
    if (!there || (part->is(LayerStep::Kind::kAttention) && part->attention != m_head.kind))
        m_canvas->setCurrent(m_canvas->diagram().partOf(m_head.layerRef()));
    showWords();
}

void ModelView::openLayers()
{
    if (!m_architecture)
        return;
    LayerSet open = m_architecture->layers();
    std::erase_if(open, [this](const StackLayer& each) {
        const bool byRule = m_allOpen || m_architecture->stack(each.first)->layers.size() <= kFewLayers
            || each.second == (each.first == m_head.stack ? m_head.layer : 0);
        return byRule == m_toggled.contains(each);
    });
    m_canvas->setOpen(open);
    if (m_fits) // a taller diagram may get a scroll bar, which takes some of the width
        fitWidth();
}

void ModelView::toggleAll()
{
    m_allOpen = m_all->isChecked();
    m_toggled.clear();
    openLayers();
}

void ModelView::choose(int index, std::optional<int> head)
{
    const DiagramPart* found = m_canvas->diagram().part(index);
    if (found == nullptr)
        return;
    const DiagramPart part = *found; // a copy, since opening a layer moves the blocks
    m_canvas->setCurrent(index);
    if (part.layer >= 0) {
        HeadRef next = focus().head();
        next.stack = part.stack;
        next.layer = part.layer;
        next.kind = part.is(LayerStep::Kind::kAttention) ? part.attention : AttentionKind::kSelf;
        const StackFacts* stack = m_architecture->stack(part.stack);
        const AttentionFacts& facts = stack->layers[static_cast<std::size_t>(part.layer)].self;
        next.head = std::clamp(head.value_or(next.head), 0, std::max(facts.heads - 1, 0));
        focus().setHead(next);
    }
    showWords();
}

void ModelView::activate(int index)
{
    const DiagramPart* part = m_canvas->diagram().part(index);
    if (part == nullptr)
        return;
    if (part->kind == DiagramPart::Kind::kLayer) {
        if (m_toggled.erase({part->stack, part->layer}) == 0)
            m_toggled.emplace(part->stack, part->layer);
        openLayers();
        return;
    }
    if (const auto view = viewInto(*part))
        emit viewWanted(*view);
}

void ModelView::stepHead(int step)
{
    const DiagramPart* part = m_canvas->diagram().part(m_canvas->current());
    if (part == nullptr || part->heads.empty())
        return;
    HeadRef next = focus().head();
    next.head = std::clamp(next.head + step, 0, static_cast<int>(part->heads.size()) - 1);
    focus().setHead(next);
}

void ModelView::stepZoom(int step)
{
    m_fits = step == 0;
    if (m_fits)
        fitAndFollow();
    else
        m_canvas->setZoom(m_canvas->zoom() * std::pow(kZoomStep, step));
}

void ModelView::fitWidth()
{
    const QSizeF room = m_scroll->maximumViewportSize();
    if (m_canvas->diagram().size().isEmpty() || room.isEmpty())
        return;
    // Small enough to fit, as long as it is readable. Beyond that, its texts are cut and its height scrolls.
    const double least = std::min(kLegible / QFontInfo(font()).pixelSize(), kLargestFit);
    const auto fit = [&](double width) {
        m_canvas->setWidest(width / least);
        const QSizeF whole = m_canvas->diagram().size();
        const double high = room.height() / whole.height();
        m_canvas->setZoom(std::clamp(std::min(width / whole.width(), high < least ? kLargestFit : high),
                                     least, kLargestFit));
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
    const QPoint middle = m_canvas->partRect(m_canvas->current()).center().toPoint();
    if (m_canvas->current() >= 0)
        m_scroll->ensureVisible(middle.x(), middle.y(), m_scroll->viewport()->width() / 2,
                                m_scroll->viewport()->height() / 2);
}

QString ModelView::wordsOf(const DiagramPart& part) const
{
    QString place = part.stack == StackKind::kEncoder ? tr("Encoder") : tr("Decoder");
    if (part.layer >= 0)
        place = tr("%1, layer %2").arg(place).arg(part.layer);
    const QString title
        = part.is(LayerStep::Kind::kSum) ? tr("the sub-layer’s output is added to the stream") : part.title;
    const QString text = part.detail.isEmpty() ? tr("%1: %2").arg(place, title)
                                               : tr("%1: %2, %3").arg(place, title, part.detail);
    const QString ended = QStringLiteral("%1. %2");
    const std::optional<ViewId> view = viewInto(part);
    if (view == view_ids::kHeatmap)
        return ended.arg(text, tr("Press Enter to open its heatmap."));
    if (view == view_ids::kPositions)
        return ended.arg(text, tr("Press Enter to open the positional encodings."));
    if (view == view_ids::kStream)
        return ended.arg(text, tr("Press Enter to open the residual stream."));
    if (part.kind == DiagramPart::Kind::kLayer)
        return ended.arg(text, tr("Press Enter to open or close it."));
    return text;
}

QString ModelView::table() const
{
    if (!m_architecture)
        return {};
    QString text;
    for (const DiagramPart& part : m_canvas->diagram().parts()) {
        if (part.isLabel() || part.is(LayerStep::Kind::kSum))
            continue;
        const QString layer = part.layer < 0 ? QString() : QString::number(part.layer);
        text += QStringList{part.stack == StackKind::kEncoder ? tr("Encoder") : tr("Decoder"), layer,
                            part.title, part.detail}
                    .join(QLatin1Char('\t'))
            + QLatin1Char('\n');
    }
    return text;
}

void ModelView::showWords()
{
    const DiagramPart* part
        = m_canvas->diagram().part(m_canvas->hovered() >= 0 ? m_canvas->hovered() : m_canvas->current());
    const QString words = part != nullptr
        ? wordsOf(*part)
        : tr("Click a block to see its details, or move with the arrow keys.");
    setStatement(words, part == nullptr);
    sayCurrent(*m_canvas, words);
}

} // namespace headlight

#include "ui/views/model/model_canvas.h"

#include "ui/widgets/step_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace headlight {

namespace {

std::optional<Term> termOf(const DiagramPart& part)
{
    switch (part.kind) {
    case DiagramPart::Kind::kEmbedding:
        return Term::kEmbedding;
    case DiagramPart::Kind::kPositions:
        return Term::kPositions;
    case DiagramPart::Kind::kStep:
        return part.is(LayerStep::Kind::kAttention) && part.attention == AttentionKind::kCross
            ? Term::kCrossAttention
            : stepWords(part.step).term;
    case DiagramPart::Kind::kHead:
        return Term::kLogit;
    default:
        return std::nullopt;
    }
}

} // namespace

ModelCanvas::ModelCanvas(QWidget* parent)
    : Canvas(tr("Diagram of the model"), parent)
{ }

void ModelCanvas::setArchitecture(const Architecture& architecture)
{
    m_architecture = architecture;
    m_look.current = m_look.hover = -1;
    rebuild();
}

void ModelCanvas::setOpen(const LayerSet& open)
{
    if (open == m_open)
        return;
    // Blocks come and go: the cursor stays on its block, or moves to the title of its layer.
    const DiagramPart* const current = m_diagram.part(m_look.current);
    const std::optional<DiagramPart> marked = current != nullptr ? std::optional(*current) : std::nullopt;
    m_open = open;
    m_look.hover = -1;
    rebuild();
    if (!marked)
        return;
    m_look.current = m_diagram.find(*marked);
    if (m_look.current < 0)
        m_look.current = m_diagram.partOf({marked->stack, marked->layer, AttentionKind::kSelf});
}

void ModelCanvas::rebuild()
{
    m_diagram = ModelDiagram(m_architecture, m_open, font(), m_widest);
    m_look.palette = PicturePalette::of(palette());
    m_look.font = font();
    const auto parts = static_cast<int>(m_diagram.parts().size());
    m_look.current = std::min(m_look.current, parts - 1);
    setZoom(m_zoom);
}

void ModelCanvas::setWidest(double widest)
{
    if (widest == m_widest)
        return;
    m_widest = widest;
    rebuild();
}

void ModelCanvas::setZoom(double zoom)
{
    m_zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
    setFixedSize((m_diagram.size() * m_zoom).toSize().expandedTo({0, 0}));
    update();
}

void ModelCanvas::setHead(const HeadRef& head)
{
    m_look.head = head;
    update();
}

QRectF ModelCanvas::partRect(int index) const
{
    const DiagramPart* const part = m_diagram.part(index);
    return part != nullptr ? onCanvas(part->rect) : QRectF();
}

QRectF ModelCanvas::headRect(int index, int head) const
{
    const DiagramPart* const part = m_diagram.part(index);
    return part != nullptr && head >= 0 && head < std::ssize(part->heads)
        ? onCanvas(part->heads[static_cast<std::size_t>(head)])
        : QRectF();
}

CanvasPicture::Tip ModelCanvas::tipOf(int part) const
{
    const auto term = part >= 0 ? termOf(*m_diagram.part(part)) : std::nullopt;
    return term ? Tip{termWords(*term).name, partRect(part).toAlignedRect(), term} : Tip();
}

void ModelCanvas::setCurrent(int part)
{
    if (part == m_look.current)
        return;
    m_look.current = part;
    update();
    if (part >= 0)
        emit revealRequested(partRect(part).adjusted(-8, -8, 8, 8).toAlignedRect());
}

void ModelCanvas::setHover(int part)
{
    if (part == m_look.hover)
        return;
    m_look.hover = part;
    setCursor(part >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
    emit hoverChanged(part);
}

void ModelCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_look.palette.background);
    painter.scale(m_zoom, m_zoom);
    m_look.focused = hasFocus();
    paintModelDiagram(painter, m_diagram, m_look);
}

void ModelCanvas::mousePressEvent(QMouseEvent* event)
{
    const QPointF point = inDiagram(event->position());
    const int part = m_diagram.partAt(point);
    if (event->button() != Qt::LeftButton || part < 0)
        return;
    m_pressed = *m_diagram.part(part);
    emit chosen(part, m_diagram.headAt(part, point));
}

void ModelCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int part = m_diagram.partAt(inDiagram(event->position()));
    // The first press may have opened a layer, so that another block is here now.
    if (part >= 0 && part == m_diagram.find(m_pressed))
        emit activated(part);
}

void ModelCanvas::mouseMoveEvent(QMouseEvent* event)
{
    setHover(m_diagram.partAt(inDiagram(event->position())));
}

void ModelCanvas::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QWidget::wheelEvent(event);
        return;
    }
    emit zoomStepped(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void ModelCanvas::move(int up, int across)
{
    if (m_diagram.parts().empty())
        return;
    // If none has been selected, take the first selectable block.
    const int to
        = m_look.current < 0 ? m_diagram.neighbour(0, 1, 0) : m_diagram.neighbour(m_look.current, up, across);
    emit chosen(to, std::nullopt);
}

void ModelCanvas::keyPressEvent(QKeyEvent* event)
{
    const DiagramPart* const current = m_diagram.part(m_look.current);
    const bool inAttention = current != nullptr && current->is(LayerStep::Kind::kAttention)
        && !event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Up:
        return move(1, 0);
    case Qt::Key_Down:
        return move(-1, 0);
    case Qt::Key_Left:
        return inAttention ? emit headStepped(-1) : move(0, -1);
    case Qt::Key_Right:
        return inAttention ? emit headStepped(1) : move(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_look.current >= 0)
            emit activated(m_look.current);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        emit zoomStepped(1);
        return;
    case Qt::Key_Minus:
        emit zoomStepped(-1);
        return;
    case Qt::Key_0:
        emit zoomStepped(0);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace headlight

#include "ui/views/cell/cell_canvas.h"

#include "ui/widgets/copy_menu.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr double kAll = 1e9;
constexpr int kStageMilliseconds = 700;

} // namespace

CellCanvas::CellCanvas()
    : ScrolledCanvas(tr("How this weight is computed"))
    , m_picture(font())
{
    offerPicture(*this);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_reveal = value.toDouble();
        viewport()->update();
    });
    connect(&m_animation, &QVariantAnimation::finished, this, [this] {
        m_reveal = kAll;
        viewport()->update();
        emit playingChanged();
    });
}

void CellCanvas::setCell(CellAccount account, const AttentionMap& map, std::vector<StageWords> stages)
{
    stopPlaying();
    m_message.clear();
    m_picture.setCell(std::move(account), map, std::move(stages));
    relayout();
}

void CellCanvas::setMessage(const QString& message)
{
    stopPlaying();
    m_picture.clear();
    m_message = message;
    sayCurrent(*this, message);
    relayout();
}

void CellCanvas::play()
{
    if (m_picture.isEmpty())
        return;
    const auto stages = static_cast<int>(m_picture.blocks().size());
    m_animation.stop();
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(static_cast<double>(stages));
    m_animation.setDuration(stages * kStageMilliseconds);
    verticalScrollBar()->setValue(0);
    m_animation.start();
    emit playingChanged();
}

void CellCanvas::stopPlaying()
{
    if (!isPlaying())
        return;
    m_animation.stop();
    m_reveal = kAll;
    viewport()->update();
    emit playingChanged();
}

void CellCanvas::relayout()
{
    m_picture.layout(viewport()->width());
    setContent(m_picture.height(), fontMetrics().height());
}

QPoint CellCanvas::toViewport(const QPointF& point) const
{
    return QPointF(point.x(), point.y() - verticalScrollBar()->value()).toPoint();
}

CellHit CellCanvas::hitAt(const QPoint& viewportPoint) const
{
    return m_picture.hit(
        QPointF(viewportPoint.x() + 0.5, viewportPoint.y() + verticalScrollBar()->value() + 0.5));
}

const CellPicture::Block* CellCanvas::blockOf(const std::optional<CellStage>& stage) const
{
    const auto& blocks = m_picture.blocks();
    const auto found = std::ranges::find_if(
        blocks, [&](const CellPicture::Block& block) { return block.words.stage == stage; });
    return found == blocks.end() ? nullptr : &*found;
}

void CellCanvas::moveStage(int by)
{
    const auto& blocks = m_picture.blocks();
    if (blocks.empty())
        return;
    const CellPicture::Block* here = blockOf(m_stage);
    const std::ptrdiff_t place = here == nullptr
        ? 0
        : std::clamp<std::ptrdiff_t>((here - blocks.data()) + by, 0, std::ssize(blocks) - 1);
    const CellPicture::Block& block = blocks[static_cast<std::size_t>(place)];
    m_stage = block.words.stage;
    m_dimension.reset();
    QScrollBar* bar = verticalScrollBar();
    if (block.rect.top() < bar->value())
        bar->setValue(static_cast<int>(block.rect.top()) - 4);
    else if (block.rect.bottom() > bar->value() + viewport()->height())
        bar->setValue(static_cast<int>(block.rect.bottom()) - viewport()->height() + 4);
    viewport()->update();
    announce();
}

void CellCanvas::moveDimension(int by)
{
    const CellPicture::Block* block = blockOf(m_stage);
    if (block == nullptr || block->bars.empty())
        return;
    const CellPicture::BarRow& row = block->bars.front();
    const bool same = m_dimension && m_dimension->ofValue == row.ofValue;
    const Index to = same ? m_dimension->index + by : 0;
    setDimension(CellDimension{row.ofValue, std::clamp<Index>(to, 0, row.bars.count - 1)});
    announce();
}

void CellCanvas::announce()
{
    const CellPicture::Block* block = blockOf(m_stage);
    if (block == nullptr)
        return;
    QStringList said{tr("%1: %2").arg(block->words.title, block->words.value), block->words.formula,
                     block->words.note, block->words.audit};
    if (m_dimension)
        said = QStringList{m_picture.readout(*block, m_dimension)};
    said.removeAll(QString());
    sayCurrent(*this, said.join(QStringLiteral(". ")));
}

bool CellCanvas::isOwnKey(const QKeyEvent& event) const
{
    const bool edge = event.key() == Qt::Key_Home || event.key() == Qt::Key_End;
    return (isWalking(event) && !edge) || isPinning(event) || event.matches(QKeySequence::Copy);
}

void CellCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return emit copyRequested();
    if (const auto step = arrowStep(*event))
        return step->y() != 0 ? moveStage(step->y()) : moveDimension(step->x());
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_stage)
            emit stageChosen(*m_stage);
        return;
    default:
        ScrolledCanvas::keyPressEvent(event);
    }
}

void CellCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const CellHit hit = hitAt(event->position().toPoint());
    setDimension(hit.dimension);
    viewport()->setCursor(hit.key || hit.stage ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void CellCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    stopPlaying();
    const CellHit hit = hitAt(event->position().toPoint());
    m_stage = hit.stage;
    viewport()->update();
    if (hit.key && *hit.key != m_picture.account().key)
        emit keyChosen(*hit.key);
    else if (hit.stage)
        emit stageChosen(*hit.stage);
}

void CellCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_picture.isEmpty())
        return;
    QMenu menu(this);
    menu.addAction(tr("Copy all numbers as a table"), this, &CellCanvas::copyRequested);
    CopyMenu copies(*this);
    copies.addPicture(*this);
    copies.addTo(menu);
    if (isPlaying())
        menu.addAction(tr("Show all stages"), this, &CellCanvas::stopPlaying);
    else
        menu.addAction(tr("Play the stages once"), this, &CellCanvas::play);
    menu.exec(event->globalPos());
}

QString CellCanvas::toolTipOf(const CellHit& hit) const
{
    const CellPicture::Block* block = blockOf(hit.stage);
    if (block == nullptr)
        return {};
    QStringList lines{QStringLiteral("<b>%1</b> %2")
                          .arg(block->words.title.toHtmlEscaped(), block->words.formula.toHtmlEscaped())};
    if (hit.key) {
        const auto row = std::ranges::find(block->keys, *hit.key, &CellPicture::KeyRow::key);
        lines << tr("Key %1 (position %2), weight %3. Click to go to its cell")
                     .arg(row->token.toHtmlEscaped(), row->place, row->weight);
    } else {
        lines << block->words.help.toHtmlEscaped();
        if (!block->bars.empty() && block->bars.front().bars.pooled())
            lines << tr(
                "There are more dimensions than pixels: each pixel shows the largest of its dimensions.");
    }
    return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

ScrolledCanvas::Tip CellCanvas::tipAt(const QPoint& viewportPoint) const
{
    const CellHit hit = hitAt(viewportPoint);
    Tip tip{.text = toolTipOf(hit), .rich = true};
    // Below the title, use the small tip.
    const CellPicture::Block* const block = blockOf(hit.stage);
    if (block != nullptr && titleRect(*block).contains(viewportPoint)) {
        tip.term = block->words.term;
        tip.rect = titleRect(*block);
    }
    return tip;
}

ScrolledCanvas::Tip CellCanvas::currentTip() const
{
    const CellPicture::Block* const block = blockOf(m_stage);
    if (block == nullptr)
        return {};
    return {toolTipOf({m_stage, {}, {}}), titleRect(*block), block->words.term, true};
}

QRect CellCanvas::titleRect(const CellPicture::Block& block) const
{
    return block.header.translated(0, -verticalScrollBar()->value()).toAlignedRect();
}

void CellCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    CellLook look;
    look.palette = PicturePalette::of(palette());
    look.signs = SignColours::of(look.palette);
    painter.fillRect(event->rect(), look.palette.background);
    if (m_picture.isEmpty())
        return paintMessage(painter, m_message);
    look.map = m_map;
    look.dimension = m_dimension;
    look.stage = hasFocus() ? m_stage : std::nullopt;
    look.reveal = m_reveal;
    const double scroll = verticalScrollBar()->value();
    painter.translate(0, -scroll);
    paintCellPicture(painter, m_picture, QRectF(event->rect()).translated(0, scroll), look);
}

} // namespace headlight

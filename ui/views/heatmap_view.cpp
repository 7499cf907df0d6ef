#include "ui/views/heatmap_view.h"

#include "ui/paint/head_name.h"
#include "ui/paint/token_text.h"
#include "ui/plot/figure_export.h"
#include "ui/plot/heatmap_plot.h"
#include "ui/views/head_chooser.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {

namespace {

QString tokenOf(const std::vector<TokenLabel>& tokens, int i)
{
    return static_cast<std::size_t>(i) < tokens.size() ? quotedToken(tokens[static_cast<std::size_t>(i)])
                                                       : QString::number(i);
}

/// Numbers for a spreadsheet: the shortest text that reads back as the same float.
QString tableNumber(float value)
{
    return QString::number(static_cast<double>(value), 'g', 9);
}

QLabel* mutedLabel()
{
    auto* label = new QLabel;
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

HeatmapView::HeatmapView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_title(new QLabel)
    , m_chooser(new HeadChooser)
    , m_range(new QComboBox)
    , m_plot(new HeatmapPlot)
    , m_status(new QLabel)
    , m_note(mutedLabel())
    , m_pages(new QStackedLayout)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Heatmap"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    m_status->setTextFormat(Qt::PlainText);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setFocusPolicy(Qt::NoFocus);
    m_status->setMinimumWidth(1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(14, 0, 14, 8);
    foot->addWidget(m_status, 1);
    foot->addWidget(m_note);
    auto* shown = new QWidget;
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_plot, 1);
    column->addLayout(foot);
    m_pages->addWidget(makeEmptyPage());
    m_pages->addWidget(shown);
    setLayout(m_pages);

    connect(m_plot, &HeatmapPlot::hovered, this, [this](const Cell& cell) { focus().setHover(cell); });
    connect(m_plot, &HeatmapPlot::clicked, this, [this](const Cell& cell) {
        setFocus(Qt::MouseFocusReason);
        m_pinBeforeClick = focus().pin();
        focus().togglePin(cell);
    });
    connect(m_plot, &HeatmapPlot::doubleClicked, this, [this] {
        // The first click of the two has pinned a cell that was not meant.
        focus().setPin(m_pinBeforeClick);
        m_plot->showAll();
    });
    connect(m_plot, &HeatmapPlot::menuRequested, this, &HeatmapView::showMenu);
    connect(m_plot, &HeatmapPlot::viewChanged, this, &HeatmapView::updateNote);
    connect(m_chooser, &HeadChooser::headChosen, this,
            [this](const HeadRef& head) { focus().setHead(head); });
    connect(m_chooser, &HeadChooser::mapChosen, this, [this](MapKind map) { focus().setMap(map); });
    connect(m_range, &QComboBox::activated, this, [this] { showMap(false); });
}

QWidget* HeatmapView::makeHeader()
{
    auto* header = new QWidget;
    auto* column = new QVBoxLayout(header);
    column->setContentsMargins(14, 8, 14, 0);
    column->setSpacing(6);
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setMinimumWidth(1);
    m_title->setWordWrap(true); // in a narrow window the head's number must not be cut off
    m_range->addItem(tr("Colours 0 … 1"), static_cast<int>(WeightRange::kOne));
    m_range->addItem(tr("Colours 0 … largest"), static_cast<int>(WeightRange::kMaximum));
    m_range->setAccessibleName(tr("Range of the colours"));
    m_range->setToolTip(
        tr("Whether the last colour stands for a weight of 1 or for the largest weight of this head"));
    m_range->setFocusPolicy(Qt::TabFocus);
    auto* top = new QHBoxLayout;
    top->setSpacing(10);
    top->addWidget(m_title, 1);
    top->addWidget(m_range);
    column->addLayout(top);
    column->addWidget(m_chooser);
    return header;
}

QWidget* HeatmapView::makeEmptyPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* large = new QLabel(tr("Type a sentence above to see what each head looks at."));
    QFont font = large->font();
    font.setPointSizeF(font.pointSizeF() * 1.4);
    large->setFont(font);
    auto* small = mutedLabel();
    small->setText(tr("Each row is a token that asks, each column a token that may answer; "
                      "the colour says how much of the answer it gives."));
    for (QLabel* label : {large, small}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    column->addStretch(2);
    column->addWidget(large);
    column->addSpacing(6);
    column->addWidget(small);
    column->addStretch(3);
    return page;
}

void HeatmapView::refresh(ViewChanges changes)
{
    constexpr ViewChanges kPicture = ViewChange::kTrace | ViewChange::kHead | ViewChange::kMap
        | ViewChange::kColours | ViewChange::kModel;
    if (changes & kPicture)
        showMap(changes & (ViewChange::kTrace | ViewChange::kModel));
    m_plot->setMarks({focus().hover(), focus().pin()});
    // A cell that the keyboard or another view chose may be scrolled out of sight.
    if (changes & ViewChange::kHover && !focus().hover().empty() && !(focus().hover() == m_plot->mouseCell()))
        m_plot->reveal(focus().hover());
    updateStatus();
}

void HeatmapView::showMap(bool traceChanged)
{
    const Trace trace = workspace().shownTrace();
    if (trace.isNull()) {
        m_plot->setMap({}, focus().map());
        m_pages->setCurrentIndex(0);
        return;
    }
    if (traceChanged)
        m_chooser->offer(trace.info());
    const HeadRef head = nearestHead(trace.info(), focus().head());
    focus().setHead(head); // a model with fewer heads: everybody follows
    const AttentionMap map = trace.attention(head);
    const MapKind kind = map.has(focus().map()) ? focus().map() : MapKind::kWeights;
    m_title->setText(headName(head));
    m_title->setToolTip(tr("On the command line: %1").arg(QString::fromStdString(toString(head))));
    m_chooser->show(head, kind, map);
    m_range->setVisible(kind == MapKind::kWeights);
    HeatmapOptions options = m_plot->options();
    options.colourMap = focus().colourMap();
    options.weightRange = static_cast<WeightRange>(m_range->currentData().toInt());
    m_plot->setOptions(options);
    m_plot->setMap(map, kind);
    m_pages->setCurrentIndex(map.isNull() ? 0 : 1);
    dropLostPins();
}

void HeatmapView::dropLostPins()
{
    const auto kept = [this](Cell cell) {
        if (cell.query && *cell.query >= m_plot->map().queries())
            cell.query.reset();
        if (cell.key && *cell.key >= m_plot->map().keys())
            cell.key.reset();
        return cell;
    };
    focus().setPin(kept(focus().pin()));
    focus().setHover(kept(focus().hover()));
}

QString HeatmapView::cellSentence(const Cell& cell) const
{
    const AttentionMap& map = m_plot->map();
    const int query = cell.query.value_or(0), key = cell.key.value_or(0);
    if (!cell.query)
        return tr("key %1 (position %2)").arg(tokenOf(map.keyTokens(), key)).arg(key);
    if (!cell.key)
        return tr("query %1 (position %2)").arg(tokenOf(map.queryTokens(), query)).arg(query);
    QStringList parts{tr("%1 (%2) → %3 (%4)")
                          .arg(tokenOf(map.queryTokens(), query))
                          .arg(query)
                          .arg(tokenOf(map.keyTokens(), key))
                          .arg(key)};
    if (map.has(MapKind::kWeights))
        parts << tr("weight %1").arg(fullText(map.at(MapKind::kWeights, query, key)));
    if (map.has(MapKind::kScores))
        parts << tr("score %1").arg(fullText(map.at(MapKind::kScores, query, key)));
    if (map.has(MapKind::kMask))
        parts << (map.at(MapKind::kMask, query, key) > 0 ? tr("may attend") : tr("masked: may not attend"));
    return parts.join(QStringLiteral("  ·  "));
}

void HeatmapView::updateStatus()
{
    const Cell& hover = focus().hover();
    const Cell& pin = focus().pin();
    QString text;
    if (!m_plot->map().isNull() && !hover.empty())
        text = cellSentence(hover);
    else if (!m_plot->map().isNull() && !pin.empty())
        text = tr("Pinned: %1").arg(cellSentence(pin));
    else
        text = tr("Point at a cell to read it; click to pin it; the wheel zooms, dragging pans.");
    m_status->setText(text);
    m_status->setToolTip(text);
    if (m_plot->accessibleDescription() != text && !(hover.empty() && pin.empty())) {
        m_plot->setAccessibleDescription(text);
        setAccessibleDescription(text);
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void HeatmapView::updateNote()
{
    m_note->setText(m_plot->isReading() ? tr("Reading …") : m_plot->poolingNote());
}

QString HeatmapView::statusText() const
{
    return m_status->text();
}

FigureRequest HeatmapView::figure() const
{
    FigureRequest request;
    request.trace = workspace().shownTrace();
    request.subject = focus().head();
    request.map = m_plot->kind();
    request.colourMap = focus().colourMap();
    request.weightRange = m_plot->options().weightRange;
    request.backdrop = PicturePalette::of(palette()).backdrop;
    request.marks = {{}, focus().pin()};
    if (m_plot->isZoomed()) {
        request.queries = m_plot->shownLayout().cells.queries;
        request.keys = m_plot->shownLayout().cells.keys;
    }
    return request;
}

void HeatmapView::moveCursor(int down, int across)
{
    const AttentionMap& map = m_plot->map();
    if (map.queries() == 0 || map.keys() == 0)
        return;
    const Cell from = focus().hover().empty() ? focus().pin() : focus().hover();
    const auto moved = [](std::optional<int> at, int by, Index count) {
        // The first key press shows the cursor where it stands.
        return static_cast<int>(std::clamp<Index>(at.value_or(0) + (at ? by : 0), 0, count - 1));
    };
    const Cell to{moved(from.query, down, map.queries()), moved(from.key, across, map.keys())};
    focus().setHover(to);
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    const Trace trace = workspace().shownTrace();
    if (trace.isNull()) {
        TraceView::keyPressEvent(event);
        return;
    }
    constexpr int kFar = 1 << 28;
    const HeadRef& head = focus().head();
    switch (event->key()) {
    case Qt::Key_Up:
        return moveCursor(-1, 0);
    case Qt::Key_Down:
        return moveCursor(1, 0);
    case Qt::Key_Left:
        return moveCursor(0, -1);
    case Qt::Key_Right:
        return moveCursor(0, 1);
    case Qt::Key_Home:
        return event->modifiers() & Qt::ControlModifier ? moveCursor(-kFar, -kFar) : moveCursor(0, -kFar);
    case Qt::Key_End:
        return event->modifiers() & Qt::ControlModifier ? moveCursor(kFar, kFar) : moveCursor(0, kFar);
    case Qt::Key_PageUp:
        return focus().setHead(neighbourLayer(trace.info(), head, -1));
    case Qt::Key_PageDown:
        return focus().setHead(neighbourLayer(trace.info(), head, 1));
    case Qt::Key_BracketLeft:
        return focus().setHead(neighbourHead(trace.info(), head, -1));
    case Qt::Key_BracketRight:
        return focus().setHead(neighbourHead(trace.info(), head, 1));
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return focus().togglePin(focus().hover().empty() ? focus().pin() : focus().hover());
    case Qt::Key_Escape:
        return focus().setPin({});
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return m_plot->zoom(0.8);
    case Qt::Key_Minus:
        return m_plot->zoom(1.25);
    case Qt::Key_0:
        return m_plot->showAll();
    default:
        TraceView::keyPressEvent(event);
    }
}

void HeatmapView::showMenu(const Cell& cell, const QPoint& globalPosition)
{
    const AttentionMap map = m_plot->map();
    if (map.isNull())
        return;
    QMenu menu(this);
    const MapKind kind = m_plot->kind();
    if (cell.query && cell.key) {
        const float value = map.at(kind, *cell.query, *cell.key);
        menu.addAction(tr("Copy value %1").arg(fullText(value)), this,
                       [value] { QApplication::clipboard()->setText(tableNumber(value)); });
    }
    if (cell.query)
        menu.addAction(tr("Copy row of %1").arg(tokenOf(map.queryTokens(), *cell.query)), this,
                       [this, query = *cell.query] { copyRow(query); });
    menu.addAction(tr("Copy matrix as table"), this, &HeatmapView::copyMatrix);
    menu.addAction(tr("Copy picture"), this, &HeatmapView::copyPicture);
    menu.addSeparator();
    if (!cell.empty())
        menu.addAction(focus().pin() == cell ? tr("Unpin") : tr("Pin"), this,
                       [this, cell] { focus().togglePin(cell); });
    QAction* all = menu.addAction(tr("Show all"), m_plot, &HeatmapPlot::showAll);
    all->setEnabled(m_plot->isZoomed());
    menu.exec(globalPosition);
}

void HeatmapView::copyRow(int query)
{
    const AttentionMap& map = m_plot->map();
    const Matrix row = map.block(m_plot->kind(), query, 0, 1, map.keys());
    QString text;
    for (Index k = 0; k < map.keys(); ++k)
        text += (k > 0 ? QStringLiteral("\t") : QString()) + tableNumber(row(0, k));
    QApplication::clipboard()->setText(text);
}

void HeatmapView::copyMatrix()
{
    FigureRequest request = figure();
    request.subject = m_plot->map().head();
    QApplication::clipboard()->setText(QString::fromUtf8(figureNumbers(request, '\t')));
}

void HeatmapView::copyPicture() const
{
    QApplication::clipboard()->setImage(figureImage(figure(), {}));
}

} // namespace headlight

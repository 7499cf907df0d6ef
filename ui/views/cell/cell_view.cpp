#include "ui/views/cell/cell_view.h"

#include "core/trace/trace.h"
#include "ui/picture/head_name.h"
#include "ui/picture/newest_row.h"
#include "ui/picture/next_token.h"
#include "ui/picture/token_details.h"
#include "ui/picture/token_text.h"
#include "ui/picture/waiting_words.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/cell/cell_canvas.h"
#include "ui/widgets/column_reading.h"
#include "ui/widgets/command_action.h"
#include "ui/widgets/elided_label.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {

namespace {

QToolButton* headerButton(const QString& text, const QString& name, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    return button;
}

/// Index of the largest number in the row or column; 0 if it is empty.
int placeOfLargest(const Matrix& line)
{
    Index row = 0, column = 0;
    if (line.size() > 0)
        line.maxCoeff(&row, &column);
    return static_cast<int>(std::max(row, column));
}

} // namespace

CellView::CellView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_headline(new ElidedLabel)
    , m_canvas(new CellCanvas)
    , m_columns(new ColumnReading(this))
    , m_play(headerButton(QString(), tr("Play the stages"), QString()))
    , m_copy(headerButton(tr("Copy"), tr("Copy all numbers"),
                          tr("Copy every number of this cell as a table (Ctrl+C)")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 3, 6, 3);
    head->setSpacing(2);
    m_headline->setAccessibleName(tr("Cell"));
    QFont bold = m_headline->font();
    bold.setBold(true);
    m_headline->setFont(bold);
    head->addWidget(m_headline, 1);
    head->addWidget(m_play);
    head->addWidget(m_copy);
    column->addLayout(head);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);

    connect(m_columns, &ColumnReading::ready, this, &CellView::showCell);
    connect(m_play, &QToolButton::clicked, m_canvas,
            [this] { m_canvas->isPlaying() ? m_canvas->stopPlaying() : m_canvas->play(); });
    connect(m_copy, &QToolButton::clicked, this, &CellView::copy);
    connect(m_canvas, &CellCanvas::copyRequested, this, &CellView::copy);
    connect(m_canvas, &CellCanvas::playingChanged, this, &CellView::showPlayState);
    connect(m_canvas, &CellCanvas::stageChosen, this, [this](CellStage stage) {
        for (const CellPicture::Block& block : m_canvas->picture().blocks())
            if (block.words.stage == stage && m_map.has(block.words.map))
                focus().setMap(block.words.map);
    });
    connect(m_canvas, &CellCanvas::keyChosen, this, [this](qint64 key) {
        focus().setPin({m_shown.query, static_cast<int>(key)});
    });
    QAction* const play = makeCommandAction(CommandId::kPlayStages, this);
    play->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(play);
    connect(play, &QAction::triggered, m_play, &QToolButton::click);
    showPlayState();
}

QString CellView::headline() const
{
    return m_headline->text();
}

void CellView::showPlayState()
{
    const bool playing = m_canvas->isPlaying();
    m_play->setText(playing ? tr("Show all") : tr("Play"));
    m_play->setToolTip(playing ? tr("Show all stages at once (P)") : tr("Play the stages one by one (P)"));
}

Cell CellView::chosenCell(const AttentionMap& map, bool& completed) const
{
    Cell cell = focus().cell();
    const auto exists = [](std::optional<int> at, Index count) { return at && *at >= 0 && *at < count; };
    const bool query = exists(cell.query, map.queries());
    const bool key = exists(cell.key, map.keys());
    completed = query != key;
    if (!completed || !map.has(MapKind::kWeights))
        return query && key ? cell : Cell{};
    if (query)
        cell.key = placeOfLargest(map.block(MapKind::kWeights, *cell.query, 0, 1, map.keys()));
    else if (!m_columns->canRead(map, MapKind::kWeights))
        return {};
    else
        cell.query = placeOfLargest(map.block(MapKind::kWeights, 0, *cell.key, map.queries(), 1));
    return cell;
}

void CellView::refresh(ViewChanges changes)
{
    constexpr ViewChanges kNumbers = ViewChange::kTrace | ViewChange::kHead | ViewChange::kModel
        | ViewChange::kHover | ViewChange::kPin | ViewChange::kMapOptions;
    if (changes & kNumbers)
        showCell();
    m_canvas->setMap(focus().map());
}

void CellView::showCell()
{
    const Trace trace = workspace().shownTrace();
    m_map = trace.isNull() ? AttentionMap() : trace.attention(focus().head());
    bool completed = false;
    const Cell cell = m_map.isNull() ? Cell{} : chosenCell(m_map, completed);
    m_shown = cell;
    std::optional<CellAccount> account;
    if (cell.query && cell.key)
        account = cellAccount(trace, focus().head(), *cell.query, *cell.key);
    m_play->setEnabled(account.has_value());
    m_copy->setEnabled(account.has_value());
    if (!account) {
        m_headline->setText({});
        m_canvas->setMessage(reasonForNothing(trace, m_map, cell));
        return;
    }
    const bool newest = newestRow(workspace(), focus().head()) == cell.query;
    const QString headline = headlineFor(m_map, cell, completed);
    m_headline->setText(newest ? tr("▸ just computed · %1").arg(headline) : headline);
    std::vector<StageWords> stages = stagesOf(*account, trace.info().edits);
    m_canvas->setCell(*std::move(account), m_map, std::move(stages));
}

QString CellView::headlineFor(const AttentionMap& map, const Cell& cell, bool completed) const
{
    QString query = placedToken(map.queryTokens(), *cell.query);
    const std::optional<TokenLabel> written = writtenToken(workspace());
    const TokenLabel* const next = nextToken(map, *cell.query, written);
    if (next != nullptr && focus().mapOptions().nextTokens)
        query = tr("%1, next %2").arg(query, quotedToken(*next));
    const QString pair = tr("%1 → %2").arg(query, placedToken(map.keyTokens(), *cell.key));
    const QString head = headName(focus().head());
    if (!completed)
        return tr("%1 · %2").arg(pair, head);
    return focus().cell().query ? tr("%1, the largest weight of the row · %2").arg(pair, head)
                                : tr("%1, the largest weight of the column · %2").arg(pair, head);
}

QString CellView::reasonForNothing(const Trace& trace, const AttentionMap& map, const Cell& cell) const
{
    if (trace.isNull())
        return waitingWords(workspace(),
                            tr("Type a sentence to see how its attention weights are computed."));
    if (map.isNull())
        return missingWords(workspace(), focus().head());
    if (cell.query && cell.key)
        return tr("This key did not exist yet when the row of %1 was computed.")
            .arg(placedToken(map.queryTokens(), *cell.query));
    if (m_columns->isPreparing() && !focus().cell().query && focus().cell().key)
        return columnWaitingWords();
    return tr("Point at a cell of the heatmap to see how its number is computed: query · key, scale, mask, "
              "softmax, weight × value. Click a cell to pin it.");
}

void CellView::copy() const
{
    if (!m_canvas->picture().isEmpty())
        QGuiApplication::clipboard()->setText(cellTable(m_canvas->picture().account(), m_map));
}

} // namespace headlight

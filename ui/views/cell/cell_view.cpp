#include "ui/views/cell/cell_view.h"

#include "ui/background/latest_task.h"
#include "ui/background/once_after.h"
#include "ui/state/workspace.h"
#include "ui/views/cell/cell_canvas.h"
#include "ui/widgets/column_reading.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"
#include "ui/words/next_token.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"
#include "ui/words/waiting_words.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QToolTip>

#include <memory>
#include <stop_token>
#include <utility>

namespace headlight {

namespace {

constexpr Index kKeysAtOnce = 4096; ///< of a row that is gone through while the window waits
constexpr int kSoon = 150; ///< milliseconds; a cell that comes within them takes the place of the one before

} // namespace

CellView::CellView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_headline(new ElidedLabel)
    , m_canvas(new CellCanvas)
    , m_columns(new ColumnReading(this))
    , m_checked(makeFlatButton(QStringLiteral("✓"), {}, tr("Recomputed")))
    , m_play(makeFlatButton({}, {}, tr("Play the stages")))
    , m_copy(makeFlatButton(tr("Copy"), tr("Copy every number of this cell as a table (Ctrl+C)"),
                            tr("Copy all numbers")))
    , m_task(new LatestTask(this))
{
    auto* column = makeColumn(this, {}, 0);
    auto* head = makeRow(nullptr, {10, 3, 6, 3}, 2);
    m_headline->setAccessibleName(tr("Cell"));
    m_headline->setFont(boldFont(m_headline->font()));
    head->addWidget(m_headline, 1);
    head->addWidget(m_checked);
    head->addWidget(m_play);
    head->addWidget(m_copy);
    column->addLayout(head);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);

    connect(m_columns, &ColumnReading::ready, this, &CellView::showCell);
    connect(m_checked, &QToolButton::clicked, this, [this] {
        QToolTip::showText(m_checked->mapToGlobal(m_checked->rect().bottomLeft()), m_checked->toolTip(),
                           this);
    });
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
    onceAfter(m_late, kSoon, this, [this] { showNothing(tr("Computing this cell…")); });
    addAction(play);
    connect(play, &QAction::triggered, m_play, &QToolButton::click);
    showPlayState();
}

QString CellView::audit() const
{
    return m_checked->isHidden() ? QString() : m_checked->toolTip();
}

void CellView::showPlayState()
{
    const bool playing = m_canvas->isPlaying();
    m_play->setText(playing ? tr("Show all") : tr("Play"));
    m_play->setToolTip(playing ? tr("Show all stages at once (P)") : tr("Play the stages one by one (P)"));
}

void CellView::refresh(ViewChanges changes)
{
    constexpr ViewChanges kNumbers = ViewChange::kTrace | ViewChange::kHead | ViewChange::kModel
        | ViewChange::kHover | ViewChange::kPin | ViewChange::kMapOptions;
    if (changes & kNumbers)
        showCell();
    m_canvas->setMap(focus().map());
}

void CellView::letGo()
{
    m_task->cancel();
    m_columns->forget();
    m_map = {};
}

void CellView::showCell()
{
    const Trace trace = workspace().shownTrace();
    const AttentionMap map = trace.isNull() ? AttentionMap() : trace.attention(focus().head());
    const Cell cell = completed(map, focus().cell());
    m_task->cancel();
    if (!map.isNull() && cell.query && cell.key)
        return readAccount(trace, cell);
    if (cell.key)
        m_columns->canRead(map, MapKind::kWeights); // prepares it
    m_map = map;
    m_shown = cell;
    showNothing(reasonForNothing(trace, map, cell));
}

void CellView::readAccount(const Trace& trace, const Cell& cell)
{
    const HeadRef head = focus().head();
    const AttentionMap map = trace.attention(head);
    const auto read = [trace, head, cell] { return cellAccount(trace, head, *cell.query, *cell.key); };
    if (map.keys() <= kKeysAtOnce)
        return takeAccount(read(), trace, map, cell);
    if (!m_late.isActive())
        m_late.start();
    m_task->start([=, this](const std::stop_token&, const LatestTask::Deliver& deliver) {
        auto account = std::make_shared<std::optional<CellAccount>>(read());
        deliver([=, this] { takeAccount(std::move(*account), trace, map, cell); });
    });
}

void CellView::showNothing(const QString& why)
{
    m_late.stop();
    m_play->setEnabled(false);
    m_copy->setEnabled(false);
    m_checked->hide();
    m_headline->setText({});
    m_canvas->setMessage(why);
}

void CellView::takeAccount(std::optional<CellAccount> account, const Trace& trace, const AttentionMap& map,
                           const Cell& cell)
{
    m_late.stop();
    m_map = map;
    m_shown = cell;
    if (!account)
        return showNothing(reasonForNothing(trace, map, cell));
    m_play->setEnabled(true);
    m_copy->setEnabled(true);
    const bool newest = newestRow(workspace(), focus().head()) == cell.query;
    const QString headline = headlineFor(map, cell);
    m_headline->setText(newest ? tr("▸ just computed · %1").arg(headline) : headline);
    const QString whyMasked
        = account->allowed.value_or(true) ? QString() : maskReason(map, *cell.query, *cell.key, trace.info());
    std::vector<StageWords> stages = stagesOf(*account, trace.info().edits, whyMasked);
    const QString audit = auditOf(stages);
    m_checked->setToolTip(audit);
    m_checked->setAccessibleDescription(audit);
    m_checked->setVisible(!audit.isEmpty());
    m_canvas->setCell(*std::move(account), map, std::move(stages));
}

QString CellView::headlineFor(const AttentionMap& map, const Cell& cell) const
{
    QString query = placedToken(map.queryTokens(), *cell.query);
    const std::optional<TokenLabel> written = writtenToken(workspace());
    const TokenLabel* const next = nextToken(map, *cell.query, written);
    if (next != nullptr && focus().mapOptions().nextTokens)
        query = tr("%1, next %2").arg(query, quotedToken(*next));
    const QString pair = tr("%1 → %2").arg(query, placedToken(map.keyTokens(), *cell.key));
    const QString head = headName(focus().head());
    const Cell given = focus().cell();
    if (given == cell)
        return tr("%1 · %2").arg(pair, head);
    return given.query == cell.query ? tr("%1, the largest weight of the row · %2").arg(pair, head)
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

#include "ui/views/block/block_view.h"

#include "core/trace/trace.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/block/block_stage_panel.h"
#include "ui/widgets/copy_menu.h"
#include "ui/words/head_name.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_details.h"
#include "ui/words/waiting_words.h"

#include <QScrollArea>

#include <algorithm>

namespace headlight {

BlockView::BlockView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
{
    auto* const column = pages().addColumn();
    column->addWidget(makeStatement(tr("Token and layer")));
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setAccessibleName(tr("The token’s way through the layer"));
    auto* const content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    m_stages = makeColumn(content, {8, 6, 8, 6}, 10);
    m_stages->addStretch(1);
    m_scroll->setWidget(content);
    column->addWidget(m_scroll, 1);
    setFocusProxy(m_scroll);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*content);
    copies->addTable(tr("Copy the numbers as a table"),
                     [this] { return m_account ? blockTable(*m_account) : QString(); });
}

QString BlockView::whyNothing() const
{
    const Trace& trace = workspace().shownTrace();
    if (trace.isNull())
        return waitingWords(workspace(), tr("Type a sentence to follow a token through a layer."));
    const HeadRef& head = focus().head();
    const StackShape* const shape = trace.info().stack(head.stack);
    if (shape == nullptr || head.layer >= shape->layers || trace.tokens(head.stack).empty())
        return tr("Nothing is recorded of %1.").arg(layerName(head.stack, head.layer));
    if (trace.residual(head.stack, head.layer).rows() == 0)
        return workspace().isRunning() || workspace().model() != nullptr
            ? notRecordedWords(workspace(), tr("Running the model once more to record the layer…"))
            : tr("The trace does not include the residual stream. Open the model to see a token’s way "
                 "through a layer.");
    return {};
}

/// The row of the current cell; the last token if there is none.
int BlockView::wantedPosition() const
{
    const Trace trace = workspace().shownTrace();
    const auto count = static_cast<int>(trace.tokens(focus().head().stack).size());
    const std::optional<int> row = completed(trace.attention(focus().head()), focus().cell()).query;
    return std::clamp(row.value_or(count - 1), 0, std::max(0, count - 1));
}

void BlockView::refresh(ViewChanges changes)
{
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel | ViewChange::kHead | ViewChange::kPin
                              | ViewChange::kHover))
        return;
    const QString reason = whyNothing();
    if (!reason.isEmpty()) {
        task().cancel();
        m_account.reset();
        m_leaf.reset();
        pages().showReason(reason);
        return;
    }
    const LayerRef layer = focus().head().layerRef();
    const int position = wantedPosition();
    const std::shared_ptr<const void> leaf = workspace().shownTrace().leaf();
    const bool same = leaf == m_leaf.lock() && m_model.lock() == workspace().model()
        && layer.stack == m_layer.stack && layer.layer == m_layer.layer && position == m_position;
    if (same)
        return;
    m_leaf = leaf;
    m_model = workspace().model();
    m_layer = layer;
    m_position = position;
    compute();
}

void BlockView::compute()
{
    task().start(
        [this, trace = workspace().shownTrace(), model = workspace().model(), layer = m_layer,
         position = m_position](const std::stop_token& /*stop*/, const LatestTask::Deliver& deliver) {
            deliver([this, account = blockAccount(trace, model.get(), layer.stack, layer.layer, position)] {
                showAccount(account);
            });
        });
}

void BlockView::showAccount(const std::optional<BlockAccount>& account)
{
    m_account = account;
    if (!m_account)
        return pages().showReason(tr("Nothing is recorded of this token."));
    const Trace& trace = workspace().shownTrace();
    const bool edited = !trace.isNull() && !trace.info().edits.empty();
    for (std::size_t i = 0; i < m_account->stages.size(); ++i)
        panel(i)->showStage(m_account->stages[i], wordsOf(*m_account, m_account->stages[i], edited));
    for (std::size_t i = m_account->stages.size(); i < m_panels.size(); ++i)
        m_panels[i]->hide();
    setStatement(tr("%1 through %2")
                     .arg(placedToken(trace.tokens(m_account->stack), m_account->position),
                          layerName(m_account->stack, m_account->layer)));
    pages().setCurrentIndex(1);
}

BlockStagePanel* BlockView::panel(std::size_t index)
{
    while (index >= m_panels.size()) {
        const std::size_t own = m_panels.size();
        auto* const made = new BlockStagePanel;
        m_panels.push_back(made);
        m_stages->insertWidget(static_cast<int>(own), made);
        connect(made, &BlockStagePanel::pointedAt, this,
                [this](qint64 length, std::optional<qint64> dimension) {
                    for (BlockStagePanel* const each : m_panels)
                        each->mark(length, dimension);
                });
        connect(made, &BlockStagePanel::headClicked, this, [this, own](int head) {
            if (m_account && own < m_account->stages.size() && m_account->stages[own].attention)
                focus().setHead(
                    {m_account->stack, m_account->layer, *m_account->stages[own].attention, head});
        });
    }
    return m_panels[index];
}

} // namespace headlight

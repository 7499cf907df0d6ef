#include "ui/views/beams/beams_view.h"

#include "ui/picture/token_flow.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/beams/beam_canvas.h"
#include "ui/views/beams/beam_layout.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeWidget>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kTreeAndTablesInEms = 110; ///< width from which tree and tables are side by side
constexpr int kDecodedCandidates = 3; ///< per step of a decoding without beam search
constexpr int kTreeLines = 8, kDecodedLines = 4; ///< least height of the tree, in lines of text
constexpr int kLines = 24, kWithoutTables = 14; ///< height of a new dock, likewise

QTreeWidget* makeTable(const QStringList& titles)
{
    auto* table = new QTreeWidget;
    table->setColumnCount(static_cast<int>(titles.size()));
    table->setHeaderLabels(titles);
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setFrameShape(QFrame::NoFrame);
    // It takes what room there is: a dock that scrolled, too, would be a scroll bar around a scroll bar.
    table->setMinimumHeight(4 * table->fontMetrics().height());
    table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    table->header()->setStretchLastSection(true);
    return table;
}

void setNumber(QTreeWidgetItem* item, int column, const QString& text)
{
    item->setText(column, text);
    item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace

BeamsView::BeamsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_pages(new ReasonPages)
    , m_canvas(new BeamCanvas)
{
    auto* layout = makeColumn(this);
    layout->addWidget(m_pages);
    layout->setSizeConstraint(QLayout::SetNoConstraint);

    auto* page = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::TopToBottom, page);
    m_columns->setContentsMargins(8, 4, 8, 6);
    m_columns->addWidget(buildTree(), 3);
    m_tables = buildTables();
    m_columns->addWidget(m_tables, 2);
    m_pages->addWidget(page);
    setFocusProxy(m_canvas);
    connect(m_canvas, &BeamCanvas::chosen, this, &BeamsView::choose);
    connect(m_canvas, &BeamCanvas::revealed, this, [this](const QRect& rect) {
        m_scroll->ensureVisible(rect.center().x(), rect.center().y(), rect.width(), rect.height());
    });
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas, tr("Copy the tree as an image"));
    copies->addTable(tr("Copy the step as a table"), [this] { return tableOf(*m_step->model()); });
    copies->addTable(tr("Copy the hypotheses as a table"), [this] { return tableOf(*m_results->model()); });
}

QWidget* BeamsView::buildTree()
{
    auto* box = new QWidget;
    auto* layout = makeColumn(box);
    m_why = makeWrappedLabel();
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_why->setAccessibleName(tr("Why this hypothesis was chosen"));
    m_search = new QPushButton(tr("Run &beam search"));
    m_search->setObjectName(QStringLiteral("searchBeams"));
    m_search->setToolTip(tr("Decode this sentence with beam search. You can undo this."));
    connect(m_search, &QPushButton::clicked, this, &BeamsView::searchBeams);
    m_top = new QBoxLayout(QBoxLayout::TopToBottom);
    m_top->addWidget(m_why, 1);
    m_top->addWidget(m_search, 0, Qt::AlignLeft);
    layout->addLayout(m_top);
    m_pruned = new QCheckBox(tr("Show &pruned continuations"));
    m_pruned->setChecked(true);
    m_pruned->setToolTip(
        tr("Show, in grey, continuations that were considered but are not among the beams."));
    layout->addWidget(m_pruned);
    connect(m_pruned, &QCheckBox::toggled, m_canvas, &BeamCanvas::setPrunedShown);
    m_scroll = makeScrolling(m_canvas);
    m_canvas->setToolTip({});
    m_scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    layout->addWidget(m_scroll, 1);
    return box;
}

QWidget* BeamsView::buildTables()
{
    auto* box = new QWidget;
    auto* layout = makeColumn(box, {}, 3);
    m_stepTitle = makePlainLabel();
    layout->addWidget(m_stepTitle);
    m_step = makeTable({tr("Rank"), tr("Token"), tr("Log p"), tr("Sum"), tr("Score"), tr("State")});
    m_step->setObjectName(QStringLiteral("beamStep"));
    m_step->setAccessibleName(tr("Continuations at this step"));
    layout->addWidget(m_step, 3);
    auto* label = new QLabel(tr("Hypotheses, best first"));
    layout->addWidget(label);
    m_results = makeTable({tr("Score"), tr("Sum"), tr("Length"), tr("Text")});
    m_results->setObjectName(QStringLiteral("hypotheses"));
    m_results->setAccessibleName(tr("Hypotheses, best first"));
    label->setBuddy(m_results);
    layout->addWidget(m_results, 2);
    const auto follow = [this](const QTreeWidgetItem* item) {
        if (!m_syncing && item != nullptr)
            choose(item->data(0, Qt::UserRole).toInt());
    };
    connect(m_step, &QTreeWidget::currentItemChanged, this, follow);
    connect(m_results, &QTreeWidget::currentItemChanged, this, follow);
    connect(m_results, &QTreeWidget::itemClicked, this, follow);
    return box;
}

void BeamsView::searchBeams()
{
    Document next = workspace().document();
    next.decoding.strategy = Strategy::kBeam;
    workspace().apply(next, tr("Beam search"));
}

void BeamsView::choose(int node)
{
    if (m_tree != nullptr)
        workspace().setBeamNode(node);
    else
        workspace().setStep(node < 0 ? -1 : m_decoded->nodes[static_cast<std::size_t>(node)].step);
}

void BeamsView::refresh(ViewChanges changes)
{
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kDocument | ViewChange::kModel
                              | ViewChange::kColours))
        return;
    const std::shared_ptr<const Snapshot> snapshot = workspace().snapshot();
    const bool other = snapshot->beams != m_tree;
    m_tree = snapshot->beams != nullptr && !snapshot->beams->nodes.empty() ? snapshot->beams : nullptr;
    const bool searched = m_tree != nullptr;
    m_pruned->setVisible(searched);
    m_tables->setVisible(searched);
    m_scroll->setMinimumHeight((searched ? kTreeLines : kDecodedLines) * fontMetrics().height());
    if (!searched)
        return showDecoded();
    m_search->hide();
    showPage(1);
    m_canvas->setTree(m_tree);
    m_canvas->setCurrent(workspace().beamNode());
    m_why->setText(explain());
    if (other)
        fillResults();
    fillStep();
}

void BeamsView::showPage(int page)
{
    m_pages->setCurrentIndex(page);
    // In a dock that scrolls, the reason would stand in the middle of the room that a tree needs, out of
    // sight.
    const auto policy = page == 1 ? QSizePolicy::Preferred : QSizePolicy::Ignored;
    m_pages->widget(1)->setSizePolicy(policy, policy);
}

void BeamsView::showDecoded()
{
    const std::shared_ptr<const Snapshot> run = workspace().shownRun();
    const bool decodes = !run->trace.isNull() && run->trace.info().decoder.has_value();
    const bool searching = workspace().document().decoding.strategy == Strategy::kBeam;
    m_why->setText(searching ? tr("Running beam search…")
                             : tr("Decoded without beam search: each step chose one token. Beam search "
                                  "follows several candidates at once, and shows which continuation wins "
                                  "and why."));
    m_search->setVisible(!searching && workspace().model() != nullptr);
    if (m_decodedRun.lock() != run) {
        m_decodedRun = run;
        m_decoded = decodedTree(run->steps, kDecodedCandidates);
    }
    m_pages->setReason(!decodes ? tr("This model does not generate text, so there is no beam search to show.")
                           : searching ? tr("Running beam search…")
                                       : tr("Nothing has been decoded yet."));
    showPage(m_decoded != nullptr ? 1 : 0);
    m_canvas->setTree(m_decoded, false);
    int current = -1;
    if (m_decoded != nullptr && workspace().step() >= 0)
        for (const int node : m_decoded->path(m_decoded->results.front()))
            if (m_decoded->nodes[static_cast<std::size_t>(node)].step == workspace().step())
                current = node;
    m_canvas->setCurrent(current);
}

QString BeamsView::textOf(int node) const
{
    std::vector<TokenId> ids;
    QString plain;
    for (const int one : m_tree->path(node)) {
        const BeamNode& step = m_tree->nodes[static_cast<std::size_t>(one)];
        ids.push_back(step.token);
        plain
            += (plain.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(step.label.text);
    }
    const auto& vocabulary = workspace().snapshot()->vocabulary;
    return vocabulary ? QString::fromStdString(vocabulary->decode(ids, true)) : plain;
}

void BeamsView::fillResults()
{
    m_syncing = true;
    m_results->clear();
    for (const int node : m_tree->results) {
        const BeamNode& last = m_tree->nodes[static_cast<std::size_t>(node)];
        auto* item = new QTreeWidgetItem(m_results);
        item->setData(0, Qt::UserRole, node);
        setNumber(item, 0, numberText(last.score));
        setNumber(item, 1, numberText(last.sum));
        setNumber(item, 2, QString::number(last.step + 1));
        item->setText(3, textOf(node));
        item->setToolTip(3, plainTip(item->text(3)));
    }
    for (int column = 0; column < 3; ++column)
        m_results->setColumnWidth(column, 9 * fontMetrics().averageCharWidth());
    m_results->setCurrentItem(nullptr);
    m_syncing = false;
}

void BeamsView::fillStep()
{
    const int node = workspace().beamNode();
    const int last
        = m_tree->results.empty() ? 0 : m_tree->nodes[static_cast<std::size_t>(m_tree->results.front())].step;
    const int step = node >= 0 ? m_tree->nodes[static_cast<std::size_t>(node)].step : last;
    m_stepTitle->setText(tr("Step %1: continuations considered").arg(step + 1));
    m_syncing = true;
    m_step->clear();
    for (std::size_t i = 0; i < m_tree->nodes.size(); ++i) {
        const BeamNode& one = m_tree->nodes[i];
        if (one.step != step)
            continue;
        auto* item = new QTreeWidgetItem(m_step);
        item->setData(0, Qt::UserRole, static_cast<int>(i));
        const QString rank = QString::number(one.rank + 1);
        setNumber(item, 0, m_tree->groups > 1 ? tr("%1 of group %2").arg(rank).arg(one.group + 1) : rank);
        item->setText(1, chipText(one.label, true).text);
        setNumber(item, 2, numberText(static_cast<double>(one.logProbability)));
        setNumber(item, 3, numberText(one.sum));
        setNumber(item, 4, numberText(one.score));
        item->setText(5, stateInWords(one.state));
        item->setToolTip(1, plainTip(m_canvas->describe(static_cast<int>(i))));
        if (one.state == BeamState::kPruned)
            for (int column = 0; column < m_step->columnCount(); ++column)
                item->setForeground(column, palette().placeholderText());
        if (static_cast<int>(i) == node)
            m_step->setCurrentItem(item);
    }
    const int em = fontMetrics().averageCharWidth();
    m_step->setColumnWidth(0, (m_tree->groups > 1 ? 14 : 7) * em);
    m_step->setColumnWidth(1, 18 * em);
    for (int column = 2; column < 5; ++column)
        m_step->setColumnWidth(column, 9 * em);
    m_syncing = false;
}

QString BeamsView::explain() const
{
    if (m_tree->results.empty())
        return tr("No hypothesis was finished.");
    const auto nodeOf = [this](int result) -> const BeamNode& {
        return m_tree->nodes[static_cast<std::size_t>(m_tree->results[static_cast<std::size_t>(result)])];
    };
    const BeamNode& best = nodeOf(0);
    const QString length = QString::number(best.step + 1);
    const QString penalty = withoutZeros(QString::number(m_tree->lengthPenalty, 'f', 3));
    QString text
        = tr("“%1” was chosen: its score %2 = %3 ÷ %4 is the best of %Ln hypothesis(es).", "",
             static_cast<int>(m_tree->results.size()))
              .arg(isolated(textOf(m_tree->results.front())), numberText(best.score), numberText(best.sum))
              .arg(m_tree->lengthPenalty == 1 ? length : length + QLatin1Char('^') + penalty);
    if (m_tree->results.size() > 1)
        text += QLatin1Char(' ') + tr("The next best has %1.").arg(numberText(nodeOf(1).score));
    // Did the length penalty decide it?
    const auto largest = std::ranges::max_element(m_tree->results, [this](int a, int b) {
        return m_tree->nodes[static_cast<std::size_t>(a)].sum
            < m_tree->nodes[static_cast<std::size_t>(b)].sum;
    });
    if (*largest != m_tree->results.front())
        text += QLatin1Char(' ')
            + tr("Without the length penalty “%1” would have won, with the sum %2.")
                  .arg(isolated(textOf(*largest)),
                       numberText(m_tree->nodes[static_cast<std::size_t>(*largest)].sum));
    switch (m_tree->end) {
    case BeamEnd::kRule:
        return text + QLatin1Char(' ') + tr("The search ended by its stopping rule.");
    case BeamEnd::kLength:
        return text + QLatin1Char(' ') + tr("The search ended at the maximum length.");
    case BeamEnd::kNothingLeft:
        break;
    }
    return text + QLatin1Char(' ') + tr("The search ended because no beams were left open.");
}

void BeamsView::arrange()
{
    const bool wide = width() >= kTreeAndTablesInEms * fontMetrics().averageCharWidth();
    for (QBoxLayout* const each : {m_columns, m_top})
        each->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

QSize BeamsView::sizeHint() const
{
    return {100 * fontMetrics().averageCharWidth(),
            (m_tree != nullptr ? kLines : kWithoutTables) * fontMetrics().height()};
}

} // namespace headlight

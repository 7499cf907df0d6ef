#include "ui/views/why/cell_comparison.h"

#include "core/analysis/experiment_words.h"
#include "ui/state/experiment_board.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <variant>

namespace headlight {

namespace {

constexpr Index kMostCells = Index{1} << 18; ///< nobody tells more points apart
constexpr int kEstimated = 3, kLost = 4; ///< places in kCellNumbers

/// A number of each token, as the command line reads them.
template <typename Number>
QString listOf(const std::vector<TokenLabel>& tokens, Number TokenLabel::*number)
{
    QStringList all;
    for (const TokenLabel& token : tokens)
        if (!token.padding)
            all << QString::number(token.*number);
    return all.join(QLatin1Char(','));
}

} // namespace

CellComparison::CellComparison(Workspace& workspace, Focus& focus, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_heads(new QComboBox)
    , m_across(new QComboBox)
    , m_up(new QComboBox)
    , m_run(new QPushButton(tr("Mask each cell")))
    , m_plot(new ResultPlot(tr("Cells of attention maps")))
    , m_words(makePlainLabel())
{
    auto* const column = makeColumn(this);
    column->addWidget(makeControls());
    column->addWidget(m_plot, 1);
    m_words->setWordWrap(true);
    column->addWidget(m_words);
    setFocusProxy(m_plot);
    connect(m_plot, &ResultPlot::hovered, this,
            [this](std::optional<int> point) { emit hinted(point ? words(*point) : QString()); });
    connect(m_plot, &ResultPlot::activated, this, [this](int point) {
        const auto at = static_cast<std::size_t>(m_plot->plot().points[static_cast<std::size_t>(point)].of);
        const WeighedCell& cell = m_cells[at].cell;
        emit cellChosen(cell.head, {static_cast<int>(cell.query), static_cast<int>(cell.key)});
    });
    connect(&workspace.passes(), &PassBoard::changed, this, [this](PassKind kind) {
        if (kind == PassKind::kWeighedCells && isVisible())
            show();
    });
}

QWidget* CellComparison::makeControls()
{
    auto* const layout = new WrapLayout(4, new QWidget);
    m_heads->setAccessibleName(tr("Heads whose cells are shown"));
    m_heads->addItems({tr("all heads"), tr("this head")});
    layout->addTogether({new QLabel(tr("Cells of")), m_heads});
    m_across->setAccessibleName(tr("Number across"));
    m_up->setAccessibleName(tr("Number upwards"));
    for (QComboBox* const axis : {m_across, m_up})
        for (const CellNumber& number : kCellNumbers)
            axis->addItem(cellNumberName(number));
    m_up->setCurrentIndex(kEstimated);
    layout->addTogether({new QLabel(tr("across")), m_across});
    layout->addTogether({new QLabel(tr("up")), m_up});
    layout->addWidget(m_run);
    layout->addStretch();
    connect(m_heads, &QComboBox::activated, this, &CellComparison::show);
    for (const QComboBox* const axis : {m_across, m_up})
        connect(axis, &QComboBox::activated, this, &CellComparison::draw);
    connect(m_run, &QPushButton::clicked, this, &CellComparison::run);
    return layout->parentWidget();
}

const CellNumber& CellComparison::shown(const QComboBox& axis) const
{
    return kCellNumbers.at(static_cast<std::size_t>(std::max(0, axis.currentIndex())));
}

void CellComparison::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    show();
}

void CellComparison::setRow(std::optional<Index> row)
{
    m_row = row;
    if (isVisible())
        show();
}

QString CellComparison::text() const
{
    return m_words->text();
}

PassOrder CellComparison::order(bool check) const
{
    PassOrder order;
    order.row = m_row.value_or(0);
    order.tokens = m_focus.asked();
    order.logProbability = order.tokens.minus.isEmpty();
    if (m_heads->currentIndex() == 1)
        order.head = m_focus.head();
    order.check = check;
    return order;
}

Index CellComparison::cellsIn(const Trace& trace) const
{
    Index cells = 0;
    const auto head = order(false).head;
    for (const HeadRef& each : trace.isNull() ? std::vector<HeadRef>()
                                              : trace.info().headsOf(head ? patternOf(*head) : kEveryHead)) {
        const AttentionMap map = trace.attention(each);
        cells += map.isNull() ? 0 : map.queries() * map.keys();
    }
    return cells;
}

void CellComparison::run()
{
    PassBoard& board = m_workspace.passes();
    const PassBoard::Entry& entry = board.entry(PassKind::kWeighedCells);
    if (entry.running && entry.order.check)
        board.drop(PassKind::kWeighedCells);
    else if (m_row && !m_workspace.snapshot()->trace.isNull())
        board.order(PassKind::kWeighedCells, order(true), m_workspace.snapshot()->trace);
}

void CellComparison::show()
{
    PassBoard& board = m_workspace.passes();
    const Trace trace = m_workspace.snapshot()->trace;
    const auto known = [&](bool check) {
        return m_row ? board.find(PassKind::kWeighedCells, order(check), trace) : nullptr;
    };
    const PassBoard::Entry* const measured = known(true);
    const PassBoard::Entry* const estimated = known(false);
    const bool masking = measured != nullptr && measured->running;
    m_run->setText(masking ? tr("Stop") : tr("Mask each cell"));
    m_run->setToolTip(masking ? tr("Stop the runs")
                              : tr("Run the line once for each cell, with the cell masked, and show what the "
                                   "token really loses"));
    const Index cells = cellsIn(trace);
    m_run->setEnabled(m_row && cells <= kMostCells);
    if (cells > kMostCells) {
        m_plot->setPlot({});
        return m_words->setText(tr("%1 cells are too many to plot. Choose “this head”, or a shorter text.")
                                    .arg(QLocale().toString(static_cast<qlonglong>(cells))));
    }
    if (m_row && measured == nullptr && estimated == nullptr && !trace.isNull())
        return board.order(PassKind::kWeighedCells, order(false), trace);
    const auto cellsOf = [](const PassBoard::Entry* entry) {
        return entry != nullptr ? std::get_if<PassBoard::Cells>(&entry->result) : nullptr;
    };
    const PassBoard::Cells* const lost = cellsOf(measured);
    const PassBoard::Cells* const found = lost != nullptr ? lost : cellsOf(estimated);
    m_cells.clear();
    if (found != nullptr) {
        const auto text = [&trace](StackKind stack, Index position) {
            const auto& tokens = trace.tokens(stack);
            return position < std::ssize(tokens) ? tokenText(tokens[static_cast<std::size_t>(position)])
                                                 : QString();
        };
        for (const WeighedCell& cell : **found)
            m_cells.push_back(
                {cell, text(cell.head.stack, cell.query),
                 text(cell.head.kind == AttentionKind::kCross ? StackKind::kEncoder : cell.head.stack,
                      cell.key)});
        if (lost != nullptr && m_up->currentIndex() == kEstimated && m_across->currentIndex() != kLost)
            m_up->setCurrentIndex(kLost); // what was asked for
    }
    draw();
    const PassBoard::Entry* const latest = measured != nullptr ? measured : estimated;
    if (latest != nullptr && (latest->running || !latest->failure.isEmpty()))
        m_words->setText(masking               ? tr("Masking each cell…")
                             : latest->running ? tr("Running…")
                                               : latest->failure);
}

void CellComparison::draw()
{
    const QString measured
        = order(false).logProbability ? QStringLiteral("logprob") : QStringLiteral("logit-difference");
    m_plot->setPlot(cellsPlot(m_cells, shown(*m_across), shown(*m_up), measured));
    const bool lacks = m_plot->plot().points.empty() && !m_cells.empty();
    m_words->setText(m_cells.empty() ? QString()
                         : lacks     ? tr("“Mask each cell” measures what is lost.")
                                     : m_plot->plot().title + QLatin1Char('.'));
}

QString CellComparison::words(int point) const
{
    const auto at = static_cast<std::size_t>(m_plot->plot().points[static_cast<std::size_t>(point)].of);
    QStringList numbers;
    for (const CellNumber& number : kCellNumbers)
        if (const double value = number.of(m_cells[at].cell); !std::isnan(value))
            numbers << QStringLiteral("%1 %2").arg(cellNumberName(number), withMinus(localNumber(value, 3)));
    return cellName(m_cells[at]) + QStringLiteral(": ") + numbers.join(QLatin1String(", "));
}

QStringList CellComparison::numbers() const
{
    const Trace trace = m_workspace.snapshot()->trace;
    QStringList words{QStringLiteral("headlight"), QStringLiteral("cells")};
    words += ExperimentBoard::of(m_workspace).modelWords();
    const auto& source = trace.tokens(trace.info().encoder ? StackKind::kEncoder : StackKind::kDecoder);
    words << QStringLiteral("--ids") << listOf(source, &TokenLabel::id);
    if (std::any_of(source.begin(), source.end(), [](const TokenLabel& token) { return token.segment != 0; }))
        words << QStringLiteral("--segment-ids") << listOf(source, &TokenLabel::segment);
    if (trace.info().encoder && trace.info().decoder)
        words << QStringLiteral("--target-ids") << listOf(trace.tokens(StackKind::kDecoder), &TokenLabel::id);
    const PassOrder asked = order(false);
    words << QStringLiteral("--of")
          << (asked.logProbability ? QStringLiteral("logprob") : QStringLiteral("logit-difference"))
          << QStringLiteral("--row") << QString::number(asked.row);
    if (!asked.tokens.token.isEmpty())
        words << QStringLiteral("--token") << asked.tokens.token;
    if (!asked.tokens.minus.isEmpty())
        words << QStringLiteral("--minus") << asked.tokens.minus;
    if (asked.head)
        words << QStringLiteral("--heads") << QString::fromStdString(toString(*asked.head));
    for (const std::string& word : argumentsOf(m_workspace.document().interventions))
        words << QString::fromStdString(word);
    if (m_up->currentIndex() == kLost || m_across->currentIndex() == kLost)
        words << QStringLiteral("--check");
    return words << QStringLiteral("--across") << QString::fromLatin1(shown(*m_across).name)
                 << QStringLiteral("--up") << QString::fromLatin1(shown(*m_up).name);
}

} // namespace headlight

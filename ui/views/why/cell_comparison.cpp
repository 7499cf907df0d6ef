#include "ui/views/why/cell_comparison.h"

#include "core/analysis/effect.h"
#include "ui/state/experiment_board.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/file_choice.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace headlight {

namespace {

constexpr int kLowestPlot = 150; ///< pixels: below that the view scrolls
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

/// A file of sentences, and how the model writes their output.
QStringList fileWords(const Workspace& workspace, const QString& file)
{
    const bool ids = workspace.model() != nullptr && readsIds(*workspace.model());
    QStringList words{ids ? QStringLiteral("--ids-file") : QStringLiteral("--text-file"), file};
    const DecodeOptions& output = workspace.document().decoding;
    if (output.maxNewTokens != DecodeOptions().maxNewTokens)
        words << QStringLiteral("--max-new-tokens") << QString::number(output.maxNewTokens);
    if (!output.targetLanguage.empty())
        words << QStringLiteral("--target-language") << QString::fromStdString(output.targetLanguage);
    return words;
}

} // namespace

QStringList lineWords(const Trace& trace)
{
    QStringList words;
    const auto& source = trace.tokens(trace.info().encoder ? StackKind::kEncoder : StackKind::kDecoder);
    words << QStringLiteral("--ids") << listOf(source, &TokenLabel::id);
    if (std::any_of(source.begin(), source.end(), [](const TokenLabel& token) { return token.segment != 0; }))
        words << QStringLiteral("--segment-ids") << listOf(source, &TokenLabel::segment);
    if (trace.info().encoder && trace.info().decoder)
        words << QStringLiteral("--target-ids") << listOf(trace.tokens(StackKind::kDecoder), &TokenLabel::id);
    return words;
}

CellComparison::CellComparison(Workspace& workspace, Focus& focus)
    : m_workspace(workspace)
    , m_focus(focus)
    , m_heads(makeChoice(tr("Heads whose cells are shown"),
                         {tr("all heads"), tr("this head"), tr("heads of this kind")}))
    , m_over(new FileChoice(tr("Inputs whose cells are shown"), {tr("the explained token")},
                            FileChoice::Takes::kSentences))
    , m_across(makeChoice(tr("Number across")))
    , m_up(makeChoice(tr("Number upwards")))
    , m_run(new QPushButton(tr("Mask each cell")))
    , m_plot(new ResultPlot(tr("Cells of attention maps")))
    , m_words(makeWrappedLabel())
{
    auto* const column = makeColumn(this);
    column->addWidget(makeControls());
    m_plot->setMinimumHeight(kLowestPlot);
    column->addWidget(m_plot, 1);
    column->addWidget(m_words);
    setFocusProxy(m_plot);
    connect(m_plot, &ResultPlot::hovered, this,
            [this](std::optional<int> point) { emit hinted(point ? words(*point) : QString()); });
    connect(m_plot, &ResultPlot::activated, this, [this](int point) {
        const auto at = static_cast<std::size_t>(m_plot->plot().points[static_cast<std::size_t>(point)].of);
        const WeighedCell& cell = m_drawn->cells[at].cell;
        const Cell place{static_cast<int>(cell.query), static_cast<int>(cell.key)};
        if (m_over->file().isEmpty())
            return emit cellChosen(cell.head, place);
        auto input = std::make_shared<ExperimentResult>();
        input->file = m_over->file();
        m_awaited = {at, m_workspace.snapshot()->request};
        ExperimentBoard::of(m_workspace).open(input, m_drawn->inputs[at]);
        goToAwaited();
    });
    connect(&workspace, &Workspace::snapshotChanged, this, &CellComparison::goToAwaited);
    connect(&workspace.passes(), &PassBoard::changed, this, [this](PassKind kind) {
        if (kind == PassKind::kWeighedCells && isVisible())
            show();
    });
}

// Its sentence is opened in the background.
void CellComparison::goToAwaited()
{
    const Snapshot& now = *m_workspace.snapshot();
    if (!m_awaited || now.trace.isNull() || !now.finished)
        return;
    const auto input = static_cast<std::size_t>(m_drawn->inputs[m_awaited->cell]);
    const std::vector<TokenLabel>& wanted = (*m_drawn->of)[input].source;
    const auto& tokens
        = now.trace.tokens(now.trace.info().encoder ? StackKind::kEncoder : StackKind::kDecoder);
    const bool there = tokens.size() >= wanted.size()
        && std::equal(wanted.begin(), wanted.end(), tokens.begin(),
                      [](const TokenLabel& a, const TokenLabel& b) { return a.id == b.id; });
    const WeighedCell cell = m_drawn->cells[m_awaited->cell].cell;
    if (there || now.request != m_awaited->request)
        m_awaited.reset();
    if (there)
        emit cellOpened(cell.head, {static_cast<int>(cell.query), static_cast<int>(cell.key)});
}

QWidget* CellComparison::makeControls()
{
    for (QComboBox* const axis : {m_across, m_up})
        for (const CellNumber& number : kCellNumbers)
            axis->addItem(cellNumberName(number));
    m_up->setCurrentIndex(kEstimated);
    connect(m_heads, &QComboBox::activated, this, &CellComparison::show);
    connect(m_over, &FileChoice::changed, this, &CellComparison::show);
    for (const QComboBox* const axis : {m_across, m_up})
        connect(axis, &QComboBox::activated, this, &CellComparison::draw);
    connect(m_run, &QPushButton::clicked, this, &CellComparison::run);
    return makeBar({{new QLabel(tr("Cells of")), m_heads},
                    {new QLabel(tr("over", "inputs")), m_over},
                    {new QLabel(tr("across")), m_across},
                    {new QLabel(tr("up")), m_up},
                    {m_run}});
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

PassOrder CellComparison::order(bool check) const
{
    PassOrder order{.file = m_over->file()};
    if (!order.file.isEmpty()) {
        const DecodeOptions& output = m_workspace.document().decoding;
        order.written = QFileInfo(order.file).lastModified();
        order.maxNewTokens = output.maxNewTokens;
        order.targetLanguage = output.targetLanguage;
    } else {
        order.row = m_row.value_or(0);
        order.tokens = m_focus.asked();
        order.logProbability = order.tokens.minus.isEmpty();
    }
    if (m_heads->currentIndex() > 0) {
        order.heads = patternOf(m_focus.head());
        if (m_heads->currentIndex() == 2)
            order.heads->layers = order.heads->heads = {0, -1};
    }
    order.check = check;
    return order;
}

Index CellComparison::cellsIn(const Trace& trace) const
{
    Index cells = 0;
    const HeadPattern heads = order(false).heads.value_or(kEveryHead);
    for (const HeadRef& each : trace.isNull() ? std::vector<HeadRef>() : trace.info().headsOf(heads)) {
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
    else if ((m_row || !m_over->file().isEmpty()) && !m_workspace.snapshot()->trace.isNull())
        board.order(PassKind::kWeighedCells, order(true), m_workspace.snapshot()->trace);
}

void CellComparison::show()
{
    PassBoard& board = m_workspace.passes();
    const Trace trace = m_workspace.snapshot()->trace;
    const bool file = !m_over->file().isEmpty(), asked = m_row || file;
    const auto known = [&](bool check) {
        return asked ? board.find(PassKind::kWeighedCells, order(check), trace) : nullptr;
    };
    const PassBoard::Entry* const measured = known(true);
    const PassBoard::Entry* const estimated = known(false);
    const bool masking = measured != nullptr && measured->running;
    m_run->setText(masking ? tr("Stop") : tr("Mask each cell"));
    m_run->setToolTip(masking ? tr("Stop the runs")
                          : file
                          ? tr("Run each sentence once for each cell, with the cell masked, and show what "
                               "its loss really gains or loses")
                          : tr("Run the line once for each cell, with the cell masked, and show what the "
                               "token really loses"));
    constexpr auto kMost = static_cast<Index>(PassBoard::kMostCells);
    const Index cells = file ? 0 : cellsIn(trace); // those of a file are counted when they are found
    m_run->setEnabled(asked && cells <= kMost);
    if (cells > kMost)
        return refuse(cells);
    if (asked && measured == nullptr && estimated == nullptr && !trace.isNull())
        return board.order(PassKind::kWeighedCells, order(false), trace);
    showFound(measured, estimated);
}

void CellComparison::showFound(const PassBoard::Entry* measured, const PassBoard::Entry* estimated)
{
    const auto cellsOf = [](const PassBoard::Entry* entry) {
        return entry != nullptr ? std::get_if<PassBoard::Cells>(&entry->result) : nullptr;
    };
    const PassBoard::Cells* const lost = cellsOf(measured);
    const PassBoard::Cells* const found = lost != nullptr ? lost : cellsOf(estimated);
    const PassBoard::Cells of = found != nullptr ? *found : nullptr;
    if (of != m_shown) {
        if (lost != nullptr && m_up->currentIndex() == kEstimated && m_across->currentIndex() != kLost)
            m_up->setCurrentIndex(kLost); // what was asked for
        m_shown = of;
        draw();
    } else {
        say();
    }
    const PassBoard::Entry* const latest = measured != nullptr ? measured : estimated;
    if (latest != nullptr && (latest->running || !latest->failure.isEmpty()))
        m_words->setText(!latest->running         ? latest->failure
                             : latest == measured ? tr("Masking each cell…")
                                                  : tr("Running…"));
}

void CellComparison::refuse(Index cells)
{
    m_task.cancel();
    m_awaited.reset();
    m_shown = nullptr;
    m_drawn = std::make_shared<Drawn>();
    m_plot->setPlot({});
    m_words->setText(tr("%1 cells are too many to plot. Choose “this head”, or a shorter text.")
                         .arg(QLocale().toString(static_cast<qlonglong>(cells))));
}

/// What m is, as the command line names it.
QString CellComparison::measured() const
{
    const PassOrder asked = order(false);
    return !asked.file.isEmpty() ? QStringLiteral("loss")
        : asked.logProbability   ? QStringLiteral("logprob")
                                 : QStringLiteral("logit-difference");
}

void CellComparison::draw()
{
    m_task.start([this, of = m_shown, &across = shown(*m_across), &up = shown(*m_up),
                  m = measured()](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        const auto drawn = std::make_shared<Drawn>(Drawn{.of = of});
        for (std::size_t i = 0; of != nullptr && i < of->size() && !stop.stop_requested(); ++i)
            for (const WeighedCell& cell : (*of)[i].cells) {
                drawn->cells.push_back(
                    {cell, tokenText((*of)[i].queryOf(cell)), tokenText((*of)[i].keyOf(cell))});
                drawn->inputs.push_back(static_cast<int>(i));
                // The gradient is exactly zero where nothing leads to what is measured, as in later rows of a
                // causal decoder.
                drawn->reaching += cell.slope != 0 || cell.estimate != 0 ? 1 : 0;
            }
        deliver([this, drawn, plot = std::make_shared<Plot>(cellsPlot(drawn->cells, across, up, m))] {
            if (m_drawn->of != drawn->of)
                m_awaited.reset();
            m_drawn = drawn;
            m_plot->setPlot(std::move(*plot));
            if (isVisible())
                show(); // says what is drawn, unless a pass is running
        });
    });
}

void CellComparison::say()
{
    const auto all = static_cast<qlonglong>(m_drawn->cells.size());
    if (all == 0 || m_plot->plot().points.empty())
        return m_words->setText(all == 0 ? QString() : tr("“Mask each cell” measures what is lost."));
    QString text = m_plot->plot().title + QLatin1Char('.');
    if (m_drawn->reaching < all)
        text += QLatin1Char(' ')
            + tr("%1 of %2 cells can reach what is measured; the others have no effect.")
                  .arg(QLocale().toString(m_drawn->reaching), QLocale().toString(all));
    m_words->setText(text);
}

QString CellComparison::words(int point) const
{
    const auto at = static_cast<std::size_t>(m_plot->plot().points[static_cast<std::size_t>(point)].of);
    QStringList numbers;
    for (const CellNumber& number : kCellNumbers)
        if (const double value = number.of(m_drawn->cells[at].cell); !std::isnan(value))
            numbers << QStringLiteral("%1 %2").arg(cellNumberName(number), withMinus(localNumber(value, 3)));
    const QString name = m_over->file().isEmpty()
        ? cellName(m_drawn->cells[at])
        : tr("Input %1, %2").arg(m_drawn->inputs[at] + 1).arg(cellName(m_drawn->cells[at]));
    return name + QStringLiteral(": ") + numbers.join(QLatin1String(", "));
}

QStringList CellComparison::numbers() const
{
    const Trace trace = m_workspace.snapshot()->trace;
    QStringList words{QStringLiteral("headlight"), QStringLiteral("cells")};
    words += ExperimentBoard::of(m_workspace).modelWords();
    const PassOrder asked = order(false);
    if (asked.file.isEmpty())
        words += lineWords(trace);
    else
        words += fileWords(m_workspace, asked.file);
    words << QStringLiteral("--of") << measured();
    if (asked.file.isEmpty())
        words << QStringLiteral("--row") << QString::number(asked.row);
    if (!asked.tokens.token.isEmpty())
        words << QStringLiteral("--token") << asked.tokens.token;
    if (!asked.tokens.minus.isEmpty())
        words << QStringLiteral("--minus") << asked.tokens.minus;
    if (asked.heads)
        words << QStringLiteral("--heads") << QString::fromStdString(toString(*asked.heads));
    words += editArguments(m_workspace.document().interventions);
    if (m_up->currentIndex() == kLost || m_across->currentIndex() == kLost)
        words << QStringLiteral("--check");
    return words << QStringLiteral("--across") << QString::fromLatin1(shown(*m_across).name)
                 << QStringLiteral("--up") << QString::fromLatin1(shown(*m_up).name);
}

} // namespace headlight

#include "ui/views/why/head_comparison.h"

#include "core/analysis/stream_parts.h"
#include "core/math/correlation.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"

#include <QComboBox>
#include <QPushButton>

#include <variant>

namespace headlight {

HeadComparison::HeadComparison(Workspace& workspace, Focus& focus, PartsModel& parts)
    : m_workspace(workspace)
    , m_focus(focus)
    , m_parts(parts)
    , m_run(new QPushButton)
    , m_by(makeChoice(tr("What replaces a part’s output"), {tr("by zero"), tr("by its mean over this line")}))
    , m_words(makeWrappedLabel())
{
    auto* const column = makeColumn(this);
    column->addWidget(makeBar({{m_run}, {m_by}}));
    column->addWidget(m_words);
    connect(m_run, &QPushButton::clicked, this, &HeadComparison::run);
    connect(m_by, &QComboBox::activated, this, &HeadComparison::show);
    connect(&workspace.passes(), &PassBoard::changed, this, [this](PassKind kind) {
        if (kind == PassKind::kPartEffects)
            show();
    });
    show();
}

void HeadComparison::setRow(std::optional<Index> row)
{
    m_row = row;
    show();
}

PassOrder HeadComparison::order() const
{
    PassOrder order;
    order.row = m_row.value_or(0);
    order.tokens = m_focus.asked();
    order.logProbability = order.tokens.minus.isEmpty();
    order.mean = m_by->currentIndex() == 1;
    return order;
}

void HeadComparison::run()
{
    PassBoard& board = m_workspace.passes();
    if (board.entry(PassKind::kPartEffects).running)
        board.drop(PassKind::kPartEffects);
    else if (m_row && !m_workspace.snapshot()->trace.isNull())
        board.order(PassKind::kPartEffects, order(), m_workspace.snapshot()->trace);
}

/// The latest entry if it answers the same question about an earlier text.
const PassBoard::Entry* HeadComparison::former() const
{
    const PassBoard& board = m_workspace.passes();
    const PassBoard::Entry& latest = board.entry(PassKind::kPartEffects);
    const PassOrder asked = order();
    const bool same = m_row && !latest.trace.isNull() && latest.order.tokens == asked.tokens
        && latest.order.mean == asked.mean && m_workspace.model() != nullptr
        && isTraceOf(*m_workspace.model(), latest.trace);
    // Known of this line, it asks about another row of the same text.
    return same && board.find(PassKind::kPartEffects, latest.order, m_workspace.snapshot()->trace) == nullptr
        ? &latest
        : nullptr;
}

void HeadComparison::show()
{
    const PassBoard& board = m_workspace.passes();
    const bool running = board.entry(PassKind::kPartEffects).running;
    m_run->setText(running ? tr("Stop") : tr("Replace each part"));
    m_run->setToolTip(running
                          ? tr("Stop the runs")
                          : tr("Run the line once without each head and each feed-forward layer, and compare "
                               "the change with the direct part and with an estimate by the gradient"));
    m_run->setEnabled(m_row || running);
    const auto* const own
        = m_row ? board.find(PassKind::kPartEffects, order(), m_workspace.snapshot()->trace) : nullptr;
    const PassBoard::Entry* const found = own != nullptr ? own : former();
    const auto* const effects = found != nullptr ? std::get_if<PartEffects>(&found->result) : nullptr;
    if (effects != nullptr || !m_parts.effects().empty())
        m_parts.setEffects(effects != nullptr ? *effects : PartEffects());
    m_words->setText(own == nullptr           ? effects != nullptr
                                       ? tr("The circles and lines are those of an earlier run.")
                                       : QString()
                                   : effects != nullptr ? words()
                         : own->running       ? tr("Running without each part…")
                                              : own->failure);
    emit changed();
}

QString HeadComparison::words() const
{
    const auto [direct, estimates, runs] = m_parts.compared();
    const auto text = [](std::optional<double> number) {
        return number ? withMinus(localNumber(*number, 2)) : QStringLiteral("–");
    };
    const QString key = order().logProbability
        ? tr("Bar: direct part of the logit. Circle: loss of log p without the part, in nats, estimated by "
             "the "
             "gradient. Line: the same, measured.")
        : tr("Bar: direct part. Circle: loss without the part, estimated by the gradient. Line: the same, "
             "measured.");
    return key + QLatin1Char(' ')
        + tr("Rank correlation with the measured loss: direct %1, gradient %2 (%n part(s)).", nullptr,
             static_cast<int>(runs.size()))
              .arg(text(rankCorrelation(direct, runs)), text(rankCorrelation(estimates, runs)));
}

} // namespace headlight

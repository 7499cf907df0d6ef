#include "ui/views/why/head_comparison.h"

#include "core/math/correlation.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <variant>

namespace headlight {

HeadComparison::HeadComparison(Workspace& workspace, Focus& focus, PartsModel& parts)
    : m_workspace(workspace)
    , m_focus(focus)
    , m_parts(parts)
    , m_run(new QPushButton)
    , m_by(new QComboBox)
    , m_words(makePlainLabel())
{
    auto* const column = makeColumn(this);
    auto* const layout = new WrapLayout(4, new QWidget);
    layout->addWidget(m_run);
    m_by->setAccessibleName(tr("What replaces a head’s output"));
    m_by->addItems({tr("by zero"), tr("by its mean over this line")});
    layout->addWidget(m_by);
    layout->addStretch();
    column->addWidget(layout->parentWidget());
    m_words->setWordWrap(true);
    column->addWidget(m_words);
    connect(m_run, &QPushButton::clicked, this, &HeadComparison::run);
    connect(m_by, &QComboBox::activated, this, &HeadComparison::show);
    connect(&workspace.passes(), &PassBoard::changed, this, [this](PassKind kind) {
        if (kind == PassKind::kHeadEffects)
            show();
    });
    show();
}

void HeadComparison::setRow(std::optional<Index> row)
{
    m_row = row;
    show();
}

QString HeadComparison::text() const
{
    return m_words->text();
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
    if (board.entry(PassKind::kHeadEffects).running)
        board.drop(PassKind::kHeadEffects);
    else if (m_row && !m_workspace.snapshot()->trace.isNull())
        board.order(PassKind::kHeadEffects, order(), m_workspace.snapshot()->trace);
}

void HeadComparison::show()
{
    const PassBoard& board = m_workspace.passes();
    const bool running = board.entry(PassKind::kHeadEffects).running;
    m_run->setText(running ? tr("Stop") : tr("Replace each head"));
    m_run->setToolTip(running
                          ? tr("Stop the runs")
                          : tr("Run the line once without each head, and compare the change with the head’s "
                               "direct part and with an estimate by the gradient"));
    m_run->setEnabled(m_row || running);
    const auto* const own
        = m_row ? board.find(PassKind::kHeadEffects, order(), m_workspace.snapshot()->trace) : nullptr;
    const auto* const effects = own != nullptr ? std::get_if<HeadEffects>(&own->result) : nullptr;
    if (effects != nullptr || !m_parts.effects().empty())
        m_parts.setEffects(effects != nullptr ? *effects : HeadEffects());
    m_words->setText(effects != nullptr   ? words()
                         : own == nullptr ? QString()
                         : own->running   ? tr("Running without each head…")
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
        ? tr("Bar: direct part of the logit. Circle: loss of log p without the head, estimated by the "
             "gradient. Line: the same, measured.")
        : tr("Bar: direct part. Circle: loss without the head, estimated by the gradient. Line: the same, "
             "measured.");
    return key + QLatin1Char(' ')
        + tr("Rank correlation with the measured loss: direct %1, gradient %2 (%n head(s)).", nullptr,
             static_cast<int>(runs.size()))
              .arg(text(rankCorrelation(direct, runs)), text(rankCorrelation(estimates, runs)));
}

} // namespace headlight

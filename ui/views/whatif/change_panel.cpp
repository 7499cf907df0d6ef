#include "ui/views/whatif/change_panel.h"

#include "core/analysis/distribution_change.h"
#include "core/trace/token_label.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/widgets/version_switch.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace headlight {

namespace {

constexpr int kMoves = 10;
constexpr double kMillion = 1e6;

RowVector logitsAt(const Snapshot& snapshot, const ComparedRow& at)
{
    if (at.row >= 0)
        return snapshot.trace.logits(at.row);
    const auto& logits = snapshot.steps[static_cast<std::size_t>(at.step)].logits;
    return logits != nullptr ? logits->raw : RowVector();
}

/// The most likely token of each run, then those that moved most.
std::vector<TokenMove> shownMoves(const RowVector& before, const RowVector& after,
                                  const DistributionChange& change)
{
    std::vector<TokenMove> moves;
    const auto add = [&](TokenId id) {
        if (std::none_of(moves.begin(), moves.end(), [id](const TokenMove& move) { return move.id == id; }))
            moves.push_back(moveOf(before, after, id));
    };
    Index best = 0;
    before.maxCoeff(&best);
    add(static_cast<TokenId>(best));
    after.maxCoeff(&best);
    add(static_cast<TokenId>(best));
    for (const TokenMove& move : change.moves)
        add(move.id);
    return moves;
}

/// How much the step's distribution has changed: KL(before ‖ after), or, if there are too many logits to read
/// between two frames, the change of the token's log-probability.
double changeAt(const DecodeStep& before, const DecodeStep& after, bool cheap)
{
    if (before.id() != after.id())
        return std::numeric_limits<double>::infinity(); // the outputs diverge here
    if (cheap || before.logits == nullptr || after.logits == nullptr)
        return std::abs(static_cast<double>(after.logProbability - before.logProbability));
    return distributionChange(before.logits->raw, after.logits->raw, 0).divergence;
}

/// Among the first `count` steps, which have the same history in both runs, the one that changed most.
int mostChangedStep(const Snapshot& edited, const Snapshot& plain, std::size_t count)
{
    constexpr Index kAtOnceLogits = Index{1} << 18;
    Index logits = 0;
    for (std::size_t i = 0; i < count; ++i)
        logits += plain.steps[i].logits != nullptr ? plain.steps[i].logits->raw.size() : 0;
    int most = 0;
    double largest = -1;
    for (std::size_t i = 0; i < count; ++i) {
        const double change = changeAt(plain.steps[i], edited.steps[i], logits > kAtOnceLogits);
        if (change > largest) {
            largest = change;
            most = static_cast<int>(i);
        }
    }
    return most;
}

/// Percentage points: with one decimal, or four for small numbers; never a negative zero.
QString pointsText(double points)
{
    const int decimals = std::abs(points) < 0.05 ? 4 : 1;
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(points * scale) / scale;
    if (rounded == 0)
        return QStringLiteral("0");
    const QString number = QLocale().toString(rounded, 'f', decimals);
    return rounded > 0 ? QLatin1Char('+') + number : withMinus(number);
}

} // namespace

ComparedRow comparedStep(const Snapshot& edited, const Snapshot& plain, int shownStep)
{
    ComparedRow at;
    const auto both = std::min(edited.steps.size(), plain.steps.size());
    if (both == 0)
        return at;
    std::size_t parting = 0; // the last step with the same history in both
    while (parting + 1 < both && edited.steps[parting].token.id == plain.steps[parting].token.id)
        ++parting;
    at.step = static_cast<int>(parting);
    if (shownStep < 0) {
        at.step = mostChangedStep(edited, plain, parting + 1);
        return at;
    }
    at.parted = shownStep > at.step;
    if (!at.parted)
        at.step = shownStep;
    return at;
}

ChangePanel::ChangePanel(Workspace& workspace, Focus& focus)
    : m_workspace(workspace)
    , m_focus(focus)
    , m_body(new QWidget)
    , m_note(makeWrappedLabel())
    , m_texts(makeWrappedLabel())
    , m_numbers(makeWrappedLabel())
    , m_moves(new QTableWidget)
{
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_note);
    column->addWidget(m_body, 1);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* body = makeColumn(m_body);
    body->addWidget(new VersionSwitch(workspace));
    for (QLabel* label : {m_texts, m_numbers}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        body->addWidget(label);
    }
    explainTerm(*m_numbers, Term::kDivergence);
    m_moves->setColumnCount(4);
    m_moves->setHorizontalHeaderLabels({tr("Token"), tr("Before"), tr("After"), tr("Change")});
    m_moves->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column2 = 1; column2 < 4; ++column2)
        m_moves->horizontalHeader()->setSectionResizeMode(column2, QHeaderView::ResizeToContents);
    m_moves->verticalHeader()->hide();
    m_moves->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_moves->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_moves->setAlternatingRowColors(true);
    m_moves->setAccessibleName(tr("Probabilities of the next token before and after"));
    m_moves->setToolTip(tr("The most likely token of both runs, then those whose probability changed most."));
    body->addWidget(m_moves, 1);
}

void ChangePanel::refresh()
{
    const auto snapshot = m_workspace.snapshot();
    const bool active = !m_workspace.document().interventions.empty();
    const bool ready = active && snapshot->unedited != nullptr;
    m_body->setVisible(ready);
    m_note->setVisible(!ready);
    if (!ready) {
        m_note->setText(
            active ? tr("Running the model without edits…")
                   : tr("No edit is active. Add one to compare the output before and after it here."));
        return;
    }
    showTexts(*snapshot);
    if (!snapshot->steps.empty())
        return showDistribution(*snapshot, comparedStep(*snapshot, *snapshot->unedited, m_workspace.step()));
    const int masked = snapshot->masked.empty() ? 0 : snapshot->masked.front().row;
    showDistribution(*snapshot, {.row = m_focus.cell().query.value_or(masked)});
}

QString ChangePanel::table() const
{
    // Hidden ones are out of date.
    return m_body->isHidden() || m_moves->isHidden() ? QString() : tableOf(*m_moves->model());
}

void ChangePanel::showTexts(const Snapshot& edited)
{
    const auto said = [](const QString& output) { return output.isEmpty() ? tr("(nothing)") : output; };
    if (edited.steps.empty())
        showFillings(edited);
    else if (edited.output == edited.unedited->output)
        m_texts->setText(tr("Before and after: %1").arg(said(edited.output)));
    else
        m_texts->setText(tr("Before: %1\nAfter: %2").arg(said(edited.unedited->output), said(edited.output)));
    m_texts->setVisible(!m_texts->text().isEmpty());
}

void ChangePanel::showFillings(const Snapshot& edited)
{
    const auto best = [](const MaskedToken& masked) {
        const MaskedToken::Choice& first = masked.choices.front();
        return tr("“%1” (%2)")
            .arg(isolated(first.text), probabilityText(static_cast<double>(first.probability)));
    };
    const std::vector<MaskedToken>& plain = edited.unedited->masked;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(edited.masked.size(), plain.size()); ++i) {
        if (!edited.masked[i].choices.empty() && !plain[i].choices.empty())
            lines << tr("Masked word at position %1: before %2, after %3")
                         .arg(edited.masked[i].row)
                         .arg(best(plain[i]), best(edited.masked[i]));
    }
    m_texts->setText(lines.join(QLatin1Char('\n')));
}

void ChangePanel::showDistribution(const Snapshot& edited, const ComparedRow& at)
{
    const RowVector before = at.comparable() ? logitsAt(*edited.unedited, at) : RowVector();
    const RowVector after = at.comparable() ? logitsAt(edited, at) : RowVector();
    const bool known = before.size() > 0 && before.size() == after.size();
    m_moves->setVisible(known);
    if (!known)
        return m_numbers->setText(tr("No probabilities to compare."));
    const DistributionChange change = distributionChange(before, after, kMoves);
    QString text = at.step < 0   ? tr("Position %1").arg(at.row)
        : m_workspace.step() < 0 ? tr("Step %1, where most changes").arg(at.step + 1)
                                 : tr("Step %1").arg(at.step + 1);
    if (at.parted)
        text = tr("%1 (the last one before the outputs diverge)").arg(text);
    const QString divergence = change.divergence < 1 / kMillion ? tr("0") : numberText(change.divergence);
    const QString moved = at.step >= 0
        ? tr("%1, next-token distribution: KL(before ‖ after) = %2 nats; entropy %3 → %4 nats.")
        : tr("%1, distribution of the token there: KL(before ‖ after) = %2 nats; entropy %3 → %4 nats.");
    m_numbers->setText(moved.arg(text, divergence, numberText(change.entropyBefore * std::numbers::ln2),
                                 numberText(change.entropyAfter * std::numbers::ln2)));
    const std::vector<TokenMove> moves = shownMoves(before, after, change);
    m_moves->setRowCount(static_cast<int>(moves.size()));
    for (int row = 0; row < m_moves->rowCount(); ++row) {
        const TokenMove& move = moves[static_cast<std::size_t>(row)];
        const double points = 100.0 * static_cast<double>(move.after - move.before);
        const QStringList cells{tokenText(labelOf(edited.vocabulary.get(), move.id)),
                                probabilityText(static_cast<double>(move.before)),
                                probabilityText(static_cast<double>(move.after)),
                                tr("%1 pp").arg(pointsText(points))};
        for (int i = 0; i < cells.size(); ++i) {
            auto* item = new QTableWidgetItem(cells[i]);
            if (i > 0)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(tr("Rank %1 before, %2 after").arg(move.rankBefore + 1).arg(move.rankAfter + 1));
            m_moves->setItem(row, i, item);
        }
    }
}

} // namespace headlight

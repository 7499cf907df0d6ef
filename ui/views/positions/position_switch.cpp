#include "ui/views/positions/position_switch.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QLabel>
#include <QSpinBox>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kOwn = static_cast<int>(PositionTable::kOwn);
constexpr int kShifted = -1; ///< entry of the combo box beside those of the tables
constexpr int kFarthestShift = 4096;
constexpr Index kMostCells = Index{1} << 22; ///< of the compared maps

int choiceOf(const PositionEdit& edit)
{
    const bool replaced = edit.table != PositionTable::kOwn && edit.table != PositionTable::kLearned;
    return replaced ? static_cast<int>(edit.table) : edit.shift != 0 ? kShifted : kOwn;
}

bool isOf(const Intervention& intervention, StackKind stack)
{
    const auto* edit = std::get_if<PositionEdit>(&intervention);
    return edit != nullptr && edit->stack == stack;
}

} // namespace

PositionSwitch::PositionSwitch(Workspace& workspace)
    : m_workspace(workspace)
    , m_choice(new ChoiceBox<int>(
          tr("Positions the model runs with"),
          tr("Run the model with other positions to see what its own contribute. You can undo this.")))
    , m_shift(new QSpinBox)
    , m_words(makeWrappedLabel())
{
    auto* column = makeColumn(this, {}, 2);
    auto* row = new WrapLayout(6);
    auto* label = new QLabel(tr("Run with p&ositions"));
    label->setBuddy(m_choice);
    explainTerm(*m_choice, Term::kPositions);
    const auto offer
        = [this](const QString& text, PositionTable table) { m_choice->add(text, static_cast<int>(table)); };
    offer(tr("the model’s own"), PositionTable::kOwn);
    offer(tr("switched off"), PositionTable::kNone);
    m_choice->add(tr("shifted"), kShifted);
    offer(tr("sinusoids, interleaved"), PositionTable::kSinusoidalInterleaved);
    offer(tr("sinusoids, in halves"), PositionTable::kSinusoidalHalves);
    offer(tr("sinusoids, steep"), PositionTable::kSinusoidalSteep);
    offer(tr("sinusoids, steep, all angles"), PositionTable::kSinusoidalSteepOwn);
    m_shift->setRange(-kFarthestShift, kFarthestShift);
    m_shift->setKeyboardTracking(false);
    m_shift->setPrefix(tr("by "));
    m_shift->setAccessibleName(tr("By how many positions"));
    m_shift->setToolTip(tr("A token at position p gets position p + this number"));
    m_words->setAccessibleName(tr("Effect of the changed positions"));
    row->addWidget(label);
    row->addWidget(m_choice);
    row->addWidget(m_shift);
    column->addLayout(row);
    column->addWidget(m_words);
    m_choice->whenChosen(this, [this](int choice) { choose(choice); });
    connect(m_shift, &QSpinBox::valueChanged, this, [this](int shift) {
        if (shift != 0)
            apply(PositionEdit{m_stack, PositionTable::kOwn, shift, true});
    });
}

void PositionSwitch::setStack(StackKind stack, bool learned)
{
    m_stack = stack;
    m_shift->setMinimum(learned ? 0 : -kFarthestShift);
}

std::optional<PositionEdit> PositionSwitch::current() const
{
    std::optional<PositionEdit> found;
    for (const Intervention& intervention : m_workspace.document().interventions.list)
        if (isOf(intervention, m_stack) && headlight::isEnabled(intervention))
            found = std::get<PositionEdit>(intervention);
    return found;
}

void PositionSwitch::choose(int choice)
{
    if (choice == kOwn)
        apply(std::nullopt);
    else if (choice == kShifted)
        apply(PositionEdit{m_stack, PositionTable::kOwn, std::max(1, m_shift->value()), true});
    else
        apply(PositionEdit{m_stack, static_cast<PositionTable>(choice), 0, true});
}

void PositionSwitch::apply(std::optional<PositionEdit> edit)
{
    Document next = m_workspace.document();
    std::vector<Intervention>& list = next.interventions.list;
    std::erase_if(list, [this](const Intervention& each) { return isOf(each, m_stack); });
    if (edit)
        list.emplace_back(*edit);
    if (next == m_workspace.document())
        return;
    m_workspace.apply(next, edit ? tr("other positions") : tr("the model’s positions"));
}

QString PositionSwitch::statement() const
{
    return m_words->text();
}

QString PositionSwitch::compared(const HeadRef& head) const
{
    const Snapshot& now = *m_workspace.snapshot();
    if (now.unedited == nullptr || !now.finished)
        return tr("The run without edits has not finished yet.");
    QString text;
    if (!now.unedited->output.isEmpty())
        text = now.output == now.unedited->output
            ? tr("The output is the same: “%1”.").arg(now.output)
            : tr("Before: “%1”. Now: “%2”.").arg(now.unedited->output, now.output);
    if (now.trace.isNull() || now.unedited->trace.isNull())
        return text;
    const AttentionMap after = now.trace.attention(head);
    const AttentionMap before = now.unedited->trace.attention(head);
    const bool comparable = after.has(MapKind::kWeights) && before.has(MapKind::kWeights)
        && after.queries() * after.keys() <= kMostCells;
    if (!comparable)
        return text;
    // A decoding may have become longer or shorter: compare the rows that both have.
    const Index rows = std::min(after.queries(), before.queries());
    const Index columns = std::min(after.keys(), before.keys());
    if (rows == 0 || columns == 0)
        return text;
    const Matrix difference = (after.block(MapKind::kWeights, 0, 0, rows, columns)
                               - before.block(MapKind::kWeights, 0, 0, rows, columns))
                                  .cwiseAbs();
    return text + (text.isEmpty() ? QString() : QStringLiteral(" "))
        + tr("%1: weights differ by up to %2; the mean total difference per row is %3.")
              .arg(headName(head), numberText(static_cast<double>(difference.maxCoeff())),
                   numberText(static_cast<double>(difference.sum()) / static_cast<double>(rows)));
}

void PositionSwitch::update(const HeadRef& head)
{
    const std::optional<PositionEdit> edit = current();
    const int choice = edit ? choiceOf(*edit) : kOwn;
    m_choice->setValue(choice);
    const QSignalBlocker blocker(m_shift);
    m_shift->setVisible(choice == kShifted);
    if (edit && choice == kShifted)
        m_shift->setValue(static_cast<int>(edit->shift));
    m_words->setVisible(choice != kOwn);
    m_words->setText(choice == kOwn ? QString() : compared(head));
    setEnabled(m_workspace.model() != nullptr);
}

} // namespace headlight

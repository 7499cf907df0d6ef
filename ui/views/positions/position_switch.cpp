#include "ui/views/positions/position_switch.h"

#include "ui/picture/head_name.h"
#include "ui/picture/probability_text.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>

namespace headlight {

namespace {

/// Entries of the combo box; larger than PositionTable, so that neither is mistaken for the other.
enum Choice { kOwn, kOff, kShifted, kInterleaved, kHalves, kSteep, kSteepOwn };

constexpr int kFarthestShift = 4096;
constexpr Index kMostCells = Index{1} << 22; ///< of the compared maps

int choiceOf(const PositionEdit& edit)
{
    switch (edit.table) {
    case PositionTable::kNone:
        return kOff;
    case PositionTable::kSinusoidalInterleaved:
        return kInterleaved;
    case PositionTable::kSinusoidalHalves:
        return kHalves;
    case PositionTable::kSinusoidalSteep:
        return kSteep;
    case PositionTable::kSinusoidalSteepOwn:
        return kSteepOwn;
    default:
        return edit.shift != 0 ? kShifted : kOwn;
    }
}

bool isOf(const Intervention& intervention, StackKind stack)
{
    const auto* edit = std::get_if<PositionEdit>(&intervention);
    return edit != nullptr && edit->stack == stack;
}

} // namespace

PositionSwitch::PositionSwitch(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_choice(new QComboBox)
    , m_shift(new QSpinBox)
    , m_words(new QLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new WrapLayout(6);
    auto* label = new QLabel(tr("Run with p&ositions"));
    label->setBuddy(m_choice);
    m_choice->setAccessibleName(tr("Positions the model runs with"));
    explainTerm(*m_choice, Term::kPositions);
    m_choice->setToolTip(
        tr("Run the model with other positions to see what its own contribute. You can undo this."));
    m_choice->addItem(tr("the model’s own"), kOwn);
    m_choice->addItem(tr("switched off"), kOff);
    m_choice->addItem(tr("shifted"), kShifted);
    m_choice->addItem(tr("sinusoids, interleaved"), kInterleaved);
    m_choice->addItem(tr("sinusoids, in halves"), kHalves);
    m_choice->addItem(tr("sinusoids, steep"), kSteep);
    m_choice->addItem(tr("sinusoids, steep, all angles"), kSteepOwn);
    m_shift->setRange(-kFarthestShift, kFarthestShift);
    m_shift->setKeyboardTracking(false);
    m_shift->setPrefix(tr("by "));
    m_shift->setAccessibleName(tr("By how many positions"));
    m_shift->setToolTip(tr("A token at position p gets position p + this number"));
    m_words->setWordWrap(true);
    m_words->setAccessibleName(tr("Effect of the changed positions"));
    row->addWidget(label);
    row->addWidget(m_choice);
    row->addWidget(m_shift);
    column->addLayout(row);
    column->addWidget(m_words);
    connect(m_choice, &QComboBox::activated, this, &PositionSwitch::choose);
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

void PositionSwitch::choose(int index)
{
    switch (m_choice->itemData(index).toInt()) {
    case kOff:
        return apply(PositionEdit{m_stack, PositionTable::kNone, 0, true});
    case kShifted:
        return apply(PositionEdit{m_stack, PositionTable::kOwn, std::max(1, m_shift->value()), true});
    case kInterleaved:
        return apply(PositionEdit{m_stack, PositionTable::kSinusoidalInterleaved, 0, true});
    case kHalves:
        return apply(PositionEdit{m_stack, PositionTable::kSinusoidalHalves, 0, true});
    case kSteep:
        return apply(PositionEdit{m_stack, PositionTable::kSinusoidalSteep, 0, true});
    case kSteepOwn:
        return apply(PositionEdit{m_stack, PositionTable::kSinusoidalSteepOwn, 0, true});
    default:
        return apply(std::nullopt);
    }
}

void PositionSwitch::apply(std::optional<PositionEdit> edit)
{
    Document next = m_workspace.document();
    std::vector<Intervention>& list = next.interventions.list;
    list.erase(std::remove_if(list.begin(), list.end(),
                              [this](const Intervention& each) { return isOf(each, m_stack); }),
               list.end());
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
    m_choice->setCurrentIndex(m_choice->findData(choice));
    const QSignalBlocker blocker(m_shift);
    m_shift->setVisible(choice == kShifted);
    if (edit && choice == kShifted)
        m_shift->setValue(static_cast<int>(edit->shift));
    m_words->setVisible(choice != kOwn);
    m_words->setText(choice == kOwn ? QString() : compared(head));
    setEnabled(m_workspace.model() != nullptr);
}

} // namespace headlight

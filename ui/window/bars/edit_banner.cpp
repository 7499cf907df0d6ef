#include "ui/window/bars/edit_banner.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/local_number.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr qsizetype kNamed = 110; ///< characters for the list of changes

/// An encoder-only model's predictions for the masks.
QStringList maskedWords(const Snapshot& snapshot)
{
    QStringList words;
    for (const MaskedToken& masked : snapshot.masked)
        if (!masked.choices.empty())
            words << masked.choices.front().text;
    return words;
}

/// Σ log p of the output's tokens.
double logProbabilityOf(const Snapshot& snapshot)
{
    double sum = 0;
    for (const DecodeStep& step : snapshot.steps)
        sum += static_cast<double>(step.logProbability);
    return sum;
}

/// What the edits do to an output of the same words. Words that were given are the same with any edit.
QString sameWords(const Snapshot& before, const Snapshot& after, bool target)
{
    constexpr double kNoticed = 0.005; ///< nats
    const bool given
        = target || std::ranges::any_of(after.steps, [](const DecodeStep& step) { return step.forced; });
    const double was = logProbabilityOf(before), is = logProbabilityOf(after);
    const QString from = withMinus(localNumber(was, 2)), to = withMinus(localNumber(is, 2));
    const bool differs = std::abs(is - was) > kNoticed && from != to;
    if (given)
        return differs ? EditBanner::tr("Output with given tokens: log p %1 → %2 nats.").arg(from, to)
                       : EditBanner::tr("Output with given tokens: as likely as without edits.");
    if (!differs)
        return EditBanner::tr("The output is the same as without edits.");
    return (is < was ? EditBanner::tr("Same words as without edits, less sure: log p %1 → %2 nats.")
                     : EditBanner::tr("Same words as without edits, surer: log p %1 → %2 nats."))
        .arg(from, to);
}

/// Whether these are edits that training makes, too.
bool isAsInTraining(Interventions edits)
{
    std::erase_if(edits.list, [](const Intervention& each) { return std::holds_alternative<Dropout>(each); });
    return edits.empty();
}

} // namespace

EditBanner::EditBanner(Workspace& workspace, QWidget* parent)
    : MessageBar(parent)
    , m_workspace(workspace)
{
    setObjectName(QStringLiteral("editBanner"));
    setClosable(false);
    setOneLine();
    setShort(tr("Edited model"));
    setAction(tr("Reset"), tr("Remove all edits. You can undo this."));
    setOther(tr("Compare"), tr("Show the runs before and after the edits side by side."));
    connect(this, &MessageBar::otherClicked, &workspace, [&workspace] {
        workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    });
    connect(this, &MessageBar::actionClicked, this, &EditBanner::reset);
    connect(&workspace, &Workspace::documentChanged, this, &EditBanner::update);
    connect(&workspace, &Workspace::snapshotChanged, this, &EditBanner::update);
    connect(&workspace, &Workspace::stepChanged, this, &EditBanner::update);
    connect(&workspace, &Workspace::modelChanged, this, &EditBanner::update);
    connect(&workspace, &Workspace::editsAskedChanged, this, &EditBanner::update);
}

QStringList EditBanner::edits() const
{
    const Interventions& active = m_workspace.document().interventions;
    QStringList words = maskLines(active.masks);
    const Trace trace = m_workspace.snapshot()->trace;
    for (const Intervention& each : active.list)
        if (headlight::isEnabled(each)) {
            words << editWords(each, trace);
            const auto& unedited = m_workspace.snapshot()->unedited;
            const QString other
                = unedited == nullptr ? QString() : otherTokenWords(each, trace, unedited->trace);
            if (!other.isEmpty())
                words.back() = tr("%1 (%2)").arg(words.back(), other);
        }
    return words;
}

void EditBanner::reset()
{
    Document next = m_workspace.document();
    next.interventions = {};
    m_workspace.apply(next, tr("Remove all edits"));
}

// A trace file shows the edits it was recorded with: there is nothing to reset, and no run to compare with.
void EditBanner::sayRecordedEdits(const QString& edits)
{
    setToolTip(plainTip(edits));
    setAction({});
    setOther({});
    const QString shown = edits.size() > kNamed ? edits.left(kNamed) + QChar(0x2026) : edits;
    say(Kind::kWarning,
        edits.isEmpty() ? QString() : tr("This trace was recorded with edits: %1.").arg(shown));
}

// How the run without edits ended, beside the one that is shown; empty if that is not known.
QString EditBanner::outputSentence() const
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    const Snapshot* const plain = snapshot.unedited.get();
    if (plain == nullptr)
        return {};
    if (!plain->masked.empty())
        return maskedWords(*plain) == maskedWords(snapshot)
            ? tr("The masked words are the same as without edits.")
            : tr("Masked words without edits: %1").arg(maskedWords(*plain).join(tr(", ")));
    if (plain->output.isEmpty() && snapshot.output.isEmpty())
        return {};
    if (plain->output == snapshot.output)
        return sameWords(*plain, snapshot, !m_workspace.document().target.trimmed().isEmpty());
    return plain->output.isEmpty() ? tr("Without edits there is no output.")
                                   : tr("Output without edits: %1").arg(plain->output.trimmed());
}

void EditBanner::update()
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    if (m_workspace.showsOpenedTrace()) {
        sayRecordedEdits(recordedEditLines(snapshot.trace).join(QStringLiteral("; ")));
        return;
    }
    QStringList active = edits();
    if (m_workspace.areEditsAsked() && !active.isEmpty()) {
        setToolTip({});
        setAction({});
        setOther({});
        say(Kind::kInfo, tr("The model is edited. The lesson asks what is wrong."));
        return;
    }
    setToolTip(plainTip(active.join(QLatin1Char('\n'))));
    // One line only: the map below must not move under the mouse with every painted cell.
    while (active.size() > 1 && active.join(tr(", ")).size() > kNamed)
        active.removeFirst();
    if (const auto more = toolTip().count(QLatin1Char('\n')) + 1 - active.size();
        more > 0 && !active.isEmpty())
        active.append(tr("and %n more", nullptr, static_cast<int>(more)));
    setAction(tr("Reset"), tr("Remove all edits. You can undo this."));
    setOther(tr("Compare"), tr("Show the runs before and after the edits side by side."));
    if (active.isEmpty()) {
        say(Kind::kInfo, {});
        return;
    }
    QStringList sentences{outputSentence()};
    sentences.removeAll(QString());
    if (m_workspace.showsDifference())
        sentences.prepend(tr("The heatmap shows the difference the edits make."));
    if (!m_workspace.manyRunsTrace().isNull())
        sentences.prepend(tr("Mean and spread are of %n run(s) with other seeds.", nullptr, snapshot.runs));
    if (m_workspace.showsUnedited())
        sentences.prepend(tr("All views now show the run without edits."));
    const bool isUntrained = !snapshot.trace.isNull() && !snapshot.trace.info().trained;
    const bool isOther = !isUntrained && !isAsInTraining(m_workspace.document().interventions);
    // The output comes first: what does not fit is left out, and the chips name the edits, too.
    sentences << (isOther ? tr("The model was not trained this way: %1.") : tr("Edited: %1."))
                     .arg(active.join(tr(", ")));
    if (!m_workspace.document().interventions.list.empty())
        sentences << tr("The What if view lists the edits.");
    saySentences(Kind::kWarning, sentences);
}

} // namespace headlight

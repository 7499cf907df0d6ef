#include "ui/views/compare/compare_sides.h"

#include "core/analysis/map_transform.h"
#include "core/edit/recorded_edits.h"
#include "ui/picture/value_scale.h"
#include "ui/state/branch_board.h"
#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/next_token.h"
#include "ui/words/token_text.h"
#include "ui/words/waiting_words.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr qsizetype kLongestName = 60; ///< has room in the lines of a title

/// The head itself if the trace has it, otherwise a similar one that it has.
HeadRef nearest(const TraceInfo& info, HeadRef head)
{
    const std::vector<LayerRef> layers = info.layers();
    const auto of = [&](StackKind stack, AttentionKind kind) {
        return static_cast<int>(std::ranges::count_if(
            layers, [&](const LayerRef& layer) { return layer.stack == stack && layer.kind == kind; }));
    };
    int count = of(head.stack, head.kind);
    if (count == 0 && !layers.empty()) {
        head.stack = layers.front().stack;
        head.kind = layers.front().kind;
        count = of(head.stack, head.kind);
    }
    head.layer = std::clamp(head.layer, 0, std::max(0, count - 1));
    head.head = std::clamp(head.head, 0, std::max(0, info.heads(head.stack) - 1));
    return head;
}

/// The text of a decoding and Σ log p of its tokens.
QString outputOf(const Snapshot& snapshot)
{
    if (snapshot.steps.empty())
        return {};
    double sum = 0;
    for (const DecodeStep& step : snapshot.steps)
        sum += static_cast<double>(step.logProbability);
    return tr("%1 (log p %2, %3 per token, in nats)")
        .arg(snapshot.output, fullText(static_cast<float>(sum)),
             fullText(static_cast<float>(sum / static_cast<double>(snapshot.steps.size()))));
}

/// The token that was chosen after the last row of a trace of this result.
std::optional<TokenLabel> writtenAfter(const Snapshot& snapshot, const Trace& trace)
{
    const auto step = std::find_if(snapshot.steps.rbegin(), snapshot.steps.rend(),
                                   [&](const DecodeStep& each) { return each.trace.leaf() == trace.leaf(); });
    return step != snapshot.steps.rend() && step->hasToken() ? std::optional(step->token) : std::nullopt;
}

QString editSideName(bool after)
{
    return after ? tr("after the edits") : tr("before the edits");
}

ComparedSides editSides(const Workspace& workspace, const Focus& focus)
{
    ComparedSides sides;
    const Snapshot& edited = *workspace.snapshot();
    if (edited.unedited == nullptr) {
        sides.waiting = tr("Running the model without edits…");
        return sides;
    }
    sides.a = ComparedSide{workspace.uneditedTrace(), focus.head(), editSideName(false),
                           outputOf(*edited.unedited)};
    sides.b = ComparedSide{workspace.editedTrace(), focus.head(), editSideName(true), outputOf(edited)};
    sides.a->written = writtenAfter(*edited.unedited, sides.a->trace);
    sides.b->written = writtenAfter(edited, sides.b->trace);
    return sides;
}

std::optional<ComparedSide> branchSide(const Workspace& workspace, const Focus& focus, int id)
{
    const Branches& branches = workspace.document().branches;
    std::shared_ptr<const Snapshot> result = workspace.branchRuns().result(id);
    if (id == branches.current) {
        result = workspace.snapshot();
        if (!result->finished || result->branch != id)
            result = nullptr;
    }
    if (result == nullptr || result->trace.isNull())
        return std::nullopt;
    return ComparedSide{result->trace, focus.head(), branches.find(id)->name, outputOf(*result),
                        writtenAfter(*result, result->trace)};
}

ComparedSides branchSides(const Workspace& workspace, const Focus& focus, const ComparisonChoice& choice)
{
    ComparedSides sides;
    sides.a = branchSide(workspace, focus, choice.a);
    sides.b = branchSide(workspace, focus, choice.b);
    if (sides.a && sides.b)
        return sides;
    const Branch* const missing = workspace.document().branches.find(sides.a ? choice.b : choice.a);
    const QString failure = workspace.branchRuns().failure(missing->id);
    sides.waiting = failure.isEmpty() ? tr("Running “%1”…").arg(missing->name) : failure;
    return sides;
}

ComparedSides ownSides(const Workspace& workspace, const Focus& focus, bool sameHead)
{
    ComparedSides sides;
    const Trace shown = workspace.shownTrace();
    if (shown.isNull())
        return sides;
    const QString name = shownResultName(workspace);
    sides.b = ComparedSide{shown, focus.head(), name, {}, writtenToken(workspace)};
    if (const auto kept = workspace.kept()) {
        // Within one result, a head would be compared with itself.
        const bool follows = sameHead && !keptIsShown(workspace);
        sides.a = ComparedSide{kept->trace,
                               follows ? nearest(kept->trace.info(), focus.head()) : kept->head,
                               kept->name,
                               {},
                               writtenAfter(*kept->snapshot, kept->trace)};
        if (!keptIsShown(workspace)) {
            sides.a->output = outputOf(*kept->snapshot);
            sides.b->output = outputOf(*workspace.shownRun());
        }
        if (kept->trace.info().model != shown.info().model)
            for (ComparedSide* const side : {&*sides.a, &*sides.b})
                side->name += QStringLiteral(" · ") + QString::fromStdString(side->trace.info().model);
    } else if (focus.heads().size() > 1) {
        sides.a = ComparedSide{shown, focus.heads()[1].head, name, {}, writtenToken(workspace)};
    }
    return sides;
}

/// Whether the output of the side's head is not used.
bool isOff(const ComparedSide& side)
{
    return isSwitchedOff(recordedEdits(side.trace.info()), side.head);
}

/// Titles of A, B and B − A. A and B say what distinguishes them; B − A, which head it is of.
std::array<QString, 3> panelTitles(const ComparedSide& a, const ComparedSide& b)
{
    const bool otherHead = a.head != b.head, otherName = a.name != b.name;
    const auto title = [&](const QString& letter, const ComparedSide& side) {
        const QString head = headName(side.head);
        return otherHead == otherName ? tr("%1: %2 · %3").arg(letter, side.name, head)
                                      : tr("%1: %2").arg(letter, otherHead ? head : side.name);
    };
    const QString difference = tr("B − A");
    return {title(tr("A"), a), title(tr("B"), b),
            otherName && !otherHead ? tr("%1: %2").arg(difference, headName(a.head)) : difference};
}

/// The titles while there is only the shown result.
std::array<QString, 3> startTitles(const Workspace& workspace, const HeadRef& head)
{
    // An opened trace is not the state before anything: it may have been recorded with edits.
    if (workspace.comparison().kind == ComparisonChoice::Kind::kEdits && !workspace.showsOpenedTrace())
        return panelTitles({{}, head, editSideName(false), {}}, {{}, head, editSideName(true), {}});
    return {QStringLiteral("%1 · %2").arg(shownResultName(workspace), headName(head)),
            tr("B: what you show next"), tr("B − A")};
}

} // namespace

ComparisonChoice choiceInForce(const Workspace& workspace)
{
    if (workspace.showsOpenedTrace()) // the edits and branches of the document are not its own
        return {};
    const ComparisonChoice& choice = workspace.comparison();
    const Document& document = workspace.document();
    const bool edits = choice.kind == ComparisonChoice::Kind::kEdits && !document.interventions.empty();
    const bool branches = choice.kind == ComparisonChoice::Kind::kBranches && choice.a != choice.b
        && document.branches.find(choice.a) != nullptr && document.branches.find(choice.b) != nullptr;
    return edits || branches ? choice : ComparisonChoice();
}

std::vector<int> branchesToRun(const Workspace& workspace)
{
    const ComparisonChoice choice = choiceInForce(workspace);
    std::vector<int> ids;
    if (choice.kind == ComparisonChoice::Kind::kBranches)
        for (const int id : {choice.a, choice.b})
            if (id != workspace.document().branches.current)
                ids.push_back(id);
    return ids;
}

ComparedSides comparedSides(const Workspace& workspace, const Focus& focus, bool sameHead)
{
    const ComparisonChoice choice = choiceInForce(workspace);
    // Where edits are asked for and there are none yet, a kept result does not take their place.
    if (workspace.comparison().kind == ComparisonChoice::Kind::kEdits
        && choice.kind != ComparisonChoice::Kind::kEdits && !workspace.showsOpenedTrace()) {
        ComparedSides only = ownSides(workspace, focus, sameHead);
        only.a.reset();
        only.choice = workspace.comparison();
        return only;
    }
    ComparedSides sides = choice.kind == ComparisonChoice::Kind::kEdits ? editSides(workspace, focus)
        : choice.kind == ComparisonChoice::Kind::kBranches ? branchSides(workspace, focus, choice)
                                                           : ownSides(workspace, focus, sameHead);
    sides.choice = choice;
    return sides;
}

QString shownResultName(const Workspace& workspace)
{
    // Sentences often differ at their end.
    const QString text = shortened(shownText(workspace).simplified(), kLongestName);
    const Trace trace = workspace.shownTrace();
    const QString edits = trace.isNull() || trace.info().edits.empty() ? QString() : tr(" · with edits");
    return tr("“%1”").arg(text) + edits;
}

bool keptIsShown(const Workspace& workspace)
{
    const auto kept = workspace.kept();
    return kept != nullptr && kept->trace.leaf() == workspace.shownTrace().leaf();
}

QString offWords(const ComparedSide& a, const ComparedSide& b)
{
    if (isOff(a) == isOff(b))
        return {};
    return isOff(b) ? tr("The weights are equal, but in B the head is switched off: its output is not used.")
                    : tr("The weights are equal, but in A the head is switched off: its output is not used.");
}

CompareCanvas::Content panelsOf(const ComparedSides& sides)
{
    const ComparedSide &a = *sides.a, &b = *sides.b;
    const bool sameNext = a.written && b.written && a.written->id == b.written->id;
    CompareCanvas::Content panels;
    // While the sentence is typed, the labels of A and B would now stand once and now twice.
    panels.sameRows = (sides.choice.kind != ComparisonChoice::Kind::kOwn || a.trace.leaf() == b.trace.leaf())
        && (sameNext || (!a.written && !b.written));
    panels.titles = panelTitles(a, b);
    panels.written = {a.written, b.written, sameNext ? a.written : std::nullopt};
    panels.off = {isOff(a), isOff(b), false};
    return panels;
}

PairedMaps pairedMaps(AttentionMap a, AttentionMap b, MapKind kind, TokenPairing pairing,
                      const CompareCanvas::Content& panels)
{
    PairedMaps result;
    if (pairing == TokenPairing::kWords && a.has(kind) && b.has(kind)) {
        const PictureAxes words = PictureAxes::ofWords(a);
        a = mergedTokens(a, *words.rows(), *words.columns());
        result.axes = PictureAxes::ofWords(b);
        b = mergedTokens(b, *result.axes.rows(), *result.axes.columns());
    }
    const TokenMatch match = pairing == TokenPairing::kTokens ? TokenMatch::kExact : TokenMatch::kSpelling;
    const MapComparison comparison = pairing == TokenPairing::kPositions
        ? MapComparison(a, b, kind, alignPositions(a.queries(), b.queries()),
                        alignPositions(a.keys(), b.keys()))
        : compareMaps(a, b, kind, match);
    if (comparison.isNull())
        return result;
    result.content = std::make_shared<CompareCanvas::Content>(panels);
    result.content->comparison = comparison;
    result.content->kind = kind;
    result.content->sameRows &= pairing == TokenPairing::kTokens && comparison.queries().complete()
        && comparison.keys().complete();
    return result;
}

std::shared_ptr<CompareCanvas::Content> shownAsA(const Workspace& workspace, const Focus& focus)
{
    const bool edits
        = workspace.comparison().kind == ComparisonChoice::Kind::kEdits && !workspace.showsOpenedTrace();
    const Trace trace = workspace.shownTrace();
    // What is shown while the edits run is not always "before the edits".
    const bool known = !edits || workspace.document().interventions.empty()
        || (!trace.isNull() && recordedEdits(trace.info()).empty());
    if (trace.isNull() || !known)
        return nullptr;
    const HeadRef head = focus.head();
    auto content = std::make_shared<CompareCanvas::Content>();
    content->only = trace.attention(head);
    content->kind = content->only.has(focus.map()) ? focus.map() : MapKind::kWeights;
    content->sameRows = edits;
    content->titles = startTitles(workspace, head);
    content->written[CompareCanvas::kA] = writtenToken(workspace);
    content->off[CompareCanvas::kA] = isSwitchedOff(recordedEdits(trace.info()), head);
    return content;
}

} // namespace headlight

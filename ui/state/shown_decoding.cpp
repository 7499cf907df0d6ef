#include "ui/state/shown_decoding.h"

#include "ui/state/decoding_edit.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

DecodeStep stepOf(const BeamNode& node)
{
    DecodeStep step;
    step.token = node.label;
    step.token.id = node.token;
    step.logProbability = node.logProbability;
    step.rank = -1;
    step.entropy = std::numeric_limits<double>::quiet_NaN();
    step.trace = node.trace;
    return step;
}

} // namespace

std::optional<OtherBeam> otherBeam(const Workspace& workspace)
{
    const Snapshot& snapshot = *workspace.snapshot();
    const int node = workspace.beamNode();
    if (node < 0 || snapshot.beams == nullptr || workspace.showsUnedited())
        return std::nullopt;
    const BeamTree& tree = *snapshot.beams;
    const std::vector<int> chosen
        = tree.results.empty() ? std::vector<int>() : tree.path(tree.results.front());
    if (std::find(chosen.begin(), chosen.end(), node) != chosen.end())
        return std::nullopt;
    return OtherBeam{tree.path(node), snapshot.steps.size() - std::min(chosen.size(), snapshot.steps.size())};
}

std::shared_ptr<const Snapshot> shownDecoding(const Workspace& workspace)
{
    const std::optional<OtherBeam> beam = otherBeam(workspace);
    if (!beam)
        return workspace.shownRun();
    const std::shared_ptr<const Snapshot> own = workspace.snapshot();
    auto other = std::make_shared<Snapshot>(*own);
    other->steps.resize(beam->given);
    for (const int node : beam->nodes)
        other->steps.push_back(stepOf(own->beams->nodes[static_cast<std::size_t>(node)]));
    other->trace = other->steps.back().trace;
    other->output = writtenText(*other);
    return other;
}

QString writtenText(const Snapshot& snapshot)
{
    std::vector<TokenId> ids;
    QStringList pieces;
    for (const DecodeStep& step : snapshot.steps) {
        ids.push_back(step.id());
        pieces << QString::fromStdString(step.token.text);
    }
    return snapshot.vocabulary ? QString::fromStdString(snapshot.vocabulary->decode(ids, true))
                               : pieces.join(QLatin1Char(' '));
}

QString outputSoFar(const Workspace& workspace)
{
    const std::shared_ptr<const Snapshot> own = workspace.snapshot();
    const auto steps = static_cast<std::size_t>(workspace.step() + 1);
    if (workspace.step() < 0 || steps >= own->steps.size())
        return own->output;
    Snapshot part = *own;
    part.steps.resize(steps);
    return writtenText(part);
}

int shownStepOf(const Workspace& workspace, const Snapshot& decoding)
{
    const int last = static_cast<int>(decoding.steps.size()) - 1;
    if (otherBeam(workspace))
        return last;
    if (workspace.beamNode() < 0 || workspace.showsUnedited())
        return shownStep(workspace);
    // A node of the chosen beam is one of the steps.
    const BeamTree& tree = *workspace.snapshot()->beams;
    const int node = tree.nodes[static_cast<std::size_t>(workspace.beamNode())].step;
    const int given = last - tree.nodes[static_cast<std::size_t>(tree.results.front())].step;
    return std::clamp(given + node, 0, last);
}

} // namespace headlight

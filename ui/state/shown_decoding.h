#pragma once

#include "core/sampling/beam_tree.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class Workspace;
struct Snapshot;

/// A beam other than the chosen one, up to the selected node.
struct OtherBeam
{
    std::vector<int> nodes; ///< tree nodes, from the first new token to the selected node
    std::size_t given = 0; ///< steps before them: tokens chosen by the user
};
/// Nothing while the chosen decoding, or a node on it, is selected.
std::optional<OtherBeam> otherBeam(const Workspace& workspace);

/// The decoding shown: the workspace's own, the unedited one if that version is selected, or another beam up
/// to its node. Steps of another beam have no rank (-1), no entropy (NaN), no candidates and no logits: those
/// were not kept.
std::shared_ptr<const Snapshot> shownDecoding(const Workspace& workspace);

/// Text that the steps have written; token ids if there is no tokenizer.
QString writtenText(const Snapshot& snapshot);

/// The output of the run, as far as the selected step has written it.
QString outputSoFar(const Workspace& workspace);

/// The current step of a decoding; for another beam, its last one; -1 without steps.
int shownStepOf(const Workspace& workspace, const Snapshot& decoding);

} // namespace headlight

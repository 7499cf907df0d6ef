#pragma once

#include "core/sampling/beam_tree.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class Workspace;
struct Snapshot;

/// A beam that was not chosen, up to the node that is looked at.
struct OtherBeam
{
    std::vector<int> nodes; ///< of the tree, from the first new token to that node
    std::size_t given = 0; ///< steps before them: tokens that the user chose
};
/// Nothing while the decoding that was chosen is looked at, or a node that belongs to it.
std::optional<OtherBeam> otherBeam(const Workspace& workspace);

/// The decoding that is looked at: the workspace's own, the one without the edits where that version is
/// chosen, or another beam up to the node. The steps of another beam have no rank (-1), no entropy (NaN), no
/// candidates and no logits: those were not kept.
std::shared_ptr<const Snapshot> shownDecoding(const Workspace& workspace);

/// Its text; the ids where there is no tokenizer to make a text of them.
QString shownOutput(const Snapshot& snapshot);

/// The step of a decoding that is looked at: of another beam its last one; -1 without steps.
int shownStepOf(const Workspace& workspace, const Snapshot& decoding);

} // namespace headlight

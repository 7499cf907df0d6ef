#pragma once

#include "core/trace/trace.h"

#include <QString>

#include <vector>

namespace headlight {

class Workspace;

/// A possible next token, according to the recorded logits of a position.
struct NextToken
{
    QString text; ///< for display
    double probability = 0;
    bool taken = false; ///< the one that the decoding chose
};

/// The most likely tokens after a position, at most `count`, most likely first: from the decoding step that
/// computed them, or from the logits in the trace; none if neither is known.
std::vector<NextToken> nextTokens(const Workspace& workspace, const Trace& trace, StackKind stack, int row,
                                  std::size_t count);

} // namespace headlight

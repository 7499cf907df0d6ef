#pragma once

#include "core/trace/trace.h"

#include <QString>

#include <vector>

namespace headlight {

class Workspace;

/// A token that may follow, as the recorded logits of a position have it.
struct NextToken
{
    QString text; ///< as pictures show it
    double probability = 0;
    bool taken = false; ///< the one that the decoding took
};

/// The most likely tokens after a position, at most `count`, most likely first: those of the decoding step
/// that made them, or of the logits that the trace has of the position; none where neither is known.
std::vector<NextToken> nextTokens(const Workspace& workspace, const Trace& trace, StackKind stack, int row,
                                  std::size_t count);

} // namespace headlight

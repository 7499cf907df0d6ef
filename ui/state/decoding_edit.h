#pragma once

#include "ui/state/document.h"

namespace headlight {

class Workspace;
struct Snapshot;
struct DecodeStep;

/// The step that is looked at: the chosen one, or the last one where all of them are; -1 without steps.
int shownStep(const Workspace& workspace);

/// Whether the step's token is not what the model would have taken: it was given and is not the most
/// likely one.
bool isOwnChoice(const DecodeStep& step);

/// How much the token says: -log2 of its probability.
double surpriseBits(const DecodeStep& step);

/// The document in which `candidate` stands at `step`, after the tokens that stand before it now. A target
/// of the user's own gives way: decoding goes on by itself from there.
Document takeCandidate(const Document& document, const Snapshot& snapshot, int step, TokenId candidate);

/// The document without the choice that was made at `step` and those after it; without any where the
/// step was not given, or where only what the model itself prefers would be left.
Document withoutChoice(const Document& document, const Snapshot& snapshot, int step);

} // namespace headlight

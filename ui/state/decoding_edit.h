#pragma once

#include "ui/state/document.h"

namespace headlight {

class Workspace;
struct Snapshot;
struct DecodeStep;

/// The current step: the selected one, or the last one if all steps are selected; -1 without steps.
int shownStep(const Workspace& workspace);

/// Whether the token differs from the model's choice: it was given and is not the most likely one.
bool isOwnChoice(const DecodeStep& step);

/// Surprisal of the token: -log2 of its probability, in bits.
double surpriseBits(const DecodeStep& step);

/// The document with `candidate` at `step`, after the tokens now before it. A target set by the user is
/// dropped: decoding continues freely from there.
Document takeCandidate(const Document& document, const Snapshot& snapshot, int step, TokenId candidate);

/// The document without the choice made at `step` and those after it. All choices go if the step was not
/// given, or if only the model's own preferences would remain.
Document withoutChoice(const Document& document, const Snapshot& snapshot, int step);

} // namespace headlight

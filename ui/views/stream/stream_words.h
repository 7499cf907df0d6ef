#pragma once

#include "ui/views/stream/stream_content.h"

namespace headlight {

/// Why the logit lens does not work for the stack; empty if it does.
QString obstacleInWords(const LensFacts& facts);

/// What the numbers in the table mean and what to beware of, in one or two sentences.
QString streamNote(const StreamContent& content);

} // namespace headlight

#pragma once

#include "ui/views/stream/stream_content.h"

namespace headlight {

/// Why the logit lens cannot be applied to the stack; empty where it can.
QString obstacleInWords(const LensFacts& facts);

/// What the numbers of the table mean and what to beware of, in a sentence or two.
QString streamNote(const StreamContent& content);

} // namespace headlight

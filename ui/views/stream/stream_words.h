#pragma once

#include "ui/views/stream/stream_content.h"

namespace headlight {

/// Why the lens cannot be held over the stack; empty where it can.
QString obstacleInWords(const LensFacts& facts);

/// What the numbers of the table are, and what to beware of, in a sentence or two.
QString streamNote(const StreamContent& content);

} // namespace headlight

#pragma once

#include "core/text/aligned_text.h"

#include <string_view>
#include <vector>

namespace headlight {

/// Cuts where the script of the letters changes, as SentencePiece's trainer does: kana counts as Han, and a
/// space belongs to the script around it. Text before the first letter is left out, as in Hugging Face's
/// library.
void splitByScript(std::u32string_view text, std::vector<Span>& parts);

} // namespace headlight

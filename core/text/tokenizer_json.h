#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>

namespace headlight {

class FolderHints;

/// Builds a tokenizer from the text of a tokenizer.json (version 1.0). `file` is for messages. Its
/// "truncation" and "padding" are left aside: nothing is cut, and padding is the caller's matter.
/// `hints`, where given, name the mask token.
Result<std::shared_ptr<const Tokenizer>> parseTokenizerJson(std::string_view text, const std::string& file,
                                                            const FolderHints* hints = nullptr);

} // namespace headlight

#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>

namespace headlight {

class FolderHints;

/// Builds a tokenizer from the text of a tokenizer.json (version 1.0). `file` is used in messages. Ignores
/// "truncation" and "padding": nothing is cut, and padding is up to the caller. `hints`, if given, add the
/// tokens and settings of the folder's other files.
Result<std::shared_ptr<const Tokenizer>> parseTokenizerJson(std::string_view text, const std::string& file,
                                                            const FolderHints* hints = nullptr);

} // namespace headlight

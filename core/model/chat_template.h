#pragma once

#include <filesystem>

namespace headlight {

/// Whether a model folder says how a conversation is to be written (chat_template.jinja, chat_template.json,
/// or the field of tokenizer_config.json). The window does not apply it, and people must know that;
/// --messages does (ChatFormat).
bool hasChatTemplate(const std::filesystem::path& folder);

} // namespace headlight

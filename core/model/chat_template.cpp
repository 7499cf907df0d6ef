#include "core/model/chat_template.h"

#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace headlight {

bool hasChatTemplate(const std::filesystem::path& folder)
{
    std::error_code ignored;
    for (const char* name : {"chat_template.jinja", "chat_template.json"}) {
        if (std::filesystem::exists(folder / name, ignored))
            return true;
    }
    const std::filesystem::path settings = folder / "tokenizer_config.json";
    if (!std::filesystem::exists(settings, ignored))
        return false;
    const auto read = readJsonFile(settings);
    return read && findField(*read, "chat_template") != nullptr;
}

} // namespace headlight

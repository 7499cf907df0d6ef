#include "core/model/chat_template.h"

#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <nlohmann/json.hpp>

namespace headlight {

bool hasChatTemplate(const std::filesystem::path& folder)
{
    for (const char* name : {"chat_template.jinja", "chat_template.json"}) {
        if (isListed(folder / name))
            return true;
    }
    const std::filesystem::path settings = folder / "tokenizer_config.json";
    if (!isListed(settings))
        return false;
    const auto read = readJsonFile(settings);
    return read && findField(*read, "chat_template") != nullptr;
}

} // namespace headlight

#pragma once

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <string>

namespace headlight::test {

/// A copy of the built-in language model with a chat template.
class ChatFolder
{
public:
    explicit ChatFolder(const std::string& chatTemplate = kPlain)
    {
        const std::filesystem::path from = std::filesystem::path(kSourceRoot) / "resources/models/en-gpt";
        for (const char* name :
             {"config.json", "generation_config.json", "model.safetensors", "tokenizer.json"})
            std::filesystem::copy_file(from / name, m_folder / name);
        write(chatTemplate);
    }
    const std::filesystem::path& path() const { return m_folder.path(); }
    void write(const std::string& chatTemplate) const { m_folder.write("chat_template.jinja", chatTemplate); }

    /// "[user] The black cat\n[assistant]".
    static constexpr auto kPlain = "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
                                   "{% if add_generation_prompt %}[assistant]{% endif %}";

private:
    TemporaryFolder m_folder;
};

} // namespace headlight::test

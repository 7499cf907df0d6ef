#include "core/text/older/older_files.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <nlohmann/json.hpp>

namespace headlight {

Result<void> eachLine(const std::filesystem::path& file,
                      const std::function<bool(std::string_view line, std::size_t number)>& read)
{
    constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(file, kMaxBytes));
    std::string_view text = mapped.text();
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!read(line, number))
            break;
    }
    return {};
}

void readBuiltIn(std::string_view json, const std::function<void(const JsonFields&)>& read)
{
    FaultReport report("built-in description");
    const nlohmann::json tree = parseJson(json, report.file()).value();
    read(JsonFields(tree, {}, report));
}

std::vector<NamedToken> tokenIn(const Vocabulary& vocabulary, const std::string& content)
{
    const auto id = content.empty() ? std::nullopt : vocabulary.find(content);
    return id ? std::vector<NamedToken>{{content, *id}} : std::vector<NamedToken>();
}

void addOwnToken(AddedTokens& added, const std::string& content, TokenId id, bool special,
                 FaultReport& report)
{
    if (const auto done = added.add({content, false, false, false, false, special}, id, nullptr); !done)
        report.add(done.error());
}

} // namespace headlight

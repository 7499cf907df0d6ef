#include "core/text/chat/chat_format.h"

#include "core/io/gguf.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/text/chat/marked_conversation.h"
#include "core/text/gguf/gguf_vocabulary.h"
#include "core/text/older/folder_hints.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <utility>

namespace headlight {
namespace {

constexpr std::array<const char*, 7> kTokenNames{"bos_token", "eos_token", "unk_token", "sep_token",
                                                 "pad_token", "cls_token", "mask_token"};

Error noChatTemplate(const std::filesystem::path& model)
{
    return {ErrorCode::kFileNotFound,
            "found no chat template, expected chat_template.jinja, chat_template.json, or chat_template in "
            "tokenizer_config.json. Give the text itself with --text",
            model.string(),
            {},
            {}};
}

/// One of several named templates.
Result<ChatTemplate> namedTemplate(const nlohmann::json& list, const std::string& file, bool tools)
{
    std::optional<std::size_t> chosen;
    std::string names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = "chat_template[" + std::to_string(i) + "]";
        const auto name = textMember(list[i], "name");
        if (!name || !textMember(list[i], "template"))
            return badFile(file, where, foundExpected(&list[i], R"(an object with "name" and "template")"));
        names += (names.empty() ? "" : ", ") + ("\"" + name->substr(0, 40) + "\"");
        if ((tools && *name == "tool_use") || (*name == "default" && !chosen))
            chosen = i;
    }
    if (!chosen)
        return badFile(file, "chat_template",
                       "found " + (names.empty() ? "an empty list" : names)
                           + ", expected one named \"default\"");
    return ChatTemplate::parse(*textMember(list[*chosen], "template"), file,
                               "chat_template[" + std::to_string(*chosen) + "].template");
}

/// A field of a JSON file; empty if it is absent.
Result<std::optional<ChatTemplate>> templateInJson(const std::filesystem::path& path, bool tools)
{
    if (!isListed(path))
        return std::optional<ChatTemplate>();
    ASSIGN_OR_RETURN(const auto read, readJsonFile(path, {.bytes = std::size_t{64} << 20U}));
    const nlohmann::json* field = findField(read, "chat_template");
    if (field == nullptr)
        return std::optional<ChatTemplate>();
    if (!field->is_string() && !field->is_array())
        return badFile(path.string(), "chat_template",
                       foundExpected(field, "a text or a list of named texts"));
    ASSIGN_OR_RETURN(auto made,
                     field->is_array() ? namedTemplate(*field, path.string(), tools)
                                       : ChatTemplate::parse(field->get<std::string>(), path.string()));
    return std::optional(std::move(made));
}

Result<std::optional<ChatTemplate>> templateInFolder(const std::filesystem::path& folder, bool tools)
{
    const std::filesystem::path alone = folder / "chat_template.jinja";
    if (isListed(alone)) {
        ASSIGN_OR_RETURN(const auto file, MappedFile::open(alone));
        auto made = ChatTemplate::parse(file.text(), alone.string(), {});
        RETURN_IF_ERROR(file.check());
        RETURN_IF_ERROR(made);
        return std::optional(std::move(*made));
    }
    for (const char* name : {"chat_template.json", "tokenizer_config.json"}) {
        auto made = templateInJson(folder / name, tools);
        if (!made || made->has_value())
            return made;
    }
    return std::optional<ChatTemplate>();
}

std::tm localTime()
{
    const std::time_t seconds = std::time(nullptr);
    std::tm now{};
#ifdef _WIN32
    localtime_s(&now, &seconds);
#else
    localtime_r(&seconds, &now);
#endif
    return now;
}

} // namespace

Result<ChatFormat> ChatFormat::read(const std::filesystem::path& model, bool tools)
{
    std::error_code code;
    if (!std::filesystem::is_regular_file(model, code))
        return readFolder(model, tools);
    return GgufFile::isGguf(model) ? readGguf(model) : readFolder(model.parent_path(), tools);
}

Result<ChatFormat> ChatFormat::readFolder(const std::filesystem::path& folder, bool tools)
{
    ASSIGN_OR_RETURN(auto made, templateInFolder(folder, tools));
    if (!made.has_value())
        return noChatTemplate(folder);
    ASSIGN_OR_RETURN(const auto hints, FolderHints::read(folder));
    Tokens tokens;
    for (const char* name : kTokenNames)
        if (auto token = hints.token(name))
            tokens.emplace(name, std::move(*token));
    return ChatFormat(std::move(*made), std::move(tokens));
}

Result<ChatFormat> ChatFormat::readGguf(const std::filesystem::path& path)
{
    ASSIGN_OR_RETURN(const auto file, GgufFile::open(path));
    const GgufValue* field = file.find("tokenizer.chat_template");
    if (field == nullptr)
        return Error{
            ErrorCode::kFileNotFound,
            "found no chat template, expected tokenizer.chat_template. Give the text itself with --text",
            path.string(),
            {},
            {}};
    if (!field->text())
        return badFile(path.string(), "tokenizer.chat_template",
                       "found " + field->inWords() + ", expected a text");
    ASSIGN_OR_RETURN(auto made,
                     ChatTemplate::parse(*field->text(), path.string(), "tokenizer.chat_template"));
    ASSIGN_OR_RETURN(const auto vocabulary, readGgufVocabulary(file));
    Tokens tokens;
    for (const auto& [name, id] : {std::pair{"bos_token", vocabulary.begin},
                                   {"eos_token", vocabulary.end},
                                   {"unk_token", vocabulary.unknown},
                                   {"sep_token", vocabulary.separator},
                                   {"cls_token", vocabulary.classifier},
                                   {"mask_token", vocabulary.mask}})
        if (id)
            tokens.emplace(name, vocabulary.piece(*id));
    return ChatFormat(std::move(made), std::move(tokens));
}

Result<std::string> ChatFormat::text(const Conversation& conversation, bool answer, const std::tm& now,
                                     const std::stop_token& stop) const
{
    // As in transformers: tools and documents are always defined, and the caller's variables come last.
    nlohmann::ordered_json variables{
        {"tools", nullptr}, {"documents", nullptr}, {"add_generation_prompt", true}};
    for (const auto& [name, token] : m_tokens)
        variables[name] = token;
    for (const auto& [name, value] : conversation.variables->items())
        variables[name] = value;
    if (!answer)
        variables["add_generation_prompt"] = false;
    return m_template.render(variables, now, stop);
}

Result<std::string> ChatFormat::text(const Conversation& conversation, bool answer,
                                     const std::stop_token& stop) const
{
    return text(conversation, answer, localTime(), stop);
}

Result<WrittenChat> ChatFormat::write(const Conversation& conversation, bool answer, const std::tm& now,
                                      const std::stop_token& stop) const
{
    ASSIGN_OR_RETURN(auto real, text(conversation, answer, now, stop));
    const MarkedConversation marked(conversation, real);
    const auto rendering = text(marked.conversation(), answer, now, stop);
    // A template may reject the markers, or write something else for them.
    auto parts = rendering ? marked.partsIn(real, *rendering) : std::nullopt;
    return WrittenChat{real, parts ? std::move(*parts) : marked.partsFound(real)};
}

Result<WrittenChat> ChatFormat::write(const Conversation& conversation, bool answer,
                                      const std::stop_token& stop) const
{
    return write(conversation, answer, localTime(), stop);
}

} // namespace headlight

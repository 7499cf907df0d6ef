#include "core/text/chat/chat_format.h"

#include "core/io/gguf.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/text/chat/invocation.h"
#include "core/text/gguf/gguf_tokenizer.h"
#include "core/text/older/folder_hints.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace headlight {
namespace {

/// Finds the contents of a conversation in its rendering: renders a second conversation with a marker for
/// each content; the text between the markers is the template's, in the real rendering too.
class MarkedConversation
{
public:
    /// real: the conversation as rendered by the template.
    MarkedConversation(const Conversation& conversation, std::string_view real);
    const Conversation& conversation() const { return m_marked; }

    /// Finds the contents in `real`, given the rendering of the markers. If the template trims or changes a
    /// content, the changed text is returned. Empty if the surrounding text differs.
    std::optional<std::vector<ContentPart>> partsIn(std::string_view real, std::string_view marked) const;
    /// The contents that occur unchanged in `real`, searched for in order.
    std::vector<ContentPart> partsFound(std::string_view real) const;

private:
    struct Content
    {
        std::size_t message;
        std::string text, marker;
    };
    std::vector<Content> m_contents;
    Conversation m_marked;
};

/// A word of small letters, which no template trims, splits or misinterprets.
std::string markerOf(std::size_t number, const std::string& stem)
{
    std::string marker = stem;
    for (int digit = 0; digit < 6; ++digit, number /= 26)
        marker += static_cast<char>('a' + number % 26);
    return marker + 'q';
}

std::string smallLetters(std::string_view text)
{
    std::string small(text);
    for (char& c : small)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return small;
}

/// A stem that occurs in no text of the conversation.
std::string unusedStem(std::string_view real)
{
    std::string stem = "zqx";
    while (smallLetters(real).find(stem) != std::string::npos)
        stem += 'x';
    return stem;
}

/// Converts ranges of bytes to ranges of code points; skips empty ones.
class PartList
{
public:
    explicit PartList(std::string_view text)
        : m_offsets(byteOffsetsOfCodePoints(text))
    { }
    void add(std::size_t message, std::size_t begin, std::size_t end)
    {
        if (begin < end)
            m_parts.push_back({message, codePoint(begin), codePoint(end)});
    }
    std::vector<ContentPart> take() { return std::move(m_parts); }

private:
    std::int32_t codePoint(std::size_t byte) const
    {
        return static_cast<std::int32_t>(std::ranges::lower_bound(m_offsets, byte) - m_offsets.begin());
    }
    std::vector<std::size_t> m_offsets;
    std::vector<ContentPart> m_parts;
};

/// Length of the content that starts at `at` and is followed by `next`; empty if `next` does not occur.
std::optional<std::size_t> lengthAt(std::string_view real, std::size_t at, const std::string& content,
                                    std::string_view next)
{
    const std::string_view rest = real.substr(at);
    const auto follows = [&](std::size_t length) {
        return next.empty() ? rest.size() == length : rest.substr(length).starts_with(next);
    };
    for (const auto& [left, right] :
         std::array<std::pair<bool, bool>, 4>{{{false, false}, {true, true}, {false, true}, {true, false}}})
        if (const std::string text = chat::stripped(content, {}, left, right);
            rest.starts_with(text) && follows(text.size()))
            return text.size();
    const std::size_t end = next.empty() ? rest.size() : rest.find(next);
    return end == std::string_view::npos ? std::nullopt : std::optional(end);
}

MarkedConversation::MarkedConversation(const Conversation& conversation, std::string_view real)
{
    const std::string stem = unusedStem(real);
    nlohmann::ordered_json variables = *conversation.variables;
    const auto mark = [&](nlohmann::ordered_json& content, std::size_t message) {
        if (chat::stripped(content.get<std::string>(), {}, true, true).empty())
            return; // templates test whether there is any
        std::string marker = markerOf(m_contents.size(), stem);
        m_contents.push_back({message, content.get<std::string>(), marker});
        content = std::move(marker);
    };
    std::size_t number = 0;
    for (auto& message : variables["messages"]) {
        const auto content = message.find("content");
        if (content != message.end() && content->is_string())
            mark(*content, number);
        else if (content != message.end() && content->is_array())
            for (auto& part : *content)
                if (part.is_object() && part.contains("text") && part["text"].is_string())
                    mark(part["text"], number);
        ++number;
    }
    m_marked.variables = std::make_shared<const nlohmann::ordered_json>(std::move(variables));
}

std::optional<std::vector<ContentPart>> MarkedConversation::partsIn(std::string_view real,
                                                                    std::string_view marked) const
{
    struct Place
    {
        std::size_t at;
        const Content* content;
    };
    std::vector<Place> places;
    const std::string small = smallLetters(marked); // a template may write it in capitals
    for (const Content& content : m_contents)
        for (std::size_t at = small.find(content.marker); at != std::string::npos;
             at = small.find(content.marker, at + 1))
            places.push_back({at, &content});
    std::ranges::sort(places, {}, &Place::at);

    PartList parts(real);
    const std::string_view first = marked.substr(0, places.empty() ? marked.size() : places.front().at);
    if (!real.starts_with(first))
        return std::nullopt;
    std::size_t at = first.size();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Content& content = *places[i].content;
        const std::size_t literal = places[i].at + content.marker.size();
        const std::size_t end = i + 1 < places.size() ? places[i + 1].at : marked.size();
        const std::string_view next = marked.substr(literal, end - literal);
        // If there is nothing between two contents, the next one determines where this one ends.
        const bool joined = next.empty() && i + 1 < places.size();
        const auto length = lengthAt(real, at, content.text, joined ? places[i + 1].content->text : next);
        if (!length)
            return std::nullopt;
        parts.add(content.message, at, at + *length);
        at += *length + next.size();
    }
    if (at != real.size())
        return std::nullopt;
    return parts.take();
}

std::vector<ContentPart> MarkedConversation::partsFound(std::string_view real) const
{
    PartList parts(real);
    std::size_t from = 0;
    for (const Content& content : m_contents) {
        const std::string text = chat::stripped(content.text, {}, true, true);
        const std::size_t at = text.empty() ? std::string_view::npos : real.find(text, from);
        if (at == std::string_view::npos)
            continue;
        parts.add(content.message, at, at + text.size());
        from = at + text.size();
    }
    return parts.take();
}

constexpr std::array<const char*, 7> kTokenNames{"bos_token", "eos_token", "unk_token", "sep_token",
                                                 "pad_token", "cls_token", "mask_token"};

Error noChatTemplate(const std::filesystem::path& model)
{
    return {ErrorCode::kFileNotFound,
            "found no chat template, expected chat_template.jinja, chat_template.json, or chat_template in "
            "tokenizer_config.json. Give the text itself with --text",
            model.string()};
}

/// One of several named templates.
Result<ChatTemplate> namedTemplate(const nlohmann::json& list, const std::string& file, bool tools)
{
    std::optional<std::size_t> chosen;
    std::string names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = concat("chat_template[", i, "]");
        const auto name = textMember(list[i], "name");
        if (!name || !textMember(list[i], "template"))
            return badFile(file, where, foundExpected(&list[i], R"(an object with "name" and "template")"));
        names += (names.empty() ? "" : ", ") + ("\"" + name->substr(0, 40) + "\"");
        if ((tools && *name == "tool_use") || (*name == "default" && !chosen))
            chosen = i;
    }
    if (!chosen)
        return badFile(file, "chat_template", "found ", names.empty() ? "an empty list" : names,
                       ", expected one named \"default\"");
    return ChatTemplate::parse(*textMember(list[*chosen], "template"), file,
                               concat("chat_template[", *chosen, "].template"));
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
    localtime_r(&seconds, &now);
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
            path.string()};
    if (!field->text())
        return badFile(path.string(), "tokenizer.chat_template", "found ", field->inWords(),
                       ", expected a text");
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
    // Like transformers: tools and documents are always defined, the caller's variables last.
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

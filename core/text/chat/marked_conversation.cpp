#include "core/text/chat/marked_conversation.h"

#include "core/text/chat/invocation.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

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
        return static_cast<std::int32_t>(std::lower_bound(m_offsets.begin(), m_offsets.end(), byte)
                                         - m_offsets.begin());
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

} // namespace

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
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.at < b.at; });

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

} // namespace headlight

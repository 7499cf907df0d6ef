#include "core/text/chat/chat_template.h"

#include "core/base/text_list.h"
#include "core/text/chat/lexer.h"
#include "core/text/chat/parsers.h"
#include "core/text/chat/renderer.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace headlight {

struct ChatTemplate::Parsed
{
    chat::Block block;
    chat::TemplateLimits limits;
    std::string file, field;

    Error error(const chat::TemplateFault& fault) const
    {
        return badFile(file, concat(field.empty() ? "" : field + ", ", "line ", fault.line()), fault.what());
    }
};

namespace {

/// No depth check is needed: the JSON was read with limited depth.
chat::Value templateValue(const nlohmann::ordered_json& given, chat::RenderState& state)
{
    using chat::Value;
    state.step();
    if (given.is_null())
        return Value::none();
    if (given.is_boolean())
        return Value::flag(given.get<bool>());
    if (given.is_number_unsigned()
        && given.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return Value::real(given.get<double>());
    if (given.is_number_integer())
        return Value::integer(given.get<std::int64_t>());
    if (given.is_number())
        return Value::real(given.get<double>());
    if (given.is_string())
        return Value::text(given.get<std::string>());
    if (given.is_array())
        return Value::list(state,
                           listFrom(given, [&](const auto& item) { return templateValue(item, state); }));
    chat::Map members;
    for (const auto& [key, value] : given.items())
        members.set(key, templateValue(value, state));
    return Value::map(state, std::move(members));
}

} // namespace

Result<ChatTemplate> ChatTemplate::parse(std::string_view text, const std::string& file,
                                         const std::string& field, const chat::TemplateLimits& limits)
{
    if (text.size() > limits.templateBytes)
        return badFile(file, field, "found a template of ", text.size(), " bytes, expected at most ",
                       limits.templateBytes);
    Parsed parsed{{}, limits, file, field};
    try {
        chat::WordStream words(chat::cutTemplate(text), limits.syntaxDepth);
        parsed.block = chat::parseTemplate(words);
    } catch (const chat::TemplateFault& fault) {
        return parsed.error(fault);
    }
    return ChatTemplate(std::make_shared<const Parsed>(std::move(parsed)));
}

Result<std::string> ChatTemplate::render(const nlohmann::ordered_json& variables, const std::tm& now,
                                         const std::stop_token& stop) const
{
    try {
        chat::Renderer renderer(m_parsed->limits, now, stop);
        for (const auto& [name, value] : variables.items())
            renderer.define(name, templateValue(value, renderer.state()));
        return renderer.run(m_parsed->block);
    } catch (const chat::TemplateFault& fault) {
        return m_parsed->error(fault);
    } catch (const chat::RenderStopped&) {
        return Error{ErrorCode::kCancelled, "stopped while the chat template was running", m_parsed->file};
    }
}

} // namespace headlight

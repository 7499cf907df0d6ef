#pragma once

#include "core/base/result.h"
#include "core/text/chat/value.h"

#include <ctime>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <string_view>

namespace headlight {

/// A chat template: converts a conversation to text in the form on which a model was trained. Supports the
/// part of Jinja that published templates use (docs: jinja.palletsprojects.com, "Template Designer
/// Documentation"; settings and functions are those of transformers' apply_chat_template); anything else is
/// an error that names the line and the construct. A template can access only the variables passed to it, and
/// its steps, output and depth are limited. Immutable and thread-safe.
class ChatTemplate
{
public:
    /// `file` and `field` (may be empty) say where the template comes from, for messages.
    static Result<ChatTemplate> parse(std::string_view text, const std::string& file,
                                      const std::string& field = "chat_template",
                                      const chat::TemplateLimits& limits = {});

    /// `variables`: an object (messages, add_generation_prompt, bos_token, …). `now` is for strftime_now.
    /// kCancelled after a stop.
    Result<std::string> render(const nlohmann::ordered_json& variables, const std::tm& now,
                               const std::stop_token& stop = {}) const;

private:
    struct Parsed;
    explicit ChatTemplate(std::shared_ptr<const Parsed> parsed)
        : m_parsed(std::move(parsed))
    { }
    std::shared_ptr<const Parsed> m_parsed;
};

} // namespace headlight

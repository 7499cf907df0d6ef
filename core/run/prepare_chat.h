#pragma once

#include "core/run/execute.h"

#include <stop_token>
#include <string>

namespace headlight {

class ChatFormat;
struct Conversation;

/// A conversation, ready to run.
struct ChatInput
{
    LaneInput lane;
    std::string text; ///< output of the template; the labels' ranges refer to it
};

/// Turns a conversation into text, ids and labels; tokens that do not come from a message are marked as the
/// template's. Adds no special tokens: those the model needs are spelled out in the text and recognised
/// there. With `answer` the text ends where the model's answer begins.
Result<ChatInput> prepareChat(const Model& model, const ChatFormat& format, const Conversation& conversation,
                              bool answer, const std::stop_token& stop = {});
/// The same with the model's own template. Fails with the template's error, or with kFileNotFound if there is
/// none.
Result<ChatInput> prepareChat(const Model& model, const Conversation& conversation, bool answer,
                              const std::stop_token& stop = {});

} // namespace headlight

#pragma once

#include "core/run/execute.h"

#include <string>

namespace headlight {

class ChatFormat;
struct Conversation;

/// A conversation, ready to be fed.
struct ChatInput
{
    LaneInput lane;
    std::string text; ///< as the template wrote it; the labels' ranges are of it
};

/// A conversation → text → ids and labels; those that no message wrote are marked as the template's. No
/// special token is added: those that the model needs are spelled in the text, where they are recognised.
/// With `answer` it ends where the model's answer begins.
Result<ChatInput> prepareChat(const Model& model, const ChatFormat& format, const Conversation& conversation,
                              bool answer);
/// The same by the model's own template; its fault, or kFileNotFound, where there is none.
Result<ChatInput> prepareChat(const Model& model, const Conversation& conversation, bool answer);

} // namespace headlight

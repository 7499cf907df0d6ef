#pragma once

#include "core/run/execute.h"

#include <string>

namespace headlight {

/// A conversation that a chat template has made a text of → ids and labels. No special token is added: those
/// that the model needs are spelled in the text, where they are recognised.
Result<LaneInput> prepareChat(const Model& model, const std::string& text);

} // namespace headlight

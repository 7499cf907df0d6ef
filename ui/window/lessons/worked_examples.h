#pragma once

#include "ui/window/lessons/examples.h"

#include <vector>

namespace headlight {

/// Examples on the small models of the introductions to the paper: numbers worked out in a text, next to
/// those of the program, and slips to find. Their group is "texts".
std::vector<Example> workedExamples();
/// The sentence for one of these models ("text-0", …); empty for other models.
QString workedSentence(const QString& model);

} // namespace headlight

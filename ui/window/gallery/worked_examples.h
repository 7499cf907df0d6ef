#pragma once

#include "ui/window/gallery/examples.h"

#include <vector>

namespace headlight {

/// Examples on the small models of the introductions to the paper: numbers that a text works out, beside
/// those that the program shows, and slips to be found. Their group is "texts".
std::vector<Example> workedExamples();
/// The sentence of one of these models ("text-0", …); empty: another model.
QString workedSentence(const QString& model);

} // namespace headlight

#pragma once

#include <QString>

#include <vector>

namespace headlight {

/// Parses a list of whole numbers: "0, 1, 8-11". Ignores numbers outside 0 … count-1, repetitions and
/// anything that is not a number; keeps at most `most`, in the given order.
std::vector<int> parseIndexList(const QString& text, int count, std::size_t most);

/// "0, 1, 8".
QString indexListText(const std::vector<int>& indexes);

} // namespace headlight

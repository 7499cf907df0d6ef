#pragma once

#include <QString>

#include <vector>

namespace headlight {

/// Whole numbers as a person lists them: "0, 1, 8-11". Numbers outside 0 … count-1, repeated ones and
/// what is no number are left out; at most `most` are kept, in the order given.
std::vector<int> parseIndexList(const QString& text, int count, std::size_t most);

/// "0, 1, 8".
QString indexListText(const std::vector<int>& indexes);

} // namespace headlight

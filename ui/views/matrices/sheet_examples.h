#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Names of the sheets of matrices that come with the program (resources/sheets), in the order of the menu.
std::vector<std::string> sheetExampleNames();
/// The text of one; empty for another name.
std::string sheetExample(const std::string& name);

} // namespace headlight

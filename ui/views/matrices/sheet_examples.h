#pragma once

#include <span>
#include <string>
#include <vector>

namespace headlight {

/// A sheet of matrices that comes with the program.
struct SheetExample
{
    const char* name; ///< of its file in resources/sheets
    const char* title; ///< the Matrices view translates it
};

/// All of them, in the order of the menu.
std::span<const SheetExample> sheetExamples();
std::vector<std::string> sheetExampleNames();
/// The text of one; empty for another name.
std::string sheetExample(const std::string& name);

} // namespace headlight

#pragma once

#include "ui/views/vectors/vector_dictionary.h"

#include <QString>

#include <vector>

namespace headlight {

/// A dictionary that an introduction to attention works out, ready to be opened.
struct VectorExample
{
    QString name; ///< for a menu
    QString line; ///< what to see in it, and what the introduction prints
    VectorDictionary dictionary;
};

/// The first is where a lesson begins.
std::vector<VectorExample> vectorExamples();

} // namespace headlight

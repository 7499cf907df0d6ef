#pragma once

#include "ui/views/vectors/vector_dictionary.h"

#include <QString>

#include <vector>

namespace headlight {

/// A dictionary worked out in an introduction to attention, ready to open.
struct VectorExample
{
    QString name; ///< for a menu
    QString line; ///< what to look for, and what the introduction prints
    VectorDictionary dictionary;
};

/// The first one starts a lesson.
std::vector<VectorExample> vectorExamples();

} // namespace headlight

#pragma once

#include "core/trace/trace.h"

#include <QString>

namespace headlight {

class Model;

/// What the window says of a model, in its own words: only ui/run knows the engine's types.
struct ModelFacts
{
    QString name;
    QString folder;
    QString family;
    TraceInfo info; ///< stacks, layers, heads
    qint64 parameters = 0;
    bool takesTarget = false; ///< encoder–decoder: the target line means something
    bool hasTokenizer = false; ///< without one, the text is a list of ids
};

ModelFacts factsOf(const Model& model);

/// "3 + 3 layers, 4 heads, d_model 256, 6.1 million parameters".
QString shapeInWords(const ModelFacts& facts);

/// Folder of the model that comes with the program; empty where it is not installed.
QString builtinModel();

} // namespace headlight

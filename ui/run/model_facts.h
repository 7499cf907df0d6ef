#pragma once

#include "core/trace/trace.h"
#include "ui/state/model_description.h"

#include <QList>
#include <QString>

namespace headlight {

class Model;

/// What the window says of a model, in its own words.
struct ModelFacts
{
    QString name;
    QString folder;
    QString base; ///< of a LoRA adapter, whose folder `folder` is then: the folder or file of its base
    QString family;
    TraceInfo info; ///< stacks, layers, heads
    qint64 parameters = 0;
    bool takesTarget = false; ///< encoder–decoder: the target line means something
    bool takesPair = false; ///< encoder-only: the second sentence means something
    bool hasTokenizer = false; ///< without one, the text is a list of ids
    bool halfPrecision = false; ///< weights are held in F16 or BF16
};

ModelFacts factsOf(const Model& model);

/// "3 + 3 layers, 4 heads, d_model 256, 6.1 million parameters".
QString shapeInWords(const ModelFacts& facts);

/// All that is worth knowing of a model, in words: architecture, weights, tokenizer, config.json. Looks at
/// every token of the vocabulary and at files of the folder: not for the UI thread.
QList<FactSection> describeModel(const Model& model);

/// Folder of the model that comes with the program; empty where it is not installed.
QString builtinModel();

} // namespace headlight

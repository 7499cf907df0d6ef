#pragma once

#include "core/trace/trace.h"
#include "ui/state/model_description.h"

#include <QList>
#include <QString>

namespace headlight {

class Model;
class Workspace;

/// What the window says about a model.
struct ModelFacts
{
    QString name;
    QString folder;
    QString base; ///< folder or file of a LoRA adapter's base; `folder` is then the adapter's
    QString family;
    TraceInfo info; ///< stacks, layers, heads
    qint64 parameters = 0;
    bool takesTarget = false; ///< encoder–decoder: has a target line
    bool takesPair = false; ///< encoder-only: has a second sentence
    bool hasTokenizer = false; ///< if not, the text is a list of ids
    bool halfPrecision = false; ///< weights are held as F16 or BF16
    bool roundsInputs = false; ///< what its quantised weights multiply is rounded to 8 bits
};

ModelFacts factsOf(const Model& model);
/// Of the open model, otherwise name and shape of the opened trace; empty if nothing is open.
ModelFacts openFacts(const Workspace& workspace);
/// What the window calls a model: its modelTitle(), or the name of a trace or of a model with an adapter.
QString titleOf(const ModelFacts& facts);

/// "3 + 3 layers, 4 heads, d_model 256, 6.1 million parameters".
QString shapeInWords(const ModelFacts& facts);

/// Everything worth knowing about a model, in words: architecture, weights, tokenizer, config.json. Reads
/// every token of the vocabulary and files of the folder: not for the UI thread.
QList<FactSection> describeModel(const Model& model);

/// Folder of the model that comes with the program; empty if it is not installed.
QString builtinModel();
/// What an untrained model can show, and what it cannot.
QString untrainedWords();

} // namespace headlight

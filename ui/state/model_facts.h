#pragma once

#include "core/trace/trace.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace headlight {

class Model;

/// What the window says of a model, in its own words. The functions below are in ui/run, which knows the
/// engine's types.
struct ModelFacts
{
    QString name;
    QString folder;
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

/// One line of the model panel.
struct Fact
{
    QString name;
    QString value;
    QString note; ///< what it means, where that is not plain; empty: nothing to say
};

/// Lines that belong together, under a heading.
struct FactSection
{
    QString title;
    QList<Fact> facts;
};

/// All that is worth knowing of a model, in words: architecture, weights, tokenizer. Looks at every token of
/// the vocabulary and at files of the folder: not for the UI thread.
QList<FactSection> describeModel(const Model& model);
/// config.json as it was read; UTF-8.
QByteArray configOf(const Model& model);

/// Folder of the model that comes with the program; empty where it is not installed.
QString builtinModel();

} // namespace headlight

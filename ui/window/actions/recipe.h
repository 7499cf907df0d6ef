#pragma once

#include "ui/figure/figure_export.h"
#include "ui/run/model_facts.h"

#include <QString>
#include <QStringList>

namespace headlight {

class Workspace;

/// The source of what the window shows: a model or a trace file.
struct FigureSource
{
    ModelFacts model;
    QString trace; ///< file; empty = the model's own results
};

/// The first words of the command that draws the shown figure: `headlight render` and the options that run
/// the shown line of the document in the same way, up to the current step.
QStringList sourceWords(const Workspace& workspace, const FigureSource& source);

/// The first words for a figure of positional encodings, which needs the model but no run.
QStringList modelWords(const FigureSource& source);

/// The complete command, `headlight render … -o file`, quoted. `from`: sourceWords() of the figure's trace.
QString renderRecipe(const QStringList& from, const FigureRequest& figure, const FigureSize& size,
                     const QString& file);

} // namespace headlight

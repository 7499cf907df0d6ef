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
    QString trace; ///< file; empty: the model's own results
};

/// The first words of the command that draws a figure of what is shown: `headlight render`, and what runs the
/// shown line of the document as it was run, up to the step that is looked at.
QStringList sourceWords(const Workspace& workspace, const FigureSource& source);

/// The first words for a figure that needs the model and no run: of what it adds for the position.
QStringList modelWords(const FigureSource& source);

/// The whole command: `headlight render … -o file`, quoted for a shell. `from`: sourceWords() at the time at
/// which the figure's trace was shown.
QString renderRecipe(const QStringList& from, const FigureRequest& figure, const FigureSize& size,
                     const QString& file);

} // namespace headlight

#pragma once

#include "ui/figure/figure.h"

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace headlight {

class ResultPlot;
class Workspace;

/// A figure of a plot, on the background of its widget.
FigureRequest plotFigure(const ResultPlot& plot);

/// The command that draws a plot to a file. numbers: the words of the one that prints its numbers, with the
/// options that choose what is drawn.
QString plotCommand(const QStringList& numbers, const FigureRequest& figure, const QString& file);

/// Asks for a file and draws the plot to it, with the command in its metadata. Returns what went wrong, in
/// words; empty = nothing. name: of the file, without suffix.
QString savePlot(QWidget& window, const FigureRequest& figure,
                 const std::function<QString(const QString& file)>& command, const QString& name);
/// The same for the plot of a view; what went wrong becomes a notice.
void savePlot(Workspace& workspace, const ResultPlot& plot,
              const std::function<QString(const QString& file)>& command, const QString& name);

} // namespace headlight

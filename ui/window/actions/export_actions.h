#pragma once

#include "ui/figure/figure_export.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/actions/recipe.h"

#include <QObject>

#include <functional>
#include <vector>

namespace headlight {

class CommandActions;
class RunController;
class SlowCopy;

/// Exports pictures and numbers of what is shown, to files and to the clipboard.
class ExportActions : public QObject
{
    Q_OBJECT
public:
    /// `figure`: what the heatmap shows; `front`: the view whose picture comes first if it has one.
    ExportActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                  std::function<FigureRequest()> figure, std::function<QWidget*()> front, QWidget* window);

    /// Writes what the heatmap shows as PNG, SVG, PDF or CSV, depending on the suffix, or everything recorded
    /// as a trace file (.safetensors). Works in the background and publishes a notice at the end.
    void write(const QString& path);
    /// `from`: sourceWords() for the figure's contents.
    void write(const QString& path, const FigureRequest& request, const FigureSize& size,
               const QStringList& from);
    /// For the command line in the metadata.
    FigureSource source() const;
    /// The image of what the heatmap shows, and its numbers if they fit a table; in the background.
    void copyToClipboard();

private:
    void askForPicture();
    void askForNumbers();
    /// File name: the head, or whatever else is drawn.
    QString baseName(const FigureRequest& drawn) const;
    /// `name`: without folder and suffix.
    QString askForFile(const QString& title, const QStringList& filters, const QString& name,
                       const QString& suffix);
    /// The positional encodings of every stack that adds some.
    std::vector<PositionPicture> positions(const Trace& trace) const;

    ViewContext m_context;
    RunController& m_runs;
    QWidget* m_window;
    SlowCopy* m_slowCopy;
    std::function<FigureRequest()> m_figure;
    std::function<QWidget*()> m_front;
    QString m_folder; ///< of the last export
};

} // namespace headlight

#include "ui/figure/plot_export.h"

#include "ui/figure/figure_choices.h"
#include "ui/figure/figure_export.h"
#include "ui/picture/picture_palette.h"
#include "ui/state/workspace.h"
#include "ui/widgets/result_plot.h"
#include "ui/widgets/save_target.h"

#include <QFileDialog>

namespace headlight {

FigureRequest plotFigure(const ResultPlot& plot)
{
    FigureRequest figure;
    figure.subject = plot.plot();
    figure.backdrop = PicturePalette::of(plot.palette()).backdrop;
    return figure;
}

QString plotCommand(const QStringList& numbers, const FigureRequest& figure, const QString& file)
{
    return shellLine(numbers + figureWords(figure, {}) + QStringList{QStringLiteral("-o"), file});
}

QString savePlot(QWidget& window, const FigureRequest& figure,
                 const std::function<QString(const QString& file)>& command, const QString& name)
{
    QStringList filters;
    for (const FigureFormat& format : figureFormats())
        if (format.content != FigureFormat::Content::kNumbers)
            filters << format.file.filter();
    const QString file
        = askForTarget(&window, QFileDialog::tr("Save As"), filters, name + QStringLiteral(".pdf"));
    if (file.isEmpty())
        return {};
    const auto done = exportFigure(figure, {}, file, command(file));
    return done ? QString() : QString::fromStdString(done.error().describe());
}

void savePlot(Workspace& workspace, const ResultPlot& plot,
              const std::function<QString(const QString& file)>& command, const QString& name)
{
    const QString fault = savePlot(*plot.window(), plotFigure(plot), command, name);
    if (!fault.isEmpty())
        workspace.setNotice(Notice{fault, {}});
}

} // namespace headlight

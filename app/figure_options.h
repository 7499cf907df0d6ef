#pragma once

#include "app/command_line.h"
#include "core/base/job.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/result_plots.h"

#include <memory>
#include <optional>
#include <string>

class QCoreApplication;

namespace headlight {

/// Options of a figure that do not depend on what it shows.
struct FigureOptions
{
    std::optional<std::string> size;
    std::string title, theme = "light", language = "en";
    std::string recipe; ///< the command line, for the file's metadata
    bool noTitle = false;
    double dpi = 0, textSize = 0;

    void addTo(CommandLine& line);
    void takeRecipe(int argc, char** argv);
    /// The given size, or a usage error.
    Result<FigureSize> figureSize() const;
    Backdrop backdrop() const { return theme == "dark" ? Backdrop::kDark : Backdrop::kLight; }
    /// Writes a figure; one of a size that cannot be drawn is a usage error if the size was given.
    Result<void> write(const FigureRequest& request, const FigureSize& wanted,
                       const std::string& output) const;
    /// Qt without a display, in the figure's language, as long as this lives.
    std::shared_ptr<QCoreApplication> startDrawing() const;
    /// The endings of figures with their numbers.
    static ResultFormat format();
};

/// Options of results that -o FILE.png, .svg or .pdf draws.
struct PlotOptions : FigureOptions
{
    std::optional<std::string> kind; ///< a word of plotKinds()
    std::optional<std::string> edit; ///< whose inputs are drawn
    std::optional<std::string> against; ///< a file of another result
    std::string sort = "address"; ///< of dots
    std::string across = "weight", up; ///< numbers of cells; empty = as for --check

    /// Of the result of an experiment.
    void addEditsTo(CommandLine& line);
    /// Of cells.
    void addCellsTo(CommandLine& line);
    /// Whether -o names a figure.
    static bool draws(const std::optional<std::string>& output);
    /// The endings of such figures.
    static ResultFormat format();
    /// Usage errors that can be found before anything runs. Options of figures that are not drawn cause
    /// warnings.
    Result<void> check(const std::optional<std::string>& output, const Job& job) const;
    Result<void> draw(const ExperimentTable& table, const std::string& output) const;
    Result<void> draw(Plot plot, const std::string& output) const;
};

} // namespace headlight

#include "app/figure_options.h"

#include "app/command_line.h"
#include "core/base/text_list.h"
#include "core/io/mapped_file.h"
#include "core/run/experiment_numbers.h"
#include "ui/figure/figure.h"
#include "ui/figure/figure_choices.h"
#include "ui/window/look/languages.h"

#include <QApplication>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kMostBytesOfResult = std::size_t{4} << 30U;

// Qt prints remarks on its environment ("XDG_RUNTIME_DIR not set"); standard error is reserved for the
// command's one line.
void dropRemarks(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::cerr << "headlight: " << text.toStdString() << '\n';
}

std::string suffixOf(const FigureFormat& format)
{
    return '.' + format.file.suffixText().toStdString();
}

bool isDrawn(const FigureFormat& format)
{
    return format.content != FigureFormat::Content::kNumbers;
}

} // namespace

ResultFormat FigureOptions::format()
{
    return {listFrom(figureFormats(), [](const FigureFormat& each) { return suffixOf(each); }), ""};
}

ResultFormat PlotOptions::format()
{
    ResultFormat plot{{}, "a plot"};
    for (const FigureFormat& each : figureFormats())
        if (isDrawn(each))
            plot.endings.push_back(suffixOf(each));
    return plot;
}

void FigureOptions::addTo(CommandLine& line)
{
    line.choice("--theme", theme, {"light", "dark"}, "background of a figure (default light)");
    line.text("--title", title, "title of a figure (default: a description of what is drawn)");
    line.flag("--no-title", noTitle, "draw no title");
    line.text("--size", size, "size in pixels, or in millimetres (85x60mm)", "WxH");
    line.number("--dpi", dpi, FigureSize::kLeastDpi, FigureSize::kMostDpi,
                "dots per inch, for sizes in mm and for text");
    line.number("--text-size", textSize, FigureSize::kLeastText, FigureSize::kMostText,
                "size of labels in points (default 9.75)");
    const auto spoken = listFrom(languages(), [](const Language& each) { return each.code.toStdString(); });
    line.choice("--language", language, spoken, "language of the figure's words (default en)");
}

void FigureOptions::takeRecipe(int argc, char** argv)
{
    QStringList words{QStringLiteral("headlight")};
    for (int i = 0; i < argc; ++i)
        words << QString::fromUtf8(argv[i]);
    recipe = shellLine(words).toStdString();
}

Result<FigureSize> FigureOptions::figureSize() const
{
    FigureSize wanted;
    wanted.dpi = dpi;
    if (size) {
        const auto given = parseFigureSize(QString::fromStdString(*size), dpi);
        if (!given)
            return usageError("--size", given.error().message);
        wanted = *given;
    }
    wanted.textPoints = textSize;
    return wanted;
}

Result<void> FigureOptions::write(const FigureRequest& request, const FigureSize& wanted,
                                  const std::string& output) const
{
    auto written
        = exportFigure(request, wanted, std::filesystem::path(output), QString::fromStdString(recipe));
    if (!written && size && written.error().field == "size")
        return usageError("--size", written.error().message);
    return written;
}

std::shared_ptr<QCoreApplication> FigureOptions::startDrawing() const
{
    static int count = 1;
    static std::array<char, 10> name{"headlight"};
    static std::array<char*, 2> words{name.data(), nullptr};
    qInstallMessageHandler(dropRemarks);
    setenv("QT_QPA_PLATFORM", "offscreen", 1); // no display is needed
    auto application = std::make_shared<QApplication>(count, words.data());
    useLanguage(QString::fromStdString(language));
    return application;
}

void PlotOptions::addEditsTo(CommandLine& line)
{
    line.choice("--plot", kind, listFrom(plotKinds(), &QString::toStdString),
                "with -o FILE.png, .svg or .pdf: draw a dot for each edit with its error, a scatter of "
                "estimates and runs (--estimate --check), a histogram of what one edit changes for each "
                "input, or a grid of layers and heads or positions (default dots)");
    line.text("--plot-of", edit,
              "draw what this edit changes for each input: a histogram, or with --plot dots a dot each "
              "(default: the edit that changes most); base = what each input measures without edits",
              "EDIT");
    line.text("--against", against,
              "draw this result against another one: the JSON of an experiment with the same edits", "FILE");
    FigureOptions::addTo(line);
}

void PlotOptions::addCellsTo(CommandLine& line)
{
    const auto numbers
        = listFrom(kCellNumbers, [](const CellNumber& each) { return std::string(each.name); });
    line.choice("--plot", kind, {"scatter"},
                "with -o FILE.png, .svg or .pdf: draw a point for each cell (default scatter)");
    line.choice("--across", across, numbers, "the number that a plot shows across (default weight)");
    line.choice("--up", up, numbers,
                "the number that it shows upwards (default if_masked; with --check lost)");
    FigureOptions::addTo(line);
}

bool PlotOptions::draws(const std::optional<std::string>& output)
{
    if (!output)
        return false;
    const auto* const format = formatOf(figureFormats(), QString::fromStdString(*output));
    return format != nullptr && isDrawn(*format);
}

Result<void> PlotOptions::check(const std::optional<std::string>& output, const Job& job) const
{
    const PlotOptions usual;
    if (!draws(output))
        warnOfIdle(job,
                   {{size.has_value(), "--size"},
                    {dpi != usual.dpi, "--dpi"},
                    {textSize != usual.textSize, "--text-size"},
                    {title != usual.title, "--title"},
                    {noTitle, "--no-title"},
                    {theme != usual.theme, "--theme"},
                    {language != usual.language, "--language"},
                    {across != usual.across, "--across"},
                    {up != usual.up, "--up"}},
                   "without -o FILE.png, FILE.svg or FILE.pdf");
    if (!draws(output) && (kind || edit || against))
        return usageError(kind       ? "--plot"
                              : edit ? "--plot-of"
                                     : "--against",
                          "needs -o FILE.png, FILE.svg or FILE.pdf");
    if (against && (edit || kind.value_or("scatter") != "scatter"))
        return usageError("--against", "draws a scatter of all edits, and excludes --plot-of");
    if (edit && (kind == "scatter" || kind == "grid"))
        return usageError("--plot-of", "excludes --plot " + *kind + ", which shows all edits");
    const auto wanted = figureSize();
    return wanted ? Result<void>() : Result<void>(wanted.error());
}

Result<void> PlotOptions::draw(const ExperimentTable& table, const std::string& output) const
{
    const auto drawing = startDrawing();
    if (against) {
        ASSIGN_OR_RETURN(const auto file, MappedFile::open(*against, kMostBytesOfResult));
        ASSIGN_OR_RETURN(const auto other, experimentTable(std::string(file.text()), *against));
        Plot plot = comparisonPlot(table, other);
        if (plot.points.empty())
            return badFile(*against, "points",
                           "found no edit of this result. Give a result with the same edits");
        return draw(std::move(plot), output);
    }
    if (kind == "scatter") {
        if (!isChecked(table))
            return usageError("--plot", "found scatter, which needs --estimate and --check, or --against");
        return draw(estimatesPlot(table), output);
    }
    if (kind == "grid") {
        Plot plot = gridPlot(table);
        if (plot.points.empty())
            return usageError("--plot", "found grid, but no edit belongs to one head or one position");
        return draw(std::move(plot), output);
    }
    if (kind != "histogram" && !edit)
        return draw(changesPlot(table, sort != "address"), output);
    const auto shown = kind == "dots" ? Plot::Kind::kDots : Plot::Kind::kHistogram;
    if (edit == "base")
        return draw(basePlot(table, shown), output);
    auto row = strongestRow(table);
    if (edit) {
        const auto named = std::ranges::find(table.rows, *edit, &ExperimentTable::Row::name);
        row = static_cast<std::size_t>(named - table.rows.begin());
        if (named == table.rows.end())
            return usageError("--plot-of", "found \"", *edit, "\", expected the name of an edit such as ",
                              table.rows.empty() ? "decoder.0.self.0" : table.rows.front().name);
    }
    return draw(row ? inputsPlot(table, *row, shown) : Plot(), output);
}

Result<void> PlotOptions::draw(Plot plot, const std::string& output) const
{
    ASSIGN_OR_RETURN(const auto wanted, figureSize());
    FigureRequest request;
    request.subject = std::move(plot);
    request.title = QString::fromStdString(title);
    request.showTitle = !noTitle;
    request.backdrop = backdrop();
    return write(request, wanted, output);
}

} // namespace headlight

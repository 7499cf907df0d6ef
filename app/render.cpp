// headlight render: a recorded head, a grid of heads or positional encodings as
// PNG, SVG, PDF or CSV.

#include "app/commands.h"
#include "app/trace_input.h"

#include "core/analysis/position_tables.h"
#include "ui/paint/colour_map.h"
#include "ui/plot/figure_export.h"

#include <QGuiApplication>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>

namespace headlight {

namespace {

constexpr int kDefaultPositions = 64;
constexpr int kMaxPositions = 65536;
constexpr double kMaxDpi = 2400;

struct RenderOptions
{
    TraceInput input;
    std::optional<std::string> head, layer, grid, positions, colourMap, size, output;
    std::optional<int> length, query;
    std::string title, map = "weights", theme = "light", scale = "one";
    int item = 0;
    double dpi = 0;
    std::string recipe;
};

std::vector<std::string> splitDots(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('.', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Result<StackKind> parseStack(const std::string& option, const std::string& name)
{
    if (name == "encoder" || name == "decoder")
        return name == "encoder" ? StackKind::kEncoder : StackKind::kDecoder;
    return usageError(option, "\"" + name + "\" was given, expected encoder or decoder");
}

/// A pattern that names one thing: no ranges, no "*".
Result<HeadRef> parseOne(const std::string& option, const std::string& address, const std::string& given)
{
    const auto pattern = parseHeadPattern(address);
    if (!pattern)
        return usageError(option, "\"" + given + "\" was given; " + pattern.error().message);
    const bool single = !pattern->anyStack && !pattern->anyKind
        && pattern->layers.first == pattern->layers.last && pattern->heads.first == pattern->heads.last;
    if (!single)
        return usageError(option, "\"" + given + "\" was given, expected one, without ranges and *");
    return HeadRef{pattern->stack, pattern->layers.first, pattern->kind, pattern->heads.first};
}

using Subject = decltype(FigureRequest::subject);

Result<Subject> parseSubject(const RenderOptions& options)
{
    if (options.head) {
        const auto head = parseOne("--head", *options.head, *options.head);
        if (!head)
            return head.error();
        return Subject(*head);
    }
    if (options.layer) {
        const auto head = parseOne("--layer", *options.layer + ".0", *options.layer);
        if (!head)
            return head.error();
        return Subject(head->layerRef());
    }
    if (options.positions)
        return Subject(PositionTable{});
    const auto parts = splitDots(*options.grid);
    const auto stack = parseStack("--grid", parts.front());
    if (!stack)
        return stack.error();
    if (parts.size() != 2 || (parts[1] != "self" && parts[1] != "cross"))
        return usageError("--grid",
                          "\"" + *options.grid + "\" was given, expected STACK.KIND such as decoder.cross");
    return Subject(HeadGridRef{*stack, parts[1] == "self" ? AttentionKind::kSelf : AttentionKind::kCross});
}

/// Feeds as many tokens as positions are wanted: what the model adds is then
/// what the engine added.
Result<Matrix> positionsOfModel(const RenderOptions& options, StackKind stack)
{
    const auto model = options.input.pass.model.load();
    if (!model)
        return model.error();
    if ((*model)->traceInfo().stack(stack) == nullptr)
        return usageError("--positions", "the model has no " + std::string(stackName(stack)));
    const std::vector<TokenId> tokens(static_cast<std::size_t>(options.length.value_or(kDefaultPositions)),
                                      0);
    auto lane = prepareIds(**model, stack == StackKind::kEncoder ? tokens : std::vector<TokenId>{0}, tokens);
    if ((*model)->isDecoderOnly())
        lane = prepareIds(**model, tokens, {});
    if (!lane)
        return lane.error();
    if (stack == StackKind::kEncoder && (*model)->isEncoderDecoder())
        lane->target.resize(1);
    RunRequest request;
    request.model = *model;
    request.lanes = {std::move(*lane)};
    request.plan.sites = {Site::kPositions};
    auto result = execute(request, options.input.pass.model.job());
    if (!result)
        return result.error();
    return result->traces.front().stackMatrix(Site::kPositions, stack);
}

Result<Matrix> positionsOfTrace(const RenderOptions& options, const Trace& trace, StackKind stack)
{
    const Matrix recorded = trace.stackMatrix(Site::kPositions, stack);
    const Index wanted = options.length.value_or(static_cast<int>(recorded.rows()));
    if (wanted <= recorded.rows())
        return Matrix(recorded.topRows(wanted));
    const StackPositions formula = recognisePositions(recorded); // a sinusoid goes on beyond the recording
    if (formula.available(wanted) < wanted)
        return usageError("--length",
                          std::to_string(wanted) + " was given, the trace holds "
                              + std::to_string(recorded.rows()) + " positions");
    return formula.rows(wanted);
}

Result<void> takePositions(const RenderOptions& options, FigureRequest& request)
{
    const auto stack = parseStack("--positions", *options.positions);
    if (!stack)
        return stack.error();
    const bool own = !options.input.file && options.input.pass.input.empty();
    auto rows = own ? positionsOfModel(options, *stack) : positionsOfTrace(options, request.trace, *stack);
    if (!rows)
        return rows.error();
    if (rows->rows() == 0)
        return Error{ErrorCode::kBadArgument,
                     "nothing is added for the position in the " + std::string(stackName(*stack))
                         + ", or it was not recorded",
                     options.input.file.value_or(""),
                     {},
                     {}};
    request.subject = PositionTable{std::move(*rows)};
    return {};
}

Result<void> takeTrace(const RenderOptions& options, FigureRequest& request)
{
    RecordPlan plan;
    plan.sites = {Site::kWeights, Site::kScores, Site::kMask, Site::kPositions};
    const auto traces = options.input.traces(plan);
    if (!traces)
        return traces.error();
    if (options.item >= static_cast<int>(traces->size()))
        return usageError("--item",
                          std::to_string(options.item) + " was given, there are "
                              + std::to_string(traces->size()) + " inputs, counted from 0");
    request.trace = (*traces)[static_cast<std::size_t>(options.item)];
    return {};
}

Result<void> checkQuery(const RenderOptions& options, const FigureRequest& request)
{
    const HeadRef* const head = std::get_if<HeadRef>(&request.subject);
    if (!options.query || head == nullptr)
        return {};
    const Index queries = request.trace.attention(*head).queries();
    if (*options.query >= queries)
        return usageError("--query",
                          std::to_string(*options.query) + " was given, the head has "
                              + std::to_string(queries) + " queries, counted from 0");
    return {};
}

Result<FigureRequest> makeRequest(const RenderOptions& options)
{
    FigureRequest request;
    auto subject = parseSubject(options);
    if (!subject)
        return subject.error();
    request.subject = std::move(*subject);
    request.map = options.map == "scores" ? MapKind::kScores
        : options.map == "mask"           ? MapKind::kMask
                                          : MapKind::kWeights;
    request.title = QString::fromStdString(options.title);
    request.backdrop = options.theme == "dark" ? Backdrop::kDark : Backdrop::kLight;
    request.weightRange = options.scale == "max" ? WeightRange::kMaximum : WeightRange::kOne;
    if (options.query)
        request.marks.pin.query = *options.query;
    if (options.colourMap) {
        request.colourMap = QString::fromStdString(*options.colourMap);
        if (!colourMapNames().contains(request.colourMap))
            return usageError("--colormap",
                              "\"" + *options.colourMap + "\" was given, expected one of "
                                  + colourMapNames().join(QStringLiteral(", ")).toStdString());
    }
    const bool modelPositions = options.positions && !options.input.file && options.input.pass.input.empty();
    if (!modelPositions)
        if (const auto done = takeTrace(options, request); !done)
            return done.error();
    const auto done = options.positions ? takePositions(options, request) : checkQuery(options, request);
    if (!done)
        return done.error();
    return request;
}

// Qt remarks on its surroundings ("XDG_RUNTIME_DIR not set"); standard error is for this command's one line.
void dropRemarks(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::cerr << "headlight render: " << text.toStdString() << '\n';
}

Result<void> render(const RenderOptions& options, int argc, char** argv)
{
    if (!options.output)
        return usageError("-o", "is missing: FILE.png, FILE.svg, FILE.pdf or FILE.csv");
    const int subjects = (options.head ? 1 : 0) + (options.layer ? 1 : 0) + (options.grid ? 1 : 0)
        + (options.positions ? 1 : 0);
    if (subjects != 1)
        return usageError("--head", "expected one of --head, --layer, --grid and --positions");
    const QString path = QString::fromStdString(*options.output);
    const bool known = path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)
        || path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)
        || path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)
        || path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
    if (!known)
        return usageError("-o",
                          "\"" + *options.output
                              + "\" was given, expected a name that ends in .png, .svg, "
                                ".pdf or .csv");
    FigureSize size;
    size.dpi = options.dpi;
    if (options.size) {
        const auto given = parseFigureSize(QString::fromStdString(*options.size), options.dpi);
        if (!given)
            return usageError("--size", given.error().message);
        size = *given;
    }
    qInstallMessageHandler(dropRemarks);
    setenv("QT_QPA_PLATFORM", "offscreen",
           1); // no display is needed, and none is asked for
    const QGuiApplication application(argc, argv);
    const auto request = makeRequest(options);
    if (!request)
        return request.error();
    if (const auto done = checkFigure(*request); !done)
        return done.error();
    return exportFigure(*request, size, path, QString::fromStdString(options.recipe));
}

std::string quoted(const std::string& word)
{
    const char* const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

} // namespace

int runRender(int argc, char** argv)
{
    RenderOptions options;
    CommandLine line("render",
                     "Draws a head, all heads of a layer or of a "
                     "stack, or positional encodings.");
    line.text("-o", options.output, "FILE.png, .svg, .pdf or .csv");
    line.text("--head", options.head, "STACK.LAYER.KIND.HEAD: one head");
    line.text("--layer", options.layer, "STACK.LAYER.KIND: all its heads");
    line.text("--grid", options.grid, "STACK.KIND: layers x heads");
    line.text("--positions", options.positions, "STACK: its positional encodings");
    line.number("--length", options.length, 1, kMaxPositions, "positions to draw (64)");
    line.number("--item", options.item, 0, 1 << 20, "which input of a batch, from 0");
    line.choice("--map", options.map, {"weights", "scores", "mask"}, "what is drawn (weights)");
    line.number("--query", options.query, 0, 1 << 20, "marks this row");
    line.text("--colormap", options.colourMap, "name of the colour map (viridis)");
    line.choice("--range", options.scale, {"one", "max"},
                "weights are coloured from 0 to 1, or to the largest");
    line.choice("--theme", options.theme, {"light", "dark"}, "background (light)");
    line.text("--title", options.title, "title (default: the subject in words)");
    line.text("--size", options.size, "WxH in pixels or WxHmm");
    line.number("--dpi", options.dpi, 1, kMaxDpi, "dots per inch of a size in mm, and of text");
    options.input.addTo(line);
    if (const auto status = line.parse(argc, argv))
        return *status;
    options.recipe = "headlight";
    for (int i = 0; i < argc; ++i)
        options.recipe += " " + quoted(argv[i]);
    const auto done = render(options, argc, argv);
    return done ? kDone : reportError("render", done.error());
}

} // namespace headlight

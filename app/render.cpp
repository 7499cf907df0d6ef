// headlight render: a recorded head, a grid of heads or positional encodings as
// PNG, SVG, PDF or CSV.

#include "app/command_line.h"
#include "app/commands.h"
#include "app/decoding_input.h"
#include "app/figure_options.h"
#include "app/measure_options.h"
#include "core/analysis/position_tables.h"
#include "core/base/result.h"
#include "core/base/text_list.h"
#include "core/options/map_options.h"
#include "core/run/cell_effects.h"
#include "ui/figure/figure.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/film.h"
#include "ui/picture/colour_map.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace headlight {

namespace {

constexpr int kDefaultPositions = 64;

/// The options of `headlight render`, as given.
struct RenderOptions : FigureOptions
{
    TraceInput input;
    DecodingInput decoding;
    std::vector<std::string> heads;
    std::optional<std::string> layer, grid, positions, colourMap, output, queries, keys, film;
    std::optional<int> length, query, key;
    MapKind map = MapKind::kWeights;
    MapOptions look;
    MeasureOptions measure; ///< of maps of effects
    bool noScaleBar = false, difference = false;
    int item = 0;
    double pace = 0;
};

Result<StackKind> parseStack(const std::string& option, const std::string& name)
{
    const auto stack = fromWord<StackKind>(name);
    return stack ? Result<StackKind>(*stack)
                 : usageError(option, "found \"", name, "\", expected encoder or decoder");
}

/// A pattern that names exactly one thing: no ranges, no "*".
Result<HeadRef> parseOne(const std::string& option, const std::string& address, const std::string& given)
{
    const auto pattern = parseHeadPattern(address);
    if (!pattern)
        return usageError(option, "found \"", given, "\"; ", pattern.error().message);
    const auto head = onlyHead(*pattern);
    return head ? Result<HeadRef>(*head)
                : usageError(option, "found \"", given, "\", expected a single one, without ranges and *");
}

using Subject = decltype(FigureRequest::subject);

/// Runs as many tokens as positions are requested, so that the result is what the engine really adds.
Result<Matrix> positionsOfModel(const RenderOptions& options, StackKind stack)
{
    ASSIGN_OR_RETURN(const auto model, options.input.pass.model.load());
    if (model->traceInfo().stack(stack) == nullptr)
        return usageError("--positions", "the model has no ", stackName(stack));
    std::vector<TokenId> ids(static_cast<std::size_t>(options.length.value_or(kDefaultPositions)), 0);
    std::vector<TokenId> targets;
    if (model->isEncoderDecoder()) { // the other stack reads one token
        targets = {0};
        if (stack == StackKind::kDecoder)
            ids.swap(targets);
    }
    ASSIGN_OR_RETURN(auto lane, prepareIds(*model, ids, targets));
    RunRequest request{model, {std::move(lane)}, {}, {}};
    request.plan.sites = {Site::kPositions};
    ASSIGN_OR_RETURN(auto result, execute(request, options.input.pass.model.job()));
    return result.traces.front().stackMatrix(Site::kPositions, stack);
}

Result<Matrix> positionsOfTrace(const RenderOptions& options, const Trace& trace, StackKind stack)
{
    const Matrix recorded = trace.stackMatrix(Site::kPositions, stack);
    const Index wanted = options.length.value_or(static_cast<int>(recorded.rows()));
    if (wanted <= recorded.rows())
        return Matrix(recorded.topRows(wanted));
    const StackPositions formula = recognisePositions(recorded); // a sinusoid continues beyond the recording
    if (formula.available(wanted) < wanted)
        return usageError("--length", "found ", wanted, ", expected at most ", recorded.rows(),
                          options.input.file
                              ? ", the positions in the trace"
                              : ", the positions of the input. Leave it out to draw more of the model's");
    return formula.rows(wanted);
}

Result<Subject> parseSubject(const RenderOptions& options)
{
    if (!options.heads.empty()) {
        std::vector<HeadRef> heads;
        for (const std::string& address : options.heads) {
            ASSIGN_OR_RETURN(heads.emplace_back(), parseOne("--head", address, address));
        }
        return heads.size() == 1 ? Subject(heads.front()) : Subject(std::move(heads));
    }
    if (options.layer) {
        ASSIGN_OR_RETURN(const auto head, parseOne("--layer", *options.layer + ".0", *options.layer));
        return Subject(head.layerRef());
    }
    if (options.positions)
        return Subject(PositionPicture{});
    const auto parts = split(*options.grid, '.');
    ASSIGN_OR_RETURN(const auto stack, parseStack("--grid", std::string(parts.front())));
    if (parts.size() != 2 || (parts[1] != "self" && parts[1] != "cross"))
        return usageError("--grid", "found \"", *options.grid,
                          "\", expected STACK.KIND such as decoder.cross");
    return Subject(HeadGridRef{stack, parts[1] == "self" ? AttentionKind::kSelf : AttentionKind::kCross});
}

/// Adds the selected positional encodings to the figure: those of the trace, or, without one, the requested
/// number of those that the model adds [length × d_model].
Result<void> takePositions(const RenderOptions& options, FigureRequest& request)
{
    ASSIGN_OR_RETURN(const auto stack, parseStack("--positions", *options.positions));
    const bool own = !options.input.file && options.input.pass.input.empty();
    ASSIGN_OR_RETURN(
        auto rows, own ? positionsOfModel(options, stack) : positionsOfTrace(options, request.trace, stack));
    if (rows.rows() == 0)
        return Error{ErrorCode::kBadArgument,
                     concat("found no positional encoding in the ", stackName(stack),
                            ": none was added, or it was not recorded"),
                     options.input.file.value_or("")};
    request.subject = PositionPicture{std::move(rows)};
    return {};
}

constexpr int kMaxPositions = 65536;

/// Runs the same input without edits, to be subtracted.
Result<void> takeBefore(const RenderOptions& options, const RecordPlan& plan, FilmRequest& film)
{
    FigureRequest& request = film.figure;
    if (options.input.file)
        return usageError("--difference", "needs a model to run and excludes --trace");
    if (options.positions)
        return usageError("--difference", "excludes --positions, which edits do not change");
    if (request.trace.info().edits.empty())
        return usageError(
            {}, "--difference needs an edit to compare with. Add --ablate, --mask, --edit or --causal");
    RenderOptions plain = options;
    EditOptions& edits = plain.input.pass.edits;
    edits = {};
    if (options.film) {
        ASSIGN_OR_RETURN(const auto frames, plain.decoding.frames(plain.input.pass, plain.item, plan));
        if (frames.empty())
            return badArgument("film", "without edits the output has no step to show");
        // If the unedited decoding ended earlier, its last step is repeated.
        for (std::size_t i = 0; i < film.frames.size(); ++i)
            film.before.push_back(frames[std::min(i, frames.size() - 1)].trace);
        request.before = film.before.back();
        return {};
    }
    if (options.decoding.wanted()) {
        ASSIGN_OR_RETURN(auto shown, plain.decoding.frame(plain.input.pass, plain.item, plan));
        request.before = std::move(shown.trace);
        return {};
    }
    ASSIGN_OR_RETURN(const auto traces, plain.input.traces(plan));
    request.before = traces.at(static_cast<std::size_t>(options.item));
    return {};
}

/// Takes all steps of the decoding; the last one is used to check the figure.
Result<void> takeFrames(const RenderOptions& options, const RecordPlan& plan, FilmRequest& film)
{
    ASSIGN_OR_RETURN(const auto frames, options.decoding.frames(options.input.pass, options.item, plan));
    for (const DecodingFrame& frame : frames) {
        film.frames.push_back(frame.trace);
        film.captions << QString::fromStdString(frame.text);
        film.figure.written = frame.written;
    }
    if (film.frames.empty())
        return badArgument("film", "the output has no step, so there is nothing to show");
    film.figure.trace = film.frames.back();
    return {};
}

/// Runs the line of the trace forwards and backwards.
Result<void> takeEffects(const RenderOptions& options, FigureRequest& request)
{
    const PassOptions& pass = options.input.pass;
    const std::string map = concat("--map ", wordOf(options.map));
    if (options.input.file)
        return usageError("--trace", "excludes ", map, ", which needs a model to run");
    if (options.difference || options.film || pass.repeats > 1)
        return usageError("--map", "found ", map, ", which excludes --difference, --repeats and --film");
    ASSIGN_OR_RETURN(const auto model, pass.load());
    ASSIGN_OR_RETURN(const auto measure, options.measure.of(*model, inputOfLine(request.trace)));
    if (options.map == MapKind::kEffect
        && (measure.rows.size() != 1 || measure.kind == Metric::kProbability
            || measure.kind == Metric::kLoss))
        return usageError("--map",
                          "found effect, which needs one --row, and --of logprob or logit-difference");
    ASSIGN_OR_RETURN(const auto interventions,
                     pass.edits.interventions(model, [&]() -> Result<std::vector<LaneInput>> {
                         return std::vector{inputOfLine(request.trace)};
                     }));
    ASSIGN_OR_RETURN(auto effects,
                     cellEffects({model, request.trace, interventions, measure}, pass.model.job()));
    request.trace = request.trace.withEffects(std::move(effects));
    return {};
}

Result<void> takeTrace(const RenderOptions& options, FilmRequest& film)
{
    FigureRequest& request = film.figure;
    if (options.measure.any() && !isOfEffects(options.map))
        return usageError("--map", "--of, --row, --token and --minus need --map effect or --map if_masked");
    RecordPlan plan;
    plan.sites = {Site::kWeights, Site::kScores, Site::kMask, Site::kBias, Site::kValue, Site::kPositions};
    if (options.decoding.wanted()) {
        if (options.input.file)
            return usageError("--trace",
                              "excludes --step, --beam-node and --film, which need a model to run");
        if (options.film) {
            RETURN_IF_ERROR(takeFrames(options, plan, film));
        } else {
            ASSIGN_OR_RETURN(auto shown, options.decoding.frame(options.input.pass, options.item, plan));
            request.trace = std::move(shown.trace);
            request.written = std::move(shown.written);
        }
        return options.difference ? takeBefore(options, plan, film) : Result<void>();
    }
    ASSIGN_OR_RETURN(const auto traces, options.input.traces(plan));
    if (options.item >= static_cast<int>(traces.size()))
        return usageError("--item", "found ", options.item, ", expected an input from 0 to ",
                          traces.size() - 1);
    request.trace = traces[static_cast<std::size_t>(options.item)];
    return options.difference ? takeBefore(options, plan, film) : Result<void>();
}

/// The heads must exist, and marked rows and columns in all of them.
Result<void> checkHeads(const RenderOptions& options, const FigureRequest& request)
{
    const auto check = [](const std::string& option, const std::optional<int>& mark, const char* what,
                          Index count) -> Result<void> {
        if (!mark || *mark < count)
            return {};
        return usageError(option, "found ", *mark, ", but the head has ", what, " 0 to ", count - 1);
    };
    const char* const option = options.grid ? "--grid" : options.layer ? "--layer" : "--head";
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject)) {
        const HeadPattern where{false, grid->stack, {0, -1}, false, grid->kind, {0, -1}};
        const auto known = request.trace.info().checkHeads(where);
        return known ? known : Result<void>(usageError(option, known.error().message));
    }
    for (const HeadRef& head : figureHeads(request)) {
        if (const auto known = request.trace.info().checkHeads(patternOf(head)); !known)
            return usageError(option, known.error().message);
        const AttentionMap map = request.trace.attention(head);
        if (map.isNull()) // reported by checkFigure()
            return {};
        RETURN_IF_ERROR(check("--query", options.query, "queries", map.queries()));
        RETURN_IF_ERROR(check("--key", options.key, "keys", map.keys()));
    }
    return {};
}

/// "2:14.5": from the first up to the second; fractions cut a cell.
Result<std::optional<AxisSpan>> parseSpan(const std::string& option, const std::optional<std::string>& given,
                                          Index count, const char* what)
{
    if (!given)
        return std::optional<AxisSpan>();
    const QStringList ends = QString::fromStdString(*given).split(QLatin1Char(':'));
    bool begins = false, stops = false;
    const AxisSpan span{ends.value(0).toDouble(&begins), ends.value(1).toDouble(&stops)};
    // Spans copied from the window may exceed the last cell by a rounding error.
    constexpr double kSlack = 1e-6;
    const bool inside = span.lower >= -kSlack && span.upper <= static_cast<double>(count) + kSlack;
    if (ends.size() == 2 && begins && stops && inside && span.lower < span.upper)
        return std::optional(span);
    return usageError(option, "found \"", *given, "\", expected FROM:TO within 0:", count,
                      ", as the head has ", count, " ", what);
}

/// The drawn part counts painted cells: words if tokens are merged.
Result<void> takePart(const RenderOptions& options, FigureRequest& request)
{
    if (!options.queries && !options.keys)
        return {};
    const std::string named = options.queries ? "--queries" : "--keys";
    if (options.positions || options.grid)
        return usageError(named, "needs --head or --layer");
    const ShownMaps shown = figureMaps(request);
    if (shown.maps.empty())
        return {}; // reported by checkFigure()
    const AttentionMap& map = shown.maps.front();
    ASSIGN_OR_RETURN(const auto queries, parseSpan("--queries", options.queries, map.queries(), "queries"));
    ASSIGN_OR_RETURN(const auto keys, parseSpan("--keys", options.keys, map.keys(), "keys"));
    request.queries = queries;
    request.keys = keys;
    std::string whole; // heads of which no part is taken
    for (std::size_t i = 0; i < shown.maps.size(); ++i)
        if (shown.maps[i].queries() != map.queries() || shown.maps[i].keys() != map.keys())
            whole += concat(whole.empty() ? "" : ", ", toString(shown.heads[i]));
    if (!whole.empty())
        options.input.pass.model.job().warning(
            concat(named, " cuts maps that are as large as the first, and leaves whole: ", whole));
    return {};
}

Result<FilmRequest> makeRequest(const RenderOptions& options)
{
    FilmRequest film;
    FigureRequest& request = film.figure;
    ASSIGN_OR_RETURN(request.subject, parseSubject(options));
    request.map = options.map;
    request.options = options.look;
    request.title = QString::fromStdString(options.title);
    request.showTitle = !options.noTitle;
    request.scaleBar = !options.noScaleBar;
    request.backdrop = options.backdrop();
    request.marks.pin = {options.query, options.key};
    if (options.colourMap) {
        request.colourMap = QString::fromStdString(*options.colourMap);
        if (!colourMapNames().contains(request.colourMap))
            return usageError("--colormap", "found \"", *options.colourMap, "\", expected one of ",
                              colourMapNames().join(QStringLiteral(", ")).toStdString());
    }
    const bool modelPositions = options.positions && !options.input.file && options.input.pass.input.empty();
    if (options.input.pass.repeats > 1 && !options.positions)
        film.figure.manyRuns = ManyRuns{options.input.pass.repeats, options.input.pass.spread};
    if (!modelPositions)
        RETURN_IF_ERROR(takeTrace(options, film));
    if (isOfEffects(options.map) && !options.positions)
        RETURN_IF_ERROR(takeEffects(options, request));
    RETURN_IF_ERROR(options.positions ? takePositions(options, request) : checkHeads(options, request));
    RETURN_IF_ERROR(takePart(options, request));
    if (options.pace > 0)
        film.milliseconds = static_cast<int>(std::lround(1000 / options.pace));
    return film;
}

Result<void> checkFilmOptions(RenderOptions& options)
{
    if (options.output)
        return usageError({}, "-o and --film exclude each other. Give one of them");
    if (options.positions || (options.heads.empty() && !options.layer && !options.grid))
        return usageError("--film", "needs --head, --layer or --grid");
    if (options.size || options.dpi > 0 || options.textSize > 0)
        return usageError("--film", "has a fixed size and excludes --size, --dpi and --text-size");
    const QString path = QString::fromStdString(*options.film);
    if (formatOf(filmFormats(), path) == nullptr)
        return usageError("--film", "found \"", *options.film, "\", expected a name that ends in ",
                          suffixesOf(filmFormats()).toStdString());
    if (options.decoding.step.value_or("all") != "all")
        return usageError("--step", "excludes --film, which shows all steps");
    options.decoding.film = true;
    if (!options.decoding.beamNode)
        options.decoding.step = "all";
    return options.decoding.settle(options.input.pass);
}

/// Checks the command line as far as possible before anything is read.
Result<void> checkOptions(RenderOptions& options)
{
    if (options.film)
        return checkFilmOptions(options);
    if (options.pace > 0)
        return usageError("--pace", "needs --film");
    if (!options.output)
        return usageError("-o", "missing. Give the file to write: ",
                          suffixesOf(figureFormats(), QStringLiteral("FILE.")).toStdString());
    const int subjects = (!options.heads.empty() ? 1 : 0) + (options.layer ? 1 : 0) + (options.grid ? 1 : 0)
        + (options.positions ? 1 : 0);
    if (subjects != 1)
        return usageError(
            {},
            subjects == 0 ? "nothing to draw. Give one of --head, --layer, --grid and --positions"
                          : "--head, --layer, --grid and --positions exclude each other. Give one of them");
    return options.decoding.settle(options.input.pass);
}

void warnOfIdleWithPositions(const RenderOptions& options, const Job& job)
{
    const PassOptions& pass = options.input.pass;
    const InputOptions& input = pass.input;
    constexpr const char* kWith = "with --positions";
    warnOfIdle(job, {{options.map != MapKind::kWeights, "--map"}}, kWith);
    MapOptions look = options.look;
    look.values = MapOptions().values; // numbers in cells are drawn here, too
    for (const std::string& word : argumentsOf(look))
        warnOfIdle(job, {{word.starts_with("--"), word}}, kWith);
    if (options.input.file)
        return;
    if (!input.empty()) {
        const char* const source = !input.texts.empty() ? "--text"
            : !input.ids.empty()                        ? "--ids"
                                                        : "--messages";
        warnOfIdle(job, {{options.length && pass.edits.none() && !options.decoding.wanted(), source}},
                   "with --positions and --length");
        return;
    }
    warnOfIdle(job,
               {{options.item > 0, "--item"},
                {!input.pairs.empty(), "--pair"},
                {!input.segmentIds.empty(), "--segment-ids"},
                {!input.targetTexts.empty(), "--target-text"},
                {!input.targetIds.empty(), "--target-ids"},
                {pass.repeats > 1, "--repeats"},
                {options.difference, "--difference"},
                {options.decoding.wanted(), options.decoding.step ? "--step" : "--beam-node"},
                {!pass.edits.none(), "an edit"}},
               "with --positions without an input, such as --text");
}

Result<void> render(RenderOptions& options)
{
    RETURN_IF_ERROR(checkOptions(options));
    ASSIGN_OR_RETURN(const auto size, options.figureSize());
    const Job job = options.input.pass.model.job();
    MapOptions usual;
    for (const std::string& idle : idleOptions(entriesOf(options.look), entriesOf(usual)))
        job.warning(idle);
    if (options.positions)
        warnOfIdleWithPositions(options, job);
    else
        warnOfIdle(job, {{options.length.has_value(), "--length"}}, "without --positions");
    if (options.grid)
        warnOfIdle(job,
                   {{options.query.has_value(), "--query"},
                    {options.key.has_value(), "--key"},
                    {options.look.marginals, "--sums"}},
                   "with --grid");
    const auto drawing = options.startDrawing();
    ASSIGN_OR_RETURN(const auto request, makeRequest(options));
    if (options.film)
        return exportFilm(request, QString::fromStdString(*options.film), {});
    RETURN_IF_ERROR(checkFigure(request.figure));
    if (const int unlike = figureMaps(request.figure).unlike; unlike > 0)
        return usageError("--combine", "found ", unlike, unlike == 1 ? " head" : " heads",
                          " of another kind than the first, expected heads of one kind, whose tokens are the "
                          "same");
    return options.write(request.figure, size, *options.output);
}

} // namespace

int runRender(int argc, char** argv)
{
    RenderOptions options;
    CommandLine line("render", "Draws a head, all heads of a layer or of a stack, or positional encodings.");
    line.resultFile(options.output, {{FigureOptions::format()}, OtherEnding::kRefused},
                    "image or table to write: FILE" + suffixesOf(figureFormats()).toStdString(), "FILE");
    line.text(
        "--film", options.film,
        "instead of -o: decode, and draw every step to FILE.webp (animated) or FILE.png (FILE-001.png, ...)",
        "FILE");
    line.number("--pace", options.pace, 0.1, 60.0, "with --film FILE.webp: steps per second (default 1.7)");
    line.list("--head", options.heads, "head to draw, STACK.LAYER.KIND.HEAD; repeat for several", "SITE");
    line.text("--layer", options.layer, "all heads of STACK.LAYER.KIND", "LAYER");
    line.text("--grid", options.grid, "all layers and heads of STACK.KIND", "KIND");
    line.text("--positions", options.positions, "positional encodings of this stack", "encoder|decoder");
    line.number("--length", options.length, 1, kMaxPositions,
                "positions to draw (default 64; of a trace or an input: all that it has)");
    line.number("--item", options.item, 0, 1 << 20, "input of a batch to draw, from 0 (default 0)");
    line.option(mapKindEntry(options.map));
    options.measure.addTo(line);
    for (const OptionEntry& entry : entriesOf(options.look))
        line.option(entry);
    line.number("--query", options.query, 0, 1 << 20, "mark this row");
    line.number("--key", options.key, 0, 1 << 20, "mark this column");
    line.text("--queries", options.queries, "draw only these rows (2:14, or 2.5:13.5 for parts of cells)",
              "FROM:TO");
    line.text("--keys", options.keys, "draw only these columns", "FROM:TO");
    line.text("--colormap", options.colourMap, "colour map (default viridis)", "NAME");
    line.flag("--difference", options.difference,
              "draw the run with edits minus the run without them, on a scale around 0");
    line.flag("--no-scale-bar", options.noScaleBar, "draw no colour scale");
    options.addTo(line);
    options.decoding.addTo(line);
    options.input.addTo(line);
    options.takeRecipe(argc, argv);
    return line.run(argc, argv, [&] { return render(options); });
}

} // namespace headlight

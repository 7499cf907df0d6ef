// headlight bench: measures the engine on this machine. Compare only times within one run: ratios survive a
// slow or busy machine, milliseconds do not.

#include "app/bench/bench_tools.h"
#include "app/bench/benches.h"
#include "app/bench/random_models.h"
#include "app/commands.h"
#include "app/run_options.h"

#include "core/analysis/effect.h"
#include "core/base/machine.h"
#include "core/model/memory_estimate.h"
#include "core/run/gradient.h"
#include "core/run/lanes.h"
#include "core/run/pass_estimate.h"
#include "core/run/sweep.h"

#include <QStandardPaths>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace headlight {

namespace {

struct BenchOptions
{
    ModelOptions model;
    std::optional<std::string> output;
    bool json = false;
    bool ui = false;
    bool opening = false; ///< measures opening instead
    double seconds = 0.5; ///< per measurement
    bool sweep = false;
    bool gpt2 = false; ///< measures a random model of GPT-2's size
    int sweepTokens = 10;
    std::optional<std::string> made; ///< folder for a random model to write instead
    std::string madeShape = "1b", madeType = "q4_k";
    bool longInputs = false;
    int longest = 0; ///< 0 = 65536, or the long trace's 131072
    std::optional<std::string> longTrace;
    std::vector<std::string> against; ///< models to compare
    bool againstTorch = false;
    AgainstOptions peers;
};

/// The result without its value.
template <typename T>
Result<void> outcome(const Result<T>& result)
{
    return result ? Result<void>() : Result<void>(result.error());
}

/// The shortest of several runs of each, in seconds. Runs are interleaved, so that other load on the machine
/// affects all of them equally.
Result<std::vector<double>> shortest(double budget, const std::vector<std::function<Result<void>()>>& runs)
{
    using Clock = std::chrono::steady_clock;
    constexpr int kLeast = 3;
    const auto begin = Clock::now();
    std::vector<double> best(runs.size(), std::numeric_limits<double>::infinity());
    int rounds = 0;
    do {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto start = Clock::now();
            RETURN_IF_ERROR(runs[i]());
            best[i] = std::min(best[i], std::chrono::duration<double>(Clock::now() - start).count());
        }
        ++rounds;
    } while (rounds < kLeast || std::chrono::duration<double>(Clock::now() - begin).count() < budget);
    return best;
}

/// Ordinary tokens in sequence, of a length that the model supports.
LaneInput laneOf(const Model& model, int length)
{
    std::vector<TokenId> ids;
    ids.reserve(static_cast<std::size_t>(length));
    const auto last = static_cast<int>(std::min<std::int64_t>(model.traceInfo().vocabulary, 1000));
    for (int i = 0; i < length; ++i)
        ids.push_back(last > 20 ? 10 + i % (last - 10) : i % std::max(last, 1));
    auto lane = prepareIds(model, ids, model.isEncoderDecoder() ? ids : std::vector<TokenId>());
    return std::move(lane).value();
}

/// A pass over so many tokens that gives the last one's logits, if there are any.
RunRequest passOf(const std::shared_ptr<const Model>& model, int length)
{
    RunRequest request{model, {laneOf(*model, length)}, {}, {}};
    request.plan.logits = LogitRows::kLast;
    return request;
}

/// A decoding after so many tokens, of `steps` more, which are given so that no end token stops it early.
DecodeRequest decodingOf(const std::shared_ptr<const Model>& model, int length, int steps)
{
    DecodeRequest request;
    request.model = model;
    request.lanes = {laneOf(*model, length)};
    if (model->isEncoderDecoder())
        request.lanes.front().target.resize(1);
    request.options.maxNewTokens = steps;
    request.forced.assign(static_cast<std::size_t>(steps),
                          static_cast<TokenId>(request.lanes.front().source.back().id));
    return request;
}

bool takes(const Model& model, int length)
{
    const auto fits = [&](StackKind stack) {
        const std::int64_t limit = model.maxPositions(stack);
        return model.traceInfo().stack(stack) == nullptr || limit == 0 || length <= limit;
    };
    return fits(StackKind::kEncoder) && fits(StackKind::kDecoder);
}

Result<Json> measureForward(const std::shared_ptr<const Model>& model, int length, double budget)
{
    const RunRequest request = passOf(model, length);
    RunRequest recording = request;
    recording.plan.sites = {Site::kWeights, Site::kScores, Site::kMask};
    const auto times = shortest(
        2 * budget,
        {[&] { return outcome(execute(request, {})); }, [&] { return outcome(execute(recording, {})); }});
    RETURN_IF_ERROR(times);
    const double plain = times->at(0);
    const LaneInput& lane = request.lanes.front();
    const auto source = static_cast<Index>(lane.source.size());
    const PassLengths expected = model->isDecoderOnly()
        ? PassLengths{0, source}
        : PassLengths{source, static_cast<Index>(lane.target.size())};
    return Json{{"tokens", length},
                {"milliseconds", plain * 1e3},
                {"tokens_per_second", length / plain},
                {"recorded_ratio", times->at(1) / plain},
                {"estimate_ratio", estimatedSeconds(*model, expected) / plain}};
}

/// How much of the memory bandwidth decoding uses: the time of 16 further tokens, without the time before
/// them.
Result<Json> measureReading(const std::shared_ptr<const Model>& model, double budget)
{
    constexpr int kFew = 2, kMore = 16;
    DecodeRequest request = decodingOf(model, 2, kFew + kMore);
    const auto run = [&](int tokens) {
        request.options.maxNewTokens = tokens;
        return outcome(decode(request, {}, {}));
    };
    PlainRead plain;
    const auto read = [&]() -> Result<void> {
        plain.run();
        return {};
    };
    const auto times
        = shortest(3 * budget, {[&] { return run(kFew); }, [&] { return run(kFew + kMore); }, read});
    RETURN_IF_ERROR(times);
    const double perToken = (times->at(1) - times->at(0)) / kMore;
    const double bandwidth = plain.found() ? 0.0 : plain.bytes() / times->at(2);
    const auto bytes = static_cast<double>(bytesPerToken(*model));
    return Json{{"bytes_per_token", bytesPerToken(*model)},
                {"milliseconds_per_token", perToken * 1e3},
                {"plain_read_gb_per_second", bandwidth / 1e9},
                {"bandwidth_share", bytes / perToken / bandwidth}};
}

/// Ratio of the times for 512 tokens: weights in F32 to weights as stored.
Result<Json> measurePrefill(const BenchOptions& options, const std::shared_ptr<const Model>& model)
{
    ASSIGN_OR_RETURN(const auto paths, options.model.paths());
    LoadOptions full;
    full.precision = HeldPrecision::kFull;
    full.adapter = paths.adapter;
    ASSIGN_OR_RETURN(const auto expanded, loadModel(paths.model, full, {}));
    const auto pass
        = [](const std::shared_ptr<const Model>& of) { return outcome(execute(passOf(of, 512), {})); };
    const auto times
        = shortest(options.seconds, {[&] { return pass(model); }, [&] { return pass(expanded); }});
    RETURN_IF_ERROR(times);
    return Json{{"tokens", 512},
                {"stored_milliseconds", times->at(0) * 1e3},
                {"f32_milliseconds", times->at(1) * 1e3},
                {"speed_ratio", times->at(1) / times->at(0)}};
}

/// Whether the weights would also fit in F32.
bool fitsTwice(const BenchOptions& options)
{
    const auto paths = options.model.paths();
    const auto estimate = paths ? estimateMemory(paths->model, HeldPrecision::kFull, {})
                                : Result<MemoryEstimate>(paths.error());
    return estimate
        && static_cast<double>(estimate->fullBytes) < 0.6 * static_cast<double>(availableMemory());
}

Result<Json> measureDecoding(const std::shared_ptr<const Model>& model, double budget)
{
    DecodeRequest request = decodingOf(model, 10, 32);
    std::size_t made = 0;
    const auto run = [&](bool useCache) {
        request.options.useCache = useCache;
        const auto decoded = decode(request, {}, {});
        if (decoded)
            made = decoded->front().ids.size();
        return outcome(decoded);
    };
    const auto times = shortest(2 * budget, {[&] { return run(true); }, [&] { return run(false); }});
    RETURN_IF_ERROR(times);
    return Json{{"tokens", made},
                {"tokens_per_second", static_cast<double>(made) / times->at(0)},
                {"without_cache_ratio", times->at(1) / times->at(0)}};
}

/// All heads switched off one at a time: as a sweep, and as separate full passes.
Result<Json> measureSweep(const std::shared_ptr<const Model>& model, int length, double budget)
{
    SweepRequest request;
    request.model = model;
    request.lane = laneOf(*model, length);
    request.row = length - 1;
    request.variants = headVariants(model->traceInfo(), kEveryHead);
    const auto together = [&] { return outcome(sweep(request, {}, {})); };
    const auto apart = [&]() -> Result<void> {
        RunRequest run = passOf(model, length);
        run.plan.sites = {Site::kLogits};
        for (const Intervention& variant : request.variants) {
            run.interventions.list = {variant};
            RETURN_IF_ERROR(execute(run, {}));
        }
        return {};
    };
    ASSIGN_OR_RETURN(const auto times, shortest(2 * budget, {together, apart}));
    return Json{{"heads", request.variants.size()},
                {"tokens", length},
                {"milliseconds", times.at(0) * 1e3},
                {"one_by_one_ratio", times.at(1) / times.at(0)}};
}

/// The gradient of the last token's logit by all that can be asked of it, and the account of a logit
/// difference by its writers, in passes that record nothing.
Result<Json> measureExplaining(const std::shared_ptr<const Model>& model, int length, double budget)
{
    const RunRequest pass = passOf(model, length);
    RunRequest recording = pass;
    recording.plan.sites = streamPartsSites() | SiteSet{Site::kLogits};
    ASSIGN_OR_RETURN(const auto recorded, execute(recording, {}));
    GradientRequest request;
    request.model = model;
    request.lane = pass.lanes.front();
    const Index last = std::ssize(tokensOf(*model, request.lane, measuredStack(*model))) - 1;
    request.measure.rows.push_back({last, 5, -1});
    request.plan.sites = {Site::kWeights,    Site::kQuery,    Site::kKey,       Site::kValue,
                          Site::kHeadOutput, Site::kResidual, Site::kEmbeddings};
    const EffectQuestion question{last, 5, 9};
    ASSIGN_OR_RETURN(
        const auto times,
        shortest(3 * budget,
                 {[&] { return outcome(execute(pass, {})); }, [&] { return outcome(gradient(request, {})); },
                  [&] { return outcome(effectOf(*model, recorded.traces.front(), question)); }}));
    return Json{{"tokens", length},
                {"pass_milliseconds", times.at(0) * 1e3},
                {"gradient_passes", times.at(1) / times.at(0)},
                {"effect_passes", times.at(2) / times.at(0)}};
}

std::string modelTable(const Json& report)
{
    std::string text = "model " + report["model"].get<std::string>() + "\n"
        + inWords(report, "matrix product   %10.1f GFLOP/s on one thread\n", "product_gflops");
    for (const Json& pass : report["forward"])
        text += inWords(
            pass, "forward %5.0f tokens %9.2f ms %10.0f tokens/s   recorded: x %.2f   estimated: x %.2f\n",
            "tokens", "milliseconds", "tokens_per_second", "recorded_ratio", "estimate_ratio");
    if (report.contains("decoding"))
        text += inWords(report["decoding"],
                        "decoding %4.0f tokens %22.0f tokens/s   without cache: x %.2f the time\n", "tokens",
                        "tokens_per_second", "without_cache_ratio");
    if (report.contains("reading"))
        text += inWords(report["reading"], "reading weights %9.1f ms a token", "milliseconds_per_token")
            + formatted("   %.0f%% of a plain read", 100.0 * numberIn(report["reading"], "bandwidth_share"))
            + inWords(report["reading"], ", %.1f GB/s\n", "plain_read_gb_per_second");
    if (report.contains("prefill"))
        text += inWords(report["prefill"], "prefill    512 tokens   %.2f of the speed with weights in F32\n",
                        "speed_ratio");
    if (report.contains("sweep"))
        text += inWords(report["sweep"],
                        "sweep   %5.0f heads, %.0f tokens %9.0f ms   one by one: x %.2f the time\n", "heads",
                        "tokens", "milliseconds", "one_by_one_ratio");
    if (report.contains("explaining"))
        text += inWords(report["explaining"], "gradient %4.0f tokens %9.2f passes, its own included",
                        "tokens", "gradient_passes")
            + formatted("   all writers of a row: %.1f%% of a pass\n",
                        100.0 * numberIn(report["explaining"], "effect_passes"));
    text.pop_back();
    return text;
}

Result<Json> measureGivenOpening(const BenchOptions& options)
{
    if (!options.model.folder && !options.model.adapter)
        return measureOpening({}, {});
    const auto paths = options.model.paths();
    return paths ? measureOpening(paths->model, paths->adapter) : Result<Json>(paths.error());
}

std::string openingTable(const Json& report)
{
    return formatted("opening %.1f million parameters %9.0f ms\nfirst map of 20 tokens, after that %7.0f ms",
                     static_cast<double>(report["parameters"].get<std::int64_t>()) / 1e6,
                     report["open_ms"].get<double>(), report["first_map_ms"].get<double>());
}

/// All measurements that apply to the model and were requested.
Result<Json> measureModel(BenchOptions options)
{
    constexpr std::int64_t kPositions = 1024;
    BenchFolder made;
    if (options.gpt2) {
        ASSIGN_OR_RETURN(const auto folder, made.make());
        RETURN_IF_ERROR(writeRandomGpt2(folder, kPositions));
        options.model.folder = folder.string();
    }
    ASSIGN_OR_RETURN(const auto model, options.model.load());
    Json report{{"model", options.gpt2 ? "gpt2, random" : model->name()},
                {"product_gflops", productSpeed(Workers(1))},
                {"forward", Json::array()}};
    for (const int length : {10, 64, 512}) {
        if (!takes(*model, length))
            continue;
        ASSIGN_OR_RETURN(auto measured, measureForward(model, length, options.seconds));
        report["forward"].push_back(std::move(measured));
    }
    const auto add = [&report](const char* name, Result<Json> measured) -> Result<void> {
        if (measured)
            report[name] = std::move(*measured);
        return outcome(measured);
    };
    if (!model->isEncoderOnly() && model->hasLogits() && takes(*model, 64)) {
        RETURN_IF_ERROR(add("decoding", measureDecoding(model, options.seconds)));
        if (bytesPerToken(*model) > 0)
            RETURN_IF_ERROR(add("reading", measureReading(model, options.seconds)));
    }
    if (!model->isEncoderDecoder() && options.model.precision != "full" && takes(*model, 512)
        && model->memoryBytes() < 3 * model->parameters() && fitsTwice(options))
        RETURN_IF_ERROR(add("prefill", measurePrefill(options, model)));
    if (options.sweep && model->hasLogits() && takes(*model, options.sweepTokens)) {
        RETURN_IF_ERROR(add("sweep", measureSweep(model, options.sweepTokens, options.seconds)));
        RETURN_IF_ERROR(add("explaining", measureExplaining(model, options.sweepTokens, options.seconds)));
    }
    return report;
}

Result<void> writeReport(const BenchOptions& options, const Result<Json>& report,
                         std::string (*table)(const Json&))
{
    RETURN_IF_ERROR(report);
    return writeLines(options.output, {options.json ? toText(*report) : table(*report)});
}

Result<void> measure(const BenchOptions& options, int argc, char** argv)
{
    constexpr int kLongTrace = 131072;
    if (options.longTrace)
        return writeLongTrace(*options.longTrace, kLongTrace);
    if (options.ui && options.longInputs && options.model.folder)
        return writeReport(options, measureTypedUi(argc, argv, *options.model.folder), longUiTable);
    if (options.ui && options.longInputs)
        return writeReport(options,
                           measureLongUi(argc, argv, options.longest > 0 ? options.longest : kLongTrace),
                           longUiTable);
    if (options.longInputs)
        return writeReport(options, measureLong(options.longest > 0 ? options.longest : 65536), longTable);
    if (options.ui)
        return writeReport(options, measureUi(argc, argv), uiTable);
    AgainstOptions peers = options.peers;
    peers.precision = fromWord<HeldPrecision>(options.model.precision).value();
    if (!options.against.empty())
        return writeReport(options, measureAgainst(peers, options.against), againstTable);
    if (options.againstTorch)
        return writeReport(options, measureAgainstTorch(peers, options.model.folder.value_or(kRandomGpt2)),
                           comparisonTable);
    if (options.made)
        return writeRandomGguf(*options.made, options.madeShape, options.madeType);
    if (options.opening)
        return writeReport(options, measureGivenOpening(options), openingTable);
    return writeReport(options, measureModel(options), modelTable);
}

} // namespace

int runBench(int argc, char** argv)
{
    BenchOptions options;
    options.peers.peers = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation).toStdString()
        + "/headlight/peers";
    CommandLine line("bench", "Measures the engine: matrix products, forward passes, decoding.");
    options.model.addTo(line);
    line.number("--seconds", options.seconds, 0.0, 60.0, "seconds per measurement (default 0.5)");
    line.flag(
        "--ui", options.ui,
        "measure the window instead, without a display: start, typing, hover, another head, the grid of "
        "heads");
    line.flag("--opening", options.opening,
              "measure how long opening takes and how soon the first map appears, for --model or for a "
              "GPT-2-sized checkpoint made for this");
    line.flag("--gpt2", options.gpt2, "measure a random model of GPT-2's size made for this");
    line.flag("--sweep", options.sweep,
              "also measure a sweep over all heads and the same runs one by one, a gradient, and the account "
              "of a logit by its writers");
    line.number("--sweep-tokens", options.sweepTokens, 1, 1 << 15, "tokens of these (default 10)");
    line.flag("--long", options.longInputs,
              "measure long inputs instead: time and memory of passes from 512 tokens on, how both grow, a "
              "trace of 131072 tokens, statistics of heads; with --ui: that trace in the window, or, with "
              "--model, a text of 32768 words typed into it");
    line.number(
        "--longest", options.longest, 512, 1 << 20,
        "tokens of the longest pass of --long (default 65536), or of the trace of --ui --long (131072)");
    line.text("--write-long-trace", options.longTrace,
              "write the trace of --long to a file instead, to open it in the window");
    line.list(
        "--against", options.against,
        "compare a model with what else runs it, in turns, on the same ids and as many threads: a .gguf "
        "with llama.cpp and (Llama's architecture, weights in F32) PyTorch; a model folder with PyTorch "
        "(Llama's architecture, GPT-2's in F32) and ONNX Runtime (GPT-2's in F32, or model.onnx in the "
        "folder); random-gpt2, made for this. Says what is missing and how to get it; repeatable",
        "FILE");
    line.flag("--against-torch", options.againstTorch,
              "the same with PyTorch alone, of --model (default random-gpt2)");
    line.number("--rounds", options.peers.rounds, 1, 1000, "turns of --against (default 5)");
    line.text("--python", options.peers.python, "Python interpreter with PyTorch (default python3)",
              "PROGRAM");
    line.text("--node", options.peers.node, "Node.js for ONNX Runtime and llama.cpp (default node)",
              "PROGRAM");
    line.text("--peers", options.peers.peers,
              "folder where npm installed onnxruntime-node and node-llama-cpp (default "
              "~/.cache/headlight/peers)",
              "DIR");
    line.text("--make-gguf", options.made, "write a random model of Llama's architecture instead", "FILE");
    line.choice("--make-shape", options.madeShape, {"8b", "1b", "tiny"}, "size of that model (default 1b)");
    line.choice("--make-type", options.madeType, {"q4_k", "q8_0"}, "blocks of that model (default q4_k)");
    line.result(options.output, options.json, "print the numbers as JSON");
    return line.run(argc, argv, [&] { return measure(options, argc, argv); });
}

} // namespace headlight

#include "app/bench/bench_tools.h"
#include "app/bench/benches.h"
#include "app/bench/peer_side.h"
#include "app/bench/random_models.h"
#include "core/base/result.h"
#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/math/layers.h"
#include "core/model/model.h"
#include "core/model/model_library.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/execute.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kRandomPositions = 2048;
constexpr std::chrono::milliseconds kBetweenTurns{100};

constexpr std::array kPasses{Task{10}, Task{64}, Task{512}, Task{2048}};
constexpr std::array kPassesAndSteps{Task{10}, Task{64}, Task{512}, Task{10, 32}};

Result<Pass> ownDecoding(const std::shared_ptr<const Model>& model, LaneInput lane, const Task& task)
{
    DecodeRequest request;
    request.model = model;
    request.lanes = {std::move(lane)};
    request.plan.sites = {Site::kWeights};
    request.forced = sampleIds(*model, task.tokens, task.steps);
    request.options.maxNewTokens = task.steps + 1;
    std::optional<Clock::time_point> start; // when the pass over the first tokens is done
    const auto done
        = decode(request, {}, [&](std::size_t, const DecodeStep&) { start = start.value_or(Clock::now()); });
    RETURN_IF_ERROR(done);
    if (done->front().steps.size() != static_cast<std::size_t>(task.steps) + 1)
        return badArgument("--against", "the decoding ended early, at one of the model's end tokens");
    return Pass{millisecondsSince(*start), done->front().steps.back().candidates.front().id};
}

Result<Pass> ownPass(const std::shared_ptr<const Model>& model, const Task& task)
{
    auto lane = prepareIds(*model, sampleIds(*model, 0, task.tokens), {});
    RETURN_IF_ERROR(lane);
    if (task.steps > 0)
        return ownDecoding(model, std::move(lane).value(), task);
    RunRequest request{model, {std::move(lane).value()}, {}, {}};
    request.plan.logits = LogitRows::kLast;
    request.plan.sites = {Site::kWeights, Site::kLogits};
    const auto start = Clock::now();
    const auto done = execute(request, {});
    const double took = millisecondsSince(start);
    RETURN_IF_ERROR(done);
    Index best = 0;
    done->traces.front().logits(task.tokens - 1).maxCoeff(&best);
    return Pass{took, best};
}

double numbersOf(const Linear& linear)
{
    return static_cast<double>(linear.weight.rows()) * static_cast<double>(linear.weight.columns());
}

/// Operations that a pass must compute, not counting keys hidden by the causal mask.
double operationsOf(const Model& model, int length)
{
    const StackWeights& weights = *model.weights().decoder;
    const AttentionSpec& self = model.spec().decoder->layers.front().self;
    const double tokens = length;
    double operations = 2 * numbersOf(model.weights().head.projection);
    for (const LayerWeights& layer : weights.layers) {
        for (const Linear* linear :
             {&layer.self.query, &layer.self.key, &layer.self.value, &layer.self.output,
              &layer.feedForward.gate, &layer.feedForward.up, &layer.feedForward.down})
            operations += 2 * tokens * numbersOf(*linear);
        operations += 2 * tokens * (tokens + 1) / 2 * self.heads * (self.headWidth + self.valueWidth);
    }
    return operations;
}

/// Adds the median and the least time, and for a decoding what the least makes of it.
void addTimes(Json& report, const std::string& prefix, std::vector<double> times, const Task& task)
{
    std::ranges::sort(times);
    report[prefix + "milliseconds"] = times[times.size() / 2];
    report[prefix + "least_milliseconds"] = times.front();
    if (task.steps > 0)
        report[prefix + "tokens_per_second"] = 1e3 * task.steps / times.front();
}

/// Keeps every processor busy for a moment: one that was idle runs at half its speed for some milliseconds.
void wakeProcessors(const Workers& workers)
{
    const auto end = Clock::now() + std::chrono::milliseconds(30);
    workers.forEach(static_cast<std::size_t>(workers.threads()), [&](std::size_t) {
        while (Clock::now() < end) { }
    });
}

/// Runs both sides alternately. It is an error if they differ about the best token.
Result<Json> compare(Side& side, const Peer& peer, const Contestant& contestant, const Task& task, int rounds)
{
    const std::vector<TokenId> ids = sampleIds(*contestant.model, 0, task.tokens + task.steps);
    std::vector<double> own, other;
    std::int64_t best = -1;
    const Workers workers;
    for (int round = -1; round < rounds; ++round) { // the first one warms up
        wakeProcessors(workers);
        ASSIGN_OR_RETURN(const auto here, ownPass(contestant.model, task));
        std::this_thread::sleep_for(kBetweenTurns);
        wakeProcessors(workers);
        ASSIGN_OR_RETURN(const auto there, side.pass(task, ids));
        // Threads that still spin after their pass would slow the other side's.
        std::this_thread::sleep_for(kBetweenTurns);
        best = here.best;
        if (there.best != best)
            return badFile(contestant.name, "", "after ", ids.size(), " tokens ", peer.name, " names token ",
                           there.best, " as the best next one, Headlight token ", best,
                           "; the two did not compute the same, so their times are not compared");
        if (round < 0)
            continue;
        own.push_back(here.milliseconds);
        other.push_back(there.milliseconds);
    }
    const std::string prefix = concat(peer.key, '_');
    Json report{{"tokens", task.tokens}, {"steps", task.steps}, {"best", best}};
    addTimes(report, "", std::move(own), task);
    addTimes(report, prefix, std::move(other), task);
    for (const char* const which : {"milliseconds", "least_milliseconds"})
        report[which == std::string("milliseconds") ? "ratio" : "least_ratio"]
            = report[prefix + which].get<double>() / report[which].get<double>();
    return report;
}

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            return line.substr(std::min(line.size(), line.find(':') + 2));
    return "unknown";
}

Result<Json> compareWith(const Peer& peer, const Contestant& contestant, const AgainstOptions& options)
{
    RETURN_IF_ERROR(suits(peer, contestant));
    const Workers workers;
    const Model& model = *contestant.model;
    double load = 0; // programs that ran or waited, on average over the last minute
    ::getloadavg(&load, 1);
    Side side(peer, options);
    ASSIGN_OR_RETURN(const auto version, side.start(contestant, workers.threads()));
    RETURN_IF_ERROR(side.give(contestant));
    double peak = productSpeed(workers);
    Json report{{"model", contestant.name},
                {"processor", processorName()},
                {"load", load},
                {"threads", workers.threads()},
                {"peer", peer.key},
                {peer.key, version},
                {"rounds", options.rounds},
                {"product_gflops", peak},
                {"passes", Json::array()}};
    const bool decodes = peer.kind == PeerKind::kLlama || (peer.kind == PeerKind::kTorch && contestant.llama);
    for (const Task& task : decodes ? kPassesAndSteps : kPasses) {
        if (const std::int64_t limit = model.maxPositions(StackKind::kDecoder);
            limit > 0 && task.tokens + task.steps > limit)
            continue;
        ASSIGN_OR_RETURN(auto pass, compare(side, peer, contestant, task, options.rounds));
        report["passes"].push_back(std::move(pass));
        peak = std::max(peak, productSpeed(workers)); // the processor's clock rate varies
    }
    report["product_gflops"] = peak;
    for (Json& pass : report["passes"])
        if (pass["steps"] == 0 && (contestant.llama || contestant.gpt2))
            pass["peak_share"] = operationsOf(model, pass["tokens"].get<int>())
                / (pass["milliseconds"].get<double>() * 1e6) / peak;
    return report;
}

/// Opens a model to compare, or makes the random one in `made`.
Result<Contestant> contestantFrom(const std::string& given, const AgainstOptions& options, BenchFolder& made)
{
    Contestant contestant;
    if (given == kRandomGpt2) {
        ASSIGN_OR_RETURN(contestant.path, made.make());
        RETURN_IF_ERROR(writeRandomGpt2(contestant.path, kRandomPositions));
    } else {
        ASSIGN_OR_RETURN(contestant.path, resolveModel(given));
    }
    ASSIGN_OR_RETURN(contestant.model, loadModel(contestant.path, {options.precision}, {}));
    const Model& model = *contestant.model;
    contestant.name = given == kRandomGpt2 ? "gpt2, random" : model.name();
    if (!model.isDecoderOnly() || !model.hasLogits())
        return unsupported(contestant.path.string(), "",
                           "found a model that does not continue a text, expected a decoder-only one");
    std::error_code none;
    const auto bytes = std::filesystem::file_size(contestant.path / "model.safetensors", none);
    contestant.llama = isLlama(model);
    contestant.gpt2
        = !none && model.family() == "gpt2" && bytes >= 4 * static_cast<std::uintmax_t>(model.parameters());
    return contestant;
}

} // namespace

Result<Json> measureAgainst(const AgainstOptions& options, const std::vector<std::string>& given)
{
    Json report{{"comparisons", Json::array()}, {"not_compared", Json::array()}};
    for (const std::string& one : given) {
        BenchFolder made;
        ASSIGN_OR_RETURN(const auto contestant, contestantFrom(one, options, made));
        for (const Peer& peer : allPeers()) {
            auto compared = compareWith(peer, contestant, options);
            if (compared)
                report["comparisons"].push_back(*std::move(compared));
            else if (compared.error().code == ErrorCode::kUnsupported)
                report["not_compared"].push_back(compared.error().describe());
            else
                return compared.error();
        }
    }
    if (report["comparisons"].empty())
        return unsupported("bench", "--against", "nothing can be compared: ",
                           joined(report["not_compared"], "; ", &Json::get<std::string>));
    return report;
}

Result<Json> measureAgainstTorch(const AgainstOptions& options, const std::string& given)
{
    BenchFolder made;
    ASSIGN_OR_RETURN(const auto contestant, contestantFrom(given, options, made));
    return compareWith(allPeers().front(), contestant, options);
}

std::string comparisonTable(const Json& report)
{
    const auto words = [&](const char* field) { return report[field].get<std::string>(); };
    const std::string key = words("peer");
    const auto peer = std::ranges::find_if(allPeers(), [&](const Peer& each) { return each.key == key; });
    std::string text = concat(words("model"), ", ", report["threads"].get<int>(), " threads, ", peer->name,
                              ' ', words(peer->key), '\n', words("processor"))
        + inWords(report, ", load %.1f before, matrix product %.1f GFLOP/s\n", "load", "product_gflops")
        + formatted("%-13s %10s %10s %13s %10s %11s %8s\n", "ms", "Headlight", "least", peer->name, "least",
                    "median", "least");
    for (const Json& pass : report["passes"]) {
        const bool steps = numberIn(pass, "steps") > 0;
        const std::string what = steps ? inWords(pass, "%.0f + %.0f steps", "tokens", "steps")
                                       : inWords(pass, "%5.0f tokens", "tokens");
        text += formatted("%-13s", what.c_str())
            + inWords(pass, " %10.2f %10.2f %13.2f %10.2f     x %6.2f  x %6.2f   ", "milliseconds",
                      "least_milliseconds", key + "_milliseconds", key + "_least_milliseconds", "ratio",
                      "least_ratio");
        if (steps)
            text += inWords(pass, "%.1f and %.1f tokens/s", "tokens_per_second", key + "_tokens_per_second");
        else if (pass.contains("peak_share"))
            text += formatted("%.0f%% of the product", 100.0 * numberIn(pass, "peak_share"));
        text += '\n';
    }
    text.pop_back();
    return text;
}

std::string againstTable(const Json& report)
{
    const std::string tables = joined(report["comparisons"], "\n\n", comparisonTable);
    return tables + joined(report["not_compared"], "", [](const Json& why) {
               return "\nnot compared: " + why.get<std::string>();
           });
}

} // namespace headlight

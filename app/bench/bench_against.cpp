#include "app/bench/bench_tools.h"
#include "app/bench/benches.h"
#include "app/bench/line_program.h"
#include "app/bench/peer_sides.h"
#include "app/bench/random_models.h"
#include "app/output.h"
#include "core/base/machine.h"
#include "core/base/result.h"
#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/io/safetensors.h"
#include "core/math/layers.h"
#include "core/math/similarity.h"
#include "core/model/model.h"
#include "core/model/model_library.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/execute.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace headlight {

namespace {

bool isPlainProjection(const Linear& linear)
{
    return linear.present() && linear.bias.size() == 0 && !linear.weight.hasAddition();
}

/// Whether a layer consists only of parts that torch_side.py's Llama supports.
bool isLlamaLayer(const LayerSpec& spec, const LayerWeights& weights)
{
    const AttentionSpec& self = spec.self;
    const FeedForwardSpec& feed = spec.feedForward;
    const bool attention = self.rotary && !self.rotary->interleaved && self.rotary->scale == 1.0F
        && self.rotary->inverseFrequencies.size() * 2 == static_cast<std::size_t>(self.headWidth)
        && self.valueWidth == self.headWidth && self.window == 0 && self.softcap == 0.0F && self.clip == 0.0F
        && !self.relative && !self.disentangled && !self.alibi && weights.self.sinks.size() == 0
        && !weights.self.queryNorm.present();
    const bool plain = !spec.experts && !spec.cross && feed.gated && feed.activation == Activation::kSilu
        && !feed.interleaved && feed.limit == 0.0F;
    const auto& projections = weights.self;
    const auto& feeds = weights.feedForward;
    for (const Linear* linear : {&projections.query, &projections.key, &projections.value,
                                 &projections.output, &feeds.gate, &feeds.up, &feeds.down})
        if (!isPlainProjection(*linear))
            return false;
    return attention && plain;
}

bool isLlama(const Model& model)
{
    const auto& stack = model.spec().decoder;
    const auto& weights = model.weights().decoder;
    if (!model.isDecoderOnly() || !stack || !weights || stack->layers.empty() || !model.hasLogits())
        return false;
    if (stack->norm != NormKind::kRmsNorm || stack->placement != NormPlacement::kPre
        || stack->parallelResidual || stack->residualScale != 1.0F || stack->embeddingScale != 1.0F
        || weights->positions.rows() > 0 || weights->projectIn.present() || model.spec().head.scale != 1.0F
        || model.spec().head.softcap != 0.0F || !isPlainProjection(model.weights().head.projection))
        return false;
    for (std::size_t layer = 0; layer < stack->layers.size(); ++layer)
        if (!isLlamaLayer(stack->layers[layer], weights->layers[layer]))
            return false;
    return true;
}

/// The tensors, and the numbers to which they point.
class TorchWeights
{
public:
    void add(const std::string& name, const WeightMatrix& weight)
    {
        const Matrix& values = m_matrices.emplace_back(weight.toMatrix());
        m_tensors.push_back(floatTensor(name, {values.rows(), values.cols()},
                                        std::span(values.data(), static_cast<std::size_t>(values.size()))));
    }
    void add(const std::string& name, const NormWeights& norm)
    {
        m_tensors.push_back(
            floatTensor(name, {norm.gain.size()},
                        std::span(norm.gain.data(), static_cast<std::size_t>(norm.gain.size()))));
    }
    const std::vector<TensorToWrite>& tensors() const { return m_tensors; }

private:
    std::deque<Matrix> m_matrices;
    std::vector<TensorToWrite> m_tensors;
};

Result<void> writeConfig(const StackSpec& stack, const std::filesystem::path& path)
{
    const AttentionSpec& self = stack.layers.front().self;
    std::ofstream file(path);
    file << nlohmann::json{{"model_type", "llama"},        {"layers", stack.layers.size()},
                           {"heads", self.heads},          {"kv_heads", self.kvHeads},
                           {"head_width", self.headWidth}, {"scale", self.scale},
                           {"epsilon", stack.epsilon},     {"frequencies", self.rotary->inverseFrequencies}};
    file.close();
    if (!file)
        return Error{ErrorCode::kFileUnwritable, "cannot be written", path.string()};
    return {};
}

/// Writes a model of Llama's architecture (Touvron et al. 2023) for torch_side.py: config.json and
/// model.safetensors, with all weights in F32, however they are stored.
Result<void> writeForTorch(const Model& model, const std::filesystem::path& folder)
{
    const StackSpec& stack = *model.spec().decoder;
    RETURN_IF_ERROR(writeConfig(stack, folder / "config.json"));
    const StackWeights& weights = *model.weights().decoder;
    TorchWeights file;
    file.add("embedding", weights.embedding);
    for (std::size_t layer = 0; layer < weights.layers.size(); ++layer) {
        const LayerWeights& from = weights.layers[layer];
        const std::string prefix = concat(layer, ".");
        file.add(prefix + "self_norm", from.selfNorm);
        file.add(prefix + "query", from.self.query.weight);
        file.add(prefix + "key", from.self.key.weight);
        file.add(prefix + "value", from.self.value.weight);
        file.add(prefix + "output", from.self.output.weight);
        file.add(prefix + "feed_forward_norm", from.feedForwardNorm);
        file.add(prefix + "gate", from.feedForward.gate.weight);
        file.add(prefix + "up", from.feedForward.up.weight);
        file.add(prefix + "down", from.feedForward.down.weight);
    }
    file.add("final_norm", weights.finalNorm);
    file.add("head", model.weights().head.projection.weight);
    return writeSafetensors(folder / "model.safetensors", file.tensors());
}

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kRandomPositions = 2048;
constexpr std::chrono::seconds kPatience{600};
constexpr std::chrono::milliseconds kBetweenTurns{100};

/// A task for both sides: a pass, optionally followed by steps of one token each.
struct Task
{
    int tokens = 0;
    int steps = 0;
};
constexpr std::array kPasses{Task{10}, Task{64}, Task{512}, Task{2048}};
constexpr std::array kPassesAndSteps{Task{10}, Task{64}, Task{512}, Task{10, 32}};

/// One pass of either side.
struct Pass
{
    double milliseconds = 0; ///< of the steps alone, if there are any
    std::int64_t best = -1; ///< id of the last token's largest logit
};

enum class PeerKind : unsigned char { kTorch, kOnnx, kLlama };

/// A program to compare with. Its script follows the protocol that torch_side.py describes.
struct Peer
{
    PeerKind kind;
    const char* key; ///< in the names of the report's fields
    const char* name;
    const char* script;
    const char* scriptFile;
};
constexpr std::array kPeers{Peer{PeerKind::kTorch, "torch", "PyTorch", kTorchSide, "torch_side.py"},
                            Peer{PeerKind::kOnnx, "onnxruntime", "ONNX Runtime", kOnnxSide, "onnx_side.mjs"},
                            Peer{PeerKind::kLlama, "llama_cpp", "llama.cpp", kLlamaSide, "llama_side.mjs"}};

/// A model that both sides open.
struct Contestant
{
    std::shared_ptr<const Model> model;
    std::string name;
    std::filesystem::path path; ///< file or folder
    bool llama = false, gpt2 = false; ///< architectures that torch_side.py knows

    bool isGguf() const { return path.extension() == ".gguf"; }
    bool hasOnnx() const { return std::filesystem::exists(path / "model.onnx"); }
};

/// Why the peer cannot run this model, and what would help.
Result<void> suits(const Peer& peer, const Contestant& contestant)
{
    const auto no = [&](const auto&... why) -> Result<void> {
        return unsupported(peer.name, "", contestant.name, why...);
    };
    if (peer.kind == PeerKind::kLlama)
        return contestant.isGguf() ? Result<void>() : no(" is no GGUF file, the only kind that it opens");
    if (peer.kind == PeerKind::kOnnx) {
        if (contestant.gpt2 || contestant.hasOnnx())
            return {};
        if (contestant.isGguf())
            return no(" is a GGUF file, which it does not open");
        return no(
            " has no model.onnx; make one with: optimum-cli export onnx --task text-generation --model ",
            contestant.path.string(), ' ', contestant.path.string());
    }
    if (!contestant.llama && !contestant.gpt2)
        return no(" has neither Llama's architecture nor GPT-2's in F32, the only ones that can be compared");
    const double needed = 3.0 * 4.0 * static_cast<double>(contestant.model->parameters()) / 1e9;
    const double there = static_cast<double>(availableMemory()) / 1e9;
    if (needed > there)
        return no(" in F32 needs about ", std::lround(needed), " GB of memory, found ", std::lround(there),
                  " GB available");
    return {};
}

/// A running peer and the folder with its script.
class Side
{
public:
    Side(const Peer& peer, const AgainstOptions& options)
        : m_peer(peer)
        , m_options(options)
    { }

    /// Starts the script and returns the peer's version. An error of kind kUnsupported says what is not
    /// installed.
    Result<std::string> start(const Contestant& contestant, int threads)
    {
        ASSIGN_OR_RETURN(m_folder, m_made.make());
        const std::filesystem::path script = m_folder / m_peer.scriptFile;
        std::error_code fault;
        std::filesystem::create_directory_symlink(std::filesystem::absolute(m_options.peers) / "node_modules",
                                                  m_folder / "node_modules", fault);
        std::ofstream file(script);
        file << m_peer.script;
        file.close();
        if (fault || !file)
            return Error{ErrorCode::kFileUnwritable, "cannot be written", script.string()};
        const std::string model
            = std::filesystem::absolute(opensGiven(contestant) ? contestant.path : m_folder).string();
        const std::string& program = usesPython() ? m_options.python : m_options.node;
        if (!m_program.start({program, script.string(), model, std::to_string(threads)}))
            return unsupported(m_peer.name, "", program, " cannot be started; get it with: apt-get install ",
                               usesPython() ? "python3" : "nodejs npm");
        ASSIGN_OR_RETURN(const auto hello, answer());
        const auto version = hello.find("version");
        if (version == hello.end() || !version->is_string())
            return broken(R"(expected "version", found )" + hello.dump());
        return version->get<std::string>();
    }
    /// Writes what the script reads at the first pass.
    Result<void> give(const Contestant& contestant) const
    {
        if (opensGiven(contestant))
            return {};
        if (!contestant.gpt2)
            return writeForTorch(*contestant.model, m_folder);
        for (const char* const file : {"config.json", "model.safetensors"}) {
            std::error_code fault;
            std::filesystem::copy_file(contestant.path / file, m_folder / file, fault);
            if (fault)
                return Error{ErrorCode::kFileUnwritable, "cannot be written: " + fault.message(),
                             (m_folder / file).string()};
        }
        return {};
    }
    Result<Pass> pass(const Task& task, const std::vector<TokenId>& ids)
    {
        RETURN_IF_ERROR(m_program.write(concat(task.tokens, ' ', joined(ids, " "))));
        ASSIGN_OR_RETURN(const auto told, answer());
        const auto time = told.find("milliseconds"), best = told.find("best");
        if (time == told.end() || !time->is_number() || best == told.end() || !best->is_number_integer())
            return broken(R"(expected "milliseconds" and "best", found )" + told.dump().substr(0, 200));
        return Pass{time->get<double>(), best->get<std::int64_t>()};
    }

private:
    /// Whether the script reads the model where it is.
    bool opensGiven(const Contestant& contestant) const
    {
        return m_peer.kind == PeerKind::kLlama || (m_peer.kind == PeerKind::kOnnx && contestant.hasOnnx());
    }
    bool usesPython() const { return m_peer.kind == PeerKind::kTorch; }
    Error broken(const std::string& what) const { return {ErrorCode::kFileUnreadable, what, m_peer.name}; }

    Result<Json> answer()
    {
        ASSIGN_OR_RETURN(const auto line, m_program.read(kPatience));
        Json told = Json::parse(line, nullptr, false);
        if (!told.is_object())
            return broken("expected an answer in JSON, found \"" + line.substr(0, 200) + "\"");
        if (const auto cannot = told.find("cannot"); cannot != told.end())
            return unsupported(m_peer.name, "", "found the error ", cannot->dump());
        const auto missing = told.find("missing");
        if (missing == told.end())
            return told;
        const auto names = [&](const char* between) {
            return joined(*missing, between, [](const Json& name) {
                return name.is_string() ? name.get<std::string>() : name.dump();
            });
        };
        return unsupported(m_peer.name, "", "the comparison needs the package",
                           missing->size() == 1 ? " " : "s ", names(", "), "; get it with: ",
                           usesPython() ? "apt-get install --no-install-recommends "
                                        : "npm install --ignore-scripts --omit=optional --prefix "
                                   + m_options.peers + " ",
                           names(" "));
    }

    const Peer& m_peer;
    const AgainstOptions& m_options;
    BenchFolder m_made;
    std::filesystem::path m_folder;
    LineProgram m_program;
};

std::vector<TokenId> idsOf(const Model& model, int first, int count)
{
    std::vector<TokenId> ids;
    ids.reserve(static_cast<std::size_t>(count));
    for (int i = first; i < first + count; ++i)
        ids.push_back(static_cast<TokenId>((i * 37 + 10) % model.traceInfo().vocabulary));
    return ids;
}

Result<Pass> ownDecoding(const std::shared_ptr<const Model>& model, LaneInput lane, const Task& task)
{
    DecodeRequest request;
    request.model = model;
    request.lanes = {std::move(lane)};
    request.plan.sites = {Site::kWeights};
    request.forced = idsOf(*model, task.tokens, task.steps);
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
    auto lane = prepareIds(*model, idsOf(*model, 0, task.tokens), {});
    RETURN_IF_ERROR(lane);
    if (task.steps > 0)
        return ownDecoding(model, std::move(lane).value(), task);
    RunRequest request;
    request.model = model;
    request.lanes = {std::move(lane).value()};
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

/// The fastest of several products of GPT-2's largest size on all threads, in 10⁹ operations per second.
double peakOf(const Workers& workers)
{
    constexpr Index kRows = 512, kInner = 768, kColumns = 3072;
    const auto threads = static_cast<std::size_t>(workers.threads());
    const Matrix a = Matrix::Random(kRows, kInner), b = Matrix::Random(kColumns, kInner);
    std::vector<Matrix> products(threads);
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 10; ++round) {
        const auto start = Clock::now();
        workers.forEach(threads,
                        [&](std::size_t i) { products[i] = similarityScores(Similarity::kDot, a, b); });
        least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return 2.0 * kRows * kInner * kColumns * static_cast<double>(threads) / least / 1e9;
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

/// Runs both sides alternately. It is an error if they differ about the best token.
Result<Json> compare(Side& side, const Peer& peer, const Contestant& contestant, const Task& task, int rounds)
{
    const std::vector<TokenId> ids = idsOf(*contestant.model, 0, task.tokens + task.steps);
    std::vector<double> own, other;
    std::int64_t best = -1;
    for (int round = -1; round < rounds; ++round) { // the first one warms up
        ASSIGN_OR_RETURN(const auto here, ownPass(contestant.model, task));
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
    double peak = peakOf(workers);
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
        peak = std::max(peak, peakOf(workers)); // the processor's clock rate varies
    }
    report["product_gflops"] = peak;
    for (Json& pass : report["passes"])
        if (pass["steps"] == 0 && (contestant.llama || contestant.gpt2))
            pass["peak_share"] = operationsOf(model, pass["tokens"].get<int>())
                / (pass["milliseconds"].get<double>() * 1e6) / peak;
    return report;
}

/// Opens a model to compare, or makes the random one in `made`.
Result<Contestant> contestantFrom(const std::string& given, BenchFolder& made)
{
    Contestant contestant;
    if (given == kRandomGpt2) {
        ASSIGN_OR_RETURN(contestant.path, made.make());
        RETURN_IF_ERROR(writeRandomGpt2(contestant.path, kRandomPositions));
    } else {
        ASSIGN_OR_RETURN(contestant.path, resolveModel(given));
    }
    ASSIGN_OR_RETURN(contestant.model, loadModel(contestant.path, {}, {}));
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
        ASSIGN_OR_RETURN(const auto contestant, contestantFrom(one, made));
        for (const Peer& peer : kPeers) {
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
    ASSIGN_OR_RETURN(const auto contestant, contestantFrom(given, made));
    return compareWith(kPeers.front(), contestant, options);
}

std::string comparisonTable(const Json& report)
{
    const auto number = [](const Json& from, const std::string& field) { return from[field].get<double>(); };
    const std::string key = report["peer"].get<std::string>();
    const auto* const peer = std::ranges::find_if(kPeers, [&](const Peer& each) { return each.key == key; });
    std::string text
        = formatted("%s, %d threads, %s %s\n", report["model"].get<std::string>().c_str(),
                    report["threads"].get<int>(), peer->name, report[key].get<std::string>().c_str())
        + formatted("%s, load %.1f before, matrix product %.1f GFLOP/s\n",
                    report["processor"].get<std::string>().c_str(), number(report, "load"),
                    number(report, "product_gflops"))
        + formatted("%-13s %10s %10s %13s %10s %11s %8s\n", "ms", "Headlight", "least", peer->name, "least",
                    "median", "least");
    for (const Json& pass : report["passes"]) {
        const int tokens = pass["tokens"].get<int>(), steps = pass["steps"].get<int>();
        const std::string what
            = steps > 0 ? formatted("%d + %d steps", tokens, steps) : formatted("%5d tokens", tokens);
        text += formatted("%-13s %10.2f %10.2f %13.2f %10.2f     x %6.2f  x %6.2f   ", what.c_str(),
                          number(pass, "milliseconds"), number(pass, "least_milliseconds"),
                          number(pass, key + "_milliseconds"), number(pass, key + "_least_milliseconds"),
                          number(pass, "ratio"), number(pass, "least_ratio"));
        if (steps > 0)
            text += formatted("%.1f and %.1f tokens/s", number(pass, "tokens_per_second"),
                              number(pass, key + "_tokens_per_second"));
        else if (pass.contains("peak_share"))
            text += formatted("%.0f%% of the product", 100.0 * number(pass, "peak_share"));
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

#include "app/bench/bench_tools.h"
#include "app/bench/benches.h"
#include "app/bench/line_program.h"
#include "app/bench/random_models.h"
#include "app/bench/torch_side.h"
#include "app/output.h"
#include "core/base/machine.h"
#include "core/base/result.h"
#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/io/safetensors.h"
#include "core/math/layers.h"
#include "core/math/similarity.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/execute.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <deque>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <span>
#include <string>
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
/// model.safetensors, with all weights in F32, however they are stored. Other architectures, and models that
/// would not fit into memory twice, are rejected by name.
Result<void> writeForTorch(const Model& model, const std::filesystem::path& folder)
{
    if (!isLlama(model))
        return badArgument("--against-torch", model.name(),
                           " does not have Llama's architecture, the only one that can be compared. "
                           "Without --model, GPT-2's is used");
    const double needed = 3.0 * 4.0 * static_cast<double>(model.parameters()) / 1e9;
    const double there = static_cast<double>(availableMemory()) / 1e9;
    if (needed > there)
        return badArgument("--against-torch", model.name(), " in F32 for PyTorch needs about ",
                           std::lround(needed), " GB of memory, found ", std::lround(there), " GB available");
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

constexpr std::int64_t kTorchPositions = 2048;
constexpr int kTorchRounds = 5;
constexpr std::chrono::seconds kPatience{180};

/// A task for both sides: a pass, optionally followed by steps of one token each.
struct Task
{
    int tokens = 0;
    int steps = 0;
};
constexpr std::array kGpt2Tasks{Task{10}, Task{64}, Task{512}, Task{2048}};
constexpr std::array kLlamaTasks{Task{10}, Task{64}, Task{512}, Task{10, 16}};

/// One pass of either side.
struct Pass
{
    double milliseconds = 0;
    std::int64_t best = -1; ///< id of the last token's largest logit
};

Error torchFault(const std::string& what)
{
    return {ErrorCode::kFileUnreadable, what, "python3"};
}

Result<Json> answerOf(LineProgram& torch)
{
    ASSIGN_OR_RETURN(const auto line, torch.read(kPatience));
    Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object())
        return torchFault("expected an answer in JSON, found \"" + line.substr(0, 200) + "\"");
    return answer;
}

/// Starts PyTorch's side, which reads the folder's weights on its first request; returns its description of
/// itself.
Result<Json> startTorch(LineProgram& torch, const std::string& python, const std::filesystem::path& folder,
                        int threads)
{
    const std::filesystem::path script = folder / "torch_side.py";
    std::ofstream file(script);
    file << kTorchSide;
    file.close();
    if (!file)
        return Error{ErrorCode::kFileUnwritable, "cannot be written", script.string()};
    const auto started = torch.start({python, script.string(), folder.string(), std::to_string(threads)});
    if (!started)
        return torchFault("python3 cannot be started; install the package python3");
    ASSIGN_OR_RETURN(const auto hello, answerOf(torch));
    if (const auto missing = hello.find("missing"); missing != hello.end()) {
        const std::string names = joined(*missing, ", ", [](const Json& name) {
            return name.is_string() ? name.get<std::string>() : name.dump();
        });
        return torchFault(
            concat("the comparison needs the package", missing->size() == 1 ? " " : "s ", names));
    }
    for (const char* const field : {"torch", "numpy"})
        if (!hello.contains(field) || !hello[field].is_string())
            return torchFault(concat("expected the version of ", field, ", found ", hello.dump()));
    return hello;
}

Result<Pass> torchPass(LineProgram& torch, const Task& task)
{
    std::string line = std::to_string(task.tokens);
    if (task.steps > 0)
        line += concat(' ', task.steps);
    RETURN_IF_ERROR(torch.write(line));
    ASSIGN_OR_RETURN(const auto answer, answerOf(torch));
    const auto time = answer.find("milliseconds"), best = answer.find("best");
    if (time == answer.end() || !time->is_number() || best == answer.end() || !best->is_number_integer())
        return torchFault(R"(expected "milliseconds" and "best", found )" + answer.dump().substr(0, 200));
    return Pass{time->get<double>(), best->get<std::int64_t>()};
}

/// The same ids as in torch_side.py.
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
    const auto start = Clock::now();
    const auto done = decode(request, {}, {});
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    RETURN_IF_ERROR(done);
    if (done->front().steps.size() != static_cast<std::size_t>(task.steps) + 1)
        return badArgument("--against-torch", "the decoding ended early, at one of the model's end tokens");
    return Pass{took.count(), done->front().steps.back().candidates.front().id};
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
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    RETURN_IF_ERROR(done);
    Index best = 0;
    done->traces.front().logits(task.tokens - 1).maxCoeff(&best);
    return Pass{took.count(), best};
}

/// The fastest of several products of GPT-2's largest size on all threads, in 10⁹ operations per second.
double peakOf(const Workers& workers)
{
    constexpr Index kRows = 512, kInner = 768, kColumns = 3072;
    const auto threads = static_cast<std::size_t>(workers.threads());
    const Matrix a = Matrix::Random(kRows, kInner), b = Matrix::Random(kColumns, kInner);
    std::vector<Matrix> products(threads);
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 2 * kTorchRounds; ++round) {
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

double median(std::vector<double> times)
{
    std::ranges::sort(times);
    return times[times.size() / 2];
}

/// Runs both sides alternately.
Result<Json> compare(LineProgram& torch, const std::shared_ptr<const Model>& model, const Task& task)
{
    std::vector<double> own, other;
    bool same = true;
    for (int round = -1; round < kTorchRounds; ++round) { // the first one warms up
        ASSIGN_OR_RETURN(const auto here, ownPass(model, task));
        ASSIGN_OR_RETURN(const auto there, torchPass(torch, task));
        same = same && here.best == there.best;
        if (round < 0)
            continue;
        own.push_back(here.milliseconds);
        other.push_back(there.milliseconds);
    }
    const double ours = median(own), theirs = median(other);
    return Json{{"tokens", task.tokens},        {"steps", task.steps},    {"milliseconds", ours},
                {"torch_milliseconds", theirs}, {"ratio", theirs / ours}, {"same_best", same}};
}

/// Writes the given model, or GPT-2's, for PyTorch and opens it.
Result<std::shared_ptr<const Model>> contestant(const std::shared_ptr<const Model>& given,
                                                const std::filesystem::path& folder)
{
    if (given != nullptr) {
        RETURN_IF_ERROR(writeForTorch(*given, folder));
        return given;
    }
    RETURN_IF_ERROR(writeRandomGpt2(folder, kTorchPositions));
    return loadModel(folder, {}, {});
}

} // namespace

Result<Json> measureAgainstTorch(const std::string& python, const std::shared_ptr<const Model>& given)
{
    BenchFolder made;
    ASSIGN_OR_RETURN(const auto folder, made.make());
    const Workers workers;
    LineProgram torch;
    ASSIGN_OR_RETURN(const auto hello, startTorch(torch, python, folder, workers.threads()));
    ASSIGN_OR_RETURN(const auto model, contestant(given, folder));
    double peak = peakOf(workers);
    Json report{{"model", given ? given->name() : std::string("gpt2, random")},
                {"threads", workers.threads()},
                {"torch", hello["torch"]},
                {"numpy", hello["numpy"]},
                {"product_gflops", peak},
                {"passes", Json::array()}};
    for (const Task& task : given ? kLlamaTasks : kGpt2Tasks) {
        if (const std::int64_t limit = model->maxPositions(StackKind::kDecoder);
            limit > 0 && task.tokens + task.steps > limit)
            continue;
        ASSIGN_OR_RETURN(auto pass, compare(torch, model, task));
        report["passes"].push_back(std::move(pass));
        peak = std::max(peak, peakOf(workers)); // the processor's clock rate varies
    }
    report["product_gflops"] = peak;
    for (Json& pass : report["passes"])
        if (pass["steps"] == 0)
            pass["peak_share"] = operationsOf(*model, pass["tokens"].get<int>())
                / (pass["milliseconds"].get<double>() * 1e6) / peak;
    return report;
}

std::string torchTable(const Json& report)
{
    std::string text
        = formatted("%s, %d threads, PyTorch %s, matrix product %.1f GFLOP/s\n",
                    report["model"].get<std::string>().c_str(), report["threads"].get<int>(),
                    report["torch"].get<std::string>().c_str(), report["product_gflops"].get<double>());
    for (const Json& pass : report["passes"]) {
        const int tokens = pass["tokens"].get<int>(), steps = pass["steps"].get<int>();
        const std::string what
            = steps > 0 ? formatted("%d + %d steps", tokens, steps) : formatted("%5d tokens", tokens);
        const std::string share = steps > 0
            ? std::string(21, ' ')
            : formatted("%3.0f%% of the product   ", 100.0 * pass["peak_share"].get<double>());
        text += formatted("%-13s %9.2f ms   PyTorch %9.2f ms   x %.2f   %s%s\n", what.c_str(),
                          pass["milliseconds"].get<double>(), pass["torch_milliseconds"].get<double>(),
                          pass["ratio"].get<double>(), share.c_str(),
                          pass["same_best"].get<bool>() ? "same best token" : "ANOTHER BEST TOKEN");
    }
    text.pop_back();
    return text;
}

} // namespace headlight

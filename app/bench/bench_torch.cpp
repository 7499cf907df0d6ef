#include "app/bench/bench_torch.h"

#include "app/bench/line_program.h"
#include "app/bench/random_gpt2.h"
#include "app/bench/torch_side.h"
#include "app/formatted.h"
#include "core/base/workers.h"
#include "core/math/similarity.h"
#include "core/model/model.h"
#include "core/run/execute.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::array kTorchLengths{10, 64, 512, 2048};
constexpr std::int64_t kTorchPositions = 2048;
constexpr int kTorchRounds = 5;
constexpr std::chrono::seconds kPatience{180};

/// One pass of either side.
struct Pass
{
    double milliseconds = 0;
    std::int64_t best = -1; ///< the id of the last token's largest logit
};

Error torchFault(const std::string& what)
{
    return {ErrorCode::kFileUnreadable, what, "python3", {}, {}};
}

Result<Json> answerOf(LineProgram& torch)
{
    const auto line = torch.read(kPatience);
    if (!line)
        return line.error();
    Json answer = Json::parse(*line, nullptr, false);
    if (!answer.is_object())
        return torchFault("expected an answer in JSON, found \"" + line->substr(0, 200) + "\"");
    return answer;
}

/// Starts PyTorch's side, which reads the folder's weights when it is first asked; what it says of itself.
Result<Json> startTorch(LineProgram& torch, const std::string& python, const std::filesystem::path& folder,
                        int threads)
{
    const std::filesystem::path script = folder / "torch_side.py";
    std::ofstream file(script);
    file << kTorchSide;
    file.close();
    if (!file)
        return Error{ErrorCode::kFileUnwritable, "cannot be written", script.string(), {}, {}};
    const auto started = torch.start({python, script.string(), folder.string(), std::to_string(threads)});
    if (!started)
        return torchFault("python3 cannot be started; install the package python3");
    const auto hello = answerOf(torch);
    if (!hello)
        return hello.error();
    if (const auto missing = hello->find("missing"); missing != hello->end()) {
        std::string names;
        for (const Json& name : *missing)
            names += (names.empty() ? "" : ", ") + (name.is_string() ? name.get<std::string>() : name.dump());
        return torchFault("the comparison needs the package" + std::string(missing->size() == 1 ? " " : "s ")
                          + names);
    }
    for (const char* const field : {"torch", "numpy"})
        if (!hello->contains(field) || !(*hello)[field].is_string())
            return torchFault(std::string("expected the version of ") + field + ", found " + hello->dump());
    return *hello;
}

Result<Pass> torchPass(LineProgram& torch, int length)
{
    if (const auto written = torch.write(std::to_string(length)); !written)
        return written.error();
    const auto answer = answerOf(torch);
    if (!answer)
        return answer.error();
    const auto time = answer->find("milliseconds"), best = answer->find("best");
    if (time == answer->end() || !time->is_number() || best == answer->end() || !best->is_number_integer())
        return torchFault(R"(expected "milliseconds" and "best", found )" + answer->dump().substr(0, 200));
    return Pass{time->get<double>(), best->get<std::int64_t>()};
}

Result<Pass> ownPass(const std::shared_ptr<const Model>& model, int length)
{
    std::vector<TokenId> ids;
    ids.reserve(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i)
        ids.push_back(static_cast<TokenId>((i * 37 + 10) % model->traceInfo().vocabulary));
    auto lane = prepareIds(*model, ids, {});
    if (!lane)
        return lane.error();
    RunRequest request;
    request.model = model;
    request.lanes = {std::move(lane).value()};
    request.plan.logits = LogitRows::kLast;
    request.plan.sites = {Site::kWeights, Site::kLogits};
    const auto start = Clock::now();
    const auto done = execute(request, {});
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    if (!done)
        return done.error();
    Index best = 0;
    done->traces.front().logits(length - 1).maxCoeff(&best);
    return Pass{took.count(), best};
}

/// The fastest of some products of GPT-2's largest size, on all threads at once: 10⁹ operations a second.
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

/// What a pass must compute, without the keys that the causal mask hides.
double operationsOf(int length)
{
    constexpr double kLayers = 12, kWidth = 768, kVocabulary = 50257;
    const double tokens = length;
    const double matrices = 2 * tokens * kWidth * kWidth * 12;
    const double attention = 2 * 2 * tokens * (tokens + 1) / 2 * kWidth;
    return kLayers * (matrices + attention) + 2 * kWidth * kVocabulary;
}

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// Both sides in turns.
Result<Json> compare(LineProgram& torch, const std::shared_ptr<const Model>& model, int length)
{
    std::vector<double> own, other;
    bool same = true;
    for (int round = -1; round < kTorchRounds; ++round) { // the first one warms up
        const auto here = ownPass(model, length);
        if (!here)
            return here.error();
        const auto there = torchPass(torch, length);
        if (!there)
            return there.error();
        same = same && here->best == there->best;
        if (round < 0)
            continue;
        own.push_back(here->milliseconds);
        other.push_back(there->milliseconds);
    }
    const double ours = median(own), theirs = median(other);
    return Json{{"tokens", length},
                {"milliseconds", ours},
                {"torch_milliseconds", theirs},
                {"ratio", theirs / ours},
                {"same_best", same}};
}

} // namespace

Result<Json> measureAgainstTorch(const std::string& python)
{
    TemporaryGpt2 made;
    const auto folder = made.makeFolder();
    if (!folder)
        return folder.error();
    const Workers workers;
    LineProgram torch;
    const auto hello = startTorch(torch, python, *folder, workers.threads());
    if (!hello)
        return hello.error();
    if (const auto written = made.write(kTorchPositions); !written)
        return written.error();
    const auto model = loadModel(*folder, {}, {});
    if (!model)
        return model.error();
    double peak = peakOf(workers);
    Json report{{"threads", workers.threads()},
                {"torch", (*hello)["torch"]},
                {"numpy", (*hello)["numpy"]},
                {"product_gflops", peak},
                {"passes", Json::array()}};
    for (const int length : kTorchLengths) {
        auto pass = compare(torch, *model, length);
        if (!pass)
            return pass.error();
        report["passes"].push_back(std::move(*pass));
        peak = std::max(peak, peakOf(workers)); // the processor's clock goes up and down
    }
    report["product_gflops"] = peak;
    for (Json& pass : report["passes"])
        pass["peak_share"]
            = operationsOf(pass["tokens"].get<int>()) / (pass["milliseconds"].get<double>() * 1e6) / peak;
    return report;
}

std::string torchTable(const Json& report)
{
    std::string text
        = formatted("%d threads, PyTorch %s, matrix product %.1f GFLOP/s\n", report["threads"].get<int>(),
                    report["torch"].get<std::string>().c_str(), report["product_gflops"].get<double>());
    for (const Json& pass : report["passes"])
        text += formatted("%5d tokens %9.2f ms   PyTorch %9.2f ms   x %.2f   %3.0f%% of the product   %s\n",
                          pass["tokens"].get<int>(), pass["milliseconds"].get<double>(),
                          pass["torch_milliseconds"].get<double>(), pass["ratio"].get<double>(),
                          100.0 * pass["peak_share"].get<double>(),
                          pass["same_best"].get<bool>() ? "same best token" : "ANOTHER BEST TOKEN");
    text.pop_back();
    return text;
}

} // namespace headlight

#include "app/bench/bench_opening.h"

#include "app/bench/milliseconds.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/run/execute.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

// The smallest model of Radford et al. 2019.
constexpr std::int64_t kWidth = 768;
constexpr std::int64_t kLayers = 12;
constexpr std::int64_t kVocabulary = 50257;
constexpr std::int64_t kPositions = 1024;
constexpr std::size_t kTokens = 20;
constexpr int kRounds = 5;

/// A folder that goes with everything in it.
class TemporaryModel
{
public:
    TemporaryModel() = default;
    TemporaryModel(const TemporaryModel&) = delete;
    TemporaryModel& operator=(const TemporaryModel&) = delete;
    TemporaryModel(TemporaryModel&&) = delete;
    TemporaryModel& operator=(TemporaryModel&&) = delete;
    ~TemporaryModel()
    {
        std::error_code ignored;
        if (!m_path.empty())
            fs::remove_all(m_path, ignored);
    }

    Result<fs::path> make()
    {
        std::error_code fault;
        std::string name = (fs::temp_directory_path(fault) / "headlight-bench-XXXXXX").string();
        if (fault || ::mkdtemp(name.data()) == nullptr)
            return Error{ErrorCode::kFileUnwritable, "a temporary folder cannot be made", name, {}, {}};
        m_path = name;
        std::ofstream config(m_path / "config.json");
        config << Json{{"model_type", "gpt2"},
                       {"n_embd", kWidth},
                       {"n_layer", kLayers},
                       {"n_head", 12},
                       {"n_positions", kPositions},
                       {"vocab_size", kVocabulary},
                       {"bos_token_id", kVocabulary - 1},
                       {"eos_token_id", kVocabulary - 1}};
        config.close();
        if (const auto done = writeWeights(); !done)
            return done.error();
        return m_path;
    }

private:
    Result<void> writeWeights() const
    {
        // All tensors are parts of one row of random numbers, as small as trained weights are.
        std::vector<float> noise(static_cast<std::size_t>(kVocabulary * kWidth));
        std::uint32_t state = 1;
        for (float& number : noise) {
            state = state * 1664525U + 1013904223U; // Numerical Recipes, 7.1
            number = (static_cast<float>(state >> 8U) / 16777216.0F - 0.5F) * 0.07F;
        }
        const std::vector<float> ones(static_cast<std::size_t>(kWidth), 1.0F);
        std::vector<TensorToWrite> tensors;
        std::size_t begin = 0;
        const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
            const auto size = static_cast<std::size_t>(elementCountOf(shape).value());
            begin = (begin + 4099) % (noise.size() - size + 1);
            tensors.push_back(floatTensor(name, shape, std::span(noise).subspan(begin, size)));
        };
        const auto addNorm = [&](const std::string& name) {
            tensors.push_back(floatTensor(name + ".weight", {kWidth}, ones));
            add(name + ".bias", {kWidth});
        };
        const auto addLinear = [&](const std::string& name, std::int64_t in, std::int64_t out) {
            add(name + ".weight", {in, out}); // stored transposed, as GPT-2's are
            add(name + ".bias", {out});
        };
        add("wte.weight", {kVocabulary, kWidth});
        add("wpe.weight", {kPositions, kWidth});
        for (std::int64_t layer = 0; layer < kLayers; ++layer) {
            const std::string prefix = "h." + std::to_string(layer) + ".";
            addNorm(prefix + "ln_1");
            addLinear(prefix + "attn.c_attn", kWidth, 3 * kWidth);
            addLinear(prefix + "attn.c_proj", kWidth, kWidth);
            addNorm(prefix + "ln_2");
            addLinear(prefix + "mlp.c_fc", kWidth, 4 * kWidth);
            addLinear(prefix + "mlp.c_proj", 4 * kWidth, kWidth);
        }
        addNorm("ln_f");
        return writeSafetensors(m_path / "model.safetensors", tensors);
    }

    fs::path m_path;
};

Result<double> firstMap(const std::shared_ptr<const Model>& model)
{
    std::vector<TokenId> ids;
    for (std::size_t i = 0; i < kTokens; ++i)
        ids.push_back(
            static_cast<TokenId>((10 + 37 * i) % static_cast<std::size_t>(model->traceInfo().vocabulary)));
    const auto start = Clock::now();
    auto lane = prepareIds(*model, ids, model->isEncoderDecoder() ? ids : std::vector<TokenId>());
    if (!lane)
        return lane.error();
    RunRequest request;
    request.model = model;
    request.lanes.push_back(std::move(*lane));
    request.plan.sites = {Site::kWeights, Site::kScores, Site::kMask}; // what the heatmap needs
    const auto result = execute(request, {});
    if (!result)
        return result.error();
    const HeadRef first{model->isDecoderOnly() ? StackKind::kDecoder : StackKind::kEncoder, 0,
                        AttentionKind::kSelf, 0};
    if (result->traces.front().attention(first).whole(MapKind::kWeights).rows() == 0)
        return badArgument("bench", "the model recorded no attention");
    return millisecondsSince(start);
}

} // namespace

Result<Json> measureOpening(const std::optional<fs::path>& folder, const fs::path& adapter)
{
    LoadOptions options;
    options.adapter = adapter;
    TemporaryModel made;
    fs::path path = folder.value_or("");
    if (!folder) {
        const auto fresh = made.make();
        if (!fresh)
            return fresh.error();
        path = *fresh;
    }
    double open = std::numeric_limits<double>::infinity();
    double map = open;
    std::int64_t parameters = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto start = Clock::now();
        const auto model = loadModel(path, options, {});
        if (!model)
            return model.error();
        open = std::min(open, millisecondsSince(start));
        const auto first = firstMap(*model);
        if (!first)
            return first.error();
        map = std::min(map, *first);
        parameters = (*model)->parameters();
    }
    return Json{{"parameters", parameters}, {"open_ms", open}, {"first_map_ms", map}};
}

} // namespace headlight

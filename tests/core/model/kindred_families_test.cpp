// Families without reference results: equal to families that compute the same and have some; their own
// additions in double precision.

#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

using Doubles = std::vector<double>;

/// A folder of the shared references, as an absolute path; null, with a warning, if they are missing.
std::unique_ptr<ModelFolder> referenceFolder(const std::string& family)
{
    const auto path = std::filesystem::path(kSharedData) / "goldens" / family;
    if (!std::filesystem::exists(path / "model.safetensors")) {
        WARN("no reference results of " << family << ": not compared");
        return nullptr;
    }
    return std::make_unique<ModelFolder>(path.string());
}

const std::vector<TokenId> kKindredIds{5, 9, 14, 3, 7, 22, 8};

/// The logits of the same numbers under another family's name.
Matrix renamedLogits(ModelFolder& folder, const std::string& family, const std::vector<TokenId>& target = {})
{
    folder.config["model_type"] = family;
    folder.config.erase("architectures");
    const auto model = folder.open();
    REQUIRE(model);
    CHECK((*model)->spec().family == family);
    return logitsFor(*model, kKindredIds, target);
}

Matrix residualOf(const std::shared_ptr<const Model>& model, int layer)
{
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kResidual};
    request.lanes.push_back(prepareIds(*model, kKindredIds, {}).value());
    return execute(request, {}).value().traces.front().residual(StackKind::kEncoder, layer);
}

} // namespace

TEST_CASE("families: mt5 computes what T5 with a gated feed-forward does", "[model][shared]")
{
    const auto folder = referenceFolder("t5-gated");
    if (folder == nullptr)
        return;
    const std::vector<TokenId> target{0, 4, 2};
    const Matrix expected = logitsFor(folder->open().value(), kKindredIds, target);
    CHECK(renamedLogits(*folder, "mt5", target) == expected);
}

TEST_CASE("families: camembert computes what XLM-RoBERTa does", "[model][shared]")
{
    const auto folder = referenceFolder("xlm-roberta");
    if (folder == nullptr)
        return;
    const Matrix expected = logitsFor(folder->open().value(), kKindredIds);
    CHECK(renamedLogits(*folder, "camembert") == expected);
}

TEST_CASE("families: the text part of gemma3, in both layouts, computes what gemma3_text does",
          "[model][shared]")
{
    const auto folder = referenceFolder("gemma3_text");
    if (folder == nullptr)
        return;
    const Matrix expected = logitsFor(folder->open().value(), kKindredIds);
    const nlohmann::json flat = folder->config;
    const auto plain = folder->tensors;
    for (const std::string prefix : {"language_model.model.", "model.language_model."}) {
        INFO(prefix);
        folder->tensors = plain;
        folder->rename(
            [&](const std::string& name) { return prefix + name.substr(std::string("model.").size()); });
        folder->config = {{"model_type", "gemma3"}, {"text_config", flat}};
        const auto model = folder->open();
        REQUIRE(model);
        CHECK(logitsFor(*model, kKindredIds) == expected);
    }
}

// LayerNorm(layer 0 + tanh(convolution of the embeddings + bias)), He et al. 2021: after layer 0, with zeros
// outside the sentence.
TEST_CASE("families: DeBERTa's convolution over the neighbours", "[model][shared]")
{
    const auto folder = referenceFolder("deberta-v2");
    if (folder == nullptr)
        return;
    const auto plain = folder->open().value();
    const Matrix embeddings = residualOf(plain, 0), layer = residualOf(plain, 1);

    constexpr int kTaps = 3;
    const auto width = static_cast<int>(embeddings.cols());
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0.1F, 0.5F);
    const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) -> const auto&
    {
        auto& tensor = folder->tensors["deberta.encoder.conv." + name];
        tensor.shape = shape;
        tensor.values.resize(static_cast<std::size_t>(elementCountOf(shape).value()));
        for (float& value : tensor.values)
            value = normal(random);
        return tensor.values;
    };
    const auto& weight = add("conv.weight", {width, width, kTaps});
    const auto& bias = add("conv.bias", {width});
    const auto& gain = add("LayerNorm.weight", {width});
    const auto& shift = add("LayerNorm.bias", {width});
    folder->config["conv_kernel_size"] = kTaps;
    folder->config["conv_act"] = "tanh";
    const auto model = folder->open();
    REQUIRE(model);
    const Matrix found = residualOf(*model, 1);
    REQUIRE(found.rows() == embeddings.rows());
    CHECK(residualOf(*model, 0) == embeddings);

    double worst = 0;
    for (Index row = 0; row < found.rows(); ++row) {
        Doubles sum;
        sum.reserve(static_cast<std::size_t>(width));
        for (int out = 0; out < width; ++out) {
            double value = bias[static_cast<std::size_t>(out)];
            for (int tap = 0; tap < kTaps; ++tap) {
                const Index from = row + tap - kTaps / 2;
                if (from < 0 || from >= found.rows())
                    continue;
                for (int in = 0; in < width; ++in)
                    value += static_cast<double>(
                                 weight[static_cast<std::size_t>((out * width + in) * kTaps + tap)])
                        * static_cast<double>(embeddings(from, in));
            }
            sum.push_back(static_cast<double>(layer(row, out)) + std::tanh(value));
        }
        double mean = 0, variance = 0;
        for (const double value : sum)
            mean += value / width;
        for (const double value : sum)
            variance += (value - mean) * (value - mean) / width;
        for (int out = 0; out < width; ++out) {
            const auto place = static_cast<std::size_t>(out);
            const double expected
                = (sum[place] - mean) / std::sqrt(variance + 1e-7) * static_cast<double>(gain[place])
                + static_cast<double>(shift[place]);
            worst = std::max(worst, std::abs(expected - static_cast<double>(found(row, out))));
        }
    }
    CHECK(worst < 1e-4);
}

} // namespace headlight::test

// Time of a gradient of all sites of a GPT-2-sized model (12 layers × 12 heads, random weights), compared with
// the forward pass: headlight_gradient_bench [TOKENS] [VOCABULARY].

#include "core/run/gradient.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

double milliseconds(const std::function<void()>& what)
{
    const auto begin = std::chrono::steady_clock::now();
    what();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

int main(int argc, char** argv)
{
    using namespace headlight;
    const int tokens = argc > 1 ? std::atoi(argv[1]) : 32;
    test::TinyOptions options;
    options.width = 768;
    options.heads = 12;
    options.headWidth = options.valueWidth = 64;
    options.layers = 12;
    options.feedForward = 4 * options.width;
    options.vocabulary = argc > 2 ? std::atoi(argv[2]) : 50257;
    options.placement = NormPlacement::kPre;
    options.activation = Activation::kGeluTanh;
    options.decoderOnly = true;
    const auto model = test::tinyModel(options);
    test::Ids ids;
    for (int i = 0; i < tokens; ++i)
        ids.push_back(10 + i * 37 % 1000);
    RunRequest forward;
    forward.model = model;
    forward.lanes = {prepareIds(*model, ids, {}).value()};
    forward.plan.logits = LogitRows::kLast;
    forward.plan.sites = {Site::kLogits};
    GradientRequest both;
    both.model = model;
    both.lane = forward.lanes.front();
    both.measure.rows.push_back({tokens - 1, 5, -1});
    both.plan.sites = {Site::kWeights,    Site::kQuery,    Site::kKey,       Site::kValue,
                       Site::kHeadOutput, Site::kResidual, Site::kEmbeddings};
    double pass = 1e9, gradients = 1e9;
    for (int round = 0; round < 7; ++round) { // alternating
        pass = std::min(pass, milliseconds([&] { static_cast<void>(execute(forward, {}).value()); }));
        gradients = std::min(gradients, milliseconds([&] { static_cast<void>(gradient(both, {}).value()); }));
    }
    std::printf("%d tokens: pass %.1f ms, gradient (with its pass) %.1f ms, %.2f passes\n", tokens, pass,
                gradients, gradients / pass);
    return 0;
}

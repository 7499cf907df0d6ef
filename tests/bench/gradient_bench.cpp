// Time of a gradient of all sites of a GPT-2-sized model (12 layers × 12 heads, random weights), compared
// with the forward pass: headlight_gradient_bench [TOKENS] [VOCABULARY].

#include "core/analysis/effect.h"
#include "core/run/gradient.h"
#include "tests/support/gpt2_shape.h"

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
    const auto model = test::gpt2Shape(argc > 2 ? std::atoi(argv[2]) : 50257);
    const test::Ids ids = test::scatteredIds(tokens);
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
    RunRequest recorded = forward;
    recorded.plan.sites = streamPartsSites() | SiteSet{Site::kLogits};
    const Trace trace = execute(recorded, {}).value().traces.front();
    double pass = 1e9, gradients = 1e9, writers = 1e9;
    for (int round = 0; round < 7; ++round) { // alternating
        pass = std::min(pass, milliseconds([&] { static_cast<void>(execute(forward, {}).value()); }));
        gradients = std::min(gradients, milliseconds([&] { static_cast<void>(gradient(both, {}).value()); }));
        writers = std::min(writers, milliseconds([&] {
                               static_cast<void>(effectOf(*model, trace, {tokens - 1, 5, 9}).value());
                           }));
    }
    std::printf("%d tokens: pass %.1f ms, gradient (with its pass) %.1f ms, %.2f passes; "
                "all writers of a row %.1f ms, %.3f passes\n",
                tokens, pass, gradients, gradients / pass, writers, writers / pass);
    return 0;
}

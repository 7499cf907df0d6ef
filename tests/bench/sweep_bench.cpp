// Time of a sweep over all heads of a GPT-2-sized model (12 layers × 12 heads, random weights), compared with
// the same runs one by one: headlight_sweep_bench [TOKENS] [VOCABULARY].

#include "core/run/sweep.h"
#include "tests/support/gpt2_shape.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

double seconds(const std::function<void()>& what)
{
    const auto begin = std::chrono::steady_clock::now();
    what();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

int main(int argc, char** argv)
{
    using namespace headlight;
    const int tokens = argc > 1 ? std::atoi(argv[1]) : 32;
    const auto model = test::gpt2Shape(argc > 2 ? std::atoi(argv[2]) : 50257);
    SweepRequest request;
    request.model = model;
    const test::Ids ids = test::scatteredIds(tokens);
    request.lane = prepareIds(*model, ids, {}).value();
    request.row = tokens - 1;
    request.variants = headVariants(model->traceInfo(), parseHeadPattern("*.*.*.*").value());

    double together = 1e9, apart = 1e9;
    for (int round = 0; round < 2; ++round) { // alternating
        together = std::min(together, seconds([&] { static_cast<void>(sweep(request, {}, {}).value()); }));
        apart = std::min(apart, seconds([&] {
                             for (const Intervention& variant : request.variants) {
                                 RunRequest run;
                                 run.model = model;
                                 run.lanes = {request.lane};
                                 run.interventions.list = {variant};
                                 run.plan.logits = LogitRows::kLast;
                                 run.plan.sites = {Site::kLogits};
                                 static_cast<void>(execute(run, {}).value());
                             }
                         }));
    }
    std::printf("%zu heads, %d tokens: sweep %.2f s, one by one %.2f s: %.2f times faster\n",
                request.variants.size(), tokens, together, apart, apart / together);
    return 0;
}

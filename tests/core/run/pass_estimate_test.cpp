#include "core/run/pass_estimate.h"

#include "core/model/model.h"
#include "core/run/pass_progress.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <filesystem>

namespace headlight::test {

TEST_CASE("the estimate of a pass grows with the matrices, and with queries times keys", "[run][long]")
{
    const auto model
        = loadModel(std::filesystem::path(kSourceRoot) / "resources/models/en-gpt", {}, {}).value();
    const TraceInfo& info = model->traceInfo();
    const StackShape& shape = *info.decoder;
    const double width = info.modelWidth;
    const double matrices = shape.layers * (4 * width * width + 2 * width * 4 * width);
    // For a causal stack: each of n tokens is multiplied by all matrices except the embeddings, and half of
    // the n² pairs take part in the products of queries and values.
    const auto expected = [&](double n) { return matrices * n + 2.0 * shape.layers * width * n * n * 0.5; };
    CHECK(passWork(*model, {0, 64}) == Approx(expected(64)));
    CHECK(passWork(*model, {0, 4096}) == Approx(expected(4096)));
    const auto both = tinyModel();
    CHECK(passWork(*both, {10, 0}) < passWork(*both, {10, 5}));
    CHECK(passWork(*both, {10, 5}) < passWork(*both, {20, 5}));
    const double seconds = estimatedSeconds(*model, {0, 4096});
    CHECK(seconds > 0);
    CHECK(estimatedSeconds(*model, {0, 8192}) > 3 * seconds);
}

TEST_CASE("the work of a layer: decoders beside a long source, windows, experts", "[run]")
{
    const auto both = tinyModel();
    // Width 16, four heads of 4, a feed-forward of 32, two layers in each stack.
    constexpr double kAttention = 4 * 16 * 16, kFeedForward = 2 * 16 * 32;
    const std::vector<double> work = layerWork(*both, {1000, 2});
    REQUIRE(work.size() == 4);
    CHECK(work[0] == Approx(1000 * (kAttention + kFeedForward) + 2 * 16 * 1000.0 * 1000.0));
    CHECK(work[1] == work[0]);
    // Keys and values of the source are most of a decoder layer, and little beside the encoder.
    CHECK(work[2]
          == Approx(2 * (kAttention + kFeedForward) + 2 * 16 * 2.0 + 2 * 2 * 16 * 16 + 1000 * 2 * 16 * 16
                    + 2 * 16 * 2.0 * 1000.0));
    CHECK(work[2] < 0.05 * work[0]);

    TinyOptions options;
    options.decoderOnly = true;
    options.experts = 5;
    const std::vector<double> experts = layerWork(*tinyModel(options), {0, 10});
    REQUIRE(experts.size() == 2);
    CHECK(experts[1] - experts[0]
          == Approx(10 * kFeedForward)); // two of them run, in all layers but the first
}

TEST_CASE("progress is the share of the work, not of the layers", "[run]")
{
    std::vector<Progress> told;
    Job job;
    job.progress = [&](const Progress& progress) { told.push_back(progress); };
    PassProgress progress(job, {45, 45, 5, 5});
    for (int layer = 0; layer < 4; ++layer)
        progress.partDone();
    REQUIRE(told.size() == 4);
    CHECK(told[0].done == 450);
    CHECK(told[1].done == 900);
    CHECK(told[2].done == 950);
    CHECK(told[3].done == 1000);
    CHECK(told[0].total == 1000);
    CHECK(told[2].what == "layer 3 of 4");
    progress.partDone(); // there is no fifth layer
    CHECK(told.size() == 4);
}

} // namespace headlight::test

#include "core/run/pass_estimate.h"

#include "core/model/model.h"
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
    const double matrices
        = static_cast<double>(model->parameters()) - static_cast<double>(info.vocabulary) * info.modelWidth;
    const StackShape& shape = *model->traceInfo().decoder;
    const double width = shape.heads * shape.headWidth;
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

} // namespace headlight::test

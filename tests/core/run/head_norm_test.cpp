#include "core/nn/weights.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"

#include <cmath>
#include <vector>

namespace headlight::test {

namespace {

Trace passOf(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& ids, LogitRows rows)
{
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kNorms, Site::kFinal};
    request.plan.logits = rows;
    request.lanes.push_back(prepareIds(*model, ids, {}).value());
    return execute(request, {}).value().traces.front();
}

} // namespace

// gelu(W·x + b) in double precision, from the recorded stream: the head's norm subtracts its mean and divides
// by its deviation (BERT: J. Devlin et al., 2019, the layer before the vocabulary).
TEST_CASE("norms: that of a masked language model's head is recorded", "[run]")
{
    const auto model = ModelFolder("bert").open().value();
    const Linear& dense = model->weights().head.transform;
    REQUIRE(dense.present());
    const std::vector<TokenId> ids = {5, 9, 17, 3, 11, 2};
    const Trace trace = passOf(model, ids, LogitRows::kAll);
    const NormRef norm{StackKind::kEncoder, 0, NormSite::kHead};
    const Matrix found = trace.norm(norm);
    REQUIRE(found.rows() == 6);
    REQUIRE(found.cols() == 2);
    CHECK(toString(norm) == "encoder.head_norm");
    CHECK(normFromName("encoder.head_norm") == norm);

    Matrix hidden = dense.apply(trace.stackMatrix(Site::kFinal, StackKind::kEncoder), nullptr);
    for (Index row = 0; row < hidden.rows(); ++row) {
        std::vector<double> values;
        for (Index i = 0; i < hidden.cols(); ++i) {
            const auto x = static_cast<double>(hidden(row, i));
            values.push_back(0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0))));
        }
        double mean = 0.0;
        double variance = 0.0;
        for (const double value : values)
            mean += value / static_cast<double>(values.size());
        for (const double value : values)
            variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
        CHECK(std::abs(static_cast<double>(found(row, 0)) - mean) < 1e-5);
        CHECK(std::abs(static_cast<double>(found(row, 1)) - std::sqrt(variance)) < 1e-5);
    }

    CHECK(passOf(model, ids, LogitRows::kLast).norm(norm).rows() == 0); // it covered only one row
}

} // namespace headlight::test

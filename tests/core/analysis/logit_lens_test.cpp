#include "core/analysis/logit_lens.h"

#include "core/nn/weights.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::test;

namespace {

std::vector<LensRow> rowsOf(const std::shared_ptr<const Model>& model, const Trace& trace, StackKind stack)
{
    std::vector<LensRow> rows;
    const auto done
        = logitLens(model, trace, stack, {}, [&rows](LensRow row) { rows.push_back(std::move(row)); });
    INFO((done ? std::string() : done.error().describe()));
    REQUIRE(done.has_value());
    std::reverse(rows.begin(), rows.end());
    return rows;
}

/// Probabilities for one stream vector as plain loops: layer norm, product with the table, softmax.
std::vector<double> plainLens(const Model& model, const RowVector& stream, const NormWeights& norm,
                              float epsilon)
{
    const Index width = stream.size();
    std::vector<double> x(static_cast<std::size_t>(width));
    double mean = 0;
    for (Index i = 0; i < width; ++i)
        mean += static_cast<double>(stream(i)) / static_cast<double>(width);
    double variance = 0;
    for (Index i = 0; i < width; ++i)
        variance += std::pow(static_cast<double>(stream(i)) - mean, 2) / static_cast<double>(width);
    for (Index i = 0; i < width; ++i) {
        const auto value = static_cast<double>(stream(i));
        x[static_cast<std::size_t>(i)] = !norm.present() ? value
                                                         : (value - mean)
                    / std::sqrt(variance + static_cast<double>(epsilon)) * static_cast<double>(norm.gain(i))
                + (norm.bias.size() > 0 ? static_cast<double>(norm.bias(i)) : 0.0);
    }
    const Matrix table = model.weights().head.projection.weight.toMatrix();
    std::vector<double> probabilities;
    double sum = 0;
    for (Index token = 0; token < table.rows(); ++token) {
        double logit = 0;
        for (Index i = 0; i < width; ++i)
            logit += static_cast<double>(table(token, i)) * x[static_cast<std::size_t>(i)];
        probabilities.push_back(std::exp(logit));
        sum += probabilities.back();
    }
    for (double& p : probabilities)
        p /= sum;
    return probabilities;
}

int rankIn(const std::vector<double>& all, std::size_t token)
{
    return static_cast<int>(std::count_if(all.begin(), all.end(), [&](double p) { return p > all[token]; }));
}

const Ids kSource{5, 9, 14, 3};
const Ids kTarget{0, 7, 11};

} // namespace

TEST_CASE("logit lens: norm and head on every layer's stream, as plain loops have it", "[analysis]")
{
    for (const NormPlacement placement : {NormPlacement::kPre, NormPlacement::kPost}) {
        TinyOptions options;
        options.placement = placement;
        const auto model = tinyModel(options);
        const Trace trace = runTiny(model, {{kSource, kTarget}}).front();
        const std::vector<LensRow> rows = rowsOf(model, trace, StackKind::kDecoder);
        REQUIRE(rows.size() == 3);
        for (std::size_t layer = 0; layer < rows.size(); ++layer) {
            REQUIRE(rows[layer].layer == static_cast<int>(layer));
            REQUIRE(rows[layer].cells.size() == kTarget.size());
            const Matrix stream = trace.residual(StackKind::kDecoder, static_cast<int>(layer));
            for (Index p = 0; p < stream.rows(); ++p) {
                INFO("layer " << layer << " position " << p);
                const LensCell& cell = rows[layer].cells[static_cast<std::size_t>(p)];
                const auto expected = plainLens(*model, stream.row(p), model->weights().decoder->finalNorm,
                                                model->spec().decoder->epsilon);
                REQUIRE(cell.best.size() == kLensTokens);
                for (std::size_t i = 0; i < cell.best.size(); ++i) {
                    const auto token = static_cast<std::size_t>(cell.best[i].id);
                    CHECK(static_cast<double>(cell.best[i].probability)
                          == Approx(expected[token]).margin(1e-5));
                    CHECK(rankIn(expected, token) == static_cast<int>(i));
                    CHECK(rows[layer].labels.count(cell.best[i].id) == 1);
                }
                const auto final = static_cast<std::size_t>(
                    rows.back().cells[static_cast<std::size_t>(p)].best.front().id);
                CHECK(cell.final.rank == rankIn(expected, final));
                CHECK(static_cast<double>(cell.final.probability) == Approx(expected[final]).margin(1e-5));
                CHECK(cell.next.has_value() == (p + 1 < stream.rows()));
                if (cell.next)
                    CHECK(cell.next->rank
                          == rankIn(expected,
                                    static_cast<std::size_t>(kTarget[static_cast<std::size_t>(p) + 1])));
            }
        }
    }
}

TEST_CASE("logit lens: the last row is what the model says", "[analysis][families]")
{
    for (const char* name : {"gpt2", "llama", "t5", "bert", "gemma2", "bart"}) {
        const auto loaded = loadModel(std::string(kTestData) + "/models/" + name, {}, {});
        INFO(name);
        REQUIRE(loaded.has_value());
        const auto& model = *loaded;
        const StackKind stack = model->isEncoderOnly() ? StackKind::kEncoder : StackKind::kDecoder;
        const Trace trace
            = runTiny(model, {{kSource, model->isEncoderDecoder() ? Ids{0, 4, 9} : Ids{}}}).front();
        const LensFacts facts = lensFacts(model.get(), trace, stack);
        REQUIRE(facts.obstacle == LensFacts::Obstacle::kNone);
        CHECK(facts.postNorm == (std::string(name) == "bert" || std::string(name) == "bart"));
        const std::vector<LensRow> rows = rowsOf(model, trace, stack);
        REQUIRE(rows.size() == static_cast<std::size_t>(trace.info().stack(stack)->layers) + 1);
        for (std::size_t p = 0; p < rows.back().cells.size(); ++p) {
            const RowVector logits = trace.logits(static_cast<Index>(p));
            Index best = 0;
            logits.maxCoeff(&best);
            const LensCell& cell = rows.back().cells[p];
            CHECK(cell.best.front().id == best);
            CHECK(cell.final.rank == 0);
            const double sum
                = (logits.cast<double>().array() - static_cast<double>(logits(best))).exp().sum();
            CHECK(static_cast<double>(cell.best.front().probability) == Approx(1.0 / sum).epsilon(1e-4));
        }
    }
}

TEST_CASE("logit lens: the reason is named if nothing can be read", "[analysis]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{kSource, kTarget}}).front();
    using Obstacle = LensFacts::Obstacle;
    CHECK(lensFacts(nullptr, trace, StackKind::kDecoder).obstacle == Obstacle::kNoModel);
    CHECK(lensFacts(model.get(), trace, StackKind::kEncoder).obstacle == Obstacle::kOtherStack);
    CHECK(lensFacts(model.get(), {}, StackKind::kDecoder).obstacle == Obstacle::kNotRecorded);
    CHECK(lensFacts(model.get(), trace, StackKind::kDecoder).postNorm);
    TinyOptions other;
    other.layers = 3;
    CHECK(lensFacts(tinyModel(other).get(), trace, StackKind::kDecoder).obstacle == Obstacle::kOtherModel);
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kWeights};
    request.lanes = {prepareIds(*model, kSource, kTarget).value()};
    const Trace bare = execute(request, {}).value().traces.front();
    CHECK(lensFacts(model.get(), bare, StackKind::kDecoder).obstacle == Obstacle::kNotRecorded);
    CHECK_FALSE(logitLens(model, bare, StackKind::kDecoder, {}, [](const LensRow&) {}).has_value());
}

TEST_CASE("logit lens: it can be stopped", "[analysis]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{kSource, kTarget}}).front();
    std::stop_source stop;
    Job job;
    job.stop = stop.get_token();
    int rows = 0;
    const auto done = logitLens(model, trace, StackKind::kDecoder, job, [&](const LensRow&) {
        ++rows;
        stop.request_stop();
    });
    REQUIRE_FALSE(done.has_value());
    CHECK(done.error().code == ErrorCode::kCancelled);
    CHECK(rows == 1);
}

TEST_CASE("stream norms: sizes and directions by plain loops", "[analysis]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{kSource, kTarget}}).front();
    const StreamNorms norms = streamNorms(trace, StackKind::kDecoder);
    REQUIRE(norms.stream.rows() == 3);
    REQUIRE(norms.cross.rows() == 2);
    REQUIRE(norms.feedForward.cols() == 3);
    const Matrix stream = trace.residual(StackKind::kDecoder, 1);
    const Matrix added = trace.output({StackKind::kDecoder, 1, AttentionKind::kCross});
    for (Index p = 0; p < 3; ++p) {
        double own = 0;
        double other = 0;
        double dot = 0;
        for (Index i = 0; i < stream.cols(); ++i) {
            own += std::pow(static_cast<double>(stream(p, i)), 2);
            other += std::pow(static_cast<double>(added(p, i)), 2);
            dot += static_cast<double>(stream(p, i)) * static_cast<double>(added(p, i));
        }
        CHECK(static_cast<double>(norms.stream(1, p)) == Approx(std::sqrt(own)).epsilon(1e-5));
        CHECK(static_cast<double>(norms.cross(1, p)) == Approx(std::sqrt(other)).epsilon(1e-5));
        CHECK(static_cast<double>(norms.crossCosine(1, p))
              == Approx(dot / std::sqrt(own * other)).margin(1e-5));
    }
    const StreamNorms encoder = streamNorms(trace, StackKind::kEncoder);
    CHECK(encoder.cross.rows() == 0);
    CHECK(encoder.attention.cols() == 4);
    CHECK(streamNorms({}, StackKind::kEncoder).stream.rows() == 0);
}

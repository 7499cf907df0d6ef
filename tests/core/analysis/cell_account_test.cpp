// The account of a cell against the recorded matrices and plain loops, for every kind of head.
#include "core/analysis/cell_account.h"

#include "core/math/softmax.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace headlight;

namespace {

Trace traceOf(const TraceInfo& info, TraceChunk chunk, int tokens)
{
    const auto axis = std::make_shared<const std::vector<TokenLabel>>(static_cast<std::size_t>(tokens));
    return {std::make_shared<const TraceInfo>(info), std::make_shared<const TraceChunk>(std::move(chunk)),
            axis, axis};
}

std::shared_ptr<const Model> openModel(const std::string& name)
{
    auto model = loadModel(std::filesystem::path(test::kTestData) / "models" / name, {}, {});
    if (!model)
        FAIL(model.error().describe());
    return *model;
}

std::vector<Trace> run(const std::shared_ptr<const Model>& model, MatrixStorage storage,
                       const Interventions& interventions = {})
{
    const test::Ids ids{3, 5, 7, 4, 6, 9};
    const test::Ids target = model->isEncoderDecoder() ? test::Ids{2, 8, 5, 3} : test::Ids{};
    // The second sentence is shorter, to get padding.
    const test::Ids shorter = model->isDecoderOnly() ? ids : test::Ids{3, 5, 7, 4};
    return test::runTiny(model, {{ids, target}, {shorter, target}}, interventions, storage);
}

/// Compares with plain loops over the recorded rows.
void checkAgainstLoops(const Trace& trace, const HeadRef& head, Index query, Index key)
{
    const auto account = cellAccount(trace, head, query, key);
    REQUIRE(account);
    const AttentionMap map = trace.attention(head);
    INFO(toString(head) << " query " << query << " key " << key);

    const Matrix q = trace.headMatrix(Site::kQuery, head), k = trace.headMatrix(Site::kKey, head);
    double dot = 0;
    for (Index i = 0; i < q.cols(); ++i) {
        REQUIRE(account->queryVector[i] == q(query, i));
        REQUIRE(account->keyVector[i] == k(key, i));
        REQUIRE(account->products[i] == q(query, i) * k(key, i));
        dot += static_cast<double>(q(query, i)) * static_cast<double>(k(key, i));
    }
    CHECK(account->dot.value() == Approx(dot).margin(1e-9));

    REQUIRE(account->score);
    CHECK(account->score->value == static_cast<double>(map.at(MapKind::kScores, query, key)));
    CHECK(account->score->agrees());
    CHECK(account->allowed.value() == (map.at(MapKind::kMask, query, key) > 0));
    REQUIRE(account->weight);
    CHECK(account->weight->value
          == Approx(static_cast<double>(map.at(MapKind::kWeights, query, key))).margin(1e-6));
    REQUIRE(account->weight->again);
    CHECK(account->weight->agrees());

    const Matrix v = trace.headMatrix(Site::kValue, head), out = trace.headMatrix(Site::kHeadOutput, head);
    double norms = 0, norm = 0, norm2 = 0;
    for (Index other = 0; other < account->keys; ++other) {
        norm2 = 0;
        for (Index i = 0; i < v.cols(); ++i)
            norm2 += static_cast<double>(v(other, i)) * static_cast<double>(v(other, i));
        const double weighted
            = static_cast<double>(map.at(MapKind::kWeights, query, other)) * std::sqrt(norm2);
        norms += weighted;
        if (other == key)
            norm = weighted;
    }
    CHECK(account->normWeighted.value() == Approx(norm).epsilon(1e-5).margin(1e-7));
    if (norms > 0)
        CHECK(account->normShare.value() == Approx(norm / norms).epsilon(1e-5).margin(1e-7));
    for (Index i = 0; i < v.cols(); ++i) {
        REQUIRE(account->value[i] == v(key, i));
        REQUIRE(account->output[i] == out(query, i));
    }
    CHECK(account->outputOff.value() < 1e-4);
    CHECK(account->outputAgrees());
}

} // namespace

TEST_CASE("cell account: every family's numbers follow from each other", "[analysis][cell]")
{
    // Learned positions, rotation with grouped keys, a soft-cap, relative bias, cross-attention.
    for (const std::string name : {"gpt2", "llama", "gemma2", "t5", "bart", "bert", "paper-transformer"}) {
        INFO(name);
        const auto model = openModel(name);
        for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands}) {
            const std::vector<Trace> traces = run(model, storage);
            for (const HeadRef& head : test::headsOf(traces[1])) {
                const AttentionMap map = traces[1].attention(head);
                for (Index query = 0; query < map.queries(); query += 2)
                    for (Index key = 0; key < map.keys(); ++key)
                        checkAgainstLoops(traces[1], head, query, key);
                const auto account = cellAccount(traces[0], head, 1, 1);
                REQUIRE(account);
                CHECK(account->score->recorded == (storage == MatrixStorage::kMatrices));
                CHECK(account->weight->recorded == (storage == MatrixStorage::kMatrices));
            }
        }
    }
}

TEST_CASE("cell account: only T5 has a bias, only Gemma 2 a cap", "[analysis][cell]")
{
    for (const std::string name : {"t5", "gemma2", "gpt2"}) {
        const auto model = openModel(name);
        const Trace trace = run(model, MatrixStorage::kMatrices)[0];
        const auto account = cellAccount(trace, test::headsOf(trace)[0], 2, 1);
        REQUIRE(account);
        INFO(name);
        CHECK(account->bias.has_value() == (name == "t5"));
        CHECK(account->capped.has_value() == (name == "gemma2"));
        const double before = account->capped.value_or(account->score->value);
        CHECK(account->logit.value() == Approx(before + static_cast<double>(account->bias.value_or(0))));
    }
}

TEST_CASE("cell account: soft-cap and bias come between score and softmax", "[analysis][cell]")
{
    testing::SyntheticOptions options;
    options.source = 0;
    TraceInfo info = testing::syntheticInfo(options);
    for (ScoreRule& rule : info.decoderSelf)
        rule.softcap = 1.5F;
    TraceChunk chunk;
    chunk.decoder = testing::syntheticStack(options, StackKind::kDecoder, 5, 0);
    AttentionChunk& attention = chunk.decoder->self[0];
    attention.bias = {testing::noiseMatrix(3, 3, 5, 5, 2.0F)};
    attention.weights[2] = attention.scores[2];
    scoresToWeights(attention.weights[2], {1.5F, attention.bias.data(), attention.mask.data(), 0});
    const AttentionChunk kept = attention;
    const Trace trace = traceOf(info, chunk, 5);
    const auto account = cellAccount(trace, {StackKind::kDecoder, 0, AttentionKind::kSelf, 2}, 3, 1);
    REQUIRE(account);
    const auto score = static_cast<double>(kept.scores[2](3, 1));
    CHECK(account->capped.value() == Approx(1.5 * std::tanh(score / 1.5)));
    CHECK(account->bias.value() == kept.bias[0](3, 1));
    CHECK(account->logit.value()
          == Approx(account->capped.value() + static_cast<double>(kept.bias[0](3, 1))));
    CHECK(account->weight->value == static_cast<double>(kept.weights[2](3, 1)));
    CHECK(account->weight->agrees());

    // A later key is masked: no logit, no weight, and the row reflects that.
    const auto later = cellAccount(trace, {StackKind::kDecoder, 0, AttentionKind::kSelf, 2}, 1, 3);
    REQUIRE(later);
    CHECK_FALSE(later->allowed.value());
    CHECK_FALSE(later->logit);
    CHECK(later->weight->value == 0);
    CHECK(std::isinf(later->rowLogits[3]));
    CHECK(later->weight->agrees());
}

TEST_CASE("cell account: numbers that do not follow from each other are told apart", "[analysis][cell]")
{
    TraceChunk chunk;
    testing::SyntheticOptions options;
    chunk.encoder = testing::syntheticStack(options, StackKind::kEncoder, 6, 0);
    AttentionChunk& attention = chunk.encoder->self[1];
    attention.scores[0](2, 3) += 0.25F;
    attention.weights[1](2, 3) += 0.125F;
    attention.headOutput[3](2, 0) += 0.5F;
    const Trace trace = traceOf(testing::syntheticInfo(options), chunk, 6);
    const auto at = [&trace](int head) {
        return cellAccount(trace, {StackKind::kEncoder, 1, AttentionKind::kSelf, head}, 2, 3).value();
    };
    CHECK_FALSE(at(0).score->agrees());
    CHECK(at(0).score->off() == Approx(0.25).epsilon(1e-3));
    CHECK_FALSE(at(1).weight->agrees());
    CHECK(at(1).weight->off() == Approx(0.125).epsilon(1e-3));
    CHECK(at(2).score->agrees());
    CHECK(at(2).weight->agrees());
    CHECK(at(2).outputAgrees());
    CHECK_FALSE(at(3).outputAgrees());
    CHECK(at(3).outputOff.value() == Approx(0.5).epsilon(1e-3));
}

TEST_CASE("cell account: a head that is off gives nothing, whatever its weights say", "[analysis][cell]")
{
    const auto model = test::tinyModel();
    Interventions interventions;
    interventions.list.push_back(HeadOff{parseHeadPattern("encoder.0.self.1").value()});
    const Trace trace = run(model, MatrixStorage::kMatrices, interventions)[0];
    const auto off = cellAccount(trace, {StackKind::kEncoder, 0, AttentionKind::kSelf, 1}, 1, 2);
    REQUIRE(off);
    CHECK(off->output.isZero());
    CHECK(off->weight->agrees());
    CHECK_FALSE(off->outputAgrees());
    const auto on = cellAccount(trace, {StackKind::kEncoder, 0, AttentionKind::kSelf, 0}, 1, 2);
    REQUIRE(on);
    CHECK(on->outputAgrees());
}

TEST_CASE("cell account: what the trace lacks stays empty", "[analysis][cell]")
{
    const testing::SyntheticOptions options;
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const auto without = [&](const std::function<void(AttentionChunk&)>& drop) {
        TraceChunk chunk;
        chunk.encoder = testing::syntheticStack(options, StackKind::kEncoder, 6, 0);
        drop(chunk.encoder->self[0]);
        return cellAccount(traceOf(testing::syntheticInfo(options), chunk, 6), head, 2, 3).value();
    };
    const CellAccount onlyWeights = without([](AttentionChunk& a) {
        a.query.clear();
        a.key.clear();
        a.value.clear();
        a.scores.clear();
        a.mask.clear();
        a.headOutput.clear();
    });
    CHECK(onlyWeights.weight);
    CHECK_FALSE(onlyWeights.weight->again);
    CHECK_FALSE(onlyWeights.dot);
    CHECK_FALSE(onlyWeights.score);
    CHECK_FALSE(onlyWeights.allowed);
    CHECK_FALSE(onlyWeights.normWeighted);
    CHECK(onlyWeights.output.size() == 0);
    CHECK(onlyWeights.rowWeights.size() == 6);

    const CellAccount noQueries = without([](AttentionChunk& a) { a.query.clear(); });
    CHECK(noQueries.score->recorded);
    CHECK_FALSE(noQueries.score->again);
    CHECK_FALSE(noQueries.dot);
    CHECK(noQueries.keyVector.size() == 4);
    const CellAccount noMask = without([](AttentionChunk& a) { a.mask.clear(); });
    CHECK_FALSE(noMask.allowed);
    CHECK_FALSE(noMask.weight->again);
    const CellAccount noValues = without([](AttentionChunk& a) { a.value.clear(); });
    CHECK_FALSE(noValues.outputOff);
    CHECK(noValues.outputAgrees());
    CHECK_FALSE(noValues.normWeighted);
}

TEST_CASE("cell account: a decoding's rows know the keys of their time", "[analysis][cell]")
{
    const auto model = test::tinyModel();
    DecodeRequest request;
    request.model = model;
    request.plan = test::recordAll();
    request.options.maxNewTokens = 4;
    request.lanes.push_back(prepareIds(*model, {3, 5, 7, 4}, {}).value());
    const auto lanes = decode(request, {}, {}).value();
    const Trace trace = lanes[0].steps.back().trace;
    const HeadRef self{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    const HeadRef cross{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    REQUIRE(trace.attention(self).queries() >= 3);
    CHECK_FALSE(cellAccount(trace, self, 0, 2));
    CHECK_FALSE(cellAccount(trace, self, 99, 0));
    checkAgainstLoops(trace, self, 2, 1);
    checkAgainstLoops(trace, self, 2, 2);
    checkAgainstLoops(trace, cross, 2, 3);
}

TEST_CASE("cell account: a masked key takes no part in the row", "[analysis][cell]")
{
    const Trace trace = testing::syntheticTrace();
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const AttentionMap map = trace.attention(head);
    REQUIRE(map.has(MapKind::kMask));
    REQUIRE(map.at(MapKind::kMask, 1, 2) == 0);
    const CellAccount account = cellAccount(trace, head, 1, 0).value();
    REQUIRE(account.keys > 2);
    CHECK(account.rowKeys() == 2);
    CHECK(account.strongest(6).size() == 2);
}

TEST_CASE("cell account: the row's largest weights, with the cell among them", "[analysis][cell]")
{
    const Trace trace = testing::syntheticTrace();
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const AttentionMap map = trace.attention(head);
    for (Index key = 0; key < 6; ++key) {
        const CellAccount account = cellAccount(trace, head, 4, key).value();
        Index larger = 0;
        for (Index other = 0; other < 6; ++other)
            larger += map.at(MapKind::kWeights, 4, other) > map.at(MapKind::kWeights, 4, key) ? 1 : 0;
        CHECK(account.rank() == larger);
        const std::vector<Index> all = account.strongest(6);
        for (std::size_t i = 1; i < all.size(); ++i)
            CHECK(account.rowWeights[all[i - 1]] >= account.rowWeights[all[i]]);
        const std::vector<Index> two = account.strongest(2);
        REQUIRE(two.size() == 2);
        CHECK((two[0] == key || two[1] == key || larger < 2));
        CHECK(std::count(two.begin(), two.end(), key) == 1);
    }
}

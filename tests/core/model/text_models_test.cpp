// The worked numbers of the introductions to the paper (../shared/TEXTS.md), computed by the program to the
// printed digits, and the small models of resources/models/texts.
#include "core/analysis/cell_account.h"
#include "core/analysis/head_behaviour.h"
#include "core/analysis/head_summary.h"
#include "core/base/job.h"
#include "core/math/mask.h"
#include "core/math/positions.h"
#include "core/math/similarity.h"
#include "core/math/softmax.h"
#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/execute.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

/// Compares as many digits as the text prints.
bool printed(float found, double expected, int digits)
{
    return std::abs(static_cast<double>(found) - expected) <= 0.5000001 * std::pow(10.0, -digits);
}

Matrix numbers(std::initializer_list<std::initializer_list<float>> rows)
{
    Matrix all(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
    Index r = 0;
    for (const auto& row : rows) {
        Index c = 0;
        for (const float value : row)
            all(r, c++) = value;
        ++r;
    }
    return all;
}

std::shared_ptr<const Model> textModel(const std::string& name)
{
    const std::filesystem::path folder = std::filesystem::path(kSourceRoot) / "resources/models/texts" / name;
    Job job;
    job.warn = [](const std::string& text) { FAIL_CHECK(text); };
    auto model = loadModel(folder, {}, job);
    if (!model)
        FAIL(model.error().describe());
    return *model;
}

RecordPlan heads()
{
    RecordPlan plan;
    plan.sites
        = {Site::kWeights, Site::kHeadOutput, Site::kOutput, Site::kMask, Site::kLogits, Site::kPositions};
    plan.logits = LogitRows::kAll;
    return plan;
}

Trace readText(const std::shared_ptr<const Model>& model, const std::string& text, const std::string& target)
{
    RunRequest request;
    request.model = model;
    request.plan = heads();
    request.lanes.push_back(prepareText(*model, {text, std::nullopt, target}).value());
    return execute(request, {}).value().traces.front();
}

} // namespace

TEST_CASE("worked numbers: hard and soft dictionary", "[texts]")
{
    const Matrix values = numbers({{10}, {9}, {-3}});
    const Mask all(1, 3);
    // Hard: only the best-matching key.
    for (Index key = 0; key < 3; ++key) {
        Matrix scores = Matrix::Zero(1, 3);
        scores(0, key) = 1.0F;
        CHECK(softLookup(scores, values, all, 0.001F).values(0, 0) == values(key, 0));
    }
    const Matrix scores = numbers({{std::log(0.45F), std::log(0.45F), std::log(0.1F)}});
    CHECK(printed(softLookup(scores, values, all).values(0, 0), 8.25, 2)); // text 0 prints 5.65: a slip
    CHECK_FALSE(printed(softLookup(scores, values, all).values(0, 0), 5.65, 1));
}

TEST_CASE("worked numbers: one query, three keys", "[texts]")
{
    const Matrix query = numbers({{8, -5}});
    const Matrix keys = numbers({{5, -3}, {6, -1}, {-4, 8}});
    const Matrix values = numbers({{10}, {9}, {3}});
    const Mask all(1, 3);
    const Matrix dots = similarityScores(Similarity::kDot, query, keys);
    CHECK(dots == numbers({{55, 53, -72}}));
    const SoftLookup plain = softLookup(dots, values, all);
    for (const auto& [key, weight] : {std::pair{0, 0.881}, {1, 0.119}, {2, 0.0}})
        CHECK(printed(plain.weights(0, key), weight, 3));
    CHECK(printed(plain.values(0, 0), 9.88, 2));
    const SoftLookup scaled = softLookup(similarityScores(Similarity::kScaledDot, query, keys), values, all);
    for (const auto& [key, weight] : {std::pair{0, 0.804}, {1, 0.196}, {2, 0.0}})
        CHECK(printed(scaled.weights(0, key), weight, 3));
    CHECK(printed(scaled.values(0, 0), 9.80, 2));
}

TEST_CASE("worked numbers: shares of the dot products beside softmax", "[texts]")
{
    const Matrix query = numbers({{0, 1}});
    const Matrix keys = numbers({{0, 1}, {1, 0}});
    const Matrix values = numbers({{0, 0}, {1, 1}});
    Matrix share = similarityScores(Similarity::kDot, query, keys);
    ScoreRule rule;
    rule.rows = RowForm::kShare;
    scoresToWeights(share, scoreContext(rule, nullptr, nullptr, 0));
    CHECK(Matrix(share * values) == numbers({{0, 0}}));
    const SoftLookup soft = softLookup(similarityScores(Similarity::kDot, query, keys), values, Mask(1, 2));
    CHECK(printed(soft.values(0, 0), 0.269, 3));
    CHECK(printed(soft.values(0, 1), 0.269, 3));
}

TEST_CASE("worked numbers: similarities", "[texts]")
{
    const Matrix q = numbers({{1, 2}});
    const Matrix k = numbers({{3, -1}});
    CHECK(similarityScores(Similarity::kDot, q, k)(0, 0) == 1.0F);
    CHECK(printed(similarityScores(Similarity::kScaledDot, q, k)(0, 0), 1 / std::sqrt(2.0), 6));
    CHECK(similarityScores(Similarity::kGeneral, q, k, {numbers({{1, 2}, {0, 1}}), {}, {}, {}})(0, 0)
          == -1.0F);
    const SimilarityWeights additive{
        {}, numbers({{1, 0}, {0, 1}}), numbers({{1, 0}, {0, 1}}), RowVector::Ones(2)};
    CHECK(printed(similarityScores(Similarity::kAdditive, q, k, additive)(0, 0),
                  std::tanh(4.0) + std::tanh(1.0), 6));
    ScoreRule rule;
    Matrix one(1, 1);
    rule.form = ScoreForm::kAdditive; // text 4: without tanh
    scoreKeys(rule, q, k, one);
    CHECK(one(0, 0) == 5.0F);
    rule.form = ScoreForm::kCosine;
    scoreKeys(rule, q, k, one);
    CHECK(printed(one(0, 0), 1 / std::sqrt(50.0), 6));
    // q·k = |q||k| cos θ; the exponential amplifies agreement and dampens opposition.
    for (int degrees = 0; degrees <= 360; degrees += 15) {
        const float angle = static_cast<float>(degrees) * 0.017453293F;
        scoreKeys(rule, numbers({{2, 0}}), numbers({{3 * std::cos(angle), 3 * std::sin(angle)}}), one);
        CHECK(std::abs(one(0, 0) - std::cos(angle)) < 1e-6F);
    }
}

TEST_CASE("worked numbers: positions", "[texts]")
{
    const auto row = [](const Matrix& table, Index position,
                        const std::vector<std::pair<double, int>>& expected) {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            INFO("position " << position << ", dimension " << i);
            CHECK(printed(table(position, static_cast<Index>(i)), expected[i].first, expected[i].second));
        }
    };
    const std::vector<std::pair<double, int>> first{{0, 4}, {1, 4}, {0, 4}, {1, 4},
                                                    {0, 4}, {1, 4}, {0, 4}, {1, 4}};
    row(sinusoidalSteep(0, 2, 8), 0, first);
    row(sinusoidalSteep(0, 2, 8), 1,
        {{0.8415, 4}, {0.5403, 4}, {0.0100, 4}, {0.99995, 5}, {0.0001, 4}, {1, 4}, {0, 4}, {1, 4}});
    row(sinusoidalInterleaved(0, 2, 8), 0, first);
    row(sinusoidalInterleaved(0, 2, 8), 1,
        {{0.8415, 4}, {0.5403, 4}, {0.0998, 4}, {0.9950, 4}, {0.0100, 4}, {0.99995, 5}, {0.0010, 4}, {1, 4}});
    // Every sinusoid has the requested number of dimensions, including odd ones.
    for (const auto table : {sinusoidalSteep, sinusoidalSteepOwn, sinusoidalInterleaved, sinusoidalHalves})
        CHECK(table(0, 3, 9).cols() == 9);
    CHECK(printed(sinusoidalSteepOwn(0, 2, 8)(1, 1), std::cos(std::pow(10000.0, -0.25)), 6));
}

TEST_CASE("worked numbers: causal masks", "[texts]")
{
    Mask four(4, 4), three(3, 3);
    four.causal();
    three.causal();
    CHECK(Matrix(four.toMatrix().cast<float>())
          == numbers({{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}));
    CHECK(Matrix(three.toMatrix().cast<float>()) == numbers({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
}

TEST_CASE("text 1: self-attention of three vectors, keys narrower than values", "[texts]")
{
    const auto model = textModel("text-1");
    const AttentionSpec& self = model->spec().encoder->layers.front().self;
    CHECK(self.headWidth == 2);
    CHECK(self.valueWidth == 3);
    const Trace trace = readText(model, "our input sentence", "our input");
    const Matrix weights
        = trace.attention({StackKind::kEncoder, 0, AttentionKind::kSelf, 0}).whole(MapKind::kWeights);
    const std::vector<std::vector<double>> expected{
        {0.3333, 0.3333, 0.3333}, {0.2246, 0.4555, 0.3199}, {0.2758, 0.3928, 0.3315}};
    const std::vector<std::vector<double>> outputs{{0.0333, 0.5000}, {0.0320, 0.6155}, {0.0331, 0.5585}};
    const Matrix output = trace.output({StackKind::kEncoder, 0, AttentionKind::kSelf});
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t key = 0; key < 3; ++key)
            CHECK(printed(weights(static_cast<Index>(row), static_cast<Index>(key)), expected[row][key], 4));
        for (std::size_t i = 0; i < 2; ++i)
            CHECK(printed(output(static_cast<Index>(row), static_cast<Index>(i)), outputs[row][i], 4));
    }
    CHECK(model->tokenizers().source->vocabularySize() == 3);
    REQUIRE(trace.tokens(StackKind::kEncoder).size() == 3);
}

TEST_CASE("text 4's mask: only the future is visible, and −10⁹ makes the last row uniform", "[texts]")
{
    const auto model = textModel("text-0"); // its mask is −10⁹
    RunRequest request;
    request.model = model;
    request.plan = heads();
    request.plan.sites = {Site::kWeights, Site::kMask, Site::kScores, Site::kQuery, Site::kKey};
    request.lanes.push_back(prepareText(*model, {"Soft dictionaries are fun.", std::nullopt, "les"}).value());
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    constexpr Index kTokens = 6;
    for (int query = 0; query < kTokens; ++query)
        request.interventions.list.emplace_back(
            MaskEdit{parseHeadPattern("encoder.0.self.0").value(), query, query + 1, 0, query + 1, false});
    const Trace trace = execute(request, {}).value().traces.front();
    const AttentionMap map = trace.attention(head);
    REQUIRE(map.keys() == kTokens);
    for (Index query = 0; query < kTokens; ++query)
        for (Index key = 0; key < kTokens; ++key) {
            const float weight = map.at(MapKind::kWeights, query, key);
            const bool last = query + 1 == kTokens;
            CHECK((weight > 1e-30F) == (last || key > query));
            if (last)
                CHECK(weight == Approx(1.0 / 6));
            const CellAccount cell = cellAccount(trace, head, query, key).value();
            CHECK(cell.allowed == (key > query));
            if (key <= query)
                CHECK(cell.logit == -1e9);
            CHECK((cell.weight && cell.weight->again && cell.weight->agrees()));
        }
}

TEST_CASE("text 1: a word outside the vocabulary of three is no word of it", "[texts]")
{
    const auto model = textModel("text-1");
    CHECK(prepareText(*model, {"our input sentence", std::nullopt, {}}).has_value());
    const auto unknown = prepareText(*model, {"our red sentence", std::nullopt, {}});
    REQUIRE_FALSE(unknown.has_value());
    CHECK(unknown.error().message.find("found the word \"red\", which is not in the vocabulary") == 0);
}

TEST_CASE("text 0: heads read slices of their own and have a width of their own", "[texts]")
{
    const auto model = textModel("text-0");
    const ArchSpec& spec = model->spec();
    CHECK(spec.width == 9);
    const AttentionSpec& self = spec.encoder->layers.front().self;
    CHECK(self.heads == 3);
    CHECK(self.headWidth == 64);
    CHECK(self.scale == 0.125F);
    // Parameters of the projections: 3 · D · d_head · heads, and W_O [heads · d_v, D].
    const AttentionWeights& weights = model->weights().encoder->layers.front().self;
    CHECK(3 * weights.query.weight.rows() * weights.query.weight.columns() == 3 * 9 * 64 * 3);
    CHECK(weights.output.weight.rows() * weights.output.weight.columns() == 3 * 64 * 9);
    // A single head of the packed weights: zero outside its three features.
    for (int head = 0; head < 3; ++head) {
        const Matrix own = weights.queryOf(head, 64).toMatrix();
        CHECK(own.rows() == 64);
        for (Index i = 0; i < 9; ++i)
            CHECK((own.col(i).cwiseAbs().maxCoeff() > 0.0F) == (i / 3 == head));
    }
    const Trace trace
        = readText(model, "Soft dictionaries are fun and exciting, never boring.", "les dictionnaires");
    CHECK(mismatch(trace.stackMatrix(Site::kPositions, StackKind::kEncoder),
                   sinusoidalSteep(0, static_cast<Index>(trace.tokens(StackKind::kEncoder).size()), 9), 1e-6)
          == "");
    CHECK(model->tokenizers().source != model->tokenizers().target);
}

TEST_CASE("text 2: pre-norm without a norm at the end, two vocabularies, padding from ids", "[texts]")
{
    const auto model = textModel("text-2");
    const ModelWeights& weights = model->weights();
    CHECK(model->spec().encoder->placement == NormPlacement::kPre);
    CHECK_FALSE(weights.encoder->finalNorm.present());
    CHECK_FALSE(weights.decoder->finalNorm.present());
    CHECK(weights.encoder->embedding.rows() != weights.decoder->embedding.rows());
    CHECK(model->spec().encoder->embeddingScale == 4.0F);
    // d_head = D / heads: 3 · D² parameters.
    const AttentionWeights& self = weights.encoder->layers.front().self;
    CHECK(3 * self.query.weight.rows() * self.query.weight.columns() == 3 * 16 * 16);
    CHECK(self.query.bias.size() == 0);
    RunRequest request;
    request.model = model;
    request.plan = heads();
    request.lanes.push_back(prepareIds(*model, {4, 0, 5, 2}, {1, 0, 4}).value());
    const Trace trace = execute(request, {}).value().traces.front();
    for (const HeadRef& head : {HeadRef{StackKind::kEncoder, 0, AttentionKind::kSelf, 0},
                                HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1}}) {
        CHECK(trace.attention(head).whole(MapKind::kWeights).col(1).isZero());
        CHECK(trace.attention(head).whole(MapKind::kMask).col(1).isZero());
    }
    const HeadRef own{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    CHECK(Matrix(trace.attention(own).whole(MapKind::kMask)) == numbers({{1, 0, 0}, {1, 0, 0}, {1, 0, 1}}));
}

TEST_CASE("text 4: four heads at two dimensions, ten words, one matrix as feed-forward", "[texts]")
{
    const auto model = textModel("text-4");
    const ArchSpec& spec = model->spec();
    CHECK(spec.width == 2);
    CHECK(spec.vocabulary == 10);
    CHECK(spec.encoder->layers.front().self.heads == 4);
    CHECK(spec.encoder->layers.front().feedForward.linear);
    CHECK(spec.encoder->normScope == NormScope::kMatrix);
    CHECK(spec.encoder->epsilon == 0.0F);
    CHECK(model->generation().startId == 0);
    CHECK(model->generation().endIds == std::vector<TokenId>{9});
    RunRequest request;
    request.model = model;
    request.plan = heads();
    request.plan.sites.add(Site::kFinal);
    request.lanes.push_back(
        prepareText(*model, {"I keep ice cream in my freezer", std::nullopt, {}}).value());
    const Trace trace = execute(request, {}).value().traces.front();
    CHECK(trace.tokens(StackKind::kEncoder).size() == 7);
    // The norm covers the whole matrix: its mean is 0 and its variance 1, but not those of its rows.
    const Matrix final = trace.stackMatrix(Site::kFinal, StackKind::kEncoder);
    CHECK(std::abs(final.mean()) < 1e-5F);
    CHECK(std::abs(final.squaredNorm() / static_cast<float>(final.size()) - 1.0F) < 1e-5F);
    CHECK(std::abs(final.row(0).mean()) > 1e-3F);
    DecodeRequest decoding;
    decoding.model = model;
    decoding.lanes = request.lanes;
    decoding.options.strategy = Strategy::kSample;
    decoding.options.maxNewTokens = 20;
    const auto drawn = decode(decoding, {}, {}).value().front();
    CHECK(drawn.ids.size() <= 20);
    CHECK_FALSE(drawn.cached);
}

TEST_CASE("text 3: the paper's transformer with d_k and d_v free", "[texts]")
{
    const auto model = textModel("text-3");
    const ArchSpec& spec = model->spec();
    CHECK(spec.encoder->placement == NormPlacement::kPost);
    const AttentionSpec& self = spec.encoder->layers.front().self;
    CHECK(self.heads == 4);
    CHECK(self.headWidth == 6);
    CHECK(self.valueWidth == 10);
    CHECK(model->weights().encoder->embedding.rows() != model->weights().decoder->embedding.rows());
}

TEST_CASE("text models: the trained ones write the sentences of their texts", "[texts]")
{
    struct Known
    {
        const char *model, *source, *written;
    };
    const std::string prince
        = "le prince ne répondit rien, mais elle le regarda avec un air entendu, attendant une réponse";
    const char* const long1
        = "The prince answered nothing, but she looked at him significantly, awaiting a reply";
    for (const auto& [name, source, written] :
         {Known{"text-0", "Soft dictionaries are fun and exciting, never boring",
                "les dictionnaires doux sont amusants et passionnants, jamais ennuyeux"},
          Known{"text-0", "The apple fell.", "la pomme est tombée."}, Known{"text-2", long1, prince.c_str()},
          Known{"text-2", "Her hat", "son chapeau"}, Known{"text-2", "Door closes", "la porte se ferme"},
          Known{"text-3", long1, prince.c_str()},
          Known{"text-3", "our input sentence", "notre phrase de départ"},
          Known{"text-3", "The apple fell", "la pomme est tombée"},
          Known{"text-3", "I keep ice-cream in my freezer", "je garde de la glace dans mon congélateur"},
          Known{"text-3", "Her hat", "son chapeau"}, Known{"text-3", "Door closes", "la porte se ferme"},
          Known{"text-4", "I keep ice cream in my freezer", "i keep ice cream in my freezer"}}) {
        INFO(name << ": " << source);
        const auto model = textModel(name);
        CHECK(model->spec().trained);
        DecodeRequest request;
        request.model = model;
        request.lanes.push_back(prepareText(*model, {source, std::nullopt, {}}).value());
        CHECK(decode(request, {}, {}).value().front().text == written);
    }
    CHECK_FALSE(textModel("text-1")->spec().trained);
}

TEST_CASE("text models: an unknown word becomes <unk>, or is refused by name where there is none", "[texts]")
{
    for (const char* const name : {"text-0", "text-2", "text-3"}) {
        const auto model = textModel(name);
        const auto lane = prepareText(*model, {"the zebra", std::nullopt, {}});
        REQUIRE(lane);
        CHECK(lane->source.at(1).text.starts_with("<unk>"));
    }
    const auto unknown = prepareText(*textModel("text-4"), {"my zebra", std::nullopt, {}});
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().message.find("zebra") != std::string::npos);
}

TEST_CASE("teacher forcing: one pass over the target equals step by step", "[texts]")
{
    for (const char* const name : {"text-0", "text-1", "text-2", "text-3"}) {
        const auto model = textModel(name);
        const auto source = prepareIds(*model, {0, 1, 2}, {}).value();
        DecodeRequest decoding;
        decoding.model = model;
        decoding.options.maxNewTokens = 5;
        decoding.lanes.push_back(source);
        decoding.forced = {4, 3, 4, 3};
        const auto stepped = decode(decoding, {}, {}).value().front();
        RunRequest request;
        request.model = model;
        request.plan = heads();
        request.lanes.push_back(source);
        for (const TokenId id : decoding.forced)
            request.lanes.front().target.push_back({id, {}, false, false, 0, 0, 0});
        const Trace whole = execute(request, {}).value().traces.front();
        for (std::size_t i = 0; i < 4; ++i) {
            RowVector logs(whole.logits(0).size());
            const RowVector logits = whole.logits(static_cast<Index>(i));
            logSoftmax({logits.data(), static_cast<std::size_t>(logits.size())},
                       {logs.data(), static_cast<std::size_t>(logs.size())});
            CHECK(std::abs(logs[decoding.forced[i]] - stepped.logProbabilities[i]) < 1e-4F);
        }
    }
}

TEST_CASE("text models: heads of random weights have no name, nor have those of their traces", "[texts]")
{
    const auto named = [](const Trace& trace) {
        const HeadsStatistics heads = headsStatistics(trace);
        CHECK_FALSE(heads.empty());
        return std::count_if(heads.begin(), heads.end(),
                             [](const auto& each) { return headBehaviour(each.second).has_value(); });
    };
    for (const char* const name : {"text-1"}) {
        const auto model = textModel(name);
        RunRequest request;
        request.model = model;
        request.plan = heads();
        request.lanes.push_back(prepareIds(*model, {0, 1, 2, 1, 2, 0}, {}).value());
        const Trace trace = execute(request, {}).value().traces.front();
        CHECK(named(trace) == 0);
        const TemporaryFolder folder;
        const auto path = folder / "trace.safetensors";
        REQUIRE(writeTraceFile(path, {{trace}}, {}).has_value());
        const TraceFile file = readTraceFile(path, {}).value();
        CHECK(named(file.traces.front()) == 0);
        CHECK_FALSE(file.traces.front().info().trained);
        // The same numbers of a trained model do have names.
        TraceInfo info = trace.info();
        info.trained = true;
        const Trace trained(std::make_shared<const TraceInfo>(info), trace.leaf(),
                            trace.axis(StackKind::kEncoder), trace.axis(StackKind::kDecoder));
        CHECK(trained.attention(trace.info().headsOf(kEveryHead).front()).isTrained());
    }
}

TEST_CASE("text models: small, found by name, and the same from the script", "[texts]")
{
    const std::filesystem::path texts = std::filesystem::path(kSourceRoot) / "resources/models/texts";
    for (const char* const name : {"text-0", "text-1", "text-2", "text-3", "text-4"}) {
        std::uintmax_t bytes = 0;
        for (const auto& entry : std::filesystem::directory_iterator(texts / name))
            bytes += entry.file_size();
        CHECK(bytes < 100 * 1024);
        const auto found = builtinModelFolder(name);
        REQUIRE(found.has_value());
        CHECK(*found == texts / name);
    }
    const auto all = builtinModelFolders();
    CHECK(all.front().filename() == "en-fr");
    CHECK(all.back().filename() == "text-4");
}

} // namespace headlight::test

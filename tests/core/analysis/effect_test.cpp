// Accounts of logits and scores: against independent results in double precision, and as sums for every
// family of which there is a reference.
#include "core/analysis/effect.h"
#include "core/analysis/who_asked.h"
#include "core/model/builtin_model.h"
#include "core/model/families/family.h"
#include "core/nn/arch_spec.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json laboratory(const std::string& name)
{
    std::ifstream file(fs::path(kTestData) / "laboratory" / name);
    return json::parse(file);
}

std::shared_ptr<const Model> builtIn(const char* name)
{
    return loadModel(builtinModelFolder(name).value(), {}, {}).value();
}

Trace traced(const std::shared_ptr<const Model>& model, LaneInput lane, const Interventions& edits = {})
{
    RunRequest request;
    request.model = model;
    request.lanes.push_back(std::move(lane));
    request.interventions = edits;
    request.plan.sites = whoAskedSites();
    request.plan.logits = LogitRows::kAll;
    request.plan.sites.add(Site::kLogits);
    const auto result = execute(request, {});
    if (!result)
        FAIL(result.error().describe());
    return result->traces.front();
}

Trace tracedIds(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& ids,
                const std::vector<TokenId>& target = {}, const Interventions& edits = {})
{
    return traced(model, prepareIds(*model, ids, target).value(), edits);
}

/// The laboratory's name of a writer, in the names of the program.
std::string programName(const std::string& name)
{
    static const std::map<std::string, std::string> known{{"embedding", "decoder.embeddings"},
                                                          {"position", "decoder.positions"},
                                                          {"final_norm.bias", "decoder.final_norm"},
                                                          {"bias", "bias"}};
    if (const auto found = known.find(name); found != known.end())
        return found->second;
    const std::string layer = "decoder." + name.substr(0, name.find('.') + 1);
    const std::string rest = name.substr(name.find('.') + 1);
    static const std::map<std::string, std::string> parts{{"ff", "feed_forward"},
                                                          {"self_attn_layer_norm.bias", "norm.self"},
                                                          {"encoder_attn_layer_norm.bias", "norm.cross"},
                                                          {"final_layer_norm.bias", "norm.feed_forward"}};
    const auto found = parts.find(rest);
    return layer + (found != parts.end() ? found->second : rest);
}

/// Writers and remainder sum to the value; returns the largest difference from the expected parts, relative
/// to the largest of them.
double apart(const EffectAccount& account, const json& expected)
{
    REQUIRE(account.writers.size() == expected.size());
    double largest = 0, off = 0;
    for (std::size_t i = 0; i < account.writers.size(); ++i)
        for (const auto& [name, value] : expected.items())
            if (programName(name) == toString(account.writers[i])) {
                largest = std::max(largest, std::abs(value.get<double>()));
                off = std::max(off, std::abs(value.get<double>() - account.parts[i]));
            }
    REQUIRE(largest > 0);
    return off / largest;
}

/// Numbers of one table beside the expected ones.
struct Compared
{
    double off = 0, largest = 0;

    void add(double found, double expected)
    {
        off = std::max(off, std::abs(found - expected));
        largest = std::max(largest, std::abs(expected));
    }
    void add(const std::vector<double>& found, const json& expected)
    {
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            add(found[i], expected[i]);
    }
    void add(const DoubleMatrix& found, const json& expected)
    {
        REQUIRE(found.rows() == std::ssize(expected));
        for (Index row = 0; row < found.rows(); ++row)
            for (Index column = 0; column < found.cols(); ++column)
                add(found(row, column),
                    expected[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
    }
    /// The largest difference, relative to the largest number.
    double apart() const { return off / largest; }
};

constexpr double kOff = 1e-4; // relative to the largest number of a table

} // namespace

TEST_CASE("effect: the writers and keys of en-gpt are those of an independent computation", "[effect]")
{
    const auto model = builtIn("en-gpt");
    const json lab = laboratory("split.json");
    for (const json& row : lab["en-gpt"]) {
        const Trace trace = tracedIds(model, row["ids"]);
        EffectQuestion question{row["row"], row["token_id"], {}};
        if (!row["minus_id"].is_null())
            question.minus = row["minus_id"];
        const auto account = effectOf(*model, trace, question).value();
        CHECK(apart(account, row["writers"]) < kOff);
        CHECK(std::abs(account.remainder) < kOff);
        CHECK(account.value == Approx(row["logit"].get<double>()).epsilon(kOff));
        EffectQuestion logProbability = question;
        logProbability.minus.reset();
        logProbability.logProbability = true;
        CHECK(effectOf(*model, trace, logProbability).value().value
              == Approx(row["logprob"].get<double>()).epsilon(kOff));
        Compared keys;
        for (int layer = 0; layer < 4; ++layer)
            for (int head = 0; head < 4; ++head) {
                const HeadRef ref{StackKind::kDecoder, layer, AttentionKind::kSelf, head};
                keys.add(keyEffects(trace, ref, question.row, account.heads.at(ref)),
                         row["effect"][static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)]);
            }
        CHECK(keys.apart() < kOff);
    }
}

TEST_CASE("effect: post-norm writers pass through every later norm (en-fr)", "[effect]")
{
    const auto model = builtIn("en-fr");
    const json lab = laboratory("split.json")["en-fr"];
    std::vector<TokenId> target = lab["target_ids"];
    target.pop_back(); // the end, which nothing follows
    const Trace trace = tracedIds(model, lab["source_ids"], target);
    for (const json& row : lab["rows"]) {
        EffectQuestion question{row["row"], row["token_id"], {}};
        if (!row["minus_id"].is_null())
            question.minus = row["minus_id"];
        const auto account = effectOf(*model, trace, question).value();
        CHECK(apart(account, row["writers"]) < kOff);
        CHECK(std::abs(account.remainder) < kOff * std::abs(account.value));
        CHECK(account.value == Approx(row["logit"].get<double>()).epsilon(kOff));
        Compared keys;
        for (int layer = 0; layer < 3; ++layer)
            for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross})
                for (int head = 0; head < 4; ++head) {
                    const HeadRef ref{StackKind::kDecoder, layer, kind, head};
                    const std::string name = std::to_string(layer) + '.' + std::string(kindName(kind));
                    keys.add(keyEffects(trace, ref, question.row, account.heads.at(ref)),
                             row["effect"][name][static_cast<std::size_t>(head)]);
                }
        CHECK(keys.apart() < kOff);
    }
}

TEST_CASE("who: the parts of a score are those of an independent computation", "[effect]")
{
    const auto model = builtIn("en-gpt");
    const json lab = laboratory("split.json")["who"];
    const Trace trace = tracedIds(model, lab["ids"]);
    for (const json& cell : lab["cells"]) {
        const HeadRef head{StackKind::kDecoder, cell["layer"], AttentionKind::kSelf, cell["head"]};
        const auto found = whoAsked(*model, trace, head, cell["query"], {cell["key"]}).value();
        const AskedKey& key = found.keys.front();
        CHECK(key.score == Approx(cell["score"].get<double>()).epsilon(1e-5));
        CHECK(key.weight == Approx(cell["weight"].get<double>()).epsilon(1e-4));
        REQUIRE(found.queryWriters.size() == cell["names"].size());
        for (std::size_t a = 0; a < found.queryWriters.size(); ++a) {
            CHECK(toString(found.queryWriters[a]) == programName(cell["names"][a]));
            CHECK(found.queryWriters[a] == found.keyWriters[a]);
        }
        // The key's matrix, and by how much it exceeds the mean of all keys, plain or weighted.
        std::vector<Index> keys(static_cast<std::size_t>(cell["query"].get<Index>()) + 1);
        std::iota(keys.begin(), keys.end(), 0);
        const auto all = whoAsked(*model, trace, head, cell["query"], keys).value();
        DoubleMatrix plain = key.parts, weighted = key.parts;
        double sum = 0; // of the weights, which are rounded
        for (const AskedKey& each : all.keys)
            sum += each.weight;
        for (const AskedKey& each : all.keys) {
            plain -= each.parts / static_cast<double>(keys.size());
            weighted -= each.weight / sum * each.parts;
        }
        for (const auto& [matrix, name] :
             {std::pair{&key.parts, "matrix"}, {&plain, "minus_plain"}, {&weighted, "minus_weighted"}}) {
            INFO(name);
            Compared parts;
            parts.add(*matrix, cell[name]);
            CHECK(parts.apart() < kOff);
        }
    }
}

namespace {

/// The sum of random readings by writers equals the readings of the recorded output.
void checkStream(const Model& model, const Trace& trace, StackKind stack, Index row)
{
    const Matrix output = trace.stackMatrix(Site::kFinal, stack);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    DoubleMatrix readings(3, output.cols());
    for (Index i = 0; i < readings.size(); ++i)
        readings.data()[i] = normal(random);
    const auto parts
        = streamParts(model, trace, {stack, row, trace.info().stack(stack)->layers}, readings).value();
    const Eigen::VectorXd expected = readings * output.row(row).cast<double>().transpose();
    const Eigen::VectorXd found = parts.parts.colwise().sum().transpose();
    const double size = readings.norm() * static_cast<double>(output.row(row).norm());
    INFO(stackName(stack) << " row " << row << ": " << found.transpose() << " for " << expected.transpose());
    CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-5 * size);
    std::set<std::string> names;
    for (const Writer& writer : parts.writers)
        names.insert(toString(writer));
    CHECK(names.size() == parts.writers.size());
}

void checkLogit(const Model& model, const Trace& trace, Index row)
{
    const auto best = static_cast<TokenId>(likeliestTokens(model, trace, row, 1).value().front().id);
    const TokenId other = best == 0 ? 1 : 0;
    const RowVector logits = trace.logits(row);
    for (const std::optional<TokenId>& minus : {std::optional<TokenId>(), std::optional(other)}) {
        const auto account = effectOf(model, trace, {row, best, minus}).value();
        const double value
            = static_cast<double>(logits[best]) - (minus ? static_cast<double>(logits[*minus]) : 0.0);
        CHECK(account.value == Approx(value));
        double sum = account.remainder, size = 1;
        for (const double part : account.parts) {
            sum += part;
            size += std::abs(part);
        }
        CHECK(sum == Approx(value).margin(1e-9 * size));
        const HeadSpec& head = model.spec().head;
        if (head.softcap > 0) { // the parts sum to the logit before the cap
            const auto cap = static_cast<double>(head.softcap);
            const auto before
                = [&](TokenId token) { return cap * std::atanh(static_cast<double>(logits[token]) / cap); };
            const double uncapped = before(best) - (minus ? before(*minus) : 0.0);
            CHECK(value - account.remainder == Approx(uncapped).margin(1e-4 * size));
        } else if (!head.transform) {
            CHECK(std::abs(account.remainder) < 2e-5 * size);
        }
        for (const auto& [ref, reading] : account.heads) {
            Writer writer{Writer::Kind::kHead, ref.stack, ref.layer, ref.kind, ref.head};
            const auto at = std::find(account.writers.begin(), account.writers.end(), writer);
            REQUIRE(at != account.writers.end());
            const std::vector<double> effects = keyEffects(trace, ref, row, reading);
            if (effects.empty()) // an edit put other numbers in the place of weights · values
                continue;
            const double keys = std::accumulate(effects.begin(), effects.end(), 0.0);
            INFO(toString(ref));
            CHECK(keys
                  == Approx(account.parts[static_cast<std::size_t>(at - account.writers.begin())])
                         .margin(1e-5 * size));
        }
    }
}

void checkScores(const Model& model, const Trace& trace, const LayerRef& layer, Index query)
{
    const HeadRef head{layer.stack, layer.layer, layer.kind, trace.info().heads(layer.stack) - 1};
    const StackSpec& stack = *model.spec().stack(layer.stack);
    if (stack.layers[static_cast<std::size_t>(layer.layer)].self.clip > 0)
        return; // clipped queries and keys are no sums
    const AttentionMap map = trace.attention(head);
    // The two keys that the query weighs most: no rounding of tiny weights.
    std::vector<Index> keys(static_cast<std::size_t>(map.keys()));
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<Index>(i);
    std::stable_sort(keys.begin(), keys.end(), [&](Index a, Index b) {
        return map.at(MapKind::kWeights, query, a) > map.at(MapKind::kWeights, query, b);
    });
    keys.resize(std::min<std::size_t>(2, keys.size()));
    INFO(toString(head) << " query " << query << " keys " << keys.front() << " and " << keys.back());
    const auto found = whoAsked(model, trace, head, query, keys).value();
    for (const AskedKey& key : found.keys)
        CHECK(std::abs(key.remainder) < 3e-5 * (1 + key.parts.cwiseAbs().sum()));
    const AskedKey& one = found.keys.front();
    const AskedKey& other = found.keys.back();
    if (other.weight < 1e-6)
        return;
    CHECK(contrastOf(one, other).sum()
          == Approx(std::log(one.weight / other.weight)).margin(1e-4 * (1 + one.parts.cwiseAbs().sum())));
}

/// Every sum of one folder's reference input, in the last row and in one before.
void checkSums(const fs::path& folder, std::set<std::string>& seen)
{
    const auto model = loadModel(folder, {}, {}).value();
    const Goldens goldens(folder / "goldens.safetensors");
    const std::vector<TokenId> target
        = goldens.has("decoder_input_ids") ? goldens.ids("decoder_input_ids") : std::vector<TokenId>();
    LaneInput lane = prepareIds(*model, goldens.ids("input_ids"), target).value();
    if (goldens.has("token_type_ids"))
        lane.segments = goldens.ids("token_type_ids");
    const Trace trace = traced(model, std::move(lane));
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const auto length = static_cast<Index>(trace.tokens(stack).size());
        if (trace.info().stack(stack) == nullptr)
            continue;
        for (const Index row : {length - 1, length / 2})
            checkStream(*model, trace, stack, row);
    }
    const auto length = static_cast<Index>(trace.tokens(measuredStack(*model)).size());
    if (model->hasLogits())
        for (const Index row : {length - 1, length / 2})
            checkLogit(*model, trace, row);
    for (const LayerRef& layer : trace.info().layers())
        checkScores(*model, trace, layer, static_cast<Index>(trace.tokens(layer.stack).size()) - 1);
    seen.insert(model->family());
}

void checkFolders(const fs::path& root, std::set<std::string>& seen)
{
    for (const auto& entry : fs::directory_iterator(root)) {
        std::ifstream file(entry.path() / "config.json");
        if (!file || !fs::exists(entry.path() / "goldens.safetensors"))
            continue;
        const json config = json::parse(file);
        if (findFamily(config.value("model_type", "")) == nullptr || !loadModel(entry.path(), {}, {}))
            continue;
        INFO(entry.path().filename().string());
        checkSums(entry.path(), seen);
    }
}

} // namespace

TEST_CASE("effect: the sums hold for every family", "[effect][goldens]")
{
    std::set<std::string> seen;
    checkFolders(fs::path(kTestData) / "models", seen);
    CHECK(seen.size() >= 6);
    const fs::path shared = fs::path(kSharedData) / "goldens";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    checkFolders(shared, seen);
}

TEST_CASE("effect: the sums hold for wirings of which there is no reference", "[effect]")
{
    for (const NormPlacement placement : {NormPlacement::kPost, NormPlacement::kPre, NormPlacement::kSandwich,
                                          NormPlacement::kOutput, NormPlacement::kPreOfStream})
        for (const bool sinks : {false, true}) {
            INFO("placement " << static_cast<int>(placement) << " sinks " << sinks);
            TinyOptions options;
            options.placement = placement;
            options.sinks = sinks;
            options.experts = sinks ? 4 : 0;
            const auto model = tinyModel(options);
            const Trace trace = tracedIds(model, {3, 1, 4, 1, 5}, {2, 7, 1, 8});
            for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
                checkStream(*model, trace, stack, 2);
            checkLogit(*model, trace, 3);
            checkLogit(*model, trace, 0);
            for (const LayerRef& layer : trace.info().layers())
                checkScores(*model, trace, layer, 3);
        }
    TinyOptions parallel;
    parallel.placement = NormPlacement::kPre;
    parallel.parallel = true;
    parallel.decoderOnly = true;
    const auto model = tinyModel(parallel);
    const Trace trace = tracedIds(model, {3, 1, 4, 1, 5});
    checkStream(*model, trace, StackKind::kDecoder, 4);
    checkLogit(*model, trace, 4);
}

TEST_CASE("effect: a log-probability's account is its derivative", "[effect]")
{
    TinyOptions options;
    options.placement = NormPlacement::kPre;
    options.decoderOnly = true;
    const auto model = tinyModel(options);
    const Trace trace = tracedIds(model, {3, 1, 4, 1, 5});
    const auto account = effectOf(*model, trace, {4, 7, {}, true}).value();
    const RowVector logits = trace.logits(4);
    const Eigen::ArrayXd p = (logits.cast<double>().array() - static_cast<double>(logits.maxCoeff())).exp();
    const Eigen::ArrayXd shares = p / p.sum();
    CHECK(account.value == Approx(std::log(shares[7])).epsilon(1e-6));
    // What remains is minus the entropy: log p = z − log Σ exp(z), and the parts sum to z − Σ p z.
    CHECK(account.remainder == Approx((shares * shares.log()).sum()).margin(1e-5));
    // Each logit's account by the same writers gives the same parts: the head's part is z_7 − Σ p_v z_v of
    // it.
    std::vector<double> expected(account.parts.size());
    for (TokenId token = 0; token < logits.size(); ++token) {
        const auto one = effectOf(*model, trace, {4, token, {}}).value();
        for (std::size_t i = 0; i < expected.size(); ++i)
            expected[i] += one.parts[i] * ((token == 7 ? 1.0 : 0.0) - shares[token]);
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(account.parts[i] == Approx(expected[i]).margin(1e-5));
}

TEST_CASE("effect: edits of heads, wiring and positions keep the sums", "[effect]")
{
    TinyOptions options;
    options.placement = NormPlacement::kPre;
    const auto model = tinyModel(options);
    Interventions edits;
    edits.list.emplace_back(HeadOff{parseHeadPattern("decoder.0.self.1").value()});
    edits.list.emplace_back(Wiring{WiringForm::kSkippedLayer, StackKind::kDecoder, 1});
    edits.list.emplace_back(Wiring{WiringForm::kStaleResidual, StackKind::kDecoder, 0});
    PositionEdit positions;
    positions.table = PositionTable::kNone;
    positions.stack = StackKind::kDecoder;
    edits.list.emplace_back(positions);
    const Trace trace = tracedIds(model, {3, 1, 4, 1, 5}, {2, 7, 1, 8}, edits);
    checkStream(*model, trace, StackKind::kDecoder, 3);
    checkLogit(*model, trace, 3);
    const auto account = effectOf(*model, trace, {3, 5, {}}).value();
    for (std::size_t i = 0; i < account.writers.size(); ++i) {
        const std::string name = toString(account.writers[i]);
        CHECK(name.find("decoder.1.") == std::string::npos); // what a skipped layer adds is lost
        CHECK(name != "decoder.positions");
        if (name == "decoder.0.self.1")
            CHECK(account.parts[i] == 0);
    }
}

TEST_CASE("effect: the estimate of a masked key compares it with the rest of the row", "[effect]")
{
    const auto model = builtIn("en-gpt");
    const Trace trace = tracedIds(model, {319, 1895, 887, 871, 273, 769, 13, 220, 319, 1895});
    const auto account = effectOf(*model, trace, {9, 887, {}}).value();
    const HeadRef head{StackKind::kDecoder, 2, AttentionKind::kSelf, 1};
    const RowVector& reading = account.heads.at(head);
    const auto keys = keyEffects(trace, head, 9, reading);
    const auto masked = maskingEffects(trace, head, 9, reading);
    double all = 0;
    for (const double key : keys)
        all += key;
    // Without key 3, the others take its weight: their sum times 1/(1 − w).
    const auto weight = static_cast<double>(trace.attention(head).at(MapKind::kWeights, 9, 3));
    CHECK(-masked[3] == Approx((all - keys[3]) / (1 - weight) - all).margin(1e-6));
    const auto alone = maskingEffects(trace, head, 0, reading);
    CHECK(std::isnan(alone[0])); // the first row sees only itself
}

TEST_CASE("effect: what cannot be explained is said", "[effect]")
{
    TinyOptions options;
    options.decoderOnly = true;
    const auto model = tinyModel(options);
    const Trace trace = tracedIds(model, {3, 1, 4});
    CHECK(effectOf(*model, trace, {3, 5, {}}).error().field == "row");
    CHECK(effectOf(*model, trace, {1, 29, {}}).error().field == "token");
    CHECK(effectOf(*builtIn("en-gpt"), trace, {1, 5, {}}).error().message == "is one of another model");
    CHECK(effectOf(*model, trace, {1, 5, 3, true}).error().field == "minus");
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    CHECK(whoAsked(*model, trace, head, 1, {3}).error().field == "cell");
    CHECK(whoAsked(*model, trace, {StackKind::kDecoder, 9, AttentionKind::kSelf, 0}, 1, {0}).error().field
          == "head");
    RunRequest request;
    request.model = model;
    request.lanes = {prepareIds(*model, {3, 1, 4}, {}).value()};
    request.plan.sites = {Site::kFinal};
    const Trace poor = execute(request, {}).value().traces.front();
    CHECK(effectOf(*model, poor, {1, 5, {}}).error().message.find("lacks") == 0);
    Interventions cosine;
    cosine.list.emplace_back(ScoreSimilarity{kEveryHead, SimilarityForm::kCosine});
    CHECK(whoAsked(*model, tracedIds(model, {3, 1, 4}, {}, cosine), head, 1, {0}).error().code
          == ErrorCode::kUnsupported);
}

// Hidden: it takes seconds. Run it alone: headlight_core_tests "[speed]".

} // namespace headlight::test

// Qwen 3 has no results from another implementation among the goldens. This is its published definition
// (Qwen3 technical report, section 2; the modules of its model class) written down again in double precision,
// with plain loops and no code of the engine: slow, and meant to be obviously correct.
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace headlight::test {

namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

constexpr int kWidth = 24, kHeads = 4, kGroups = 2, kHead = 10, kHidden = 40, kVocabulary = 50, kLayers = 2;
constexpr double kEpsilon = 1e-6, kTheta = 5000.0;

void fillWithRandomQwen3(ModelFolder& folder)
{
    folder.config
        = {{"model_type", "qwen3"},          {"hidden_size", kWidth},      {"num_attention_heads", kHeads},
           {"num_key_value_heads", kGroups}, {"head_dim", kHead},          {"intermediate_size", kHidden},
           {"num_hidden_layers", kLayers},   {"vocab_size", kVocabulary},  {"rms_norm_eps", kEpsilon},
           {"rope_theta", kTheta},           {"tie_word_embeddings", true}};
    std::mt19937 random(3); // NOLINT(cert-msc51-cpp): the same weights every time
    std::normal_distribution<float> normal;
    const auto add
        = [&](const std::string& name, std::vector<std::int64_t> shape, float around, float spread) {
              std::int64_t count = 1;
              for (const std::int64_t extent : shape)
                  count *= extent;
              ModelFolder::Tensor tensor{std::move(shape), {}};
              for (std::int64_t i = 0; i < count; ++i)
                  tensor.values.push_back(around + spread * normal(random));
              folder.tensors[name] = std::move(tensor);
          };
    add("model.embed_tokens.weight", {kVocabulary, kWidth}, 0.0F, 1.0F);
    add("model.norm.weight", {kWidth}, 1.0F, 0.2F);
    for (int layer = 0; layer < kLayers; ++layer) {
        const std::string prefix = "model.layers." + std::to_string(layer);
        const float spread = 0.3F;
        add(prefix + ".input_layernorm.weight", {kWidth}, 1.0F, 0.2F);
        add(prefix + ".post_attention_layernorm.weight", {kWidth}, 1.0F, 0.2F);
        add(prefix + ".self_attn.q_proj.weight", {kHeads * kHead, kWidth}, 0.0F, spread);
        add(prefix + ".self_attn.k_proj.weight", {kGroups * kHead, kWidth}, 0.0F, spread);
        add(prefix + ".self_attn.v_proj.weight", {kGroups * kHead, kWidth}, 0.0F, spread);
        add(prefix + ".self_attn.o_proj.weight", {kWidth, kHeads * kHead}, 0.0F, spread);
        add(prefix + ".self_attn.q_norm.weight", {kHead}, 1.0F, 0.4F);
        add(prefix + ".self_attn.k_norm.weight", {kHead}, 1.0F, 0.4F);
        add(prefix + ".mlp.gate_proj.weight", {kHidden, kWidth}, 0.0F, spread);
        add(prefix + ".mlp.up_proj.weight", {kHidden, kWidth}, 0.0F, spread);
        add(prefix + ".mlp.down_proj.weight", {kWidth, kHidden}, 0.0F, spread);
    }
}

class PlainQwen3
{
public:
    explicit PlainQwen3(const ModelFolder& folder)
        : m_folder(folder)
    { }

    std::array<std::array<Rows, kHeads>, kLayers> weights; ///< after softmax [queries × keys]
    /// Divisors of the norms of queries and keys, without ε [positions × heads].
    std::array<Rows, kLayers> queryDeviations, keyDeviations;

    Rows logits(const std::vector<TokenId>& ids)
    {
        Rows stream;
        for (const TokenId id : ids)
            stream.push_back(tableRow("model.embed_tokens.weight", id));
        for (int layer = 0; layer < kLayers; ++layer) {
            const std::string prefix = "model.layers." + std::to_string(layer);
            addTo(stream, attention(layer, normAll(stream, prefix + ".input_layernorm.weight")));
            addTo(stream,
                  feedForward(prefix + ".mlp", normAll(stream, prefix + ".post_attention_layernorm.weight")));
        }
        return projectAll(normAll(stream, "model.norm.weight"), "model.embed_tokens.weight");
    }

private:
    double at(const std::string& name, int row, int column) const
    {
        const ModelFolder::Tensor& tensor = m_folder.tensors.at(name);
        return static_cast<double>(
            tensor.values.at(static_cast<std::size_t>(row * tensor.shape.at(1) + column)));
    }

    Row tableRow(const std::string& name, int row) const
    {
        Row values;
        for (int i = 0; i < kWidth; ++i)
            values.push_back(at(name, row, i));
        return values;
    }

    /// y = W·x
    Row project(const Row& x, const std::string& name) const
    {
        Row y;
        for (int out = 0; out < static_cast<int>(m_folder.tensors.at(name).shape.at(0)); ++out) {
            double sum = 0.0;
            for (std::size_t in = 0; in < x.size(); ++in)
                sum += at(name, out, static_cast<int>(in)) * x[in];
            y.push_back(sum);
        }
        return y;
    }

    Rows projectAll(const Rows& rows, const std::string& name) const
    {
        Rows all;
        for (const Row& row : rows)
            all.push_back(project(row, name));
        return all;
    }

    /// x / √(mean of x² + ε) · gain
    Row norm(const Row& x, const std::string& gain) const
    {
        double squares = 0.0;
        for (const double value : x)
            squares += value * value;
        Row y;
        for (std::size_t i = 0; i < x.size(); ++i)
            y.push_back(x[i] / std::sqrt(squares / static_cast<double>(x.size()) + kEpsilon)
                        * static_cast<double>(m_folder.tensors.at(gain).values.at(i)));
        return y;
    }

    Rows normAll(const Rows& rows, const std::string& gain) const
    {
        Rows all;
        for (const Row& row : rows)
            all.push_back(norm(row, gain));
        return all;
    }

    /// The root mean square of every head's part of a packed projection.
    static Rows deviations(const Rows& packed, int heads)
    {
        Rows all;
        for (const Row& row : packed) {
            Row& own = all.emplace_back();
            for (int head = 0; head < heads; ++head) {
                double squares = 0.0;
                for (int i = head * kHead; i < (head + 1) * kHead; ++i)
                    squares += row[static_cast<std::size_t>(i)] * row[static_cast<std::size_t>(i)];
                own.push_back(std::sqrt(squares / kHead));
            }
        }
        return all;
    }

    static void addTo(Rows& stream, const Rows& more)
    {
        for (std::size_t i = 0; i < stream.size(); ++i)
            for (std::size_t j = 0; j < stream[i].size(); ++j)
                stream[i][j] += more[i][j];
    }

    /// One head's part of a packed projection at a position: normalised, then rotated. Dimension i of the
    /// first half and dimension i of the second half form a pair.
    Row turned(const Row& packed, int head, const std::string& gain, int position) const
    {
        const Row own(packed.begin() + head * kHead, packed.begin() + (head + 1) * kHead);
        const Row x = norm(own, gain);
        Row y(kHead);
        for (int i = 0; i < kHead / 2; ++i) {
            const double angle = position * std::pow(kTheta, -2.0 * i / kHead);
            const auto first = static_cast<std::size_t>(i);
            const auto second = static_cast<std::size_t>(i + kHead / 2);
            y[first] = x[first] * std::cos(angle) - x[second] * std::sin(angle);
            y[second] = x[second] * std::cos(angle) + x[first] * std::sin(angle);
        }
        return y;
    }

    Rows attention(int layer, const Rows& x)
    {
        const std::string prefix = "model.layers." + std::to_string(layer) + ".self_attn";
        const Rows q = projectAll(x, prefix + ".q_proj.weight");
        const Rows k = projectAll(x, prefix + ".k_proj.weight");
        const Rows v = projectAll(x, prefix + ".v_proj.weight");
        queryDeviations[static_cast<std::size_t>(layer)] = deviations(q, kHeads);
        keyDeviations[static_cast<std::size_t>(layer)] = deviations(k, kGroups);
        const int length = static_cast<int>(x.size());
        Rows joined(x.size(), Row(kHeads * kHead, 0.0));
        for (int head = 0; head < kHeads; ++head) {
            const int group = head / (kHeads / kGroups);
            weights[layer][head].assign(x.size(), Row(x.size(), 0.0));
            for (int query = 0; query < length; ++query) {
                const auto row = static_cast<std::size_t>(query);
                Row& own = weights[layer][head][row];
                const Row asked = turned(q[row], head, prefix + ".q_norm.weight", query);
                double total = 0.0;
                for (int key = 0; key <= query; ++key) {
                    const auto column = static_cast<std::size_t>(key);
                    const Row offered = turned(k[column], group, prefix + ".k_norm.weight", key);
                    double product = 0.0;
                    for (std::size_t i = 0; i < kHead; ++i)
                        product += asked[i] * offered[i];
                    own[column] = std::exp(product / std::sqrt(static_cast<double>(kHead)));
                    total += own[column];
                }
                for (std::size_t key = 0; key <= row; ++key) {
                    own[key] /= total;
                    for (int i = 0; i < kHead; ++i)
                        joined[row][static_cast<std::size_t>(head * kHead + i)]
                            += own[key] * v[key][static_cast<std::size_t>(group * kHead + i)];
                }
            }
        }
        return projectAll(joined, prefix + ".o_proj.weight");
    }

    /// down(silu(gate(x)) · up(x))
    Rows feedForward(const std::string& prefix, const Rows& x) const
    {
        Rows all;
        for (const Row& row : x) {
            Row hidden = project(row, prefix + ".up_proj.weight");
            const Row gate = project(row, prefix + ".gate_proj.weight");
            for (std::size_t i = 0; i < hidden.size(); ++i)
                hidden[i] *= gate[i] / (1.0 + std::exp(-gate[i]));
            all.push_back(project(hidden, prefix + ".down_proj.weight"));
        }
        return all;
    }

    const ModelFolder& m_folder;
};

Matrix asMatrix(const Rows& rows)
{
    Matrix values(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            values(static_cast<Index>(i), static_cast<Index>(j)) = static_cast<float>(rows[i][j]);
    return values;
}

} // namespace

TEST_CASE("goldens: Qwen 3 computes what its definition says", "[model][goldens]")
{
    ModelFolder folder;
    fillWithRandomQwen3(folder);
    const auto model = folder.open();
    if (!model)
        FAIL(model.error().describe());
    CHECK(folder.warnings.empty());
    const std::vector<TokenId> ids = {3, 41, 7, 7, 19, 0, 33, 12, 48};
    PlainQwen3 plain(folder);
    const Rows expected = plain.logits(ids);
    CHECK(mismatch(logitsFor(*model, ids), asMatrix(expected), 1e-4, 1e-5) == "");

    RunRequest request;
    request.model = *model;
    request.plan.sites = {Site::kWeights, Site::kNorms};
    request.lanes.push_back(prepareIds(**model, ids, {}).value());
    const Trace trace = execute(request, {}).value().traces.front();
    for (int layer = 0; layer < kLayers; ++layer)
        for (int head = 0; head < kHeads; ++head) {
            INFO("layer " << layer << " head " << head);
            const Matrix found = trace.attention({StackKind::kDecoder, layer, AttentionKind::kSelf, head})
                                     .whole(MapKind::kWeights);
            CHECK(mismatch(found, asMatrix(plain.weights[layer][head]), 2e-5) == "");
        }

    for (int layer = 0; layer < kLayers; ++layer) {
        INFO("layer " << layer);
        const auto place = static_cast<std::size_t>(layer);
        const Matrix queries = trace.norm({StackKind::kDecoder, layer, NormSite::kQuery});
        const Matrix keys = trace.norm({StackKind::kDecoder, layer, NormSite::kKey});
        REQUIRE(queries.cols() == 2 * kHeads);
        REQUIRE(keys.cols() == 2 * kGroups);
        CHECK(queries.leftCols(kHeads).isZero(0.0F)); // no mean is subtracted
        CHECK(mismatch(queries.rightCols(kHeads), asMatrix(plain.queryDeviations[place]), 1e-5, 1e-5) == "");
        CHECK(mismatch(keys.rightCols(kGroups), asMatrix(plain.keyDeviations[place]), 1e-5, 1e-5) == "");
    }
    const TemporaryFolder traces;
    REQUIRE(writeTraceFile(traces / "trace.safetensors", {&trace, 1}, {}).has_value());
    const Trace back = readTraceFile(traces / "trace.safetensors", {}).value().traces.front();
    CHECK(back.norms() == trace.norms());
    for (const NormRef& norm : trace.norms()) {
        INFO(toString(norm));
        CHECK(mismatch(back.norm(norm), trace.norm(norm), 0.0) == "");
    }

    // Greedy decoding, with and without cache, also follows the definition.
    std::vector<TokenId> grown = ids;
    for (int step = 0; step < 6; ++step) {
        const Row last = PlainQwen3(folder).logits(grown).back();
        grown.push_back(static_cast<TokenId>(std::max_element(last.begin(), last.end()) - last.begin()));
    }
    for (const bool cache : {true, false}) {
        DecodeRequest decoding;
        decoding.model = *model;
        decoding.options.maxNewTokens = 6;
        decoding.options.useCache = cache;
        decoding.plan.sites = {Site::kNorms};
        decoding.lanes.push_back(prepareIds(**model, ids, {}).value());
        const auto decoded = decode(decoding, {}, {}).value();
        CHECK(decoded.front().ids == std::vector<TokenId>(grown.begin() + 9, grown.end()));
        const Matrix norms
            = decoded.front().steps.back().trace.norm({StackKind::kDecoder, 0, NormSite::kKey});
        REQUIRE(norms.rows() >= 9);
        CHECK(mismatch(norms.topRows(9).rightCols(kGroups), asMatrix(plain.keyDeviations[0]), 1e-5, 1e-5)
              == "");
    }
}

} // namespace headlight::test

// Models of TransformerLens, as they are saved: against its formulas, computed here in double precision.
#include "core/analysis/effect.h"
#include "core/analysis/who_asked.h"
#include "core/model/model_library.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"

#include <cmath>
#include <random>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Wide = Eigen::MatrixXd;

const fs::path kFolders = fs::path(kTestData) / "transformer_lens";

Trace tracedAll(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& ids)
{
    RunRequest request;
    request.model = model;
    request.lanes.push_back(prepareIds(*model, ids, {}).value());
    request.plan.sites = whoAskedSites();
    request.plan.logits = LogitRows::kAll;
    request.plan.sites.add(Site::kLogits);
    return execute(request, {}).value().traces.front();
}

void checkGoldens(const std::shared_ptr<const Model>& model, const fs::path& file)
{
    const Goldens goldens(file);
    const Trace trace = tracedAll(model, goldens.ids("input_ids"));
    const StackShape& shape = *trace.info().decoder;
    CHECK(shape.layers == 2);
    for (int layer = 0; layer < shape.layers; ++layer) {
        for (int head = 0; head < shape.heads; ++head)
            CHECK(mismatch(trace.attention({StackKind::kDecoder, layer, AttentionKind::kSelf, head})
                               .whole(MapKind::kWeights),
                           goldens.matrix("decoder.self_attn." + std::to_string(layer), head), 2e-5)
                  == "");
        CHECK(mismatch(trace.residual(StackKind::kDecoder, layer),
                       goldens.matrix("decoder.hidden." + std::to_string(layer)), 1e-4)
              == "");
    }
    CHECK(mismatch(trace.residual(StackKind::kDecoder, 2), goldens.matrix("decoder.last_block_out"), 1e-4)
          == "");
    CHECK(mismatch(trace.stackMatrix(Site::kFinal, StackKind::kDecoder), goldens.matrix("decoder.hidden.2"),
                   1e-4)
          == "");
    const Matrix logits = goldens.matrix("logits");
    for (Index row = 0; row < logits.rows(); ++row)
        CHECK(mismatch(trace.logits(row), logits.row(row), 1e-4) == "");
}

/// A random HookedTransformer with 2 heads of 5 in a width of 8, and its forward pass by TransformerLens'
/// formulas.
class Hooked
{
public:
    int layers = 2, kvHeads = 2, mlp = 0;
    std::string norm; ///< "", "LNPre" or "RMSPre"
    std::string positions = "standard";
    bool parallel = false, gated = false, inverseLayers = false, adjacentPairs = false;

    ModelFolder folder;

    std::shared_ptr<const Model> open()
    {
        folder.config = {{"n_layers", layers},
                         {"d_model", kWidth},
                         {"d_head", kHead},
                         {"n_heads", 2},
                         {"n_ctx", 9},
                         {"d_vocab", 11},
                         {"d_vocab_out", 10},
                         {"normalization_type", norm.empty() ? Json() : Json(norm)},
                         {"positional_embedding_type", positions},
                         {"attn_only", mlp == 0},
                         {"act_fn", "relu"},
                         {"gated_mlp", gated},
                         {"parallel_attn_mlp", parallel},
                         {"scale_attn_by_inverse_layer_idx", inverseLayers},
                         {"attn_scale", std::sqrt(3.0)},
                         {"eps", 1e-5}};
        if (kvHeads != 2)
            folder.config["n_key_value_heads"] = kvHeads;
        if (positions == "rotary") {
            folder.config["rotary_dim"] = kRotated;
            folder.config["rotary_base"] = 100;
            folder.config["rotary_adjacent_pairs"] = adjacentPairs;
        }
        const std::string grouped = kvHeads == 2 ? "" : "_";
        add("embed.W_E", {11, kWidth});
        if (hasTable())
            add("pos_embed.W_pos", {9, kWidth});
        add("unembed.W_U", {kWidth, 10});
        add("unembed.b_U", {10});
        for (int layer = 0; layer < layers; ++layer) {
            const std::string at = "blocks." + std::to_string(layer) + ".";
            add(at + "attn.W_Q", {2, kWidth, kHead});
            add(at + "attn." + grouped + "W_K", {kvHeads, kWidth, kHead});
            add(at + "attn." + grouped + "W_V", {kvHeads, kWidth, kHead});
            add(at + "attn.W_O", {2, kHead, kWidth});
            add(at + "attn.b_Q", {2, kHead});
            add(at + "attn." + grouped + "b_K", {kvHeads, kHead});
            add(at + "attn." + grouped + "b_V", {kvHeads, kHead});
            add(at + "attn.b_O", {kWidth});
            if (mlp == 0)
                continue;
            add(at + "mlp.W_in", {kWidth, mlp});
            add(at + "mlp.b_in", {mlp});
            if (gated)
                add(at + "mlp.W_gate", {kWidth, mlp});
            add(at + "mlp.W_out", {mlp, kWidth});
            add(at + "mlp.b_out", {kWidth});
        }
        const auto model = folder.open();
        if (!model)
            FAIL(model.error().describe());
        CHECK((*model)->warnings().empty());
        return *model;
    }

    Wide logits(const std::vector<TokenId>& ids) const
    {
        const auto n = static_cast<Index>(ids.size());
        Wide x(n, kWidth);
        for (Index i = 0; i < n; ++i)
            x.row(i) = matrix("embed.W_E", 0, 11, kWidth).row(ids[static_cast<std::size_t>(i)]);
        const Wide places
            = hasTable() ? Wide(matrix("pos_embed.W_pos", 0, 9, kWidth).topRows(n)) : Wide(0 * x);
        if (positions == "standard")
            x += places;
        for (int layer = 0; layer < layers; ++layer) {
            const Wide attention
                = attend(layer, normed(x), positions == "shortformer" ? places : Wide(0 * places));
            const Wide fed = mlp > 0 ? feed(layer, normed(parallel ? x : Wide(x + attention))) : Wide(0 * x);
            x += attention + fed;
        }
        return (normed(x) * matrix("unembed.W_U", 0, kWidth, 10)).rowwise()
            + Eigen::RowVectorXd(matrix("unembed.b_U", 0, 1, 10).row(0));
    }

private:
    static constexpr int kWidth = 8, kHead = 5, kRotated = 4;

    bool hasTable() const { return positions == "standard" || positions == "shortformer"; }

    void add(const std::string& name, const std::vector<std::int64_t>& shape)
    {
        ModelFolder::Tensor& tensor = folder.tensors[name];
        tensor.shape = shape;
        std::int64_t count = 1;
        for (const std::int64_t axis : shape)
            count *= axis;
        for (std::int64_t i = 0; i < count; ++i)
            tensor.values.push_back(std::normal_distribution<float>(0.0F, 0.6F)(m_random));
    }

    /// Entry `place` of the first axis of a tensor, or the whole tensor, row-major.
    Wide matrix(const std::string& name, Index place, Index rows, Index columns) const
    {
        return Eigen::Map<const Matrix>(folder.tensors.at(name).values.data() + place * rows * columns, rows,
                                        columns)
            .cast<double>();
    }

    Wide normed(const Wide& x) const
    {
        if (norm.empty())
            return x;
        Wide made = x;
        if (norm == "LNPre")
            made.colwise() -= made.rowwise().mean().eval();
        for (Index i = 0; i < made.rows(); ++i)
            made.row(i) /= std::sqrt(made.row(i).squaredNorm() / kWidth + 1e-5);
        return made;
    }

    /// Turns pairs of the first columns by the row's position / base^(2 · pair / rotated).
    Wide turned(Wide x) const
    {
        if (positions != "rotary")
            return x;
        constexpr int kPairs = kRotated / 2;
        for (Index row = 0; row < x.rows(); ++row)
            for (int pair = 0; pair < kPairs; ++pair) {
                const double angle = static_cast<double>(row) / std::pow(100.0, pair / double{kPairs});
                const Index first = adjacentPairs ? 2 * pair : pair;
                const Index second = adjacentPairs ? first + 1 : first + kPairs;
                const double one = x(row, first), other = x(row, second);
                x(row, first) = one * std::cos(angle) - other * std::sin(angle);
                x(row, second) = other * std::cos(angle) + one * std::sin(angle);
            }
        return x;
    }

    Wide attend(int layer, const Wide& x, const Wide& places) const
    {
        const std::string at = "blocks." + std::to_string(layer) + ".attn.";
        const std::string grouped = kvHeads == 2 ? "" : "_";
        Wide sum = matrix(at + "b_O", 0, 1, kWidth).replicate(x.rows(), 1);
        for (int head = 0; head < 2; ++head) {
            const int group = head * kvHeads / 2;
            const auto made = [&](const std::string& letter, const std::string& mark, int which,
                                  const Wide& from) -> Wide {
                return (from * matrix(at + mark + "W_" + letter, which, kWidth, kHead)).rowwise()
                    + Eigen::RowVectorXd(matrix(at + mark + "b_" + letter, which, 1, kHead).row(0));
            };
            const double scale = std::sqrt(3.0) * (inverseLayers ? layer + 1 : 1);
            Wide scores = turned(made("Q", "", head, x + places))
                * turned(made("K", grouped, group, x + places)).transpose() / scale;
            for (Index i = 0; positions == "alibi" && i < x.rows(); ++i)
                for (Index j = 0; j <= i; ++j) // slopes of two heads: 2^−4 and 2^−8
                    scores(i, j) -= std::exp2(-4 * (head + 1)) * static_cast<double>(i - j);
            const Wide values = made("V", grouped, group, x);
            for (Index i = 0; i < x.rows(); ++i) {
                Eigen::RowVectorXd row = scores.row(i).head(i + 1).array().exp();
                row /= row.sum();
                sum.row(i) += row * values.topRows(i + 1) * matrix(at + "W_O", head, kHead, kWidth);
            }
        }
        return sum;
    }

    Wide feed(int layer, const Wide& x) const
    {
        const std::string at = "blocks." + std::to_string(layer) + ".mlp.";
        const Eigen::RowVectorXd bias = matrix(at + "b_in", 0, 1, mlp).row(0);
        const Wide in = x * matrix(at + "W_in", 0, kWidth, mlp);
        Wide units;
        if (gated)
            units = ((x * matrix(at + "W_gate", 0, kWidth, mlp)).cwiseMax(0.0).array() * in.array()).matrix();
        else
            units = (in.rowwise() + bias).cwiseMax(0.0);
        if (gated)
            units.rowwise() += bias;
        return (units * matrix(at + "W_out", 0, mlp, kWidth)).rowwise()
            + Eigen::RowVectorXd(matrix(at + "b_out", 0, 1, kWidth).row(0));
    }

    std::mt19937 m_random{3};
};

void checkHooked(Hooked& hooked)
{
    const auto model = hooked.open();
    const std::vector<TokenId> ids{3, 10, 1, 5, 3};
    const Matrix found = logitsFor(model, ids);
    CHECK(mismatch(found, hooked.logits(ids).cast<float>(), 1e-4, 1e-5) == "");
    const Trace trace = tracedAll(model, ids);
    const auto account = effectOf(*model, trace, {4, 2, 7}).value();
    CHECK(std::abs(account.remainder) < 1e-4);
    for (int layer = 0; layer < 2; ++layer) {
        const auto asked
            = whoAsked(*model, trace, {StackKind::kDecoder, layer, AttentionKind::kSelf, 1}, 4, {2}).value();
        CHECK(std::abs(asked.keys.front().remainder) < 1e-4);
    }
}

} // namespace

TEST_CASE("TransformerLens: folders open as they are, and equal their reference", "[model][goldens]")
{
    for (const char* name : {"attn-only", "ln-mlp"}) {
        INFO(name);
        const auto model = loadModel(kFolders / name, {}, {});
        if (!model)
            FAIL(model.error().describe());
        CHECK((*model)->warnings().empty());
        CHECK((*model)->family() == "transformer_lens");
        checkGoldens(*model, kFolders / name / "goldens.safetensors");
    }
    const auto file = loadModel(kFolders / "attn-only" / "model.pt", {}, {});
    REQUIRE(file);
    checkGoldens(*file, kFolders / "attn-only" / "goldens.safetensors");
    const auto trace
        = tracedAll(*file, Goldens(kFolders / "attn-only" / "goldens_len1.safetensors").ids("input_ids"));
    CHECK(mismatch(trace.logits(0),
                   Goldens(kFolders / "attn-only" / "goldens_len1.safetensors").matrix("logits"), 1e-4)
          == "");
}

TEST_CASE("TransformerLens: what shapes tell may be absent from the cfg", "[model]")
{
    TemporaryFolder folder;
    fs::copy_file(kFolders / "ln-mlp" / "model.pt", folder / "model.pt");
    folder.write("cfg.json", R"({"act_fn": "gelu_new"})");
    checkGoldens(loadModel(folder.path(), {}, {}).value(), kFolders / "ln-mlp" / "goldens.safetensors");
    folder.write("cfg.json", R"({"act_fn": "solu_ln"})");
    CHECK(loadModel(folder.path(), {}, {}).error().describe().find("act_fn") != std::string::npos);
    folder.write("cfg.json", R"({"act_fn": "gelu_new", "n_heads": 5})");
    CHECK(loadModel(folder.path(), {}, {}).error().code == ErrorCode::kMissingTensor);
    folder.write("cfg.json",
                 R"({"act_fn": "gelu_new", "positional_embedding_type": "relative_positional_bias"})");
    CHECK(loadModel(folder.path(), {}, {}).error().describe().find("shortformer") != std::string::npos);
}

TEST_CASE("TransformerLens: its formulas for norms, positions, groups, gates and parallel blocks", "[model]")
{
    Hooked plain;
    checkHooked(plain);
    Hooked shortformer;
    shortformer.positions = "shortformer";
    shortformer.norm = "LNPre";
    checkHooked(shortformer);
    // A step of decoding adds the position of its own row.
    const std::vector<TokenId> ids{3, 9, 1, 5, 3};
    const auto model = shortformer.folder.open().value();
    DecodeRequest request;
    request.model = model;
    request.options.maxNewTokens = 3;
    request.lanes.push_back(prepareIds(*model, ids, {}).value());
    const auto cached = decode(request, {}, {}).value();
    request.options.useCache = false;
    CHECK(cached.front().ids == decode(request, {}, {}).value().front().ids);
    CHECK_FALSE(prepareIds(*model, {11}, {}));
    Hooked grouped;
    grouped.kvHeads = 1;
    grouped.norm = "RMSPre";
    grouped.mlp = 5;
    checkHooked(grouped);
    Hooked parallel;
    parallel.parallel = true;
    parallel.mlp = 5;
    parallel.gated = true;
    parallel.norm = "LNPre";
    checkHooked(parallel);
    Hooked scaled;
    scaled.inverseLayers = true;
    scaled.parallel = true; // without a feed-forward
    checkHooked(scaled);
    for (const bool adjacentPairs : {false, true}) {
        Hooked rotary;
        rotary.positions = "rotary";
        rotary.adjacentPairs = adjacentPairs;
        rotary.norm = "LNPre";
        checkHooked(rotary);
    }
    Hooked alibi;
    alibi.positions = "alibi";
    alibi.norm = "LNPre";
    checkHooked(alibi);
}

} // namespace headlight::test

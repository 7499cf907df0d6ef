// CONTRACT §5: vaswani in all its variants, against loops over doubles (tests/support/plain_vaswani.h), on
// small random models with random combinations of the fields.
#include "core/decode/session.h"
#include "core/model/model.h"
#include "core/run/execute.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"
#include "tests/support/plain_vaswani.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

namespace {

using VariantRows = PlainVaswani::Rows;
using Sentence = PlainVaswani::Sentence;

/// Writes a random model: every field of CONTRACT §5 at random.
class RandomVariant
{
public:
    explicit RandomVariant(unsigned seed)
        : m_random(seed)
    {
        fillConfig();
        fillTensors();
    }

    ModelFolder folder;
    int source() const { return m_source; }
    int target() const { return m_target; }

    std::vector<TokenId> ids(int count, int vocabulary)
    {
        std::vector<TokenId> all;
        all.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            all.push_back(static_cast<TokenId>(below(vocabulary)));
        return all;
    }
    int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }

private:
    bool maybe() { return below(2) == 0; }

    void fillConfig()
    {
        nlohmann::json& config = folder.config;
        const int heads = 1 + below(4);
        const bool freeHead = maybe();
        m_width = freeHead ? 2 + below(9) : heads * ((heads == 1 ? 2 : 1) + below(4));
        m_source = 5 + below(8);
        m_target = maybe() ? m_source : 5 + below(8);
        config = {{"model_type", "vaswani"},
                  {"d_model", m_width},
                  {"encoder_layers", 1 + below(2)},
                  {"decoder_layers", 1 + below(2)},
                  {"encoder_attention_heads", heads},
                  {"decoder_attention_heads", heads},
                  {"activation_function", maybe() ? "relu" : "gelu"},
                  {"normalize_before", maybe()},
                  {"scale_embedding", maybe()},
                  {"attention_bias", maybe()},
                  {"tie_word_embeddings", maybe()},
                  {"max_position_embeddings", 12},
                  {"pad_token_id", 1},
                  {"bos_token_id", 0},
                  {"eos_token_id", 2},
                  {"decoder_start_token_id", maybe() ? 0 : 1}};
        if (freeHead)
            config["head_dim"] = 1 + below(6);
        if (maybe())
            config["value_head_dim"] = 1 + below(6);
        if (maybe() || m_source != m_target) {
            config["encoder_vocab_size"] = m_source;
            config["decoder_vocab_size"] = m_target;
        } else {
            config["vocab_size"] = m_source;
        }
        if (maybe())
            config["final_norm"] = maybe();
        const bool matrix = maybe();
        config["layer_norm_scope"] = matrix ? "matrix" : "row";
        // In single precision, a short row divided by just its own deviation can be anything.
        config["layer_norm_eps"] = maybe() || (!matrix && m_width < 5) ? (maybe() ? 1e-3 : 1e-2) : 0.0;
        const bool linear = below(3) == 0;
        if (linear)
            config["ffn_type"] = "linear";
        else
            config.update({{"encoder_ffn_dim", 1 + below(9)}, {"decoder_ffn_dim", 1 + below(9)}});
        static const std::vector<std::string> schemes{
            "sinusoidal_interleaved", "sinusoidal_halves", "sinusoidal_steep",
            "sinusoidal_steep_own",   "learned",           "none"};
        config["position_embedding_type"] = schemes[static_cast<std::size_t>(below(6))];
        if (maybe())
            config["padding_from_ids"] = maybe();
        if (maybe())
            config["mask_value"] = below(3) == 0 ? -2.5 : -1e9;
    }

    void add(const std::string& name, std::vector<std::int64_t> shape, float middle = 0.0F)
    {
        ModelFolder::Tensor& tensor = folder.tensors[name];
        tensor.shape = std::move(shape);
        std::int64_t count = 1;
        for (const std::int64_t size : tensor.shape)
            count *= size;
        std::normal_distribution<float> numbers(middle, 0.5F);
        for (std::int64_t i = 0; i < count; ++i)
            tensor.values.push_back(numbers(m_random));
    }

    void addLinear(const std::string& prefix, int out, int in, bool bias)
    {
        add(prefix + ".weight", {out, in});
        if (bias)
            add(prefix + ".bias", {out});
    }

    void addNorm(const std::string& prefix)
    {
        if (folder.config.at("layer_norm_scope") == "matrix")
            return;
        add(prefix + ".weight", {m_width}, 1.0F);
        add(prefix + ".bias", {m_width});
    }

    void addAttention(const std::string& prefix, int heads)
    {
        const nlohmann::json& config = folder.config;
        const int head = config.value("head_dim", m_width / heads);
        const int value = config.value("value_head_dim", head);
        const bool bias = config.at("attention_bias");
        addLinear(prefix + ".q_proj", heads * head, m_width, bias);
        addLinear(prefix + ".k_proj", heads * head, m_width, bias);
        addLinear(prefix + ".v_proj", heads * value, m_width, bias);
        addLinear(prefix + ".out_proj", m_width, heads * value, bias);
    }

    void addStack(const std::string& stack)
    {
        const nlohmann::json& config = folder.config;
        const std::string model = "model." + stack;
        if (config.at("position_embedding_type") == "learned")
            add(model + ".embed_positions.weight", {12, m_width});
        const int layers = config.at(stack + "_layers");
        const int heads = config.at(stack + "_attention_heads");
        for (int layer = 0; layer < layers; ++layer) {
            const std::string prefix = model + ".layers." + std::to_string(layer);
            addAttention(prefix + ".self_attn", heads);
            addNorm(prefix + ".self_attn_layer_norm");
            if (stack == "decoder") {
                addAttention(prefix + ".encoder_attn", heads);
                addNorm(prefix + ".encoder_attn_layer_norm");
            }
            if (config.contains("ffn_type")) {
                addLinear(prefix + ".fc1", m_width, m_width, false);
            } else {
                const int units = config.at(stack + "_ffn_dim");
                addLinear(prefix + ".fc1", units, m_width, true);
                addLinear(prefix + ".fc2", m_width, units, true);
            }
            addNorm(prefix + ".final_layer_norm");
        }
        if (config.value("final_norm", config.at("normalize_before").get<bool>()))
            addNorm(model + ".layer_norm");
    }

    void fillTensors()
    {
        if (folder.config.contains("vocab_size")) {
            add("model.shared.weight", {m_source, m_width});
        } else {
            add("model.encoder.embed_tokens.weight", {m_source, m_width});
            add("model.decoder.embed_tokens.weight", {m_target, m_width});
        }
        addStack("encoder");
        addStack("decoder");
        if (!folder.config.at("tie_word_embeddings"))
            add("lm_head.weight", {m_target, m_width});
        if (maybe())
            add("lm_head.bias", {m_target});
    }

    std::mt19937 m_random;
    int m_width = 0, m_source = 0, m_target = 0;
};

Matrix variantRows(const VariantRows& rows)
{
    Matrix values(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            values(static_cast<Index>(i), static_cast<Index>(j)) = static_cast<float>(rows[i][j]);
    return values;
}

constexpr double kVariantWeights = 2e-5;
constexpr double kVariantNumbers = 1e-4;

/// Compares everything in a trace with the plain model's latest results, including rows of padding.
void compareTrace(const Trace& trace, const PlainVaswani& plain, double weightTolerance = kVariantWeights)
{
    for (const auto& [name, rows] : plain.weights) {
        INFO(name);
        const auto pattern = parseHeadPattern(name).value();
        const HeadRef head{pattern.stack, pattern.layers.first, pattern.kind, pattern.heads.first};
        CHECK(mismatch(trace.attention(head).whole(MapKind::kWeights), variantRows(rows), weightTolerance)
              == "");
    }
}

void compareStreams(const Trace& trace, const PlainVaswani& plain)
{
    for (const auto& [name, rows] : plain.finals) {
        INFO(name);
        const StackKind kind = name == "encoder" ? StackKind::kEncoder : StackKind::kDecoder;
        CHECK(mismatch(trace.stackMatrix(Site::kFinal, kind), variantRows(rows), kVariantNumbers, 1e-5)
              == "");
    }
    for (const auto& [name, rows] : plain.hidden) {
        INFO(name);
        const StackKind kind = name.front() == 'e' ? StackKind::kEncoder : StackKind::kDecoder;
        const Matrix found = trace.feedForwardHidden(kind, std::stoi(name.substr(8)));
        if (rows.empty())
            CHECK(found.rows() == 0);
        else
            CHECK(mismatch(found, variantRows(rows), kVariantNumbers, 1e-5) == "");
    }
    CHECK(trace.norms().size() == plain.norms.size());
    for (const auto& [name, values] : plain.norms) {
        INFO(name);
        const Matrix found = trace.norm(normFromName(name).value());
        CHECK(mismatch(found.col(0).transpose(), variantRows({values.first}), kVariantNumbers, 1e-5) == "");
        CHECK(mismatch(found.col(1).transpose(), variantRows({values.second}), kVariantNumbers, 1e-5) == "");
    }
}

Matrix tracedLogits(const Trace& trace)
{
    const std::vector<Index> rows = trace.logitRows();
    Matrix all(static_cast<Index>(rows.size()), trace.logits(0).cols());
    for (const Index row : rows)
        all.row(row) = trace.logits(row);
    return all;
}

RecordPlan everyVariantSite(MatrixStorage storage)
{
    RecordPlan plan = recordAll(storage);
    plan.sites.add(Site::kFeedForwardHidden);
    plan.sites.add(Site::kNorms);
    plan.logits = LogitRows::kAll;
    return plan;
}

Sentence paddedSentence(std::vector<TokenId> ids, std::size_t length)
{
    Sentence sentence{std::move(ids), 0};
    sentence.real = sentence.ids.size();
    sentence.ids.resize(length, 1); // the pad id
    return sentence;
}

std::shared_ptr<const Model> openedVariant(RandomVariant& variant)
{
    const auto model = variant.folder.open();
    if (!model)
        FAIL(variant.folder.config.dump() << model.error().describe());
    INFO(variant.folder.config.dump());
    for (const std::string& warning : variant.folder.warnings)
        FAIL_CHECK(warning);
    return *model;
}

constexpr unsigned kVariants = 160;

} // namespace

TEST_CASE("vaswani variants: a batch with padding is what the loops compute", "[model][vaswani]")
{
    for (unsigned seed = 1; seed <= kVariants; ++seed) {
        RandomVariant variant(seed);
        const auto model = openedVariant(variant);
        INFO("seed " << seed << " " << variant.folder.config.dump());
        RunRequest request;
        request.model = model;
        request.plan = everyVariantSite(seed % 3 == 0 ? MatrixStorage::kOperands : MatrixStorage::kMatrices);
        std::vector<std::pair<std::vector<TokenId>, std::vector<TokenId>>> sentences;
        std::size_t source = 0, target = 0;
        for (int i = 0; i < 3; ++i) {
            sentences.emplace_back(variant.ids(1 + variant.below(6), variant.source()),
                                   variant.ids(1 + variant.below(6), variant.target()));
            source = std::max(source, sentences.back().first.size());
            target = std::max(target, sentences.back().second.size());
            request.lanes.push_back(
                prepareIds(*model, sentences.back().first, sentences.back().second).value());
        }
        const std::vector<Trace> traces = execute(request, {}).value().traces;
        TemporaryFolder files;
        writeTraceFile(files / "all.safetensors", traces, {}).value();
        const TraceFile again = readTraceFile(files / "all.safetensors", {}).value();
        PlainVaswani plain(variant.folder);
        for (std::size_t i = 0; i < sentences.size(); ++i) {
            const VariantRows logits = plain.run(paddedSentence(sentences[i].first, source),
                                                 paddedSentence(sentences[i].second, target));
            INFO("sentence " << i);
            compareTrace(traces[i], plain);
            compareStreams(traces[i], plain);
            CHECK(mismatch(tracedLogits(traces[i]), variantRows(logits), kVariantNumbers, 1e-5) == "");
            compareTrace(again.traces[i], plain);
            compareStreams(again.traces[i], plain);
        }
    }
}

TEST_CASE("vaswani variants: queries, keys and masks alone give the weights again", "[model][vaswani]")
{
    for (unsigned seed = 1; seed <= kVariants; seed += 4) {
        RandomVariant variant(seed);
        const auto model = openedVariant(variant);
        INFO("seed " << seed << " " << variant.folder.config.dump());
        const auto source = variant.ids(5, variant.source());
        const auto target = variant.ids(4, variant.target());
        const Trace trace = runTiny(model, {{source, target}}, {}, MatrixStorage::kMatrices).front();
        PlainVaswani plain(variant.folder);
        plain.run({source, source.size()}, {target, target.size()});
        TemporaryFolder files;
        TraceFileOptions options;
        options.sites = SiteSet{Site::kQuery, Site::kKey, Site::kMask};
        const std::vector<Trace> one{trace};
        writeTraceFile(files / "operands.safetensors", one, options).value();
        Job job;
        std::vector<std::string> warnings;
        job.warn = [&](const std::string& text) { warnings.push_back(text); };
        const Trace again = readTraceFile(files / "operands.safetensors", job).value().traces.front();
        CHECK(warnings.empty());
        compareTrace(again, plain);
    }
}

TEST_CASE("vaswani variants: decoding follows full passes, with and without a cache", "[model][vaswani]")
{
    for (unsigned seed = 1; seed <= kVariants; seed += 2) {
        RandomVariant variant(seed);
        const auto model = openedVariant(variant);
        INFO("seed " << seed << " " << variant.folder.config.dump());
        const auto source = variant.ids(4, variant.source());
        const TokenId start = variant.folder.config.at("decoder_start_token_id");
        PlainVaswani plain(variant.folder);
        std::vector<TokenId> grown{start};
        std::vector<double> logProbabilities;
        for (int step = 0; step < 6 && (step == 0 || grown.back() != 2); ++step) {
            const auto last = plain.run({source, source.size()}, {grown, grown.size()}).back();
            const auto best = std::max_element(last.begin(), last.end());
            double sum = 0.0;
            for (const double logit : last)
                sum += std::exp(logit - *best);
            logProbabilities.push_back(-std::log(sum));
            grown.push_back(static_cast<TokenId>(best - last.begin()));
        }
        for (const bool cache : {true, false}) {
            DecodeRequest request;
            request.model = model;
            request.options.maxNewTokens = 6;
            request.options.useCache = cache;
            request.plan = everyVariantSite(MatrixStorage::kMatrices);
            request.lanes.push_back(prepareIds(*model, source, {}).value());
            const auto decoded = decode(request, {}, {}).value().front();
            REQUIRE(decoded.ids == std::vector<TokenId>(grown.begin() + 1, grown.end()));
            for (std::size_t i = 0; i < decoded.ids.size(); ++i)
                CHECK(std::abs(static_cast<double>(decoded.logProbabilities[i]) - logProbabilities[i])
                      < 1e-4);
            compareTrace(decoded.steps.back().trace, plain);
        }
    }
}

TEST_CASE("vaswani variants: beams are scored as full passes score them", "[model][vaswani]")
{
    for (unsigned seed = 1; seed <= kVariants; seed += 8) {
        RandomVariant variant(seed);
        const auto model = openedVariant(variant);
        INFO("seed " << seed << " " << variant.folder.config.dump());
        const auto source = variant.ids(4, variant.source());
        DecodeRequest request;
        request.model = model;
        request.options.strategy = Strategy::kBeam;
        request.options.beams = 3;
        request.options.maxNewTokens = 5;
        request.lanes.push_back(prepareIds(*model, source, {}).value());
        PlainVaswani plain(variant.folder);
        const std::vector<DecodedLane> decoded = decode(request, {}, {}).value();
        for (const BeamHypothesis& beam : decoded.front().beams) {
            std::vector<TokenId> grown{variant.folder.config.at("decoder_start_token_id")};
            double sum = 0.0;
            for (const TokenId id : beam.ids) {
                const auto last = plain.run({source, source.size()}, {grown, grown.size()}).back();
                double all = 0.0;
                for (const double logit : last)
                    all += std::exp(logit - last[static_cast<std::size_t>(id)]);
                sum -= std::log(all);
                grown.push_back(id);
            }
            CHECK(std::abs(beam.sumLogProbability - sum) < 5e-4);
        }
    }
}

TEST_CASE("vaswani variants: edits act as in the loops", "[model][vaswani]")
{
    for (unsigned seed = 1; seed <= kVariants; seed += 4) {
        RandomVariant variant(seed);
        const auto model = openedVariant(variant);
        INFO("seed " << seed << " " << variant.folder.config.dump());
        const auto source = variant.ids(5, variant.source());
        const auto target = variant.ids(4, variant.target());
        Interventions edits;
        edits.list = {HeadOff{parseHeadPattern("encoder.0.self.0").value()},
                      HeadScale{parseHeadPattern("decoder.0.cross.0").value(), -1.5F},
                      MaskEdit{parseHeadPattern("decoder.*.self.*").value(), 1, 3, 0, 3, false},
                      MaskEdit{parseHeadPattern("decoder.*.cross.*").value(), 0, 1, 0, -1, false}};
        PlainVaswani plain(variant.folder);
        plain.headFactor = [](const std::string& head) {
            return head == "encoder.0.self.0" ? 0.0 : head == "decoder.0.cross.0" ? -1.5 : 1.0;
        };
        plain.masks = [](const std::string& sublayer, std::size_t query, std::size_t key, bool allowed) {
            if (sublayer.rfind("decoder", 0) != 0)
                return allowed;
            if (sublayer.find("cross") != std::string::npos)
                return allowed && query > 0;
            return allowed && !(query >= 1 && query < 3 && key < 3);
        };
        const VariantRows logits = plain.run({source, source.size()}, {target, target.size()});
        for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands}) {
            const Trace trace = runTiny(model, {{source, target}}, edits, storage).front();
            compareTrace(trace, plain);
            CHECK(mismatch(tracedLogits(trace), variantRows(logits), kVariantNumbers, 1e-5) == "");
        }
    }
}

TEST_CASE("vaswani variants: fields that are wrong or of no use are named", "[model][vaswani]")
{
    RandomVariant variant(7);
    auto& config = variant.folder.config;
    const auto fault = [&](const char* field, const nlohmann::json& value) {
        const nlohmann::json kept = config;
        config[field] = value;
        const auto model = variant.folder.open();
        config = kept;
        return model ? std::string() : model.error().describe();
    };
    for (const auto& [field, value] :
         std::vector<std::pair<const char*, nlohmann::json>>{{"position_embedding_type", "steep"},
                                                             {"layer_norm_scope", "column"},
                                                             {"ffn_type", "gelu"},
                                                             {"head_dim", 0},
                                                             {"value_head_dim", -1},
                                                             {"layer_norm_eps", -1},
                                                             {"mask_value", "-inf"},
                                                             {"padding_from_ids", 3}}) {
        INFO(field);
        CHECK(fault(field, value).find(field) != std::string::npos);
    }
    config["layer_norm_kind"] = "row";
    variant.folder.tensors["model.encoder.layer_norm.gain"] = {{2}, {1.0F, 2.0F}};
    REQUIRE(variant.folder.open());
    REQUIRE(variant.folder.warnings.size() == 2);
    CHECK(variant.folder.warnings[0].find("model.encoder.layer_norm.gain") != std::string::npos);
    CHECK(variant.folder.warnings[1].find("layer_norm_kind") != std::string::npos);
}

} // namespace headlight::test

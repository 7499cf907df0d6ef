#include "app/bench/peer_side.h"

#include "app/bench/peer_sides.h"
#include "app/output.h"
#include "core/base/machine.h"
#include "core/base/text_list.h"
#include "core/io/atomic_file.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <deque>
#include <system_error>

namespace headlight {

namespace {

constexpr std::chrono::seconds kPatience{600};

constexpr std::array kPeers{Peer{PeerKind::kTorch, "torch", "PyTorch", kTorchSide, "torch_side.py"},
                            Peer{PeerKind::kOnnx, "onnxruntime", "ONNX Runtime", kOnnxSide, "onnx_side.mjs"},
                            Peer{PeerKind::kLlama, "llama_cpp", "llama.cpp", kLlamaSide, "llama_side.mjs"}};

bool isPlainProjection(const Linear& linear)
{
    return linear.present() && linear.bias.size() == 0 && !linear.weight.hasAddition();
}

/// Whether a layer consists only of parts that torch_side.py's Llama supports.
bool isLlamaLayer(const LayerSpec& spec, const LayerWeights& weights)
{
    const AttentionSpec& self = spec.self;
    const FeedForwardSpec& feed = spec.feedForward;
    const bool attention = self.rotary && !self.rotary->interleaved && self.rotary->scale == 1.0F
        && self.rotary->inverseFrequencies.size() * 2 == static_cast<std::size_t>(self.headWidth)
        && self.valueWidth == self.headWidth && self.window == 0 && self.softcap == 0.0F && self.clip == 0.0F
        && !self.relative && !self.disentangled && !self.alibi && weights.self.sinks.size() == 0
        && !weights.self.queryNorm.present();
    const bool plain = !spec.experts && !spec.cross && feed.gated && feed.activation == Activation::kSilu
        && !feed.interleaved && feed.limit == 0.0F;
    const auto& projections = weights.self;
    const auto& feeds = weights.feedForward;
    for (const Linear* linear : {&projections.query, &projections.key, &projections.value,
                                 &projections.output, &feeds.gate, &feeds.up, &feeds.down})
        if (!isPlainProjection(*linear))
            return false;
    return attention && plain;
}

/// The tensors, and the numbers to which they point.
class TorchWeights
{
public:
    void add(const std::string& name, const WeightMatrix& weight)
    {
        const Matrix& values = m_matrices.emplace_back(weight.toMatrix());
        m_tensors.push_back(floatTensor(name, {values.rows(), values.cols()},
                                        std::span(values.data(), static_cast<std::size_t>(values.size()))));
    }
    void add(const std::string& name, const NormWeights& norm)
    {
        m_tensors.push_back(
            floatTensor(name, {norm.gain.size()},
                        std::span(norm.gain.data(), static_cast<std::size_t>(norm.gain.size()))));
    }
    const std::vector<TensorToWrite>& tensors() const { return m_tensors; }

private:
    std::deque<Matrix> m_matrices;
    std::vector<TensorToWrite> m_tensors;
};

Result<void> writeConfig(const StackSpec& stack, const std::filesystem::path& path)
{
    const AttentionSpec& self = stack.layers.front().self;
    const nlohmann::json config{
        {"model_type", "llama"},        {"layers", stack.layers.size()},
        {"heads", self.heads},          {"kv_heads", self.kvHeads},
        {"head_width", self.headWidth}, {"scale", self.scale},
        {"epsilon", stack.epsilon},     {"frequencies", self.rotary->inverseFrequencies}};
    return writeFileAtomically(path, config.dump());
}

/// Writes a model of Llama's architecture (Touvron et al. 2023) for torch_side.py: config.json and
/// model.safetensors, with all weights in F32, however they are stored.
Result<void> writeForTorch(const Model& model, const std::filesystem::path& folder)
{
    const StackSpec& stack = *model.spec().decoder;
    RETURN_IF_ERROR(writeConfig(stack, folder / "config.json"));
    const StackWeights& weights = *model.weights().decoder;
    TorchWeights file;
    file.add("embedding", weights.embedding);
    for (std::size_t layer = 0; layer < weights.layers.size(); ++layer) {
        const LayerWeights& from = weights.layers[layer];
        const std::string prefix = concat(layer, ".");
        file.add(prefix + "self_norm", from.selfNorm);
        file.add(prefix + "query", from.self.query.weight);
        file.add(prefix + "key", from.self.key.weight);
        file.add(prefix + "value", from.self.value.weight);
        file.add(prefix + "output", from.self.output.weight);
        file.add(prefix + "feed_forward_norm", from.feedForwardNorm);
        file.add(prefix + "gate", from.feedForward.gate.weight);
        file.add(prefix + "up", from.feedForward.up.weight);
        file.add(prefix + "down", from.feedForward.down.weight);
    }
    file.add("final_norm", weights.finalNorm);
    file.add("head", model.weights().head.projection.weight);
    return writeSafetensors(folder / "model.safetensors", file.tensors());
}

} // namespace

std::span<const Peer> allPeers()
{
    return kPeers;
}

bool isLlama(const Model& model)
{
    const auto& stack = model.spec().decoder;
    const auto& weights = model.weights().decoder;
    if (!model.isDecoderOnly() || !stack || !weights || stack->layers.empty() || !model.hasLogits())
        return false;
    if (stack->norm != NormKind::kRmsNorm || stack->placement != NormPlacement::kPre
        || stack->parallelResidual || stack->residualScale != 1.0F || stack->embeddingScale != 1.0F
        || weights->positions.rows() > 0 || weights->projectIn.present() || model.spec().head.scale != 1.0F
        || model.spec().head.softcap != 0.0F || !isPlainProjection(model.weights().head.projection))
        return false;
    for (std::size_t layer = 0; layer < stack->layers.size(); ++layer)
        if (!isLlamaLayer(stack->layers[layer], weights->layers[layer]))
            return false;
    return true;
}

Result<void> suits(const Peer& peer, const Contestant& contestant)
{
    const auto no = [&](const auto&... why) -> Result<void> {
        return unsupported(peer.name, "", contestant.name, why...);
    };
    if (peer.kind == PeerKind::kLlama)
        return contestant.isGguf() ? Result<void>() : no(" is no GGUF file, the only kind that it opens");
    if (contestant.model->roundsInputs())
        return no(" rounds what its weights multiply; only llama.cpp does so too");
    if (peer.kind == PeerKind::kOnnx) {
        if (contestant.gpt2 || contestant.hasOnnx())
            return {};
        if (contestant.isGguf())
            return no(" is a GGUF file, which it does not open");
        return no(
            " has no model.onnx; make one with: optimum-cli export onnx --task text-generation --model ",
            contestant.path.string(), ' ', contestant.path.string());
    }
    if (!contestant.llama && !contestant.gpt2)
        return no(" has neither Llama's architecture nor GPT-2's in F32, the only ones that can be compared");
    const double needed = 3.0 * 4.0 * static_cast<double>(contestant.model->parameters()) / 1e9;
    const double there = static_cast<double>(availableMemory()) / 1e9;
    if (needed > there)
        return no(" in F32 needs about ", std::lround(needed), " GB of memory, found ", std::lround(there),
                  " GB available");
    return {};
}

Result<std::string> Side::start(const Contestant& contestant, int threads)
{
    ASSIGN_OR_RETURN(m_folder, m_made.make());
    const std::filesystem::path script = m_folder / m_peer.scriptFile;
    std::error_code fault;
    std::filesystem::create_directory_symlink(std::filesystem::absolute(m_options.peers) / "node_modules",
                                              m_folder / "node_modules", fault);
    if (fault)
        return Error{ErrorCode::kFileUnwritable, "cannot be written", script.string()};
    RETURN_IF_ERROR(writeFileAtomically(script, m_peer.script));
    const std::string model
        = std::filesystem::absolute(opensGiven(contestant) ? contestant.path : m_folder).string();
    const std::string& program = usesPython() ? m_options.python : m_options.node;
    if (!m_program.start({program, script.string(), model, std::to_string(threads)}))
        return unsupported(m_peer.name, "", program, " cannot be started; get it with: apt-get install ",
                           usesPython() ? "python3" : "nodejs npm");
    ASSIGN_OR_RETURN(const auto hello, answer());
    const auto version = hello.find("version");
    if (version == hello.end() || !version->is_string())
        return broken(R"(expected "version", found )" + hello.dump());
    return version->get<std::string>();
}

Result<void> Side::give(const Contestant& contestant) const
{
    if (opensGiven(contestant))
        return {};
    if (!contestant.gpt2)
        return writeForTorch(*contestant.model, m_folder);
    for (const char* const file : {"config.json", "model.safetensors"}) {
        std::error_code fault;
        std::filesystem::copy_file(contestant.path / file, m_folder / file, fault);
        if (fault)
            return Error{ErrorCode::kFileUnwritable, "cannot be written: " + fault.message(),
                         (m_folder / file).string()};
    }
    return {};
}

Result<Pass> Side::pass(const Task& task, const std::vector<TokenId>& ids)
{
    RETURN_IF_ERROR(m_program.write(concat(task.tokens, ' ', joined(ids, " "))));
    ASSIGN_OR_RETURN(const auto told, answer());
    const auto time = told.find("milliseconds"), best = told.find("best");
    if (time == told.end() || !time->is_number() || best == told.end() || !best->is_number_integer())
        return broken(R"(expected "milliseconds" and "best", found )" + told.dump().substr(0, 200));
    return Pass{time->get<double>(), best->get<std::int64_t>()};
}

bool Side::opensGiven(const Contestant& contestant) const
{
    return m_peer.kind == PeerKind::kLlama || (m_peer.kind == PeerKind::kOnnx && contestant.hasOnnx());
}

Error Side::broken(const std::string& what) const
{
    return {ErrorCode::kFileUnreadable, what, m_peer.name};
}

Result<Json> Side::answer()
{
    ASSIGN_OR_RETURN(const auto line, m_program.read(kPatience));
    Json told = Json::parse(line, nullptr, false);
    if (!told.is_object())
        return broken("expected an answer in JSON, found \"" + line.substr(0, 200) + "\"");
    if (const auto cannot = told.find("cannot"); cannot != told.end())
        return unsupported(m_peer.name, "", "found the error ", cannot->dump());
    const auto missing = told.find("missing");
    if (missing == told.end())
        return told;
    const auto names = [&](const char* between) {
        return joined(*missing, between, [](const Json& name) {
            return name.is_string() ? name.get<std::string>() : name.dump();
        });
    };
    return unsupported(m_peer.name, "", "the comparison needs the package", missing->size() == 1 ? " " : "s ",
                       names(", "), "; get it with: ",
                       usesPython()
                           ? "apt-get install --no-install-recommends "
                           : "npm install --ignore-scripts --omit=optional --prefix " + m_options.peers + " ",
                       names(" "));
}

} // namespace headlight

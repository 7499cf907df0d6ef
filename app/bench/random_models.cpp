#include "app/bench/random_models.h"

#include "app/output.h"
#include "core/io/atomic_file.h"
#include "core/io/gguf.h"
#include "core/io/half.h"
#include "core/io/safetensors.h"
#include "core/io/tensor.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <functional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

/// Uniform numbers with the variance that keeps the entries of a product near 1.
class RandomWeights
{
public:
    Matrix matrix(Index rows, Index columns)
    {
        const float reach = 1.7F / std::sqrt(static_cast<float>(columns));
        Matrix values(rows, columns);
        for (Index i = 0; i < values.size(); ++i)
            values.data()[i] = reach * next();
        return values;
    }
    Linear linear(Index out, Index in)
    {
        Linear layer;
        layer.weight = WeightMatrix(matrix(out, in));
        return layer;
    }

private:
    /// In −1 … 1 (G. Marsaglia, "Xorshift RNGs", 2003).
    float next()
    {
        m_state ^= m_state << 13U;
        m_state ^= m_state >> 17U;
        m_state ^= m_state << 5U;
        return static_cast<float>(m_state) / 2147483648.0F - 1.0F;
    }

    std::uint32_t m_state = 2463534242U;
};

StackSpec specOf(const RandomShape& shape)
{
    LayerSpec layer;
    layer.self.heads = layer.self.kvHeads = shape.heads;
    layer.self.headWidth = layer.self.valueWidth = shape.headWidth;
    layer.self.scale = 1.0F / std::sqrt(static_cast<float>(shape.headWidth));
    layer.self.causal = true;
    layer.self.window = shape.window;
    layer.feedForward.activation = Activation::kRelu;
    layer.feedForward.width = shape.heads * shape.headWidth;
    StackSpec stack;
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(shape.layers), layer);
    stack.placement = NormPlacement::kPost;
    stack.positions.scheme = PositionScheme::kSinusoidalInterleaved;
    return stack;
}

LayerWeights weightsOf(const RandomShape& shape, RandomWeights& random)
{
    const Index width = Index{shape.heads} * shape.headWidth;
    const NormWeights norm{RowVector::Ones(width), RowVector::Zero(width)};
    LayerWeights layer;
    layer.self.query = random.linear(width, width);
    layer.self.key = random.linear(width, width);
    layer.self.value = random.linear(width, width);
    layer.self.output = random.linear(width, width);
    layer.selfNorm = norm;
    layer.feedForward.up = random.linear(width, width);
    layer.feedForward.down = random.linear(width, width);
    layer.feedForwardNorm = norm;
    return layer;
}

constexpr std::int64_t kGpt2Width = 768;
constexpr std::int64_t kGpt2Layers = 12;
constexpr std::int64_t kGpt2Heads = 12;
constexpr std::int64_t kGpt2Vocabulary = 50257;

Result<void> writeGpt2Weights(const std::filesystem::path& path, std::int64_t positions)
{
    // All tensors are parts of one row of random numbers, as small as trained weights.
    const auto noise = randomNumbers(static_cast<std::size_t>(kGpt2Vocabulary * kGpt2Width), 0.035F);
    const std::vector<float> ones(static_cast<std::size_t>(kGpt2Width), 1.0F);
    std::vector<TensorToWrite> tensors;
    std::size_t begin = 0;
    const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
        const auto size = static_cast<std::size_t>(elementCountOf(shape).value());
        begin = (begin + 4099) % (noise.size() - size + 1);
        tensors.push_back(floatTensor(name, shape, std::span(noise).subspan(begin, size)));
    };
    const auto addNorm = [&](const std::string& name) {
        tensors.push_back(floatTensor(name + ".weight", {kGpt2Width}, ones));
        add(name + ".bias", {kGpt2Width});
    };
    const auto addLinear = [&](const std::string& name, std::int64_t in, std::int64_t out) {
        add(name + ".weight", {in, out}); // stored transposed, like GPT-2's
        add(name + ".bias", {out});
    };
    add("wte.weight", {kGpt2Vocabulary, kGpt2Width});
    add("wpe.weight", {positions, kGpt2Width});
    for (std::int64_t layer = 0; layer < kGpt2Layers; ++layer) {
        const std::string prefix = concat("h.", layer, ".");
        addNorm(prefix + "ln_1");
        addLinear(prefix + "attn.c_attn", kGpt2Width, 3 * kGpt2Width);
        addLinear(prefix + "attn.c_proj", kGpt2Width, kGpt2Width);
        addNorm(prefix + "ln_2");
        addLinear(prefix + "mlp.c_fc", kGpt2Width, 4 * kGpt2Width);
        addLinear(prefix + "mlp.c_proj", 4 * kGpt2Width, kGpt2Width);
    }
    addNorm("ln_f");
    return writeSafetensors(path, tensors);
}

constexpr std::uint64_t kAlignment = 32;

struct LlamaShape
{
    std::uint32_t width, layers, heads, kvHeads, hidden, vocabulary;
};

LlamaShape shapeNamed(const std::string& name)
{
    if (name == "8b")
        return {4096, 32, 32, 8, 14336, 128256};
    if (name == "1b")
        return {2048, 16, 32, 8, 8192, 32000};
    return {256, 2, 4, 2, 512, 512};
}

struct PlannedTensor
{
    std::string name;
    std::vector<std::uint64_t> extents; ///< fastest first
    bool plain = false; ///< F32, all ones
};

void append(std::string& to, auto value)
{
    const auto raw = std::bit_cast<std::array<char, sizeof value>>(value);
    to.append(raw.data(), raw.size());
}

void appendText(std::string& to, std::string_view text)
{
    append(to, static_cast<std::uint64_t>(text.size()));
    to += text;
}

/// Writes the keys of the metadata.
class KeyWriter
{
public:
    void text(std::string_view key, std::string_view value)
    {
        begin(key, GgufType::kString);
        appendText(m_bytes, value);
    }
    void integer(std::string_view key, std::uint32_t value)
    {
        begin(key, GgufType::kU32);
        append(m_bytes, value);
    }
    void real(std::string_view key, float value)
    {
        begin(key, GgufType::kF32);
        append(m_bytes, value);
    }
    /// An array whose elements `write` appends to the bytes, in order.
    void list(std::string_view key, GgufType type, std::uint32_t count,
              const std::function<void(std::string& bytes, std::uint32_t index)>& write)
    {
        begin(key, GgufType::kArray);
        append(m_bytes, static_cast<std::uint32_t>(type));
        append(m_bytes, std::uint64_t{count});
        for (std::uint32_t i = 0; i < count; ++i)
            write(m_bytes, i);
    }
    std::uint64_t count() const { return m_count; }
    const std::string& bytes() const { return m_bytes; }

private:
    void begin(std::string_view key, GgufType type)
    {
        appendText(m_bytes, key);
        append(m_bytes, static_cast<std::uint32_t>(type));
        ++m_count;
    }
    std::string m_bytes;
    std::uint64_t m_count = 0;
};

/// A vocabulary of SentencePiece's kind, as llama.cpp asks for: three special tokens, the bytes, words.
void addVocabulary(KeyWriter& keys, std::uint32_t size)
{
    constexpr std::uint32_t kSpecial = 3, kWords = kSpecial + 256;
    constexpr std::int32_t kNormal = 1, kUnknown = 2, kControl = 3, kByte = 6; // GGUF's types of tokens
    keys.text("tokenizer.ggml.model", "llama");
    keys.list("tokenizer.ggml.tokens", GgufType::kString, size, [](std::string& bytes, std::uint32_t i) {
        constexpr std::array kNames{"<unk>", "<s>", "</s>"};
        appendText(bytes,
                   i < kSpecial     ? kNames.at(i)
                       : i < kWords ? formatted("<0x%02X>", i - kSpecial)
                                    : concat("▁word", i));
    });
    keys.list("tokenizer.ggml.scores", GgufType::kF32, size,
              [](std::string& bytes, std::uint32_t i) { append(bytes, -static_cast<float>(i)); });
    keys.list("tokenizer.ggml.token_type", GgufType::kI32, size, [](std::string& bytes, std::uint32_t i) {
        append(bytes, i == 0 ? kUnknown : i < kSpecial ? kControl : i < kWords ? kByte : kNormal);
    });
}

KeyWriter keysOf(const LlamaShape& shape, const std::string& name)
{
    KeyWriter keys;
    keys.text("general.architecture", "llama");
    keys.text("general.name", "random " + name);
    keys.integer("llama.block_count", shape.layers);
    keys.integer("llama.context_length", 8192);
    keys.integer("llama.embedding_length", shape.width);
    keys.integer("llama.feed_forward_length", shape.hidden);
    keys.integer("llama.attention.head_count", shape.heads);
    keys.integer("llama.attention.head_count_kv", shape.kvHeads);
    keys.real("llama.attention.layer_norm_rms_epsilon", 1e-5F);
    keys.real("llama.rope.freq_base", 500000.0F);
    keys.integer("llama.vocab_size", shape.vocabulary);
    addVocabulary(keys, shape.vocabulary);
    return keys;
}

std::vector<PlannedTensor> tensorsOf(const LlamaShape& shape)
{
    const std::uint64_t width = shape.width;
    const std::uint64_t keys = width / shape.heads * shape.kvHeads;
    std::vector<PlannedTensor> all{{"token_embd.weight", {width, shape.vocabulary}},
                                   {"output.weight", {width, shape.vocabulary}},
                                   {"output_norm.weight", {width}, true}};
    for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
        const std::string prefix = concat("blk.", layer, ".");
        all.push_back({prefix + "attn_norm.weight", {width}, true});
        all.push_back({prefix + "ffn_norm.weight", {width}, true});
        all.push_back({prefix + "attn_q.weight", {width, width}});
        all.push_back({prefix + "attn_k.weight", {width, keys}});
        all.push_back({prefix + "attn_v.weight", {width, keys}});
        all.push_back({prefix + "attn_output.weight", {width, width}});
        all.push_back({prefix + "ffn_gate.weight", {width, shape.hidden}});
        all.push_back({prefix + "ffn_up.weight", {width, shape.hidden}});
        all.push_back({prefix + "ffn_down.weight", {shape.hidden, width}});
    }
    return all;
}

std::uint64_t bytesOf(const PlannedTensor& tensor, DType type)
{
    std::uint64_t count = 1;
    for (const std::uint64_t extent : tensor.extents)
        count *= extent;
    const BlockShape block = blockShape(tensor.plain ? DType::kF32 : type);
    return count / static_cast<std::uint64_t>(block.values) * static_cast<std::uint64_t>(block.bytes);
}

std::uint64_t padded(std::uint64_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Random blocks with numbers about as small as those of a trained model.
class BlockNoise
{
public:
    explicit BlockNoise(DType type)
        : m_type(type)
    { }

    void fill(std::vector<char>& bytes)
    {
        for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
            // xorshift64 (Marsaglia 2003)
            m_state ^= m_state << 13U;
            m_state ^= m_state >> 7U;
            m_state ^= m_state << 17U;
            std::memcpy(bytes.data() + i, &m_state, 8);
        }
        const auto step = static_cast<std::size_t>(blockShape(m_type).bytes);
        const bool four = m_type == DType::kQ4k;
        const std::uint16_t scale = floatToHalf(four ? 1e-4F : 2e-4F);
        const std::uint16_t minimum = floatToHalf(7.5e-4F);
        for (std::size_t block = 0; block + step <= bytes.size(); block += step) {
            std::memcpy(bytes.data() + block, &scale, sizeof scale);
            if (four)
                std::memcpy(bytes.data() + block + 2, &minimum, sizeof minimum);
        }
    }

private:
    DType m_type;
    std::uint64_t m_state = 0x9E3779B97F4A7C15ULL;
};

void writeTensor(std::ofstream& file, const PlannedTensor& tensor, DType type, BlockNoise& noise)
{
    const std::uint64_t bytes = bytesOf(tensor, type);
    if (tensor.plain) {
        const std::vector<float> ones(static_cast<std::size_t>(bytes / sizeof(float)), 1.0F);
        file.write(reinterpret_cast<const char*>(ones.data()), static_cast<std::streamsize>(bytes));
    } else {
        std::vector<char> chunk(static_cast<std::size_t>(blockShape(type).bytes) * 16384);
        for (std::uint64_t left = bytes; left > 0;) {
            chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, chunk.size())));
            noise.fill(chunk);
            file.write(chunk.data(), static_cast<std::streamsize>(chunk.size()));
            left -= chunk.size();
        }
    }
    const std::string padding(static_cast<std::size_t>(padded(bytes) - bytes), '\0');
    file.write(padding.data(), static_cast<std::streamsize>(padding.size()));
}

} // namespace

std::vector<float> randomNumbers(std::size_t count, float reach)
{
    std::vector<float> numbers(count);
    std::uint32_t state = 1;
    for (float& number : numbers) {
        state = state * 1664525U + 1013904223U; // Numerical Recipes, 7.1
        number = (static_cast<float>(state >> 8U) / 8388608.0F - 1.0F) * reach;
    }
    return numbers;
}

std::shared_ptr<const Model> randomModel(const RandomShape& shape)
{
    const int width = shape.heads * shape.headWidth;
    auto spec = std::make_shared<ArchSpec>();
    spec->family = "random";
    spec->width = width;
    spec->vocabulary = shape.vocabulary;
    spec->head.present = true;
    spec->decoder = specOf(shape);
    RandomWeights random;
    auto weights = std::make_shared<ModelWeights>();
    StackWeights stack;
    const WeightMatrix embedding(random.matrix(shape.vocabulary, width));
    stack.embedding = embedding;
    for (int layer = 0; layer < shape.layers; ++layer)
        stack.layers.push_back(weightsOf(shape, random));
    weights->decoder = std::move(stack);
    weights->head.projection.weight = embedding;
    Model::Parts parts;
    parts.name = concat("random ", shape.layers, " x ", shape.heads);
    parts.spec = std::move(spec);
    parts.weights = std::move(weights);
    return std::make_shared<const Model>(std::move(parts));
}

Result<void> writeRandomGpt2(const std::filesystem::path& folder, std::int64_t positions)
{
    const nlohmann::json config{{"model_type", "gpt2"},
                                {"trained", false},
                                {"n_embd", kGpt2Width},
                                {"n_layer", kGpt2Layers},
                                {"n_head", kGpt2Heads},
                                {"n_positions", positions},
                                {"vocab_size", kGpt2Vocabulary},
                                {"bos_token_id", kGpt2Vocabulary - 1},
                                {"eos_token_id", kGpt2Vocabulary - 1}};
    RETURN_IF_ERROR(writeFileAtomically(folder / "config.json", config.dump()));
    return writeGpt2Weights(folder / "model.safetensors", positions);
}

Result<void> writeRandomGguf(const std::filesystem::path& path, const std::string& shape,
                             const std::string& type)
{
    const DType dtype = type == "q8_0" ? DType::kQ8v0 : DType::kQ4k;
    const std::uint32_t number = dtype == DType::kQ4k ? 12 : 8; // GGUF's numbers of its types
    const LlamaShape sizes = shapeNamed(shape);
    const KeyWriter keys = keysOf(sizes, shape);
    const std::vector<PlannedTensor> tensors = tensorsOf(sizes);
    std::string header = "GGUF";
    append(header, std::uint32_t{3});
    append(header, static_cast<std::uint64_t>(tensors.size()));
    append(header, keys.count());
    header += keys.bytes();
    std::uint64_t offset = 0;
    for (const PlannedTensor& tensor : tensors) {
        appendText(header, tensor.name);
        append(header, static_cast<std::uint32_t>(tensor.extents.size()));
        for (const std::uint64_t extent : tensor.extents)
            append(header, extent);
        append(header, tensor.plain ? std::uint32_t{0} : number);
        append(header, offset);
        offset += padded(bytesOf(tensor, dtype));
    }
    header.resize(static_cast<std::size_t>(padded(header.size())), '\0');

    std::filesystem::path unfinished = path;
    unfinished += ".part";
    std::ofstream file(unfinished, std::ios::binary);
    file.write(header.data(), static_cast<std::streamsize>(header.size()));
    BlockNoise noise(dtype);
    for (const PlannedTensor& tensor : tensors)
        writeTensor(file, tensor, dtype, noise);
    file.close();
    std::error_code fault;
    if (file)
        std::filesystem::rename(unfinished, path, fault);
    if (!file || fault) {
        std::filesystem::remove(unfinished, fault);
        return Error{ErrorCode::kFileUnwritable, "the file cannot be written", path.string()};
    }
    return {};
}

} // namespace headlight

#include "app/bench/random_gguf.h"

#include "core/io/gguf_value.h"
#include "core/io/half.h"
#include "core/io/tensor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace headlight {

namespace {

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

template <typename T>
void append(std::string& to, T value)
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
    keys.text("tokenizer.ggml.model", "none");
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
        const std::string prefix = "blk." + std::to_string(layer) + ".";
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
        return Error{ErrorCode::kFileUnwritable, "the file cannot be written", path.string(), {}, {}};
    }
    return {};
}

} // namespace headlight

#include "tests/support/synthetic_trace.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace headlight::testing {

float noise(std::uint64_t seed, std::uint64_t stream, std::uint64_t row, std::uint64_t column)
{
    std::uint64_t x = seed * 0x9E3779B97F4A7C15ULL + stream * 0xD1B54A32D192ED03ULL
        + row * 0x94D049BB133111EBULL + column * 0xBF58476D1CE4E5B9ULL + 0x2545F4914F6CDD1DULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    x ^= x >> 31U;
    return static_cast<float>(x >> 40U) / 8388608.0F - 1.0F;
}

Matrix noiseMatrix(unsigned seed, std::uint64_t stream, Index rows, Index columns, float scale)
{
    Matrix m(rows, columns);
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c)
            m(r, c)
                = scale * noise(seed, stream, static_cast<std::uint64_t>(r), static_cast<std::uint64_t>(c));
    return m;
}

std::vector<TokenLabel> syntheticTokens(int count, bool target, int padding)
{
    static const std::vector<std::string> source{"The", "black", "cat", "sleeps", "on", "the", "chair", "."};
    static const std::vector<std::string> translated{"Le",  "chat", "noir",   "dort",
                                                     "sur", "la",   "chaise", "."};
    const std::vector<std::string>& words = target ? translated : source;
    std::vector<TokenLabel> tokens;
    std::int32_t place = 0;
    for (int i = 0; i < count; ++i) {
        TokenLabel label;
        const bool start = target && i == 0;
        const bool end = !target && i == count - padding - 1 && count > 1;
        label.padding = i >= count - padding;
        label.special = start || end || label.padding;
        const std::string& word
            = words[static_cast<std::size_t>(target ? i - (start ? 0 : 1) : i) % words.size()];
        label.id = i + 10;
        label.text = start ? "<s>" : end ? "</s>" : label.padding ? "<pad>" : "␣" + word;
        if (!label.special) {
            label.rangeBegin = place;
            label.rangeEnd = place + static_cast<std::int32_t>(word.size());
            place = label.rangeEnd + 1;
        }
        tokens.push_back(label);
    }
    return tokens;
}

Matrix maskedSoftmax(const Matrix& scores, const Mask& mask)
{
    Matrix weights = Matrix::Zero(scores.rows(), scores.cols());
    for (Index r = 0; r < scores.rows(); ++r) {
        float sum = 0;
        for (Index c = 0; c < scores.cols(); ++c) {
            if (mask.allows(r, c)) {
                weights(r, c) = std::exp(scores(r, c));
                sum += weights(r, c);
            }
        }
        if (sum > 0)
            weights.row(r) /= sum;
    }
    return weights;
}

AttentionChunk syntheticAttention(const SyntheticOptions& options, std::uint64_t place, Index queries,
                                  Index keys, const Mask& mask)
{
    const Index headWidth = options.width / options.heads;
    AttentionChunk chunk;
    chunk.queries = queries;
    chunk.keys = keys;
    chunk.mask = {mask};
    for (int h = 0; h < options.kvHeads; ++h) {
        const std::uint64_t stream = place * 1000 + static_cast<std::uint64_t>(h);
        chunk.key.push_back(noiseMatrix(options.seed, stream * 4 + 1, keys, headWidth, 3.0F));
        chunk.value.push_back(noiseMatrix(options.seed, stream * 4 + 2, keys, headWidth));
    }
    for (int h = 0; h < options.heads; ++h) {
        const std::uint64_t stream = place * 1000 + static_cast<std::uint64_t>(h);
        const auto group = static_cast<std::size_t>(h / (options.heads / options.kvHeads));
        chunk.query.push_back(noiseMatrix(options.seed, stream * 4, queries, headWidth, 3.0F));
        const float scale = 1.0F / std::sqrt(static_cast<float>(headWidth));
        chunk.scores.emplace_back(chunk.query.back() * chunk.key[group].transpose() * scale);
        chunk.weights.push_back(maskedSoftmax(chunk.scores.back(), mask));
        chunk.headOutput.emplace_back(chunk.weights.back() * chunk.value[group]);
    }
    return chunk;
}

Matrix syntheticPositions(Index rows, Index width)
{
    Matrix m(rows, width);
    for (Index p = 0; p < rows; ++p) {
        for (Index i = 0; i < width; ++i) {
            const Index pair = i / 2;
            const double rate
                = std::pow(10000.0, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
            const double angle = static_cast<double>(p) * rate;
            m(p, i) = static_cast<float>(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return m;
}

StackChunk syntheticStack(const SyntheticOptions& options, StackKind kind, Index rows, Index sourceKeys)
{
    const bool decoder = kind == StackKind::kDecoder;
    const std::uint64_t base = decoder ? 500 : 0;
    StackChunk stack;
    stack.rows = rows;
    stack.embeddings = noiseMatrix(options.seed, base + 90001, rows, options.width);
    stack.positions = syntheticPositions(rows, options.width);
    stack.final = noiseMatrix(options.seed, base + 90002, rows, options.width);
    stack.residual.push_back(noiseMatrix(options.seed, base + 91000, rows, options.width));
    for (int layer = 0; layer < options.layers; ++layer) {
        const std::uint64_t place = base + static_cast<std::uint64_t>(layer) * 2;
        Mask self(rows, rows);
        if (decoder && options.causal)
            self.causal();
        if (!decoder && options.padding > 0)
            self.keyLimit(rows - options.padding);
        stack.self.push_back(syntheticAttention(options, place, rows, rows, self));
        if (decoder && sourceKeys > 0) {
            Mask cross(rows, sourceKeys);
            if (options.padding > 0)
                cross.keyLimit(sourceKeys - options.padding);
            stack.cross.push_back(syntheticAttention(options, place + 1, rows, sourceKeys, cross));
        }
        // The stream grows by the sub-layers' updates, as it does without post-norms.
        Matrix stream = stack.residual.back();
        const auto addition = [&](std::uint64_t which) {
            Matrix added = noiseMatrix(options.seed, base + 92000 + place * 4 + which, rows, options.width);
            stream += added;
            return added;
        };
        stack.self.back().output = addition(0);
        if (decoder && sourceKeys > 0)
            stack.cross.back().output = addition(1);
        stack.feedForwardOutput.push_back(addition(2));
        stack.residual.push_back(std::move(stream));
    }
    return stack;
}

TraceInfo syntheticInfo(const SyntheticOptions& options)
{
    TraceInfo info;
    info.model = "synthetic";
    info.modelWidth = options.width;
    info.vocabulary = 100;
    StackShape shape;
    shape.layers = options.layers;
    shape.heads = options.heads;
    shape.kvHeads = options.kvHeads;
    shape.headWidth = options.width / options.heads;
    const ScoreRule rule{1.0F / std::sqrt(static_cast<float>(shape.headWidth)), 0.0F};
    const std::vector<ScoreRule> rules(static_cast<std::size_t>(options.layers), rule);
    if (options.source > 0) {
        info.encoder = shape;
        info.encoderSelf = rules;
    }
    if (options.target > 0) {
        shape.causal = options.causal;
        shape.cross = options.source > 0;
        info.decoder = shape;
        info.decoderSelf = rules;
        if (shape.cross)
            info.decoderCross = rules;
    }
    return info;
}

Trace syntheticTrace(const SyntheticOptions& options, int targetRows)
{
    const int rows = targetRows < 0 ? options.target : std::min(targetRows, options.target);
    auto chunk = std::make_shared<TraceChunk>();
    if (options.source > 0)
        chunk->encoder = syntheticStack(options, StackKind::kEncoder, options.source, 0);
    if (options.target > 0)
        chunk->decoder = syntheticStack(options, StackKind::kDecoder, rows, options.source);
    const int logits = options.target > 0 ? rows : options.source;
    chunk->logits = noiseMatrix(options.seed, 99999, logits, 100, 4.0F);
    for (Index r = 0; r < logits; ++r)
        chunk->logitRows.push_back(r);
    return {std::make_shared<const TraceInfo>(syntheticInfo(options)), chunk,
            std::make_shared<const std::vector<TokenLabel>>(
                syntheticTokens(options.source, false, options.padding)),
            std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(rows, true))};
}

Trace longTrace(Index tokens, int heads, ScoreForm form)
{
    SyntheticOptions options;
    options.source = 0;
    options.layers = 1;
    options.heads = options.kvHeads = heads;
    TraceInfo info = syntheticInfo(options);
    info.decoderSelf.front().form = form;
    auto chunk = std::make_shared<TraceChunk>();
    chunk->decoder.emplace().rows = tokens;
    AttentionChunk& attention = chunk->decoder->self.emplace_back();
    attention.queries = attention.keys = tokens;
    for (int head = 0; head < heads; ++head) {
        const auto stream = static_cast<std::uint64_t>(2 * head);
        attention.query.push_back(noiseMatrix(3, stream + 1, tokens, 4));
        attention.key.push_back(noiseMatrix(3, stream + 2, tokens, 4));
        attention.mask.push_back(Mask(tokens, tokens).causal());
    }
    auto labels
        = std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(static_cast<int>(tokens), true));
    return {std::make_shared<const TraceInfo>(std::move(info)), chunk, nullptr, std::move(labels)};
}

} // namespace headlight::testing

#pragma once
// A small synthetic Trace without a model: random queries and keys, their scaled products, masks, and the
// softmax of what is not masked. Everything follows from the seed, so that a test can get the same trace
// twice, or only its first rows.

#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headlight::testing {

struct SyntheticOptions
{
    int source = 6; ///< encoder tokens; 0 = a decoder-only model
    int target = 5; ///< decoder tokens; 0 = an encoder-only model
    int layers = 2;
    int heads = 4;
    int kvHeads = 4;
    int width = 16; ///< d_model
    bool causal = true; ///< for the decoder's self-attention
    int padding = 0; ///< number of source tokens at the end that are padding
    unsigned seed = 1;
};

/// A number in [-1, 1) that depends only on the arguments (splitmix64's finisher).
float noise(std::uint64_t seed, std::uint64_t stream, std::uint64_t row, std::uint64_t column);

Matrix noiseMatrix(unsigned seed, std::uint64_t stream, Index rows, Index columns, float scale = 1.0F);

/// "the", "␣black", … and a special end token; the words repeat if there are many.
std::vector<TokenLabel> syntheticTokens(int count, bool target, int padding = 0);

/// Row-wise softmax over the allowed cells; a fully masked row is zero.
Matrix maskedSoftmax(const Matrix& scores, const Mask& mask);

/// One attention sub-layer with everything recorded, for `queries` rows of a single pass. The random stream
/// depends only on `place`, so that fewer queries give the first rows of more.
AttentionChunk syntheticAttention(const SyntheticOptions& options, std::uint64_t place, Index queries,
                                  Index keys, const Mask& mask);

/// sin on even and cos on odd dimensions ("Attention Is All You Need", 3.5).
Matrix syntheticPositions(Index rows, Index width);

StackChunk syntheticStack(const SyntheticOptions& options, StackKind kind, Index rows, Index sourceKeys);

TraceInfo syntheticInfo(const SyntheticOptions& options);

/// The trace of one pass; `targetRows` -1 = all target tokens, otherwise only the first ones.
Trace syntheticTrace(const SyntheticOptions& options = {}, int targetRows = -1);

/// Queries and keys of one causal layer, for maps too long to be recorded.
Trace longTrace(Index tokens, int heads = 1, ScoreForm form = ScoreForm::kDot);

} // namespace headlight::testing

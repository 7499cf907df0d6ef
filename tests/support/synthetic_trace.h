#pragma once
// A small Trace made by hand, without a model: random queries and keys, their scaled products, masks
// and the softmax of what the masks leave. Everything follows from the seed, so that a test can ask for
// the same trace twice, or for its first rows only.

#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headlight::testing {

struct SyntheticOptions
{
    int source = 6; ///< encoder tokens; 0: a decoder-only model
    int target = 5; ///< decoder tokens; 0: an encoder-only model
    int layers = 2;
    int heads = 4;
    int kvHeads = 4;
    int width = 16; ///< d_model
    bool causal = true; ///< of the decoder's self-attention
    int padding = 0; ///< that many of the source tokens, at the end, are padding
    unsigned seed = 1;
};

/// A number in [-1, 1) that depends on all of its arguments and on nothing else (splitmix64's finisher).
float noise(std::uint64_t seed, std::uint64_t stream, std::uint64_t row, std::uint64_t column);

Matrix noiseMatrix(unsigned seed, std::uint64_t stream, Index rows, Index columns, float scale = 1.0F);

/// "the", "␣black", … and a special end token; the words repeat when there are many.
std::vector<TokenLabel> syntheticTokens(int count, bool target, int padding = 0);

/// Row-wise softmax over the allowed cells; a row that may see nothing is zero.
Matrix maskedSoftmax(const Matrix& scores, const Mask& mask);

/// One attention sub-layer with everything recorded. `queries` rows of a pass that has no more; the
/// random stream depends on `place` alone, so that fewer queries are the first rows of more.
AttentionChunk syntheticAttention(const SyntheticOptions& options, std::uint64_t place, Index queries,
                                  Index keys, const Mask& mask);

/// sin on even and cos on odd dimensions ("Attention Is All You Need", 3.5).
Matrix syntheticPositions(Index rows, Index width);

StackChunk syntheticStack(const SyntheticOptions& options, StackKind kind, Index rows, Index sourceKeys);

TraceInfo syntheticInfo(const SyntheticOptions& options);

/// The trace of one pass; `targetRows` -1: all target tokens, else only the first ones.
Trace syntheticTrace(const SyntheticOptions& options = {}, int targetRows = -1);

} // namespace headlight::testing

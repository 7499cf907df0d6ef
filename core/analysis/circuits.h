#pragma once

#include "core/analysis/stream_parts.h"
#include "core/base/job.h"
#include "core/text/tokenizer.h"

#include <complex>
#include <optional>
#include <vector>

namespace headlight {

/// What one head's weights do, without any text ("A Mathematical Framework for Transformer Circuits", Elhage
/// et al. 2021): W_Q W_Kᵀ compares, W_V W_O moves. Rotary and other positions inside the attention are left
/// out, as if query and key stood at the same place.
struct HeadCircuits
{
    HeadRef head;
    /// Eigenvalues λ of W_O Uᵀ E W_V, largest first; U the language-model head, E the embeddings of the keys'
    /// stack. Empty if no head reads this stack directly.
    std::vector<std::complex<double>> eigenvalues;
    std::optional<double> copying; ///< Σ Re λ / Σ |λ|: 1 = what it reads becomes likelier, -1 = less likely
    double matching = 0; ///< the same for W_Kᵀ Eᵀ E W_Q: 1 = it looks for tokens like the query's own
    /// [tokens read × tokens]: the logits that the head adds if it attends to a token, up to the deviation of
    /// the final norm. Embeddings go through the norm before the attention, biases included. Empty as above.
    DoubleMatrix ov;
    DoubleMatrix qk; ///< [query tokens × key tokens]: scores of their embeddings, likewise
};

struct CircuitOptions
{
    std::vector<TokenId> tokens; ///< for ov and qk; may be empty
    /// Whether gains of norms are multiplied into the weights, and means taken out. Does not concern ov and
    /// qk, whose embeddings go through the norm itself.
    bool folded = false;
};

/// Reads the vocabulary once per head. Errors: kBadArgument for a head or token that does not exist.
/// kCancelled when stopped.
Result<HeadCircuits> headCircuits(const Model& model, const HeadRef& head, const CircuitOptions& options,
                                  const Job& job);

/// How strongly what one head writes is read by a later one: ‖AB‖ / (‖A‖ ‖B‖) in Frobenius norms, A = W_V W_O
/// of the first head and B of the second one W_Q W_Kᵀ (its queries), its transpose (its keys) or W_V W_O.
struct Composition
{
    double query = 0, key = 0, value = 0;
};

struct ComposedPair
{
    HeadRef from, to;
    Composition composition;
};
/// Every pair of these heads that are of one stack and of rising layers, on all cores. Heads whose weights
/// take more than `bytes` are compared in slices. Errors: kBadArgument for a head that does not exist,
/// kCancelled when stopped.
Result<std::vector<ComposedPair>> compositionsAmong(const Model& model, const std::vector<HeadRef>& heads,
                                                    bool folded, const Job& job, double bytes = 1e9);

/// Composition of Gaussian matrices with the head's shape: mean and standard deviation.
struct CompositionBaseline
{
    double mean = 0, deviation = 0;
};
CompositionBaseline randomComposition(const Model& model, const HeadRef& head);

struct StackCompositions
{
    StackShape shape;
    std::vector<ComposedPair> pairs; ///< as of compositionsAmong(): all heads, with those of cross-attention
    CompositionBaseline random;
};
/// Errors: those of compositionsAmong(); kBadArgument if there is no such stack.
Result<StackCompositions> compositionsIn(const Model& model, StackKind stack, bool folded, const Job& job);

} // namespace headlight

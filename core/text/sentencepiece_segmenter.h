#pragma once

#include "core/text/piece_trie.h"
#include "core/text/sentencepiece_normalizer.h"
#include "core/text/sentencepiece_proto.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace headlight {

/// A piece of a normalized text, [begin, end) in bytes, and its number in the model file.
struct SentencePieceSegment
{
    std::size_t begin = 0;
    std::size_t end = 0;
    int id = 0;
};

/// Cuts a normalized text as the SentencePiece library does, to the last bit of the scores' sums, in linear
/// time (BPE: n log n within a word). Immutable; refers to the proto and the matcher, which must outlive it.
class SentencePieceSegmenter
{
public:
    virtual ~SentencePieceSegmenter() = default;
    virtual void cut(std::string_view text, std::vector<SentencePieceSegment>& out) const = 0;
};

std::unique_ptr<const SentencePieceSegmenter> makeSegmenter(const SentencePieceProto& proto,
                                                            const SymbolMatcher& symbols);

} // namespace headlight

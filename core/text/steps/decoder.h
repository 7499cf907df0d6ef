#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

class JsonFields;

/// The cost of decoding. Decoding cannot fail, so the cost is checked when a file is read.
struct DecoderCost
{
    static constexpr std::size_t kMostGrowth = 64;
    static constexpr std::size_t kMostSteps = 64;
    std::size_t growth = 1; ///< growth factor in bytes; kMostGrowth + 1 = any larger factor
    std::size_t steps = 1;
};

/// One step that converts pieces to readable text. Immutable.
class Decoder
{
public:
    virtual ~Decoder() = default;
    virtual void apply(std::vector<std::string>& pieces) const = 0;
    virtual DecoderCost cost() const { return {}; }
};

using DecoderPtr = std::unique_ptr<const Decoder>;

/// Reads the "decoder" object of a tokenizer.json. Never null; faults go to the fields' report.
DecoderPtr readDecoder(const JsonFields& fields);

// For files older than tokenizer.json.
DecoderPtr makeByteLevelDecoder();
/// Joins bytes ("<0xE2>"), then turns "▁" into a space, except at the start of the first piece.
DecoderPtr makeSentencePieceDecoder();
DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup);

} // namespace headlight

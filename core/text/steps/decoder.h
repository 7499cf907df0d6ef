#pragma once

#include <memory>
#include <string>
#include <vector>

namespace headlight {

class JsonFields;

/// One step that turns pieces into readable text. Immutable.
class Decoder
{
public:
    virtual ~Decoder() = default;
    virtual void apply(std::vector<std::string>& pieces) const = 0;
};

using DecoderPtr = std::unique_ptr<const Decoder>;

/// Reads the "decoder" object of a tokenizer.json. Never null; faults go to the fields' report.
DecoderPtr readDecoder(const JsonFields& fields);

// For the files that are older than tokenizer.json.
DecoderPtr makeByteLevelDecoder();
/// Joins bytes ("<0xE2>"), then makes "▁" a space, except at the start of the first piece.
DecoderPtr makeSentencePieceDecoder();
DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup);

} // namespace headlight

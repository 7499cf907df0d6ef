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
/// Bytes ("<0xE2>") together, then "▁" as the space; the first piece's leading one vanishes.
DecoderPtr makeSentencePieceDecoder();
DecoderPtr makeWordPieceDecoder(std::string prefix, bool cleanup);

} // namespace headlight

#pragma once

#include "core/text/models/subword_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

class FaultReport;

/// Byte-pair encoding (Sennrich et al. 2016): pairs of pieces are merged in the order in which
/// they were learned, equal ones from left to right.
struct BpeOptions
{
    std::string unknown; ///< the piece for what is not in the vocabulary; with hasUnknown
    bool hasUnknown = false;
    std::string continuationPrefix; ///< stands before every character but the first of a word
    std::string endOfWordSuffix; ///< stands after the last one
    bool fuseUnknown = false; ///< several unknown characters in a row are one token
    bool byteFallback = false; ///< an unknown character is written as its bytes, "<0xE2>"
    bool ignoreMerges = false; ///< a word that is a piece is that piece, whatever the merges say
};

using BpeMerges = std::vector<std::pair<std::string, std::string>>;

/// "h e" as the pair of pieces that it merges; nothing unless it is two pieces with one space between them.
std::optional<std::pair<std::string, std::string>> mergeOfLine(std::string_view line);

/// Null after a fault: merges of pieces that are not in the vocabulary, or whose result is not.
SubwordModelPtr makeBpe(Vocabulary vocabulary, const BpeMerges& merges, BpeOptions options,
                        const std::string& field, FaultReport& report);

} // namespace headlight

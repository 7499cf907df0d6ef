#pragma once

#include "core/text/models/subword_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

class FaultReport;

/// Byte-pair encoding (Sennrich et al. 2016): merges pairs of pieces in the order in which they were learned,
/// and equal pairs from left to right.
struct BpeOptions
{
    std::string unknown; ///< piece for characters outside the vocabulary; used if hasUnknown
    bool hasUnknown = false;
    std::string continuationPrefix; ///< prefix of every character except the first of a word
    std::string endOfWordSuffix; ///< suffix of the last character of a word
    bool fuseUnknown = false; ///< consecutive unknown characters become one token
    bool byteFallback = false; ///< unknown characters are written as bytes, "<0xE2>"
    bool ignoreMerges = false; ///< a word that is itself a piece is not cut, whatever the merges say
};

using BpeMerges = std::vector<std::pair<std::string, std::string>>;

/// Parses "h e", the pair of pieces to merge; empty unless it is two pieces separated by one space.
std::optional<std::pair<std::string, std::string>> mergeOfLine(std::string_view line);

/// Null after a fault: the pieces or the result of a merge are missing in the vocabulary.
SubwordModelPtr makeBpe(Vocabulary vocabulary, const BpeMerges& merges, BpeOptions options,
                        const std::string& field, FaultReport& report);

} // namespace headlight

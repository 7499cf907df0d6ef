#pragma once

#include "core/options/option.h"
#include "core/sampling/options.h"

namespace headlight {

template <>
inline constexpr std::array kWordsOf<Strategy>{EnumWord{"greedy"}, EnumWord{"sample"}, EnumWord{"beam"}};
template <>
inline constexpr std::array kWordsOf<EarlyStopping>{EnumWord{"false", "heuristic"}, EnumWord{"true", "first"},
                                                    EnumWord{"never"}};

inline constexpr int kMostNewTokens = 1 << 20;

/// In the order of the form.
std::vector<OptionEntry> entriesOf(DecodeOptions& options);
/// The entries that the form shows and the settings keep.
std::vector<OptionEntry> formEntries(DecodeOptions& options);

/// --max-new-tokens and --target-language, which commands that do not decode have as well.
OptionEntry newTokensEntry(int& most);
OptionEntry languageEntry(std::string& language);

/// The words of a command line that give these options, except for the length of the output.
std::vector<std::string> argumentsOf(DecodeOptions options);

} // namespace headlight

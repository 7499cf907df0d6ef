#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a model has read in its training, as training_input.json in its folder says: made by
/// resources/models/en-fr/training/training_input.py.
struct TrainingInput
{
    std::vector<bool> read; ///< by token id: whether the piece occurs in the input of the training
    bool wholeSentences = false; ///< a word alone was hardly ever an input
    std::vector<std::string> examples; ///< sentences as they are in the training

    bool hasRead(TokenId id) const
    {
        return id >= 0 && static_cast<std::size_t>(id) < read.size() && read[static_cast<std::size_t>(id)];
    }
};

/// Nothing where the folder does not say it. Errors: kFileUnreadable, kBadFile.
Result<std::optional<TrainingInput>> readTrainingInput(const std::filesystem::path& folder);

} // namespace headlight

#pragma once

#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The input of a model's training, according to training_input.json in its folder, which is written by
/// resources/models/en-fr/training/training_input.py.
struct TrainingInput
{
    std::vector<bool> read; ///< by token id: whether the piece occurs in the training input
    bool wholeSentences = false; ///< whether single words were hardly ever an input
    std::vector<std::string> examples; ///< typical sentences of the training

    bool hasRead(TokenId id) const
    {
        return id >= 0 && static_cast<std::size_t>(id) < read.size() && read[static_cast<std::size_t>(id)];
    }
};

/// Empty if the folder has no such file. Errors: kFileUnreadable, kBadFile.
Result<std::optional<TrainingInput>> readTrainingInput(const std::filesystem::path& folder);

} // namespace headlight

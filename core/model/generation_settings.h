#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/model.h"

#include <filesystem>

namespace headlight {

class ConfigReader;

/// Defaults of a family's configuration class in transformers for ids missing in config.json (null there
/// means none). -1 = none.
struct TokenDefaults
{
    TokenId begin = -1;
    TokenId end = -1;
    TokenId pad = -1;
    TokenId start = -1; ///< decoder_start_token_id
    TokenId forcedEnd = -1; ///< forced_eos_token_id
    int encoderNgram = 0; ///< encoder_no_repeat_ngram_size
};

/// Reads generation_config.json if it exists, otherwise the same fields of config.json: what makes a model
/// work (start and end ids, forbidden words), not the strategy. Unsupported settings cause warnings.
Result<GenerationSettings> readGenerationSettings(const std::filesystem::path& folder,
                                                  const ConfigReader& config, const ArchSpec& arch,
                                                  const TokenDefaults& defaults, const Job& job);

} // namespace headlight

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace headlight {

/// Identifies the model in a folder or a GGUF file: SHA-256 over the names, sizes and contents of the files
/// that make up the model (JSON, weights, vocabularies), independent of the folder's name and dates. Files up
/// to 256 MiB are read whole. Of larger ones, only the start, the end and evenly spaced blocks are read, so
/// that a folder of many gigabytes takes less than a second; an edit between the blocks that changes neither
/// size nor header goes unnoticed. Errors: kFileNotFound if there is no such folder, kFileUnreadable.
Result<std::string> folderDigest(const std::filesystem::path& folder);

} // namespace headlight

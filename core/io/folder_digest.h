#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace headlight {

/// Tells whether a model folder, or a GGUF file, still holds the same model: SHA-256 over the names, sizes
/// and contents of its files that make a model (JSON, weights, vocabularies), whatever the folder is called
/// and whenever it was written. Files up to 256 MiB are read whole. Of a larger one only the start, the end
/// and evenly spaced blocks are read, so that a folder of many gigabytes takes less than a second; an edit
/// between the blocks that changes neither size nor header goes unseen. kFileNotFound where there is no such
/// folder, kFileUnreadable.
Result<std::string> folderDigest(const std::filesystem::path& folder);

} // namespace headlight

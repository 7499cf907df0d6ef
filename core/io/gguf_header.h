#pragma once

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/io/mapped_file.h"

#include <memory>

namespace headlight {

/// The metadata and tensors of one file, checked on their own.
struct GgufPart
{
    GgufFile::Metadata metadata;
    GgufFile::Tensors tensors;
};
Result<GgufPart> readGgufPart(const std::shared_ptr<const MappedFile>& file);

} // namespace headlight

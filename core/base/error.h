#pragma once

#include "core/base/concat.h"

#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// The kind of error. The window maps each code to a translated sentence and advice; core itself writes plain
/// English.
enum class ErrorCode {
    kBadArgument, ///< a value passed by the caller of a command or of the core is out of range
    kFileNotFound,
    kFileUnreadable, ///< exists, but cannot be opened, read or mapped
    kFileUnwritable,
    kBadFile, ///< the content of a file contradicts its format
    kUnsupported, ///< valid, but not supported by this program
    kMissingTensor, ///< a checkpoint lacks tensors, or their shapes are wrong
    kTooLong, ///< the input exceeds the model's position table
    kOutOfMemory,
    kCancelled,
};

/// An error that a user or a file can cause. Errors in our own code are exceptions.
struct Error
{
    ErrorCode code = ErrorCode::kBadArgument;
    std::string message; ///< a full sentence without the final stop: what was found, what was expected
    std::string file = {}; ///< path of the offending file; empty = none
    std::string field = {}; ///< name of the offending field, tensor or option; empty = none
    std::vector<std::string> details = {}; ///< one line per fault if there are several

    /// The whole error in one line: "file: field: message (detail; detail)".
    std::string describe() const;
};

/// Shorthands for the most frequent errors. The message is given in parts, as for concat().
Error badArgument(std::string field, const auto&... message)
{
    return {ErrorCode::kBadArgument, concat(message...), {}, std::move(field)};
}
Error badFile(std::string file, std::string field, const auto&... message)
{
    return {ErrorCode::kBadFile, concat(message...), std::move(file), std::move(field)};
}
Error unsupported(std::string file, std::string field, const auto&... message)
{
    return {ErrorCode::kUnsupported, concat(message...), std::move(file), std::move(field)};
}

} // namespace headlight

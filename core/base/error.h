#pragma once

#include <string>
#include <vector>

namespace headlight {

/// What kind of thing went wrong. The window maps a code to a translated sentence and advice;
/// core itself speaks plain English.
enum class ErrorCode {
    kBadArgument, ///< a value given by the caller of a command or of the core is out of range
    kFileNotFound,
    kFileUnreadable, ///< exists, but cannot be opened, read or mapped
    kFileUnwritable,
    kBadFile, ///< the content of a file contradicts its format
    kUnsupported, ///< valid, but asks for something this program does not do
    kMissingTensor, ///< a checkpoint lacks tensors or has them in other shapes
    kTooLong, ///< the input exceeds the model's position table
    kOutOfMemory,
    kCancelled,
};

/// A fault that a user or a file can cause. Faults of our own code are exceptions.
struct Error
{
    ErrorCode code = ErrorCode::kBadArgument;
    std::string message; ///< a whole sentence without the final stop: what was found, what was expected
    std::string file; ///< path of the file at fault, empty if none
    std::string field; ///< name of the field, tensor or option at fault, empty if none
    std::vector<std::string> details; ///< where there are several faults: one line each

    /// All of it in one line: "file: field: message (detail; detail)".
    std::string describe() const;
};

/// Short ways to make the most frequent ones.
Error badArgument(std::string field, std::string message);
Error badFile(std::string file, std::string field, std::string message);
Error unsupported(std::string file, std::string field, std::string message);

} // namespace headlight

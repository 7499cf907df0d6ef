#pragma once

#include "core/base/result.h"
#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headlight {

/// The tensors of a torch.save file in its zip form (torch 1.6 and later): an archive with a pickle,
/// data.pkl, and one entry per storage. Memory-mapped; contiguous tensors are views of the file, others
/// (transposed, sliced, expanded) are copied in order, up to a limit. Runs no code. Checksums are not
/// compared: that would read gigabytes, and torch.save may leave them out (set_crc32_options); openTrace can.
/// The older form, which is not an archive, is kUnsupported; the error includes the line of Python that
/// converts it. So is a pickle that torch.save did not write.
Result<std::map<std::string, TensorView, std::less<>>> readTorchFile(const std::filesystem::path& path);

/// Results that people save besides checkpoints: tensors in dictionaries and lists, and lists of texts.
struct TorchResults
{
    std::map<std::string, TensorView, std::less<>> tensors; ///< "attentions.0" = element of a list
    std::map<std::string, std::vector<std::string>, std::less<>> texts;
    std::vector<std::string> leftOut; ///< names of dictionaries with keys that are neither texts nor numbers
};
Result<TorchResults> readTorchResults(const std::filesystem::path& path);

} // namespace headlight

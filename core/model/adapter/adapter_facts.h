#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

/// A LoRA adapter opened with a model.
struct AdapterFacts
{
    std::string name; ///< name of its folder
    std::filesystem::path folder;
    std::string base; ///< base_model_name_or_path; may be empty
    std::vector<std::string> modules; ///< last parts of the changed modules' names: "k_proj", "q_proj"
    int matrices = 0; ///< number of changed matrices
    int leastRank = 0, mostRank = 0;
    double alpha = 0; ///< lora_alpha; some modules may have a different one
    bool rootOfRank = false; ///< use_rslora
    std::int64_t parameters = 0; ///< numbers of all A and B
};

} // namespace headlight

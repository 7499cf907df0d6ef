#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

/// A LoRA adapter that was opened over a model.
struct AdapterFacts
{
    std::string name; ///< of its folder
    std::filesystem::path folder;
    std::string base; ///< base_model_name_or_path; may be empty
    std::vector<std::string> modules; ///< last parts of the names of what it changes: "k_proj", "q_proj"
    int matrices = 0; ///< that it changes
    int leastRank = 0, mostRank = 0;
    double alpha = 0; ///< lora_alpha; modules may have others
    bool rootOfRank = false; ///< use_rslora
    std::int64_t parameters = 0; ///< numbers of all A and B
};

} // namespace headlight

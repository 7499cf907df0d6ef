#pragma once

#include "core/base/result.h"
#include "core/text/steps/pattern.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// An expression for names of modules ("model.layers.0.self_attn.q_proj"), as used in adapter_config.json.
/// One of letters, digits, _ and . only is compared without an engine; . then matches any character.
class ModuleExpression
{
public:
    enum class Match : unsigned char {
        kWhole, ///< the whole name
        kEnd, ///< the whole name, or the part after one of its dots
    };
    static Result<ModuleExpression> make(std::string text, Match match);

    const std::string& text() const { return m_text; }
    /// Returns an error if matching takes too many steps.
    Result<bool> matches(std::string_view module) const;

private:
    std::string m_text;
    Match m_match = Match::kWhole;
    std::optional<Pattern> m_pattern; ///< empty = a plain name
};

/// Modules selected by target_modules or exclude_modules: a list of names that a module's name equals or ends
/// with (after a dot), or an expression for the whole name.
struct ModuleChoice
{
    std::vector<std::string> ends;
    std::optional<ModuleExpression> expression;

    bool empty() const { return ends.empty() && !expression; }
    Result<bool> matches(std::string_view module) const;
};

/// Whether `module` is `end`, or ends with "." followed by it.
bool endsWithPart(std::string_view module, std::string_view end);

/// adapter_config.json of a LoRA adapter as written by peft. Other kinds of adapters, and forms of LoRA other
/// than y = W x + scale · B (A x), are rejected by name.
struct AdapterConfig
{
    std::string file; ///< path, for messages
    std::string base; ///< base_model_name_or_path; empty = not named
    int rank = 8;
    double alpha = 8.0;
    bool rootOfRank = false; ///< use_rslora: alpha / √rank instead of alpha / rank
    /// Ranks of particular modules; if several match, the first counts.
    std::vector<std::pair<ModuleExpression, int>> ranks;
    std::vector<std::pair<ModuleExpression, double>> alphas;
    ModuleChoice targets; ///< empty = every module for which the file has numbers
    ModuleChoice excluded;
    std::vector<int> layers; ///< layers_to_transform; empty = all
    std::vector<std::string> layerLists; ///< layers_pattern: names of the lists whose indices count layers
    /// modules_to_save that belong to heads for other tasks, which are not used here.
    std::vector<std::string> otherHeads;
    std::vector<std::string> warnings;

    int rankOf(std::string_view module) const;
    /// Factor of B · A.
    float scaleOf(std::string_view module) const;
    /// Whether the adapter claims to change this module.
    bool changes(std::string_view module) const;
};

Result<AdapterConfig> readAdapterConfig(const std::filesystem::path& folder);

} // namespace headlight

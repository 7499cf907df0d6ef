#pragma once

#include "core/edit/interventions.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// An experiment without its inputs, in the words of `headlight sweep`: each member is the option of that
/// name. Errors about one of them name the option.
struct ExperimentWords
{
    std::vector<std::string> heads;
    std::optional<std::string> patch, where, hide, sender, receiver, positions, by, into, row, rows, token,
        minus, metric;
    std::optional<ReferenceInput> reference; ///< --reference-text or --reference-ids, with its target
    std::optional<std::string> referenceFile;
    std::string between = "recomputed", align = "position";
    std::size_t seed = 0;
    bool group = false, estimate = false, check = false;
    bool operator==(const ExperimentWords&) const = default;

    /// The rows that are measured unless a pair has its own. No loss is known in the last row of a decoder.
    std::string rowsText(bool decoderOnly) const
    {
        return rows.value_or(row.value_or(decoderOnly && (metric != "loss" || token) ? "last" : "all"));
    }
};

/// The same as options of the command line.
std::vector<std::string> argumentsOf(const ExperimentWords& words);
/// The masks and the active edits of every run, likewise.
std::vector<std::string> argumentsOf(const Interventions& interventions);

} // namespace headlight

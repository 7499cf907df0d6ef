#pragma once

#include "app/origin.h"
#include "app/over_inputs_options.h"
#include "app/run_options.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Where the other input comes from, or the sentences of a reference.
struct ReferenceOptions
{
    std::optional<std::string> text, ids, target, targetIds, file;

    /// The first option that is given; null = none.
    const char* given() const;
    bool one() const { return text || ids; }
    /// The input of --reference-text or --reference-ids.
    Result<ReferenceInput> input() const;
};

/// The command line of sweep.
struct SweepOptions
{
    PassOptions pass;
    OverInputsOptions over;
    ReferenceOptions reference;
    std::vector<std::string> heads;
    std::optional<std::string> patch, where, hide, sender, receiver, positions, by, into, row, rows, token,
        minus, metric, pairs, output;
    std::string between = "recomputed", sort = "address";
    std::size_t seed = 0;
    bool group = false, estimate = false, check = false, json = false;

    void addTo(CommandLine& line);
    /// The value of --rows or --row, which is measured unless a pair has its own.
    std::string rowsText(const Model& model) const
    {
        return rows.value_or(row.value_or(model.isDecoderOnly() ? "last" : "all"));
    }
};

} // namespace headlight
